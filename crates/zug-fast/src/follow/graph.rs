//! Scripts as graphs of questions, made as far as positions have asked for them.
//!
//! A node is all that is known of a run when it asks something: the same knowledge is the same node, however the run came
//! to it. What follows from an answer is found out when the answer is given for the first time, and kept.

use super::facts::Facts;
use super::machine::{Act, Ask, Halt, Machine};
use super::ops::{Flow, Follower, Then};
use super::place::{self, Place};
use super::value::{Value, keep};
use crate::TooMany;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::Arc;
use zug_ir::PlayerId;
use zug_vm::NO_CELL;

const UNKNOWN: u32 = u32::MAX;
/// Nothing follows.
pub(super) const DEAD: u32 = 0;
/// Here the interpreter has to go on.
const STUCK: u32 = 1;
/// Ops between two questions, choices open at once, choices one inside the other: more are left to the interpreter, which
/// has limits of its own.
const MAX_OPS: usize = 20_000;
const MAX_CHOICES: usize = 200;
const MAX_BRANCHES: u32 = 100;
/// What the graph of a game may take. One that is full is forgotten, and a new one begun.
const MAX_BYTES: usize = 32 << 20;

/// Cells that may be chosen: by place and by what they show.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Filter {
    pub(super) cells: u128,
    /// Bit 0: empty cells; the others: codes, one more.
    pub(super) codes: u32,
}

#[derive(Default, Debug)]
pub(super) struct Filters(Vec<Filter>);

impl Filters {
    pub(super) fn number(&mut self, filter: Filter) -> u16 {
        let known = self.0.iter().position(|f| *f == filter);
        known.unwrap_or_else(|| {
            self.0.push(filter);
            self.0.len() - 1
        }) as u16
    }

    #[inline(always)]
    pub(super) fn get(&self, number: u16) -> Filter {
        self.0[number as usize]
    }
}

/// What a part leaves in a local.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Leaves {
    This(i64),
    More(u8, i32),
}

/// How a run ends, and what it has done. Lists that every part is asked for lie inside, so that one look finds them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct End {
    pub(super) then: Then,
    pub(super) changes: SmallVec<[(u16, i16); 4]>,
    pub(super) used: SmallVec<[(u16, i32); 2]>,
    pub(super) globals: Vec<(u16, i32)>,
    pub(super) left: SmallVec<[(u8, Leaves); 2]>,
    pub(super) yields: SmallVec<[Leaves; 2]>,
    pub(super) turn: Option<u16>,
    pub(super) from: u16,
    pub(super) to: u16,
    pub(super) cursor: u16,
    pub(super) start: u16,
    pub(super) landed: u16,
    pub(super) mover: Option<u8>,
    pub(super) me: PlayerId,
    pub(super) acts: Vec<Act>,
    pub(super) name: Option<String>,
    /// The move was over with the part before; this belongs to it.
    pub(super) is_closing: bool,
}

/// What the first word of a node says in its lowest byte; for questions see [`word`].
const IS_DEAD: u32 = 0;
const IS_STUCK: u32 = 1;
/// The next word is its number.
const IS_END: u32 = 2;
/// The next word says how many, then they follow.
const IS_BRANCH: u32 = 3;
const IS_NO_MOVES: u32 = 4;

/// A question as two words: what is asked, about what, and how many answers there are a place for behind it.
fn word(ask: Ask, answers: u32) -> [u32; 2] {
    let (kind, about, more) = match ask {
        Ask::NoMoves => (IS_NO_MOVES, 0, 0),
        Ask::Top(cell) => (place::TOP, cell, 0),
        Ask::AtLeast(at, n) => (place::AT_LEAST, at, u32::from(n)),
        Ask::Count(at) => (place::COUNT, at, 0),
        Ask::Size(cell) => (place::SIZE, cell, 0),
        Ask::Next(from, to, filter) => (place::NEXT, filter, u32::from(from) | u32::from(to) << 16),
        Ask::Total(set) => (place::TOTAL, set, 0),
        Ask::Enough(set, n) => (place::ENOUGH, set, u32::from(n)),
        Ask::Table(dice) => (place::TABLE, dice, 0),
        Ask::Face(dice, face) => (place::FACE, dice, face as u32),
        Ask::Left(left) => (place::LEFT, u16::from(left), 0),
        Ask::Global(global) => (place::GLOBAL, global, 0),
        Ask::Repeated => (place::REPEATED, 0, 0),
    };
    [kind | u32::from(about) << 8 | answers << 24, more]
}

/// The questions of all scripts of a game.
pub(super) struct Graph {
    /// All nodes, one after another; a node is a place in this list. Where an answer leads stands behind the question.
    words: Vec<u32>,
    /// What was known at each node that asks, and what it asks.
    asking: FxHashMap<u32, (Arc<Machine>, Ask)>,
    known: FxHashMap<Arc<Machine>, u32>,
    /// Where answers lead for which there is no place.
    values: FxHashMap<(u32, i64), u32>,
    pub(super) ends: Vec<End>,
    /// Ends that are the same are one, with the node they are at.
    known_ends: FxHashMap<End, u32>,
    pub(super) filters: Filters,
    todo: Vec<u32>,
    /// What is left for following one answer.
    ops: usize,
    branches: u32,
    /// What it takes, roughly.
    bytes: usize,
}

/// Who wants to know what a walk asks.
pub(super) trait Note {
    fn note(&mut self, facts: &Facts, filters: &Filters, kind: u32, about: u16, more: u32, answer: i64);
}

impl Note for () {
    #[inline(always)]
    fn note(&mut self, _: &Facts, _: &Filters, _: u32, _: u16, _: u32, _: i64) {}
}

/// Why a walk has no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pause {
    TooMany,
    /// Whether there are moves must be found out first.
    NoMoves,
}

impl From<TooMany> for Pause {
    fn from(_: TooMany) -> Self {
        Pause::TooMany
    }
}

impl Graph {
    pub(super) fn new() -> Self {
        Graph {
            words: vec![IS_DEAD, IS_STUCK],
            asking: FxHashMap::default(),
            known: FxHashMap::default(),
            values: FxHashMap::default(),
            ends: Vec::new(),
            known_ends: FxHashMap::default(),
            filters: Filters::default(),
            todo: Vec::new(),
            ops: 0,
            branches: 0,
            bytes: 0,
        }
    }

    /// The node a run begins with.
    pub(super) fn begin(&mut self, facts: &Facts, machine: Machine) -> u32 {
        self.ops = MAX_OPS;
        self.follow(facts, machine)
    }

    /// Is there no room for more?
    pub(super) fn is_full(&self) -> bool {
        self.bytes > MAX_BYTES
    }

    /// Walks from a node with the answers of a position; all ends are pushed, in order.
    #[inline]
    pub(super) fn walk(
        &mut self,
        facts: &Facts,
        place: &Place,
        node: u32,
        no_moves: Option<bool>,
        ends: &mut Vec<u32>,
    ) -> Result<(), Pause> {
        self.walk_noting(facts, place, node, no_moves, ends, &mut ())
    }

    /// The same, and what was asked is noted.
    #[inline(always)]
    pub(super) fn walk_noting(
        &mut self,
        facts: &Facts,
        place: &Place,
        node: u32,
        no_moves: Option<bool>,
        ends: &mut Vec<u32>,
        asked: &mut impl Note,
    ) -> Result<(), Pause> {
        let mut at = node;
        let bottom = self.todo.len();
        loop {
            let first = self.words[at as usize];
            let answer = match first & 0xFF {
                IS_END => {
                    ends.push(self.words[at as usize + 1]);
                    None
                }
                IS_BRANCH => {
                    let list = at as usize + 2..at as usize + 2 + self.words[at as usize + 1] as usize;
                    self.todo.extend(self.words[list].iter().rev());
                    None
                }
                IS_DEAD => None,
                IS_STUCK => {
                    self.todo.truncate(bottom);
                    return Err(Pause::TooMany);
                }
                IS_NO_MOVES => match no_moves {
                    Some(none) => Some(i64::from(none)),
                    None => {
                        self.todo.truncate(bottom);
                        return Err(Pause::NoMoves);
                    }
                },
                kind => {
                    let (about, more) = ((first >> 8) as u16, self.words[at as usize + 1]);
                    let answer = place.answer(facts, &self.filters, kind, about, more);
                    asked.note(facts, &self.filters, kind, about, more, answer);
                    Some(answer)
                }
            };
            match answer {
                Some(answer) => {
                    let next = if (answer as u64) < u64::from(first >> 24) {
                        self.words[at as usize + 2 + answer as usize]
                    } else {
                        self.values.get(&(at, answer)).copied().unwrap_or(UNKNOWN)
                    };
                    at = if next == UNKNOWN { self.learn(facts, at, answer) } else { next };
                }
                None if self.todo.len() == bottom => return Ok(()),
                None => at = self.todo.pop().unwrap_or(DEAD),
            }
        }
    }

    /// How a run ends that asks nothing.
    pub(super) fn end(&self, node: u32) -> Option<u32> {
        (self.words[node as usize] == IS_END).then(|| self.words[node as usize + 1])
    }

    /// Does a run accept without asking?
    pub(super) fn accepts(&self, node: u32) -> bool {
        self.end(node).is_some_and(|end| self.ends[end as usize].then == Then::Accept)
    }

    /// What follows from an answer that nobody has given yet.
    #[cold]
    fn learn(&mut self, facts: &Facts, at: u32, answer: i64) -> u32 {
        let Some((machine, ask)) = self.asking.get(&at) else { return STUCK };
        let mut machine = Machine::clone(machine);
        let none = matches!(ask, Ask::Next(..)) && answer == facts.n_cells as i64;
        machine.answers.push((*ask, if none { i64::from(NO_CELL) } else { answer }));
        let to = self.begin(facts, machine);
        if (answer as u64) < u64::from(self.words[at as usize] >> 24) {
            self.words[at as usize + 2 + answer as usize] = to;
        } else {
            self.values.insert((at, answer), to);
        }
        to
    }

    /// The node from which a run goes on.
    fn follow(&mut self, facts: &Facts, mut m: Machine) -> u32 {
        if self.is_full() || self.branches >= MAX_BRANCHES {
            return STUCK;
        }
        while self.ops > 0 && m.choices.len() <= MAX_CHOICES {
            self.ops -= 1;
            let mut follower = Follower { facts, filters: &mut self.filters };
            let flow = if m.failing {
                match follower.go_back(&mut m) {
                    Ok(true) => Ok(Flow::Jump(m.pc)),
                    Ok(false) => return DEAD,
                    Err(halt) => Err(halt),
                }
            } else {
                match facts.script(m.job.script).get(m.pc) {
                    Some(op) => follower.step(&mut m, op),
                    None => Ok(Flow::Fail),
                }
            };
            match flow {
                Err(Halt::Stuck) => return STUCK,
                Err(Halt::Ask(ask)) => {
                    if !matches!(ask, Ask::Table(_)) {
                        m.tables.clear();
                    }
                    return self.asking(facts, m, ask);
                }
                Ok(Flow::End(then)) => return self.ended(facts, &m, then).unwrap_or(STUCK),
                Ok(Flow::Branch(ways)) => {
                    self.branches += 1;
                    let list: Vec<u32> = ways.into_iter().map(|way| self.follow(facts, way)).collect();
                    self.branches -= 1;
                    return self.branch(&list);
                }
                Ok(Flow::Next) => m.pc += 1,
                Ok(Flow::Jump(to)) => m.pc = to,
                Ok(Flow::Fail) => {
                    m.failing = true;
                    m.answers.clear();
                    continue;
                }
            }
            m.failing = false;
            m.answers.clear();
        }
        STUCK
    }

    fn branch(&mut self, list: &[u32]) -> u32 {
        let list: Vec<u32> = list.iter().copied().filter(|n| *n != DEAD).collect();
        match list[..] {
            [] => DEAD,
            [only] => only,
            _ => {
                let node = self.add(&[IS_BRANCH, list.len() as u32]);
                self.words.extend(&list);
                node
            }
        }
    }

    fn asking(&mut self, facts: &Facts, m: Machine, ask: Ask) -> u32 {
        if let Some(known) = self.known.get(&m) {
            return *known;
        }
        let answers = match ask {
            Ask::Top(_) => facts.n_codes + 1,
            Ask::Total(_) => 64,
            Ask::AtLeast(..) | Ask::Enough(..) | Ask::Face(..) | Ask::Repeated | Ask::NoMoves => 2,
            Ask::Count(_) | Ask::Size(_) => 24,
            Ask::Next(..) => facts.n_cells + 1,
            Ask::Table(dice) => facts.pools[dice as usize].faces.len(),
            Ask::Left(_) => 8,
            Ask::Global(_) => 4,
        };
        let answers = answers.min(128) as u32;
        self.bytes += m.bytes() + 4 * answers as usize + 150;
        let machine = Arc::new(m);
        let node = self.add(&word(ask, answers));
        self.words.resize(node as usize + 2 + answers as usize, UNKNOWN);
        self.asking.insert(node, (machine.clone(), ask));
        self.known.insert(machine, node);
        node
    }

    fn add(&mut self, words: &[u32]) -> u32 {
        let node = self.words.len() as u32;
        self.words.extend(words);
        node
    }

    fn ended(&mut self, facts: &Facts, m: &Machine, then: Then) -> Option<u32> {
        let regs = &m.regs;
        let mut left = SmallVec::new();
        for (i, local) in facts.left.iter().enumerate() {
            match regs.locals[usize::from(*local)] {
                Value::Left(from) | Value::More(from, 0) if usize::from(from) == i => {}
                Value::Known(value) => left.push((i as u8, Leaves::This(keep(value)))),
                Value::Left(from) => left.push((i as u8, Leaves::More(from, 0))),
                Value::More(from, n) => left.push((i as u8, Leaves::More(from, n))),
                Value::List(_) | Value::Total(..) if then == Then::Accept => {}
                Value::List(_) | Value::Total(..) => return None,
            }
        }
        let mut yields = SmallVec::new();
        for value in &regs.yields {
            yields.push(match *value {
                Value::More(from, n) => Leaves::More(from, n),
                ref value => Leaves::This(i64::from(value.number())),
            });
        }
        // Names are put together from all parts; where that is so the interpreter does it.
        if !regs.logs.is_empty() && (!m.job.first || then != Then::Done) {
            return None;
        }
        let mut logs: Vec<&(i32, String)> = regs.logs.iter().collect();
        logs.sort_by_key(|(order, _)| *order);
        let name = (!logs.is_empty()).then(|| logs.iter().map(|(_, text)| text.as_str()).collect());
        let end = End {
            then,
            changes: SmallVec::from_slice(&regs.changes),
            used: SmallVec::from_slice(&regs.used),
            globals: regs.globals.clone(),
            left,
            yields,
            turn: regs.turn,
            from: if m.job.mover.is_none() { regs.start } else { m.job.part_from },
            to: if regs.landed == NO_CELL { regs.cursor } else { regs.landed },
            cursor: regs.cursor,
            start: regs.start,
            landed: regs.landed,
            mover: m.job.mover,
            me: regs.me,
            acts: regs.acts.clone(),
            name,
            is_closing: m.job.closes,
        };
        if let Some(known) = self.known_ends.get(&end) {
            return Some(*known);
        }
        let lists = end.acts.len() * size_of::<Act>() + end.changes.len() * 4 + 100;
        self.bytes += 2 * (size_of::<End>() + lists);
        let node = self.add(&[IS_END, self.ends.len() as u32]);
        self.known_ends.insert(end.clone(), node);
        self.ends.push(end);
        Some(node)
    }

    /// Does a run end nowhere, whatever the position, if there is this on the table of the first dice? Only what is seen
    /// with a few looks counts.
    pub(super) fn is_dead(&mut self, facts: &Facts, node: u32, table: u16, looks: &mut u32) -> bool {
        if *looks == 0 {
            return false;
        }
        *looks -= 1;
        let next = self.words.get(node as usize + 1).copied().unwrap_or(0);
        match self.words[node as usize] & 0xFF {
            IS_DEAD => true,
            IS_STUCK | IS_END => false,
            IS_BRANCH => (node + 2..node + 2 + next).all(|i| {
                let to = self.words[i as usize];
                self.is_dead(facts, to, table, looks)
            }),
            _ => {
                let Some((_, ask)) = self.asking.get(&node) else { return false };
                let answers: Vec<i64> = match *ask {
                    Ask::Table(0) => vec![i64::from(table)],
                    Ask::Top(_) => {
                        let codes = (0..facts.n_codes).filter(|c| facts.possible[*c]);
                        std::iter::once(0).chain(codes.map(|c| c as i64 + 1)).collect()
                    }
                    Ask::AtLeast(..) => vec![0, 1],
                    Ask::Next(from, to, filter) => {
                        let cells = self.filters.get(filter).cells;
                        let cells = (from..to).filter(|c| cells >> c & 1 != 0).map(i64::from);
                        cells.chain([facts.n_cells as i64]).collect()
                    }
                    _ => return false,
                };
                answers.len() <= *looks as usize
                    && answers.into_iter().all(|answer| {
                        let to = self.given(facts, node, answer);
                        self.is_dead(facts, to, table, looks)
                    })
            }
        }
    }

    fn given(&mut self, facts: &Facts, node: u32, answer: i64) -> u32 {
        let known = if (answer as u64) < u64::from(self.words[node as usize] >> 24) {
            self.words[node as usize + 2 + answer as usize]
        } else {
            self.values.get(&(node, answer)).copied().unwrap_or(UNKNOWN)
        };
        if known == UNKNOWN { self.learn(facts, node, answer) } else { known }
    }
}
