//! Sending sets through flows that look anywhere, in code.

use super::effects::join;
use super::ply::Writer;
use super::words::{POSITION, Set};
use crate::bits::{self, Bits};
use crate::class::BoardId;
use crate::flow::{Cond, END, ExitId, Flow, Node, NodeId, PlaceId, SetId, StartSet, meetings};
use crate::lane::Seen;
use crate::num::{Expr, ExprId, Num};
use crate::plan::Plan;
use rustc_hash::FxHashMap;
use zug_jit::{Below, Table, Value};

/// What is known of the position: boards as seen from places, and sets that loops look for.
#[derive(Clone, Default)]
pub(super) struct Known {
    looks: FxHashMap<(BoardId, PlaceId), Set>,
    sets: FxHashMap<SetId, Set>,
}

/// Cells whose pattern is looked up at once.
const PATTERN: usize = 6;

/// Tables that tell which starts see a cell of a pattern, pattern by pattern.
pub(super) type Gather = Vec<Table>;

/// Is there code that looks there?
pub(super) fn can_see<const W: usize>(seen: &Seen<W>) -> bool {
    !matches!(seen, Seen::Scattered(_))
}

/// Is there code for all that a flow asks?
pub(super) fn writable<const W: usize>(plan: &Plan<W>, flow: &Flow) -> bool {
    flow.nodes.iter().all(|node| match node {
        Node::Test { cond: Cond::Class(_) | Cond::Origin, at, .. } => {
            can_see(&Seen::<W>::new(&plan.shared.places, *at))
        }
        Node::Num { num, .. } => answerable(plan, Num::Expr(*num)),
        Node::End | Node::Split { .. } | Node::Emit { .. } => true,
        _ => false,
    })
}

/// Is there code for a set?
pub(super) fn set_writable<const W: usize>(plan: &Plan<W>, set: SetId) -> bool {
    writable(plan, &plan.shared.sets[set.0 as usize].flow)
}

/// Is there code for a number that rules ask for?
pub(super) fn answerable<const W: usize>(plan: &Plan<W>, num: Num) -> bool {
    let Num::Expr(id) = num else { return true };
    match plan.shared.exprs.get(id) {
        Expr::Global(_) | Expr::Count { .. } => true,
        Expr::Some(set) => set_writable(plan, set),
        Expr::Add(a, b) | Expr::Sub(a, b) | Expr::Eq(a, b) | Expr::Lt(a, b) | Expr::Le(a, b) => {
            answerable(plan, a) && answerable(plan, b)
        }
        Expr::Not(a) => answerable(plan, a),
        _ => false,
    }
}

fn set<const W: usize>(starts: &StartSet) -> Bits<W> {
    std::array::from_fn(|i| starts.get(i).copied().unwrap_or(0))
}

impl<const W: usize> Writer<'_, '_, '_, W> {
    /// Sends cells through a flow; where they are targets, of a rule that has started at the origin. Everything emitted.
    pub(super) fn send(
        &mut self,
        flow: &Flow,
        cells: &Set,
        origin: Option<Below>,
        known: &mut Known,
    ) -> Vec<(ExitId, PlaceId, Set)> {
        let everybody = meetings(flow);
        let told = |id: NodeId| id != END && !everybody.contains(&id);
        let mut came: Vec<Option<Set>> = vec![None; flow.nodes.len()];
        everybody.iter().for_each(|id| came[id.0 as usize] = Some(cells.clone()));
        let mut emitted = Vec::new();
        for i in (1..flow.nodes.len()).rev() {
            let Some(here) = came[i].take() else { continue };
            let (passing, yes, no) = match &flow.nodes[i] {
                Node::Test { cond: Cond::Class(board), at, yes, no } => {
                    (self.look_from(*board, *at, known), *yes, *no)
                }
                Node::Test { cond: Cond::Origin, at, yes, no } => (self.is_origin(*at, origin), *yes, *no),
                Node::Split { starts, yes, no } => (self.w.constant(&set(starts)), *yes, *no),
                Node::Num { num, yes, no } => {
                    let (all, none) = (self.w.m.word(!0), self.w.m.word(0));
                    let number = self.asked(*num, known);
                    (vec![self.w.m.select(number, all, none); W], *yes, *no)
                }
                Node::Emit { exit, to, next } => {
                    emitted.push((*exit, *to, here.clone()));
                    if told(*next) {
                        join(&mut self.w, &mut came[next.0 as usize], here);
                    }
                    continue;
                }
                _ => continue,
            };
            if told(yes) {
                let to = self.w.and(&here, &passing);
                join(&mut self.w, &mut came[yes.0 as usize], to);
            }
            if told(no) {
                let to = self.w.and_not(&here, &passing);
                join(&mut self.w, &mut came[no.0 as usize], to);
            }
        }
        emitted
    }

    /// Finds out beforehand what a flow asks that is the same for every start.
    pub(super) fn prepare(&mut self, flow: &Flow, known: &mut Known) {
        for node in &flow.nodes {
            match node {
                Node::Test { cond: Cond::Class(board), at, .. } => {
                    self.look_from(*board, *at, known);
                }
                Node::Num { num, .. } => {
                    self.asked(*num, known);
                }
                Node::Emit { exit, .. } => {
                    if let Some(set) = self.plan.shared.exits.get(*exit).each {
                        self.cells_found(set, known);
                    }
                }
                _ => {}
            }
        }
    }

    /// The starts whose place is on a board.
    fn look_from(&mut self, board: BoardId, at: PlaceId, known: &mut Known) -> Set {
        if let Some(set) = known.looks.get(&(board, at)) {
            return set.clone();
        }
        let cells = self.w.board(board);
        let seen = Seen::<W>::new(&self.plan.shared.places, at);
        let set = match &seen {
            Seen::Gathered(fours) => {
                let tables = match self.gathers.get(&at) {
                    Some(tables) => tables.clone(),
                    None => self.gather(fours),
                };
                let set = self.gathered(&tables, &cells);
                self.gathers.insert(at, tables);
                set
            }
            seen => self.seen(seen, &cells),
        };
        known.looks.insert((board, at), set.clone());
        set
    }

    /// Tables for places that are no distance away, given the starts that see four cells for every pattern on them.
    pub(super) fn gather(&mut self, fours: &[[Bits<W>; 16]]) -> Gather {
        let seeing = |cell: usize| fours.get(cell / 4).map_or(0, |four| four[1 << (cell % 4)][0]);
        let table = |first: usize| {
            let cells = |pattern: usize| (0..PATTERN).filter(move |b| pattern >> b & 1 != 0);
            let words = (0..1 << PATTERN).map(|p| cells(p).fold(0, |all, b| all | seeing(first + b)));
            self.w.m.table(words.collect())
        };
        (0..fours.len() * 4).step_by(PATTERN).map(table).collect()
    }

    /// The starts that see a cell of a set.
    pub(super) fn gathered(&mut self, tables: &Gather, cells: &Set) -> Set {
        let mut all = None;
        for (i, table) in tables.iter().enumerate() {
            let by = self.w.m.word((i * PATTERN) as u64);
            let pattern = self.w.m.shr(cells[0], by);
            let pattern = self.w.m.masked(pattern, PATTERN as u32);
            let starts = self.w.m.look_up(*table, pattern);
            join(&mut self.w, &mut all, vec![starts]);
        }
        all.unwrap_or_else(|| self.w.constant(&bits::none()))
    }

    /// The targets whose place is where the rule has started.
    fn is_origin(&mut self, at: PlaceId, origin: Option<Below>) -> Set {
        let Some(origin) = origin else { return self.w.constant(&bits::none()) };
        let places = self.plan.shared.places.of(at);
        let mut sets = vec![bits::none(); places.len()];
        for (target, cell) in places.iter().enumerate() {
            if let Some(set) = sets.get_mut(usize::from(*cell)) {
                bits::insert(set, target as u16);
            }
        }
        self.rows_of(&sets, origin)
    }

    /// The cells of a set that loops look for.
    pub(super) fn cells_found(&mut self, id: SetId, known: &mut Known) -> Set {
        if let Some(cells) = known.sets.get(&id) {
            return cells.clone();
        }
        let of = &self.plan.shared.sets[id.0 as usize];
        let cells = self.w.constant(&set(&of.cells));
        let mut all = None;
        for (_, _, cells) in self.send(&of.flow, &cells, None, known) {
            join(&mut self.w, &mut all, cells);
        }
        let all = all.unwrap_or_else(|| self.w.constant(&bits::none()));
        known.sets.insert(id, all.clone());
        all
    }

    /// A number that a rule asks for.
    pub(super) fn asked(&mut self, id: ExprId, known: &mut Known) -> Value {
        // Numbers may be negative: moved up by half the range they keep their order.
        let half = self.w.m.word(1 << 63);
        match self.plan.shared.exprs.get(id) {
            Expr::Eq(a, b) => {
                let [a, b] = [a, b].map(|num| self.asked_of(num, known));
                self.w.m.equal(a, b)
            }
            Expr::Lt(a, b) => {
                let [a, b] = [a, b].map(|num| self.asked_of(num, known)).map(|x| self.w.m.xor(x, half));
                self.w.m.less(a, b)
            }
            Expr::Le(a, b) => {
                let [a, b] = [a, b].map(|num| self.asked_of(num, known)).map(|x| self.w.m.xor(x, half));
                let (more, zero) = (self.w.m.less(b, a), self.w.m.word(0));
                self.w.m.equal(more, zero)
            }
            Expr::Add(a, b) => {
                let [a, b] = [a, b].map(|num| self.asked_of(num, known));
                let sum = self.w.m.add(a, b);
                self.signed(sum)
            }
            Expr::Sub(a, b) => {
                let [a, b] = [a, b].map(|num| self.asked_of(num, known));
                let rest = self.w.m.sub(a, b);
                self.signed(rest)
            }
            Expr::Not(a) => {
                let (a, zero) = (self.asked_of(a, known), self.w.m.word(0));
                self.w.m.equal(a, zero)
            }
            Expr::Global(global) => self.global(global),
            Expr::Count { board, within } => {
                let mut cells = self.w.board(board);
                if let Some(zone) = within.and_then(|zone| self.plan.zones.get(&zone)) {
                    let zone = self.w.constant(zone);
                    cells = self.w.and(&cells, &zone);
                }
                self.w.count(&cells)
            }
            Expr::Some(set) => {
                let cells = self.cells_found(set, known);
                let (any, zero, one) = (self.w.any(&cells), self.w.m.word(0), self.w.m.word(1));
                self.w.m.select(any, one, zero)
            }
            // `answerable` has seen to it that there are no others.
            _ => self.w.m.word(0),
        }
    }

    fn asked_of(&mut self, num: Num, known: &mut Known) -> Value {
        match num {
            Num::Const(value) => self.w.m.word(i64::from(value) as u64),
            Num::Expr(id) => self.asked(id, known),
        }
    }

    /// How many of a kind wait, where that is a number that can be counted; else none.
    pub(super) fn waiting(&mut self, at: usize) -> Value {
        let (n, endless) = (self.w.m.load(POSITION, at), self.w.m.word(u64::from(zug_vm::UNLIMITED)));
        let (limited, zero) = (self.w.m.less(n, endless), self.w.m.word(0));
        self.w.m.select(limited, n, zero)
    }
}
