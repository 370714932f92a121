//! How much a search may still do.

use crate::ask::{Limits, Watch};
use std::time::Duration;
use zug_game::RunError;

/// Positions between two looks at the watch. A position costs a microsecond in one game and milliseconds in the next, and a look
/// costs less than either: whoever knows that positions are slow asks for each.
const PAUSE: u64 = 8;

/// Why a search has not come to its end.
#[derive(Debug)]
pub(crate) enum Stop {
    /// Nothing is left of its budget.
    Out,
    /// The rules asked for too much.
    Run,
}

impl From<RunError> for Stop {
    fn from(_: RunError) -> Self {
        Stop::Run
    }
}

/// Limits and watch of one search.
pub(crate) struct Budget<'a> {
    limits: &'a Limits,
    watch: &'a dyn Watch,
    nodes: u64,
    most_nodes: u64,
    next: u64,
    asked_at: Duration,
    /// The first look at the moves is finished, however few positions are allowed.
    first_look: bool,
    out: bool,
}

impl<'a> Budget<'a> {
    pub(crate) fn new(limits: &'a Limits, watch: &'a dyn Watch) -> Self {
        let most_nodes = limits.nodes.unwrap_or(u64::MAX);
        let mut budget = Budget {
            limits,
            watch,
            nodes: 0,
            most_nodes,
            next: 0,
            asked_at: watch.elapsed(),
            first_look: false,
            out: false,
        };
        budget.ask();
        budget
    }

    /// No more positions than this in all, whatever the limits say.
    pub(crate) fn at_most(&mut self, nodes: u64) {
        self.most_nodes = self.most_nodes.min(nodes);
    }

    /// Begins the first look at the moves of the root: no player is blind, so the limit of positions does not end it. Time and
    /// the watch do.
    pub(crate) fn begin_first_look(&mut self) {
        self.first_look = true;
    }

    /// From here on the limit of positions holds, those already looked at included.
    pub(crate) fn end_first_look(&mut self) {
        self.first_look = false;
        self.out |= self.nodes >= self.most_nodes;
    }

    pub(crate) fn limits(&self) -> &'a Limits {
        self.limits
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Is there no clock to hurry for? Then what is done does not depend on the machine.
    pub(crate) fn is_timeless(&self) -> bool {
        self.limits.soft.is_none() && self.limits.hard.is_none()
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.watch.elapsed()
    }

    /// Counts a position that took some time.
    pub(crate) fn spend_slowly(&mut self) -> Result<(), Stop> {
        self.ask();
        self.spend()
    }

    /// Counts a position.
    #[inline]
    pub(crate) fn spend(&mut self) -> Result<(), Stop> {
        self.nodes += 1;
        if self.nodes >= self.most_nodes && !self.first_look {
            self.out = true;
        }
        if self.nodes >= self.next {
            self.ask();
        }
        if self.out { Err(Stop::Out) } else { Ok(()) }
    }

    /// Looks at the watch without counting anything: is the answer wanted now?
    pub(crate) fn ask(&mut self) -> bool {
        let now = self.watch.elapsed();
        self.asked_at = now;
        self.next = self.nodes + PAUSE;
        self.out |= self.watch.stopped() || self.limits.hard.is_some_and(|hard| now >= hard);
        self.out
    }

    /// The time now, if there is room for something that may take so long.
    pub(crate) fn room_for(&mut self, time: Duration) -> Result<Duration, Stop> {
        let now = self.watch.elapsed();
        self.out |= self.limits.hard.is_some_and(|hard| now + time > hard);
        if self.out { Err(Stop::Out) } else { Ok(now) }
    }

    /// All the time there is.
    fn whole(&self) -> Option<Duration> {
        self.limits.soft.into_iter().chain(self.limits.hard).min()
    }

    /// Is there room for something that may take so long, within this share (in hundredths) of the time?
    pub(crate) fn has_room(&self, time: Duration, percent: u32) -> bool {
        !self.out && self.whole().is_none_or(|whole| (self.watch.elapsed() + time) * 100 <= whole * percent)
    }

    /// Is it too late to begin something new?
    pub(crate) fn is_late(&self) -> bool {
        self.out || self.limits.soft.is_some_and(|soft| self.watch.elapsed() >= soft)
    }

    /// Has this share (in hundredths) of the time passed?
    pub(crate) fn has_passed(&self, percent: u32) -> bool {
        self.out || self.whole().is_some_and(|whole| self.asked_at * 100 >= whole * percent)
    }

    /// The same of the positions.
    pub(crate) fn has_spent(&self, percent: u64) -> bool {
        self.out || self.nodes.saturating_mul(100) >= self.most_nodes.saturating_mul(percent)
    }
}
