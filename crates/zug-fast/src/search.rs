//! What a search asks for: moves in stages with facts about each, their number and a random one without a list.

use crate::bits;
use crate::flow::Effect;
use crate::follow::Changed;
use crate::make::{Step, Traces};
use crate::offer::{Anchor, Scratch};
use crate::pins::Legal;
use crate::plan::Plan;
use crate::position::{Changes, Position};
use crate::recipe::Recipe;
use crate::route::TooMany;
use crate::run::Workplace;
use smallvec::SmallVec;
use zug_ir::{CellId, KindId, Pass, Pile, PlayerId};
use zug_vm::{Action, Move, Program, State};

/// Which moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    All,
    /// Those that take pieces.
    Captures,
    /// The others.
    Quiet,
}

/// What is known of a move before it is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Facts {
    /// Pieces that are on the board before the move and not after it; where pieces lie in heaps, how often some are taken.
    pub captures: u16,
    /// Some piece becomes one of another kind.
    pub promotes: bool,
    /// No position that was there before can come again. `false` where it is not known.
    pub irreversible: bool,
    /// How promising the rules call it; 0 if they say nothing.
    pub weight: i32,
    /// The rules call it forced: what it leads to has to be looked at before the position is judged.
    pub forced: bool,
}

impl Facts {
    /// The same with what the rules have said about the move.
    pub(crate) fn with_note(mut self, mv: &Move) -> Facts {
        if let Some(note) = mv.note() {
            (self.weight, self.forced) = (note.weight.unwrap_or(0), note.forced);
        }
        self
    }
}

/// A legal move as a search keeps it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Play {
    pub(crate) steps: SmallVec<[Step; 2]>,
    /// Its place in the list of moves, in forms that keep no steps.
    pub(crate) n: u32,
    pub(crate) by_place: bool,
    /// What it does, in forms that would have to look for it again.
    pub(crate) does: Option<Box<Does>>,
    pub facts: Facts,
}

/// What a move of a game of heaps does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Does {
    /// It is that of a rule for a cell.
    Runs {
        rule: u16,
        start: u8,
    },
    Changes(Changed),
    /// It is this move.
    Makes(Move),
}

impl Play {
    /// The move in that place of the list, in forms that keep no steps.
    pub(crate) fn at_place(n: usize, facts: Facts, does: Option<Does>) -> Play {
        Play { steps: SmallVec::new(), n: n as u32, by_place: true, does: does.map(Box::new), facts }
    }

    /// A pass behind so many other moves.
    pub(crate) fn pass(n: usize) -> Play {
        Play { by_place: false, ..Play::at_place(n, Facts::default(), None) }
    }

    /// A number that tells it from the other moves of the same position, and is the same whenever the position comes again.
    pub fn key(&self) -> u64 {
        const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
        let mix = |h: u64, step: &Step| {
            let ends = u64::from(step.start) | u64::from(step.to) << 16 | u64::from(step.choice) << 32;
            let rest = u64::from(step.exit.0) | u64::from(step.rule) << 32;
            // Each half in a round of its own: nothing of one can undo something of the other.
            let half = (h.rotate_left(23) ^ ends).wrapping_mul(ODD);
            (half.rotate_left(23) ^ rest).wrapping_mul(ODD)
        };
        self.steps.iter().fold(u64::from(self.n) + 1, mix)
    }

    /// Where it begins and ends, if the form keeps that; a drop begins where it ends.
    pub fn ends(&self) -> Option<(CellId, CellId)> {
        if let Some(Does::Makes(mv)) = self.does.as_deref() {
            return ends_of_move(mv);
        }
        let (first, last) = (self.steps.first()?, self.steps.last()?);
        Some((CellId(first.start), CellId(last.to)))
    }

    /// Is it a pass? Forms that keep only places in a list do not tell.
    pub fn is_pass(&self) -> bool {
        self.steps.is_empty() && !self.by_place
    }
}

impl Stage {
    pub(crate) fn wants(self, facts: Facts) -> bool {
        match self {
            Stage::All => true,
            Stage::Captures => facts.captures > 0,
            Stage::Quiet => facts.captures == 0,
        }
    }
}

impl<const W: usize> Plan<W> {
    /// The legal moves of a stage.
    pub(crate) fn plays(
        &self,
        position: &Position,
        stage: Stage,
        place: &mut Workplace<W>,
        out: &mut Vec<Play>,
    ) -> Result<(), TooMany> {
        out.clear();
        if position.over.is_some() {
            return Ok(());
        }
        if position.is_crowded(&self.layout) {
            return Err(TooMany);
        }
        let (_, open) = self.offers(position, &mut place.scratch);
        let mut others = false;
        if open {
            self.legal_routes(position, &mut place.scratch)?;
            let Scratch { space, traces, .. } = &mut place.scratch;
            for i in 0..space.routes.len() {
                let steps = SmallVec::from_slice(space.routes.get(i));
                self.sort(position, steps, stage, traces, out, &mut others);
            }
        } else {
            self.one_part_plays(position, stage, place, out, &mut others);
        }
        let passes = match self.stages.pass {
            Some(Pass::Always) => true,
            // With a capture there is no need to look for other moves.
            Some(Pass::Forced) if out.is_empty() && !others => true,
            _ => false,
        };
        if passes && stage != Stage::Captures && self.may_pass(position, &mut place.scratch) {
            out.push(Play {
                steps: SmallVec::new(),
                n: 0,
                by_place: false,
                does: None,
                facts: Facts::default(),
            });
        }
        Ok(())
    }

    fn one_part_plays(
        &self,
        position: &Position,
        stage: Stage,
        place: &mut Workplace<W>,
        out: &mut Vec<Play>,
        others: &mut bool,
    ) {
        let actor = self.turns[position.turn as usize].actor;
        let judged = self.judges(actor);
        let pins = if judged { self.pins(position, actor) } else { None };
        // A pass may depend on there being no move of the other sort.
        let all = self.stages.pass == Some(Pass::Forced);
        let mut after = place.spare.pop().unwrap_or_else(|| position.clone());
        let Scratch { offers, traces, .. } = &mut place.scratch;
        let empty = position.board::<W>(self.empty);
        for offer in offers.iter() {
            let mut offer = *offer;
            if let (Anchor::Targets(_), Recipe::Move(_), false) =
                (offer.anchor, &self.recipes[offer.exit.0 as usize], all)
            {
                match stage {
                    Stage::All => {}
                    Stage::Captures => offer.cells = bits::and_not(&offer.cells, empty),
                    Stage::Quiet => offer.cells = bits::and(&offer.cells, empty),
                }
                offer.n = bits::count(&offer.cells) * self.choices[offer.exit.0 as usize];
            }
            for n in 0..offer.n {
                let Some(step) = self.resolved(position, self.step(&offer, n), traces) else { continue };
                let legal = match &pins {
                    Some(pins) => self.is_legal(position, pins, step),
                    None => Legal::Perhaps,
                };
                if legal == Legal::No {
                    continue;
                }
                if judged && legal == Legal::Perhaps {
                    after.copy(position);
                    self.make(&mut after, step, traces);
                    if !self.passes(&after, actor, Some(step), traces, 0) {
                        continue;
                    }
                }
                self.sort(position, SmallVec::from_slice(&[step]), stage, traces, out, others);
            }
        }
        place.spare.push(after);
    }

    /// Keeps a move if it is wanted.
    fn sort(
        &self,
        position: &Position,
        steps: SmallVec<[Step; 2]>,
        stage: Stage,
        traces: &mut Traces,
        out: &mut Vec<Play>,
        others: &mut bool,
    ) {
        let facts = self.facts(position, &steps, traces);
        if stage.wants(facts) {
            out.push(Play { steps, n: 0, by_place: false, does: None, facts });
        } else {
            *others = true;
        }
    }

    /// What is known of a legal move.
    pub(crate) fn facts(&self, position: &Position, steps: &[Step], traces: &mut Traces) -> Facts {
        let mut facts = Facts::default();
        if let [step] = steps
            && let Recipe::Move(moved) = &self.recipes[step.exit.0 as usize]
        {
            let code = position.code(&self.layout, step.start);
            let becomes = moved.becomes(code, step.choice);
            let taken = step.start != step.to && position.code(&self.layout, step.to) != 0;
            facts.captures = u16::from(taken);
            facts.promotes = self.codes.kind[code as usize] != self.codes.kind[becomes as usize];
        } else if self.layout.piles {
            // What is taken may stay on the board.
            let mut now = position.clone();
            let mut takes = 0;
            for step in steps {
                self.pile_part(&mut now, *step, traces, &mut |action| match action {
                    Action::Capture { .. } | Action::CaptureLate { .. } | Action::Tuck { .. } => takes += 1,
                    Action::ChangeKind { .. } | Action::Promote { .. } => facts.promotes = true,
                    _ => {}
                });
            }
            facts.captures = takes;
        } else {
            let mut now = position.clone();
            let before = self.standing_pieces(&now);
            let mut arrived = 0;
            now.changes = Changes::default();
            for step in steps {
                let exit = self.shared.exits.get(step.exit);
                arrived += i64::from(exit.drop && !exit.still) + i64::from(exit.copy);
                self.make_part(&mut now, *step, traces);
                let effects = if exit.effects_on_the_way { &traces.effects } else { &exit.effects };
                for effect in effects {
                    arrived += i64::from(matches!(effect, Effect::Create(..)));
                    facts.promotes |= matches!(effect, Effect::ChangeKind(..) | Effect::Promote(..));
                }
                facts.promotes |= !exit.kinds.is_empty();
            }
            let gone = before + arrived - self.standing_pieces(&now);
            facts.captures = gone.clamp(0, i64::from(u16::MAX)) as u16;
        }
        let goes_on = |step: &Step| {
            let code = position.code(&self.layout, step.start) as usize;
            !self.shared.exits.get(step.exit).drop
                && code != 0
                && self.lasting().is_move(PlayerId(self.codes.owner[code]), KindId(self.codes.kind[code]))
        };
        facts.irreversible =
            facts.captures > 0 && self.lasting().captures || steps.len() == 1 && goes_on(&steps[0]);
        facts
    }

    /// Pieces on the board, without those that are as good as gone.
    fn standing_pieces(&self, position: &Position) -> i64 {
        let occupied = bits::and_not(&self.all_cells, position.board::<W>(self.empty));
        let left = match self.layout.doomed {
            Some(doomed) => bits::and_not(&occupied, position.board::<W>(doomed)),
            None => occupied,
        };
        i64::from(bits::count(&left))
    }

    /// How many legal moves there are.
    pub(crate) fn count_plays(&self, position: &Position, place: &mut Workplace<W>) -> Result<u64, TooMany> {
        if position.over.is_some() {
            return Ok(0);
        }
        if position.is_crowded(&self.layout) {
            return Err(TooMany);
        }
        let actor = self.turns[position.turn as usize].actor;
        let (total, open) = self.offers(position, &mut place.scratch);
        let n = if open {
            self.legal_routes(position, &mut place.scratch)?;
            place.scratch.space.routes.len() as u64
        } else if self.judges(actor) || self.lazy {
            match self.pins(position, actor).filter(|_| self.judges(actor)) {
                Some(pins) => u64::from(self.count_all_legal(position, &pins, place)),
                None => self.count_one_by_one(position, place),
            }
        } else {
            u64::from(total)
        };
        let passes = match self.stages.pass {
            Some(Pass::Always) => true,
            Some(Pass::Forced) => n == 0,
            Some(Pass::Never) | None => false,
        };
        Ok(n + u64::from(passes && self.may_pass(position, &mut place.scratch)))
    }

    /// How many moves on offer are legal, each made to find out.
    fn count_one_by_one(&self, position: &Position, place: &mut Workplace<W>) -> u64 {
        let actor = self.turns[position.turn as usize].actor;
        let mut after = place.spare.pop().unwrap_or_else(|| position.clone());
        let Scratch { offers, traces, .. } = &mut place.scratch;
        let mut is_legal = |step: Step| {
            let Some(step) = self.resolved(position, step, traces) else { return false };
            after.copy(position);
            self.make(&mut after, step, traces);
            !self.judges(actor) || self.passes(&after, actor, Some(step), traces, 0)
        };
        let steps = offers.iter().flat_map(|offer| (0..offer.n).map(move |n| self.step(offer, n)));
        let n = steps.filter(|step| is_legal(*step)).count();
        place.spare.push(after);
        n as u64
    }
}

/// The facts of a move, for forms that have no better way: what its actions say.
pub(crate) fn facts_of<'a>(actions: impl Iterator<Item = &'a Action>) -> Facts {
    let takes = |a: &&Action| matches!(a, Action::Capture { .. } | Action::CaptureLate { .. });
    let captures = actions.filter(takes).count();
    Facts { captures: captures.min(usize::from(u16::MAX)) as u16, ..Facts::default() }
}

/// Where a move of the interpreter begins and ends; a drop begins where it ends.
pub fn ends_of_move(mv: &Move) -> Option<(CellId, CellId)> {
    let (first, last) = (mv.parts().next()?.head, mv.parts().next_back()?.head);
    let from = if first.from == zug_vm::NO_CELL { last.to } else { first.from };
    (last.to != zug_vm::NO_CELL).then_some((CellId(from), CellId(last.to)))
}

/// What is known of a move of the interpreter: its actions tell, so it need not be made.
pub fn facts_of_move(program: &Program, state: &State, mv: &Move) -> Facts {
    let changes = |a: &Action| matches!(a, Action::ChangeKind { .. } | Action::Promote { .. });
    let promotes = mv.actions().iter().any(changes);
    let captures = match program.game().rules.pile {
        Pile::Single => gone(state, mv),
        // What is taken may stay on the board.
        Pile::Stack | Pile::Heap => {
            let takes = |a: &&Action| {
                matches!(a, Action::Capture { .. } | Action::CaptureLate { .. } | Action::Tuck { .. })
            };
            mv.actions().iter().filter(takes).count()
        }
    };
    let facts = Facts { captures: captures.min(usize::from(u16::MAX)) as u16, promotes, ..Facts::default() };
    facts.with_note(mv)
}

/// How many pieces that stood on the board are not there any more, where a cell holds one.
fn gone(state: &State, mv: &Move) -> usize {
    let mut cells: Vec<(CellId, bool)> = Vec::with_capacity(4);
    let (mut before, mut arrived) = (0, 0);
    let mut set = |cell: CellId, stands: bool| match cells.iter_mut().find(|(c, _)| *c == cell) {
        Some((_, now)) => *now = stands,
        None => {
            before += usize::from(state.piece(cell).is_some());
            cells.push((cell, stands));
        }
    };
    for part in mv.parts() {
        // The movements that a part begins with are simultaneous.
        let together = part.actions.iter().take_while(|a| matches!(a, Action::Move { .. })).count();
        for action in &part.actions[..together] {
            if let Action::Move { from, .. } = action {
                set(*from, false);
            }
        }
        for (i, action) in part.actions.iter().enumerate() {
            match action {
                Action::Move { from, to, .. } => {
                    if i >= together {
                        set(*from, false);
                    }
                    set(*to, true);
                }
                Action::Copy { to: at, .. } | Action::Drop { at, .. } | Action::Create { at, .. } => {
                    arrived += 1;
                    set(*at, true);
                }
                Action::Land { at, .. } => set(*at, true),
                Action::Lift { at, .. } | Action::Capture { at, .. } | Action::CaptureLate { at, .. } => {
                    set(*at, false);
                }
                _ => {}
            }
        }
    }
    let left = cells.iter().filter(|(_, stands)| *stands).count();
    (before + arrived).saturating_sub(left)
}
