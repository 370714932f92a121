//! The private board of a run whose rules see their own changes (`View::Now`).

use super::*;

impl Machine {
    /// The private board as the recorded movements and effects make it: everything that moves is lifted, what
    /// has moved is set down.
    #[inline(never)]
    pub(super) fn rebuild_now(&mut self, job: &Job<'_>) -> Result<(), RunError> {
        let changes = (2 * self.moves.len() + self.effects.len() + 1) as u64;
        self.charge(job, work::copy(job.state) + changes * work::change(job.program, job.state))?;
        self.now.copy_position(job.state);
        match job.program.pile() {
            Pile::Single => self.single_movements(job),
            Pile::Stack => self.stack_movements(job),
            Pile::Heap => self.heap_movements(job),
        }
        for i in 0..self.effects.len() {
            self.see(job, self.effects[i]);
        }
        Ok(())
    }

    pub(super) fn single_movements(&mut self, job: &Job<'_>) {
        let program = job.program;
        let closed = self.moves.iter().filter(|(from, to, _)| from != to);
        let open = (!job.drop).then_some(self.from);
        for from in closed.clone().map(|(from, ..)| *from).chain(open) {
            self.now.put(program, CellId(from), Piece::NONE);
        }
        for &(from, to, _) in closed {
            let piece = job.state.cells[from as usize];
            if piece.is_some() {
                self.now.put(program, CellId(to), piece);
            }
        }
    }

    pub(super) fn stack_movements(&mut self, job: &Job<'_>) {
        let closed = self.moves.iter().filter(|(from, to, _)| from != to);
        let lifted: Vec<(u16, Vec<Piece>)> =
            closed.map(|&(from, to, n)| (to, self.now.take_stack(CellId(from), n))).collect();
        if !job.drop {
            self.now.take_stack(CellId(self.from), self.lift);
        }
        for (to, pile) in lifted {
            self.now.push_all(CellId(to), &pile);
        }
    }

    /// What is open is not lifted from a heap: its rules ask how many pieces the start cell holds.
    pub(super) fn heap_movements(&mut self, job: &Job<'_>) {
        for &(from, to, n) in self.moves.iter().filter(|(from, to, _)| from != to) {
            let piece = job.moving(from);
            if piece.is_some() {
                let n = self.now.add_heap(job.program, CellId(from), piece, -i64::from(n.max(1)));
                self.now.add_heap(job.program, CellId(to), piece, -n);
            }
        }
    }

    #[inline(never)]
    pub(super) fn see(&mut self, job: &Job<'_>, action: Action) {
        let seen = fill(job.program, &self.now, action);
        match seen {
            // The board value is read from the effects, the turn is not changed by a rule in progress,
            // a tucked piece leaves its cell but has nowhere to go yet.
            Action::SetGlobal { .. } | Action::RepeatTurn | Action::AddReserve { .. } => {}
            Action::SetAttr { at, .. } if at.0 == NO_CELL => {}
            Action::Tuck { at, .. } => {
                self.now.pop(at);
            }
            _ => apply_action(job.program, &mut self.now, &seen, job.player, &mut Vec::new()),
        }
    }
}
