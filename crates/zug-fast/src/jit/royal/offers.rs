//! What tables and lanes offer, written down.

use super::{MAX_OFFERS, Sort};
use crate::bits;
use crate::gate::Bar;
use crate::jit::RUN;
use crate::jit::ply::Writer;
use crate::jit::words::{SEEN, Set};
use crate::plan::{Menu, Starts};
use crate::table::{self as tables, Group, Landing, Rows};
use zug_jit::{Below, Table, Value};

/// A table as code reads it.
pub(super) struct Read<'a> {
    pub(super) groups: &'a [Group],
    rows: Rows,
    data: Table,
    /// `all[group]`: every cell that can be reached is one of its targets.
    pub(super) all: Vec<bool>,
}

/// A start that a table is read for: its row, the cells reached from it, and those beyond a piece that is hopped over.
pub(super) struct Reach {
    row: Below,
    reached: Set,
    beyond: Set,
}

impl<const W: usize> Writer<'_, '_, '_, W> {
    /// The starts that get through the gate of a rule.
    pub(super) fn gate(&mut self, rule: u16) -> Set {
        let rule = &self.plan.rules[rule as usize];
        let mut starts = self.w.board(rule.starts);
        for bar in &rule.gate.bars {
            starts = match bar {
                Bar::Shown(board, seen) => {
                    let board = self.w.board(*board);
                    let seen = self.seen(seen, &board);
                    self.w.and(&starts, &seen)
                }
                Bar::NotShown(board, seen) => {
                    let board = self.w.board(*board);
                    let seen = self.seen(seen, &board);
                    self.w.and_not(&starts, &seen)
                }
                Bar::Starts(set) => {
                    let set = self.w.constant(set);
                    self.w.and(&starts, &set)
                }
            };
        }
        starts
    }

    /// Where the landings of a menu's tables are possible.
    pub(super) fn allowed(&mut self, menu: &Menu<W>) -> Vec<Set> {
        let plan = self.plan;
        let empty = self.w.board(plan.empty);
        let of_landing = |landing: &Landing| {
            let none = self.w.constant(&bits::none());
            let mut cells = if landing.quiet { empty.clone() } else { none };
            if let Some(hit) = &landing.hit {
                let all = self.w.constant(&plan.all_cells);
                let mut taken = self.w.and_not(&all, &empty);
                for (board, answer) in hit {
                    let shown = self.w.board(*board);
                    taken = if *answer { self.w.and(&taken, &shown) } else { self.w.and_not(&taken, &shown) };
                }
                cells = self.w.or(&cells, &taken);
            }
            cells
        };
        menu.landings.iter().map(of_landing).collect()
    }

    /// Writes down everything on offer. How many offers, and how many moves?
    pub(super) fn all_offers(&mut self, menu: &Menu<W>, sorts: &mut Vec<Sort>) -> (Value, Value) {
        let plan = self.plan;
        let empty = self.w.board(plan.empty);
        let allowed = self.allowed(menu);
        let (mut n, mut total) = (self.w.m.word(0), self.w.m.word(0));
        for (board, table) in &menu.tables {
            let first = sorts.len();
            sorts.extend(table.groups.iter().map(|g| {
                let choices = plan.choices[g.exit.0 as usize];
                Sort { exit: g.exit, to: None, choices }
            }));
            let starts = self.w.board(*board);
            let read = self.read(table);
            let sums = self.each_cell(&starts, &[n, total], &mut |writer, start, sums| {
                let reach = writer.reach(&read, start, &empty);
                let (mut n, mut total) = (sums[0], sums[1]);
                for (i, sort) in sorts[first..].iter().enumerate() {
                    let allowed = &allowed[read.groups[i].landing as usize];
                    let targets = writer.targets(&read, &reach, i, allowed);
                    let id = writer.w.m.word(((first + i) as u64) << 16);
                    let meta = writer.w.m.or(id, start.value());
                    (n, total) = writer.offer(&targets, sort.choices, meta, (n, total));
                }
                vec![n, total]
            });
            (n, total) = (sums[0], sums[1]);
        }
        for (from, lanes) in &menu.uniform {
            let Starts::Board(board) = *from else { continue };
            let starts = self.w.board(board);
            for (emit, set) in self.lanes(lanes, starts) {
                let id = sorts.len();
                sorts.push(Sort { exit: emit.exit, to: Some(emit.to), choices: emit.choices });
                let id = self.w.m.word((id as u64) << 16);
                (n, total) = self.offer(&set, emit.choices, id, (n, total));
            }
        }
        (n, total)
    }

    /// Writes an offer down, if there is something in it.
    fn offer(&mut self, set: &Set, choices: u32, meta: Value, (n, total): (Value, Value)) -> (Value, Value) {
        let mut count = self.w.count(set);
        if choices > 1 {
            let choices = self.w.m.word(u64::from(choices));
            count = self.w.m.mul(count, choices);
        }
        let at = self.w.m.below(n, MAX_OFFERS);
        for (i, word) in [count, meta].iter().chain(set).enumerate() {
            let column = self.w.m.constant_below(i, 2 + W);
            let place = self.w.m.cell_of(at, 2 + W, column);
            self.w.m.store_at(SEEN, RUN, place, *word);
        }
        let (zero, one) = (self.w.m.word(0), self.w.m.word(1));
        let some = self.w.m.select(count, one, zero);
        (self.w.m.add(n, some), self.w.m.add(total, count))
    }

    /// A table, to be read for some starts.
    pub(super) fn read<'t>(&mut self, table: &'t tables::Table<W>) -> Read<'t> {
        let mut rows = table.rows();
        let lands_at = rows.width - table.groups.len() * W;
        let hops_at = lands_at - (rows.hop_ups + rows.hop_downs) * W;
        let lame_at = hops_at - rows.lame * 2 * W;
        let covers = |row: &[u64], i: usize| {
            let group = &table.groups[i];
            let lands = &row[lands_at + i * W..][..W];
            let inside = |set: &[u64]| set.iter().zip(lands).all(|(a, b)| a & !b == 0);
            if group.hops {
                return row[hops_at..lands_at].chunks(W).all(inside);
            }
            let lame = row[lame_at..hops_at].chunks(2 * W).map(|pair| &pair[W..]);
            row[..lame_at].chunks(W).chain(lame).all(inside)
        };
        let all = |i| rows.words.chunks(rows.width).all(|row| covers(row, i));
        let all = (0..table.groups.len()).map(all).collect();
        let data = self.w.m.table(std::mem::take(&mut rows.words));
        Read { groups: &table.groups, rows, data, all }
    }

    fn set_of_row(&mut self, read: &Read<'_>, row: Below, set: usize) -> Set {
        (0..W).map(|i| self.w.m.look_up_at(read.data, set * W + i, row)).collect()
    }

    /// What can be reached from a start.
    pub(super) fn reach(&mut self, read: &Read<'_>, start: Below, empty: &Set) -> Reach {
        let rows = &read.rows;
        let row = self.w.m.times(start, rows.width);
        let mut reached = self.set_of_row(read, row, 0);
        let mut next = 1;
        for (count, up) in [(rows.ups, true), (rows.downs, false)] {
            for _ in 0..count {
                let ray = self.set_of_row(read, row, next);
                next += 1;
                let through = self.through(&ray, up, empty);
                reached = self.w.or(&reached, &through);
            }
        }
        for _ in 0..rows.lame {
            let (before, to) = (self.set_of_row(read, row, next), self.set_of_row(read, row, next + 1));
            next += 2;
            let met = self.w.and_not(&before, empty);
            let (met, zero) = (self.w.any(&met), self.w.m.word(0));
            let open: Set = to.iter().map(|w| self.w.m.select(met, zero, *w)).collect();
            reached = self.w.or(&reached, &open);
        }
        let mut beyond = self.w.constant(&bits::none());
        for (count, up) in [(rows.hop_ups, true), (rows.hop_downs, false)] {
            for _ in 0..count {
                let ray = self.set_of_row(read, row, next);
                next += 1;
                let near = self.through(&ray, up, empty);
                let without = self.w.or(empty, &near);
                let far = self.through(&ray, up, &without);
                let far = self.w.and_not(&far, &near);
                beyond = self.w.or(&beyond, &far);
            }
        }
        Reach { row, reached, beyond }
    }

    /// The targets of one group, given where its landing is possible.
    pub(super) fn targets(&mut self, read: &Read<'_>, reach: &Reach, group: usize, allowed: &Set) -> Set {
        let cells = if read.groups[group].hops { &reach.beyond } else { &reach.reached };
        let targets = self.w.and(cells, allowed);
        if read.all[group] {
            return targets;
        }
        let first = read.rows.width / W - read.groups.len();
        let lands = self.set_of_row(read, reach.row, first + group);
        self.w.and(&targets, &lands)
    }
}
