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

/// Games and depths counted, in nodes a second beside shakmaty's chess.
pub(crate) const PERFT: &[(&str, u32)] =
    &[("chess", 4), ("breakthrough", 4), ("reversi", 6), ("connect-four", 6)];

pub(crate) fn at_least(name: &str) -> Option<f64> {
    TABLE.iter().find(|g| g.name == name).map(|g| g.at_least)
}

pub(crate) fn cap(name: &str) -> usize {
    TABLE.iter().find(|g| g.name == name).map_or(WHOLE, |g| g.cap)
}
