//! Scripts that ask about all cells in the middle of a move, compare moves by what they are worth, or change more cells than
//! they name: they have a fast form, and it gives the interpreter's answers.

use zug_game::{Game, NoFiles};
use zug_testkit::twofold;

const BOARD: &str = r#"
(board (name field)
  (dim "a-e") (dim "5-1")
  (dir (name n) 0 -1) (dir (name s) 0 1) (dir (name e) 1 0) (dir (name w) -1 0))
(player (name White))
(player (name Black) (sym n s s n))
"#;

/// A game of men who go one step; what is said of them, and of the game.
fn game(man: &str, rest: &str) -> Game {
    let text = format!(
        r#"{BOARD}
(piece (name Man) (notation "M") (let proud? false) {man})
(piece (name Rook) (notation "R") (let proud? false) (dir n e s w)
  (move (check (any dir)) (while is-empty? end-move (check dir))))
(game (name "Questions") (board field) (let seen 0) (let quiet 0)
  (players
    (White (Man a1 b1 c2 d1 e1 b2) (Rook c1) (Man hand 2))
    (Black (Man a5 b5 c4 d5 e5 d4) (Rook c5) (Man hand 2)))
  {rest}
  (draw (order 8) (>= quiet 60))
  (loss (order 9) no-moves?))"#
    );
    Game::from_text("questions.zug", text.as_bytes(), &NoFiles).unwrap_or_else(|e| panic!("{e}"))
}

fn same(man: &str, rest: &str) {
    let game = game(man, rest);
    if let Err(why) = game.fast() {
        panic!("no fast form: {why}");
    }
    for seed in 0..6 {
        assert_eq!(twofold::compare(&game, seed, 50), Ok(true), "seed {seed}");
        assert_eq!(twofold::possible_game(&game, seed, 80).map(|_| ()), Ok(()), "seed {seed}");
    }
}

const STEP: &str = "(move (check (any n e w)))";

#[test]
fn a_value_may_depend_on_the_position_after_the_move() {
    let pairs = "(exists? (any Man) (check is-friend?) (check (is-enemy? n)))";
    same(&format!("{STEP} (finish (inc! quiet) (if {pairs} (inc! seen)))"), "(win (>= seen 9))");
    same(&format!("{STEP} (finish (if {pairs} (set! quiet 0) else (inc! quiet)))"), "");
}

#[test]
fn a_question_after_a_change_may_decide_more() {
    let alone = "(not-exists? (any Rook) (check is-enemy?) (check (is-friend? n)))";
    same(&format!("{STEP} (post (inc! quiet) (if {alone} (set! proud? true)))"), "");
}

#[test]
fn a_goal_may_try_a_move() {
    let follow = "(exists? (any Rook) (check is-friend?) take (check (any n e s w)) (check is-empty?) drop
        (check (not-exists? (any Man) (check is-enemy?) (check (is-friend? n)))))";
    same(&format!("{STEP} (post (inc! quiet))"), &format!("(loss (order 1) (not {follow}))"));
}

#[test]
fn only_moves_that_are_worth_most_stay() {
    same(&format!("{STEP} (post (inc! quiet))"), "(prefer captured-count)");
    same(&format!("{STEP} (post (inc! quiet))"), "(prefer (- 0 captured-count))");
}

#[test]
fn everything_around_that_passes_a_test_is_captured() {
    let blast = "(if (> captured-count 0) capture
        (all (check (any n e s w)) (check not-empty?) (check (not-piece? Rook)) capture))";
    same(&format!("{STEP} (post (inc! quiet) {blast})"), "");
}

#[test]
fn values_and_reserves_may_change_before_the_piece_moves() {
    let drop = "(drop (check is-empty?) (check (none? (position s))))";
    let arrive = "(arrive (check not-friend?) (if is-enemy? (reserve! (piece) 1)))";
    same(&format!("(pre (inc! quiet)) {STEP} {drop} {arrive}"), "");
}

#[test]
fn cells_are_found_by_their_coordinates() {
    let mirror =
        "(move (check (!= (coord 1) (coord 2))) (let there (cell-at (coord 2) (coord 1))) (check there))";
    same(&format!("{STEP} {mirror} (post (inc! quiet))"), "");
}
