//! What the games of a match say about two players.
//!
//! Games of one round begin with the same position and have the same dice, with seats exchanged, so they are no independent
//! trials: the round is. Everything here counts rounds by what they brought the first player (for two players these are the five
//! results of a pair, the *pentanomial* of engine testing).

/// Elo of a score between 0 and 1; infinite at the ends.
pub fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The score that a difference in Elo means.
pub fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// 97.5 % of a normal distribution lie below so many standard deviations.
const Z: f64 = 1.959_963_984_540_054;

/// Between which scores the true one lies, 19 times out of 20.
pub(super) fn interval(rounds: &[f64], scores: &[f64]) -> Option<(f64, f64)> {
    let n = rounds.len() as f64;
    let mean = mean(rounds)?;
    let variance = rounds.iter().map(|r| (r - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    if rounds.len() > 1 && variance > 0.0 {
        let width = Z * (variance / n).sqrt();
        return Some(((mean - width).max(0.0), (mean + width).min(1.0)));
    }
    // All rounds alike tell nothing about how much they differ.
    wilson(self::mean(scores)?, scores.len() as f64)
}

/// Wilson's interval for `n` games that are won or lost.
fn wilson(score: f64, n: f64) -> Option<(f64, f64)> {
    let z2 = Z * Z;
    let middle = (score + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let width = Z / (1.0 + z2 / n) * (score * (1.0 - score) / n + z2 / (4.0 * n * n)).sqrt();
    (n > 0.0).then_some(((middle - width).max(0.0), (middle + width).min(1.0)))
}

pub(super) fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// A sequential test between two hypotheses about the score.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// Scores between 0 and 1.
    pub low: f64,
    pub high: f64,
    /// How often the higher one may be accepted wrongly, and the lower one.
    pub alpha: f64,
    pub beta: f64,
}

/// What a test says so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Open,
    /// The score is the lower one, or less.
    Low,
    High,
}

impl Sprt {
    /// `0,10`: Elo. `0.5,0.55`: scores, if both lie between 0 and 1.
    pub fn parse(text: &str, alpha: f64, beta: f64) -> Result<Self, String> {
        let wrong =
            || format!("`{text}` is no test; write two Elo differences, `0,10`, or two scores, `0.5,0.55`");
        let (low, high) = text.split_once(',').ok_or_else(wrong)?;
        let number =
            |text: &str| text.trim().parse::<f64>().ok().filter(|n| n.abs() < 2000.0).ok_or_else(wrong);
        let (low, high) = (number(low)?, number(high)?);
        let is_score = |n: f64| n > 0.0 && n < 1.0;
        let (low, high) =
            if is_score(low) && is_score(high) { (low, high) } else { (expected(low), expected(high)) };
        if low >= high {
            return Err(format!("`{text}`: the first number has to be the smaller one"));
        }
        if !(is_score(alpha) && is_score(beta)) || alpha + beta >= 1.0 {
            return Err("the error rates have to be between 0 and 1, and small".to_owned());
        }
        Ok(Sprt { low, high, alpha, beta })
    }

    /// Between which values of the ratio the test goes on (Wald).
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of the likelihood ratio: how much likelier what was seen is at the higher score, each hypothesis taken
    /// with the distribution that suits it best. `counts[i]` rounds had the score `i / (counts.len() - 1)`.
    pub fn llr(&self, counts: &[u64]) -> f64 {
        if counts.iter().all(|n| *n == 0) || counts.len() < 2 {
            return 0.0;
        }
        let last = (counts.len() - 1) as f64;
        // What has not been seen is rare, not impossible.
        let results: Vec<(f64, f64)> =
            counts.iter().enumerate().map(|(i, n)| (i as f64 / last, (*n as f64).max(1e-3))).collect();
        let log = |score: f64| -> f64 {
            let theta = tilt(&results, score);
            results.iter().map(|(a, n)| n * (1.0 + theta * (a - score)).ln()).sum()
        };
        log(self.low) - log(self.high)
    }

    pub fn verdict(&self, counts: &[u64]) -> Verdict {
        let (lower, upper) = self.bounds();
        match self.llr(counts) {
            llr if llr >= upper => Verdict::High,
            llr if llr <= lower => Verdict::Low,
            _ => Verdict::Open,
        }
    }
}

/// The likeliest distribution with a given mean has the weights `n / (1 + theta (a - mean))`: the theta that makes the mean
/// right. The sum falls as theta grows, so halving finds it.
fn tilt(results: &[(f64, f64)], mean: f64) -> f64 {
    let sum =
        |theta: f64| results.iter().map(|(a, n)| n * (a - mean) / (1.0 + theta * (a - mean))).sum::<f64>();
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if sum(middle) > 0.0 { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64, by: f64) {
        assert!((a - b).abs() <= by, "{a} is not {b}");
    }

    #[test]
    fn elo_as_the_tables_have_it() {
        // FIDE: 64 % is 102 points in its table of whole numbers, the curve itself says 100.
        near(elo(0.64), 99.95, 0.01);
        near(elo(0.9), 381.70, 0.01);
        near(elo(0.75), 190.85, 0.01);
        near(expected(0.0), 0.5, 0.0);
        near(expected(elo(0.31)), 0.31, 1e-12);
        assert!(elo(1.0).is_infinite());
    }

    #[test]
    fn intervals() {
        // By hand: rounds 1, 0.5, 0.5, 0 have mean 0.5 and variance 1/6; 1.96 * sqrt(1/24) = 0.4.
        let rounds = [1.0, 0.5, 0.5, 0.0];
        let (low, high) = interval(&rounds, &[]).unwrap_or_default();
        near(low, 0.5 - 0.400_08, 1e-4);
        near(high, 0.5 + 0.400_08, 1e-4);
        // Wilson at 90 % of 40, 100, 1000 games.
        for (n, low, high) in [(40.0, 0.77, 0.96), (100.0, 0.83, 0.95), (1000.0, 0.88, 0.92)] {
            let found = wilson(0.9, n).unwrap_or_default();
            near(found.0, low, 0.006);
            near(found.1, high, 0.006);
        }
        // All won: not certain to be perfect.
        let (low, high) = interval(&[1.0; 10], &[1.0; 20]).unwrap_or_default();
        assert!(low > 0.8 && low < 0.9 && high > 0.999, "{low} {high}");
        assert_eq!(interval(&[], &[]), None);
    }

    /// Results of tests of Stockfish as its developers published them (pull requests 2950, 2971, 3098, 3209): pairs that
    /// brought 0, ½, 1, 1½, 2 points, the two Elo differences, and the ratio.
    #[test]
    fn published_tests_of_stockfish() {
        for (low, high, counts, llr) in [
            (-0.25, 1.25, [253, 4282, 17604, 4431, 286], 2.94),
            (0.25, 1.25, [58, 3302, 33130, 3518, 84], 2.97),
            (-0.25, 1.25, [491, 7345, 29693, 7670, 465], 2.96),
            (0.25, 1.25, [53, 2220, 21459, 2445, 47], 2.97),
            (-0.5, 1.5, [17, 253, 1042, 337, 39], 2.96),
            (0.25, 1.75, [11, 407, 3238, 513, 11], 2.93),
            (-0.5, 1.5, [133, 1751, 5094, 1849, 165], 2.94),
            (0.25, 1.75, [149, 4748, 32785, 5063, 159], 2.95),
        ] {
            let test = Sprt { low: expected(low), high: expected(high), alpha: 0.05, beta: 0.05 };
            near(test.llr(&counts), llr, 0.011);
        }
    }

    #[test]
    fn walds_bounds_and_his_test_of_coins() {
        let test = Sprt { low: 0.75, high: 0.9, alpha: 0.05, beta: 0.05 };
        near(test.bounds().1, 2.944, 0.001);
        near(test.bounds().0, -2.944, 0.001);
        // Nothing but wins: each is ln(0.9 / 0.75) = 0.1823, so 17 are needed.
        near(test.llr(&[0, 16]), 16.0 * 0.182_32, 0.02);
        assert_eq!(test.verdict(&[0, 16]), Verdict::Open);
        assert_eq!(test.verdict(&[0, 17]), Verdict::High);
        // Nothing but losses: each is ln(0.1 / 0.25) = -0.916, so four are enough.
        assert_eq!(test.verdict(&[3, 0]), Verdict::Open);
        assert_eq!(test.verdict(&[4, 0]), Verdict::Low);
        assert_eq!(test.llr(&[]), 0.0);
    }

    #[test]
    fn tests_are_read() {
        let test = |text| Sprt::parse(text, 0.05, 0.05);
        assert_eq!(test("0.5,0.55").map(|t| (t.low, t.high)), Ok((0.5, 0.55)));
        assert_eq!(test("0,10").map(|t| t.low), Ok(0.5));
        for bad in ["", "1", "a,b", "10,0", "0.5,0.5", "1e9,2e9", "nan,1"] {
            assert!(test(bad).is_err(), "{bad}");
        }
        assert!(Sprt::parse("0,5", 0.6, 0.6).is_err());
    }
}
