//! The board, painted.

mod sheet;

pub(super) use sheet::{Ground, Plan, Sheet, Spot, Way};

use super::faces::{Bit, Face};
use super::session::{Session, cells_of};
use super::theme::Mark;
use super::zones::sign;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::Span;
use zug_game::CellId;

/// Paints what of a sheet is to be seen in an area, and gives the corner of that part.
pub(super) fn paint(session: &Session<'_>, sheet: &Sheet, area: Rect, buf: &mut Buffer) -> (u16, u16) {
    let scroll = scroll(sheet, area, session.cursor);
    let mut brush = Brush { buf, area, scroll };
    brush.fill_lined(sheet, session);
    for stroke in &sheet.strokes {
        brush.put(stroke.x, stroke.y, stroke.mark.encode_utf8(&mut [0; 4]), session.theme.line());
    }
    for label in &sheet.labels {
        brush.put(label.x, label.y, &label.text, session.theme.faint());
    }
    let marks = Marks::new(session);
    for spot in &sheet.spots {
        let face = session.faces.cell(session.position(), spot.cell);
        let tag = sheet.tags.get(&spot.cell).map_or("", String::as_str);
        brush.spot(session, spot, &face, &marks, tag);
    }
    scroll
}

/// The part to show: all of it, or as much as keeps the cursor away from the edge.
fn scroll(sheet: &Sheet, area: Rect, cursor: Option<CellId>) -> (u16, u16) {
    let spot = cursor.and_then(|cell| sheet.spot(cell));
    let start = |at: Option<u16>, size: u16, whole: u16, seen: u16| {
        let middle = at.unwrap_or(0) + size / 2;
        middle.saturating_sub(seen / 2).min(whole.saturating_sub(seen))
    };
    let size = spot.map_or((0, 0), |s| (s.w, s.h));
    (
        start(spot.map(|s| s.x), size.0, sheet.width, area.width),
        start(spot.map(|s| s.y), size.1, sheet.height, area.height),
    )
}

/// What is to be noticed, by cell.
struct Marks {
    last: Vec<CellId>,
    taken: Vec<CellId>,
    made: Vec<CellId>,
}

impl Marks {
    fn new(session: &Session<'_>) -> Self {
        let record = session.sitting.record();
        let mut node = record.current();
        // Throws are no moves to be noticed on the board.
        while let Some(parent) = record.parent(node).filter(|parent| record.is_chance(*parent)) {
            node = parent;
        }
        let last = record.mv(node).map(cells_of).unwrap_or_default();
        let made = session.turn.as_ref().map(|turn| turn.made());
        let captures = made.into_iter().flat_map(|mv| mv.parts());
        let taken = captures.flat_map(|part| part.captures().map(|(cell, _)| cell).collect::<Vec<_>>());
        let taken = taken.collect();
        Marks { last, taken, made: made.map(cells_of).unwrap_or_default() }
    }

    fn of(&self, session: &Session<'_>, cell: CellId, empty: bool) -> Option<Mark> {
        let look = &session.look;
        if look.selected == Some(cell) {
            return Some(Mark::Selected);
        }
        let picked = look.selected.is_some() || look.dropping.is_some() || !self.made.is_empty();
        if self.taken.contains(&cell) || picked && !empty && look.targets.contains(&cell) {
            return Some(Mark::Taken);
        }
        if picked && look.targets.contains(&cell) {
            return Some(Mark::Target);
        }
        if session.hint.contains(&cell) {
            return Some(Mark::Hint);
        }
        (self.last.contains(&cell) || self.made.contains(&cell)).then_some(Mark::LastMove)
    }
}

/// Writes on the part of the sheet that is seen.
struct Brush<'b> {
    buf: &'b mut Buffer,
    area: Rect,
    scroll: (u16, u16),
}

impl Brush<'_> {
    fn put(&mut self, x: u16, y: u16, text: &str, style: Style) {
        let mut at = x;
        for c in text.chars() {
            let mut bytes = [0; 4];
            let letter: &str = c.encode_utf8(&mut bytes);
            let wide = Span::raw(letter).width() as u16;
            let column = at.checked_sub(self.scroll.0).and_then(|x| self.area.x.checked_add(x));
            let row = y.checked_sub(self.scroll.1).and_then(|y| self.area.y.checked_add(y));
            if let (Some(column), Some(row)) = (column, row)
                && wide > 0
                && self.area.contains(Position::new(column, row))
                && column.saturating_add(wide) <= self.area.right()
            {
                self.buf.set_stringn(column, row, letter, usize::from(wide), style);
            }
            at = at.saturating_add(wide);
        }
    }

    /// The ground under points and lines.
    fn fill_lined(&mut self, sheet: &Sheet, session: &Session<'_>) {
        let points = || sheet.spots.iter().filter(|spot| spot.ground == Ground::Point);
        let (Some(left), Some(top)) = (points().map(|s| s.x).min(), points().map(|s| s.y).min()) else {
            return;
        };
        let right = points().map(|s| s.x + s.w).max().unwrap_or(left);
        let bottom = points().map(|s| s.y + s.h).max().unwrap_or(top);
        let blank = " ".repeat(usize::from(right - left));
        for y in top..bottom {
            self.put(left, y, &blank, session.theme.ground(Ground::Point));
        }
    }

    fn spot(&mut self, session: &Session<'_>, spot: &Spot, face: &Face, marks: &Marks, tag: &str) {
        let theme = &session.theme;
        let mark = marks.of(session, spot.cell, face.is_empty());
        let zone = session.zones.look(spot.cell);
        let tinted = zone.and_then(|zone| theme.zone(zone));
        let ground = theme.ground(spot.ground).patch(tinted.unwrap_or_default());
        let style = mark.map_or(ground, |mark| ground.patch(theme.mark(mark)));
        let line = spot.y + (spot.h - 1) / 2;
        if spot.ground != Ground::Point {
            let blank = " ".repeat(usize::from(spot.w));
            for y in spot.y..spot.y + spot.h {
                self.put(spot.x, y, &blank, style);
            }
        } else if mark.is_some() || tinted.is_some() {
            let middle = spot.x + spot.w / 2;
            self.put(middle.saturating_sub(1), line, "   ", style);
        }
        // Where a cell has one line only, its name stands there while nothing else does.
        let in_middle = spot.h == 1 && !tag.is_empty() && tag.chars().count() <= usize::from(spot.w);
        if spot.h > 1 && face.below.is_empty() {
            let tag: String = tag.chars().take(usize::from(spot.w)).collect();
            let corner = if spot.h > 2 { spot.y } else { spot.y + 1 };
            self.put(spot.x, corner, &tag, style.patch(theme.faint()));
        }
        let wanted = session.look.targets.contains(&spot.cell);
        let zone_sign = zone.map_or("", |zone| sign(zone, theme.is_coloured()));
        let edge = session.zones.edge(spot.cell).filter(|_| theme.is_coloured());
        let empty = match (spot.ground, mark) {
            (_, Some(Mark::Target)) => "•",
            _ if wanted && mark == Some(Mark::LastMove) => "•",
            _ if !zone_sign.is_empty() => zone_sign,
            _ if in_middle => tag,
            (Ground::Point, _) => "┼",
            _ if edge.is_some() => "·",
            _ if !theme.is_coloured() => "·",
            _ => "",
        };
        if face.is_empty() {
            let shift = empty.chars().count().saturating_sub(1) as u16 / 2;
            let at = (spot.x + spot.w / 2).saturating_sub(shift);
            let ink = match (empty, edge) {
                (text, _) if in_middle && text == tag => theme.faint(),
                ("┼", _) => theme.line().patch(tinted.unwrap_or_default()),
                ("·", Some(player)) => theme.ink(player),
                _ if empty == zone_sign => theme.zone_sign(),
                _ => theme.sign(),
            };
            self.put(at, line, empty, style.patch(ink).patch(mark.map_or(Style::new(), |m| theme.mark(m))));
        } else {
            let movable = session.look.selected.is_none() && session.look.starts.contains(&spot.cell);
            let extra = if movable { Modifier::UNDERLINED | Modifier::BOLD } else { Modifier::BOLD };
            self.bits(session, spot, line, &face.top, style.add_modifier(extra));
            if spot.h > 1 && !face.below.is_empty() {
                self.bits(session, spot, line + 1, &face.below, style);
            }
        }
        if session.cursor == Some(spot.cell) {
            let room = usize::from(spot.w) >= face.width() + 2;
            self.cursor(spot, line, room, style.patch(theme.sign()).add_modifier(Modifier::BOLD));
        }
    }

    fn bits(&mut self, session: &Session<'_>, spot: &Spot, y: u16, bits: &[Bit], style: Style) {
        let wide = |bit: &Bit| Span::raw(bit.text.as_str()).width() as u16;
        let total: u16 = bits.iter().map(wide).fold(0, u16::saturating_add);
        let room = spot.w.max(1);
        let mut x = spot.x + room.saturating_sub(total) / 2;
        if spot.ground == Ground::Point && total == 1 {
            x = spot.x + spot.w / 2;
        }
        for bit in bits {
            let ink = match bit.owner {
                Some(owner) => session.theme.ink(owner),
                None => session.theme.sign(),
            };
            let left = (spot.x + room).saturating_sub(x);
            let text: String = bit.text.chars().take(usize::from(left)).collect();
            self.put(x, y, &text, style.patch(ink));
            x = x.saturating_add(wide(bit));
        }
    }

    fn cursor(&mut self, spot: &Spot, line: u16, room: bool, style: Style) {
        if room && spot.w >= 3 && spot.ground != Ground::Point {
            self.put(spot.x, line, "[", style);
            self.put(spot.x + spot.w - 1, line, "]", style);
        } else if room && spot.w >= 3 {
            let middle = spot.x + spot.w / 2;
            self.put(middle - 1, line, "[", style);
            self.put(middle + 1, line, "]", style);
        } else {
            let x = spot.x + self.area.x;
            for column in x..x + spot.w {
                let at =
                    column.checked_sub(self.scroll.0).zip((line + self.area.y).checked_sub(self.scroll.1));
                if let Some(at) = at.filter(|at| self.area.contains(Position::from(*at)))
                    && let Some(cell) = self.buf.cell_mut(Position::from(at))
                {
                    cell.modifier.insert(Modifier::REVERSED);
                }
            }
        }
    }
}
