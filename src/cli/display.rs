//! `phalanx` and `phalanx open`: the window, where there is a display.

use super::{Failure, MapArgs, Outcome, PatrolArgs, run::run_and_print, say, source};
use phalanx::scenario::{MapPicture, Scenario, Source, is_picture, read_bytes};
use std::path::{Path, PathBuf};

/// The commands that need no display.
const WITHOUT_DISPLAY: &str = "\
These commands work without a window:
  phalanx run FILE        simulate, and print numbers and the state hash
  phalanx shot FILE       draw a moment of it as a picture
  phalanx film FILE       draw a part of it as a film
  phalanx plan FILE       the paths that units would take
  phalanx solve MAP SCEN  MovingAI problems against their optimum
  phalanx diff A B        the first difference between two runs
  phalanx experiment NAME a paper's tables beside ours
  phalanx list WHAT       the names of scenarios, presets, overlays
  phalanx check FILE...   is it valid, and if not, why
  phalanx generate KIND   make a map
  phalanx convert IN OUT  write a map in another format
See phalanx --help.";

/// Ticks to an action of patrols in the window, slow enough to watch. Units do the same with any number.
const VISIBLE: u32 = 8;

/// Opens the window; without a display, runs the scenario and prints the result.
pub fn open(file: Option<PathBuf>, patrols: &PatrolArgs, map: &MapArgs) -> Outcome {
    let source = match &file {
        Some(file) => source(file, patrols, map, VISIBLE)?,
        None => Source::Shipped(0),
    };
    // A picture without options gets those that fit it, and the window asks whether they do.
    let asks = file.as_deref().is_some_and(is_picture) && !map.are_given();
    let source = if asks { with_proposed_options(source) } else { source };
    // A file that cannot be read is reported here rather than in a window that shows nothing.
    let scenario = source.load().map_err(Failure::Failed)?;
    let missing = match why_no_window() {
        Some(missing) => missing,
        None => match show(scenario.clone(), source, asks) {
            Shown::Closed(outcome) => return outcome,
            Shown::NoAdapter => NO_ADAPTER.into(),
        },
    };
    say(missing);
    run_and_print(&scenario, file.as_deref())?;
    say(WITHOUT_DISPLAY);
    Ok(())
}

/// A picture with the options that fit it. One that cannot be read is reported later.
fn with_proposed_options(source: Source) -> Source {
    let read = |path: &Path| read_bytes(path).ok();
    let picture = source.file().and_then(read).and_then(|bytes| MapPicture::decode(&bytes).ok());
    match (source, picture) {
        (Source::Picture(path, _), Some(picture)) => {
            Source::Picture(path, picture.proposed_options())
        }
        (source, _) => source,
    }
}

const NO_ADAPTER: &str = "There is a display but no graphics adapter that can draw on it (a Vulkan \
    driver is missing), so the scenario runs without a window.";

/// How showing the window ended.
#[cfg_attr(
    not(feature = "gui"),
    expect(dead_code, reason = "without the feature `gui` there is no window")
)]
enum Shown {
    Closed(Outcome),
    NoAdapter,
}

#[cfg(feature = "gui")]
fn show(scenario: Scenario, source: Source, asks: bool) -> Shown {
    use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind, set_hook, take_hook};
    // This panic is the only way in which Bevy reports that it found no adapter.
    let is_no_adapter = |message: Option<&str>| {
        message.is_some_and(|message| message.contains("Unable to find a GPU"))
    };
    let hook = take_hook();
    set_hook(Box::new(move |info| {
        if !is_no_adapter(info.payload_as_str()) {
            hook(info);
        }
    }));
    let experiments = phalanx::experiment::EXPERIMENTS;
    let scenario = Some(scenario);
    let benchmark: Option<fn() -> Vec<Scenario>> =
        Some(phalanx::experiment::movement::layouts_to_look_at);
    let options = phalanx::view::Options { scenario, source, asks, experiments, benchmark };
    match catch_unwind(AssertUnwindSafe(|| phalanx::view::run(options))) {
        Ok(exit) if exit.is_success() => Shown::Closed(Ok(())),
        Ok(_) => Shown::Closed(Err(Failure::Finding)),
        Err(payload) => {
            let message = payload
                .downcast_ref::<&str>()
                .copied()
                .or_else(|| payload.downcast_ref::<String>().map(String::as_str));
            if is_no_adapter(message) {
                return Shown::NoAdapter;
            }
            resume_unwind(payload)
        }
    }
}

#[cfg(not(feature = "gui"))]
fn show(_: Scenario, _: Source, _: bool) -> Shown {
    Shown::Closed(Ok(()))
}

#[cfg(not(feature = "gui"))]
fn why_no_window() -> Option<String> {
    let reason = "This build was made without the feature `gui`";
    Some(format!("{reason}, so the scenario runs without a window."))
}

#[cfg(all(feature = "gui", not(target_os = "linux")))]
fn why_no_window() -> Option<String> {
    None
}

#[cfg(all(feature = "gui", target_os = "linux"))]
fn why_no_window() -> Option<String> {
    let display = std::env::var("DISPLAY").unwrap_or_default();
    let has_wayland = std::env::var_os("WAYLAND_DISPLAY").is_some_and(|name| !name.is_empty());
    if display.is_empty() && has_wayland {
        return Some(
            "This is a Wayland session without an X server (DISPLAY is not set). The window needs one: install Xwayland, \
             switch it on in your compositor and start again. Until then the scenario runs without a window."
                .into(),
        );
    }
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
    use std::net::{TcpStream, ToSocketAddrs};
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::net::{SocketAddr, UnixStream};
    use std::time::Duration;
    let Some((host, number)) = display.rsplit_once(':') else { return false };
    let number = number.split('.').next().unwrap_or_default();
    let Ok(number) = number.parse::<u16>() else { return false };
    if !host.is_empty() && !host.starts_with("unix") && !host.starts_with('/') {
        let addresses = (host, 6000u16.saturating_add(number)).to_socket_addrs();
        return addresses.is_ok_and(|mut addresses| {
            addresses.any(|a| TcpStream::connect_timeout(&a, Duration::from_secs(2)).is_ok())
        });
    }
    let path = format!("/tmp/.X11-unix/X{number}");
    UnixStream::connect(&path).is_ok()
        || SocketAddr::from_abstract_name(&path)
            .is_ok_and(|address| UnixStream::connect_addr(&address).is_ok())
}
