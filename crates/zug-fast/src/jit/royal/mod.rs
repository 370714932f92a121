//! Writing the plies of games with royal pieces: tables, attacks and judging.
//!
//! What tables and lanes offer is written down, a move is drawn from it and looked at as a change of a few cells: whether it leaves
//! the royal piece attacked is known before it is made. A move that does is put aside and another one drawn, as the plain
//! code does. Rules for which there is no code are left to the plain code where their gates let somebody through.

mod attacks;
mod bound;
mod change;
pub(super) mod count;
mod draw;
mod make;
mod offers;
mod sort;
mod walked;

use attacks::{Threatened, threats};
pub(super) use sort::Sort;

use super::goals;
use super::ply::Writer;
use super::words::STATE;
use super::{RUN, state, stop};
use crate::gate::Bar;
use crate::lane::Seen;
use crate::plan::{Menu, Plan, Starts};
use crate::why::Why;
use zug_jit::Maker;

/// Boards of more words are left to the plain code. Callers ask before anything else, by a constant, so that the rest is
/// compiled for these boards only.
pub(super) const WIDEST: usize = 1;
/// The reason.
pub(super) const TOO_WIDE: &str =
    "on boards of more than 64 cells it would not be ready in time where a piece is royal";
/// Offers of one ply; more are left to the plain code.
const MAX_OFFERS: usize = 256;
/// Boards of more words have no plies with tables, of two parts, or that are listed.
pub(super) const MAX_WORDS: usize = 2;
/// Sorts of moves that are offered by their starts; games with more are left to the plain code.
pub(super) const MAX_BY_STARTS: usize = 128;
/// Where these are written down, behind the other offers.
const BY_STARTS: usize = RUN + MAX_OFFERS * (2 + MAX_WORDS);
/// What this takes of the region behind the positions noted.
pub(super) const SPACE: usize = MAX_OFFERS * (2 + MAX_WORDS) + MAX_BY_STARTS * (1 + MAX_WORDS);

/// What threatens each player's royal piece, if the plies of this game can be written.
pub(super) fn threatened<const W: usize>(plan: &Plan<W>) -> Result<Vec<Option<Threatened<W>>>, Why> {
    let stages = &plan.stages;
    let plain_seen = |seen: &Seen<W>| matches!(seen, Seen::Shifted(..) | Seen::Several(_));
    let gated = |rule: &u16| {
        plan.rules[*rule as usize].gate.bars.iter().all(|bar| match bar {
            Bar::Shown(_, seen) | Bar::NotShown(_, seen) => plain_seen(seen),
            Bar::Starts(_) => true,
        })
    };
    let simple = |menu: &Menu<W>| {
        let stands = menu.uniform.iter().all(|(from, _)| matches!(from, Starts::Board(_)));
        let nothing_else = menu.lanes.is_empty() && menu.merged.is_empty() && menu.twins.is_empty();
        let closed = !menu.goes_on && !menu.compares;
        let by_starts = menu.uniform.iter().map(|(_, lanes)| lanes.emits.len()).sum::<usize>();
        closed
            && by_starts + menu.walks.len() <= MAX_BY_STARTS
            && nothing_else
            && stands
            && !menu.tables.is_empty()
            && menu.walks.iter().all(gated)
    };
    let walked_from_boards =
        |menu: &Menu<W>| menu.walks.iter().all(|r| matches!(plan.rules[*r as usize].from, Starts::Board(_)));
    let mut menus = plan.turns.iter().flat_map(|t| &t.menus);
    let mut goals = plan.order.movable.iter().chain(&plan.order.immediate);
    let checks = [
        (
            !stages.illegal.is_empty() || stages.lawful.contains(&true),
            "moves are judged by more than attacks",
        ),
        (stages.pass.is_some(), "one may pass"),
        (plan.anyone, "pieces of all players may be moved"),
        (plan.lazy, "a rule floods"),
        (!plan.vanishes || plan.layout.doomed.is_some(), "captured pieces do not just vanish"),
        (!plan.layout.flagged.is_empty(), "flags outlive a part"),
        (plan.turns.iter().any(|t| t.chance || t.menus.len() != 1), "turns have priorities or chance"),
        (!menus.all(|m| simple(m) && walked_from_boards(m)), "rules are not just tables and short lanes"),
        (plan.turns.iter().any(|t| stages.royal[t.actor.idx()].len() != 1), "not one kind of piece is royal"),
        (!goals.all(|(i, _)| goals::can_write(&plan.goals[*i as usize])), "a goal asks too much"),
    ];
    if let Some((_, why)) = checks.iter().find(|(bad, _)| *bad) {
        return Err(Why::Code(why));
    }
    let acts = |player: usize| plan.turns.iter().any(|t| t.actor.idx() == player);
    let of = |player| if acts(player) { threats(plan, player).map(Some) } else { Some(None) };
    let found: Option<Vec<_>> = (0..plan.rivals.len()).map(of).collect();
    found.ok_or(Why::Code("attacks that tables cannot tell"))
}

pub(super) fn write<const W: usize>(
    plan: &Plan<W>,
    threatened: &[Option<Threatened<W>>],
    maker: &mut Maker<'_>,
) {
    let turn = maker.load(STATE, state::TURN);
    let mut writer = Writer::new(plan, maker);
    writer.dispatch(turn);
    for t in 0..plan.turns.len() {
        if let Some(threats) = &threatened[plan.turns[t].actor.idx()] {
            writer.royal_turn(t, threats);
        }
    }
    writer.w.m.begin(writer.plain);
    writer.stop(stop::PLAIN);
}

impl<const W: usize> Writer<'_, '_, '_, W> {
    fn royal_turn(&mut self, t: usize, threats: &Threatened<W>) {
        let plan = self.plan;
        self.begin_turn(t);
        let left = self.w.m.load(STATE, state::LEFT);
        let ((more, _), (over, _)) = (self.w.m.block(0), self.w.m.block(0));
        self.w.m.branch(left, (more, &[]), (over, &[]));
        self.w.m.begin(over);
        self.stop(stop::PLAYED);
        self.w.m.begin(more);
        let menu = &plan.turns[t].menus[0];
        let royal = self.w.board(plan.stages.royal[plan.turns[t].actor.idx()][0]);
        let (count, one) = (self.w.count(&royal), self.w.m.word(1));
        let several = self.w.m.xor(count, one);
        self.plain_if(several);
        let mut walks = Vec::new();
        for rule in &menu.walks {
            match self.walk(*rule) {
                Some(walk) => walks.push(walk),
                None => {
                    let through = self.gate(*rule);
                    let any = self.w.any(&through);
                    self.plain_if(any);
                }
            }
        }
        let offered = self.all_offers(menu, threats, walks);
        let (go, _) = self.w.m.block(0);
        self.w.m.branch(offered.total, (go, &[]), (self.plain, &[]));
        self.w.m.begin(go);
        self.late_goals();
        self.draw_royal((t, threats), &offered, &royal);
    }
}
