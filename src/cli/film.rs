//! `phalanx film`: a part of a run as a film.

use super::picture::Request;
use super::{Failure, FilmArgs, Outcome, say, with_progress};
use phalanx::picture::{Camera, Film, Notes, Reel, simulate};
use phalanx::report::Progress;
use phalanx::scenario::is_stream;

pub fn film(args: FilmArgs) -> Outcome {
    let FilmArgs { from, to, fps, out, .. } = args;
    if to < from {
        return Err(Failure::Usage(format!(
            "--to {to} lies before --from {from}; the last tick must not be before the first"
        )));
    }
    let ending = out.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    if !is_stream(&out) && !out.is_dir() && ending.is_some_and(|ending| ending != "gif") {
        let message = "a film is a .gif file, or a folder, whose name has no ending";
        return Err(Failure::Usage(format!("{}: {message}", out.display())));
    }
    let Request { scenarios, look, caption, notes } = Request::new(args.picture, &out)?;
    let (width, height) = (look.width, look.height);
    let film = Film { from, to, frames_per_second: fps };
    let progress = Progress::default();
    let shoot = || -> Outcome {
        let mut reel = Reel::create(&out, &look, &film)?;
        let mut notes = Notes::create(&notes).map_err(Failure::Failed)?;
        let mut stage = simulate(&scenarios);
        let mut camera = Camera::new(look, caption.clone());
        let shot = film.shoot(&mut stage, &mut camera, &mut reel, &mut notes, &progress);
        // The rows so far are kept if it was interrupted.
        notes.finish(&stage, &caption).map_err(Failure::Failed)?;
        shot?;
        Ok(reel.finish()?)
    };
    let told = |progress: &Progress| {
        let (drawn, frames) = progress.runs();
        format!("{drawn} of {frames} frames")
    };
    with_progress(&progress, true, told, shoot)?;
    let frames = film.ticks().count();
    say(format!("{}: {frames} frames of {width} x {height} pixels", out.display()));
    Ok(())
}
