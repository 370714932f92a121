//! Values from games: what those who won had more of is worth something.
//!
//! Logistic regression of results on what stood where. Values of kinds begin with what mobility suggests, everything else with
//! nothing, and only as much is believed as the games show: the fewer of them somebody has won, and the less of it is true in
//! games that were held back, the less.

use crate::aims::{Near, Sort};
use crate::eval::Evaluation;
use zug_game::{Game, PlayerId, Sight, UNLIMITED};

const EPOCHS: usize = 12;
/// How sure a piece of mean worth makes a win, as a logit.
const PIECE: f32 = 0.35;
/// The same of twice as many moves as the rival's.
const FREEDOM: f32 = 0.08;
/// Decided games that it takes to believe what they show.
const ENOUGH: f32 = 60.0;

/// One step from a cell that wins the game, as a logit.
const NEAR: f32 = 0.5;

/// What values begin with.
#[derive(Clone, Debug, Default)]
pub(crate) struct Prior {
    /// What pieces of each kind are worth, the mean being 1.
    pub(crate) kinds: Vec<f32>,
    /// Where pieces of some sorts are near to a cell that wins the game: 1 is one step away.
    pub(crate) near: Vec<(Sort, Near)>,
}

/// A position of a random game.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    /// What there was, and how much of it.
    pub(crate) features: Vec<(u32, f32)>,
    /// 1 if the first player won, 0 if the second did.
    pub(crate) result: f32,
    pub(crate) weight: f32,
    pub(crate) game: u32,
}

/// Where what is in the list of features.
#[derive(Clone, Debug)]
pub(crate) struct Features {
    pub(crate) players: Vec<PlayerId>,
    n_kinds: usize,
    n_cells: usize,
    sorts_at: usize,
    cells_at: usize,
    under_at: usize,
    reserve_at: usize,
    globals_at: usize,
    tempo_at: usize,
    mobility_at: usize,
}

impl Features {
    pub(crate) fn new(game: &Game, players: &[PlayerId]) -> Self {
        let ir = game.ir();
        let (n_kinds, n_cells) = (ir.kinds.len(), ir.board.cells.len());
        let sorts = ir.players.len() * n_kinds;
        let sorts_at = n_kinds;
        let cells_at = sorts_at + sorts;
        let under_at = cells_at + sorts * n_cells;
        let reserve_at = under_at + n_kinds;
        let globals_at = reserve_at + n_kinds;
        let tempo_at = globals_at + ir.globals.len();
        Features {
            players: players.to_vec(),
            n_kinds,
            n_cells,
            sorts_at,
            cells_at,
            under_at,
            reserve_at,
            globals_at,
            tempo_at,
            mobility_at: tempo_at + 1,
        }
    }

    fn len(&self) -> usize {
        self.mobility_at + 1
    }

    /// 1 for the first player's, -1 for the second's, 0 for nobody's. Where there are more than two, things are worth what they are to
    /// their owner.
    fn side(&self, owner: PlayerId) -> f32 {
        match self.players[..] {
            [first, ..] if first == owner => 1.0,
            [_, second] if second == owner => -1.0,
            [_, _, _, ..] if self.players.contains(&owner) => 1.0,
            _ => 0.0,
        }
    }

    /// What is to be seen; `moved` is the mover's freedom in sixteenths of doublings.
    pub(crate) fn of(&self, sight: &Sight, mover: PlayerId, moved: i64) -> Vec<(u32, f32)> {
        let mut found = Vec::with_capacity(sight.pieces.len() * 2 + 8);
        let mut by_kind = vec![0.0; self.n_kinds * 3];
        for stand in &sight.pieces {
            let (side, n) = (self.side(stand.owner), stand.n as f32);
            let (kind, sort) = (stand.kind.idx(), stand.owner.idx() * self.n_kinds + stand.kind.idx());
            if stand.under {
                by_kind[self.n_kinds + kind] += side * n;
                continue;
            }
            by_kind[kind] += side * n;
            found.push(((self.sorts_at + sort) as u32, n));
            found.push(((self.cells_at + sort * self.n_cells + stand.cell.idx()) as u32, n));
        }
        for (i, n) in sight.reserves.iter().enumerate().filter(|(_, n)| **n != UNLIMITED) {
            let owner = PlayerId((i / self.n_kinds) as u16);
            by_kind[2 * self.n_kinds + i % self.n_kinds] += self.side(owner) * *n as f32;
        }
        for (i, at) in [0, self.under_at, self.reserve_at].into_iter().enumerate() {
            let these = by_kind[i * self.n_kinds..][..self.n_kinds].iter().enumerate();
            found.extend(these.filter(|(_, n)| **n != 0.0).map(|(k, n)| ((at + k) as u32, *n)));
        }
        let globals = sight.globals.iter().enumerate().filter(|(_, v)| **v != 0);
        found.extend(
            globals.map(|(g, v)| ((self.globals_at + g) as u32, v.clamp(&-1000, &1000).to_owned() as f32)),
        );
        let side = self.side(mover);
        found.push((self.tempo_at as u32, side));
        found.push((self.mobility_at as u32, side * moved as f32 / 16.0));
        found
    }
}

/// Fits an evaluation to results, and tells how often it knows the winner in games that were held back.
pub(crate) fn fit(
    mut eval: Evaluation,
    features: &Features,
    samples: &mut [Sample],
    prior: &Prior,
    clocks: &[bool],
) -> (Evaluation, f32) {
    let n = features.len();
    let mut scale = vec![1.0_f32; features.tempo_at - features.globals_at];
    for (i, v) in samples.iter().flat_map(|s| &s.features) {
        let i = *i as usize;
        if (features.globals_at..features.tempo_at).contains(&i) {
            let most = &mut scale[i - features.globals_at];
            *most = most.max(v.abs());
        }
    }
    let sign = sign(samples, &prior.kinds);
    let mut start = vec![0.0_f32; n];
    let mut trust = vec![0.0_f32; n];
    for kind in 0..features.n_kinds {
        start[kind] = sign * PIECE * prior.kinds[kind];
        trust[kind] = 0.3 + 0.3 * start[kind].abs();
        start[features.reserve_at + kind] = start[kind];
        trust[features.reserve_at + kind] = trust[kind];
        start[features.under_at + kind] = start[kind] * 0.25;
        trust[features.under_at + kind] = trust[kind];
    }
    for ((owner, kind), cells) in &prior.near {
        let sort = owner.idx() * features.n_kinds + kind.idx();
        for (cell, near) in cells {
            start[features.cells_at + sort * features.n_cells + cell.idx()] =
                features.side(*owner) * NEAR * near;
        }
    }
    trust[features.sorts_at..features.cells_at].fill(0.1);
    trust[features.cells_at..features.under_at].fill(0.12);
    for (i, scale) in scale.iter().enumerate() {
        trust[features.globals_at + i] = if clocks[i] { 0.0 } else { 0.5 / scale };
    }
    trust[features.tempo_at] = 0.3;
    trust[features.mobility_at] = 0.3;
    start[features.mobility_at] = sign * FREEDOM;
    let mut weights = descend(&start, &trust, samples);
    let learned = insight(&weights, samples);
    let belief = (decided(samples) / ENOUGH).min(1.0) * ((learned - 0.5) / 0.1).clamp(0.0, 1.0);
    weights.iter_mut().zip(&start).for_each(|(weight, start)| *weight = start + belief * (*weight - start));
    let insight = if belief < 1.0 { insight(&weights, samples) } else { learned };
    let unit = unit(&weights[..features.n_kinds], samples);
    let points = |weight: f32| (weight / unit * 100.0).clamp(-20_000.0, 20_000.0) as i32;
    let sides: Vec<f32> =
        (0..eval.under.len()).map(|sort| features.side(PlayerId((sort / features.n_kinds) as u16))).collect();
    for sort in 0..eval.under.len() {
        let (kind, side) = (sort % features.n_kinds, sides[sort]);
        let base = side * weights[kind] + weights[features.sorts_at + sort];
        for cell in 0..features.n_cells {
            let at = sort * features.n_cells + cell;
            eval.square[at] = points(base + weights[features.cells_at + at]);
        }
        eval.under[sort] = points(side * weights[features.under_at + kind]);
        eval.reserve[sort] = points(side * weights[features.reserve_at + kind]);
    }
    for (i, value) in eval.globals.iter_mut().enumerate() {
        *value = points(weights[features.globals_at + i] * 256.0).clamp(-2_000_000, 2_000_000);
    }
    eval.logit = unit;
    eval.tempo = points(weights[features.tempo_at]);
    eval.mobility = points(weights[features.mobility_at]);
    (eval, insight)
}

/// Do those with more win, or those with less? What the last positions of games show, if they show it clearly.
fn sign(samples: &[Sample], prior: &[f32]) -> f32 {
    let (mut sum, mut squares, mut n) = (0.0_f32, 0.0_f32, 0.0_f32);
    for (i, sample) in samples.iter().enumerate() {
        let is_last = samples.get(i + 1).is_none_or(|next| next.game != sample.game);
        if !is_last || sample.result == 0.5 {
            continue;
        }
        let more: f32 = sample.features.iter().filter_map(|(i, v)| Some(prior.get(*i as usize)? * v)).sum();
        let agrees = more.clamp(-3.0, 3.0) * (sample.result * 2.0 - 1.0);
        sum += agrees;
        squares += agrees * agrees;
        n += 1.0;
    }
    let sigma = squares.sqrt().max(0.001);
    if n >= 8.0 && sum < -3.0 * sigma { -1.0 } else { 1.0 }
}

fn predict(weights: &[f32], sample: &Sample) -> f32 {
    let logit: f32 = sample.features.iter().map(|(i, v)| weights[*i as usize] * v).sum();
    1.0 / (1.0 + (-logit).exp())
}

/// Steepest descent with a step of its own for each weight, drawn back to where it began as little as it is trusted.
fn descend(start: &[f32], trust: &[f32], samples: &[Sample]) -> Vec<f32> {
    let mut weights = start.to_vec();
    let mut steep = vec![1e-6_f32; weights.len()];
    let n = samples.len().max(1) as f32;
    for epoch in 0..EPOCHS {
        for sample in samples.iter().filter(|s| s.game % 5 != 0) {
            let error = (sample.result - predict(&weights, sample)) * sample.weight;
            for (i, v) in &sample.features {
                let i = *i as usize;
                if trust[i] == 0.0 {
                    continue;
                }
                let gradient = error * v;
                steep[i] += gradient * gradient;
                weights[i] += 0.5 * trust[i] * gradient / (steep[i].sqrt() + 0.3);
            }
        }
        // Nothing is drawn back after the last turn.
        if epoch + 1 < EPOCHS {
            for (i, weight) in weights.iter_mut().enumerate().filter(|(i, _)| trust[*i] > 0.0) {
                let pull = 1.0 / (1.0 + steep[i] * n.sqrt() * trust[i] * trust[i]);
                *weight -= 0.3 * pull * (*weight - start[i]);
            }
        }
    }
    weights
}

/// How many games somebody has won.
fn decided(samples: &[Sample]) -> f32 {
    let mut games: Vec<u32> = samples.iter().filter(|s| s.result != 0.5).map(|s| s.game).collect();
    games.dedup();
    games.len() as f32
}

/// How often the winner's position is judged better than the loser's, in games held back: 0.5 is guessing.
fn insight(weights: &[f32], samples: &[Sample]) -> f32 {
    let held = samples.iter().filter(|s| s.game % 5 == 0 && s.result != 0.5);
    let (mut won, mut lost): (Vec<f32>, Vec<f32>) = (Vec::new(), Vec::new());
    for sample in held {
        let list = if sample.result > 0.5 { &mut won } else { &mut lost };
        list.push(predict(weights, sample));
    }
    if won.is_empty() || lost.is_empty() {
        return 0.5;
    }
    lost.sort_by(f32::total_cmp);
    let below: usize = won.iter().map(|w| lost.partition_point(|l| l < w)).sum();
    below as f32 / (won.len() * lost.len()) as f32
}

/// The weight of the least valuable piece that games are about.
fn unit(kinds: &[f32], samples: &[Sample]) -> f32 {
    let mut seen = vec![false; kinds.len()];
    for (i, _) in samples.iter().flat_map(|s| &s.features) {
        if let Some(seen) = seen.get_mut(*i as usize) {
            *seen = true;
        }
    }
    let worth = kinds.iter().zip(seen).filter(|(_, seen)| *seen).map(|(w, _)| w.abs());
    let least = worth.filter(|w| *w > 0.08).fold(f32::INFINITY, f32::min);
    if least.is_finite() { least } else { PIECE }
}
