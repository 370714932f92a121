//! The course of a rule: what numbers decide first, then lanes of starts or of targets.
//!
//! A rule that may go to any cell asks the same about each of them, so its flow is one piece again and again, once for each
//! target. Read the other way round that is one flow whose lanes are targets; what it asks about where it started becomes a
//! question about one cell. It is run for each start, and starts are few where targets are many.

use crate::bits::{self, Bits};
use crate::flow::{
    Cond, END, ExitId, Flow, Node, NodeId, PlaceId, Places, Shared, StartSet, fused, in_set, lanes_only,
    meetings, ordered,
};
use crate::lane::{Lane, Registers};
use crate::num::ExprId;
use crate::offer::{Anchor, Offer};
use crate::plan::Plan;
use crate::position::Position;
use crate::why::Why;
use rustc_hash::FxHashMap;
use zug_vm::NO_CELL;

/// Fewer targets are looked at one by one.
const MIN_TARGETS: usize = 4;
/// Targets that are asked about in more different ways than this are looked at one by one.
const MAX_SORTS: usize = 4;
/// Numbers asked one after the other.
const MAX_FORKS: usize = 3;

#[derive(Debug)]
pub(crate) enum Course<const W: usize> {
    /// A number decides.
    Fork { num: ExprId, yes: Box<Course<W>>, no: Box<Course<W>> },
    /// All starts at once.
    Starts(Lanes<W>),
    /// Start by start, and all targets at once that are asked about alike.
    Targets(Vec<Lanes<W>>),
}

/// A flow with the cells that are its lanes.
#[derive(Debug)]
pub(crate) struct Lanes<const W: usize> {
    pub(crate) cells: Bits<W>,
    #[cfg(feature = "jit")]
    pub(crate) flow: Flow,
    pub(crate) lane: Lane<W>,
}

impl<const W: usize> Lanes<W> {
    fn new(cells: Bits<W>, flow: Flow, places: &Places) -> Result<Self, Why> {
        Ok(Lanes {
            cells,
            lane: Lane::new(&flow, places)?,
            #[cfg(feature = "jit")]
            flow,
        })
    }
}

impl<const W: usize> Course<W> {
    /// `None` where all of the rule is best run for all starts at once.
    pub(crate) fn new(shared: &mut Shared, flow: &Flow) -> Option<Self> {
        let course = Self::of(shared, flow, MAX_FORKS).ok()?;
        course.spreads().then_some(course)
    }

    fn of(shared: &mut Shared, flow: &Flow, forks: usize) -> Result<Self, Why> {
        if let (Node::Num { num, yes, no }, 1..) = (flow.node(flow.entry()), forks) {
            let mut after = |id: NodeId| {
                let rest = ordered(&flow.nodes, id, false)?;
                Self::of(shared, &rest, forks - 1).map(Box::new)
            };
            return Ok(Course::Fork { num: *num, yes: after(*yes)?, no: after(*no)? });
        }
        if let Some(sorts) = targets(shared, flow) {
            let lanes = |(cells, flow): (Vec<u16>, Flow)| {
                Lanes::new(bits::of_cells(cells), lanes_only(&flow), &shared.places)
            };
            return Ok(Course::Targets(sorts.into_iter().map(lanes).collect::<Result<_, _>>()?));
        }
        let flow = fused(flow, &mut shared.places)?;
        Ok(Course::Starts(Lanes::new(bits::none(), flow, &shared.places)?))
    }

    fn spreads(&self) -> bool {
        match self {
            Course::Fork { yes, no, .. } => yes.spreads() || no.spreads(),
            Course::Starts(_) => false,
            Course::Targets(_) => true,
        }
    }
}

/// A node of what is asked about one target, but for the cells: what leads out of it is `None`.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Asked {
    Test(Cond, Option<usize>, Option<usize>),
    /// Has the rule started at the cell?
    Origin(Option<usize>, Option<usize>),
    Num(ExprId, Option<usize>, Option<usize>),
    Emit(ExitId, Option<usize>),
}

/// What is asked about one target: nodes, and the cell of each. A node leads to others by their places in the list.
struct Segment {
    target: u16,
    nodes: Vec<Asked>,
    cells: Vec<u16>,
}

/// The flow read the other way round: targets that are asked about alike, with what is asked. `None` if it is no flow that
/// asks about target after target.
fn targets(shared: &mut Shared, flow: &Flow) -> Option<Vec<(Vec<u16>, Flow)>> {
    let stops = meetings(flow);
    if stops.len() < MIN_TARGETS {
        return None;
    }
    let mut sorts: Vec<(Vec<Asked>, Vec<Segment>)> = Vec::new();
    for (i, first) in stops.iter().enumerate() {
        let end = stops.get(i + 1).copied().unwrap_or(END);
        let segment = segment(&shared.places, flow, *first, end)?;
        if sorts.iter().any(|(_, list)| list.iter().any(|s| s.target == segment.target)) {
            return None;
        }
        match sorts.iter_mut().find(|(nodes, _)| *nodes == segment.nodes) {
            Some((_, list)) => list.push(segment),
            None => sorts.push((segment.nodes.clone(), vec![segment])),
        }
    }
    if sorts.len() > MAX_SORTS {
        return None;
    }
    sorts.into_iter().map(|(nodes, list)| together(shared, &nodes, &list)).collect()
}

/// What is asked between two points that every start comes to, if all of it is about one target.
fn segment(places: &Places, flow: &Flow, first: NodeId, end: NodeId) -> Option<Segment> {
    let mut known: FxHashMap<NodeId, usize> = FxHashMap::default();
    let mut list = vec![first];
    known.insert(first, 0);
    let (mut nodes, mut cells, mut target) = (Vec::new(), Vec::new(), None);
    let mut i = 0;
    while let Some(&here) = list.get(i) {
        let mut to = |id: NodeId| {
            (id != end && id != END).then(|| {
                *known.entry(id).or_insert_with(|| {
                    list.push(id);
                    list.len() - 1
                })
            })
        };
        let (asked, cell) = match flow.node(here) {
            Node::Test { cond: cond @ Cond::Class(_), at, yes, no } => {
                (Asked::Test(*cond, to(*yes), to(*no)), places.constant_cell(*at)?)
            }
            Node::Split { starts, yes, no } => {
                let (cell, here) = single(starts, places.of(PlaceId(0)).len() as u16)?;
                let (yes, no) = if here { (yes, no) } else { (no, yes) };
                (Asked::Origin(to(*yes), to(*no)), cell)
            }
            Node::Num { num, yes, no } => (Asked::Num(*num, to(*yes), to(*no)), NO_CELL),
            Node::Emit { exit, to: at, next } => {
                let cell = places.constant_cell(*at)?;
                if *target.get_or_insert(cell) != cell {
                    return None;
                }
                (Asked::Emit(*exit, to(*next)), NO_CELL)
            }
            _ => return None,
        };
        nodes.push(asked);
        cells.push(cell);
        i += 1;
    }
    Some(Segment { target: target?, nodes, cells })
}

/// The start that a set has and no other, or that it lacks alone.
fn single(starts: &StartSet, n_cells: u16) -> Option<(u16, bool)> {
    let these = |here: bool| (0..n_cells).filter(move |s| in_set(starts, *s) == here);
    let alone = |here: bool| {
        let mut list = these(here);
        list.next().filter(|_| list.next().is_none()).map(|cell| (cell, here))
    };
    alone(true).or_else(|| alone(false))
}

/// One flow for targets that are asked about alike.
fn together(shared: &mut Shared, nodes: &[Asked], list: &[Segment]) -> Option<(Vec<u16>, Flow)> {
    let n_cells = shared.places.of(PlaceId(0)).len();
    let mut out = vec![Node::End];
    let to = |i: &Option<usize>| i.map_or(END, |i| NodeId(i as u32 + 1));
    for (i, node) in nodes.iter().enumerate() {
        let mut cells = vec![NO_CELL; n_cells];
        list.iter().for_each(|s| cells[s.target as usize] = s.cells[i]);
        let mut at = || shared.places.id(cells.clone().into());
        out.push(match node {
            Asked::Test(cond, yes, no) => Node::Test { cond: *cond, at: at(), yes: to(yes), no: to(no) },
            Asked::Origin(yes, no) => Node::Test { cond: Cond::Origin, at: at(), yes: to(yes), no: to(no) },
            Asked::Num(num, yes, no) => Node::Num { num: *num, yes: to(yes), no: to(no) },
            Asked::Emit(exit, next) => Node::Emit { exit: *exit, to: PlaceId(0), next: to(next) },
        });
    }
    let flow = ordered(&out, NodeId(1), false).ok()?;
    Some((list.iter().map(|s| s.target).collect(), flow))
}

impl<const W: usize> Plan<W> {
    /// What a rule offers. How many moves are they?
    pub(crate) fn course_offers(
        &self,
        position: &Position,
        (rule, course): (u16, &Course<W>),
        starts: Bits<W>,
        registers: &mut Registers<W>,
        offers: &mut Vec<Offer<W>>,
    ) -> u32 {
        match course {
            Course::Fork { num, yes, no } => {
                let next = if self.number(position, *num) != 0 { yes } else { no };
                self.course_offers(position, (rule, next), starts, registers, offers)
            }
            Course::Starts(lanes) => {
                self.lane_offers(position, (rule, &lanes.lane), (starts, None), registers, offers)
            }
            Course::Targets(sorts) => {
                let mut total = 0;
                for start in bits::cells(&starts) {
                    for lanes in sorts {
                        let cells = (lanes.cells, Some(start));
                        total += self.lane_offers(position, (rule, &lanes.lane), cells, registers, offers);
                    }
                }
                total
            }
        }
    }

    /// What lanes offer: of starts, or of the targets of one start.
    pub(crate) fn lane_offers(
        &self,
        position: &Position,
        (rule, lane): (u16, &Lane<W>),
        (cells, start): (Bits<W>, Option<u16>),
        registers: &mut Registers<W>,
        offers: &mut Vec<Offer<W>>,
    ) -> u32 {
        let mut total = 0;
        let number = |num| self.number(position, num);
        let origin = start.map_or(bits::none(), bits::single);
        lane.run(position, (cells, &origin), registers, number, |exit, to, cells| {
            let anchor = start.map_or(Anchor::Starts(to), Anchor::Targets);
            let n = bits::count(&cells) * self.choices[exit.0 as usize];
            if n == 0 {
                total += self.each_offers(position, rule, exit, anchor, cells, offers);
                return;
            }
            total += n;
            offers.push(Offer { cells, anchor, rule, exit, about: 0, n });
        });
        total
    }
}
