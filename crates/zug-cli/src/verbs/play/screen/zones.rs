//! Cells that the presentation file marks: those of zones, and edges that belong to players.

use std::collections::BTreeMap;
use zug_draw::{BoardLook, ZoneLook, zone_cells};
use zug_game::{CellId, Game, PlayerId};

#[derive(Clone, Debug, Default)]
pub(super) struct Zones {
    looks: BTreeMap<CellId, ZoneLook>,
    edges: BTreeMap<CellId, PlayerId>,
}

impl Zones {
    pub(super) fn new(game: &Game, look: &BoardLook) -> Self {
        let ir = game.ir();
        let cells = |name: &str| zone_cells(ir, name);
        let mut zones = Zones::default();
        for (name, look) in &look.zones {
            zones.looks.extend(cells(name).into_iter().map(|cell| (cell, *look)));
        }
        for (name, player) in &look.edges {
            let player = ir.find_player(player);
            zones.edges.extend(cells(name).into_iter().filter_map(|cell| Some((cell, player?))));
        }
        zones
    }

    /// How a cell is marked.
    pub(super) fn look(&self, cell: CellId) -> Option<ZoneLook> {
        self.looks.get(&cell).copied()
    }

    /// Whose edge a cell is part of.
    pub(super) fn edge(&self, cell: CellId) -> Option<PlayerId> {
        self.edges.get(&cell).copied()
    }
}

/// What stands on an empty cell of a zone. Where there are no colours, a tint needs a sign too.
pub(super) fn sign(look: ZoneLook, coloured: bool) -> &'static str {
    match look {
        ZoneLook::Tint if coloured => "",
        ZoneLook::Tint => ":",
        ZoneLook::Water => "≈",
        ZoneLook::Goal => "○",
        ZoneLook::Cross => "×",
        ZoneLook::Rosette => "✻",
        ZoneLook::Dot => "∙",
    }
}
