//! The codes of all messages. Users search for them, so a code never changes its meaning.

/// More things of one sort than the engine can number.
pub(crate) const TOO_MANY: &str = "cmp-001";
/// The attributes of a piece do not fit its bits.
pub(crate) const ATTRIBUTE_BITS: &str = "cmp-002";
/// An attribute starts with a value it cannot hold.
pub(crate) const ATTRIBUTE_VALUE: &str = "cmp-003";
/// A goal mentions a value that exists only while a move is made.
pub(crate) const NOT_IN_GOALS: &str = "cmp-004";
/// Piles are spoken of in a game whose cells do not hold such piles.
pub(crate) const NEEDS_PILES: &str = "cmp-005";
/// Loops, numbers or conditions inside each other beyond what the engine provides for.
pub(crate) const TOO_DEEP: &str = "cmp-006";
/// A move or a part ends where none can end.
pub(crate) const CANNOT_END: &str = "cmp-007";
/// Something that must be a constant is not one.
pub(crate) const NOT_FIXED: &str = "cmp-008";
/// A die is used in a game that has none, or several sets.
pub(crate) const WHICH_DICE: &str = "cmp-009";
// cmp-010 was: something that the language has and the engine has not.
/// A piece is set up with an attribute that its type does not have.
pub(crate) const NO_ATTRIBUTE: &str = "cmp-011";
/// A number that a variable cannot hold.
pub(crate) const TOO_LARGE: &str = "cmp-012";
/// Something is missing without which there is no game.
pub(crate) const EMPTY_GAME: &str = "cmp-013";
/// Pieces are to be set up by a player who takes no turns.
pub(crate) const NOBODY_SETS_UP: &str = "cmp-014";
/// More pieces are to be set up in a zone than it has free positions.
pub(crate) const NO_ROOM: &str = "cmp-015";
/// The verifier refuses what this crate made: a bug of ours, never of the author's.
pub(crate) const INTERNAL: &str = "cmp-900";
