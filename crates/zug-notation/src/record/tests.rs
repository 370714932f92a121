//! Records saved and loaded.

use super::*;
use crate::testkit::*;
use zug_game::{Game, NodeId, Record, Rng};

const ALL: [&str; 7] = [CHESS, DRAUGHTS, SHOGI, STACKS, HEAPS, DICE, ODD];

/// Moves, order, texts, and the state at every node.
fn assert_same(a: &Record, b: &Record, about: &str) {
    let (ours, theirs): (Vec<NodeId>, Vec<NodeId>) = (permanent(a), permanent(b));
    assert_eq!(ours.len(), theirs.len(), "{about}");
    for (x, y) in ours.iter().zip(&theirs) {
        let facts = |r: &Record, n: NodeId| {
            let texts = (r.comment(n).to_owned(), r.annotation(n).to_owned());
            let main = r.parent(n).and_then(|p| r.main_child(p)) == Some(n);
            (r.name(n).map(str::to_owned), r.mv(n).cloned(), r.ply(n), r.chooser(n), texts, main)
        };
        assert_eq!(facts(a, *x), facts(b, *y), "{about}");
        let state = |r: &Record, n: NodeId| r.state_at(n).unwrap().position().clone();
        assert!(state(a, *x) == state(b, *y), "{about}");
    }
    let at = |r: &Record, all: &[NodeId]| all.iter().position(|n| *n == r.current());
    assert_eq!(at(a, &ours), at(b, &theirs), "{about}");
}

fn permanent(record: &Record) -> Vec<NodeId> {
    record.subtree(record.root()).filter(|n| !record.is_temporary(*n)).collect()
}

/// A tree with variations and texts everywhere, of some position that play can reach.
fn random_record(game: &Game, rng: &mut Rng, nodes: usize) -> Record {
    const TEXTS: [&str; 9] =
        ["", "", "", "!?", "two words", "{odd} (1. x) \\ \"q\" $", "line\nline\r\n\tend ", "\u{7}*^]", "Ход"];
    let mut start = game.start();
    for _ in 0..rng.below(4) {
        let moves = start.moves().unwrap();
        if let Some(mv) = moves.get(rng.below(moves.len())).cloned() {
            start.play(&mv).unwrap();
        }
    }
    let mut record =
        if start.moves().unwrap().is_empty() { Record::new(game) } else { Record::from_setup(start) };
    for _ in 0..nodes {
        let moves = record.state().moves().unwrap();
        if moves.is_empty() || rng.below(5) == 0 {
            let all = permanent(&record);
            record.go_to(all[rng.below(all.len())]).unwrap();
            continue;
        }
        let mv = moves[rng.below(moves.len())].clone();
        let node = record.play(&mv).unwrap();
        record.set_comment(node, TEXTS[rng.below(TEXTS.len())]).unwrap();
        record.set_annotation(node, TEXTS[rng.below(TEXTS.len())]).unwrap();
    }
    record.set_comment(record.root(), TEXTS[rng.below(TEXTS.len())]).unwrap();
    if let Some(mv) = record.state().moves().unwrap().first().cloned() {
        record.try_move(&mv).unwrap();
        record.back().unwrap();
    }
    record
}

#[test]
fn random_trees_read_back() {
    for rules in ALL {
        let game = game(rules);
        for seed in 0..40 {
            let mut rng = Rng::new(seed);
            let nodes = rng.below(90);
            let record = random_record(&game, &mut rng, nodes);
            let mut header = Header::new(&game, "a \"file\".zrf");
            header.variant = (seed % 2 == 0).then(|| "Big\n[variant]".to_owned());
            header.tags = vec![("White".into(), "Я \\ \u{0}".into()), ("two words".into(), String::new())];
            let text = write(&record, &header).unwrap();
            let back = read(&game, &text).unwrap_or_else(|e| panic!("{e}\n{text}"));
            assert_same(&record, &back.record, &text);
            assert_eq!((&back.header, back.same_rules), (&header, true));
            assert_eq!(read_header(&text).as_ref(), Ok(&header));
            assert_eq!(write(&back.record, &back.header).as_ref(), Ok(&text));
            // What an editor may do to it.
            let windows = format!("\u{FEFF}{}", text.replace('\n', "\r\n"));
            assert_same(&record, &read(&game, &windows).unwrap().record, &text);
        }
    }
}

#[test]
fn the_form_at_a_glance() {
    let game = game(CHESS);
    let mut record = Record::new(&game);
    for line in [&["e2-e4", "e7-e5", "d2-d4"][..], &["e2-e4", "d7-d5"], &["a2-a3"], &["a2-a3", "a7-a6"]] {
        record.go_to(record.root()).unwrap();
        for name in line {
            record.play_text(name).unwrap();
        }
    }
    record.set_annotation(record.current(), "!?").unwrap();
    record.set_comment(record.root(), "A game.").unwrap();
    let header = Header { game: "Small chess".into(), ..Header::default() };
    assert_eq!(
        write(&record, &header).unwrap(),
        "[zug-record \"1\"]\n[game \"Small chess\"]\n\n{A game.} 1. e2-e4 (1. a2-a3 2. a7-a6 $!? ^) 2. e7-e5 (2. d7-d5) \
         3. d2-d4 *\n"
    );
    let header = Header { tags: vec![("setup".into(), "x".into())], ..header };
    let error = write(&record, &header).unwrap_err().to_string();
    assert_eq!(error, "the tag `setup` has a meaning of its own in a record; give yours another name");
}

#[test]
fn other_rules_are_noticed_and_moves_still_checked() {
    let (chess, other) = (game(CHESS), game(&CHESS.replace("(add Queen Rook)", "(add Queen)")));
    let mut record = Record::new(&chess);
    record.play_text("e2-e4").unwrap();
    let text = write(&record, &Header::new(&chess, "x.zrf")).unwrap();
    assert!(read(&chess, &text).unwrap().same_rules);
    assert!(!read(&other, &text).unwrap().same_rules);
    assert_eq!(rules_hash(&chess), rules_hash(&game(CHESS)));
}

#[test]
fn a_game_of_chance_is_loaded_without_chance() {
    let game = game(DICE);
    for seed in 0..10 {
        let mut rng = Rng::new(seed);
        let mut record = Record::new(&game);
        for _ in 0..60 {
            let moves = record.state().moves().unwrap();
            let Some(mv) = moves.get(rng.below(moves.len())).cloned() else { break };
            record.play(&mv).unwrap();
        }
        let text = write(&record, &Header::new(&game, "dice.zrf")).unwrap();
        for _ in 0..2 {
            assert_same(&record, &read(&game, &text).unwrap().record, &text);
        }
    }
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let game = game(DRAUGHTS);
    let error = |moves: &str| match read(&game, &format!("[zug-record \"1\"]\n{moves}")) {
        Ok(_) => panic!("{moves} was read"),
        Err(error) => error.to_string(),
    };
    let cases = [
        (
            "1. a1-b3 *",
            "line 2, column 4: move 1, `a1-b3`: there is no such legal move; legal are `b2-c3`, `b2-a3`, `d2-e3`, `d2-c3`, `f2-e3`",
        ),
        (
            "1. b2-c3\n(1. b2-b4) *",
            "line 3, column 5: move 1, `b2-b4`: there is no such legal move; legal are `b2-c3`, `b2-a3`, …",
        ),
        (
            "2. b2-c3 *",
            "line 2, column 1: the next move is number 1, not 2; moves are counted one by one, and may go without numbers",
        ),
        ("1. b2-c3", "line 2, column 9: the record ends without `*`: something is missing"),
        ("1. 1. b2-c3 *", "line 2, column 4: after the number of a move, its name is missing"),
        ("1. *", "line 2, column 4: after the number of a move, its name is missing"),
        ("(1. b2-c3) *", "line 2, column 1: there is no move yet that this could be a variation of"),
        ("b2-c3 () *", "line 2, column 8: a variation must begin with a move"),
        ("b2-c3 ({x} b2-a3) *", "line 2, column 8: a variation must begin with a move"),
        ("b2-c3 (b2-a3 *", "line 2, column 7: this variation has no end; close it with `)`"),
        ("b2-c3) *", "line 2, column 6: this `)` closes nothing"),
        ("b2-c3 * x", "line 2, column 9: after `*` nothing can follow"),
        ("b2-c3 ^ ^ *", "line 2, column 9: `^` stands here a second time"),
        ("b2-c3 [a \"b\"] *", "line 2, column 7: tags stand before the moves"),
        ("b2-c3 {a} {b} *", "line 2, column 11: this move has a comment already; write both into one"),
        (
            "b2-c3 $! $? *",
            "line 2, column 10: this move has an annotation already; write both into one, in quotes",
        ),
        ("[a]", "line 2, column 3: this is no tag; a tag is written `[name \"value\"]`"),
        ("[game \"x\"] [game \"y\"]", "line 2, column 12: the tag `game` stands here a second time"),
        ("[zug-record \"1\"]", "line 2, column 1: the tag `zug-record` stands here a second time"),
        (
            "[hash \"12\"]",
            "line 2, column 1: `12` is no hash of rules; it has 16 digits and letters up to `f`",
        ),
        (
            "[setup \"White Man zz\"] *",
            "line 2, column 1: tag `setup`: unknown cell `zz`, at character 11 of the position",
        ),
    ];
    for (moves, expected) in cases {
        let found = error(moves);
        assert!(found.starts_with(expected), "{moves}\n  found    {found}\n  expected {expected}");
    }
    let opening = "this is no record of Zug; it would begin with `[zug-record \"1\"]`";
    for text in ["", "1. e4", "[Event \"x\"]", "[zug-record]", "\u{1}"] {
        assert_eq!(read(&game, text).unwrap_err().to_string(), format!("line 1, column 1: {opening}"));
    }
    assert_eq!(
        read_header("[zug-record \"7\"]").unwrap_err().to_string(),
        "line 1, column 1: this record has the form `7`, which this version does not know; it reads the form `1`"
    );
}

#[test]
fn the_end_of_the_game_is_said() {
    let rules = r#"(game (title "Race") (players White Black) (turn-order White Black)
        (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b" (10 0)) ("2/1" (0 10))) (directions (n 0 -1)))
          (symmetry Black (n n)))
        (piece (name Man) (moves (n (verify empty?) add)))
        (board-setup (White (Man a1)) (Black (Man b1)))
        (win-condition (White) (absolute-config Man (a2))))"#;
    let error = read(&game(rules), "[zug-record \"1\"]1. a1-a2 2. b1-b3 *").unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 1, column 29: move 2, `b1-b3`: there is no such legal move; no move can be played here: the game is over"
    );
    // Zillions lets people play on; what comes from there is read, and the reader is told.
    let text = "[zug-record \"1\"]\n[game \"Race\"]\n\n1. a1-a2 2. b1-b2 *\n";
    let loaded = read(&game(rules), text).unwrap();
    assert_eq!((loaded.ended, loaded.record.n_nodes()), (Some(1), 3));
    assert_eq!(write(&loaded.record, &loaded.header).unwrap(), text);
}

/// Several moves in every position, and no position twice.
const COUNTING: &str = r#"
(define go ($1 (verify empty?) (set-global made (+ (global made) $2)) add))
(game (title "Counting") (option "dialect" z2j) (option "zrf-advanced" true)
  (players White Black) (turn-order White Black)
  (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b" (10 0)) ("2/1" (0 10))) (directions (n 0 -1) (s 0 1))))
  (global made 0)
  (piece (name Man) (moves (go n 1) (go s 1) (go n 2) (go s 2)))
  (board-setup (White (Man a1)) (Black (Man b1))))
"#;

#[test]
fn depth_is_no_danger() {
    let game = game(COUNTING);
    let mut record = Record::new(&game);
    // Every variation has a variation that has a variation.
    for _ in 0..5_000 {
        let moves = record.state().moves().unwrap().to_vec();
        assert!(moves.len() > 1);
        record.play(&moves[0]).unwrap();
        record.back().unwrap();
        record.play(&moves[1]).unwrap();
    }
    let text = write(&record, &Header::default()).unwrap();
    assert!(text.contains(&")".repeat(5_000)));
    let back = read(&game, &text).unwrap().record;
    let names = |r: &Record| -> Vec<(usize, Option<String>)> {
        permanent(r).into_iter().map(|n| (r.ply(n), r.name(n).map(str::to_owned))).collect()
    };
    assert_eq!(names(&record), names(&back));
    // One move again and again.
    let (first, depth) = (quoted_first(&game), 20_000);
    let text =
        format!("[zug-record \"1\"]{}{first}{}*", format!("{first}(").repeat(depth), ")".repeat(depth));
    assert_eq!(read(&game, &text).unwrap().record.n_nodes(), 2);
    // Texts that never end.
    for part in ["(", ")", "{", "[", "\"", "\\", "$\"", "1. ", "^", &format!("{first} (")] {
        let text = format!("[zug-record \"1\"] {first} {}", part.repeat(20_000));
        assert!(read(&game, &text).is_err(), "{part}");
    }
}

fn quoted_first(game: &Game) -> String {
    super::token::quoted(&game.start().named_moves().unwrap()[0].0)
}
