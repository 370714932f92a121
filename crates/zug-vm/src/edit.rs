//! Setting up a state by hand, as position texts and position editors do.

use crate::action::NO_CELL;
use crate::error::MAX_PILED;
use crate::outcome::Outcome;
use crate::piece::Piece;
use crate::program::Program;
use crate::state::State;
use zug_ir::{CellId, KindId, Pile, PlayerId};

impl State {
    /// Sets up a state by hand: position texts use it. Counts of a heap, pieces of a stack bottom to top.
    pub fn edit<'s>(&'s mut self, program: &'s Program) -> Edit<'s> {
        self.over = None;
        Edit { state: self, program }
    }
}

/// Writes a state piece by piece and leaves it consistent.
pub struct Edit<'s> {
    state: &'s mut State,
    program: &'s Program,
}

impl Edit<'_> {
    /// Empties a cell.
    pub fn clear(&mut self, cell: CellId) {
        match self.program.pile() {
            Pile::Single => self.state.put(self.program, cell, Piece::NONE),
            Pile::Stack => {
                self.state.take_stack(cell, 0);
            }
            Pile::Heap => self.state.clear_heap(self.program, cell),
        }
    }

    /// Puts pieces on a cell: replaces what stands there in games without piles, else adds on top.
    pub fn add(&mut self, cell: CellId, piece: Piece, n: u32) {
        match self.program.pile() {
            Pile::Single => self.state.put(self.program, cell, piece),
            // A board that is full takes no more.
            Pile::Stack => self.state.push_all(cell, &vec![piece; (n as usize).min(MAX_PILED)]),
            Pile::Heap => {
                self.state.add_heap(self.program, cell, piece, i64::from(n));
            }
        }
    }

    /// Sets a reserve.
    pub fn set_reserve(&mut self, player: PlayerId, kind: KindId, n: u32) {
        if !self.state.reserve.is_empty() {
            self.state.set_reserve_at(self.program.reserve_idx(player, kind), n);
        }
    }

    /// Sets a value of the board.
    pub fn set_global(&mut self, global: zug_ir::GlobalId, value: i32) {
        self.state.set_global(self.program, global, value);
    }

    /// Sets whose turn it is, as an index into the game's turns.
    pub fn set_turn(&mut self, turn: usize) {
        self.state.set_turn(turn.min(self.program.game().turns.len() - 1) as u16);
    }

    /// Sets where the last move started and ended.
    pub fn set_last(&mut self, from: Option<CellId>, to: Option<CellId>) {
        self.state.last_from = from.map_or(NO_CELL, |c| c.0);
        self.state.last_to = to.map_or(NO_CELL, |c| c.0);
    }

    /// Sets how many turns in a row were passed.
    pub fn set_passes(&mut self, n: u16) {
        self.state.passes = n;
    }

    /// Sets how many turns have been played.
    pub fn set_turns_played(&mut self, n: u32) {
        self.state.turns_played = n;
    }

    /// Sets who has lost while others play on, in the order they went.
    pub fn set_out(&mut self, players: &[PlayerId]) {
        self.state.clear_out();
        players.iter().for_each(|&player| self.state.put_out(player));
    }

    /// Says that the game has ended so; otherwise it is taken to go on.
    pub fn set_outcome(&mut self, outcome: Outcome) {
        self.state.over = Some(outcome);
    }

    /// Ends the editing: the position is the first of its game.
    pub fn finish(self) {
        self.state.begin_history(self.program);
    }
}
