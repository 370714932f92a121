//! A position in a game: who is next, what can be done, and doing it.

use crate::game::Game;
use crate::name::names;
use std::sync::OnceLock;
use zug_ir::{CellId, PlayerId};
use zug_vm::{Move, Outcome, RunError, State as Position};

/// A position. Clones are independent.
#[derive(Clone)]
pub struct State {
    game: Game,
    position: Position,
    /// Legal moves and outcome, found when first asked for.
    known: OnceLock<Result<Known, RunError>>,
    /// The position in its fast form, if it has one; made when first asked for.
    fast: OnceLock<Option<zug_fast::Position>>,
}

#[derive(Clone)]
struct Known {
    moves: Vec<Move>,
    outcome: Option<Outcome>,
}

/// Who acts next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Turn {
    /// This player chooses a move.
    Player(PlayerId),
    /// A move is drawn at random; see [`State::draw`].
    Chance(PlayerId),
    /// Nobody: the game is over.
    Over(Outcome),
}

/// Why a move was not played. The state is as it was.
#[derive(Clone, Debug, thiserror::Error)]
pub enum PlayError {
    /// It is not among the legal moves.
    #[error("the move is not legal here")]
    Illegal,
    /// No legal move has this text.
    #[error("no legal move is called `{text}`{}", near(.candidates))]
    Unknown { text: String, candidates: Vec<String> },
    /// The rules asked for too much.
    #[error(transparent)]
    Run(#[from] RunError),
}

fn near(candidates: &[String]) -> String {
    if candidates.is_empty() { String::new() } else { format!("; legal are {}", candidates.join(", ")) }
}

impl State {
    pub(crate) fn new(game: Game, position: Position) -> Self {
        State { game, position, known: OnceLock::new(), fast: OnceLock::new() }
    }

    /// A position that no play has led to.
    pub(crate) fn set_up(game: Game, position: Position) -> Self {
        let mut state = State::new(game, position);
        state.settle();
        state
    }

    /// The game this is a position of.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The bare position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    pub(crate) fn into_position(self) -> Position {
        self.position
    }

    /// Changes the position by hand. Where players can be out, [`State::settle`] ends the changes.
    pub fn edit(&mut self, f: impl FnOnce(&mut zug_vm::Edit<'_>)) {
        self.forget();
        let mut edit = self.position.edit(self.game.program());
        f(&mut edit);
        edit.finish();
    }

    /// The position is about to change.
    fn forget(&mut self) {
        self.known = OnceLock::new();
        self.fast = OnceLock::new();
    }

    /// The position in its fast form, where it has one.
    pub(crate) fn fast_position(&self) -> Option<&zug_fast::Position> {
        let make = || self.game.fast().ok()?.position(self.game.program(), &self.position);
        self.fast.get_or_init(make).as_ref()
    }

    /// Puts those out who have lost before the move they are to make, in games where others play on. Playing does it
    /// by itself. A run that fails here fails again when moves are asked for, where it can be said.
    pub fn settle(&mut self) {
        if self.game.program().eliminates() {
            self.forget();
            let game = &self.game;
            let _ = game.with_engine(|engine| engine.settle(game.program(), &mut self.position));
        }
    }

    fn known(&self) -> Result<&Known, RunError> {
        let known = self.known.get_or_init(|| {
            self.game.with_engine(|engine| {
                let mut moves = Vec::new();
                engine.moves(self.game.program(), &self.position, &mut moves)?;
                let outcome = engine.outcome(self.game.program(), &self.position, &moves)?;
                if outcome.is_some() {
                    moves.clear();
                }
                Ok(Known { moves, outcome })
            })
        });
        known.as_ref().map_err(Clone::clone)
    }

    /// Who acts next.
    pub fn turn(&self) -> Result<Turn, RunError> {
        if let Some(outcome) = &self.known()?.outcome {
            return Ok(Turn::Over(outcome.clone()));
        }
        let chooser = self.chooser();
        let random = self.game.ir().players[chooser.idx()].random;
        Ok(if random { Turn::Chance(chooser) } else { Turn::Player(chooser) })
    }

    /// Who would choose if the game is not over.
    pub fn chooser(&self) -> PlayerId {
        self.game.program().turn(&self.position).chooser
    }

    /// How the game ended, if it has.
    pub fn outcome(&self) -> Result<Option<&Outcome>, RunError> {
        Ok(self.known()?.outcome.as_ref())
    }

    /// Players who have lost while others play on, in the order they went.
    pub fn out(&self) -> &[PlayerId] {
        self.position.out()
    }

    /// What each player has in the position, in games that count; otherwise nothing.
    pub fn scores(&self) -> Result<Vec<(PlayerId, i32)>, RunError> {
        self.game.with_engine(|engine| engine.scores(self.game.program(), &self.position))
    }

    /// All legal moves in a fixed order; none if the game is over.
    pub fn moves(&self) -> Result<&[Move], RunError> {
        Ok(&self.known()?.moves)
    }

    /// The moves that would be legal if the rules had not ended the game here. Records made elsewhere go on after
    /// a draw that nobody claimed. [`State::play_unchecked`] plays them.
    pub fn moves_after_end(&self) -> Result<Vec<Move>, RunError> {
        let program = self.game.program();
        let mut position = self.position.clone();
        // An edit that is not finished forgets the end and keeps the history.
        position.edit(program);
        let mut moves = Vec::new();
        self.game.with_engine(|engine| engine.moves(program, &position, &mut moves))?;
        Ok(moves)
    }

    /// Could a rival take the piece on a cell? False if none stands there.
    pub fn is_attacked(&self, cell: CellId) -> Result<bool, RunError> {
        self.game.with_engine(|engine| engine.is_attacked(self.game.program(), &self.position, cell))
    }

    /// Draws a legal move of a chance turn by its probability (uniformly where the rules give none).
    pub fn draw(&self, rng: &mut crate::playout::Rng) -> Result<Option<&Move>, RunError> {
        let moves = self.moves()?;
        let weights = self.game.with_engine(|engine| engine.weights(self.game.program(), &self.position));
        let Some(weights) = weights else { return Ok(moves.get(rng.below(moves.len()))) };
        let mut left = rng.below(weights.iter().sum::<u64>() as usize) as u64;
        let drawn = weights.iter().position(|&w| {
            let here = left < w;
            left = left.saturating_sub(w);
            here
        });
        Ok(moves.get(drawn.unwrap_or(0)))
    }

    /// How likely each move of a chance turn is, in proportion; `None` where all are equally likely.
    pub fn weights(&self) -> Option<Vec<u64>> {
        self.game.with_engine(|engine| engine.weights(self.game.program(), &self.position))
    }

    /// How many legal moves there are: the mobility of the player to move.
    pub fn mobility(&self) -> Result<usize, RunError> {
        Ok(self.moves()?.len())
    }

    /// The legal moves with their names, which are unique.
    pub fn named_moves(&self) -> Result<Vec<(String, &Move)>, RunError> {
        let moves = self.moves()?;
        Ok(names(&self.game, moves).into_iter().zip(moves).collect())
    }

    /// The legal move of that name. Case, spaces and hyphens do not matter where that leaves one move:
    /// `e2e4` is `e2-e4`.
    pub fn find_move(&self, text: &str) -> Result<Move, PlayError> {
        let text = text.trim();
        let named = self.named_moves()?;
        if let Some((_, mv)) = named.iter().find(|(name, _)| name == text) {
            return Ok((*mv).clone());
        }
        let folded = |s: &str| s.to_lowercase().replace([' ', '-'], "");
        let mut alike = named.iter().filter(|(name, _)| folded(name) == folded(text));
        if let (Some((_, mv)), None) = (alike.next(), alike.next()) {
            return Ok((*mv).clone());
        }
        let from = text.split(['-', ' ', '=', '@']).next().unwrap_or("");
        let candidates =
            named.iter().filter(|(n, _)| n.starts_with(from)).take(8).map(|(n, _)| n.clone()).collect();
        Err(PlayError::Unknown { text: text.to_string(), candidates })
    }

    /// Plays a move after checking that it is legal.
    pub fn play(&mut self, mv: &Move) -> Result<(), PlayError> {
        if !self.moves()?.contains(mv) {
            return Err(PlayError::Illegal);
        }
        self.play_unchecked(mv)?;
        Ok(())
    }

    /// Plays the move of that name.
    pub fn play_text(&mut self, text: &str) -> Result<Move, PlayError> {
        let mv = self.find_move(text)?;
        self.play_unchecked(&mv)?;
        Ok(mv)
    }

    /// Plays a move that is known to be legal. Another move gives a position the rules never meant.
    pub fn play_unchecked(&mut self, mv: &Move) -> Result<(), RunError> {
        self.forget();
        let game = &self.game;
        game.with_engine(|engine| engine.play(game.program(), &mut self.position, mv))
    }

    /// The situations of the game so far, the present one last, where the rules ask for them: what a search compares
    /// [`Node::situation`](crate::Node::situation) with.
    pub fn situations(&self) -> impl DoubleEndedIterator<Item = u64> + '_ {
        // Scripts keep the board alone, too.
        let step = if self.game.ir().scripted.is_some() { 2 } else { 1 };
        self.position.history().iter().step_by(step).copied()
    }

    /// The state after a move that is known to be legal. Cheaper than a clone that is played on: nothing that is known
    /// about this state is copied.
    pub fn after(&self, mv: &Move) -> Result<State, RunError> {
        let mut after = State::new(self.game.clone(), self.position.clone());
        after.play_unchecked(mv)?;
        Ok(after)
    }

    /// A 64-bit hash of everything the rules can see.
    pub fn hash(&self) -> u64 {
        self.position.hash(self.game.program())
    }
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("State")
            .field("game", &self.game)
            .field("hash", &self.position.position_hash())
            .finish()
    }
}
