//! Why a rule or a game has no faster form, or none in machine code.

use std::fmt;

/// The reason a form was declined. The reference interpreter does the work then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    Piles,
    SeesItself,
    FollowingAttributes,
    NumericAttributes,
    LastingFlags,
    Stage(&'static str),
    Goal(&'static str),
    Op(&'static str),
    Test(&'static str),
    TooManyWays,
    NoEnd,
    Twins,
    TooManyPieces,
    TooManyClasses,
    TooManyCells,
    Chance,
    /// Lanes run for many starts at once, and there is hardly one.
    Rare,
    /// A number is another one for each start.
    ByStart,
    /// Numbers may become too large, which is an error that the interpreter reports.
    LargeNumbers,
    /// Of machine code: what it is not written for.
    Code(&'static str),
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Piles => f.write_str("cells hold piles"),
            Why::SeesItself => f.write_str("rules see their own changes"),
            Why::FollowingAttributes => f.write_str("attributes follow the moving piece"),
            Why::NumericAttributes => f.write_str("attributes that are numbers"),
            Why::LastingFlags => f.write_str("flags outlive a part"),
            Why::Stage(what) => write!(f, "the stage `{what}`"),
            Why::Goal(what) => write!(f, "a goal with `{what}`"),
            Why::Op(what) => write!(f, "the op `{what}`"),
            Why::Test(what) => write!(f, "the test `{what}`"),
            Why::TooManyWays => f.write_str("too many ways through the rule"),
            Why::NoEnd => f.write_str("a loop that may not end"),
            Why::Twins => f.write_str("rules that may make the same move in different ways"),
            Why::TooManyPieces => f.write_str("more than 255 sorts of pieces"),
            Why::TooManyClasses => f.write_str("rules ask for more than 64 sets of cells"),
            Why::TooManyCells => f.write_str("more than 1024 cells"),
            Why::Chance => f.write_str("turns of chance"),
            Why::Rare => f.write_str("such pieces are not there at first, and are few"),
            Why::LargeNumbers => f.write_str("numbers that may become too large"),
            Why::ByStart => f.write_str("numbers that differ from start to start"),
            Why::Code(what) => f.write_str(what),
        }
    }
}
