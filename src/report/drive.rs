//! Executes the runs of an experiment: all on every core, a slice between two frames, or a shard of them.
//!
//! Every way executes the same closures, so the collected result is the same (measured times aside).

use super::runs::{Run, Runs};
use super::{ExperimentError, Progress};
use rayon::prelude::*;

impl<T: 'static> Runs<T> {
    /// Executes every run that is left on the threads of rayon, and collects. Runs that measure time come last, one after the
    /// other. Stops before the next run once `progress` is cancelled.
    pub fn run_all(mut self, progress: &Progress) -> Result<T, ExperimentError> {
        progress.begin(self.len(), self.total_weight());
        let (alone, together): (Vec<Run>, Vec<Run>) =
            self.take(|_| true).into_iter().partition(|run| run.alone);
        together.into_par_iter().with_max_len(1).try_for_each(|run| execute(run, progress))?;
        execute_in_order(alone, progress)?;
        self.collect()
    }

    /// Executes the next runs on this thread until they weigh `weight` or more; at least one. For a host without threads,
    /// which calls it once per frame until [`Runs::is_empty`], and then [`Runs::collect`].
    pub fn run_slice(&mut self, weight: u64, progress: &Progress) -> Result<(), ExperimentError> {
        if progress.runs() == (0, 0) {
            progress.begin(self.len(), self.total_weight());
        }
        let mut spent = 0;
        let mut runs = Vec::new();
        for run in self.runs.iter_mut().filter_map(Option::take) {
            spent += run.weight;
            runs.push(run);
            if spent >= weight {
                break;
            }
        }
        execute_in_order(runs, progress)
    }

    /// Executes one shard on this thread: every `shards`-th run of the whole list, from run `shard` on (counted from 0).
    /// Leaves the other runs.
    pub fn run_shard(
        &mut self,
        shard: usize,
        shards: usize,
        progress: &Progress,
    ) -> Result<(), ExperimentError> {
        let runs = self.take(|place| place % shards.max(1) == shard);
        progress.begin(runs.len(), runs.iter().map(|run| run.weight).sum());
        execute_in_order(runs, progress)
    }

    /// Collects what the runs gave; an error if one of them has not been executed.
    pub fn collect(self) -> Result<T, ExperimentError> {
        (self.collect)()
    }

    /// The runs at the chosen indices that have not been executed.
    fn take(&mut self, chosen: impl Fn(usize) -> bool) -> Vec<Run> {
        let chosen = self.runs.iter_mut().enumerate().filter(|(place, _)| chosen(*place));
        chosen.filter_map(|(_, run)| run.take()).collect()
    }
}

fn execute_in_order(runs: Vec<Run>, progress: &Progress) -> Result<(), ExperimentError> {
    runs.into_iter().try_for_each(|run| execute(run, progress))
}

fn execute(run: Run, progress: &Progress) -> Result<(), ExperimentError> {
    if progress.is_cancelled() {
        return Err(ExperimentError::Cancelled);
    }
    progress.start(&run.label);
    (run.work)()?;
    progress.finish(run.weight);
    Ok(())
}
