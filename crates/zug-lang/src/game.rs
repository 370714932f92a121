//! Games: objects put together, code read with the names of the game.
//!
//! A game has the pieces that are set up and those that its rules mention. Which these are shows only when the
//! rules are read, so a game is read again as long as that brings in new ones; only the last reading's messages
//! are kept.

use crate::ast::{Block, Stmt, StmtKind};
use crate::builder::{Builder, Context};
use crate::codes;
use crate::decl::{
    Criterion, GameDecl, GlobalDecl, GoalDecl, ModeDecl, Options, Outcome, TurnDecl, TurnKind, Value,
};
use crate::items::{prose, unknown_item, variable};
use crate::objects::{ObjectId, Sort, read_define};
use crate::players::PlayerParts;
use crate::scope::{Binding, Frame};
use crate::session::Session;
use crate::setup::Setup;
use crate::shape::Shape;
use rustc_hash::FxHashSet;
use zug_model::{KindId, PlayerId};
use zug_source::{Diagnostic, Diagnostics, NodeId, Symbol, suggest};

const ITEMS: [&str; 21] = [
    "name",
    "description",
    "history",
    "is-a",
    "let",
    "attribute",
    "board",
    "players",
    "turns",
    "priorities",
    "mode",
    "prefer",
    "win",
    "loss",
    "draw",
    "invariant",
    "dice",
    "option",
    "score",
    "shared",
    "define",
];
/// After so many readings every piece of the text is taken in.
const MAX_READINGS: usize = 8;
const MAX_PLAYERS: usize = 250;

/// What became of a game.
pub(crate) enum Built {
    /// With the objects it is made of.
    Game(Box<GameDecl>, FxHashSet<ObjectId>),
    /// It has errors; with the objects that have been looked at.
    Broken(FxHashSet<ObjectId>),
    /// Something is left to other texts.
    Incomplete,
    /// Only a parent of other games.
    Abstract,
}

pub(crate) fn build(session: &mut Session, context: &Context, id: ObjectId, is_parent: bool) -> Built {
    if session.is_exhausted() {
        return Built::Broken(FxHashSet::default());
    }
    let items = context.library.items(session, id);
    let last = |word: &str| items.iter().copied().rev().find(|&item| session.is_form(item, word));
    let (board, players) = (last("board"), last("players"));
    let ancestry = context.library.ancestry(session, id);
    let orphan = ancestry.iter().filter_map(|&game| context.library.objects[game].orphan).min();
    let elided = ancestry.iter().any(|&game| session.elided.contains(&context.library.objects[game].node));
    let origin = context.library.objects[id].origin;
    let title = context.library.title(session, id);
    let title = if title.is_empty() { "this game".to_owned() } else { format!("the game `{title}`") };
    if let Some(parent) = orphan {
        incomplete(session, context, Sort::Game, parent, &title);
        return Built::Incomplete;
    }
    if board.is_none() || players.is_none() {
        // What a file brings along is there to be used or not.
        let included = session.sources.included_from(origin.span.file).is_some();
        if is_parent || included {
            return Built::Abstract;
        }
        if elided {
            return Built::Incomplete;
        }
        let what = if board.is_none() { "board" } else { "players" };
        session.report(Diagnostic::error(codes::MISSING, origin, format!("{title} has no `{what}`")));
        return Built::Broken(FxHashSet::default());
    }
    let (Some(board), Some(_)) = (board, players) else { return Built::Incomplete };
    let before = session.n_errors;
    let name = if session.arity(board, 1, 1) {
        let name = session.arguments(board)[0];
        session.label(name, "the name of a board").map(|symbol| (name, symbol))
    } else {
        None
    };
    let Some((node, name)) = name else { return Built::Broken(FxHashSet::default()) };
    let shape = context.library.find(Sort::Board, name).and_then(|board| context.shapes.get(&board));
    let Some(shape) = shape else {
        incomplete(session, context, Sort::Board, node, &title);
        return Built::Incomplete;
    };
    // The game has a board of its own.
    session.spend(shape.cells.len() * (1 + shape.dirs.len()));
    let mut used: FxHashSet<ObjectId> = FxHashSet::default();
    let outer = std::mem::take(&mut session.diagnostics);
    let mut reading = 0;
    let (game, objects) = loop {
        reading += 1;
        session.n_errors = before;
        session.diagnostics = Diagnostics::new();
        let mut builder = Builder::new(session, context, shape, false);
        builder.take_kinds(&used);
        let (game, objects) = builder.game(&items, id);
        if builder.s.n_errors == before {
            builder.advise(&game);
        }
        let more = builder.mentioned;
        if more.is_empty() || builder.s.is_exhausted() {
            break (game, objects);
        }
        used.extend(more);
        if reading >= MAX_READINGS {
            used.extend(context.library.of_sort(Sort::Piece).map(|(id, _)| id));
        }
    };
    let said = std::mem::replace(&mut session.diagnostics, outer);
    session.diagnostics.append(said);
    if session.n_errors > before || session.is_exhausted() {
        Built::Broken(objects)
    } else {
        Built::Game(Box::new(game), objects)
    }
}

/// A text may leave a board or a parent to the text that includes it; the game cannot be played then. A name
/// that is nearly one of this text is a slip of the pen.
fn incomplete(session: &mut Session, context: &Context, sort: Sort, node: NodeId, title: &str) {
    let word = session.text_of(session.tree.node(node).symbol);
    let known = context.library.names(session, sort);
    let near = suggest(&word, known.iter().map(String::as_str));
    if near.is_some_and(|near| near.chars().count().abs_diff(word.chars().count()) <= 2) {
        let code = if sort == Sort::Board { codes::UNKNOWN_BOARD } else { codes::UNKNOWN_PARENT };
        return session.unknown(code, node, sort.what(), &word, known.iter().map(String::as_str));
    }
    let problem =
        Diagnostic::warning(codes::INCOMPLETE, session.origin(node), format!("{title} is not complete"))
            .label(format!("no {} `{word}` is defined", sort.what()));
    session.report(problem);
}

/// Looks at objects that no game uses: their form is checked, their names are left open.
pub(crate) fn check_alone(session: &mut Session, context: &Context, id: ObjectId) {
    let shape: &Shape = context.no_board;
    let mut builder = Builder::new(session, context, shape, true);
    match builder.library.objects[id].sort {
        Sort::Board => {}
        Sort::Piece => {
            let items = builder.declare_kind(id);
            builder.kind(id, &items);
        }
        Sort::Player => {
            let parts = builder.player_parts(None, Some(id));
            builder.player(&parts, true);
        }
        Sort::Game => {
            let items = builder.library.items(builder.s, id);
            builder.game(&items, id);
        }
    }
}

/// The items of a game that are read when all names are known.
#[derive(Default)]
struct Parts {
    players: Option<NodeId>,
    turns: Option<NodeId>,
    priorities: Option<NodeId>,
    prefer: Vec<NodeId>,
    goals: Vec<NodeId>,
    invariants: Vec<NodeId>,
    score: Option<NodeId>,
    vars: Vec<(Symbol, NodeId)>,
    modes: Vec<NodeId>,
}

impl Builder<'_> {
    /// Numbers pieces in the order of the text.
    fn take_kinds(&mut self, used: &FxHashSet<ObjectId>) {
        let mut used: Vec<ObjectId> = used.iter().copied().collect();
        used.sort_unstable();
        self.kinds = used.into_iter().enumerate().map(|(at, object)| (object, KindId(at as u16))).collect();
    }

    fn game(&mut self, items: &[NodeId], id: ObjectId) -> (GameDecl, FxHashSet<ObjectId>) {
        let mut options = Options::default();
        let mut dice = Vec::new();
        let mut parts = Parts { vars: self.shape.vars.clone(), ..Parts::default() };
        for &item in items {
            self.game_item(item, &mut parts, &mut options, &mut dice);
        }
        for &(name, node) in &parts.vars {
            let mut globals = std::mem::take(&mut self.globals);
            self.intern(&mut globals, name, node, "variable");
            self.globals = globals;
        }
        for (name, _) in self.shape.zones.clone() {
            let mut zones = std::mem::take(&mut self.zones);
            self.intern(&mut zones, name, NodeId(0), "zone");
            self.zones = zones;
        }
        let mut objects: FxHashSet<ObjectId> = self.library.ancestry(self.s, id);
        let entries = self.player_entries(&parts);
        let active = self.active(&parts, &entries);
        let mut players: Vec<PlayerParts> = Vec::new();
        for (at, &(entry, name)) in entries.iter().enumerate() {
            let object = self.find_player(name, entry, active[at]);
            objects.extend(object.into_iter().flat_map(|object| self.library.ancestry(self.s, object)));
            players.push(self.player_parts(Some(name), object));
        }
        let mut kind_objects: Vec<(KindId, ObjectId)> =
            self.kinds.iter().map(|(&object, &kind)| (kind, object)).collect();
        kind_objects.sort_unstable();
        objects.extend(kind_objects.iter().flat_map(|&(_, object)| self.library.ancestry(self.s, object)));
        let kind_items: Vec<Vec<NodeId>> =
            kind_objects.iter().map(|&(_, object)| self.declare_kind(object)).collect();
        let mut declared = Vec::new();
        for &item in &parts.modes {
            self.mode_item(item, &mut declared);
        }
        let priorities = self.mode_list(parts.priorities);

        let zones = self.game_zones(&players);
        let mut globals = Vec::new();
        for &(name, node) in &parts.vars {
            globals.push(GlobalDecl {
                name: self.s.text_of(name),
                init: self.value(node).unwrap_or(Value::None),
            });
        }
        let (turns, repeat_from) = match parts.turns {
            Some(item) => self.turns(item),
            None => {
                let each = |player| TurnDecl { player, what: TurnKind::Move(Vec::new()) };
                ((0..entries.len()).map(|at| each(PlayerId(at as u16))).collect(), 0)
            }
        };
        let mut setup = Setup::default();
        for (at, &(entry, _)) in entries.iter().enumerate() {
            self.place_all(entry, PlayerId(at as u16), &mut setup);
        }

        // Code: pieces, players, then what sees the variables of both.
        let mut left: Vec<(Symbol, Binding)> = Vec::new();
        let mut kinds = Vec::with_capacity(kind_objects.len());
        for (&(_, object), items) in kind_objects.iter().zip(&kind_items) {
            let (kind, bindings) = self.kind(object, items);
            kinds.push(kind);
            merge(&mut left, bindings);
        }
        let mut player_decls = Vec::with_capacity(players.len());
        for (at, player) in players.iter().enumerate() {
            let (player, bindings) = self.player(player, active[at]);
            player_decls.push(player);
            merge(&mut left, bindings);
        }
        self.frames = vec![Frame { bindings: left, is_call: false }];
        let prefer = self.prefer(&parts.prefer);
        let invariants = self.blocks(&parts.invariants);
        self.frames = vec![Frame::default()];
        let goals = self.goals(&parts.goals);
        let score = parts.score.and_then(|item| self.score(item));
        self.advise_modes();
        self.advise_generation();
        let modes = self.mode_decls(declared);
        let text = |names: &[Symbol], s: &Session| names.iter().map(|&name| s.text_of(name)).collect();
        let description = self.library.nearest(self.s, id, "description");
        let history = self.library.nearest(self.s, id, "history");
        let object = &self.library.objects[id];
        let game = GameDecl {
            names: text(&object.names, self.s),
            description: description.and_then(|item| prose(self.s, item)),
            history: history.and_then(|item| prose(self.s, item)),
            origin: object.origin,
            board: self.shape.board(self.s, zones),
            model: self.shape.model.unwrap_or_default(),
            players: player_decls,
            kinds,
            attrs: text(&self.attrs.list, self.s),
            player_vars: text(&self.player_vars.list, self.s),
            globals,
            gens: text(&self.gens.list, self.s),
            locals: std::mem::take(&mut self.locals),
            dice,
            modes,
            priorities,
            turns,
            repeat_from,
            placements: setup.placements,
            reserves: setup.reserves,
            scattered: setup.scattered,
            prefer,
            invariants,
            goals,
            score,
            options,
        };
        (game, objects)
    }

    fn game_item(
        &mut self,
        item: NodeId,
        parts: &mut Parts,
        options: &mut Options,
        dice: &mut Vec<crate::decl::DiceDecl>,
    ) {
        let head = self.s.head(item).map(str::to_owned);
        match head.as_deref() {
            Some("let" | "attribute") => {
                if let Some(var) = variable(self.s, item) {
                    parts.vars.retain(|old| old.0 != var.0);
                    parts.vars.push(var);
                }
            }
            Some("board") => {}
            // Those that count are taken below; here the form of all is checked.
            Some("description" | "history") => drop(prose(self.s, item)),
            Some("players") => parts.players = Some(item),
            Some("turns") => parts.turns = Some(item),
            Some("priorities") => parts.priorities = Some(item),
            Some("mode") => parts.modes.push(item),
            Some("prefer") => parts.prefer.push(item),
            Some("win" | "loss" | "draw") => parts.goals.push(item),
            Some("invariant") => parts.invariants.push(item),
            Some("dice") => self.dice_item(item, dice),
            Some("option") => self.option(item, options),
            Some("score") => parts.score = Some(item),
            Some("shared") => options.shared = self.s.arity(item, 0, 0),
            Some("define") => {
                if let Some(define) = read_define(self.s, item) {
                    self.s.own_defines.insert(define.node, define.clone());
                    self.game_defines.insert(define.name, define);
                }
            }
            _ if self.s.is_list(item) => unknown_item(self.s, item, "game", &ITEMS),
            // A bare word was reported with the object.
            _ => {}
        }
    }

    /// The players with their names, in the order of `players`.
    fn player_entries(&mut self, parts: &Parts) -> Vec<(NodeId, Symbol)> {
        let Some(item) = parts.players else { return Vec::new() };
        self.s.arity(item, 1, MAX_PLAYERS);
        let mut entries = Vec::new();
        for entry in self.s.arguments(item).into_iter().take(MAX_PLAYERS) {
            let node = self.s.tree.kids(entry).first().copied();
            let Some(node) = node else {
                self.s.unexpected(entry, "a player with its pieces in parentheses");
                continue;
            };
            let Some(name) = self.s.new_name(node, "the name of a player") else { continue };
            if self.players.get(name).is_some() {
                let message = format!("the player `{}` occurs twice", self.s.name(name));
                self.s.error(codes::DECLARED_TWICE, node, message);
                continue;
            }
            let mut players = std::mem::take(&mut self.players);
            self.intern(&mut players, name, node, "player");
            self.players = players;
            entries.push((entry, name));
        }
        entries
    }

    /// Who takes turns.
    fn active(&mut self, parts: &Parts, entries: &[(NodeId, Symbol)]) -> Vec<bool> {
        let Some(turns) = parts.turns else { return vec![true; entries.len()] };
        let mut named: FxHashSet<Symbol> = FxHashSet::default();
        for turn in self.s.arguments(turns) {
            let node = self.s.tree.kids(turn).get(1).copied().unwrap_or(turn);
            named.insert(self.s.tree.node(node).symbol);
        }
        entries.iter().map(|(_, name)| named.contains(name)).collect()
    }

    fn mode_list(&mut self, item: Option<NodeId>) -> Vec<zug_model::ModeId> {
        let Some(item) = item else { return Vec::new() };
        self.s.arity(item, 1, usize::MAX);
        let mut modes = Vec::new();
        for node in self.s.arguments(item) {
            let Some(mode) = self.asked_mode(node) else { continue };
            if modes.contains(&mode) {
                let message = format!("{} is listed twice", self.s.describe(node));
                self.s.error(codes::DECLARED_TWICE, node, message);
                continue;
            }
            modes.push(mode);
        }
        modes
    }

    fn mode_decls(&self, declared: Vec<(zug_model::ModeId, ModeDecl)>) -> Vec<ModeDecl> {
        let mut modes: Vec<ModeDecl> = vec![ModeDecl::default(); self.modes.list.len()];
        for (mode, decl) in declared {
            modes[mode.idx()] = decl;
        }
        for (mode, &name) in modes.iter_mut().zip(&self.modes.list) {
            mode.name = self.s.text_of(name);
        }
        modes
    }

    fn prefer(&mut self, items: &[NodeId]) -> Vec<Criterion> {
        let mut criteria = Vec::new();
        for &item in items {
            self.s.arity(item, 1, usize::MAX);
            for node in self.s.arguments(item) {
                // `(max x)` and `(min x)` with one argument say which end is best.
                let one = self.s.tree.kids(node).len() == 2;
                let least = one && self.s.is_form(node, "min");
                let inner =
                    if least || (one && self.s.is_form(node, "max")) { self.s.kids(node)[1] } else { node };
                criteria.extend(self.expr(inner).map(|value| Criterion { value, least }));
            }
        }
        criteria
    }

    fn score(&mut self, item: NodeId) -> Option<crate::ast::Expr> {
        if !self.s.arity(item, 1, 1) {
            return None;
        }
        let value = self.s.arguments(item)[0];
        self.expr(value)
    }

    fn goals(&mut self, items: &[NodeId]) -> Vec<GoalDecl> {
        let mut goals = Vec::new();
        for &item in items {
            let outcome = match self.s.head(item) {
                Some("win") => Outcome::Win,
                Some("loss") => Outcome::Loss,
                _ => Outcome::Draw,
            };
            let (mut order, mut after_move, mut players) = (0, outcome == Outcome::Win, Vec::new());
            let mut worth = None;
            let arguments = self.s.arguments(item);
            let mut rest = &arguments[..];
            while let Some((&part, further)) = rest.split_first() {
                match self.s.head(part) {
                    Some("order") => order = self.order(rest).0,
                    Some("phase") => {
                        if self.s.arity(part, 1, 1) {
                            let value = self.s.arguments(part)[0];
                            match self.s.atom(value).map(|value| self.s.name(value)) {
                                Some("pre") => after_move = false,
                                Some("post") => after_move = true,
                                _ => self.s.unexpected(value, "`pre` or `post`"),
                            }
                        }
                    }
                    Some("players") => {
                        self.s.arity(part, 1, usize::MAX);
                        let names = self.s.arguments(part);
                        players = names.iter().filter_map(|&name| self.player_id(name)).collect();
                    }
                    Some("worth") => {
                        if outcome == Outcome::Draw {
                            self.s.unexpected(part, "a condition: a draw has no worth");
                        } else if self.s.arity(part, 1, 1) {
                            worth = Some(self.s.arguments(part)[0]);
                        }
                    }
                    _ => break,
                }
                rest = further;
            }
            self.frames = vec![Frame::default()];
            let body = self.conjunction(rest);
            // It may use what the conditions have found.
            let worth = worth.and_then(|worth| self.expr(worth));
            let origin = self.s.origin(item);
            goals.push(GoalDecl { outcome, order, after_move, players, body, worth, origin });
        }
        goals.sort_by_key(|goal| goal.order);
        goals
    }

    /// Statements as they are, values checked.
    fn conjunction(&mut self, nodes: &[NodeId]) -> Block {
        let mut block = Vec::new();
        for &node in nodes {
            if self.statement_word(node).is_some() {
                block.extend(self.stmt(node));
            } else if let Some(value) = self.expr(node) {
                let origin = value.origin;
                block.push(Stmt { what: StmtKind::Check(value), origin });
            }
        }
        block
    }

    fn advise_generation(&mut self) {
        if self.open {
            return;
        }
        for at in 0..self.gens.list.len() {
            if !self.gens_read[at] {
                let name = self.s.name(self.gens.list[at]);
                let message = format!("nothing reads `{name}`");
                let problem = Diagnostic::warning(codes::NEVER_READ, self.gen_origins[at], message).hint(
                    "an unknown name is a generation variable; is it misspelt, or declared with `let`?",
                );
                self.s.report(problem);
            }
        }
    }
}

fn merge(all: &mut Vec<(Symbol, Binding)>, new: Vec<(Symbol, Binding)>) {
    let known: FxHashSet<Symbol> = all.iter().map(|(name, _)| *name).collect();
    all.extend(new.into_iter().filter(|(name, _)| !known.contains(name)));
}
