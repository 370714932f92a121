//! Complete moves: candidates followed part by part until nothing must follow.
//!
//! A turn is a tree of parts. A node is complete if its part says so, if nothing can follow, or if the game
//! lets a player stop early. Routes that come back to a position they have already been in are cut, so the
//! tree is finite; where it still has more than [`MAX_ROUTES`] leaves, each position inside the turn is
//! entered once and other routes to it are left out.

use crate::action::{Move, PartHead};
use crate::apply::apply_part;
use crate::candidates::{Candidate, Generator};
use crate::error::{Limit, MAX_KEPT, MAX_PARTS, MAX_ROUTES, RunError};
use crate::machine::Flags;
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
    let mut tree = Tree { generator, program, route: Vec::new(), entered: None };
    let firsts = candidates.clone();
    if tree.search(state, firsts, start + MAX_ROUTES, out)? {
        return Ok(());
    }
    out.truncate(start);
    tree.entered = Some(FxHashSet::default());
    tree.search(state, std::mem::take(candidates), usize::MAX, out)?;
    Ok(())
}

struct Tree<'a> {
    generator: &'a mut Generator,
    program: &'a Program,
    /// The nodes from the start of the turn to where the search is.
    route: Vec<Node>,
    /// Positions entered by any route, once there are too many routes to keep apart.
    entered: Option<FxHashSet<u64>>,
}

/// A position inside the turn.
struct Node {
    state: State,
    /// The parts that led here.
    made: Move,
    place: u64,
    /// Parts that may follow and have not been followed yet.
    rest: std::vec::IntoIter<Candidate>,
    /// How many moves there were when it was entered.
    before: usize,
    /// A continuation was left out because another route has been there.
    left_out: bool,
}

impl Tree<'_> {
    /// Follows all routes, depth first. False: there are more than `limit` moves.
    fn search(
        &mut self,
        state: &State,
        firsts: Vec<Candidate>,
        limit: usize,
        out: &mut Vec<Move>,
    ) -> Result<bool, RunError> {
        let (made, rest) = (Move::default(), firsts.into_iter());
        let state = state.without_history();
        self.route.clear();
        self.route.push(Node { state, made, place: 0, rest, before: 0, left_out: false });
        while let Some(node) = self.route.last_mut() {
            if out.len() > limit {
                return Ok(false);
            }
            let Some(candidate) = node.rest.next() else {
                self.leave(out)?;
                continue;
            };
            self.generator.charge(work::keep(node.made.actions.len() + node.made.parts.len()))?;
            let mut made = node.made.clone();
            made.push_part(&candidate.part);
            if candidate.then == Then::Done {
                self.found(made, out)?;
            } else {
                self.enter(made, &candidate, out)?;
            }
        }
        Ok(true)
    }

    /// Goes on after a part that does not end the move.
    fn enter(&mut self, made: Move, candidate: &Candidate, out: &mut Vec<Move>) -> Result<(), RunError> {
        let program = self.program;
        let Some(node) = self.route.last() else { return Ok(()) };
        let changes = candidate.part.actions.len() as u64 * work::change(program, &node.state);
        self.generator.charge(work::copy(&node.state) + changes + work::scan(made.n_parts()))?;
        let mut after = node.state.clone();
        let mover = program.turn(&after).actor;
        apply_part(program, &mut after, candidate.part.part(0), mover, &mut Vec::new());
        if made.n_parts() >= MAX_PARTS {
            return Err(RunError { kind: Limit::Parts, block: Some(candidate.block) });
        }
        if made.n_parts() * after.bytes() > MAX_KEPT {
            return Err(RunError { kind: Limit::Memory, block: Some(candidate.block) });
        }
        let head = candidate.part.parts[0];
        let place = place(&after, head, candidate.flags.as_deref());
        if self.route.iter().any(|n| n.place == place) {
            return Ok(());
        }
        if self.entered.as_mut().is_some_and(|entered| !entered.insert(place)) {
            if let Some(node) = self.route.last_mut() {
                node.left_out = true;
            }
            return Ok(());
        }
        let mut next = Vec::new();
        self.generator.next_parts(program, &after, head, candidate.flags.as_deref(), &mut next)?;
        let before = out.len();
        if next.is_empty() || program.game().rules.stop_early {
            self.found(made.clone(), out)?;
        }
        self.route.push(Node { state: after, made, place, rest: next.into_iter(), before, left_out: false });
        Ok(())
    }

    /// Everything that follows a node has been followed.
    fn leave(&mut self, out: &mut Vec<Move>) -> Result<(), RunError> {
        let Some(node) = self.route.pop() else { return Ok(()) };
        let Some(parent) = self.route.last_mut() else { return Ok(()) };
        if out.len() > node.before {
            return Ok(());
        }
        if node.left_out {
            parent.left_out = true;
            return Ok(());
        }
        // Every continuation came back to where it had been: the move ends here after all.
        self.found(node.made, out)
    }

    /// A complete move.
    fn found(&mut self, made: Move, out: &mut Vec<Move>) -> Result<(), RunError> {
        self.generator.machine.keep(None, size_of::<Move>() + made.list_bytes())?;
        out.push(made);
        Ok(())
    }
}

/// What decides the rest of the turn after a part, as one number.
pub(crate) fn place(after: &State, head: PartHead, flags: Option<&Flags>) -> u64 {
    let mut hasher = FxHasher::default();
    after.position_hash().hash(&mut hasher);
    (head.to, head.then).hash(&mut hasher);
    // The last step matters where rules forbid going straight back.
    (after.last_from, after.last_to).hash(&mut hasher);
    after.doomed.hash(&mut hasher);
    after.globals.hash(&mut hasher);
    if let Some(flags) = flags {
        flags.flags.hash(&mut hasher);
        flags.cell_flags.hash(&mut hasher);
    }
    hasher.finish()
}
