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
    // Files and definitions.
    /// An included or imported file cannot be read.
    FILE_UNREADABLE = "zug-001";
    /// A file includes or imports itself, directly or through others.
    FILE_LOOP = "zug-002";
    /// `import` names something the file does not define.
    NOT_IN_FILE = "zug-003";
    /// `...` stands for something left out.
    ELISION = "zug-004";
    /// Written in another version of the language.
    VERSION = "zug-005";
    /// A definition calls itself.
    RECURSION = "zug-006";
    /// Calls and lists are nested too deeply.
    TOO_DEEP = "zug-007";
    /// Definitions or parents make something too large.
    TOO_LARGE = "zug-008";
    /// A definition that is never used, because its name means something else.
    HIDDEN_DEFINITION = "zug-009";

    // Shapes.
    /// Something at top level that is no object.
    UNKNOWN_FORM = "zug-010";
    /// A word that this object cannot hold.
    UNKNOWN_ITEM = "zug-011";
    /// Too many or too few arguments.
    ARITY = "zug-012";
    /// One thing was expected and another found.
    UNEXPECTED = "zug-013";
    /// Not a number, or not in the range allowed.
    BAD_NUMBER = "zug-014";
    /// More things of one sort than the system can number.
    TOO_MANY = "zug-015";
    /// `else` or another word in the wrong place.
    MISPLACED_WORD = "zug-016";

    // Objects.
    /// Two objects of one kind with one name.
    DEFINED_TWICE = "zug-020";
    /// A parent nobody defines.
    UNKNOWN_PARENT = "zug-021";
    /// Objects that are their own ancestors.
    IS_A_CYCLE = "zug-022";
    /// A part that no game can do without.
    MISSING = "zug-023";
    /// The text leaves something to be defined elsewhere, so the game cannot be played.
    INCOMPLETE = "zug-024";
    /// A board that is not there, and nearly is.
    UNKNOWN_BOARD = "zug-025";

    // Boards.
    /// A dimension that cannot be read.
    BAD_DIMENSION = "zug-030";
    /// One name for two positions, directions, zones.
    DECLARED_TWICE = "zug-031";
    /// A position nobody declared.
    UNKNOWN_POSITION = "zug-032";
    /// A link replaces another of the same direction.
    LINK_REPLACED = "zug-033";
    /// `unlink` names a link that does not exist.
    NO_SUCH_LINK = "zug-034";
    /// The deltas of a direction do not fit the dimensions.
    DELTAS = "zug-035";

    // Names.
    UNKNOWN_NAME = "zug-040";
    /// Not a word of the language and no definition.
    UNKNOWN_COMMAND = "zug-041";
    UNKNOWN_DIRECTION = "zug-042";
    UNKNOWN_ZONE = "zug-043";
    UNKNOWN_PIECE = "zug-044";
    UNKNOWN_PLAYER = "zug-045";
    UNKNOWN_ATTRIBUTE = "zug-046";
    UNKNOWN_DICE = "zug-047";
    /// A generation variable that nothing sets.
    NEVER_SET = "zug-048";
    /// A generation variable that nothing reads.
    NEVER_READ = "zug-049";
    /// A thing that cannot be changed.
    NOT_A_VARIABLE = "zug-050";
    /// A statement where a value is needed.
    NOT_A_VALUE = "zug-051";

    // Games.
    /// Two pieces are set up on one position.
    OCCUPIED = "zug-060";
    /// A number of pieces where a position holds only one.
    NEEDS_PILES = "zug-061";
    /// An option nobody knows, or a value it does not take.
    BAD_OPTION = "zug-062";
    /// A player that takes turns and is not described, although others are.
    UNDESCRIBED_PLAYER = "zug-063";

    // Advice: what is allowed, and seldom meant.
    /// A mode that no move has, or that is never tried.
    UNREACHABLE_MODE = "zug-070";
    /// `opposite` of a direction that has none.
    NO_OPPOSITE = "zug-071";
    /// `any` in a test after the move.
    ANY_IN_POST = "zug-072";
    /// A direction as a statement in a loop.
    BARE_DIRECTION = "zug-073";
    /// A variable that holds a direction, used as a truth value.
    DIRECTION_AS_TRUTH = "zug-074";
    /// Values of different sorts are compared, or a name is a condition.
    WRONG_TYPE = "zug-075";
    /// A definition that nothing calls has an error.
    UNREADABLE_DEFINITION = "zug-076";
}

/// How early an error spoils the reading: 0 the text itself, 1 files and objects, 2 parents and directions, 3 everything else.
/// Errors of a later stage may be consequences of one of an earlier stage.
pub fn stage(code: &str) -> u8 {
    match code {
        "src-001" | "src-002" | "src-003" | "src-005" => 0,
        "src-004" | FILE_UNREADABLE | FILE_LOOP | NOT_IN_FILE | UNKNOWN_FORM | UNKNOWN_ITEM | UNEXPECTED
        | BAD_DIMENSION => 1,
        DELTAS | UNKNOWN_PARENT | IS_A_CYCLE | UNKNOWN_BOARD => 2,
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
