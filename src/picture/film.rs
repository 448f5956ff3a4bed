//! Films: frames of a stage at equal distances of simulated time, as a GIF file or a folder of PNG files.
//!
//! Frames are recorded one after the other, because the simulation goes on from tick to tick, and drawn and encoded in
//! batches on all threads. The bytes do not depend on the number of threads.

use super::camera::{Camera, Frame, Look};
use super::gif_file::GifFile;
use super::image::Image;
use super::notes::Notes;
use super::stage::Stage;
use crate::report::Progress;
use crate::scenario::{NewFile, is_stream};
use crate::sim::TICKS_PER_SECOND;
use rayon::prelude::*;
use std::path::{Path, PathBuf};

/// Maximum number of frames of a batch.
const BATCH: usize = 32;
/// Maximum number of pixels of a batch; together they need about a quarter of a gigabyte.
const BATCH_PIXELS: usize = 1 << 26;

/// A part of a run, and how often it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Film {
    /// The tick of the first frame.
    pub from: u64,
    /// No frame is later than this tick.
    pub to: u64,
    /// Frames in a second of simulated time, from 1 to [`TICKS_PER_SECOND`].
    pub frames_per_second: u32,
}

/// Why there is no film.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FilmError {
    /// It was asked to stop.
    #[error("the film was cancelled")]
    Cancelled,
    /// A sentence that says what went wrong.
    #[error("{0}")]
    Failed(String),
}

impl Film {
    /// The ticks of all frames.
    pub fn ticks(&self) -> impl Iterator<Item = u64> {
        let Self { from, to, frames_per_second } = *self;
        let rate = u64::from(frames_per_second.max(1));
        (0..)
            .map(move |frame| from + frame * u64::from(TICKS_PER_SECOND) / rate)
            .take_while(move |&tick| tick <= to)
    }

    /// Runs the stage to the end of the film, draws the frames and adds them to a reel. Every tick from the first frame
    /// on is recorded. Progress counts frames; the film ends early if it is cancelled there.
    pub fn shoot(
        &self,
        stage: &mut dyn Stage,
        camera: &mut Camera,
        reel: &mut Reel,
        notes: &mut Notes,
        progress: &Progress,
    ) -> Result<(), FilmError> {
        let ticks: Vec<u64> = self.ticks().collect();
        progress.begin(ticks.len(), self.to.saturating_sub(stage.tick()).max(1));
        let batch = (BATCH_PIXELS / camera.pixels().max(1)).clamp(1, BATCH);
        // What happened before the film is not recorded.
        camera.run_to(self.from, stage, &mut Notes::default(), progress)?;
        for ticks in ticks.chunks(batch) {
            let mut frames = Vec::new();
            for &tick in ticks {
                camera.run_to(tick, stage, notes, progress)?;
                frames.push(camera.look(stage));
            }
            let images: Vec<Image> = frames.par_iter().map(Frame::render).collect();
            reel.add(images)?;
            ticks.iter().for_each(|_| progress.finish(0));
        }
        camera.run_to(self.to, stage, notes, progress)
    }
}

/// Where the frames of a film go.
pub enum Reel {
    /// A GIF file.
    Gif(PathBuf, Box<GifFile<NewFile>>),
    /// A folder, with a PNG file for each frame.
    Folder {
        /// The folder.
        folder: PathBuf,
        /// Frames so far.
        frames: usize,
    },
}

impl Reel {
    /// Begins a film: a GIF file if the name ends in `.gif` or is that of a pipe, a folder if it has no ending. If it cannot be written there,
    /// a sentence that says why.
    pub fn create(path: &Path, look: &Look, film: &Film) -> Result<Self, FilmError> {
        let failed = |message: String| FilmError::Failed(format!("{}: {message}", path.display()));
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        if (ending.eq_ignore_ascii_case("gif") || is_stream(path)) && !path.is_dir() {
            let file = NewFile::create(path).map_err(failed)?;
            let gif = GifFile::new(file, look.width, look.height, film.frames_per_second);
            let gif = gif.map_err(|error| failed(cannot_write(error)))?;
            return Ok(Self::Gif(path.into(), Box::new(gif)));
        }
        if !ending.is_empty() && !path.is_dir() {
            let message = "a film is a .gif file, or a folder, whose name has no ending";
            return Err(failed(message.into()));
        }
        std::fs::create_dir_all(path)
            .map_err(|error| failed(format!("the folder cannot be made ({error})")))?;
        let mut inside = std::fs::read_dir(path)
            .map_err(|error| failed(format!("the folder cannot be read ({error})")))?;
        if inside.next().is_some() {
            return Err(failed("the folder is not empty; choose an empty or a new one".into()));
        }
        Ok(Self::Folder { folder: path.into(), frames: 0 })
    }

    fn add(&mut self, images: Vec<Image>) -> Result<(), FilmError> {
        match self {
            Self::Gif(path, gif) => gif.add(images).map_err(|error| failed(path, error)),
            Self::Folder { folder, frames } => {
                let first = *frames;
                *frames += images.len();
                images.par_iter().enumerate().try_for_each(|(place, image)| {
                    write_png(image, &folder.join(format!("{:05}.png", first + place)))
                })
            }
        }
    }

    /// Ends the film.
    pub fn finish(self) -> Result<(), FilmError> {
        match self {
            Self::Gif(path, gif) => {
                let file = gif.finish().map_err(|error| failed(&path, error))?;
                file.keep()
                    .map_err(|message| FilmError::Failed(format!("{}: {message}", path.display())))
            }
            Self::Folder { .. } => Ok(()),
        }
    }
}

/// Writes a picture as a PNG file, all of it or nothing.
pub fn write_png(image: &Image, path: &Path) -> Result<(), FilmError> {
    let failed = |message: String| FilmError::Failed(format!("{}: {message}", path.display()));
    let mut file = NewFile::create(path).map_err(failed)?;
    image.write_png(&mut file).map_err(|error| failed(cannot_write(error)))?;
    file.keep().map_err(failed)
}

fn failed(path: &Path, error: std::io::Error) -> FilmError {
    FilmError::Failed(format!("{}: {}", path.display(), cannot_write(error)))
}

fn cannot_write(error: std::io::Error) -> String {
    format!("the file cannot be written ({error}); choose another place")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_lie_at_equal_distances_of_simulated_time() {
        let ticks = |from, to, rate| {
            Film { from, to, frames_per_second: rate }.ticks().collect::<Vec<u64>>()
        };
        assert_eq!(ticks(10, 16, 16), [10, 12, 14, 16]);
        assert_eq!(ticks(0, 5, 32), [0, 1, 2, 3, 4, 5]);
        assert_eq!(ticks(7, 7, 16), [7]);
        assert_eq!(ticks(0, 32, 10), [0, 3, 6, 9, 12, 16, 19, 22, 25, 28, 32]);
    }
}
