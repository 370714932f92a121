//! A record that grows while a file is read: moves are played as they come, and a mistake leaves what was legal.

use crate::moves::{Choice, MoveError, Notation};
use crate::position::excerpt;
use crate::record::{MAX_MOVES, Place, ReadError};
use zug_game::{NodeId, PlayError, Record, RecordError, State};

/// A game as it was found in a file.
#[derive(Clone, Debug)]
pub struct Found {
    /// Everything up to the first mistake.
    pub record: Record,
    /// Games that begin in the middle of this one, where the file sets up another position.
    pub also: Vec<Record>,
    /// What the file says about the game, in its order.
    pub tags: Vec<(String, String)>,
    /// Moves of the main line, those after a mistake included. Throws of dice do not count.
    pub moves: usize,
    /// Why the next move could not be played, or what else is wrong.
    pub error: Option<ReadError>,
    /// What may be worth knowing.
    pub notes: Vec<String>,
}

impl Found {
    /// How many moves of the main line are legal.
    pub fn replayed(&self) -> usize {
        moves(&self.record)
    }

    /// A game that could not even begin.
    pub(crate) fn refused(record: Record, tags: Vec<(String, String)>, error: ReadError) -> Self {
        Found { record, also: Vec::new(), tags, moves: 0, error: Some(error), notes: Vec::new() }
    }
}

/// Moves of the main line that somebody has chosen.
pub(crate) fn moves(record: &Record) -> usize {
    let line = record.line(record.main_end());
    line.iter()
        .skip(1)
        .filter(|node| record.parent(**node).is_some_and(|before| !record.is_chance(before)))
        .count()
}

/// Notes worth keeping.
pub(crate) const MAX_NOTES: usize = 20;

pub(crate) struct Growing {
    pub(crate) record: Record,
    /// The node that the next word is about.
    pub(crate) at: NodeId,
    /// Where variations were opened, and the nodes they stand after.
    open: Vec<(Place, NodeId)>,
    /// A comment that stands before its move.
    before: String,
    /// What is said beside the node `at`, until something else comes: files may say a lot, bit by bit.
    beside: Option<Beside>,
    played: usize,
    pub(crate) notes: Vec<String>,
    ended: bool,
}

struct Beside {
    node: NodeId,
    comment: String,
    annotation: String,
}

/// Adds words to a text.
pub(crate) fn join(text: &mut String, more: &str) {
    if !text.is_empty() && !more.is_empty() {
        text.push(' ');
    }
    text.push_str(more);
}

impl Growing {
    pub(crate) fn new(first: State) -> Self {
        let record = Record::from_setup(first);
        let at = record.root();
        Growing {
            record,
            at,
            open: Vec::new(),
            before: String::new(),
            beside: None,
            played: 0,
            notes: Vec::new(),
            ended: false,
        }
    }

    pub(crate) fn is_main_line(&self) -> bool {
        self.open.is_empty()
    }

    /// In how many variations inside each other it is.
    pub(crate) fn depth(&self) -> usize {
        self.open.len()
    }

    pub(crate) fn note(&mut self, note: String) {
        if self.notes.len() < MAX_NOTES {
            self.notes.push(note);
        }
    }

    /// Goes to the position that the next move is made in, and says what can be chosen there.
    pub(crate) fn choice(&mut self) -> Result<Choice<'_>, MoveError> {
        let game = self.record.game().clone();
        let run = |e| MoveError::Run(game.explain(&e));
        self.record.go_to(self.at).map_err(|error| match error {
            RecordError::Run(error) => run(error),
            other => MoveError::Run(other.to_string()),
        })?;
        Choice::of(self.record.state()).map_err(run)
    }

    /// Plays the move that a text means.
    pub(crate) fn play(
        &mut self,
        notation: &Notation,
        place: Place,
        number: &str,
        text: &str,
    ) -> Result<(), ReadError> {
        let found = self.choice().and_then(|choice| notation.find(&choice, text));
        let played = found.and_then(|index| self.play_index(place, index));
        played.map_err(|error| ReadError::new(place, format!("move {number} `{}`: {error}", excerpt(text))))
    }

    /// Plays the move with that number among those of the position.
    pub(crate) fn play_index(&mut self, place: Place, index: usize) -> Result<(), MoveError> {
        // Not nodes: a text could repeat a move for ever and add none.
        if self.played == MAX_MOVES {
            return Err(MoveError::Run(format!(
                "a record has room for {MAX_MOVES} moves, and this is one more"
            )));
        }
        self.played += 1;
        let choice = self.choice()?;
        let ended = choice.outcome.is_some();
        let mv = choice.moves.get(index).cloned().ok_or(MoveError::Over)?;
        if ended && !self.ended {
            self.ended = true;
            let ply = self.record.ply(self.at);
            self.note(format!(
                "line {}: by the rules the game was a draw after {ply} moves; it goes on here",
                place.line
            ));
        }
        let game = self.record.game().clone();
        self.at = self.record.play_on(&mv).map_err(|error| match error {
            PlayError::Run(error) => MoveError::Run(game.explain(&error)),
            other => MoveError::Run(other.to_string()),
        })?;
        let before = std::mem::take(&mut self.before);
        if !before.is_empty() {
            self.comment(&before);
        }
        Ok(())
    }

    /// Forgets what was played after a node.
    pub(crate) fn take_back(&mut self, node: NodeId) {
        self.keep_beside();
        let below: Vec<NodeId> = self.record.children(node).collect();
        for child in below {
            // It is there, and not the first.
            let _ = self.record.delete(child);
        }
        self.at = node;
    }

    /// A comment on the position that the last move led to, or, at the beginning of a variation, on its first move.
    pub(crate) fn comment(&mut self, text: &str) {
        let fresh = self.open.last().is_some_and(|(_, after)| self.record.parent(*after) == Some(self.at));
        if fresh {
            join(&mut self.before, text);
        } else {
            join(&mut self.beside().comment, text);
        }
    }

    pub(crate) fn annotation(&mut self, text: &str) {
        join(&mut self.beside().annotation, text);
    }

    /// What is said beside the present node.
    fn beside(&mut self) -> &mut Beside {
        let node = self.at;
        if self.beside.as_ref().is_some_and(|beside| beside.node != node) {
            self.keep_beside();
        }
        self.beside.get_or_insert_with(|| Beside {
            node,
            comment: self.record.comment(node).to_owned(),
            annotation: self.record.annotation(node).to_owned(),
        })
    }

    /// Hands the record what was said beside a node.
    fn keep_beside(&mut self) {
        if let Some(Beside { node, comment, annotation }) = self.beside.take() {
            // The node is there.
            let _ = self.record.set_comment(node, comment);
            let _ = self.record.set_annotation(node, annotation);
        }
    }

    /// What follows replaces the last move.
    pub(crate) fn open(&mut self, place: Place) -> Result<(), ReadError> {
        let Some(before) = self.record.parent(self.at) else {
            return Err(ReadError::new(place, "there is no move yet that this could be a variation of"));
        };
        self.open.push((place, self.at));
        self.at = before;
        Ok(())
    }

    pub(crate) fn close(&mut self, place: Place) -> Result<(), ReadError> {
        let Some((_, node)) = self.open.pop() else {
            return Err(ReadError::new(place, "this `)` closes nothing"));
        };
        self.at = node;
        self.before.clear();
        Ok(())
    }

    /// The end of the text: a variation that is still open is a mistake.
    pub(crate) fn end(&self) -> Result<(), ReadError> {
        match self.open.last() {
            Some((place, _)) => {
                Err(ReadError::new(*place, "this variation has no end").hint("close it with `)`"))
            }
            None => Ok(()),
        }
    }

    /// The record, at the end of its main line.
    pub(crate) fn finish(mut self) -> (Record, Vec<String>) {
        self.keep_beside();
        let end = self.record.main_end();
        let _ = self.record.go_to(end);
        (self.record, self.notes)
    }
}
