//! What is printed is read back as it was.

mod common;

use common::samples::{Sample, conds, stages};
use common::{block, parse_text, rich, tiny};
use zug_ir::*;

fn round_trip(game: &Game) {
    let text = print(game);
    match parse_text(&text) {
        Ok(back) => assert_eq!(back, *game, "{text}"),
        Err(messages) => panic!("{messages}\n{text}"),
    }
}

#[test]
fn a_game_with_everything_in_it() {
    let game = rich();
    if let Err(errors) = verify(&game) {
        let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
        panic!("{}", errors.join("\n"));
    }
    round_trip(&game);
}

#[test]
fn the_smallest_game() {
    let game = tiny(vec![Op::End {}]);
    assert_eq!(verify(&game).as_deref(), Ok(&game));
    round_trip(&game);
}

#[test]
fn an_empty_game_though_it_is_not_valid() {
    round_trip(&Game::default());
}

#[test]
fn every_op_with_every_operand() {
    let ops = Op::samples();
    for row in Op::TABLE {
        assert!(ops.iter().any(|op| op.mnemonic() == row.mnemonic), "no sample of {}", row.mnemonic);
    }
    // In several blocks: labels are among the samples, and each block has some of its own.
    let blocks = ops.chunks(50).map(|ops| block(ops.to_vec())).collect();
    round_trip(&Game { blocks, ..rich() });
}

#[test]
fn every_test_at_every_place() {
    let tests = Test::samples();
    for row in Test::TABLE {
        assert!(tests.iter().any(|test| test.mnemonic() == row.mnemonic), "no sample of {}", row.mnemonic);
    }
    let verify = |(n, test): (usize, Test)| Op::Verify { test, at: Loc::sample(n) };
    let code = tests.into_iter().enumerate().map(verify).collect();
    round_trip(&Game { blocks: vec![block(code)], ..rich() });
}

#[test]
fn every_choice_of_every_rule() {
    macro_rules! each_value {
        ($($field:ident: $ty:ty),*) => {{
            // Without `..`: a new field has to be added here.
            let Rules { $($field: _),* } = Rules::default();
            $(for (_, value) in <$ty as Word>::ALL {
                round_trip(&Game { rules: Rules { $field: *value, ..Rules::default() }, ..Game::default() });
            })*
        }};
    }
    each_value!(
        pile: Pile, view: View, attr_view: AttrView, flag_scope: FlagScope, start: Start, go_on: GoOn,
        last_move: LastMove, recycle: Recycle, recycle_promotions: bool, count_reserve: bool,
        lone_capture: LoneCapture, stop_early: bool, no_moves: NoMoves
    );
}

#[test]
fn every_stage_and_its_choices() {
    // The samples have each sort; these have each word.
    let mut all = stages();
    all.extend(Ko::WORDS.iter().map(|(_, ko)| Stage::Ko(*ko)));
    all.extend(Pass::WORDS.iter().map(|(_, pass)| Stage::Pass(*pass)));
    all.extend(
        Unlisted::WORDS.iter().map(|(_, unlisted)| Stage::Priorities { modes: vec![], unlisted: *unlisted }),
    );
    let ranks: Vec<usize> = all.iter().map(Stage::rank).collect();
    assert!((0..8).all(|rank| ranks.contains(&rank)));
    round_trip(&Game { stages: all, ..rich() });
}

#[test]
fn every_condition_is_among_the_samples() {
    // A new condition or number does not compile here until it is counted.
    let cond = |cond: &GoalCond| match cond {
        GoalCond::And(_) => 0,
        GoalCond::Or(_) => 1,
        GoalCond::Not(_) => 2,
        GoalCond::True => 3,
        GoalCond::False => 4,
        GoalCond::Stalemated => 5,
        GoalCond::Checkmated(_) => 6,
        GoalCond::Stuck => 7,
        GoalCond::Repetition => 8,
        GoalCond::Captured(_) => 9,
        GoalCond::Pieces { .. } => 10,
        GoalCond::Config { .. } => 11,
        GoalCond::ConfigZone { .. } => 12,
        GoalCond::Pattern { .. } => 13,
        GoalCond::Cmp(_, _, GoalNum::Const(_)) => 14,
        GoalCond::Cmp(_, _, GoalNum::Op(..)) => 15,
        GoalCond::Cmp(_, _, GoalNum::Global(_)) => 16,
        GoalCond::Cmp(_, _, GoalNum::Pieces { .. }) => 17,
        GoalCond::Cmp(_, _, GoalNum::Reserve { .. }) => 18,
        GoalCond::Cmp(_, _, GoalNum::Height(_)) => 19,
        GoalCond::Cmp(_, _, GoalNum::Passes) => 20,
    };
    let seen: Vec<usize> = conds().iter().map(cond).collect();
    assert!((0..21).all(|n| seen.contains(&n)));
}

#[test]
fn sections_may_come_in_any_order() {
    let game = rich();
    let text = print(&game);
    let mut sections: Vec<&str> = text.split("\n\n").collect();
    let version = sections.remove(0);
    // Blocks are numbered and keep their order among themselves.
    let (blocks, mut others): (Vec<&str>, Vec<&str>) = sections.iter().partition(|s| s.starts_with("(block"));
    others.reverse();
    let text = format!("{version}\n{}\n{}", blocks.join("\n"), others.join("\n"));
    assert_eq!(parse_text(&text), Ok(game));
}

#[test]
fn people_may_name_labels_and_bracket_plain_ops() {
    let text = print(&tiny(vec![Op::Mark {}, Op::Jump { to: Label(0) }]));
    let by_hand = text.replace("L0", "again").replace("\n mark", " (mark) ; a comment");
    assert_ne!(text, by_hand);
    assert_eq!(parse_text(&by_hand), parse_text(&text));
}

/// What a reader sees.
#[test]
fn the_text_is_made_for_reading() {
    insta::assert_snapshot!(print(&Game { stages: stages(), goals: vec![], ..rich() }), @r#"
    (zir 1)

    (texts
     (title "Say \qcheck\q")
     (description "one\ntwo")
     (history "(")
     (strategy ";"))

    (board
     (dirs n "south east" dir)
     (opposite ("south east" dir) (dir "south east"))
     (cells
      (a1 (rect 0 -5 49 2147483647))
      ("b 1" (rect -2147483648 0 0 0) hidden)
      ("a\q2" hidden) \q here "(" "Ж;")
     (links n (a1 "b 1") ("b 1" "b 1"))
     (links dir (a1 "Ж;") ("b 1" "Ж;") ("a\q2" "Ж;") (\q "Ж;") (here "Ж;") ("(" "Ж;") ("Ж;" "Ж;"))
     (zone home
      (White a1 \q)
      (?Dice "Ж;"))
     (zone "nowhere at all")
     (grid
      (dims (a b) (1))
      (cells a1 ()))
     (grid
      (dims)
      (cells "b 1")))

    (players
     (player White)
     (player mover (symmetry (n "south east") ("south east" n)))
     (player ?Dice random (symmetry (n dir) ("south east" dir))))

    (modes quiet repeat)

    (attrs
     (bool moved "King's Man" King)
     (number value)
     (bool number King))

    (flags f L1:)

    (cell_flags seen 7)

    (globals
     (global score -5)
     (counter quiet 2147483647))

    (kinds
     (kind King
      (notation "\qK\q")
      (help "first line\r\nsecond\tline")
      (description "a\\b \u{0}\u{7F}\u{FEFF}😀")
      (defaults (moved 1) (value -32768))
      (recycle_as "King's Man")
      (moves 1 (0 repeat)))
     (kind "King's Man"
      (defaults (value 7) (number 1))
      (drops (2 quiet))))

    (setup
     (place White King a1 ("(" 12))
     (place mover King "Ж;")
     (place White King "a\q2"))

    (reserves
     (reserve White "King's Man" 3)
     (reserve mover "King's Man" unlimited)
     (reserve mover King 0))

    (turns
     (turn White)
     repeat
     (turn mover (as White) (modes))
     (turn ?Dice (modes repeat quiet)))

    (rules
     (pile stack))

    (stages
     (priorities never repeat quiet)
     (royal White King)
     (royal mover)
     (illegal (players White mover) stuck)
     (illegal (players) (and))
     (ko third)
     (prefer captures (value (King 3) ("King's Man" -1)) (mover "King's Man") (earliest King))
     landing
     merge
     (pass forced))

    (presentation
     (image "images\\board.bmp")
     (image "")
     ("" "no key"))

    (exits
     (exit 0 done)
     (exit 1 part copy (kinds "King's Man" King))
     (exit 2 (part repeat)))

    (block 0 (origin 4294967295)
     end)

    (block 1 (origin 1) (loops 2)
     (each 0)
    L1:
     (each_next 0 L11)
     (push -1)
     (jump_zero L1)
     (each_in 1 home)
    L5:
     (each_next 1 L9)
     (jump_if empty here L5)
     (emit 0)
     (jump L5)
    L9:
     (verify friend from)
     (jump L1)
    L11:
     end)

    (block 2
     end)
    "#);
}
