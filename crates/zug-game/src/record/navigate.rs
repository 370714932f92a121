//! Making moves and going through the tree.

use super::node::{Flag, NodeId};
use super::{Record, RecordError};
use crate::name::names;
use crate::state::PlayError;
use zug_vm::{Move, RunError};

impl Record {
    /// Makes a move: the node it leads to is permanent and current, and temporary nodes are dropped. A move
    /// that the record has already is not added again. Made at a temporary node, it makes the line to it
    /// permanent.
    pub fn play(&mut self, mv: &Move) -> Result<NodeId, PlayError> {
        self.enter(mv, false)
    }

    /// Makes the move of that name.
    pub fn play_text(&mut self, text: &str) -> Result<NodeId, PlayError> {
        if let Some(known) = self.child(self.current, text).and_then(|child| self.mv(child)) {
            return self.enter(&known.clone(), false);
        }
        let named = self.state.named_moves()?;
        let exact = named.into_iter().find(|(name, _)| name == text);
        let exact = exact.map(|(name, mv)| (name, mv.clone()));
        match exact {
            Some((name, mv)) => self.enter_new(&mv, &name, false),
            None => self.enter(&self.state.find_move(text)?, false),
        }
    }

    /// Makes a move as [`Record::play`] does, and also where the rules have ended the game: records made elsewhere
    /// go on after a draw that nobody claimed.
    pub fn play_on(&mut self, mv: &Move) -> Result<NodeId, PlayError> {
        match self.enter(mv, false) {
            Err(PlayError::Illegal) if self.state.outcome()?.is_some() => {
                let moves = self.state.moves_after_end()?;
                let i = moves.iter().position(|m| m == mv).ok_or(PlayError::Illegal)?;
                let name = names(&self.game, &moves).swap_remove(i);
                self.enter_new(mv, &name, false)
            }
            entered => entered,
        }
    }

    /// Tries a move: as [`Record::play`], but a new node is temporary, and no others are dropped.
    pub fn try_move(&mut self, mv: &Move) -> Result<NodeId, PlayError> {
        self.enter(mv, true)
    }

    /// Goes to the position before the last move. False: this is the first.
    pub fn back(&mut self) -> Result<bool, RunError> {
        match self.parent(self.current) {
            Some(parent) => self.move_to(parent).map(|()| true),
            None => Ok(false),
        }
    }

    /// Goes on along the main line from here. False: it ends here.
    pub fn forward(&mut self) -> Result<bool, RunError> {
        match self.main_child(self.current) {
            Some(child) => self.move_to(child).map(|()| true),
            None => Ok(false),
        }
    }

    /// Goes to any node.
    pub fn go_to(&mut self, node: NodeId) -> Result<(), RecordError> {
        self.node(node).ok_or(RecordError::NoSuchNode)?;
        Ok(self.move_to(node)?)
    }

    /// Goes to a living node.
    pub(super) fn move_to(&mut self, node: NodeId) -> Result<(), RunError> {
        let mut path = Vec::new();
        let mut at = node;
        while at != self.current {
            let n = &self.nodes[at.idx()];
            match n.parent.get().filter(|_| !n.has(Flag::Checkpoint)) {
                Some(parent) => {
                    path.push(at);
                    at = parent;
                }
                None => {
                    self.state = self.rebuild(node)?;
                    self.current = node;
                    return Ok(());
                }
            }
        }
        // It is below the current node, and not far.
        for step in path.into_iter().rev() {
            if let Some(mv) = self.mv(step).cloned() {
                self.advance(&mv)?;
            }
            self.current = step;
        }
        Ok(())
    }

    fn enter(&mut self, mv: &Move, temporary: bool) -> Result<NodeId, PlayError> {
        let known = self.children(self.current).find(|child| self.mv(*child) == Some(mv));
        if let Some(node) = known {
            self.advance(mv)?;
            return self.arrive(node, temporary);
        }
        let moves = self.state.moves()?;
        let i = moves.iter().position(|m| m == mv).ok_or(PlayError::Illegal)?;
        let name = names(&self.game, moves).swap_remove(i);
        self.enter_new(mv, &name, temporary)
    }

    /// Plays a legal move that the current node does not have.
    fn enter_new(&mut self, mv: &Move, name: &str, temporary: bool) -> Result<NodeId, PlayError> {
        self.advance(mv)?;
        let chooser = self.state.chooser();
        // Below a temporary node all are; arriving makes the whole line permanent if this one has to be.
        let below = temporary || self.is_temporary(self.current);
        let node = self.attach(mv, name, chooser, below);
        self.set_checkpoint(node);
        self.arrive(node, temporary)
    }

    /// The state is that of `node`: makes it current.
    fn arrive(&mut self, node: NodeId, temporary: bool) -> Result<NodeId, PlayError> {
        self.current = node;
        if !temporary {
            // The node is there, and permanent from now on: neither of these can fail.
            let _ = self.keep(node);
            self.forget_temporary()?;
        }
        Ok(node)
    }

    /// Plays a legal move in the state alone. If the rules ask for too much, the state stays what it was.
    fn advance(&mut self, mv: &Move) -> Result<(), RunError> {
        let played = self.state.play_unchecked(mv);
        if played.is_err() {
            self.state = self.rebuild(self.current)?;
        }
        played
    }
}
