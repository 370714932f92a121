//! Games of a match as records, with tags from which a match can be gone on with.

use super::plan::{Fixture, Plan};
use super::result::{Ending, Fault, Played, Result as GameResult};
use zug_game::{Game, Outcome, Record};
use zug_notation::record::{Header, ReadError, read_header, write};

/// A game that was played before, as far as its result goes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Logged {
    pub fixture: Fixture,
    pub result: GameResult,
}

/// Why a record is no game of a match.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    #[error("it is no record: {0}")]
    Unreadable(#[from] ReadError),
    #[error("it has no tag `{0}` of a match, or one that makes no sense")]
    Tag(&'static str),
    #[error("it belongs to another match ({0})")]
    OtherMatch(String),
}

/// The record of a game. `rules` is the name of the rules file.
pub fn write_log(plan: &Plan, rules: &str, played: &Played) -> Result<String, String> {
    let game = &plan.table.game;
    let from_start = plan.first.position() == game.program().start();
    let mut record = if from_start { Record::new(game) } else { Record::from_setup(plan.first.clone()) };
    for mv in &played.moves {
        record.play(mv).map_err(|error| error.to_string())?;
    }
    let mut header = Header::new(game, rules);
    let mut tag = |name: &str, value: String| header.tags.push((name.to_owned(), value));
    tag("match", plan.identity());
    tag("number", (played.fixture.number + 1).to_string());
    for (seat, player) in plan.seats().into_iter().enumerate() {
        let who = usize::from(seat != played.fixture.seat);
        let name = plan.programs.get(who).map(ToString::to_string).unwrap_or_default();
        tag(&format!("player-{}", game.player_name(player)), name);
    }
    tag("opening", plan.opening(played.fixture.round).map_err(|e| game.explain(&e))?.len().to_string());
    tag("end", ending(plan, &played.ending));
    tag("won", played.result.won.to_string());
    tag("score", played.result.score.to_string());
    if let Some(fault) = played.result.fault {
        tag("fault", fault.word().to_owned());
    }
    if played.result.capped {
        tag("capped", plan.cap.to_string());
    }
    write(&record, &header).map_err(|error| error.to_string())
}

/// Reads the result back. The moves are not played again.
pub fn read_log(plan: &Plan, text: &str) -> Result<Logged, LogError> {
    let header = read_header(text)?;
    let tag = |name: &'static str| {
        let found = header.tags.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str()).ok_or(LogError::Tag(name))
    };
    let identity = tag("match")?;
    if identity != plan.identity() {
        return Err(LogError::OtherMatch(identity.chars().take(200).collect()));
    }
    let number = tag("number")?.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
    let won = tag("won")?.parse().ok().filter(|won| (-1..=1).contains(won));
    let score = tag("score")?.parse().ok().filter(|score| (0.0..=1.0).contains(score));
    let fault = match tag("fault") {
        Ok(word) => Some(Fault::WORDS.iter().find(|(_, w)| *w == word).ok_or(LogError::Tag("fault"))?.0),
        Err(_) => None,
    };
    let result = GameResult {
        won: won.ok_or(LogError::Tag("won"))?,
        score: score.ok_or(LogError::Tag("score"))?,
        fault,
        capped: tag("capped").is_ok(),
    };
    Ok(Logged { fixture: plan.fixture(number.ok_or(LogError::Tag("number"))?), result })
}

/// How a game ended, in words.
fn ending(plan: &Plan, ending: &Ending) -> String {
    let name = |seat: usize| {
        let player = plan.seats().get(seat).copied();
        player.map_or("", |player| plan.table.game.player_name(player)).to_owned()
    };
    match ending {
        Ending::Over(outcome) => outcome_text(&plan.table.game, outcome),
        Ending::Fault { seat, why, .. } => format!("{} loses: {why}", name(*seat)),
        Ending::Resigned { seat } => format!("{} resigns", name(*seat)),
        Ending::Capped => format!("draw: {} plies", plan.cap),
    }
}

fn outcome_text(game: &Game, outcome: &Outcome) -> String {
    match outcome {
        Outcome::Draw => "draw".to_owned(),
        Outcome::Won { player, .. } => format!("{} wins", game.player_name(*player)),
        Outcome::Lost(player) => format!("{} loses", game.player_name(*player)),
    }
}
