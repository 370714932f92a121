//! Where a rule can be: which cells its tests and effects are about, found by walking it from every start.
//!
//! The language a rule is written into sees changes at once and has the moving piece in hand, so a translation is
//! exact only if nobody looks where something has changed. The walk answers that. It ignores every test that depends
//! on pieces, except that the moving piece stands where it starts; so it may find too much, never too little.
//!
//! To know whether a test can see the cell of an effect, the walk follows one effect at a time: wherever an effect
//! happens, one copy of the walker remembers it (its *ghost*), another one goes on without.

mod look;
mod walker;

use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use walker::{Change, Ghost, Set, Short, Side, State, each};
use zug_model::code::{Cond, Place, Stmt, StmtKind, Test, Value};
use zug_model::{Cascades, ForkKeeps, Game, KindId, MarkModel, PlayerId, Rule};

/// Steps of all walks of one rule together, and of all rules of a game; beyond that everything is taken to be possible.
const MAX_STEPS: usize = 2_000_000;
const MAX_GAME_STEPS: usize = 10_000_000;
const NOWHERE: u16 = u16::MAX;
/// Empty cells a walker remembers.
const MAX_EMPTY: usize = 8;

/// A statement, by its place in memory: the model does not move while it is written.
pub(crate) type StmtKey = usize;

pub(crate) fn key(stmt: &Stmt) -> StmtKey {
    std::ptr::from_ref(stmt) as usize
}

/// What a cell named in a statement can be.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Where {
    /// It can be the cell where the piece started.
    pub(crate) start: bool,
    /// It can be another cell.
    pub(crate) elsewhere: bool,
    /// It can be off the board.
    pub(crate) off: bool,
    /// It can be a cell that no test has shown to be empty.
    pub(crate) taken: bool,
}

impl Where {
    pub(crate) fn join(self, other: Self) -> Self {
        Where {
            start: self.start | other.start,
            elsewhere: self.elsewhere | other.elsewhere,
            off: self.off | other.off,
            taken: self.taken | other.taken,
        }
    }
}

/// What is known about an effect.
#[derive(Clone, Default, Debug)]
pub(crate) struct Fate {
    /// A test can see its cell before the part that carries it out ends.
    pub(crate) seen: bool,
    /// A test can see its cell after a part with it has ended, or another part can end then.
    pub(crate) leaks: bool,
    /// It can happen twice in one part.
    pub(crate) twice: bool,
    /// `on[i]`: its cell can be the target of movement `i`; `off[i]`: it can be another one.
    pub(crate) on: Vec<bool>,
    pub(crate) off: Vec<bool>,
    /// Effects after it on the same cell, in the same part.
    pub(crate) before: FxHashSet<StmtKey>,
}

impl Fate {
    /// The movement whose target its cell always is.
    pub(crate) fn target(&self) -> Option<usize> {
        (0..self.on.len()).find(|&i| self.on[i] && !self.off[i])
    }

    pub(crate) fn may_be_target(&self) -> bool {
        self.on.iter().any(|&on| on)
    }
}

/// Everything found out about a rule.
#[derive(Default)]
pub(crate) struct Flow {
    places: FxHashMap<(StmtKey, PlaceKey), Where>,
    fates: FxHashMap<StmtKey, Fate>,
    /// Parts that can end where the piece started.
    unmoved: FxHashSet<StmtKey>,
    /// Parts that can end elsewhere.
    moved: FxHashSet<StmtKey>,
    /// Parts that can end on a cell that no test has shown to be empty.
    on_pieces: FxHashSet<StmtKey>,
    /// The walk was too long: everything is possible.
    pub(crate) gave_up: bool,
}

type PlaceKey = (u8, u16);

fn place_key(place: Place) -> PlaceKey {
    match place {
        Place::Here => (0, 0),
        Place::Dir(dir) => (1, dir.0),
        Place::Cell(cell) => (2, cell.0),
        Place::From => (3, 0),
        Place::To => (4, 0),
        Place::Mark => (5, 0),
        Place::LastFrom => (6, 0),
        Place::LastTo => (7, 0),
    }
}

/// What was found out about the rules of a game, to be asked for again and again.
#[derive(Default)]
pub(crate) struct Flows {
    known: RefCell<FxHashMap<*const Rule, Rc<Flow>>>,
    spent: Cell<usize>,
}

impl Flows {
    pub(crate) fn get(&self, game: &Game, kind: KindId, rule: &Rule, drop: bool) -> Rc<Flow> {
        if let Some(flow) = self.known.borrow().get(&std::ptr::from_ref(rule)) {
            return flow.clone();
        }
        let budget = MAX_STEPS.min(MAX_GAME_STEPS.saturating_sub(self.spent.get()));
        let (flow, spent) = Flow::new(game, kind, rule, drop, budget);
        self.spent.set(self.spent.get() + spent);
        let flow = Rc::new(flow);
        self.known.borrow_mut().insert(std::ptr::from_ref(rule), flow.clone());
        flow
    }
}

impl Flow {
    /// Walks the rule; also says how many steps it took.
    fn new(game: &Game, kind: KindId, rule: &Rule, drop: bool, budget: usize) -> (Self, usize) {
        let mut flow = Flow::default();
        let mut steps = 0;
        let players = (0..game.players.len() as u16).map(PlayerId);
        for player in players.filter(|p| game.turns.iter().any(|turn| turn.chooser == *p)) {
            let mut walk =
                Walk { game, kind, player, drop, start: 0, steps, budget, fails: Vec::new(), flow };
            for start in 0..game.board.cells.len() as u16 {
                walk.start = start;
                let mut marks = Short::new(NOWHERE);
                if game.settings.mark_model == MarkModel::Slot {
                    marks.push(start);
                }
                let (closed, empty) = (Short::new((NOWHERE, NOWHERE)), Short::new(NOWHERE));
                let state = State {
                    cursor: start,
                    to: NOWHERE,
                    from: start,
                    marks,
                    closed,
                    empty,
                    ahead: NOWHERE,
                    taken: (NOWHERE, Side::Any),
                    round: NOWHERE,
                    ghost: None,
                };
                walk.block(&rule.body, std::iter::once(state).collect());
                walk.fails.clear();
            }
            (flow, steps) = (walk.flow, walk.steps);
        }
        (flow, steps)
    }

    /// What a place can be where a statement is carried out.
    pub(crate) fn at(&self, stmt: StmtKey, place: Place) -> Where {
        if self.gave_up {
            return Where { start: true, elsewhere: true, off: true, taken: true };
        }
        self.places.get(&(stmt, place_key(place))).copied().unwrap_or_default()
    }

    pub(crate) fn fate(&self, stmt: StmtKey) -> Fate {
        let anything = || Fate {
            seen: true,
            leaks: true,
            twice: true,
            on: vec![true],
            off: vec![true],
            ..Fate::default()
        };
        if self.gave_up { anything() } else { self.fates.get(&stmt).cloned().unwrap_or_default() }
    }

    /// Can the part that ends there leave the piece where it was?
    pub(crate) fn may_stay(&self, add: StmtKey) -> bool {
        self.gave_up || self.unmoved.contains(&add)
    }
}

impl Flow {
    /// Does the part that ends there always end on an empty cell?
    pub(crate) fn lands_on_empty(&self, add: StmtKey) -> bool {
        !self.gave_up && !self.on_pieces.contains(&add)
    }

    /// Can the part that ends there move something?
    pub(crate) fn at_end_moves(&self, add: StmtKey) -> bool {
        self.gave_up || self.moved.contains(&add)
    }
}

struct Walk<'a> {
    game: &'a Game,
    kind: KindId,
    player: PlayerId,
    drop: bool,
    start: u16,
    steps: usize,
    budget: usize,
    /// What went wrong inside each open loop over cells: it goes on with the next cell.
    fails: Vec<Set>,
    flow: Flow,
}

/// A cell, or several.
enum Cells {
    One(u16),
    Off,
    Any,
}

impl Walk<'_> {
    fn block(&mut self, stmts: &[Stmt], mut states: Set) -> Set {
        for stmt in stmts {
            self.steps += states.len() + 1;
            if self.steps > self.budget {
                self.flow.gave_up = true;
            }
            if self.flow.gave_up || states.is_empty() {
                return Set::default();
            }
            states = self.stmt(stmt, states);
        }
        states
    }

    fn stmt(&mut self, stmt: &Stmt, states: Set) -> Set {
        let id = key(stmt);
        match &stmt.what {
            StmtKind::Step(dir) => self.go(id, Place::Dir(*dir), states),
            StmtKind::Goto(place) => self.go(id, *place, states),
            StmtKind::Mark => {
                states.iter().for_each(|s| self.note(id, Place::Here, s));
                let mut room = true;
                let after = each(states, |s| match self.game.settings.mark_model {
                    MarkModel::Slot => s.marks.items[0] = s.cursor,
                    MarkModel::Stack => room &= s.marks.push(s.cursor),
                });
                self.flow.gave_up |= !room;
                after
            }
            StmtKind::Back => {
                let start = self.start;
                each(states, |s| match self.game.settings.mark_model {
                    MarkModel::Slot => {
                        s.cursor = s.marks.items[0];
                        s.arrive();
                    }
                    MarkModel::Stack => {
                        s.cursor = s.marks.pop(NOWHERE).unwrap_or(start);
                        s.arrive();
                    }
                })
            }
            StmtKind::From => each(states, |s| s.from = s.cursor),
            StmtKind::To => each(states, |s| s.to = s.cursor),
            StmtKind::Cascade => {
                let mut room = true;
                let after = each(states, |s| {
                    room &= s.closed.push((s.from, s.target()));
                    (s.from, s.to) = (s.cursor, NOWHERE);
                });
                self.flow.gave_up |= !room;
                after
            }
            StmtKind::Verify(cond) => self.split(id, cond, states).0,
            StmtKind::If(parts) => {
                let (yes, no) = self.split_quietly(id, &parts.0, states);
                let mut after = self.block(&parts.1, yes);
                after.extend(self.block(&parts.2, no));
                after
            }
            StmtKind::While(parts) => self.while_do(id, &parts.0, &parts.1, states),
            StmtKind::Foreach(zone, body) => self.foreach(*zone, body, states),
            StmtKind::SetFlag(_, value) => self.reads(id, value, states),
            StmtKind::SetCellFlag(_, what) => {
                states.iter().for_each(|s| self.note(id, what.1, s));
                self.reads(id, &what.0, states)
            }
            StmtKind::SetAttr(attr, what) => {
                let states = self.reads(id, &what.0, states);
                self.effect(id, Change::Attr(attr.0), what.1, false, states)
            }
            StmtKind::SetGlobal(_, num) => {
                states.iter().for_each(|s| self.num(id, num, s));
                states
            }
            StmtKind::Capture(place) => {
                let late = self.game.settings.captured_cell == zug_model::CapturedCell::Blocks;
                let change = if late { Change::Unseen } else { Change::Piece };
                self.effect(id, change, *place, false, states)
            }
            StmtKind::Tuck(place) => self.effect(id, Change::Piece, *place, false, states),
            StmtKind::Lift(num) => {
                states.iter().for_each(|s| self.num(id, num, s));
                states
            }
            StmtKind::Create(create) => {
                if let Some(count) = &create.count {
                    states.iter().for_each(|s| self.num(id, count, s));
                }
                self.effect(id, Change::Piece, create.at, true, states)
            }
            StmtKind::ChangeKind(_, place) => self.effect(id, Change::Kind, *place, false, states),
            StmtKind::ChangeOwner(_, place) | StmtKind::Flip(place) => {
                self.effect(id, Change::Owner, *place, false, states)
            }
            StmtKind::Add(_) => self.add(id, states),
            StmtKind::RepeatTurn => states,
            StmtKind::AddReserve(what) => {
                states.iter().for_each(|s| self.num(id, &what.2, s));
                states
            }
        }
    }

    fn place(&self, place: Place, s: &State) -> Cells {
        let one = |cell: u16| if cell == NOWHERE { Cells::Off } else { Cells::One(cell) };
        match place {
            Place::Here => one(s.cursor),
            Place::Dir(dir) => {
                let dir = self.game.players[self.player.idx()].symmetry[dir.idx()];
                one(self.game.board.links[dir.idx()][s.cursor as usize].map_or(NOWHERE, |cell| cell.0))
            }
            Place::Cell(cell) => one(cell.0),
            Place::From => one(s.from),
            Place::To => one(s.target()),
            Place::Mark => one(s.marks.as_slice().last().copied().unwrap_or(self.start)),
            Place::LastFrom | Place::LastTo => Cells::Any,
        }
    }

    /// Remembers what a place can be.
    fn note(&mut self, stmt: StmtKey, place: Place, s: &State) {
        let at = match self.place(place, s) {
            Cells::One(cell) => {
                let taken = !s.is_empty(cell);
                Where { start: cell == self.start, elsewhere: cell != self.start, off: false, taken }
            }
            Cells::Off => Where { off: true, ..Where::default() },
            Cells::Any => Where { start: true, elsewhere: true, off: true, taken: true },
        };
        let known = self.flow.places.entry((stmt, place_key(place))).or_default();
        *known = known.join(at);
    }

    fn fail(&mut self, states: impl IntoIterator<Item = State>) {
        if let Some(fails) = self.fails.last_mut() {
            fails.extend(states);
        }
    }

    fn go(&mut self, id: StmtKey, place: Place, states: Set) -> Set {
        let mut after = Set::default();
        for s in states {
            self.note(id, place, &s);
            match self.place(place, &s) {
                Cells::One(cursor) => {
                    let mut s = State { cursor, ..s };
                    s.arrive();
                    after.insert(s);
                }
                Cells::Off => self.fail([s]),
                Cells::Any => {
                    for cursor in 0..self.game.board.cells.len() as u16 {
                        after.insert(State { cursor, ..s });
                    }
                    self.fail([s]);
                }
            }
        }
        after
    }

    /// Those for whom a condition can hold, and those for whom it can fail.
    fn split_quietly(&mut self, id: StmtKey, cond: &Cond, states: Set) -> (Set, Set) {
        let (mut yes, mut no) = (Set::default(), Set::default());
        for s in states {
            self.cond(id, cond, &s);
            let answer = self.answer(cond, &s);
            if answer != Some(false) {
                yes.insert(self.learn(cond, true, s));
            }
            if answer != Some(true) {
                no.insert(self.learn(cond, false, s));
            }
        }
        (yes, no)
    }

    fn split(&mut self, id: StmtKey, cond: &Cond, states: Set) -> (Set, ()) {
        let (yes, no) = self.split_quietly(id, cond, states);
        self.fail(no);
        (yes, ())
    }

    fn while_do(&mut self, id: StmtKey, cond: &Cond, body: &[Stmt], states: Set) -> Set {
        let (mut known, mut after) = (states.clone(), Set::default());
        let mut todo = states;
        while !todo.is_empty() && !self.flow.gave_up {
            let (yes, no) = self.split_quietly(id, cond, todo);
            after.extend(no);
            let out = self.block(body, yes);
            todo = out.into_iter().filter(|s| known.insert(*s)).collect();
        }
        after
    }

    fn foreach(&mut self, zone: Option<zug_model::ZoneId>, body: &[Stmt], states: Set) -> Set {
        let cells: Vec<u16> = match zone {
            None => (0..self.game.board.cells.len() as u16).collect(),
            Some(zone) => {
                self.game.board.zones[zone.idx()].cells[self.player.idx()].iter().map(|cell| cell.0).collect()
            }
        };
        let mut all = Set::default();
        if has_end(body) {
            // It is written as a choice: each round is a way of its own.
            for entry in &states {
                let begin = cells.iter().map(|&cell| State { round: cell, ..entry.put(cell) }).collect();
                self.fails.push(Set::default());
                self.block(body, begin);
                self.fails.pop();
            }
            return states;
        }
        for entry in states {
            let (cursor, round) = (entry.cursor, entry.round);
            let inside = |ghost: &Ghost| body.iter().any(|stmt| holds(stmt, ghost.effect));
            let mut known: Set = std::iter::once(entry).collect();
            let mut todo: Set = std::iter::once(entry).collect();
            while !todo.is_empty() && !self.flow.gave_up {
                let mut begin = Set::default();
                for s in todo {
                    // Each cell has one round.
                    let done = s.ghost.filter(inside).map(|ghost| ghost.round);
                    let cells = cells.iter().filter(|&&cell| Some(cell) != done);
                    begin.extend(cells.map(|&cell| State { round: cell, ..s.put(cell) }));
                }
                self.fails.push(Set::default());
                let mut out = self.block(body, begin);
                out.extend(self.fails.pop().unwrap_or_default());
                if is_local(body) {
                    // No round looks at the cell of another.
                    known.extend(each(out, |s| *s = State { round, ..s.put(cursor) }));
                    body.iter().for_each(|stmt| self.happens_twice(stmt));
                    break;
                }
                todo = each(out, |s| *s = State { round, ..s.put(cursor) })
                    .into_iter()
                    .filter(|s| known.insert(*s))
                    .collect();
            }
            all.extend(known);
        }
        all
    }

    /// Effects of a loop can happen in several rounds.
    fn happens_twice(&mut self, stmt: &Stmt) {
        if let Some(fate) = self.flow.fates.get_mut(&key(stmt)) {
            fate.twice = true;
        }
        if let StmtKind::If(parts) = &stmt.what {
            parts.1.iter().chain(&parts.2).for_each(|stmt| self.happens_twice(stmt));
        }
    }

    fn reads(&mut self, id: StmtKey, value: &Value, states: Set) -> Set {
        for s in &states {
            match value {
                Value::Cond(cond) => self.cond(id, cond, s),
                Value::Num(num) => self.num(id, num, s),
            }
        }
        states
    }

    fn effect(&mut self, id: StmtKey, sort: Change, place: Place, needs: bool, states: Set) -> Set {
        let mut after = Set::default();
        for s in states {
            self.note(id, place, &s);
            self.flow.fates.entry(id).or_default();
            let cells = match self.place(place, &s) {
                Cells::One(cell) => vec![cell],
                Cells::Off => {
                    if needs {
                        self.fail([s]);
                    } else {
                        after.insert(s);
                    }
                    continue;
                }
                Cells::Any => (0..self.game.board.cells.len() as u16).collect(),
            };
            if let Some(ghost) = s.ghost.filter(|ghost| cells.contains(&ghost.cell)) {
                let fate = self.flow.fates.entry(ghost.effect).or_default();
                if ghost.stale {
                    fate.leaks = true;
                } else {
                    fate.before.insert(id);
                }
            }
            match s.ghost {
                Some(ghost) => {
                    if ghost.effect == id && !ghost.stale {
                        self.flow.fates.entry(id).or_default().twice = true;
                    }
                }
                None => {
                    for cell in cells {
                        let (taken, empty) = (s.side(cell), s.is_empty(cell));
                        let ghost = Ghost {
                            effect: id,
                            sort,
                            cell,
                            stale: false,
                            taken,
                            empty,
                            round: s.round,
                            creates: needs,
                        };
                        after.insert(State { ghost: Some(ghost), ..s });
                    }
                }
            }
            after.insert(s);
        }
        after
    }

    fn add(&mut self, id: StmtKey, states: Set) -> Set {
        for s in &states {
            let moved = s.from != s.target() || s.closed.as_slice().iter().any(|(from, to)| from != to);
            if !self.drop && !moved {
                self.flow.unmoved.insert(id);
            }
            if moved {
                self.flow.moved.insert(id);
            }
            if !s.empty.contains(s.target()) {
                self.flow.on_pieces.insert(id);
            }
            let Some(ghost) = s.ghost else { continue };
            let fate = self.flow.fates.entry(ghost.effect).or_default();
            if ghost.stale {
                fate.leaks = true;
                continue;
            }
            // On an empty cell, or on the one the piece has left, most effects have none.
            let gone = ghost.empty || ghost.cell == self.start && moved && !self.drop;
            if gone
                && !ghost.creates
                && !s.closed.as_slice().iter().any(|(_, to)| *to == ghost.cell)
                && s.target() != ghost.cell
            {
                continue;
            }
            // A part without that movement may have ended before.
            let earlier = !fate.on.is_empty();
            let targets = s.closed.as_slice().iter().map(|(_, to)| *to).chain([s.target()]);
            for (i, target) in targets.enumerate() {
                if fate.on.len() <= i {
                    fate.on.push(false);
                    fate.off.push(earlier);
                }
                fate.on[i] |= target == ghost.cell;
                fate.off[i] |= target != ghost.cell;
            }
            for i in s.closed.as_slice().len() + 1..fate.on.len() {
                fate.off[i] = true;
            }
        }
        let (fork, cascades) = (self.game.settings.fork_keeps, self.game.settings.cascades);
        each(states, |s| {
            if let (ForkKeeps::Movements, Some(ghost)) = (fork, &mut s.ghost) {
                ghost.stale = true;
            }
            if cascades == Cascades::Discarded {
                s.closed = Short::new((NOWHERE, NOWHERE));
            }
        })
    }
}

/// Do statements look at the cell under the cursor only?
fn is_local(stmts: &[Stmt]) -> bool {
    stmts.iter().all(|stmt| {
        let mut here = match &stmt.what {
            StmtKind::If(parts) => is_local(&parts.1) && is_local(&parts.2),
            StmtKind::Verify(_)
            | StmtKind::SetFlag(..)
            | StmtKind::SetAttr(..)
            | StmtKind::Capture(_)
            | StmtKind::ChangeKind(..)
            | StmtKind::ChangeOwner(..)
            | StmtKind::Flip(_) => true,
            _ => false,
        };
        crate::reads::asks(stmt, &mut |test, place| {
            let far = matches!(test, Some(Test::Attacked(_) | Test::Defended(_) | Test::AdjacentToEnemy));
            here &= place == Place::Here && !far;
        });
        here && !crate::reads::counts_pieces(stmt)
    })
}

fn holds(stmt: &Stmt, id: StmtKey) -> bool {
    key(stmt) == id
        || match &stmt.what {
            StmtKind::If(parts) => parts.1.iter().chain(&parts.2).any(|stmt| holds(stmt, id)),
            StmtKind::While(parts) => parts.1.iter().any(|stmt| holds(stmt, id)),
            StmtKind::Foreach(_, body) => body.iter().any(|stmt| holds(stmt, id)),
            _ => false,
        }
}

/// Can a part end in these statements?
pub(crate) fn has_end(stmts: &[Stmt]) -> bool {
    stmts.iter().any(|stmt| match &stmt.what {
        StmtKind::Add(_) => true,
        StmtKind::If(parts) => has_end(&parts.1) || has_end(&parts.2),
        StmtKind::While(parts) => has_end(&parts.1),
        StmtKind::Foreach(_, body) => has_end(body),
        _ => false,
    })
}
