//! What tables and lanes offer, written down.

use super::attacks::Threatened;
use super::change::Mover;
use super::sort::Sort;
use super::walked::Walked;
use super::{BY_STARTS, MAX_OFFERS};
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

impl Read<'_> {
    /// Does a group take what it lands on, or does it land on empty cells? `None` if both, or if it lands not everywhere.
    pub(super) fn takes<const W: usize>(&self, menu: &Menu<W>, group: usize) -> Option<bool> {
        let landing = &menu.landings[self.groups[group].landing as usize];
        (landing.quiet == landing.hit.is_none() && self.all[group]).then_some(!landing.quiet)
    }

    /// Does one of two groups take where the other does not, both being alike otherwise?
    pub(super) fn are_mates<const W: usize>(&self, menu: &Menu<W>, a: usize, b: usize) -> bool {
        let apart = matches!((self.takes(menu, a), self.takes(menu, b)), (Some(a), Some(b)) if a != b);
        apart && self.groups[a].hops == self.groups[b].hops
    }
}

/// What is on offer, as it is written down.
pub(in crate::jit) struct Offered {
    /// Those of tables first.
    pub(in crate::jit) sorts: Vec<Sort>,
    pub(super) tables: usize,
    /// Moves offered by tables.
    pub(super) tabled: Value,
    /// For each sort offered by its starts: the moves before it.
    pub(super) before: Vec<Value>,
    pub(in crate::jit) total: Value,
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

    /// Writes down everything on offer: what tables offer start by start, then what is offered by starts, each in a place of its own.
    pub(super) fn all_offers(
        &mut self,
        menu: &Menu<W>,
        threats: &Threatened<W>,
        walks: Vec<(Walked<'_>, Sort)>,
    ) -> Offered {
        let of_tables = self.table_offers(menu);
        let mut by_starts = self.lane_offers(menu);
        for (walked, sort) in walks {
            let takers = self.takers(threats, &walked);
            by_starts.push((sort, takers));
        }
        self.start_offers(of_tables, by_starts)
    }

    /// The same for a menu of tables and lanes alone.
    pub(in crate::jit) fn plain_offers(&mut self, menu: &Menu<W>) -> Offered {
        let of_tables = self.table_offers(menu);
        let by_starts = self.lane_offers(menu);
        self.start_offers(of_tables, by_starts)
    }

    /// Writes down what tables offer. Which sorts of moves, and how many?
    fn table_offers(&mut self, menu: &Menu<W>) -> (Vec<Sort>, Value) {
        let plan = self.plan;
        let empty = self.w.board(plan.empty);
        let allowed = self.allowed(menu);
        let mut sorts = Vec::new();
        let (mut rows, mut total) = (self.w.m.word(0), self.w.m.word(0));
        for (board, table) in &menu.tables {
            let first = sorts.len();
            sorts.extend(table.groups.iter().map(|g| Sort::of_targets(plan, g.rule, g.exit)));
            let read = self.read(table);
            let mut lands: Vec<Set> =
                table.groups.iter().map(|g| allowed[g.landing as usize].clone()).collect();
            if lands.len() == 2 && sorts[first].choices == 1 && read.are_mates(menu, 0, 1) {
                sorts[first].split = read.takes(menu, 0);
                let second = lands.pop().unwrap_or_default();
                lands[0] = self.w.or(&lands[0], &second);
            }
            let starts = self.w.board(*board);
            let sums = self.each_cell(&starts, &[rows, total], &mut |writer, start, sums| {
                let reach = writer.reach(&read, start, &empty);
                let mut sums = (sums[0], sums[1]);
                for (i, allowed) in lands.iter().enumerate() {
                    let targets = writer.targets(&read, &reach, i, allowed);
                    let id = writer.w.m.word(((first + i) as u64) << 16);
                    let meta = writer.w.m.or(id, start.value());
                    sums = writer.offer(&targets, sorts[first + i].choices, meta, sums);
                }
                vec![sums.0, sums.1]
            });
            (rows, total) = (sums[0], sums[1]);
        }
        (sorts, total)
    }

    /// What lanes offer.
    fn lane_offers(&mut self, menu: &Menu<W>) -> Vec<(Sort, Set)> {
        let plan = self.plan;
        let mut by_starts = Vec::new();
        for (from, lanes) in &menu.uniform {
            let Starts::Board(board) = *from else { continue };
            let starts = self.w.board(board);
            for (emit, set) in self.lanes(lanes, starts) {
                by_starts.push((Sort::of_starts(plan, &Mover::of_emit(plan, &emit), emit.exit), set));
            }
        }
        by_starts
    }

    /// Writes down what is offered by starts, behind what tables offer.
    fn start_offers(
        &mut self,
        (mut sorts, tabled): (Vec<Sort>, Value),
        by_starts: Vec<(Sort, Set)>,
    ) -> Offered {
        let (tables, mut total) = (sorts.len(), tabled);
        let mut before = Vec::new();
        for (i, (sort, set)) in by_starts.into_iter().enumerate() {
            for (j, word) in [total].iter().chain(&set).enumerate() {
                self.w.m.store(SEEN, BY_STARTS + i * (1 + W) + j, *word);
            }
            before.push(total);
            let count = self.moves_of(&set, sort.choices);
            total = self.w.m.add(total, count);
            sorts.push(sort);
        }
        Offered { sorts, tables, tabled, before, total }
    }

    /// How many moves is a set of cells?
    fn moves_of(&mut self, set: &Set, choices: u32) -> Value {
        let count = self.w.count(set);
        if choices == 1 {
            return count;
        }
        let choices = self.w.m.word(u64::from(choices));
        self.w.m.mul(count, choices)
    }

    /// Writes an offer down, if there is something in it.
    fn offer(
        &mut self,
        set: &Set,
        choices: u32,
        meta: Value,
        (rows, total): (Value, Value),
    ) -> (Value, Value) {
        let count = self.moves_of(set, choices);
        let at = self.w.m.below(rows, MAX_OFFERS);
        let at = self.w.m.times(at, 2 + W);
        for (i, word) in [count, meta].iter().chain(set).enumerate() {
            self.w.m.store_at(SEEN, RUN + i, at, *word);
        }
        let (zero, one) = (self.w.m.word(0), self.w.m.word(1));
        let some = self.w.m.select(count, one, zero);
        (self.w.m.add(rows, some), self.w.m.add(total, count))
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
