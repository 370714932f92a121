//! What a position text asks for, with every name resolved and every number checked.

use std::collections::HashSet;
use zug_game::ir::{self, Pile};
use zug_game::{AttrId, CellId, Game, GlobalId, KindId, Outcome, Piece, PlayerId, State};

/// Pieces a text may set up where cells hold piles. Far more than any game has; the engine's piles are made for
/// hundreds.
pub(crate) const MAX_PIECES: u32 = 10_000;

/// Changes of a state, in the order written.
#[derive(Default)]
pub(crate) struct Setup {
    changes: Vec<Change>,
    /// Cells mentioned so far.
    seen: HashSet<CellId>,
    n_pieces: u32,
}

enum Change {
    Clear(CellId),
    Add(CellId, Piece, u32),
    Reserve(PlayerId, KindId, u32),
    Value(GlobalId, i32),
    Turn(usize),
    Last(Option<CellId>, Option<CellId>),
    Passes(u16),
    Played(u32),
    Out(Vec<PlayerId>),
    Outcome(Outcome),
}

impl Setup {
    /// Puts pieces on a cell. What the state had there goes with the first piece the text mentions.
    /// `Err`: what forbids it.
    pub(crate) fn add(&mut self, game: &Game, cell: CellId, piece: Piece, n: u32) -> Result<(), String> {
        let first = self.seen.insert(cell);
        let name = game.cell_name(cell);
        if game.ir().rules.pile == Pile::Single {
            if n != 1 {
                return Err(format!("`{name}` can hold one piece, not {n}"));
            }
            if !first {
                return Err(format!("`{name}` is given two pieces"));
            }
        } else {
            self.n_pieces = self.n_pieces.saturating_add(n);
            if self.n_pieces > MAX_PIECES {
                return Err(format!("this is more than {MAX_PIECES} pieces"));
            }
        }
        if first {
            self.changes.push(Change::Clear(cell));
        }
        self.changes.push(Change::Add(cell, piece, n));
        Ok(())
    }

    /// The text has already put something there.
    pub(crate) fn mentions(&self, cell: CellId) -> bool {
        self.seen.contains(&cell)
    }

    pub(crate) fn reserve(&mut self, player: PlayerId, kind: KindId, n: u32) {
        self.changes.push(Change::Reserve(player, kind, n));
    }

    pub(crate) fn value(&mut self, global: GlobalId, value: i32) {
        self.changes.push(Change::Value(global, value));
    }

    pub(crate) fn turn(&mut self, turn: usize) {
        self.changes.push(Change::Turn(turn));
    }

    pub(crate) fn last(&mut self, from: Option<CellId>, to: Option<CellId>) {
        self.changes.push(Change::Last(from, to));
    }

    pub(crate) fn passes(&mut self, n: u16) {
        self.changes.push(Change::Passes(n));
    }

    pub(crate) fn played(&mut self, n: u32) {
        self.changes.push(Change::Played(n));
    }

    pub(crate) fn out(&mut self, players: Vec<PlayerId>) {
        self.changes.push(Change::Out(players));
    }

    pub(crate) fn outcome(&mut self, outcome: Outcome) {
        self.changes.push(Change::Outcome(outcome));
    }

    /// Makes the changes.
    pub(crate) fn apply(self, mut state: State) -> State {
        state.edit(|edit| {
            for change in self.changes {
                match change {
                    Change::Clear(cell) => edit.clear(cell),
                    Change::Add(cell, piece, n) => edit.add(cell, piece, n),
                    Change::Reserve(player, kind, n) => edit.set_reserve(player, kind, n),
                    Change::Value(global, value) => edit.set_global(global, value),
                    Change::Turn(turn) => edit.set_turn(turn),
                    Change::Last(from, to) => edit.set_last(from, to),
                    Change::Passes(n) => edit.set_passes(n),
                    Change::Played(n) => edit.set_turns_played(n),
                    Change::Out(players) => edit.set_out(&players),
                    Change::Outcome(outcome) => edit.set_outcome(outcome),
                }
            }
        });
        state
    }
}

/// Can pieces wait beside the board? Only a trial tells.
pub(crate) fn has_reserves(game: &Game) -> bool {
    let mut trial = game.blank();
    let (player, kind) = (PlayerId(0), KindId(0));
    if game.ir().players.is_empty() || game.ir().kinds.is_empty() {
        return false;
    }
    trial.edit(|edit| edit.set_reserve(player, kind, 1));
    trial.position().reserve(game.program(), player, kind) == 1
}

/// The turn meant by the name of a player alone: the first of his in the part of the turn order that repeats,
/// else his first.
pub(crate) fn turn_of(game: &ir::Game, player: PlayerId) -> Option<usize> {
    let mine = |i: &usize| game.turns[*i].chooser == player;
    let n = game.turns.len();
    (game.repeat_from..n).find(mine).or_else(|| (0..n).find(mine))
}

/// A new piece with an attribute set, also one that its kind does not have: a piece keeps the attributes it had
/// before it changed its kind.
pub(crate) fn with_attr(game: &Game, piece: Piece, attr: AttrId, value: i32) -> Piece {
    let layout = game.program().layout();
    let carrier = game.ir().attrs[attr.idx()].kinds.first().copied();
    match carrier {
        Some(carrier) => layout.with_attr(piece.with_kind(carrier), attr, value).with_kind(piece.kind()),
        None => piece,
    }
}
