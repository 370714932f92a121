//! What a name means: the tables of one game, and the variables in sight.
//!
//! A name is looked up once, in the order of the language: parameter or local, named list of the piece, word of
//! the language, attribute, variable of players, variable of board or game, direction, position, piece type,
//! player, zone, definition, generation variable.

use crate::ast::{DiceId, ExprKind, GenId, ListId, LocalId, PlayerVarId, Var};
use crate::builder::Builder;
use crate::codes;
use crate::decl::{LocalDecl, Value};
use crate::objects::{Define, Sort};
use crate::words::Word;
use rustc_hash::FxHashMap;
use zug_model::{AttrId, CellId, DirId, GlobalId, KindId, PlayerId, ZoneId};
use zug_source::{Diagnostic, NodeId, Symbol, suggest};

/// How many things of one sort a game may have.
const MAX_NAMES: usize = 4_000;
const MAX_LOCALS: usize = 60_000;

/// Names of one sort, numbered in the order of their first mention.
#[derive(Default, Clone)]
pub(crate) struct Names {
    ids: FxHashMap<Symbol, u16>,
    pub(crate) list: Vec<Symbol>,
}

impl Names {
    pub(crate) fn get(&self, name: Symbol) -> Option<u16> {
        self.ids.get(&name).copied()
    }
}

/// What a name stands for while some code is in sight.
#[derive(Clone, Debug)]
pub(crate) enum Binding {
    Local(LocalId),
    /// A parameter that stands for a fixed thing.
    Alias(ExprKind),
    /// A parameter that stands for the name of a mode.
    Name(Symbol),
}

/// The variables of one rule, or of one call.
#[derive(Default, Clone)]
pub(crate) struct Frame {
    pub(crate) bindings: Vec<(Symbol, Binding)>,
    /// Variables set here belong to this call alone.
    pub(crate) is_call: bool,
}

/// What a name means.
pub(crate) enum Found {
    Bound(Binding),
    List(ListId),
    Word(Word),
    Var(Var),
    Dice(DiceId),
    Const(Value),
    Define(Define),
    Nothing,
}

impl Builder<'_> {
    pub(crate) fn bound(&self, name: Symbol) -> Option<&Binding> {
        let in_frame = |frame: &'_ Frame| frame.bindings.iter().rposition(|(bound, _)| *bound == name);
        self.frames.iter().rev().find_map(|frame| Some(&frame.bindings[in_frame(frame)?].1))
    }

    /// The meaning of a name as a value.
    pub(crate) fn lookup(&mut self, name: Symbol) -> Found {
        if let Some(binding) = self.bound(name) {
            return Found::Bound(binding.clone());
        }
        if let Some(&list) = self.lists.get(&name) {
            return Found::List(list);
        }
        if let Some(define) = self.own_define(name) {
            return Found::Define(define);
        }
        if let Some(word) = self.words.get(name) {
            return Found::Word(word);
        }
        if let Some(found) = self.thing(name) {
            self.hides_definition(name);
            return found;
        }
        match self.library.defines.get(&name) {
            Some(define) => Found::Define(define.clone()),
            None => Found::Nothing,
        }
    }

    /// Variables and fixed things.
    fn thing(&mut self, name: Symbol) -> Option<Found> {
        if let Some(var) = self.variable(name) {
            return Some(Found::Var(var));
        }
        if let Some(dice) = self.dice.get(name) {
            return Some(Found::Dice(DiceId(dice)));
        }
        self.constant(name).map(Found::Const)
    }

    fn variable(&self, name: Symbol) -> Option<Var> {
        let attr = self.attrs.get(name).map(|id| Var::Attr(AttrId(id)));
        attr.or_else(|| self.player_vars.get(name).map(|id| Var::Player(PlayerVarId(id))))
            .or_else(|| self.globals.get(name).map(|id| Var::Global(GlobalId(id))))
    }

    /// Direction, position, piece type, player, zone.
    pub(crate) fn constant(&mut self, name: Symbol) -> Option<Value> {
        if let Some(&dir) = self.shape.dir_ids.get(&name) {
            return Some(Value::Dir(dir));
        }
        if let Some(&cell) = self.shape.cell_ids.get(&name) {
            return Some(Value::Cell(cell));
        }
        if let Some(kind) = self.find_kind(name) {
            return Some(Value::Kind(kind));
        }
        let player = self.players.get(name).map(|id| Value::Player(PlayerId(id)));
        player.or_else(|| self.zones.get(name).map(|id| Value::Zone(ZoneId(id))))
    }

    /// A definition of the piece or the game whose code this is. Inside its own body the name has its old
    /// meaning.
    pub(crate) fn own_define(&self, name: Symbol) -> Option<Define> {
        if self.calls.contains(&name) && self.words.get(name).is_some() {
            return None;
        }
        self.kind_defines.get(&name).or_else(|| self.game_defines.get(&name)).cloned()
    }

    fn hides_definition(&mut self, name: Symbol) {
        if let Some(define) = self.library.defines.get(&name) {
            let message = format!("`{}` is also the name of something else", self.s.name(name));
            let problem =
                Diagnostic::warning(codes::HIDDEN_DEFINITION, self.s.tree.node(define.node).origin, message)
                    .label("this definition is not used")
                    .hint("give it another name");
            self.s.report(problem);
        }
    }

    /// A piece type of the text. One that this game does not have yet is noted: the game is built again.
    pub(crate) fn find_kind(&mut self, name: Symbol) -> Option<KindId> {
        let object = self.library.find(Sort::Piece, name)?;
        let kind = self.kinds.get(&object).copied();
        if kind.is_none() {
            self.mentioned.insert(object);
        }
        Some(kind.unwrap_or(KindId(0)))
    }

    /// The local that a `let` here sets; `None` if there are too many.
    pub(crate) fn let_local(&mut self, name: Symbol, node: NodeId) -> Option<LocalId> {
        let frame = self.frames.last()?;
        let old = frame.bindings.iter().rev().find(|(bound, _)| *bound == name);
        if let Some((_, Binding::Local(local))) = old {
            return Some(*local);
        }
        let local = match frame.is_call {
            true => self.fresh_local(name, node)?,
            false => self.shared_local(name, node)?,
        };
        self.bind(name, Binding::Local(local));
        Some(local)
    }

    pub(crate) fn bind(&mut self, name: Symbol, binding: Binding) {
        if let Some(frame) = self.frames.last_mut() {
            frame.bindings.push((name, binding));
        }
    }

    pub(crate) fn shared_local(&mut self, name: Symbol, node: NodeId) -> Option<LocalId> {
        if let Some(&local) = self.shared.get(&name) {
            return Some(local);
        }
        let local = self.fresh_local(name, node)?;
        self.locals[local.idx()].shared = true;
        self.shared.insert(name, local);
        Some(local)
    }

    pub(crate) fn fresh_local(&mut self, name: Symbol, node: NodeId) -> Option<LocalId> {
        if self.locals.len() >= MAX_LOCALS {
            let message = format!("too many local variables: at most {MAX_LOCALS}");
            self.s.error(codes::TOO_MANY, node, message);
            return None;
        }
        self.locals.push(LocalDecl { name: self.s.text_of(name), shared: false });
        Some(LocalId(self.locals.len() as u16 - 1))
    }

    /// What a `set!` of this name changes.
    pub(crate) fn target(&mut self, node: NodeId) -> Option<Var> {
        let name = self.s.variable_name(node)?;
        match self.bound(name) {
            Some(Binding::Local(local)) => return Some(Var::Local(*local)),
            Some(_) => {
                let message = format!("the parameter `{}` stands for a fixed thing", self.s.name(name));
                self.s.error(codes::NOT_A_VARIABLE, node, message);
                return None;
            }
            None => {}
        }
        let fixed = self.lists.contains_key(&name) || self.words.get(name).is_some();
        if !fixed && let Some(var) = self.variable(name) {
            return Some(var);
        }
        if fixed || self.constant(name).is_some() || self.dice.get(name).is_some() {
            let message = format!("`{}` cannot be changed: it is no variable", self.s.name(name));
            self.s.error(codes::NOT_A_VARIABLE, node, message);
            return None;
        }
        if let Some(local) = self.later_local(name, node) {
            return Some(Var::Local(local));
        }
        self.generation(name, node).map(Var::Gen)
    }

    /// A local that other code of the same piece sets: further parts of a move inherit it.
    pub(crate) fn later_local(&mut self, name: Symbol, node: NodeId) -> Option<LocalId> {
        if self.lets.contains(&name) { self.shared_local(name, node) } else { None }
    }

    pub(crate) fn generation(&mut self, name: Symbol, node: NodeId) -> Option<GenId> {
        if self.gens.get(name).is_none() {
            self.gen_origins.push(self.s.origin(node));
            self.gens_read.push(false);
        }
        let mut gens = std::mem::take(&mut self.gens);
        let id = self.intern(&mut gens, name, node, "generation variable");
        self.gens = gens;
        id.map(GenId)
    }

    /// The number of a name, a new one if it is new; `None` if there are too many.
    pub(crate) fn intern(
        &mut self,
        names: &mut Names,
        name: Symbol,
        node: NodeId,
        what: &str,
    ) -> Option<u16> {
        if let Some(id) = names.get(name) {
            return Some(id);
        }
        if names.list.len() >= MAX_NAMES {
            self.s.error(codes::TOO_MANY, node, format!("too many {what}s: at most {MAX_NAMES}"));
            return None;
        }
        let id = names.list.len() as u16;
        names.list.push(name);
        names.ids.insert(name, id);
        Some(id)
    }

    /// A name that means nothing. Where a value may stand it is a generation variable nobody sets, unless it
    /// looks like a slip of the pen.
    pub(crate) fn unknown_value(&mut self, name: Symbol, node: NodeId) -> ExprKind {
        if let Some(local) = self.later_local(name, node) {
            return ExprKind::Var(Var::Local(local));
        }
        if !self.library.set_somewhere.contains(&name) {
            if self.open {
                return ExprKind::Free(self.s.text_of(name));
            }
            if let Some(near) = self.near(name) {
                self.unknown_name(name, node, Some(near));
                return ExprKind::Const(Value::None);
            }
            let word = self.s.text_of(name);
            let message = format!("nothing sets `{word}`, so it is always 0");
            let problem = Diagnostic::warning(codes::NEVER_SET, self.s.origin(node), message)
                .hint("an unknown name is a generation variable; `set!` it where moves are made");
            self.s.report(problem);
        }
        match self.generation(name, node) {
            Some(id) => {
                self.gens_read[id.idx()] = true;
                ExprKind::Var(Var::Gen(id))
            }
            None => ExprKind::Const(Value::None),
        }
    }

    /// A name that means nothing where nothing but an error is left.
    pub(crate) fn unknown_name(&mut self, name: Symbol, node: NodeId, near: Option<String>) {
        if self.open {
            return;
        }
        let word = self.s.text_of(name);
        let mut problem =
            Diagnostic::error(codes::UNKNOWN_NAME, self.s.origin(node), format!("unknown name `{word}`"))
                .about(&word);
        if self.shape.gone.contains(&name) {
            problem = problem.hint(format!("the board has no link of the direction `{word}`"));
        } else if let Some(near) = near.or_else(|| self.near(name)) {
            problem = problem.hint(format!("did you mean `{near}`?"));
        }
        self.s.report(problem);
    }

    fn near(&mut self, name: Symbol) -> Option<String> {
        if !self.s.may_suggest() {
            return None;
        }
        let word = self.s.name(name);
        let mut known: Vec<Symbol> = Vec::new();
        known.extend(self.frames.iter().flat_map(|frame| &frame.bindings).map(|(name, _)| *name));
        known.extend(self.lists.keys());
        let tables = [&self.attrs, &self.player_vars, &self.globals, &self.dice, &self.players, &self.zones];
        known.extend(tables.iter().flat_map(|names| &names.list));
        known.extend(&self.shape.dirs);
        known.extend(&self.shape.cells);
        known.extend(self.library.of_sort(Sort::Piece).flat_map(|(_, piece)| &piece.names));
        known.extend(self.library.defines.keys());
        let words = crate::words::word_table().iter().flat_map(|row| row.texts.iter().copied());
        let mut known: Vec<&str> = known.into_iter().map(|name| self.s.name(name)).collect();
        known.sort_unstable();
        suggest(word, known.into_iter().chain(words)).map(str::to_owned)
    }

    // Names of one sort, where the place says which.

    pub(crate) fn zone_id(&mut self, node: NodeId) -> Option<ZoneId> {
        let name = self.s.label(node, "the name of a zone")?;
        if let Some(Binding::Alias(ExprKind::Const(Value::Zone(zone)))) = self.bound(name) {
            return Some(*zone);
        }
        if let Some(zone) = self.zones.get(name) {
            return Some(ZoneId(zone));
        }
        if self.open {
            return Some(ZoneId(0));
        }
        let known = self.s.candidates(&self.zones.list);
        let word = self.s.text_of(name);
        self.s.unknown(codes::UNKNOWN_ZONE, node, "zone", &word, known.iter().map(String::as_str));
        None
    }

    pub(crate) fn player_id(&mut self, node: NodeId) -> Option<PlayerId> {
        let name = self.s.label(node, "the name of a player")?;
        if let Some(player) = self.players.get(name) {
            return Some(PlayerId(player));
        }
        if self.open {
            return Some(PlayerId(0));
        }
        let known = self.s.candidates(&self.players.list);
        let word = self.s.text_of(name);
        self.s.unknown(codes::UNKNOWN_PLAYER, node, "player", &word, known.iter().map(String::as_str));
        None
    }

    pub(crate) fn kind_id(&mut self, node: NodeId) -> Option<KindId> {
        let name = self.s.label(node, "the name of a piece")?;
        if let Some(kind) = self.find_kind(name) {
            return Some(kind);
        }
        if self.open {
            return Some(KindId(0));
        }
        let known = self.library.names(self.s, Sort::Piece);
        let word = self.s.text_of(name);
        self.s.unknown(codes::UNKNOWN_PIECE, node, "piece", &word, known.iter().map(String::as_str));
        None
    }

    pub(crate) fn attr_id(&mut self, node: NodeId) -> Option<AttrId> {
        let name = self.s.word(node, "the name of an attribute")?;
        if let Some(attr) = self.attrs.get(name) {
            return Some(AttrId(attr));
        }
        if self.open {
            return Some(AttrId(0));
        }
        let known = self.s.candidates(&self.attrs.list);
        let word = self.s.text_of(name);
        self.s.unknown(codes::UNKNOWN_ATTRIBUTE, node, "attribute", &word, known.iter().map(String::as_str));
        None
    }

    pub(crate) fn cell_id(&mut self, node: NodeId) -> Option<CellId> {
        let name = self.s.label(node, "the name of a position")?;
        if let Some(&cell) = self.shape.cell_ids.get(&name) {
            return Some(cell);
        }
        if self.open {
            return Some(CellId(0));
        }
        crate::items::unknown_position(self.s, node, name, self.shape);
        None
    }

    pub(crate) fn dir_of(&self, name: Symbol) -> Option<DirId> {
        self.shape.dir_ids.get(&name).copied()
    }
}
