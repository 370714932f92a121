//! Complete moves: candidates followed part by part until nothing must follow.
//!
//! A turn is a tree of parts. A node is complete if its part says so, if nothing can follow, or if the game
//! lets a player stop early. Routes that come back to a position they have already been in are cut, so the
//! tree is finite; where it still has more than [`MAX_ROUTES`] leaves, each position inside the turn is
//! entered once and other routes to it are left out.

use crate::action::Move;
use crate::apply::apply_part;
use crate::candidates::{Candidate, Generator};
use crate::error::{Limit, MAX_PARTS, MAX_ROUTES, RunError};
use crate::program::Program;
use crate::state::State;
use crate::work;
use rustc_hash::{FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};
use zug_ir::Then;

/// Turns first parts into complete moves.
pub(crate) fn complete(
    generator: &mut Generator,
    program: &Program,
    state: &State,
    candidates: &mut Vec<Candidate>,
    out: &mut Vec<Move>,
) -> Result<(), RunError> {
    if candidates.iter().all(|c| c.then == Then::Done) {
        out.extend(candidates.drain(..).map(|c| c.part));
        return Ok(());
    }
    let start = out.len();
    let mut walk = Walk { generator, program, path: Vec::new(), entered: None, limit: start + MAX_ROUTES };
    let firsts = candidates.clone();
    if walk.all(state, &Move::default(), firsts, out)? {
        return Ok(());
    }
    out.truncate(start);
    walk.path.clear();
    walk.entered = Some(FxHashSet::default());
    walk.limit = usize::MAX;
    walk.all(state, &Move::default(), std::mem::take(candidates), out)?;
    Ok(())
}

struct Walk<'a> {
    generator: &'a mut Generator,
    program: &'a Program,
    /// Positions between the parts of the route so far.
    path: Vec<u64>,
    /// Positions entered by any route, once there are too many routes to keep apart.
    entered: Option<FxHashSet<u64>>,
    limit: usize,
}

impl Walk<'_> {
    /// Follows all candidates from one node. False: too many routes.
    fn all(
        &mut self,
        state: &State,
        prefix: &Move,
        candidates: Vec<Candidate>,
        out: &mut Vec<Move>,
    ) -> Result<bool, RunError> {
        for candidate in candidates {
            if out.len() > self.limit {
                return Ok(false);
            }
            self.generator.charge(work::keep(prefix.actions.len() + prefix.parts.len()))?;
            let mut mv = prefix.clone();
            mv.push_part(&candidate.part);
            if candidate.then == Then::Done {
                out.push(mv);
            } else if !self.follow(state, mv, &candidate, out)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn follow(
        &mut self,
        state: &State,
        mv: Move,
        candidate: &Candidate,
        out: &mut Vec<Move>,
    ) -> Result<bool, RunError> {
        let program = self.program;
        if mv.n_parts() >= MAX_PARTS {
            return Err(RunError { kind: Limit::Parts, block: None });
        }
        let changes = candidate.part.actions.len() as u64 * work::change(program, state);
        self.generator.charge(work::copy(state) + changes + work::scan(self.path.len() + state.history.len()))?;
        let mut after = state.clone();
        let mover = program.turn(state).actor;
        apply_part(program, &mut after, candidate.part.part(0), mover, &mut Vec::new());
        let place = place(&after, candidate);
        if self.path.contains(&place) {
            return Ok(true);
        }
        if let Some(entered) = &mut self.entered {
            if !entered.insert(place) {
                return Ok(true);
            }
        }
        let mut next = Vec::new();
        let head = candidate.part.parts[0];
        self.generator.next_parts(program, &after, head, candidate.flags.as_deref(), &mut next)?;
        let before = out.len();
        if next.is_empty() || program.game().rules.stop_early {
            out.push(mv.clone());
        }
        self.path.push(place);
        let done = self.all(&after, &mv, next, out)?;
        self.path.pop();
        // Every continuation came back to where it had been: the move ends here after all.
        if done && out.len() == before && self.entered.is_none() {
            out.push(mv);
        }
        Ok(done)
    }
}

/// What decides the rest of the turn, as one number.
fn place(after: &State, candidate: &Candidate) -> u64 {
    let mut hasher = FxHasher::default();
    after.position_hash().hash(&mut hasher);
    let head = candidate.part.parts[0];
    (head.to, head.then).hash(&mut hasher);
    // The last step matters where rules forbid going straight back.
    (after.last_from, after.last_to).hash(&mut hasher);
    after.doomed.hash(&mut hasher);
    after.globals.hash(&mut hasher);
    if let Some(flags) = &candidate.flags {
        flags.flags.hash(&mut hasher);
        flags.cell_flags.hash(&mut hasher);
    }
    hasher.finish()
}
