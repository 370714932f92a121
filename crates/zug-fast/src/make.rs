//! Carrying out a part and ending a turn.

use crate::bits::{self, Bits};
use crate::breath::Breath;
use crate::cellset::SetId;
use crate::codes::Code;
use crate::flow::{Effect, ExitId, Held, Place, Places};
use crate::num::{Expr, ExprId, Num};
use crate::plan::Plan;
use crate::position::{Changes, Position};
use crate::recipe::{Amount, MAX_VALUES, Recipe};
use crate::walk::{Answers, cell, walk};
use smallvec::SmallVec;
use std::ops::ControlFlow;
use zug_ir::{GlobalId, LastMove, PlayerId, Recycle};
use zug_vm::{NO_CELL, Program};

/// A part: which rule, from where to where, ending how.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Step {
    pub(crate) rule: u16,
    pub(crate) exit: ExitId,
    pub(crate) start: u16,
    pub(crate) to: u16,
    /// Which of the exit's kinds the piece becomes, or which cell of its set it is about.
    pub(crate) choice: u16,
}

impl Step {
    /// The cell of a place.
    #[inline(always)]
    pub(crate) fn cell(self, places: &Places, place: Place) -> u16 {
        if place == Place::Each { self.choice } else { cell(places, place, self.start, self.to) }
    }
}

/// A piece in the air: from, to, what it is, does it also stay, was it captured already?
type Lifted = (u16, u16, Code, bool, bool);

/// The settings of a game that carrying out moves depends on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ways {
    pub(crate) recycle: Recycle,
    pub(crate) forget_last: bool,
}

impl Ways {
    pub(crate) fn of(program: &Program) -> Self {
        let rules = &program.game().rules;
        Ways { recycle: rules.recycle, forget_last: rules.last_move == LastMove::Cleared }
    }
}

/// What is left over from a move: kept to save allocations, and for goals that ask.
#[derive(Default, Debug)]
pub(crate) struct Traces {
    pub(crate) captured: Vec<Code>,
    pub(crate) effects: Vec<Effect>,
    /// The effects are those of the part that is made next.
    pub(crate) known: bool,
    pub(crate) breath: Breath,
    pub(crate) again: bool,
    /// The turn that a move says is next.
    told: Option<u16>,
}

/// A position seen by the rules of one player.
pub(crate) struct Seer<'a, const W: usize> {
    pub(crate) plan: &'a Plan<W>,
    pub(crate) position: &'a Position,
    pub(crate) player: PlayerId,
    pub(crate) start: u16,
    /// The groups of the position, where they are kept.
    pub(crate) breath: Option<&'a Breath>,
}

impl<const W: usize> Answers for Seer<'_, W> {
    fn number(&self, num: ExprId) -> i32 {
        self.plan.number_given(self.position, num, self.start, self.breath)
    }

    fn contains(&self, set: SetId, cell: u16) -> bool {
        let known = self.breath.and_then(|breath| self.plan.in_body(breath, set, self.start, cell));
        let found = || bits::has(&self.plan.cell_set(self.position, set, self.start), cell);
        debug_assert!(known.is_none_or(|known| known == found()));
        known.unwrap_or_else(found)
    }

    fn attacked(&self, cell: u16) -> bool {
        let Seer { plan, position, player, start, .. } = *self;
        let there = position.code(&plan.layout, cell);
        let victim = if plan.codes.owner[there as usize] == player.0 {
            there
        } else {
            plan.codes.with_owner(position.code(&plan.layout, start), player)
        };
        victim != 0
            && plan.rivals[player.idx()].iter().any(|rival| plan.attacks(*rival, position, cell, victim))
    }

    fn threatened(&self, cell: u16, moved: bool) -> bool {
        let Seer { plan, position, start, .. } = *self;
        let victim = position.code(&plan.layout, if moved { start } else { cell });
        let by = |rival: &usize| match &plan.attacks[*rival] {
            Some(attacks) if moved => {
                attacks.attacked_since(&plan.shared, &plan.codes, position, cell, victim, start)
            }
            _ => plan.attacks(*rival, position, cell, victim),
        };
        victim != 0 && plan.rivals[usize::from(plan.codes.owner[victim as usize])].iter().any(by)
    }
}

impl<const W: usize> Plan<W> {
    /// Could that player take such a piece from the cell?
    #[inline(always)]
    pub(crate) fn attacks(&self, player: usize, position: &Position, cell: u16, victim: Code) -> bool {
        match &self.attacks[player] {
            Some(attacks) => attacks.attacked(&self.shared, &self.codes, position, cell, victim),
            None => false,
        }
    }

    pub(crate) fn number(&self, position: &Position, num: ExprId) -> i32 {
        self.number_at(position, num, 0)
    }

    /// A number that may be another one for another start.
    pub(crate) fn number_at(&self, position: &Position, num: ExprId, start: u16) -> i32 {
        self.number_given(position, num, start, None)
    }

    /// The same where the groups of the position may be known.
    pub(crate) fn number_given(
        &self,
        position: &Position,
        num: ExprId,
        start: u16,
        breath: Option<&Breath>,
    ) -> i32 {
        if let Some(answer) = breath.and_then(|breath| self.breathes(breath, num, start)) {
            debug_assert_eq!(answer, self.number_at(position, num, start));
            return answer;
        }
        let value = |n: Num| match n {
            Num::Const(value) => value,
            Num::Expr(id) => self.number_given(position, id, start, breath),
        };
        match self.shared.exprs.get(num) {
            Expr::Global(g) => position.global(&self.layout, g),
            Expr::Reserve(p, k) => position.reserve(&self.layout, p, k).min(i32::MAX as u32) as i32,
            Expr::Count { board, within } => {
                let shown = position.board::<W>(board);
                let counted = match within {
                    None => *shown,
                    Some(zone) => bits::and(shown, &self.zones[&zone]),
                };
                let under = match within {
                    _ if !self.layout.piles => 0,
                    None => self.count_buried(position, board, true, &self.all_cells),
                    Some(zone) => self.count_buried(position, board, true, &self.zones[&zone]),
                };
                (bits::count(&counted) + under) as i32
            }
            Expr::Passes => i32::from(position.passes),
            Expr::Some(set) => i32::from(!bits::is_empty(&self.set(position, set))),
            Expr::Add(a, b) => value(a).wrapping_add(value(b)),
            Expr::Sub(a, b) => value(a).wrapping_sub(value(b)),
            Expr::Mul(a, b) => value(a).wrapping_mul(value(b)),
            Expr::Min(a, b) => value(a).min(value(b)),
            Expr::Max(a, b) => value(a).max(value(b)),
            Expr::Eq(a, b) => i32::from(value(a) == value(b)),
            Expr::Lt(a, b) => i32::from(value(a) < value(b)),
            Expr::Le(a, b) => i32::from(value(a) <= value(b)),
            Expr::Not(a) => i32::from(value(a) == 0),
            Expr::Holds(trial) => i32::from(self.holds_for(position, trial, self.all_cells, false)),
            Expr::Times(trial) => self.times(position, trial) as i32,
            Expr::Any(set) => i32::from(self.any(position, set, start)),
            Expr::Size(set) => bits::count(&self.cell_set(position, set, start)) as i32,
            Expr::After(done, num) => self.number_after(position, done, num, start),
            Expr::Returns { situation, times } => i32::from(self.returns(position, situation, times)),
            Expr::Repeated => i32::from(position.changes.repeated),
            Expr::NoMoves => 0,
        }
    }

    /// The effects of a part whose rule finds them on its way.
    pub(crate) fn find_effects(&self, position: &Position, step: Step, effects: &mut Vec<Effect>) {
        let rule = &self.rules[step.rule as usize];
        let seer = Seer { plan: self, position, player: rule.of.player, start: step.start, breath: None };
        let mut found = false;
        walk::<W>(
            &self.flows[step.rule as usize],
            &self.shared.places,
            position,
            step.start,
            &seer,
            effects,
            |exit, to, _| {
                let this = exit == step.exit && self.shared.places.at(to, step.start) == step.to;
                found |= this;
                if this { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        debug_assert!(found, "a part that its rule does not emit");
        if !self.shared.exits.get(step.exit).script {
            crate::flow::captures_last(effects);
        }
    }

    pub(crate) fn recycle(&self, position: &mut Position, code: Code, mover: PlayerId) {
        let owner = PlayerId(self.codes.owner[code as usize]);
        let to = match self.ways.recycle {
            Recycle::Nowhere => return,
            Recycle::Owner => owner,
            Recycle::Capturer => mover,
        };
        position.add_reserve(&self.layout, to, self.recycle_as[self.codes.kind[code as usize] as usize], 1);
    }

    /// The piece on a cell is captured and gone.
    #[inline]
    fn remove(&self, position: &mut Position, at: u16, mover: PlayerId, captured: &mut Vec<Code>) {
        let old = position.code(&self.layout, at);
        let doomed = position.spare::<W>(&self.layout, at);
        if old == 0 {
            return;
        }
        position.set(&self.layout, &self.codes, at, 0);
        if self.counts_captures && !doomed {
            captured.push(old);
        }
        self.recycle(position, old, mover);
    }

    #[inline]
    fn land(&self, position: &mut Position, to: u16, code: Code, mover: PlayerId, captured: &mut Vec<Code>) {
        if !self.vanishes && position.code(&self.layout, to) != 0 {
            self.remove(position, to, mover, captured);
        }
        position.set(&self.layout, &self.codes, to, code);
    }

    /// What values are set to by a part: numbers of the position before it.
    #[inline(always)]
    fn numbers(&self, position: &Position, values: &[(GlobalId, Amount)], start: u16) -> [i32; MAX_VALUES] {
        let mut numbers = [0; MAX_VALUES];
        for (i, (_, amount)) in values.iter().enumerate() {
            numbers[i] = match *amount {
                Amount::Const(value) => value,
                Amount::Plus(global, n) => position.global(&self.layout, global).wrapping_add(n),
                Amount::Other(id) => self.number_at(position, id, start),
            };
        }
        numbers
    }

    #[inline(always)]
    fn set_values(
        &self,
        position: &mut Position,
        values: &[(GlobalId, Amount)],
        numbers: &[i32; MAX_VALUES],
    ) {
        for (i, (global, _)) in values.iter().enumerate() {
            position.set_global(&self.layout, *global, numbers[i]);
        }
    }

    /// Carries out one part.
    #[inline]
    pub(crate) fn make_part(&self, position: &mut Position, step: Step, traces: &mut Traces) {
        match &self.recipes[step.exit.0 as usize] {
            Recipe::Move(moved) => {
                let numbers = self.numbers(position, &moved.values, step.start);
                let before = position.code(&self.layout, step.start);
                let code = moved.becomes(before, step.choice);
                if step.start == step.to {
                    position.set(&self.layout, &self.codes, step.to, code);
                } else {
                    let quiet = position.code(&self.layout, step.to) == 0;
                    let mover = self.rules[step.rule as usize].of.player;
                    position.set(&self.layout, &self.codes, step.start, 0);
                    self.land(position, step.to, code, mover, &mut traces.captured);
                    position.changes.shift(quiet && code == before);
                }
                self.set_values(position, &moved.values, &numbers);
                position.set_last::<W>(&self.layout, step.start, step.to);
            }
            Recipe::Drop(dropped) => {
                let of = &self.rules[step.rule as usize].of;
                let numbers = self.numbers(position, &dropped.values, step.start);
                if dropped.back != Some((of.player, of.kind)) {
                    position.add_reserve(&self.layout, of.player, of.kind, -1);
                }
                let code = self.codes.fresh(of.player, of.kind);
                self.land(position, step.to, code, of.player, &mut traces.captured);
                if let Some((player, kind)) = dropped.back.filter(|back| *back != (of.player, of.kind)) {
                    position.add_reserve(&self.layout, player, kind, 1);
                }
                self.set_values(position, &dropped.values, &numbers);
                position.changes.shifted = false;
                position.set_last::<W>(&self.layout, NO_CELL, step.to);
            }
            Recipe::Plain => {
                let (from, to) = self.move_pieces(position, step, &mut traces.captured);
                position.set_last::<W>(&self.layout, from, to);
            }
            Recipe::Full if self.layout.piles => {
                self.pile_part(position, step, traces, &mut |_| {});
            }
            Recipe::Full => self.make_full_part(position, step, traces),
        }
    }

    /// The same for a part that does more than to move or to drop a piece.
    fn make_full_part(&self, position: &mut Position, step: Step, traces: &mut Traces) {
        let (layout, codes) = (&self.layout, &self.codes);
        let exit = self.shared.exits.get(step.exit);
        position.changes.shifted = false;
        let Traces { captured, effects: found, known, breath, again, told } = traces;
        let known = std::mem::take(known);
        let breath = if known && self.breaths.is_some() { Some(&*breath) } else { None };
        let effects: &[Effect] = if exit.effects_on_the_way {
            if !known {
                self.find_effects(position, step, found);
            }
            found
        } else {
            &exit.effects
        };
        // Numbers are of the position before the part.
        let mut numbers: SmallVec<[i32; 4]> = SmallVec::new();
        let mut sets: SmallVec<[Bits<W>; 1]> = SmallVec::new();
        for effect in effects {
            if let Effect::CaptureSet(set) = effect {
                let known = breath.and_then(|breath| self.body_cells(breath, *set, step.start));
                let found = || self.cell_set(position, *set, step.start);
                let cells = known.map_or_else(found, bits::of_cells);
                debug_assert_eq!(cells, found());
                sets.push(cells);
            }
            if let Effect::SetAttrs(_, _, set) = effect {
                sets.push(self.set(position, *set));
            }
            if let Effect::SetGlobal(_, num) | Effect::SetIf(_, num, ..) | Effect::AddReserve(_, _, num) =
                effect
            {
                numbers.push(match num {
                    Num::Const(value) => *value,
                    Num::Expr(id) => self.number_given(position, *id, step.start, breath),
                });
            }
        }
        let value = |num: Num| match num {
            Num::Const(value) => value,
            Num::Expr(id) => self.number_at(position, id, step.start),
        };
        let left: SmallVec<[(GlobalId, i32); 2]> =
            exit.left.iter().map(|(f, num)| (*f, value(*num))).collect();
        let mut sets = sets.iter();
        let (from, to) = self.move_pieces(position, step, captured);
        let mut next_number = numbers.iter().copied();
        for effect in effects {
            let number = match effect {
                Effect::SetGlobal(..) | Effect::SetIf(..) | Effect::AddReserve(..) => {
                    next_number.next().unwrap_or(0)
                }
                Effect::RepeatTurn => {
                    *again = true;
                    0
                }
                Effect::SetTurn(turn) => {
                    *told = Some(*turn);
                    0
                }
                Effect::CaptureSet(_) => {
                    let mover = self.rules[step.rule as usize].of.player;
                    for at in sets.next().into_iter().flat_map(bits::cells) {
                        self.remove(position, at, mover, captured);
                    }
                    0
                }
                Effect::SetAttrs(attr, value, _) => {
                    for at in sets.next().into_iter().flat_map(bits::cells) {
                        let code = codes.with_attr(position.code(layout, at), *attr, *value);
                        position.set(layout, codes, at, code);
                    }
                    0
                }
                _ => 0,
            };
            self.carry_out(position, step, *effect, number, captured);
        }
        if let Some(kind) = exit.kinds.get(step.choice as usize) {
            let code = codes.with_kind(position.code(layout, step.to), *kind);
            position.set(layout, codes, step.to, code);
        }
        for &(board, place, on) in &exit.flags {
            let cell = step.cell(&self.shared.places, place);
            if cell != NO_CELL {
                position.flag::<W>(board, cell, on);
            }
        }
        for (flag, value) in left {
            position.set_global(layout, flag, value);
        }
        position.set_last::<W>(layout, from, to);
    }

    /// The movements of a part, or its drop. Where did what gives the part its name start and end?
    #[inline]
    pub(crate) fn move_pieces(
        &self,
        position: &mut Position,
        step: Step,
        captured: &mut Vec<Code>,
    ) -> (u16, u16) {
        let (layout, codes) = (&self.layout, &self.codes);
        let exit = self.shared.exits.get(step.exit);
        let of = &self.rules[step.rule as usize].of;
        if exit.still {
            let at = |place: Place| cell(&self.shared.places, place, step.start, step.to);
            return (exit.head.map_or(NO_CELL, at), step.to);
        }
        if exit.drop {
            position.add_reserve(layout, of.player, of.kind, -1);
            self.land(position, step.to, codes.fresh(of.player, of.kind), of.player, captured);
            return (NO_CELL, step.to);
        }
        if !exit.moves.is_empty() || exit.from != Place::Start {
            return self.movements(position, step, captured, of.player);
        }
        if step.start != step.to {
            let code = position.code(layout, step.start);
            let doomed = position.spare::<W>(layout, step.start);
            if !exit.copy {
                position.set(layout, codes, step.start, 0);
            }
            self.land(position, step.to, code, of.player, captured);
            if doomed {
                position.doom::<W>(layout, if exit.copy { step.start } else { step.to });
            }
        }
        (step.start, step.to)
    }

    /// One effect of a part, after its movements.
    #[inline]
    pub(crate) fn carry_out(
        &self,
        position: &mut Position,
        step: Step,
        effect: Effect,
        number: i32,
        captured: &mut Vec<Code>,
    ) {
        let mover = self.rules[step.rule as usize].of.player;
        let at = |place: Place| step.cell(&self.shared.places, place);
        self.change(position, mover, at, effect, number, captured);
    }

    /// One effect of what a player does, given where its cells are.
    #[inline]
    pub(crate) fn change(
        &self,
        position: &mut Position,
        mover: PlayerId,
        at: impl Fn(Place) -> u16,
        effect: Effect,
        number: i32,
        captured: &mut Vec<Code>,
    ) {
        let (layout, codes) = (&self.layout, &self.codes);
        match effect {
            Effect::Capture(p) => self.remove(position, at(p), mover, captured),
            Effect::CaptureLate(p) => {
                let code = position.code(layout, at(p));
                if code != 0 {
                    position.doom::<W>(layout, at(p));
                    if self.counts_captures {
                        captured.push(code);
                    }
                }
            }
            Effect::Flip(p) => {
                let code = codes.flipped(position.code(layout, at(p)));
                position.set(layout, codes, at(p), code);
            }
            Effect::ChangeOwner(owner, p) => {
                let code = codes.with_owner(position.code(layout, at(p)), owner);
                position.set(layout, codes, at(p), code);
            }
            Effect::ChangeKind(kind, p) => {
                let code = codes.with_kind(position.code(layout, at(p)), kind);
                position.set(layout, codes, at(p), code);
            }
            Effect::Create(piece, p) => {
                if position.is_doomed::<W>(layout, at(p)) {
                    self.remove(position, at(p), mover, captured);
                }
                let old = position.code(layout, at(p));
                if old != 0 && !self.scripted {
                    self.recycle(position, old, mover);
                }
                position.set(layout, codes, at(p), codes.code(piece).unwrap_or(0));
            }
            Effect::SetAttr(attr, value, p) => {
                let code = codes.with_attr(position.code(layout, at(p)), attr, value);
                position.set(layout, codes, at(p), code);
            }
            Effect::SetGlobal(global, _) => position.set_global(layout, global, number),
            Effect::SetIf(global, _, asked, wanted) => {
                if (self.number(position, asked) != 0) == wanted {
                    position.set_global(layout, global, number);
                }
            }
            Effect::AddReserve(player, kind, _) => position.add_reserve(layout, player, kind, number),
            Effect::Promote(kind, p) => {
                let code = codes.with_kind(position.code(layout, at(p)), kind);
                position.set(layout, codes, at(p), code);
            }
            Effect::Carry(from, to, held) => {
                let code = self.carried(position.code(layout, at(from)), held);
                position.set(layout, codes, at(from), 0);
                self.land(position, at(to), code, mover, captured);
            }
            // Sets are known before anything has changed.
            Effect::SetAttrs(..) | Effect::CaptureSet(_) => {}
            // What is tucked away is under a pile (`pile_part`).
            Effect::RepeatTurn | Effect::SetTurn(_) | Effect::Drop(_) | Effect::Tuck(_) => {}
        }
    }

    /// A piece after what has become of it in hand.
    pub(crate) fn carried(&self, code: Code, held: Held) -> Code {
        let code = held.kind.map_or(code, |kind| self.codes.with_kind(code, kind));
        let attrs = held.attrs.iter().flatten();
        attrs.fold(code, |code, (attr, value)| self.codes.with_attr(code, *attr, *value))
    }

    /// Several pieces move at once: all are lifted, then all are set down.
    fn movements(
        &self,
        position: &mut Position,
        step: Step,
        captured: &mut Vec<Code>,
        mover: PlayerId,
    ) -> (u16, u16) {
        let exit = self.shared.exits.get(step.exit);
        let at = |place: Place| step.cell(&self.shared.places, place);
        let pairs = exit.moves.iter().map(|(from, to)| (at(*from), at(*to), false));
        let all: SmallVec<[(u16, u16, bool); 4]> =
            pairs.chain([(at(exit.from), step.to, exit.copy)]).collect();
        let mut lifted: SmallVec<[Lifted; 4]> = SmallVec::new();
        for &(from, to, copy) in &all {
            let code = position.code(&self.layout, from);
            if from != to && code != 0 {
                lifted.push((from, to, code, copy, false));
            }
        }
        let last = all.len() - 1;
        let head = lifted.iter().find(|l| all[..last].contains(&(l.0, l.1, false)));
        let head = head.map_or((all[last].0, all[last].1), |l| (l.0, l.1));
        for (from, _, _, copy, doomed) in &mut lifted {
            if !*copy {
                *doomed = position.spare::<W>(&self.layout, *from);
                position.set(&self.layout, &self.codes, *from, 0);
            }
        }
        for (_, to, code, ..) in &lifted {
            self.land(position, *to, *code, mover, captured);
        }
        for (_, to, _, _, doomed) in &lifted {
            if *doomed {
                position.doom::<W>(&self.layout, *to);
            }
        }
        head
    }

    /// What happens between the last part and the next turn.
    #[inline]
    pub(crate) fn end_turn(&self, position: &mut Position, passed: bool, traces: &mut Traces) {
        let turn = &self.turns[position.turn as usize];
        if let Some(doomed) = self.layout.doomed {
            if self.layout.piles {
                self.settle_piles(position, turn.actor);
            }
            let waiting = *position.board::<W>(doomed);
            for cell in bits::cells(&waiting) {
                let code = position.code(&self.layout, cell);
                position.spare::<W>(&self.layout, cell);
                if code != 0 {
                    position.set(&self.layout, &self.codes, cell, 0);
                    self.recycle(position, code, turn.actor);
                }
            }
        }
        position.clear_flags::<W>(&self.layout);
        position.passes = if passed { position.passes.saturating_add(1) } else { 0 };
        if self.ways.forget_last {
            position.set_last::<W>(&self.layout, NO_CELL, NO_CELL);
        }
        let next = if std::mem::take(&mut traces.again) { position.turn } else { turn.after };
        let next = traces.told.take().unwrap_or(next);
        position.set_turn(&self.layout, next);
    }

    /// Carries out a whole move of one part and ends the turn.
    #[inline]
    pub(crate) fn make(&self, position: &mut Position, step: Step, traces: &mut Traces) {
        traces.captured.clear();
        traces.again = false;
        position.changes = Changes::default();
        traces.told = None;
        self.make_part(position, step, traces);
        self.end_turn(position, false, traces);
    }

    /// Carries out a whole move and ends the turn; without parts it is a pass.
    pub(crate) fn make_all(&self, position: &mut Position, steps: &[Step], traces: &mut Traces) {
        traces.captured.clear();
        traces.again = false;
        position.changes = Changes::default();
        traces.told = None;
        for step in steps {
            self.make_part(position, *step, traces);
        }
        self.end_turn(position, steps.is_empty(), traces);
    }
}
