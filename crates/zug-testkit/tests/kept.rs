//! The interpreter keeps answers of rules from one position to the next. It gives the moves of one that has kept nothing.

use zug_game::Rng;
use zug_vm::Engine;

/// Games that keep answers about cells, answers put together from those for each piece, and attacks.
const GAMES: [&str; 5] = ["rithmomachy", "ultima", "reversi.zug", "hnefatafl", "chess.zug"];
const PLIES: usize = 12;

#[test]
fn moves_do_not_depend_on_positions_before() {
    for name in GAMES {
        let entry = zug_library::find(name).unwrap_or_else(|e| panic!("{name}: {e}"));
        let game = entry.load(None).unwrap_or_else(|e| panic!("{name}: {e}"));
        let program = game.program();
        let mut engine = Engine::new(program);
        for seed in 0..2 {
            let mut rng = Rng::new(seed);
            let mut state = program.start().clone();
            for ply in 0..PLIES {
                let (mut kept, mut fresh) = (Vec::new(), Vec::new());
                engine.moves(program, &state, &mut kept).expect("within limits");
                Engine::new(program).moves(program, &state, &mut fresh).expect("within limits");
                assert_eq!(kept, fresh, "{name}, seed {seed}, ply {ply}");
                if kept.is_empty() {
                    break;
                }
                let mv = kept.swap_remove(rng.below(kept.len()));
                engine.play(program, &mut state, &mv).expect("within limits");
            }
        }
    }
}
