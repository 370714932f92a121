//! Bytes as a text in the Zug language: formatted, checked, compiled, played.

use crate::play::play;
use crate::reader::messages;
use crate::rules::{SHOWN, reads_back};
use zug_game::Game;
use zug_source::{Diagnostics, NoFiles};

/// Loads the bytes as a rules file, compiles every game in it, and plays each a little. Was there one?
pub fn lang(bytes: &[u8]) -> bool {
    formats(bytes);
    let Ok(loaded) = zug_lang::load("fuzz.zug", bytes, &NoFiles) else { return false };
    let mut any = false;
    messages(&loaded.diagnostics, &loaded.sources, &loaded.symbols, SHOWN);
    for decl in loaded.games.iter().filter_map(|entry| entry.decl.as_ref()) {
        match zug_compile::compile_lang(decl, &loaded.symbols) {
            Ok(compiled) => {
                any = true;
                reads_back(&compiled.game);
                play(&Game::new(compiled.game), bytes);
            }
            Err(problems) => {
                let mut out = Diagnostics::new();
                for problem in problems {
                    assert!(!problem.message.starts_with("internal:"), "{}", problem.message);
                    out.push(problem);
                }
                messages(&out, &loaded.sources, &loaded.symbols, SHOWN);
            }
        }
    }
    any
}

/// What can be laid out is laid out once and for all.
fn formats(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(once) = zug_lang::format(text)
        && let Ok(twice) = zug_lang::format(&once)
    {
        assert_eq!(once, twice, "laying out twice differs from once");
    }
}
