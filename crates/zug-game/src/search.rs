//! Positions for a search: copied, moved on and looked at many times, without records, and without history unless moves are
//! judged by it.

use crate::backend::Backend;
use crate::game::Game;
use crate::playout::{Playout, Rng};
use crate::state::State;
use std::hash::{Hash, Hasher};
use zug_fast::{Facts, Play, Sight, Stage};
use zug_ir::{CellId, PlayerId};
use zug_vm::{Move, Outcome, RunError, State as Position};

/// A position of a search: fast where the game has a fast form, otherwise run by the interpreter. What came before it is
/// known only where moves may not bring it back; repetition that ends a game is for the search to look at: [`Node::hash`] is
/// what it compares.
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
        let fast = if backend == Backend::Auto { self.fast_position() } else { None };
        let plain = || At::Plain(Box::new(self.position().clone()));
        let at = fast.map_or_else(plain, |position| At::Fast(position.clone()));
        Node { game: self.game().clone(), at }
    }
}

impl Node {
    /// The game this is a position of.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The memory it takes, about.
    pub fn bytes(&self) -> usize {
        let at = match &self.at {
            At::Fast(position) => position.bytes(),
            At::Plain(position) => position.bytes(),
        };
        size_of::<Self>() + at
    }

    /// The hash that repetition compares.
    pub fn hash(&self) -> u64 {
        match &self.at {
            At::Fast(position) => position.position_hash(),
            At::Plain(position) => position.position_hash(),
        }
    }

    /// What [`State::situations`] are compared with: rules written as scripts leave values of the board out. `sight` is
    /// what [`Node::look`] saw.
    pub fn situation(&self, sight: &Sight) -> u64 {
        if self.game.ir().scripted.is_none() {
            return self.hash();
        }
        let globals = self.game.ir().globals.iter().zip(&sight.globals).enumerate();
        let part = globals.filter(|(_, (global, _))| !global.counter);
        part.fold(self.hash(), |h, (i, (_, value))| h ^ zug_vm::keys::global(i, *value))
    }

    /// Passes in a row.
    pub fn passes(&self) -> u16 {
        match &self.at {
            At::Fast(position) => position.passes(),
            At::Plain(position) => position.passes(),
        }
    }

    /// What stands where, without asking a rule.
    pub fn look(&self, out: &mut Sight) {
        match (&self.at, self.fast()) {
            (At::Plain(position), _) => out.of_state(self.game.program(), position),
            (At::Fast(_), Some((fast, position))) => fast.look(self.game.program(), position, out),
            (At::Fast(_), None) => unreachable!("a fast position comes from a fast form"),
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

    /// The position as a state of its own, without what came before it unless moves are judged by that.
    pub fn to_state(&self) -> State {
        State::new(self.game.clone(), self.plain())
    }

    fn plain(&self) -> Position {
        match (&self.at, self.fast()) {
            (At::Plain(position), _) => Position::clone(position),
            (At::Fast(_), Some((fast, position))) => fast.state(self.game.program(), position),
            (At::Fast(_), None) => unreachable!("a fast position comes from a fast form"),
        }
    }

    /// Leaves the fast form, where it has come to a turn that it cannot hold.
    fn give_up(&mut self) {
        self.at = At::Plain(Box::new(self.plain()));
    }

    fn fast(&self) -> Option<(&zug_fast::Fast, &zug_fast::Position)> {
        // Where the interpreter runs, nobody needs the fast form: it is not made.
        let At::Fast(position) = &self.at else { return None };
        self.game.fast().ok().map(|fast| (fast, position))
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

    /// How the game ended, if that was clear when the last move was made: goals that ask who can move are left out, and no
    /// move is looked for.
    pub fn ended(&self) -> Option<Outcome> {
        match &self.at {
            At::Fast(position) if position.is_over() => self.plain().outcome().cloned(),
            At::Fast(_) => None,
            At::Plain(position) => position.outcome().cloned(),
        }
    }

    /// Has the player whose turn it is a move? Where rules are slow to run that is quicker than a list.
    pub fn can_move(&mut self) -> Result<bool, RunError> {
        if let Some((fast, position)) = self.fast()
            && let Ok(can) = fast.can_move(self.game.program(), position)
        {
            return Ok(can);
        }
        self.give_up();
        let At::Plain(position) = &self.at else { return Ok(true) };
        self.game.with_engine(|engine| engine.can_move(self.game.program(), position))
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

    /// The legal moves of a stage; none if a goal has ended the game. The list is made anew. Those to which the rules give
    /// more weight come first.
    pub fn candidates(&mut self, stage: Stage, out: &mut Vec<Candidate>) -> Result<(), RunError> {
        self.list(stage, out)?;
        self.by_weight(out);
        Ok(())
    }

    /// The best hints first; what the rules say nothing about keeps its order.
    fn by_weight(&self, candidates: &mut [Candidate]) {
        if self.game.has_hints() {
            candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.facts.weight));
        }
    }

    /// Is there a legal move that the rules call forced? Then the position is not to be judged as it stands.
    pub fn is_forced(&mut self) -> Result<bool, RunError> {
        if !self.game.has_hints() {
            return Ok(false);
        }
        let mut moves = Vec::new();
        self.list(Stage::All, &mut moves)?;
        Ok(moves.iter().any(|candidate| candidate.facts.forced))
    }

    fn list(&mut self, stage: Stage, out: &mut Vec<Candidate>) -> Result<(), RunError> {
        out.clear();
        if let Some((fast, position)) = self.fast() {
            let (program, mut plays) = (self.game.program(), Vec::new());
            if fast.plays(program, position, stage, &mut plays).is_ok() {
                let candidate = |play: Play| Candidate { facts: play.facts, made: Made::Fast(play) };
                out.extend(plays.into_iter().map(candidate));
                return Ok(());
            }
        }
        self.give_up();
        let (moves, _) = self.interpreted()?;
        let At::Plain(position) = &self.at else { return Ok(()) };
        for mv in moves {
            let facts = zug_fast::facts_of_move(self.game.program(), position, &mv);
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

    /// The legal moves, or how the game has ended: [`Node::candidates`] and [`Node::outcome`] in one.
    pub fn moves_or_outcome(&mut self, out: &mut Vec<Candidate>) -> Result<Option<Outcome>, RunError> {
        let outcome = self.list_or_outcome(out)?;
        self.by_weight(out);
        Ok(outcome)
    }

    fn list_or_outcome(&mut self, out: &mut Vec<Candidate>) -> Result<Option<Outcome>, RunError> {
        out.clear();
        if let Some((fast, position)) = self.fast() {
            let mut plays = Vec::new();
            let program = self.game.program();
            if fast.plays(program, position, Stage::All, &mut plays).is_ok() {
                let real = plays.iter().any(|play| !play.is_pass());
                if let Ok(outcome) = fast.standing(program, position, !plays.is_empty(), real) {
                    if outcome.is_none() {
                        let candidate = |play: Play| Candidate { facts: play.facts, made: Made::Fast(play) };
                        out.extend(plays.into_iter().map(candidate));
                    }
                    return Ok(outcome);
                }
            }
        }
        self.give_up();
        let (moves, outcome) = self.interpreted()?;
        let At::Plain(position) = &self.at else { return Ok(outcome) };
        for mv in moves {
            let facts = zug_fast::facts_of_move(self.game.program(), position, &mv);
            out.push(Candidate { made: Made::Plain(Box::new(mv)), facts });
        }
        Ok(outcome)
    }

    /// The legal moves of the piece on a cell, none if a goal has ended the game. `false` where they are found no sooner than all
    /// moves: then nothing is looked for.
    pub fn moves_of(&self, cell: CellId, out: &mut Vec<Candidate>) -> bool {
        out.clear();
        let Some((fast, position)) = self.fast() else { return false };
        if cell.idx() >= self.game.ir().board.cells.len() {
            return true;
        }
        let (program, mut plays) = (self.game.program(), Vec::new());
        if !fast.plays_of(program, position, cell, &mut plays).unwrap_or(false) {
            return false;
        }
        if !plays.is_empty() {
            match fast.standing(program, position, true, true) {
                Ok(None) => {}
                Ok(Some(_)) => return true,
                Err(_) => return false,
            }
        }
        let candidate = |play: Play| Candidate { facts: play.facts, made: Made::Fast(play) };
        out.extend(plays.into_iter().map(candidate));
        true
    }

    /// A candidate of this node as a move of the game.
    pub fn show(&self, candidate: &Candidate) -> Option<Move> {
        match (&candidate.made, self.fast()) {
            (Made::Plain(mv), _) => Some(Move::clone(mv)),
            (Made::Fast(play), Some((fast, position))) => fast.show(self.game.program(), position, play),
            (Made::Fast(_), None) => None,
        }
    }

    /// How many legal moves there are, without listing them.
    pub fn count(&mut self) -> Result<u64, RunError> {
        if let Some((fast, position)) = self.fast()
            && let Ok(n) = fast.count(self.game.program(), position)
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
        match (&mut self.at, &candidate.made) {
            (At::Fast(position), Made::Fast(play)) => {
                // A move that was found can be made.
                let _ = game.fast().map(|fast| fast.make(program, position, play));
                Ok(())
            }
            (At::Plain(position), Made::Plain(mv)) => {
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
        if let At::Fast(position) = &mut self.at
            && let Ok(fast) = game.fast()
            && let Ok(made) = fast.make_random(program, position, rng.word())
        {
            return Ok(made);
        }
        self.give_up();
        let At::Plain(position) = &mut self.at else { return Ok(false) };
        let mut draw = |n| rng.below(n);
        let step =
            |engine: &mut zug_vm::Engine| engine.random_step(program, position, &mut Vec::new(), &mut draw);
        Ok(game.with_engine(step)?.is_none())
    }

    /// Plays random moves to the end, or for `cap` plies. The node stays what it is.
    pub fn playout(&self, rng: &mut Rng, cap: usize) -> Result<Playout, RunError> {
        if let Some((fast, position)) = self.fast() {
            let program = self.game.program();
            if let Ok((plies, outcome)) = fast.playout(program, position, &[self.hash()], cap, rng.word()) {
                return Ok(Playout { plies, outcome });
            }
        }
        State::new(self.game.clone(), self.plain()).playout_by(Backend::Interp, rng, cap)
    }

    /// The position in which a random game of at most `cap` plies ends. `None` where the form of the game does not tell.
    pub fn random_end(&self, rng: &mut Rng, cap: usize) -> Option<Node> {
        let (fast, position) = self.fast()?;
        let end = fast.random_end(self.game.program(), position, &[self.hash()], cap, rng.word())?;
        Some(Node { game: self.game.clone(), at: At::Fast(end) })
    }

    /// What can come of a turn of chance: how likely each is, in proportion, and the position it leads to.
    pub fn chances(&self) -> Result<Vec<(u64, Node)>, RunError> {
        let state = self.to_state();
        let moves = state.moves()?;
        let weights = state.weights().unwrap_or_else(|| vec![1; moves.len()]);
        let backend = if matches!(self.at, At::Fast(_)) { Backend::Auto } else { Backend::Interp };
        let mut all = Vec::with_capacity(moves.len());
        for (mv, weight) in moves.iter().zip(weights) {
            all.push((weight, state.after(mv)?.node_by(backend)));
        }
        Ok(all)
    }
}

impl Candidate {
    /// A number that tells it from the other moves of its node, and is the same when the position comes again.
    pub fn key(&self) -> u64 {
        match &self.made {
            Made::Fast(play) => play.key(),
            Made::Plain(mv) => {
                let mut hasher = Mixer(0);
                (mv.actions(), mv.n_parts()).hash(&mut hasher);
                hasher.finish()
            }
        }
    }

    /// Where it begins and ends, if that is known; a drop begins where it ends.
    pub fn ends(&self) -> Option<(CellId, CellId)> {
        match &self.made {
            Made::Fast(play) => play.ends(),
            Made::Plain(mv) => zug_fast::ends_of_move(mv),
        }
    }

    /// Is it a pass? `false` where the form of the game does not tell.
    pub fn is_pass(&self) -> bool {
        match &self.made {
            Made::Fast(play) => play.is_pass(),
            Made::Plain(mv) => mv.is_pass(),
        }
    }
}

/// A hasher that gives the same numbers everywhere.
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0.rotate_left(5) ^ u64::from(*byte)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
    }
}
