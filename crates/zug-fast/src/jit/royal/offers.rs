//! What tables and lanes offer, written down.

use super::{MAX_OFFERS, Sort};
use crate::bits;
use crate::gate::Bar;
use crate::jit::RUN;
use crate::jit::ply::Writer;
use crate::jit::words::{SEEN, Set};
use crate::plan::{Menu, Starts};
use crate::table::{Group, Rows};
use zug_jit::{Table, Value};

/// A table as code reads it, with the sorts of its moves.
struct Read<'a> {
    groups: &'a [Group],
    rows: Rows,
    data: Table,
    sorts: &'a [Sort],
    /// Place of the first sort among all.
    first: usize,
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

    /// Writes down everything on offer. How many offers, and how many moves?
    pub(super) fn all_offers(&mut self, menu: &Menu<W>, sorts: &mut Vec<Sort>) -> (Value, Value) {
        let plan = self.plan;
        let empty = self.w.board(plan.empty);
        let allowed: Vec<Set> = menu
            .landings
            .iter()
            .map(|landing| {
                let none = self.w.constant(&bits::none());
                let mut cells = if landing.quiet { empty.clone() } else { none };
                if let Some(hit) = &landing.hit {
                    let all = self.w.constant(&plan.all_cells);
                    let mut taken = self.w.and_not(&all, &empty);
                    for (board, answer) in hit {
                        let shown = self.w.board(*board);
                        taken =
                            if *answer { self.w.and(&taken, &shown) } else { self.w.and_not(&taken, &shown) };
                    }
                    cells = self.w.or(&cells, &taken);
                }
                cells
            })
            .collect();
        let (mut n, mut total) = (self.w.m.word(0), self.w.m.word(0));
        for (board, table) in &menu.tables {
            let first = sorts.len();
            sorts.extend(table.groups.iter().map(|g| {
                let choices = plan.choices[g.exit.0 as usize];
                Sort { exit: g.exit, to: None, choices }
            }));
            let starts = self.w.board(*board);
            let mut rows = table.rows();
            let data = self.w.m.table(std::mem::take(&mut rows.words));
            let read = Read { groups: &table.groups, rows, data, sorts: &sorts[first..], first };
            for (i, word) in starts.iter().enumerate() {
                (n, total) = self.table_offers(&read, (i, *word), (&empty, &allowed), (n, total));
            }
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

    /// Writes down what a table offers from the starts in one word of a board.
    fn table_offers(
        &mut self,
        read: &Read<'_>,
        (word, starts): (usize, Value),
        (empty, allowed): (&Set, &[Set]),
        (n, total): (Value, Value),
    ) -> (Value, Value) {
        let plan = self.plan;
        let Read { groups, rows, data, sorts, first } = read;
        let ((again, at), (end, sums)) = (self.w.m.block(3), self.w.m.block(2));
        let (go, _) = self.w.m.block(0);
        self.w.m.jump(again, &[starts, n, total]);
        self.w.m.begin(again);
        self.w.m.branch(at[0], (go, &[]), (end, &[at[1], at[2]]));
        self.w.m.begin(go);
        let (base, one) = (self.w.m.word(64 * word as u64), self.w.m.word(1));
        let place = self.w.m.lowest(at[0]);
        let less = self.w.m.sub(at[0], one);
        let rest = self.w.m.and(at[0], less);
        let start = self.w.m.add(place, base);
        let start = self.w.m.below(start, plan.layout.n_cells);
        let width = rows.width;
        let row = |writer: &mut Self, set: usize| -> Set {
            (0..W)
                .map(|i| {
                    let column = writer.w.m.constant_below(set * W + i, width);
                    let place = writer.w.m.cell_of(start, width, column);
                    writer.w.m.look_up(*data, place)
                })
                .collect()
        };
        let mut reached = row(self, 0);
        let mut next = 1;
        for (count, up) in [(rows.ups, true), (rows.downs, false)] {
            for _ in 0..count {
                let ray = row(self, next);
                next += 1;
                let through = self.through(&ray, up, empty);
                reached = self.w.or(&reached, &through);
            }
        }
        for _ in 0..rows.lame {
            let (before, to) = (row(self, next), row(self, next + 1));
            next += 2;
            let met = self.w.and_not(&before, empty);
            let (met, zero) = (self.w.any(&met), self.w.m.word(0));
            let open: Set = to.iter().map(|w| self.w.m.select(met, zero, *w)).collect();
            reached = self.w.or(&reached, &open);
        }
        let mut beyond = self.w.constant(&bits::none());
        for (count, up) in [(rows.hop_ups, true), (rows.hop_downs, false)] {
            for _ in 0..count {
                let ray = row(self, next);
                next += 1;
                let near = self.through(&ray, up, empty);
                let without = self.w.or(empty, &near);
                let far = self.through(&ray, up, &without);
                let far = self.w.and_not(&far, &near);
                beyond = self.w.or(&beyond, &far);
            }
        }
        let (mut n, mut total) = (at[1], at[2]);
        for (i, (group, sort)) in groups.iter().zip(*sorts).enumerate() {
            let lands = row(self, next + i);
            let lands = self.w.and(&lands, &allowed[group.landing as usize]);
            let targets = self.w.and(if group.hops { &beyond } else { &reached }, &lands);
            let id = self.w.m.word(((first + i) as u64) << 16);
            let meta = self.w.m.or(id, start.value());
            (n, total) = self.offer(&targets, sort.choices, meta, (n, total));
        }
        self.w.m.jump(again, &[rest, n, total]);
        self.w.m.begin(end);
        (sums[0], sums[1])
    }
}
