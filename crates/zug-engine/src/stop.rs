//! The stop button and the clock of a search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use zug_ai::Watch;

/// A button that many may hold and anybody may press. Pressed once, it stays so.
#[derive(Clone, Default, Debug)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    pub fn new() -> Self {
        Self::default()
    }

    /// Whoever looks at it next stops.
    pub fn press(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn pressed(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The time since a search began, its stop button, and a deadline that can be set later (`ponderhit`).
#[derive(Clone, Debug)]
pub struct Timer {
    began: Instant,
    stop: Stop,
    /// Since `began`, in microseconds; the largest number: none.
    deadline: Arc<AtomicU64>,
}

impl Timer {
    pub fn start(stop: Stop) -> Self {
        Timer { began: Instant::now(), stop, deadline: Arc::new(AtomicU64::new(u64::MAX)) }
    }

    /// The search ends so long from now.
    pub fn end_in(&self, time: Duration) {
        let at = (self.began.elapsed() + time).as_micros();
        self.deadline.store(u64::try_from(at).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    pub fn stop(&self) -> &Stop {
        &self.stop
    }
}

impl Watch for Timer {
    fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    fn stopped(&self) -> bool {
        if self.stop.pressed() {
            return true;
        }
        let deadline = self.deadline.load(Ordering::Relaxed);
        deadline != u64::MAX && self.began.elapsed().as_micros() >= u128::from(deadline)
    }
}
