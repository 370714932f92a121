//! What cannot work in a game although its text can be read: found in its tables, and by playing it at random.
//!
//! Everything here is a warning. The games are the same on every machine; the caller says when there was time enough,
//! and what is not seen by then is not told.

mod play;
mod tables;

use crate::game::Game;
use crate::load::{Problem, RulesFile, problem};
use rustc_hash::FxHashSet;
use zug_source::{Diagnostic, Origin, Severity};

/// The codes of these messages. Users search for them, so a code never changes its meaning.
pub(crate) mod codes {
    /// The game is over before the first move.
    pub(crate) const OVER_AT_THE_START: &str = "try-001";
    /// A piece that has moves and was never seen to make one.
    pub(crate) const NEVER_MOVES: &str = "try-002";
    /// Nothing ends the game.
    pub(crate) const NO_END: &str = "try-003";
    /// A priority that no move has.
    pub(crate) const UNUSED_PRIORITY: &str = "try-004";
    /// A direction that leads nowhere from every position.
    pub(crate) const NO_LINKS: &str = "try-005";
    /// `back` in a rule that has no `mark`.
    pub(crate) const BACK_WITHOUT_MARK: &str = "try-006";
    /// A rule met a limit in a random game.
    pub(crate) const TOO_MUCH_WORK: &str = "try-007";
    /// The players have nothing to do at the start.
    pub(crate) const NO_MOVE_AT_THE_START: &str = "try-008";

    /// All of them.
    #[cfg(test)]
    pub(crate) const ALL: &[&str] = &[
        OVER_AT_THE_START,
        NEVER_MOVES,
        NO_END,
        UNUSED_PRIORITY,
        NO_LINKS,
        BACK_WITHOUT_MARK,
        TOO_MUCH_WORK,
        NO_MOVE_AT_THE_START,
    ];
}

impl RulesFile {
    /// What cannot work in the games that were made ready, each thing once. A few random games are played, as long
    /// as `goes_on` says so.
    pub fn try_out(&self, goes_on: &dyn Fn() -> bool) -> Vec<Problem> {
        let mut found = Vec::new();
        let mut said = FxHashSet::default();
        for game in self.games().iter().flatten() {
            let mut doubts = tables::doubts(game);
            doubts.extend(play::doubts(game, goes_on));
            for doubt in doubts {
                let problem = doubt.into_problem(game);
                if said.insert((problem.code, problem.message.clone())) {
                    found.push(problem);
                }
            }
        }
        found
    }
}

/// A warning about a game, with the place in its text as far as that is known.
struct Doubt {
    code: &'static str,
    message: String,
    origin: Option<Origin>,
    hint: Option<String>,
}

impl Doubt {
    fn new(code: &'static str, origin: Option<Origin>, message: String) -> Self {
        Doubt { code, message, origin, hint: None }
    }

    fn hint(self, hint: impl Into<String>) -> Self {
        Doubt { hint: Some(hint.into()), ..self }
    }

    fn into_problem(self, game: &Game) -> Problem {
        let places = game.places();
        let origin = self.origin.or_else(|| places.game_origin()).unwrap_or(Origin::NOWHERE);
        let mut diagnostic = Diagnostic::warning(self.code, origin, self.message);
        diagnostic.hint = self.hint;
        match places.texts() {
            Some(texts) => problem(&diagnostic, &texts.sources, &texts.symbols),
            None => Problem {
                severity: Severity::Warning,
                code: diagnostic.code,
                rendered: format!("warning[{}]: {}", diagnostic.code, diagnostic.message),
                colored: format!("warning[{}]: {}", diagnostic.code, diagnostic.message),
                message: diagnostic.message,
                file: String::new(),
                line: 0,
                column: 0,
                hint: diagnostic.hint,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::{Which, load};
    use zug_source::NoFiles;

    /// The codes that a text is warned of.
    fn codes_of(name: &str, text: &str) -> Vec<&'static str> {
        let file = load(name, text.as_bytes(), None, &NoFiles, Which::All).expect("it can be read");
        assert!(!file.has_errors(), "{:?}", file.problems);
        file.try_out(&|| true).iter().map(|problem| problem.code).collect()
    }

    const WALK: &str = r#"
        (board (name row) (dim "a-d") (dir (name e) 1) (zone (name end) d))
        (piece (name Man) (move (check e) (check is-empty?)))
        (game (name Walk) (board row) (players (White (Man a)) (Black))
            (turns White) (win (exists? (any Man) (check (in-zone? end)))))
    "#;

    #[test]
    fn a_sound_game_has_no_doubts() {
        assert_eq!(codes_of("walk.zug", WALK), Vec::<&str>::new());
    }

    #[test]
    fn each_slip_has_its_warning() {
        let cases = [
            ("(Man a)", "(Man d)", vec![codes::NO_MOVE_AT_THE_START]),
            ("(win (exists?", "(loss true) (win (exists?", vec![codes::OVER_AT_THE_START]),
            ("(Man a)", "(Man c)", vec![]),
            ("(win (exists? (any Man) (check (in-zone? end))))", "", vec![codes::NO_END]),
            (
                "(check is-empty?)",
                "(check is-empty?) back",
                vec![codes::BACK_WITHOUT_MARK, codes::NO_MOVE_AT_THE_START],
            ),
        ];
        for (old, new, expected) in cases {
            let text = WALK.replacen(old, new, 1);
            assert_ne!(text, WALK, "{old}");
            assert_eq!(codes_of("walk.zug", &text), expected, "{new}");
        }
        assert_eq!(codes::ALL.len(), 8);
    }

    #[test]
    fn a_piece_that_never_moves_is_told_with_its_place() {
        let text = r#"
            (board (name rows) (dim "a-d") (dim "1-2") (dir (name e) 1 0) (dir (name w) -1 0) (zone (name end) d2))
            (piece (name Rock) (move (check false)))
            (piece (name Runner) (move (check (any e w)) (check is-empty?)))
            (game (name Run) (board rows) (players (White (Runner a1) (Rock a2)))
                (win (exists? (any Rock) (check (in-zone? end)))))
        "#;
        let file = load("run.zug", text.as_bytes(), None, &NoFiles, Which::All).expect("it can be read");
        let found = file.try_out(&|| true);
        assert_eq!(found.iter().map(|p| (p.code, p.line)).collect::<Vec<_>>(), [(codes::NEVER_MOVES, 3)]);
        assert!(file.try_out(&|| false).is_empty(), "without time for games nothing is known of pieces");
    }

    #[test]
    fn a_direction_of_zrf_that_leads_nowhere_is_told() {
        let text = r#"
            (game (title "Walk") (players White Black) (turn-order White Black)
              (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b" (10 0)) ("3/2/1" (0 10)))
                (directions (n 0 -1) (far 9 9))))
              (piece (name Man) (moves (n (verify empty?) add)))
              (board-setup (White (Man a1)) (Black (Man b1)))
              (win-condition (White Black) (absolute-config Man (a3 b3))))
        "#;
        assert_eq!(codes_of("walk.zrf", text), [codes::NO_LINKS]);
    }
}
