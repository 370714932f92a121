//! One game while it is built: the tables that code is read with, and what has been found out so far.

use crate::ast::{ListId, LocalId};
use crate::codes;
use crate::decl::{LocalDecl, Value};
use crate::objects::{Define, Library, ObjectId};
use crate::scope::{Frame, Names};
use crate::session::{CODE, Session};
use crate::shape::Shape;
use crate::words::Words;
use rustc_hash::{FxHashMap, FxHashSet};
use zug_model::{KindId, ModeId};
use zug_source::{Diagnostic, NodeId, Origin, Symbol};

/// Statements and expressions of one game, definitions written out.
const MAX_NODES: usize = 300_000;
/// Nesting of code, through calls. Rules written by hand reach a dozen.
const MAX_DEPTH: usize = 150;

/// What a load gives to everything that reads code.
pub(crate) struct Context<'a> {
    pub(crate) library: &'a Library,
    pub(crate) shapes: &'a FxHashMap<ObjectId, Shape>,
    pub(crate) words: &'a Words,
    /// The board of code that belongs to no game.
    pub(crate) no_board: &'a Shape,
}

pub(crate) struct Builder<'a> {
    pub(crate) s: &'a mut Session,
    pub(crate) library: &'a Library,
    pub(crate) words: &'a Words,
    pub(crate) shape: &'a Shape,
    /// No game uses this code, so names may be explained elsewhere.
    pub(crate) open: bool,

    // Names of the game.
    pub(crate) kinds: FxHashMap<ObjectId, KindId>,
    pub(crate) players: Names,
    pub(crate) zones: Names,
    pub(crate) attrs: Names,
    pub(crate) player_vars: Names,
    pub(crate) globals: Names,
    pub(crate) dice: Names,
    pub(crate) modes: Names,
    pub(crate) gens: Names,
    pub(crate) gen_origins: Vec<Origin>,
    pub(crate) gens_read: Vec<bool>,
    pub(crate) game_defines: FxHashMap<Symbol, Define>,

    // Names of the piece whose code is read.
    pub(crate) lists: FxHashMap<Symbol, ListId>,
    pub(crate) kind_defines: FxHashMap<Symbol, Define>,
    /// All names that `let` sets in its code.
    pub(crate) lets: FxHashSet<Symbol>,

    // Variables.
    pub(crate) locals: Vec<LocalDecl>,
    pub(crate) shared: FxHashMap<Symbol, LocalId>,
    pub(crate) frames: Vec<Frame>,

    // Where we are.
    pub(crate) calls: Vec<Symbol>,
    depth: usize,
    n_nodes: usize,

    /// Piece types that are named and not yet in the game.
    pub(crate) mentioned: FxHashSet<ObjectId>,
    /// Modes that moves have, and modes that something asks for, with the first place.
    pub(crate) modes_of_moves: FxHashMap<ModeId, Origin>,
    pub(crate) modes_asked: FxHashMap<ModeId, Origin>,
}

impl<'a> Builder<'a> {
    pub(crate) fn new(s: &'a mut Session, context: &Context<'a>, shape: &'a Shape, open: bool) -> Self {
        Self {
            s,
            library: context.library,
            words: context.words,
            shape,
            open,
            kinds: FxHashMap::default(),
            players: Names::default(),
            zones: Names::default(),
            attrs: Names::default(),
            player_vars: Names::default(),
            globals: Names::default(),
            dice: Names::default(),
            modes: Names::default(),
            gens: Names::default(),
            gen_origins: Vec::new(),
            gens_read: Vec::new(),
            game_defines: FxHashMap::default(),
            lists: FxHashMap::default(),
            kind_defines: FxHashMap::default(),
            lets: FxHashSet::default(),
            locals: Vec::new(),
            shared: FxHashMap::default(),
            frames: vec![Frame::default()],
            calls: Vec::new(),
            depth: 0,
            n_nodes: 0,
            mentioned: FxHashSet::default(),
            modes_of_moves: FxHashMap::default(),
            modes_asked: FxHashMap::default(),
        }
    }

    /// One level deeper; false if that is too deep or the game too large. Pair with [`leave`](Self::leave).
    pub(crate) fn enter(&mut self, node: NodeId) -> bool {
        self.depth += 1;
        self.n_nodes += 1;
        if !self.s.spend(CODE) {
            return false;
        }
        if self.depth > MAX_DEPTH {
            let message = format!("code is nested more than {MAX_DEPTH} deep here");
            self.s.error(codes::TOO_DEEP, node, message);
            return false;
        }
        if self.n_nodes > MAX_NODES {
            if self.n_nodes == MAX_NODES + 1 {
                let place = self.s.sources.outermost(self.s.origin(node));
                let message = format!("the code of this game has more than {MAX_NODES} parts");
                let problem = Diagnostic::error(codes::TOO_LARGE, place, message)
                    .hint("definitions that call others many times multiply");
                self.s.report(problem);
            }
            return false;
        }
        true
    }

    pub(crate) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// A mode by its name; new ones are welcome.
    pub(crate) fn mode(&mut self, node: NodeId) -> Option<ModeId> {
        let mut name = self.s.word(node, "the name of a mode")?;
        if let Some(crate::scope::Binding::Name(alias)) = self.bound(name) {
            name = *alias;
        }
        let mut modes = std::mem::take(&mut self.modes);
        let id = self.intern(&mut modes, name, node, "mode");
        self.modes = modes;
        id.map(ModeId)
    }

    /// A mode that something asks for: some move should have it.
    pub(crate) fn asked_mode(&mut self, node: NodeId) -> Option<ModeId> {
        let mode = self.mode(node)?;
        let origin = self.s.origin(node);
        self.modes_asked.entry(mode).or_insert(origin);
        Some(mode)
    }

    /// A constant that is written down: `true`, a number, a text, the name of a thing.
    pub(crate) fn value(&mut self, node: NodeId) -> Option<Value> {
        if let Some(number) = self.s.as_number(node) {
            return Some(Value::Int(number));
        }
        if let Some(text) = self.s.string(node) {
            return Some(Value::Text(text));
        }
        let name = self.s.word(node, "a constant")?;
        match self.s.name(name) {
            "true" => return Some(Value::Bool(true)),
            "false" => return Some(Value::Bool(false)),
            "none" => return Some(Value::None),
            _ => {}
        }
        let found = self.constant(name);
        if found.is_none() {
            self.unknown_name(name, node, None);
            return self.open.then_some(Value::Text(name));
        }
        found
    }
}
