use super::*;
use crate::testkit::*;

fn picture(state: &State) -> String {
    super::picture(state, &Arrangement::default(), false)
}

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
        "2  2N   1T   .\n1  1S4T .    .\n   a    b    c\nS: 3 Table Seed\n\
         S = South Seed\nN = North Seed\nT = Table Seed\n"
    );
}

#[test]
fn boards_without_a_grid_are_drawn_by_place() {
    let game = game(DICE);
    assert_eq!(
        picture(&after(&game, &["pass", "Two@die"])),
        "w  M . .\nb  m . .\n   1 2 3\ndie: White Two\nWhite: [1 One]\nBlack: [1 One, 1 Two]\n"
    );
}

#[test]
fn cells_without_place_are_listed() {
    let game = game(
        r#"(version "3.0") (game (title "List") (players White Black) (turn-order White Black)
          (board (positions a b c d) (links arc (a b)))
          (piece (name Man) (moves (arc add)))
          (board-setup (White (Man a)) (Black (Man c))))"#,
    );
    assert_eq!(picture(&game.start()), "a: White Man\nc: Black Man\n. b d\n");
}

#[test]
fn layers_stand_side_by_side() {
    let game = game(
        r#"(game (title "Layers") (players White) (turn-order White)
          (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b" (10 0)) ("1/2" (0 10)) ("x/y" (0 40))) (directions (n 0 1 0))))
          (piece (name Man) (moves (n add)))
          (board-setup (White (Man a1x b2y))))"#,
    );
    assert_eq!(
        picture(&game.start()),
        "[x]       [y]\n1  M .    1  . .\n2  . .    2  . M\n   a b       a b\n"
    );
}

#[test]
fn rows_of_hexagons_are_shifted() {
    let game = game(
        r#"(game (title "Hexagons") (players White) (turn-order White)
          (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b/c" (10 0)) ("1/2" (5 8)))
            (directions (s 0 1) (n 0 -1) (e 1 0) (w -1 0) (se -1 1) (nw 1 -1))))
          (piece (name Man) (moves (n add)))
          (board-setup (White (Man a1 c2))))"#,
    );
    assert_eq!(picture(&game.start()), "1  M . .\n 2  . . M\n     a b c\n");
}

#[test]
fn cells_that_no_row_names_show_their_names() {
    let game = game(
        r#"(version "3.0") (game (title "Crooked") (players White Black) (turn-order White Black)
          (board (positions (start 0 0 9 9) (b1 10 10 19 19) (b2 20 0 29 9)) (links e (start b1) (b1 b2)))
          (piece (name Man) (moves (e add)))
          (board-setup (White (Man start))))"#,
    );
    assert_eq!(picture(&game.start()), "start:M b2\n    b1\n");
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
