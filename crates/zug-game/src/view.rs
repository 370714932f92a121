//! Views: whatever shows a game to somebody, told what happens in four calls.
//!
//! A move plays itself into a view part by part ([`show_part`]). What moves is read off the part; everything else off the
//! positions before and after it, so that a view that obeys the calls shows what is there, whatever the rules have done. All
//! calls up to `commit` belong together: castling is two moves and one commit.

mod model;
mod recording;
mod show;

pub use recording::{Call, Recording};
pub use show::{show_difference, show_part};

/// A piece by its names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Man<'n> {
    pub player: &'n str,
    pub piece: &'n str,
}

/// Somebody who is shown a game. Cells, pieces and players are called by their names.
///
/// Where a cell holds one piece, arriving there, or being created there, removes what stood there; nothing says so. Moves
/// between two commits are simultaneous: everything is taken up before anything is set down.
pub trait View {
    /// `n` equal pieces go from cell to cell; `becomes` is what they are from now on, where that is something else.
    fn move_pieces(&mut self, from: &str, to: &str, n: u64, man: Man<'_>, becomes: Option<Man<'_>>);
    /// `n` pieces appear.
    fn create(&mut self, at: &str, n: u64, man: Man<'_>);
    /// `n` pieces vanish.
    fn delete(&mut self, at: &str, n: u64, man: Man<'_>);
    /// What has been said since the last time is to be seen now, all at once.
    fn commit(&mut self);
}
