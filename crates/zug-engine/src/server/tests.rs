//! Whole conversations, with streams and threads.

use super::*;
use crate::testkit::{NoVariants, duel, race};

fn said(input: &str) -> Vec<String> {
    said_about(race(), input)
}

fn said_about(table: Table, input: &str) -> Vec<String> {
    let mut output = Vec::new();
    let input = io::Cursor::new(input.as_bytes().to_vec());
    serve(table, Box::new(NoVariants), input, &mut output).unwrap_or_else(|e| panic!("{e}"));
    String::from_utf8_lossy(&output).lines().map(str::to_owned).collect()
}

/// The answers, without the replies that are expected.
fn bestmoves(input: &str) -> Vec<String> {
    let answers = said(input).into_iter().filter(|line| line.starts_with("bestmove"));
    answers.map(|line| line.split(" ponder").next().unwrap_or("").to_owned()).collect()
}

#[test]
fn a_question_is_answered_once() {
    assert_eq!(bestmoves("position startpos\ngo nodes 100\n"), ["bestmove a1a2"]);
    assert_eq!(bestmoves("go infinite\nstop\nstop\nquit\n").len(), 1);
    // Kept back until somebody asks, or nobody can ask any more.
    assert_eq!(bestmoves("go infinite\n"), ["bestmove a1a2"]);
    assert_eq!(bestmoves("go ponder wtime 50 btime 50\nponderhit\n"), ["bestmove a1a2"]);
    assert_eq!(bestmoves("stop\nponderhit\nquit\n").len(), 0);
}

#[test]
fn only_the_moves_that_are_asked_about_are_thought_about() {
    let told = |go: &str| said_about(duel(), &format!("position fen 2Mm/4/4/4 w - - 0 1\n{go}\n"));
    let best = |go: &str| told(go).pop().unwrap_or_default();
    assert!(best("go nodes 300").starts_with("bestmove c4d4"));
    assert!(best("go nodes 300 searchmoves c4c3").starts_with("bestmove c4c3"));
    assert!(best("go searchmoves c4c3 infinite").starts_with("bestmove c4c3"));
    assert!(best("go searchmoves c4b4 movetime 1").starts_with("bestmove c4b4"));
    let two = told("setoption name MultiPV value 5\ngo searchmoves c4c3 c4b4 depth 2");
    let lines: Vec<&String> = two.iter().filter(|line| line.contains(" pv ")).collect();
    assert!(lines.iter().all(|line| line.contains("pv c4c3") || line.contains("pv c4b4")), "{two:?}");
    assert!(lines.iter().any(|line| line.contains("multipv 2")), "{two:?}");
    assert!(!lines.iter().any(|line| line.contains("multipv 3")), "{two:?}");
    // What is not legal is said.
    let told = told("go nodes 300 searchmoves x9x9 c4c3");
    assert_eq!(told.first().map(String::as_str), Some("info string not legal in `searchmoves`: x9x9"));
    assert!(best("go nodes 300 searchmoves x9x9").starts_with("bestmove c4d4"));
}

#[test]
fn readiness_is_told_while_thinking() {
    let said = said("go infinite\nisready\nstop\n");
    assert_eq!(said.iter().filter(|line| *line == "readyok").count(), 1, "{said:?}");
    assert_eq!(said.iter().filter(|line| line.starts_with("bestmove")).count(), 1, "{said:?}");
}

#[test]
fn every_question_is_answered_in_its_order() {
    // Nobody waits for answers here. The position is that of the question, not of the moment of its answer.
    let black = "position startpos moves a1a2";
    for (first, second) in [
        ("go infinite\nstop", "go nodes 50"),
        ("go infinite\nstop", "go infinite\nstop"),
        ("go nodes 50", "go nodes 50"),
        ("go depth 2", "go infinite"),
        // A question ends one that would never end.
        ("go infinite", "go ponder"),
        ("go ponder", "go nodes 50"),
    ] {
        let input = format!("position startpos\n{first}\n{black}\n{second}\n");
        assert_eq!(bestmoves(&input), ["bestmove a1a2", "bestmove b1b2"], "{input}");
        let input = input + "quit\n";
        assert_eq!(bestmoves(&input), ["bestmove a1a2", "bestmove b1b2"], "{input}");
    }
}

#[test]
fn a_hundred_questions_have_a_hundred_answers() {
    assert_eq!(bestmoves(&"go infinite\nstop\n".repeat(100)).len(), 100);
    assert_eq!(bestmoves(&"go nodes 9\nisready\n".repeat(100)).len(), 100);
    assert_eq!(bestmoves(&("go infinite\n".repeat(100) + "stop\n")).len(), 100);
    // Far more than is read ahead, behind a search that takes its time.
    let said = said(&("go movetime 30\ngo movetime 1\n".to_owned() + &"isready\n".repeat(1_000)));
    assert_eq!(said.iter().filter(|line| *line == "readyok").count(), 1_000);
}

#[test]
fn stop_goes_before_what_waits() {
    let began = Instant::now();
    assert_eq!(bestmoves("go movetime 60000\ngo movetime 60000\nstop\n").len(), 2);
    assert_eq!(bestmoves(&("go movetime 60000\n".repeat(4) + "quit\n")).len(), 4);
    assert!(began.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_line_without_end_is_passed_over() {
    let mut input = "x".repeat(crate::lines::MAX_LINE + 7);
    input.push_str("\nisready\n");
    assert_eq!(said(&input), ["info string a line was too long and has been ignored", "readyok"]);
}

/// Whatever is said in whatever order: each question has one answer, and it ends.
#[test]
fn any_conversation_is_answered() {
    const ASKS: [&str; 7] = [
        "go nodes 20",
        "go depth 2",
        "go infinite",
        "go ponder",
        "go movetime 1",
        "go wtime -5 btime 3",
        "go searchmoves a1a2 \u{202e}",
    ];
    const SAYS: [&str; 16] = [
        "stop",
        "stop",
        "ponderhit",
        "isready",
        "ucinewgame",
        "position startpos",
        "position startpos moves a1a2",
        "position startpos moves a1a2 b1b2 a2a3",
        "position startpos moves a1a9",
        "position fen \u{0}//",
        "setoption name Hash value 1",
        "setoption name MultiPV value 3",
        "setoption name Skill Level value 1",
        "go depth",
        "go nodes 99999999999999999999",
        "quitt",
    ];
    let mut rng = zug_game::Rng::new(1);
    for _ in 0..150 {
        let (mut text, mut asked) = (String::new(), 0);
        for _ in 0..1 + rng.below(40) {
            let line = match rng.below(3) {
                0 => ASKS[rng.below(ASKS.len())],
                _ => SAYS[rng.below(SAYS.len())],
            };
            asked += usize::from(ASKS.contains(&line));
            text = text + line + "\n";
        }
        assert_eq!(bestmoves(&text).len(), asked, "{text}");
        assert_eq!(bestmoves(&(text.clone() + "quit\n")).len(), asked, "{text}");
    }
}
