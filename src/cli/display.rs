//! `phalanx` and `phalanx open`: the window, where there is a display.

use super::{Outcome, load, run::run_and_print, say};
use phalanx::scenario::shipped;
use std::path::PathBuf;

/// The commands that need no display, for those who have none.
const WITHOUT_DISPLAY: &str = "\
These commands work without a window:
  phalanx run FILE        simulate, and print numbers and the state hash
  phalanx plan FILE       the paths that units would take
  phalanx solve MAP SCEN  MovingAI problems against their optimum
  phalanx check FILE...   is it valid, and if not, why
  phalanx generate KIND   make a map
See phalanx --help.";

/// Opens the window; without a display, runs what would have been shown in it.
pub fn open(file: Option<PathBuf>) -> Outcome {
    if let Some(missing) = why_no_window() {
        say(missing);
        let scenario = match &file {
            Some(file) => load(file)?,
            None => shipped()[0].load()?,
        };
        run_and_print(&scenario)?;
        say(WITHOUT_DISPLAY);
        return Ok(());
    }
    show(file)
}

#[cfg(feature = "gui")]
fn show(file: Option<PathBuf>) -> Outcome {
    // A file that cannot be read is told about here rather than in a window that shows nothing.
    if let Some(file) = &file {
        load(file)?;
    }
    let options = phalanx::view::Options { file, ..Default::default() };
    if phalanx::view::run(options).is_success() { Ok(()) } else { Err(super::Failure::Finding) }
}

#[cfg(not(feature = "gui"))]
fn show(_: Option<PathBuf>) -> Outcome {
    Ok(())
}

#[cfg(not(feature = "gui"))]
fn why_no_window() -> Option<String> {
    Some("This build has no window (it was made without the feature `gui`), so the default scenario runs without one.".into())
}

#[cfg(all(feature = "gui", not(target_os = "linux")))]
fn why_no_window() -> Option<String> {
    None
}

#[cfg(all(feature = "gui", target_os = "linux"))]
fn why_no_window() -> Option<String> {
    let display = std::env::var("DISPLAY").unwrap_or_default();
    if display.is_empty() {
        return Some(
            "There is no display (DISPLAY is not set), so the scenario runs without a window."
                .into(),
        );
    }
    (!answers(&display)).then(|| {
        format!("The display {display:?} does not answer, so the scenario runs without a window.")
    })
}

/// Whether an X server listens at `host:number.screen`.
#[cfg(all(feature = "gui", target_os = "linux"))]
fn answers(display: &str) -> bool {
    use std::net::TcpStream;
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::net::{SocketAddr, UnixStream};
    let Some((host, number)) = display.rsplit_once(':') else { return false };
    let number = number.split('.').next().unwrap_or_default();
    let Ok(number) = number.parse::<u16>() else { return false };
    if !host.is_empty() && !host.starts_with("unix") && !host.starts_with('/') {
        return TcpStream::connect((host, 6000u16.saturating_add(number))).is_ok();
    }
    let path = format!("/tmp/.X11-unix/X{number}");
    UnixStream::connect(&path).is_ok()
        || SocketAddr::from_abstract_name(&path)
            .is_ok_and(|address| UnixStream::connect_addr(&address).is_ok())
}
