//! Guessing: a legal move drawn without looking for all of them.
//!
//! What a piece could ever do from a cell is known when the game is loaded. One of these slots is drawn, of all pieces on the
//! board and in the reserve, and thrown away unless it is a legal move now; then the next one is drawn. Every legal move is
//! one slot, and every slot is equally likely, so every legal move is. Where nothing is found soon all moves are looked for
//! as usual: whatever was thrown away makes none of the others likelier.

mod bars;
mod lists;
mod slots;
mod wary;

pub(crate) use lists::Kept;

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
use lists::{Homes, Lists};
use slots::{Action, Drop, Slot, Slots};
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
    /// `inverses[n]`: to divide by as many as wait.
    inverses: [u64; MAX_DROPS],
}

#[derive(Debug)]
struct Turn<const W: usize> {
    homes: Homes,
    /// `spans[list]`: what its starts have to choose from at most.
    spans: [Span; MAX_BINS],
    /// The list of empty cells, which comes after all bins.
    empty: usize,
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
        if const { W > bits::WIDE } {
            return None;
        }
        let stages = &plan.stages;
        let fits = !plan.scripted
            && !plan.anyone
            && !plan.lazy
            && stages.pass != Some(Pass::Always)
            && !stages.lawful.contains(&true)
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
            if drops.len() >= MAX_DROPS {
                return None;
            }
            let mut spans = [Span::default(); MAX_BINS];
            for (span, bin) in spans.iter_mut().zip(&bins) {
                *span = Span { begin: 0, per: bin.per_start, inverse: inverse(bin.per_start) };
            }
            let illegal = stages.illegal.iter().flat_map(|(_, checks)| checks);
            turns.push(Turn {
                homes: Homes::new(plan, &bins, !drops.is_empty()),
                spans,
                empty: bins.len(),
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
        let inverses = std::array::from_fn(|n| inverse(n as u32));
        Some(Guesses { slots, turns, simple, all_simple, inverses })
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
        exit.kinds.is_empty() && exit.moves.is_empty() && !exit.sets_flags() && !exit.effects_on_the_way;
    exit.drop && bare && !exit.script && exit.effects.iter().all(|e| matches!(e, Effect::SetGlobal(..)))
}

/// How much a number is multiplied by, before it is cut by [`SHIFT`] bits, to divide it.
fn inverse(by: u32) -> u64 {
    (1u64 << SHIFT).div_ceil(u64::from(by.max(1)))
}

/// Slots times slots of one start are far below two to this power, so the quotient is exact.
const SHIFT: u32 = 40;

/// The slots of one list of starts.
#[derive(Clone, Copy, Default, Debug)]
struct Span {
    /// The first of them.
    begin: u32,
    /// What each start has to choose from, and what to multiply by to divide by that.
    per: u32,
    inverse: u64,
}

/// What slots are drawn from.
struct Urn<'a, const W: usize> {
    lists: &'a Lists,
    /// `ends[list]`: the slots of the lists up to this one.
    ends: [u32; MAX_BINS],
    spans: [Span; MAX_BINS],
    total: u32,
    empty: usize,
    /// What waits: its first row, and which of the slots of a row.
    hand: [(u32, u32); MAX_DROPS],
    in_the_way: [Bits<W>; MAX_AGAINST],
    /// Only moves to these cells, or from these, are of use.
    help: (Bits<W>, Bits<W>),
}

impl<const W: usize> Urn<'_, W> {
    #[inline(always)]
    fn count(&mut self) {
        self.total = 0;
        for i in 0..MAX_BINS {
            self.spans[i].begin = self.total;
            self.total += self.lists.lens[i] * self.spans[i].per;
            self.ends[i] = self.total;
        }
    }

    /// The slot of that number: may it be used, as far as can be seen at once?
    #[inline(always)]
    fn slot<const HELP: bool>(&self, slots: &Slots<W>, drawn: u32) -> (bool, u16, Slot, Action) {
        let mut i = 0;
        for end in &self.ends {
            i += usize::from(*end <= drawn);
        }
        let i = i % MAX_BINS;
        let Span { begin, per, inverse } = self.spans[i];
        let within = drawn - begin;
        let start = ((u64::from(within) * inverse) >> SHIFT) as u32;
        let n = within - start * per;
        let (dropped, is_drop) =
            (self.hand[n as usize % MAX_DROPS], u32::from(i == self.empty).wrapping_neg());
        let (first, n) = (dropped.0 & is_drop, dropped.1 & is_drop | n & !is_drop);
        let (row, start) = self.lists.get(i, start as usize);
        // One question for all: nobody can guess the answers.
        let (possible, slot, action) =
            slots.now(first as usize + row, n, |cell| self.lists.code(cell), &self.in_the_way);
        let helps = || action.walk | bits::has(&self.help.0, slot.to) | bits::has(&self.help.1, start);
        (possible & (!HELP || helps()), start, slot, action)
    }
}

/// What has come of drawing.
enum Found {
    Legal(Step),
    /// A move that leaves the royal piece attacked.
    Unsafe,
    Nothing,
}

impl<const W: usize> Plan<W> {
    /// A legal move, all being equally likely, or nothing, if none was found soon. What is seen only when it is made is made on
    /// `after`.
    #[inline]
    pub(crate) fn guess(
        &self,
        guesses: &Guesses<W>,
        kept: &mut Kept,
        (position, after): (&Position, &mut Position),
        traces: &mut Traces,
        draw: &mut Draw,
    ) -> Option<Step> {
        let turn = &guesses.turns[position.turn as usize];
        let royal = position.board::<W>(turn.royal);
        if bits::count(royal) != 1 {
            return None;
        }
        let royal = bits::first(royal);
        let (lists, helpers) = kept.lists(self, guesses, position);
        let mut urn = Urn {
            lists,
            ends: [0; MAX_BINS],
            total: 0,
            spans: turn.spans,
            empty: turn.empty,
            hand: [(0, 0); MAX_DROPS],
            in_the_way: self.in_the_way(guesses, position),
            help: (self.all_cells, bits::none()),
        };
        // What waits can go to every empty cell.
        let mut n_hand = 0;
        for drop in &turn.drops {
            urn.hand[n_hand] = (drop.first, drop.n);
            n_hand += usize::from(position.reserve(&self.layout, drop.player, drop.kind) > 0);
        }
        urn.spans[turn.empty] = Span { begin: 0, per: n_hand as u32, inverse: guesses.inverses[n_hand] };
        urn.count();
        let found = self.try_slots::<false>(guesses, turn, (royal, &urn), (position, after), traces, draw);
        match found {
            Found::Legal(step) => return Some(step),
            Found::Nothing => return None,
            Found::Unsafe => {}
        }
        // Where the royal piece is attacked, most moves are of no use.
        if let Some(Some(watch)) = turn.watch[royal as usize].get() {
            let (to, mut from) = watch.help(self, position, turn.rival);
            if to != self.all_cells {
                bits::insert(&mut from, royal);
                let empty = position.board::<W>(self.empty);
                let reach = |row| guesses.slots.reach(row);
                helpers.take_helpers(lists, turn.empty, empty, (&to, &from), reach);
                urn.lists = helpers;
                urn.help = (to, from);
                urn.count();
            }
        }
        for _ in 0..TRIES {
            let found = self.try_slots::<true>(guesses, turn, (royal, &urn), (position, after), traces, draw);
            match found {
                Found::Legal(step) => return Some(step),
                Found::Nothing => return None,
                Found::Unsafe => {}
            }
        }
        None
    }

    /// Draws slots up to the first that looks like a legal move.
    #[inline]
    fn try_slots<const HELP: bool>(
        &self,
        guesses: &Guesses<W>,
        turn: &Turn<W>,
        (royal, urn): (u16, &Urn<'_, W>),
        (position, after): (&Position, &mut Position),
        traces: &mut Traces,
        draw: &mut Draw,
    ) -> Found {
        if urn.total == 0 {
            return Found::Nothing;
        }
        for _ in 0..TRIES {
            let drawn = draw.below(urn.total as usize) as u32;
            let (possible, start, slot, action) = urn.slot::<HELP>(&guesses.slots, drawn);
            if !possible {
                continue;
            }
            let Slot { to, choice, .. } = slot;
            let step = if action.walk {
                self.walked(position, action.rule, start, u32::from(choice), traces)
            } else {
                Some(Step { rule: action.rule, exit: action.exit, start, to, choice })
            };
            let Some(step) = step else { continue };
            if self.is_safe(guesses, turn, royal, (position, &mut *after), step, traces) {
                return Found::Legal(step);
            }
            if guesses.all_simple {
                return Found::Unsafe;
            }
        }
        Found::Nothing
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
        self.passes(after, of.player, Some(step), traces, 0)
    }
}
