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
    change(game.scripted.as_mut().expect("it has scripts"));
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
    assert!(!text.contains("(script"));
    assert_eq!(parse_text(&text).map(|game| game.scripted), Ok(None));
}

#[test]
fn fields_may_come_in_any_order() {
    let game = scripted();
    let text = print(&game);
    let (before, rest) = text.split_once("\n(scripted\n").unwrap();
    let (section, scripts) = rest.split_once(")\n\n").unwrap();
    // Each field begins on a line of its own, one blank in. Goals and dice keep their order among themselves.
    let mut fields: Vec<String> = Vec::new();
    for line in section.lines() {
        match fields.last_mut() {
            Some(field) if line.starts_with("  ") => *field += line,
            _ => fields.push(line.to_owned()),
        }
    }
    fields.sort_by_key(|field| field.trim().split(' ').next().map(str::to_owned));
    let text = format!("{before}\n{scripts}\n(scripted\n{})\n", fields.join("\n"));
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
    insta::assert_snapshot!(text.split_once("\n\n").unwrap().1, @r#"
    (scripted
     (locals d "came from" none)
     (list_locals none d)
     (gens max-result ?)
     (texts "" O-O "say \qx\q\n")
     (kind King shared
      (moves (0 0) (0 1 repeat))
      (drops (1 1 quiet))
      (closing 1)
      (invariant 2)
      (attacked 2))
     (player mover
      (moves (1 1)))
     (mode repeat optional any_piece landing only_further)
     (priorities repeat quiet)
     (invariant 2)
     (goal win needs_moves (script 2))
     (goal loss after_move needs_moves (players mover) (origin 1) (script 3))
     (goal draw needs_moves (players mover mover) (origin 2) (script 2))
     (score 4)
     (dice "two dice" (die 1 2 3 4 5 6) (die 1 2 3 4 5 6) (doubles 4) (slots dice/1 dice/2 dice/3 dice/4))
     (dice sticks (die -1 1) (die 3) (slots dice/1 dice/2 dice/3 dice/4))
     (rolls () 1)
     (attack legal)
     skip_empty
     (allies (mover) ()))

    (script 0 (origin 7)
     (origins 0 1000 2000 3000 4000 5000 6000 7000 8000 9000 10000 11000 12000 13000 14000 15000 16000 17000
     18000 19000 20000 21000 22000 23000 24000 25000 26000 27000 28000 29000 30000 31000 32000 33000 34000
     35000 36000 37000 38000 39000 40000 41000)
     take
     (quantify sum L27)
     rivals
     any_element
     as_player
     (push (cell a1))
     (push (dir n))
     (list 1)
     flood
    L9:
     (flood_next L20)
     (push (dir "south east"))
     reach
    L12:
     (reach_next L18)
     (quantify exists L17)
     (test empty)
     check
     succeed
    L17:
     (reach_answer L12)
    L18:
     length
     (flood_answer L9)
    L20:
     length
     as_before
     (jump_if L25)
     (push none)
     succeed
    L25:
     (push 1)
     succeed
    L27:
     (set_local d)
     (push 1)
     (push 1)
     (list 2)
     each
    L32:
     (each_next "came from" L40)
     (fork L38)
     (defer 2)
     (push 1)
     yield_
     emit
    L38:
     drop
     (jump L32)
    L40:
     place
     (end_part repeat))

    (script 1
     settle
     emit)

    (script 2
     (test attacked)
     check
     accept)

    (script 3
     no_moves
     check
     accept)

    (script 4
     parts
     yield_
     accept)
    "#);
    let text = print(&change(|scripted| {
        let short = |value| vec![ScriptOp::Push { value }, ScriptOp::Pop {}, ScriptOp::Fail {}];
        scripted.scripts =
            Const::samples().into_iter().step_by(2).map(|value| script(short(value))).collect();
    }));
    let pushes: Vec<&str> = text.lines().filter(|line| line.starts_with(" (push")).collect();
    insta::assert_snapshot!(pushes.join("\n"), @r#"
    (push none)
    (push 1)
    (push 2147483647)
    (push (text ""))
    (push (text "say \qx\q\n"))
    (push (dir "south east"))
    (push (cell a1))
    (push (cell "a\q2"))
    (push (cell here))
    (push (cell "Ж;"))
    (push (kind "King's Man"))
    (push (player mover))
    (push (zone home))
    "#);
    let setup: Vec<&str> = text.lines().filter(|line| line.starts_with(" (place")).collect();
    insta::assert_snapshot!(setup.join("\n"), @r#"
    (place White King (a1 (value -7) (moved 0)) ("(" 12 (number 1)))
    (place mover King "Ж;")
    (place White King "a\q2"))
    "#);
}
