//! `zug record`.

use crate::common::{Folder, RACE, zug};

fn saved(moves: &str) -> String {
    format!(
        "Zillions Save Game File Version 0.02 HC\r\nRulesFile=.\\Old\\RACE.zrf\r\nVariantName=Race\r\n{moves}"
    )
}

#[test]
fn a_saved_game_is_verified_by_the_rules_beside_it() {
    let folder = Folder::new();
    folder.write("race.zrf", RACE);
    let file = folder.write("game.zsg", saved("1. Man a1 - a3\r\n1. Man b1 - b2\r\n2. Man a3 - a4\r\n"));
    let text = zug(&["record", &file]).ok().out;
    assert_eq!(text, format!("{file}: ok, 3 moves of Race\nat the end: White wins\n"));
    let json = zug(&["record", &file, "--json"]).ok().json();
    assert_eq!(
        (json["ok"].as_bool(), json["moves"].as_u64(), json["outcome"].as_str()),
        (Some(true), Some(3), Some("White wins"))
    );
    assert_eq!(json["same_text"], 3);
}

#[test]
fn an_illegal_move_is_named() {
    let folder = Folder::new();
    folder.write("race.zrf", RACE);
    let file = folder.write("game.zsg", saved("1. Man a1 - a3\r\n1. Man b1 - b4\r\n"));
    let ran = zug(&["record", &file, "--write", &folder.path("copy.zsg")]);
    assert_eq!((ran.code, ran.err.as_str()), (1, ""));
    assert!(ran.out.contains("1 of 2 moves of Race are legal; line 5:"), "{}", ran.out);
    assert!(!folder.names().contains(&"copy.zsg".to_owned()));
    let json = zug(&["record", &file, "--json"]);
    assert_eq!(
        (json.code, json.json()["ok"].as_bool(), json.json()["replayed"].as_u64()),
        (1, Some(false), Some(1))
    );
    assert!(json.json()["error"].as_str().unwrap().contains("b1 - b4"));
}

#[test]
fn it_is_written_back_byte_for_byte() {
    let folder = Folder::new();
    folder.write("race.zrf", RACE);
    let text = saved("(x b1)\r\n(Black Man b2)\r\n1. Man a1 - a2\r\n1.  Man b2 - b3\r\n\r\n");
    let file = folder.write("game.zsg", &text);
    zug(&["record", &file, "--write", &folder.path("copy.zsg")]).ok();
    assert_eq!(folder.read("copy.zsg"), text);
}

#[test]
fn other_rules_can_be_named() {
    let folder = Folder::new();
    let race = folder.write("rules/race.zrf", RACE);
    let file = folder.write("game.zsg", saved("1. Man a1 - a2\r\n"));
    zug(&["record", &file]).fails(2, &["RACE.zrf", "--game"]);
    zug(&["record", &file, "--game", &race]).ok();
    let short = zug(&["record", &file, "--game", &format!("{race}#Short race"), "--json"]).ok().json();
    assert_eq!(
        (short["title"].as_str(), short["outcome"].as_str()),
        (Some("Short race"), Some("White wins"))
    );
    zug(&["record", &file, "--game", "tic-tac-toe"]).fails(2, &["no game or variant called `Race`"]);
}

#[test]
fn what_is_no_saved_game_is_refused() {
    let folder = Folder::new();
    zug(&["record", &folder.write("a.zsg", "hello")])
        .fails(1, &["a.zsg", "line 1:", "no saved game of Zillions"]);
    zug(&["record", &folder.write("b.zsg", b"\0\x01\x02\xff")]).fails(1, &["b.zsg"]);
    zug(&["record", &folder.write("c.zsg", "")]).fails(1, &["c.zsg"]);
    folder.write("race.zrf", RACE);
    zug(&["record", &folder.write("d.zsg", saved("one. Man\r\n"))]).fails(1, &["line 4:"]);
}

#[test]
fn a_saved_game_becomes_a_record_and_comes_back() {
    let folder = Folder::new();
    folder.write("race.zrf", RACE);
    let file = folder.write("game.zsg", saved("1. Man a1 - a3\r\n1. Man b1 - b2\r\n2. Man a3 - a4\r\n"));
    let zgr = zug(&["record", &file, "--to", "zgr"]).ok().out;
    assert!(zgr.starts_with("[zug-record \"1\"]\n[game \"Race\"]\n[rules \"race.zrf\"]\n"), "{zgr}");
    assert!(zgr.ends_with("\n1. a1-a3 2. b1-b2 3. a3-a4 *\n"), "{zgr}");
    let record = folder.write("game.zgr", &zgr);
    let json = zug(&["record", &record, "--json"]).ok().json();
    assert_eq!((json["format"].as_str(), json["moves"].as_u64()), (Some("zgr"), Some(3)));
    assert_eq!((json["title"].as_str(), json["outcome"].as_str()), (Some("Race"), Some("White wins")));
    let back = folder.path("back.zsg");
    zug(&["record", &record, "--write", &back]).ok();
    assert_eq!(
        folder.read("back.zsg"),
        saved("1. Man a1 - a3\r\n1. Man b1 - b2\r\n2. Man a3 - a4\r\n")
            .replace(".\\Old\\RACE.zrf", "race.zrf")
            .replace(" HC\r\n", " HH\r\n")
    );
}

/// Two games: one with a variation, one with an illegal move.
const GAMES: &str = "[Event \"a\"]\n[White \"Somebody\"]\n\n1. f3 e5 (1... e6) 2. g4 Qh4# 0-1\n\n\
    [Event \"b\"]\n\n1. e4 Nf5 *\n";

#[test]
fn games_of_a_file_are_judged_one_by_one() {
    let folder = Folder::new();
    let file = folder.write("games.pgn", GAMES);
    let ran = zug(&["record", &file, "--to", "sgf"]);
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("game 1: ok, 4 moves of Chess\nat the end: Black wins\n"), "{}", ran.out);
    assert!(
        ran.out.contains("game 2: 1 of 2 moves of Chess are legal; line 8, column 7: move 1… `Nf5`"),
        "{}",
        ran.out
    );
    assert!(ran.out.ends_with("1 of 2 games ok\n"), "{}", ran.out);
    let json = zug(&["record", &file, "--json"]);
    let answer = json.json();
    assert_eq!((json.code, answer["ok"].as_bool(), answer["games"].as_u64()), (1, Some(false), Some(2)));
    assert_eq!(
        (answer["verdicts"][0]["ok"].as_bool(), answer["verdicts"][1]["replayed"].as_u64()),
        (Some(true), Some(1))
    );
    assert_eq!(answer["verdicts"][0]["tags"]["White"], "Somebody");
    zug(&["record", &file, "--game-number", "3"]).fails(2, &["no game number 3", "it has 2 games"]);
    zug(&["record", &file, "--game-number", "0"]).fails(2, &["no game number 0"]);
}

#[test]
fn what_cannot_be_held_is_said_on_stderr() {
    let folder = Folder::new();
    let file = folder.write("games.pgn", GAMES);
    let ran = zug(&["record", &file, "--game-number", "1", "--write", "-", "--to", "zsg"]);
    assert_eq!(ran.code, 0);
    assert_eq!(
        ran.err,
        "note: ZSG cannot hold tags (Event, White, Result)\nnote: ZSG cannot hold variations\n"
    );
    assert!(ran.out.ends_with("2. Pawn g2 - g4\r\n2. Queen d8 - h4\r\n"), "{}", ran.out);
    let ran = zug(&["record", &file, "--game-number", "1", "--to", "pdn"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("PDN: PDN cannot describe this game"), "{}", ran.err);
    zug(&["record", &file, "--game-number", "1", "--json", "--to", "pgn"]).fails(2, &["--json", "--write"]);
    let file = folder.write("two.pgn", GAMES.replace("Nf5", "Nf6"));
    zug(&["record", &file, "--to", "zgr"]).fails(2, &["2 games", "--game-number"]);
    let both = zug(&["record", &file, "--to", "pgn"]).ok().out;
    assert_eq!(both.matches("[Event ").count(), 2);
}

#[test]
fn a_file_says_which_game_it_is_of() {
    let folder = Folder::new();
    let title = |name: &str, text: &str| {
        let file = folder.write(name, text);
        zug(&["record", &file, "--json"]).ok().json()["title"].as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(
        title("a.pgn", "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qd8 4. P@d5 *"),
        "Crazyhouse"
    );
    assert_eq!(title("b.pdn", "[GameType \"21\"]\n\n1. 11-15 23-19 *"), "English Draughts");
    assert_eq!(title("c.txt", "1. 32-28 19-23 *"), "International Draughts");
    assert_eq!(title("d.sgf", "(;GM[1]SZ[13];B[dd])"), "Go 13x13");
    assert_eq!(title("k.sgf", "(;SZ[9];B[dd])"), "Go 9x9");
    assert_eq!(title("e.mat", " Game 1\n A : 0  B : 0\n  1) 31: 8/5 6/5\n"), "Backgammon");
    // In backgammon the way from 24 to 19 is closed.
    assert_eq!(title("f.mat", " Game 1\n A : 0  B : 0\n  1) 55: 24/4\n"), "Long Nardy");
    zug(&["record", &folder.write("g.pgn", "[Variant \"Nobody's\"]\n\n*")])
        .fails(2, &["g.pgn", "line 1", "`Nobody's`", "--game"]);
    zug(&["record", &folder.write("h.txt", "dear reader")]).fails(1, &["h.txt", "PGN", "--from"]);
    zug(&["record", &folder.write("i.sgf", "")]).fails(1, &["no game in", "i.sgf"]);
}

#[test]
fn moves_are_listed_in_other_notations() {
    let moves = |args: &[&str]| zug(&[&["moves"], args].concat()).ok().out.replace('\n', " ");
    let chess = moves(&["chess", "--moves", "e2-e4 e7-e5 g1-f3 b8-c6 f1-b5 a7-a6", "--notation", "san"]);
    assert!(chess.contains(" O-O ") && chess.contains("Bxc6 ") && chess.contains(" Nxe5 "), "{chess}");
    assert_eq!(moves(&["english-draughts", "--notation", "pdn"]), "12-16 11-16 11-15 10-15 10-14 9-14 9-13 ");
    assert!(moves(&["go", "--notation", "sgf"]).starts_with("aa ab "));
    zug(&["moves", "backgammon", "--notation", "san"]).fails(2, &["FEN cannot describe this game"]);
}

/// Zillions lets its users play on after the end of a game.
#[test]
fn a_game_that_goes_on_after_a_win_reads_back_as_a_record() {
    let folder = Folder::new();
    folder.write("race.zrf", RACE);
    let moves = "1. Man a1 - a3\r\n1. Man b1 - b2\r\n2. Man a3 - a4\r\n2. Man b2 - b3\r\n";
    let file = folder.write("game.zsg", saved(moves));
    zug(&["record", &file, "--write", &folder.path("game.zgr")]).ok();
    let json = zug(&["record", &folder.path("game.zgr"), "--json"]).ok().json();
    assert_eq!((json["ok"].as_bool(), json["moves"].as_u64()), (Some(true), Some(4)));
    assert_eq!(json["notes"][0], "by the rules the game was over after 3 moves; it goes on there");
    zug(&["record", &folder.path("game.zgr"), "--write", &folder.path("again.zgr")]).ok();
    assert_eq!(folder.read("again.zgr"), folder.read("game.zgr"));
}

#[test]
fn the_games_of_a_match_stay_below_one_head() {
    let folder = Folder::new();
    let text = " 3 point match\n\n Game 1\n A : 0  B : 0\n  1) 31: 8/5 6/5         Doubles => 2\n  2)  Drops\n                        Wins 1 point\n\n \
        Game 2\n A : 0  B : 1\n  1) 42: 8/4 6/4\n";
    let file = folder.write("match.mat", text);
    let ran = zug(&["record", &file, "--to", "mat"]).ok();
    assert_eq!(
        (ran.out.matches("point match").count(), ran.out.matches(" Game ").count()),
        (1, 2),
        "{}",
        ran.out
    );
    let again = folder.write("again.mat", &ran.out);
    assert_eq!(zug(&["record", &again, "--to", "mat"]).ok().out, ran.out);
    // Into a form that holds one game, one is chosen; the cube is a comment there.
    zug(&["record", &file, "--to", "zgr"]).fails(2, &["--game-number"]);
    let zgr = zug(&["record", &file, "--to", "zgr", "--game-number", "1"]).ok().out;
    assert!(zgr.contains("{[%cube doubles 2] [%cube drops]}") && zgr.contains("[Result \"0-1\"]"), "{zgr}");
}

#[test]
fn a_position_changed_in_the_middle_of_a_tree_is_no_mistake() {
    let folder = Folder::new();
    let file = folder.write("game.sgf", "(;GM[1]SZ[9];B[aa];W[bb];AB[cc];B[dd])");
    let ran = zug(&["record", &file]).ok().out;
    assert!(
        ran.contains("ok, 2 moves of Go 9x9\n") && ran.contains("the position is changed by hand"),
        "{ran}"
    );
    let both = zug(&["record", &file, "--to", "sgf"]).ok().out;
    assert_eq!(both.matches("(;FF[4]").count(), 2, "{both}");
    let one = zug(&["record", &file, "--to", "zgr"]);
    assert_eq!(one.code, 0);
    assert!(one.err.contains("cannot hold games that begin in the middle of another"), "{}", one.err);
}

#[test]
fn variations_are_added_promoted_annotated_and_deleted() {
    let folder = Folder::new();
    let file = folder.write("game.pgn", "1. e4 e5 2. Nf3 *\n");
    let (tree, file2) = (folder.path("tree.zgr"), folder.path("other.zgr"));
    let change = |from: &str, options: &[&str], to: &str| {
        zug(&[&["record", from], options, &["--write", to]].concat()).ok();
        zug(&["record", to, "--show"]).ok().out
    };
    let shown = change(&file, &["--at", "e4", "--add", "c5 Nf3", "--comment", "Sicilian"], &tree);
    assert!(shown.contains("1. e4 e5 (1... c5 2. Nf3 {Sicilian}) 2. Nf3\n"), "{shown}");
    let shown = change(&tree, &["--at", "1. e4 c5", "--promote", "--annotate", "!?"], &file2);
    assert!(shown.contains("1. e4 c5!? (1... e5 2. Nf3) 2. Nf3 {Sicilian}\n"), "{shown}");
    let shown = change(&file2, &["--at", "e2-e4 e5", "--delete"], &tree);
    assert!(shown.contains("1. e4 c5!? 2. Nf3 {Sicilian}\n"), "{shown}");
    // The last move of the main line, if nothing else is said.
    let shown = change(&tree, &["--delete"], &file2);
    assert!(shown.contains("1. e4 c5!?\n"), "{shown}");
    zug(&["record", &tree, "--promote"]).fails(2, &["`--write FILE` names a file"]);
    zug(&["record", &tree, "--at", "e4 e6", "--delete", "--write", &file2])
        .fails(2, &["move 2 of `--at` is not in the game; it goes on with c5"]);
    zug(&["record", &tree, "--at", "e5", "--delete", "--write", &file2])
        .fails(1, &["move 1: no legal move is called `e5`"]);
    zug(&["record", &tree, "--at", "", "--delete", "--write", &file2])
        .fails(2, &["no move leads to the first position"]);
}
