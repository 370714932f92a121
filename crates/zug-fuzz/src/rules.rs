//! Bytes as ZRF: expanded, compiled, played.

use crate::play::play;
use crate::reader::messages;
use zug_game::Game;
use zug_source::{Diagnostics, NoFiles, Sources, Symbols};
use zug_zrf::{Loaded, Want};

/// Rendering takes longer than everything else; the reader's target renders all messages.
pub(crate) const SHOWN: usize = 4;

/// Macros for the bytes to call: growing, recursive, with arguments everywhere.
const HEADER: &[u8] = br#"
(define one $1)
(define two $1 $1)
(define four (two $1) (two $2))
(define swap ($2 $1))
(define name$1 $1-$2)
(define text "$1 and $2")
(define loop (loop $1 $1))
(define ping (pong $1) $2) (define pong (ping $2) $1)
(define pick $($1))
(define step ($1 (verify empty?) add))
(define slide ($1 (while empty? add $1) (verify enemy?) add))
(game (title "Header") (players White Black) (turn-order White Black)
  (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b" (10 0)) ("2/1" (0 10))) (directions (n 0 -1) (e 1 0))))
  (piece (name Man) (moves (step n) (slide e)))
  (board-setup (White (Man a1)) (Black (Man b2))))
"#;

/// Loads the bytes as a file that follows a few macros.
pub fn macros(bytes: &[u8]) {
    let text = [HEADER, bytes].concat();
    let Some(loaded) = load(&text) else { return };
    messages(&loaded.diagnostics, &loaded.sources, &loaded.symbols, SHOWN);
}

/// Loads the bytes as a rules file, compiles every game in it, and plays each a little. Was there one?
pub fn model(bytes: &[u8]) -> bool {
    let Some(loaded) = load(bytes) else { return false };
    let mut any = false;
    messages(&loaded.diagnostics, &loaded.sources, &loaded.symbols, SHOWN);
    converts(&loaded);
    for form in loaded.forms {
        let Some(model) = form.model else { continue };
        match zug_compile::compile(&model) {
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

/// Games can be written in the Zug language, and if nothing is lost they load.
fn converts(loaded: &Loaded) {
    let games: Vec<&zug_model::Game> = loaded.forms.iter().filter_map(|form| form.model.as_ref()).collect();
    // A game that does not compile is no game.
    if games.is_empty() || games.iter().any(|game| zug_compile::compile(game).is_err()) {
        return;
    }
    let Ok(conversion) = zug_convert::convert(&games, &loaded.sources, &loaded.symbols) else { return };
    let text = &conversion.text;
    assert!(
        text.len() > zug_lang::MAX_FORMAT || zug_lang::format(text).is_ok(),
        "the conversion cannot be read:\n{text}"
    );
    if conversion.games.iter().all(|game| game.losses.is_empty()) {
        let file = zug_game::load("converted.zug", text.as_bytes(), None, &NoFiles, zug_game::Which::All);
        let errors = file.map(|file| file.problems).unwrap_or_default();
        let error = errors.iter().find(|problem| problem.severity == zug_source::Severity::Error);
        assert!(error.is_none(), "{}\n{text}", error.map_or("", |error| error.rendered.as_str()));
    }
}

fn load(text: &[u8]) -> Option<Loaded> {
    zug_zrf::load("fuzz.zrf", text, None, &NoFiles, Want::All).ok()
}

/// The compiled form of a game is the game.
pub(crate) fn reads_back(game: &zug_ir::Game) {
    let text = zug_ir::print(game);
    let mut sources = Sources::new();
    let mut symbols = Symbols::new();
    let mut out = Diagnostics::new();
    // A title of control characters can make a printed text look like no text.
    let Ok(file) = sources.add("again.zir", text.as_bytes(), Some(zug_source::Encoding::Utf8)) else {
        return;
    };
    let again = zug_ir::parse(&sources, file, &mut symbols, &mut out);
    let problems: Vec<&str> = out.iter().map(|d| d.message.as_str()).collect();
    assert!(again.as_ref() == Some(game), "the compiled form does not read back: {problems:?}\n{text}");
}
