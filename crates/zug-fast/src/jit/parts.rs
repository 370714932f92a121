//! Writing turns that may go on: asking whether they do, and taking pieces.

use super::ply::Writer;
use super::words::{POSITION, STATE, Set};
use super::{state, stop};
use crate::class::BoardId;
use crate::first::First;
use crate::flow::{Effect, Exit, Place};
use crate::hops::SHAPED;
use crate::plan::{Menu, Plan};
use crate::uniform::{Emit, Uniform};
use zug_jit::{Below, Value};

/// Ops of all lanes that the code of a menu may consist of.
pub(super) fn n_ops<const W: usize>(menu: &Menu<W>) -> usize {
    if menu.hops.is_some() && menu.onward.is_none() {
        return menu.hops.iter().flatten().map(n_begin).sum();
    }
    let offered = menu.uniform.iter().map(|(_, lanes)| lanes.ops.len());
    let onward = menu.onward.iter().flatten().map(|(_, lanes)| lanes.ops.len());
    offered.chain(onward).sum()
}

fn n_begin<const W: usize>(first: &First<W>) -> usize {
    first.begins.as_ref().map_or(0, |lanes| lanes.ops.len())
}

/// Does an effect take a piece that nobody asks for any more when the turn is over?
pub(super) fn takes<const W: usize>(plan: &Plan<W>, effect: &Effect) -> bool {
    plan.forgotten
        && matches!(effect, Effect::Capture(Place::At(_) | Place::Each) | Effect::CaptureLate(Place::At(_)))
}

impl<const W: usize> Writer<'_, '_, '_, W> {
    /// Goes on only if none of these pieces can begin a turn.
    pub(super) fn nobody_begins(&mut self, t: usize, firsts: &[First<W>]) {
        let able = self.able_to_begin(t, firsts.iter());
        let any = self.w.any(&able);
        self.open_if(any, (t, firsts), &able);
    }

    /// Which of these pieces can begin a turn, as far as anybody can tell.
    fn able_to_begin<'f>(&mut self, t: usize, firsts: impl Iterator<Item = &'f First<W>>) -> Set {
        let hops = self.plan.hops[self.plan.turns[t].actor.idx()].as_ref();
        let mut able = self.w.constant(&[0; W]);
        for first in firsts {
            let pieces = self.w.board(first.board);
            let sets = match &first.begins {
                Some(lanes) => self.lanes(lanes, pieces).into_iter().map(|(_, set)| set).collect(),
                None if const { W > SHAPED } => vec![pieces],
                None => match hops.and_then(|hops| hops.lines(first.table)) {
                    Some(lines) => vec![self.able_on_lines(&lines, pieces[0])],
                    None => vec![pieces],
                },
            };
            for set in sets {
                able = self.w.or(&able, &set);
            }
        }
        able
    }

    /// Goes on only if none of the pieces that are looked at one by one can begin a turn. The others begin with what is emitted.
    pub(super) fn others_begin(&mut self, t: usize, menu: &Menu<W>, emits: &[(Emit, Set)]) {
        let plan = self.plan;
        let walked =
            |first: &First<W>| menu.walks.iter().any(|r| plan.rules[*r as usize].starts == first.board);
        let others = menu.hops.iter().flatten().filter(|first| walked(first));
        let able = self.able_to_begin(t, others);
        let any = self.w.any(&able);
        let ((open, _), (next, _)) = (self.w.m.block(0), self.w.m.block(0));
        self.w.m.branch(any, (open, &[]), (next, &[]));
        self.w.m.begin(open);
        let all = emits.iter().fold(able, |all, (_, set)| self.w.or(&all, set));
        self.leave_open(&all);
        self.w.m.begin(next);
    }

    /// Goes on only if no first part lets the turn go on.
    pub(super) fn nobody_goes_on(
        &mut self,
        (t, menu): (usize, &Menu<W>),
        onward: &[(Emit, Uniform<W>)],
        emits: &[(Emit, Set)],
    ) {
        let mut any = self.w.m.word(0);
        let key = |e: &Emit| (e.rule, e.exit, e.to);
        let mut all = self.w.constant(&[0; W]);
        for (emit, starts) in emits {
            all = self.w.or(&all, starts);
            for (_, lanes) in onward.iter().filter(|(e, _)| key(e) == key(emit)) {
                let able = self.emitted(lanes, starts.clone());
                any = self.w.m.or(any, able);
            }
        }
        let firsts = menu.hops.as_deref().unwrap_or_default();
        self.open_if(any, (t, firsts), &all);
    }

    /// Looks the turn through unless the condition is 0, given who can begin it.
    fn open_if(&mut self, condition: Value, (t, firsts): (usize, &[First<W>]), begins: &Set) {
        let ((open, _), (next, _)) = (self.w.m.block(0), self.w.m.block(0));
        self.w.m.branch(condition, (open, &[]), (next, &[]));
        self.w.m.begin(open);
        if self.tree(t, firsts, begins) {
            self.w.m.jump(next, &[]);
        } else {
            self.leave_open(begins);
        }
        self.w.m.begin(next);
    }

    /// Leaves the ply to the plain code, and tells it who can begin.
    pub(super) fn leave_open(&mut self, begins: &Set) {
        for (i, word) in begins.iter().enumerate() {
            self.w.m.store(STATE, state::BEGINS + i, *word);
        }
        self.stop(stop::OPEN);
    }

    /// Not 0 if some start emits something.
    fn emitted(&mut self, lanes: &Uniform<W>, starts: Set) -> Value {
        let mut any = self.w.m.word(0);
        for (_, set) in self.lanes(lanes, starts) {
            let some = self.w.any(&set);
            any = self.w.m.or(any, some);
        }
        any
    }

    /// The cells of what a part takes, beside what stands on its target. It may be about a cell of a set.
    pub(super) fn taken(
        &mut self,
        exit: &Exit,
        (start, to, about): (Below, Below, Option<Below>),
    ) -> Vec<Below> {
        let mut cells = Vec::new();
        for effect in &exit.effects {
            if let Effect::Capture(place) | Effect::CaptureLate(place) = effect {
                cells.push(match place {
                    Place::At(place) => self.to(*place, start),
                    Place::Start => start,
                    Place::Each => about.unwrap_or(to),
                    Place::Target => to,
                });
            }
        }
        cells
    }

    /// Where the last move began and ended, on the boards that show it.
    pub(super) fn show_last(&mut self, from: Option<Below>, to: Option<Below>) {
        let layout = &self.plan.layout;
        for (board, cell) in [(layout.last_from, from), (layout.last_to, to)] {
            if let Some(board) = board {
                self.show_only(board, cell);
            }
        }
    }

    fn show_only(&mut self, board: BoardId, cell: Option<Below>) {
        let zero = self.w.m.word(0);
        let place = cell.map(|cell| self.w.place(cell));
        for i in 0..W {
            let word = match place {
                None => zero,
                Some((_, bit)) if W == 1 => bit,
                Some((word, bit)) => {
                    let number = self.w.m.word(i as u64);
                    let here = self.w.m.equal(word.value(), number);
                    self.w.m.select(here, bit, zero)
                }
            };
            self.w.m.store(POSITION, board.0 as usize * W + i, word);
        }
    }
}
