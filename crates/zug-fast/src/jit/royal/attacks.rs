//! Is the royal piece attacked after a move? Found by tables of its cell, before the move is made.

use crate::bits::{self, Bits};
use crate::class::BoardId;
use crate::jit::ply::Writer;
use crate::jit::words::Set;
use crate::plan::Plan;
use crate::table::Ray;
use crate::threat::Victim;
use zug_jit::{Below, Table, Value};

/// Attacks on a player's royal piece: leaps by board, and lines by boards, for each cell.
#[derive(Debug)]
pub(crate) struct Threatened<const W: usize> {
    pub(super) leaps: Vec<(BoardId, Vec<Bits<W>>)>,
    pub(super) lines: Vec<(Vec<BoardId>, Vec<Vec<Ray<W>>>)>,
}

/// `None` if there is more to them.
pub(super) fn threats<const W: usize>(plan: &Plan<W>, player: usize) -> Option<Threatened<W>> {
    let royal = plan.stages.royal[player][0];
    let boards: Vec<u64> = plan.codes.boards.iter().copied().filter(|b| b >> royal.0 & 1 != 0).collect();
    let rival = plan.next_player[player];
    let attacks = plan.attacks[rival].as_ref().filter(|_| rival != player)?;
    let n_cells = plan.layout.n_cells;
    let mut all = Threatened { leaps: Vec::new(), lines: Vec::new() };
    for cell in 0..n_cells as u16 {
        let found = attacks.on(&plan.shared, &plan.codes, cell);
        // Pieces of different sorts are royal alike.
        let fits = |victim: Victim| {
            let fit = boards.iter().filter(|b| victim.fits(**b)).count();
            if fit == boards.len() { Some(true) } else { (fit == 0).then_some(false) }
        };
        for (victim, board, from) in &found.leaps {
            if fits(*victim)? {
                let i = all.leaps.iter().position(|(b, _)| b == board).unwrap_or_else(|| {
                    all.leaps.push((*board, vec![bits::none(); n_cells]));
                    all.leaps.len() - 1
                });
                bits::or_into(&mut all.leaps[i].1[cell as usize], from);
            }
        }
        for lines in &found.lines {
            if fits(lines.victim)? {
                let i = all.lines.iter().position(|(b, _)| *b == lines.boards).unwrap_or_else(|| {
                    all.lines.push((lines.boards.clone(), vec![Vec::new(); n_cells]));
                    all.lines.len() - 1
                });
                all.lines[i].1[cell as usize].extend(&lines.rays);
            }
        }
        for ray in &found.rays {
            if fits(ray.victim)? {
                return None;
            }
        }
        for (board, _, list) in &found.rest {
            for threat in list {
                let always = |leap: &(Victim, BoardId, Bits<W>)| {
                    leap.1 == *board && bits::has(&leap.2, threat.start) && fits(leap.0) == Some(true)
                };
                if fits(threat.victim)? && !found.leaps.iter().any(always) {
                    return None;
                }
            }
        }
    }
    Some(all)
}

impl<const W: usize> Writer<'_, '_, '_, W> {
    /// `Ray::through` in code.
    pub(in crate::jit) fn through(&mut self, ray: &Set, up: bool, empty: &Set) -> Set {
        let met = self.w.and_not(ray, empty);
        let (zero, all) = (self.w.m.word(0), self.w.m.word(!0));
        let mut near = met.clone();
        let mut open = all;
        let order: Vec<usize> = if up { (0..W).collect() } else { (0..W).rev().collect() };
        for i in order {
            let one = self.w.m.word(1);
            let mask = if up {
                let less = self.w.m.sub(met[i], one);
                self.w.m.xor(met[i], less)
            } else {
                let some = self.w.m.or(met[i], one);
                let highest = self.w.m.highest(some);
                self.w.m.shl(all, highest)
            };
            near[i] = if W == 1 { mask } else { self.w.m.and(open, mask) };
            if W > 1 {
                open = self.w.m.select(met[i], zero, open);
            }
        }
        self.w.and(ray, &near)
    }

    /// The set of one cell.
    pub(in crate::jit) fn single(&mut self, cell: Below) -> Set {
        let (word, bit) = self.w.place(cell);
        if W == 1 {
            return vec![bit];
        }
        let zero = self.w.m.word(0);
        (0..W)
            .map(|i| {
                let this = self.w.m.word(i as u64);
                let this = self.w.m.equal(word.value(), this);
                self.w.m.select(this, bit, zero)
            })
            .collect()
    }

    /// The cell of a royal piece that is alone.
    pub(super) fn royal_cell(&mut self, royal: &Set) -> Value {
        let mut cell = self.w.m.lowest(royal[0]);
        for (i, word) in royal.iter().enumerate().skip(1) {
            let (base, place) = (self.w.m.word(64 * i as u64), self.w.m.lowest(*word));
            let there = self.w.m.add(base, place);
            cell = self.w.m.select(*word, there, cell);
        }
        cell
    }

    /// Would the royal piece be attacked after a move that changes these two cells?
    pub(super) fn attacked_after(
        &mut self,
        threats: &Threatened<W>,
        royal: &Set,
        (start, to): (Below, Below),
    ) -> Value {
        let (from_set, to_set) = (self.single(start), self.single(to));
        let cell = self.royal_cell(royal);
        let itself = self.w.m.equal(cell, start.value());
        let cell = self.w.m.select(itself, to.value(), cell);
        let cell = self.w.m.below(cell, self.plan.layout.n_cells);
        let empty = self.w.board(self.plan.empty);
        let empty = self.w.or(&empty, &from_set);
        let empty = self.w.and_not(&empty, &to_set);
        self.attacked_on(threats, cell, &empty, &to_set)
    }

    /// Is a royal piece attacked on a cell, with those cells empty and the attackers on some cells gone?
    pub(super) fn attacked_on(
        &mut self,
        threats: &Threatened<W>,
        king: Below,
        empty: &Set,
        gone: &Set,
    ) -> Value {
        let mut attacked = self.w.m.word(0);
        for (board, from) in &threats.leaps {
            let from = self.rows_of(from, king);
            let there = self.w.board(*board);
            let there = self.w.and_not(&there, gone);
            let there = self.w.and(&there, &from);
            let any = self.w.any(&there);
            attacked = self.w.m.or(attacked, any);
        }
        let mut near = self.w.m.word(0);
        let mut attackers = Vec::new();
        for (boards, rays) in &threats.lines {
            let mut all = self.w.constant(&bits::none());
            for board in boards {
                let board = self.w.board(*board);
                all = self.w.or(&all, &board);
            }
            let all = self.w.and_not(&all, gone);
            let union = |list: &Vec<Ray<W>>| {
                list.iter().fold(bits::none(), |mut all, ray| {
                    bits::or_into(&mut all, &ray.cells);
                    all
                })
            };
            let union: Vec<Bits<W>> = rays.iter().map(union).collect();
            let union = self.rows_of(&union, king);
            let met = self.w.and(&all, &union);
            let met = self.w.any(&met);
            near = self.w.m.or(near, met);
            attackers.push(all);
        }
        self.only_if(near, &[attacked], &mut |writer| {
            let mut attacked = attacked;
            for ((_, rays), attackers) in threats.lines.iter().zip(&attackers) {
                let seen = writer.seen_along(rays, king, empty);
                let hit = writer.w.and(&seen, attackers);
                let hit = writer.w.any(&hit);
                attacked = writer.w.m.or(attacked, hit);
            }
            vec![attacked]
        })[0]
    }

    /// The cells of lines up to the first piece on each.
    fn seen_along(&mut self, rays: &[Vec<Ray<W>>], king: Below, empty: &Set) -> Set {
        let mut seen = self.w.constant(&bits::none());
        for up in [true, false] {
            let most = rays.iter().map(|l| l.iter().filter(|r| r.up == up).count()).max().unwrap_or(0);
            for i in 0..most {
                let of_cell = |l: &Vec<Ray<W>>| {
                    l.iter().filter(|r| r.up == up).nth(i).map_or(bits::none(), |r| r.cells)
                };
                let cells: Vec<Bits<W>> = rays.iter().map(of_cell).collect();
                let ray = self.rows_of(&cells, king);
                let through = self.through(&ray, up, empty);
                seen = self.w.or(&seen, &through);
            }
        }
        seen
    }

    /// The set that belongs to a cell.
    pub(in crate::jit) fn rows_of(&mut self, sets: &[Bits<W>], cell: Below) -> Set {
        let table: Table = self.w.m.table(sets.iter().flatten().copied().collect());
        let row = self.w.m.times(cell, W);
        (0..W).map(|i| self.w.m.look_up_at(table, i, row)).collect()
    }
}
