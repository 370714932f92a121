//! Messages about the text of scripts, as people see them.

mod common;

use common::parse_text;

/// The messages about lines that are added to a small game.
fn lines(extra: &str) -> String {
    let game = "(zir 1)
        (board (dirs n) (cells a1 b1))
        (players (player White))
        (modes quiet)
        (attrs (bool moved Pawn))
        (globals (global used 0))
        (kinds (kind Pawn))
        (turns (turn White))";
    assert!(parse_text(game).is_ok());
    parse_text(&format!("{game}\n{extra}")).expect_err("this text should not be read")
}

#[test]
fn ops_have_places() {
    insta::assert_snapshot!(lines("(script 0 (chek) frobnicate_all (push) (step n) accept)"), @r#"
    error[zir-010]: unknown op `chek`
     --> game.zir:9:12
      |
    9 | (script 0 (chek) frobnicate_all (push) (step n) accept)
      |            ^^^^
      |
      = hint: did you mean `check`?

    error[zir-010]: unknown op `frobnicate_all`
     --> game.zir:9:18
      |
    9 | (script 0 (chek) frobnicate_all (push) (step n) accept)
      |                  ^^^^^^^^^^^^^^
      |
      = hint: each op is in `spec/script-ops.md`

    error[zir-006]: `push` takes 1 element, found 0
     --> game.zir:9:33
      |
    9 | (script 0 (chek) frobnicate_all (push) (step n) accept)
      |                                 ^^^^^^
      |
      = hint: write `(push <value>)`

    error[zir-010]: unknown op `step`
     --> game.zir:9:41
      |
    9 | (script 0 (chek) frobnicate_all (push) (step n) accept)
      |                                         ^^^^
      |
      = hint: each op is in `spec/script-ops.md`
    "#);
    insta::assert_snapshot!(lines("(script 0 L0: L0: (jump L1) (fork 3))"), @r#"
    error[zir-013]: second label `L0:`
     --> game.zir:9:15
      |
    9 | (script 0 L0: L0: (jump L1) (fork 3))
      |               ^^^
      |
      = hint: give each label of a script its own name

    error[zir-012]: unknown label `L1`
     --> game.zir:9:25
      |
    9 | (script 0 L0: L0: (jump L1) (fork 3))
      |                         ^^ not a label of this script
      |
      = hint: write `L1:` before the op that is meant

    error[zir-012]: unknown label `3`
     --> game.zir:9:35
      |
    9 | (script 0 L0: L0: (jump L1) (fork 3))
      |                                   ^ not a label of this script
      |
      = hint: write `3:` before the op that is meant
    "#);
    insta::assert_snapshot!(lines("(script 1 (origin x) (origins 1 -1) accept)"), @r#"
    error[zir-016]: script 1 stands at the place of script 0
     --> game.zir:9:9
      |
    9 | (script 1 (origin x) (origins 1 -1) accept)
      |         ^
      |
      = hint: each script has its number, counted from 0 without gaps

    error[zir-007]: expected a number, found `x`
     --> game.zir:9:19
      |
    9 | (script 1 (origin x) (origins 1 -1) accept)
      |                   ^
      |
      = hint: numbers here go from 0 to 4294967295

    error[zir-007]: `-1` is out of range
     --> game.zir:9:33
      |
    9 | (script 1 (origin x) (origins 1 -1) accept)
      |                                 ^^
      |
      = hint: numbers here go from 0 to 4294967295
    "#);
}

#[test]
fn operands_have_places() {
    insta::assert_snapshot!(lines("(script 0 (push here) (push (dirs n)) (push 1x) (push (cell c9)))"), @r#"
    error[zir-005]: expected a constant, found `here`
     --> game.zir:9:17
      |
    9 | (script 0 (push here) (push (dirs n)) (push 1x) (push (cell c9)))
      |                 ^^^^
      |
      = hint: it is `none`, a number, `(text …)`, `(dir …)`, `(cell …)`, `(kind …)`, `(player …)` or `(zone …)`

    error[zir-005]: expected a constant, found a list
     --> game.zir:9:29
      |
    9 | (script 0 (push here) (push (dirs n)) (push 1x) (push (cell c9)))
      |                             ^^^^^^^^
      |
      = hint: it is `none`, a number, `(text …)`, `(dir …)`, `(cell …)`, `(kind …)`, `(player …)` or `(zone …)`

    error[zir-007]: expected a number, found `1x`
     --> game.zir:9:45
      |
    9 | (script 0 (push here) (push (dirs n)) (push 1x) (push (cell c9)))
      |                                             ^^
      |
      = hint: numbers here go from -2147483648 to 2147483647

    error[zir-008]: unknown cell `c9`
     --> game.zir:9:61
      |
    9 | (script 0 (push here) (push (dirs n)) (push 1x) (push (cell c9)))
      |                                                             ^^ not a cell of this game
      |
      = hint: each cell is declared in `(board (cells …))`
    "#);
    insta::assert_snapshot!(lines("(script 0 (test full) (quantify some L1) L1: (reaches quiet) (repeated true))"), @r#"
    error[zir-019]: unknown word `full`
     --> game.zir:9:17
      |
    9 | (script 0 (test full) (quantify some L1) L1: (reaches quiet) (repeated true))
      |                 ^^^^
      |
      = hint: known here: `empty`, `friend`, `enemy`, `last_from`, `last_to`, `flag`, `attacked`, `defended`

    error[zir-019]: unknown word `some`
     --> game.zir:9:33
      |
    9 | (script 0 (test full) (quantify some L1) L1: (reaches quiet) (repeated true))
      |                                 ^^^^
      |
      = hint: known here: `exists`, `not_exists`, `count`, `all`, `sum`, `collect`, `first`

    error[zir-005]: expected a mode, found `quiet`
     --> game.zir:9:55
      |
    9 | (script 0 (test full) (quantify some L1) L1: (reaches quiet) (repeated true))
      |                                                       ^^^^^
      |
      = hint: it is `any` or `(mode …)`

    error[zir-019]: unknown word `true`
     --> game.zir:9:72
      |
    9 | (script 0 (test full) (quantify some L1) L1: (reaches quiet) (repeated true))
      |                                                                        ^^^^
      |
      = hint: known here: `no`, `yes`
    "#);
    insta::assert_snapshot!(lines("(scripted (locals d))\n(script 0 (local e) (set_generation d) (any_of 65536))"), @r#"
    error[zir-008]: unknown local `e`
      --> game.zir:10:18
       |
    10 | (script 0 (local e) (set_generation d) (any_of 65536))
       |                  ^ not a local of this game
       |
       = hint: each local is declared in `(scripted (locals …))`

    error[zir-008]: unknown generation variable `d`
      --> game.zir:10:37
       |
    10 | (script 0 (local e) (set_generation d) (any_of 65536))
       |                                     ^ not a generation variable of this game
       |
       = hint: each generation variable is declared in `(scripted (gens …))`

    error[zir-007]: `65536` is out of range
      --> game.zir:10:48
       |
    10 | (script 0 (local e) (set_generation d) (any_of 65536))
       |                                                ^^^^^
       |
       = hint: numbers here go from 0 to 65535
    "#);
}

#[test]
fn fields_have_places() {
    insta::assert_snapshot!(lines("(scripted (local d) (invariant) (score x) kind (attack sometimes))"), @r#"
    error[zir-019]: unknown word `local`
     --> game.zir:9:11
      |
    9 | (scripted (local d) (invariant) (score x) kind (attack sometimes))
      |           ^^^^^^^^^
      |
      = hint: did you mean `locals`?

    error[zir-006]: `invariant` takes 1 element, found 0
     --> game.zir:9:21
      |
    9 | (scripted (local d) (invariant) (score x) kind (attack sometimes))
      |                     ^^^^^^^^^^^
      |
      = hint: write `(invariant …)`

    error[zir-007]: expected a number, found `x`
     --> game.zir:9:40
      |
    9 | (scripted (local d) (invariant) (score x) kind (attack sometimes))
      |                                        ^
      |
      = hint: numbers here go from 0 to 4294967295

    error[zir-006]: `kind` says nothing
     --> game.zir:9:43
      |
    9 | (scripted (local d) (invariant) (score x) kind (attack sometimes))
      |                                           ^^^^
      |
      = hint: write `(kind …)`

    error[zir-019]: unknown word `sometimes`
     --> game.zir:9:56
      |
    9 | (scripted (local d) (invariant) (score x) kind (attack sometimes))
      |                                                        ^^^^^^^^^
      |
      = hint: known here: `pseudo`, `priority`, `legal`
    "#);
    insta::assert_snapshot!(lines("(scripted (locals d d) (gens g) (gens h) (rolls none) (allies White))"), @r#"
    error[zir-009]: second local `d`
     --> game.zir:9:21
      |
    9 | (scripted (locals d d) (gens g) (gens h) (rolls none) (allies White))
      |                     ^ this name is taken
      |
      = hint: give each its own name

    error[zir-017]: `gens` is said twice
     --> game.zir:9:33
      |
    9 | (scripted (locals d d) (gens g) (gens h) (rolls none) (allies White))
      |                                 ^^^^^^^^ said before
      |
      = hint: keep one of them

    error[zir-007]: expected a number, found `none`
     --> game.zir:9:49
      |
    9 | (scripted (locals d d) (gens g) (gens h) (rolls none) (allies White))
      |                                                 ^^^^
      |
      = hint: numbers here go from 0 to 65535

    error[zir-005]: expected `(<player> …)`, found `White`
     --> game.zir:9:63
      |
    9 | (scripted (locals d d) (gens g) (gens h) (rolls none) (allies White))
      |                                                               ^^^^^
      |
      = hint: the form is defined in `spec/zir.md`
    "#);
    insta::assert_snapshot!(
        lines("(scripted (kind Pawn (moves 0 (1) (1 2 loud)) (shared yes)) (kind Pawn) (kind Rook))"),
        @r#"
        error[zir-005]: expected a rule, found `0`
         --> game.zir:9:29
          |
        9 | (scripted (kind Pawn (moves 0 (1) (1 2 loud)) (shared yes)) (kind Pawn) (kind Rook))
          |                             ^
          |
          = hint: it is `(<script> <further>)` or `(<script> <further> <mode>)`

        error[zir-005]: expected a rule, found a list
         --> game.zir:9:31
          |
        9 | (scripted (kind Pawn (moves 0 (1) (1 2 loud)) (shared yes)) (kind Pawn) (kind Rook))
          |                               ^^^
          |
          = hint: it is `(<script> <further>)` or `(<script> <further> <mode>)`

        error[zir-008]: unknown mode `loud`
         --> game.zir:9:40
          |
        9 | (scripted (kind Pawn (moves 0 (1) (1 2 loud)) (shared yes)) (kind Pawn) (kind Rook))
          |                                        ^^^^ not a mode of this game
          |
          = hint: each mode is declared in `(modes …)`

        error[zir-006]: `shared` takes 0 elements, found 1
         --> game.zir:9:47
          |
        9 | (scripted (kind Pawn (moves 0 (1) (1 2 loud)) (shared yes)) (kind Pawn) (kind Rook))
          |                                               ^^^^^^^^^^^^
          |
          = hint: write `shared`

        error[zir-017]: `kind` is said twice
         --> game.zir:9:61
          |
        9 | (scripted (kind Pawn (moves 0 (1) (1 2 loud)) (shared yes)) (kind Pawn) (kind Rook))
          |                                                             ^^^^^^^^^^^ said before
          |
          = hint: keep one of them

        error[zir-008]: unknown kind `Rook`
         --> game.zir:9:79
          |
        9 | (scripted (kind Pawn (moves 0 (1) (1 2 loud)) (shared yes)) (kind Pawn) (kind Rook))
          |                                                                               ^^^^ not a kind of this game
          |
          = hint: each kind is declared in `(kinds …)`
        "#
    );
    insta::assert_snapshot!(
        lines("(scripted (player White (drops)) (mode quiet (optional) slow) (goal win) (goal tie (script 0)))"),
        @r#"
        error[zir-019]: unknown word `drops`
         --> game.zir:9:25
          |
        9 | (scripted (player White (drops)) (mode quiet (optional) slow) (goal win) (goal tie (script 0)))
          |                         ^^^^^^^
          |
          = hint: known here: `moves`

        error[zir-019]: unknown word `slow`
         --> game.zir:9:57
          |
        9 | (scripted (player White (drops)) (mode quiet (optional) slow) (goal win) (goal tie (script 0)))
          |                                                         ^^^^
          |
          = hint: known here: `optional`, `any_piece`, `landing`, `only_further`

        error[zir-006]: a goal without a script
         --> game.zir:9:63
          |
        9 | (scripted (player White (drops)) (mode quiet (optional) slow) (goal win) (goal tie (script 0)))
          |                                                               ^^^^^^^^^^
          |
          = hint: write `(goal <verdict> (script <number>))`

        error[zir-019]: unknown word `tie`
         --> game.zir:9:80
          |
        9 | (scripted (player White (drops)) (mode quiet (optional) slow) (goal win) (goal tie (script 0)))
          |                                                                                ^^^
          |
          = hint: known here: `win`, `loss`, `draw`, `count`
        "#
    );
    insta::assert_snapshot!(lines("(scripted (dice) (dice d (die a) (doubles) (slots unused) (slot used)))"), @r#"
    error[zir-006]: `dice` takes at least 1 element, found 0
     --> game.zir:9:11
      |
    9 | (scripted (dice) (dice d (die a) (doubles) (slots unused) (slot used)))
      |           ^^^^^^
      |
      = hint: write `(dice <name> (die <face> …) … (slots <global> …))`

    error[zir-007]: expected a number, found `a`
     --> game.zir:9:31
      |
    9 | (scripted (dice) (dice d (die a) (doubles) (slots unused) (slot used)))
      |                               ^
      |
      = hint: numbers here go from -2147483648 to 2147483647

    error[zir-019]: unknown word `slot`
     --> game.zir:9:59
      |
    9 | (scripted (dice) (dice d (die a) (doubles) (slots unused) (slot used)))
      |                                                           ^^^^^^^^^^^
      |
      = hint: did you mean `slots`?

    error[zir-006]: `doubles` takes 1 element, found 0
     --> game.zir:9:34
      |
    9 | (scripted (dice) (dice d (die a) (doubles) (slots unused) (slot used)))
      |                                  ^^^^^^^^^
      |
      = hint: write `(doubles …)`

    error[zir-008]: unknown global `unused`
     --> game.zir:9:51
      |
    9 | (scripted (dice) (dice d (die a) (doubles) (slots unused) (slot used)))
      |                                                   ^^^^^^ not a global of this game
      |
      = hint: did you mean `used`?
    "#);
}

#[test]
fn attributes_of_the_set_up_have_places() {
    insta::assert_snapshot!(lines("(setup (place White Pawn (a1) (a1 (moved)) (b1 2 (moved 1) 3) (b1 (fresh 1))))"), @r#"
    error[zir-005]: expected a cell, found a list
     --> game.zir:9:26
      |
    9 | (setup (place White Pawn (a1) (a1 (moved)) (b1 2 (moved 1) 3) (b1 (fresh 1))))
      |                          ^^^^
      |
      = hint: it is `<cell>`, `(<cell> <count>)` or `(<cell> <count> (<attribute> <value>) …)`

    error[zir-005]: expected `(<attribute> <value>)`, found a list
     --> game.zir:9:35
      |
    9 | (setup (place White Pawn (a1) (a1 (moved)) (b1 2 (moved 1) 3) (b1 (fresh 1))))
      |                                   ^^^^^^^
      |
      = hint: the form is defined in `spec/zir.md`

    error[zir-005]: expected `(<attribute> <value>)`, found `3`
     --> game.zir:9:60
      |
    9 | (setup (place White Pawn (a1) (a1 (moved)) (b1 2 (moved 1) 3) (b1 (fresh 1))))
      |                                                            ^
      |
      = hint: the form is defined in `spec/zir.md`

    error[zir-008]: unknown attribute `fresh`
     --> game.zir:9:68
      |
    9 | (setup (place White Pawn (a1) (a1 (moved)) (b1 2 (moved 1) 3) (b1 (fresh 1))))
      |                                                                    ^^^^^ not a attribute of this game
      |
      = hint: each attribute is declared in `(attrs …)`
    "#);
}
