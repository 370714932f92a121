//! Why a move is or is not legal: what the engine can tell about it, as data.
//!
//! [`Engine::judged`] makes the legal moves in slow motion: every move the rules make, and the stage that dropped
//! it. [`Engine::nearly`] looks for moves that no rule makes: it runs the rules again and lets some of their checks
//! pass that fail, the fewest first. Both run beside the machines that play; those know nothing of it.

mod blocks;

use crate::action::Move;
use crate::engine::Engine;
use crate::error::RunError;
use crate::program::Program;
use crate::script;
use crate::state::State;
use zug_ir::{CellId, KindId, Ko, ModeId};

/// A place in the code of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Spot {
    /// A script in games of scripts, else a block.
    pub code: u32,
    /// The op; none: the whole of it.
    pub op: Option<u32>,
}

/// The rule that made a part of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MadeBy {
    pub spot: Spot,
    /// Whose rule it is; none: a move of the player himself.
    pub kind: Option<KindId>,
    pub mode: Option<ModeId>,
    pub drop: bool,
}

/// What sort of condition did not hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// A check, or a test that a rule verifies.
    Check,
    /// A condition that decides where the rule goes on.
    Branch { held: bool },
    /// Something stands where the piece would be set down.
    Occupied,
    /// No die shows the number.
    Die,
    /// A rule of this type cannot begin the turn.
    NotNow(Option<ModeId>),
}

/// A condition that did not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hurdle {
    pub what: Obstacle,
    pub spot: Spot,
    /// Where the rule was then.
    pub cell: Option<CellId>,
    /// Where something was found that must not exist.
    pub found: Option<CellId>,
    /// Whose attack decided, if it was a question of attack.
    pub attackers: Vec<CellId>,
}

/// A move that rules made, and what became of it.
#[derive(Clone, Debug)]
pub struct Judged {
    pub mv: Move,
    /// One for each part, in games of scripts; see [`Engine::makers`].
    made_by: Vec<MadeBy>,
    pub fate: Fate,
}

/// What became of a move. Numbers stand for other moves of the list.
#[derive(Clone, PartialEq, Debug)]
pub enum Fate {
    Legal,
    /// A check was made again when all moves were known.
    Recheck(Hurdle),
    /// There are moves of a better type.
    Outranked {
        better: Option<ModeId>,
        by: usize,
    },
    /// The position after it breaks an invariant.
    Unlawful(Hurdle),
    /// It leaves a royal piece attacked.
    Exposed {
        cell: CellId,
        attackers: Vec<CellId>,
    },
    /// A stage of the game forbids the position after it.
    Forbidden {
        stage: usize,
    },
    /// It brings back a position.
    BringsBack(Ko),
    /// Others are better by the game's criteria: the first that tells them apart, and its values.
    Worse {
        by: usize,
        criterion: usize,
        value: i64,
        best: i64,
    },
    /// It stops where another landing goes on.
    StopsShort {
        by: usize,
    },
    /// Another move does the same.
    SameAs(usize),
}

/// Where to look for a move that no rule makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Begin {
    /// Among the moves of what stands on a cell.
    Cell(CellId),
    /// Among the drops of a kind.
    Drop(KindId),
    /// Everywhere.
    Anywhere,
}

/// Is a move the one that is looked for?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fit {
    No,
    /// What is looked for begins with it.
    Shorter,
    /// It begins with what is looked for.
    Longer,
    Yes,
}

/// A move that a rule would make if some conditions held.
#[derive(Clone, Debug)]
pub struct Near {
    pub mv: Move,
    pub made_by: Vec<MadeBy>,
    /// In the order in which the rule meets them.
    pub hurdles: Vec<Hurdle>,
}

/// What [`Engine::nearly`] found.
#[derive(Clone, Debug, Default)]
pub struct Nearly {
    /// The nearest, best first.
    pub moves: Vec<Near>,
    /// Everything was tried: where there are no moves, no rule could ever make one.
    pub complete: bool,
}

/// Letting a failed check pass costs this much …
const CHECK_COST: u32 = 2;
/// … and going the other way at a branch this much: rules branch without forbidding anything, so two checks that
/// fail are the better reason.
const BRANCH_COST: u32 = 5;
/// The same condition once more: a sliding piece that meets several others.
const AGAIN_COST: u32 = 1;
/// What is let pass at most. Each step multiplies the work by the number of conditions of a rule.
pub(crate) const MAX_COST: u32 = 12;
/// Nothing new is begun after so many ops: about a tenth of a second.
pub(crate) const ENOUGH_WORK: u64 = 5_000_000;
/// Moves that are kept.
pub(crate) const MAX_NEAR: usize = 64;

impl Judged {
    pub(crate) fn new(mv: Move, made_by: Vec<MadeBy>, fate: Fate) -> Self {
        Judged { mv, made_by, fate }
    }
}

impl Hurdle {
    /// What it costs to let it pass, after others.
    pub(crate) fn cost(&self, before: impl IntoIterator<Item = Spot>) -> u32 {
        if before.into_iter().any(|spot| spot == self.spot) {
            return AGAIN_COST;
        }
        match self.what {
            Obstacle::Branch { .. } => BRANCH_COST,
            Obstacle::Check | Obstacle::Occupied | Obstacle::Die | Obstacle::NotNow(_) => CHECK_COST,
        }
    }
}

/// What letting all of them pass costs.
pub(crate) fn cost<'h>(hurdles: impl IntoIterator<Item = &'h Hurdle>) -> u32 {
    let mut before = Vec::new();
    let mut sum = 0;
    for hurdle in hurdles {
        sum += hurdle.cost(before.iter().copied());
        before.push(hurdle.spot);
    }
    sum
}

/// Does a move go on where another one stops, but for its last landing?
pub(crate) fn goes_on(longer: &Move, shorter: &Move) -> bool {
    let n = shorter.n_parts();
    let from = |mv: &Move| mv.parts.get(n.saturating_sub(1)).map(|p| p.from);
    longer.n_parts() > n
        && from(longer) == from(shorter)
        && longer.starts_with(&shorter.prefix(n.saturating_sub(1)))
}

impl Engine {
    /// Every move that the rules make for the player to move, in the order in which they make them, with what
    /// became of it. Those called legal are the legal moves. None if the state says the game is over, and in turns
    /// of chance.
    pub fn judged(&mut self, program: &Program, state: &State) -> Result<Vec<Judged>, RunError> {
        if state.over.is_some() || program.game().players[program.turn(state).chooser.idx()].random {
            return Ok(Vec::new());
        }
        match program.scripted() {
            Some(rules) => script::judged(program, rules, self.scratch(program), state),
            None => self.judged_blocks(program, state),
        }
    }

    /// The rules that made the parts of a move; none for a pass that no rule makes.
    pub fn makers(
        &mut self,
        program: &Program,
        state: &State,
        judged: &Judged,
    ) -> Result<Vec<MadeBy>, RunError> {
        match program.scripted() {
            Some(_) => Ok(judged.made_by.clone()),
            None => self.makers_blocks(program, state, &judged.mv),
        }
    }

    /// Moves that rules would make if as few as possible of their conditions held that do not.
    pub fn nearly(
        &mut self,
        program: &Program,
        state: &State,
        begin: Begin,
        wanted: &dyn Fn(&Move) -> Fit,
    ) -> Result<Nearly, RunError> {
        match program.scripted() {
            Some(rules) => script::nearly(program, rules, self.scratch(program), state, begin, wanted),
            None => self.nearly_blocks(program, state, begin, wanted),
        }
    }

    /// The place of the goal that ended the game, given whether there are legal moves. None if no goal holds, or
    /// if it asks what is not known any more, as what the last move has captured.
    pub fn ended_by(&mut self, program: &Program, state: &State, has_moves: bool) -> Option<u32> {
        let last = program.last_chooser(state);
        match program.scripted() {
            Some(rules) => script::ended_by(program, rules, self.scratch(program), state, last, has_moves),
            None => self.ended_by_blocks(program, state, has_moves),
        }
    }
}
