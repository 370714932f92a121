//! Questions about a turn that goes on, for sets of starts: who can begin one, and who could go on after a first part.

use crate::class::{Class, contains};
use crate::codes::Codes;
use crate::flow::{
    Cond, END, Effect, Exit, ExitId, Flow, Node, NodeId, Place, PlaceId, Shared, StartSet, fused, in_set,
    lanes_only, ordered,
};
use crate::plan::Rule;
use crate::uniform::{Emit, Uniform};
use crate::walk::cell;
use zug_vm::{NO_CELL, Piece, Program};

/// The flow of some rules that only says whether a start emits anything.
fn any_of(flows: &[&Flow], exit: ExitId) -> Option<Flow> {
    let mut nodes = vec![Node::End];
    let mut otherwise = END;
    for flow in flows.iter().rev() {
        // Whoever emits nothing here goes on to the next rule.
        let base = nodes.len() as u32 - 1;
        let to = |id: NodeId| if id == END { otherwise } else { NodeId(base + id.0) };
        for node in &flow.nodes[1..] {
            nodes.push(match node {
                Node::End => Node::End,
                Node::Test { cond, at, yes, no } => {
                    Node::Test { cond: *cond, at: *at, yes: to(*yes), no: to(*no) }
                }
                Node::Split { starts, yes, no } => {
                    Node::Split { starts: starts.clone(), yes: to(*yes), no: to(*no) }
                }
                Node::Num { .. } => return None,
                Node::Effect { next, .. } | Node::Forget { next } => {
                    Node::Split { starts: Box::new([]), yes: to(*next), no: to(*next) }
                }
                Node::Emit { .. } => Node::Emit { exit, to: PlaceId(0), next: END },
            });
        }
        otherwise = NodeId(nodes.len() as u32 - 1);
    }
    let flow = ordered(&nodes, otherwise, false).ok()?;
    Some(lanes_only(&flow))
}

/// Lanes that find the starts from which some of these rules emit something.
pub(crate) fn begins<const W: usize>(
    program: &Program,
    shared: &mut Shared,
    flows: &[&Flow],
    exit: ExitId,
) -> Option<Uniform<W>> {
    let flow = any_of(flows, exit)?;
    let flow = fused(&flow, &mut shared.places).ok()?;
    let lanes = Uniform::new(program, &[(0, &flow)], shared)?;
    (lanes.emits.len() == 1).then_some(lanes)
}

/// Lanes that find, of the starts of a first part, those from which the turn goes on.
pub(crate) fn goes_on<const W: usize>(
    program: &Program,
    shared: &mut Shared,
    codes: &Codes,
    (rule, emit): (&Rule<W>, &Emit),
    flows: &[&Flow],
    exit: ExitId,
) -> Option<Uniform<W>> {
    let next = any_of(flows, exit)?;
    let code = codes.only(rule.of.player, rule.of.kind)?;
    let first = shared.exits.get(emit.exit).clone();
    let after = After { program, first, to: emit.to, piece: codes.piece(code) };
    let flow = after.seen_from_start(shared, &next)?;
    let flow = fused(&lanes_only(&flow), &mut shared.places).ok()?;
    let lanes = Uniform::new(program, &[(0, &flow)], shared)?;
    (lanes.emits.len() <= 1).then_some(lanes)
}

/// The position after a first part, as seen from where it started.
struct After<'a> {
    program: &'a Program,
    first: Exit,
    to: PlaceId,
    piece: Piece,
}

/// What is known of a cell after the part.
enum Known {
    Yes,
    No,
    /// What was true before.
    AsBefore,
}

impl After<'_> {
    /// A flow from the target of the part, turned into one from its start.
    fn seen_from_start(&self, shared: &mut Shared, next: &Flow) -> Option<Flow> {
        let n_cells = self.program.game().board.cells.len() as u16;
        let target = |shared: &Shared, start: u16| shared.places.at(self.to, start);
        let set = |test: &dyn Fn(u16) -> bool| {
            let mut set: StartSet = vec![0u64; usize::from(n_cells).div_ceil(64)].into();
            for start in (0..n_cells).filter(|s| test(*s)) {
                set[start as usize / 64] |= 1 << (start % 64);
            }
            set
        };
        let mut nodes = vec![Node::End];
        let mut place = vec![END];
        for node in &next.nodes[1..] {
            let to = |id: NodeId| place[id.0 as usize];
            let made = match node {
                Node::Test { cond: Cond::Class(board), at, yes, no } => {
                    let class = shared.classes.class(*board);
                    let mut asked = vec![NO_CELL; n_cells as usize];
                    let mut known = vec![false; n_cells as usize];
                    for start in 0..n_cells {
                        let from = target(shared, start);
                        let there = if from == NO_CELL { NO_CELL } else { shared.places.at(*at, from) };
                        match self.known(shared, class, start, there)? {
                            Known::Yes => known[start as usize] = true,
                            Known::No => {}
                            Known::AsBefore => asked[start as usize] = there,
                        }
                    }
                    let at = shared.places.id(asked.into());
                    nodes.push(Node::Test { cond: Cond::Class(*board), at, yes: to(*yes), no: to(*no) });
                    let starts = set(&|s| known[s as usize]);
                    Node::Split { starts, yes: to(*yes), no: NodeId(nodes.len() as u32 - 1) }
                }
                Node::Split { starts, yes, no } => {
                    let starts = set(&|s| {
                        let from = target(shared, s);
                        from != NO_CELL && in_set(starts, from)
                    });
                    Node::Split { starts, yes: to(*yes), no: to(*no) }
                }
                Node::Emit { exit, next, .. } => Node::Emit { exit: *exit, to: PlaceId(0), next: to(*next) },
                _ => return None,
            };
            nodes.push(made);
            place.push(NodeId(nodes.len() as u32 - 1));
        }
        ordered(&nodes, NodeId(nodes.len() as u32 - 1), false).ok()
    }

    /// Is a cell in a class after the part? `None` if the part does something that nobody can tell.
    fn known(&self, shared: &Shared, class: Class, start: u16, at: u16) -> Option<Known> {
        if at == NO_CELL {
            return Some(Known::No);
        }
        let target = shared.places.at(self.to, start);
        let of = |place: Place| cell(&shared.places, place, start, target);
        let answer = |yes: bool| Some(if yes { Known::Yes } else { Known::No });
        let (mut gone, mut doomed) = (at == start, false);
        for effect in &self.first.effects {
            let there = effect.place().is_some_and(|p| of(p) == at);
            match effect {
                Effect::Capture(_) => gone |= there,
                Effect::CaptureLate(_) => doomed |= there,
                Effect::SetGlobal(..) => {}
                _ => return None,
            }
        }
        match class {
            Class::LastFrom => answer(at == start),
            Class::LastTo => answer(at == target),
            // Before the first part there were none.
            Class::Doomed => answer(doomed),
            Class::Flagged(_) => {
                let flags = self.first.flags.iter().rev();
                let mut set = flags.filter(|(b, p, _)| shared.classes.class(*b) == class && of(*p) == at);
                answer(set.next().is_some_and(|(.., on)| *on))
            }
            _ if at == target => answer(contains(self.program, class, self.piece)),
            _ if gone => answer(contains(self.program, class, Piece::NONE)),
            _ => Some(Known::AsBefore),
        }
    }
}
