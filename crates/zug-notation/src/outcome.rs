//! How a game ended, in the words of each form.

use crate::movetext::Dialect;
use zug_game::{Outcome, PlayerId, Record};

/// How the main line of a record ended: by the rules if they ended it, else as its tag `Result` says.
pub(crate) fn result_of(
    record: &Record,
    tags: &[(String, String)],
    write: impl Fn(&Record, &Outcome) -> Option<String>,
) -> Option<String> {
    let end = record.state_at(record.main_end()).ok()?;
    let by_rules = end.outcome().ok().flatten().and_then(|outcome| write(record, outcome));
    by_rules.or_else(|| {
        tags.iter().find(|(key, _)| key.eq_ignore_ascii_case("Result")).map(|(_, value)| value.clone())
    })
}

/// The same as a word of PGN; `*` if nothing is known, or nothing that is such a word.
pub(crate) fn result_word(record: &Record, tags: &[(String, String)], dialect: Dialect) -> String {
    let known = result_of(record, tags, pgn_result).filter(|result| dialect.is_result(result));
    known.unwrap_or_else(|| "*".to_owned())
}

/// The two who play against each other, White first where one is called so.
pub(crate) fn sides(record: &Record) -> Option<[PlayerId; 2]> {
    let ir = record.game().ir();
    let playing = (0..ir.players.len() as u16).map(PlayerId);
    let playing: Vec<PlayerId> =
        playing.filter(|p| ir.is_active(*p) && !ir.players[p.idx()].random).collect();
    let [first, second] = playing[..] else { return None };
    let is_white = |p: PlayerId| record.game().player_name(p).starts_with(['W', 'w']);
    Some(if is_white(second) && !is_white(first) { [second, first] } else { [first, second] })
}

/// Which of two players won; none for a draw.
pub(crate) fn winner(sides: [PlayerId; 2], outcome: &Outcome) -> Option<usize> {
    match outcome {
        Outcome::Draw => None,
        Outcome::Won { player, .. } => sides.iter().position(|p| p == player),
        Outcome::Lost(player) => sides.iter().position(|p| p == player).map(|loser| 1 - loser),
    }
}

/// `1-0`, White's points first.
pub(crate) fn pgn_result(record: &Record, outcome: &Outcome) -> Option<String> {
    let text = match (outcome, winner(sides(record)?, outcome)) {
        (Outcome::Draw, _) => "1/2-1/2",
        (_, Some(0)) => "1-0",
        (_, Some(_)) => "0-1",
        (_, None) => return None,
    };
    Some(text.to_owned())
}

/// What to say if the tag `Result` and the rules disagree about how the game ended.
pub(crate) fn contradiction(record: &Record, tags: &[(String, String)]) -> Option<String> {
    let end = record.state_at(record.main_end()).ok()?;
    let ours = pgn_result(record, end.outcome().ok()??)?;
    let said = tags.iter().find(|(key, _)| key == "Result").map(|(_, value)| value.as_str())?;
    let plain = match said {
        "2-0" => "1-0",
        "0-2" => "0-1",
        "1-1" | "1/2" | "½-½" => "1/2-1/2",
        "*" | "?" | "" => return None,
        other => other,
    };
    (plain != ours).then(|| format!("the tag `Result` says {plain}, by the rules it is {ours}"))
}
