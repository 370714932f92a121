//! A game being played: its record, who plays, what chance draws. Both ways of playing, on the screen and line by line, are
//! made of it. Nothing here reads or writes anything.

use super::seats::Seats;
use std::cell::RefCell;
use std::collections::HashMap;
use zug_game::{
    Controller, Move, NodeId, Outcome, PlayError, PlayerId, Record, RecordError, Rng, RunError, State, Turn,
};
use zug_notation::Reader;

pub(super) struct Sitting {
    record: Record,
    seats: Seats,
    seed: u64,
    /// Nodes that were left by going back, the next one last.
    ahead: Vec<NodeId>,
    resigned: Option<PlayerId>,
    /// The game is being looked through: a move made now begins a variation.
    looking: bool,
    /// Counts everything that a saved game would show.
    changes: u64,
    reader: Reader,
    /// How moves are shown, by the nodes that they lead to.
    texts: RefCell<HashMap<NodeId, String>>,
}

/// What has to happen next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Next {
    Over(Outcome),
    /// This player has given up.
    Resigned(PlayerId),
    /// A person chooses a move.
    Person(PlayerId),
    /// A person has nothing to choose: the only move is to pass.
    ForcedPass(PlayerId),
    Program(PlayerId),
    Chance(PlayerId),
}

impl Sitting {
    pub(super) fn new(first: State, seats: Seats, seed: u64, reader: &Reader) -> Self {
        Sitting {
            record: Record::from_setup(first),
            seats,
            seed,
            ahead: Vec::new(),
            resigned: None,
            looking: false,
            changes: 0,
            reader: reader.clone(),
            texts: RefCell::default(),
        }
    }

    /// A number that grows with everything that a saved game would show.
    pub(super) fn changes(&self) -> u64 {
        self.changes
    }

    pub(super) fn record(&self) -> &Record {
        &self.record
    }

    pub(super) fn state(&self) -> &State {
        self.record.state()
    }

    pub(super) fn seats(&self) -> &Seats {
        &self.seats
    }

    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    /// How many moves have been made.
    pub(super) fn ply(&self) -> usize {
        self.record.ply(self.record.current())
    }

    pub(super) fn next(&self) -> Result<Next, RunError> {
        if let Some(player) = self.resigned {
            return Ok(Next::Resigned(player));
        }
        Ok(match self.state().turn()? {
            Turn::Over(outcome) => Next::Over(outcome),
            Turn::Chance(player) => Next::Chance(player),
            Turn::Player(player) if self.seats.is_human(player) => {
                if is_forced(self.state())? {
                    Next::ForcedPass(player)
                } else {
                    Next::Person(player)
                }
            }
            Turn::Player(player) => Next::Program(player),
        })
    }

    /// Plays a legal move; another one is refused. It belongs to the main line from now on, unless the game is being looked
    /// through: then a new move is a variation.
    pub(super) fn play(&mut self, mv: &Move) -> Result<(), PlayError> {
        let node = self.record.play(mv)?;
        if !self.looking {
            // Only the first position cannot be promoted, and no move leads there.
            let _ = self.record.promote(node);
        }
        if self.ahead.pop() != Some(node) {
            self.ahead.clear();
        }
        self.resigned = None;
        self.changes += 1;
        Ok(())
    }

    /// What chance, or a player who plays at random, does now. The same choices bring the same again, for one seed.
    pub(super) fn draw(&self) -> Result<Option<Move>, RunError> {
        let mixed =
            self.state().hash().rotate_left(17) ^ (self.ply() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut rng = Rng::new(self.seed ^ mixed);
        match self.state().turn()? {
            Turn::Chance(_) => Ok(self.state().draw(&mut rng)?.cloned()),
            _ => {
                let moves = self.state().moves()?;
                Ok(moves.get(rng.below(moves.len())).cloned())
            }
        }
    }

    /// A move of the present position as players write it.
    pub(super) fn text_of(&self, mv: &Move) -> Result<String, RunError> {
        self.reader.text(self.state(), mv)
    }

    /// The move that led to a node, as players write it. A throw ends with a colon.
    pub(super) fn text(&self, node: NodeId) -> String {
        if let Some(known) = self.texts.borrow().get(&node) {
            return known.clone();
        }
        let text = move_text(&self.record, &self.reader, node);
        self.texts.borrow_mut().insert(node, text.clone());
        text
    }

    /// Back to a person's last choice. False: there is none.
    pub(super) fn undo(&mut self) -> Result<bool, RunError> {
        if self.resigned.take().is_some() {
            self.changes += 1;
            return Ok(true);
        }
        let line = self.record.line(self.record.current());
        for (i, pair) in line.windows(2).enumerate().rev() {
            let chooser = self.record.chooser(pair[0]);
            let person = chooser.is_some_and(|p| self.seats.is_human(p));
            if person && !self.record.is_chance(pair[0]) && !self.is_forced_at(pair[0])? {
                self.go_to(pair[0])?;
                self.ahead.extend(line.iter().skip(i + 1).rev());
                self.looking = false;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Forward again to where a person chooses, or as far as the game had gone. False: nothing was taken back.
    pub(super) fn redo(&mut self) -> Result<bool, RunError> {
        let mut went = false;
        while self.step_forward()? {
            went = true;
            if matches!(self.next()?, Next::Person(_)) {
                break;
            }
        }
        Ok(went)
    }

    /// The game goes on from here in the record.
    pub(super) fn may_redo(&self) -> bool {
        self.after().is_some()
    }

    /// The next node: where one has come from, else along the main line.
    fn after(&self) -> Option<NodeId> {
        self.ahead.last().copied().or_else(|| self.record.main_child(self.record.current()))
    }

    /// One position forward, whoever moved.
    pub(super) fn step_forward(&mut self) -> Result<bool, RunError> {
        let Some(node) = self.after() else { return Ok(false) };
        self.go_to(node)?;
        self.ahead.pop();
        Ok(true)
    }

    /// One position back, whoever moved; for looking through a game.
    pub(super) fn step_back(&mut self) -> Result<bool, RunError> {
        let here = self.record.current();
        let went = self.record.back()?;
        self.changes += 1;
        if went {
            self.resigned = None;
            self.looking = true;
            self.ahead.push(here);
        }
        Ok(went)
    }

    fn is_forced_at(&self, node: NodeId) -> Result<bool, RunError> {
        match self.record.state_at(node) {
            Ok(state) => is_forced(&state),
            Err(RecordError::Run(error)) => Err(error),
            Err(_) => Ok(false),
        }
    }

    /// From here the game is looked through.
    pub(super) fn look_on(&mut self, ahead: Vec<NodeId>) {
        self.ahead = ahead;
        self.looking = true;
        self.resigned = None;
    }

    /// Node numbers are given again to other nodes.
    pub(super) fn forget_texts(&mut self) {
        self.texts.borrow_mut().clear();
    }

    /// Changes something in the record.
    pub(super) fn change(
        &mut self,
        act: impl FnOnce(&mut Record) -> Result<(), RecordError>,
    ) -> Result<(), RecordError> {
        self.changes += 1;
        act(&mut self.record)
    }

    pub(super) fn go_to(&mut self, node: NodeId) -> Result<(), RunError> {
        match self.record.go_to(node) {
            Err(RecordError::Run(error)) => Err(error),
            // The nodes that are gone back to are never deleted.
            _ => {
                self.changes += 1;
                Ok(())
            }
        }
    }

    pub(super) fn resign(&mut self, player: PlayerId) {
        self.resigned = Some(player);
        self.changes += 1;
    }

    pub(super) fn resigned(&self) -> Option<PlayerId> {
        self.resigned
    }

    /// The last throw: names of the chance moves that led to the turn in progress.
    pub(super) fn dice(&self) -> Vec<&str> {
        let line = self.record.line(self.record.current());
        let mut dice = Vec::new();
        for pair in line.windows(2).rev() {
            match self.record.is_chance(pair[0]) {
                true => dice.extend(self.record.name(pair[1])),
                false if dice.is_empty() && self.is_same_turn(pair[0], pair[1]) => {}
                false => break,
            }
        }
        dice.reverse();
        dice
    }

    /// Did the player who chose there choose again?
    fn is_same_turn(&self, before: NodeId, after: NodeId) -> bool {
        self.record.chooser(before) == self.record.chooser(after) && !self.record.is_chance(after)
    }

    /// Enters a throw instead of drawing one: now, or instead of the one just drawn. It may be written in any order:
    /// `3 1`, `1-3`. False: no such throw.
    pub(super) fn enter_dice(&mut self, text: &str) -> Result<bool, PlayError> {
        let here = self.record.current();
        let chance = |node: NodeId, record: &Record| record.is_chance(node);
        if !chance(here, &self.record) {
            let Some(parent) = self.record.parent(here).filter(|p| chance(*p, &self.record)) else {
                return Ok(false);
            };
            self.go_to(parent)?;
        }
        let wanted = throw(text);
        let named = self.state().named_moves()?;
        let found = named.iter().find(|(name, _)| name.eq_ignore_ascii_case(text.trim()));
        let found =
            found.or_else(|| named.iter().find(|(name, _)| !wanted.is_empty() && throw(name) == wanted));
        let mv = found.map(|(_, mv)| (*mv).clone());
        match mv {
            Some(mv) => self.play(&mv).map(|()| true),
            None => {
                self.go_to(here)?;
                Ok(false)
            }
        }
    }

    /// The first position, and all moves that led from it to the present one.
    pub(super) fn so_far(&self) -> (State, Vec<Move>) {
        let line = self.record.line(self.record.current());
        (self.record.setup(), line.into_iter().filter_map(|node| self.record.mv(node).cloned()).collect())
    }

    /// Goes on with another record of the same game.
    pub(super) fn take_up(&mut self, record: Record) {
        self.record = record;
        self.ahead.clear();
        self.texts.borrow_mut().clear();
        self.resigned = None;
        self.looking = false;
        self.changes += 1;
    }
}

/// The move that led to a node, as players write it. A throw ends with a colon.
pub(crate) fn move_text(record: &Record, reader: &Reader, node: NodeId) -> String {
    let name = record.name(node).unwrap_or_default();
    let (Some(parent), Some(mv)) = (record.parent(node), record.mv(node)) else { return String::new() };
    if record.is_chance(parent) {
        return format!("{name}:");
    }
    let text = record.state_at(parent).ok().and_then(|state| reader.text(&state, mv).ok());
    text.filter(|text| !text.is_empty()).unwrap_or_else(|| name.to_owned())
}

/// In the middle of a turn, selects the piece that goes on, if only one can.
pub(super) fn select_only(turn: &mut Controller) {
    let look = turn.look();
    let free = look.selected.is_none() && look.targets.is_empty() && look.choices.is_empty() && !look.done;
    if let [only] = look.starts[..]
        && free
        && look.commands.is_empty()
        && turn.made().n_parts() > 0
    {
        turn.select(only);
    }
}

/// Is there nothing to choose but to pass?
fn is_forced(state: &State) -> Result<bool, RunError> {
    Ok(matches!(state.moves()?, [only] if only.is_pass()))
}

/// The words of a throw without their order.
fn throw(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let mut words: Vec<String> = words.map(str::to_lowercase).collect();
    words.sort();
    words
}
