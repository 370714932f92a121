//! Bytes as a saved game of Zillions.

use crate::games::{Fixed, games};
use crate::position::same;
use zug_game::Game;
use zug_notation::zsg::{Header, Zsg, read, replay, write};

/// Reads a saved game and replays it by the rules of several games. What was replayed can be written, and
/// replayed again to the same end.
pub fn zsg(bytes: &[u8]) {
    match read(bytes) {
        Ok(saved) => {
            assert_eq!(saved.to_bytes(), bytes);
            assert!(saved.rules_name().len() <= saved.rules_file.len());
            for Fixed { game, .. } in games() {
                replays(game, &saved);
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn replays(game: &Game, saved: &Zsg) {
    let first = replay(game, saved);
    assert!(first.replayed <= first.moves);
    if let Some(error) = &first.error {
        assert!(!error.to_string().is_empty());
        if first.replayed == 0 {
            // Perhaps not even its set-up could be made.
            return;
        }
    }
    let written = match write(game, &Header::new(game, "fixed.zrf"), &saved.edits, &first.turns) {
        Ok(written) => written,
        Err(error) => panic!("what was replayed cannot be written: {error}"),
    };
    let again = replay(game, &written);
    let text = String::from_utf8_lossy(written.to_bytes()).into_owned();
    assert!(again.error.is_none(), "what was written cannot be replayed: {:?}\n{text}", again.error);
    assert!(same(&first.end, &again.end), "what was written ends elsewhere:\n{text}");
}
