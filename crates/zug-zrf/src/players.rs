//! Who plays, and when.

use crate::codes;
use crate::expand::{Item, What};
use crate::game::Builder;
use crate::scope::Sort;
use crate::statements::{Keyword, Statement};
use rustc_hash::FxHashSet;
use zug_model::{Board, DirId, ModeId, Player, PlayerId, Turn};
use zug_source::{Diagnostic, Origin};

impl Builder<'_> {
    pub(crate) fn player_names(&mut self, statements: &[Statement], origin: Origin) {
        let Some(players) = statements.iter().rfind(|statement| statement.keyword == Keyword::Players) else {
            return self.missing("players", origin);
        };
        let kids = self.s.open(players.list);
        self.arity(kids, 1, usize::MAX, players.origin);
        for at in 1..kids.len() {
            if let Some(item) = self.s.kid(kids, at)
                && let Some(name) = self.s.text(item, "the name of a player")
            {
                self.scope.declare(self.s, Sort::Player, name, item.origin);
            }
        }
        self.s.close(kids);
    }

    pub(crate) fn missing(&mut self, what: &str, origin: Origin) {
        let message = format!("this game has no `{what}`");
        self.s.error(codes::MISSING, origin, message);
    }

    /// `symmetries[player]` has the directions a player turns.
    pub(crate) fn players(&self, board: &Board, symmetries: Vec<Vec<(DirId, DirId)>>) -> Vec<Player> {
        let names = self.scope.players.iter().enumerate();
        let player = |(at, name)| {
            let name = self.s.name(name);
            let mut symmetry: Vec<DirId> = (0..board.dirs.len() as u16).map(DirId).collect();
            let turned: &[(DirId, DirId)] = symmetries.get(at).map_or(&[], Vec::as_slice);
            for &(from, to) in turned {
                symmetry[from.idx()] = to;
            }
            Player { name: name.to_owned(), random: name.starts_with('?'), symmetry }
        };
        names.map(player).collect()
    }

    pub(crate) fn player(&mut self, item: Item) -> Option<PlayerId> {
        let name = self.s.text(item, "the name of a player")?;
        self.scope.resolve(self.s, Sort::Player, name, item.origin).map(PlayerId)
    }

    /// The turns, and the one that follows the last.
    pub(crate) fn turn_order(&mut self, statements: &[Statement], origin: Origin) -> (Vec<Turn>, usize) {
        let Some(order) = statements.iter().rfind(|statement| statement.keyword == Keyword::TurnOrder) else {
            let players = (0..self.scope.players.len() as u16).map(PlayerId);
            return (players.map(|player| Turn { chooser: player, actor: player, modes: None }).collect(), 0);
        };
        let mut turns = Vec::new();
        let mut repeat: Option<(usize, Origin)> = None;
        let before = self.s.n_errors;
        let kids = self.s.open(order.list);
        for at in 1..kids.len() {
            let Some(item) = self.s.kid(kids, at) else { continue };
            if matches!(item.what, What::Atom(word) if self.s.name(word) == "repeat") {
                if let Some((_, before)) = repeat {
                    let message = "`repeat` may stand once in a turn order";
                    let problem = Diagnostic::error(codes::MISPLACED_WORD, item.origin, message)
                        .related(before, "the first one is here");
                    self.s.report(problem);
                }
                repeat = Some((turns.len(), item.origin));
            } else {
                turns.extend(self.turn(item));
            }
        }
        self.s.close(kids);
        if let Some((from, place)) = repeat
            && from >= turns.len()
        {
            let message = "`repeat` has no turn after it that could be repeated";
            self.s.error(codes::MISPLACED_WORD, place, message);
        }
        // A turn that could not be read has had its message.
        if turns.is_empty() && self.s.n_errors == before {
            let origin = if kids.len() == 1 { order.origin } else { origin };
            self.s.error(codes::MISSING, origin, "this game has no turns");
        }
        (turns, repeat.map_or(0, |(from, _)| from))
    }

    /// `P`, `(P)`, `(P type…)`, `(P Q)` or `(P Q type…)`.
    fn turn(&mut self, item: Item) -> Option<Turn> {
        let What::List(list) = item.what else {
            let player = self.player(item)?;
            return Some(Turn { chooser: player, actor: player, modes: None });
        };
        let kids = self.s.open(list);
        let turn = self.s.kid(kids, 0).and_then(|first| {
            let chooser = self.player(first)?;
            let second = match self.s.kid(kids, 1) {
                Some(Item { what: What::Atom(name), .. }) => self.scope.player(name),
                _ => None,
            };
            let mut modes = Vec::new();
            for at in 1 + usize::from(second.is_some())..kids.len() {
                let mode = self.s.kid(kids, at)?;
                let name = self.s.word(mode, "a move type")?;
                modes.push(self.mode(name, mode.origin));
            }
            let modes = (!modes.is_empty()).then_some(modes);
            Some(Turn { chooser, actor: second.unwrap_or(chooser), modes })
        });
        if kids.len() == 0 {
            self.s.unexpected(item, "a player");
        }
        self.s.close(kids);
        turn
    }

    pub(crate) fn priorities(&mut self, statements: &[Statement]) -> Vec<ModeId> {
        let stated = statements.iter().rfind(|statement| statement.keyword == Keyword::MovePriorities);
        let Some(statement) = stated else { return Vec::new() };
        let kids = self.s.open(statement.list);
        let mut priorities = Vec::new();
        let mut ranked = FxHashSet::default();
        for at in 1..kids.len() {
            let Some(item) = self.s.kid(kids, at) else { continue };
            let Some(name) = self.s.word(item, "a move type") else { continue };
            let mode = self.mode(name, item.origin);
            if ranked.insert(mode) {
                priorities.push(mode);
            }
        }
        self.s.close(kids);
        priorities
    }
}
