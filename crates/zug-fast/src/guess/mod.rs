//! Guessing: a legal move drawn without looking for all of them.
//!
//! What a piece could ever do from a cell is known when the game is loaded. One of these slots is drawn, of all pieces on the
//! board and in the reserve, and thrown away unless it is a legal move now; then the next one is drawn. Every legal move is
//! one slot, and every slot is equally likely, so every legal move is. Where nothing is found soon all moves are looked for
//! as usual: whatever was thrown away makes none of the others likelier.

mod bars;
mod slots;
mod wary;

use crate::bits::{self, Bits};
use crate::class::BoardId;
use crate::draw::Draw;
use crate::flow::{Effect, Exit};
use crate::make::{Seer, Step, Traces};
use crate::plan::{Menu, Plan, Starts, TurnPlan};
use crate::position::Position;
use crate::recipe::Recipe;
use crate::walk::walk;
use crate::watch::{Change, Watch};
use slots::{Bin, Drop, Slot, Slots};
use std::ops::ControlFlow;
use std::sync::OnceLock;
use wary::Wary;
use zug_ir::{Pass, Then};

/// So many slots are drawn at most.
const TRIES: usize = 192;
/// Turns with more bins than this are looked through as usual.
const MAX_BINS: usize = 16;
/// The same for what can be dropped, a power of two, and for sets of cells that are in the way.
const MAX_DROPS: usize = 32;
const MAX_AGAINST: usize = 4;

/// What moves are guessed from.
#[derive(Debug)]
pub(crate) struct Guesses<const W: usize> {
    slots: Slots<W>,
    turns: Vec<Turn<W>>,
    /// `simple[exit]`: nothing changes on the board but its start and its target, and nothing becomes royal.
    simple: Vec<bool>,
    /// All exits of slots that are not walked are.
    all_simple: bool,
}

#[derive(Debug)]
struct Turn<const W: usize> {
    bins: Vec<Bin<W>>,
    drops: Vec<Drop>,
    royal: BoardId,
    rival: usize,
    /// What may not arise, as far as it can arise by this turn's moves.
    illegal: Vec<Wary<W>>,
    /// `watch[cell]`: what attacks the royal piece there, where that is known.
    watch: Vec<OnceLock<Option<Watch<W>>>>,
}

impl<const W: usize> Guesses<W> {
    /// `None` if moves of this game cannot be guessed.
    pub(crate) fn new(plan: &Plan<W>) -> Option<Self> {
        let stages = &plan.stages;
        let fits = !plan.scripted
            && !plan.anyone
            && !plan.lazy
            && stages.pass != Some(Pass::Always)
            && stages.lawful.iter().all(Vec::is_empty)
            && plan.layout.flagged.is_empty()
            && plan.layout.doomed.is_none()
            && plan.shared.exits.all.iter().all(|e| e.each.is_none() && e.then == Then::Done)
            && plan.turns.iter().all(|t| suits(plan, t));
        if !fits {
            return None;
        }
        let mut slots = Slots::new(plan);
        let mut turns = Vec::new();
        for turn in &plan.turns {
            let player = turn.actor.idx();
            let (bins, drops) = slots.add(plan, &turn.menus[0])?;
            if bins.len() >= MAX_BINS || drops.len() >= MAX_DROPS {
                return None;
            }
            let illegal = stages.illegal.iter().flat_map(|(_, checks)| checks);
            turns.push(Turn {
                bins,
                drops,
                illegal: illegal.filter_map(|check| Wary::new(plan, turn, check)).collect(),
                royal: stages.royal[player][0],
                rival: plan.next_player[player],
                watch: (0..plan.layout.n_cells).map(|_| OnceLock::new()).collect(),
            });
        }
        slots.finish();
        if slots.against.len() > MAX_AGAINST {
            return None;
        }
        let simple = plan.shared.exits.all.iter().zip(&plan.plain);
        let simple: Vec<bool> = simple.map(|(exit, plain)| *plain || drops_only(exit)).collect();
        let all_simple = slots.exits().all(|exit| simple[exit.0 as usize]);
        Some(Guesses { slots, turns, simple, all_simple })
    }
}

fn suits<const W: usize>(plan: &Plan<W>, turn: &TurnPlan<W>) -> bool {
    let player = turn.actor.idx();
    let closed = |menu: &Menu<W>| !menu.goes_on && !menu.compares;
    let once = |menu: &Menu<W>| menu.merged.is_empty() && menu.hops.is_none();
    let known = |rule: &u16| {
        let rule = &plan.rules[*rule as usize];
        !rule.lazy && matches!(rule.from, Starts::Board(_) | Starts::Reserve(..))
    };
    !turn.chance
        && turn.menus.len() == 1
        && turn.menus.iter().all(|m| closed(m) && once(m) && m.rules.iter().flatten().all(known))
        && plan.stages.royal[player].len() == 1
        && plan.next_player[player] != player
}

/// Does a part do nothing but drop a piece, and set values?
fn drops_only(exit: &Exit) -> bool {
    let bare =
        exit.kinds.is_empty() && exit.moves.is_empty() && exit.flags.is_empty() && !exit.effects_on_the_way;
    exit.drop && bare && !exit.script && exit.effects.iter().all(|e| matches!(e, Effect::SetGlobal(..)))
}

impl<const W: usize> Plan<W> {
    /// A legal move, all being equally likely, or nothing, if none was found soon. What is seen only when it is made is made on
    /// `after`.
    #[inline]
    pub(crate) fn guess(
        &self,
        guesses: &Guesses<W>,
        position: &Position,
        after: &mut Position,
        traces: &mut Traces,
        draw: &mut Draw,
    ) -> Option<Step> {
        let turn = &guesses.turns[position.turn as usize];
        let royal = position.board::<W>(turn.royal);
        if bits::count(royal) != 1 {
            return None;
        }
        let royal = bits::first(royal);
        let n_bins = turn.bins.len();
        let (mut sets, mut ends, mut per) = ([bits::none(); MAX_BINS], [0; MAX_BINS], [1; MAX_BINS]);
        let mut total = 0;
        for (i, bin) in turn.bins.iter().enumerate() {
            let mut set = bits::none();
            for (board, within) in &bin.pieces {
                bits::or_into(&mut set, &bits::and(position.board::<W>(*board), within));
            }
            total += bits::count(&set) * bin.per_start;
            (sets[i], ends[i], per[i]) = (set, total, bin.per_start);
        }
        // What waits can go to every empty cell.
        let (mut hand, mut n_hand) = ([(0, 0); MAX_DROPS], 0);
        for drop in &turn.drops {
            hand[n_hand] = (drop.first, drop.n);
            n_hand += usize::from(position.reserve(&self.layout, drop.player, drop.kind) > 0);
        }
        if n_hand > 0 {
            (sets[n_bins], per[n_bins]) = (*position.board::<W>(self.empty), n_hand as u32);
            total += bits::count(&sets[n_bins]) * n_hand as u32;
        }
        if total == 0 {
            return None;
        }
        let in_the_way = self.in_the_way(guesses, position);
        let there = |cell: u16| position.code(&self.layout, cell) as usize;
        // Where the royal piece is attacked, most moves are of no use.
        let (mut to_help, mut from_help, mut alarmed) = (self.all_cells, bits::none(), false);
        for _ in 0..TRIES {
            let drawn = draw.below(total as usize) as u32;
            let mut i = 0;
            for end in &ends[..n_bins] {
                i += usize::from(*end <= drawn);
            }
            let within = drawn - if i == 0 { 0 } else { ends[i - 1] };
            let (start, n) = (within / per[i], within % per[i]);
            let (dropped, is_drop) = (hand[n as usize % MAX_DROPS], u32::from(i == n_bins).wrapping_neg());
            let (first, n) = (dropped.0 & is_drop, dropped.1 & is_drop | n & !is_drop);
            let start = bits::nth(&sets[i], start);
            // One question for all: nobody can guess the answers.
            let (possible, slot, action) =
                guesses.slots.now((first as usize, there(start), start), n, there, &in_the_way);
            let helps = action.walk | bits::has(&to_help, slot.to) | bits::has(&from_help, start);
            if !(possible & helps) {
                continue;
            }
            let Slot { to, choice, .. } = slot;
            let step = if action.walk {
                self.walked(position, action.rule, start, u32::from(choice), traces)
            } else {
                Some(Step { rule: action.rule, exit: action.exit, start, to, choice })
            };
            let Some(step) = step else { continue };
            if self.is_safe(guesses, turn, royal, (position, after), step, traces) {
                return Some(step);
            }
            if !std::mem::replace(&mut alarmed, true)
                && guesses.all_simple
                && let Some(Some(watch)) = turn.watch[royal as usize].get()
            {
                (to_help, from_help) = watch.help(self, position, turn.rival);
                bits::insert(&mut from_help, royal);
            }
        }
        None
    }

    /// The cells that may be in the way of something.
    #[inline(always)]
    fn in_the_way(&self, guesses: &Guesses<W>, position: &Position) -> [Bits<W>; MAX_AGAINST] {
        let mut sets = [bits::none(); MAX_AGAINST];
        sets[0] = bits::and_not(&self.all_cells, position.board::<W>(self.empty));
        for (i, boards) in guesses.slots.against.iter().enumerate().skip(1) {
            sets[i] = self.all_cells;
            for board in boards {
                sets[i] = bits::and(&sets[i], position.board::<W>(*board));
            }
        }
        sets
    }

    /// The part of that number of those that a rule emits.
    fn walked(
        &self,
        position: &Position,
        rule: u16,
        start: u16,
        mut n: u32,
        traces: &mut Traces,
    ) -> Option<Step> {
        let player = self.rules[rule as usize].of.player;
        let seer = Seer { plan: self, position, player, start, breath: None };
        let (flow, places) = (&self.flows[rule as usize], &self.shared.places);
        let mut found = None;
        walk::<W>(flow, places, position, start, &seer, &mut traces.effects, |exit, to, _| {
            let choices = self.choices[exit.0 as usize];
            if n < choices {
                found = Some(Step { rule, exit, start, to: places.at(to, start), choice: n as u16 });
                return ControlFlow::Break(());
            }
            n -= choices;
            ControlFlow::Continue(())
        });
        found
    }

    /// Is a move legal?
    #[inline]
    fn is_safe(
        &self,
        guesses: &Guesses<W>,
        turn: &Turn<W>,
        royal: u16,
        (position, after): (&Position, &mut Position),
        step: Step,
        traces: &mut Traces,
    ) -> bool {
        let exit = self.shared.exits.get(step.exit);
        let of = &self.rules[step.rule as usize].of;
        if guesses.simple[step.exit.0 as usize] && step.to != royal {
            let from = (!exit.drop).then_some(step.start);
            let royal = if from == Some(royal) { step.to } else { royal };
            let code = match &self.recipes[step.exit.0 as usize] {
                Recipe::Move(moved) => moved.becomes(position.code(&self.layout, step.start), step.choice),
                _ if exit.drop => self.codes.fresh(of.player, of.kind),
                _ => position.code(&self.layout, step.start),
            };
            let change = Change::new(self, from, step.to, code);
            let watch = &turn.watch[royal as usize];
            let watch = watch.get_or_init(|| Watch::new(self, turn.rival, turn.royal, royal));
            if let Some(watch) = watch {
                if watch.sees(self, position, turn.rival, &change) {
                    return false;
                }
                if !turn.illegal.iter().any(|wary| wary.may_arise(self, position, step.exit, &change)) {
                    return true;
                }
            }
        }
        after.copy(position);
        self.make(after, step, traces);
        self.passes(after, of.player, traces, 0)
    }
}
