//! Why a move is or is not legal, in games of blocks (ZRF).
//!
//! The same two questions as for scripts. Blocks know the place of the rule only, not of each op, and equal rules are
//! one block: what is told is less precise.

use super::{
    Begin, ENOUGH_WORK, Fate, Fit, Hurdle, Judged, MAX_COST, MAX_NEAR, MadeBy, Near, Nearly, Obstacle, Spot,
    cost, goes_on,
};
use crate::action::{Move, NO_CELL, PartHead};
use crate::apply::{apply_move, apply_part};
use crate::candidates::{Candidate, Collect, Generator, each_next_rule, movable};
use crate::engine::Engine;
use crate::error::RunError;
use crate::goals::{ToMove, View};
use crate::machine::{Decision, Flags, Job};
use crate::piece::Piece;
use crate::program::Program;
use crate::stages::{Score, brings_back, landing, royals_safe, scores};
use crate::state::State;
use crate::turn::complete;
use std::ops::ControlFlow;
use zug_ir::{CellId, KindId, ModeId, Pass, PlayerId, Preference, RuleRef, Stage, Then};

/// Parts of a wanted move that are followed.
const MAX_FOLLOWED: usize = 32;

impl Engine {
    pub(super) fn judged_blocks(
        &mut self,
        program: &Program,
        state: &State,
    ) -> Result<Vec<Judged>, RunError> {
        self.generator.begin();
        let mut moves: Vec<Move> = Vec::new();
        let mut fates: Vec<Option<Fate>> = Vec::new();
        let mut best: Option<(usize, usize)> = None;
        for (r, rank) in program.ranks().iter().enumerate() {
            let mut candidates = Vec::new();
            self.generator.parts_of_rank(program, state, rank, &mut candidates)?;
            let by = moves.len();
            complete(&mut self.generator, program, state, &mut candidates, &mut moves)?;
            if moves.len() == by {
                continue;
            }
            let &mut (better, first) = best.get_or_insert((r, by));
            let outranked =
                (better != r).then(|| Fate::Outranked { better: mode_of_rank(program, better), by: first });
            fates.resize(moves.len(), outranked);
        }
        for (mv, fate) in moves.iter().zip(&mut fates).filter(|(_, fate)| fate.is_none()) {
            if !self.is_legal(program, state, mv)? {
                *fate = self.refused(program, state, mv)?;
            }
        }
        let mut passes = false;
        for stage in &program.game().stages {
            match stage {
                Stage::Prefer(criteria) => self.compare(program, state, criteria, &moves, &mut fates),
                Stage::Landing => drop_stops(&moves, &mut fates),
                Stage::Merge => merge(&moves, &mut fates),
                Stage::Pass(pass) => {
                    let stuck = fates.iter().all(Option::is_some);
                    let wanted = *pass == Pass::Always || (*pass == Pass::Forced && stuck);
                    passes = wanted && self.is_legal(program, state, &Move::pass())?;
                }
                Stage::Priorities { .. } | Stage::Royal { .. } | Stage::Illegal { .. } | Stage::Ko(_) => {}
            }
        }
        if passes {
            moves.push(Move::pass());
            fates.push(None);
        }
        let judged =
            |(mv, fate): (Move, Option<Fate>)| Judged::new(mv, Vec::new(), fate.unwrap_or(Fate::Legal));
        Ok(moves.into_iter().zip(fates).map(judged).collect())
    }

    /// The stage that refuses a move which is not legal.
    fn refused(&mut self, program: &Program, state: &State, mv: &Move) -> Result<Option<Fate>, RunError> {
        let mover = program.turn(state).actor;
        self.captured.clear();
        self.after.copy_position(state);
        apply_move(program, &mut self.after, mv, &mut self.captured);
        for (stage, what) in program.game().stages.iter().enumerate() {
            match what {
                Stage::Royal { player, kinds }
                    if *player == mover
                        && !royals_safe(&mut self.generator.attacks, program, &self.after, mover, kinds)? =>
                {
                    let royal = |p: Piece| p.is_owned(mover) && kinds.iter().any(|&k| p.is_kind(k));
                    return self.exposed(program, mover, royal).map(Some);
                }
                Stage::Illegal { players, cond } if self.arises(program, players, cond, mover)? => {
                    return Ok(Some(Fate::Forbidden { stage }));
                }
                Stage::Ko(ko) if !mv.is_pass() && brings_back(program, *ko, state, &self.after) => {
                    return Ok(Some(Fate::BringsBack(*ko)));
                }
                _ => {}
            }
        }
        Ok(None)
    }

    /// The first royal piece that is attacked after the move being judged, and by whom.
    fn exposed(
        &mut self,
        program: &Program,
        mover: PlayerId,
        royal: impl Fn(Piece) -> bool,
    ) -> Result<Fate, RunError> {
        let attacks = &mut self.generator.attacks;
        let mut last = CellId(0);
        for cell in self.after.cells_where(|top| top.is_some()) {
            if self.after.any_piece(program, CellId(cell), &royal) {
                last = CellId(cell);
                if attacks.is_royal_attacked(program, &self.after, mover, cell)? {
                    break;
                }
            }
        }
        let attackers = attacks.royal_attackers(program, &self.after, mover, last.0)?;
        Ok(Fate::Exposed { cell: last, attackers })
    }

    fn compare(
        &mut self,
        program: &Program,
        state: &State,
        criteria: &[Preference],
        moves: &[Move],
        fates: &mut [Option<Fate>],
    ) {
        let left: Vec<usize> = (0..moves.len()).filter(|&i| fates[i].is_none()).collect();
        let scores = scores(program, state, &mut self.after, criteria, left.iter().map(|&i| &moves[i]));
        let compared = || scores.iter().enumerate().filter_map(|(i, scores)| Some((i, scores.as_ref()?)));
        let Some((best, most)) = compared().max_by(|(i, a), (j, b)| a.cmp(b).then(j.cmp(i))) else {
            return;
        };
        for (i, own) in compared().filter(|(_, own)| *own != most) {
            let criterion = own.iter().zip(most).position(|(a, b)| a != b).unwrap_or(0);
            let (value, top) = (number(own.get(criterion)), number(most.get(criterion)));
            fates[left[i]] = Some(Fate::Worse { by: left[best], criterion, value, best: top });
        }
    }

    /// Runs the rules again and looks which of them make the parts of a move.
    pub(super) fn makers_blocks(
        &mut self,
        program: &Program,
        state: &State,
        mv: &Move,
    ) -> Result<Vec<MadeBy>, RunError> {
        self.generator.begin();
        let mut made_by = Vec::new();
        let (mut state, mut flags): (State, Option<Box<Flags>>) = (state.without_history(), None);
        for i in 0..mv.n_parts() {
            let mut candidates = Vec::new();
            match i.checked_sub(1) {
                None => {
                    for rank in program.ranks() {
                        self.generator.parts_of_rank(program, &state, rank, &mut candidates)?;
                    }
                }
                Some(before) => {
                    let head = mv.parts[before];
                    self.generator.next_parts(program, &state, head, flags.as_deref(), &mut candidates)?;
                }
            }
            let part = mv.part(i);
            let same = |c: &Candidate| {
                let (head, wanted) = (c.part.parts[0], part.head);
                (head.from, head.to, head.then) == (wanted.from, wanted.to, wanted.then)
                    && c.part.actions[..] == *part.actions
            };
            let Some(candidate) = candidates.into_iter().find(same) else { break };
            made_by.push(maker(program, &state, &candidate));
            flags = candidate.flags;
            let player = program.turn(&state).actor;
            apply_part(program, &mut state, part, player, &mut Vec::new());
        }
        Ok(made_by)
    }

    pub(super) fn nearly_blocks(
        &mut self,
        program: &Program,
        state: &State,
        begin: Begin,
        wanted: &dyn Fn(&Move) -> Fit,
    ) -> Result<Nearly, RunError> {
        let state = state.without_history();
        self.generator.begin();
        let mut search = Search { program, wanted, limit: 0, cut: false, followed: 0, near: Vec::new() };
        for limit in 1..=MAX_COST {
            (search.limit, search.cut) = (limit, false);
            let searched = search.first(&mut self.generator, &state, begin);
            // A part that rules really make is not what stops the move.
            search.near.retain(|(fit, near)| *fit == Fit::Yes || near.mv.n_parts() > search.followed);
            // A limit of the rules may have been met where they would never have come: what was found stays.
            if searched.is_err()
                || !search.near.is_empty()
                || !search.cut
                || self.generator.machine.spent > ENOUGH_WORK
            {
                search.cut |= searched.is_err();
                break;
            }
        }
        let complete = !search.cut;
        search.near.sort_by_key(|(fit, near)| (*fit != Fit::Yes, cost(&near.hurdles)));
        Ok(Nearly { moves: search.near.into_iter().map(|(_, near)| near).collect(), complete })
    }

    pub(super) fn ended_by_blocks(
        &mut self,
        program: &Program,
        state: &State,
        has_moves: bool,
    ) -> Option<u32> {
        self.generator.begin();
        let mut view = View {
            program,
            state,
            captured: &[],
            mover: program.last_chooser(state),
            to_move: Some(ToMove { has_moves, stuck: false }),
            attacks: &mut self.generator.attacks,
        };
        let at_once = view.reached(false).ok().flatten();
        let reached = at_once.or_else(|| view.reached(true).ok().flatten());
        reached.map(|(goal, _)| program.game().goals[goal].origin)
    }
}

/// The type of move a rank stands for.
fn mode_of_rank(program: &Program, rank: usize) -> Option<ModeId> {
    program.game().stages.iter().find_map(|stage| match stage {
        Stage::Priorities { modes, .. } => modes.get(rank).copied(),
        _ => None,
    })
}

fn number(score: Option<&Score>) -> i64 {
    match score {
        Some(Score::Amount(n)) => *n,
        Some(Score::Places(places)) => places.len() as i64,
        None => 0,
    }
}

fn drop_stops(moves: &[Move], fates: &mut [Option<Fate>]) {
    let left: Vec<usize> = (0..moves.len()).filter(|&i| fates[i].is_none()).collect();
    let mut kept: Vec<Move> = left.iter().map(|&i| moves[i].clone()).collect();
    landing(&mut kept);
    for &i in left.iter().filter(|&&i| !kept.contains(&moves[i])) {
        let by = left.iter().find(|&&j| goes_on(&moves[j], &moves[i])).copied().unwrap_or(i);
        fates[i] = Some(Fate::StopsShort { by });
    }
}

fn merge(moves: &[Move], fates: &mut [Option<Fate>]) {
    let mut seen = rustc_hash::FxHashMap::default();
    for (i, mv) in moves.iter().enumerate() {
        if fates[i].is_none()
            && let Some(first) = seen.insert(mv, i)
        {
            fates[i] = Some(Fate::SameAs(first));
            seen.insert(mv, first);
        }
    }
}

/// Whose rule emitted a part.
fn maker(program: &Program, state: &State, candidate: &Candidate) -> MadeBy {
    let head = candidate.part.parts[0];
    let drop = candidate.part.actions.iter().find_map(|a| match a {
        crate::action::Action::Drop { piece, .. } if head.from == NO_CELL => Some(piece.kind()),
        _ => None,
    });
    let player = program.turn(state).actor;
    let rules = |kind: KindId| {
        let kind = &program.game().kinds[kind.idx()];
        if drop.is_some() { &kind.drops } else { &kind.moves }
    };
    let has = |kind: &KindId| rules(*kind).iter().any(|r| r.block == candidate.block);
    let there = || movable(program, state, head.from, player).map(|p| p.kind()).find(has);
    let kind = drop.or_else(|| if head.from == NO_CELL { None } else { there() });
    // A rule may move another piece than its own: then it is that of whoever has such a rule.
    let kind = kind.or_else(|| (0..program.game().kinds.len() as u16).map(KindId).find(has));
    let mode = kind.and_then(|k| rules(k).iter().find(|r| r.block == candidate.block)).and_then(|r| r.mode);
    MadeBy { spot: Spot { code: candidate.block.0, op: None }, kind, mode, drop: drop.is_some() }
}

/// Looking for moves that rules nearly make.
struct Search<'a> {
    program: &'a Program,
    wanted: &'a dyn Fn(&Move) -> Fit,
    limit: u32,
    /// Something was not let pass because of the limit.
    cut: bool,
    /// How many parts of what is wanted rules really make.
    followed: usize,
    near: Vec<(Fit, Near)>,
}

/// How far a wanted move has been followed.
#[derive(Clone, Copy)]
struct Followed<'s> {
    state: &'s State,
    made: &'s Move,
    made_by: &'s [MadeBy],
    flags: Option<&'s Flags>,
}

impl Search<'_> {
    fn first(&mut self, generator: &mut Generator, state: &State, begin: Begin) -> Result<(), RunError> {
        let program = self.program;
        let (turn, n_cells) = (program.turn(state), state.cells.len() as u16);
        let player = turn.actor;
        let made = Move::default();
        let followed = Followed { state, made: &made, made_by: &[], flags: None };
        let cells = match begin {
            Begin::Cell(cell) => cell.0..cell.0 + 1,
            Begin::Drop(_) => 0..0,
            Begin::Anywhere => 0..n_cells,
        };
        for start in cells {
            for mover in movable(program, state, start, player) {
                for rule in &program.game().kinds[mover.kind().idx()].moves {
                    let job = Job { program, state, block: rule.block, player, start, mover, drop: false };
                    self.rule(generator, &job, rule, followed)?;
                }
            }
        }
        for (k, kind) in program.game().kinds.iter().enumerate() {
            let wanted = match begin {
                Begin::Cell(_) => false,
                Begin::Drop(kind) => kind.idx() == k,
                Begin::Anywhere => true,
            };
            let mover = program.layout().new_piece(KindId(k as u16), player);
            if !wanted || state.reserve(program, player, mover.kind()) == 0 {
                continue;
            }
            for start in 0..n_cells {
                for rule in &kind.drops {
                    let job = Job { program, state, block: rule.block, player, start, mover, drop: true };
                    self.rule(generator, &job, rule, followed)?;
                }
            }
        }
        Ok(())
    }

    /// A rule that begins the turn, whether it may or not.
    fn rule(
        &mut self,
        generator: &mut Generator,
        job: &Job<'_>,
        rule: &RuleRef,
        followed: Followed<'_>,
    ) -> Result<(), RunError> {
        let may =
            self.program.begins(rule.mode) && Program::turn_allows(self.program.turn(job.state), rule.mode);
        let mut hurdles = Vec::new();
        if !may {
            let spot = Spot { code: rule.block.0, op: None };
            hurdles.push(hurdle(Obstacle::NotNow(rule.mode), spot, NO_CELL));
        }
        self.job(generator, job, rule.mode, hurdles, followed)
    }

    fn job(
        &mut self,
        generator: &mut Generator,
        job: &Job<'_>,
        mode: Option<ModeId>,
        mut hurdles: Vec<Hurdle>,
        followed: Followed<'_>,
    ) -> Result<(), RunError> {
        let spot = Spot { code: job.block.0, op: None };
        let made_by = MadeBy { spot, kind: Some(job.mover.kind()), mode, drop: job.drop };
        let holds = hurdles.is_empty();
        if cost(&hurdles) > self.limit {
            self.cut = true;
            return Ok(());
        }
        self.explore(generator, job, made_by, &mut Vec::new(), &mut hurdles, followed)?;
        if holds && followed.made.n_parts() < MAX_FOLLOWED {
            self.follow(generator, job, made_by, followed)?;
        }
        Ok(())
    }

    /// Answers tests of a rule otherwise, one more each time.
    fn explore(
        &mut self,
        generator: &mut Generator,
        job: &Job<'_>,
        made_by: MadeBy,
        flips: &mut Vec<usize>,
        hurdles: &mut Vec<Hurdle>,
        followed: Followed<'_>,
    ) -> Result<(), RunError> {
        let (mut told, mut parts): (Vec<Decision>, Vec<Candidate>) = (Vec::new(), Vec::new());
        let (machine, attacks, builder) = generator.split();
        let mut sink = Collect { out: &mut parts, parts: builder };
        machine.run_flipped(job, followed.flags, attacks, flips, &mut told, &mut sink)?;
        generator.charge(0)?;
        if !hurdles.is_empty() {
            parts.iter().for_each(|part| self.found(part, made_by, hurdles, followed));
        }
        let next = flips.last().map_or(0, |last| last + 1);
        for (nth, decision) in told.iter().enumerate().skip(next) {
            let spot = Spot { code: job.block.0, op: Some(decision.pc as u32) };
            hurdles.push(hurdle(decision.what, spot, decision.cell));
            flips.push(nth);
            if cost(hurdles.iter()) <= self.limit {
                self.explore(generator, job, made_by, flips, hurdles, followed)?;
            } else {
                self.cut = true;
            }
            flips.pop();
            hurdles.pop();
        }
        Ok(())
    }

    fn found(&mut self, candidate: &Candidate, made_by: MadeBy, hurdles: &[Hurdle], followed: Followed<'_>) {
        let mut mv = followed.made.clone();
        mv.push_part(&candidate.part);
        let fit = (self.wanted)(&mv);
        if matches!(fit, Fit::Yes | Fit::Shorter) && self.near.len() < MAX_NEAR {
            let made_by = followed.made_by.iter().copied().chain([made_by]).collect();
            self.near.push((fit, Near { mv, made_by, hurdles: hurdles.to_vec() }));
        }
    }

    /// Goes on with what the rule really makes, as far as it is what is wanted.
    fn follow(
        &mut self,
        generator: &mut Generator,
        job: &Job<'_>,
        made_by: MadeBy,
        followed: Followed<'_>,
    ) -> Result<(), RunError> {
        let mut parts = Vec::new();
        generator.collect(job, followed.flags, &mut parts)?;
        for candidate in parts {
            let mut made = followed.made.clone();
            made.push_part(&candidate.part);
            if (self.wanted)(&made) != Fit::Shorter {
                continue;
            }
            self.followed = self.followed.max(made.n_parts());
            if candidate.then == Then::Done {
                continue;
            }
            let mut after = followed.state.clone();
            apply_part(self.program, &mut after, candidate.part.part(0), job.player, &mut Vec::new());
            let all: Vec<MadeBy> = followed.made_by.iter().copied().chain([made_by]).collect();
            let next =
                Followed { state: &after, made: &made, made_by: &all, flags: candidate.flags.as_deref() };
            self.go_on(generator, candidate.part.parts[0], job.player, next)?;
        }
        Ok(())
    }

    fn go_on(
        &mut self,
        generator: &mut Generator,
        head: PartHead,
        player: PlayerId,
        followed: Followed<'_>,
    ) -> Result<(), RunError> {
        let program = self.program;
        let _ = each_next_rule(program, followed.state, head, player, &mut |job| {
            let rules = &program.game().kinds[job.mover.kind().idx()].moves;
            let mode = rules.iter().find(|r| r.block == job.block).and_then(|r| r.mode);
            self.job(generator, job, mode, Vec::new(), followed)?;
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(())
    }
}

fn hurdle(what: Obstacle, spot: Spot, cell: u16) -> Hurdle {
    let cell = (cell != NO_CELL).then_some(CellId(cell));
    Hurdle { what, spot, cell, found: None, attackers: Vec::new() }
}
