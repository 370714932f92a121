//! Counting the results of games with royal pieces: a program that calls itself, as that of games without them.
//!
//! Checks and pins come first. Moves that change nothing but their start and their target are then known to be legal as sets;
//! before the last ply they are made one by one, at the last one they are only counted. Others are made and looked at.

use super::attacks::Threatened;
use super::bound::{Bound, Lines};
use super::change::{Change, Mover};
use super::offers::Read;
use super::walked::Walked;
use crate::class::BoardId;
use crate::flow::{ExitId, PlaceId};
use crate::jit::count::{Windows, frames};
use crate::jit::ply::{Writer, target};
use crate::jit::words::{POSITION, Set};
use crate::lane::Seen;
use crate::plan::{Menu, Plan, Starts};
use crate::uniform::Emit;
use zug_jit::{Below, Maker, Value};

/// Moves that are made alike.
struct Made {
    /// One for each choice.
    changes: Vec<Change>,
    /// The target is always empty.
    quiet: bool,
}

/// How an emission is made. Is it known as a set which of its moves are legal?
struct Emitted {
    made: Made,
    plain: bool,
}

/// What can happen in one turn.
pub(in crate::jit) struct Turn<'p, const W: usize> {
    threats: &'p Threatened<W>,
    lines: Lines<W>,
    royal: BoardId,
    menu: &'p Menu<W>,
    /// For each table: is it the royal piece's, and how its groups are made.
    tables: Vec<(bool, Vec<Made>)>,
    /// For each list of lanes, for each of its emissions.
    emits: Vec<Vec<Emitted>>,
    walks: Vec<(Walked<'p>, Made)>,
}

/// Words of a position, with the lines of pinned pieces behind it.
pub(in crate::jit) fn frame<const W: usize>(plan: &Plan<W>) -> usize {
    plan.layout.len + plan.layout.n_cells * W
}

/// All turns, if code can count their moves.
pub(in crate::jit) fn turns<'p, const W: usize>(
    plan: &'p Plan<W>,
    threatened: &'p [Option<Threatened<W>>],
) -> Option<Vec<Turn<'p, W>>> {
    if plan.scripted || !plan.distinct || !plan.vanishes {
        return None;
    }
    let of = |turn: &'p crate::plan::TurnPlan<W>| {
        let player = turn.actor.idx();
        let [menu] = &turn.menus[..] else { return None };
        let threats = threatened[player].as_ref()?;
        Of { plan, royal: plan.stages.royal[player][0] }.turn(menu, threats)
    };
    plan.turns.iter().map(of).collect()
}

/// What is found out about one turn.
struct Of<'p, const W: usize> {
    plan: &'p Plan<W>,
    royal: BoardId,
}

impl<'p, const W: usize> Of<'p, W> {
    fn turn(&self, menu: &'p Menu<W>, threats: &'p Threatened<W>) -> Option<Turn<'p, W>> {
        let plan = self.plan;
        if !menu.lanes.is_empty() || !menu.merged.is_empty() || !menu.twins.is_empty() {
            return None;
        }
        let mut tables = Vec::new();
        for (board, table) in &menu.tables {
            let royal = self.is_royal(*board)?;
            let mut groups = Vec::new();
            for group in &table.groups {
                let landing = &menu.landings[group.landing as usize];
                let stays = |start: u16| table.lands_on(start, start);
                let starts = (0..plan.layout.n_cells as u16).collect();
                let mover = Mover { rule: group.rule, to: None, conds: &[], starts };
                let made = self.made(&mover, group.exit, landing.hit.is_none())?;
                let stays_royal = made.changes.iter().all(|c| c.brings(plan, self.royal));
                let plain = plan.plain[group.exit.0 as usize] && (!royal || stays_royal);
                if !plain || (0..plan.layout.n_cells as u16).any(stays) {
                    return None;
                }
                groups.push(made);
            }
            tables.push((royal, groups));
        }
        let spares = |r: &u16| {
            let rule = &plan.rules[*r as usize];
            rule.form != crate::plan::Form::Table || rule.spares_own
        };
        if !menu.rules.iter().flatten().all(spares) {
            return None;
        }
        let mut emits = Vec::new();
        for (from, lanes) in &menu.uniform {
            let Starts::Board(board) = *from else { return None };
            let royal = self.is_royal(board)?;
            let of_emit = |e: &Emit| self.emitted(e, royal);
            emits.push(lanes.emits.iter().map(of_emit).collect::<Option<_>>()?);
        }
        let mut walks = Vec::new();
        for rule in &menu.walks {
            for way in plan.rules[*rule as usize].ways.as_ref().ok()? {
                let made = self.made(&Mover::of(plan, *rule, way), way.exit, false)?;
                walks.push((Walked::new(plan, *rule, way)?, made));
            }
        }
        let lines = Lines::new(plan, threats)?;
        Some(Turn { threats, lines, royal: self.royal, menu, tables, emits, walks })
    }

    /// Are these pieces the royal ones? `None` if only some of them are.
    fn is_royal(&self, board: BoardId) -> Option<bool> {
        let both = |shown: &u64| shown >> board.0 & shown >> self.royal.0 & 1 != 0;
        match board == self.royal {
            true => Some(true),
            false => (!self.plan.codes.boards.iter().any(both)).then_some(false),
        }
    }

    fn made(&self, mover: &Mover<'_>, exit: ExitId, quiet: bool) -> Option<Made> {
        let choices = self.plan.choices[exit.0 as usize] as usize;
        let change = |choice| Change::new(self.plan, mover, exit, choice);
        Some(Made { changes: (0..choices).map(change).collect::<Option<_>>()?, quiet })
    }

    fn emitted(&self, emit: &Emit, royal: bool) -> Option<Emitted> {
        let plan = self.plan;
        let seen = Seen::<W>::new(&plan.shared.places, emit.to);
        if !matches!(seen, Seen::Shifted(..) | Seen::Several(_)) {
            return None;
        }
        let made = self.made(&Mover::of_emit(plan, emit), emit.exit, target(plan, emit) == Some(0))?;
        let plain = plan.plain[emit.exit.0 as usize] && plan.rules[emit.rule as usize].spares_own;
        Some(Emitted { made, plain: plain && !royal })
    }
}

pub(in crate::jit) fn write<const W: usize>(plan: &Plan<W>, turns: &[Turn<'_, W>], maker: &mut Maker<'_>) {
    let (windows, left) = frames(maker, frame(plan));
    let turn = maker.argument();
    let mut writer = Writer::new(plan, maker);
    writer.dispatch(turn);
    for (t, turn) in turns.iter().enumerate() {
        writer.count_royal(t, turn, windows, left);
    }
    writer.never(writer.plain);
}

/// What is done with legal moves.
#[derive(Clone, Copy)]
enum Sink {
    Count,
    /// They are made, and the results of the next turn are counted.
    Make(Windows, u16),
}

/// What is known about one end of some moves: the start, or where it leads.
enum End {
    Start(Below),
    Place(PlaceId),
}

impl<const W: usize> Writer<'_, '_, '_, W> {
    fn count_royal(&mut self, t: usize, of: &Turn<'_, W>, windows: Windows, left: Value) {
        let plan = self.plan;
        self.begin_turn(t);
        let king = self.only_royal(of.royal);
        for (_, check) in &plan.order.movable {
            let holds = self.check(check);
            self.none_if(holds);
        }
        let bound = self.bound(of.threats, &of.lines, king);
        let make = Sink::Make(windows, plan.turns[t].after);
        let sum = self.doubtful(of, (windows, left), make);
        let ((all, _), (one_by_one, _)) = (self.w.m.block(0), self.w.m.block(0));
        self.w.m.branch(left, (one_by_one, &[]), (all, &[]));
        for (block, sink) in [(all, Sink::Count), (one_by_one, make)] {
            self.w.m.begin(block);
            let sum = self.plain_moves(of, &bound, sink, sum);
            self.w.m.ret(sum);
        }
    }

    /// The cell of the royal piece; the program ends if there is none, or more than one.
    fn only_royal(&mut self, board: BoardId) -> Below {
        let royal = self.w.board(board);
        let (count, one) = (self.w.count(&royal), self.w.m.word(1));
        let several = self.w.m.xor(count, one);
        self.w.m.below(several, 1);
        let cell = self.royal_cell(&royal);
        self.w.m.below(cell, self.plan.layout.n_cells)
    }

    /// All legal moves that are known as sets.
    fn plain_moves(&mut self, of: &Turn<'_, W>, bound: &Bound, sink: Sink, sum: Value) -> Value {
        let empty = self.w.board(self.plan.empty);
        let anywhere = self.allowed(of.menu);
        let allowed: Vec<Set> = anywhere.iter().map(|set| self.w.and(set, &bound.evasions)).collect();
        let mut sum = sum;
        for ((board, table), (royal, groups)) in of.menu.tables.iter().zip(&of.tables) {
            let starts = self.w.board(*board);
            let read = self.read(table);
            let allowed = if *royal { &anywhere } else { &allowed };
            let lists = self.landings(of.menu, &read, allowed, matches!(sink, Sink::Count));
            sum = self.each_cell(&starts, &[sum], &mut |writer, start, sums| {
                let reach = writer.reach(&read, start, &empty);
                let mut sum = sums[0];
                for (group, allowed) in &lists {
                    let targets = writer.targets(&read, &reach, *group, allowed);
                    let legal = if *royal {
                        writer.safe_targets(of.threats, (start, &targets), &empty)
                    } else {
                        writer.unless_pinned(bound, start, &targets)
                    };
                    sum = writer.take(&groups[*group], (End::Start(start), &legal), sink, sum);
                }
                vec![sum]
            })[0];
        }
        for ((from, lanes), emits) in of.menu.uniform.iter().zip(&of.emits) {
            let Starts::Board(board) = *from else { continue };
            let starts = self.w.board(board);
            for ((emit, set), emitted) in self.lanes(lanes, starts).iter().zip(emits) {
                if emitted.plain {
                    let legal = self.legal_starts(bound, emit.to, set);
                    sum = self.take(&emitted.made, (End::Place(emit.to), &legal), sink, sum);
                }
            }
        }
        sum
    }

    /// The groups of a table with the cells they can land on. Where only targets count, a group that lands on empty cells is put
    /// together with one that takes what it lands on.
    fn landings(
        &mut self,
        menu: &Menu<W>,
        read: &Read<'_>,
        allowed: &[Set],
        together: bool,
    ) -> Vec<(usize, Set)> {
        let mut lists: Vec<(usize, Set)> = Vec::new();
        let mut joined = Vec::new();
        for (i, group) in read.groups.iter().enumerate() {
            let cells = allowed[group.landing as usize].clone();
            let choices = self.plan.choices[group.exit.0 as usize];
            let mate = lists.iter_mut().find(|(j, _)| {
                let alike = choices == self.plan.choices[read.groups[*j].exit.0 as usize];
                together && alike && read.are_mates(menu, i, *j) && !joined.contains(j)
            });
            match mate {
                Some((j, other)) => {
                    joined.push(*j);
                    *other = self.w.or(other, &cells);
                }
                None => lists.push((i, cells)),
            }
        }
        lists
    }

    /// Those of the royal piece's targets where it is not attacked.
    fn safe_targets(&mut self, threats: &Threatened<W>, (start, targets): (Below, &Set), empty: &Set) -> Set {
        let left = self.single(start);
        let empty = self.w.or(empty, &left);
        self.each_cell(targets, targets, &mut |writer, to, safe| {
            let there = writer.single(to);
            let attacked = writer.attacked_on(threats, to, &empty, &there);
            writer.without_if(attacked, to, safe)
        })
    }

    /// Those who may go to that place as far as checks and pins are concerned.
    fn legal_starts(&mut self, bound: &Bound, to: PlaceId, starts: &Set) -> Set {
        let seen = Seen::new(&self.plan.shared.places, to);
        let meeting = match &seen {
            // Whoever is on offer has the place on the board.
            Seen::Shifted(delta, _) => self.w.look(&bound.evasions, *delta),
            _ => self.seen(&seen, &bound.evasions),
        };
        let starts = self.w.and(starts, &meeting);
        let pinned = self.w.and(&starts, &bound.pinned);
        let some = self.w.any(&pinned);
        self.only_if(some, &starts, &mut |writer| {
            writer.each_cell(&pinned, &starts, &mut |writer, start, left| {
                let to = writer.to(to, start);
                let target = writer.single(to);
                let staying = writer.unless_pinned(bound, start, &target);
                let (stays, zero) = (writer.w.any(&staying), writer.w.m.word(0));
                let leaves = writer.w.m.equal(stays, zero);
                writer.without_if(leaves, start, left)
            })
        })
    }

    /// Adds what legal moves come to.
    fn take(&mut self, made: &Made, (end, set): (End, &Set), sink: Sink, sum: Value) -> Value {
        let Sink::Make(windows, _) = sink else {
            let mut n = self.w.count(set);
            if made.changes.len() > 1 {
                let choices = self.w.m.word(made.changes.len() as u64);
                n = self.w.m.mul(n, choices);
            }
            return self.w.m.add(sum, n);
        };
        self.each_cell(set, &[sum], &mut |writer, cell, sums| {
            let ends = match end {
                End::Start(start) => (start, cell),
                End::Place(to) => (cell, writer.to(to, cell)),
            };
            let mut sum = sums[0];
            for change in &made.changes {
                writer.carry(change, ends, windows);
                let results = writer.results(change, made.quiet, sink);
                sum = writer.w.m.add(sum, results);
            }
            vec![sum]
        })[0]
    }

    /// The results of a position that a move has led to, which is looked through.
    fn results(&mut self, change: &Change, quiet: bool, sink: Sink) -> Value {
        let Sink::Make((here, _), after) = sink else { return self.w.m.word(1) };
        let plan = self.plan;
        let (end, answer) = self.w.m.block(1);
        let zero = self.w.m.word(0);
        for (i, check) in &plan.order.immediate {
            let goal = &plan.goals[*i as usize];
            let counts = goal.touched.is_none_or(|t| (t.gain | t.loss) & change.counted != 0);
            if goal.by_count && quiet && !counts {
                continue;
            }
            let holds = self.check(check);
            let (next, _) = self.w.m.block(0);
            self.w.m.branch(holds, (end, &[zero]), (next, &[]));
            self.w.m.begin(next);
        }
        let turn = self.w.m.word(u64::from(after));
        let results = self.w.m.recur(turn);
        self.w.m.jump(end, &[results]);
        self.w.m.begin(end);
        self.w.m.look_through(POSITION, here);
        answer[0]
    }

    /// Adds what the moves come to that must be made to be judged.
    fn doubtful(&mut self, of: &Turn<'_, W>, (windows, left): (Windows, Value), make: Sink) -> Value {
        let mut doubts: Vec<(&Made, PlaceId, Set)> = Vec::new();
        for ((from, lanes), emits) in of.menu.uniform.iter().zip(&of.emits) {
            let Starts::Board(board) = *from else { continue };
            let starts = self.w.board(board);
            for ((emit, set), emitted) in self.lanes(lanes, starts).into_iter().zip(emits) {
                if !emitted.plain {
                    doubts.push((&emitted.made, emit.to, set));
                }
            }
        }
        for (walked, made) in &of.walks {
            let takers = self.takers(of.threats, walked);
            doubts.push((made, walked.way.to, takers));
        }
        let (mut any, zero) = (self.w.m.word(0), self.w.m.word(0));
        for (.., set) in &doubts {
            let some = self.w.any(set);
            any = self.w.m.or(any, some);
        }
        self.only_if(any, &[zero], &mut |writer| {
            let mut sum = zero;
            for (made, to, set) in &doubts {
                sum = writer.each_cell(set, &[sum], &mut |writer, start, sums| {
                    let to = writer.to(*to, start);
                    vec![writer.doubt(of, (made, (start, to)), (windows, left, make), sums[0])]
                })[0];
            }
            vec![sum]
        })[0]
    }

    fn doubt(
        &mut self,
        of: &Turn<'_, W>,
        (made, ends): (&Made, (Below, Below)),
        (windows, left, make): (Windows, Value, Sink),
        sum: Value,
    ) -> Value {
        let mut sum = sum;
        for change in &made.changes {
            self.carry(change, ends, windows);
            let (king, one, zero) = (self.only_royal(of.royal), self.w.m.word(1), self.w.m.word(0));
            let (empty, none) = (self.w.board(self.plan.empty), self.w.constant(&[0; W]));
            let attacked = self.attacked_on(of.threats, king, &empty, &none);
            let safe = self.w.m.equal(attacked, zero);
            sum = self.only_if(safe, &[sum], &mut |writer| {
                let n = writer
                    .only_if(left, &[one], &mut |writer| vec![writer.results(change, made.quiet, make)]);
                vec![writer.w.m.add(sum, n[0])]
            })[0];
            self.w.m.look_through(POSITION, windows.0);
        }
        sum
    }
}
