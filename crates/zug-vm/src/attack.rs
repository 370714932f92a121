//! Attack queries, by effect: a piece is attacked if some pseudo-legal move of a rival makes it vanish or
//! change its owner, with the piece in place.
//!
//! Nothing is assumed about how pieces capture: the rival's rules are run. Inside a query further queries
//! answer no, and drops do not attack.

use crate::action::{Action, Move, NO_CELL};
use crate::apply::apply_part;
use crate::error::RunError;
use crate::machine::{Flags, Job, Machine, Sink};
use crate::part::PartBuilder;
use crate::piece::Piece;
use crate::program::Program;
use crate::state::State;
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

/// Whose moves count.
#[derive(Clone, Copy)]
enum By {
    Rivals,
    Player(PlayerId),
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
        piece: Option<Piece>,
    ) -> Result<bool, RunError> {
        let there = state.cells[cell as usize];
        if there.is_owned(player) {
            return self.search(program, state, player, cell, mode, By::Rivals, NO_CELL);
        }
        let piece = piece.filter(|p| p.is_some()).unwrap_or(there).with_owner(player);
        let mut board = std::mem::replace(&mut self.board, State::placeholder());
        board.copy_position(state);
        board.put(program, CellId(cell), piece);
        let answer = self.search(program, &board, player, cell, mode, By::Rivals, NO_CELL);
        self.board = board;
        answer
    }

    /// Could the player who moves next take the royal piece on `cell`?
    pub(crate) fn is_royal_attacked(
        &mut self,
        program: &Program,
        state: &State,
        player: PlayerId,
        cell: u16,
    ) -> Result<bool, RunError> {
        self.search(program, state, player, cell, None, By::Player(program.next_player(player)), NO_CELL)
    }

    /// Could a friend of the piece on `mover` take a rival's piece on `cell`?
    pub(crate) fn is_defended(
        &mut self,
        program: &Program,
        state: &State,
        player: PlayerId,
        cell: u16,
        mode: Option<ModeId>,
        mover: u16,
    ) -> Result<bool, RunError> {
        let rival = program.next_player(player);
        let there = state.cells[cell as usize];
        let piece = if there.is_some() { there } else { state.cells[mover as usize] };
        if piece.is_none() || rival == player {
            return Ok(false);
        }
        let mut board = std::mem::replace(&mut self.board, State::placeholder());
        board.copy_position(state);
        board.put(program, CellId(cell), piece.with_owner(rival));
        let answer = self.search(program, &board, rival, cell, mode, By::Player(player), mover);
        self.board = board;
        answer
    }

    #[allow(clippy::too_many_arguments)]
    fn search(
        &mut self,
        program: &Program,
        state: &State,
        victim: PlayerId,
        cell: u16,
        mode: Option<ModeId>,
        by: By,
        except: u16,
    ) -> Result<bool, RunError> {
        let game = program.game();
        let mut pending = Vec::new();
        for p in 0..game.players.len() as u16 {
            let attacker = PlayerId(p);
            let counts = match by {
                By::Rivals => attacker != victim && program.is_active(attacker),
                By::Player(one) => one == attacker,
            };
            if !counts {
                continue;
            }
            for c in 0..state.cells.len() as u16 {
                let piece = state.cells[c as usize];
                if c == except || piece.is_none() || c == cell {
                    continue;
                }
                if game.rules.start == Start::Own && piece.owner() != attacker && program.pile() != Pile::Heap
                {
                    continue;
                }
                let touch = program.reach().of(program, attacker, piece.kind(), c);
                for (i, rule) in game.kinds[piece.kind().idx()].moves.iter().enumerate() {
                    if !touch.may(i, cell) || (mode.is_some() && rule.mode != mode) {
                        continue;
                    }
                    let job = Job {
                        program,
                        state,
                        block: rule.block,
                        player: attacker,
                        start: c,
                        mover: piece,
                        drop: false,
                    };
                    let mut sink = Hit { cell, parts: &mut self.parts, pending: &mut pending };
                    if self.machine.run(&job, None, &mut None, &mut sink)?.is_break() {
                        return Ok(true);
                    }
                }
            }
            for chain in std::mem::take(&mut pending) {
                if self.chain(program, state, attacker, cell, chain, 1)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Follows a part that must be continued: the capture may come later in the move.
    fn chain(
        &mut self,
        program: &Program,
        state: &State,
        attacker: PlayerId,
        cell: u16,
        (part, flags): Chain,
        depth: usize,
    ) -> Result<bool, RunError> {
        if depth >= MAX_ATTACK_PARTS {
            return Ok(false);
        }
        let mut after = state.clone();
        apply_part(program, &mut after, part.part(0), attacker, &mut Vec::new());
        let head = part.parts[0];
        let piece = after.cells[head.to as usize];
        if piece.is_none() {
            return Ok(false);
        }
        let then = Then::from(head.then);
        let mut pending = Vec::new();
        for rule in &program.game().kinds[piece.kind().idx()].moves {
            if matches!(then, Then::PartOf(m) if rule.mode != Some(m)) {
                continue;
            }
            let job = Job {
                program,
                state: &after,
                block: rule.block,
                player: attacker,
                start: head.to,
                mover: piece,
                drop: false,
            };
            let mut sink = Hit { cell, parts: &mut self.parts, pending: &mut pending };
            if self.machine.run(&job, flags.as_deref(), &mut None, &mut sink)?.is_break() {
                return Ok(true);
            }
        }
        for chain in pending {
            if self.chain(program, &after, attacker, cell, chain, depth + 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

type Chain = (Move, Option<Box<Flags>>);

/// Stops at the first part that takes what stands on a cell; keeps parts that must be continued.
struct Hit<'a> {
    cell: u16,
    parts: &'a mut PartBuilder,
    pending: &'a mut Vec<Chain>,
}

impl Sink for Hit<'_> {
    fn emit(&mut self, m: &mut Machine, job: &Job<'_>, exit: ExitId) -> Result<ControlFlow<()>, RunError> {
        let single = job.program.pile() == Pile::Single;
        let lands = |from: u16, to: u16| {
            single && to == self.cell && from != to && job.state.cells[from as usize].is_some()
        };
        let displaced = lands(m.from, m.target()) || m.moves.iter().any(|&(from, to, _)| lands(from, to));
        let owner = job.state.cells[self.cell as usize].owner();
        let taken = m.effects.iter().any(|e| match *e {
            Action::Capture { at, .. } | Action::CaptureLate { at, .. } | Action::Tuck { at, .. } => {
                at.0 == self.cell
            }
            Action::Create { at, .. } => single && at.0 == self.cell,
            Action::ChangeOwner { at, owner: to, .. } => at.0 == self.cell && to != owner,
            Action::Flip { at, .. } => at.0 == self.cell && job.program.next_player(owner) != owner,
            _ => false,
        });
        if displaced || taken {
            return Ok(ControlFlow::Break(()));
        }
        let exit = &job.program.game().exits[exit.idx()];
        if exit.then != Then::Done {
            let kinds = if exit.kinds.is_empty() { &[None][..] } else { &[] };
            let promotions = exit.kinds.iter().map(|k| Some(*k));
            for promote in kinds.iter().copied().chain(promotions) {
                if let Some(part) = self.parts.build(m, job, exit, promote)? {
                    self.pending.push((part, m.save_flags(job.program)));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}
