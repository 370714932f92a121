//! The record: the tree of a game's states, with moves as edges.
//!
//! Permanent nodes are the game and its variations; temporary ones are what a search or an analysis tries, and
//! go when a move is made. Chance moves are edges like all others, so going through a record draws no random
//! numbers. Nothing here recurses: a line may be as long as memory allows.
//!
//! A node does not hold a state. It holds what is new, the move; equal moves are kept once (`edges`); whole
//! positions stand only here and there (`checkpoints`), and the others are made by playing on from the nearest
//! one above. Read `tree` for how nodes hang together, then `navigate`.
//!
//! Measured with [`Record::bytes`] (it counts what every list has room for) on the chess of `record/tests.rs`,
//! where a position is 712 bytes: a tree of 10,000 nodes grown at random takes 116 bytes a node (39 links, 54
//! moves, 22 checkpoints), forty games of up to 1,000 moves from one start 128 (31, 43, 53).
//! `record/tests/sharing.rs` holds the figures.

// In suggested reading order.
mod node;
mod tree;

mod navigate;

mod checkpoints;
mod edges;
mod texts;

#[cfg(test)]
mod tests;

pub use node::NodeId;

use crate::game::Game;
use crate::state::State;
use checkpoints::Checkpoints;
use edges::Edges;
use node::{Flag, Node};
use texts::Texts;
use zug_ir::PlayerId;
use zug_vm::{Move, RunError};

/// The tree of a game's states. One node is current; its state is at hand.
#[derive(Clone, Debug)]
pub struct Record {
    game: Game,
    nodes: Vec<Node>,
    /// Places of `nodes` that can be given to new ones.
    free: Vec<NodeId>,
    /// Every temporary node is here; what else is here is no longer one.
    temporary: Vec<NodeId>,
    edges: Edges,
    checkpoints: Checkpoints,
    texts: Texts,
    current: NodeId,
    state: State,
}

/// Why a record did not do what it was asked. It is as it was.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecordError {
    /// The node was deleted, or never was there.
    #[error("the record has no such node")]
    NoSuchNode,
    /// The first position cannot be deleted, and is no move.
    #[error("the first position of a record stays where it is")]
    Root,
    /// The rules asked for too much.
    #[error(transparent)]
    Run(#[from] RunError),
}

impl Record {
    /// A record that begins with the first position of a game.
    pub fn new(game: &Game) -> Self {
        Self::from_setup(game.start())
    }

    /// A record that begins with a position set up by hand. Whatever came before it is forgotten: it is the
    /// first position of its game.
    pub fn from_setup(state: State) -> Self {
        let game = state.game().clone();
        let chooser = state.chooser();
        let mut position = state.into_position();
        position.begin_history(game.program());
        let state = State::new(game.clone(), position.clone());
        Record {
            nodes: vec![Node::root(chooser)],
            free: Vec::new(),
            temporary: Vec::new(),
            edges: Edges::default(),
            checkpoints: Checkpoints::new(NodeId::ROOT, position),
            texts: Texts::default(),
            current: NodeId::ROOT,
            state,
            game,
        }
    }

    /// The game that is played.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The position the record begins with.
    pub fn setup(&self) -> State {
        State::new(self.game.clone(), self.checkpoints.position(NodeId::ROOT))
    }

    /// Is that another position than the one the rules begin with?
    pub fn is_set_up(&self) -> bool {
        self.setup().position() != self.game.program().start()
    }

    /// The node of the first position.
    pub fn root(&self) -> NodeId {
        NodeId::ROOT
    }

    /// The current node.
    pub fn current(&self) -> NodeId {
        self.current
    }

    /// Its state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The state of any node.
    pub fn state_at(&self, node: NodeId) -> Result<State, RecordError> {
        if node == self.current {
            return Ok(self.state.clone());
        }
        self.node(node).ok_or(RecordError::NoSuchNode)?;
        Ok(self.rebuild(node)?)
    }

    /// How many nodes there are, the first one and temporary ones included.
    pub fn n_nodes(&self) -> usize {
        self.nodes.len() - self.free.len()
    }

    /// Is there such a node?
    pub fn contains(&self, node: NodeId) -> bool {
        self.node(node).is_some()
    }

    /// The node a move came from; none for the first.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.node(node)?.parent.get()
    }

    /// How many moves lead to a node.
    pub fn ply(&self, node: NodeId) -> usize {
        self.node(node).map_or(0, |n| n.ply as usize)
    }

    /// The move that led to a node; none for the first.
    pub fn mv(&self, node: NodeId) -> Option<&Move> {
        self.edges.mv(self.node(node)?.edge)
    }

    /// The name of that move, unique among the moves of the position before it.
    pub fn name(&self, node: NodeId) -> Option<&str> {
        self.edges.name(self.node(node)?.edge)
    }

    /// Whose turn it is at a node, unless the game is over there.
    pub fn chooser(&self, node: NodeId) -> Option<PlayerId> {
        Some(PlayerId(self.node(node)?.chooser))
    }

    /// Is the next move drawn at random there?
    pub fn is_chance(&self, node: NodeId) -> bool {
        self.chooser(node).is_some_and(|player| self.game.ir().players[player.idx()].random)
    }

    /// Is the node one that goes when a move is made?
    pub fn is_temporary(&self, node: NodeId) -> bool {
        self.node(node).is_some_and(|n| n.has(Flag::Temporary))
    }

    /// The bytes it takes: what all its lists have room for. The rules are not counted, they are shared.
    pub fn bytes(&self) -> usize {
        let lists = self.nodes.capacity() * size_of::<Node>()
            + (self.free.capacity() + self.temporary.capacity()) * size_of::<NodeId>();
        size_of::<Self>()
            + lists
            + self.edges.bytes()
            + self.checkpoints.bytes()
            + self.texts.bytes()
            + self.state.position().bytes()
    }

    /// A living node.
    fn node(&self, node: NodeId) -> Option<&Node> {
        self.nodes.get(node.idx()).filter(|n| !n.has(Flag::Free))
    }
}
