//! Interrupts (Ctrl+C, a closed terminal, `kill`): the first one asks the work to end, so that the rows so far are kept; the
//! second one ends the program at once.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, LazyLock, Once};

/// The signal that came, or 0.
static SIGNAL: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);

#[cfg(unix)]
const SIGNALS: &[i32] = &[SIGINT, SIGTERM, signal_hook::consts::SIGHUP];
#[cfg(not(unix))]
const SIGNALS: &[i32] = &[SIGINT, SIGTERM];

/// From now on an interrupt does not end the program; [`signal`] reports it. To be called before the first output is begun.
pub fn watch() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let again = Arc::new(AtomicBool::new(false));
        for &signal in SIGNALS.iter().filter(|&&signal| !is_ignored(signal)) {
            // If a signal cannot be watched, it ends the program as before.
            let _ = flag::register_conditional_default(signal, again.clone())
                .and_then(|_| flag::register(signal, again.clone()))
                .and_then(|_| flag::register_usize(signal, SIGNAL.clone(), signal as usize));
        }
    });
}

/// The signal that interrupted the program, if one did.
pub fn signal() -> Option<u8> {
    u8::try_from(SIGNAL.load(Relaxed)).ok().filter(|signal| *signal > 0)
}

/// Whether the parent wants a signal to be ignored, as `nohup` does.
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
