//! Playing: random games, and lists of moves.

use crate::bits;
use crate::class::{BoardId, Class};
use crate::draw::Draw;
use crate::guess::Kept;
use crate::judge::{ToMove, View};
use crate::link::Links;
use crate::make::{Step, Traces};
use crate::offer::Scratch;
use crate::plan::Plan;
use crate::position::Position;
use crate::route::TooMany;
use smallvec::SmallVec;
use zug_ir::{GoalCond, KindId, NoMoves, Pass, PlayerId, Verdict};
use zug_vm::{Move, Outcome, Program, UNLIMITED, lost};

/// Positions that were before, where a rule asks for them.
#[derive(Default, Debug)]
pub(crate) struct History {
    pub(crate) hashes: Vec<u64>,
    /// How many of them fall on each of these places: three of one kind are looked for only if there are three here.
    pub(crate) counts: Vec<u64>,
}

/// A power of two.
pub(crate) const PLACES: usize = 1024;

impl History {
    /// Begins with what was before; of scripts there are boards between the situations.
    pub(crate) fn begin(&mut self, hashes: &[u64], step: usize) {
        self.counts.resize(PLACES, 0);
        for hash in self.hashes.drain(..) {
            self.counts[hash as usize % PLACES] = 0;
        }
        for &hash in hashes.iter().step_by(step) {
            self.add(hash);
        }
    }

    /// Adds a position. Has it occurred three times?
    #[inline]
    pub(crate) fn add(&mut self, hash: u64) -> bool {
        self.hashes.push(hash);
        let count = &mut self.counts[hash as usize % PLACES];
        *count += 1;
        *count >= 3 && self.hashes.iter().filter(|h| **h == hash).count() >= 3
    }
}

/// Was a situation there twice before the last one of a history of scripts, which keeps boards beside situations?
pub(crate) fn was_twice(history: &[u64], situation: u64) -> bool {
    history.iter().rev().skip(3).step_by(2).filter(|h| **h == situation).count() >= 2
}

/// What one thread needs to play.
#[derive(Debug)]
pub(crate) struct Workplace<const W: usize> {
    pub(crate) scratch: Scratch<W>,
    history: History,
    after: Option<Position>,
    position: Option<Position>,
    /// Positions not in use at the moment.
    pub(crate) spare: Vec<Position>,
    /// A position in which no goal is reached: hash, turn and passes.
    quiet: Option<(u64, u16, u16)>,
    links: Links,
    kept: Kept,
    #[cfg(feature = "jit")]
    noted: crate::jit::Noted,
    /// Positions of all depths, where code counts results.
    #[cfg(feature = "jit")]
    pub(crate) frames: Vec<u64>,
    /// Who can begin a turn that may go on, if machine code has found out.
    #[cfg(feature = "jit")]
    begins: Option<crate::bits::Bits<W>>,
}

impl<const W: usize> Default for Workplace<W> {
    fn default() -> Self {
        Workplace {
            scratch: Scratch::default(),
            history: History::default(),
            after: None,
            position: None,
            spare: Vec::new(),
            quiet: None,
            links: Links::default(),
            kept: Kept::default(),
            #[cfg(feature = "jit")]
            noted: crate::jit::noted(),
            #[cfg(feature = "jit")]
            frames: Vec::new(),
            #[cfg(feature = "jit")]
            begins: None,
        }
    }
}

impl<const W: usize> Workplace<W> {
    /// Where the last random game has ended.
    pub(crate) fn end(&self) -> Option<&Position> {
        self.position.as_ref()
    }
}

/// What a player can do.
enum Choice {
    /// A move of one part, or a pass, already judged and made: the position is the one after it.
    Made,
    /// Nothing.
    Nothing,
}

impl<const W: usize> Plan<W> {
    /// Plays uniformly chosen legal moves to the end, or for `cap` plies. How many were they?
    pub(crate) fn playout(
        &self,
        program: &Program,
        start: &Position,
        history: &[u64],
        cap: usize,
        place: &mut Workplace<W>,
        seed: u64,
    ) -> Result<(usize, Option<Outcome>), TooMany> {
        let mut draw = Draw::new(seed);
        let mut position = place.position.take().unwrap_or_else(|| start.clone());
        position.copy(start);
        let step = if self.scripted { 2 } else { 1 };
        place.history.begin(if self.asks_repetition { history } else { &[] }, step);
        place.links.forget();
        place.kept.forget();
        let quiet = !self.scripted && self.is_quiet(&position, place);
        let mut result = Ok((cap, None));
        let mut ply = 0;
        while ply < cap {
            #[cfg(feature = "jit")]
            if (ply >= self.settled || quiet)
                && position.over.is_none()
                && self.run_code(program, (&mut position, start), place, &mut draw, &mut ply, cap)
            {
                continue;
            }
            match self.random_step(program, &mut position, place, ply >= self.settled || quiet, &mut draw) {
                Ok(None) => ply += 1,
                Ok(Some(outcome)) => {
                    result = Ok((ply, Some(outcome)));
                    break;
                }
                Err(TooMany) => {
                    result = Err(TooMany);
                    break;
                }
            }
        }
        place.position = Some(position);
        result
    }

    /// What repetition compares: to a script values of the board are no part of it.
    #[inline]
    pub(crate) fn situation(&self, position: &Position) -> u64 {
        if self.scripted { position.hash ^ position.hash_of_globals(&self.layout) } else { position.hash }
    }

    /// Is no goal reached here? So that later only what moves change has to be looked at.
    pub(crate) fn is_quiet(&self, position: &Position, place: &mut Workplace<W>) -> bool {
        let known = Some((position.hash, position.turn, position.passes));
        if place.quiet == known {
            return true;
        }
        let mover = self.last_chooser(position);
        let view = View { captured: &[], to_move: None, repeats: false, mover, fresh: false };
        let can = ToMove { has_moves: true, stuck: false };
        let later = View { captured: &[], to_move: Some(can), repeats: false, mover, fresh: false };
        let quiet =
            self.reached(position, false, &view).is_none() && self.reached(position, true, &later).is_none();
        place.quiet = known.filter(|_| quiet);
        quiet
    }

    /// Plays plies in machine code, where there is some. True if the next ply is another matter.
    #[cfg(feature = "jit")]
    fn run_code(
        &self,
        program: &Program,
        (position, start): (&mut Position, &Position),
        place: &mut Workplace<W>,
        draw: &mut Draw,
        ply: &mut usize,
        cap: usize,
    ) -> bool {
        use crate::jit::Stop;
        let Some(plies) = self.plies() else { return false };
        let kept = plies.kept();
        let words = kept.fill(self, position, &mut place.links);
        let (done, stop) =
            plies.run(position, draw, &mut place.history, (&mut place.noted, words), cap - *ply);
        *ply += done;
        if !kept.links {
            place.links.forget();
        }
        // Whose pieces are counted by codes where there is no board of them.
        let by_codes = || (0..self.rivals.len()).any(|p| self.owned(program, p).is_none());
        if !matches!(stop, Stop::Played | Stop::Goal(_) | Stop::Stuck) || position.stale && by_codes() {
            self.refresh(position, start);
        }
        match stop {
            Stop::Played => return done > 0,
            Stop::Plain => return false,
            Stop::Open(begins) => {
                place.begins = Some(std::array::from_fn(|i| begins[i]));
                return false;
            }
            Stop::Drawn(n) => {
                let mover = self.turns[position.turn as usize].chooser;
                self.offers(position, &mut place.scratch);
                let step = self.nth(&place.scratch.offers, n);
                self.make(position, step, &mut place.scratch.traces);
                *ply += 1;
                self.look_at_goals(program, position, mover, place, true);
            }
            Stop::Judge => {
                let mover = self.last_chooser(position);
                place.scratch.traces.captured.clear();
                self.look_at_goals(program, position, mover, place, true);
            }
            Stop::Stuck => {
                let to_move = Some(ToMove { has_moves: true, stuck: true });
                let mover = self.last_chooser(position);
                let view = View { captured: &[], to_move, repeats: false, mover, fresh: false };
                let Some(goal) = self.reached(position, true, &view) else {
                    self.refresh(position, start);
                    return false;
                };
                let (goal, player) = ((goal.goal, goal.verdict), goal.player);
                position.over = Some(self.outcome(program, position, goal, player, mover));
            }
            Stop::Goal(i) => {
                let goal = &self.goals[i];
                let mover = self.last_chooser(position);
                position.over =
                    Some(self.outcome(program, position, (goal.goal, goal.verdict), goal.player, mover));
            }
        }
        true
    }

    /// Makes a random legal move, all being equally likely. `false` if there is none. Repetition is not looked at.
    pub(crate) fn make_random(
        &self,
        program: &Program,
        position: &mut Position,
        place: &mut Workplace<W>,
        seed: u64,
    ) -> Result<bool, TooMany> {
        place.history.begin(&[], 1);
        place.kept.forget();
        let over = self.random_step(program, position, place, false, &mut Draw::new(seed))?;
        Ok(over.is_none())
    }

    /// May the player to move pass, where passing is possible at all?
    pub(crate) fn may_pass(&self, position: &Position, scratch: &mut Scratch<W>) -> bool {
        matches!(self.pass(position, &mut position.clone(), scratch), Choice::Made)
    }

    #[inline]
    fn random_step(
        &self,
        program: &Program,
        position: &mut Position,
        place: &mut Workplace<W>,
        fresh: bool,
        draw: &mut Draw,
    ) -> Result<Option<Outcome>, TooMany> {
        if position.over.is_some() {
            return Ok(position.over.clone());
        }
        if position.is_crowded(&self.layout) {
            return Err(TooMany);
        }
        let turn = &self.turns[position.turn as usize];
        let mover = turn.chooser;
        #[cfg(feature = "jit")]
        let known = place.begins.take();
        #[cfg(not(feature = "jit"))]
        let known = None;
        let mut first = 0;
        while let Some(menu) = turn.menus.get(first).filter(|m| m.hops.is_some()) {
            let Scratch { trails, uniform, .. } = &mut place.scratch;
            self.trails(position, menu, known.as_ref(), uniform, trails)?;
            if trails.len() > 0 {
                let over = self.deferred(program, position, (true, true), fresh);
                if over.is_some() {
                    return Ok(over);
                }
                let steps = self.drawn_trail(position, &place.scratch.trails, draw);
                self.make_all(position, &steps, &mut place.scratch.traces);
                self.look_at_goals(program, position, mover, place, fresh);
                return Ok(None);
            }
            first += 1;
        }
        if const { W <= bits::WIDE }
            && let Some(guesses) = self.guesses()
        {
            let Workplace { after, kept, scratch, .. } = &mut *place;
            let after = after.get_or_insert_with(|| position.clone());
            if let Some(step) = self.guess(guesses, kept, (position, after), &mut scratch.traces, draw) {
                let over = self.deferred(program, position, (true, true), fresh);
                if over.is_none() {
                    self.make(position, step, &mut scratch.traces);
                    kept.follow(self, guesses, position);
                    self.look_at_goals(program, position, mover, place, fresh);
                }
                return Ok(over);
            }
            kept.forget();
        }
        let (mut total, open) = self.offers_from(position, &mut place.scratch, first);
        if total > 0 && !open && !self.judges(turn.actor) && self.stages.pass != Some(Pass::Always) {
            // Whatever is drawn is legal: it is made where it is.
            if let Some(step) = self.drawn(position, &mut place.scratch, total, draw) {
                let over = self.deferred(program, position, (true, true), fresh);
                if over.is_some() {
                    return Ok(over);
                }
                self.make_drawn(position, step, &mut place.scratch.traces);
                self.look_at_goals(program, position, mover, place, fresh);
                return Ok(None);
            }
            total = 0;
        }
        let mut after = place.after.take().unwrap_or_else(|| position.clone());
        let choice = self.choose(position, &mut after, place, (total, open), draw);
        let step = match choice {
            Ok((Choice::Nothing, _)) => {
                let over = self.deferred(program, position, (false, false), fresh);
                Ok(Some(over.unwrap_or_else(|| self.stuck(program, position))))
            }
            Ok((Choice::Made, real)) => {
                let over = self.deferred(program, position, (true, real), fresh);
                if over.is_none() {
                    std::mem::swap(position, &mut after);
                    after.past.forget();
                    self.look_at_goals(program, position, mover, place, fresh);
                }
                Ok(over)
            }
            Err(TooMany) => Err(TooMany),
        };
        place.after = Some(after);
        step
    }

    /// One of the moves on offer, all of which are legal if they are moves at all.
    #[inline]
    fn drawn(
        &self,
        position: &Position,
        scratch: &mut Scratch<W>,
        total: u32,
        draw: &mut Draw,
    ) -> Option<Step> {
        if !self.lazy {
            return Some(self.nth(&scratch.offers, draw.below(total as usize) as u32));
        }
        self.keep_groups(position, &mut scratch.traces);
        // Moves found to be none, in ascending order.
        let mut none: SmallVec<[u32; 16]> = SmallVec::new();
        while (none.len() as u32) < total {
            let mut n = draw.below(total as usize - none.len()) as u32;
            for &i in &none {
                n += u32::from(n >= i);
            }
            let step = self.nth(&scratch.offers, n);
            let step = self.followed(position, step, &mut scratch.traces);
            if step.is_some() {
                return step;
            }
            let at = none.partition_point(|i| *i < n);
            none.insert(at, n);
        }
        None
    }

    /// Makes a move that was drawn: whoever has looked at it has met its effects.
    #[inline]
    fn make_drawn(&self, position: &mut Position, step: Step, traces: &mut Traces) {
        let script = self.shared.exits.get(step.exit).script;
        traces.known = self.rules[step.rule as usize].lazy && script;
        self.make(position, step, traces);
        traces.known = false;
    }

    /// Ends the game if a goal has been reached.
    #[inline]
    fn look_at_goals(
        &self,
        program: &Program,
        position: &mut Position,
        mover: PlayerId,
        place: &mut Workplace<W>,
        fresh: bool,
    ) {
        self.remember(position);
        let repeats = self.asks_repetition && place.history.add(self.situation(position));
        position.changes.repeated = repeats;
        if let (true, Some(chains)) = (fresh, &self.chains) {
            if let Some(goal) = self.linked(chains, position, &mut place.links) {
                let (goal, player) = ((goal.goal, goal.verdict), goal.player);
                position.over = Some(self.outcome(program, position, goal, player, mover));
            }
        } else if !self.order.immediate.is_empty() {
            let view =
                View { captured: &place.scratch.traces.captured, to_move: None, repeats, mover, fresh };
            if let Some(goal) = self.reached(position, false, &view) {
                let (goal, player) = ((goal.goal, goal.verdict), goal.player);
                position.over = Some(self.outcome(program, position, goal, player, mover));
            }
        }
    }

    /// Draws a legal move of those on offer and makes it on `after`. Is it more than a pass?
    #[inline]
    fn choose(
        &self,
        position: &Position,
        after: &mut Position,
        place: &mut Workplace<W>,
        (total, open): (u32, bool),
        draw: &mut Draw,
    ) -> Result<(Choice, bool), TooMany> {
        let scratch = &mut place.scratch;
        let actor = self.turns[position.turn as usize].actor;
        if open {
            let Scratch { offers, traces, .. } = &mut *scratch;
            if self.draw_pair(position, after, (offers, total), traces, draw) {
                return Ok((Choice::Made, true));
            }
            self.legal_routes(position, scratch)?;
            let n = scratch.space.routes.len();
            let may_pass = self.stages.pass == Some(Pass::Always)
                && matches!(self.pass(position, after, scratch), Choice::Made);
            if n == 0 {
                return Ok((self.pass(position, after, scratch), false));
            }
            let drawn = draw.below(n + usize::from(may_pass));
            if drawn == n {
                // The pass has been made to see whether it is legal.
                return Ok((Choice::Made, false));
            }
            let Scratch { space, traces, .. } = &mut *scratch;
            after.copy(position);
            self.make_all(after, space.routes.get(drawn), traces);
            return Ok((Choice::Made, true));
        }
        let judged = self.judges(actor);
        self.keep_groups(position, &mut scratch.traces);
        let extra = u32::from(self.stages.pass == Some(Pass::Always));
        // Moves found to be illegal, in ascending order.
        let mut illegal: SmallVec<[u32; 16]> = SmallVec::new();
        loop {
            let left = total + extra - illegal.len() as u32;
            if left == 0 {
                return Ok((self.pass(position, after, scratch), false));
            }
            let mut n = draw.below(left as usize) as u32;
            for &i in &illegal {
                n += u32::from(n >= i);
            }
            let (mut is_move, mut made) = (true, None);
            if n == total {
                after.copy(position);
                self.make_all(after, &[], &mut scratch.traces);
            } else {
                let step = self.nth(&scratch.offers, n);
                let step = self.followed(position, step, &mut scratch.traces);
                is_move = step.is_some();
                if let Some(step) = step {
                    after.copy(position);
                    self.make_drawn(after, step, &mut scratch.traces);
                }
                made = step;
            }
            if is_move && (!judged || self.passes(after, actor, made, &scratch.traces, 0)) {
                return Ok((Choice::Made, n != total));
            }
            let at = illegal.partition_point(|i| *i < n);
            illegal.insert(at, n);
        }
    }

    /// A pass where there is no other move.
    fn pass(&self, position: &Position, after: &mut Position, scratch: &mut Scratch<W>) -> Choice {
        if !matches!(self.stages.pass, Some(Pass::Forced | Pass::Always)) {
            return Choice::Nothing;
        }
        let actor = self.turns[position.turn as usize].actor;
        after.copy(position);
        self.make_all(after, &[], &mut scratch.traces);
        if self.judges(actor) && !self.passes(after, actor, None, &scratch.traces, 0) {
            return Choice::Nothing;
        }
        Choice::Made
    }

    /// Fills the scratch space with the complete moves that are legal, given the offers in it.
    pub(crate) fn legal_routes(&self, position: &Position, scratch: &mut Scratch<W>) -> Result<(), TooMany> {
        let Scratch { offers, menu, traces, space, .. } = scratch;
        self.routes(position, (offers, *menu), space)?;
        let actor = self.turns[position.turn as usize].actor;
        if self.judges(actor) {
            let mut after = position.clone();
            let legal: Vec<bool> = (0..space.routes.len())
                .map(|i| {
                    after.copy(position);
                    let steps = space.routes.get(i);
                    self.make_all(&mut after, steps, traces);
                    let only = if let [step] = steps { Some(*step) } else { None };
                    self.passes(&after, actor, only, traces, 0)
                })
                .collect();
            space.routes.retain(|_, i| legal[i]);
        }
        Ok(())
    }

    /// The goals that are decided when it is known whether the player to move can.
    #[inline]
    pub(crate) fn deferred(
        &self,
        program: &Program,
        position: &Position,
        (has_moves, real): (bool, bool),
        fresh: bool,
    ) -> Option<Outcome> {
        let order = &self.order;
        if order.deferred.is_empty() || has_moves && real && order.movable.is_empty() {
            return None;
        }
        if self.late_need.is_some_and(|(num, zero)| (self.number(position, num) == 0) != zero) {
            return None;
        }
        let stuck = self.asks_stuck && !real && !self.others_move(position);
        let mover = self.last_chooser(position);
        let to_move = Some(ToMove { has_moves, stuck });
        let view = View { captured: &[], to_move, repeats: false, mover, fresh };
        let goal = self.reached(position, true, &view)?;
        Some(self.outcome(program, position, (goal.goal, goal.verdict), goal.player, mover))
    }

    /// Has anybody else a move but a pass, if it were his turn?
    fn others_move(&self, position: &Position) -> bool {
        let mut other = position.clone();
        (0..self.turns.len() as u16).filter(|t| *t != position.turn).any(|turn| {
            other.set_turn(&self.layout, turn);
            self.can_move(&other, 0)
        })
    }

    fn last_chooser(&self, position: &Position) -> PlayerId {
        self.last_choosers[position.turn as usize]
    }

    fn stuck(&self, program: &Program, position: &Position) -> Outcome {
        match program.game().rules.no_moves {
            NoMoves::Draw => Outcome::Draw,
            NoMoves::Loss => lost(program, self.turns[position.turn as usize].chooser, 1),
        }
    }

    fn outcome(
        &self,
        program: &Program,
        position: &Position,
        (goal, verdict): (usize, Verdict),
        player: PlayerId,
        mover: PlayerId,
    ) -> Outcome {
        match verdict {
            Verdict::Draw => Outcome::Draw,
            Verdict::Win => {
                let neutral = !program.is_active(player);
                Outcome::won(if neutral { mover } else { player })
            }
            Verdict::Loss => lost(program, player, 1),
            Verdict::Count if program.game().scripted.is_some() => Outcome::Draw,
            Verdict::Count => self.count(program, position, &program.game().goals[goal].players),
        }
    }

    /// The board of a player's pieces.
    fn owned(&self, program: &Program, player: usize) -> Option<BoardId> {
        self.shared.classes.find(program, Class::Owned(PlayerId(player as u16)))
    }

    /// Most pieces win.
    fn count(&self, program: &Program, position: &Position, players: &[PlayerId]) -> Outcome {
        let game = program.game();
        let mut counts: SmallVec<[u64; 4]> = SmallVec::new();
        for player in 0..game.players.len() {
            let owner = |cell: u16| self.codes.owner[position.code(&self.layout, cell) as usize];
            counts.push(match self.owned(program, player) {
                Some(board) => u64::from(bits::count(position.board::<W>(board))),
                None => {
                    let cells = 0..game.board.cells.len() as u16;
                    cells.filter(|cell| usize::from(owner(*cell)) == player).count() as u64
                }
            });
        }
        if self.layout.piles {
            for (_, code) in position.buried(&self.layout) {
                counts[usize::from(self.codes.owner[code as usize])] += 1;
            }
        }
        if game.rules.count_reserve {
            for (p, count) in counts.iter_mut().enumerate() {
                for k in 0..game.kinds.len() {
                    let n = position.reserve(&self.layout, PlayerId(p as u16), KindId(k as u16));
                    *count += if n == UNLIMITED { 0 } else { u64::from(n) };
                }
            }
        }
        let mut ranking: Vec<(u64, PlayerId)> = players.iter().map(|p| (counts[p.idx()], *p)).collect();
        ranking.sort_by_key(|(n, _)| std::cmp::Reverse(*n));
        match ranking[..] {
            [(a, _), (b, _), ..] if a == b => Outcome::Draw,
            [(_, winner), ..] => Outcome::won(winner),
            [] => Outcome::Draw,
        }
    }

    /// All legal moves, a list of parts each; a pass has none.
    pub(crate) fn legal(
        &self,
        position: &Position,
        place: &mut Workplace<W>,
        out: &mut Vec<SmallVec<[Step; 2]>>,
    ) -> Result<(), TooMany> {
        out.clear();
        if position.over.is_some() {
            return Ok(());
        }
        if position.is_crowded(&self.layout) {
            return Err(TooMany);
        }
        let scratch = &mut place.scratch;
        let (total, open) = self.offers(position, scratch);
        let actor = self.turns[position.turn as usize].actor;
        if open {
            self.legal_routes(position, scratch)?;
            debug_assert!(self.draws_pairs(position, &scratch.offers, &scratch.space.routes));
            debug_assert!(self.finds_trails(position, scratch), "hops and routes differ");
            let routes = &scratch.space.routes;
            out.extend((0..routes.len()).map(|i| SmallVec::from_slice(routes.get(i))));
        } else if self.judges(actor) || self.lazy {
            let mut after = position.clone();
            for n in 0..total {
                let step = self.nth(&scratch.offers, n);
                let Some(step) = self.resolved(position, step, &mut scratch.traces) else { continue };
                if !self.judges(actor) {
                    out.push(SmallVec::from_slice(&[step]));
                    continue;
                }
                after.copy(position);
                self.make(&mut after, step, &mut scratch.traces);
                if self.passes(&after, actor, Some(step), &scratch.traces, 0) {
                    out.push(SmallVec::from_slice(&[step]));
                }
            }
        } else {
            let mut steps = Vec::new();
            self.steps(&scratch.offers, &mut steps);
            out.extend(steps.into_iter().map(|s| SmallVec::from_slice(&[s])));
        }
        let wanted = match self.stages.pass {
            Some(Pass::Always) => true,
            Some(Pass::Forced) => out.is_empty(),
            Some(Pass::Never) | None => false,
        };
        if wanted {
            let mut after = position.clone();
            if matches!(self.pass(position, &mut after, scratch), Choice::Made) {
                out.push(SmallVec::new());
            }
        }
        Ok(())
    }

    /// How the game stands, given whether there are legal moves, and others than passes.
    pub(crate) fn standing(
        &self,
        program: &Program,
        position: &Position,
        has_moves: bool,
        real: bool,
    ) -> Option<Outcome> {
        if position.over.is_some() {
            return position.over.clone();
        }
        let over = self.deferred(program, position, (has_moves, real), false);
        over.or_else(|| (!has_moves).then(|| self.stuck(program, position)))
    }

    /// Makes a legal move and looks at the goals that are decided at once; repetition is not one of them.
    pub(crate) fn play(
        &self,
        program: &Program,
        position: &mut Position,
        steps: &[Step],
        place: &mut Workplace<W>,
    ) {
        let mover = self.turns[position.turn as usize].chooser;
        let traces = &mut place.scratch.traces;
        self.make_all(position, steps, traces);
        self.remember(position);
        let captured = &traces.captured;
        let view = View { captured, to_move: None, repeats: false, mover, fresh: false };
        if let Some(goal) = self.reached(position, false, &view) {
            let (goal, player) = ((goal.goal, goal.verdict), goal.player);
            position.over = Some(self.outcome(program, position, goal, player, mover));
        }
    }

    /// Moves in the words of the interpreter.
    pub(crate) fn moves(&self, position: &Position, place: &mut Workplace<W>) -> Result<Vec<Move>, TooMany> {
        let mut moves = Vec::new();
        self.legal(position, place, &mut moves)?;
        Ok(moves.iter().map(|steps| self.show(position, steps)).collect())
    }
}

/// Does a condition ask whether nobody can move?
pub(crate) fn asks_stuck(cond: &GoalCond) -> bool {
    crate::goal::mentions(cond, &GoalCond::Stuck)
}
