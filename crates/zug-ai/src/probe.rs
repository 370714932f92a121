//! Trying a game out: random games show what its numbers are, and what those who win have.
//!
//! How much is tried is counted in plies, not measured in time, so that the same seed gives the same player on every machine.

use crate::aims::Aims;
use crate::budget::Budget;
use crate::camps::Camps;
use crate::eval::{Evaluation, doublings};
use crate::fit::{Features, Prior, Sample, fit};
use crate::mind::Mind;
use std::time::Duration;
use zug_game::ir::Pile;
use zug_game::{Candidate, Node, Outcome, PlayerId, Rng, RunError, Sight, Stage};

/// Plies played, where a ply is cheap and where it is not.
const PLIES: usize = 20_000;
const SLOW_PLIES: usize = 150;
/// No game is longer.
const CAP: usize = 400;
/// So many games are played ply by ply, the others by leaps.
const STEPPED: u32 = 3;
/// Positions looked at in one game, about.
const LOOKS: usize = 10;

/// What trying out has shown.
#[derive(Clone, Debug, Default)]
pub(crate) struct Findings {
    /// Moves of a position.
    pub(crate) branching: f32,
    /// How many of the moves take something; how many bring a piece onto the board or leave none where they began.
    pub(crate) captures: f32,
    pub(crate) drops: f32,
    /// Is it worth while to follow captures to the end?
    pub(crate) exchanges: bool,
    /// How often the evaluation tells the winner's position from the loser's, in games it was not made from.
    pub(crate) insight: f32,
}

/// Random games, as far as they have been played.
#[derive(Debug)]
pub(crate) struct Probe {
    rng: Rng,
    start: Node,
    plies: usize,
    most: usize,
    games: u32,
    lengths: usize,
    samples: Vec<Sample>,
    tally: Tally,
    features: Features,
    aims: Aims,
    camps: Camps,
    /// A game that has been broken off.
    current: Option<Trial>,
    /// The longest that a ply has taken.
    slowest: Duration,
    /// Plies between two looks at the watch, and the ply of the next.
    pause: usize,
    next_look: usize,
}

/// How a leap ended.
enum Leap {
    On,
    Over(Outcome),
    /// The form of the game knows single plies only.
    Cannot,
}

/// A random game that is being played.
#[derive(Debug)]
struct Trial {
    node: Node,
    ply: usize,
    /// Every so manyth position is looked at, beginning with that one.
    stride: usize,
    phase: usize,
    rival_moves: Option<usize>,
    taken: Vec<(Vec<(u32, f32)>, usize)>,
    globals: Vec<i32>,
}

/// What moves of random positions are like.
#[derive(Debug, Default)]
struct Tally {
    positions: f32,
    moves: f32,
    captures: f32,
    drops: f32,
    /// `reach[kind]`: moves that pieces of the kind had, captures counted thrice, and how many pieces that were.
    reach: Vec<(f32, f32)>,
    /// `ticks[global]`: plies in which a value grew by one, of `watched`.
    ticks: Vec<u32>,
    watched: u32,
}

impl Probe {
    pub(crate) fn new(mind: &Mind, seed: u64) -> Self {
        let ir = mind.game.ir();
        let start = mind.game.start().node();
        let tally = Tally {
            reach: vec![(0.0, 0.0); ir.kinds.len()],
            ticks: vec![0; ir.globals.len()],
            ..Tally::default()
        };
        Probe {
            rng: Rng::new(seed ^ 0x5EED),
            start,
            plies: 0,
            most: if mind.facts.is_fast { PLIES } else { SLOW_PLIES },
            games: 0,
            lengths: 0,
            samples: Vec::new(),
            tally,
            features: Features::new(&mind.game, &mind.facts.players),
            aims: Aims::new(mind, seed),
            camps: Camps::new(mind),
            current: None,
            slowest: Duration::ZERO,
            next_look: 0,
            pause: if mind.facts.is_fast { 16 } else { 1 },
        }
    }

    pub(crate) fn is_done(&self) -> bool {
        self.plies >= self.most
    }

    /// Has a game in which plies are dear been tried out twice as much as one is where no clock is running?
    pub(crate) fn knows_enough(&self) -> bool {
        self.most < PLIES && self.plies >= 2 * SLOW_PLIES
    }

    /// Plays on, and tells what has been found. With a clock running only a share of the time (in hundredths) is taken: the
    /// rest is for later moves.
    pub(crate) fn run(&mut self, mind: &mut Mind, budget: &mut Budget<'_>, share: u32) {
        let before = self.plies;
        // What was slow once need not be so again.
        self.slowest = self.slowest * 3 / 4;
        // With a clock running it is not the same on every machine anyway: slow games are played on while there is time.
        if !budget.is_timeless() && self.most == SLOW_PLIES {
            self.most = SLOW_PLIES * 32;
        }
        // Where positions are slow a few random games show less than an aim does.
        let for_aims = if mind.facts.is_fast { share / 2 } else { share * 2 / 3 };
        self.camps.look(mind, budget, for_aims);
        // Whoever has to fill cells together wins by none of them alone.
        if self.camps.found.is_empty() {
            self.aims.look(mind, budget, for_aims);
        }
        while !self.is_done() {
            let mut game = self.current.take().unwrap_or_else(|| self.begin());
            let played = self.play(&mut game, budget, share);
            match played {
                Ok(true) => {}
                Ok(false) => {
                    self.current = Some(game);
                    break;
                }
                // Rules that fail in random play say nothing about the game.
                Err(_) => self.plies += self.most / 20 + 1,
            }
        }
        if self.plies > before {
            self.conclude(mind);
        }
    }

    fn begin(&mut self) -> Trial {
        let mean = self.lengths.checked_div(self.games as usize).unwrap_or(40);
        let stride = (mean / LOOKS).max(1) + 1;
        let phase = self.rng.below(stride);
        Trial {
            node: self.start.clone(),
            ply: 0,
            stride,
            phase,
            rival_moves: None,
            taken: Vec::new(),
            globals: Vec::new(),
        }
    }

    /// Plays a game on. `false`: there is no time to come to its end.
    fn play(&mut self, game: &mut Trial, budget: &mut Budget<'_>, share: u32) -> Result<bool, RunError> {
        let (mut sight, mut moves) = (Sight::default(), Vec::new());
        let over = loop {
            let node = &mut game.node;
            if game.ply >= CAP {
                break None;
            }
            if self.plies >= self.next_look {
                self.next_look = self.plies + self.pause;
                budget.ask();
                if budget.has_passed(share) {
                    return Ok(false);
                }
            }
            if self.games >= STEPPED && !node.is_chance() {
                match self.leap(game, &mut sight, &mut moves)? {
                    Leap::On => continue,
                    Leap::Over(outcome) => break Some(outcome),
                    Leap::Cannot => {}
                }
            }
            let node = &mut game.node;
            if !self.tally.ticks.is_empty() {
                node.look(&mut sight);
                self.tally.tick(&game.globals, &sight.globals);
                game.globals.clone_from(&sight.globals);
            }
            let (looks, counts) =
                (game.ply % game.stride == game.phase, (game.ply + 1) % game.stride == game.phase);
            // Nothing is begun that would not be done in time.
            if !budget.has_room(self.slowest, share) {
                return Ok(false);
            }
            let began = budget.elapsed();
            if counts {
                game.rival_moves = Some(node.count()? as usize);
            } else if looks && !node.is_chance() {
                node.look(&mut sight);
                node.candidates(Stage::All, &mut moves)?;
                self.tally.add(&moves, &sight, node.chooser());
                self.aims.note(&moves, &sight);
                let moved = doublings(moves.len()) - doublings(game.rival_moves.unwrap_or(moves.len()));
                game.taken.push((self.features.of(&sight, node.chooser(), moved), game.ply));
            }
            let made = node.make_random(&mut self.rng)?;
            self.slowest = self.slowest.max(budget.elapsed().saturating_sub(began));
            if !made {
                break node.outcome()?;
            }
            game.ply += 1;
            self.plies += 1;
        };
        self.plies += 1;
        self.games += 1;
        self.lengths += game.ply;
        // Of the games of more than two nothing is learned but what moves are like.
        let Some(outcome) = over.filter(|_| self.features.players.len() <= 2) else { return Ok(true) };
        let score = self.features.players.first().map_or(0, |first| outcome.score(*first));
        let fade = (game.ply as f32 / 3.0).max(8.0);
        let weight = 2.0 / (game.taken.len() as f32).max(1.0);
        self.samples.extend(game.taken.drain(..).map(|(features, at)| Sample {
            features,
            result: 0.5 + 0.5 * score as f32,
            weight: weight * (-((game.ply - at) as f32) / fade).exp(),
            game: self.games,
        }));
        Ok(true)
    }

    /// Looks at a position and goes on by many plies at once, where the form of the game can.
    fn leap(
        &mut self,
        game: &mut Trial,
        sight: &mut Sight,
        moves: &mut Vec<Candidate>,
    ) -> Result<Leap, RunError> {
        let (node, stride) = (&mut game.node, game.stride);
        let Some(next) = node.random_end(&mut self.rng, stride) else { return Ok(Leap::Cannot) };
        if let Some(outcome) = node.moves_or_outcome(moves)? {
            return Ok(Leap::Over(outcome));
        }
        node.look(sight);
        self.tally.add(moves, sight, node.chooser());
        self.aims.note(moves, sight);
        let moved = game.rival_moves.map_or(0, |rival| doublings(moves.len()) - doublings(rival));
        game.taken.push((self.features.of(sight, node.chooser(), moved), game.ply));
        *node = next;
        game.rival_moves = None;
        game.ply += stride;
        self.plies += stride;
        // Two positions in a row show how free both sides are. Where chance plays along nobody's freedom says much.
        if !node.is_chance() {
            game.rival_moves = Some(node.count()? as usize);
        }
        if !node.make_random(&mut self.rng)? {
            return Ok(node.outcome()?.map_or(Leap::Cannot, Leap::Over));
        }
        game.ply += 1;
        self.plies += 1;
        Ok(Leap::On)
    }

    /// What follows from the games so far.
    fn conclude(&mut self, mind: &mut Mind) {
        let tally = &self.tally;
        let ir = mind.game.ir();
        let watched = tally.watched.max(1);
        let ticks = |i: usize| tally.ticks[i] * 2 > watched;
        mind.clocks = (0..ir.globals.len()).map(|i| ir.globals[i].counter && ticks(i)).collect();
        let captures = tally.captures / tally.moves.max(1.0);
        // Before a game has come to its end nobody knows that nothing is ever taken.
        let about_pieces = captures > 0.002 || self.games == 0 && tally.drops == 0.0;
        let prior = if about_pieces { tally.values() } else { vec![0.0; ir.kinds.len()] };
        let eval = Evaluation::blank(&mind.game, &mind.facts.players);
        let mut near = self.aims.nearness();
        near.extend(self.camps.nearness());
        let prior = Prior { kinds: prior, near };
        let (eval, insight) = fit(eval, &self.features, &mut self.samples, &prior, &mind.clocks);
        mind.eval = eval;
        // Whoever knows where to go is not drawn anywhere else.
        if !self.camps.found.is_empty() {
            mind.pull = None;
            mind.camps.clone_from(&self.camps.found);
        }
        mind.slowest = self.slowest;
        mind.findings = Findings {
            branching: tally.moves / tally.positions.max(1.0),
            captures,
            drops: tally.drops / tally.moves.max(1.0),
            // Where every move takes something there is no end to follow captures to.
            exchanges: about_pieces && captures < 0.75 && ir.rules.pile != Pile::Heap,
            insight,
        };
    }
}

impl Tally {
    fn add(&mut self, moves: &[Candidate], sight: &Sight, player: PlayerId) {
        self.positions += 1.0;
        self.moves += moves.len() as f32;
        for stand in sight.pieces.iter().filter(|s| s.owner == player && !s.under) {
            self.reach[stand.kind.idx()].1 += 1.0;
        }
        for candidate in moves {
            let takes = candidate.facts.captures > 0;
            self.captures += f32::from(u8::from(takes));
            let Some((from, to)) = candidate.ends() else { continue };
            match sight.pieces.binary_search_by_key(&from, |s| s.cell) {
                Ok(i) => self.reach[sight.pieces[i].kind.idx()].0 += if takes { 3.0 } else { 1.0 },
                Err(_) => self.drops += f32::from(u8::from(from == to)),
            }
        }
    }

    fn tick(&mut self, before: &[i32], now: &[i32]) {
        if before.len() == now.len() {
            self.watched += 1;
            for (ticks, (before, now)) in self.ticks.iter_mut().zip(before.iter().zip(now)) {
                *ticks += u32::from(before.wrapping_add(1) == *now);
            }
        }
    }

    /// What pieces of each kind are worth if moves are worth anything, the mean being 1.
    fn values(&self) -> Vec<f32> {
        let mobility =
            |(moves, pieces): &(f32, f32)| if *pieces > 0.0 { (moves + 0.3) / pieces } else { 0.0 };
        let each: Vec<f32> = self.reach.iter().map(mobility).collect();
        let seen = each.iter().filter(|m| **m > 0.0).count().max(1) as f32;
        let mean = each.iter().sum::<f32>() / seen;
        // Kinds that random games did not show are worth as much as the best: promotion is to be strived for.
        let best = each.iter().copied().fold(0.0, f32::max);
        each.iter().map(|m| if *m > 0.0 { m / mean.max(0.01) } else { best / mean.max(0.01) }).collect()
    }
}
