//! What stands on the cells: single pieces, towers, rows of men, seeds.

use crate::draft::{Draft, Heaped, Stand};
use crate::scene::{Anchor, CELL, Figure, Label, Man, Point, Says};
use crate::wardrobe::Wardrobe;
use zug_game::ir::Pile;
use zug_game::{CellId, Piece, State};

/// Pieces of one cell that are drawn one by one; the topmost stands for the rest.
const MOST: u64 = 24;

pub(crate) fn draw(draft: &mut Draft, state: &State, wardrobe: &Wardrobe) {
    for i in 0..draft.stands.len() {
        let (cell, Some(stand)) = (CellId(i as u16), draft.stands[i]) else { continue };
        let here = state.game().contents(state.position(), cell);
        let total: u64 = here.iter().map(|(_, n)| n).sum();
        if let (Heaped::Seeds(outward), false) = (stand.heaped, here.is_empty()) {
            let number = if outward < 0.0 { stand.area.y + 24.0 } else { stand.area.bottom() - 24.0 };
            count(draft, total, Point::new(stand.centre.x, number), 30.0);
        }
        let group = Group { state, wardrobe, cell, stand, total };
        match stand.heaped {
            Heaped::Tower => group.tower(draft, &here),
            Heaped::Row(away) => group.row(draft, &here, away),
            Heaped::Seeds(outward) => group.seeds(draft, &here, outward),
        }
    }
}

fn count(draft: &mut Draft, n: u64, at: Point, size: f64) {
    let label = Label { says: Says::Count, text: n.to_string(), at, size, anchor: Anchor::Middle };
    draft.scene.labels.push(label);
}

/// The pieces of one cell.
struct Group<'a> {
    state: &'a State,
    wardrobe: &'a Wardrobe,
    cell: CellId,
    stand: Stand,
    total: u64,
}

impl Group<'_> {
    fn man(&self, draft: &mut Draft, piece: Piece, n: u64, centre: Point, size: f64) {
        let game = self.state.game();
        let owner = piece.owner();
        let number = if n > 1 { format!("{n} ") } else { String::new() };
        let figure = self.wardrobe.piece(self.state, piece);
        let said = match &figure {
            Figure::Letters(_, letters) if letters.parse::<i64>().is_ok() => format!(" {letters}"),
            _ => String::new(),
        };
        let name = format!(
            "{number}{} {}{said}, {}",
            game.player_name(owner),
            game.kind_name(piece.kind()),
            game.cell_name(self.cell)
        );
        let angle = self.wardrobe.seen(owner, draft.flip);
        let cell = Some(self.cell);
        draft.scene.pieces.push(Man { name, cell, owner, count: n, figure, centre, size, angle });
    }

    /// Every piece of the cell by itself, from the bottom, and how many it stands for: the topmost one of a kind has the
    /// rest.
    fn one_by_one(here: &[(Piece, u64)], most: u64) -> Vec<(Piece, u64)> {
        let kinds = here.len().max(1) as u64;
        let each = (most / kinds).max(1);
        let mut men: Vec<(Piece, u64)> = Vec::new();
        for &(piece, n) in here {
            let single = n.min(each);
            men.extend((1..single).map(|_| (piece, 1)));
            men.push((piece, n - (single - 1)));
        }
        men
    }

    /// Upon each other; heaps of one sort are a single piece with its number.
    fn tower(&self, draft: &mut Draft, here: &[(Piece, u64)]) {
        let Stand { centre, room, .. } = self.stand;
        let stacked = self.state.game().ir().rules.pile == Pile::Stack;
        let (hidden, seen) = here.split_at(here.len().saturating_sub(MOST as usize));
        let rest = hidden.len() as u64;
        let layers = seen.len();
        if layers == 0 {
            return;
        }
        // A tower leans so that the sides of its pieces are seen, and is as a whole in the middle of its cell.
        let step = if layers > 1 { (0.5 * room / (layers as f64 - 1.0)).min(0.13 * room) } else { 0.0 };
        let size = if layers > 1 { room - 0.6 * step * (layers as f64 - 1.0) } else { room };
        let lowest = step * (layers as f64 - 1.0) / 2.0;
        for (i, &(piece, n)) in seen.iter().enumerate() {
            let n = if i == 0 { n + rest } else { n };
            let at = centre.moved(0.0, lowest - step * i as f64);
            self.man(draft, piece, n, at, size);
            if n > 1 && !stacked {
                let label = if layers > 1 { at.moved(0.34 * size, 0.3 * size) } else { at };
                self.number_on(draft, piece, n, label, 0.42 * size);
            }
        }
        if stacked && self.total > 1 {
            let at = centre.moved(0.4 * room, 0.4 * room);
            count(draft, self.total, at, 24.0);
        }
    }

    fn number_on(&self, draft: &mut Draft, piece: Piece, n: u64, at: Point, size: f64) {
        let says = Says::On(piece.owner());
        draft.scene.labels.push(Label { says, text: n.to_string(), at, size, anchor: Anchor::Middle });
    }

    /// Side by side away from the edge, as many as there is room for.
    fn row(&self, draft: &mut Draft, here: &[(Piece, u64)], away: f64) {
        let Stand { centre, room, area, .. } = self.stand;
        let fit = ((area.height - 0.1 * CELL) / room).floor().max(1.0) as u64;
        let men = Self::one_by_one(here, fit);
        let step = if men.len() as u64 > fit { area.height / men.len() as f64 } else { room };
        for (i, (piece, n)) in men.into_iter().enumerate() {
            let at = centre.moved(0.0, away * step * i as f64);
            self.man(draft, piece, n, at, room);
            if n > 1 {
                // The number of all of its sort, which is what one wants to know.
                let all = here.iter().filter(|(p, _)| *p == piece).map(|(_, n)| n).sum();
                self.number_on(draft, piece, all, at, 0.42 * room);
            }
        }
    }

    /// Lying as sunflower seeds do.
    fn seeds(&self, draft: &mut Draft, here: &[(Piece, u64)], outward: f64) {
        let Stand { centre, room, area, .. } = self.stand;
        let men = Self::one_by_one(here, MOST);
        let n = men.len() as f64;
        let room = room * (2.2 - 0.1 * n).clamp(1.0, 1.7);
        // The number has its own place at one end.
        let middle = centre.moved(0.0, -outward * 0.1 * area.height.min(1.4 * CELL));
        let (wide, high) =
            ((area.width / 2.0 - room * 0.75).max(1.0), (area.height / 2.0 - room * 0.75 - 22.0).max(1.0));
        let (wide, high) = (wide, high.min(2.2 * wide));
        for (i, (piece, n_here)) in men.into_iter().enumerate() {
            let turn = i as f64 * 2.399_963;
            let out = if n < 2.0 { 0.0 } else { ((i as f64 + 0.5) / n.max(5.0)).sqrt() };
            let at = middle.moved(out * wide * turn.cos(), out * high * turn.sin());
            self.man(draft, piece, n_here, at, room);
        }
    }
}
