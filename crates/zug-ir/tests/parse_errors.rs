//! One message for each code, as people see it.

mod common;

use common::parse_text;

/// The messages about a text that does not begin with the version line.
fn whole(text: &str) -> String {
    parse_text(text).expect_err("this text should not be read")
}

/// The messages about a line that is added to a small game.
fn line(extra: &str) -> String {
    let game = "(zir 1)
        (board (dirs n south) (cells a1 b1 c1) (zone home (White a1)))
        (players (player White) (player Black))
        (modes quiet capturing)
        (kinds (kind Pawn) (kind Queen))
        (turns (turn White) (turn Black))
        (exits (exit 0 done))";
    assert!(parse_text(game).is_ok());
    whole(&format!("{game}\n{extra}"))
}

#[test]
fn zir_001_a_text_that_is_not_ours() {
    insta::assert_snapshot!(whole(""), @r#"
    error[zir-001]: not a compiled game
     --> game.zir:1:1
      |
    1 |
      | ^ expected `(zir 1)`
      |
      = hint: compiled games are made by `zug compile`
    "#);
    insta::assert_snapshot!(whole("(game (title \"Chess\"))"), @r#"
    error[zir-001]: not a compiled game
     --> game.zir:1:1
      |
    1 | (game (title "Chess"))
      | ^^^^^^^^^^^^^^^^^^^^^^ expected `(zir 1)`
      |
      = hint: compiled games are made by `zug compile`
    "#);
}

#[test]
fn zir_002_another_version() {
    insta::assert_snapshot!(whole("(zir 2)\n(boards)"), @r#"
    error[zir-002]: version 2 of the format, expected version 1
     --> game.zir:1:6
      |
    1 | (zir 2)
      |      ^ this program reads version 1 only
      |
      = hint: compile the rules again with this program
    "#);
}

#[test]
fn zir_003_unknown_section() {
    insta::assert_snapshot!(line("(stage merge)"), @r#"
    error[zir-003]: unknown section `stage`
     --> game.zir:8:1
      |
    8 | (stage merge)
      | ^^^^^^^^^^^^^
      |
      = hint: did you mean `stages`?
    "#);
    insta::assert_snapshot!(line("(pictures)"), @r#"
    error[zir-003]: unknown section `pictures`
     --> game.zir:8:1
      |
    8 | (pictures)
      | ^^^^^^^^^^
      |
      = hint: the sections are `texts`, `board`, `players`, `modes`, `attrs`, `flags`, `cell_flags`, `globals`, `kinds`, `setup`, `reserves`, `turns`, `rules`, `stages`, `goals`, `presentation`, `exits`, `scripted`, `block` and `script`
    "#);
}

#[test]
fn zir_004_section_twice() {
    insta::assert_snapshot!(line("(modes late)"), @r#"
    error[zir-004]: second section `modes`
     --> game.zir:8:1
      |
    8 | (modes late)
      | ^^^^^^^^^^^^
      |
      = hint: put everything into one of them
    note: the first is here
     --> game.zir:4:9
      |
    4 |         (modes quiet capturing)
      |         ^^^^^^^^^^^^^^^^^^^^^^^
    "#);
}

#[test]
fn zir_005_something_else_is_expected() {
    insta::assert_snapshot!(line("(block 0 (goto there) (capture (dir)) (create nobody Pawn here) end)"), @r#"
    error[zir-005]: expected a place, found `there`
     --> game.zir:8:16
      |
    8 | (block 0 (goto there) (capture (dir)) (create nobody Pawn here) end)
      |                ^^^^^
      |
      = hint: it is `here`, `from`, `to`, `mark`, `last_from`, `last_to`, `(dir …)` or `(cell …)`

    error[zir-005]: expected a place, found a list
     --> game.zir:8:32
      |
    8 | (block 0 (goto there) (capture (dir)) (create nobody Pawn here) end)
      |                                ^^^^^
      |
      = hint: it is `here`, `from`, `to`, `mark`, `last_from`, `last_to`, `(dir …)` or `(cell …)`

    error[zir-005]: expected a player, found `nobody`
     --> game.zir:8:47
      |
    8 | (block 0 (goto there) (capture (dir)) (create nobody Pawn here) end)
      |                                               ^^^^^^
      |
      = hint: it is `mover`, `next` or `(player …)`
    "#);
    insta::assert_snapshot!(line("(goals (goal win (when (pieces all 3))) (goal win (when ())))"), @r#"
    error[zir-005]: expected `own` or `anybody`, found `all`
     --> game.zir:8:32
      |
    8 | (goals (goal win (when (pieces all 3))) (goal win (when ())))
      |                                ^^^
      |
      = hint: the form is defined in `spec/zir.md`

    error[zir-005]: expected a word or a list that begins with a word, found a list
     --> game.zir:8:57
      |
    8 | (goals (goal win (when (pieces all 3))) (goal win (when ())))
      |                                                         ^^
      |
      = hint: the form is defined in `spec/zir.md`
    "#);
    insta::assert_snapshot!(line("(block 0 () (\"step\" n) (push_pieces (count)))"), @r#"
    error[zir-005]: expected the name of an op, found a list
     --> game.zir:8:10
      |
    8 | (block 0 () ("step" n) (push_pieces (count)))
      |          ^^
      |
      = hint: the form is defined in `spec/zir.md`

    error[zir-005]: expected the name of an op, found `"step"`
     --> game.zir:8:14
      |
    8 | (block 0 () ("step" n) (push_pieces (count)))
      |              ^^^^^^
      |
      = hint: the form is defined in `spec/zir.md`

    error[zir-005]: expected `(filter …)`, found a list
     --> game.zir:8:37
      |
    8 | (block 0 () ("step" n) (push_pieces (count)))
      |                                     ^^^^^^^
      |
      = hint: the form is defined in `spec/zir.md`
    "#);
}

#[test]
fn zir_006_wrong_number_of_elements() {
    insta::assert_snapshot!(line("(block 0 (step) (mark 1) (verify (kind) here) end)"), @r#"
    error[zir-006]: `step` takes 1 element, found 0
     --> game.zir:8:10
      |
    8 | (block 0 (step) (mark 1) (verify (kind) here) end)
      |          ^^^^^^
      |
      = hint: write `(step <dir>)`

    error[zir-006]: `mark` takes 0 elements, found 1
     --> game.zir:8:17
      |
    8 | (block 0 (step) (mark 1) (verify (kind) here) end)
      |                 ^^^^^^^^
      |
      = hint: write `mark`

    error[zir-006]: `kind` takes 1 element, found 0
     --> game.zir:8:34
      |
    8 | (block 0 (step) (mark 1) (verify (kind) here) end)
      |                                  ^^^^^^
      |
      = hint: write `(kind <kind>)`
    "#);
    insta::assert_snapshot!(line("(reserves (reserve White Pawn))\n(goals (goal win (players White)))"), @r#"
    error[zir-006]: a goal without a condition
     --> game.zir:9:8
      |
    9 | (goals (goal win (players White)))
      |        ^^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = hint: write `(goal <verdict> (players <player> …) (when <condition>))`

    error[zir-006]: `reserve` takes 3 elements, found 2
     --> game.zir:8:11
      |
    8 | (reserves (reserve White Pawn))
      |           ^^^^^^^^^^^^^^^^^^^^
      |
      = hint: write `(reserve <player> <kind> <count or unlimited>)`
    "#);
}

#[test]
fn zir_007_bad_numbers() {
    insta::assert_snapshot!(line("(block 0 (push 007) (push two) (push 2147483648) (emit -1) end)"), @r#"
    error[zir-007]: expected a number, found `007`
     --> game.zir:8:16
      |
    8 | (block 0 (push 007) (push two) (push 2147483648) (emit -1) end)
      |                ^^^
      |
      = hint: numbers here go from -2147483648 to 2147483647

    error[zir-007]: expected a number, found `two`
     --> game.zir:8:27
      |
    8 | (block 0 (push 007) (push two) (push 2147483648) (emit -1) end)
      |                           ^^^
      |
      = hint: numbers here go from -2147483648 to 2147483647

    error[zir-007]: `2147483648` is out of range
     --> game.zir:8:38
      |
    8 | (block 0 (push 007) (push two) (push 2147483648) (emit -1) end)
      |                                      ^^^^^^^^^^
      |
      = hint: numbers here go from -2147483648 to 2147483647

    error[zir-007]: `-1` is out of range
     --> game.zir:8:56
      |
    8 | (block 0 (push 007) (push two) (push 2147483648) (emit -1) end)
      |                                                        ^^
      |
      = hint: numbers here go from 0 to 65535
    "#);
}

#[test]
fn zir_008_unknown_names() {
    insta::assert_snapshot!(line("(block 0 (step suoth) (goto (cell d4)) (change_kind \"Quen\" here) end)"), @r#"
    error[zir-008]: unknown direction `suoth`
     --> game.zir:8:16
      |
    8 | (block 0 (step suoth) (goto (cell d4)) (change_kind "Quen" here) end)
      |                ^^^^^ not a direction of this game
      |
      = hint: did you mean `south`?

    error[zir-008]: unknown cell `d4`
     --> game.zir:8:35
      |
    8 | (block 0 (step suoth) (goto (cell d4)) (change_kind "Quen" here) end)
      |                                   ^^ not a cell of this game
      |
      = hint: each cell is declared in `(board (cells …))`

    error[zir-008]: unknown kind `Quen`
     --> game.zir:8:53
      |
    8 | (block 0 (step suoth) (goto (cell d4)) (change_kind "Quen" here) end)
      |                                                     ^^^^^^ not a kind of this game
      |
      = hint: did you mean `Queen`?
    "#);
}

#[test]
fn zir_009_a_name_twice() {
    insta::assert_snapshot!(line("(flags f g f)"), @r#"
    error[zir-009]: second flag `f`
     --> game.zir:8:12
      |
    8 | (flags f g f)
      |            ^ this name is taken
      |
      = hint: give each its own name
    "#);
}

#[test]
fn zir_010_unknown_op() {
    insta::assert_snapshot!(line("(block 0 (stepp n) frob end)"), @r#"
    error[zir-010]: unknown op `stepp`
     --> game.zir:8:11
      |
    8 | (block 0 (stepp n) frob end)
      |           ^^^^^
      |
      = hint: did you mean `step`?

    error[zir-010]: unknown op `frob`
     --> game.zir:8:20
      |
    8 | (block 0 (stepp n) frob end)
      |                    ^^^^
      |
      = hint: did you mean `from`?
    "#);
}

#[test]
fn zir_011_unknown_test() {
    insta::assert_snapshot!(line("(block 0 (verify fiend here) (verify_not (colour White) here) end)"), @r#"
    error[zir-011]: unknown test `fiend`
     --> game.zir:8:18
      |
    8 | (block 0 (verify fiend here) (verify_not (colour White) here) end)
      |                  ^^^^^
      |
      = hint: did you mean `friend`?

    error[zir-011]: unknown test `colour`
     --> game.zir:8:43
      |
    8 | (block 0 (verify fiend here) (verify_not (colour White) here) end)
      |                                           ^^^^^^
      |
      = hint: each test is in `spec/ops.md`
    "#);
}

#[test]
fn zir_012_unknown_label() {
    insta::assert_snapshot!(line("(block 0 L0: (jump L1))\n(block 1 (jump L0))"), @r#"
    error[zir-012]: unknown label `L1`
     --> game.zir:8:20
      |
    8 | (block 0 L0: (jump L1))
      |                    ^^ not a label of this block
      |
      = hint: write `L1:` before the op that is meant

    error[zir-012]: unknown label `L0`
     --> game.zir:9:16
      |
    9 | (block 1 (jump L0))
      |                ^^ not a label of this block
      |
      = hint: write `L0:` before the op that is meant
    "#);
}

#[test]
fn zir_013_label_twice() {
    insta::assert_snapshot!(line("(block 0 L0: mark L0: (jump L0))"), @r#"
    error[zir-013]: second label `L0:`
     --> game.zir:8:19
      |
    8 | (block 0 L0: mark L0: (jump L0))
      |                   ^^^
      |
      = hint: give each label of a block its own name
    "#);
}

#[test]
fn zir_014_bad_escape() {
    insta::assert_snapshot!(line(r#"(texts (title "C:\games"))"#), @r#"
    error[zir-014]: unknown escape `\g` in a string
     --> game.zir:8:15
      |
    8 | (texts (title "C:\games"))
      |               ^^^^^^^^^^
      |
      = hint: the escapes are `\q` for a quote, `\\`, `\n`, `\r`, `\t` and `\u{1F}`
    "#);
}

#[test]
fn zir_015_too_many() {
    let players: String = (0..300).map(|n| format!("(player p{n})")).collect();
    insta::assert_snapshot!(whole(&format!("(zir 1)\n(players\n{players})")), @r#"
    error[zir-015]: too many players, the limit is 250
     --> game.zir:3:3149
      |
    3 | ... p247)(player p248)(player p249)(player p250)(player p251)(player p252)(player p253)(player p254)(player p255)(player p2...
      |                                            ^^^^
      |
      = hint: the limits are listed in `spec/zir.md`
    "#);
    let dirs: String = (0..2000).map(|n| format!("d{n} ")).collect();
    let cells: String = (0..9000).map(|n| format!("c{n} ")).collect();
    insta::assert_snapshot!(whole(&format!("(zir 1)\n(board\n(dirs {dirs})\n(cells {cells}))")), @r#"
    error[zir-015]: too many links (cells times directions): 18000000, the limit is 10000000
     --> game.zir:2:1
      |
    2 | (board
      | ^^^^^^
      |
      = hint: the limits are listed in `spec/zir.md`
    "#);
}

#[test]
fn zir_016_numbers_out_of_order() {
    insta::assert_snapshot!(line("(block 0 end)\n(block 2 end)"), @r#"
    error[zir-016]: block 2 stands at the place of block 1
     --> game.zir:9:8
      |
    9 | (block 2 end)
      |        ^
      |
      = hint: each block has its number, counted from 0 without gaps
    "#);
}

#[test]
fn zir_017_said_twice() {
    insta::assert_snapshot!(line("(rules (pile stack) (pile heap))"), @r#"
    error[zir-017]: `pile` is said twice
     --> game.zir:8:21
      |
    8 | (rules (pile stack) (pile heap))
      |                     ^^^^^^^^^^^ said before
      |
      = hint: keep one of them
    "#);
    insta::assert_snapshot!(whole("(zir 1)\n(board (dirs n) (cells a b) (links n (a b) (a a)))"), @r#"
    error[zir-017]: `a` is said twice
     --> game.zir:2:44
      |
    2 | (board (dirs n) (cells a b) (links n (a b) (a a)))
      |                                            ^^^^^ said before
      |
      = hint: keep one of them
    "#);
}

#[test]
fn zir_018_too_deep() {
    let deep = format!("(goals (goal win (when {}true{})))", "(not ".repeat(100), ")".repeat(100));
    assert!(line(&deep).starts_with("error[zir-018]: condition nested deeper than 100"));
}

#[test]
fn zir_019_unknown_words() {
    insta::assert_snapshot!(line("(rules (pile stacks) (speed fast))\n(stages (ko any) merged)"), @r#"
    error[zir-019]: unknown word `speed`
     --> game.zir:8:22
      |
    8 | (rules (pile stacks) (speed fast))
      |                      ^^^^^^^^^^^^
      |
      = hint: known here: `pile`, `view`, `attr_view`, `flag_scope`, `start`, `go_on`, `last_move`, `recycle`, `recycle_promotions`, `count_reserve`, `lone_capture`, `stop_early`, `no_moves`

    error[zir-019]: unknown word `stacks`
     --> game.zir:8:14
      |
    8 | (rules (pile stacks) (speed fast))
      |              ^^^^^^
      |
      = hint: did you mean `stack`?

    error[zir-019]: unknown word `any`
     --> game.zir:9:13
      |
    9 | (stages (ko any) merged)
      |             ^^^
      |
      = hint: known here: `previous`, `position`, `situation`, `third`

    error[zir-019]: unknown word `merged`
     --> game.zir:9:18
      |
    9 | (stages (ko any) merged)
      |                  ^^^^^^
      |
      = hint: did you mean `merge`?
    "#);
}

#[test]
fn problems_of_the_reader_are_problems() {
    insta::assert_snapshot!(line("(block 0 (push 1)\n(flags f)"), @r#"
    error[src-001]: unclosed list
     --> game.zir:8:1
      |
    8 | (block 0 (push 1)
      | ^ this `(` has no `)`
      |
      = hint: perhaps a `)` is missing before line 9, which starts with `(`
    "#);
}

#[test]
fn all_problems_are_reported() {
    let messages = line("(flags f f)\n(block 0 (step x) (goto y))\n(block 3)\n(nothing)");
    let codes: Vec<&str> =
        messages.lines().filter_map(|line| line.strip_prefix("error[")?.get(..7)).collect();
    assert_eq!(codes, ["zir-003", "zir-009", "zir-008", "zir-005", "zir-016"]);
}

#[test]
fn a_second_reading_of_the_same_text_is_no_better() {
    use zug_source::{Diagnostics, Sources, Symbols};
    let (mut sources, mut symbols, mut out) = (Sources::new(), Symbols::new(), Diagnostics::new());
    let file = sources.add("bad.zir", b"(zir 1)\n(flags f f)", None).unwrap();
    assert_eq!(zug_ir::parse(&sources, file, &mut symbols, &mut out), None);
    // The list has the message already and does not take it again.
    assert_eq!(zug_ir::parse(&sources, file, &mut symbols, &mut out), None);
    assert_eq!(out.n_errors(), 1);
}

#[test]
fn every_code_has_a_test() {
    let list = include_str!("../src/parse/reader.rs");
    let tests = include_str!("parse_errors.rs");
    let head: String = list.lines().take_while(|line| line.starts_with("//!")).collect();
    for code in 1..=19 {
        assert!(head.contains(&format!("`{code:03}`")) || code == 1, "code {code} is not in the list");
        assert!(tests.contains(&format!("fn zir_{code:03}_")), "code {code} has no test");
    }
    assert!(!head.contains("`020`"));
}
