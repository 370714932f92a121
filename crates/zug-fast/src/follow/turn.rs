//! All moves of a turn as a graph: positions inside the turn, and the parts that lead from one to the next.
//!
//! Whatever order parts are played in, a position inside a turn is looked at once. Moves are sequences of parts, counted
//! without listing them, and one is drawn by its number.

use super::Form;
use super::graph::{DEAD, End, Graph, Leaves, Pause};
use super::kept::KeptOfTurn;
use super::machine::{Job, Machine};
use super::ops::Then;
use super::place::Place;
use crate::TooMany;
use crate::run::History;
use rustc_hash::FxHashMap;
use zug_ir::{ModeId, PlayerId, ScriptId};
use zug_vm::NO_CELL;

pub(super) const UNKNOWN: u32 = u32::MAX;
/// In place of how many ways there are to end a move: one, and the part has it.
pub(super) const QUICK: u32 = u32::MAX;
/// The position inside a turn from which nothing goes on.
const NOWHERE: u32 = 0;
/// Positions and parts of one turn; the interpreter bounds its work in a turn, too.
pub(super) const MAX_EDGES: usize = 400_000;
const MAX_PARTS: usize = 100;
/// Looks at the questions of a rule, to find out that it needs other dice.
const LOOKS: u32 = 40;

/// A rule of a player: of his pieces of one sort, or his own.
#[derive(Debug)]
pub(super) struct Rule {
    pub(super) player: PlayerId,
    pub(super) code: Option<u8>,
    pub(super) mode: Option<ModeId>,
    pub(super) script: ScriptId,
    pub(super) further: ScriptId,
}

/// The moves that go on from somewhere: how many there are of the best.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tally {
    /// Is there any, legal or not?
    pub(super) any: bool,
    pub(super) count: u64,
    pub(super) best: Worth,
}

/// What a move is worth: two numbers, the first of them more important.
pub(super) type Worth = u64;

pub(super) const NONE: Tally = Tally { any: false, count: 0, best: 0 };

impl Tally {
    pub(super) fn add(&mut self, other: Tally) -> Result<(), TooMany> {
        self.any |= other.any;
        if other.count == 0 || (self.count > 0 && self.best > other.best) {
            return Ok(());
        }
        if self.count == 0 || self.best < other.best {
            (self.count, self.best) = (0, other.best);
        }
        self.count = self.count.checked_add(other.count).ok_or(TooMany)?;
        Ok(())
    }

    /// How many moves of this worth.
    pub(super) fn of(&self, best: Worth) -> u64 {
        if self.best == best { self.count } else { 0 }
    }
}

/// A position inside a turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) first: u32,
    pub(super) len: u32,
    pub(super) tally: Tally,
    /// Parts that end the move with the last die are counted, but not listed.
    pub(super) lean: bool,
}

/// Ends of parts that leave the same dice and the same locals: where nothing can follow they are worth the same.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Class {
    pub(super) mode: ModeId,
    pub(super) used: Vec<(u16, i32)>,
    pub(super) left: Vec<(u8, Leaves)>,
    pub(super) yields: Vec<Leaves>,
    pub(super) numbers: u8,
}

/// What is known about a class in one position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) stamp: u64,
    /// Nothing can follow.
    pub(super) is_last: bool,
    pub(super) best: Worth,
}

/// A part that is played there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) end: u32,
    /// Where it leads, if the turn may go on.
    pub(super) spot: u32,
    /// How the move may end with it.
    pub(super) last: u32,
    pub(super) n_last: u32,
    pub(super) tally: Tally,
}

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    key: u64,
    age: u32,
    spot: u32,
}

/// What is known about an end of a part beside what it does.
#[derive(Clone, Copy, Debug)]
pub(super) struct After {
    /// The locals that are numbers then; all else is about these.
    pub(super) numbers: u8,
    closing: u32,
    /// How a move ends here, if closing asks nothing, changes nothing and nobody judges.
    pub(super) quick: u32,
    judges: [u32; 2],
}

/// One step of a move: a part, or the end of the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Taken {
    pub(super) end: u32,
    pub(super) is_part: bool,
}

/// Scratch space of one thread.
pub(super) struct Turns {
    pub(super) graph: Graph,
    /// The position that the turn began with, and what was found out about pieces since.
    pub(super) first: Place,
    pub(super) kept: KeptOfTurn,
    /// Which locals are numbers when parts go on; the first is for the first part.
    shapes: Vec<u8>,
    /// `roots[shape * rules + rule][cell]`.
    roots: Vec<Vec<u32>>,
    /// `alive[shape * rules + rule][table]`: cells where the rule may do something with these dice.
    alive: Vec<Vec<Option<u128>>>,
    afters: Vec<Option<After>>,
    pub(super) classes: FxHashMap<Class, u32>,
    /// `class_of[end]`.
    pub(super) class_of: Vec<u32>,
    pub(super) known: Vec<Known>,
    /// Of the position inside a turn that is looked at.
    pub(super) stamp: u64,
    /// The last parts of moves need not be listed.
    pub(super) lean: bool,
    judges: FxHashMap<(ScriptId, PlayerId, u16, u16, u8), u32>,
    goals: Vec<u32>,
    pub(super) spots: Vec<Spot>,
    pub(super) edges: Vec<Edge>,
    pub(super) stack: Vec<Edge>,
    pub(super) ends: Vec<u32>,
    slots: Vec<Slot>,
    age: u32,
    pub(super) taken: Vec<Taken>,
    /// The situations of a random game, where a goal asks for them.
    pub(super) history: History,
}

impl Turns {
    pub(super) fn new(form: &Form) -> Self {
        let mut turns = Turns {
            graph: Graph::new(),
            first: Place::blank(),
            kept: KeptOfTurn::default(),
            shapes: Vec::new(),
            roots: Vec::new(),
            alive: Vec::new(),
            afters: Vec::new(),
            classes: FxHashMap::default(),
            class_of: Vec::new(),
            known: Vec::new(),
            stamp: 0,
            lean: false,
            judges: FxHashMap::default(),
            goals: vec![UNKNOWN; form.facts.rules().goals.len() * form.facts.game.players.len()],
            spots: Vec::new(),
            edges: Vec::new(),
            stack: Vec::new(),
            ends: Vec::new(),
            slots: vec![Slot::default(); 1 << 12],
            age: 0,
            taken: Vec::new(),
            history: History::default(),
        };
        turns.add_shape(form, 0);
        turns
    }

    fn add_shape(&mut self, form: &Form, numbers: u8) {
        self.shapes.push(numbers);
        let tables = form.facts.pools.first().map_or(1, |p| p.faces.len());
        let rows = self.shapes.len() * form.rules.len();
        self.roots.resize(rows, vec![UNKNOWN; form.facts.n_cells]);
        self.alive.resize(rows, vec![None; tables]);
    }

    /// The place of a shape among those of further parts.
    #[inline(always)]
    pub(super) fn shape(&mut self, form: &Form, numbers: u8) -> usize {
        match self.shapes[1..].iter().position(|n| *n == numbers) {
            Some(at) => at + 1,
            None => {
                self.add_shape(form, numbers);
                self.shapes.len() - 1
            }
        }
    }

    /// Where a rule begins for a piece.
    #[inline(always)]
    pub(super) fn root(&mut self, form: &Form, rule: usize, shape: usize, cell: u16) -> u32 {
        match self.roots[shape * form.rules.len() + rule][usize::from(cell)] {
            UNKNOWN => self.new_root(form, rule, shape, cell),
            known => known,
        }
    }

    #[cold]
    fn new_root(&mut self, form: &Form, rule: usize, shape: usize, at: u16) -> u32 {
        let Rule { player, code, script, further, .. } = form.rules[rule];
        let cell = if code.is_some() { at } else { NO_CELL };
        let job = Job {
            script: if shape > 0 { further } else { script },
            mover: code,
            part_from: cell,
            first: shape == 0,
            sure: code.map_or(u16::MAX, |code| form.facts.count_at(cell, code)),
            makes: true,
            closes: false,
        };
        let machine = Machine::new(&form.facts, job, player, cell, self.shapes[shape]);
        let root = self.graph.begin(&form.facts, machine);
        self.roots[shape * form.rules.len() + rule][usize::from(at)] = root;
        root
    }

    /// Cells where a rule may do something with the dice on the table.
    #[inline(always)]
    pub(super) fn alive(&mut self, form: &Form, rule: usize, shape: usize, table: u16) -> u128 {
        match self.alive[shape * form.rules.len() + rule][table as usize] {
            Some(cells) => cells,
            None => self.find_alive(form, rule, shape, table),
        }
    }

    #[cold]
    fn find_alive(&mut self, form: &Form, rule: usize, shape: usize, table: u16) -> u128 {
        let mut cells = 0;
        for cell in 0..form.facts.n_cells as u16 {
            let root = self.root(form, rule, shape, cell);
            if root != DEAD && !self.graph.is_dead(&form.facts, root, table, &mut { LOOKS }) {
                cells |= 1 << cell;
            }
        }
        self.alive[shape * form.rules.len() + rule][table as usize] = Some(cells);
        cells
    }

    #[inline(always)]
    pub(super) fn after(&mut self, form: &Form, end: u32, numbers: u8) -> After {
        match self.afters.get(end as usize) {
            Some(Some(after)) if after.numbers == numbers => *after,
            _ => self.find_after(form, end, numbers),
        }
    }

    #[cold]
    fn find_after(&mut self, form: &Form, end: u32, numbers: u8) -> After {
        let e = &self.graph.ends[end as usize];
        let (mover, me, cursor, start, landed) = (e.mover, e.me, e.cursor, e.start, e.landed);
        let rules = form.facts.rules();
        let kind = mover.map(|code| &rules.kinds[form.facts.kind(code).idx()]);
        let closing = kind.map_or(rules.closing, |k| k.closing);
        let job = |script, mover, part_from, closes| Job {
            script,
            mover,
            part_from,
            first: false,
            sure: u16::MAX,
            makes: true,
            closes,
        };
        let closing = match (e.then, closing) {
            (Then::Part(_), Some(script)) => {
                let mut machine =
                    Machine::new(&form.facts, job(script, mover, cursor, true), me, cursor, numbers);
                (machine.regs.start, machine.regs.landed) = (start, landed);
                self.graph.begin(&form.facts, machine)
            }
            _ => DEAD,
        };
        let mut judges = [UNKNOWN; 2];
        for (judge, script) in judges.iter_mut().zip([kind.and_then(|k| k.invariant), rules.invariant]) {
            let Some(script) = script else { continue };
            let key = (script, me, cursor, start, numbers);
            let root = match self.judges.get(&key) {
                Some(root) => *root,
                None => {
                    let mut machine =
                        Machine::new(&form.facts, job(script, None, NO_CELL, false), me, cursor, numbers);
                    machine.regs.start = start;
                    self.graph.begin(&form.facts, machine)
                }
            };
            self.judges.insert(key, root);
            // One that asks nothing and accepts is no judge.
            *judge = if self.graph.accepts(root) { UNKNOWN } else { root };
        }
        let mut quick = UNKNOWN;
        if judges == [UNKNOWN; 2]
            && let Some(last) = self.graph.end(closing)
        {
            let e = &self.graph.ends[last as usize];
            let changes = e.changes.len() + e.used.len() + e.globals.len() + e.left.len();
            if changes == 0 && e.turn.is_none() && e.then == Then::Done && e.yields.len() <= 2 {
                quick = last;
            }
        }
        let after = After { numbers, closing, quick, judges };
        self.afters.resize(self.graph.ends.len().max(self.afters.len()), None);
        self.afters[end as usize] = Some(after);
        after
    }

    fn begin_turn(&mut self) {
        self.spots.clear();
        self.edges.clear();
        self.stack.clear();
        self.ends.clear();
        self.spots.push(Spot { first: 0, len: 0, tally: NONE, lean: false });
        self.age = self.age.wrapping_add(1);
        if self.age == 0 {
            self.slots.fill(Slot::default());
            self.age = 1;
        }
    }

    /// Finds all moves of the player to move. The number of the position they begin with. `lean`: they are only counted, for
    /// one to be drawn.
    pub(super) fn find(&mut self, form: &Form, place: &mut Place, lean: bool) -> Result<u32, TooMany> {
        self.begin_turn();
        self.lean = lean;
        place.forget_left();
        self.first.clone_from(place);
        self.kept.begin_turn();
        let turn = &form.turns[place.turn as usize];
        for rank in &turn.ranks {
            let bottom = self.stack.len();
            let counted = self.parts(form, place, rank, 0, None, 0)?;
            let spot = self.spot(bottom, counted)?;
            if self.spots[spot as usize].tally.any {
                return Ok(spot);
            }
        }
        Ok(NOWHERE)
    }

    /// How many moves there are, before equal ones are put together.
    pub(super) fn count(&self, spot: u32) -> u64 {
        self.spots[spot as usize].tally.count
    }

    pub(super) fn walk(&mut self, form: &Form, place: &Place, root: u32) -> Result<(), TooMany> {
        self.graph.walk(&form.facts, place, root, None, &mut self.ends).map_err(|_| TooMany)
    }

    /// Looks at what comes of a part. If nothing can follow and parts are only counted, that is all; else it is put on the stack.
    #[inline(always)]
    pub(super) fn edge(
        &mut self,
        form: &Form,
        place: &mut Place,
        end: u32,
        (depth, stamp): (usize, u64),
        counted: Option<&mut Tally>,
    ) -> Result<(), TooMany> {
        let e = &self.graph.ends[end as usize];
        let Then::Part(mode) = e.then else {
            let tally = self.finished(form, place, end)?;
            self.stack.push(Edge { end, spot: NOWHERE, last: 0, n_last: 0, tally });
            return Ok(());
        };
        if depth >= MAX_PARTS {
            return Err(TooMany);
        }
        let numbers = place.left.numbers_after(e);
        let after = self.after(form, end, numbers);
        if after.quick != UNKNOWN {
            // With these dice nothing can follow: there is no need to look at the board.
            let table = place.table_after(&form.facts, &self.graph.ends[end as usize], 0)?;
            let shape = self.shape(form, numbers);
            let rules = &form.turns[place.turn as usize].further[mode.idx()];
            if rules.iter().all(|rule| self.alive(form, *rule as usize, shape, table) == 0) {
                let e = &self.graph.ends[end as usize];
                let value = |n| place.left.number_after(e, n);
                let best = worth(&self.graph.ends[after.quick as usize], value)?;
                let class = match self.class_of.get(end as usize) {
                    Some(&class) if class != UNKNOWN => class,
                    _ => self.find_class(end, mode, after),
                };
                self.known[class as usize] = Known { stamp, is_last: true, best };
                let tally = Tally { any: true, count: 1, best };
                match counted {
                    Some(counted) => counted.add(tally)?,
                    None => {
                        let last = after.quick;
                        self.stack.push(Edge { end, spot: NOWHERE, last, n_last: QUICK, tally });
                    }
                }
                return Ok(());
            }
        }
        self.inner_edge(form, place, end, mode, after.closing, depth)
    }

    /// The same for a part after which the turn may go on.
    fn inner_edge(
        &mut self,
        form: &Form,
        place: &mut Place,
        end: u32,
        mode: ModeId,
        closing: u32,
        depth: usize,
    ) -> Result<(), TooMany> {
        let e = &self.graph.ends[end as usize];
        let cursor = e.cursor;
        let optional = form.facts.rules().modes[mode.idx()].optional;
        if e.globals.is_empty() && !optional && cursor != NO_CELL {
            // Most positions are come to on several ways.
            let hash = place.hash_after(&form.facts, &form.keys, e)?;
            let left = place.left.key_after(e, form.facts.left.len());
            let key = key(form, hash ^ left, e.turn.unwrap_or(place.told), mode, cursor);
            if let Some(spot) = self.entered(key)
                && self.spots[spot as usize].tally.any
            {
                let tally = self.spots[spot as usize].tally;
                self.stack.push(Edge { end, spot, last: 0, n_last: 0, tally });
                return Ok(());
            }
        }
        let e = &self.graph.ends[end as usize];
        let rest = place.rest(e);
        place.apply(&form.facts, &form.keys, e)?;
        let spot = self.grow(form, place, mode, cursor, depth + 1)?;
        let mut tally = self.spots[spot as usize].tally;
        let (mut last, mut n_last) = (0, 0);
        if !tally.any || optional {
            let bottom = self.ends.len();
            self.walk(form, place, closing)?;
            let stacked = self.stack.len();
            for i in bottom..self.ends.len() {
                let closed = self.ends[i];
                let more = self.finished(form, place, closed)?;
                tally.add(more)?;
                self.stack.push(Edge { end: closed, spot: NOWHERE, last: 0, n_last: 0, tally: more });
            }
            self.ends.truncate(bottom);
            (last, n_last) = (self.edges.len() as u32, (self.stack.len() - stacked) as u32);
            self.edges.extend(self.stack.drain(stacked..));
        }
        place.undo(&form.facts, &form.keys, &self.graph.ends[end as usize], &rest);
        self.stack.push(Edge { end, spot, last, n_last, tally });
        Ok(())
    }

    /// A move ends: is it legal, and what is it worth?
    fn finished(&mut self, form: &Form, place: &mut Place, end: u32) -> Result<Tally, TooMany> {
        let e = &self.graph.ends[end as usize];
        if e.then != Then::Done || e.yields.len() > 2 {
            return Err(TooMany);
        }
        let (best, numbers) = (worth(e, |n| place.left.number(n))?, place.left.numbers_after(e));
        let judges = self.after(form, end, numbers).judges;
        let mut legal = true;
        if judges != [UNKNOWN; 2] {
            let e = &self.graph.ends[end as usize];
            let rest = place.rest(e);
            place.apply(&form.facts, &form.keys, e)?;
            for judge in judges.into_iter().filter(|j| *j != UNKNOWN) {
                let bottom = self.ends.len();
                self.walk(form, place, judge)?;
                legal &= self.ends.len() > bottom;
                self.ends.truncate(bottom);
            }
            place.undo(&form.facts, &form.keys, &self.graph.ends[end as usize], &rest);
        }
        Ok(Tally { any: true, count: u64::from(legal), best })
    }

    /// The position inside the turn, with all that goes on from it.
    fn grow(
        &mut self,
        form: &Form,
        place: &mut Place,
        mode: ModeId,
        cursor: u16,
        depth: usize,
    ) -> Result<u32, TooMany> {
        let shape = self.shape(form, place.left.numbers);
        let rules = &form.turns[place.turn as usize].further[mode.idx()];
        let any_piece = form.facts.rules().modes[mode.idx()].any_piece;
        let only = if any_piece { None } else { Some(cursor) };
        if only == Some(NO_CELL) {
            return Ok(NOWHERE);
        }
        if self.starts(form, place, rules, shape, only) == 0 {
            return Ok(NOWHERE);
        }
        let left = place.left.key(form.facts.left.len());
        let key = key(form, place.hash ^ left, place.told, mode, cursor);
        if let Some(spot) = self.entered(key) {
            return Ok(spot);
        }
        let bottom = self.stack.len();
        let counted = self.parts(form, place, rules, shape, only, depth)?;
        let spot = self.spot(bottom, counted)?;
        self.enter(key, spot);
        Ok(spot)
    }

    /// The position with this key, if it has been looked at.
    #[inline(always)]
    fn entered(&self, key: u64) -> Option<u32> {
        let mut i = key as usize & (self.slots.len() - 1);
        while self.slots[i].age == self.age {
            if self.slots[i].key == key {
                return Some(self.slots[i].spot);
            }
            i = (i + 1) & (self.slots.len() - 1);
        }
        None
    }

    fn enter(&mut self, key: u64, spot: u32) {
        if self.spots.len() * 2 > self.slots.len() {
            let old = std::mem::take(&mut self.slots);
            self.slots = vec![Slot::default(); old.len() * 4];
            for slot in old {
                if slot.age == self.age {
                    self.enter_at(slot.key, slot.spot);
                }
            }
        }
        self.enter_at(key, spot);
    }

    fn enter_at(&mut self, key: u64, spot: u32) {
        let mut i = key as usize & (self.slots.len() - 1);
        while self.slots[i].age == self.age {
            i = (i + 1) & (self.slots.len() - 1);
        }
        self.slots[i] = Slot { key, age: self.age, spot };
    }

    /// Puts the parts on the stack together.
    pub(super) fn spot(&mut self, bottom: usize, counted: Tally) -> Result<u32, TooMany> {
        if self.stack.len() == bottom && !counted.any {
            return Ok(NOWHERE);
        }
        let first = self.edges.len() as u32;
        let mut tally = counted;
        for edge in &self.stack[bottom..] {
            tally.add(edge.tally)?;
        }
        self.edges.extend(self.stack.drain(bottom..));
        let len = self.edges.len() as u32 - first;
        self.spots.push(Spot { first, len, tally, lean: counted.any });
        Ok(self.spots.len() as u32 - 1)
    }

    /// How a move may end with a part.
    #[inline(always)]
    pub(super) fn lasts(&self, edge: &Edge) -> impl Iterator<Item = (u32, Tally)> {
        let quick = (edge.n_last == QUICK).then_some((edge.last, edge.tally));
        let n_last = if edge.n_last == QUICK { 0 } else { edge.n_last };
        let first = if n_last == 0 { 0 } else { edge.last };
        let listed = &self.edges[first as usize..(first + n_last) as usize];
        quick.into_iter().chain(listed.iter().map(|last| (last.end, last.tally)))
    }

    pub(super) fn edges(&self, spot: u32) -> std::ops::Range<usize> {
        let Spot { first, len, .. } = self.spots[spot as usize];
        first as usize..(first + len) as usize
    }

    /// The first end of a goal's script about a player: what it yields, if it holds.
    pub(super) fn goal(
        &mut self,
        form: &Form,
        place: &Place,
        goal: usize,
        player: PlayerId,
        no_moves: Option<bool>,
    ) -> Result<Option<u32>, Pause> {
        let at = goal * form.facts.game.players.len() + player.idx();
        if self.goals[at] == UNKNOWN {
            let script = form.facts.rules().goals[goal].script;
            let job = Job {
                script,
                mover: None,
                part_from: NO_CELL,
                first: true,
                sure: u16::MAX,
                makes: false,
                closes: false,
            };
            let machine = Machine::new(&form.facts, job, player, NO_CELL, 0);
            self.goals[at] = self.graph.begin(&form.facts, machine);
        }
        let bottom = self.ends.len();
        let walked = self.graph.walk(&form.facts, place, self.goals[at], no_moves, &mut self.ends);
        let first = self.ends.get(bottom).copied();
        self.ends.truncate(bottom);
        walked?;
        let Some(end) = first else { return Ok(None) };
        let worth = self.graph.ends[end as usize].yields.last().map_or(1, |worth| match worth {
            Leaves::This(n) => *n,
            Leaves::More(..) => 1,
        });
        Ok(Some(worth.clamp(1, i64::from(i32::MAX)) as u32))
    }
}

/// The key of a position inside the turn from which parts of some mode go on; `hash` is that of the position and of what is left.
#[inline(always)]
fn key(form: &Form, hash: u64, told: u16, mode: ModeId, cursor: u16) -> u64 {
    let any_piece = form.facts.rules().modes[mode.idx()].any_piece;
    let from = if any_piece { 0 } else { u64::from(cursor) + 1 };
    let at = u64::from(told) << 32 | u64::from(mode.0) << 16 | from;
    hash ^ at.wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

/// What a move that ends so is worth, given the numbers it is computed from.
#[inline(always)]
pub(super) fn worth(end: &End, value: impl Fn(Leaves) -> i64) -> Result<Worth, TooMany> {
    let number = |i: usize| match end.yields.get(i) {
        // One that is missing is less than any other.
        None => Ok(0),
        Some(n) => match value(*n) + (1 << 31) {
            n @ 1..0x1_0000_0000 => Ok(n as u64),
            _ => Err(TooMany),
        },
    };
    Ok(number(0)? << 32 | number(1)?)
}
