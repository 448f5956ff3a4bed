//! What the simulation needs of the machine it runs on. A web version replaces this file.

use std::time::{Duration, Instant};

/// Measures wall-clock time, for display only: no decision depends on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts now.
    pub(crate) fn start() -> Self {
        Self(Instant::now())
    }

    /// Time since the start.
    pub(crate) fn elapsed(self) -> Duration {
        self.0.elapsed()
    }

    /// Milliseconds since the start.
    pub(crate) fn milliseconds(self) -> f64 {
        self.elapsed().as_secs_f64() * 1000.0
    }
}
