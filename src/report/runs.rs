//! The independent runs of an experiment, and what is made of their outcomes.
//!
//! [`Runs<T>`] is a list of runs and a collector that turns their outcomes into a `T`. Small lists are built with
//! [`Runs::of`] and joined with [`Runs::and`], [`Runs::all`] and [`Runs::map`] until one `Runs<Report>` stands for a whole
//! experiment. A run knows nothing of the others, so they may be executed in any order: see the driver in `drive.rs`.
//!
//! ```
//! use phalanx::report::{Progress, Runs};
//! let squares = Runs::of("squares", 1..=3, |n: u32| Ok(n * n));
//! let cubes = Runs::of("cubes", 1..=3, |n: u32| Ok(n * n * n));
//! let sums = squares.and(cubes).map(|(a, b)| (a.iter().sum::<u32>(), b.iter().sum::<u32>()));
//! assert_eq!(sums.len(), 6);
//! assert_eq!(sums.run_all(&Progress::default()), Ok((14, 36)));
//! ```

use super::ExperimentError;
use std::sync::{Arc, mpsc};

/// One independent run, such as a game.
pub(super) struct Run {
    pub label: Arc<str>,
    pub weight: u64,
    pub alone: bool,
    /// Computes the outcome and hands it to the collector.
    pub work: Box<dyn FnOnce() -> Result<(), ExperimentError> + Send>,
}

/// Independent runs, and a collector that makes a `T` of their outcomes.
#[must_use = "nothing runs before a driver is called"]
pub struct Runs<T> {
    /// In their order, without those that have been executed.
    pub(super) runs: Vec<Option<Run>>,
    pub(super) collect: Box<dyn FnOnce() -> Result<T, ExperimentError> + Send>,
}

impl<T: Send + 'static> Runs<Vec<T>> {
    /// One run for each item. `work` is called once per item, in any order and on any thread; the outcomes are collected in
    /// the order of the items. The label is shown while one of the runs is executed.
    pub fn of<I: Send + 'static>(
        label: impl Into<Arc<str>>,
        items: impl IntoIterator<Item = I>,
        work: impl Fn(I) -> Result<T, ExperimentError> + Send + Sync + 'static,
    ) -> Self {
        let (label, work) = (label.into(), Arc::new(work));
        let (sender, receiver) = mpsc::channel();
        let run = |(place, item): (usize, I)| {
            let (work, sender) = (work.clone(), sender.clone());
            let work = move || {
                // Fails only if the collector was dropped; then the outcome is not needed.
                let _ = sender.send((place, work(item)?));
                Ok(())
            };
            Some(Run { label: label.clone(), weight: 1, alone: false, work: Box::new(work) })
        };
        let runs: Vec<Option<Run>> = items.into_iter().enumerate().map(run).collect();
        let count = runs.len();
        let collect = move || {
            let mut outcomes: Vec<(usize, T)> = receiver.try_iter().collect();
            if outcomes.len() < count {
                let done = outcomes.len();
                let message = format!("only {done} of {count} runs of {label:?} were executed");
                return Err(ExperimentError::Failed(message));
            }
            outcomes.sort_by_key(|(place, _)| *place);
            Ok(outcomes.into_iter().map(|(_, outcome)| outcome).collect())
        };
        Self { runs, collect: Box::new(collect) }
    }
}

impl<T: 'static> Runs<T> {
    /// How many runs have not been executed.
    pub fn len(&self) -> usize {
        self.waiting().count()
    }

    /// Whether every run has been executed.
    pub fn is_empty(&self) -> bool {
        self.waiting().next().is_none()
    }

    /// What all runs cost that have not been executed, in the unit of [`Runs::weight`].
    pub fn total_weight(&self) -> u64 {
        self.waiting().map(|run| run.weight).sum()
    }

    fn waiting(&self) -> impl Iterator<Item = &Run> {
        self.runs.iter().flatten()
    }

    /// What each of these runs costs, compared with other runs of the experiment: 1 unless set. Only progress and slices
    /// depend on it.
    pub fn weight(mut self, weight: u64) -> Self {
        self.runs.iter_mut().flatten().for_each(|run| run.weight = weight);
        self
    }

    /// These runs measure time: a driver with threads executes each of them while nothing else runs.
    pub fn alone(mut self) -> Self {
        self.runs.iter_mut().flatten().for_each(|run| run.alone = true);
        self
    }

    /// Makes something else of what is collected.
    pub fn map<U>(self, make: impl FnOnce(T) -> U + Send + 'static) -> Runs<U> {
        self.try_map(|collected| Ok(make(collected)))
    }

    /// Makes something else of what is collected, or says why that is not possible.
    pub fn try_map<U>(
        self,
        make: impl FnOnce(T) -> Result<U, ExperimentError> + Send + 'static,
    ) -> Runs<U> {
        let Self { runs, collect } = self;
        Runs { runs, collect: Box::new(move || make(collect()?)) }
    }

    /// These runs and others.
    pub fn and<U: 'static>(self, other: Runs<U>) -> Runs<(T, U)> {
        let (first, second) = (self.collect, other.collect);
        let runs = self.runs.into_iter().chain(other.runs).collect();
        Runs { runs, collect: Box::new(move || Ok((first()?, second()?))) }
    }

    /// The runs of a whole list, collected in its order.
    pub fn all(list: impl IntoIterator<Item = Self>) -> Runs<Vec<T>> {
        let mut all = Vec::new();
        let mut collectors = Vec::new();
        for Self { runs, collect } in list {
            all.extend(runs);
            collectors.push(collect);
        }
        let collect = move || collectors.into_iter().map(|collect| collect()).collect();
        Runs { runs: all, collect: Box::new(collect) }
    }
}

#[cfg(test)]
#[path = "runs_tests.rs"]
mod tests;
