//! What MAT says about a game that is no move: tags of a record.

use super::cube::Stake;
use crate::outcome::sides;
use zug_game::{Outcome, PlayerId, Record};

/// How many points the match is for.
pub(super) const LENGTH: &str = "MatchLength";
/// Which game of the match it is, from the second.
pub(super) const NUMBER: &str = "GameNumber";
/// What the players had before the game, White first.
pub(super) const SCORE: &str = "Score";
/// Who has the left column, if it is not the one who begins.
pub(super) const LEFT: &str = "LeftColumn";
/// What the game was worth, where rules and cube do not tell.
pub(super) const POINTS: &str = "Points";

/// All of them.
pub(super) const OWN: [&str; 5] = [LENGTH, NUMBER, SCORE, LEFT, POINTS];

/// The value of a tag.
pub(super) fn tag<'t>(tags: &'t [(String, String)], key: &str) -> Option<&'t str> {
    tags.iter().find(|(k, _)| k == key).map(|(_, value)| value.as_str())
}

/// A tag that is a number.
pub(super) fn number(tags: &[(String, String)], key: &str) -> Option<u32> {
    tag(tags, key)?.parse().ok()
}

/// `3-5`, from the points of two players.
pub(super) fn score(record: &Record, points: [(PlayerId, u32); 2]) -> Option<String> {
    let of = |player: PlayerId| points.iter().find(|(p, _)| *p == player).map(|(_, points)| *points);
    let [white, black] = sides(record)?.map(of);
    Some(format!("{}-{}", white?, black?))
}

/// The points that a player has by the tag.
pub(super) fn points_of(record: &Record, tags: &[(String, String)], player: PlayerId) -> u32 {
    let value = tag(tags, SCORE).and_then(|value| value.split_once('-'));
    let Some(((white, black), sides)) = value.zip(sides(record)) else { return 0 };
    let of = if player == sides[0] { white } else { black };
    of.trim().parse().unwrap_or(0)
}

/// What a game is worth by the rules and the cube.
pub(super) fn worth(record: &Record, stake: Stake) -> u32 {
    let end = record.state_at(record.main_end()).ok();
    let worth = match end.as_ref().and_then(|end| end.outcome().ok().flatten()) {
        Some(Outcome::Won { worth, .. }) => *worth,
        _ => 1,
    };
    worth.saturating_mul(stake.value)
}
