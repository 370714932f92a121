use super::*;
use crate::testkit::*;

#[test]
fn a_grid_has_rows_and_labels() {
    let game = game(SHOGI);
    assert_eq!(
        picture(&game.start()),
        "3  . p k\n2  . . .\n1  K P .\n   a b c\nWhite: [2 Pawn]\nBlack: [1 Pawn]\n"
    );
}

#[test]
fn stacks_show_top_and_height() {
    let game = game(STACKS);
    assert_eq!(picture(&after(&game, &["a1-b1"])), "2  .  m  m\n1  .  M3 .\n   a  b  c\n");
}

#[test]
fn heaps_show_counts() {
    let game = game(HEAPS);
    assert_eq!(
        picture(&game.start()),
        "2  2NS    1TS    .\n1  1SS4TS .      .\n   a      b      c\nS: 3 Table Seed\n\
         SS = South Seed\nNS = North Seed\nTS = Table Seed\n"
    );
}

#[test]
fn boards_without_a_grid_are_drawn_by_place() {
    let game = game(DICE);
    assert_eq!(
        picture(&after(&game, &["pass", "Two@die"])),
        "M . .    w1 w2 w3\nm . .    b1 b2 b3\ndie: White Two\nWhite: [1 One]\nBlack: [1 One, 1 Two]\n"
    );
}

#[test]
fn cells_without_place_are_listed() {
    let game = game(
        r#"(version "3.0") (game (title "List") (players White Black) (turn-order White Black)
          (board (positions a b c d) (links n (a b)))
          (piece (name Man) (moves (n add)))
          (board-setup (White (Man a)) (Black (Man c))))"#,
    );
    assert_eq!(picture(&game.start()), "a: White Man\nc: Black Man\n. b d\n");
}

#[test]
fn layers_and_slanted_rows() {
    let game = game(
        r#"(game (title "Layers") (players White) (turn-order White)
          (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b" (10 0)) ("1/2" (5 8)) ("x/y" (0 40))) (directions (n 0 1 0))))
          (piece (name Man) (moves (n add)))
          (board-setup (White (Man a1x b2y))))"#,
    );
    assert_eq!(picture(&game.start()), "[x]\n1  M .\n2   . .\n    a b\n\n[y]\n1  . .\n2   . M\n    a b\n");
}

#[test]
fn a_lone_player_needs_no_letter() {
    let game = game(
        r#"(game (title "Puzzle") (players Solver) (turn-order Solver)
          (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b/c" (10 0)) ("1" (0 10))) (directions (e 1 0))))
          (piece (name T1) (moves (e add))) (piece (name T12) (moves (e add))) (piece (name Tile) (moves (e add)))
          (board-setup (Solver (T1 a1) (T12 b1) (Tile c1))))"#,
    );
    assert_eq!(picture(&game.start()), "1  T1  T12 T\n   a   b   c\nT = Tile\n");
}
