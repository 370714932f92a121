//! Second parts one by one: every landing a table knows, each with the line that must be empty for it.
//!
//! Whether a landing can be reached is one look at its line, so a drawn one is tried without finding the others.

use crate::bits::{self, Bits};
use crate::flow::ExitId;
use crate::table::{Ray, Table};

/// A landing on an empty cell.
#[derive(Clone, Copy, Debug)]
struct Shot {
    /// Its line, in the list of all.
    line: u32,
    to: u16,
    group: u16,
}

/// The landings of each start.
#[derive(Clone, Debug)]
pub(crate) struct Shots<const W: usize> {
    lines: Vec<Ray<W>>,
    shots: Vec<Shot>,
    /// `begins[start]`: where its landings begin; one more at the end.
    begins: Vec<u32>,
    groups: Vec<(ExitId, u16)>,
}

/// More landings than this are not written down.
const MAX_SHOTS: usize = 1 << 16;

impl<const W: usize> Shots<W> {
    /// `None` if a landing asks for more than empty cells, or can be reached in several ways, or a line leads back to its start.
    pub(crate) fn new(table: &Table<W>) -> Option<Self> {
        let groups = table.groups.iter().map(|g| (g.exit, g.rule)).collect();
        let mut made = Shots { lines: Vec::new(), shots: Vec::new(), begins: vec![0], groups };
        for (lines, lands) in table.lines()? {
            let mut seen = bits::none();
            for line in lines {
                let start = made.begins.len() as u16 - 1;
                if bits::meet(&seen, &line.cells) || bits::has(&line.cells, start) {
                    return None;
                }
                bits::or_into(&mut seen, &line.cells);
                for (group, cells) in lands.iter().enumerate() {
                    for to in bits::cells(&bits::and(&line.cells, cells)) {
                        made.shots.push(Shot { line: made.lines.len() as u32, to, group: group as u16 });
                    }
                }
                made.lines.push(line);
            }
            made.begins.push(made.shots.len() as u32);
        }
        (made.shots.len() <= MAX_SHOTS).then_some(made)
    }

    /// How many landings a start has, if nothing is in the way.
    #[inline]
    pub(crate) fn len(&self, start: u16) -> u32 {
        self.begins[start as usize + 1] - self.begins[start as usize]
    }

    /// How many the start with most of them has.
    pub(crate) fn most(&self) -> u32 {
        self.begins.windows(2).map(|w| w[1] - w[0]).max().unwrap_or(0)
    }

    /// The only exit, if there is just one.
    #[cfg(feature = "jit")]
    pub(crate) fn only_exit(&self) -> Option<ExitId> {
        let (first, _) = *self.groups.first()?;
        self.groups.iter().all(|(exit, _)| *exit == first).then_some(first)
    }

    /// The landings of a start: the cells that must be empty for each, and where it is.
    #[cfg(feature = "jit")]
    pub(crate) fn of(&self, start: u16) -> impl Iterator<Item = (Bits<W>, u16)> {
        let begins = &self.begins[start as usize..];
        self.shots[begins[0] as usize..begins[1] as usize].iter().map(|shot| (self.way(shot), shot.to))
    }

    /// The cells that must be empty for a landing.
    #[inline]
    fn way(&self, shot: &Shot) -> Bits<W> {
        let line = &self.lines[shot.line as usize];
        let to = bits::single(shot.to);
        bits::and(&line.cells, &if line.up { bits::up_to_first(&to) } else { bits::down_to_last(&to) })
    }

    /// A landing of a start, if it can be reached: exit, rule and cell.
    #[inline]
    pub(crate) fn get(&self, start: u16, n: u32, empty: &Bits<W>) -> Option<(ExitId, u16, u16)> {
        let shot = self.shots[(self.begins[start as usize] + n) as usize];
        let (exit, rule) = self.groups[shot.group as usize];
        bits::is_empty(&bits::and_not(&self.way(&shot), empty)).then_some((exit, rule, shot.to))
    }
}
