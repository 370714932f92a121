//! From runs to complete moves, and which of them are legal.

use super::keeper::{Keeper, plain, start, test};
use super::rules::{Rank, Rules};
use super::walk::Halt;
use crate::TooMany;
use crate::draw::Draw;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::sync::Arc;
use zug_ir::{CellId, GlobalId, KindId, ModeId, PlayerId, Then};
use zug_vm::{
    Action, Add, Carry, End, Ends, Errand, Job, MAX_SUM, Move, NO_CELL, PartHead, Phase, Piece, Program,
};

/// Parts of one move.
const MAX_PARTS: usize = 100;
/// Moves of one position.
const MAX_MOVES: usize = 100_000;

/// A complete move: how the runs of its parts ended.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) path: SmallVec<[u32; 3]>,
    /// The kind whose rule made it; none for moves of players.
    pub(super) kind: Option<KindId>,
    /// The last run only closed the part before it.
    pub(super) closed: bool,
}

/// A move in the making.
struct Way<'a> {
    me: PlayerId,
    mover: Piece,
    path: SmallVec<[u32; 3]>,
    carry: &'a Carry,
}

impl Keeper {
    fn end_of(&self, n: u32) -> Arc<End> {
        Arc::clone(&self.graph.ends[n as usize])
    }

    /// Adds the candidates of a player, by the first rank that has any.
    pub(super) fn generate(
        &mut self,
        rules: &Rules,
        program: &Program,
        me: PlayerId,
        ranks: &[Rank],
    ) -> Result<(), Halt> {
        let bottom = self.candidates.len();
        for rank in ranks {
            self.of_rank(rules, program, me, rank, None)?;
            if self.candidates.len() > bottom {
                break;
            }
        }
        Ok(())
    }

    /// Adds the candidates of a rank. If somebody looks for a legal one, those from a place in the list on, it ends with the first: is
    /// there one?
    fn of_rank(
        &mut self,
        rules: &Rules,
        program: &Program,
        me: PlayerId,
        rank: &Rank,
        mut looked_at: Option<usize>,
    ) -> Result<bool, Halt> {
        for cell in 0..rules.n_cells as u16 {
            if self.of_cell(rules, program, (me, cell), rank, &mut looked_at)? {
                return Ok(true);
            }
        }
        if rank.any_drops {
            for kind in (0..rank.drops.len()).filter(|k| !rank.drops[*k].is_empty()) {
                let kind_id = KindId(kind as u16);
                if self.desk.state().reserve(program, me, kind_id) == 0 {
                    continue;
                }
                let mover = program.layout().new_piece(kind_id, me);
                for script in &rank.drops[kind] {
                    for cell in 0..rules.n_cells as u16 {
                        let job = Job { mover, drop: true, ..start(*script, me, cell) };
                        self.run(rules, program, &job)?;
                        if self.has_lawful(rules, program, me, &mut looked_at)? {
                            return Ok(true);
                        }
                    }
                }
            }
        }
        for script in rank.players.get(me.idx()).into_iter().flatten() {
            self.run(rules, program, &start(*script, me, NO_CELL))?;
            if self.has_lawful(rules, program, me, &mut looked_at)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The same for the piece on a cell.
    fn of_cell(
        &mut self,
        rules: &Rules,
        program: &Program,
        (me, cell): (PlayerId, u16),
        rank: &Rank,
        looked_at: &mut Option<usize>,
    ) -> Result<bool, Halt> {
        let piece = self.desk.state().piece(CellId(cell));
        if piece.is_none() {
            return Ok(false);
        }
        let kind = piece.kind().idx();
        if piece.owner() != me && !rules.kinds[kind].anyone {
            return Ok(false);
        }
        for script in &rank.moves[kind] {
            let job = Job { mover: plain(piece), ..start(*script, me, cell) };
            self.run(rules, program, &job)?;
            if self.has_lawful(rules, program, me, looked_at)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Is one of the candidates that have not been looked at a legal move?
    fn has_lawful(
        &mut self,
        rules: &Rules,
        program: &Program,
        me: PlayerId,
        looked_at: &mut Option<usize>,
    ) -> Result<bool, Halt> {
        let Some(from) = *looked_at else { return Ok(false) };
        for i in from..self.candidates.len() {
            if self.is_lawful(rules, program, me, i)? {
                return Ok(true);
            }
        }
        *looked_at = Some(self.candidates.len());
        Ok(false)
    }

    fn run(&mut self, rules: &Rules, program: &Program, job: &Job) -> Result<(), Halt> {
        let way = Way { me: job.me, mover: job.mover, path: SmallVec::new(), carry: &rules.nothing };
        self.follow(rules, program, job, &way)
    }

    /// Runs one part after those of the way so far.
    fn follow(&mut self, rules: &Rules, program: &Program, job: &Job, way: &Way) -> Result<(), Halt> {
        let bottom = self.leaves.len();
        self.ends(rules, program, job, way.carry, None)?;
        for i in bottom..self.leaves.len() {
            let n = self.leaves[i];
            let mut path = way.path.clone();
            path.push(n);
            let large =
                |add: &Add| self.desk.state().global(add.global).unsigned_abs() >= MAX_SUM.unsigned_abs();
            if self.graph.ends[n as usize].adds.iter().any(large) {
                return Err(Halt::TooMany);
            }
            match self.graph.ends[n as usize].ends {
                Ends::Part(mode) => {
                    let way = Way { path, mover: job.mover, ..*way };
                    self.go_on(rules, program, &way, mode)?;
                }
                Ends::Done | Ends::Accept => {
                    if self.candidates.len() >= MAX_MOVES {
                        return Err(Halt::TooMany);
                    }
                    let kind = job.mover.is_some().then(|| job.mover.kind());
                    self.candidates.push(Candidate { path, kind, closed: job.closing });
                }
            }
        }
        self.leaves.truncate(bottom);
        Ok(())
    }

    /// A part has ended that moves of a mode may follow.
    fn go_on(&mut self, rules: &Rules, program: &Program, way: &Way, mode: ModeId) -> Result<(), Halt> {
        let Some(last) = way.path.last() else { return Ok(()) };
        let end = self.end_of(*last);
        if way.path.len() >= MAX_PARTS {
            return Err(Halt::TooMany);
        }
        let rule = rules.modes[mode.idx()];
        let mark = self.desk.mark();
        self.act(program, &end, way.me);
        let over = self.change_over(mark);
        let mut carry = way.carry.clone();
        carried(&mut carry, &end);
        let before = self.candidates.len();
        let found = self.further(rules, program, way, &end, mode, &carry);
        let closes = self.candidates.len() == before || rule.optional;
        let closing = match way.mover.is_some() {
            true => rules.kinds[way.mover.kind().idx()].closing,
            false => rules.closing,
        };
        let closed = match (found, closing) {
            (Ok(()), Some(script)) if closes => {
                let job = Job {
                    mover: way.mover,
                    first: false,
                    closing: true,
                    ..start(script, way.me, end.cursor)
                };
                let way = Way { path: way.path.clone(), carry: &carry, ..*way };
                self.follow(rules, program, &job, &way)
            }
            (found, _) => found,
        };
        self.change_back(program, mark, over);
        closed
    }

    fn further(
        &mut self,
        rules: &Rules,
        program: &Program,
        way: &Way,
        end: &End,
        mode: ModeId,
        carry: &Carry,
    ) -> Result<(), Halt> {
        let any_piece = rules.modes[mode.idx()].any_piece;
        let cells = match end.cursor {
            _ if any_piece => 0..rules.n_cells as u16,
            NO_CELL => 0..0,
            cell => cell..cell + 1,
        };
        let mut forgetful = carry.clone();
        for local in &rules.forgotten {
            forgetful.locals[usize::from(*local)] = zug_vm::Val::None;
        }
        for cell in cells {
            let piece = self.desk.state().piece(CellId(cell));
            if piece.is_none() || self.desk.is_doomed(cell) {
                continue;
            }
            if any_piece && rules.side(piece, way.me) != 1 {
                continue;
            }
            for script in &rules.further[mode.idx()][piece.kind().idx()] {
                let job = Job { mover: plain(piece), first: false, ..start(*script, way.me, cell) };
                let way = Way { path: way.path.clone(), carry: &forgetful, ..*way };
                self.follow(rules, program, &job, &way)?;
            }
        }
        Ok(())
    }

    /// Makes the move of a candidate but for the end of the turn.
    pub(super) fn apply(&mut self, program: &Program, candidate: usize, me: PlayerId) {
        let path = self.candidates[candidate].path.clone();
        for n in path {
            let end = self.end_of(n);
            self.act(program, &end, me);
        }
    }

    /// Does what a part does.
    fn act(&mut self, program: &Program, end: &End, me: PlayerId) {
        if end.adds.is_empty() {
            end.actions.iter().for_each(|action| self.desk.apply(program, action, me));
            return;
        }
        let state = self.desk.state();
        let mut actions: SmallVec<[Action; 8]> = SmallVec::from_slice(&end.actions);
        add_up(&mut actions, end, |global| state.global(global));
        actions.iter().for_each(|action| self.desk.apply(program, action, me));
    }

    /// The turn that a candidate says is next.
    pub(super) fn told(&self, candidate: usize) -> Option<u16> {
        self.candidates[candidate].path.iter().rev().find_map(|n| self.graph.looks[*n as usize].told)
    }

    /// Do the invariants hold after the move, and does it bring back nothing it may not?
    pub(super) fn is_lawful(
        &mut self,
        rules: &Rules,
        program: &Program,
        me: PlayerId,
        candidate: usize,
    ) -> Result<bool, Halt> {
        let Candidate { path, kind, closed } = self.candidates[candidate].clone();
        let invariants = rules.invariants(kind);
        let Some(last) = path.last().copied().filter(|_| !invariants.is_empty() || !rules.kos.is_empty())
        else {
            return Ok(true);
        };
        let told = self.told(candidate);
        let mut carry = rules.nothing.clone();
        for n in &path {
            carried(&mut carry, &self.graph.ends[*n as usize]);
        }
        carry.parts = path.len() - usize::from(closed) - 1;
        // The move is over.
        carry.flags.clear();
        let cursor = self.graph.ends[last as usize].cursor;
        let mark = self.desk.mark();
        self.apply(program, candidate, me);
        let over = self.change_over(mark);
        let phase = self.desk.set_phase(Phase { judging: true, passed_on: false });
        let answer = self.judge(rules, program, invariants, (me, cursor), &carry, told);
        self.desk.set_phase(phase);
        self.change_back(program, mark, over);
        answer
    }

    fn judge(
        &mut self,
        rules: &Rules,
        program: &Program,
        invariants: &[zug_ir::ScriptId],
        (me, cursor): (PlayerId, u16),
        carry: &Carry,
        told: Option<u16>,
    ) -> Result<bool, Halt> {
        for script in invariants {
            let job = Job { first: false, ..test(*script, Errand::Judge, me, cursor) };
            if self.holds(rules, program, &job, carry, told)?.is_none() {
                return Ok(false);
            }
        }
        for ko in &rules.kos {
            if self.desk.brings_back(program, *ko).map_err(|_| Halt::TooMany)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The candidates that are legal moves, passes left out, each once.
    pub(super) fn legal(&mut self, rules: &Rules, program: &Program) -> Result<(), TooMany> {
        self.candidates.clear();
        let turn = &rules.turns[self.desk.state().turn_idx()];
        let me = turn.actor;
        self.generate(rules, program, me, &turn.ranks)?;
        self.sift(rules, program, me)
    }

    /// The same of the piece on a cell, where rules leave moves apart.
    pub(super) fn legal_of(&mut self, rules: &Rules, program: &Program, cell: CellId) -> Result<(), TooMany> {
        self.candidates.clear();
        let turn = &rules.turns[self.desk.state().turn_idx()];
        for rank in &turn.ranks {
            self.of_cell(rules, program, (turn.actor, cell.0), rank, &mut None)?;
        }
        self.sift(rules, program, turn.actor)
    }

    /// Leaves the candidates that are legal moves, each once.
    fn sift(&mut self, rules: &Rules, program: &Program, me: PlayerId) -> Result<(), TooMany> {
        let mut kept = 0;
        for i in 0..self.candidates.len() {
            if self.is_lawful(rules, program, me, i)? {
                self.candidates.swap(kept, i);
                kept += 1;
            }
        }
        self.candidates.truncate(kept);
        self.compare(rules);
        self.merge(program, me);
        Ok(())
    }

    /// Of moves that are worth something only the best stay, and those that the landing rule leaves.
    fn compare(&mut self, rules: &Rules) {
        let worth = |c: &Candidate| c.path.last().map(|n| &self.graph.ends[*n as usize].yields);
        let best = self.candidates.iter().filter_map(worth).max().filter(|best| !best.is_empty());
        if let Some(best) = best.cloned() {
            let graph = &self.graph;
            let is_best =
                |c: &Candidate| c.path.last().is_some_and(|n| graph.ends[*n as usize].yields == best);
            self.candidates.retain(is_best);
        }
        if rules.lands {
            let mut moves: Vec<Move> = (0..self.candidates.len()).map(|i| self.show(i)).collect();
            let all = moves.clone();
            zug_vm::landing(&mut moves);
            let moves: FxHashSet<Move> = moves.into_iter().collect();
            let mut all = all.iter();
            self.candidates.retain(|_| all.next().is_some_and(|mv| moves.contains(mv)));
        }
    }

    /// Of moves that look the same and lead to the same board one stays.
    fn merge(&mut self, program: &Program, me: PlayerId) {
        let mut first: FxHashMap<u64, SmallVec<[usize; 1]>> = FxHashMap::default();
        let mut again = vec![false; self.candidates.len()];
        for (i, again) in again.iter_mut().enumerate() {
            let look = self.look(i);
            let others = first.entry(look).or_default().clone();
            *again = others.iter().any(|j| self.are_twins(program, me, *j, i));
            if !*again {
                first.entry(look).or_default().push(i);
            }
        }
        let mut again = again.iter();
        self.candidates.retain(|_| again.next() == Some(&false));
    }

    /// What a player sees of a move, as a number.
    pub(super) fn look(&self, candidate: usize) -> u64 {
        let Candidate { path, closed, .. } = &self.candidates[candidate];
        let parts = &path[..path.len() - usize::from(*closed)];
        let look = u64::from(self.told(candidate).map_or(u32::MAX, u32::from));
        parts.iter().fold(look, |look, n| {
            let ends = self.graph.looks[*n as usize].ends;
            (look ^ u64::from(ends)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
        })
    }

    /// Do two candidates that seem to look the same do so, and lead to the same board?
    pub(super) fn are_twins(&mut self, program: &Program, me: PlayerId, a: usize, b: usize) -> bool {
        let [one, other] = [a, b].map(|i| self.show(i));
        let heads = |mv: &Move| mv.parts().map(|p| (p.head.from, p.head.to)).collect::<Vec<_>>();
        let name = |mv: &Move| mv.note().map(|note| note.name.clone());
        let alike = heads(&one) == heads(&other)
            && name(&one) == name(&other)
            && one.turn_told() == other.turn_told();
        alike && self.result(program, me, a) == self.result(program, me, b)
    }

    /// The hash of the board that a candidate leads to.
    pub(super) fn result(&mut self, program: &Program, me: PlayerId, candidate: usize) -> u64 {
        let mark = self.desk.mark();
        self.apply(program, candidate, me);
        let hash = self.desk.result_hash(program);
        self.desk.undo(program, mark);
        hash
    }

    /// The same with the turn passed on.
    pub(super) fn passed_on(&mut self, program: &Program, me: PlayerId, candidate: usize) -> u64 {
        let mark = self.desk.mark();
        self.apply(program, candidate, me);
        let hash = self.desk.hash_passed_on(program, self.told(candidate), me);
        self.desk.undo(program, mark);
        hash
    }

    /// The parts of a candidate.
    pub(super) fn heads(&self, candidate: usize) -> SmallVec<[PartHead; 2]> {
        let Candidate { path, closed, .. } = &self.candidates[candidate];
        let mut heads: SmallVec<[PartHead; 2]> = SmallVec::new();
        let mut n = 0;
        for (i, end) in path.iter().map(|n| &self.graph.ends[*n as usize]).enumerate() {
            n += end.actions.len() as u32;
            match heads.last_mut() {
                Some(head) if *closed && i + 1 == path.len() => head.end = n,
                _ => {
                    let then = match end.ends {
                        Ends::Part(mode) => Then::PartOf(mode),
                        Ends::Done | Ends::Accept => Then::Done,
                    };
                    heads.push(PartHead { from: end.from, to: end.to, end: n, then: then.into() });
                }
            }
        }
        heads
    }

    /// A candidate in the words of the interpreter.
    pub(super) fn show(&self, candidate: usize) -> Move {
        let ends = || self.candidates[candidate].path.iter().map(|n| &*self.graph.ends[*n as usize]);
        let mut actions: SmallVec<[Action; 8]> = SmallVec::new();
        for end in ends() {
            let so_far = actions.len();
            actions.extend_from_slice(&end.actions);
            let (before, now) = actions.split_at_mut(so_far);
            add_up(now, end, |global| {
                let set = |a: &Action| match a {
                    Action::SetGlobal { global: set, value } if *set == global => Some(*value),
                    _ => None,
                };
                before.iter().rev().find_map(set).unwrap_or_else(|| self.desk.state().global(global))
            });
        }
        Move::of_parts(&actions, &self.heads(candidate)).with_note(zug_vm::note_of(ends()))
    }

    /// Is there a legal move? Comparing moves with each other always leaves one.
    pub(super) fn can_move(&mut self, rules: &Rules, program: &Program) -> Result<bool, TooMany> {
        let turn = &rules.turns[self.desk.state().turn_idx()];
        let bottom = self.candidates.len();
        let phase = self.desk.set_phase(Phase::default());
        let found = self.finds_one(rules, program, turn.actor, &turn.ranks, bottom);
        self.candidates.truncate(bottom);
        self.desk.set_phase(phase);
        Ok(found? || self.passes(rules, 0))
    }

    fn finds_one(
        &mut self,
        rules: &Rules,
        program: &Program,
        me: PlayerId,
        ranks: &[Rank],
        bottom: usize,
    ) -> Result<bool, TooMany> {
        for rank in ranks {
            if self.of_rank(rules, program, me, rank, Some(bottom))? {
                return Ok(true);
            }
            if self.candidates.len() > bottom {
                break;
            }
        }
        Ok(false)
    }

    /// Draws a legal move, all being equally likely; its place among the candidates. None: there is none.
    pub(super) fn draw(
        &mut self,
        rules: &Rules,
        program: &Program,
        draw: &mut Draw,
    ) -> Result<Option<usize>, TooMany> {
        self.candidates.clear();
        let turn = &rules.turns[self.desk.state().turn_idx()];
        let me = turn.actor;
        self.generate(rules, program, me, &turn.ranks)?;
        let yields =
            |c: &Candidate| c.path.last().is_some_and(|n| !self.graph.ends[*n as usize].yields.is_empty());
        if rules.lands || self.candidates.iter().any(yields) {
            self.legal(rules, program)?;
            let n = self.candidates.len();
            return Ok((n > 0).then(|| draw.below(n)));
        }
        let looks: Vec<u64> = (0..self.candidates.len()).map(|i| self.look(i)).collect();
        let mut left: Vec<u32> = (0..self.candidates.len() as u32).collect();
        while !left.is_empty() {
            let i = left.swap_remove(draw.below(left.len())) as usize;
            if self.is_lawful(rules, program, me, i)? && !self.is_again(rules, program, me, i, &looks)? {
                return Ok(Some(i));
            }
        }
        Ok(None)
    }

    /// Is a legal move the same as one before it in the list?
    fn is_again(
        &mut self,
        rules: &Rules,
        program: &Program,
        me: PlayerId,
        i: usize,
        looks: &[u64],
    ) -> Result<bool, TooMany> {
        for j in (0..i).filter(|j| looks[*j] == looks[i]) {
            if self.are_twins(program, me, j, i) && self.is_lawful(rules, program, me, j)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Sets values of the board to what they were when a part began, and more.
fn add_up(actions: &mut [Action], end: &End, was: impl Fn(GlobalId) -> i32) {
    for add in &end.adds {
        let value = was(add.global).saturating_add(add.more);
        if let Some(action) = actions.get_mut(add.at as usize) {
            *action = Action::SetGlobal { global: add.global, value };
        }
    }
}

/// What a part leaves to those after it.
fn carried(carry: &mut Carry, end: &End) {
    for (local, value) in &end.locals {
        if let Some(place) = carry.locals.get_mut(usize::from(*local)) {
            *place = value.clone();
        }
    }
    carry.flags.extend_from_slice(&end.flags);
    carry.captured += end.captured;
    carry.parts += 1;
    carry.start = end.start.unwrap_or(carry.start);
    carry.landed = end.landed;
}
