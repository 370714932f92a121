//! Bytes as a compiled game.

use crate::play::play;
use crate::reader::messages;
use crate::rules::{SHOWN, reads_back};
use zug_game::Game;
use zug_source::{Diagnostics, Encoding, Sources, Symbols};

/// Reads and verifies a compiled game. What the verifier accepts must run. Did it?
pub fn zir(bytes: &[u8]) -> bool {
    let mut sources = Sources::new();
    let mut symbols = Symbols::new();
    let mut out = Diagnostics::new();
    let Ok(file) = sources.add("fuzz.zir", bytes, Some(Encoding::Utf8)) else { return false };
    let game = zug_ir::parse(&sources, file, &mut symbols, &mut out);
    messages(&out, &sources, &symbols, SHOWN);
    let Some(game) = game else { return false };
    match zug_ir::verify(&game) {
        Ok(verified) => {
            reads_back(&verified);
            play(&Game::new(verified), bytes);
            true
        }
        Err(errors) => {
            for error in errors {
                assert!(!error.to_string().is_empty());
            }
            false
        }
    }
}
