//! Conversations: `>` is what we are told, what follows is what we say.

use super::*;
use crate::testkit::{NoVariants, race};

fn session() -> Session {
    Session::new(race(), Box::new(NoVariants))
}

/// Every line that begins with `>` is sent; the lines after it must be the whole answer.
fn conversation(session: &mut Session, script: &str) {
    let mut lines = script.lines().map(str::trim).filter(|line| !line.is_empty()).peekable();
    while let Some(line) = lines.next() {
        let sent = line.strip_prefix('>').expect("a line to send").trim();
        let mut wanted = Vec::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with('>')) {
            wanted.push(line.to_owned());
        }
        let mut said = Vec::new();
        session.obey(sent, &mut said);
        assert_eq!(said, wanted, "after `{sent}`");
    }
}

#[test]
fn positions_moves_and_queries() {
    conversation(
        &mut session(),
        "> isready
         readyok
         > query p1turn
         response true
         > position startpos moves a1a2
         > query p1turn
         response false
         > query gameover
         response false
         > query result
         response none
         > query fen
         response 2/M1/1m b - - 0 1
         > position startpos moves a1a2 b1b2 a2a3
         > query gameover
         response true
         > query result
         response p1win
         > go depth 3
         info string the game is over
         bestmove (none)
         > query weather
         info string `query weather` is not understood; it may be gameover, p1turn, result or fen",
    );
}

#[test]
fn a_bad_line_changes_nothing_and_is_said() {
    conversation(
        &mut session(),
        "> position startpos moves a1a2
         > position startpos moves a1a2 b1b3
         info string move 2, `b1b3`, is not legal; legal are b1b2
         > position startpos moves a1a2 b1b2 a2a3 b2b3
         info string move 4, `b2b3`, is not legal; the game is over there
         > position fen 3/3 w
         info string the position is not understood: a row has 2 cells, this one has at least 3, at character 1 of the position
         > query fen
         response 2/M1/1m b - - 0 1
         > frobnicate
         info string there is no command `frobnicate`
         > setoption name Hash value many
         info string `many` is no value for Hash: expected 1 to 65536
         > setoption name Nonsense value 1
         info string there is no option `Nonsense`
         > setoption name UCI_Variant value chess
         info string there is no other game here
         > go wibble
         info string not understood in `go`: wibble",
    );
}

#[test]
fn the_introduction_is_that_of_the_protocol() {
    for protocol in ["uci", "usi", "ugi"] {
        let mut said = Vec::new();
        session().obey(protocol, &mut said);
        assert_eq!(said.last(), Some(&format!("{protocol}ok")));
        assert!(said.iter().any(|line| line.starts_with("option name Hash type spin")), "{said:?}");
    }
}

fn job(session: &mut Session, line: &str) -> Box<Job> {
    match session.obey(line, &mut Vec::new()) {
        Todo::Think(job) => job,
        _ => panic!("`{line}` asks for a search"),
    }
}

#[test]
fn the_clock_of_whose_turn_it_is_counts() {
    let mut session = session();
    let hard = |session: &mut Session, line| job(session, line).limits.hard;
    // White has an hour, Black a second.
    let long = hard(&mut session, "go wtime 3600000 btime 1000");
    assert!(long > Some(Duration::from_secs(60)), "{long:?}");
    session.obey("position startpos moves a1a2", &mut Vec::new());
    let short = hard(&mut session, "go wtime 3600000 btime 1000");
    assert!(short < Some(Duration::from_secs(1)), "{short:?}");
    // In shogi the second player is White.
    session.obey("usi", &mut Vec::new());
    assert_eq!(hard(&mut session, "go btime 3600000 wtime 1000"), short);
    session.obey("ugi", &mut Vec::new());
    assert_eq!(hard(&mut session, "go p1time 3600000 p2time 1000"), short);
    assert_eq!(hard(&mut session, "go depth 4"), None);
    assert_eq!(job(&mut session, "go mate 2").limits.depth, Some(3));
    assert_eq!(hard(&mut session, "go movetime 1000"), Some(Duration::from_millis(980)));
}

#[test]
fn thinking_ahead_has_no_limit_until_the_move_comes() {
    let job = job(&mut session(), "go ponder wtime 1000 btime 1000");
    assert!(job.hold && job.limits.hard.is_none() && job.after_hit.is_some());
}

#[test]
fn elo_is_a_level_once_it_is_asked_for() {
    let mut session = session();
    let mut level = |line: &str| {
        session.obey(line, &mut Vec::new());
        job(&mut session, "go depth 1").options.level
    };
    assert_eq!(level("setoption name Skill Level value 7"), 7);
    assert_eq!(level("setoption name UCI_Elo value 1000"), 7);
    assert_eq!(level("setoption name UCI_LimitStrength value true"), 3);
    assert_eq!(level("setoption name UCI_Elo value 600"), 1);
    assert_eq!(level("setoption name UCI_Elo value 2310"), 10);
    assert_eq!(level("setoption name UCI_Elo value 99999"), 10);
    assert_eq!(level("setoption name UCI_LimitStrength value false"), 7);
    conversation(
        &mut session,
        "> setoption name UCI_Elo value 100
         info string `100` is no value for UCI_Elo: expected 600 to 2400
         > setoption name UCI_LimitStrength value maybe
         info string `maybe` is no value for UCI_LimitStrength: expected true or false",
    );
}

#[test]
fn own_names_are_understood_in_ugi() {
    conversation(
        &mut session(),
        "> ugi
         id name Zug 0.1.0
         id author the authors of Zug
         option name Hash type spin default 64 min 1 max 65536
         option name Clear Hash type button
         option name Ponder type check default false
         option name MultiPV type spin default 1 min 1 max 200
         option name Skill Level type spin default 10 min 1 max 10
         option name UCI_LimitStrength type check default false
         option name UCI_Elo type spin default 2400 min 600 max 2400
         option name Seed type spin default 0 min 0 max 2147483647
         option name Move Overhead type spin default 20 min 0 max 5000
         ugiok
         > position startpos moves a1-a2 b1-b2
         > query p1turn
         response true",
    );
}
