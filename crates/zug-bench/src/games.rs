//! What is measured when nobody says what.

/// Random chess hardly ever ends: so many plies are a game.
pub(crate) const CHESS_CAP: usize = 200;

/// Long enough for whole games.
const WHOLE: usize = 5_000;

/// A game with the multiple of shakmaty's random chess that we want to reach.
pub(crate) struct Wanted {
    pub(crate) name: &'static str,
    pub(crate) cap: usize,
    pub(crate) at_least: f64,
}

const fn game(name: &'static str, cap: usize, at_least: f64) -> Wanted {
    Wanted { name, cap, at_least }
}

pub(crate) const TABLE: &[Wanted] = &[
    game("chess", CHESS_CAP, 1.5),
    game("breakthrough", WHOLE, 25.0),
    game("english-draughts", WHOLE, 12.0),
    game("international-draughts", WHOLE, 2.0),
    game("turkish-draughts", WHOLE, 5.0),
    game("reversi", WHOLE, 5.0),
    game("connect-four", WHOLE, 60.0),
    game("gomoku", WHOLE, 10.0),
    // To compare: at most 6 times the cost per ply of 8x8.
    game("breakthrough-by-31", WHOLE, 0.0),
    game("hex", WHOLE, 4.0),
    game("amazons", WHOLE, 2.5),
    game("nine-mens-morris", WHOLE, 8.0),
    game("go#Go 19x19", WHOLE, 0.15),
    game("go#Go 9x9", WHOLE, 1.0),
    game("alquerque", WHOLE, 6.0),
    game("fanorona", WHOLE, 3.0),
    game("kalah", WHOLE, 12.0),
    game("oware", WHOLE, 5.0),
    game("xiangqi", CHESS_CAP, 0.7),
    game("shogi", CHESS_CAP, 0.7),
    game("long-nardy", WHOLE, 0.05),
    game("backgammon", WHOLE, 0.05),
];

/// Breakthrough on a board of another size is called this, and the size.
pub(crate) const WIDE: &str = "breakthrough-by-";

/// The rules of breakthrough on a square board.
pub(crate) fn wide(size: usize) -> String {
    let columns: Vec<String> = (0..size).map(|i| format!("c{i}r")).collect();
    let row = |y: usize| columns.iter().map(|c| format!("{c}{y}")).collect::<Vec<_>>().join(" ");
    let rows: Vec<String> = (1..=size).rev().map(|y| y.to_string()).collect();
    let step = |dir: &str, wanted: &str| format!("({dir} (verify {wanted}) add)");
    format!(
        r#"(game (title "Breakthrough {size}x{size}") (players White Black) (turn-order White Black)
  (board
    (grid (start-rectangle 0 0 9 9) (dimensions ("{}" (10 0)) ("{}" (0 10)))
      (directions (n 0 -1) (ne 1 -1) (nw -1 -1) (s 0 1) (se 1 1) (sw -1 1)))
    (symmetry Black (n s) (ne se) (nw sw))
    (zone (name goal) (players White) (positions {top}))
    (zone (name goal) (players Black) (positions {bottom})))
  (piece (name Pawn) (moves {} {} {}))
  (board-setup (White (Pawn {bottom} {})) (Black (Pawn {top} {})))
  (win-condition (White Black) (absolute-config Pawn (goal)))
  (loss-condition (White Black) (pieces-remaining 0)))"#,
        columns.join("/"),
        rows.join("/"),
        step("n", "empty?"),
        step("ne", "not-friend?"),
        step("nw", "not-friend?"),
        row(2),
        row(size.saturating_sub(1)),
        top = row(size),
        bottom = row(1),
    )
}

/// Games and depths counted, in nodes a second beside shakmaty's chess.
pub(crate) const PERFT: &[(&str, u32)] =
    &[("chess", 4), ("breakthrough", 5), ("reversi", 7), ("connect-four", 8)];

pub(crate) fn at_least(name: &str) -> Option<f64> {
    TABLE.iter().find(|g| g.name == name).map(|g| g.at_least)
}

pub(crate) fn cap(name: &str) -> usize {
    TABLE.iter().find(|g| g.name == name).map_or(WHOLE, |g| g.cap)
}
