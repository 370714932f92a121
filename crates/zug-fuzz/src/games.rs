//! Small games for texts about games: each is a seed of the target `model` too.

use std::sync::OnceLock;
use zug_game::{Game, NoFiles};
use zug_notation::{Settings, Style};

/// A game with the ways its positions are written.
pub(crate) struct Fixed {
    pub(crate) game: Game,
    pub(crate) styles: Vec<Style>,
}

/// The squares of the draughts board in the order of their numbers.
const SQUARES: &str = "b6 d6 f6 a5 c5 e5 b4 d4 f4 a3 c3 e3 b2 d2 f2 a1 c1 e1";

/// Chess-like, draughts-like, with reserves, with stacks, with heaps, with dice, with odd names.
pub(crate) fn games() -> &'static [Fixed] {
    static GAMES: OnceLock<Vec<Fixed>> = OnceLock::new();
    GAMES.get_or_init(|| {
        vec![
            fixed(include_bytes!("../../../fuzz/seeds/model/chess.zrf"), Some("fen")),
            fixed(include_bytes!("../../../fuzz/seeds/model/draughts.zrf"), Some("pdn")),
            fixed(include_bytes!("../../../fuzz/seeds/model/shogi.zrf"), Some("fen")),
            fixed(include_bytes!("../../../fuzz/seeds/model/stacks.zrf"), Some("fen")),
            fixed(include_bytes!("../../../fuzz/seeds/model/heaps.zrf"), None),
            fixed(include_bytes!("../../../fuzz/seeds/model/dice.zrf"), None),
            fixed(include_bytes!("../../../fuzz/seeds/model/odd.zrf"), None),
        ]
    })
}

fn fixed(rules: &[u8], notation: Option<&str>) -> Fixed {
    let game = Game::from_text("fixed.zrf", rules, &NoFiles).unwrap_or_else(|e| panic!("a fixed game: {e}"));
    let settings = Settings {
        notation: notation.map(str::to_owned),
        pdn_squares: Some(SQUARES.to_owned()),
        ..Settings::default()
    };
    let mut styles = vec![Style::General];
    if notation.is_some() {
        styles.extend(Style::from_settings(&game, &settings));
    }
    Fixed { game, styles }
}
