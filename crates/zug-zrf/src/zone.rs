//! What is different for each player: zones and symmetries.

use crate::board::{LEFT_OUT, Part, Symmetries};
use crate::codes;
use crate::expand::{Item, What};
use crate::game::Builder;
use crate::scope::Sort;
use zug_model::{Board, CellId, DirId, PlayerId, Zone};

/// Positions in zones, counted for each player. A zone of all positions of a large board has a few thousand.
const MAX_MEMBERS: usize = 10_000_000;

impl Builder<'_> {
    pub(crate) fn zone(&mut self, part: &Part, board: &mut Board) {
        let kids = self.s.open(part.list);
        let mut name = None;
        let mut players: Option<Vec<PlayerId>> = None;
        let mut cells = Vec::new();
        for at in 1..kids.len() {
            let Some(item) = self.s.kid(kids, at) else { continue };
            let What::List(list) = item.what else {
                self.s.unexpected(item, "`(name …)`, `(players …)` or `(positions …)`");
                continue;
            };
            let inner = self.s.open(list);
            let word = match self.s.kid(inner, 0) {
                Some(Item { what: What::Atom(word), .. }) => self.s.name(word).to_owned(),
                _ => String::new(),
            };
            match word.as_str() {
                "name" => name = self.one_text(inner, item.origin),
                "players" => {
                    let list: Vec<Item> = (1..inner.len()).filter_map(|at| self.s.kid(inner, at)).collect();
                    players = Some(list.into_iter().filter_map(|item| self.player(item)).collect());
                }
                "positions" => {
                    for at in 1..inner.len() {
                        let Some(item) = self.s.kid(inner, at) else { continue };
                        let Some(name) = self.s.text(item, "the name of a position") else { continue };
                        let cell =
                            self.scope.resolve_if_known(self.s, Sort::Cell, name, item.origin, LEFT_OUT);
                        cells.extend(cell.map(CellId));
                    }
                }
                "glyph" => {}
                word => {
                    let known = ["name", "players", "positions"];
                    self.s.unknown(
                        codes::UNKNOWN_STATEMENT,
                        self.s.head_origin(list),
                        "statement of a zone",
                        word,
                        known,
                    );
                }
            }
            self.s.close(inner);
        }
        self.s.close(kids);
        let Some(name) = name.filter(|name| !self.s.name(*name).is_empty()) else {
            return self.s.error(codes::MISSING, part.origin, "this zone has no `name`");
        };
        let n_players = self.scope.players.len();
        let zone = self.scope.intern(self.s, Sort::Zone, name, part.origin) as usize;
        if board.zones.len() <= zone {
            board.zones.push(Zone { name: self.s.name(name).to_owned(), cells: vec![Vec::new(); n_players] });
        }
        let players = players.unwrap_or_else(|| (0..n_players as u16).map(PlayerId).collect());
        let mut present = vec![false; board.cells.len()];
        self.n_members += players.len() * cells.len();
        if self.n_members > MAX_MEMBERS {
            let message = format!("too many positions in zones: at most {MAX_MEMBERS}");
            return self.s.error(codes::TOO_MANY, part.origin, message);
        }
        for player in players {
            let members = &mut board.zones[zone].cells[player.idx()];
            present.fill(false);
            members.iter().for_each(|cell| present[cell.idx()] = true);
            for &cell in &cells {
                if !std::mem::replace(&mut present[cell.idx()], true) {
                    members.push(cell);
                }
            }
        }
    }

    fn dir_if_known(&mut self, item: Item) -> Option<DirId> {
        let name = self.s.word(item, "a direction")?;
        self.scope.resolve_if_known(self.s, Sort::Dir, name, item.origin, LEFT_OUT).map(DirId)
    }

    pub(crate) fn symmetry(&mut self, part: &Part, symmetries: &mut Symmetries) {
        let kids = self.s.open(part.list);
        if self.arity(kids, 1, usize::MAX, part.origin)
            && let Some(player) = self.s.kid(kids, 1)
            && let Some(player) = self.player(player)
        {
            for at in 2..kids.len() {
                let Some(item) = self.s.kid(kids, at) else { continue };
                let What::List(list) = item.what else {
                    self.s.unexpected(item, "a pair of directions");
                    continue;
                };
                let pair = self.s.open(list);
                match (self.s.kid(pair, 0), self.s.kid(pair, 1), pair.len()) {
                    (Some(from), Some(to), 2) => {
                        let (from, to) = (self.dir_if_known(from), self.dir_if_known(to));
                        if let (Some(from), Some(to)) = (from, to) {
                            symmetries[player.idx()].push((from, to));
                        }
                    }
                    _ => self.s.unexpected(item, "a pair of directions"),
                }
                self.s.close(pair);
            }
        }
        self.s.close(kids);
    }
}
