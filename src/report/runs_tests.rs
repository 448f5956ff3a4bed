use super::*;
use crate::report::Progress;
use std::sync::Mutex;

/// Squares of the numbers below ten, which weigh 2 each, and letters, which measure time.
fn sample() -> Runs<(Vec<u32>, Vec<char>)> {
    let squares = Runs::of("squares", 0..10, |n: u32| Ok(n * n)).weight(2);
    squares.and(Runs::of("letters", ['a', 'b'], Ok).alone())
}

fn expected() -> (Vec<u32>, Vec<char>) {
    ((0..10).map(|n| n * n).collect(), vec!['a', 'b'])
}

#[test]
fn every_driver_collects_the_same_outcomes_in_the_order_of_the_list() {
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let all = pool.install(|| sample().run_all(&Progress::default()));
        assert_eq!(all, Ok(expected()), "{threads} threads");
    }
    let mut sliced = sample();
    while !sliced.is_empty() {
        sliced.run_slice(3, &Progress::default()).unwrap();
    }
    assert_eq!(sliced.collect(), Ok(expected()));
    let mut sharded = sample();
    for shard in [2, 0, 1] {
        sharded.run_shard(shard, 3, &Progress::default()).unwrap();
    }
    assert_eq!(sharded.collect(), Ok(expected()));
}

#[test]
fn a_slice_ends_once_it_weighs_enough_and_progress_counts_runs_and_weight() {
    let (mut runs, progress) = (sample(), Progress::default());
    assert_eq!((runs.len(), runs.total_weight()), (12, 22));
    runs.run_slice(3, &progress).unwrap();
    assert_eq!((progress.runs(), progress.weight()), ((2, 12), (4, 22)));
    assert_eq!((runs.len(), progress.label().as_str()), (10, "squares"));
    runs.run_slice(1, &progress).unwrap();
    assert_eq!(progress.runs(), (3, 12), "at least one run");
    runs.run_slice(u64::MAX, &progress).unwrap();
    assert_eq!((progress.fraction(), progress.label().as_str()), (1.0, "letters"));
    assert!(runs.is_empty());
}

#[test]
fn a_shard_is_every_nth_run_of_the_whole_list() {
    let executed = Arc::new(Mutex::new(Vec::new()));
    let seen = executed.clone();
    let mut runs = Runs::of("numbers", 0..7, move |n: u32| {
        seen.lock().unwrap().push(n);
        Ok(n)
    });
    let take = |runs: &mut Runs<_>, shard| {
        runs.run_shard(shard, 3, &Progress::default()).unwrap();
        std::mem::take(&mut *executed.lock().unwrap())
    };
    assert_eq!(take(&mut runs, 1), [1, 4]);
    assert_eq!(take(&mut runs, 0), [0, 3, 6]);
    assert_eq!(take(&mut runs, 1), [] as [u32; 0], "no run is executed twice");
    assert_eq!(take(&mut runs, 2), [2, 5]);
}

#[test]
fn a_collector_refuses_when_a_run_is_missing() {
    let mut runs = sample();
    runs.run_shard(0, 2, &Progress::default()).unwrap();
    let error = runs.collect().unwrap_err().to_string();
    assert_eq!(error, "only 5 of 10 runs of \"squares\" were executed");
}

#[test]
fn runs_that_measure_time_are_executed_while_nothing_else_runs() {
    let running = Arc::new(Mutex::new(0_u32));
    let busy = |running: Arc<Mutex<u32>>| {
        move |_: u32| {
            *running.lock().unwrap() += 1;
            std::thread::sleep(std::time::Duration::from_millis(1));
            let seen = *running.lock().unwrap();
            *running.lock().unwrap() -= 1;
            Ok(seen)
        }
    };
    let timed = Runs::of("timed", 0..4, busy(running.clone())).alone();
    let runs = timed.and(Runs::of("others", 0..20, busy(running)));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().unwrap();
    let (timed, others) = pool.install(|| runs.run_all(&Progress::default())).unwrap();
    assert_eq!(timed, [1; 4]);
    assert!(others.iter().any(|&seen| seen > 1), "the others share the threads: {others:?}");
}

#[test]
fn the_first_error_and_a_cancellation_end_the_experiment() {
    let failing = |n: u32| {
        let error = || ExperimentError::Failed("no room".into());
        if n == 3 { Err(error()) } else { Ok(n) }
    };
    let runs = Runs::of("numbers", 0..5, failing);
    let error = runs.run_all(&Progress::default()).unwrap_err();
    assert_eq!(error, ExperimentError::Failed("no room".into()));
    let progress = Arc::new(Progress::default());
    let shared = progress.clone();
    let cancelling = move |n: u32| {
        if n == 2 {
            shared.cancel();
        }
        Ok(n)
    };
    let mut runs = Runs::of("numbers", 0..5, cancelling);
    assert_eq!(runs.run_slice(u64::MAX, &progress), Err(ExperimentError::Cancelled));
    assert_eq!(progress.runs(), (3, 5));
}
