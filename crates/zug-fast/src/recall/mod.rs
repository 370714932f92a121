//! Rules of any kind, remembered: what a run asks of the position decides how it goes.
//!
//! The interpreter runs a rule and gives an account of it (`zug_vm::Account`); accounts of the same run put together are a graph
//! of questions (`graph`). Where the answers have been met before, walking through the graph (`walk`) is all there is to do;
//! where they have not, the interpreter is asked once more (`keeper`). No meaning of an op is written here, so whatever the
//! interpreter can run has this form, but for a few things that depend on more than one run (`rules`). Complete moves and which
//! of them are legal are the business of `turn`, the end of games that of `goals`.

mod goals;
mod graph;
mod keeper;
mod noted;
mod rules;
mod turn;
mod walk;

use crate::draw::Draw;
use crate::plan::Form as RuleKind;
use crate::position::Position;
use crate::search::{Does, Facts, Play, Stage, facts_of_move};
use crate::why::Why;
use crate::{RuleForm, Run, Sight, Stop, TooMany};
use keeper::Keeper;
use rules::Rules;
use rustc_hash::FxHashSet;
use std::sync::Mutex;
use zug_ir::{BlockId, CellId, KindId};
use zug_vm::{Move, NO_CELL, Outcome, PartHead, Program, State};

/// A game in this form.
pub(crate) struct Form {
    rules: Rules,
    forms: Vec<RuleForm>,
    keepers: Mutex<Vec<Keeper>>,
}

/// A game of scripts that are remembered, if it has this form; and why it has no other.
pub(crate) fn recall(program: &Program, why: Option<Why>) -> Result<Box<dyn Run>, Why> {
    let rules = Rules::new(program)?;
    Ok(Box::new(Form { rules, forms: forms(program, why), keepers: Mutex::new(Vec::new()) }))
}

fn forms(program: &Program, why: Option<Why>) -> Vec<RuleForm> {
    let mut forms = Vec::new();
    let Some(scripts) = &program.game().scripted else { return forms };
    for player in program.contenders() {
        for (k, kind) in scripts.kinds.iter().enumerate() {
            let of = |drop: bool, script: zug_ir::ScriptId| RuleForm {
                player,
                kind: KindId(k as u16),
                block: BlockId(script.0),
                drop,
                form: RuleKind::Recalled,
                why,
            };
            forms.extend(kind.moves.iter().map(|r| of(false, r.script)));
            forms.extend(kind.drops.iter().map(|r| of(true, r.script)));
        }
    }
    forms
}

impl Form {
    /// Asks somebody who remembers, about a position.
    fn with_keeper<T>(
        &self,
        program: &Program,
        position: &Position,
        f: impl FnOnce(&mut Keeper, &Rules) -> Result<T, TooMany>,
    ) -> Result<T, TooMany> {
        let spare = self.keepers.lock().ok().and_then(|mut keepers| keepers.pop());
        let mut keeper = spare.unwrap_or_else(|| Keeper::new(&self.rules, program));
        keeper.tidy();
        let (state, history) = self.unpacked(program, position);
        keeper.set(&state, history);
        let result = f(&mut keeper, &self.rules);
        if let Ok(mut keepers) = self.keepers.lock() {
            keepers.push(keeper);
        }
        result
    }

    fn unpacked<'p>(&self, program: &Program, position: &'p Position) -> (State, &'p [u64]) {
        let mut state = program.blank();
        let history = state.unpack(position.words());
        let last = (position.last_from, position.last_to);
        state.set_rest(position.turn, position.passes, last, position.hash, position.over.clone());
        (state, history)
    }

    fn packed(&self, state: &State, history: &[u64]) -> Position {
        let mut words = Vec::new();
        state.pack(&mut words);
        if self.rules.keeps_history {
            words.extend_from_slice(history);
        }
        let cell = |c: Option<zug_ir::CellId>| c.map_or(NO_CELL, |c| c.0);
        let (from, to) = state.last();
        let (turn, over) = (state.turn_idx() as u16, state.outcome().cloned());
        Position::of_words(words, state.position_hash(), turn, state.passes(), (cell(from), cell(to)), over)
    }

    fn stored(&self, keeper: &Keeper) -> Position {
        self.packed(keeper.desk.state(), keeper.desk.history())
    }

    /// Where random games begin: with what came before, or with nothing.
    fn begin(&self, program: &Program, keeper: &mut Keeper, history: &[u64]) {
        if self.rules.needs_history {
            let state = keeper.desk.state().clone();
            let known = if history.len() >= 2 && history.len().is_multiple_of(2) { history } else { &[] };
            keeper.set(&state, known);
            if known.is_empty() {
                keeper.desk.remember(program);
            }
        }
    }

    fn results(
        &self,
        program: &Program,
        keeper: &mut Keeper,
        position: &Position,
        depth: u32,
        stop: Stop<'_>,
    ) -> Result<u64, TooMany> {
        if stop() {
            return Err(TooMany);
        }
        let rules = &self.rules;
        let set = |keeper: &mut Keeper| {
            let (state, history) = self.unpacked(program, position);
            keeper.tidy();
            keeper.set(&state, history);
        };
        set(keeper);
        if position.over.is_some() {
            return Ok(0);
        }
        keeper.legal(rules, program)?;
        let n = keeper.candidates.len();
        let passes = keeper.passes(rules, n);
        let turn = &rules.turns[keeper.desk.state().turn_idx()];
        let me = turn.actor;
        let mut seen = FxHashSet::default();
        let mut chosen: Vec<Option<Move>> = Vec::new();
        for i in 0..n {
            if seen.insert(keeper.passed_on(program, me, i)) {
                chosen.push(Some(keeper.show(i)));
            }
        }
        if passes && seen.insert(keeper.desk.hash_passed_on(program, None, me)) {
            chosen.push(None);
        }
        let found = chosen.len() as u64;
        if keeper.standing(rules, program, found > 0)?.is_some() {
            return Ok(0);
        }
        // A move that is drawn is no ply.
        if depth == 1 && !turn.chance {
            return Ok(found);
        }
        let below = if turn.chance { depth } else { depth - 1 };
        let mut total = 0_u64;
        for mv in chosen {
            set(keeper);
            self.make_move(program, keeper, mv.as_ref(), false)?;
            let after = self.stored(keeper);
            total = total.saturating_add(self.results(program, keeper, &after, below, stop)?);
        }
        Ok(total)
    }

    /// Makes a move that has been found before, or passes.
    fn make_move(
        &self,
        program: &Program,
        keeper: &mut Keeper,
        mv: Option<&Move>,
        counted: bool,
    ) -> Result<(), TooMany> {
        let me = self.rules.turns[keeper.desk.state().turn_idx()].actor;
        let (mut heads, mut told): (Vec<PartHead>, _) = (Vec::new(), None);
        if let Some(mv) = mv {
            mv.actions().iter().for_each(|action| keeper.desk.apply(program, action, me));
            heads.extend(mv.parts().map(|part| part.head));
            told = mv.turn_told();
        }
        keeper.finish(&self.rules, program, &heads, told, counted || program.judges_by_history())
    }
}

impl Keeper {
    /// The candidates for a search.
    fn plays<'k>(&'k self, program: &'k Program) -> impl Iterator<Item = Play> + 'k {
        (0..self.candidates.len()).map(|i| {
            let mv = self.show(i);
            let facts = facts_of_move(program, self.desk.state(), &mv);
            Play::at_place(i, facts, Some(Does::Makes(mv)))
        })
    }
}

impl Run for Form {
    fn position(&self, _program: &Program, state: &State) -> Option<Position> {
        Some(self.packed(state, state.history()))
    }

    fn state(&self, program: &Program, position: &Position) -> State {
        let (mut state, history) = self.unpacked(program, position);
        if !history.is_empty() {
            state.set_history(history.to_vec());
        }
        state
    }

    fn moves(&self, program: &Program, position: &Position) -> Result<Vec<Move>, TooMany> {
        if position.over.is_some() {
            return Ok(Vec::new());
        }
        self.with_keeper(program, position, |keeper, rules| {
            keeper.legal(rules, program)?;
            let n = keeper.candidates.len();
            let mut moves: Vec<Move> = (0..n).map(|i| keeper.show(i)).collect();
            if keeper.passes(rules, n) {
                moves.push(Move::pass());
            }
            Ok(moves)
        })
    }

    fn outcome(&self, program: &Program, position: &Position) -> Result<Option<Outcome>, TooMany> {
        if position.over.is_some() {
            return Ok(position.over.clone());
        }
        self.with_keeper(program, position, |keeper, rules| {
            let can_move = keeper.can_move(rules, program)?;
            keeper.standing(rules, program, can_move)
        })
    }

    fn plays(
        &self,
        program: &Program,
        position: &Position,
        stage: Stage,
        out: &mut Vec<Play>,
    ) -> Result<(), TooMany> {
        out.clear();
        if position.over.is_some() {
            return Ok(());
        }
        self.with_keeper(program, position, |keeper, rules| {
            keeper.legal(rules, program)?;
            let n = keeper.candidates.len();
            out.extend(keeper.plays(program).filter(|play| stage.wants(play.facts)));
            if keeper.passes(rules, n) && stage.wants(Facts::default()) {
                out.push(Play::pass(n));
            }
            Ok(())
        })
    }

    fn plays_of(
        &self,
        program: &Program,
        position: &Position,
        cell: CellId,
        out: &mut Vec<Play>,
    ) -> Result<bool, TooMany> {
        out.clear();
        if position.over.is_some() || !self.rules.apart {
            return Ok(position.over.is_some());
        }
        self.with_keeper(program, position, |keeper, rules| {
            keeper.legal_of(rules, program, cell)?;
            out.extend(keeper.plays(program));
            Ok(true)
        })
    }

    fn make(&self, program: &Program, position: &mut Position, play: &Play) -> Result<(), TooMany> {
        if position.over.is_some() {
            return Ok(());
        }
        let after = self.with_keeper(program, position, |keeper, _| {
            let mv = match play.does.as_deref() {
                Some(Does::Makes(mv)) => Some(mv),
                _ => None,
            };
            self.make_move(program, keeper, mv, false)?;
            Ok(self.stored(keeper))
        })?;
        *position = after;
        Ok(())
    }

    fn standing(
        &self,
        program: &Program,
        position: &Position,
        has_moves: bool,
        _real: bool,
    ) -> Result<Option<Outcome>, TooMany> {
        self.with_keeper(program, position, |keeper, rules| keeper.standing(rules, program, has_moves))
    }

    fn show(&self, _program: &Program, _position: &Position, play: &Play) -> Option<Move> {
        Some(match play.does.as_deref() {
            Some(Does::Makes(mv)) => mv.clone(),
            _ => Move::pass(),
        })
    }

    fn count(&self, program: &Program, position: &Position) -> Result<u64, TooMany> {
        if position.over.is_some() {
            return Ok(0);
        }
        self.with_keeper(program, position, |keeper, rules| {
            keeper.legal(rules, program)?;
            let n = keeper.candidates.len();
            Ok(n as u64 + u64::from(keeper.passes(rules, n)))
        })
    }

    fn can_move(&self, program: &Program, position: &Position) -> Result<bool, TooMany> {
        if position.over.is_some() {
            return Ok(false);
        }
        self.with_keeper(program, position, |keeper, rules| keeper.can_move(rules, program))
    }

    fn is_remembered(&self) -> bool {
        true
    }

    fn make_random(&self, program: &Program, position: &mut Position, seed: u64) -> Result<bool, TooMany> {
        let after = self.with_keeper(program, position, |keeper, rules| {
            let counted = program.judges_by_history();
            let over = keeper.random_ply(rules, program, &mut Draw::new(seed), counted)?;
            Ok(over.is_none().then(|| self.stored(keeper)))
        })?;
        let made = after.is_some();
        after.into_iter().for_each(|after| *position = after);
        Ok(made)
    }

    fn playout(
        &self,
        program: &Program,
        position: &Position,
        history: &[u64],
        cap: usize,
        seed: u64,
    ) -> Result<(usize, Option<Outcome>), TooMany> {
        self.with_keeper(program, position, |keeper, rules| {
            self.begin(program, keeper, history);
            let draw = &mut Draw::new(seed);
            for ply in 0..cap {
                let over = keeper.random_ply(rules, program, draw, true)?;
                if over.is_some() {
                    return Ok((ply, over));
                }
            }
            Ok((cap, None))
        })
    }

    fn random_end(
        &self,
        program: &Program,
        position: &Position,
        history: &[u64],
        cap: usize,
        seed: u64,
    ) -> Option<Position> {
        let end = self.with_keeper(program, position, |keeper, rules| {
            self.begin(program, keeper, history);
            let draw = &mut Draw::new(seed);
            for _ in 0..cap {
                if keeper.random_ply(rules, program, draw, true)?.is_some() {
                    break;
                }
            }
            Ok(self.stored(keeper))
        });
        end.ok()
    }

    fn look(&self, program: &Program, position: &Position, out: &mut Sight) {
        out.of_state(program, &self.unpacked(program, position).0);
    }

    fn perft(
        &self,
        program: &Program,
        position: &Position,
        depth: u32,
        stop: Stop<'_>,
    ) -> Result<u64, TooMany> {
        if depth == 0 {
            return Ok(1);
        }
        self.with_keeper(program, position, |keeper, _| self.results(program, keeper, position, depth, stop))
    }

    fn forms(&self) -> Vec<RuleForm> {
        self.forms.clone()
    }
}
