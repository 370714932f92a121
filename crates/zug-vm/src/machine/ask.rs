//! What a rule can ask: tests of cells, attributes, values of the board, counts.

use super::*;

impl Machine {
    #[inline(always)]
    pub(super) fn test(
        &mut self,
        job: &Job<'_>,
        test: Test,
        at: Loc,
        attacks: &mut Option<&mut Attacks>,
    ) -> Result<bool, RunError> {
        let cell = self.loc(job, at);
        let program = job.program;
        match test {
            Test::Mover { player } => return Ok(job.player == player),
            Test::Next { player } => return Ok(program.next_player(job.player) == player),
            _ if cell == NO_CELL => return Ok(false),
            _ => {}
        }
        if program.pile() == Pile::Heap {
            self.charge(job, work::change(program, job.state))?;
            if let Some(answer) = self.heap_test(job, test, cell) {
                return Ok(answer);
            }
        }
        let piece = self.board(job).cells[cell as usize];
        Ok(match test {
            Test::Empty {} => piece.is_none(),
            Test::Friend {} => piece.is_owned(job.player),
            Test::Enemy {} => is_enemy(program, piece, job.player),
            Test::Neutral {} => {
                piece.is_some() && piece.owner() != job.player && !program.is_active(piece.owner())
            }
            Test::Kind { kind } => piece.is_kind(kind),
            Test::Owner { who } => piece.is_owned(program.who(who, job.player)),
            Test::Zone { zone } => program.in_zone(job.player, zone, cell),
            Test::Cell { cell: that } => that.0 == cell,
            Test::OnBoard {} => true,
            Test::Marked {} => cell == self.marked(),
            Test::LastFrom {} => cell == job.state.last_from,
            Test::LastTo {} => cell == job.state.last_to,
            Test::CellFlag { flag } => self.cell_flags[cell_flag_idx(job, flag.idx(), cell)] != 0,
            Test::Attr { attr } => self.attr(job, attr, cell)? != 0,
            Test::Attacked {} => self.attacked(job, cell, None, attacks)?,
            Test::AttackedBy { mode } => self.attacked(job, cell, Some(mode), attacks)?,
            Test::Defended {} => self.defended(job, cell, None, attacks)?,
            Test::DefendedBy { mode } => self.defended(job, cell, Some(mode), attacks)?,
            Test::AdjacentToEnemy {} => {
                self.charge(job, work::scan(program.game().board.dirs.len()))?;
                self.adjacent_to_enemy(job, cell)
            }
            Test::GoalCell {} => {
                self.charge(job, program.goals_cost())?;
                crate::goals::is_goal_cell(program, job.player, CellId(cell))
            }
            Test::Mover { .. } | Test::Next { .. } => unreachable!("answered above"),
        })
    }

    /// On a heap a piece test asks whether some piece there passes.
    #[inline(never)]
    pub(super) fn heap_test(&self, job: &Job<'_>, test: Test, cell: u16) -> Option<bool> {
        let program = job.program;
        let some = |f: &dyn Fn(Piece) -> bool| self.board(job).any_piece(program, CellId(cell), f);
        match test {
            Test::Friend {} => Some(some(&|p| p.owner() == job.player)),
            Test::Enemy {} => Some(some(&|p| is_enemy(program, p, job.player))),
            Test::Neutral {} => Some(some(&|p| p.owner() != job.player && !program.is_active(p.owner()))),
            Test::Kind { kind } => Some(some(&|p| p.is_kind(kind))),
            Test::Owner { who } => Some(some(&|p| p.owner() == program.who(who, job.player))),
            _ => None,
        }
    }

    #[inline(never)]
    pub(super) fn attacked(
        &mut self,
        job: &Job<'_>,
        cell: u16,
        mode: Option<zug_ir::ModeId>,
        attacks: &mut Option<&mut Attacks>,
    ) -> Result<bool, RunError> {
        // Inside an attack query the answer is no: pseudo-legal moves are all it asks for.
        let Some(attacks) = attacks.as_deref_mut() else { return Ok(false) };
        let state = if self.sees_now { &self.now } else { job.state };
        let answer = attacks.is_attacked(job.program, state, job.player, cell, mode, self.carried)?;
        self.charge(job, attacks.take_spent())?;
        Ok(answer)
    }

    #[inline(never)]
    pub(super) fn defended(
        &mut self,
        job: &Job<'_>,
        cell: u16,
        mode: Option<zug_ir::ModeId>,
        attacks: &mut Option<&mut Attacks>,
    ) -> Result<bool, RunError> {
        let Some(attacks) = attacks.as_deref_mut() else { return Ok(false) };
        let state = if self.sees_now { &self.now } else { job.state };
        let (start, piece) = (job.start, self.carried);
        let answer = attacks.is_defended(job.program, state, job.player, cell, mode, start, piece)?;
        self.charge(job, attacks.take_spent())?;
        Ok(answer)
    }

    #[inline(never)]
    pub(super) fn adjacent_to_enemy(&self, job: &Job<'_>, cell: u16) -> bool {
        let links = &job.program.game().board.links;
        let mut neighbours = links.iter().filter_map(|l| l[cell as usize]);
        let enemy = |p: Piece| is_enemy(job.program, p, job.player);
        neighbours.any(|c| self.board(job).any_piece(job.program, c, enemy))
    }

    /// Do attributes on an empty current cell mean the piece that is moving?
    pub(super) fn follows(&self, job: &Job<'_>) -> bool {
        self.sees_now || job.program.game().rules.attr_view == AttrView::FollowsPiece
    }

    /// Is it the moving piece that an attribute of this cell belongs to?
    pub(super) fn in_flight(&self, job: &Job<'_>, cell: u16) -> bool {
        self.follows(job)
            && self.board(job).cells[cell as usize].is_none()
            && (cell == self.cursor || cell == self.from)
    }

    #[inline(never)]
    pub(super) fn attr(&mut self, job: &Job<'_>, attr: AttrId, cell: u16) -> Result<i32, RunError> {
        if cell == NO_CELL {
            return Ok(0);
        }
        let layout = job.program.layout();
        if self.in_flight(job, cell) {
            return Ok(layout.attr(self.carried, attr));
        }
        let mut piece = self.board(job).cells[cell as usize];
        // The private board shows settings already.
        if self.follows(job) && !self.sees_now {
            self.charge(job, work::scan(self.effects.len()))?;
            let set = self.effects.iter().rev().find_map(|e| match *e {
                Action::SetAttr { at, attr: a, value, .. } if at.0 == cell && a == attr => Some(value),
                _ => None,
            });
            if let Some(value) = set {
                piece = layout.with_attr(piece, attr, i32::from(value));
            }
        }
        Ok(layout.attr(piece, attr))
    }

    pub(super) fn global(&mut self, job: &Job<'_>, global: GlobalId) -> Result<i32, RunError> {
        self.charge(job, work::scan(self.effects.len()))?;
        let set = self.effects.iter().rev().find_map(|e| match *e {
            Action::SetGlobal { global: g, value } if g == global => Some(value),
            _ => None,
        });
        Ok(set.unwrap_or_else(|| job.state.globals[global.idx()]))
    }

    pub(super) fn is_doomed(&mut self, job: &Job<'_>, cell: u16) -> Result<bool, RunError> {
        self.charge(job, work::scan(job.state.doomed.len() + self.effects.len()))?;
        Ok(job.state.is_doomed(cell)
            || self.effects.iter().any(|e| matches!(e, Action::CaptureLate { at, .. } if at.0 == cell)))
    }
}

/// A piece of another player who takes turns.
#[inline]
pub(crate) fn is_enemy(program: &Program, piece: Piece, player: PlayerId) -> bool {
    piece.is_some() && piece.owner() != player && program.is_active(piece.owner())
}

pub(super) fn cell_flag_idx(job: &Job<'_>, flag: usize, cell: u16) -> usize {
    flag * job.state.cells.len() + cell as usize
}

/// How many pieces on the board pass a filter.
pub(crate) fn count_pieces(program: &Program, state: &State, filter: Filter, player: PlayerId) -> i32 {
    let owner = filter.owner.map(|w: Who| program.who(w, player));
    let mut total: u64 = 0;
    if program.pile() == Pile::Single && filter.zone.is_none() {
        let fits = |p: &&Piece| {
            p.is_some() && owner.is_none_or(|o| p.owner() == o) && filter.kind.is_none_or(|k| p.is_kind(k))
        };
        return state.cells.iter().filter(fits).count() as i32;
    }
    for c in 0..state.cells.len() as u16 {
        if filter.zone.is_some_and(|z| !program.in_zone(player, z, c)) {
            continue;
        }
        state.each_piece(program, CellId(c), |p, n| {
            if owner.is_none_or(|o| p.owner() == o) && filter.kind.is_none_or(|k| p.is_kind(k)) {
                total += n;
            }
        });
    }
    total.min(i32::MAX as u64) as i32
}
