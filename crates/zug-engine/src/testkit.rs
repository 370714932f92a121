//! Small games for the tests of this crate.

use crate::player::Table;
use crate::server::Variants;
use zug_game::{Game, NoFiles};
use zug_notation::{Settings, Style};

/// Two men run up a board of two columns and three rows; each has one move at a time.
const RACE: &str = r#"
  (game (title "Race") (players White Black) (turn-order White Black)
    (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b" (10 0)) ("3/2/1" (0 10))) (directions (n 0 -1)))
           (symmetry Black (n n)))
    (piece (name Man) (notation "M") (moves (n (verify empty?) add)))
    (board-setup (White (Man a1)) (Black (Man b1)))
    (win-condition (White) (absolute-config Man (a3)))
    (win-condition (Black) (absolute-config Man (b3))))
"#;

/// Two men on four columns and four rows step and take in any direction; whoever is taken has lost.
const DUEL: &str = r#"
  (define step ($1 (verify not-friend?) add))
  (game (title "Duel") (players White Black) (turn-order White Black)
    (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b/c/d" (10 0)) ("4/3/2/1" (0 10)))
      (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0))))
    (piece (name Man) (notation "M") (moves (step n) (step s) (step e) (step w)))
    (board-setup (White (Man a1)) (Black (Man d4)))
    (loss-condition (White Black) (pieces-remaining 0)))
"#;

pub(crate) fn race() -> Table {
    table(RACE)
}

pub(crate) fn duel() -> Table {
    table(DUEL)
}

fn table(rules: &str) -> Table {
    let game = Game::from_text("test.zrf", rules.as_bytes(), &NoFiles).unwrap_or_else(|e| panic!("{e}"));
    let settings = Settings { notation: Some("fen".to_owned()), ..Settings::default() };
    let style = Style::from_settings(&game, &settings).unwrap_or_else(|e| panic!("{e}"));
    Table { game, style, arrangement: Default::default(), variant: None }
}

/// One game is enough.
pub(crate) struct NoVariants;

impl Variants for NoVariants {
    fn names(&self) -> Vec<String> {
        Vec::new()
    }

    fn open(&self, _name: &str) -> Result<Table, String> {
        Err("there is no other game here".to_owned())
    }
}
