//! Writing the code of a ply: what is on offer, drawing, making, goals.

use super::kept::Kept;
use super::lanes::Gather;
use super::listed::{listed, n_nodes};
use super::pairs::pairs;
use super::royal::MAX_WORDS;
use super::tabled::tabled;
use super::tail::Tail;
use super::words::{POSITION, STATE, Set, Words};
use super::{effects, goals, lean, parts, state, stop};
use crate::bits;
use crate::class::BoardId;
use crate::codes::Code;
use crate::draw;
use crate::flow::{Cond, Exit, Node, Place, PlaceId, known_targets};
use crate::goal::{GoalOf, Touched};
use crate::plan::{Menu, Plan, Starts};
use crate::uniform::{Emit, Uniform};
use crate::why::Why;
use rustc_hash::FxHashMap;
use zug_ir::{Pass, Then};
use zug_jit::{Below, Block, Maker, Table, Value};
use zug_vm::NO_CELL;

/// Ops times words: more takes too long to compile.
const MAX_OPS: usize = 4_000;

/// Ops of a node of a flow, more or less.
const PER_NODE: usize = 4;

fn n_listed<const W: usize>(plan: &Plan<W>, menu: &Menu<W>) -> usize {
    if listed(plan, menu) { PER_NODE * n_nodes(plan, menu) } else { 0 }
}

/// Can some ply of the game be written?
pub(super) fn worthwhile<const W: usize>(plan: &Plan<W>) -> Result<(), Why> {
    let ops = plan.turns.iter().flat_map(|t| &t.menus).map(|m| parts::n_ops(m) + n_listed(plan, m));
    let stages = &plan.stages;
    let judged = stages.lawful.contains(&true) || !stages.illegal.is_empty();
    let late = plan.goals.iter().any(|g| g.deferred && !g.needs_stuck && !goals::can_write(g));
    let mut menus = plan.turns.iter().flat_map(|t| &t.menus);
    let checks = [
        (judged, "moves are judged by the position they lead to"),
        (late, "a goal that is looked at before a move asks too much"),
        (plan.anyone, "pieces of all players may be moved"),
        (plan.stages.pass == Some(Pass::Always), "one may always pass"),
        (ops.sum::<usize>() * W > MAX_OPS, "it would take long to make"),
        (!menus.any(|m| playable(plan, m)), "there is no ply that lanes alone can play"),
    ];
    checks.iter().find(|(bad, _)| *bad).map_or(Ok(()), |(_, why)| Err(Why::Code(why)))
}

/// Has the menu moves that code can make?
fn playable<const W: usize>(plan: &Plan<W>, menu: &Menu<W>) -> bool {
    let mut emits = menu.uniform.iter().flat_map(|(_, u)| &u.emits);
    let closed = menu.onward.is_some();
    if listed(plan, menu) || pairs(plan, menu).is_some() {
        return true;
    }
    writable(plan, menu)
        && (closed || !menu.goes_on && !menu.compares)
        && emits.any(|e| makeable(plan, e, closed).is_some())
}

/// Can it be told what is on offer, at least while pieces of some kinds are absent?
fn writable<const W: usize>(plan: &Plan<W>, menu: &Menu<W>) -> bool {
    let others = menu.lanes.iter().chain(&menu.walks).chain(menu.merged.iter().flatten());
    menu.twins.is_empty() && others.into_iter().all(|r| !plan.rules[*r as usize].of.drop)
}

/// Is every ply of this menu played by code, whatever the position?
pub(super) fn whole<const W: usize>(plan: &Plan<W>, menu: &Menu<W>) -> bool {
    let mut emits = menu.uniform.iter().flat_map(|(_, u)| &u.emits);
    let others = menu.lanes.len() + menu.walks.len() + menu.merged.len() + menu.tables.len();
    let closed = menu.onward.is_none() && menu.hops.is_none();
    listed(plan, menu)
        || others == 0 && closed && playable(plan, menu) && emits.all(|e| makeable(plan, e, false).is_some())
}

/// What a move sets down, if the code can make it: what it moves, and what becomes of that. In a turn that is known to be
/// over after its first part it makes no difference whether the part would let it go on.
pub(super) fn makeable<const W: usize>(plan: &Plan<W>, emit: &Emit, closed: bool) -> Option<(Code, Code)> {
    let exit: &Exit = plan.shared.exits.get(emit.exit);
    let of = plan.rules[emit.rule as usize].of;
    let does = if exit.effects_on_the_way {
        effects::writable(plan, emit)
    } else {
        exit.effects.iter().all(|e| effects::is_counter(plan, e) || parts::takes(plan, e))
    };
    let ends = exit.then == Then::Done && !exit.sets_flags() || closed;
    let simple = does
        && ends
        && exit.kinds.len() <= 1
        && exit.moves.is_empty()
        && exit.from == Place::Start
        && !exit.copy;
    // What is done with captured pieces is left to the plain code.
    let takes = !plan.vanishes && target(plan, emit) != Some(0);
    let code = match (simple && !takes, exit.drop) {
        (false, _) => None,
        (true, true) => Some(plan.codes.fresh(of.player, of.kind)),
        (true, false) => plan.codes.only(of.player, of.kind),
    }?;
    Some((code, exit.kinds.first().map_or(code, |kind| plan.codes.with_kind(code, *kind))))
}

/// What stands on the target of an emission, if it is always the same.
pub(super) fn target<const W: usize>(plan: &Plan<W>, emit: &Emit) -> Option<Code> {
    let Ok(ways) = &plan.rules[emit.rule as usize].ways else { return surely_empty(plan, emit).then_some(0) };
    let mut found = None;
    for way in ways.iter().filter(|w| (w.exit, w.to) == (emit.exit, emit.to)) {
        let fits = |code: &Code| {
            way.conds.iter().filter(|(_, at, _)| *at == way.to).all(|(cond, _, answer)| match cond {
                Cond::Class(b) if !plan.shared.classes.class(*b).of_places() => {
                    (plan.codes.boards[*code as usize] >> b.0 & 1 != 0) == *answer
                }
                _ => true,
            })
        };
        let mut fitting = (0..plan.codes.pieces().len()).map(|c| c as Code).filter(fits);
        let only = fitting.next()?;
        if fitting.next().is_some() || found.is_some_and(|f| f != only) {
            return None;
        }
        found = Some(only);
    }
    found
}

/// Does its rule know that the target of an emission is empty?
fn surely_empty<const W: usize>(plan: &Plan<W>, emit: &Emit) -> bool {
    let flow = &plan.flows[emit.rule as usize];
    let known = known_targets(flow);
    let this = |i: &u32| matches!(flow.nodes[*i as usize], Node::Emit { exit, .. } if exit == emit.exit);
    let empty = Cond::Class(plan.empty);
    known.iter().filter(|(i, _)| this(i)).all(|(_, conds)| conds.contains(&empty))
}

pub(super) fn write<const W: usize>(plan: &Plan<W>, kept: &Kept, maker: &mut Maker<'_>) {
    let turn = maker.load(STATE, state::TURN);
    let mut writer = Writer::new(plan, maker);
    writer.kept = Some(kept);
    writer.dispatch(turn);
    for t in 0..plan.turns.len() {
        writer.turn(t);
    }
    writer.w.m.begin(writer.plain);
    writer.stop(stop::PLAIN);
}

/// What the code knows about a cell it changes.
#[derive(Clone, Copy)]
pub(super) enum Old {
    Known(Code),
    /// To be looked up.
    Unknown,
}

pub(super) struct Writer<'p, 'a, 'b, const W: usize> {
    pub(super) plan: &'p Plan<W>,
    /// Only boards and values are kept up to date.
    pub(super) lean: bool,
    pub(super) w: Words<'a, 'b, W>,
    pub(super) keys: Table,
    pub(super) n_codes: usize,
    pub(super) toggles: Table,
    pub(super) per_code: usize,
    pub(super) flipped: Table,
    /// For places that are no distance away.
    pub(super) gathers: FxHashMap<PlaceId, Gather>,
    turns: Vec<(Block, Vec<Value>)>,
    /// A player who cannot move is skipped; each turn is told whether the one before was.
    skips: bool,
    /// Of the turn being written.
    pub(super) tails: Vec<Tail>,
    pub(super) plain: Block,
    /// What is kept beside the position, in code that plays.
    pub(super) kept: Option<&'p Kept>,
}

impl<'p, 'a, 'b, const W: usize> Writer<'p, 'a, 'b, W> {
    pub(super) fn new(plan: &'p Plan<W>, maker: &'a mut Maker<'b>) -> Self {
        let (all_keys, n_codes) = plan.codes.all_keys();
        let keys = maker.table(all_keys.to_vec());
        let (all_toggles, per_code) = plan.codes.all_toggles();
        let toggles = maker.table(all_toggles.iter().map(|t| u64::from(*t)).collect());
        let flipped = (0..n_codes).map(|c| u64::from(plan.codes.flipped(c as Code))).collect();
        let flipped = maker.table(flipped);
        let (lean, skips) = (lean::is_lean(plan), lean::skips(plan));
        let turns = plan.turns.iter().map(|_| maker.block(usize::from(skips))).collect();
        let (plain, _) = maker.block(0);
        let w = Words::new(maker);
        Writer {
            plan,
            lean,
            w,
            keys,
            n_codes,
            toggles,
            per_code,
            flipped,
            gathers: FxHashMap::default(),
            turns,
            skips,
            tails: Vec::new(),
            plain,
            kept: None,
        }
    }

    /// Goes to the code of a turn.
    pub(super) fn dispatch(&mut self, turn: Value) {
        for t in 0..self.turns.len() {
            let ((this, _), (next, _)) = (self.w.m.block(0), self.w.m.block(0));
            let number = self.w.m.word(t as u64);
            let equal = self.w.m.equal(turn, number);
            self.w.m.branch(equal, (this, &[]), (next, &[]));
            self.w.m.begin(this);
            self.go_on(t as u16, false);
            self.w.m.begin(next);
        }
        self.w.m.jump(self.plain, &[]);
    }

    /// What follows is the code of that turn.
    pub(super) fn begin_turn(&mut self, t: usize) {
        self.w.m.begin(self.turns[t].0);
    }

    /// Not 0 if the turn before that turn was skipped; `None` if that does not happen.
    pub(super) fn skipped(&self, t: usize) -> Option<Value> {
        self.turns[t].1.first().copied()
    }

    /// Code for what cannot happen.
    pub(super) fn never(&mut self, block: Block) {
        self.w.m.begin(block);
        self.w.m.fail();
    }

    pub(super) fn stop(&mut self, why: u64) {
        let why = self.w.m.word(why);
        self.w.m.ret(why);
    }

    fn turn(&mut self, t: usize) {
        let plan = self.plan;
        self.begin_turn(t);
        let left = self.w.m.load(STATE, state::LEFT);
        let ((more, _), (over, _)) = (self.w.m.block(0), self.w.m.block(0));
        self.w.m.branch(left, (more, &[]), (over, &[]));
        self.w.m.begin(over);
        self.stop(stop::PLAYED);
        self.w.m.begin(more);
        // Whoever is to move can, for all that is asked here; if he cannot, the plain code finds out what that means.
        self.late_goals();
        for menu in &plan.turns[t].menus {
            if const { W <= MAX_WORDS } && listed(plan, menu) {
                let (next, _) = self.w.m.block(0);
                self.listed_ply(t, menu, next);
                self.w.m.begin(next);
                continue;
            }
            if !writable(plan, menu) {
                break;
            }
            if let (Some(firsts), None) = (&menu.hops, &menu.onward) {
                self.nobody_begins(t, firsts);
                continue;
            }
            if const { W <= MAX_WORDS }
                && let Some(pairs) = pairs(plan, menu)
            {
                let (next, _) = self.w.m.block(0);
                self.pair_ply(t, &pairs, next);
                self.w.m.begin(next);
                continue;
            }
            let (behind, _) = self.w.m.block(0);
            if const { W <= MAX_WORDS } && tabled(plan, menu) {
                let ((some, _), (none, _)) = (self.w.m.block(0), self.w.m.block(0));
                let pieces = self.pieces(menu.tables.iter().map(|(board, _)| *board));
                self.w.m.branch(pieces, (some, &[]), (none, &[]));
                self.w.m.begin(some);
                self.play_tabled(t, menu);
                self.w.m.jump(behind, &[]);
                self.w.m.begin(none);
            } else if menu.onward.is_none() {
                self.absent(menu);
            }
            let (emits, total) = self.on_offer(menu);
            let ((play, _), (next, _)) = (self.w.m.block(0), self.w.m.block(0));
            if let Some(onward) = &menu.onward {
                self.others_begin(t, menu, &emits);
                self.w.m.branch(total, (play, &[]), (next, &[]));
                self.w.m.begin(play);
                self.nobody_goes_on((t, menu), onward, &emits);
                self.play(t, &emits, total, true);
            } else if menu.goes_on || menu.compares {
                self.w.m.branch(total, (self.plain, &[]), (next, &[]));
                self.w.m.begin(play);
                self.stop(stop::PLAIN);
            } else {
                self.w.m.branch(total, (play, &[]), (next, &[]));
                self.w.m.begin(play);
                if let Some(skipped) = self.skipped(t) {
                    self.skip(t, skipped);
                }
                self.play(t, &emits, total, false);
            }
            self.w.m.begin(next);
            self.w.m.jump(behind, &[]);
            self.w.m.begin(behind);
        }
        if let Some(skipped) = self.skipped(t) {
            let ((end, _), (next, _)) = (self.w.m.block(0), self.w.m.block(0));
            self.w.m.branch(skipped, (end, &[]), (next, &[]));
            self.w.m.begin(end);
            self.stop(stop::STUCK);
            self.w.m.begin(next);
            self.go_on(plan.turns[t].after, true);
        } else {
            self.w.m.jump(self.plain, &[]);
        }
        self.write_tails(t);
    }

    /// The pass before this ply, if there was one, is a ply of its own.
    pub(super) fn skip(&mut self, t: usize, skipped: Value) {
        let left = self.w.m.load(STATE, state::LEFT);
        let left = self.w.m.sub(left, skipped);
        // Where the pass is the last ply the plain code makes it.
        let (go, _) = self.w.m.block(0);
        self.w.m.branch(left, (go, &[]), (self.plain, &[]));
        self.w.m.begin(go);
        self.w.m.store(STATE, state::LEFT, left);
        let turn = self.w.m.word(t as u64);
        self.w.m.store(STATE, state::TURN, turn);
    }

    /// Goes on only if there is no piece that needs other rules than those written here.
    fn absent(&mut self, menu: &Menu<W>) {
        let others = menu.lanes.iter().chain(&menu.walks).chain(menu.merged.iter().flatten());
        let boards = others.into_iter().map(|r| self.plan.rules[*r as usize].starts);
        let boards: Vec<_> = boards.chain(menu.tables.iter().map(|(board, _)| *board)).collect();
        if !boards.is_empty() {
            let any = self.pieces(boards);
            self.plain_if(any);
        }
    }

    /// Not 0 if one of these boards shows something.
    pub(super) fn pieces(&mut self, boards: impl IntoIterator<Item = BoardId>) -> Value {
        let mut all = self.w.m.word(0);
        for board in boards {
            let set = self.w.board(board);
            let any = self.w.any(&set);
            all = self.w.m.or(all, any);
        }
        all
    }

    /// Everything emitted with its starts, and how many moves that is.
    pub(super) fn on_offer(&mut self, menu: &Menu<W>) -> (Vec<(Emit, Set)>, Value) {
        let mut emits = Vec::new();
        let mut total = self.w.m.word(0);
        for (from, lanes) in &menu.uniform {
            let starts = self.starts(*from);
            for (emit, set) in self.lanes(lanes, starts) {
                let mut n = self.w.count(&set);
                if emit.choices > 1 {
                    let choices = self.w.m.word(u64::from(emit.choices));
                    n = self.w.m.mul(n, choices);
                }
                total = self.w.m.add(total, n);
                emits.push((emit, set));
            }
        }
        (emits, total)
    }

    /// Where rules may start.
    pub(super) fn starts(&mut self, from: Starts) -> Set {
        match from {
            Starts::Board(board) => self.w.board(board),
            Starts::Reserve(player, kind) => {
                let at = self.reserve_at(player, kind);
                let waiting = self.w.m.load(POSITION, at);
                let (all, none) = (self.plan.all_cells, self.w.m.word(0));
                let all = self.w.constant(&all);
                all.into_iter().map(|word| self.w.m.select(waiting, word, none)).collect()
            }
            Starts::All => self.w.constant(&self.plan.all_cells),
            Starts::Once => self.w.constant(&crate::bits::single(0)),
        }
    }

    pub(super) fn lanes(&mut self, lanes: &Uniform<W>, starts: Set) -> Vec<(Emit, Set)> {
        let mut registers: Vec<Option<Set>> = vec![None; lanes.used];
        for (register, board) in registers.iter_mut().zip(&lanes.boards) {
            *register = Some(self.w.board(*board));
        }
        for entry in &lanes.entries {
            registers[*entry as usize] = Some(starts.clone());
        }
        for op in &lanes.ops {
            let Some(from) = registers[op.a as usize].clone() else { continue };
            let mut passing = if bits::is_empty(&op.c) {
                None
            } else {
                let seen = registers[op.b as usize].clone();
                seen.map(|board| {
                    let seen = self.w.look(&board, i32::from(op.delta));
                    let c = self.w.constant(&op.c);
                    if op.inv == 0 { self.w.and(&seen, &c) } else { self.w.and_not(&c, &seen) }
                })
            };
            if !bits::is_empty(&op.e) {
                let e = self.w.constant(&op.e);
                passing = Some(match passing {
                    Some(passing) => self.w.or(&passing, &e),
                    None => e,
                });
            }
            let Some(passing) = passing else { continue };
            let came = self.w.and(&from, &passing);
            let to = &mut registers[op.to as usize];
            *to = Some(match to.take().filter(|_| op.keep != 0) {
                Some(before) => self.w.or(&before, &came),
                None => came,
            });
        }
        let set = |e: &Emit| registers[e.register as usize].clone().map(|set| (*e, set));
        lanes.emits.iter().filter_map(set).collect()
    }

    /// Leaves the ply to the plain code unless the condition is 0.
    pub(super) fn plain_if(&mut self, condition: Value) {
        let (next, _) = self.w.m.block(0);
        self.w.m.branch(condition, (self.plain, &[]), (next, &[]));
        self.w.m.begin(next);
    }

    /// Leaves the ply to the plain code if a goal is reached although the player to move can.
    pub(super) fn late_goals(&mut self) {
        for (_, check) in &self.plan.order.movable {
            let holds = self.check(check);
            self.plain_if(holds);
        }
    }

    /// `Draw::below` in code: the next state of the stream, and the number. The rare numbers that need a closer look are left to
    /// the plain code.
    pub(super) fn draw(&mut self, seed: Value, below: Value) -> (Value, Value) {
        let (seed, x) = self.next_number(seed);
        let low = self.w.m.mul(x, below);
        let rare = self.w.m.less(low, below);
        self.plain_if(rare);
        (seed, self.w.m.mul_high(x, below))
    }

    /// The next state of the stream, and the number it gives.
    pub(super) fn next_number(&mut self, seed: Value) -> (Value, Value) {
        let m = &mut *self.w.m;
        let step = m.word(draw::STEP);
        let seed = m.add(seed, step);
        let mut x = seed;
        for (shift, factor) in draw::ROUNDS {
            let (by, factor) = (m.word(u64::from(shift)), m.word(factor));
            let shifted = m.shr(x, by);
            x = m.xor(x, shifted);
            x = m.mul(x, factor);
        }
        let by = m.word(u64::from(draw::LAST));
        let shifted = m.shr(x, by);
        (seed, m.xor(x, shifted))
    }

    /// Draws a move and makes it.
    fn play(&mut self, t: usize, emits: &[(Emit, Set)], total: Value, closed: bool) {
        let seed = self.w.m.load(STATE, state::SEED);
        let (seed, drawn) = self.draw(seed, total);
        self.w.m.store(STATE, state::SEED, seed);
        let mut n = drawn;
        let mut groups = self.groups(emits, closed);
        for (i, (emit, set)) in emits.iter().enumerate() {
            let ((here, _), (next, _)) = (self.w.m.block(0), self.w.m.block(0));
            let mut count = self.w.count(set);
            if emit.choices > 1 {
                let choices = self.w.m.word(u64::from(emit.choices));
                count = self.w.m.mul(count, choices);
            }
            if i + 1 == emits.len() {
                self.w.m.jump(here, &[]);
            } else {
                let this = self.w.m.less(n, count);
                self.w.m.branch(this, (here, &[]), (next, &[]));
            }
            self.w.m.begin(here);
            match groups.iter_mut().find(|g| g.emits.contains(&i)) {
                Some(group) => self.join(group, emit, set, n),
                None => self.step((t, closed), emit, set, n, drawn),
            }
            self.w.m.begin(next);
            n = self.w.m.sub(n, count);
        }
        self.stop(stop::PLAIN);
        for group in groups {
            self.together(t, &group, &emits[group.emits[0]].0, drawn);
        }
    }

    /// Makes the nth move of an emission.
    fn step(&mut self, (t, closed): (usize, bool), emit: &Emit, set: &Set, n: Value, drawn: Value) {
        let plan = self.plan;
        let (undone, _) = self.w.m.block(0);
        let Some((code, new)) = makeable(plan, emit, closed) else {
            self.w.m.jump(undone, &[]);
            self.undone(undone, drawn);
            return;
        };
        let start = self.w.nth(set, n);
        let start = self.w.m.below(start, plan.layout.n_cells);
        let to = self.to(emit.to, start);
        self.make(t, emit, (code, new), (start, to, None), (undone, drawn));
    }

    /// Makes a move, perhaps about a cell of a set, and goes on with the next turn.
    pub(super) fn make(
        &mut self,
        t: usize,
        emit: &Emit,
        codes: (Code, Code),
        cells: (Below, Below, Option<Below>),
        (undone, drawn): (Block, Value),
    ) {
        let plan = self.plan;
        let drop = plan.shared.exits.get(emit.exit).drop;
        let hash = if self.lean { self.w.m.word(0) } else { self.w.m.load(STATE, state::HASH) };
        let (touched, hash) = self.carry_out(emit, codes, cells, (hash, undone));
        self.pass_on(t, ((!drop).then_some(cells.0), cells.1), hash, touched);
        if drop {
            self.undone(undone, drawn);
        } else {
            self.w.m.begin(undone);
            self.stop(stop::PLAIN);
        }
    }

    /// Carries out the move of an emission, given what moves and what becomes of it. What may it have changed, and what is the
    /// hash?
    pub(super) fn carry_out(
        &mut self,
        emit: &Emit,
        (code, new): (Code, Code),
        (start, to, about): (Below, Below, Option<Below>),
        (mut hash, undone): (Value, Block),
    ) -> (Touched, Value) {
        let plan = self.plan;
        let exit = plan.shared.exits.get(emit.exit);
        let turned = exit.effects_on_the_way.then(|| self.turned(&plan.flows[emit.rule as usize], start));
        let of = plan.rules[emit.rule as usize].of;
        let taken = self.taken(exit, (start, to, about));
        self.count_on(&exit.effects);
        let old = target(plan, emit).map_or(Old::Unknown, Old::Known);
        if exit.drop {
            hash = self.take_reserve(of.player, of.kind, hash, undone);
        } else {
            hash = self.set(start, Old::Known(code), 0, hash);
        }
        hash = self.set(to, old, new, hash);
        for cell in &taken {
            hash = self.set(*cell, Old::Unknown, 0, hash);
        }
        if let Some(set) = &turned {
            hash = self.turn_over(set, hash);
        }
        let mut touched = match turned {
            Some(_) => Touched { gain: !0, loss: !0 },
            None => self.touched((!exit.drop).then_some(code), old, new),
        };
        if !taken.is_empty() {
            touched = touched.either(self.touched(None, Old::Unknown, 0));
        }
        (touched, hash)
    }

    /// The next turn; was the one before skipped?
    pub(super) fn go_on(&mut self, turn: u16, skipped: bool) {
        let flag = self.w.m.word(u64::from(skipped));
        let flags: &[Value] = if self.skips { &[flag] } else { &[] };
        self.w.m.jump(self.turns[turn as usize].0, flags);
    }

    /// Leaves a move that was drawn to the plain code.
    fn undone(&mut self, block: Block, drawn: Value) {
        self.w.m.begin(block);
        self.w.m.store(STATE, state::DRAWN, drawn);
        self.stop(stop::DRAWN);
    }

    pub(super) fn to(&mut self, place: PlaceId, start: Below) -> Below {
        let cells = self.plan.shared.places.of(place);
        let n_cells = cells.len();
        let far = |(s, to): (usize, &u16)| i64::from(*to) - s as i64;
        let mut deltas = cells.iter().enumerate().filter(|(_, to)| **to != NO_CELL).map(far);
        let first = deltas.next().unwrap_or(0);
        if first == 0 && deltas.clone().all(|d| d == 0) {
            return start;
        }
        let to = if deltas.all(|d| d == first) {
            let delta = self.w.m.word(first as u64);
            self.w.m.add(start.value(), delta)
        } else {
            let table = self.w.m.table(cells.iter().map(|c| u64::from(*c)).collect());
            self.w.m.look_up(table, start)
        };
        self.w.m.below(to, n_cells)
    }

    /// What a move may have changed.
    pub(super) fn touched(&self, from: Option<Code>, old: Old, new: Code) -> Touched {
        let boards = &self.plan.codes.boards;
        let change = |old: u64, new: u64| Touched { gain: new & !old, loss: old & !new };
        let mut all = match old {
            Old::Known(code) => change(boards[code as usize], boards[new as usize]),
            Old::Unknown => boards
                .iter()
                .fold(Touched::default(), |all, old| all.either(change(*old, boards[new as usize]))),
        };
        if let Some(code) = from {
            all = all.either(change(boards[code as usize], boards[0]));
        }
        all
    }

    /// The goals that a move may have reached.
    pub(super) fn concerned(&self, touched: Touched) -> Vec<usize> {
        let may = |t: Touched| t.gain & touched.gain | t.loss & touched.loss != 0;
        let concerned =
            |goal: &GoalOf<W>| !goal.deferred && !goal.needs_stuck && goal.touched.is_none_or(may);
        (0..self.plan.goals.len()).filter(|&i| concerned(&self.plan.goals[i])).collect()
    }

    /// Does a goal hold after a move to that cell?
    pub(super) fn holds(&mut self, goal: usize, to: Below) -> Value {
        if let Some((i, chain)) = self.chain_of(goal) {
            return self.extended(i, chain, to);
        }
        let goal = &self.plan.goals[goal];
        match goal.touched {
            Some(_) => self.goal(&goal.check, to),
            None => self.check(&goal.check),
        }
    }
}
