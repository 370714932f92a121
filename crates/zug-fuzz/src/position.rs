//! Bytes as a position text.

use crate::games::{Fixed, games};
use crate::play::{ply, seed};
use zug_game::{Rng, State};
use zug_notation::position::{parse, print};
use zug_notation::{Style, picture};

/// Reads a position of several games in all their styles. What can be read can be written, drawn and played.
pub fn position(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for Fixed { game, styles } in games() {
        for style in styles {
            match parse(game, style, &text) {
                Ok(state) => {
                    reads_back(&state, style);
                    assert!(!picture(&state, &Default::default(), false).is_empty());
                    let _ = ply(&mut state.clone(), &mut Rng::new(seed(bytes)));
                }
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    }
}

/// The general form keeps everything. FEN tells the last move and some attributes only as far as chess asks for
/// them: what comes back has the same text and the same moves.
fn reads_back(state: &State, style: &Style) {
    let text = print(state, style);
    let again = match parse(state.game(), style, &text) {
        Ok(again) => again,
        Err(error) => panic!("`{text}` cannot be read: {error}"),
    };
    assert_eq!(print(&again, style), text);
    match (style, state.moves(), again.moves()) {
        (Style::General, ..) => {
            assert!(same(state, &again), "`{text}` reads back as `{}`", print(&again, &Style::General));
        }
        (_, Ok(before), Ok(after)) => assert_eq!(before.len(), after.len(), "moves are lost in `{text}`"),
        _ => {}
    }
}

/// The same position, apart from how it came about.
pub(crate) fn same(a: &State, b: &State) -> bool {
    let bare = |s: &State| {
        let mut s = s.clone();
        s.edit(|_| {});
        s
    };
    a.position().outcome() == b.position().outcome()
        && a.hash() == b.hash()
        && bare(a).position() == bare(b).position()
}
