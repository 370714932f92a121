//! What rules say about moves with `hint`: weights order them and decide between equals, forced answers are looked at.

mod kit;

use kit::{player, think};
use zug_ai::{Limits, Score};
use zug_game::{Game, NoFiles};

/// The best move of a game of these rules, and what it promises, looking one ply ahead.
fn best(rules: &str) -> (String, Score) {
    let game = Game::from_text("hints.zug", rules.as_bytes(), &NoFiles).expect("the rules have no errors");
    let state = game.start();
    let limits = Limits { depth: Some(1), nodes: Some(5_000), ..Limits::default() };
    let report = think(&mut player(&game, 0), &state, &limits).expect("there are moves");
    let line = &report.lines[0];
    let names = state.named_moves().expect("the rules can be run");
    let name = names.into_iter().find(|(_, mv)| **mv == line.moves[0]).expect("the move is legal");
    (name.0, line.score)
}

/// Two men between walls: whatever they do, one way is as good as the other.
fn to_both_sides(east: &str, west: &str) -> String {
    format!(
        "(board (name rows) (dim \"a-e\") (dim \"1-2\") (dir (name e) 1 0) (dir (name w) -1 0))
         (piece (name Man)
           (move (check e) (check is-empty?) {east})
           (move (check w) (check is-empty?) {west}))
         (game (name \"Both sides\") (board rows) (players (White (Man c1)) (Black (Man c2))))"
    )
}

#[test]
fn of_equal_moves_the_one_of_more_weight_is_played() {
    assert_eq!(best(&to_both_sides("(hint weight 1)", "")).0, "c1-d1");
    assert_eq!(best(&to_both_sides("", "(hint weight 1)")).0, "c1-b1");
    assert_eq!(best(&to_both_sides("(hint weight 2)", "(hint weight 7)")).0, "c1-b1");
}

/// White wins in two moves, and Black can do nothing about it.
fn runs(hint: &str) -> String {
    format!(
        "(board (name rows) (dim \"a-e\") (dim \"1-3\") (dir (name e) 1 0) (dir (name w) -1 0)
           (zone (name goal) d1))
         (piece (name Runner) (move (check e)))
         (piece (name Stone) (move (check (any e w)) (check is-empty?) {hint}))
         (game (name \"Runner\") (board rows)
           (win (exists? (any Runner) (check (in-zone? goal))))
           (players (White (Runner b1) (Stone c2)) (Black (Stone c3))))"
    )
}

#[test]
fn forced_answers_are_looked_at_whatever_the_depth() {
    let (_, score) = best(&runs(""));
    assert!(matches!(score, Score::Points(_)), "{score:?}");
    let (name, score) = best(&runs("(hint forced)"));
    assert!(matches!(score, Score::Wins(_)), "{name}: {score:?}");
    assert_eq!(name, "b1-c1");
}
