//! `phalanx shot`: a moment of a run as a picture.

use super::picture::Request;
use super::{Failure, Outcome, ShotArgs, say, with_progress};
use phalanx::picture::{Camera, Notes, simulate};
use phalanx::report::Progress;
use phalanx::scenario::{NewFile, is_stream};

pub fn shot(args: ShotArgs) -> Outcome {
    let out = args.out;
    let name = out.display().to_string();
    let is_png = out.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
    if !is_png && !is_stream(&out) {
        return Err(Failure::Usage(format!("{name}: the name of a picture must end in .png")));
    }
    let Request { scenarios, look, caption, notes } = Request::new(args.picture, &out)?;
    let (width, height) = (look.width, look.height);
    let progress = Progress::default();
    let draw = || -> Outcome {
        let failed = |message: String| Failure::Failed(format!("{name}: {message}"));
        let mut file = NewFile::create(&out).map_err(failed)?;
        let mut notes = Notes::create(&notes).map_err(Failure::Failed)?;
        let mut stage = simulate(&scenarios);
        let mut camera = Camera::new(look, caption.clone());
        if let Err(error) = camera.run_to(args.tick, &mut stage, &mut notes, &progress) {
            // The rows so far are kept.
            notes.finish(&stage, &caption).map_err(Failure::Failed)?;
            return Err(error.into());
        }
        let image = camera.look(&stage).render();
        notes.finish(&stage, &caption).map_err(Failure::Failed)?;
        image.write_png(&mut file).map_err(|error| failed(error.to_string()))?;
        file.keep().map_err(failed)
    };
    with_progress(&progress, true, |progress| format!("{} ticks", progress.weight().0), draw)?;
    say(format!("{name}: {width} x {height} pixels"));
    Ok(())
}
