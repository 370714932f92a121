//! What a record costs. Counted, not timed.

use super::*;
use crate::record::node::Flag;

fn n_checkpoints(record: &Record) -> usize {
    record.subtree(record.root()).filter(|n| record.nodes[n.idx()].has(Flag::Checkpoint)).count()
}

#[test]
fn a_tree_of_chess_is_small() {
    let game = game(CHESS);
    let mut record = Record::new(&game);
    grow(&mut record, &mut Rng::new(1), 10_000);
    assert_eq!(record.n_nodes(), 10_000);
    let tree = record.bytes() / record.n_nodes();
    assert!(tree < 140, "{tree} bytes a node");
    assert!(tree < game.start().position().bytes() / 4);
    assert!(n_checkpoints(&record) <= record.n_nodes() / 16 + 1);
}

#[test]
fn games_of_chess_are_small() {
    let mut record = Record::new(&game(CHESS));
    let mut rng = Rng::new(2);
    for _ in 0..40 {
        record.go_to(record.root()).unwrap();
        while record.ply(record.current()) < 1_000 && play_any(&mut record, &mut rng) {}
    }
    let games = record.bytes() / record.n_nodes();
    assert!(games < 150, "{games} bytes a node in {}", record.n_nodes());
}

#[test]
fn a_bush_needs_no_checkpoints() {
    // Thousands of nodes just where a checkpoint would be due, if it were set at the end of a line.
    let mut record = Record::new(&game(CHESS));
    let mut rng = Rng::new(3);
    for _ in 0..40 {
        play_any(&mut record, &mut rng);
        let here = record.current();
        let before = n_checkpoints(&record);
        for mv in record.state().moves().unwrap().to_vec() {
            record.try_move(&mv).unwrap();
            record.go_to(here).unwrap();
        }
        assert!(n_checkpoints(&record) <= before + 1);
    }
    assert!(n_checkpoints(&record) <= 1 + 41 / 16);
}

/// Goes from end to end of a line of so many moves.
fn long_line(game: &Game, plies: usize, most_bytes: usize) {
    let mut record = Record::new(game);
    let root = record.root();
    for _ in 0..plies {
        let mv = record.state().moves().unwrap()[0].clone();
        record.play(&mv).unwrap();
    }
    let end = record.current();
    let state = record.state().position().clone();
    assert_eq!(record.ply(end), plies);
    let bytes = record.bytes() / record.n_nodes();
    assert!(bytes < most_bytes, "{bytes} bytes a node");
    let start = record.setup().position().clone();
    record.go_to(root).unwrap();
    assert!(*record.state().position() == start);
    record.go_to(end).unwrap();
    assert!(*record.state().position() == state);
    assert!(record.back().unwrap() && record.forward().unwrap());
    assert!(*record.state().position() == state);
    assert_eq!((record.subtree(root).count(), record.main_end()), (plies + 1, end));
    record.make_main(end).unwrap();
    let copy = record.clone();
    record.delete(record.main_child(root).unwrap()).unwrap();
    assert_eq!((record.n_nodes(), copy.n_nodes()), (1, plies + 1));
}

#[test]
fn a_game_of_a_hundred_thousand_moves() {
    // Every move is another one here: nothing is shared but the positions between checkpoints.
    long_line(&game(COUNTING), 100_000, 300);
}

#[test]
fn positions_to_remember_are_kept_once() {
    // Eight bytes for each position; in full at every checkpoint they would come to thousands.
    let rules = COUNTING.replace("(board-setup", "(draw-condition (White Black) repetition) (board-setup");
    long_line(&game(&rules), 10_000, 320);
}
