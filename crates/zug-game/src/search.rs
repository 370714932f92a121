//! Positions for a search: copied, moved on and looked at many times, without records and history.

use crate::backend::Backend;
use crate::game::Game;
use crate::playout::Rng;
use crate::state::State;
use zug_fast::{Facts, Play, Stage};
use zug_ir::{Pile, PlayerId};
use zug_vm::{Action, Move, Outcome, Program, RunError, State as Position};

/// A position of a search: fast where the game has a fast form, otherwise run by the interpreter. What came before it is
/// not known here, so repetition is for the search to look at: [`Node::hash`] is what it compares.
#[derive(Clone, Debug)]
pub struct Node {
    game: Game,
    at: At,
}

#[derive(Clone, Debug)]
enum At {
    Fast(zug_fast::Position),
    Plain(Box<Position>),
}

/// A legal move of a node, with what is known of it before it is made.
#[derive(Clone, Debug)]
pub struct Candidate {
    made: Made,
    pub facts: Facts,
}

#[derive(Clone, Debug)]
enum Made {
    Fast(Play),
    Plain(Box<Move>),
}

impl State {
    /// The position as a search sees it.
    pub fn node(&self) -> Node {
        self.node_by(Backend::Auto)
    }

    /// The same by a back end of one's choice.
    pub fn node_by(&self, backend: Backend) -> Node {
        let at = match (backend, self.fast_position()) {
            (Backend::Auto, Some(position)) => At::Fast(position.clone()),
            _ => At::Plain(Box::new(self.position().clone())),
        };
        Node { game: self.game().clone(), at }
    }
}

impl Node {
    /// The game this is a position of.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The hash that repetition compares.
    pub fn hash(&self) -> u64 {
        match &self.at {
            At::Fast(position) => position.position_hash(),
            At::Plain(position) => position.position_hash(),
        }
    }

    /// Who chooses, unless the game is over.
    pub fn chooser(&self) -> PlayerId {
        let turn = match &self.at {
            At::Fast(position) => position.turn(),
            At::Plain(position) => position.turn_idx(),
        };
        self.game.ir().turns[turn].chooser
    }

    /// Is the next move a throw of dice or the like?
    pub fn is_chance(&self) -> bool {
        self.game.ir().players[self.chooser().idx()].random
    }

    /// Becomes a copy of another node of the same game.
    pub fn copy(&mut self, other: &Node) {
        match (&mut self.at, &other.at) {
            (At::Fast(to), At::Fast(from)) => to.copy(from),
            (at, from) => *at = from.clone(),
        }
    }

    /// The position as a state of its own, without what came before it.
    pub fn to_state(&self) -> State {
        State::new(self.game.clone(), self.plain())
    }

    fn plain(&self) -> Position {
        match (&self.at, self.game.fast()) {
            (At::Fast(position), Ok(fast)) => fast.state(self.game.program(), position),
            (At::Plain(position), _) => Position::clone(position),
            (At::Fast(_), Err(_)) => unreachable!("a fast position comes from a fast form"),
        }
    }

    /// Leaves the fast form, where it has come to a turn that it cannot hold.
    fn give_up(&mut self) {
        self.at = At::Plain(Box::new(self.plain()));
    }

    fn fast(&self) -> Option<(&zug_fast::Fast, &zug_fast::Position)> {
        match (&self.at, self.game.fast()) {
            (At::Fast(position), Ok(fast)) => Some((fast, position)),
            _ => None,
        }
    }

    /// How the game ended, if it has.
    pub fn outcome(&mut self) -> Result<Option<Outcome>, RunError> {
        let program = self.game.program();
        if let Some((fast, position)) = self.fast()
            && let Ok(outcome) = fast.outcome(program, position)
        {
            return Ok(outcome);
        }
        self.give_up();
        let (_, outcome) = self.interpreted()?;
        Ok(outcome)
    }

    /// The interpreter's moves and what it says of the position.
    fn interpreted(&self) -> Result<(Vec<Move>, Option<Outcome>), RunError> {
        let At::Plain(position) = &self.at else { return Ok((Vec::new(), None)) };
        self.game.with_engine(|engine| {
            let mut moves = Vec::new();
            engine.moves(self.game.program(), position, &mut moves)?;
            let outcome = engine.outcome(self.game.program(), position, &moves)?;
            if outcome.is_some() {
                moves.clear();
            }
            Ok((moves, outcome))
        })
    }

    /// The legal moves of a stage; none if a goal has ended the game. The list is made anew.
    pub fn candidates(&mut self, stage: Stage, out: &mut Vec<Candidate>) -> Result<(), RunError> {
        out.clear();
        if let Some((fast, position)) = self.fast() {
            let mut plays = Vec::new();
            if fast.plays(position, stage, &mut plays).is_ok() {
                let candidate = |play: Play| Candidate { facts: play.facts, made: Made::Fast(play) };
                out.extend(plays.into_iter().map(candidate));
                return Ok(());
            }
        }
        self.give_up();
        let (moves, _) = self.interpreted()?;
        let At::Plain(position) = &self.at else { return Ok(()) };
        for mv in moves {
            let facts = self.facts(position, &mv)?;
            let wanted = match stage {
                Stage::All => true,
                Stage::Captures => facts.captures > 0,
                Stage::Quiet => facts.captures == 0,
            };
            if wanted {
                out.push(Candidate { made: Made::Plain(Box::new(mv)), facts });
            }
        }
        Ok(())
    }

    fn facts(&self, position: &Position, mv: &Move) -> Result<Facts, RunError> {
        let program = self.game.program();
        let mut after = position.clone();
        self.game.with_engine(|engine| engine.play_uncounted(program, &mut after, mv))?;
        let arrives =
            |a: &&Action| matches!(a, Action::Drop { .. } | Action::Create { .. } | Action::Copy { .. });
        let changes = |a: &Action| matches!(a, Action::ChangeKind { .. } | Action::Promote { .. });
        let arrived = mv.actions().iter().filter(arrives).count() as u64;
        let (before, left) = (pieces(program, position), pieces(program, &after));
        let captures = (before + arrived).saturating_sub(left).min(u64::from(u16::MAX)) as u16;
        Ok(Facts { captures, promotes: mv.actions().iter().any(changes), irreversible: false })
    }

    /// How many legal moves there are, without listing them.
    pub fn count(&mut self) -> Result<u64, RunError> {
        if let Some((fast, position)) = self.fast()
            && let Ok(n) = fast.count(position)
        {
            return Ok(n);
        }
        self.give_up();
        Ok(self.interpreted()?.0.len() as u64)
    }

    /// Makes one of its candidates.
    pub fn make(&mut self, candidate: &Candidate) -> Result<(), RunError> {
        let game = &self.game;
        let program = game.program();
        match (&mut self.at, &candidate.made, game.fast()) {
            (At::Fast(position), Made::Fast(play), Ok(fast)) => {
                // A move that was found can be made.
                let _ = fast.make(program, position, play);
                Ok(())
            }
            (At::Plain(position), Made::Plain(mv), _) => {
                game.with_engine(|engine| engine.play_uncounted(program, position, mv))
            }
            // A candidate of another node: the position it was found in is not this one.
            _ => Ok(()),
        }
    }

    /// Makes a random legal move, all being equally likely (at a turn of chance: as likely as the rules say). `false` if
    /// the game is over.
    pub fn make_random(&mut self, rng: &mut Rng) -> Result<bool, RunError> {
        let game = self.game.clone();
        let program = game.program();
        if let (At::Fast(position), Ok(fast)) = (&mut self.at, game.fast())
            && let Ok(made) = fast.make_random(program, position, rng.word())
        {
            return Ok(made);
        }
        self.give_up();
        let state = self.to_state();
        let Some(mv) = state.draw(rng)?.cloned() else { return Ok(false) };
        let At::Plain(position) = &mut self.at else { return Ok(false) };
        game.with_engine(|engine| engine.play_uncounted(program, position, &mv))?;
        Ok(true)
    }
}

/// Pieces on the board.
fn pieces(program: &Program, position: &Position) -> u64 {
    let cells = (0..program.game().board.cells.len() as u16).map(zug_ir::CellId);
    if program.game().rules.pile == Pile::Single {
        return cells.filter(|c| position.piece(*c).is_some()).count() as u64;
    }
    cells.map(|c| position.height(program, c)).sum()
}
