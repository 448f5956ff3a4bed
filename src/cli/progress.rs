//! Shows how far long work has come.

use super::{interrupt, say};
use indicatif::{FormattedDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use phalanx::report::Progress;
use std::io::IsTerminal;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How often progress is read.
const POLL: Duration = Duration::from_millis(100);
/// Work that takes less time needs no bar.
const SHORT: Duration = Duration::from_secs(1);
/// How often a line is printed where there is no bar.
const LOG: Duration = Duration::from_secs(30);
/// Bar, message, elapsed and remaining time. The bar counts weight.
const BAR: &str = "[{bar:30}] {msg}  {elapsed_precise}, {eta} left";

/// Says how far work has come, in a few words.
type Told = fn(&Progress) -> String;

/// Works in another thread. Meanwhile shows the progress as a bar if that is wanted and stderr is a terminal; else prints
/// a line now and then. An interrupt cancels the progress.
pub fn with_progress<T: Send>(
    progress: &Progress,
    wants_bar: bool,
    told: Told,
    work: impl FnOnce() -> T + Send,
) -> T {
    let (sender, receiver) = channel::<()>();
    std::thread::scope(|scope| {
        let work = scope.spawn(move || {
            // Dropped when the work is done, or has panicked.
            let _running = sender;
            work()
        });
        let wait = || wait(&receiver, progress);
        if wants_bar && std::io::stderr().is_terminal() {
            show_bar(progress, told, wait);
        } else {
            log(progress, told, wait);
        }
        work.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Waits a moment. Returns whether the work goes on.
fn wait(receiver: &Receiver<()>, progress: &Progress) -> bool {
    let goes_on = receiver.recv_timeout(POLL) == Err(RecvTimeoutError::Timeout);
    if interrupt::signal().is_some() {
        progress.cancel();
    }
    goes_on
}

fn show_bar(progress: &Progress, told: Told, wait: impl Fn() -> bool) {
    let begun = Instant::now();
    let style = ProgressStyle::with_template(BAR).unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden());
    bar.set_style(style.progress_chars("#."));
    while wait() {
        let (finished, total) = progress.weight();
        bar.set_length(total);
        bar.set_position(finished);
        bar.set_message(told(progress));
        if bar.is_hidden() && begun.elapsed() >= SHORT {
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }
    bar.finish_and_clear();
}

/// Prints a line now and then, so that a log file shows how far a long run has come.
fn log(progress: &Progress, told: Told, wait: impl Fn() -> bool) {
    let begun = Instant::now();
    let mut last = begun;
    while wait() {
        if last.elapsed() >= LOG {
            last = Instant::now();
            say(format!("{}  {}", told(progress), FormattedDuration(begun.elapsed())));
        }
    }
}
