//! Scripts: ids, the end of the code, the stack of values, and what is open, at every op that can be reached.
//!
//! Quantifiers, loops (`flood`, `reach`, `each`) and the change of the mover (`as_player`) are *frames*: an interpreter
//! keeps them on a stack of their own. Failing goes back to a choice and to the frames that were open there, so only
//! the ways that go forward are followed here. An op is visited once: the height of the stack and the innermost open
//! frame must be the same on all ways to it.

use super::errors::{Errors, Invariant, Place};
use crate::flow::Flow;
use crate::game::Game;
use crate::limits::{MAX_NESTED, MAX_VALUES};
use crate::operand::{Operand, OutOfRange, Sizes, in_range};
use crate::script::{Quantifier, Script, ScriptOp, Scripted};

/// What a script is run for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    Move = 1,
    /// At the end of a move that could have gone on.
    Closing = 2,
    Test = 4,
    /// For the numbers that it yields.
    Numbers = 8,
}

impl Role {
    const ALL: [(Self, &'static str); 4] = [
        (Self::Move, "makes moves"),
        (Self::Closing, "closes moves"),
        (Self::Test, "tests"),
        (Self::Numbers, "is run for its numbers"),
    ];
}

/// A set of roles.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Roles(u8);

impl Roles {
    pub(super) fn add(&mut self, role: Role) {
        self.0 |= role as u8;
    }

    fn has(self, role: Role) -> bool {
        self.0 & role as u8 != 0
    }
}

/// In which scripts an op has a meaning; `None`: in all.
fn meant_for(op: &ScriptOp) -> Option<&'static [Role]> {
    match op {
        ScriptOp::EndPart { .. } => Some(&[Role::Move]),
        ScriptOp::Emit {} | ScriptOp::Defer { .. } => Some(&[Role::Move, Role::Closing]),
        ScriptOp::Accept {} => Some(&[Role::Test, Role::Numbers]),
        ScriptOp::Yield {} => Some(&[Role::Move, Role::Closing, Role::Numbers]),
        _ => None,
    }
}

impl Errors {
    pub(super) fn scripts(&mut self, game: &Game, scripted: &Scripted, roles: &[Roles], sizes: &mut Sizes) {
        for (number, (script, roles)) in scripted.scripts.iter().zip(roles).enumerate() {
            if self.is_full() {
                return;
            }
            sizes.enter_script(script);
            let place = Place::Entry("script", number);
            if !script.origins.is_empty() {
                self.length(place, "origins", script.origins.len(), script.code.len());
            }
            let faults = self.len();
            for (at, op) in script.code.iter().enumerate() {
                let found = op.check(sizes).and_then(|()| more_ids(op, game, scripted));
                self.check_op(Invariant::CodeIds, (place, at, op), found);
                if !op.piles().contains(&game.rules.pile) {
                    let message = format!("is not for cells that hold a {}", game.rules.pile.word());
                    self.push_op(Invariant::PileOps, (place, at, op), message);
                }
            }
            self.script_end(place, script);
            // The rest follows labels, so they must be good.
            if self.len() == faults {
                Walk::new(place, &script.code, *roles, self).run();
            }
        }
    }

    fn script_end(&mut self, place: Place, script: &Script) {
        match script.code.last() {
            None => self.push(Invariant::CodeEnd, place, "has no ops"),
            Some(last) if last.flow().falls_through() => {
                let at = (place, script.code.len() - 1, last);
                self.push_op(Invariant::CodeEnd, at, "control runs off the end of the script");
            }
            Some(_) => {}
        }
    }

    fn push_op(
        &mut self,
        invariant: Invariant,
        (place, at, op): (Place, usize, &ScriptOp),
        message: impl Into<String>,
    ) {
        self.push_at(invariant, place, Some((at, op.mnemonic())), message);
    }

    fn check_op(
        &mut self,
        invariant: Invariant,
        at: (Place, usize, &ScriptOp),
        found: Result<(), OutOfRange>,
    ) {
        if let Err(wrong) = found {
            self.push_op(invariant, at, wrong.to_string());
        }
    }
}

/// Ids that an operand does not know to be ones.
fn more_ids(op: &ScriptOp, game: &Game, scripted: &Scripted) -> Result<(), OutOfRange> {
    match *op {
        ScriptOp::Dice { dice } | ScriptOp::UseDie { dice } => {
            in_range("dice", usize::from(dice), scripted.dice.len())
        }
        // One value for each player.
        ScriptOp::PlayerValue { first } | ScriptOp::SetPlayerValue { first } => {
            let last = first.idx() + game.players.len().saturating_sub(1);
            in_range("global", last, game.globals.len())
        }
        // Of more than there are a cell has no coordinate.
        ScriptOp::Coord { dimension: 0 } => {
            let most = game.board.grids.iter().map(|grid| grid.dims.len()).max();
            Err(OutOfRange { what: "dimension", index: 0, size: most.unwrap_or(0) })
        }
        _ => Ok(()),
    }
}

/// What an op may open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sort {
    Quantify(Quantifier),
    Flood,
    Reach,
    Each,
    As,
}

impl Sort {
    /// The op that opens it.
    fn word(self) -> &'static str {
        match self {
            Self::Quantify(_) => "quantify",
            Self::Flood => "flood",
            Self::Reach => "reach",
            Self::Each => "each",
            Self::As => "as_player",
        }
    }
}

/// Something open.
#[derive(Clone, Copy, Debug)]
struct Frame {
    sort: Sort,
    /// What the stack holds when it begins. The code inside does not pop it.
    base: usize,
    around: Open,
    depth: usize,
    /// Neither it nor anything around it is a quantifier or `as_player`: a move may end inside.
    ends: bool,
}

/// The innermost frame that is open. `flood` and `reach` alternate between looking for a cell and asking about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Open {
    /// [`NONE`], or the index of a frame.
    frame: u32,
    asking: bool,
}

const NONE: Open = Open { frame: u32::MAX, asking: false };

/// How an op is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct State {
    height: usize,
    open: Open,
}

/// What an op does next: nothing after a fault.
type Ways = [Option<(usize, State)>; 2];

struct Walk<'a> {
    place: Place,
    ops: &'a [ScriptOp],
    roles: Roles,
    errors: &'a mut Errors,
    frames: Vec<Frame>,
    states: Vec<Option<State>>,
    work: Vec<usize>,
}

impl<'a> Walk<'a> {
    fn new(place: Place, ops: &'a [ScriptOp], roles: Roles, errors: &'a mut Errors) -> Self {
        let states = vec![None; ops.len()];
        Self { place, ops, roles, errors, frames: Vec::new(), states, work: Vec::new() }
    }

    fn run(mut self) {
        self.enter(0, 0, State { height: 0, open: NONE });
        while let Some(at) = self.work.pop() {
            let Some(state) = self.states[at] else { continue };
            self.role(at, state);
            let ways = self.step(at, state).unwrap_or_default();
            for (way, state) in ways.into_iter().flatten() {
                if state.height > MAX_VALUES {
                    let message = format!("more than {MAX_VALUES} values on the stack");
                    self.fault(Invariant::StackDepth, at, message);
                } else {
                    self.enter(at, way, state);
                }
            }
        }
    }

    fn fault(&mut self, invariant: Invariant, at: usize, message: impl Into<String>) {
        self.errors.push_op(invariant, (self.place, at, &self.ops[at]), message);
    }

    /// Comes to an op from another one.
    fn enter(&mut self, from: usize, at: usize, state: State) {
        let Some(known) = self.states.get_mut(at) else { return };
        match *known {
            None => {
                *known = Some(state);
                self.work.push(at);
            }
            Some(known) if known.open != state.open => {
                let (here, there) = (self.name(state.open), self.name(known.open));
                let message = format!("{here} is open here, {there} on another way to op {at}");
                self.fault(Invariant::ScriptNesting, from, message);
            }
            Some(known) if known.height != state.height => {
                let message = format!(
                    "{} values on the stack here, {} on another way to op {at}",
                    state.height, known.height
                );
                self.fault(Invariant::StackJoin, from, message);
            }
            Some(_) => {}
        }
    }

    fn frame(&self, open: Open) -> Option<Frame> {
        self.frames.get(open.frame as usize).copied()
    }

    /// A frame for a message.
    fn name(&self, open: Open) -> String {
        self.frame(open).map_or_else(|| "nothing".to_owned(), |frame| format!("`{}`", frame.sort.word()))
    }

    /// Ops that only some scripts may have, or only outside quantifiers.
    fn role(&mut self, at: usize, state: State) {
        let Some(meant_for) = meant_for(&self.ops[at]) else { return };
        let wrong = Role::ALL.iter().find(|(role, _)| self.roles.has(*role) && !meant_for.contains(role));
        if let Some((_, what)) = wrong {
            self.fault(Invariant::ScriptRoles, at, format!("stands in a script that {what}"));
        }
        let may_be_inside = matches!(self.ops[at], ScriptOp::Defer { .. });
        if !may_be_inside
            && let Some(frame) = self.frame(state.open)
            && !frame.ends
        {
            let message = "stands inside a quantifier or `as_player`";
            self.fault(Invariant::ScriptRoles, at, message);
        }
    }

    /// Where control goes from an op; `None` after a fault.
    fn step(&mut self, at: usize, state: State) -> Option<Ways> {
        let op = self.ops[at];
        let next = at + 1;
        match op {
            ScriptOp::Quantify { how, to } => {
                if to.0 as usize <= at {
                    self.fault(Invariant::ScriptNesting, at, format!("op {} is not behind it", to.0));
                    return None;
                }
                let inside = self.open(at, Sort::Quantify(how), state)?;
                let after = State { height: state.height + 1, ..state };
                Some([Some((next, inside)), Some((to.0 as usize, after))])
            }
            ScriptOp::Succeed {} => {
                let quantify = |sort| matches!(sort, Sort::Quantify(_));
                let frame = self.close(at, state, "quantify", quantify, false)?;
                let Sort::Quantify(how) = frame.sort else { return None };
                self.height(at, state, frame.base + usize::from(how.takes_value()))?;
                Some([None, None])
            }
            ScriptOp::Flood {} | ScriptOp::Reach {} | ScriptOp::Each {} | ScriptOp::AsPlayer {} => {
                let sort = match op {
                    ScriptOp::Flood {} => Sort::Flood,
                    ScriptOp::Reach {} => Sort::Reach,
                    ScriptOp::Each {} => Sort::Each,
                    _ => Sort::As,
                };
                let height = self.apply(at, state)?;
                Some([Some((next, self.open(at, sort, State { height, ..state })?)), None])
            }
            ScriptOp::FloodNext { to } | ScriptOp::ReachNext { to } => {
                let sort = if matches!(op, ScriptOp::FloodNext { .. }) { Sort::Flood } else { Sort::Reach };
                let frame = self.close(at, state, sort.word(), |found| found == sort, false)?;
                self.height(at, state, frame.base)?;
                let inside = State { open: Open { asking: true, ..state.open }, ..state };
                let after = State { height: frame.base + 1, open: frame.around };
                Some([Some((next, inside)), Some((to.0 as usize, after))])
            }
            ScriptOp::FloodAnswer { to } | ScriptOp::ReachAnswer { to } => {
                let sort = if matches!(op, ScriptOp::FloodAnswer { .. }) { Sort::Flood } else { Sort::Reach };
                let frame = self.close(at, state, sort.word(), |found| found == sort, true)?;
                self.height(at, state, frame.base + 1)?;
                let on = State { height: frame.base, open: Open { asking: false, ..state.open } };
                let after = State { height: frame.base + 1, open: frame.around };
                let ended = (sort == Sort::Reach).then_some((next, after));
                Some([ended, Some((to.0 as usize, on))])
            }
            ScriptOp::EachNext { to, .. } => {
                let frame = self.close(at, state, "each", |found| found == Sort::Each, false)?;
                self.height(at, state, frame.base)?;
                let after = State { open: frame.around, ..state };
                Some([Some((next, state)), Some((to.0 as usize, after))])
            }
            ScriptOp::AsBefore {} => {
                let frame = self.close(at, state, "as_player", |found| found == Sort::As, false)?;
                self.height(at, state, frame.base + 1)?;
                // Mover and actor are below the value, and go with it.
                Some([Some((next, State { height: frame.base - 1, open: frame.around })), None])
            }
            _ => {
                let state = State { height: self.apply(at, state)?, ..state };
                let (next, to) = match op.flow() {
                    Flow::Next => (Some(next), None),
                    Flow::Jump(to) => (None, Some(to.0 as usize)),
                    Flow::Branch(to) => (Some(next), Some(to.0 as usize)),
                    Flow::Stop => (None, None),
                };
                Some([next, to].map(|way| way.map(|way| (way, state))))
            }
        }
    }

    /// The height of the stack after an op.
    fn apply(&mut self, at: usize, state: State) -> Option<usize> {
        let (pops, pushes) = self.ops[at].stack();
        let frame = self.frame(state.open);
        let base = frame.map_or(0, |frame| frame.base);
        let own = state.height - base;
        if pops > own {
            let inside = frame.map_or(String::new(), |frame| format!(" inside `{}`", frame.sort.word()));
            let message = format!("pops {pops} from a stack of {own}{inside}");
            self.fault(Invariant::StackDepth, at, message);
            return None;
        }
        Some(state.height - pops + pushes)
    }

    fn open(&mut self, at: usize, sort: Sort, state: State) -> Option<State> {
        let around = self.frame(state.open);
        let depth = around.map_or(1, |around| around.depth + 1);
        if depth > MAX_NESTED {
            self.fault(Invariant::Limits, at, format!("nested deeper than {MAX_NESTED}"));
            return None;
        }
        let ends =
            matches!(sort, Sort::Flood | Sort::Reach | Sort::Each) && around.is_none_or(|around| around.ends);
        let frame = self.frames.len() as u32;
        self.frames.push(Frame { sort, base: state.height, around: state.open, depth, ends });
        Some(State { open: Open { frame, asking: false }, ..state })
    }

    /// The innermost frame, if it is of the sort that the op belongs to and the op's turn.
    fn close(
        &mut self,
        at: usize,
        state: State,
        word: &str,
        fits: impl Fn(Sort) -> bool,
        asking: bool,
    ) -> Option<Frame> {
        match self.frame(state.open) {
            Some(frame) if fits(frame.sort) && state.open.asking == asking => return Some(frame),
            Some(frame) if fits(frame.sort) => {
                let message = format!("the ops of `{word}` do not alternate");
                self.fault(Invariant::ScriptNesting, at, message);
            }
            found => {
                let found =
                    found.map_or_else(|| "nothing".to_owned(), |found| format!("`{}`", found.sort.word()));
                let message = format!("{found} is open, expected `{word}`");
                self.fault(Invariant::ScriptNesting, at, message);
            }
        }
        None
    }

    /// A frame goes on or ends with a stack that it knows.
    fn height(&mut self, at: usize, state: State, expected: usize) -> Option<()> {
        if state.height == expected {
            return Some(());
        }
        let message = format!("{} values on the stack, expected {expected}", state.height);
        self.fault(Invariant::ScriptNesting, at, message);
        None
    }
}
