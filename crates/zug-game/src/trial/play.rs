//! What a few random games show.

use super::{Doubt, codes};
use crate::game::Game;
use crate::playout::Rng;
use crate::state::{State, Turn};
use zug_ir::{CellId, KindId, PlayerId};
use zug_vm::{Action, Move, Outcome, RunError};

/// Games that are played, and how long each is.
const GAMES: u64 = 8;
const PLIES: usize = 100;
/// So many of his turns a player has had a piece before it counts that the piece has not moved.
const TURNS: u32 = 60;

/// What is doubtful.
pub(super) fn doubts(game: &Game, goes_on: &dyn Fn() -> bool) -> Vec<Doubt> {
    let mut trial = Trial { game, goes_on, kinds: Kinds::new(game), found: Vec::new() };
    let failed = trial.begin().and_then(|begins| if begins { trial.games() } else { Ok(()) });
    if let Err(error) = failed {
        let origin = game.rule_origin(&error);
        let message = format!("in a random game: {error}");
        let doubt = Doubt::new(codes::TOO_MUCH_WORK, origin, message);
        trial.found.push(doubt.hint("`zug explain try-007` says what costs most"));
    }
    trial.found
}

struct Trial<'g> {
    game: &'g Game,
    /// Whether there is time for another ply.
    goes_on: &'g dyn Fn() -> bool,
    kinds: Kinds,
    found: Vec<Doubt>,
}

impl Trial<'_> {
    /// Looks at the start; true if the game goes on from there.
    fn begin(&mut self) -> Result<bool, RunError> {
        let state = self.game.start();
        let turn = self.look(&state)?;
        let name = |player: PlayerId| self.game.player_name(player);
        let (code, message) = match &turn {
            Turn::Over(Outcome::Draw) if !self.has_moves(&state)? => {
                (codes::NO_MOVE_AT_THE_START, format!("{} has no move at the start", name(state.chooser())))
            }
            Turn::Over(outcome) => {
                let how = match outcome {
                    Outcome::Draw => "it is a draw".to_owned(),
                    Outcome::Won { player, .. } => format!("{} has won", name(*player)),
                    Outcome::Lost(player) => format!("{} has lost", name(*player)),
                };
                (codes::OVER_AT_THE_START, format!("`{}` is over at the start: {how}", self.game.title()))
            }
            Turn::Player(_) | Turn::Chance(_) => return Ok(true),
        };
        let hint = match code {
            codes::NO_MOVE_AT_THE_START => {
                "see where the pieces are set up, and where their moves lead from there"
            }
            _ => "a goal holds already before the first move",
        };
        self.found.push(Doubt::new(code, None, message).hint(hint));
        Ok(false)
    }

    /// Whether the player to move could move, if no goal had ended the game.
    fn has_moves(&self, state: &State) -> Result<bool, RunError> {
        Ok(!state.moves_after_end()?.is_empty())
    }

    fn games(&mut self) -> Result<(), RunError> {
        for seed in 0..GAMES {
            if self.kinds.all_moved() && seed >= GAMES / 4 {
                break;
            }
            let mut rng = Rng::new(seed);
            let mut state = self.game.start();
            for _ in 0..PLIES {
                let turn = self.look(&state)?;
                let moves = state.moves()?;
                let drawn = match turn {
                    Turn::Over(_) => break,
                    Turn::Player(_) => moves.get(rng.below(moves.len())),
                    Turn::Chance(_) => state.draw(&mut rng)?,
                };
                let Some(drawn) = drawn.cloned() else { break };
                state.play_unchecked(&drawn)?;
                if !(self.goes_on)() {
                    return Ok(());
                }
            }
        }
        self.still_pieces();
        Ok(())
    }

    /// Whose turn it is. Notes which pieces can move.
    fn look(&mut self, state: &State) -> Result<Turn, RunError> {
        let turn = state.turn();
        if let Ok(Turn::Player(player)) = &turn {
            self.kinds.note(self.game, state, *player, state.moves()?);
        }
        turn
    }

    fn still_pieces(&mut self) {
        for kind in self.kinds.still() {
            let name = self.game.kind_name(kind);
            let message = format!("no `{name}` could move in any of {GAMES} random games");
            let origin = self.game.places().word("piece", name);
            self.found.push(
                Doubt::new(codes::NEVER_MOVES, origin, message)
                    .hint("see where its moves lead, and whether any turn allows their type"),
            );
        }
    }
}

/// What is known of each kind.
struct Kinds {
    has_moves: Vec<bool>,
    moved: Vec<bool>,
    /// Turns in which the player to move had one on the board.
    turns: Vec<u32>,
}

impl Kinds {
    fn new(game: &Game) -> Self {
        let ir = game.ir();
        let has_moves = match &ir.scripted {
            Some(rules) => rules.kinds.iter().map(|kind| !kind.moves.is_empty()).collect(),
            None => ir.kinds.iter().map(|kind| !kind.moves.is_empty()).collect(),
        };
        let n = ir.kinds.len();
        Kinds { has_moves, moved: vec![false; n], turns: vec![0; n] }
    }

    fn note(&mut self, game: &Game, state: &State, player: PlayerId, moves: &[Move]) {
        let position = state.position();
        let cells = (0..position.n_cells()).map(|cell| CellId(cell as u16));
        let mut here = vec![false; self.turns.len()];
        for (piece, _) in cells.flat_map(|cell| game.contents(position, cell)) {
            here[piece.kind().idx()] |= piece.owner() == player;
        }
        for (turns, here) in self.turns.iter_mut().zip(here) {
            *turns += u32::from(here);
        }
        for mv in moves {
            for part in mv.parts() {
                let from = CellId(part.head.from);
                if from.idx() < position.n_cells() {
                    game.contents(position, from).iter().for_each(|(piece, _)| self.moves(piece.kind()));
                }
            }
            for action in mv.actions() {
                if let Action::Move { piece, .. }
                | Action::Copy { piece, .. }
                | Action::Drop { piece, .. }
                | Action::Lift { piece, .. } = action
                {
                    self.moves(piece.kind());
                }
            }
        }
    }

    fn moves(&mut self, kind: KindId) {
        if let Some(moved) = self.moved.get_mut(kind.idx()) {
            *moved = true;
        }
    }

    fn all_moved(&self) -> bool {
        self.has_moves.iter().zip(&self.moved).all(|(has_moves, moved)| *moved || !has_moves)
    }

    /// Kinds that had every chance to move and did not.
    fn still(&self) -> Vec<KindId> {
        let is_still = |kind: &usize| {
            self.has_moves.get(*kind) == Some(&true) && !self.moved[*kind] && self.turns[*kind] >= TURNS
        };
        (0..self.turns.len()).filter(is_still).map(|kind| KindId(kind as u16)).collect()
    }
}
