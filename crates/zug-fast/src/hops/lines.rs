//! Who can begin a turn, for pieces that jump over the nearest piece on a line: what to look at, as rows of words.

use super::{Asks, Gate, Hops, SHAPED};
use crate::bits;
use crate::class::BoardId;

/// What code looks at for pieces of one kind.
#[derive(Debug)]
pub(crate) struct Lines {
    /// So many lines for each start.
    pub(crate) per_start: usize,
    /// For each line: its cells, 1 if it ascends, and where its questions are.
    pub(crate) lines: Vec<u64>,
    pub(crate) boards: Vec<BoardId>,
    /// What must be true if a cell of a line is the nearest that is not empty: for each board a mask and what is wanted.
    pub(crate) asks: Vec<u64>,
}

impl Lines {
    /// Words of a line.
    pub(crate) const LINE: usize = 3;

    /// Words of a question.
    pub(crate) fn width(&self) -> usize {
        self.boards.len() * 2
    }
}

impl<const W: usize> Hops<W> {
    /// The lines of a table. They tell who cannot make a hop, and nearly always who can.
    pub(crate) fn lines(&self, table: u16) -> Option<Lines> {
        if const { W > SHAPED } {
            return None;
        }
        let doors = &self.tables[table as usize].doors;
        let gates: Vec<Vec<&Gate<W>>> = doors.iter().map(|doors| self.all_gates(doors).collect()).collect();
        // Where nobody flies other forms are shorter.
        if gates.iter().flatten().all(|gate| bits::is_empty(&gate.hits)) {
            return None;
        }
        let per_start = gates.iter().map(Vec::len).max()?;
        let boards = self.boards.clone();
        let mut made = Lines { per_start, lines: Vec::new(), boards, asks: Vec::new() };
        // Nothing is wanted of no cell: what nobody can be.
        let never = |made: &mut Lines| {
            let width = made.width();
            made.asks.extend((0..width).map(|i| u64::from(i == 1)));
        };
        never(&mut made);
        for gates in &gates {
            for gate in gates {
                let first = made.asks.len() / made.width();
                made.lines.extend([gate.hits[0], u64::from(gate.up), first as u64]);
                let ranges = match bits::count(&gate.hits) as usize {
                    0 => std::slice::from_ref(&gate.range),
                    n => &self.ranges[gate.range.0 as usize..][..n],
                };
                for range in ranges {
                    let asks = &self.asks[range.0 as usize..range.1 as usize];
                    let common = asks.iter().fold(*asks.first()?, |all: Asks<W>, one| all.common(one));
                    let both = (0..self.boards.len()).flat_map(|k| [common.mask[k][0], common.want[k][0]]);
                    made.asks.extend(both);
                }
                never(&mut made);
            }
            made.lines.extend(std::iter::repeat_n([0, 0, 0], per_start - gates.len()).flatten());
        }
        Some(made)
    }
}
