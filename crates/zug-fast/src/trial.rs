//! Trials: tests written as scripts, made for every cell at once.

use crate::bits::{self, Bits};
use crate::cellset::{SetExpr, SetId};
use crate::class::BoardId;
use crate::flow::{Flow, Node, PlaceId, Shared, TrialId, lanes_only};
use crate::guard::{group, guard_with_attacks, is_late_flow};
use crate::lane::{Lane, Registers};
use crate::make::Seer;
use crate::num::{Expr, ExprId};
use crate::plan::Plan;
use crate::position::Position;
use crate::walk::{Answers, walk};
use crate::why::Why;
use std::ops::ControlFlow;
use zug_ir::PlayerId;

/// A test of every cell.
#[derive(Debug)]
pub(crate) struct Trial<const W: usize> {
    thin: Flow,
    /// All of it, or what can be asked for all cells at once.
    lane: Lane<W>,
    rest: Option<Rest>,
}

/// What is asked cell by cell.
#[derive(Debug)]
struct Rest {
    /// Cells in the same flood fare alike.
    group: Option<SetId>,
    /// The board whose cells are connected, if nothing is asked about cells outside of that flood.
    on: Option<BoardId>,
}

impl<const W: usize> Trial<W> {
    pub(crate) fn new(flow: &Flow, shared: &mut Shared) -> Result<Self, Why> {
        let thin = lanes_only(flow);
        let Some(guard) = guard_with_attacks(shared, &thin) else {
            if is_late_flow(shared, &thin) {
                return Err(Why::Op("flood"));
            }
            return Ok(Trial { lane: Lane::new(&thin, &shared.places)?, thin, rest: None });
        };
        let group = group(shared, &thin);
        let on = group.and_then(|group| connected(shared, &thin, group));
        let lane = Lane::new(&guard, &shared.places)?;
        Ok(Trial { lane, thin, rest: Some(Rest { group, on }) })
    }
}

/// The board a flood is within, if a test asks nothing about other cells than those of the flood.
fn connected(shared: &Shared, flow: &Flow, group: SetId) -> Option<BoardId> {
    let SetExpr::Flood { within, .. } = *shared.cell_sets.get(group) else { return None };
    let SetExpr::Class(board) = *shared.cell_sets.get(within) else { return None };
    let inside = |node: &Node| match node {
        Node::Test { at, .. } => *at == PlaceId(0),
        Node::Num { num, .. } => {
            matches!(shared.exprs.get(*num), Expr::Any(set) if shared.cell_sets.inside(set, group))
        }
        _ => true,
    };
    flow.nodes.iter().all(inside).then_some(board)
}

/// A position seen by a test.
struct Tester<'a, const W: usize> {
    seer: Seer<'a, W>,
    no_moves: bool,
    known: Option<(SetId, Bits<W>)>,
}

impl<const W: usize> Answers for Tester<'_, W> {
    fn number(&self, num: ExprId) -> i32 {
        match self.seer.plan.shared.exprs.get(num) {
            Expr::NoMoves => i32::from(self.no_moves),
            Expr::Any(set) => {
                let Seer { plan, position, start, .. } = self.seer;
                i32::from(match &self.known {
                    None => plan.any(position, set, start),
                    known => !bits::is_empty(&plan.cell_set_given(position, set, start, known.as_ref())),
                })
            }
            _ => self.seer.number(num),
        }
    }

    fn attacked(&self, cell: u16) -> bool {
        self.seer.attacked(cell)
    }

    fn threatened(&self, cell: u16, moved: bool) -> bool {
        self.seer.threatened(cell, moved)
    }

    fn contains(&self, set: SetId, cell: u16) -> bool {
        self.seer.contains(set, cell)
    }
}

impl<const W: usize> Plan<W> {
    /// Does it hold for one of these cells?
    pub(crate) fn holds_for(
        &self,
        position: &Position,
        trial: TrialId,
        cells: Bits<W>,
        no_moves: bool,
    ) -> bool {
        let mut found = false;
        self.run_trial(position, trial, cells, None, no_moves, |_| {
            found = true;
            ControlFlow::Break(())
        });
        found
    }

    /// Does it hold, as a test that is made once?
    pub(crate) fn holds_once(&self, position: &Position, trial: TrialId, no_moves: bool) -> bool {
        let seer = Seer { plan: self, position, player: PlayerId(0), start: 0, breath: None };
        let answers = Tester { seer, no_moves, known: None };
        let flow = &self.trials[trial.0 as usize].thin;
        let mut found = false;
        walk::<W>(flow, &self.shared.places, position, 0, &answers, &mut Vec::new(), |_, _, _| {
            found = true;
            ControlFlow::Break(())
        });
        found
    }

    /// Does it hold now that these cells have changed, where it did not hold before?
    pub(crate) fn holds_by(&self, position: &Position, trial: TrialId, changed: &[u16]) -> bool {
        let rest = self.trials[trial.0 as usize].rest.as_ref();
        let Some(Rest { group: Some(group), on: Some(board), .. }) = rest else {
            return self.holds_for(position, trial, self.all_cells, false);
        };
        let SetExpr::Flood { dirs, .. } = *self.shared.cell_sets.get(*group) else { return false };
        let near = &self.near[dirs.0 as usize];
        if !near.mutual {
            return self.holds_for(position, trial, self.all_cells, false);
        }
        let within = position.board::<W>(*board);
        changed.iter().filter(|cell| bits::has(within, **cell)).any(|cell| {
            let flood = near.flood(&bits::single(*cell), within);
            let mut found = false;
            self.run_trial(position, trial, flood, Some(&flood), false, |_| {
                found = true;
                ControlFlow::Break(())
            });
            found
        })
    }

    /// For how many alternatives does it hold?
    pub(crate) fn times(&self, position: &Position, trial: TrialId) -> u32 {
        let mut found = 0;
        self.run_trial(position, trial, self.all_cells, None, false, |cells| {
            found += bits::count(&cells);
            ControlFlow::Continue(())
        });
        found
    }

    /// The cells it holds for.
    pub(crate) fn passing(&self, position: &Position, trial: TrialId) -> Bits<W> {
        let mut found = bits::none();
        self.run_trial(position, trial, self.all_cells, None, false, |cells| {
            bits::or_into(&mut found, &cells);
            ControlFlow::Continue(())
        });
        found
    }

    fn run_trial(
        &self,
        position: &Position,
        trial: TrialId,
        cells: Bits<W>,
        given: Option<&Bits<W>>,
        no_moves: bool,
        mut each: impl FnMut(Bits<W>) -> ControlFlow<()>,
    ) {
        let number = |num| match self.shared.exprs.get(num) {
            Expr::NoMoves => i32::from(no_moves),
            _ => self.number(position, num),
        };
        let trial = &self.trials[trial.0 as usize];
        let mut registers = Registers::default();
        let Some(rest) = &trial.rest else {
            trial.lane.run(position, (cells, &bits::none()), &mut registers, number, |_, _, cells| {
                let _ = each(cells);
            });
            return;
        };
        let mut left = bits::none();
        trial.lane.run(position, (cells, &bits::none()), &mut registers, number, |_, _, cells| {
            bits::or_into(&mut left, &cells)
        });
        while !bits::is_empty(&left) {
            let start = bits::first(&left);
            let mut done = bits::single(start);
            let mut known = None;
            if let Some(group) = rest.group
                && let SetExpr::Flood { dirs, .. } = self.shared.cell_sets.get(group)
                && self.near[dirs.0 as usize].mutual
            {
                let flood = match given {
                    Some(flood) => *flood,
                    None => self.cell_set(position, group, start),
                };
                bits::or_into(&mut done, &bits::and(&flood, &left));
                known = Some((group, flood));
            }
            let seer = Seer { plan: self, position, player: PlayerId(0), start, breath: None };
            let answers = Tester { seer, no_moves, known };
            let mut goes_on = ControlFlow::Continue(());
            let mut effects = Vec::new();
            walk::<W>(
                &trial.thin,
                &self.shared.places,
                position,
                start,
                &answers,
                &mut effects,
                |_, _, _| {
                    goes_on = each(done);
                    goes_on
                },
            );
            if goes_on.is_break() {
                return;
            }
            left = bits::and_not(&left, &done);
        }
    }
}
