//! Small games for the tests of this crate, each with something that is hard to write down.

use zug_game::{Game, NoFiles, State};

pub(crate) fn game(rules: &str) -> Game {
    Game::from_text("test.zrf", rules.as_bytes(), &NoFiles).unwrap_or_else(|e| panic!("{e}"))
}

/// Plays moves by name.
pub(crate) fn after(game: &Game, moves: &[&str]) -> State {
    let mut state = game.start();
    for text in moves {
        state.play_text(text).unwrap_or_else(|e| panic!("{e}"));
    }
    state
}

/// The same position, apart from how it came about.
pub(crate) fn same(a: &State, b: &State) -> bool {
    let bare = |s: &State| {
        let mut s = s.clone();
        s.edit(|_| {});
        s
    };
    a.position().outcome() == b.position().outcome()
        && a.hash() == b.hash()
        && bare(a).position() == bare(b).position()
}

/// Castling, en passant, promotion, a clock.
pub(crate) const CHESS: &str = r#"
(define tick (set-global quiet (+ (global quiet) 1)))
(define reset (set-global quiet 0))
(define moved (set-attribute virgin? false))
(define step ($1 (verify not-friend?) (if enemy? (reset) else (tick)) (moved) add))
(define slide ($1 (while empty? (tick) (moved) add $1) (verify enemy?) (reset) (moved) add))
(define short (
  (verify virgin?) e (verify empty?) e (verify empty?) to (moved)
  e (verify (piece? Rook)) (verify friend?) (verify virgin?) cascade w w (tick) (moved) add))
(define long (
  (verify virgin?) w (verify empty?) w (verify empty?) to (moved) w (verify empty?)
  w (verify (piece? Rook)) (verify friend?) (verify virgin?) cascade e e e (tick) (moved) add))
(game (title "Small chess") (option "dialect" zillions) (option "zrf-advanced" numeric) (option "zrf-advanced" global)
  (players White Black) (turn-order White Black)
  (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b/c/d/e/f/g/h" (10 0)) ("8/7/6/5/4/3/2/1" (0 10)))
      (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0) (ne 1 -1) (nw -1 -1)))
    (symmetry Black (n s) (s n) (ne se) (nw sw))
    (links se) (links sw)
    (zone (name third) (players White) (positions a3 b3 c3 d3 e3 f3 g3 h3))
    (zone (name third) (players Black) (positions a6 b6 c6 d6 e6 f6 g6 h6))
    (zone (name end) (players White) (positions a8 b8 c8 d8 e8 f8 g8 h8))
    (zone (name end) (players Black) (positions a1 b1 c1 d1 e1 f1 g1 h1)))
  (global quiet 0 counter)
  (piece (name Pawn) (notation "P") (moves
    (n (verify empty?) (reset) (if (in-zone? end) (add Queen Rook) else add) (verify (in-zone? third)) n (verify empty?) (reset) add)
    (e (verify last-to?) (verify enemy?) (verify (piece? Pawn)) capture n (verify (last-from? n)) (reset) add)))
  (piece (name Rook) (notation "R") (attribute virgin? true) (moves (slide n) (slide s) (slide e) (slide w)))
  (piece (name Queen) (notation "Q") (moves (slide n) (slide e)))
  (piece (name King) (notation "K") (attribute virgin? true) (moves (step n) (step s) (step e) (step w) (short) (long)))
  (board-setup
    (White (Pawn a2 b2 c2 d2 e2 f2 g2 h2) (Rook a1 h1) (King e1))
    (Black (Pawn a7 b7 c7 d7 e7 f7 g7 h7) (Rook a8 h8) (King e8)))
  (loss-condition (White Black) (captured King)))
"#;

/// Chains of captures on numbered squares.
pub(crate) const DRAUGHTS: &str = r#"
(define jump ($1 (verify enemy?) capture $1 (verify empty?) (if (in-zone? end) (add King) else (add-partial jumping))))
(define step ($1 (verify empty?) (if (in-zone? end) (add King) else add)))
(game (title "Small draughts") (players White Black) (turn-order White Black) (move-priorities jumping going)
  (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b/c/d/e/f" (10 0)) ("6/5/4/3/2/1" (0 10)))
      (directions (ne 1 -1) (nw -1 -1) (se 1 1) (sw -1 1)))
    (symmetry Black (ne sw) (nw se) (se nw) (sw ne))
    (zone (name end) (players White) (positions b6 d6 f6)) (zone (name end) (players Black) (positions a1 c1 e1)))
  (piece (name Man) (notation "M") (moves (move-type jumping) (jump ne) (jump nw) (move-type going) (step ne) (step nw)))
  (piece (name King) (notation "K") (moves (move-type jumping) (jump ne) (jump nw) (jump se) (jump sw)
    (move-type going) (step ne) (step nw) (step se) (step sw)))
  (board-setup (White (Man a1 c1 e1 b2 d2 f2)) (Black (Man a5 c5 e5 b6 d6 f6)))
  (loss-condition (White Black) stalemated))
"#;

pub(crate) const DRAUGHTS_SQUARES: &str = "b6 d6 f6 a5 c5 e5 b4 d4 f4 a3 c3 e3 b2 d2 f2 a1 c1 e1";

/// Reserves, recycled captures, promoted letters.
pub(crate) const SHOGI: &str = r#"
(define step ($1 (verify not-friend?) add))
(game (title "Small shogi") (players White Black) (turn-order White Black)
  (option "recycle captures" capturer)
  (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b/c" (10 0)) ("3/2/1" (0 10)))
      (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0)))
    (symmetry Black (n s) (s n)))
  (piece (name Pawn) (notation "P") (moves (n (verify not-friend?) (add Pawn Tokin))) (drops ((verify empty?) add)))
  (piece (name Tokin) (notation "+P") (recycle-as Pawn) (moves (step n) (step e) (step w) (step s)))
  (piece (name King) (notation "K") (moves (step n) (step s) (step e) (step w)))
  (board-setup (White (Pawn b1 off 2) (King a1)) (Black (Pawn b3 off 1) (King c3)))
  (loss-condition (White Black) (captured King)))
"#;

/// Piles with attributes, parts of piles.
pub(crate) const STACKS: &str = r#"
(game (title "Columns") (option "dialect" zillions) (option "board-model" stack) (option "zrf-advanced" numeric)
  (players White Black) (turn-order White Black)
  (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b/c" (10 0)) ("2/1" (0 10)))
      (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0))))
  (piece (name Man) (notation "M") (attribute age 0)
    (moves (e (set-attribute age 7) add) (w (verify enemy?) (tuck) (verify on-board?) w add) (n (lift 1) add) (s (lift 1) (add King))))
  (piece (name King) (notation "K") (attribute age 1) (moves (w add)))
  (board-setup (White (Man a1*2 b1)) (Black (Man c2 b2))))
"#;

/// Counts in holes, a neutral owner, playing again.
pub(crate) const HEAPS: &str = r#"
(game (title "Holes") (option "dialect" zillions) (option "board-model" heap) (option "zrf-advanced" true)
  (players South North Table) (turn-order South North)
  (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b/c" (10 0)) ("2/1" (0 10))) (directions (e 1 0) (n 0 -1)))
    (dummy S))
  (piece (name Seed) (moves (e add) (n (repeat-turn) add)))
  (board-setup (Table (Seed a1*4 b2 S*3)) (South (Seed a1)) (North (Seed a2 * 2)))
  (loss-condition (South North) stalemated))
"#;

/// Dice of a random player on behalf of others, several turns of one player, `repeat`, passes.
pub(crate) const DICE: &str = r#"
(game (title "Dice") (players White Black ?Dice)
  (turn-order (White going) repeat (?Dice White rolling) (White going) (White going) (?Dice Black rolling) (Black going))
  (option "pass turn" forced) (option "recycle captures" owner)
  (board (positions (w1 0 0 9 9) (w2 20 0 29 9) (w3 40 0 49 9) (b1 0 20 9 29) (b2 20 20 29 29) (b3 40 20 49 29))
    (dummy die)
    (links up (w1 w2) (w2 w3) (b1 b2) (b2 b3)))
  (piece (name One) (drops (move-type rolling) ((verify (position? die)) (verify empty?) add)))
  (piece (name Two) (drops (move-type rolling) ((verify (position? die)) (verify empty?) add)))
  (piece (name Man) (moves (move-type going)
    (up (verify empty?) (verify (piece? One die)) (capture die) add)
    (up up (verify empty?) (verify (piece? Two die)) (capture die) add)))
  (board-setup (White (Man w1) (One off 1) (Two off 1)) (Black (Man b1) (One off 1) (Two off 1)))
  (win-condition (White) (absolute-config Man (w3))))
"#;

/// Names that need quotes, a change of kind that keeps a foreign attribute, an unlimited reserve.
pub(crate) const ODD: &str = r#"
(version "3.0")
(game (title "Odd") (players A=1 B) (turn-order A=1 B)
  (board (grid (start-rectangle 0 0 9 9) (dimensions ("x*/-" (10 0))) (directions (e 1))))
  (piece (name K*) (attribute up? false) (moves (e (set-attribute up? true) (add K* L))))
  (piece (name L) (moves (e add)) (drops ((verify empty?) add)))
  (board-setup (A=1 (K* x*))))
"#;
