//! What a search has found, in the words of a protocol.

use zug_ai::{Report, Score};
use zug_game::{Move, State};
use zug_notation::engine::{EngineNotation, Protocol};

/// Moves of a line that are written out.
const LONGEST_LINE: usize = 40;

/// One `info` for each line.
pub(super) fn infos(notation: &EngineNotation, state: &State, report: &Report) -> Vec<String> {
    let ms = report.elapsed.as_millis();
    let speed = u128::from(report.nodes) * 1000 / ms.max(1);
    let several = report.lines.len() > 1;
    let line = |(i, line): (usize, &zug_ai::Line)| {
        let number = if several { format!(" multipv {}", i + 1) } else { String::new() };
        let pv = texts(notation, state, &line.moves).join(" ");
        format!(
            "info depth {}{number} score {} nodes {} nps {speed} time {ms} pv {pv}",
            report.depth,
            score(notation.protocol(), line.score),
            report.nodes
        )
    };
    report.lines.iter().enumerate().map(line).collect()
}

/// Mates are counted in moves of the winner; in USI in moves of both.
fn score(protocol: Protocol, score: Score) -> String {
    let count = |plies: u32| if protocol == Protocol::Usi { plies } else { plies.div_ceil(2) };
    match score {
        Score::Points(points) => format!("cp {points}"),
        Score::Wins(plies) => format!("mate {}", count(plies)),
        Score::Loses(0) => "mate 0".to_owned(),
        Score::Loses(plies) => format!("mate -{}", count(plies)),
    }
}

/// The texts of moves that follow each other, as far as they can be played.
fn texts(notation: &EngineNotation, state: &State, moves: &[Move]) -> Vec<String> {
    let mut state = state.clone();
    let mut texts = Vec::new();
    for mv in moves.iter().take(LONGEST_LINE) {
        match notation.text(&state, mv) {
            Ok(text) if !text.is_empty() => texts.push(text),
            _ => break,
        }
        if state.play_unchecked(mv).is_err() {
            break;
        }
    }
    texts
}

/// `bestmove`, with the expected reply if there is one.
pub(super) fn best(notation: &EngineNotation, state: &State, moves: &[Move]) -> String {
    let texts = texts(notation, state, moves.get(..2).unwrap_or(moves));
    match (&texts[..], notation.protocol()) {
        ([], Protocol::Usi) => "bestmove resign".to_owned(),
        ([], _) => "bestmove (none)".to_owned(),
        // The reply is no part of UGI.
        ([mv, reply], Protocol::Uci | Protocol::Usi) => format!("bestmove {mv} ponder {reply}"),
        ([mv, ..], _) => format!("bestmove {mv}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_counted_as_the_protocol_counts() {
        let uci = |s| score(Protocol::Uci, s);
        assert_eq!(uci(Score::Points(-31)), "cp -31");
        // Mate on the move, after one reply, being mated by the reply.
        assert_eq!((uci(Score::Wins(1)), uci(Score::Wins(3))), ("mate 1".into(), "mate 2".into()));
        assert_eq!((uci(Score::Loses(2)), uci(Score::Loses(0))), ("mate -1".into(), "mate 0".into()));
        assert_eq!(score(Protocol::Usi, Score::Wins(3)), "mate 3");
    }
}
