//! Rules that are walked start by start, in code: who can take a way is asked of boards for all starts at once, and whether
//! cells are attacked for the few that are left.

use super::attacks::Threatened;
use super::change::Mover;
use crate::flow::Cond;
use crate::flow::PlaceId;
use crate::jit::ply::Writer;
use crate::jit::words::Set;
use crate::lane::Seen;
use crate::plan::Plan;
use crate::ways::{Asked, Way};
use zug_jit::Value;

/// One way of a rule.
pub(super) struct Walked<'p> {
    pub(super) rule: u16,
    pub(super) way: &'p Way,
    /// Places that must be attacked, or must not.
    attacked: Vec<(PlaceId, bool)>,
}

impl<'p> Walked<'p> {
    /// `None` if there is no code for what it asks: what it asks about attacks must be asked about the royal piece.
    pub(super) fn new<const W: usize>(plan: &'p Plan<W>, rule: u16, way: &'p Way) -> Option<Self> {
        let of = &plan.rules[rule as usize];
        let player = of.of.player.idx();
        let mover = Mover::of(plan, rule, way);
        let of_royal = plan.stages.royal[player] == [of.starts];
        let one_rival = plan.rivals[player] == [plan.next_player[player]];
        let mut attacked = Vec::new();
        for (cond, at, answer) in &way.conds {
            let free =
                |(c, p, yes): &Asked| *c == Cond::Class(plan.empty) && *yes && mover.same(plan, *p, *at);
            let known = || mover.is_start(plan, *at) || way.conds.iter().any(free);
            match cond {
                Cond::Class(_) => {
                    let seen = Seen::<W>::new(&plan.shared.places, *at);
                    if !matches!(seen, Seen::Shifted(..) | Seen::Several(_)) {
                        return None;
                    }
                }
                Cond::Attacked if of_royal && one_rival && known() => attacked.push((*at, *answer)),
                _ => return None,
            }
        }
        Some(Walked { rule, way, attacked })
    }
}

impl<const W: usize> Writer<'_, '_, '_, W> {
    /// Who takes a way.
    pub(super) fn takers(&mut self, threats: &Threatened<W>, walked: &Walked<'_>) -> Set {
        let plan = self.plan;
        let starts = self.w.board(plan.rules[walked.rule as usize].starts);
        let among = std::array::from_fn(|i| walked.way.starts.get(i).copied().unwrap_or(0));
        let among = self.w.constant(&among);
        let mut takers = self.w.and(&starts, &among);
        for (cond, at, answer) in &walked.way.conds {
            let Cond::Class(board) = cond else { continue };
            let board = self.w.board(*board);
            let seen = self.seen(&Seen::new(&plan.shared.places, *at), &board);
            takers = if *answer { self.w.and(&takers, &seen) } else { self.w.and_not(&takers, &seen) };
        }
        if walked.attacked.is_empty() {
            return takers;
        }
        let any = self.w.any(&takers);
        self.only_if(any, &takers, &mut |writer| {
            let empty = writer.w.board(plan.empty);
            let none = writer.w.constant(&[0; W]);
            writer.each_cell(&takers, &takers, &mut |writer, start, left| {
                let mut wrong = writer.w.m.word(0);
                for (place, answer) in &walked.attacked {
                    let cell = writer.to(*place, start);
                    let mut unwanted = writer.attacked_on(threats, cell, &empty, &none);
                    if *answer {
                        let zero = writer.w.m.word(0);
                        unwanted = writer.w.m.equal(unwanted, zero);
                    }
                    wrong = writer.w.m.or(wrong, unwanted);
                }
                writer.without_if(wrong, start, left)
            })
        })
    }

    /// A set without a cell, if the condition is not 0.
    pub(super) fn without_if(&mut self, condition: Value, cell: zug_jit::Below, set: &[Value]) -> Set {
        let own = self.single(cell);
        let without = self.w.and_not(&set.to_vec(), &own);
        set.iter().zip(&without).map(|(a, b)| self.w.m.select(condition, *b, *a)).collect()
    }
}
