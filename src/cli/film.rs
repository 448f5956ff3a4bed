//! `phalanx film`: a part of a run as a film.

use super::picture::Request;
use super::{Failure, FilmArgs, Outcome, say, with_progress};
use phalanx::picture::{Camera, Film, Notes, Reel, simulate};
use phalanx::report::Progress;

pub fn film(args: FilmArgs) -> Outcome {
    let FilmArgs { from, to, fps, out, .. } = args;
    if to < from {
        return Err(Failure::Usage(format!(
            "--to {to} lies before --from {from}; the last tick must not be before the first"
        )));
    }
    let Request { scenarios, look, caption, notes } = Request::new(args.picture)?;
    let (width, height) = (look.width, look.height);
    let film = Film { from, to, frames_per_second: fps };
    let progress = Progress::default();
    let shoot = || -> Outcome {
        let mut reel = Reel::create(&out, &look, &film)?;
        let mut notes = Notes::create(&notes).map_err(Failure::Failed)?;
        let mut stage = simulate(&scenarios);
        let mut camera = Camera::new(look, caption.clone());
        film.shoot(&mut stage, &mut camera, &mut reel, &mut notes, &progress)?;
        notes.finish(&stage, &caption).map_err(Failure::Failed)?;
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
