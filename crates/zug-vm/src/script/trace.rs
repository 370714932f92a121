//! Runs that tell what they do: which rules make a move, and which condition a run fails by.
//!
//! A second loop over ops beside the one of `run`, taken when [`World`] has a [`Trace`]. It can also let conditions
//! pass that fail, as many as the trace allows: then what a rule emits is no move but nearly one.

use super::World;
use super::machine::{Alternatives, Loop, Machine};
use super::run::{Flow, Purpose};
use super::value::Val;
use crate::action::{Move, NO_CELL};
use crate::error::{Limit, MAX_OPS, MAX_TURN_OPS, RunError};
use crate::explain::{Fit, Hurdle, MAX_NEAR, MadeBy, Near, Obstacle, Spot};
use crate::piece::Piece;
use zug_ir::{AttackScope, CellId, CellTest, Pile, Quantifier, ScriptId, ScriptOp as Op, Then};

/// What has been told so far.
#[derive(Default)]
pub(super) struct Trace<'a> {
    /// What may be let pass, in costs of `explain`.
    pub(super) limit: u32,
    /// Something was not let pass because of the limit: a higher one may find more.
    pub(super) cut: bool,
    /// Which moves are looked for; without it, none but those that the rules make.
    pub(super) wanted: Option<&'a dyn Fn(&Move) -> Fit>,
    pub(super) near: Vec<Near>,
    /// Who made each of the candidates.
    pub(super) made: Vec<Vec<MadeBy>>,
    /// The condition that failed last, outside of every quantifier.
    pub(super) failed: Option<Hurdle>,
    /// The runs that go on: a part inside a part.
    frames: Vec<Frame>,
    broken: Vec<Broken>,
    /// Choices that are really conditions answered the other way.
    flips: Vec<Broken>,
    /// Ops run; tells what has just happened.
    clock: u64,
    /// Where something was found that a quantifier looks for, and when.
    found: Option<(u64, u16)>,
    /// Who attacks the cell that was asked about, and when.
    attackers: Option<(u64, Vec<CellId>)>,
}

struct Frame {
    made_by: MadeBy,
    broken: usize,
    flips: usize,
}

/// A condition that was let pass.
struct Broken {
    hurdle: Hurdle,
    frame: usize,
    /// How many choices there were: going back to one of them makes it undone.
    choices: usize,
}

/// How many ops after a question its answer is still the reason of what happens.
const JUST: u64 = 6;

impl<'a> Trace<'a> {
    /// Looks for moves.
    pub(super) fn looking(limit: u32, wanted: &'a dyn Fn(&Move) -> Fit) -> Self {
        Trace { limit, wanted: Some(wanted), ..Trace::default() }
    }

    /// Begins with conditions that do not hold already.
    pub(super) fn begin_with(&mut self, hurdle: Option<Hurdle>) {
        self.broken = hurdle.into_iter().map(|hurdle| Broken { hurdle, frame: 0, choices: 0 }).collect();
    }

    /// May it pass, too?
    pub(super) fn allows(&mut self, hurdle: &Hurdle) -> bool {
        if self.limit == 0 {
            return false;
        }
        let spent = crate::explain::cost(self.broken.iter().map(|b| &b.hurdle));
        let more = hurdle.cost(self.broken.iter().map(|b| b.hurdle.spot));
        let allowed = spent + more <= self.limit;
        self.cut |= !allowed;
        allowed
    }

    /// Who made the parts so far. Closing a move is no part.
    fn makers(&self, m: &Machine) -> Vec<MadeBy> {
        let n = self.frames.len() - usize::from(m.closing && !self.frames.is_empty());
        self.frames[..n].iter().map(|f| f.made_by).collect()
    }

    /// Keeps a move that is looked for, with all that was let pass and what stopped it at last.
    fn keep(&mut self, m: &Machine, mv: Move, last: Option<Hurdle>) {
        let fits = self.wanted.is_some_and(|wanted| wanted(&mv) == Fit::Yes);
        if fits && self.near.len() < MAX_NEAR {
            let hurdles = self.broken.iter().map(|b| b.hurdle.clone()).chain(last).collect();
            self.near.push(Near { mv, made_by: self.makers(m), hurdles });
        }
    }

    fn just(&self, when: u64) -> bool {
        self.clock.saturating_sub(when) <= JUST
    }

    fn hurdle(&self, what: Obstacle, spot: Spot, cell: u16) -> Hurdle {
        let on_board = |cell: u16| (cell != NO_CELL).then_some(CellId(cell));
        let found = self.found.filter(|(when, _)| self.just(*when)).and_then(|(_, cell)| on_board(cell));
        let attackers = self.attackers.as_ref().filter(|(when, _)| self.just(*when));
        Hurdle {
            what,
            spot,
            cell: on_board(cell),
            found,
            attackers: attackers.map(|(_, cells)| cells.clone()).unwrap_or_default(),
        }
    }
}

impl World<'_> {
    /// Like `run`, and tells about it.
    pub(super) fn run_traced(
        &mut self,
        m: &mut Machine,
        script: ScriptId,
        purpose: Purpose,
    ) -> Result<bool, RunError> {
        let rules = self.rules;
        let code = &rules.scripts[script.idx()].code;
        let outer = std::mem::replace(&mut self.script, script);
        let until = self.spent.saturating_add(20 * MAX_OPS).min(MAX_TURN_OPS);
        let frame = self.enter(m, script);
        let waiting = self.begin_run();
        let mut pc = 0;
        let answer = loop {
            self.charge(1)?;
            if self.spent > until {
                return Err(self.error(Limit::Ops));
            }
            self.weigh(m)?;
            let Some(&op) = code.get(pc) else { break false };
            let spot = Spot { code: script.0, op: Some(pc as u32) };
            match self.step_traced(m, op, pc, spot, frame, purpose)? {
                Flow::Next => pc += 1,
                Flow::Jump(to) => pc = to,
                Flow::Yes => break true,
                Flow::Fail => match self.go_back_traced(m, frame)? {
                    Some(to) => pc = to,
                    None => break false,
                },
            }
        };
        self.leave(frame);
        self.end_run(waiting);
        self.script = outer;
        Ok(answer)
    }

    fn enter(&mut self, m: &Machine, script: ScriptId) -> usize {
        let kind = m.mover.is_some().then(|| m.mover.kind());
        let mode = kind.and_then(|k| {
            let rules = &self.rules.kinds[k.idx()];
            let mut all = rules.moves.iter().chain(&rules.drops);
            all.find(|r| r.script == script || r.further == script).and_then(|r| r.mode)
        });
        let drop = m.heads.is_empty() && kind.is_some() && m.part_from == NO_CELL;
        let made_by = MadeBy { spot: Spot { code: script.0, op: None }, kind, mode: mode.or(m.mode), drop };
        let Some(trace) = &mut self.trace else { return 0 };
        trace.failed = None;
        trace.frames.push(Frame { made_by, broken: trace.broken.len(), flips: trace.flips.len() });
        trace.frames.len()
    }

    fn leave(&mut self, frame: usize) {
        let Some(trace) = &mut self.trace else { return };
        trace.frames.truncate(frame);
        if let Some(ended) = trace.frames.pop() {
            trace.broken.truncate(ended.broken);
            trace.flips.truncate(ended.flips);
        }
    }

    fn step_traced(
        &mut self,
        m: &mut Machine,
        op: Op,
        pc: usize,
        spot: Spot,
        frame: usize,
        purpose: Purpose,
    ) -> Result<Flow, RunError> {
        if let Some(trace) = &mut self.trace {
            trace.clock += 1;
        }
        // Inside, alternatives fail that nobody wanted to succeed.
        let inside = !m.quantifiers.is_empty()
            || matches!(m.loops.last(), Some(Loop::Flood { .. } | Loop::Reach { .. }));
        let cell = m.regs.cursor;
        match op {
            Op::JumpIf { to } | Op::JumpUnless { to } if !inside => {
                let value = m.pop();
                let yes = self.is_true(m, &value);
                let (taken, other) = match yes == matches!(op, Op::JumpIf { .. }) {
                    true => (to.0 as usize, pc + 1),
                    false => (pc + 1, to.0 as usize),
                };
                if !moves(&value) && !is_count(&self.rules.scripts[spot.code as usize].code[..pc]) {
                    self.flip(m, yes, spot, cell, frame, other)?;
                }
                self.forget_answers();
                Ok(Flow::Jump(taken))
            }
            Op::Check {} if !inside => {
                let value = m.pop();
                if self.is_true(m, &value) {
                    self.forget_answers();
                    return Ok(Flow::Next);
                }
                let may_pass = !moves(&value);
                Ok(self.failed(m, Obstacle::Check, spot, cell, frame, may_pass))
            }
            Op::Arrive { rule } if !inside => match self.may_arrive(m, rule) {
                true => Ok(Flow::Next),
                false => Ok(self.failed(m, Obstacle::Occupied, spot, cell, frame, cell != NO_CELL)),
            },
            Op::UseDie { .. } if !inside => match self.step(m, op, pc, purpose)? {
                Flow::Fail => Ok(self.failed(m, Obstacle::Die, spot, cell, frame, true)),
                flow => Ok(flow),
            },
            Op::Emit {} if purpose == Purpose::Moves => self.emit_traced(m),
            Op::Fail {} if !inside => Ok(self.never_passes(m, spot, cell)),
            Op::Succeed {} => {
                self.note_found(m);
                self.step(m, op, pc, purpose)
            }
            Op::Test { test: CellTest::Attacked } => {
                let flow = self.step(m, op, pc, purpose)?;
                if self.trace.as_ref().is_some_and(|t| t.limit > 0) || purpose == Purpose::Test {
                    self.note_attackers(m)?;
                }
                Ok(flow)
            }
            _ => match self.step(m, op, pc, purpose)? {
                Flow::Fail if !inside && !matches!(op, Op::EndPart { .. } | Op::Emit {}) => {
                    Ok(self.failed(m, Obstacle::Check, spot, cell, frame, false))
                }
                flow => Ok(flow),
            },
        }
    }

    /// What was asked belongs to a condition that has been decided.
    fn forget_answers(&mut self) {
        if let Some(trace) = &mut self.trace {
            (trace.found, trace.attackers) = (None, None);
        }
    }

    /// A condition does not hold: it is let pass, or the run fails.
    fn failed(
        &mut self,
        m: &Machine,
        what: Obstacle,
        spot: Spot,
        cell: u16,
        frame: usize,
        may_pass: bool,
    ) -> Flow {
        let Some(trace) = &mut self.trace else { return Flow::Fail };
        let hurdle = trace.hurdle(what, spot, cell);
        if may_pass && trace.allows(&hurdle) {
            trace.broken.push(Broken { hurdle, frame, choices: m.choices.len() });
            return Flow::Next;
        }
        trace.failed = Some(hurdle);
        Flow::Fail
    }

    /// A check that never holds: no code follows that could be run. The move is what it is by now.
    fn never_passes(&mut self, m: &Machine, spot: Spot, cell: u16) -> Flow {
        let head = self.head(m, Then::Done);
        let parts = m.heads.iter().copied().chain([head]).collect();
        let Some(trace) = &mut self.trace else { return Flow::Fail };
        let hurdle = trace.hurdle(Obstacle::Check, spot, cell);
        if trace.allows(&hurdle) {
            let mv = Move { actions: m.actions.iter().copied().collect(), parts, note: None };
            trace.keep(m, mv, Some(hurdle.clone()));
        }
        trace.failed = Some(hurdle);
        Flow::Fail
    }

    /// Comes back later to go the other way.
    fn flip(
        &mut self,
        m: &mut Machine,
        held: bool,
        spot: Spot,
        cell: u16,
        frame: usize,
        other: usize,
    ) -> Result<(), RunError> {
        let Some(trace) = &mut self.trace else { return Ok(()) };
        let hurdle = trace.hurdle(Obstacle::Branch { held }, spot, cell);
        if trace.allows(&hurdle) {
            trace.flips.push(Broken { hurdle, frame, choices: m.choices.len() });
            self.open(m, other, Alternatives::Way)?;
        }
        Ok(())
    }

    fn go_back_traced(&mut self, m: &mut Machine, frame: usize) -> Result<Option<usize>, RunError> {
        let at = m.choices.len().wrapping_sub(1);
        let to = self.go_back(m)?;
        let Some(trace) = &mut self.trace else { return Ok(to) };
        while trace.broken.last().is_some_and(|b| b.frame == frame && b.choices > at) {
            trace.broken.pop();
        }
        if trace.flips.last().is_some_and(|f| f.frame == frame && f.choices == at)
            && let Some(flip) = trace.flips.pop()
        {
            trace.broken.push(flip);
        }
        Ok(to)
    }

    fn emit_traced(&mut self, m: &mut Machine) -> Result<Flow, RunError> {
        let before = self.out.len();
        self.emit(m, Purpose::Moves)?;
        let Some(trace) = &mut self.trace else { return Ok(Flow::Fail) };
        if self.out.len() > before {
            if trace.broken.is_empty() {
                trace.made.push(trace.makers(m));
            } else if let Some(nearly) = self.out.pop() {
                // Not among the others: whether a move goes on is asked of those.
                trace.keep(m, nearly.mv, None);
            }
        }
        Ok(Flow::Fail)
    }

    /// Remembers where something is that must not be.
    fn note_found(&mut self, m: &Machine) {
        let Some(tally) = m.quantifiers.last() else { return };
        if let (Quantifier::NotExists | Quantifier::Exists, Some(trace)) = (tally.how, &mut self.trace) {
            trace.found = Some((trace.clock, m.regs.cursor));
        }
    }

    fn note_attackers(&mut self, m: &Machine) -> Result<(), RunError> {
        let attacked = matches!(m.stack.last(), Some(Val::Int(1)));
        let cells = if attacked { self.attackers(m)? } else { Vec::new() };
        if let Some(trace) = &mut self.trace {
            trace.attackers = Some((trace.clock, cells));
        }
        Ok(())
    }

    /// The cells from which the piece under the cursor is attacked. Nobody where the game does not leave that to
    /// the rules of single pieces.
    fn attackers(&mut self, m: &Machine) -> Result<Vec<CellId>, RunError> {
        let (cell, pile) = (m.regs.cursor, self.program.pile());
        if cell == NO_CELL || self.rules.attack != AttackScope::Pseudo || pile != Pile::Single {
            return Ok(Vec::new());
        }
        let mark = self.board.mark();
        if let Some(&(piece, _)) = m.regs.hand.first().and_then(|bundle| bundle.pieces.last()) {
            self.board.keep_cell(self.program, cell);
            self.board.state.put(self.program, CellId(cell), piece);
        }
        let piece = self.top(cell);
        let redefined = piece.is_some() && self.rules.kinds[piece.kind().idx()].attacked.is_some();
        let found =
            if piece.is_none() || redefined { Ok(Vec::new()) } else { self.attackers_of(cell, piece) };
        self.board.undo(self.program, mark);
        found
    }

    fn attackers_of(&mut self, cell: u16, piece: Piece) -> Result<Vec<CellId>, RunError> {
        let rules = self.rules;
        let was = self.signature(cell);
        let gens = std::mem::replace(&mut self.gens, vec![Val::Int(0); rules.gens.len()]);
        self.attacking += 1;
        let mut found = Vec::new();
        for rival in self.rivals(piece.owner()) {
            for from in 0..self.board.state.cells.len() as u16 {
                let mover = self.top(from);
                if !mover.is_owned(rival) {
                    continue;
                }
                for rule in &rules.kinds[mover.kind().idx()].moves {
                    let attack = Purpose::Attack { cell, was };
                    if self.may_begin(rule.mode, None) && self.first_part(rival, from, mover, rule, attack)? {
                        found.push(CellId(from));
                        break;
                    }
                }
            }
        }
        self.attacking -= 1;
        self.gens = gens;
        Ok(found)
    }
}

/// Does a condition compare numbers, as one that counts steps? To answer it otherwise explains nothing.
fn is_count(before: &[Op]) -> bool {
    let last = before.iter().rev().find(|op| !matches!(op, Op::Not {}));
    matches!(last, Some(Op::Less {} | Op::AtMost {}))
}

/// Does a value move the cursor when its truth is asked for? Then there is no passing where it could not.
fn moves(value: &Val) -> bool {
    matches!(value, Val::Dir(_) | Val::Cell(_))
}
