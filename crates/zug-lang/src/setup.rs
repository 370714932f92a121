//! Where pieces stand at the start.

use crate::builder::Builder;
use crate::codes;
use crate::decl::{PlacementDecl, ReserveDecl, ScatterDecl};
use rustc_hash::FxHashSet;
use zug_model::{BoardModel, CellId, KindId, PlayerId, ZoneId};
use zug_source::NodeId;

const MAX_PIECES: i32 = 10_000;

/// All set-up of a game.
#[derive(Default)]
pub(crate) struct Setup {
    pub(crate) placements: Vec<PlacementDecl>,
    pub(crate) reserves: Vec<ReserveDecl>,
    pub(crate) scattered: Vec<ScatterDecl>,
    occupied: FxHashSet<CellId>,
}

impl Builder<'_> {
    /// The pieces of one player: `(White (K e1) (P a2 b2))`.
    pub(crate) fn place_all(&mut self, entry: NodeId, player: PlayerId, setup: &mut Setup) {
        for place in self.s.arguments(entry) {
            if !self.s.is_list(place) || self.s.kids(place).is_empty() {
                self.s.unexpected(place, "a piece with its positions");
                continue;
            }
            let kids = self.s.kids(place);
            let Some(kind) = self.kind_id(kids[0]) else { continue };
            let mut at = 1;
            while at < kids.len() {
                at += self.slot(&kids[at..], player, kind, setup);
            }
        }
    }

    /// Reads one slot; how many nodes it took.
    fn slot(&mut self, nodes: &[NodeId], player: PlayerId, kind: KindId, setup: &mut Setup) -> usize {
        let node = nodes[0];
        if self.s.is_list(node) {
            self.slot_with_attributes(node, player, kind, setup);
            return 1;
        }
        let name = self.s.tree.node(node).symbol;
        let is_cell = self.shape.cell_ids.contains_key(&name);
        let next = nodes.get(1).copied();
        let beside = matches!(self.s.name(name), "hand" | "off" | "reserve");
        let endless = |next| self.s.atom(next).is_some_and(|word| self.s.name(word) == "*");
        if beside && !is_cell && next.is_some_and(endless) {
            setup.reserves.push(ReserveDecl { player, kind, count: None });
            return 2;
        }
        if let Some(next) = next.filter(|&next| !is_cell && self.s.as_number(next).is_some()) {
            if beside {
                if let Some(count) = self.s.number(next, 0, MAX_PIECES) {
                    setup.reserves.push(ReserveDecl { player, kind, count: Some(count as u32) });
                }
                return 2;
            }
            if let Some(zone) = self.zones.get(name).map(ZoneId) {
                if let Some(count) = self.s.number(next, 1, MAX_PIECES) {
                    let (count, origin) = (count as u32, self.s.origin(node));
                    setup.scattered.push(ScatterDecl { player, kind, zone, count, origin });
                }
                return 2;
            }
        }
        let (mut count, mut taken) = (1, 1);
        if let Some(times) = next.filter(|&next| self.s.is_form(next, "times")) {
            taken = 2;
            if self.s.arity(times, 1, 1) {
                let number = self.s.arguments(times)[0];
                count = self.s.number(number, 1, MAX_PIECES).unwrap_or(1);
            }
            if count > 1 && self.shape.model.unwrap_or_default() == BoardModel::Single && !self.open {
                let message = "a position of this board holds one piece";
                self.s.error(codes::NEEDS_PILES, times, message);
                count = 1;
            }
        }
        if let Some(cell) = self.cell_id(node) {
            let origin = self.s.origin(node);
            let attrs = Vec::new();
            let placement = PlacementDecl { player, kind, cell, count: count as u32, attrs, origin };
            self.place(placement, node, setup);
        }
        taken
    }

    /// `(d4 (value 4))`.
    fn slot_with_attributes(&mut self, node: NodeId, player: PlayerId, kind: KindId, setup: &mut Setup) {
        let kids = self.s.kids(node);
        let Some((&place, values)) = kids.split_first() else {
            return self.s.unexpected(node, "a position with values of attributes");
        };
        let Some(cell) = self.cell_id(place) else { return };
        let mut attrs = Vec::new();
        for &pair in values {
            let &[attr, value] = &self.s.kids(pair)[..] else {
                self.s.unexpected(pair, "`(attribute value)`");
                continue;
            };
            if let (Some(id), Some(value)) = (self.attr_id(attr), self.value(value)) {
                if attrs.iter().any(|(known, _)| *known == id) {
                    let name = self.s.name(self.s.tree.node(attr).symbol);
                    let message = format!("`{name}` is given twice for this piece");
                    self.s.error(codes::DECLARED_TWICE, pair, message);
                    continue;
                }
                attrs.push((id, value));
            }
        }
        let origin = self.s.origin(node);
        self.place(PlacementDecl { player, kind, cell, count: 1, attrs, origin }, node, setup);
    }

    fn place(&mut self, placement: PlacementDecl, node: NodeId, setup: &mut Setup) {
        let single = self.shape.model.unwrap_or_default() == BoardModel::Single;
        if !setup.occupied.insert(placement.cell) && single && !self.open {
            let name = self.s.name(self.shape.cells[placement.cell.idx()]);
            let message = format!("two pieces are set up on `{name}`");
            self.s.error(codes::OCCUPIED, node, message);
        }
        setup.placements.push(placement);
    }
}
