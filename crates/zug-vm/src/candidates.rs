//! Candidates: the parts that may begin a turn, and the parts that may go on.

use crate::action::{Move, PartHead};
use crate::attack::Attacks;
use crate::error::{Limit, MAX_MOVES, MAX_TURN_OPS, RunError};
use crate::machine::{Flags, Job, Machine, Sink};
use crate::part::PartBuilder;
use crate::piece::Piece;
use crate::program::{Program, Rank};
use crate::sketch::{Outline, Sketch};
use crate::state::State;
use crate::work;
use std::ops::ControlFlow;
use zug_ir::{BlockId, CellId, ExitId, GoOn, KindId, Pile, PlayerId, Start, Then};

/// A part with what must follow it.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    /// A move of one part.
    pub(crate) part: Move,
    pub(crate) then: Then,
    /// The rule that emitted it.
    pub(crate) block: BlockId,
    /// Flags that live on into the next part.
    pub(crate) flags: Option<Box<Flags>>,
}

impl Candidate {
    /// What it keeps.
    fn bytes(&self) -> usize {
        let flags = self.flags.as_ref().map_or(0, |flags| flags.bytes());
        size_of::<Candidate>() + self.part.list_bytes() + flags
    }
}

/// Runs rules and collects what they emit.
pub(crate) struct Generator {
    pub(crate) machine: Machine,
    pub(crate) attacks: Attacks,
    parts: PartBuilder,
    /// In which round of merging outlines a cell was last the end of one.
    pub(crate) ends: Vec<u64>,
    pub(crate) round: u64,
}

type Flow = Result<ControlFlow<()>, RunError>;

impl Generator {
    pub(crate) fn new(program: &Program) -> Self {
        Generator {
            machine: Machine::new(program),
            attacks: Attacks::new(program),
            parts: PartBuilder::new(program),
            ends: vec![0; program.game().board.cells.len()],
            round: 0,
        }
    }

    /// Starts counting work for a new turn.
    pub(crate) fn begin(&mut self) {
        self.machine.spent = 0;
        self.machine.kept = 0;
        self.attacks.take_spent();
    }

    /// Counts work outside rules. An error if the turn has had its share.
    pub(crate) fn charge(&mut self, cost: u64) -> Result<(), RunError> {
        self.machine.spent += self.attacks.take_spent() + cost;
        if self.machine.spent > MAX_TURN_OPS {
            return Err(RunError { kind: Limit::TurnOps, block: None });
        }
        Ok(())
    }

    /// What running a rule needs, borrowed apart.
    pub(crate) fn split(&mut self) -> (&mut Machine, &mut Attacks, &mut PartBuilder) {
        (&mut self.machine, &mut self.attacks, &mut self.parts)
    }

    /// First parts of the best rank that has any.
    pub(crate) fn first_parts(
        &mut self,
        program: &Program,
        state: &State,
        out: &mut Vec<Candidate>,
    ) -> Result<(), RunError> {
        for rank in program.ranks() {
            self.parts_of_rank(program, state, rank, out)?;
            if !out.is_empty() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// First parts of one rank.
    pub(crate) fn parts_of_rank(
        &mut self,
        program: &Program,
        state: &State,
        rank: &Rank,
        out: &mut Vec<Candidate>,
    ) -> Result<(), RunError> {
        self.charge(rank_cost(state, rank))?;
        let _ = each_rule(program, state, rank, &mut |job| {
            self.collect(job, None, out)?;
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(())
    }

    /// The same in outline. False if some part must be continued.
    pub(crate) fn sketches(
        &mut self,
        program: &Program,
        state: &State,
        out: &mut Vec<Sketch>,
    ) -> Result<bool, RunError> {
        for rank in program.ranks() {
            self.charge(rank_cost(state, rank))?;
            let mut outline = Outline::new(out);
            let _ = each_rule(program, state, rank, &mut |job| {
                outline.next_rule();
                self.run(job, None, &mut outline)
            })?;
            if outline.open {
                return Ok(false);
            }
            if !out.is_empty() {
                return Ok(true);
            }
        }
        Ok(true)
    }

    /// Parts that may follow a part; `state` is the board after it.
    pub(crate) fn next_parts(
        &mut self,
        program: &Program,
        state: &State,
        head: PartHead,
        flags: Option<&Flags>,
        out: &mut Vec<Candidate>,
    ) -> Result<(), RunError> {
        let any = program.game().rules.go_on == GoOn::AnyPiece;
        self.charge(work::scan(if any { state.cells.len() * (state.doomed.len() + 1) } else { 1 }))?;
        let player = program.turn(state).actor;
        let _ = each_next_rule(program, state, head, player, &mut |job| {
            self.collect(job, flags, out)?;
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(())
    }

    pub(crate) fn collect(
        &mut self,
        job: &Job<'_>,
        flags: Option<&Flags>,
        out: &mut Vec<Candidate>,
    ) -> Result<(), RunError> {
        let mut sink = Collect { out, parts: &mut self.parts };
        let _ = self.machine.run(job, flags, &mut Some(&mut self.attacks), &mut sink)?;
        self.account(job)
    }

    fn run<S: Sink>(&mut self, job: &Job<'_>, flags: Option<&Flags>, sink: &mut S) -> Flow {
        let flow = self.machine.run(job, flags, &mut Some(&mut self.attacks), sink)?;
        self.account(job)?;
        Ok(flow)
    }

    /// Charges the work of a rule to the turn.
    fn account(&mut self, job: &Job<'_>) -> Result<(), RunError> {
        self.machine.spent += self.attacks.take_spent();
        if self.machine.spent > MAX_TURN_OPS {
            return Err(RunError { kind: Limit::TurnOps, block: Some(job.block) });
        }
        Ok(())
    }
}

/// Looking for the pieces and drops that a rank has rules for.
fn rank_cost(state: &State, rank: &Rank) -> u64 {
    work::scan(
        if rank.any_moves { state.cells.len() } else { 0 }
            + if rank.any_drops { rank.drops.len() } else { 0 },
    )
}

/// Every rule of a rank that may begin the turn, with every piece (or drop) it applies to: moves in board
/// order, then drops in the order of kinds.
fn each_rule(
    program: &Program,
    state: &State,
    rank: &Rank,
    visit: &mut impl FnMut(&Job<'_>) -> Flow,
) -> Flow {
    let turn = program.turn(state);
    let player = turn.actor;
    if rank.any_moves {
        let all = program.pile() == Pile::Heap || program.game().rules.start == Start::Anyone;
        for start in state.cells_where(|top| top.is_some() & (all | (top.owner() == player))) {
            for mover in movable(program, state, start, player) {
                for rule in &rank.moves[mover.kind().idx()] {
                    if Program::turn_allows(turn, rule.mode) {
                        let job =
                            Job { program, state, block: rule.block, player, start, mover, drop: false };
                        if visit(&job)?.is_break() {
                            return Ok(ControlFlow::Break(()));
                        }
                    }
                }
            }
        }
    }
    if rank.any_drops {
        for (k, rules) in rank.drops.iter().enumerate() {
            let kind = KindId(k as u16);
            if rules.is_empty() || state.reserve(program, player, kind) == 0 {
                continue;
            }
            let mover = program.layout().new_piece(kind, player);
            for start in 0..state.cells.len() as u16 {
                for rule in rules.iter().filter(|r| Program::turn_allows(turn, r.mode)) {
                    let job = Job { program, state, block: rule.block, player, start, mover, drop: true };
                    if visit(&job)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Every rule that may go on after a part, with every piece it applies to; `state` is the board after the part.
pub(crate) fn each_next_rule(
    program: &Program,
    state: &State,
    head: PartHead,
    player: PlayerId,
    visit: &mut impl FnMut(&Job<'_>) -> Flow,
) -> Flow {
    let then = Then::from(head.then);
    let cells = match program.game().rules.go_on {
        GoOn::SamePiece => head.to..head.to + 1,
        GoOn::AnyPiece => 0..state.cells.len() as u16,
    };
    for start in cells {
        if state.is_doomed(start) {
            continue;
        }
        for mover in movable(program, state, start, player) {
            for rule in &program.game().kinds[mover.kind().idx()].moves {
                if matches!(then, Then::PartOf(mode) if rule.mode != Some(mode)) {
                    continue;
                }
                let job = Job { program, state, block: rule.block, player, start, mover, drop: false };
                if visit(&job)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// The pieces on a cell that a player may move: the visible one, or one of each sort in a heap.
pub(crate) fn movable(
    program: &Program,
    state: &State,
    cell: u16,
    player: PlayerId,
) -> impl Iterator<Item = Piece> {
    let anyone = program.game().rules.start == Start::Anyone;
    let heap: Vec<Piece> = match program.pile() {
        Pile::Heap => state.heap(program, CellId(cell)).map(|(p, _)| p).collect(),
        Pile::Single | Pile::Stack => Vec::new(),
    };
    let top = (program.pile() != Pile::Heap).then(|| state.cells[cell as usize]);
    top.into_iter().chain(heap).filter(move |p| p.is_some() && (anyone || p.owner() == player))
}

pub(crate) struct Collect<'a> {
    pub(crate) out: &'a mut Vec<Candidate>,
    pub(crate) parts: &'a mut PartBuilder,
}

impl Sink for Collect<'_> {
    fn emit(&mut self, m: &mut Machine, job: &Job<'_>, exit: ExitId) -> Flow {
        let exit = &job.program.game().exits[exit.idx()];
        if self.out.len() >= MAX_MOVES {
            return Err(RunError { kind: Limit::Moves, block: Some(job.block) });
        }
        for i in 0..exit.kinds.len().max(1) {
            m.charge_part(job, !exit.kinds.is_empty())?;
            if let Some(part) = self.parts.build(m, job, exit, exit.kinds.get(i).copied())? {
                let flags = if exit.then == Then::Done { None } else { m.save_flags(job)? };
                let candidate = Candidate { part, then: exit.then, block: job.block, flags };
                m.keep(Some(job.block), candidate.bytes())?;
                self.out.push(candidate);
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}
