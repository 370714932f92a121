//! What `zug info` says about the opponent.

use crate::common::zug;

#[test]
fn info_tells_how_the_opponent_looks_for_moves() {
    let method = |game: &str| zug(&["info", game, "--json"]).ok().json()["opponent"]["method"].clone();
    assert_eq!(method("tic-tac-toe"), "alpha-beta");
    assert_eq!(method("hex"), "mcts");
    assert_eq!(method("peg-solitaire"), "puzzle");
    let text = zug(&["info", "tic-tac-toe"]).ok().out;
    assert!(text.contains("\nopponent  alpha-beta: two players, about "), "{text}");
}
