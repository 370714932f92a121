//! Random games in machine code.
//!
//! The program plays plies until something comes up that it was not written for; then it stops, and the plain code goes on
//! from there. It draws the same numbers as the plain code and makes the same moves of them, so a seed gives the same
//! game with and without it.

mod cells;
mod count;
mod each;
mod effects;
mod goals;
mod groups;
mod kept;
mod lanes;
mod lean;
mod lines;
mod listed;
mod pairs;
mod parts;
mod ply;
mod rows;
mod royal;
mod tabled;
mod tail;
mod tree;
mod words;

pub(crate) use count::Counter;
use kept::Kept;

use crate::draw::Draw;
use crate::plan::Plan;
use crate::position::{Changes, Position};
use crate::run::{History, PLACES};
use crate::why::Why;
use zug_jit::{Code, Maker};

/// Registers of the program.
mod state {
    pub(super) const SEED: usize = 0;
    pub(super) const HASH: usize = 1;
    pub(super) const TURN: usize = 2;
    /// Plies still to be played.
    pub(super) const LEFT: usize = 3;
    /// Which of the moves on offer was drawn, where the plain code is to make it.
    pub(super) const DRAWN: usize = 4;
    pub(super) const FROM: usize = 5;
    pub(super) const TO: usize = 6;
    /// Positions noted for repetition.
    pub(super) const NOTED: usize = 7;
    /// Who can begin a turn that may go on.
    pub(super) const BEGINS: usize = 8;
    pub(super) const LEN: usize = BEGINS + super::WORDS;
}

/// Why the program stops, as the number it answers.
mod stop {
    pub(super) const PLAYED: u64 = 0;
    pub(super) const PLAIN: u64 = 1;
    pub(super) const DRAWN: u64 = 2;
    pub(super) const JUDGE: u64 = 3;
    pub(super) const STUCK: u64 = 4;
    pub(super) const OPEN: u64 = 5;
    /// And the number of the goal.
    pub(super) const GOAL: u64 = 16;
}

/// Words of the widest board.
const WORDS: usize = 16;

/// So many plies are played at a time.
const RUN: usize = 512;

/// Positions noted, and behind them what is on offer, or the tree of a turn.
const NOTED: usize = RUN + if royal::SPACE > tree::SPACE { royal::SPACE } else { tree::SPACE };

/// Why the program has stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// All plies are played.
    Played,
    /// The next ply must be played by the plain code.
    Plain,
    /// The same, and this move of those on offer was drawn.
    Drawn(u32),
    /// The next ply may have several parts, and only these can begin it.
    Open([u64; WORDS]),
    /// A ply was played, and the plain code must look whether it ends the game.
    Judge,
    /// Nobody can move.
    Stuck,
    /// A ply was played, and this goal is reached.
    Goal(usize),
}

/// The plies of a game as machine code.
#[derive(Debug)]
pub(crate) struct Plies {
    code: Code,
    /// Codes and hash are left behind.
    lean: bool,
    kept: Kept,
}

impl Plies {
    /// The reason, if the game has no ply that code can be written for.
    pub(crate) fn new<const W: usize>(plan: &Plan<W>) -> Result<Plies, Why> {
        if plan.layout.piles {
            return Err(Why::Piles);
        }
        let made = |code: Option<Code>| code.ok_or(Why::Code("it could not be made on this machine"));
        let kept = Kept::new(plan);
        let lens = [plan.layout.len, state::LEN, PLACES, NOTED, kept.len];
        if plan.scripted && !kept.links {
            return Err(Why::Code(
                "of scripts only those that put pieces on empty cells and connect them have it",
            ));
        }
        if !plan.layout.watched.is_empty() {
            return Err(Why::LargeNumbers);
        }
        if plan.stages.royal.iter().any(|royal| !royal.is_empty()) {
            if const { W > royal::WIDEST } {
                return Err(Why::Code(royal::TOO_WIDE));
            }
            let threatened = royal::threatened(plan)?;
            let code = compile(&lens, &mut |maker| royal::write(plan, &threatened, maker));
            return Ok(Plies { code: made(code)?, lean: false, kept: Kept::default() });
        }
        ply::worthwhile(plan)?;
        let code = compile(&lens, &mut |maker| ply::write(plan, &kept, maker));
        Ok(Plies { code: made(code)?, lean: lean::is_lean(plan), kept })
    }

    /// What the program keeps beside the position.
    pub(crate) fn kept(&self) -> &Kept {
        &self.kept
    }

    /// Plays on. How many plies, and why no more?
    pub(crate) fn run(
        &self,
        position: &mut Position,
        draw: &mut Draw,
        history: &mut History,
        (noted, kept): (&mut [u64; NOTED], &mut [u64]),
        plies: usize,
    ) -> (usize, Stop) {
        let plies = plies.min(RUN);
        let mut registers = [0; state::LEN];
        registers[state::SEED] = draw.state;
        registers[state::HASH] = position.hash;
        registers[state::TURN] = u64::from(position.turn);
        registers[state::LEFT] = plies as u64;
        registers[state::FROM] = u64::from(position.last_from);
        registers[state::TO] = u64::from(position.last_to);
        let mut regions = [position.words_mut(), &mut registers, &mut history.counts, &mut noted[..], kept];
        let answer = self.code.call(&mut regions);
        let done = plies - registers[state::LEFT] as usize;
        draw.state = registers[state::SEED];
        history.hashes.extend_from_slice(&noted[..registers[state::NOTED] as usize]);
        if done > 0 {
            if self.lean {
                position.stale = true;
            } else {
                position.hash = registers[state::HASH];
            }
            position.turn = registers[state::TURN] as u16;
            position.last_from = registers[state::FROM] as u16;
            position.last_to = registers[state::TO] as u16;
            position.passes = 0;
            position.changes = Changes::ALL;
        }
        let stop = match answer {
            Some(stop::PLAYED) => Stop::Played,
            Some(stop::DRAWN) => Stop::Drawn(registers[state::DRAWN] as u32),
            Some(stop::JUDGE) => Stop::Judge,
            Some(stop::STUCK) => Stop::Stuck,
            Some(stop::OPEN) => Stop::Open(std::array::from_fn(|i| registers[state::BEGINS + i])),
            Some(n) if n >= stop::GOAL => Stop::Goal((n - stop::GOAL) as usize),
            _ => Stop::Plain,
        };
        (done, stop)
    }
}

/// Compiled once, whatever writes the program.
fn compile(lens: &[usize], write: &mut dyn FnMut(&mut Maker<'_>)) -> Option<Code> {
    zug_jit::compile(lens, write).ok()
}

/// Space for the positions that a run notes.
pub(crate) type Noted = Box<[u64; NOTED]>;

pub(crate) fn noted() -> Noted {
    Box::new([0; NOTED])
}
