//! How far an experiment has come: written by the threads that run it, read by whoever waits.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// How far an experiment has come. Shared between threads; may be asked at any time.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicUsize,
    total: AtomicUsize,
    cancelled: AtomicBool,
    message: Mutex<String>,
}

/// Why an experiment gives no report.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExperimentError {
    /// Somebody wanted it to stop.
    #[error("the experiment was cancelled")]
    Cancelled,
    /// Something is missing; a sentence.
    #[error("{0}")]
    Failed(String),
}

impl Progress {
    /// So many steps are to be made from here on; what they are, in a few words.
    pub fn begin(&self, total: usize, message: impl Into<String>) {
        self.done.store(0, Relaxed);
        self.total.store(total, Relaxed);
        *self.message.lock().unwrap_or_else(PoisonError::into_inner) = message.into();
    }

    /// One step has been made. Fails once somebody has asked to stop, so that `?` ends the work.
    pub fn step(&self) -> Result<(), ExperimentError> {
        self.done.fetch_add(1, Relaxed);
        if self.is_cancelled() { Err(ExperimentError::Cancelled) } else { Ok(()) }
    }

    /// Asks the experiment to stop at its next step.
    pub fn cancel(&self) {
        self.cancelled.store(true, Relaxed);
    }

    /// Whether somebody asked to stop.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Relaxed)
    }

    /// Steps made, and steps in all.
    pub fn steps(&self) -> (usize, usize) {
        (self.done.load(Relaxed), self.total.load(Relaxed))
    }

    /// The part that is done, from 0 to 1.
    pub fn fraction(&self) -> f32 {
        let (done, total) = self.steps();
        if total == 0 { 0.0 } else { (done as f32 / total as f32).min(1.0) }
    }

    /// What is being done, in a few words.
    pub fn message(&self) -> String {
        self.message.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
