//! Which pieces are where at the start.

use crate::board::LEFT_OUT;
use crate::codes;
use crate::expand::{Item, What};
use crate::game::Builder;
use crate::scope::Sort;
use crate::session::is_number;
use crate::statements::{Keyword, Statement};
use rustc_hash::FxHashMap;
use zug_model::{Board, BoardModel, CellId, Count, KindId, Placement, PlayerId, Reserve};
use zug_source::{Diagnostic, Origin};

/// Zones can be named again and again.
const MAX_PLACEMENTS: usize = 1_000_000;

/// More pieces of one sort in one place than any game has.
const MAX_COUNT: i32 = 10_000;

struct Setup {
    placements: Vec<Option<Placement>>,
    /// The last placement on a cell, where cells hold one piece.
    on: FxHashMap<CellId, usize>,
    reserves: Vec<(PlayerId, KindId, u32)>,
}

impl Builder<'_> {
    pub(crate) fn setup(
        &mut self,
        statements: &[Statement],
        board: &Board,
    ) -> (Vec<Placement>, Vec<Reserve>) {
        let mut setup = Setup { placements: Vec::new(), on: FxHashMap::default(), reserves: Vec::new() };
        let stated = statements.iter().rfind(|statement| statement.keyword == Keyword::BoardSetup);
        if let Some(statement) = stated {
            let kids = self.s.open(statement.list);
            for at in 1..kids.len() {
                if let Some(item) = self.s.kid(kids, at) {
                    self.player_setup(item, board, &mut setup);
                }
            }
            self.s.close(kids);
        }
        let reserves = setup.reserves.into_iter();
        let reserve = |(player, kind, count)| Reserve { player, kind, count: Count::Exactly(count) };
        (setup.placements.into_iter().flatten().collect(), reserves.map(reserve).collect())
    }

    /// `(White (Pawn a2 b2) …)`.
    fn player_setup(&mut self, item: Item, board: &Board, setup: &mut Setup) {
        let What::List(list) = item.what else {
            return self.s.unexpected(item, "a player with pieces, `(White (Pawn a2 b2))`");
        };
        let kids = self.s.open(list);
        if let Some(player) = self.s.kid(kids, 0)
            && let Some(player) = self.player(player)
        {
            for at in 1..kids.len() {
                let Some(item) = self.s.kid(kids, at) else { continue };
                let What::List(list) = item.what else {
                    self.s.unexpected(item, "a piece with positions, `(Pawn a2 b2)`");
                    continue;
                };
                let inner = self.s.open(list);
                if let Some(kind) = self.s.kid(inner, 0)
                    && let Some(kind) = self.kind(kind)
                {
                    let items: Vec<Item> = (1..inner.len()).filter_map(|at| self.s.kid(inner, at)).collect();
                    self.places(player, kind, &items, board, setup);
                }
                self.s.close(inner);
            }
        }
        self.s.close(kids);
    }

    /// Positions, zones, counts of pieces (`* n`) and the stock (`off n`), in any order.
    fn places(&mut self, player: PlayerId, kind: KindId, items: &[Item], board: &Board, setup: &mut Setup) {
        let mut at = 0;
        while let Some(&item) = items.get(at) {
            at += 1;
            let Some(name) = self.s.text(item, "a position or `off`") else { continue };
            let word = self.s.name(name).to_owned();
            if word == "off" && self.scope.cell(name).is_none() {
                match items.get(at) {
                    Some(&count) => {
                        at += 1;
                        let Some(count) = self.s.number(count, 0, MAX_COUNT) else { continue };
                        add_reserve(&mut setup.reserves, player, kind, count as u32);
                    }
                    None => self.s.error(codes::BAD_NUMBER, item.origin, "expected a number after `off`"),
                }
                continue;
            }
            let mut cells = self.cells_named(&word, player, board);
            let mut count = 1;
            // `a1*4` is one word.
            if cells.is_empty()
                && let Some((cell, number)) = word.rsplit_once('*')
                && is_number(number)
            {
                cells = self.cells_named(cell, player, board);
                count = number.parse().unwrap_or(u32::MAX);
            }
            if cells.is_empty() {
                // An empty zone is no error.
                if self.scope.zone(name).is_none() {
                    self.scope.resolve_if_known(self.s, Sort::Cell, name, item.origin, LEFT_OUT);
                }
                continue;
            }
            // `a1 * 4` and `a1 *4`.
            if let Some(&Item { what: What::Atom(star), origin }) = items.get(at)
                && let Some(number) = self.s.name(star).strip_prefix('*')
            {
                at += 1;
                let parsed = number.parse().ok();
                let parsed = match (parsed, items.get(at)) {
                    (None, Some(&count)) if number.is_empty() => {
                        at += 1;
                        self.s.number(count, 1, MAX_COUNT).map(|count| count as u32)
                    }
                    (None, _) => {
                        self.s.error(codes::BAD_NUMBER, origin, "expected a number of pieces after `*`");
                        None
                    }
                    (parsed, _) => parsed,
                };
                count = parsed.unwrap_or(1);
            }
            if !self.count_fits(count, item.origin) {
                continue;
            }
            for cell in cells {
                self.set_up(Placement { player, kind, cell, count, origin: item.origin }, setup);
            }
        }
    }

    fn cells_named(&self, word: &str, player: PlayerId, board: &Board) -> Vec<CellId> {
        let Some(name) = self.s.symbols.get(word) else { return Vec::new() };
        if let Some(cell) = self.scope.cell(name) {
            return vec![cell];
        }
        let zone = self.scope.zone(name).and_then(|zone| board.zones.get(zone.idx()));
        zone.map_or(Vec::new(), |zone| zone.cells[player.idx()].clone())
    }

    fn count_fits(&mut self, count: u32, origin: Origin) -> bool {
        if count > 1 && self.chosen.settings.board_model == BoardModel::Single {
            let problem = Diagnostic::error(codes::NEEDS_PILES, origin, "a position holds only one piece")
                .hint("`(option \"board-model\" stack)` or `heap` lets positions hold piles");
            self.s.report(problem);
            return false;
        }
        if count == 0 || count > MAX_COUNT as u32 {
            let message = format!("the number of pieces is not between 1 and {MAX_COUNT}");
            self.s.error(codes::BAD_NUMBER, origin, message);
            return false;
        }
        true
    }

    fn set_up(&mut self, placement: Placement, setup: &mut Setup) {
        if setup.placements.len() >= MAX_PLACEMENTS {
            let message = format!("too many pieces on the board: at most {MAX_PLACEMENTS}");
            return self.s.error(codes::TOO_MANY, placement.origin, message);
        }
        if self.chosen.settings.board_model == BoardModel::Single
            && let Some(before) = setup.on.insert(placement.cell, setup.placements.len())
            && let Some(before) = setup.placements[before].take()
        {
            let name = self.s.sources.slice(placement.origin.span).to_owned();
            let message = format!("two pieces are set up on `{name}`");
            let problem = Diagnostic::warning(codes::OCCUPIED, placement.origin, message)
                .label("this one stands there")
                .related(before.origin, "this one is left out");
            self.s.report(problem);
        }
        setup.placements.push(Some(placement));
    }
}

fn add_reserve(reserves: &mut Vec<(PlayerId, KindId, u32)>, player: PlayerId, kind: KindId, count: u32) {
    match reserves.iter_mut().find(|(p, k, _)| (*p, *k) == (player, kind)) {
        Some((_, _, sum)) => *sum = sum.saturating_add(count).min(MAX_COUNT as u32),
        None => reserves.push((player, kind, count)),
    }
}
