//! `zug play`, with everything typed beforehand.

use crate::common::{COIN, Folder, RACE, zug, zug_typing};

#[test]
fn a_game_is_played_to_its_end() {
    let folder = Folder::new();
    let race = folder.write("race.zrf", RACE);
    let args = ["play", &race, "--plain", "--white", "human", "--black", "human", "--seed", "5"];
    let ran = zug_typing(&args, "a1-a3\nb1b2\nA3-a4\nquit\n").ok();
    assert!(ran.out.contains("Seed 5"), "{}", ran.out);
    assert!(ran.out.contains("Over: White wins"), "{}", ran.out);
}

#[test]
fn random_players_repeat_with_their_seed() {
    let folder = Folder::new();
    let race = folder.write("race.zrf", RACE);
    let play =
        |seed: &str| zug(&["play", &race, "--white", "random", "--black", "random", "--seed", seed]).ok().out;
    assert_eq!(play("7"), play("7"));
    assert!(play("7").contains("Over: "));
    let different: std::collections::HashSet<String> = (0..20).map(|seed| play(&seed.to_string())).collect();
    assert!(different.len() > 20 / 2);
}

#[test]
fn the_end_of_the_input_ends_the_game() {
    let ran = zug_typing(&["play", "tic-tac-toe"], "").ok();
    assert!(ran.out.ends_with("> \n"), "{}", ran.out);
    zug_typing(&["play", "tic-tac-toe"], "quit\n").ok();
}

#[test]
fn moves_are_listed_and_errors_explained() {
    let folder = Folder::new();
    let race = folder.write("race.zrf", RACE);
    let ran = zug_typing(&["play", &race], "?\n? a1-a3\n? zz\na1-b9\n\nhelp\nposition\n").ok();
    for text in [
        "a1-a2  a1-a3\n",
        "White> a1-a3\n",
        "no legal move begins with `zz`",
        "`a1-b9` is not a legal move; legal are a1-a2, a1-a3",
        "save FILE",
        "White Man a1; Black Man b1; @turn White",
    ] {
        assert!(ran.out.contains(text), "no `{text}` in {}", ran.out);
    }
    let russian = zug_typing(&["play", &race, "--lang", "ru"], "a9\n").ok();
    assert!(russian.out.contains("хода `a9` нет"), "{}", russian.out);
}

#[test]
fn moves_are_taken_back() {
    let folder = Folder::new();
    let race = folder.write("race.zrf", RACE);
    let ran =
        zug_typing(&["play", &race, "--black", "random", "--seed", "1"], "undo\na1-a2\nundo\nposition\n")
            .ok();
    assert!(ran.out.contains("there is nothing to take back"), "{}", ran.out);
    assert!(ran.out.contains("White> White Man a1; Black Man b1; @turn White"), "{}", ran.out);
    // The same choice draws the same answer again.
    let answers = |typed: &str| {
        let out = zug_typing(&["play", &race, "--black", "random", "--seed", "1"], typed).ok().out;
        out.lines().filter_map(|l| l.split("Black: ").nth(1)).map(str::to_owned).collect::<Vec<_>>()
    };
    let twice = answers("a1-a2\nundo\na1-a2\n");
    assert_eq!(twice[0], twice[1]);
}

#[test]
fn seats_are_assigned() {
    let folder = Folder::new();
    let race = folder.write("race.zrf", RACE);
    let first_prompt = |args: &[&str]| {
        let out = zug(&[&["play", &race, "--seed", "1"], args].concat()).ok().out;
        out.lines().find_map(|l| l.strip_suffix("> ").map(str::to_owned))
    };
    assert_eq!(first_prompt(&[]).as_deref(), Some("White"));
    assert_eq!(first_prompt(&["--white", "random"]).as_deref(), Some("Black"));
    assert_eq!(
        first_prompt(&["--player", "1", "random", "--player", "2", "human"]).as_deref(),
        Some("Black")
    );
    assert_eq!(first_prompt(&["--black", "human"]).as_deref(), Some("Black"));
    zug(&["play", &race, "--player", "3", "human"])
        .fails(2, &["there is no player `3`", "1 to 2: White, Black"]);
    zug(&["play", &race, "--white", "wizard"]).fails(2, &["`wizard` is no player; expected `human`"]);
    zug(&["play", &race, "--player", "1", "ai:11"]).fails(2, &["levels are 1 to 10"]);
}

#[test]
fn chance_is_drawn_and_shown() {
    let folder = Folder::new();
    let coin = folder.write("coin.zrf", COIN);
    let args = ["play", &coin, "--seed", "3"];
    let ran = zug_typing(&args, "a1-a2\n").ok();
    assert!(ran.out.contains("?Coin (drawn): "), "{}", ran.out);
    assert_eq!(ran.out, zug_typing(&args, "a1-a2\n").ok().out);
}

#[test]
fn a_game_is_saved_and_read_again() {
    let folder = Folder::new();
    let race = folder.write("race.zrf", RACE);
    let file = folder.path("game.zsg");
    let args = ["play", &race, "--moves", "a1-a2", "--black", "human", "--white", "human"];
    let ran = zug_typing(&args, &format!("b1-b3\na2-a4\nsave {file}\nsave\nquit\n")).ok();
    assert!(ran.out.contains(&format!("saved to {file}")), "{}", ran.out);
    assert!(ran.out.contains("say where: `save FILE`"));
    let text = folder.read("game.zsg");
    assert!(
        text.starts_with(
            "Zillions Save Game File Version 0.02 HH\r\nRulesFile=race.zrf\r\nVariantName=Race\r\n"
        ),
        "{text}"
    );
    let json = zug(&["record", &file, "--json"]).ok().json();
    assert_eq!(json["ok"], true);
    assert_eq!(json["moves"], 3);
    assert_eq!(json["outcome"], "White wins");
    // Another file is not lost by a slip of the finger.
    let ran = zug_typing(&["play", &race], &format!("save {race}\n")).ok();
    assert!(ran.out.contains("the file exists and is no saved game"), "{}", ran.out);
    assert_eq!(folder.read("race.zrf"), RACE);
}

/// Ctrl-C is a way to leave like any other.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_game_cleanly() {
    use std::io::Read;
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_zug"))
        .args(["play", "tic-tac-toe"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // When it asks, it is ready.
    let mut out = child.stdout.take().unwrap();
    let mut seen = Vec::new();
    while !seen.ends_with(b"> ") {
        let mut byte = [0];
        out.read_exact(&mut byte).unwrap();
        seen.push(byte[0]);
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

/// Two captures in one move, part by part.
#[test]
fn parts_of_a_move_are_typed_one_by_one() {
    let args = ["play", "international-draughts", "--plain", "--white", "human", "--black", "human"];
    let args = [&args[..], &["--position", "W:W32:B28,19,6"]].concat();
    let ran = zug_typing(&args, "d4\nf6\nundo\nredo\n?\nh8\nposition\nundo\nposition\nredo\nposition\n").ok();
    assert!(ran.out.contains("White> then: f6\n"), "{}", ran.out);
    // After the part, after making it again, and as an answer to `?`.
    assert_eq!(ran.out.matches("then: h8\n").count(), 3, "{}", ran.out);
    let positions: Vec<&str> = ran.out.lines().filter_map(|l| l.split("> ").nth(1)).collect();
    let positions: Vec<&&str> = positions.iter().filter(|p| p.contains(":W") || p.contains(":B")).collect();
    assert_eq!(positions.len(), 3, "{}", ran.out);
    assert_eq!(positions[0], positions[2]);
    assert!(positions[0].starts_with("B:") && positions[1].starts_with("W:W32"), "{positions:?}");
}

#[test]
fn what_cannot_follow_a_part_is_refused() {
    let args = ["play", "international-draughts", "--white", "human", "--black", "human"];
    let args = [&args[..], &["--position", "W:W32:B28,19,6"]].concat();
    let ran = zug_typing(&args, "d4-f6\ne5\npass\nd4-c5\nposition\n").ok();
    assert_eq!(ran.out.matches("is not a legal move").count(), 3, "{}", ran.out);
    assert!(ran.out.contains("White> W:W32:B"), "the turn has not ended: {}", ran.out);
}

#[test]
fn dice_are_entered() {
    let args = ["play", "long-nardy", "--enter-dice", "--seed", "1", "--white", "human", "--black", "human"];
    let ran = zug_typing(&args, "roll\ndice 1 6\n7 7\nposition\nquit\n").ok();
    assert!(ran.out.contains("the dice are to be thrown"), "{}", ran.out);
    assert!(ran.out.contains("?dice (drawn): "), "{}", ran.out);
    assert!(ran.out.contains("@turn Black"), "{}", ran.out);
    let wrong = zug_typing(&args, "dice 7 7\n3-1\nroll\n").ok();
    assert!(wrong.out.contains("`7 7` cannot be thrown here"), "{}", wrong.out);
    assert!(wrong.out.contains("there are no dice to throw now"), "{}", wrong.out);
}

#[test]
fn a_record_is_saved_with_what_was_taken_back_and_loaded() {
    let folder = Folder::new();
    let race = folder.write("race.zrf", RACE);
    let file = folder.path("game.zgr");
    let args = ["play", &race, "--black", "human", "--white", "human"];
    zug_typing(&args, &format!("a1-a2\nundo\na1-a3\nb1-b2\nresign\nsave {file}\n")).ok();
    let text = folder.read("game.zgr");
    assert!(text.starts_with("[zug-record") && text.contains("1. a1-a3 (1. a1-a2) 2. b1-b2"), "{text}");
    let ran =
        zug_typing(&args, &format!("load {file}\nundo\nundo\nposition\nload {race}\nload nowhere.zgr\n"))
            .ok();
    assert!(ran.out.contains("White resigns"), "{}", ran.out);
    assert!(ran.out.contains("Black> White Man a3; Black Man b1; @turn Black"), "{}", ran.out);
    assert!(ran.out.contains("it is no saved game"), "{}", ran.out);
    assert!(ran.out.contains("cannot read `nowhere.zgr`"), "{}", ran.out);
    // A game of other rules is not taken for one of these.
    let other = zug_typing(&["play", "tic-tac-toe"], &format!("load {file}\n")).ok();
    assert!(other.out.contains("it is a game of `Race`"), "{}", other.out);
}

#[test]
fn the_board_is_seen_from_the_other_side() {
    let ran = zug_typing(&["play", "chess"], "flip\n").ok();
    assert!(ran.out.contains("1  R N B K Q B N R\n"), "{}", ran.out);
    assert!(ran.out.contains("h g f e d c b a"), "{}", ran.out);
}

/// Nobody has to say who the opponent is.
#[test]
fn the_computer_answers_and_gives_hints() {
    let folder = Folder::new();
    let race = folder.write("race.zrf", RACE);
    let ran = zug_typing(&["play", &race], "hint\na1-a2\nquit\n").ok();
    assert!(ran.out.contains("hint: a1-a"), "{}", ran.out);
    assert!(ran.out.contains("Black: b1-b"), "{}", ran.out);
}

#[test]
fn moves_are_typed_and_listed_as_players_write_them() {
    let args = ["play", "chess", "--white", "human", "--black", "human"];
    let ran = zug_typing(&args, "? N\ne4\nd5\nexd5\nQxd5\ngame\nNd4\n").ok();
    for text in
        ["White> Nc3  Na3  Nh3  Nf3\n", "1. e4 d5 2. exd5 Qxd5 ^\n", "`Nd4` is not a legal move; legal are "]
    {
        assert!(ran.out.contains(text), "no `{text}` in {}", ran.out);
    }
    let moves = zug(&["show", "chess", "--moves", "1. e4 d5 2. exd5 Qxd5", "--json"]).ok().json();
    let names = zug(&["show", "chess", "--moves", "e2-e4 d7-d5 e4-d5 d8-d5", "--json"]).ok().json();
    assert_eq!(moves["position"], names["position"]);
    let ran = zug(&["why", "chess.zug", "Nf3"]).ok();
    assert!(ran.out.starts_with("g1-f3 is legal"), "{}", ran.out);
}

#[test]
fn variations_are_kept_apart_and_changed_by_commands() {
    let args = ["play", "chess", "--white", "human", "--black", "human"];
    let typed = "e4\ne5\nback\nc5\ncomment Sicilian\ngame\nback\nvariations\npromote 2\nannotate !\ngame\ndelete 2\ngame\nforward 7\n";
    let ran = zug_typing(&args, typed).ok();
    for text in [
        "looking back",
        "1. e4 e5 (1... c5 ^ {Sicilian})\n",
        "  1 e5\n  2 c5\n",
        "1. e4! ^ c5 {Sicilian} (1... e5)\n",
        "1. e4! ^ c5 {Sicilian}\n",
        "there is no such variation",
    ] {
        assert!(ran.out.contains(text), "no `{text}` in {}", ran.out);
    }
}

/// Looking back at the turn of a program it waits, and its move can be tried.
#[test]
fn programs_wait_while_somebody_looks_back() {
    let folder = Folder::new();
    let race = folder.write("race.zrf", RACE);
    let args = ["play", &race, "--black", "random", "--seed", "1"];
    let ran = zug_typing(&args, "a1-a2\nback\nback\ngame\nforward\ncontinue\ngame\n").ok();
    assert_eq!(ran.out.matches("looking back").count(), 3, "{}", ran.out);
    let games: Vec<&str> = ran.out.lines().filter(|line| line.contains("1. a1-a2")).collect();
    assert_eq!(games.len(), 2, "{}", ran.out);
}

#[test]
fn a_saved_game_is_gone_on_with() {
    let folder = Folder::new();
    let pgn = folder.write("game.pgn", "1. e4 e5 2. Nf3 *\n");
    let ran = zug_typing(&["play", &pgn, "--white", "human", "--black", "human"], "Nc6\ngame\n").ok();
    assert!(ran.out.contains("1. e4 e5 2. Nf3 Nc6 ^"), "{}", ran.out);
    let bad = folder.write("bad.pgn", "1. e4 e5 2. Nf9 *\n");
    zug(&["play", &bad]).fails(1, &["bad.pgn", "Nf9"]);
    zug(&["play", &pgn, "--position", "start"]).fails(2, &["a saved game begins where it begins"]);
}

#[test]
fn one_click_may_do_more() {
    let args = ["play", "chess", "--white", "human", "--black", "human"];
    let ran = zug_typing(&args, "smart to\nsmart what\n").ok();
    assert!(ran.out.contains("a cell that one piece can reach"), "{}", ran.out);
    assert!(ran.out.contains("say how: `smart off`"), "{}", ran.out);
    zug(&["play", "chess", "--smart-moves", "maybe"]).fails(2, &["expected `true`, `false`, `from` or `to`"]);
    // A man with one move is moved by his cell alone, one with two is asked where to.
    let folder = Folder::new();
    let race = folder.write("race.zrf", RACE.replacen("(title", "(option \"smart moves\" from) (title", 1));
    let play = |man: &str, more: &[&str]| {
        let at = format!("White Man {man}; Black Man b1; @turn White");
        let args =
            [&["play", &race, "--white", "human", "--black", "human", "--position", &at], more].concat();
        zug_typing(&args, &format!("{man}\n")).ok().out
    };
    assert!(play("a1", &[]).contains("then: a3 a2"));
    assert!(play("a3", &[]).contains("Over: White wins"));
    assert!(play("a3", &["--smart-moves", "false"]).contains("then: a4"));
    // The presentation file goes before the option.
    folder.write("race.toml", "smart-moves = false\n");
    assert!(play("a3", &[]).contains("then: a4"));
}

#[test]
fn russian_is_whole_line_by_line() {
    let args = ["play", "go#9x9", "--white", "human", "--black", "human", "--lang", "ru"];
    let ran = zug_typing(&args, "пас\nD4\nfoo\nload nowhere.zgr\nresign\n").ok();
    for text in [
        "Чёрные> ",
        "Белые> ",
        "Чёрные: [1 камень]",
        "хода `foo` нет; есть ",
        "такого файла нет",
        "Чёрные: партия сдана",
    ] {
        assert!(ran.out.contains(text), "no `{text}` in {}", ran.out);
    }
    assert!(!ran.out.contains("White") && !ran.out.contains("Black"), "{}", ran.out);
}

/// Rules that say nothing about names: what a piece leaves behind tells moves apart, not what the engine does for it.
#[test]
fn moves_are_told_apart_by_the_pieces_that_appear() {
    let folder = Folder::new();
    let named = include_str!("gating.zug");
    let lines = named.lines().map(|line| match line.split_once("(log ") {
        Some((before, rest)) => format!("{before}{}", rest.split_once(')').map_or("", |(_, after)| after)),
        None => line.to_owned(),
    });
    let rules = folder.write("gating.zug", lines.collect::<Vec<_>>().join("\n"));
    let moves = zug(&["moves", &rules]).ok().out;
    let there =
        ["b1-a3", "b1-a3 Elephant@b1", "b1-a3 Hawk@b1", "b1-c3", "b1-c3 Elephant@b1", "b1-c3 Hawk@b1"];
    let mut sorted: Vec<&str> = moves.lines().collect();
    sorted.sort_unstable();
    assert_eq!(sorted, there);
}
