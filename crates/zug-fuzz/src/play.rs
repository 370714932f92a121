//! A few random plies of any game, with every promise checked on the way.

use std::collections::HashSet;
use zug_game::{Game, PlayError, Rng, RunError, State};

/// How far a game is played.
const PLIES: usize = 4;
/// Positions with more moves than this are not looked at move by move: naming them all takes its time.
const MANY: usize = 500;

/// Plays a few plies, chosen by the bytes. That rules meet a limit is fine.
pub(crate) fn play(game: &Game, bytes: &[u8]) {
    let mut rng = Rng::new(seed(bytes));
    let _ = game.start().playout(&mut rng, PLIES);
    let mut state = game.start();
    for _ in 0..PLIES {
        if ply(&mut state, &mut rng).is_err() {
            return;
        }
    }
}

/// One random move. An error if there is none.
pub(crate) fn ply(state: &mut State, rng: &mut Rng) -> Result<(), ()> {
    let limit = |e: RunError| assert!(!state.game().explain(&e).is_empty());
    hash_is_true(state);
    state.turn().map_err(limit)?;
    let moves = state.moves().map_err(limit)?;
    let chosen = rng.below(moves.len());
    let Some(mv) = moves.get(chosen).cloned() else { return Err(()) };
    if moves.len() <= MANY {
        names_are_unique(state).map_err(limit)?;
        split(state, rng).map_err(limit)?;
    }
    match state.play(&mv) {
        Ok(()) => {
            hash_is_true(state);
            Ok(())
        }
        Err(PlayError::Run(e)) => {
            assert!(!e.to_string().is_empty());
            Err(())
        }
        Err(e) => panic!("a move on offer is refused: {e}"),
    }
}

fn hash_is_true(state: &State) {
    let position = state.position();
    assert_eq!(
        position.position_hash(),
        position.recomputed_hash(state.game().program()),
        "the hash has drifted"
    );
}

fn names_are_unique(state: &State) -> Result<(), RunError> {
    let named = state.named_moves()?;
    let mut seen = HashSet::new();
    for (name, _) in &named {
        assert!(seen.insert(name.as_str()), "two moves are called `{name}`");
    }
    Ok(())
}

/// Walks a turn part by part.
fn split(state: &State, rng: &mut Rng) -> Result<(), RunError> {
    let mut walk = state.walk()?;
    for _ in 0..PLIES {
        let n = walk.parts().len();
        if n == 0 || n > MANY {
            break;
        }
        assert_eq!(walk.names().len(), n);
        walk.choose(rng.below(n))?;
    }
    Ok(())
}

/// A number that depends on all the bytes (FNV-1a): the same input plays the same game.
pub(crate) fn seed(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |h, b| (h ^ u64::from(*b)).wrapping_mul(0x0100_0000_01B3))
}
