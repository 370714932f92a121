//! From a script to its flow: the script is run for all starts at once. Where starts or positions differ it is followed both
//! ways; where it fails it goes back to its last choice, and ways that come back to the same choice are one again.

use super::core::{
    Alive, Alternatives, Choice, ChoiceId, Choices, Core, Fact, Next, Sets, Sym, Tally, Val, Where, starts,
};
use super::list::List;
use super::live::live;
use super::{Built, Job, What};
use crate::cellset::SetId;
use crate::class::Class;
use crate::flow::exit::ExitId;
use crate::flow::facts::known_answers_taken;
use crate::flow::order::ordered;
use crate::flow::places::{PlaceId, START};
use crate::flow::{Cond, END, Effect, Flow, Node, NodeId, Place, Shared, TrialId};
use crate::num::{Expr, ExprId, Num};
use crate::why::Why;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::collections::hash_map::Entry;
use std::rc::Rc;
use zug_ir::{Quantifier, ScriptOp as Op, Scripted};
use zug_vm::{NO_CELL, Program};

/// More nodes than this are no faster than the interpreter, and take long to load.
const MAX_NODES: usize = 5_000;
/// A rule with more sets of effects than this finds them on its way.
pub(super) const MAX_EXITS: usize = 60;
/// Larger flows are followed start by start: looking for answers that are known costs more than it saves.
const MAX_COMPARED: usize = 400;
/// Nodes times cells: what a flow may take to build on a large board.
const MAX_WORK: usize = 1_500_000;
/// Nodes of all scripts of a game together: more would take too long to make before the first move.
const MAX_MADE: usize = 22_000;

/// Why an op cannot go straight on.
pub(super) enum Stop {
    Why(Why),
    /// Some starts pass, others do not.
    Split(Vec<u64>),
    Ask(Cond, PlaceId),
    Num(ExprId),
}

impl From<Why> for Stop {
    fn from(why: Why) -> Self {
        Stop::Why(why)
    }
}

pub(super) type Step<T> = Result<T, Stop>;

pub(super) struct Builder<'a> {
    pub(super) program: &'a Program,
    pub(super) shared: &'a mut Shared,
    pub(super) rules: &'a Scripted,
    pub(super) code: &'a [Op],
    pub(super) job: Job,
    pub(super) n_cells: usize,
    /// Effects are nodes.
    pub(super) on_the_way: bool,
    /// Somebody asks how many pieces a move has captured.
    pub(super) counts: bool,
    live: Option<Rc<[u128]>>,
    nodes: Vec<Node>,
    known: FxHashMap<Rc<Sym>, NodeId>,
    queue: Vec<(NodeId, Rc<Sym>)>,
    choices: Choices,
    sets: Sets,
    /// Questions about all cells that were asked before.
    pub(super) asked: FxHashMap<(Quantifier, Core), Result<TrialId, Why>>,
    /// Exits this rule has made.
    pub(super) exits: FxHashSet<ExitId>,
    /// Something was emitted before a start meant anything; and after.
    pub(super) emitted: (bool, bool),
    /// The quantifier whose body this is.
    pub(super) inside: Option<Quantifier>,
    /// A place that nothing is known about.
    pub(super) unknown: Option<PlaceId>,
    /// The registers of the code around this one, which has another start.
    pub(super) outer: Option<Rc<Core>>,
    /// Alternatives of an `all` are looked at: each captures what stands on the start.
    pub(super) gathers: bool,
    /// Sets of cells none of which is empty.
    pub(super) solid: FxHashSet<SetId>,
    /// What alternatives of an `all` capture on the way: which `all`, which alternative, where.
    captures: Vec<(usize, Vec<usize>, PlaceId)>,
}

impl<'a> Builder<'a> {
    pub(super) fn new(
        program: &'a Program,
        rules: &'a Scripted,
        shared: &'a mut Shared,
        job: Job,
        on_the_way: bool,
    ) -> Self {
        let live = live(&rules.scripts[job.script.idx()].code, rules.locals.len(), false).map(Into::into);
        Builder::with(program, rules, shared, job, on_the_way, live)
    }

    fn with(
        program: &'a Program,
        rules: &'a Scripted,
        shared: &'a mut Shared,
        job: Job,
        on_the_way: bool,
        live: Option<Rc<[u128]>>,
    ) -> Self {
        let code = &rules.scripts[job.script.idx()].code[..];
        let judged = rules.invariant.is_some() || rules.kinds.iter().any(|k| k.invariant.is_some());
        let reads = |s: &zug_ir::Script| s.code.iter().any(|op| matches!(op, Op::CapturedCount {}));
        Builder {
            program,
            shared,
            rules,
            code,
            job,
            n_cells: program.game().board.cells.len(),
            on_the_way,
            counts: code.iter().any(|op| matches!(op, Op::CapturedCount {}))
                || judged && rules.scripts.iter().any(reads),
            live,
            nodes: vec![Node::End],
            known: FxHashMap::default(),
            queue: Vec::new(),
            choices: Choices::default(),
            sets: Sets::default(),
            asked: FxHashMap::default(),
            exits: FxHashSet::default(),
            emitted: (false, false),
            inside: None,
            unknown: None,
            outer: None,
            gathers: false,
            solid: FxHashSet::default(),
            captures: Vec::new(),
        }
    }

    /// The registers at the beginning.
    pub(super) fn first(&mut self) -> Core {
        let me = self.job.of.player;
        let cell = matches!(self.job.what, What::Piece | What::Drop).then_some(START);
        let mut all = vec![!0u64; self.n_cells.div_ceil(64)];
        if let (Some(last), 1..) = (all.last_mut(), self.n_cells % 64) {
            *last = (1 << (self.n_cells % 64)) - 1;
        }
        let mut core = Core {
            pc: 0,
            alive: self.sets.id(all),
            bound: cell.is_some(),
            cursor: cell,
            start: None,
            landed: None,
            me,
            actor: me,
            hand: None,
            sieve: None,
            marks: List::default(),
            stack: SmallVec::new(),
            locals: vec![Val::None; self.rules.locals.len()].into(),
            loops: List::default(),
            board: List::default(),
            globals: List::default(),
            effects: List::default(),
            captured: Num::Const(0),
            flags: List::default(),
            logs: List::default(),
            worth: List::default(),
            facts: SmallVec::new(),
            flushed: 0,
            scattered: false,
        };
        if self.job.what == What::Drop {
            self.hold_drop(&mut core);
        }
        if self.job.of_move {
            let unknown = self.shared.places.constant(NO_CELL);
            self.unknown = Some(unknown);
            (core.cursor, core.start) = (Some(unknown), Some(unknown));
            core.locals.fill(Val::Cell(unknown));
        }
        core
    }

    /// The body of a quantifier as a flow of its own, whose start is the cell it chooses.
    pub(super) fn body(&mut self, core: &Core, how: Quantifier) -> Result<Built, Why> {
        let unknown = self.unknown;
        let mut inner = self.inner(how);
        inner.unknown = unknown;
        let mut first = core.clone();
        first.alive = inner.first().alive;
        first.stack.clear();
        first.facts.clear();
        first.loops.clear();
        inner.run(first)
    }

    /// A builder for code inside this one.
    pub(super) fn inner(&mut self, how: Quantifier) -> Builder<'_> {
        let job = Job { what: What::Test, ..self.job };
        let live = self.live.clone();
        let mut inner = Builder::with(self.program, self.rules, &mut *self.shared, job, false, live);
        inner.inside = Some(how);
        inner
    }

    pub(super) fn choice(&self, id: ChoiceId) -> &Choice {
        self.choices.get(id)
    }

    /// So many alternatives of the innermost quantifier, which counts, have succeeded.
    pub(super) fn counted(&mut self, sym: &mut Sym, n: Num) -> Step<Next> {
        let Some(last) = sym.choices.last_mut() else { return Err(Why::Op("count").into()) };
        let choice = self.choices.get(*last).clone();
        let Alternatives::Quantifier(mut tally) = choice.kind else { return Err(Why::Op("count").into()) };
        tally.n = self.shared.exprs.checked(Expr::Add(tally.n, n))?;
        *last = self.choices.id(Choice { core: choice.core, kind: Alternatives::Quantifier(tally) });
        Ok(Next::Fail)
    }

    pub(super) fn run(mut self, first: Core) -> Result<Built, Why> {
        let entry = self.id(Sym { core: first, choices: SmallVec::new() });
        let budget = (MAX_WORK / self.n_cells).min(MAX_NODES);
        while let Some((id, sym)) = self.queue.pop() {
            if self.nodes.len() > budget.max(300) {
                return Err(Why::TooManyWays);
            }
            self.shared.made += 1;
            if self.shared.made > MAX_MADE {
                return Err(Why::TooManyWays);
            }
            self.nodes[id.0 as usize] = self.advance((*sym).clone())?;
        }
        let flow = ordered(&self.nodes, entry, self.on_the_way)?;
        let flow = if flow.nodes.len() > MAX_COMPARED {
            flow
        } else {
            known_answers_taken(self.program, self.shared, flow)?
        };
        let flow =
            if self.job.what == What::Test { narrowed(self.program, self.shared, flow)? } else { flow };
        if self.emitted == (true, true) {
            return Err(Why::Op("moves with and without a chosen cell"));
        }
        Ok(Built { flow, once: !self.emitted.1 })
    }

    pub(super) fn id(&mut self, mut sym: Sym) -> NodeId {
        if self.sets.is_empty(sym.core.alive) {
            return END;
        }
        self.forget(&mut sym.core);
        match self.known.entry(Rc::new(sym)) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(place) => {
                let id = NodeId(self.nodes.len() as u32);
                self.nodes.push(Node::End);
                self.queue.push((id, place.key().clone()));
                *place.insert(id)
            }
        }
    }

    /// Drops what no op reads any more.
    pub(super) fn forget(&self, core: &mut Core) {
        let Some(live) = &self.live else { return };
        let live = live.get(core.pc).copied().unwrap_or(0);
        let read = |i: usize| live >> i & 1 != 0;
        if core.locals.iter().enumerate().any(|(i, local)| *local != Val::None && !read(i)) {
            let all = core.locals.iter_mut().enumerate();
            all.filter(|(i, _)| !read(*i)).for_each(|(_, local)| *local = Val::None);
        }
    }

    /// Runs until something is asked or emitted.
    fn advance(&mut self, mut sym: Sym) -> Result<Node, Why> {
        let mut steps = 0;
        loop {
            steps += 1;
            if steps > 5_000 {
                return Err(Why::NoEnd);
            }
            let Some(&op) = self.code.get(sym.core.pc) else { return Ok(Node::End) };
            let before = if goes_on(op, sym.core.stack.last()) && sym.core.sieve.is_none() {
                None
            } else {
                Some(sym.clone())
            };
            let sifting = sym.core.sieve.is_some();
            let step = match sym.core.sieve {
                Some(sieve) => self.sifted(&mut sym.core, sieve),
                None => self.op(&mut sym, op),
            };
            let before = match (&step, before) {
                (Ok(_) | Err(Stop::Why(_)), _) => None,
                (_, before) => before,
            };
            if let (Err(Stop::Num(num)), Some(before)) = (&step, &before)
                && let Some(end) = self.merged(before, *num)
            {
                sym = end;
                continue;
            }
            let step = match (step, before) {
                (Err(stop), Some(before)) => return self.stopped(stop, &before),
                (Err(Stop::Why(why)), None) => return Err(why),
                (Err(_), None) => return Err(Why::NoEnd),
                (Ok(next), _) => next,
            };
            match step {
                Next::Go => {
                    sym.core.facts.clear();
                    // A question that was answered with yes keeps what its answer says about the starts.
                    let ends = match op {
                        _ if sifting => false,
                        Op::Restore {} => {
                            matches!(sym.core.stack.last(), Some(Val::None | Val::Int(Num::Const(0))))
                        }
                        Op::ComeBack {} | Op::EachNext { .. } => true,
                        _ => false,
                    };
                    if ends {
                        sym.core.alive = self.widest(&sym.core);
                    }
                }
                Next::Fail if sym.core.flushed == 0 && !sym.core.scattered => match self.go_back(sym)? {
                    Some(next) => sym = next,
                    None => return Ok(Node::End),
                },
                Next::Fail => {
                    let to = self.failed(sym)?;
                    return Ok(Node::Split { starts: Box::new([]), yes: to, no: to });
                }
                Next::Node(to) => return Ok(Node::Split { starts: Box::new([]), yes: to, no: to }),
                Next::Emit => return self.emit(sym),
            }
        }
    }

    /// The node of an op that cannot go straight on: it is tried again with the answer.
    fn stopped(&mut self, stop: Stop, before: &Sym) -> Result<Node, Why> {
        let told = |b: &mut Self, fact: &dyn Fn(bool) -> Fact| {
            [true, false].map(|answer| {
                let mut sym = before.clone();
                sym.core.facts.push(fact(answer));
                b.id(sym)
            })
        };
        Ok(match stop {
            Stop::Why(why) => return Err(why),
            Stop::Split(set) => {
                let all = self.sets.get(before.core.alive);
                let rest = all.iter().zip(&set).map(|(a, b)| a & !b).collect();
                let alive = [self.sets.id(set.clone()), self.sets.id(rest)];
                let [yes, no] = alive.map(|alive| {
                    let core = Core { alive, ..before.core.clone() };
                    self.id(Sym { core, choices: before.choices.clone() })
                });
                Node::Split { starts: set.into(), yes, no }
            }
            Stop::Ask(cond, at) => {
                let [yes, no] = told(self, &|answer| Fact::Cell(cond, at, answer));
                Node::Test { cond, at, yes, no }
            }
            Stop::Num(num) => {
                let [yes, no] = told(self, &|answer| Fact::Num(num, answer));
                Node::Num { num, yes, no }
            }
        })
    }

    /// All starts that could be on a way with these registers: those whose places are on the board. Where ways meet that
    /// only differ in how the board ends beside them, they are one again.
    fn widest(&mut self, core: &Core) -> Alive {
        let all = self.onboard(START);
        let mut alive: Vec<u64> = all.to_vec();
        let mut places = Vec::new();
        core.each_place(&mut |place| places.push(place));
        for place in places {
            if Some(place) != self.unknown {
                let cells = self.onboard(place);
                alive.iter_mut().zip(cells.iter()).for_each(|(a, b)| *a &= b);
            }
        }
        // That nothing has come to the start is not forgotten.
        let now = self.sets.get(core.alive);
        for (place, _) in &core.board {
            let Where::Cell(place) = *place else { continue };
            let cells = self.shared.places.of(place);
            let back = |s: &u16| cells[usize::from(*s)] == *s;
            if !starts(&now).any(|s| back(&s)) {
                let found: Vec<u16> = starts(&alive).filter(back).collect();
                found.iter().for_each(|s| alive[usize::from(*s) / 64] &= !(1 << (s % 64)));
            }
        }
        self.sets.id(alive)
    }

    /// Where a run goes on after a failure, if anywhere.
    pub(super) fn go_back(&mut self, mut sym: Sym) -> Result<Option<Sym>, Why> {
        let Some(id) = sym.choices.pop() else { return Ok(None) };
        let choice = self.choices.get(id).clone();
        let mut core = (*choice.core).clone();
        match choice.kind {
            Alternatives::Way => {}
            Alternatives::Values(values) => {
                if values.len() > 1 {
                    let kind = Alternatives::Values(values[1..].into());
                    sym.choices.push(self.choices.id(Choice { core: choice.core, kind }));
                }
                core.stack.push(values[0].clone());
            }
            Alternatives::Cells(cells) => {
                if cells.len() > 1 {
                    let kind = Alternatives::Cells(cells[1..].into());
                    sym.choices.push(self.choices.id(Choice { core: choice.core, kind }));
                }
                core.cursor = Some(self.shared.places.constant(cells[0]));
                core.stack.push(Val::int(1));
            }
            Alternatives::Quantifier(tally) => {
                let result = match tally.how {
                    Quantifier::Exists | Quantifier::First => Val::int(0),
                    Quantifier::NotExists => Val::int(1),
                    Quantifier::Count | Quantifier::Sum => Val::Int(tally.n),
                    Quantifier::Collect => Val::List(tally.values.into()),
                    Quantifier::All => {
                        core.scattered |= self.on_the_way;
                        core.effects.extend(tally.effects);
                        core.board.extend(tally.board);
                        core.captured = self.plus(core.captured, Num::Const(i32::from(tally.captured)));
                        Val::Int(tally.n)
                    }
                };
                core.stack.push(result);
            }
        }
        Ok(Some(Sym { core, choices: sym.choices }))
    }

    /// The node of a run that has failed.
    pub(super) fn failed(&mut self, sym: Sym) -> Result<NodeId, Why> {
        let told = (sym.core.flushed, sym.core.scattered);
        let Some(next) = self.go_back(sym)? else { return Ok(END) };
        let known = (next.core.flushed, next.core.scattered);
        // The end of a quantifier is no going back.
        let concluded = known.1 && !told.1 && known.0 == told.0;
        let to = self.id(next);
        if known == told || concluded {
            return Ok(to);
        }
        if known != (0, false) {
            return Err(Why::Op("choices after `all`"));
        }
        Ok(self.anonymous(Node::Forget { next: to }))
    }

    /// Something to come back to.
    pub(super) fn open(&mut self, sym: &mut Sym, pc: usize, kind: Alternatives) -> Result<(), Why> {
        if sym.choices.len() > 60 {
            return Err(Why::TooManyWays);
        }
        let mut core = sym.core.clone();
        core.pc = pc;
        core.facts.clear();
        self.forget(&mut core);
        let id = self.choices.id(Choice { core: Rc::new(core), kind });
        sym.choices.push(id);
        Ok(())
    }

    /// An alternative of the innermost quantifier has succeeded.
    pub(super) fn succeed(&mut self, sym: &mut Sym) -> Step<Next> {
        let is_quantifier = |id: &ChoiceId| matches!(self.choices.get(*id).kind, Alternatives::Quantifier(_));
        let Some(at) = sym.choices.iter().rposition(is_quantifier) else {
            return Ok(if self.inside.is_some() { Next::Emit } else { Next::Fail });
        };
        let choice = self.choices.get(sym.choices[at]).clone();
        let Alternatives::Quantifier(mut tally) = choice.kind else { return Ok(Next::Fail) };
        match tally.how {
            Quantifier::Exists | Quantifier::NotExists => {
                let mut core = (*choice.core).clone();
                core.stack.push(Val::truth(tally.how == Quantifier::Exists));
                sym.choices.truncate(at);
                sym.core = core;
                return Ok(Next::Go);
            }
            Quantifier::First => {
                sym.choices.truncate(at);
                sym.core.pc = choice.core.pc;
                return Ok(Next::Go);
            }
            Quantifier::Count => tally.n = self.plus(tally.n, Num::Const(1)),
            Quantifier::Sum => {
                let value = sym.core.stack.pop().unwrap_or(Val::None);
                tally.n = self.shared.exprs.checked(Expr::Add(tally.n, number(&value)?))?;
            }
            Quantifier::Collect => {
                let value = sym.core.stack.pop().unwrap_or(Val::None);
                if !matches!(value, Val::Int(Num::Const(_)) | Val::Dir(_) | Val::Kind(_) | Val::Player(_)) {
                    return Err(Why::Op("collect").into());
                }
                if !tally.values.contains(&value) {
                    tally.values.push(value);
                }
            }
            Quantifier::All => return self.succeed_in_all(sym, at, tally, &choice.core),
        }
        let kind = Alternatives::Quantifier(tally);
        sym.choices[at] = self.choices.id(Choice { core: choice.core, kind });
        Ok(Next::Fail)
    }

    /// May there be something in hand that was taken up before an open `all`? It is not set down there.
    pub(super) fn may_hold_from_outside(&self, sym: &Sym) -> bool {
        let holds = |id: &ChoiceId| {
            let choice = self.choices.get(*id);
            let all = matches!(&choice.kind, Alternatives::Quantifier(tally) if tally.how == Quantifier::All);
            all && choice.core.hand.is_some()
        };
        sym.core.hand.is_some() && (self.inside.is_some() || sym.choices.iter().any(holds))
    }

    fn succeed_in_all(&mut self, sym: &mut Sym, at: usize, mut tally: Tally, outer: &Rc<Core>) -> Step<Next> {
        let done = sym.core.effects[outer.effects.len()..].to_vec();
        let taken = sym.core.hand.is_some() != outer.hand.is_some();
        if taken || sym.core.captured != outer.captured || sym.core.globals != outer.globals {
            return Err(Why::Op("all").into());
        }
        if !self.on_the_way {
            // Two alternatives may change the same cell: where that could happen it is not followed.
            for (place, _) in &sym.core.board[outer.board.len()..] {
                for (other, _) in &tally.board {
                    let (Where::Cell(place), Where::Cell(other)) = (*place, *other) else {
                        return Err(Why::SeesItself.into());
                    };
                    if self.same(&sym.core, other, place)? {
                        return Err(Why::SeesItself.into());
                    }
                }
            }
            tally.effects.extend(done);
            tally.board.extend_from_slice(&sym.core.board[outer.board.len()..]);
            tally.n = self.plus(tally.n, Num::Const(1));
            let kind = Alternatives::Quantifier(tally);
            sym.choices[at] = self.choices.id(Choice { core: outer.clone(), kind });
            return Ok(Next::Fail);
        }
        self.captured_once(sym, at, outer.pc, &done)?;
        // The effects stand at nodes; how many there were is not known any more.
        let mut to = self.failed(sym.clone())?;
        for effect in done.into_iter().rev() {
            to = self.anonymous(Node::Effect { effect, next: to });
        }
        Ok(Next::Node(to))
    }

    /// Two alternatives may capture the same piece, and the second does nothing then: that is not followed.
    fn captured_once(&mut self, sym: &Sym, at: usize, pc: usize, done: &[Effect]) -> Result<(), Why> {
        let left = |id: &ChoiceId| match &self.choices.get(*id).kind {
            Alternatives::Values(values) => values.len(),
            Alternatives::Cells(cells) => cells.len(),
            Alternatives::Way | Alternatives::Quantifier(_) => 0,
        };
        let which: Vec<usize> = sym.choices[at + 1..].iter().map(left).collect();
        let alive = self.alive(sym.core.alive);
        for effect in done {
            let Effect::Capture(Place::At(place)) = *effect else { continue };
            let cells = self.shared.places.of(place);
            let meets = |other: PlaceId| {
                let both = cells.iter().zip(self.shared.places.of(other)).enumerate();
                let mut met = both.filter(|(_, (a, b))| a == b && **a != NO_CELL);
                met.any(|(s, _)| alive[s / 64] >> (s % 64) & 1 != 0)
            };
            let again = |(all, alternative, other): &(usize, Vec<usize>, PlaceId)| {
                *all == pc && *alternative != which && meets(*other)
            };
            if self.captures.iter().any(again) {
                return Err(Why::SeesItself);
            }
            self.captures.push((pc, which.clone(), place));
        }
        Ok(())
    }

    /// A node that no other run will come to.
    pub(super) fn anonymous(&mut self, node: Node) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(node);
        id
    }

    pub(super) fn plus(&mut self, a: Num, b: Num) -> Num {
        self.shared.exprs.num(Expr::Add(a, b))
    }

    #[inline]
    pub(super) fn at(&self, place: PlaceId, start: u16) -> u16 {
        self.shared.places.at(place, start)
    }

    /// Is it so for all starts on this way (yes), or for none (no)?
    pub(super) fn split(&self, core: &Core, passes: impl Fn(&Self, u16) -> bool) -> Step<bool> {
        let alive = self.sets.get(core.alive);
        let mut set = vec![0u64; alive.len()];
        let (mut some, mut all) = (false, true);
        for s in starts(&alive) {
            if passes(self, s) {
                set[s as usize / 64] |= 1 << (s % 64);
                some = true;
            } else {
                all = false;
            }
        }
        if some && !all { Err(Stop::Split(set)) } else { Ok(some) }
    }

    /// What the position shows on a cell, whatever the run has done since.
    pub(super) fn ask(&mut self, core: &Core, class: Class, place: PlaceId) -> Step<bool> {
        let board = self.shared.classes.id(self.program, class)?;
        self.ask_cond(core, Cond::Class(board), place)
    }

    pub(super) fn ask_cond(&self, core: &Core, cond: Cond, place: PlaceId) -> Step<bool> {
        let known = core.facts.iter().find_map(|fact| match fact {
            Fact::Cell(c, p, answer) if (*c, *p) == (cond, place) => Some(*answer),
            _ => None,
        });
        known.ok_or(Stop::Ask(cond, place))
    }

    /// Is the number not 0?
    pub(super) fn nonzero(&self, core: &Core, num: Num) -> Step<bool> {
        let expr = match num {
            Num::Const(n) => return Ok(n != 0),
            Num::Expr(expr) => expr,
        };
        let known = core.facts.iter().find_map(|fact| match fact {
            Fact::Num(n, answer) if *n == expr => Some(*answer),
            _ => None,
        });
        known.ok_or(Stop::Num(expr))
    }

    pub(super) fn alive(&self, alive: Alive) -> Rc<[u64]> {
        self.sets.get(alive)
    }
}

/// Does the op always go straight on with this value on top of the stack?
fn goes_on(op: Op, top: Option<&Val>) -> bool {
    if let Op::JumpIf { .. } | Op::JumpUnless { .. } | Op::Check {} | Op::Truth {} | Op::Not {} = op {
        return !matches!(top, Some(Val::Int(Num::Expr(_)) | Val::Dir(_) | Val::Set(_)));
    }
    matches!(
        op,
        Op::Push { .. }
            | Op::Pop {}
            | Op::Jump { .. }
            | Op::Local { .. }
            | Op::SetLocal { .. }
            | Op::Global { .. }
            | Op::Add {}
            | Op::Sub {}
            | Op::Mul {}
            | Op::Less {}
            | Op::AtMost {}
            | Op::CapturedCount {}
            | Op::Here {}
            | Op::ComeBack {}
            | Op::Restore {}
            | Op::List { .. }
            | Op::AnyOf { .. }
            | Op::Fork { .. }
            | Op::Fail {}
            | Op::Emit {}
            | Op::Accept {}
            | Op::Me {}
            | Op::Settle {}
            | Op::EachNext { .. }
    )
}

/// The flow without questions that the next one, about the same cell, asks again more narrowly.
fn narrowed(program: &Program, shared: &Shared, flow: Flow) -> Result<Flow, Why> {
    let one_kind = program.game().kinds.len() == 1;
    let within = |a: Class, b: Class| match (a, b) {
        (Class::Owned(_) | Class::Piece(..), Class::Kind(_)) if one_kind => true,
        (Class::Piece(_, k), Class::Kind(l)) => k == l,
        (Class::Piece(p, _), Class::Owned(q)) => p == q,
        _ => false,
    };
    let mut nodes = flow.nodes.clone();
    for (i, node) in nodes.iter_mut().enumerate() {
        if let Node::Test { cond: Cond::Class(wide), at, yes, no } = flow.nodes[i]
            && let Node::Test { cond: Cond::Class(narrow), at: same, no: other, .. } =
                flow.nodes[yes.0 as usize]
            && (same, other) == (at, no)
            && within(shared.classes.class(narrow), shared.classes.class(wide))
        {
            *node = Node::Split { starts: Box::new([]), yes, no: yes };
        }
    }
    ordered(&nodes, flow.entry(), flow.effects_on_the_way)
}

/// A value as a number; what is none counts as 0.
pub(super) fn number(value: &Val) -> Result<Num, Why> {
    match value {
        Val::Int(n) => Ok(*n),
        Val::KindAt(_) | Val::OwnerAt(_) => Err(Why::Op("a kind as a number")),
        _ => Ok(Num::Const(0)),
    }
}
