//! How far an experiment or a film has come: written by the threads that work on it, read by the terminal or the window.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// How far an experiment or a film has come; the runs of a film are its frames. Shared between threads; can be read at any time.
#[derive(Debug, Default)]
pub struct Progress {
    finished: AtomicUsize,
    total: AtomicUsize,
    finished_weight: AtomicU64,
    total_weight: AtomicU64,
    cancelled: AtomicBool,
    label: Mutex<String>,
}

impl Progress {
    /// Begins at zero, with this many runs and their total weight.
    pub fn begin(&self, runs: usize, weight: u64) {
        self.finished.store(0, Relaxed);
        self.finished_weight.store(0, Relaxed);
        self.total.store(runs, Relaxed);
        self.total_weight.store(weight, Relaxed);
    }

    /// A run with this label has been started.
    pub fn start(&self, label: &str) {
        let mut shown = self.label.lock().unwrap_or_else(PoisonError::into_inner);
        if *shown != label {
            label.clone_into(&mut shown);
        }
    }

    /// A run of this weight has been finished.
    pub fn finish(&self, weight: u64) {
        self.finished.fetch_add(1, Relaxed);
        self.finished_weight.fetch_add(weight, Relaxed);
    }

    /// A part of a run has been done, of this weight.
    pub fn advance(&self, weight: u64) {
        self.finished_weight.fetch_add(weight, Relaxed);
    }

    /// Asks the work to stop before its next run.
    pub fn cancel(&self) {
        self.cancelled.store(true, Relaxed);
    }

    /// Whether the work was asked to stop.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Relaxed)
    }

    /// Runs finished, and runs in all; 0 and 0 before the first one is started.
    pub fn runs(&self) -> (usize, usize) {
        (self.finished.load(Relaxed), self.total.load(Relaxed))
    }

    /// Weight of the runs finished, and of all of them.
    pub fn weight(&self) -> (u64, u64) {
        (self.finished_weight.load(Relaxed), self.total_weight.load(Relaxed))
    }

    /// The part that is done, by weight, from 0 to 1.
    pub fn fraction(&self) -> f32 {
        let (finished, total) = self.weight();
        if total == 0 { 0.0 } else { (finished as f32 / total as f32).min(1.0) }
    }

    /// The label of the run that was started last.
    pub fn label(&self) -> String {
        self.label.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
