//! Bytes as a record of a game.

use crate::games::{Fixed, games};
use zug_notation::record::{read, read_header, write};

/// Reads a record by the rules of several games. What was read can be written, and reads back as the same text.
pub fn record(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let _ = read_header(&text);
    for Fixed { game, .. } in games() {
        match read(game, &text) {
            Ok(loaded) => {
                let Ok(written) = write(&loaded.record, &loaded.header) else { continue };
                let again = match read(game, &written) {
                    Ok(again) => again,
                    Err(error) => panic!("what was written cannot be read: {error}\n{written}"),
                };
                let twice = write(&again.record, &again.header).ok();
                assert_eq!(twice.as_deref(), Some(written.as_str()), "a record changes when it is read");
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}
