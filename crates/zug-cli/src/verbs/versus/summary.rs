//! What a match has shown, as text and as JSON.

use crate::output::Out;
use serde::Serialize;
use std::io::{self, Write};
use zug_engine::arena::{Plan, Sprt, Tally, Verdict, elo};

#[derive(Serialize)]
pub(super) struct Summary {
    game: String,
    a: String,
    b: String,
    games: usize,
    wins: usize,
    draws: usize,
    losses: usize,
    /// The share of all points; nothing without games, and so for what follows.
    score: Option<f64>,
    /// Infinite values have no number.
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    illegal: usize,
    time_losses: usize,
    broken: usize,
    capped: usize,
    /// Complete rounds by what they brought A, from nothing to everything.
    rounds: Vec<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<Test>,
    interrupted: bool,
    seed: u64,
    #[serde(skip)]
    cap: usize,
}

#[derive(Serialize)]
struct Test {
    low: f64,
    high: f64,
    llr: f64,
    lower: f64,
    upper: f64,
    /// `low`, `high`, or `open` if the games were not enough.
    verdict: &'static str,
}

impl Summary {
    pub(super) fn new(plan: &Plan, tally: &Tally, sprt: Option<&Sprt>, interrupted: bool) -> Self {
        let [a, b] = &plan.programs;
        let finite = |score: f64| Some(elo(score)).filter(|elo| elo.is_finite());
        let interval = tally.interval();
        Summary {
            game: plan.table.game.title().to_owned(),
            a: a.to_string(),
            b: b.to_string(),
            games: tally.games(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            score: tally.score(),
            elo: tally.score().and_then(finite),
            elo_low: interval.and_then(|(low, _)| finite(low)),
            elo_high: interval.and_then(|(_, high)| finite(high)),
            illegal: tally.illegal,
            time_losses: tally.time_losses,
            broken: tally.broken,
            capped: tally.capped,
            rounds: tally.rounds(),
            sprt: sprt.map(|test| Test::new(test, tally)),
            interrupted,
            seed: plan.seed,
            cap: plan.cap,
        }
    }

    pub(super) fn print(&self, out: &mut Out) -> io::Result<()> {
        writeln!(out, "{}: {} against {}", self.game, self.a, self.b)?;
        let Some(score) = self.score else {
            return writeln!(out, "no game was finished");
        };
        writeln!(
            out,
            "{} games: {} won, {} drawn, {} lost; score {:.1} %",
            self.games,
            self.wins,
            self.draws,
            self.losses,
            100.0 * score
        )?;
        let number = |elo: Option<f64>, edge: &str| elo.map_or(edge.to_owned(), |elo| format!("{elo:+.0}"));
        let edge = if score > 0.5 { "+∞" } else { "-∞" };
        writeln!(
            out,
            "Elo {} (95 %: {} to {})",
            number(self.elo, edge),
            number(self.elo_low, "-∞"),
            number(self.elo_high, "+∞")
        )?;
        if self.rounds.len() == 5 {
            let rounds: Vec<String> = self.rounds.iter().map(u64::to_string).collect();
            writeln!(out, "pairs with 0, ½, 1, 1½, 2 points: {}", rounds.join(", "))?;
        }
        writeln!(
            out,
            "illegal moves {}, time losses {}, broken down {}, drawn after {} plies {}",
            self.illegal, self.time_losses, self.broken, self.cap, self.capped
        )?;
        if let Some(test) = &self.sprt {
            let verdict = match test.verdict {
                "low" => format!("the score is {:.3} or less", test.low),
                "high" => format!("the score is {:.3} or more", test.high),
                _ => "not decided".to_owned(),
            };
            writeln!(
                out,
                "SPRT: {:.2} between {:.2} and {:.2}: {verdict}",
                test.llr, test.lower, test.upper
            )?;
        }
        let interrupted = if self.interrupted { "interrupted; " } else { "" };
        writeln!(out, "{interrupted}seed {}", self.seed)
    }
}

impl Test {
    fn new(test: &Sprt, tally: &Tally) -> Self {
        let (lower, upper) = test.bounds();
        let verdict = match tally.verdict(test) {
            Verdict::Open => "open",
            Verdict::Low => "low",
            Verdict::High => "high",
        };
        Test { low: test.low, high: test.high, llr: test.llr(&tally.rounds()), lower, upper, verdict }
    }
}

/// For the progress bar.
pub(super) fn short(tally: &Tally) -> String {
    let score = 100.0 * tally.score().unwrap_or(0.5);
    format!("+{} ={} -{} ({score:.1} %)", tally.wins, tally.draws, tally.losses)
}
