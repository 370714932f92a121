//! Charts as lines of characters.

use crate::layout::{Block, Seat, Tag};
use std::collections::BTreeMap;

/// Blocks stand side by side as far as they fit into a line of this length.
const LINE: usize = 78;
const GAP: usize = 4;

/// Between the name of a row and its first cell.
const MARGIN: i64 = 2;

/// A block, with these texts in its seats.
pub(super) fn drawn(block: &Block, text: impl Fn(&Seat) -> String) -> Vec<String> {
    let seats: Vec<(f64, f64, String)> =
        block.seats.iter().map(|seat| (seat.x, seat.y, text(seat))).collect();
    // Cells that carry their names may be wider than others.
    let plain = block.seats.iter().zip(&seats).filter(|(seat, _)| !matches!(seat.tag, Some(Tag::Name(_))));
    let usual = plain.map(|(_, (.., text))| length(text)).max().unwrap_or(1);
    let labels = block.labels.iter().map(|label| (label.x, label.y, label.text.clone()));
    let texts: Vec<(f64, f64, String)> = seats.into_iter().chain(labels).collect();
    // Numbers of points stand above each other as in a table.
    let is_table = block.labels.iter().any(|label| label.y < 0.0);
    let columns = Columns::new(&texts, (block.seats.len(), usual), is_table);
    let on_line = |y: f64| if block.has_half_lines() { (y * 2.0).round() } else { y.round() } as i64;
    let inner = texts.iter().map(|(x, y, text)| {
        let shift = if is_table { columns.width(*x) - length(text) } else { 0 };
        (columns.at(*x) + shift, on_line(*y), text.as_str())
    });
    let mut canvas = Canvas::default();
    inner.for_each(|(x, y, text)| canvas.write(x, y, text));
    for side in &block.sides {
        canvas.write_before(columns.at(side.x) - MARGIN, on_line(side.y), &side.text);
    }
    let mut lines = canvas.lines();
    if !block.title.is_empty() {
        lines.insert(0, format!("[{}]", block.title));
    }
    lines
}

fn length(text: &str) -> i64 {
    text.chars().count() as i64
}

/// Where columns begin: all as wide as is usual, and wider where a text needs it; on shifted rows all alike.
enum Columns {
    /// Beginnings and widths by twice the column.
    Own(BTreeMap<i64, (i64, i64)>),
    Alike(i64),
}

impl Columns {
    /// Columns for texts of which the first `n_seats` are in seats.
    fn new(texts: &[(f64, f64, String)], (n_seats, usual): (usize, i64), is_table: bool) -> Self {
        let is_shifted = texts.iter().any(|(x, ..)| x.fract() != 0.0);
        if is_shifted && !is_table {
            let longest = texts.iter().map(|(.., text)| length(text)).max().unwrap_or(1);
            // Half a column is a whole number of characters.
            return Columns::Alike((longest + 2) / 2 * 2);
        }
        let mut widths: BTreeMap<i64, i64> = BTreeMap::new();
        for (i, (x, _, text)) in texts.iter().enumerate() {
            let least = if i < n_seats { usual } else { 1 };
            let width = widths.entry(twice(*x)).or_default();
            *width = length(text).max(least).max(*width);
        }
        let (mut columns, mut at, mut last) = (BTreeMap::new(), 0_i64, None::<i64>);
        for (x, width) in widths {
            // A column without any cell is as wide as a point.
            at += last.map_or(0, |last| (x - last - 1).max(0) / 2 * 2);
            columns.insert(x, (at, width));
            (at, last) = (at + width + 1, Some(x));
        }
        Columns::Own(columns)
    }

    fn at(&self, x: f64) -> i64 {
        match self {
            Columns::Own(columns) => columns.get(&twice(x)).map_or(0, |(at, _)| *at),
            Columns::Alike(width) => (x * *width as f64).round() as i64,
        }
    }

    fn width(&self, x: f64) -> i64 {
        match self {
            Columns::Own(columns) => columns.get(&twice(x)).map_or(0, |(_, width)| *width),
            Columns::Alike(width) => width - 1,
        }
    }
}

fn twice(x: f64) -> i64 {
    (x * 2.0).round() as i64
}

/// Characters by line and column, both from wherever they begin.
#[derive(Default)]
struct Canvas(BTreeMap<i64, BTreeMap<i64, char>>);

impl Canvas {
    fn write(&mut self, x: i64, y: i64, text: &str) {
        let line = self.0.entry(y).or_default();
        line.extend((x..).zip(text.chars()));
    }

    /// A text that ends before a place, as far to the left as others on the line make it.
    fn write_before(&mut self, mut end: i64, y: i64, text: &str) {
        let line = self.0.entry(y).or_default();
        while let Some((taken, _)) = line.range(end - length(text) - 1..=end).next() {
            end = taken - 2;
        }
        self.write(end - length(text), y, text);
    }

    fn lines(&self) -> Vec<String> {
        let left = self.0.values().filter_map(|line| line.keys().next().copied()).min().unwrap_or(0);
        let line = |line: &BTreeMap<i64, char>| {
            let right = line.keys().last().copied().unwrap_or(left);
            (left..=right).map(|x| line.get(&x).copied().unwrap_or(' ')).collect()
        };
        self.0.values().map(line).collect()
    }
}

/// All blocks, from the left above.
pub(super) fn side_by_side(blocks: Vec<Vec<String>>) -> Vec<String> {
    let width = |lines: &[String]| lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let mut bands: Vec<Vec<String>> = Vec::new();
    for block in blocks {
        match bands.last_mut().filter(|band| width(band) + GAP + width(&block) <= LINE) {
            Some(band) => {
                let left = width(band) + GAP;
                band.resize(band.len().max(block.len()), String::new());
                for (line, added) in band.iter_mut().zip(block) {
                    *line = format!("{line:<left$}{added}");
                }
            }
            None => bands.push(block),
        }
    }
    bands.join(&String::new())
}
