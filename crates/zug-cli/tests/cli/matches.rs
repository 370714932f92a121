//! `zug match`, as a person and as a script meets it.

use crate::common::{Folder, zug};

#[test]
fn the_keys_that_scripts_rely_on() {
    let told = zug(&[
        "match",
        "tic-tac-toe",
        "random",
        "random",
        "--games",
        "10",
        "--opening",
        "1",
        "--seed",
        "5",
        "--json",
    ]);
    let told = told.ok().json();
    for key in ["score", "elo", "elo_low", "elo_high", "illegal", "time_losses"] {
        assert!(told.get(key).is_some(), "{key}: {told}");
    }
    let count = |key: &str| told[key].as_u64().unwrap();
    assert_eq!(count("games"), 10);
    assert_eq!(count("wins") + count("draws") + count("losses"), 10);
    assert_eq!((count("illegal"), count("time_losses"), count("broken")), (0, 0, 0));
}

#[test]
fn a_seed_gives_the_same_match() {
    let run = |seed: &str, more: &[&str]| {
        let args = ["match", "reversi", "random", "random", "--games", "8", "--seed", seed];
        zug(&[&args[..], more].concat()).ok().out
    };
    assert_eq!(run("5", &[]), run("5", &["--concurrency", "3"]));
    assert_ne!(run("5", &[]), run("6", &[]));
    assert!(run("5", &[]).contains("seed 5"));
}

#[test]
fn a_match_can_be_gone_on_with() {
    let folder = Folder::new();
    let log = folder.path("log");
    let run = |games: &str, more: &[&str]| {
        let args = ["match", "breakthrough", "random", "random", "--games", games, "--log", &log];
        zug(&[&args[..], more].concat())
    };
    let first = run("4", &["--seed", "9"]).ok().out;
    assert!(first.contains("4 games"), "{first}");
    // The seed is found in the log.
    let whole = run("8", &[]).ok().out;
    let alone = zug(&["match", "breakthrough", "random", "random", "--games", "8", "--seed", "9"]).ok().out;
    assert_eq!(whole, alone);
    let again = run("8", &[]).ok().out;
    assert_eq!(again, whole);
    // Another match does not get into the folder.
    run("8", &["--cap", "77"]).fails(1, &["belongs to another match", "name another folder"]);
    folder.write("log/game-000003.zgr", "not a record");
    run("8", &[]).fails(1, &["game-000003.zgr", "no record"]);
}

#[test]
fn dice_and_many_players_have_their_matches() {
    let dice = zug(&["match", "backgammon", "random", "random", "--games", "4", "--seed", "1"]).ok().out;
    assert!(dice.contains("4 games"), "{dice}");
    // Three games are filled up to one round of four seats.
    let four = zug(&[
        "match",
        "four-player-chess",
        "random",
        "random",
        "--games",
        "3",
        "--cap",
        "60",
        "--seed",
        "1",
    ]);
    let four = four.ok().out;
    assert!(four.contains("4 games"), "{four}");
}

#[test]
fn engines_meet_through_their_protocol() {
    let own = |protocol: &str, game: &str| {
        format!("{protocol}:'{}' engine {game}?nodes=20", env!("CARGO_BIN_EXE_zug"))
    };
    for (protocol, game) in
        [("uci", "los-alamos-chess"), ("usi", "minishogi"), ("ugi", "kalah"), ("ugi", "backgammon")]
    {
        let engine = own(protocol, game);
        let args = ["match", game, &engine, "random", "--games", "2", "--cap", "40", "--seed", "3", "--json"];
        let told = zug(&args).ok().json();
        let bad = ["illegal", "time_losses", "broken"].map(|key| told[key].as_u64().unwrap());
        assert_eq!((told["games"].as_u64(), bad), (Some(2), [0, 0, 0]), "{told}");
    }
}

#[test]
fn what_cannot_be_played_is_said() {
    zug(&["match", "chess", "human", "random"]).fails(2, &["a person cannot play here"]);
    zug(&["match", "chess", "ai:99", "random"]).fails(2, &["levels are 1 to 10"]);
    zug(&["match", "chess", "random", "random", "--time", "soon"]).fails(2, &["is no time"]);
    zug(&["match", "chess", "random", "random", "--games", "0"]).fails(2, &["expected 1 to"]);
    zug(&["match", "chess", "random", "random", "--sprt", "9,3"]).fails(2, &["the smaller one"]);
    zug(&["match", "fifteen-puzzle", "random", "random"]).fails(2, &["needs two players"]);
    let gone = zug(&["match", "chess", "random", "uci:/no/such/engine", "--json"]);
    assert_eq!(gone.code, 1);
    assert!(gone.err.contains("cannot start `/no/such/engine`"), "{}", gone.err);
}

#[test]
fn a_test_that_finds_for_the_lower_number_says_no() {
    let ran = zug(&[
        "match",
        "tic-tac-toe",
        "random",
        "random",
        "--games",
        "2000",
        "--sprt",
        "0.6,0.9",
        "--seed",
        "1",
    ]);
    assert_eq!(ran.code, 1, "{}", ran.out);
    assert!(ran.out.contains("the score is 0.600 or less"), "{}", ran.out);
}
