//! Counting results in machine code: a program that calls itself for every result.

use super::compile;
use super::goals;
use super::lean;
use super::ply::{Writer, makeable};
use super::royal;
use super::words::{POSITION, Set};
use crate::goal::GoalOf;
use crate::plan::Plan;
use crate::position::Position;
use crate::uniform::Emit;
use zug_jit::{Code, MAX_DEPTH, Maker, Value, Window};

/// One for each emission and word: more take too long to compile.
const MAX_LOOPS: usize = 64;

/// Perft of a game as machine code.
#[derive(Debug)]
pub(crate) struct Counter {
    code: Code,
    /// Words of each position.
    frame: usize,
}

/// Positions of all depths lie one behind the other; each depth changes the one below it.
impl Counter {
    /// `None` if something comes up in the game that code cannot decide, or if different moves may have equal results.
    pub(crate) fn new<const W: usize>(plan: &Plan<W>) -> Option<Counter> {
        if plan.layout.piles || !plan.layout.watched.is_empty() {
            return None;
        }
        if plan.stages.royal.iter().any(|r| !r.is_empty()) {
            if const { W > royal::WIDEST } {
                return None;
            }
            let threatened = royal::threatened(plan).ok()?;
            let turns = royal::count::turns(plan, &threatened)?;
            let frame = royal::count::frame(plan);
            let mut write = |maker: &mut Maker<'_>| royal::count::write(plan, &turns, maker);
            let code = compile(&[frame * MAX_DEPTH], &mut write)?;
            return Some(Counter { code, frame });
        }
        if plan.scripted {
            return None;
        }
        let decided = |g: &GoalOf<W>| !g.deferred || g.needs_stuck || goals::can_write(g);
        let lanes = plan.turns.iter().flat_map(|t| &t.menus).flat_map(|m| &m.uniform);
        let loops: usize = lanes.map(|(_, lanes)| lanes.emits.len() * W).sum();
        let fits = loops <= MAX_LOOPS
            && plan.turns.iter().flat_map(|t| &t.menus).all(|m| m.lanes.is_empty())
            && lean::is_lean(plan)
            && plan.distinct
            && (plan.stages.pass.is_none() || lean::skips(plan))
            && plan.turns.iter().all(|t| !t.chance)
            && plan.goals.iter().all(decided);
        if !fits {
            return None;
        }
        let frame = plan.layout.len;
        let code = compile(&[frame * MAX_DEPTH], &mut |maker| write(plan, maker))?;
        Some(Counter { code, frame })
    }

    /// The results that `depth` plies can have, from a position in which no goal is reached.
    pub(crate) fn count(&self, position: &Position, depth: u32, frames: &mut Vec<u64>) -> Option<u64> {
        let words = position.words();
        let depth = depth as usize;
        if depth >= MAX_DEPTH {
            return None;
        }
        frames.resize(self.frame * MAX_DEPTH, 0);
        frames[self.frame * depth..][..words.len()].copy_from_slice(words);
        self.code.call_with(&mut [frames], depth, u64::from(position.turn))
    }
}

fn write<const W: usize>(plan: &Plan<W>, maker: &mut Maker<'_>) {
    let (windows, left) = frames(maker, plan.layout.len);
    let turn = maker.argument();
    let mut writer = Writer::new(plan, maker);
    writer.dispatch(turn);
    for t in 0..plan.turns.len() {
        writer.count_turn(t, windows, left);
    }
    writer.never(writer.plain);
}

/// The position, and the one below it.
pub(super) type Windows = (Window, Window);

/// The positions of this call, the first of which is looked through, and how many plies are left below it.
pub(super) fn frames(maker: &mut Maker<'_>, len: usize) -> (Windows, Value) {
    let depth = maker.depth();
    let here = maker.window(POSITION, depth, len);
    let one = maker.word(1);
    let less = maker.sub(depth.value(), one);
    let less = maker.below(less, MAX_DEPTH);
    let below = maker.window(POSITION, less, len);
    maker.look_through(POSITION, here);
    ((here, below), less.value())
}

impl<const W: usize> Writer<'_, '_, '_, W> {
    fn count_turn(&mut self, t: usize, windows: Windows, left: Value) {
        let plan = self.plan;
        self.begin_turn(t);
        for menu in &plan.turns[t].menus {
            let (emits, total) = self.on_offer(menu);
            let ((play, _), (next, _)) = (self.w.m.block(0), self.w.m.block(0));
            self.w.m.branch(total, (play, &[]), (next, &[]));
            self.w.m.begin(play);
            if let Some(skipped) = self.skipped(t) {
                self.count_after_pass(t, skipped, windows, left);
            }
            for (_, check) in &plan.order.movable {
                let holds = self.check(check);
                self.none_if(holds);
            }
            let ((all, _), (one_by_one, _)) = (self.w.m.block(0), self.w.m.block(0));
            self.w.m.branch(left, (one_by_one, &[]), (all, &[]));
            self.w.m.begin(all);
            self.w.m.ret(total);
            self.w.m.begin(one_by_one);
            let mut sum = self.w.m.word(0);
            for (emit, set) in &emits {
                sum = self.count_emit(t, emit, set, windows, sum);
            }
            self.w.m.ret(sum);
            self.w.m.begin(next);
        }
        if let Some(skipped) = self.skipped(t) {
            self.none_if(skipped);
            self.go_on(plan.turns[t].after, true);
        } else {
            let zero = self.w.m.word(0);
            self.w.m.ret(zero);
        }
    }

    /// There are no results if the condition is not 0.
    pub(super) fn none_if(&mut self, condition: Value) {
        let ((none, _), (next, _)) = (self.w.m.block(0), self.w.m.block(0));
        self.w.m.branch(condition, (none, &[]), (next, &[]));
        self.w.m.begin(none);
        let zero = self.w.m.word(0);
        self.w.m.ret(zero);
        self.w.m.begin(next);
    }

    /// If the turn before was skipped, that was the ply to be counted: its result is the same position.
    fn count_after_pass(&mut self, t: usize, skipped: Value, windows: Windows, left: Value) {
        let ((pass, _), (next, _)) = (self.w.m.block(0), self.w.m.block(0));
        self.w.m.branch(skipped, (pass, &[]), (next, &[]));
        self.w.m.begin(pass);
        let ((go, _), (alone, _)) = (self.w.m.block(0), self.w.m.block(0));
        self.w.m.branch(left, (go, &[]), (alone, &[]));
        self.w.m.begin(alone);
        let one = self.w.m.word(1);
        self.w.m.ret(one);
        self.w.m.begin(go);
        self.copy(windows);
        let turn = self.w.m.word(t as u64);
        let sum = self.w.m.recur(turn);
        self.w.m.ret(sum);
        self.w.m.begin(next);
    }

    /// Adds the results of all moves of an emission.
    fn count_emit(&mut self, t: usize, emit: &Emit, set: &Set, windows: Windows, sum: Value) -> Value {
        let plan = self.plan;
        let Some(codes) = makeable(plan, emit, false) else { return sum };
        let after = plan.turns[t].after;
        let sums = self.each_cell(set, &[sum], &mut |writer, start, sums| {
            writer.copy(windows);
            writer.w.m.look_through(POSITION, windows.1);
            let ((undone, _), zero) = (writer.w.m.block(0), writer.w.m.word(0));
            let (next, sum) = writer.w.m.block(1);
            let to = writer.to(emit.to, start);
            let (touched, _) = writer.carry_out(emit, codes, (start, to, None), (zero, undone));
            for goal in writer.concerned(touched) {
                let holds = writer.holds(goal, to);
                let (on, _) = writer.w.m.block(0);
                writer.w.m.branch(holds, (next, sums), (on, &[]));
                writer.w.m.begin(on);
            }
            let turn = writer.w.m.word(u64::from(after));
            let results = writer.w.m.recur(turn);
            let more = writer.w.m.add(sums[0], results);
            writer.w.m.jump(next, &[more]);
            writer.never(undone);
            writer.w.m.look_through(POSITION, windows.0);
            writer.w.m.begin(next);
            sum
        });
        sums[0]
    }

    /// Copies what code reads of a position.
    fn copy(&mut self, (here, below): Windows) {
        let layout = &self.plan.layout;
        let boards = 0..self.plan.shared.classes.len() * W;
        for at in boards.chain(layout.globals_at..layout.len) {
            self.w.m.look_through(POSITION, here);
            let word = self.w.m.load(POSITION, at);
            self.w.m.look_through(POSITION, below);
            self.w.m.store(POSITION, at, word);
        }
        self.w.m.look_through(POSITION, here);
    }
}
