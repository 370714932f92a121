//! `zug engine`: the program as another program meets it.

use crate::common::{Folder, RACE, zug, zug_typing};

/// What is said after `typed` on a pipe that then ends.
fn said(game: &str, typed: &str) -> Vec<String> {
    zug_typing(&["engine", game], typed).ok().out.lines().map(str::to_owned).collect()
}

#[test]
fn a_chess_program_needs_no_further_thought() {
    let said = said("chess", "uci\nisready\nucinewgame\nposition startpos moves e2e4 e7e5\ngo nodes 200\n");
    assert!(said[0].starts_with("id name Zug "), "{said:?}");
    let ok = said.iter().position(|line| line == "uciok").unwrap();
    assert!(said[..ok].iter().all(|line| line.starts_with("id ") || line.starts_with("option name ")));
    assert_eq!(said[ok + 1], "readyok");
    let best: Vec<&str> = said.last().unwrap().split(' ').collect();
    assert_eq!(best[0], "bestmove");
    let legal = zug(&["moves", "chess", "--moves", "e2e4 e7e5", "--notation", "uci"]).ok().out;
    assert!(legal.lines().any(|mv| mv == best[1]), "{best:?}");
}

#[test]
fn other_games_are_a_variant_away() {
    let told = said("chess", "uci\n");
    let variants =
        told.iter().find(|line| line.starts_with("option name UCI_Variant type combo default chess"));
    for name in ["crazyhouse", "xiangqi", "shogi", "capablanca", "3check", "makruk"] {
        assert!(variants.unwrap().contains(&format!(" var {name}")), "{variants:?}");
    }
    let told = said("chess", "setoption name UCI_Variant value xiangqi\nposition startpos moves h3e3\nd\n");
    assert_eq!(
        told.last().unwrap(),
        "Fen: rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1"
    );
    let told = said("chess", "setoption name UCI_Variant value quidditch\n");
    assert_eq!(told, ["info string there is no variant `quidditch`"]);
}

/// The moves of a famous miniature, as chess programs send them; castling, en passant and promotion in UCI.
#[test]
fn moves_of_uci_are_understood() {
    let told = said(
        "chess",
        "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1\nd\n\
         position fen 4k3/1P6/8/8/2p5/8/3P4/4K3 w - - 0 1 moves d2d4 c4d3 b7b8n\nd\n",
    );
    let fens: Vec<&String> = told.iter().filter(|line| line.starts_with("Fen: ")).collect();
    assert_eq!(fens[0], "Fen: r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 1 1");
    assert_eq!(fens[1], "Fen: 1N2k3/8/8/8/8/3p4/8/4K3 b - - 0 1");
}

#[test]
fn shogi_and_everything_else() {
    let told = said("shogi", "usi\nposition startpos moves 7g7f 3c3d 8h2b+\ngo nodes 50\n");
    assert!(told.contains(&"usiok".to_owned()));
    assert!(told.last().unwrap().starts_with("bestmove "), "{told:?}");
    let told = said("tic-tac-toe", "ugi\nquery p1turn\ngo nodes 50\n");
    assert!(told.contains(&"response true".to_owned()), "{told:?}");
    assert!(told.iter().any(|line| line.starts_with("bestmove ")), "{told:?}");
}

#[test]
fn rules_of_ones_own_can_be_played_too() {
    let folder = Folder::new();
    let file = folder.write("race.zrf", RACE);
    let told = said(&file, "ugi\ngo depth 1\n");
    assert!(told.iter().any(|line| line.starts_with("bestmove ") && !line.contains("none")), "{told:?}");
    zug(&["engine", "no-such-game"]).fails(2, &["no game called"]);
}

#[test]
fn hostile_streams_are_answered_and_end() {
    let long = format!("position startpos moves {}\nisready\n", "e2e4 ".repeat(400_000));
    let told = said("chess", &long);
    assert_eq!(told, ["info string a line was too long and has been ignored", "readyok"]);
    let noise = "\u{0}\u{7f}\u{fffd}\n".repeat(2000) + "isready\n";
    assert_eq!(said("chess", &noise).last().unwrap(), "readyok");
}
