//! Games with scripts as text: read back as they were, and made for reading.

mod common;

use common::samples::Sample;
use common::{parse_text, script, scripted};
use zug_ir::*;

#[track_caller]
fn round_trip(game: &Game) {
    let text = print(game);
    match parse_text(&text) {
        Ok(read) => assert!(read == *game, "{text}\nreads as\n{}", print(&read)),
        Err(messages) => panic!("{text}\n{messages}"),
    }
}

fn change(change: impl FnOnce(&mut Scripted)) -> Game {
    let mut game = scripted();
    change(game.scripted.as_mut().unwrap());
    game
}

#[test]
fn a_game_with_something_in_every_table() {
    let game = scripted();
    if let Err(errors) = verify(&game) {
        let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
        panic!("{}", errors.join("\n"));
    }
    round_trip(&game);
}

#[test]
fn every_op_with_every_operand() {
    let ops = ScriptOp::samples();
    for row in ScriptOp::TABLE {
        assert!(ops.iter().any(|op| op.mnemonic() == row.mnemonic), "no sample of {}", row.mnemonic);
    }
    // In several scripts: labels are among the samples, and each script has some of its own.
    round_trip(&change(|scripted| {
        scripted.scripts = ops.chunks(50).map(|ops| script(ops.to_vec())).collect()
    }));
}

#[test]
fn a_game_whose_scripts_are_all_defaults() {
    let mut game = scripted();
    let (kinds, players, modes) = (game.kinds.len(), game.players.len(), game.modes.len());
    game.scripted = Some(Box::new(Scripted {
        kinds: vec![KindScripts::default(); kinds],
        players: vec![vec![]; players],
        modes: vec![ModeRule::default(); modes],
        ..Scripted::default()
    }));
    assert!(print(&game).ends_with("\n(scripted)\n"));
    round_trip(&game);
}

#[test]
fn every_choice() {
    for (_, attack) in AttackScope::ALL {
        round_trip(&change(|scripted| scripted.attack = *attack));
    }
    for (_, verdict) in Verdict::ALL {
        round_trip(&change(|scripted| scripted.goals[0].verdict = *verdict));
    }
    for rolls in [vec![], vec![None; 3], vec![Some(0)]] {
        round_trip(&change(|scripted| scripted.rolls = rolls));
    }
    for allies in [vec![], vec![vec![]; 3], vec![vec![PlayerId(2), PlayerId(0)]]] {
        round_trip(&change(|scripted| scripted.allies = allies));
    }
}

#[test]
fn a_file_without_scripts_has_no_trace_of_them() {
    let text = print(&Game { scripted: None, ..scripted() });
    assert!(!text.contains("script"));
    assert_eq!(parse_text(&text).map(|game| game.scripted), Ok(None));
}

#[test]
fn fields_may_come_in_any_order() {
    let game = scripted();
    let text = print(&game);
    let (before, rest) = text.split_once("\n(scripted\n").unwrap();
    let (section, scripts) = rest.split_once(")\n\n").unwrap();
    // Each field begins on a line of its own, one blank in; goals and dice keep their order among themselves.
    let mut fields: Vec<String> = Vec::new();
    for line in section.lines() {
        match fields.last_mut() {
            Some(field) if line.starts_with("  ") => *field += line,
            _ => fields.push(line.to_owned()),
        }
    }
    fields.sort();
    let text = format!("{scripts}\n(scripted\n{})\n", fields.join("\n"));
    let text = format!("{before}\n{text}");
    assert_ne!(print(&game), text);
    assert_eq!(parse_text(&text), Ok(game));
}

#[test]
fn forgotten_origins_are_not_printed() {
    let mut game = scripted();
    assert!(print(&game).contains("(origin"));
    game.forget_origins();
    assert!(!print(&game).contains("(origin"));
}

/// What a reader sees.
#[test]
fn the_text_is_made_for_reading() {
    let text = print(&scripted());
    let (_, text) = text.split_once("\n(presentation").unwrap();
    insta::assert_snapshot!(text.split_once("\n\n").unwrap().1, @"");
    let text = print(&change(|scripted| {
        let short = |value| vec![ScriptOp::Push { value }, ScriptOp::Pop {}, ScriptOp::Fail {}];
        scripted.scripts =
            Const::samples().into_iter().step_by(2).map(|value| script(short(value))).collect();
    }));
    let pushes: Vec<&str> = text.lines().filter(|line| line.starts_with(" (push")).collect();
    insta::assert_snapshot!(pushes.join("\n"), @"");
    let setup: Vec<&str> = text.lines().filter(|line| line.starts_with(" (place")).collect();
    insta::assert_snapshot!(setup.join("\n"), @"");
}
