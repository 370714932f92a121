//! Making a legal move that was drawn.

use super::change::Change;
use crate::class::BoardId;
use crate::codes::Code;
use crate::jit::ply::Writer;
use crate::jit::words::{POSITION, STATE, Set};
use crate::jit::{state, stop};
use crate::recipe::{Amount, Moved};
use zug_ir::GlobalId;
use zug_jit::{Below, Value};

impl<const W: usize> Writer<'_, '_, '_, W> {
    /// Where the royal piece is after a change of some cells, which cells are empty then, and which have changed.
    pub(super) fn after_change(&mut self, royal: &Set, change: &Change, ends: (Below, Below)) -> Vec<Value> {
        let plan = self.plan;
        let none = self.w.constant(&[0; W]);
        let (mut changed, mut filled) = (none.clone(), none);
        let mut king = None;
        for (place, code) in &change.cells {
            let cell = self.cell(*place, ends);
            let set = self.single(cell);
            changed = self.w.or(&changed, &set);
            if *code != 0 {
                filled = self.w.or(&filled, &set);
            }
            let is_royal = |board: &BoardId| plan.codes.boards[*code as usize] >> board.0 & 1 != 0;
            if plan.stages.royal.iter().flatten().any(is_royal) {
                king = Some(cell.value());
            }
        }
        if king.is_none() {
            // Whatever happens to the royal piece itself is left to the plain code.
            let met = self.w.and(royal, &changed);
            let met = self.w.any(&met);
            self.plain_if(met);
        }
        let king = king.unwrap_or_else(|| self.royal_cell(royal));
        let empty = self.w.board(plan.empty);
        let empty = self.w.or(&empty, &changed);
        let empty = self.w.and_not(&empty, &filled);
        [vec![king], empty, changed].concat()
    }

    /// Carries out a change: where it began and ended for those who ask, the hash, and whether pieces are others now.
    pub(super) fn make_change(&mut self, change: &Change, ends: (Below, Below)) -> [Value; 4] {
        let plan = self.plan;
        self.count_on(&change.effects);
        let mut hash = self.w.m.load(STATE, state::HASH);
        let mut all = self.w.constant(&[0; W]);
        let mut cells = Vec::new();
        for (place, new) in &change.cells {
            let cell = self.cell(*place, ends);
            let old = self.code_at(cell);
            let old = self.w.m.below(old, self.n_codes);
            let new_code = self.w.m.constant_below(*new as usize, self.n_codes);
            self.write_code(cell, old.value(), new_code.value());
            for code in [old, new_code] {
                let key = self.w.m.cell_of(cell, self.n_codes, code);
                let key = self.w.m.look_up(self.keys, key);
                hash = self.w.m.xor(hash, key);
            }
            let set = self.single(cell);
            all = self.w.or(&all, &set);
            cells.push((set, plan.codes.boards[*new as usize]));
        }
        self.show_on_boards(&all, &mut |writer, b, mut set| {
            for (cell, _) in cells.iter().filter(|(_, shown)| shown >> b & 1 != 0) {
                set = writer.w.or(&set, cell);
            }
            set
        });
        let last = (self.cell(change.last.0, ends), self.cell(change.last.1, ends));
        [last.0.value(), last.1.value(), hash, self.w.m.word(1)]
    }

    /// Lets a piece go from cell to cell. Answers the same.
    pub(super) fn make_royal(
        &mut self,
        moved: &[Option<(&Moved, u16)>],
        way: Below,
        (start, to): (Below, Below),
    ) -> [Value; 4] {
        let plan = self.plan;
        let n_codes = self.n_codes;
        let code = self.code_at(start);
        let code = self.w.m.below(code, n_codes);
        let taken = self.code_at(to);
        let taken = self.w.m.below(taken, n_codes);
        let becomes = moved.iter().flat_map(|m| -> Vec<u64> {
            let codes = (0..n_codes).map(|c| c as Code);
            codes.map(|c| u64::from(m.map_or(c, |(m, choice)| m.becomes(c, choice)))).collect()
        });
        let becomes = self.w.m.table(becomes.collect());
        let place = self.w.m.times(way, n_codes);
        let place = self.w.m.sum(place, code);
        let new = self.w.m.look_up(becomes, place);
        let new = self.w.m.below(new, n_codes);
        let mut globals: Vec<GlobalId> =
            moved.iter().flatten().flat_map(|(m, _)| m.values.iter().map(|v| v.0)).collect();
        globals.sort_unstable();
        globals.dedup();
        for global in globals {
            // Kept or not, and what is added.
            let change = |m: &Option<(&Moved, u16)>| match m
                .and_then(|(m, _)| m.values.iter().find(|v| v.0 == global))
            {
                Some((_, Amount::Const(value))) => [0, *value as u32 as u64],
                Some((_, Amount::Plus(_, n))) => [!0, *n as u32 as u64],
                _ => [!0, 0],
            };
            let table = self.w.m.table(moved.iter().flat_map(change).collect());
            let row = self.w.m.times(way, 2);
            let [keep, add] = [0, 1].map(|i| self.w.m.look_up_at(table, i, row));
            let at = plan.layout.globals_at + global.idx();
            let (old, mask) = (self.w.m.load(POSITION, at), self.w.m.word(u64::from(u32::MAX)));
            let kept = self.w.m.and(old, keep);
            let value = self.w.m.add(kept, add);
            let value = self.w.m.and(value, mask);
            self.w.m.store(POSITION, at, value);
        }
        self.show_moved((start, to), new);
        let nothing = self.w.m.word(0);
        self.write_code(start, code.value(), nothing);
        self.write_code(to, taken.value(), new.value());
        let mut hash = self.w.m.load(STATE, state::HASH);
        for (cell, code) in [(start, code), (to, taken), (to, new)] {
            let row = self.w.m.times(cell, n_codes);
            let place = self.w.m.sum(row, code);
            let key = self.w.m.look_up(self.keys, place);
            hash = self.w.m.xor(hash, key);
        }
        let row = self.w.m.times(start, n_codes);
        let empty = self.w.m.look_up(self.keys, row);
        let hash = self.w.m.xor(hash, empty);
        let changed = self.w.m.xor(code.value(), new.value());
        let changed = self.w.m.or(changed, taken.value());
        [start.value(), to.value(), hash, changed]
    }

    /// Boards after a piece, which is this one then, has gone from cell to cell: whatever stood there before.
    fn show_moved(&mut self, (start, to): (Below, Below), new: Below) {
        let plan = self.plan;
        let boards = &plan.codes.boards;
        let n_boards = plan.shared.classes.len();
        let shown = |code: &u64| (0..n_boards).map(|b| 0u64.wrapping_sub(code >> b & 1)).collect::<Vec<_>>();
        let masks = self.w.m.table(boards.iter().flat_map(shown).collect());
        let row = self.w.m.times(new, n_boards);
        let (from, there) = (self.single(start), self.single(to));
        let changed = self.w.or(&from, &there);
        self.show_on_boards(&changed, &mut |writer, b, mut set| {
            if boards[0] >> b & 1 != 0 {
                set = writer.w.or(&set, &from);
            }
            if boards[1..].iter().any(|shown| shown >> b & 1 != 0) {
                let mask = writer.w.m.look_up_at(masks, b, row);
                let here: Set = there.iter().map(|word| writer.w.m.and(*word, mask)).collect();
                set = writer.w.or(&set, &here);
            }
            set
        });
    }

    /// Clears these cells on every board, and writes it with what `shown` adds.
    fn show_on_boards(&mut self, cells: &Set, shown: &mut dyn FnMut(&mut Self, usize, Set) -> Set) {
        let classes = &self.plan.shared.classes;
        for b in (0..classes.len()).filter(|b| !classes.class(BoardId(*b as u8)).of_places()) {
            let old = self.w.board(BoardId(b as u8));
            let cleared = self.w.and_not(&old, cells);
            for (i, word) in shown(self, b, cleared).iter().enumerate() {
                self.w.m.store(POSITION, b * W + i, *word);
            }
        }
    }

    /// Ends a turn and looks at the goals; `changed` is 0 if a piece has gone to an empty cell and stayed what it was.
    pub(super) fn finish(&mut self, t: usize, (from, to): (Below, Below), hash: Value, changed: Value) {
        let plan = self.plan;
        let hash = self.next_turn(t, (Some(from), to), hash);
        if plan.asks_repetition {
            self.note(hash);
        }
        for (i, check) in &plan.order.immediate {
            let ((look, _), (next, _)) = (self.w.m.block(0), self.w.m.block(0));
            if plan.goals[*i as usize].by_count {
                self.w.m.branch(changed, (look, &[]), (next, &[]));
            } else {
                self.w.m.jump(look, &[]);
            }
            self.w.m.begin(look);
            let holds = self.check(check);
            let (reached, _) = self.w.m.block(0);
            self.w.m.branch(holds, (reached, &[]), (next, &[]));
            self.w.m.begin(reached);
            self.stop(stop::GOAL + u64::from(*i));
            self.w.m.begin(next);
        }
        self.go_on(plan.turns[t].after, false);
    }
}
