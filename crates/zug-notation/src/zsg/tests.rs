use super::*;
use crate::testkit::*;
use zug_game::{Game, Move, Rng, State};

fn lines(game: &Game, moves: &[&str]) -> Vec<String> {
    let mut state = game.start();
    let turns: Vec<Move> =
        moves.iter().map(|text| state.play_text(text).unwrap_or_else(|e| panic!("{e}"))).collect();
    let zsg = write(game, &Header::new(game, "test.zrf"), &[], &turns).unwrap();
    zsg.moves.iter().map(|m| format!("{}. {}", m.number, m.text)).collect()
}

fn recorded(text: &str) -> Zsg {
    let head = "Zillions Save Game File Version 0.02 HH\r\nRulesFile=test.zrf\r\nVariantName=Test\r\n";
    read(format!("{head}{text}").as_bytes()).unwrap()
}

/// Random games written, read and replayed are the same games.
fn round_trips(rules: &str) {
    let game = game(rules);
    for seed in 0..6 {
        let mut rng = Rng::new(seed);
        let mut state = game.start();
        let mut turns = Vec::new();
        for _ in 0..40 {
            let moves = state.moves().unwrap();
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.below(moves.len())].clone();
            state.play(&mv).unwrap();
            turns.push(mv);
        }
        let zsg = write(&game, &Header::new(&game, "test.zrf"), &[], &turns).unwrap();
        let again = replay(&game, &read(zsg.to_bytes()).unwrap());
        assert_eq!((again.error.as_ref(), again.numbers.len()), (None, 0));
        assert_eq!(again.turns, turns);
        assert!(same(&again.end, &state));
        assert_eq!(again.same_text, again.moves);
    }
}

#[test]
fn games_written_and_read_again_are_the_same() {
    for rules in [CHESS, DRAUGHTS, SHOGI, STACKS, HEAPS, DICE, ODD, ROUTES] {
        round_trips(rules);
    }
}

/// Every item of a line: effects around captures, changes that share a name, attributes.
const ITEMS: &str = r#"
(game (title "Items") (players White Black) (turn-order White Black)
  (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b/c/d" (10 0)) ("2/1" (0 10))) (directions (e 1 0) (n 0 -1))))
  (piece (name Man) (attribute hot? false) (attribute cold? true)
    (moves
      (e (capture a2) (capture b2) (create Black Man c2) (set-attribute hot? true) add)
      (e e (change-type King) (change-type King a2) (change-type King b2) (flip d2) add)
      (e e e (change-owner a2) (add King))
      (n (verify enemy?) (create Man e) (cascade) e add)))
  (piece (name King) (moves ((set-attribute hot? true) add)))
  (board-setup (White (Man a1)) (Black (Man a2 b2 d2))))
"#;

#[test]
fn items_are_written_as_zillions_writes_them() {
    let game = game(ITEMS);
    let moves = game.start();
    let texts: Vec<String> = {
        let walk = moves.walk().unwrap();
        walk.parts().map(|p| part_text(&game, walk.now(), p.part(0))).collect()
    };
    assert_eq!(
        texts,
        [
            // The exchange sort has turned the captures round.
            "Man a1 - b1 Black Man c2 @ b1 1 1 x a2 x b2",
            "Man a1 - c1 = King = King on a2 b2 flip d2",
            "Man a1 - d1 = White on a2 = King on d1",
            "Man a1 x a2 Man a2 x b2 White Man b2",
        ]
    );
}

#[test]
fn chess_games_read_like_those_of_zillions() {
    let game = game(CHESS);
    assert_eq!(
        lines(&game, &["e2-e4", "d7-d5", "e1-g1", "e8-d8", "f1-e1"]),
        [
            "1. Pawn e2 - e4",
            "1. Pawn d7 - d5",
            "2. King e1 - g1 Rook h1 - f1 @ g1 0 0 @ f1 0 0",
            "2. King e8 - d8 @ d8 0 0",
            "3. Rook f1 - e1 @ e1 0 0",
        ]
    );
}

#[test]
fn chains_drops_and_dice_have_their_lines() {
    let draughts = game(DRAUGHTS);
    let state = |text: &str| crate::position::parse(&draughts, &crate::Style::General, text).unwrap();
    let chain = state("White Man a1; Black Man b2 d4 f6; @turn White");
    let texts = |state: &State| {
        let mut walk = state.walk().unwrap();
        let mut lines = Vec::new();
        loop {
            let line = walk.parts().next().map(|part| part_text(&draughts, walk.now(), part.part(0)));
            let Some(line) = line else { break };
            lines.push(line);
            walk.choose(0).unwrap();
        }
        lines
    };
    assert_eq!(texts(&chain), ["partial 1 Man a1 - c3 x b2", "partial 1 Man c3 - e5 x d4"]);
    let shogi = game(SHOGI);
    assert_eq!(
        lines(&shogi, &["Pawn@c1", "b3-b2=Tokin", "b1-b2=Pawn"]),
        ["1. White Pawn c1", "1. Pawn b3 - b2 = Tokin", "2. Pawn b1 x b2 = Pawn"]
    );
    // The number grows when play first comes to the part that repeats.
    let dice = game(DICE);
    assert_eq!(
        lines(&dice, &["pass", "Two@die", "w1-w3"]),
        ["1. Pass", "2. White Two die", "2. Man w1 - w3 x die"]
    );
}

/// A chain that may be broken off, with two routes of the same text but different continuations.
const ROUTES: &str = r#"
(game (title "Routes") (players White Black) (turn-order White Black) (option "pass partial" true) (option "pass turn" true)
  (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b/c/d" (10 0)) ("2/1" (0 10))) (directions (e 1 0) (n 0 -1) (s 0 1))))
  (piece (name Man) (moves (move-type first)
      (e (verify empty?) (add-partial along))
      (e (verify empty?) (add-partial across))
      (move-type along) (e (verify empty?) add)
      (move-type across) (n (verify empty?) add) (s (verify empty?) add)))
  (board-setup (White (Man a1)) (Black (Man a2))))
"#;

#[test]
fn a_broken_chain_is_passed_and_equal_texts_are_told_apart() {
    let game = game(ROUTES);
    let state = game.start();
    let whole: Vec<Vec<String>> = state
        .moves()
        .unwrap()
        .iter()
        .map(|mv| {
            let zsg = write(&game, &Header::new(&game, "x"), &[], std::slice::from_ref(mv)).unwrap();
            zsg.moves.iter().map(|m| m.text.clone()).collect()
        })
        .collect();
    assert!(whole.contains(&vec!["partial 2 Man a1 - b1".into(), "Pass".into()]), "{whole:?}");
    assert!(whole.contains(&vec!["partial 2 Man a1 - b1".into(), "Man b1 - c1".into()]), "{whole:?}");
    assert!(whole.contains(&vec!["partial 3 Man a1 - b1".into(), "Man b1 - b2".into()]), "{whole:?}");
    assert!(whole.contains(&vec!["Pass".into()]), "{whole:?}");
    // Without its `Pass` a broken chain is understood as long as the next line is no continuation.
    let silent = replay(&game, &recorded("1. partial 2 Man a1 - b1\r\n1. partial 2 Man a2 - b2\r\n"));
    assert_eq!((silent.replayed, silent.turns.len()), (2, 2));
}

#[test]
fn edits_come_before_the_moves() {
    let game = game(DRAUGHTS);
    let edits = [
        SetupEdit::Clear { cell: "b6".into() },
        SetupEdit::Place { player: "White".into(), kind: "Man".into(), cell: "a5".into() },
    ];
    let zsg = recorded("(x b6)\r\n(White Man a5)\r\n1. Man a5 - b6 = King\r\n");
    assert_eq!(zsg.edits, edits);
    let played = replay(&game, &zsg);
    assert_eq!((played.replayed, played.error), (1, None));
    let ours = write(&game, &Header::new(&game, "test.zrf"), &edits, &played.turns).unwrap();
    assert_eq!(ours.moves[0].text, zsg.moves[0].text);
    let wrong = recorded("(White Mann a5)\r\n");
    assert_eq!(
        replay(&game, &wrong).error.unwrap().to_string(),
        "line 4: unknown kind of piece `Mann` in the set-up"
    );
}

#[test]
fn what_cannot_be_played_is_said_with_what_can() {
    let game = game(DRAUGHTS);
    let error = |text: &str| replay(&game, &recorded(text)).error.unwrap().to_string();
    assert_eq!(
        error("1. Man b2 - c3\r\n1. Man b6 - a5\r\n"),
        "line 5: `Man b6 - a5` is no move of `Black` here; possible is `Man a5 - b4`, `Man c5 - b4`, `Man c5 - d4`, `Man e5 - d4`, `Man e5 - f4`"
    );
    assert_eq!(
        error("1. Man b2 - d4\r\n"),
        "line 4: `Man b2 - d4` is no move of `White` here; possible is `Man b2 - c3`, `Man b2 - a3`"
    );
    assert_eq!(
        error("1. Pass\r\n"),
        "line 4: the turn cannot be passed; possible is `Man b2 - c3`, `Man b2 - a3`, `Man d2 - e3`, `Man d2 - c3`, `Man f2 - e3`"
    );
}

#[test]
fn numbers_are_compared() {
    let game = game(DRAUGHTS);
    let played = replay(&game, &recorded("1. Man b2 - c3\r\n2. Man a5 - b4\r\n"));
    assert_eq!(played.numbers, [NumberMismatch { line: 5, expected: 1, found: 2 }]);
    assert_eq!(played.replayed, 2);
}

#[test]
fn a_record_may_go_on_after_the_end() {
    let game = game(DICE);
    let text = "1. Pass\r\n2. White Two die\r\n2. Man w1 - w3 x die\r\n2. Pass\r\n2. Black One die\r\n2. Man b1 - b2 x die\r\n";
    let played = replay(&game, &recorded(text));
    assert_eq!((played.replayed, played.ended), (6, Some(Ended { line: 7 })));
}

#[test]
fn order_of_effects_and_numbers_of_attributes_do_not_matter() {
    let game = game(ITEMS);
    for text in [
        "Man a1 - b1 Black Man c2 @ b1 1 1 x a2 x b2",
        "Man a1 - b1 Black Man c2 @ b1 7 1 x a2 x b2",
        "Man a1 - b1 x b2 x a2 @ b1 0 1 Black Man c2",
        "Man a1 - c1 = King = King on b2 = King on a2 flip d2",
        "Man a1 - c1 flip d2 = King on b2 c1 a2",
    ] {
        let played = replay(&game, &recorded(&format!("1. {text}\r\n")));
        assert_eq!(played.error, None, "{text}");
    }
    assert!(replay(&game, &recorded("1. Man a1 - b1 Black Man c2 @ b1 1 0 x a2 x b2\r\n")).error.is_some());
    assert!(replay(&game, &recorded("1. Man a1 - b1\r\n")).error.is_some());
}

#[test]
fn illegal_turns_are_not_written() {
    let game = game(DRAUGHTS);
    let error = write(&game, &Header::new(&game, "x"), &[], &[Move::pass()]).unwrap_err();
    assert_eq!(error.to_string(), "turn 0 of the game is not legal");
}
