//! Attack queries, by effect: a piece is attacked if some pseudo-legal move of a rival makes it vanish or
//! change its owner, with the piece in place.
//!
//! Nothing is assumed about how pieces capture: the rival's rules are run. Inside a query further queries
//! answer no, and drops do not attack.

use crate::action::{Action, Move, NO_CELL};
use crate::apply::apply_part;
use crate::candidates::{each_next_rule, movable};
use crate::error::RunError;
use crate::machine::{Flags, Job, Machine, Sink};
use crate::part::{PartBuilder, is_move};
use crate::piece::Piece;
use crate::program::Program;
use crate::state::State;
use crate::work;
use std::ops::ControlFlow;
use zug_ir::{CellId, ExitId, ModeId, Pile, PlayerId, Start, Then};

/// Parts a capturing move may need before it reaches the piece. Longer routes are not looked for.
const MAX_ATTACK_PARTS: usize = 8;

/// Scratch space for attack queries.
pub(crate) struct Attacks {
    machine: Machine,
    parts: PartBuilder,
    /// The board with the piece in question put in place.
    board: State,
}

/// One question: could a player take what somebody has on a cell?
#[derive(Clone, Copy)]
struct Query<'a> {
    program: &'a Program,
    state: &'a State,
    attacker: PlayerId,
    victim: PlayerId,
    cell: u16,
    /// By moves of this type only.
    mode: Option<ModeId>,
    /// The piece on this cell does not count.
    except: u16,
}

impl Attacks {
    pub(crate) fn new(program: &Program) -> Self {
        Attacks { machine: Machine::new(program), parts: PartBuilder::new(program), board: program.blank() }
    }

    /// Ops done by queries since the last call.
    pub(crate) fn take_spent(&mut self) -> u64 {
        std::mem::take(&mut self.machine.spent)
    }

    /// Could a rival of `player` take a piece of his on `cell`? If none stands there, `piece` is put there.
    pub(crate) fn is_attacked(
        &mut self,
        program: &Program,
        state: &State,
        player: PlayerId,
        cell: u16,
        mode: Option<ModeId>,
        piece: Piece,
    ) -> Result<bool, RunError> {
        if state.any_piece(program, CellId(cell), |p| p.is_owned(player)) {
            return self.by_rivals(program, state, player, cell, mode);
        }
        if piece.is_none() {
            // The movement in progress began on an empty cell: nothing is there to be taken.
            return Ok(false);
        }
        let board = self.imagine(program, state, cell, piece.with_owner(player));
        let answer = self.by_rivals(program, &board, player, cell, mode);
        self.board = board;
        answer
    }

    fn by_rivals(
        &mut self,
        program: &Program,
        state: &State,
        victim: PlayerId,
        cell: u16,
        mode: Option<ModeId>,
    ) -> Result<bool, RunError> {
        for attacker in (0..program.game().players.len() as u16).map(PlayerId) {
            if attacker != victim && program.is_active(attacker) {
                let query = Query { program, state, attacker, victim, cell, mode, except: NO_CELL };
                if self.search(&query)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Could the player who moves next take the royal piece on `cell`?
    pub(crate) fn is_royal_attacked(
        &mut self,
        program: &Program,
        state: &State,
        victim: PlayerId,
        cell: u16,
    ) -> Result<bool, RunError> {
        let attacker = program.next_player(victim);
        if attacker == victim {
            return Ok(false);
        }
        self.search(&Query { program, state, attacker, victim, cell, mode: None, except: NO_CELL })
    }

    /// The cells of the pieces that could take it in one part.
    pub(crate) fn royal_attackers(
        &mut self,
        program: &Program,
        state: &State,
        victim: PlayerId,
        cell: u16,
    ) -> Result<Vec<CellId>, RunError> {
        let attacker = program.next_player(victim);
        let query = Query { program, state, attacker, victim, cell, mode: None, except: NO_CELL };
        let mut found = Vec::new();
        for c in state.cells_where(|top| top.is_some()).filter(|c| *c != cell && attacker != victim) {
            for piece in movable(program, state, c, attacker) {
                if self.rules(&query, c, piece, &mut Vec::new())? && !found.contains(&CellId(c)) {
                    found.push(CellId(c));
                }
            }
        }
        Ok(found)
    }

    /// Could a friend of the piece on `mover` take a rival's piece on `cell`? If none stands there, it is one
    /// like `piece`.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn is_defended(
        &mut self,
        program: &Program,
        state: &State,
        player: PlayerId,
        cell: u16,
        mode: Option<ModeId>,
        mover: u16,
        piece: Piece,
    ) -> Result<bool, RunError> {
        let rival = program.next_player(player);
        if rival == player {
            return Ok(false);
        }
        let there = state.cells[cell as usize];
        let piece = if there.is_some() { there } else { piece };
        if piece.is_none() {
            return Ok(false);
        }
        let board = self.imagine(program, state, cell, piece.with_owner(rival));
        let query =
            Query { program, state: &board, attacker: player, victim: rival, cell, mode, except: mover };
        let answer = self.search(&query);
        self.board = board;
        answer
    }

    /// The board with a piece put on a cell: in place of whatever stands there, or beside it on a heap. Whoever
    /// takes it puts it back.
    fn imagine(&mut self, program: &Program, state: &State, cell: u16, piece: Piece) -> State {
        self.machine.spent += work::copy(state);
        let mut board = std::mem::replace(&mut self.board, State::placeholder());
        board.copy_position(state);
        if program.pile() == Pile::Heap {
            board.add_heap(program, CellId(cell), piece, 1);
        } else {
            board.put(program, CellId(cell), piece);
        }
        board
    }

    fn search(&mut self, query: &Query<'_>) -> Result<bool, RunError> {
        let Query { program, state, attacker, cell, except, .. } = *query;
        let (heap, anyone) = (program.pile() == Pile::Heap, program.game().rules.start == Start::Anyone);
        let mut pending = Vec::new();
        self.machine.spent += state.cells.len() as u64;
        let all = heap | anyone;
        for c in state.cells_where(|top| top.is_some() & (all | (top.owner() == attacker))) {
            if c == except || (c == cell && !heap) {
                continue;
            }
            if heap {
                for piece in movable(program, state, c, attacker) {
                    if self.rules(query, c, piece, &mut pending)? {
                        return Ok(true);
                    }
                }
            } else if self.rules(query, c, state.cells[c as usize], &mut pending)? {
                return Ok(true);
            }
        }
        for chain in pending {
            if self.chain(query, chain, 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Do the rules of one piece, as first parts of a turn, give an answer?
    #[inline]
    fn rules(
        &mut self,
        query: &Query<'_>,
        start: u16,
        mover: Piece,
        pending: &mut Vec<Chain>,
    ) -> Result<bool, RunError> {
        let Query { program, state, attacker, victim, cell, mode, .. } = *query;
        let rules = &program.game().kinds[mover.kind().idx()].moves;
        let touch = program.reach().of(program, attacker, mover.kind(), start);
        if !touch.may_any(cell) {
            return Ok(false);
        }
        self.machine.spent += work::scan(rules.len());
        for (i, rule) in rules.iter().enumerate() {
            if !touch.may(i, cell) {
                continue;
            }
            if mode.map_or(!program.begins(rule.mode), |m| rule.mode != Some(m)) {
                continue;
            }
            let job = Job { program, state, block: rule.block, player: attacker, start, mover, drop: false };
            let mut sink = Hit { cell, victim, parts: &mut self.parts, pending };
            if self.machine.run(&job, None, &mut None, &mut sink)?.is_break() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Follows a part that must be continued: the capture may come later in the move.
    fn chain(&mut self, query: &Query<'_>, chain: Chain, depth: usize) -> Result<bool, RunError> {
        if depth >= MAX_ATTACK_PARTS {
            return Ok(false);
        }
        let Query { program, state, attacker, victim, .. } = *query;
        let Chain { part, flags, cell } = chain;
        self.machine.spent += work::copy(state) + part.actions.len() as u64 * work::change(program, state);
        let mut after = state.clone();
        apply_part(program, &mut after, part.part(0), attacker, &mut Vec::new());
        let mut pending = Vec::new();
        let found = each_next_rule(program, &after, part.parts[0], attacker, &mut |job| {
            let mut sink = Hit { cell, victim, parts: &mut self.parts, pending: &mut pending };
            self.machine.run(job, flags.as_deref(), &mut None, &mut sink)
        })?;
        if found.is_break() {
            return Ok(true);
        }
        let query = Query { state: &after, ..*query };
        for chain in pending {
            if self.chain(&query, chain, depth + 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// A part that must be continued, and where the piece in question is after it.
struct Chain {
    part: Move,
    flags: Option<Box<Flags>>,
    cell: u16,
}

/// Stops at the first part that takes what stands on a cell; keeps parts that must be continued.
struct Hit<'a> {
    cell: u16,
    victim: PlayerId,
    parts: &'a mut PartBuilder,
    pending: &'a mut Vec<Chain>,
}

impl Hit<'_> {
    /// Is it gone after what a block has emitted? Otherwise, where it is then.
    fn after(&self, m: &Machine, job: &Job<'_>) -> Result<u16, Taken> {
        let pile = job.program.pile();
        let moves = || {
            let all = m.moves.iter().copied().chain([(m.from, m.target(), m.lift)]);
            all.filter(|&(from, to, _)| from != to && job.state.cells[from as usize].is_some())
        };
        // It may be moved itself: of two that come to one cell the later one stays.
        let own = if pile == Pile::Heap { None } else { moves().position(|(from, ..)| from == self.cell) };
        let at = own.and_then(|i| moves().nth(i)).map_or(self.cell, |(_, to, _)| to);
        let landed = moves().enumerate().any(|(i, (_, to, _))| to == at && own.is_none_or(|o| i > o));
        match pile {
            Pile::Single if landed => return Err(Taken),
            // What has come on top is what effects there are about.
            Pile::Stack if landed => return Ok(at),
            _ => {}
        }
        let taken = m.effects.iter().any(|e| match *e {
            Action::Capture { at: c, .. }
            | Action::CaptureLate { at: c, .. }
            | Action::Tuck { at: c, .. } => c.0 == at,
            Action::Create { at: c, .. } => pile == Pile::Single && c.0 == at,
            Action::ChangeOwner { at: c, owner, .. } => c.0 == at && owner != self.victim,
            Action::Flip { at: c, .. } => c.0 == at && job.program.next_player(self.victim) != self.victim,
            _ => false,
        });
        if taken { Err(Taken) } else { Ok(at) }
    }
}

/// The piece in question is gone, or another player's.
struct Taken;

impl Sink for Hit<'_> {
    fn emit(&mut self, m: &mut Machine, job: &Job<'_>, exit: ExitId) -> Result<ControlFlow<()>, RunError> {
        let exit = &job.program.game().exits[exit.idx()];
        let cell = match self.after(m, job) {
            Ok(cell) => cell,
            Err(Taken) if is_move(m, job, exit.kinds.first().copied()) => return Ok(ControlFlow::Break(())),
            Err(Taken) => return Ok(ControlFlow::Continue(())),
        };
        if exit.then != Then::Done {
            for i in 0..exit.kinds.len().max(1) {
                let promote = exit.kinds.get(i).copied();
                m.charge_part(job, promote.is_some())?;
                if let Some(part) = self.parts.build(m, job, exit, promote)? {
                    self.pending.push(Chain { part, flags: m.save_flags(job)?, cell });
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}
