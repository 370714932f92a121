//! Writing what comes after a move: the turn passes on, and goals are looked at.

use super::ply::Writer;
use super::words::{COUNTS, SEEN, STATE};
use super::{PLACES, RUN, goals, state, stop};
use crate::goal::Touched;
use zug_jit::{Below, Block, Value};
use zug_vm::NO_CELL;

/// What is left to do after some moves of a turn, written once.
pub(super) struct Tail {
    /// A piece has moved, and was not dropped.
    moves: bool,
    /// Goals that may be reached.
    concerned: Vec<usize>,
    block: Block,
    /// The hash, where the last part started, where it ended.
    values: Vec<Value>,
}

impl<const W: usize> Writer<'_, '_, '_, W> {
    /// Ends the turn after a move that may have changed so much. Code for that is long, so moves share it; where only boards are
    /// kept it is short.
    pub(super) fn pass_on(
        &mut self,
        t: usize,
        (from, to): (Option<Below>, Below),
        hash: Value,
        touched: Touched,
    ) {
        let concerned = self.concerned(touched);
        if self.lean {
            self.end_turn(t, (from, to), hash, &concerned);
            return;
        }
        let same = |tail: &Tail| (tail.moves, &tail.concerned) == (from.is_some(), &concerned);
        let i = self.tails.iter().position(same).unwrap_or_else(|| {
            let (block, values) = self.w.m.block(3);
            self.tails.push(Tail { moves: from.is_some(), concerned, block, values });
            self.tails.len() - 1
        });
        let values = [hash, from.unwrap_or(to).value(), to.value()];
        self.w.m.jump(self.tails[i].block, &values);
    }

    /// Writes what the moves of a turn share.
    pub(super) fn write_tails(&mut self, t: usize) {
        let n_cells = self.plan.layout.n_cells;
        for Tail { moves, concerned, block, values } in std::mem::take(&mut self.tails) {
            self.w.m.begin(block);
            let from = moves.then(|| self.w.m.below(values[1], n_cells));
            let to = self.w.m.below(values[2], n_cells);
            self.end_turn(t, (from, to), values[0], &concerned);
        }
    }

    /// Passes the turn on, looks at these goals, and goes on.
    fn end_turn(&mut self, t: usize, (from, to): (Option<Below>, Below), hash: Value, concerned: &[usize]) {
        let hash = self.next_turn(t, (from, to), hash);
        self.judge(hash, concerned, to);
        self.go_on(self.plan.turns[t].after, false);
    }

    /// Passes the turn on. The hash by then.
    pub(super) fn next_turn(&mut self, t: usize, (from, to): (Option<Below>, Below), hash: Value) -> Value {
        let plan = self.plan;
        let after = plan.turns[t].after as usize;
        let turn_key = self.w.m.word(plan.layout.turn_keys[t] ^ plan.layout.turn_keys[after]);
        let hash = self.w.m.xor(hash, turn_key);
        let last = if plan.ways.forget_last { None } else { Some(to) };
        self.end(t, from, last, hash);
        hash
    }

    /// Notes that the turn has passed on.
    pub(super) fn end(&mut self, t: usize, from: Option<Below>, to: Option<Below>, hash: Value) {
        let lean = self.lean;
        let from_cell = from;
        let m = &mut *self.w.m;
        let nowhere = m.word(u64::from(NO_CELL));
        let from = if to.is_some() { from.map_or(nowhere, Below::value) } else { nowhere };
        m.store(STATE, state::FROM, from);
        m.store(STATE, state::TO, to.map_or(nowhere, Below::value));
        if !lean {
            m.store(STATE, state::HASH, hash);
        }
        self.show_last(to.and(from_cell), to);
        let m = &mut *self.w.m;
        let after = m.word(u64::from(self.plan.turns[t].after));
        m.store(STATE, state::TURN, after);
        let (left, one) = (m.load(STATE, state::LEFT), m.word(1));
        let left = m.sub(left, one);
        m.store(STATE, state::LEFT, left);
    }

    /// Stops if the move has ended the game, or if only the plain code can tell.
    fn judge(&mut self, hash: Value, concerned: &[usize], to: Below) {
        let plan = self.plan;
        if concerned.iter().any(|i| self.chain_of(*i).is_none() && !goals::can_write(&plan.goals[*i])) {
            self.stop(stop::JUDGE);
            let (unused, _) = self.w.m.block(0);
            self.w.m.begin(unused);
            return;
        }
        if plan.asks_repetition {
            self.note(hash);
        }
        for &i in concerned {
            let holds = self.holds(i, to);
            let ((reached, _), (next, _)) = (self.w.m.block(0), self.w.m.block(0));
            self.w.m.branch(holds, (reached, &[]), (next, &[]));
            self.w.m.begin(reached);
            self.stop(stop::GOAL + i as u64);
            self.w.m.begin(next);
        }
    }

    /// Notes the position; stops before that if it may have been there twice.
    pub(super) fn note(&mut self, hash: Value) {
        let m = &mut *self.w.m;
        let place = m.masked(hash, PLACES.ilog2());
        let (count, two, one) = (m.load_at(COUNTS, 0, place), m.word(2), m.word(1));
        let few = m.less(count, two);
        let ((go, _), (perhaps, _)) = (m.block(0), m.block(0));
        m.branch(few, (go, &[]), (perhaps, &[]));
        m.begin(perhaps);
        let why = m.word(stop::JUDGE);
        m.ret(why);
        m.begin(go);
        let count = m.add(count, one);
        m.store_at(COUNTS, 0, place, count);
        let noted = m.load(STATE, state::NOTED);
        let place = m.below(noted, RUN);
        m.store_at(SEEN, 0, place, hash);
        let noted = m.add(noted, one);
        m.store(STATE, state::NOTED, noted);
    }
}
