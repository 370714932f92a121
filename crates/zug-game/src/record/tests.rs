//! The record, by games that have what is hard: long lines, captures in parts, dice, rules of repetition.

mod navigation;
mod sharing;
mod temporary;

use super::{NodeId, Record};
use crate::{Game, NoFiles, Rng, State};

fn game(rules: &str) -> Game {
    Game::from_text("test.zrf", rules.as_bytes(), &NoFiles).unwrap_or_else(|e| panic!("{e}"))
}

/// The names of the moves that lead to nodes.
fn names(record: &Record, nodes: impl IntoIterator<Item = NodeId>) -> Vec<&str> {
    nodes.into_iter().map(|node| record.name(node).unwrap_or("")).collect()
}

/// Plays a legal move that the stream of numbers chooses. False: there is none.
fn play_any(record: &mut Record, rng: &mut Rng) -> bool {
    let moves = record.state().moves().unwrap();
    if moves.is_empty() {
        return false;
    }
    let mv = moves[rng.below(moves.len())].clone();
    record.play(&mv).unwrap();
    true
}

/// Grows a tree: lines that go on, and now and then a variation from anywhere.
fn grow(record: &mut Record, rng: &mut Rng, nodes: usize) {
    let mut tries = 0;
    while record.n_nodes() < nodes && tries < 10 * nodes {
        tries += 1;
        if rng.below(12) == 0 || !play_any(record, rng) {
            let all: Vec<NodeId> = record.subtree(record.root()).collect();
            record.go_to(all[rng.below(all.len())]).unwrap();
        }
    }
}

/// Every node's state is that of playing its line from the start, and links agree with each other.
fn check(record: &Record) {
    let all: Vec<NodeId> = record.subtree(record.root()).collect();
    assert_eq!(all.len(), record.n_nodes());
    let mut states: Vec<(NodeId, State)> = Vec::new();
    for &node in &all {
        // Parents come before their children: what is not on the way to this node is done with.
        while states.last().is_some_and(|(last, _)| Some(*last) != record.parent(node)) {
            states.pop();
        }
        let mut state = states.last().map_or_else(|| record.setup(), |(_, state)| state.clone());
        if let Some(name) = record.name(node) {
            let mv = state.find_move(name).unwrap();
            assert_eq!(Some(&mv), record.mv(node));
            state.play(&mv).unwrap();
        }
        assert!(record.state_at(node).unwrap().position() == state.position());
        assert_eq!(record.chooser(node), Some(state.chooser()));
        assert_eq!(record.ply(node), record.line(node).len() - 1);
        for child in record.children(node) {
            assert_eq!(record.parent(child), Some(node));
            assert_eq!(record.child(node, record.name(child).unwrap()), Some(child));
            assert!(!record.is_temporary(node) || record.is_temporary(child));
        }
        let temporary: Vec<bool> = record.children(node).map(|c| record.is_temporary(c)).collect();
        assert!(temporary.is_sorted(), "permanent children stand first");
        states.push((node, state));
    }
    let here = record.state_at(record.current()).unwrap();
    assert!(record.state().position() == here.position());
}

/// All the men of chess without castling and en passant; the third repetition is a draw.
const CHESS: &str = r#"
(define step ($1 (verify not-friend?) add))
(define hop ($1 $2 (verify not-friend?) add))
(define slide ($1 (while empty? add $1) (verify enemy?) add))
(game (title "Chess") (players White Black) (turn-order White Black)
  (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b/c/d/e/f/g/h" (10 0)) ("8/7/6/5/4/3/2/1" (0 10)))
      (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0) (ne 1 -1) (nw -1 -1) (se 1 1) (sw -1 1)))
    (symmetry Black (n s) (s n) (ne se) (nw sw) (se ne) (sw nw))
    (zone (name third) (players White) (positions a3 b3 c3 d3 e3 f3 g3 h3))
    (zone (name third) (players Black) (positions a6 b6 c6 d6 e6 f6 g6 h6))
    (zone (name end) (players White) (positions a8 b8 c8 d8 e8 f8 g8 h8))
    (zone (name end) (players Black) (positions a1 b1 c1 d1 e1 f1 g1 h1)))
  (piece (name Pawn) (moves
    (n (verify empty?) (if (in-zone? end) (add Queen Knight) else add) (verify (in-zone? third)) n (verify empty?) add)
    (ne (verify enemy?) (if (in-zone? end) (add Queen Knight) else add))
    (nw (verify enemy?) (if (in-zone? end) (add Queen Knight) else add))))
  (piece (name Knight) (moves (hop n ne) (hop n nw) (hop s se) (hop s sw) (hop e ne) (hop e se) (hop w nw) (hop w sw)))
  (piece (name Bishop) (moves (slide ne) (slide nw) (slide se) (slide sw)))
  (piece (name Rook) (moves (slide n) (slide s) (slide e) (slide w)))
  (piece (name Queen) (moves (slide n) (slide s) (slide e) (slide w) (slide ne) (slide nw) (slide se) (slide sw)))
  (piece (name King) (moves (step n) (step s) (step e) (step w) (step ne) (step nw) (step se) (step sw)))
  (board-setup
    (White (Pawn a2 b2 c2 d2 e2 f2 g2 h2) (Rook a1 h1) (Knight b1 g1) (Bishop c1 f1) (Queen d1) (King e1))
    (Black (Pawn a7 b7 c7 d7 e7 f7 g7 h7) (Rook a8 h8) (Knight b8 g8) (Bishop c8 f8) (Queen d8) (King e8)))
  (draw-condition (White Black) repetition)
  (loss-condition (White Black) (checkmated King)))
"#;

/// Chains of captures.
const DRAUGHTS: &str = r#"
(define jump ($1 (verify enemy?) capture $1 (verify empty?) (add-partial jumping)))
(define step ($1 (verify empty?) add))
(game (title "Draughts") (players White Black) (turn-order White Black) (move-priorities jumping going)
  (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b/c/d/e/f" (10 0)) ("6/5/4/3/2/1" (0 10)))
      (directions (ne 1 -1) (nw -1 -1) (se 1 1) (sw -1 1)))
    (symmetry Black (ne sw) (nw se) (se nw) (sw ne)))
  (piece (name Man) (moves (move-type jumping) (jump ne) (jump nw) (jump se) (jump sw) (move-type going) (step ne) (step nw)))
  (board-setup (White (Man a1 c1 e1 b2 d2 f2)) (Black (Man a5 c5 e5 b6 d6 f6)))
  (loss-condition (White Black) stalemated))
"#;

/// A die is rolled before every move.
const DICE: &str = r#"
(game (title "Dice") (players White Black ?Dice)
  (turn-order (?Dice White rolling) (White going) (?Dice Black rolling) (Black going))
  (option "pass turn" forced) (option "recycle captures" owner)
  (board (positions (w1 0 0 9 9) (w2 20 0 29 9) (w3 40 0 49 9) (w4 60 0 69 9) (b1 0 20 9 29) (b2 20 20 29 29) (b3 40 20 49 29) (b4 60 20 69 29))
    (dummy die)
    (links up (w1 w2) (w2 w3) (w3 w4) (b1 b2) (b2 b3) (b3 b4)))
  (piece (name One) (drops (move-type rolling) ((verify (position? die)) (verify empty?) add)))
  (piece (name Two) (drops (move-type rolling) ((verify (position? die)) (verify empty?) add)))
  (piece (name Man) (moves (move-type going)
    (up (verify empty?) (verify (piece? One die)) (capture die) add)
    (up up (verify empty?) (verify (piece? Two die)) (capture die) add)))
  (board-setup (White (Man w1) (One off 1) (Two off 1)) (Black (Man b1) (One off 1) (Two off 1)))
  (win-condition (White) (absolute-config Man (w4))) (win-condition (Black) (absolute-config Man (b4))))
"#;

/// A game without end in which no move is like another: each counts on.
const COUNTING: &str = r#"
(game (title "Counting") (option "dialect" z2j) (option "zrf-advanced" true)
  (players White Black) (turn-order White Black)
  (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b" (10 0)) ("2/1" (0 10))) (directions (n 0 -1) (s 0 1))))
  (global made 0)
  (piece (name Man) (moves
    (n (verify empty?) (set-global made (+ (global made) 1)) add)
    (s (verify empty?) (set-global made (+ (global made) 1)) add)))
  (board-setup (White (Man a1)) (Black (Man b1))))
"#;
