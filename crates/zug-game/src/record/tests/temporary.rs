//! What a search or an analysis tries.

use super::*;

/// Tries every move here and every reply to it, and comes back.
fn search(record: &mut Record) {
    let here = record.current();
    for first in record.state().moves().unwrap().to_vec() {
        let tried = record.try_move(&first).unwrap();
        for reply in record.state().moves().unwrap().to_vec() {
            record.try_move(&reply).unwrap();
            record.go_to(tried).unwrap();
        }
        record.go_to(here).unwrap();
    }
}

#[test]
fn tried_moves_vanish_when_a_move_is_made() {
    let mut record = Record::new(&game(CHESS));
    for text in ["e2-e4", "e7-e5"] {
        record.play_text(text).unwrap();
    }
    let here = record.current();
    search(&mut record);
    check(&record);
    let tried = record.n_nodes();
    assert!(tried > 800);
    let knight = record.child(here, "g1-f3").unwrap();
    assert!(record.is_temporary(knight) && !record.is_temporary(here));
    // The tried node becomes the move that is made.
    assert_eq!(record.play_text("g1-f3").unwrap(), knight);
    assert!(!record.is_temporary(knight));
    assert_eq!(record.n_nodes(), 4);
    assert_eq!(record.children(knight).count(), 0);
    assert_eq!(names(&record, record.children(here)), ["g1-f3"]);
    check(&record);
    // The next search takes the places of the last one.
    let room = record.nodes.len();
    search(&mut record);
    assert!(record.nodes.len() < room + 400);
    record.forget_temporary().unwrap();
    assert_eq!((record.n_nodes(), record.temporary.len()), (4, 0));
    check(&record);
}

#[test]
fn a_tried_line_can_be_kept() {
    let mut record = Record::new(&game(CHESS));
    let root = record.root();
    for name in ["e2-e4", "e7-e5", "g1-f3"] {
        let mv = record.state().find_move(name).unwrap();
        record.try_move(&mv).unwrap();
    }
    let kept = record.parent(record.current()).unwrap();
    record.keep(kept).unwrap();
    check(&record);
    record.forget_temporary().unwrap();
    assert_eq!((record.current(), record.n_nodes()), (kept, 3));
    // A move that is made at a tried node keeps the line to it.
    let mv = record.state().find_move("b1-c3").unwrap();
    record.try_move(&mv).unwrap();
    record.play_text("g8-f6").unwrap();
    assert_eq!(names(&record, record.line(record.current())), ["", "e2-e4", "e7-e5", "b1-c3", "g8-f6"]);
    assert!(record.subtree(root).all(|node| !record.is_temporary(node)));
    check(&record);
}

#[test]
fn permanent_moves_stand_before_tried_ones() {
    let mut record = Record::new(&game(CHESS));
    let root = record.root();
    for name in ["a2-a3", "b2-b3", "c2-c3"] {
        let mv = record.state().find_move(name).unwrap();
        record.try_move(&mv).unwrap();
        record.back().unwrap();
    }
    record.keep(record.child(root, "b2-b3").unwrap()).unwrap();
    assert_eq!(names(&record, record.children(root)), ["b2-b3", "a2-a3", "c2-c3"]);
    record.promote(record.child(root, "c2-c3").unwrap()).unwrap();
    assert_eq!(names(&record, record.children(root)), ["c2-c3", "b2-b3", "a2-a3"]);
    // Forgetting while a tried node is current goes back to what is left.
    record.go_to(record.child(root, "a2-a3").unwrap()).unwrap();
    record.forget_temporary().unwrap();
    assert_eq!(record.current(), root);
    assert_eq!(names(&record, record.children(root)), ["c2-c3", "b2-b3"]);
    check(&record);
}

#[test]
fn deleting_tried_nodes_leaves_no_trace() {
    let mut record = Record::new(&game(DRAUGHTS));
    let mv = record.state().moves().unwrap()[0].clone();
    for _ in 0..100 {
        let node = record.try_move(&mv).unwrap();
        record.delete(node).unwrap();
    }
    assert_eq!((record.n_nodes(), record.nodes.len(), record.temporary.len()), (1, 2, 0));
    check(&record);
}
