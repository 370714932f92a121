use super::*;
use crate::clock::Control;
use crate::testkit::{duel, race};
use std::time::Duration;

fn plan(programs: [&str; 2], games: usize) -> Plan {
    let table = duel();
    let program = |text: &str| text.parse().unwrap_or_else(|e| panic!("{e}"));
    Plan {
        first: table.game.start(),
        table,
        programs: programs.map(program),
        games,
        opening: 2,
        control: None,
        margin: Duration::from_secs(5),
        cap: 60,
        seed: 11,
    }
}

fn play(plan: &Plan, done: &[Logged], concurrency: usize) -> (Tally, Vec<Played>) {
    let (stop, children) = (Stop::new(), Children::new());
    let manner = Manner { concurrency, sprt: None, stop: &stop, children: &children };
    let mut tally = Tally::new(plan.seats().len());
    let mut games = Vec::new();
    let ended = run(plan, &manner, done, &mut tally, &mut |played, _| {
        games.push(played.clone());
        true
    });
    ended.unwrap_or_else(|e| panic!("{e}"));
    games.sort_by_key(|game| game.fixture.number);
    (tally, games)
}

#[test]
fn the_games_of_a_round_begin_alike_and_the_seats_change() {
    let plan = plan(["random", "random"], 8);
    let (tally, games) = play(&plan, &[], 1);
    assert_eq!((tally.games(), games.len()), (8, 8));
    assert_eq!(tally.rounds().iter().sum::<u64>(), 4);
    for pair in games.chunks(2) {
        assert_eq!(pair[0].moves[..2], pair[1].moves[..2]);
        assert_eq!((pair[0].fixture.seat, pair[1].fixture.seat), (0, 1));
    }
    let openings: Vec<_> = games.iter().step_by(2).map(|game| game.moves[..2].to_vec()).collect();
    assert!(openings.iter().any(|other| *other != openings[0]), "all openings are the same");
}

#[test]
fn a_match_is_the_same_whoever_plays_it_again() {
    let plan = plan(["random", "random"], 10);
    let (_, alone) = play(&plan, &[], 1);
    let (_, together) = play(&plan, &[], 3);
    let moves = |games: &[Played]| games.iter().map(|game| game.moves.clone()).collect::<Vec<_>>();
    assert_eq!(moves(&alone), moves(&together));
}

#[test]
fn what_was_logged_is_not_played_again() {
    let plan = plan(["random", "random"], 10);
    let (whole, games) = play(&plan, &[], 1);
    let texts: Vec<String> =
        games.iter().take(5).filter_map(|game| write_log(&plan, "duel.zrf", game).ok()).collect();
    let done: Vec<Logged> = texts.iter().filter_map(|text| read_log(&plan, text).ok()).collect();
    assert_eq!(done.len(), 5);
    let (tally, rest) = play(&plan, &done, 2);
    assert_eq!(rest.iter().map(|game| game.fixture.number).collect::<Vec<_>>(), [5, 6, 7, 8, 9]);
    assert_eq!((tally.wins, tally.draws, tally.losses), (whole.wins, whole.draws, whole.losses));
    assert_eq!(tally.rounds(), whole.rounds());
    // The record is one that anybody can read.
    let loaded = zug_notation::record::read(&plan.table.game, &texts[0]).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(loaded.record.ply(loaded.record.main_end()), games[0].moves.len());
}

#[test]
fn a_log_of_another_match_is_refused() {
    let one = plan(["random", "random"], 2);
    let (_, games) = play(&one, &[], 1);
    let text = write_log(&one, "duel.zrf", &games[0]).unwrap_or_else(|e| panic!("{e}"));
    let other = Plan { seed: 12, ..plan(["random", "random"], 2) };
    assert!(matches!(read_log(&other, &text), Err(LogError::OtherMatch(_))));
    assert!(matches!(read_log(&one, &text.replace("[won ", "[wno ")), Err(LogError::Tag("won"))));
    for bad in ["", "nonsense", "[zug-record \"1\"]\n*"] {
        assert!(read_log(&one, bad).is_err());
    }
}

#[test]
fn the_stop_button_ends_it_without_half_games() {
    let plan = plan(["random", "random"], 1000);
    let (stop, children) = (Stop::new(), Children::new());
    let manner = Manner { concurrency: 2, sprt: None, stop: &stop, children: &children };
    let mut tally = Tally::new(2);
    let ended = run(&plan, &manner, &[], &mut tally, &mut |_, tally| {
        if tally.games() == 10 {
            stop.press();
        }
        true
    });
    assert!(ended.is_ok());
    assert!((10..20).contains(&tally.games()), "{}", tally.games());
}

#[test]
fn a_test_ends_the_match_when_it_is_decided() {
    // The same player twice is not much better than itself.
    let plan = plan(["random", "random"], 10_000);
    let (stop, children) = (Stop::new(), Children::new());
    let sprt = Sprt::parse("0.6,0.8", 0.05, 0.05).ok();
    let manner = Manner { concurrency: 1, sprt, stop: &stop, children: &children };
    let mut tally = Tally::new(2);
    assert!(run(&plan, &manner, &[], &mut tally, &mut |_, _| true).is_ok());
    assert!(tally.games() < 1000, "{}", tally.games());
    assert_eq!(sprt.map(|test| tally.verdict(&test)), Some(Verdict::Low));
}

#[test]
fn openings_that_end_the_game_are_shortened() {
    let table = race();
    let plan = Plan { first: table.game.start(), table, opening: 50, ..plan(["random", "random"], 2) };
    let (tally, games) = play(&plan, &[], 1);
    assert_eq!(tally.games(), 2);
    assert!(games.iter().all(|game| game.moves.len() == 3), "White wins with his second move");
}

#[test]
fn a_program_that_cannot_start_ends_the_match() {
    let plan = plan(["random", "uci:/no/such/program"], 4);
    let (stop, children) = (Stop::new(), Children::new());
    let manner = Manner { concurrency: 2, sprt: None, stop: &stop, children: &children };
    let mut tally = Tally::new(2);
    let ended = run(&plan, &manner, &[], &mut tally, &mut |_, _| true);
    assert!(matches!(ended, Err(PlayerError::Start { .. })), "{ended:?}");
}

#[cfg(unix)]
mod engines {
    use super::*;

    /// An engine in a few words of shell: answers `go` with the same move always.
    fn liar(bestmove: &str) -> String {
        let script = format!(
            "while read w r; do case $w in uci) echo uciok;; isready) echo readyok;; go) echo {bestmove};; quit) exit;; esac; done"
        );
        format!("uci:sh -c \"{script}\"")
    }

    fn against(engine: &str, control: Option<Control>) -> (Tally, Vec<Played>) {
        let plan = Plan { control, ..plan(["random", engine], 2) };
        play(&plan, &[], 1)
    }

    #[test]
    fn an_engine_that_lies_loses() {
        let (tally, games) = against(&liar("bestmove z9z9"), None);
        assert_eq!((tally.wins, tally.illegal), (2, 2));
        let Ending::Fault { why, .. } = &games[0].ending else { panic!("{:?}", games[0].ending) };
        assert!(why.contains("played `z9z9`, which is no legal move; legal are "), "{why}");
    }

    #[test]
    fn an_engine_that_dies_loses_and_is_started_again() {
        let (tally, games) = against(&liar("oops; echo that hurt >&2; exit 3"), None);
        assert_eq!((tally.wins, tally.broken), (2, 2));
        let Ending::Fault { why, .. } = &games[1].ending else { panic!("{:?}", games[1].ending) };
        assert!(why.contains("has ended (exit status: 3)") && why.contains("that hurt"), "{why}");
    }

    #[test]
    fn an_engine_that_is_late_loses() {
        let late = Plan {
            control: Some(Control::Move(Duration::from_millis(20))),
            margin: Duration::from_millis(30),
            opening: 0,
            ..plan(["random", &liar("$(sleep 0.3) bestmove d4d3")], 1)
        };
        let (tally, games) = play(&late, &[], 1);
        assert_eq!(tally.time_losses, 1, "{:?}", games[0].ending);
    }
}
