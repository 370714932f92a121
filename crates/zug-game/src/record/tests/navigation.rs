//! Going through a record, ordering it, cutting it.

use super::*;
use crate::{PlayError, RecordError};

/// A game with two variations at the second move and one at the first.
fn opening() -> Record {
    let mut record = Record::new(&game(CHESS));
    for line in
        [&["e2-e4", "e7-e5", "g1-f3"][..], &["e2-e4", "c7-c5", "g1-f3"], &["e2-e4", "e7-e6"], &["d2-d4"]]
    {
        record.go_to(record.root()).unwrap();
        for text in line {
            record.play_text(text).unwrap();
        }
    }
    record
}

fn at(record: &Record, line: &[&str]) -> NodeId {
    line.iter().fold(record.root(), |node, name| record.child(node, name).unwrap())
}

#[test]
fn a_move_is_added_once() {
    let mut record = opening();
    check(&record);
    assert_eq!(record.n_nodes(), 8);
    record.go_to(record.root()).unwrap();
    let node = record.play_text("e2e4").unwrap();
    assert_eq!((record.n_nodes(), record.name(node), record.current()), (8, Some("e2-e4"), node));
    assert_eq!(record.chooser(node), record.game().player("Black"));
    assert_eq!(names(&record, record.children(node)), ["e7-e5", "c7-c5", "e7-e6"]);
    assert_eq!(names(&record, record.variations(node)), ["e2-e4", "d2-d4"]);
    assert_eq!(names(&record, record.line(record.main_end())), ["", "e2-e4", "e7-e5", "g1-f3"]);
}

#[test]
fn back_and_forward() {
    let mut record = opening();
    record.go_to(at(&record, &["e2-e4", "c7-c5", "g1-f3"])).unwrap();
    let there = record.state().position().clone();
    assert!(record.back().unwrap());
    assert_eq!(record.name(record.current()), Some("c7-c5"));
    assert!(record.forward().unwrap());
    assert!(*record.state().position() == there);
    assert!(!record.forward().unwrap());
    while record.back().unwrap() {}
    assert_eq!(record.current(), record.root());
    assert_eq!(record.variations(record.root()).collect::<Vec<_>>(), [record.root()]);
    while record.forward().unwrap() {}
    assert_eq!(record.current(), record.main_end());
}

#[test]
fn a_refused_move_changes_nothing() {
    let mut record = opening();
    let (before, bytes) = (record.current(), record.bytes());
    let pawn = record.mv(at(&record, &["e2-e4"])).unwrap().clone();
    assert!(matches!(record.play(&pawn), Err(PlayError::Illegal)));
    assert!(matches!(record.try_move(&pawn), Err(PlayError::Illegal)));
    let error = record.play_text("d7-d2").unwrap_err();
    assert_eq!(error.to_string(), "no legal move is called `d7-d2`; legal are d7-d6, d7-d5");
    assert_eq!((record.current(), record.bytes()), (before, bytes));
    check(&record);
}

#[test]
fn variations_are_promoted() {
    let mut record = opening();
    let french = at(&record, &["e2-e4", "e7-e6"]);
    record.promote(french).unwrap();
    assert_eq!(names(&record, record.variations(french)), ["e7-e6", "e7-e5", "c7-c5"]);
    record.make_main(at(&record, &["d2-d4"])).unwrap();
    assert_eq!(names(&record, record.line(record.main_end())), ["", "d2-d4"]);
    record.make_main(at(&record, &["e2-e4", "c7-c5", "g1-f3"])).unwrap();
    assert_eq!(names(&record, record.line(record.main_end())), ["", "e2-e4", "c7-c5", "g1-f3"]);
    assert_eq!(names(&record, record.variations(french)), ["c7-c5", "e7-e6", "e7-e5"]);
    assert_eq!(record.promote(record.root()), Err(RecordError::Root));
    check(&record);
}

#[test]
fn a_subtree_is_deleted() {
    let mut record = opening();
    let sicilian = at(&record, &["e2-e4", "c7-c5"]);
    let last = at(&record, &["e2-e4", "c7-c5", "g1-f3"]);
    record.go_to(last).unwrap();
    record.set_comment(last, "soon gone").unwrap();
    record.delete(sicilian).unwrap();
    assert_eq!(record.name(record.current()), Some("e2-e4"));
    assert_eq!(names(&record, record.children(record.current())), ["e7-e5", "e7-e6"]);
    assert!(!record.contains(sicilian) && !record.contains(last));
    assert_eq!(record.go_to(last), Err(RecordError::NoSuchNode));
    assert_eq!(record.delete(last), Err(RecordError::NoSuchNode));
    assert_eq!(record.promote(last), Err(RecordError::NoSuchNode));
    assert_eq!(record.set_comment(last, "x"), Err(RecordError::NoSuchNode));
    assert_eq!((record.parent(last), record.name(last), record.comment(last)), (None, None, ""));
    assert_eq!((record.children(last).count(), record.subtree(last).count()), (0, 0));
    assert_eq!(record.delete(record.root()), Err(RecordError::Root));
    check(&record);
    // The places are used again, and nothing of what was there comes back.
    let new = record.play_text("g8-f6").unwrap();
    assert!([sicilian, last].contains(&new));
    assert_eq!(record.comment(new), "");
    check(&record);
}

#[test]
fn comments_and_annotations() {
    let mut record = opening();
    let node = at(&record, &["d2-d4"]);
    record.set_comment(node, "closed").unwrap();
    record.set_annotation(node, "!?").unwrap();
    record.set_comment(record.root(), "an opening").unwrap();
    assert_eq!((record.comment(node), record.annotation(node)), ("closed", "!?"));
    record.set_comment(node, "").unwrap();
    assert_eq!((record.comment(node), record.annotation(node)), ("", "!?"));
    record.set_annotation(node, "").unwrap();
    assert_eq!((record.annotation(node), record.comment(record.root())), ("", "an opening"));
}

#[test]
fn a_record_may_begin_with_a_position_set_up() {
    let game = game(CHESS);
    let mut played = game.start();
    played.play_text("e2-e4").unwrap();
    let mut setup = played.clone();
    let cell = game.cell("d8").unwrap();
    setup.edit(|edit| edit.clear(cell));
    let mut record = Record::from_setup(setup);
    assert!(record.is_set_up() && !Record::new(&game).is_set_up());
    assert_eq!(record.chooser(record.root()), game.player("Black"));
    record.play_text("e7-e5").unwrap();
    record.back().unwrap();
    assert!(record.state().position().piece(cell).is_none());
    check(&record);
    // Where the position came from is no part of the record.
    let record = Record::from_setup(played.clone());
    assert_eq!(record.setup().position().clone().take_history(), [played.position().position_hash()]);
}

#[test]
fn repetition_counts_along_each_line() {
    let mut record = Record::new(&game(CHESS));
    let round = ["g1-f3", "g8-f6", "f3-g1", "f6-g8"];
    for name in round.iter().chain(&round) {
        assert!(record.state().outcome().unwrap().is_none());
        record.play_text(name).unwrap();
    }
    let drawn = record.current();
    assert!(record.state().outcome().unwrap().is_some());
    record.back().unwrap();
    assert!(record.state().outcome().unwrap().is_none());
    record.play_text("b8-c6").unwrap();
    assert!(record.state().outcome().unwrap().is_none());
    record.go_to(drawn).unwrap();
    assert!(record.state().outcome().unwrap().is_some());
    check(&record);
}

#[test]
fn chance_is_in_the_record() {
    let game = game(DICE);
    for seed in 0..20 {
        let mut rng = Rng::new(seed);
        let mut record = Record::new(&game);
        let mut states = vec![record.state().position().clone()];
        while play_any(&mut record, &mut rng) {
            states.push(record.state().position().clone());
        }
        assert!(
            record.is_chance(record.root()) && !record.is_chance(record.main_child(record.root()).unwrap())
        );
        // Going through it needs no numbers.
        record.go_to(record.root()).unwrap();
        for state in &states[1..] {
            assert!(record.forward().unwrap());
            assert!(record.state().position() == state);
        }
        assert!(!record.forward().unwrap());
    }
}

#[test]
fn random_trees_hold_together() {
    for rules in [CHESS, DRAUGHTS, DICE, COUNTING] {
        let game = game(rules);
        for seed in 0..3 {
            let mut rng = Rng::new(seed);
            let mut record = Record::new(&game);
            for _ in 0..3 {
                grow(&mut record, &mut rng, 200);
                check(&record);
                let all: Vec<NodeId> = record.subtree(record.root()).collect();
                for _ in 0..4 {
                    let node = all[rng.below(all.len())];
                    match rng.below(3) {
                        0 => drop(record.delete(node)),
                        1 => drop(record.promote(node)),
                        _ => drop(record.make_main(node)),
                    }
                }
                check(&record);
            }
        }
    }
}
