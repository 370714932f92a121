//! Rules that are barred by certain pieces on certain cells, wherever on these cells they stand: nothing is to be dropped on a line
//! where an equal piece stands already.

use crate::bits::{self, Bits};
use crate::class::BoardId;
use crate::flow::{Cond, END, ExitId, Flow, Node, NodeId, PlaceId};
use crate::plan::Plan;
use zug_vm::NO_CELL;

/// A rule that does one thing on an empty start.
pub(super) struct Barred<const W: usize> {
    pub(super) exit: ExitId,
    pub(super) starts: Bits<W>,
    /// A cell that all of these show
    pub(super) boards: Vec<BoardId>,
    /// may not be among these, for each start.
    pub(super) cells: Vec<Bits<W>>,
}

/// A rule read as bars. `None` if it is something else.
pub(super) fn barred<const W: usize>(plan: &Plan<W>, rule: u16) -> Option<Barred<W>> {
    let flow = &plan.flows[rule as usize];
    if flow.effects_on_the_way {
        return None;
    }
    let cells = vec![bits::none(); plan.layout.n_cells];
    let barred = Barred { exit: ExitId(0), starts: plan.all_cells, boards: Vec::new(), cells };
    let mut reader = Reader { plan, flow, barred, empty: false };
    let end = reader.read(flow.entry(), None, plan.all_cells)?;
    let Node::Emit { exit, to, next } = flow.node(end) else { return None };
    let alone = *next == END && plan.shared.places.is_start(*to) && plan.choices[exit.0 as usize] == 1;
    let Reader { barred, empty, .. } = reader;
    (alone && empty && !barred.boards.is_empty()).then_some(Barred { exit: *exit, ..barred })
}

struct Reader<'a, const W: usize> {
    plan: &'a Plan<W>,
    flow: &'a Flow,
    barred: Barred<W>,
    /// The start must be empty.
    empty: bool,
}

impl<const W: usize> Reader<'_, W> {
    /// Reads what these starts are asked, up to a node, or to the first that is no question. Which is it?
    fn read(&mut self, mut at: NodeId, until: Option<NodeId>, starts: Bits<W>) -> Option<NodeId> {
        while Some(at) != until {
            at = match self.flow.node(at) {
                Node::Test { cond: Cond::Class(board), at, yes, no } if *no == END => {
                    if *board != self.plan.empty || !self.plan.shared.places.is_start(*at) {
                        return None;
                    }
                    self.empty = true;
                    *yes
                }
                Node::Test { .. } => self.bar(at, &starts)?,
                Node::Split { starts: passing, yes, no } => {
                    let passing: Bits<W> = std::array::from_fn(|i| passing.get(i).copied().unwrap_or(0));
                    if *no == END || *yes == END {
                        // Whoever gets here at all must not be one of them.
                        let out = if *no == END {
                            bits::and_not(&starts, &passing)
                        } else {
                            bits::and(&starts, &passing)
                        };
                        self.barred.starts = bits::and_not(&self.barred.starts, &out);
                        if *no == END { *yes } else { *no }
                    } else {
                        // Some are asked more than others.
                        self.read(*yes, Some(*no), bits::and(&starts, &passing))?;
                        *no
                    }
                }
                _ if until.is_none() => return Some(at),
                _ => return None,
            };
        }
        Some(at)
    }

    /// Questions about one cell that end the rule if all are answered with yes. Where does it go on otherwise?
    fn bar(&mut self, at: NodeId, starts: &Bits<W>) -> Option<NodeId> {
        let (mut boards, mut place, mut next, mut this): (_, Option<PlaceId>, Option<NodeId>, _) =
            (Vec::new(), None, None, at);
        while this != END {
            let Node::Test { cond: Cond::Class(board), at, yes, no } = self.flow.node(this) else {
                return None;
            };
            let same = place.is_none_or(|p| p == *at) && next.is_none_or(|n| n == *no);
            if !same || self.plan.shared.classes.class(*board).of_places() {
                return None;
            }
            boards.push(*board);
            (place, next, this) = (Some(*at), Some(*no), *yes);
        }
        boards.sort_unstable();
        if !self.barred.boards.is_empty() && self.barred.boards != boards {
            return None;
        }
        self.barred.boards = boards;
        for start in bits::cells(starts) {
            let cell = self.plan.shared.places.at(place?, start);
            if cell != NO_CELL {
                bits::insert(&mut self.barred.cells[start as usize], cell);
            }
        }
        next
    }
}
