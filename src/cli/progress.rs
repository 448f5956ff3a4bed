//! Shows how far long work has come.

use super::say;
use indicatif::{FormattedDuration, ProgressBar, ProgressStyle};
use phalanx::report::Progress;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// How often progress is read.
const POLL: Duration = Duration::from_millis(100);
/// How often a line is printed where there is no bar.
const LOG: Duration = Duration::from_secs(30);
/// Bar, message, elapsed and remaining time. The bar counts weight.
const BAR: &str = "[{bar:30}] {msg}  {elapsed_precise}, {eta} left";

/// Says how far work has come, in a few words.
type Told = fn(&Progress) -> String;

/// Works in another thread. Meanwhile shows the progress as a bar if that is wanted and stderr is a terminal; else prints
/// a line now and then.
pub fn with_progress<T: Send>(
    progress: &Progress,
    wants_bar: bool,
    told: Told,
    work: impl FnOnce() -> T + Send,
) -> T {
    std::thread::scope(|scope| {
        let work = scope.spawn(work);
        if wants_bar && std::io::stderr().is_terminal() {
            show_bar(progress, told, || work.is_finished());
        } else {
            log(progress, told, || work.is_finished());
        }
        work.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn show_bar(progress: &Progress, told: Told, is_finished: impl Fn() -> bool) {
    let style = ProgressStyle::with_template(BAR).unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(0).with_style(style.progress_chars("#."));
    while !is_finished() {
        let (finished, total) = progress.weight();
        bar.set_length(total);
        bar.set_position(finished);
        bar.set_message(told(progress));
        std::thread::sleep(POLL);
    }
    bar.finish_and_clear();
}

/// Prints a line now and then, so that a log file shows how far a long run has come.
fn log(progress: &Progress, told: Told, is_finished: impl Fn() -> bool) {
    let begun = Instant::now();
    let mut last = begun;
    while !is_finished() {
        std::thread::sleep(POLL);
        if last.elapsed() >= LOG {
            last = Instant::now();
            say(format!("{}  {}", told(progress), FormattedDuration(begun.elapsed())));
        }
    }
}
