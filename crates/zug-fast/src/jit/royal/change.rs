//! What a move leaves on the cells it changes, known when the program is written; and writing the position after it.

use crate::bits;
use crate::class::Class;
use crate::codes::Code;
use crate::flow::{Effect, ExitId, Place, PlaceId, in_set};
use crate::jit::count::Windows;
use crate::jit::effects::is_counter;
use crate::jit::ply::Writer;
use crate::jit::words::{POSITION, Set};
use crate::plan::Plan;
use crate::uniform::Emit;
use crate::ways::{Asked, Way};
use zug_jit::Below;
use zug_vm::NO_CELL;

/// The moves of one exit: what stands afterwards on each cell that they change.
#[derive(Clone, Debug)]
pub(super) struct Change {
    pub(super) cells: Vec<(Place, Code)>,
    pub(super) effects: Vec<Effect>,
    /// Where the move is said to start and to end.
    pub(super) last: (Place, Place),
    /// Boards that may show more cells afterwards, or fewer, if nothing is taken from the target.
    pub(super) counted: u64,
}

/// Whose moves they are, and what is known about the cells they begin with.
pub(super) struct Mover<'a> {
    pub(super) rule: u16,
    /// Where they lead, if that is known by the start.
    pub(super) to: Option<PlaceId>,
    pub(super) conds: &'a [Asked],
    /// Those who may move.
    pub(super) starts: Vec<u16>,
}

impl<'a> Mover<'a> {
    /// Those who can take a way at all: what must be true somewhere is not true off the board.
    pub(super) fn of<const W: usize>(plan: &Plan<W>, rule: u16, way: &'a Way) -> Self {
        let on_board = |s: &u16| {
            way.conds.iter().all(|(_, at, answer)| !*answer || plan.shared.places.at(*at, *s) != NO_CELL)
        };
        let all = (0..plan.layout.n_cells as u16).filter(|s| in_set(&way.starts, *s));
        Mover { rule, to: Some(way.to), conds: &way.conds, starts: all.filter(on_board).collect() }
    }

    /// Those of whom an emission may be.
    pub(super) fn of_emit<const W: usize>(plan: &Plan<W>, emit: &Emit) -> Self {
        let to = plan.shared.places.of(emit.to).iter().enumerate();
        let starts = to.filter(|(_, to)| **to != NO_CELL).map(|(start, _)| start as u16).collect();
        Mover { rule: emit.rule, to: Some(emit.to), conds: &[], starts }
    }

    /// Are these the same place?
    pub(super) fn same<const W: usize>(&self, plan: &Plan<W>, a: PlaceId, b: PlaceId) -> bool {
        self.starts.iter().all(|s| plan.shared.places.at(a, *s) == plan.shared.places.at(b, *s))
    }

    /// Is that place the start itself?
    pub(super) fn is_start<const W: usize>(&self, plan: &Plan<W>, at: PlaceId) -> bool {
        self.starts.iter().all(|s| plan.shared.places.at(at, *s) == *s)
    }
}

impl Change {
    /// `None` if it is not known what becomes of some cell.
    pub(super) fn new<const W: usize>(
        plan: &Plan<W>,
        mover: &Mover<'_>,
        exit: ExitId,
        choice: usize,
    ) -> Option<Change> {
        let (shared, codes) = (&plan.shared, &plan.codes);
        let exit = shared.exits.get(exit);
        let odd = exit.effects_on_the_way || exit.drop || exit.copy || exit.still || exit.script;
        if odd || exit.then != zug_ir::Then::Done || exit.each.is_some() || exit.sets_flags() {
            return None;
        }
        let of = plan.rules[mover.rule as usize].of;
        // One name for each cell.
        let named = |place: Place| match place {
            Place::At(at) if mover.is_start(plan, at) => Place::Start,
            Place::At(at) if mover.to.is_some_and(|to| mover.same(plan, at, to)) => Place::Target,
            other => other,
        };
        let there = |place: Place| -> Vec<Code> {
            let fits = |code: &Code| {
                let of_mover =
                    (codes.owner[*code as usize], codes.kind[*code as usize]) == (of.player.0, of.kind.0);
                let asked = mover.conds.iter().filter(|(_, at, _)| named(Place::At(*at)) == place);
                let mut answers = asked.filter_map(|(cond, _, answer)| match cond {
                    crate::flow::Cond::Class(b) if !shared.classes.class(*b).of_places() => {
                        Some((codes.boards[*code as usize] >> b.0 & 1 != 0) == *answer)
                    }
                    _ => None,
                });
                (place != Place::Start || of_mover && *code != 0) && answers.all(|fits| fits)
            };
            (0..codes.pieces().len()).map(|c| c as Code).filter(fits).collect()
        };
        let moves: Vec<(Place, Place)> =
            exit.moves.iter().copied().chain([(exit.from, Place::Target)]).collect();
        let moves: Vec<(Place, Place)> = moves.into_iter().map(|(a, b)| (named(a), named(b))).collect();
        let mut cells: Vec<(Place, Vec<Code>)> = Vec::new();
        let mut put = |place: Place, codes: Vec<Code>| match cells.iter_mut().find(|(p, _)| *p == place) {
            Some((_, there)) => *there = codes,
            None => cells.push((place, codes)),
        };
        moves.iter().for_each(|(from, _)| put(*from, vec![0]));
        moves.iter().for_each(|(from, to)| put(*to, there(*from)));
        for effect in &exit.effects {
            let Some(place) = effect.place().map(named) else {
                if is_counter(plan, effect) {
                    continue;
                }
                return None;
            };
            let i = cells.iter().position(|(p, _)| *p == place).unwrap_or_else(|| {
                cells.push((place, there(place)));
                cells.len() - 1
            });
            let each =
                |f: &dyn Fn(Code) -> Code, list: &mut Vec<Code>| list.iter_mut().for_each(|c| *c = f(*c));
            let list = &mut cells[i].1;
            match *effect {
                Effect::SetAttr(attr, value, _) => each(&|c| codes.with_attr(c, attr, value), list),
                Effect::ChangeKind(kind, _) | Effect::Promote(kind, _) => {
                    each(&|c| codes.with_kind(c, kind), list);
                }
                Effect::Capture(_) => *list = vec![0],
                _ => return None,
            }
        }
        if let Some(kind) = exit.kinds.get(choice) {
            let target = cells.iter_mut().find(|(p, _)| *p == Place::Target)?;
            target.1.iter_mut().for_each(|code| *code = codes.with_kind(*code, *kind));
        }
        // Different names for one cell would be a mistake.
        let at = |place: &Place, start: u16| match place {
            Place::Start => start,
            Place::Target => mover.to.map_or(NO_CELL, |to| shared.places.at(to, start)),
            Place::At(at) => shared.places.at(*at, start),
            Place::Each => NO_CELL,
        };
        for (i, (a, _)) in cells.iter().enumerate() {
            let apart =
                |b: &Place| mover.starts.iter().all(|s| at(a, *s) == NO_CELL || at(a, *s) != at(b, *s));
            if *a == Place::Each || !cells[..i].iter().all(|(b, _)| apart(b)) {
                return None;
            }
        }
        let before: Vec<(Place, Vec<Code>)> = cells.iter().map(|(p, _)| (*p, there(*p))).collect();
        let mut known = Vec::new();
        for (place, mut list) in cells {
            list.sort_unstable();
            list.dedup();
            let [code] = list[..] else { return None };
            known.push((place, code));
        }
        let code_at = |place| known.iter().find(|(p, _)| *p == place).map_or(0, |(_, code)| *code);
        let plain = known.len() == 2 && code_at(Place::Start) == 0;
        let moved = before.iter().filter(|(p, _)| *p == Place::Start).flat_map(|(_, list)| list);
        let new = codes.boards[code_at(Place::Target) as usize];
        let changed = moved.fold(0, |all, code| all | codes.boards[*code as usize] ^ new);
        Some(Change {
            cells: known,
            effects: exit.effects.clone(),
            last: moves[0],
            counted: if plain { changed } else { !0 },
        })
    }

    /// Does it leave a piece that this board shows on the target, and none elsewhere?
    pub(super) fn brings<const W: usize>(&self, plan: &Plan<W>, board: crate::class::BoardId) -> bool {
        let shown = |code: Code| plan.codes.boards[code as usize] >> board.0 & 1 != 0;
        self.cells.iter().all(|(place, code)| shown(*code) == (*place == Place::Target))
    }
}

impl<const W: usize> Writer<'_, '_, '_, W> {
    pub(super) fn cell(&mut self, place: Place, (start, to): (Below, Below)) -> Below {
        match place {
            Place::At(at) => self.to(at, start),
            Place::Target => to,
            _ => start,
        }
    }

    /// Writes the boards and values after a move to the second window, and looks through it from then on.
    pub(super) fn carry(&mut self, change: &Change, ends: (Below, Below), (here, below): Windows) {
        let plan = self.plan;
        let mut sets: Vec<(Set, u64)> = Vec::new();
        let mut changed: Set = self.w.constant(&bits::none());
        for (place, code) in &change.cells {
            let cell = self.cell(*place, ends);
            let set = self.single(cell);
            changed = self.w.or(&changed, &set);
            sets.push((set, plan.codes.boards[*code as usize]));
        }
        let last = if plan.ways.forget_last { None } else { Some(change.last) };
        for b in 0..plan.shared.classes.len() {
            let class = plan.shared.classes.class(crate::class::BoardId(b as u8));
            let words: Set = match (class, last) {
                (Class::LastFrom, Some((from, _))) => {
                    let cell = self.cell(from, ends);
                    self.single(cell)
                }
                (Class::LastTo, Some((_, to))) => {
                    let cell = self.cell(to, ends);
                    self.single(cell)
                }
                (Class::LastFrom | Class::LastTo, None) => self.w.constant(&bits::none()),
                _ => {
                    self.w.m.look_through(POSITION, here);
                    let old = self.w.board(crate::class::BoardId(b as u8));
                    let shown = sets.iter().filter(|(_, boards)| boards >> b & 1 != 0);
                    let left = self.w.and_not(&old, &changed);
                    shown.fold(left, |all, (set, _)| self.w.or(&all, set))
                }
            };
            self.w.m.look_through(POSITION, below);
            for (i, word) in words.iter().enumerate() {
                self.w.m.store(POSITION, b * W + i, *word);
            }
        }
        for at in plan.layout.globals_at..plan.layout.len {
            self.w.m.look_through(POSITION, here);
            let word = self.w.m.load(POSITION, at);
            self.w.m.look_through(POSITION, below);
            self.w.m.store(POSITION, at, word);
        }
        self.w.m.look_through(POSITION, below);
        self.count_on(&change.effects);
    }
}
