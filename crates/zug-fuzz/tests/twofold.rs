//! Random blocks on small boards: the fast back end gives the interpreter's answers.

use zug_game::{Backend, Game, NoFiles};

const INPUTS: u64 = 30_000;

#[test]
fn random_blocks_run_alike() {
    let mut with_form = 0;
    for seed in 0..INPUTS {
        let bytes = zug_fuzz::random_bytes(seed);
        let alike = std::panic::catch_unwind(|| zug_fuzz::twofold(&bytes));
        match alike {
            Ok(fast) => with_form += u64::from(fast),
            Err(_) => panic!("input {seed} runs differently"),
        }
    }
    // Otherwise nothing would have been compared.
    assert!(with_form > INPUTS / 300, "only {with_form} of {INPUTS} games have a fast form");
}

/// Of three pieces in a row the first may take the second or the third: two moves, one result.
#[test]
fn own_pieces_that_are_taken_are_counted_alike() {
    let rules = r#"
(game (title "Own") (players White Black) (turn-order White Black)
  (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b/c/d/e/f" (10 0)) ("3/2/1" (0 10))) (directions (e 1 0))))
  (board-setup (White (Man a1 b1 c1)) (Black (Man a3)))
  (piece (name Man) (moves (e add) (e e add)))
  (win-condition (White Black) (absolute-config Man (f3))))"#;
    let game = Game::from_text("own.zrf", rules.as_bytes(), &NoFiles).expect("a game");
    for depth in 1..=3 {
        let count = |backend| game.start().perft_by(backend, depth).expect("a count");
        assert_eq!(count(Backend::Auto), count(Backend::Interp), "{depth} plies");
    }
}
