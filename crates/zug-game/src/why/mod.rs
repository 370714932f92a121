//! Why a move is legal, illegal or forced: the answer as data, with places in the author's text.
//!
//! [`State::why`] reads the move, looks for it among the legal ones, then among all that the rules make (and tells
//! which stage dropped it), then among those that the rules nearly make (and tells which of their conditions do not
//! hold). What a sentence about it says is the business of whoever shows it.

mod answer;
mod forced;
mod wanted;
mod words;

pub use answer::{Cause, Dropped, Explanation, Forced, Reason, Rule};

use crate::name::{names, short};
use crate::state::{State, Turn};
use wanted::{Leg, Wanted, folded};
use zug_ir::{KindId, Pass, Pile, Stage, Start};
use zug_vm::{Begin, Fate, Fit, Judged, Move, Near, Outcome, Piece, RunError};

/// Why there is no answer.
#[derive(Clone, Debug, thiserror::Error)]
pub enum WhyError {
    /// The text is neither a name of a move nor made of cells.
    #[error("`{text}` is neither the name of a move here nor made of cells of the board{}", legal(.moves))]
    Unreadable { text: String, moves: Vec<String> },
    /// The rules asked for too much.
    #[error(transparent)]
    Run(#[from] RunError),
}

fn legal(moves: &[String]) -> String {
    if moves.is_empty() { String::new() } else { format!("; legal are {}", moves.join(", ")) }
}

/// Names that are told as examples.
const MAX_EXAMPLES: usize = 8;

impl State {
    /// Why a move is legal, illegal or forced. `text` is its name as among the legal moves, or cells of
    /// something somebody wants to play: `e2-e4`, `Pawn@e4`, `pass`.
    ///
    /// # Errors
    ///
    /// If the text cannot be understood, or the rules ask for too much.
    pub fn why(&self, text: &str) -> Result<Explanation, WhyError> {
        let wanted = Wanted::read(self.game(), text);
        match self.turn()? {
            Turn::Over(outcome) => self.after_the_end(wanted, outcome),
            Turn::Chance(player) => {
                let drawn = self.named_moves()?.into_iter().find(|(name, _)| folded(name) == folded(text));
                let reason = Reason::Drawn { player };
                Ok(match drawn {
                    Some((name, _)) => Explanation { name, legal: true, reason, forced: None },
                    None => Explanation::illegal(&wanted.text, reason),
                })
            }
            Turn::Player(_) => {
                let inquiry =
                    Inquiry { state: self, legal: self.named_moves()?, all: self.candidates()?, wanted };
                debug_assert!(inquiry.is_consistent(), "what is called legal are the legal moves");
                inquiry.answer()
            }
        }
    }

    fn after_the_end(&self, wanted: Wanted, outcome: Outcome) -> Result<Explanation, WhyError> {
        let game = self.game();
        let all = self.candidates()?;
        let has_moves = all.iter().any(|judged| judged.fate == Fate::Legal);
        let goal = game.with_engine(|engine| engine.ended_by(game.program(), self.position(), has_moves));
        let goal = goal.and_then(|origin| game.places().get(origin));
        let name = wanted.text.clone();
        let stuck = if has_moves || self.position().outcome().is_some() {
            None
        } else {
            let answer = Inquiry { state: self, legal: Vec::new(), all, wanted }.answer()?;
            Some(Box::new(answer.reason))
        };
        Ok(Explanation::illegal(&name, Reason::Over { outcome, goal, stuck }))
    }

    /// Everything the rules make, with what became of it.
    fn candidates(&self) -> Result<Vec<Judged>, RunError> {
        self.game().with_engine(|engine| engine.judged(self.game().program(), self.position()))
    }
}

/// One question.
struct Inquiry<'a> {
    state: &'a State,
    /// The legal moves by name.
    legal: Vec<(String, &'a Move)>,
    /// All that the rules make.
    all: Vec<Judged>,
    wanted: Wanted,
}

impl Inquiry<'_> {
    fn answer(&self) -> Result<Explanation, WhyError> {
        if let Some(found) = self.among_legal()? {
            return Ok(found);
        }
        if let Some(found) = self.among_dropped()? {
            return Ok(found);
        }
        if !self.wanted.is_clear() && !self.could_be_named() {
            let moves = self.legal.iter().take(MAX_EXAMPLES).map(|(name, _)| name.clone()).collect();
            return Err(WhyError::Unreadable { text: self.wanted.text.clone(), moves });
        }
        let reason = match self.not_even_tried() {
            Some(reason) => reason,
            None => self.nearly()?,
        };
        Ok(Explanation::illegal(&self.wanted.text, reason))
    }

    /// Do the two ways to find the legal moves agree?
    fn is_consistent(&self) -> bool {
        let judged = self.all.iter().filter(|j| j.fate == Fate::Legal).map(|j| &j.mv);
        judged.eq(self.legal.iter().map(|(_, mv)| *mv))
    }

    fn fit(&self, mv: &Move) -> Fit {
        self.wanted.fit(self.state.game(), mv)
    }

    fn among_legal(&self) -> Result<Option<Explanation>, RunError> {
        let exact = self.legal.iter().find(|(name, _)| *name == self.wanted.text);
        let alike: Vec<&(String, &Move)> = match exact {
            Some(one) => vec![one],
            None => {
                let text = folded(&self.wanted.text);
                let by_name: Vec<_> = self.legal.iter().filter(|(name, _)| folded(name) == text).collect();
                let by_cells = || self.legal.iter().filter(|(_, mv)| self.fit(mv) == Fit::Yes).collect();
                if by_name.is_empty() { by_cells() } else { by_name }
            }
        };
        if let [(name, mv)] = alike[..] {
            let parts = self.rules_of(mv)?;
            let reason = Reason::Made { rules: parts };
            return Ok(Some(Explanation { name: name.clone(), legal: true, reason, forced: self.forced()? }));
        }
        if !alike.is_empty() {
            let moves = alike.iter().take(MAX_EXAMPLES).map(|(name, _)| name.clone()).collect();
            let reason = Reason::Several { moves, count: alike.len() };
            let forced = self.forced()?;
            return Ok(Some(Explanation { name: self.wanted.text.clone(), legal: true, reason, forced }));
        }
        let longer: Vec<&String> =
            self.legal.iter().filter(|(_, mv)| self.fit(mv) == Fit::Longer).map(|(name, _)| name).collect();
        if longer.is_empty() {
            return Ok(None);
        }
        let moves = longer.iter().take(MAX_EXAMPLES).map(|name| (*name).clone()).collect();
        let reason = Reason::Unfinished { moves, count: longer.len() };
        Ok(Some(Explanation::illegal(&self.wanted.text, reason)))
    }

    /// The rules that made the parts of a legal move.
    fn rules_of(&self, mv: &Move) -> Result<Vec<Rule>, RunError> {
        let Some(judged) = self.all.iter().find(|j| j.fate == Fate::Legal && j.mv == *mv) else {
            return Ok(Vec::new());
        };
        self.makers(judged)
    }

    fn makers(&self, judged: &Judged) -> Result<Vec<Rule>, RunError> {
        let game = self.state.game();
        let made = game.with_engine(|engine| engine.makers(game.program(), self.state.position(), judged))?;
        Ok(made.iter().map(|made_by| Rule::new(game, made_by)).collect())
    }

    fn among_dropped(&self) -> Result<Option<Explanation>, RunError> {
        let moves: Vec<Move> = self.all.iter().map(|j| j.mv.clone()).collect();
        let names = names(self.state.game(), &moves);
        let text = folded(&self.wanted.text);
        let by_name = (0..names.len()).filter(|&i| folded(&names[i]) == text);
        let by_cells = (0..moves.len()).filter(|&i| self.fit(&moves[i]) == Fit::Yes);
        // Of several the one that came furthest.
        let best = by_name.chain(by_cells).max_by_key(|&i| (stage(&self.all[i].fate), std::cmp::Reverse(i)));
        let longer = || {
            let longer = (0..moves.len()).filter(|&i| self.fit(&moves[i]) == Fit::Longer);
            longer.max_by_key(|&i| (stage(&self.all[i].fate), std::cmp::Reverse(i)))
        };
        let Some(i) = best.or_else(longer) else { return Ok(None) };
        let reason = self.dropped(i)?;
        Ok(Some(Explanation::illegal(&names[i], reason)))
    }

    /// Why one of all moves was dropped.
    fn dropped(&self, i: usize) -> Result<Reason, RunError> {
        let game = self.state.game();
        let places = game.places();
        let name = |i: usize| self.name_of(i);
        Ok(match &self.all[i].fate {
            Fate::Legal => Reason::Made { rules: self.makers(&self.all[i])? },
            Fate::Recheck(hurdle) => Reason::Recheck { cause: Cause::new(game, hurdle) },
            Fate::Unlawful(hurdle) => Reason::Unlawful { cause: Cause::new(game, hurdle) },
            Fate::Outranked { better, by } => {
                let is_better = |fate: &Fate| !matches!(fate, Fate::Outranked { .. } | Fate::Recheck(_));
                let of_better = (0..self.all.len()).filter(|&j| is_better(&self.all[j].fate));
                let examples: Vec<String> = of_better.clone().take(MAX_EXAMPLES).map(name).collect();
                Reason::Outranked {
                    better: *better,
                    moves: if examples.is_empty() { vec![name(*by)] } else { examples },
                    count: of_better.count().max(1),
                    own: self.makers(&self.all[i])?.into_iter().next(),
                    rule: self.makers(&self.all[*by])?.into_iter().next(),
                    said: places.said("priorities", None).or_else(|| places.said("move-priorities", None)),
                }
            }
            Fate::Exposed { cell, attackers } => {
                Reason::Exposed { cell: *cell, attackers: attackers.clone(), goal: self.royal_goal() }
            }
            Fate::Forbidden { stage } => Reason::Forbidden { stage: *stage },
            Fate::BringsBack(ko) => Reason::BringsBack { ko: *ko, said: places.said("option", Some("ko")) },
            Fate::Worse { by, criterion, value, best } => Reason::Worse {
                value: *value,
                best: *best,
                example: name(*by),
                criterion: words::criterion(game, *criterion),
                said: places.of_preference(*criterion),
            },
            Fate::StopsShort { by } => {
                Reason::StopsShort { example: name(*by), said: places.said("option", Some("landing")) }
            }
            Fate::SameAs(other) => Reason::SameAs { name: name(*other) },
        })
    }

    /// The name of one of all moves: as a legal one, if it is legal.
    fn name_of(&self, i: usize) -> String {
        let mv = &self.all[i].mv;
        let legal = self.legal.iter().find(|(_, legal)| **legal == *mv).map(|(name, _)| name.clone());
        legal.unwrap_or_else(|| short(self.state.game(), mv))
    }

    /// The goal that makes a piece royal in ZRF: whoever can be checkmated may not be left in check.
    fn royal_goal(&self) -> Option<crate::places::Place> {
        let game = self.state.game();
        let mover = game.program().turn(self.state.position()).actor;
        let mates = |goal: &&zug_ir::Goal| goal.players.contains(&mover) && words::speaks_of_mate(&goal.cond);
        game.ir().goals.iter().find(mates).and_then(|goal| game.places().get(goal.origin))
    }

    /// Could the text be a name that rules give?
    fn could_be_named(&self) -> bool {
        let scripts = self.state.game().ir().scripted.iter().flat_map(|s| &s.scripts);
        scripts.flat_map(|s| &s.code).any(|op| matches!(op, zug_ir::ScriptOp::Log { .. }))
            && self.all.iter().any(|j| j.mv.note().is_some_and(|n| !n.name.is_empty()))
    }

    /// What is wrong before any rule is asked.
    fn not_even_tried(&self) -> Option<Reason> {
        let (game, position) = (self.state.game(), self.state.position());
        let program = game.program();
        let turn = program.turn(position);
        if self.wanted.pass
            && game.ir().scripted.as_ref().is_none_or(|s| s.players[turn.actor.idx()].is_empty())
        {
            let pass = game.ir().stages.iter().find_map(|stage| match stage {
                Stage::Pass(pass) => Some(*pass),
                _ => None,
            });
            let said = game.places().said("option", Some("pass"));
            return Some(Reason::NoPass { rule: pass.unwrap_or(Pass::Never), said });
        }
        if let Some(cell) = self.wanted.from() {
            let anyone = game.ir().rules.start == Start::Anyone;
            let shared =
                |kind: KindId| game.ir().scripted.as_ref().is_some_and(|s| s.kinds[kind.idx()].shared);
            let movers: Vec<Piece> = match game.ir().rules.pile {
                Pile::Heap => position.heap(program, cell).map(|(piece, _)| piece).collect(),
                Pile::Single | Pile::Stack => {
                    Some(position.piece(cell)).filter(|p| p.is_some()).into_iter().collect()
                }
            };
            let Some(top) = movers.first() else { return Some(Reason::NothingThere { cell }) };
            let mine = |piece: &Piece| piece.owner() == turn.actor || anyone || shared(piece.kind());
            let Some(own) = movers.iter().find(|piece| mine(piece)) else {
                let (kind, owner) = (top.kind(), top.owner());
                return Some(Reason::NotYours { cell, kind, owner, to_move: turn.actor });
            };
            return self.no_rules(own.kind(), false);
        }
        if let Some(kind) = self.wanted.drop {
            self.no_rules(kind, true).or_else(|| {
                let none = position.reserve(program, turn.actor, kind) == 0;
                none.then_some(Reason::NoneInHand { kind, player: turn.actor })
            })
        } else {
            None
        }
    }

    fn no_rules(&self, kind: KindId, drop: bool) -> Option<Reason> {
        let ir = self.state.game().ir();
        let (moves, drops) = match &ir.scripted {
            Some(s) => (s.kinds[kind.idx()].moves.len(), s.kinds[kind.idx()].drops.len()),
            None => (ir.kinds[kind.idx()].moves.len(), ir.kinds[kind.idx()].drops.len()),
        };
        let n = if drop { drops } else { moves };
        (n == 0).then_some(Reason::NoRules { kind, drop })
    }

    /// The rules that came nearest.
    fn nearly(&self) -> Result<Reason, RunError> {
        let (game, position) = (self.state.game(), self.state.position());
        let begin = match (self.wanted.from(), self.wanted.drop) {
            (Some(cell), _) => Begin::Cell(cell),
            (None, Some(kind)) => Begin::Drop(kind),
            (None, None) => Begin::Anywhere,
        };
        let fit = |mv: &Move| self.fit(mv);
        let nearly = game.with_engine(|engine| engine.nearly(game.program(), position, begin, &fit))?;
        if let Some(Near { mv, made_by, hurdles }) = nearly.moves.first() {
            let last = made_by.len().min(mv.n_parts()).saturating_sub(1);
            let rule = made_by.get(last).or(made_by.last()).map(|made_by| Rule::new(game, made_by));
            let causes = hurdles.iter().map(|hurdle| Cause::new(game, hurdle)).collect();
            return Ok(Reason::Stopped { rule, causes });
        }
        let kind = match begin {
            Begin::Cell(cell) => Some(position.piece(cell)).filter(|p| p.is_some()).map(|p| p.kind()),
            Begin::Drop(kind) => Some(kind),
            Begin::Anywhere => None,
        };
        let drop = matches!(self.wanted.legs.first(), Some(Leg::Drop(_)));
        Ok(Reason::NoWay {
            kind,
            cells: self.wanted.cells(),
            drop,
            complete: nearly.complete,
            dice: self.dice(),
        })
    }

    /// What the dice show that have not been used yet.
    fn dice(&self) -> Vec<i32> {
        let (ir, position) = (self.state.game().ir(), self.state.position());
        let slots = ir.scripted.iter().flat_map(|s| &s.dice).flat_map(|dice| &dice.slots);
        let faces = slots.map(|&slot| position.global(slot)).filter(|face| *face != 0);
        faces.map(|face| if face == zug_ir::script::BLANK_FACE { 0 } else { face }).collect()
    }
}

/// How far a move came.
fn stage(fate: &Fate) -> u32 {
    match fate {
        Fate::Recheck(_) => 0,
        Fate::Outranked { .. } => 1,
        Fate::Unlawful(_) | Fate::Exposed { .. } | Fate::Forbidden { .. } => 2,
        Fate::BringsBack(_) => 3,
        Fate::Worse { .. } => 4,
        Fate::StopsShort { .. } => 5,
        Fate::SameAs(_) => 6,
        Fate::Legal => 7,
    }
}
