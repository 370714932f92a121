//! Whole scripts: the moves of pieces and players, and what is asked about positions.
//!
//! A rule is one script from the first op to the move it makes: pre blocks, taking the piece, the body, and behind
//! it the ways to finish, each once.

use super::emitter::Emitter;
use super::{Lowerer, visit};
use crate::ids;
use zug_ir::limits::MAX_OPS;
use zug_ir::{
    ArriveRule, KindScripts, Label, ModeId, Script, ScriptGoal, ScriptId, ScriptOp, ScriptRule, Verdict,
};
use zug_lang::ast::KindId;
use zug_lang::{Arrive, BlockDecl, Criterion, GoalDecl, KindDecl, Outcome, RuleDecl};
use zug_model::BoardModel;
use zug_source::Origin;

/// Where the ways to finish begin that the body of a rule goes to.
#[derive(Default)]
pub(super) struct Exits {
    finish: Option<Label>,
    parts: Vec<(ModeId, Label)>,
    /// The body may have set down what was in hand.
    sets_down: bool,
}

/// What a rule begins with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    /// A piece is taken up.
    Move,
    /// A piece is in hand.
    Drop,
    /// Nothing is.
    Player,
}

impl<'a> Lowerer<'a> {
    pub(super) fn kind_scripts(&mut self, id: KindId, parts_end: bool) -> KindScripts {
        let kind = self.decl.kind(id);
        self.kind = Some(id);
        let scripts = KindScripts {
            moves: kind.moves.iter().map(|rule| self.rule(rule, Sort::Move)).collect(),
            drops: kind.drops.iter().map(|rule| self.rule(rule, Sort::Drop)).collect(),
            closing: parts_end.then(|| self.closing(Some(kind))),
            invariant: self.invariant(&kind.invariants, kind.origin),
            attacked: None,
            shared: kind.shared || self.decl.options.shared,
        };
        self.kind = None;
        scripts
    }

    pub(super) fn player_rules(&mut self, rules: &'a [RuleDecl]) -> Vec<ScriptRule> {
        rules.iter().map(|rule| self.rule(rule, Sort::Player)).collect()
    }

    fn rule(&mut self, rule: &'a RuleDecl, sort: Sort) -> ScriptRule {
        self.private.clear();
        let pre = self.kind.map_or(&[][..], |kind| &self.decl.kind(kind).pre);
        let script = self.program(rule, sort, pre);
        let further = if pre.is_empty() { script } else { self.program(rule, sort, &[]) };
        ScriptRule { mode: rule.mode.map(ids::mode), script, further }
    }

    fn program(&mut self, rule: &'a RuleDecl, sort: Sort, pre: &'a [BlockDecl]) -> ScriptId {
        self.recheck = true;
        let script = self.script(rule.origin, |this| {
            this.blocks(pre);
            if sort == Sort::Move {
                this.code.op(ScriptOp::Take {});
            }
            this.exits = Some(Exits { sets_down: visit::sets_down(&rule.body), ..Exits::default() });
            this.maybe(|this| this.block(&rule.body));
            let exits = this.exits.take().unwrap_or_default();
            if let Some(finish) = exits.finish {
                this.code.bind(finish);
            }
            this.maybe(|this| this.end(None, exits.sets_down));
            for (mode, label) in exits.parts {
                this.code.bind(label);
                this.maybe(|this| this.end(Some(mode), exits.sets_down));
            }
        });
        self.recheck = false;
        script
    }

    /// Leaves the body for one of the ways to finish.
    pub(super) fn leave(&mut self, part: Option<ModeId>) {
        // A loop that is left would stay open: finish inside it, above whatever it stands on.
        if self.loops > 0 {
            let exits = self.exits.take();
            let sets_down = exits.as_ref().is_some_and(|exits| exits.sets_down);
            let loops = std::mem::take(&mut self.loops);
            self.maybe(|this| this.end(part, sets_down));
            (self.exits, self.loops) = (exits, loops);
            return;
        }
        for _ in 0..self.code.depth() {
            self.code.op(ScriptOp::Pop {});
        }
        let fresh = self.code.label();
        let Some(exits) = &mut self.exits else { return };
        let to = match part {
            None => *exits.finish.get_or_insert(fresh),
            Some(mode) => match exits.parts.iter().find(|(known, _)| *known == mode) {
                Some(&(_, label)) => label,
                None => {
                    exits.parts.push((mode, fresh));
                    fresh
                }
            },
        };
        self.code.op(ScriptOp::Jump { to });
    }

    /// The piece arrives; the part ends, or the move.
    fn end(&mut self, part: Option<ModeId>, sets_down: bool) {
        let kind = self.kind.map(|kind| self.decl.kind(kind));
        let arrive = kind.map_or(&[][..], |kind| &kind.arrive);
        if arrive.is_empty() {
            self.code.op(ScriptOp::Arrive { rule: self.arrive_rule() });
        } else {
            self.arrive(arrive, sets_down);
        }
        self.code.op(ScriptOp::Place {});
        self.blocks(kind.map_or(&[], |kind| &kind.post));
        match part {
            Some(mode) => self.code.op(ScriptOp::EndPart { mode }),
            None => self.close(kind),
        }
    }

    /// Nobody arrives with an empty hand. To find out, a piece is set down and that undone.
    fn arrive(&mut self, blocks: &'a [BlockDecl], sets_down: bool) {
        let none = self.code.label();
        if sets_down {
            let end = self.code.quantify(zug_ir::Quantifier::Exists);
            self.push_int(1);
            self.code.op(ScriptOp::Put {});
            self.code.succeed(end);
            self.code.op(ScriptOp::JumpUnless { to: none });
        }
        self.blocks(blocks);
        self.code.bind(none);
    }

    /// Piles grow: there the default is no rule.
    fn arrive_rule(&self) -> ArriveRule {
        match self.decl.options.arrive {
            Arrive::NotFriend if self.decl.model == BoardModel::Single => ArriveRule::NotFriend,
            Arrive::NotFriend | Arrive::Any => ArriveRule::Any,
            Arrive::Empty => ArriveRule::Empty,
        }
    }

    pub(super) fn closing(&mut self, kind: Option<&'a KindDecl>) -> ScriptId {
        self.recheck = true;
        let origin = kind.map_or(self.decl.origin, |kind| kind.origin);
        let script = self.unit(origin, |this| this.close(kind));
        self.recheck = false;
        script
    }

    /// The move ends.
    fn close(&mut self, kind: Option<&'a KindDecl>) {
        self.code.op(ScriptOp::Settle {});
        self.blocks(kind.map_or(&[], |kind| &kind.finish));
        for Criterion { value, least } in &self.decl.prefer {
            if *least {
                self.push_int(0);
            }
            self.expr(value);
            if *least {
                self.code.op(ScriptOp::Sub {});
            }
            self.code.op(ScriptOp::Yield {});
        }
        self.code.op(ScriptOp::Emit {});
    }

    pub(super) fn invariant(&mut self, blocks: &'a [BlockDecl], origin: Origin) -> Option<ScriptId> {
        if blocks.is_empty() {
            return None;
        }
        Some(self.unit(origin, |this| {
            this.blocks(blocks);
            this.code.op(ScriptOp::Accept {});
        }))
    }

    pub(super) fn goal(&mut self, goal: &'a GoalDecl) -> ScriptGoal {
        let script = self.unit(goal.origin, |this| {
            this.block(&goal.body);
            if let Some(worth) = &goal.worth {
                this.expr(worth);
                this.code.op(ScriptOp::Yield {});
            }
            this.code.op(ScriptOp::Accept {});
        });
        ScriptGoal {
            verdict: match goal.outcome {
                Outcome::Win => Verdict::Win,
                Outcome::Loss => Verdict::Loss,
                Outcome::Draw => Verdict::Draw,
            },
            after_move: goal.after_move,
            players: ids::players(&goal.players),
            script,
            needs_moves: visit::asks_for_moves(&goal.body)
                || goal.worth.as_ref().is_some_and(visit::value_asks_for_moves),
            origin: self.place(goal.origin),
        }
    }

    pub(super) fn score(&mut self) -> Option<ScriptId> {
        let value = self.decl.score.as_ref()?;
        Some(self.unit(value.origin, |this| {
            this.expr(value);
            this.code.op(ScriptOp::Yield {});
            this.code.op(ScriptOp::Accept {});
        }))
    }

    /// Each begins where the one before began.
    fn blocks(&mut self, blocks: &'a [BlockDecl]) {
        for block in blocks {
            let here = self.place(block.origin);
            let outer = self.code.at(here);
            self.scope(&block.body);
            self.code.at(outer);
        }
    }

    /// A script with locals of its own.
    pub(super) fn unit(&mut self, origin: Origin, write: impl FnOnce(&mut Self)) -> ScriptId {
        self.private.clear();
        self.script(origin, write)
    }

    /// A script written while another one is: it shares that one's locals.
    pub(super) fn separate(&mut self, origin: Origin, write: impl FnOnce(&mut Self)) -> ScriptId {
        let outer = (self.exits.take(), self.loops, self.values, self.recheck);
        (self.loops, self.values, self.recheck) = (0, 0, false);
        let script = self.script(origin, write);
        (self.exits, self.loops, self.values, self.recheck) = outer;
        script
    }

    fn script(&mut self, origin: Origin, write: impl FnOnce(&mut Self)) -> ScriptId {
        let number = self.place(origin);
        let outer =
            std::mem::replace(&mut self.code, Emitter::new(number, MAX_OPS.saturating_sub(self.n_ops)));
        self.maybe(write);
        let code = std::mem::replace(&mut self.code, outer);
        self.check_size(&code, origin);
        self.overflowed |= code.overflowed();
        let (code, origins) = code.finish();
        self.n_ops += code.len();
        self.scripted.scripts.push(Script { origin: number, code, origins });
        ScriptId(self.scripted.scripts.len() as u32 - 1)
    }
}

/// Can a part of some move end?
pub(super) fn parts_end(decl: &zug_lang::GameDecl) -> bool {
    let ends = |rule: &RuleDecl| visit::ends_parts(&rule.body);
    decl.kinds.iter().any(|kind| kind.moves.iter().chain(&kind.drops).any(ends)) || players_parts_end(decl)
}

/// The same of a move that belongs to no piece.
pub(super) fn players_parts_end(decl: &zug_lang::GameDecl) -> bool {
    let ends = |rule: &RuleDecl| visit::ends_parts(&rule.body);
    decl.players.iter().any(|player| player.moves.iter().any(ends))
}
