//! The games of one tree. Usually there is one; where the file changes a position after moves have been made, another
//! begins there: a record goes from position to position by moves alone.

use crate::grow::{Growing, MAX_NOTES, join};
use crate::record::{Place, ReadError};
use zug_game::{NodeId, PlayerId, Record, State};

/// Positions that one tree may set up.
const MAX_SETUPS: usize = 1_000;

/// Where in the tree of a file one is.
#[derive(Clone, Copy, Debug)]
pub(super) struct At {
    /// The first position of the game.
    base: usize,
    /// The game, and its node. None: no move has been made since the first position.
    node: Option<(usize, NodeId)>,
}

/// A position in which games begin.
struct Base {
    state: State,
    /// On it, before there is a game.
    comment: String,
    /// One for each player who makes the first move.
    games: Vec<usize>,
    /// Another position was made of it.
    changed: bool,
}

pub(super) struct Games {
    bases: Vec<Base>,
    games: Vec<Growing>,
    pub(super) at: At,
    notes: Vec<String>,
}

impl Games {
    pub(super) fn new(first: State) -> Self {
        let base = Base { state: first, comment: String::new(), games: Vec::new(), changed: false };
        Games { bases: vec![base], games: Vec::new(), at: At { base: 0, node: None }, notes: Vec::new() }
    }

    /// Is this the game that the tree begins with?
    pub(super) fn is_first(&self) -> bool {
        match self.at.node {
            Some((game, _)) => game == 0,
            None => self.games.is_empty() || self.bases[self.at.base].games.first() == Some(&0),
        }
    }

    /// Has a move been made since the first position?
    pub(super) fn is_moved(&self) -> bool {
        self.at.node.is_some()
    }

    /// The present position.
    pub(super) fn state(&self, place: Place) -> Result<State, ReadError> {
        match self.at.node {
            None => Ok(self.bases[self.at.base].state.clone()),
            Some((game, node)) => {
                let state = self.games[game].record.state_at(node);
                state.map_err(|error| ReadError::new(place, error.to_string()))
            }
        }
    }

    /// Goes on with another position.
    pub(super) fn set_up(&mut self, place: Place, state: State) -> Result<(), ReadError> {
        if self.bases.len() > MAX_SETUPS {
            let what = format!("more than {MAX_SETUPS} positions are set up in this tree");
            return Err(ReadError::new(place, what));
        }
        let comment = match self.at.node {
            None => {
                let base = &mut self.bases[self.at.base];
                base.changed = true;
                std::mem::take(&mut base.comment)
            }
            Some((game, node)) => {
                let ply = self.games[game].record.ply(node);
                self.note(format!(
                    "line {}: the position is changed by hand after {ply} moves; what follows is a game of its own",
                    place.line
                ));
                String::new()
            }
        };
        self.at = At { base: self.bases.len(), node: None };
        self.bases.push(Base { state, comment, games: Vec::new(), changed: false });
        Ok(())
    }

    fn note(&mut self, note: String) {
        if self.notes.len() < MAX_NOTES {
            self.notes.push(note);
        }
    }

    /// The present game, for a move of this player. At its beginning: who moves first is to move, with stones given in
    /// advance or without.
    pub(super) fn growing(
        &mut self,
        color: Option<PlayerId>,
        set_turn: impl Fn(&mut State, PlayerId),
    ) -> &mut Growing {
        let (game, node) = match self.at.node {
            Some(here) => here,
            None => {
                let game = self.begun_by(color).unwrap_or_else(|| {
                    let mut state = self.bases[self.at.base].state.clone();
                    if let Some(player) = color.filter(|player| *player != state.chooser()) {
                        set_turn(&mut state, player);
                    }
                    self.begin(state)
                });
                (game, self.games[game].record.root())
            }
        };
        self.at.node = Some((game, node));
        let growing = &mut self.games[game];
        growing.at = node;
        growing
    }

    /// A game that begins here with a move of this player.
    fn begun_by(&self, color: Option<PlayerId>) -> Option<usize> {
        let fits = |game: &&usize| {
            let record = &self.games[**game].record;
            color.is_none_or(|color| record.chooser(record.root()) == Some(color))
        };
        self.bases[self.at.base].games.iter().find(fits).copied()
    }

    fn begin(&mut self, state: State) -> usize {
        let mut growing = Growing::new(state);
        let base = &mut self.bases[self.at.base];
        growing.comment(&std::mem::take(&mut base.comment));
        base.games.push(self.games.len());
        self.games.push(growing);
        self.games.len() - 1
    }

    /// A move has been made in the present game.
    pub(super) fn arrive(&mut self) {
        if let Some((game, node)) = &mut self.at.node {
            *node = self.games[*game].at;
        }
    }

    /// The present game, if a move has been made in it.
    pub(super) fn here(&mut self) -> Option<&mut Growing> {
        let (game, node) = self.at.node?;
        let growing = &mut self.games[game];
        growing.at = node;
        Some(growing)
    }

    pub(super) fn comment(&mut self, text: &str) {
        if let Some(growing) = self.here() {
            return growing.comment(text);
        }
        let base = &mut self.bases[self.at.base];
        match base.games.first() {
            Some(game) => {
                let growing = &mut self.games[*game];
                growing.at = growing.record.root();
                growing.comment(text);
            }
            None => join(&mut base.comment, text),
        }
    }

    /// The line ends. A position that was set up and that nobody plays from is a game without moves.
    pub(super) fn leave(&mut self) {
        let base = &self.bases[self.at.base];
        if self.at.base > 0 && self.at.node.is_none() && base.games.is_empty() && !base.changed {
            let state = base.state.clone();
            self.begin(state);
        }
    }

    /// The first game, those that begin elsewhere, and what may be worth knowing.
    pub(super) fn finish(mut self) -> (Record, Vec<Record>, Vec<String>) {
        self.leave();
        if self.games.is_empty() {
            let state = self.bases[self.at.base].state.clone();
            self.begin(state);
        }
        let mut lost = String::new();
        self.bases.iter().for_each(|base| join(&mut lost, &base.comment));
        let mut notes = self.notes;
        let mut records = Vec::new();
        for (i, mut growing) in self.games.into_iter().enumerate() {
            if i == 0 && !lost.is_empty() {
                growing.at = growing.record.root();
                growing.comment(&lost);
            }
            let (record, own) = growing.finish();
            notes.extend(own);
            notes.truncate(MAX_NOTES);
            records.push(record);
        }
        let also = records.split_off(1);
        if !also.is_empty() {
            notes.push(format!("{} more in this tree, from positions that it sets up", games(also.len())));
        }
        // There is one at least.
        (records.swap_remove(0), also, notes)
    }
}

fn games(n: usize) -> String {
    if n == 1 { "there is 1 game".to_owned() } else { format!("there are {n} games") }
}
