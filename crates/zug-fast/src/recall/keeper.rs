//! Who remembers runs: looks them up, and has them made where nobody knows how they go.

use super::graph::{Graph, Node, NodeId, QuestionKey, UNKNOWN};
use super::noted::{Log, Noted};
use super::rules::{Rank, Rules};
use super::turn::Candidate;
use super::walk::{Halt, NO_WAY};
use crate::TooMany;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::Arc;
use zug_ir::{AttackScope, CellId, PlayerId, Quantifier};
use zug_vm::{About, Account, Carry, Cells, Desk, Errand, Job, Piece, Program, State, Told, Touched, Val};

/// Runs of one job, or answers to one question.
struct Unit {
    root: NodeId,
    kept: Option<Box<Kept>>,
}

/// Whether runs of a script are worth keeping.
#[derive(Clone, Copy, Default)]
struct Habit {
    tries: u32,
    misses: u32,
    /// So many runs are made without being kept: what was kept hardly ever came again.
    rest: u32,
}

/// What a run came to, for as long as nothing changes that it asked about.
struct Kept {
    then: u32,
    looked_at: Noted,
    ends: SmallVec<[u32; 4]>,
}

/// After so many misses it is looked at whether keeping runs is worth it, and so long it is then left alone.
const TRIAL: u32 = 10_000;
const REST: u32 = 100_000;
/// Jobs and questions with something kept of them; with more, all is begun anew.
const MAX_UNITS: usize = 100_000;
/// Pieces of what is forgotten that are given back at a time: more than are learned meanwhile.
const PIECES: usize = 1_000;
/// Alternatives that are looked for one by one; where more are missing, all are looked at again.
const MAX_MISSING: usize = 12;

pub(super) struct Keeper {
    pub(super) desk: Desk,
    pub(super) graph: Graph,
    units: Vec<Unit>,
    by_job: FxHashMap<u128, u32>,
    by_question: FxHashMap<(u16, QuestionKey), u32>,
    /// What the walk in progress has looked at.
    pub(super) noted: Noted,
    /// What has changed on the board since the position was taken up.
    over: Noted,
    log: Log,
    /// The position as it was taken up.
    base: State,
    /// Ends and successes of walks in progress.
    pub(super) leaves: Vec<u32>,
    /// Alternatives that are still to be walked, each with the way that leads to it.
    pub(super) todo: Vec<(NodeId, u32)>,
    /// Ways: the one before, and the alternative taken then.
    pub(super) ways: Vec<(u32, u32)>,
    /// The way of a walk that has come to an end, and ways to what nobody knows, with the leaves before it.
    pub(super) at_way: u32,
    pub(super) missing: Vec<(u32, usize)>,
    habits: FxHashMap<(u32, bool), Habit>,
    /// What is forgotten and still has to be given back.
    forgotten: Box<dyn Iterator<Item = ()> + Send>,
    pub(super) candidates: Vec<Candidate>,
    /// Has the player to move no move? While goals are looked at.
    pub(super) no_moves: Option<bool>,
    /// Are the moves of a rival looked through for one that takes a piece?
    attacking: bool,
}

impl Keeper {
    pub(super) fn new(rules: &Rules, program: &Program) -> Self {
        let n_cells = program.game().board.cells.len();
        Keeper {
            desk: Desk::new(program, Arc::clone(&rules.live)),
            graph: Graph::new(),
            units: Vec::new(),
            by_job: FxHashMap::default(),
            by_question: FxHashMap::default(),
            noted: Noted::nothing(n_cells),
            over: Noted::nothing(n_cells),
            log: Log::new(n_cells),
            base: program.blank(),
            leaves: Vec::new(),
            todo: Vec::new(),
            ways: Vec::new(),
            at_way: NO_WAY,
            missing: Vec::new(),
            habits: FxHashMap::default(),
            forgotten: Box::new(std::iter::empty()),
            candidates: Vec::new(),
            no_moves: None,
            attacking: false,
        }
    }

    /// Between questions: makes room where there is none.
    pub(super) fn tidy(&mut self) {
        self.leaves.clear();
        self.todo.clear();
        self.ways.clear();
        self.missing.clear();
        self.candidates.clear();
        self.forgotten.by_ref().take(PIECES).for_each(drop);
        if self.graph.is_full() || self.units.len() > MAX_UNITS {
            let graph = std::mem::replace(&mut self.graph, Graph::new());
            let units = std::mem::take(&mut self.units).into_iter().map(drop);
            let jobs = std::mem::take(&mut self.by_job).into_iter().map(drop);
            let questions = std::mem::take(&mut self.by_question).into_iter().map(drop);
            self.forgotten = Box::new(graph.pieces().chain(units).chain(jobs).chain(questions));
        }
    }

    /// Takes up a position.
    pub(super) fn set(&mut self, state: &State, history: &[u64]) {
        self.desk.set(state, history);
        self.rebase();
    }

    /// The position is another one now: what is kept of the one before holds as far as it is the same.
    pub(super) fn rebase(&mut self) {
        let state = self.desk.state();
        let mut changed = Noted::nothing(self.n_cells());
        for cell in state.differing(&self.base) {
            changed.add(usize::from(cell));
        }
        let values = state.globals().iter().zip(self.base.globals()).enumerate();
        values.filter(|(_, (now, then))| now != then).for_each(|(i, _)| changed.add_global(i));
        if !state.same_reserves(&self.base) {
            changed.add_reserves();
        }
        if state.last() != self.base.last() {
            changed.add_last();
        }
        self.log.step(&changed);
        self.base.copy_from(state);
        self.over = Noted::nothing(self.n_cells());
    }

    fn n_cells(&self) -> usize {
        self.base.n_cells()
    }

    fn unit(&mut self, job: &Job) -> usize {
        let next = self.units.len() as u32;
        let unit = *self.by_job.entry(key(job)).or_insert(next);
        self.unit_at(unit)
    }

    fn unit_at(&mut self, unit: u32) -> usize {
        if unit as usize == self.units.len() {
            self.units.push(Unit { root: UNKNOWN, kept: None });
        }
        unit as usize
    }

    /// What is kept of a run, if it holds on the board as it is.
    fn recall(&mut self, unit: usize) -> bool {
        let Some(kept) = &mut self.units[unit].kept else { return false };
        if !self.log.holds(kept.then, &kept.looked_at) || kept.looked_at.meets(&self.over) {
            return false;
        }
        kept.then = self.log.now;
        self.leaves.extend_from_slice(&kept.ends);
        self.noted.add_all(&kept.looked_at);
        true
    }

    /// Keeps what a run has come to, if it depends on nothing that has been changed for the time being.
    fn keep(&mut self, unit: usize, ends: usize, looked_at: &Noted) {
        if looked_at.is_all() && !looked_at.meets(&self.over) {
            let ends = SmallVec::from_slice(&self.leaves[ends..]);
            let kept = Kept { then: self.log.now, looked_at: *looked_at, ends };
            match &mut self.units[unit].kept {
                Some(old) => **old = kept,
                none => *none = Some(Box::new(kept)),
            }
        }
    }

    /// Notes what has been changed for the time being since a mark; what was noted before.
    pub(super) fn change_over(&mut self, mark: usize) -> Noted {
        let before = self.over;
        for touched in self.desk.touched(mark) {
            match touched {
                Touched::Cell(cell) => self.over.add(usize::from(cell)),
                Touched::Global(global) => self.over.add_global(usize::from(global)),
                Touched::Reserves => self.over.add_reserves(),
                // Whoever asks for these is never kept.
                Touched::Doomed => {}
            }
        }
        before
    }

    /// Takes back what was changed for the time being.
    pub(super) fn change_back(&mut self, program: &Program, mark: usize, over: Noted) {
        self.desk.undo(program, mark);
        self.over = over;
    }

    /// Begins to note what is looked at; what was noted before.
    fn note(&mut self) -> Noted {
        let nothing = Noted::nothing(self.n_cells());
        std::mem::replace(&mut self.noted, nothing)
    }

    /// Goes on noting what the walk around looks at, too.
    fn note_again(&mut self, around: Noted) {
        let inside = std::mem::replace(&mut self.noted, around);
        self.noted.add_all(&inside);
    }

    /// Pushes all ends of a run on the leaves; of a test only the first.
    pub(super) fn ends(
        &mut self,
        rules: &Rules,
        program: &Program,
        job: &Job,
        carry: &Carry,
        next: Option<u16>,
    ) -> Result<(), Halt> {
        let unit = self.unit(job);
        let around = self.note();
        let found = self.ends_of(rules, program, unit, (job, carry, next));
        self.note_again(around);
        found
    }

    fn ends_of(
        &mut self,
        rules: &Rules,
        program: &Program,
        unit: usize,
        (job, carry, next): (&Job, &Carry, Option<u16>),
    ) -> Result<(), Halt> {
        if self.recall(unit) {
            return Ok(());
        }
        let (first, bottom) = (job.errand != Errand::Moves, self.leaves.len());
        let habit = (job.script.0, first);
        let missing = self.missing.len();
        let tried = self.try_walk(rules, program, unit, carry, first, habit)?;
        let told = (self.no_moves, next);
        match tried {
            Tried::Known => {
                let noted = self.noted;
                self.keep(unit, bottom, &noted);
            }
            Tried::Missing => {
                // Ends stay in the order in which the interpreter comes to them.
                let known: SmallVec<[u32; 32]> = self.leaves.drain(bottom..).collect();
                let mut placed = 0;
                for i in missing..self.missing.len() {
                    let (way, at) = self.missing[i];
                    self.leaves.extend_from_slice(&known[placed..at - bottom]);
                    placed = at - bottom;
                    let guide = self.guide_to(way);
                    let made = self.desk.run(program, job, carry, told, true, &guide);
                    let account = made.map_err(|_| Halt::TooMany)?.1;
                    self.learn(rules, unit, &account);
                    self.take(&account, first);
                }
                self.leaves.extend_from_slice(&known[placed..]);
                let noted = self.noted;
                self.keep(unit, bottom, &noted);
            }
            Tried::Unknown | Tried::Left => {
                let tells = tried == Tried::Unknown;
                let made = self.desk.run(program, job, carry, told, tells, &[]);
                let account = made.map_err(|_| Halt::TooMany)?.1;
                match tells {
                    true => self.learn(rules, unit, &account),
                    false => self.noted.spoil(),
                }
                self.take(&account, first);
                let noted = self.noted;
                self.keep(unit, bottom, &noted);
            }
        }
        self.missing.truncate(missing);
        if self.graph.is_overfull() { Err(Halt::TooMany) } else { Ok(()) }
    }

    /// Adds the ends of a run to those found.
    fn take(&mut self, account: &Account, first: bool) {
        for end in account.ends.iter().take(if first { 1 } else { usize::MAX }) {
            let end = self.graph.end(end);
            self.leaves.push(end);
        }
    }

    /// Looks whether it is known how a run goes.
    fn try_walk(
        &mut self,
        rules: &Rules,
        program: &Program,
        unit: usize,
        carry: &Carry,
        first: bool,
        habit: (u32, bool),
    ) -> Result<Tried, Halt> {
        let of = self.habits.entry(habit).or_default();
        if of.rest > 0 {
            of.rest -= 1;
            return Ok(Tried::Left);
        }
        of.tries += 1;
        let (root, missing, leaves, ways) =
            (self.units[unit].root, self.missing.len(), self.leaves.len(), self.ways.len());
        let walked = match first || root == UNKNOWN {
            true => self.walk(rules, program, root, carry, first),
            false => self.walk_all(rules, program, root, carry),
        };
        let tried = match walked {
            Ok(()) if self.missing.len() == missing => Tried::Known,
            Ok(()) if self.missing.len() <= missing + MAX_MISSING && !self.graph.is_full() => Tried::Missing,
            Ok(()) | Err(Halt::Unknown) if !self.graph.is_full() => Tried::Unknown,
            Ok(()) | Err(Halt::Unknown | Halt::Stuck) => Tried::Left,
            Err(halt) => return Err(halt),
        };
        if tried != Tried::Missing {
            self.missing.truncate(missing);
            self.ways.truncate(ways);
        }
        if tried == Tried::Unknown || tried == Tried::Left {
            self.leaves.truncate(leaves);
        }
        if tried != Tried::Known {
            self.miss(habit);
        }
        Ok(tried)
    }

    /// A run was not known. Where that is so again and again, it is not worth looking for it.
    fn miss(&mut self, habit: (u32, bool)) {
        let of = self.habits.entry(habit).or_default();
        of.misses += 1;
        if of.misses >= TRIAL {
            let rest = if of.misses * 2 > of.tries { REST } else { 0 };
            *of = Habit { tries: 0, misses: 0, rest };
        }
    }

    fn learn(&mut self, rules: &Rules, unit: usize, account: &Account) {
        let root = self.units[unit].root;
        self.units[unit].root = self.graph.learn(root, account, rules.n_cells);
        for step in &account.steps {
            match step {
                Told::Ask { ask, .. } => self.note_ask(*ask),
                Told::Each { .. } | Told::Attacked { .. } | Told::Question { .. } | Told::Stuck => {
                    self.noted.spoil();
                }
                _ => {}
            }
        }
    }

    /// The answer to a question that is a node of the graph, on the board as it is.
    pub(super) fn answer_to(&mut self, rules: &Rules, program: &Program, node: NodeId) -> Result<Val, Halt> {
        let Node::Question(of) = &self.graph.nodes[node as usize] else { return Err(Halt::Stuck) };
        let about = Arc::clone(&of.about);
        let Some(of_each) = &about.of_each else {
            return self.answer_of(rules, program, node, &about, None);
        };
        self.noted.spoil();
        let cells: SmallVec<[u16; 64]> = match of_each {
            Cells::These(cells) => SmallVec::from_slice(cells),
            Cells::Held(kind) => {
                let state = self.desk.state();
                let held = |cell: &u16| {
                    let piece = state.piece(CellId(*cell));
                    kind.map_or(piece.is_some(), |kind| piece.is_kind(kind))
                };
                (0..rules.n_cells as u16).filter(held).collect()
            }
        };
        let (mut n, mut values) = (0_i32, Vec::new());
        for cell in cells {
            let answer = self.answer_of(rules, program, node, &about, Some(cell))?;
            match about.how {
                Quantifier::Exists | Quantifier::NotExists => {
                    if answer.number() == i32::from(about.how == Quantifier::Exists) {
                        return Ok(answer);
                    }
                }
                Quantifier::Collect => {
                    for value in answer.elements() {
                        if !values.contains(value) {
                            values.push(value.clone());
                        }
                    }
                }
                _ => n = n.checked_add(answer.number()).ok_or(TooMany)?,
            }
        }
        Ok(match about.how {
            Quantifier::Exists | Quantifier::NotExists => {
                Val::Int(i32::from(about.how == Quantifier::NotExists))
            }
            Quantifier::Collect => Val::List(values.into()),
            _ => Val::Int(n),
        })
    }

    /// The same of one cell, or where it is asked.
    fn answer_of(
        &mut self,
        rules: &Rules,
        program: &Program,
        node: NodeId,
        about: &About,
        cell: Option<u16>,
    ) -> Result<Val, Halt> {
        let unit = self.unit_of(node, cell.unwrap_or(about.cursor));
        let around = self.note();
        let bottom = self.leaves.len();
        let answer = self.find_answer(rules, program, unit, about, cell);
        self.note_again(around);
        self.leaves.truncate(bottom);
        answer
    }

    /// Who keeps the answer to a question on a cell.
    fn unit_of(&mut self, node: NodeId, cell: u16) -> usize {
        let next = self.units.len() as u32;
        let Node::Question(of) = &mut self.graph.nodes[node as usize] else { return self.unit_at(next) };
        let known = of.units.get(usize::from(cell)).copied().unwrap_or(u32::MAX);
        if known != u32::MAX {
            return known as usize;
        }
        let unit = *self.by_question.entry((cell, of.key.clone())).or_insert(next);
        if let Some(place) = of.units.get_mut(usize::from(cell)) {
            *place = unit;
        }
        self.unit_at(unit)
    }

    fn find_answer(
        &mut self,
        rules: &Rules,
        program: &Program,
        unit: usize,
        about: &About,
        cell: Option<u16>,
    ) -> Result<Val, Halt> {
        let bottom = self.leaves.len();
        let kept = self.recall(unit);
        let habit = (about.id | 1 << 31, true);
        let tried = match kept {
            true => Tried::Known,
            false => self.try_walk(rules, program, unit, &rules.nothing, true, habit)?,
        };
        if tried == Tried::Known {
            let noted = self.noted;
            if !kept {
                self.keep(unit, bottom, &noted);
            }
            let end = self.leaves.get(bottom).ok_or(Halt::Stuck)?;
            return Ok(self.graph.ends[*end as usize].value.clone());
        }
        let tells = tried == Tried::Unknown;
        let (answer, account) = self.desk.ask(program, about, cell, tells).map_err(|_| Halt::TooMany)?;
        match tells {
            true => self.learn(rules, unit, &account),
            false => self.noted.spoil(),
        }
        Ok(answer)
    }

    /// Does a test hold? The end it comes to.
    pub(super) fn holds(
        &mut self,
        rules: &Rules,
        program: &Program,
        job: &Job,
        carry: &Carry,
        next: Option<u16>,
    ) -> Result<Option<u32>, Halt> {
        let bottom = self.leaves.len();
        self.ends(rules, program, job, carry, next)?;
        let end = self.leaves.get(bottom).copied();
        self.leaves.truncate(bottom);
        Ok(end)
    }

    /// Could a rival of its owner take the piece on a cell?
    pub(super) fn is_attacked(
        &mut self,
        rules: &Rules,
        program: &Program,
        cell: u16,
        me: PlayerId,
    ) -> Result<bool, Halt> {
        let piece = self.desk.state().piece(CellId(cell));
        if piece.is_none() {
            return Ok(false);
        }
        // Inside the question another one is answered with no, which the graph of a move does not tell.
        if self.desk.state().has_doomed() || self.attacking {
            return Err(Halt::Stuck);
        }
        match rules.kinds[piece.kind().idx()].attacked {
            Some(script) => {
                let job = test(script, Errand::Attacked, me, cell);
                self.holds(rules, program, &job, &rules.nothing, None).map(|end| end.is_some())
            }
            None => self.by_rivals(rules, program, cell, piece),
        }
    }

    fn by_rivals(&mut self, rules: &Rules, program: &Program, cell: u16, piece: Piece) -> Result<bool, Halt> {
        for rival in self.desk.rivals(program, piece.owner()) {
            let answer = match rules.attack {
                AttackScope::Pseudo => {
                    let mut found = false;
                    for rank in &rules.attacks {
                        found = found || self.by_rules(rules, program, (cell, rival), rank)?;
                    }
                    found
                }
                AttackScope::Priority => self.by_candidates(rules, program, cell, rival)?,
                AttackScope::Legal => return Err(Halt::Stuck),
            };
            if answer {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn by_rules(
        &mut self,
        rules: &Rules,
        program: &Program,
        (target, rival): (u16, PlayerId),
        rank: &Rank,
    ) -> Result<bool, Halt> {
        for cell in 0..rules.n_cells as u16 {
            let piece = self.desk.state().piece(CellId(cell));
            if piece.is_none() {
                continue;
            }
            let kind = piece.kind();
            if piece.owner() != rival && !rules.kinds[kind.idx()].anyone {
                continue;
            }
            for script in &rank.moves[kind.idx()] {
                let errand = Errand::Attack(target);
                let job = Job { errand, mover: plain(piece), ..start(*script, rival, cell) };
                if self.holds(rules, program, &job, &rules.nothing, None)?.is_some() {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Does one of the moves that priorities leave change the piece?
    fn by_candidates(
        &mut self,
        rules: &Rules,
        program: &Program,
        cell: u16,
        rival: PlayerId,
    ) -> Result<bool, Halt> {
        let bottom = self.candidates.len();
        self.attacking = true;
        let generated = self.generate(rules, program, rival, &rules.attacks);
        self.attacking = false;
        generated?;
        let was = self.desk.state().piece(CellId(cell));
        let mut answer = false;
        for i in bottom..self.candidates.len() {
            let mark = self.desk.mark();
            self.apply(program, i, rival);
            answer = self.desk.state().piece(CellId(cell)) != was;
            self.desk.undo(program, mark);
            if answer {
                break;
            }
        }
        self.candidates.truncate(bottom);
        Ok(answer)
    }
}

/// What came of looking for a run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tried {
    Known,
    /// But for some alternatives.
    Missing,
    /// It is worth being told about.
    Unknown,
    /// It is not.
    Left,
}

/// All that tells one job from another.
fn key(job: &Job) -> u128 {
    let (errand, about) = match job.errand {
        Errand::Moves => (0, 0),
        Errand::Attack(cell) => (1, cell),
        Errand::Judge => (2, 0),
        Errand::Goal { after_move } => (3, u16::from(after_move)),
        Errand::Attacked => (4, 0),
    };
    let flags = u128::from(job.drop) | u128::from(job.first) << 1 | u128::from(job.closing) << 2;
    let who = u128::from(job.mover.0 & 0xF_FFFF) | u128::from(job.me.0) << 20;
    let where_to = u128::from(job.cursor) | u128::from(about) << 16;
    u128::from(job.script.0) | who << 32 | where_to << 68 | flags << 100 | (errand as u128) << 103
}

impl From<Halt> for TooMany {
    fn from(_: Halt) -> Self {
        TooMany
    }
}

/// A piece as far as its rules are concerned.
pub(super) fn plain(piece: Piece) -> Piece {
    Piece::NONE.with_kind(piece.kind()).with_owner(piece.owner())
}

/// A rule that begins a turn.
pub(super) fn start(script: zug_ir::ScriptId, me: PlayerId, cursor: u16) -> Job {
    Job {
        script,
        errand: Errand::Moves,
        me,
        mover: Piece::NONE,
        cursor,
        drop: false,
        first: true,
        closing: false,
    }
}

/// A test about a player.
pub(super) fn test(script: zug_ir::ScriptId, errand: Errand, me: PlayerId, cursor: u16) -> Job {
    Job { errand, ..start(script, me, cursor) }
}
