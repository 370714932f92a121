//! The codes of all messages, one per family. Users search for them, so a code never changes its meaning.

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $code:literal;)*) => {
        $($(#[$doc])* pub(crate) const $name: &str = $code;)*

        /// Every code, for the test that each has an example.
        #[cfg(test)]
        pub(crate) const ALL: &[&str] = &[$($code),*];
    };
}

codes! {
    // Files and macros.
    /// An included file cannot be read.
    INCLUDE_UNREADABLE = "zrf-001";
    /// A file includes itself, directly or through others.
    INCLUDE_LOOP = "zrf-002";
    /// `include` or `define` is not written as it should be.
    BAD_FORM = "zrf-003";
    /// Two macros have one name and different bodies.
    MACRO_REDEFINED = "zrf-004";
    /// Nobody supplies the argument a macro mentions.
    ARGUMENT_MISSING = "zrf-005";
    /// A macro calls itself.
    MACRO_LOOP = "zrf-006";
    /// Macros or lists are nested too deeply.
    TOO_DEEP = "zrf-007";
    /// Macros make a form too large.
    TOO_LARGE = "zrf-008";

    // The file as a whole.
    /// Something at top level that is neither a game nor a macro.
    UNKNOWN_FORM = "zrf-010";
    /// There is no game in the file.
    NO_GAME = "zrf-011";
    /// A variant, and no game it could be a variant of.
    ORPHAN_VARIANT = "zrf-012";
    /// A game without a title.
    NO_TITLE = "zrf-013";
    /// `translate` is not carried out.
    TRANSLATE = "zrf-014";
    /// The file is written for a version of the language that is not known.
    UNKNOWN_VERSION = "zrf-015";

    // Shapes.
    /// A statement keyword nobody knows.
    UNKNOWN_STATEMENT = "zrf-020";
    /// Too many or too few arguments.
    ARITY = "zrf-021";
    /// One thing was expected and another found.
    UNEXPECTED = "zrf-022";
    /// Not a number, or not in the range allowed.
    BAD_NUMBER = "zrf-023";
    /// More things of one sort than the system can number.
    TOO_MANY = "zrf-024";
    /// A part that no game can do without.
    MISSING = "zrf-025";
    /// One name for two things of one sort.
    DECLARED_TWICE = "zrf-026";
    /// `else` or `repeat` in the wrong place.
    MISPLACED_WORD = "zrf-027";

    // Options.
    /// An option nobody knows.
    UNKNOWN_OPTION = "zrf-030";
    /// An option does not take this value.
    BAD_OPTION_VALUE = "zrf-031";
    /// Rules of the game are in a script beside the file.
    SCRIPT_OPTION = "zrf-032";
    /// A construct of an extension that is not switched on.
    NEEDS_OPTION = "zrf-033";
    /// The file asks for both dialects.
    TWO_DIALECTS = "zrf-034";

    // Names.
    UNKNOWN_PLAYER = "zrf-040";
    UNKNOWN_PIECE = "zrf-041";
    UNKNOWN_DIRECTION = "zrf-042";
    UNKNOWN_POSITION = "zrf-043";
    UNKNOWN_ZONE = "zrf-044";
    UNKNOWN_ATTRIBUTE = "zrf-045";
    UNKNOWN_GLOBAL = "zrf-046";
    /// Neither a command nor a direction nor a position.
    UNKNOWN_COMMAND = "zrf-047";
    /// Not a condition of a rule or a goal.
    UNKNOWN_CONDITION = "zrf-048";
    /// Not a number of the extension `numeric`.
    UNKNOWN_NUMBER = "zrf-049";
    /// A zone where a single position is needed.
    ZONE_AS_PLACE = "zrf-050";
    /// No direction leads back.
    NO_OPPOSITE = "zrf-051";
    /// A flag is tested and never set.
    FLAG_NEVER_SET = "zrf-052";
    /// A test names a move type that no piece has.
    UNKNOWN_MODE = "zrf-053";
    /// A position that `kill-positions` took away.
    REMOVED_POSITION = "zrf-054";

    // Meanings.
    /// Two pieces are set up on one position.
    OCCUPIED = "zrf-060";
    /// A number of pieces where a position holds only one.
    NEEDS_PILES = "zrf-061";
    /// A value that exists only while a move is made.
    NOT_IN_GOALS = "zrf-062";
    /// An attribute holds text, which no rule can read.
    TEXT_ATTRIBUTE = "zrf-063";
    /// An attribute where pieces lie in heaps and cannot be told apart.
    HEAP_ATTRIBUTE = "zrf-064";
    /// `flip` where there are several opponents.
    FLIP_OF_MANY = "zrf-065";
    /// Pieces can be dropped and no stock has any.
    NO_STOCK = "zrf-066";

    /// The rules are in an Axiom script.
    AXIOM = "zrf-axiom";
}

/// How early an error spoils the reading: 0 the text itself, 1 files, macros and statements, 2 parts that are missing,
/// 3 everything else. Errors of a later stage may be consequences of one of an earlier stage.
pub fn stage(code: &str) -> u8 {
    match code {
        "src-001" | "src-002" | "src-003" | "src-005" => 0,
        "src-004" | INCLUDE_UNREADABLE | INCLUDE_LOOP | BAD_FORM | MACRO_LOOP | TOO_DEEP | TOO_LARGE
        | UNKNOWN_FORM | UNKNOWN_STATEMENT => 1,
        NO_GAME | ORPHAN_VARIANT | MISSING => 2,
        _ => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The recorded messages; see `tests/errors.rs`.
    #[test]
    fn every_code_has_an_example() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/errors");
        let mut said = String::new();
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "snap") {
                said += &std::fs::read_to_string(path).unwrap();
            }
        }
        let missing: Vec<&str> =
            ALL.iter().copied().filter(|code| !said.contains(&format!("[{code}]"))).collect();
        assert!(missing.is_empty(), "no file in tests/errors shows {missing:?}");
    }

    #[test]
    fn no_code_is_used_twice() {
        for (at, code) in ALL.iter().enumerate() {
            assert!(!ALL[..at].contains(code), "{code}");
        }
    }
}
