//! Players: zones, symmetries, alliances, variables, and moves that belong to no piece.

use crate::ast::PlayerVarId;
use crate::builder::Builder;
use crate::codes;
use crate::decl::{PlayerDecl, Value};
use crate::items::{unknown_item, variable, zone};
use crate::objects::{ObjectId, Sort};
use crate::scope::{Binding, Frame};
use zug_model::{CellId, DirId, Zone};
use zug_source::{Diagnostic, NodeId, Symbol, suggest};

const ITEMS: [&str; 9] = ["name", "is-a", "let", "attribute", "zone", "sym", "move", "ally", "random"];

/// A player of a game, sorted out.
#[derive(Default)]
pub(crate) struct PlayerParts {
    pub(crate) name: Symbol0,
    zones: Vec<(Symbol, Vec<NodeId>)>,
    sym: Vec<(NodeId, NodeId)>,
    vars: Vec<(Symbol, NodeId)>,
    allies: Vec<NodeId>,
    moves: Vec<NodeId>,
    random: bool,
}

/// The name; absent for a player that is checked by itself.
pub(crate) type Symbol0 = Option<Symbol>;

impl Builder<'_> {
    pub(crate) fn player_parts(&mut self, name: Symbol0, object: Option<ObjectId>) -> PlayerParts {
        let mut parts = PlayerParts { name, ..PlayerParts::default() };
        let Some(object) = object else { return parts };
        for item in self.library.items(self.s, object) {
            match self.s.head(item) {
                Some("let" | "attribute") => {
                    if let Some(var) = variable(self.s, item) {
                        let mut names = std::mem::take(&mut self.player_vars);
                        self.intern(&mut names, var.0, item, "player variable");
                        self.player_vars = names;
                        parts.vars.retain(|old| old.0 != var.0);
                        parts.vars.push(var);
                    }
                }
                Some("zone") => {
                    if let Some((name, cells)) = zone(self.s, item) {
                        let mut names = std::mem::take(&mut self.zones);
                        self.intern(&mut names, name, item, "zone");
                        self.zones = names;
                        parts.zones.push((name, cells));
                    }
                }
                Some("sym") => self.symmetry(item, &mut parts),
                Some("ally") => {
                    self.s.arity(item, 1, usize::MAX);
                    parts.allies.extend(self.s.arguments(item));
                }
                Some("move") => {
                    self.declare_mode(item);
                    parts.moves.push(item);
                }
                Some("random") => parts.random |= self.s.arity(item, 0, 0),
                _ => {
                    if self.s.is_list(item) {
                        unknown_item(self.s, item, "player", &ITEMS);
                    }
                }
            }
        }
        parts
    }

    /// `(sym n s)`, also with several pairs.
    fn symmetry(&mut self, item: NodeId, parts: &mut PlayerParts) {
        if !self.s.arity(item, 2, usize::MAX) {
            return;
        }
        for pair in self.s.arguments(item).chunks(2) {
            let &[from, to] = pair else {
                let message = format!("{} has no partner", self.s.describe(pair[0]));
                return self.s.error(codes::UNEXPECTED, pair[0], message);
            };
            let words = (self.s.word(from, "a direction"), self.s.word(to, "a direction"));
            if let (Some(_), Some(_)) = words {
                parts.sym.push((from, to));
            }
        }
    }

    /// The zones of the game: for each player the cells of the board and its own.
    pub(crate) fn game_zones(&mut self, players: &[PlayerParts]) -> Vec<Zone> {
        let names = self.zones.list.clone();
        let mut zones = Vec::with_capacity(names.len());
        for name in names {
            let common = self.shape.zones.iter().find(|zone| zone.0 == name).map(|zone| zone.1.clone());
            let mut cells = Vec::with_capacity(players.len());
            for player in players {
                let mut all: Vec<CellId> = Vec::new();
                for (_, own) in player.zones.iter().filter(|zone| zone.0 == name) {
                    for &node in own {
                        all.extend(self.cell_id(node).filter(|cell| !all.contains(cell)));
                    }
                }
                let more = common.iter().flatten().copied().filter(|cell| !all.contains(cell));
                let more: Vec<CellId> = more.collect();
                all.extend(more);
                cells.push(all);
            }
            zones.push(Zone { name: self.s.text_of(name), cells });
        }
        zones
    }

    /// Everything about a player but its zones, with the variables that its moves leave to later code.
    pub(crate) fn player(
        &mut self,
        parts: &PlayerParts,
        active: bool,
    ) -> (PlayerDecl, Vec<(Symbol, Binding)>) {
        let mut symmetry: Vec<DirId> = (0..self.shape.dirs.len()).map(|dir| DirId(dir as u16)).collect();
        for &(from, to) in &parts.sym {
            self.map_direction(from, to, &mut symmetry);
        }
        let mut vars: Vec<(PlayerVarId, Value)> = Vec::new();
        for &(name, node) in &parts.vars {
            if let (Some(id), Some(value)) = (self.player_vars.get(name), self.value(node)) {
                vars.push((PlayerVarId(id), value));
            }
        }
        let allies = parts.allies.iter().filter_map(|&ally| self.player_id(ally)).collect();
        let mut left = Vec::new();
        let moves = self.rules(&parts.moves, &[], &mut left);
        self.frames = vec![Frame::default()];
        let name = parts.name.map_or_else(String::new, |name| self.s.text_of(name));
        (PlayerDecl { name, symmetry, allies, vars, moves, active, random: parts.random }, left)
    }

    /// A direction of another board is no mistake: players serve several games.
    fn map_direction(&mut self, from: NodeId, to: NodeId, symmetry: &mut [DirId]) {
        let dir = |builder: &Self, node: NodeId| builder.s.atom(node).and_then(|name| builder.dir_of(name));
        match (dir(self, from), dir(self, to)) {
            (Some(from), Some(to)) => symmetry[from.idx()] = to,
            (Some(_), None) if !self.open => {
                let known = self.s.candidates(&self.shape.dirs);
                let word = self.s.text_of(self.s.tree.node(to).symbol);
                let known = known.iter().map(String::as_str);
                self.s.unknown(codes::UNKNOWN_DIRECTION, to, "direction", &word, known);
            }
            _ => {}
        }
    }

    /// Owners need not be described, unless they look like somebody who is.
    pub(crate) fn find_player(&mut self, name: Symbol, node: NodeId, active: bool) -> Option<ObjectId> {
        let found = self.library.find(Sort::Player, name);
        let described = self.library.of_sort(Sort::Player).next().is_some();
        if found.is_none() && active && described && !self.open {
            let known = self.library.names(self.s, Sort::Player);
            let word = self.s.text_of(name);
            let message = format!("the player `{word}` is nowhere described");
            let mut problem = Diagnostic::warning(codes::UNDESCRIBED_PLAYER, self.s.origin(node), message);
            if let Some(near) = suggest(&word, known.iter().map(String::as_str)) {
                problem = problem.hint(format!("did you mean `{near}`?"));
            }
            self.s.report(problem);
        }
        found
    }
}
