//! Films as GIF files.
//!
//! Frames are encoded in batches. A batch has one palette, made for exactly the pixels that are drawn in it. A frame
//! holds the rectangle in which anything changed, and pixels that did not change are transparent: they are never drawn
//! again, so that nothing flickers even where palettes differ. There is no dithering.

use super::image::Image;
use super::quantise::{Histogram, MAX, Palette};
use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use rayon::prelude::*;
use std::borrow::Cow;
use std::io::{self, Write};

/// The palette index that means: as in the frame before.
const UNCHANGED: u8 = MAX as u8;

/// A GIF file that is being written.
pub struct GifFile<W: Write> {
    encoder: Encoder<W>,
    frames_per_second: u32,
    /// Frames so far.
    frames: u64,
    last: Option<Image>,
}

impl<W: Write> GifFile<W> {
    /// Begins a film that repeats without end.
    pub fn new(out: W, width: u32, height: u32, frames_per_second: u32) -> io::Result<Self> {
        let (width, height) = (to_u16(width)?, to_u16(height)?);
        let mut encoder = Encoder::new(out, width, height, &[]).map_err(cannot)?;
        encoder.set_repeat(Repeat::Infinite).map_err(cannot)?;
        Ok(Self { encoder, frames_per_second, frames: 0, last: None })
    }

    /// Adds frames, all of the size of the film.
    pub fn add(&mut self, images: Vec<Image>) -> io::Result<()> {
        let before = |place: usize| match place.checked_sub(1) {
            Some(before) => images.get(before),
            None => self.last.as_ref(),
        };
        let changes: Vec<Change> = images
            .par_iter()
            .enumerate()
            .map(|(place, image)| Change::between(before(place), image))
            .collect();
        let drawn = images.par_iter().zip(&changes).enumerate();
        let histogram = drawn
            .fold(Histogram::new, |mut histogram, (place, (image, change))| {
                change.each(before(place), image, |colour| {
                    if let Some(colour) = colour {
                        *histogram.entry(colour).or_default() += 1;
                    }
                });
                histogram
            })
            .reduce(Histogram::new, |mut all, part| {
                part.into_iter()
                    .for_each(|(colour, count)| *all.entry(colour).or_default() += count);
                all
            });
        let palette = Palette::new(&histogram);
        let bytes = palette.colours.as_flattened().to_vec();
        let frames: Vec<Frame> = images
            .par_iter()
            .zip(&changes)
            .enumerate()
            .map(|(place, (image, change))| {
                let mut buffer = Vec::with_capacity((change.width * change.height) as usize);
                change.each(before(place), image, |colour| {
                    buffer.push(colour.map_or(UNCHANGED, |colour| palette.place(colour)));
                });
                let mut frame = Frame {
                    delay: delay(self.frames + place as u64, self.frames_per_second),
                    dispose: DisposalMethod::Keep,
                    transparent: Some(UNCHANGED),
                    left: change.left as u16,
                    top: change.top as u16,
                    width: change.width as u16,
                    height: change.height as u16,
                    palette: Some(with_all_places(&bytes)),
                    buffer: Cow::Owned(buffer),
                    ..Frame::default()
                };
                frame.make_lzw_pre_encoded();
                frame
            })
            .collect();
        for frame in &frames {
            self.encoder.write_lzw_pre_encoded_frame(frame).map_err(cannot)?;
        }
        self.frames += frames.len() as u64;
        if let Some(last) = images.into_iter().next_back() {
            self.last = Some(last);
        }
        Ok(())
    }

    /// Ends the film.
    pub fn finish(self) -> io::Result<W> {
        self.encoder.into_inner().map_err(cannot)
    }
}

/// How long a frame is shown, in hundredths of a second. The times of all frames up to any one add up to the exact time,
/// rounded once.
fn delay(frame: u64, frames_per_second: u32) -> u16 {
    let rate = u64::from(frames_per_second.max(1));
    let until = |frame: u64| (frame * 100 + rate / 2) / rate;
    (until(frame + 1) - until(frame)) as u16
}

/// The palette with a colour for every index up to the one that means "unchanged".
fn with_all_places(colours: &[u8]) -> Vec<u8> {
    let mut all = colours.to_vec();
    all.resize((MAX + 1) * 3, 0);
    all
}

/// The rectangle in which a frame differs from the one before.
struct Change {
    left: u32,
    top: u32,
    width: u32,
    height: u32,
}

impl Change {
    fn between(before: Option<&Image>, now: &Image) -> Self {
        let (mut left, mut right) = (now.width, 0);
        let (mut top, mut bottom) = (now.height, 0);
        let whole = Self { left: 0, top: 0, width: now.width, height: now.height };
        let Some(before) = before else { return whole };
        let width = now.width as usize;
        let rows = before.pixels.chunks(width).zip(now.pixels.chunks(width));
        for (y, (before, now)) in (0..).zip(rows) {
            if before == now {
                continue;
            }
            (top, bottom) = (top.min(y), y + 1);
            let differs = |x: &u32| before[*x as usize] != now[*x as usize];
            left = (0..left).find(differs).unwrap_or(left);
            right = (right..width as u32).rev().find(differs).map_or(right, |x| x + 1);
        }
        if bottom == 0 {
            // A frame needs a pixel even if nothing changed.
            return Self { left: 0, top: 0, width: 1, height: 1 };
        }
        Self { left, top, width: right.max(left + 1) - left, height: bottom - top }
    }

    /// The colours of the rectangle, row by row; `None` where nothing changed.
    fn each(&self, before: Option<&Image>, now: &Image, mut each: impl FnMut(Option<[u8; 3]>)) {
        for y in self.top..self.top + self.height {
            let first = (y * now.width + self.left) as usize;
            let range = first..first + self.width as usize;
            match before {
                None => now.pixels[range].iter().for_each(|&colour| each(Some(colour))),
                Some(before) => {
                    let pairs = now.pixels[range.clone()].iter().zip(&before.pixels[range]);
                    pairs.for_each(|(now, before)| each((now != before).then_some(*now)));
                }
            }
        }
    }
}

fn to_u16(side: u32) -> io::Result<u16> {
    u16::try_from(side).map_err(|_| io::Error::other("a GIF has at most 65,535 pixels in a row"))
}

fn cannot(error: EncodingError) -> io::Error {
    match error {
        EncodingError::Io(error) => error,
        error => io::Error::other(error),
    }
}

#[cfg(test)]
#[path = "gif_file_tests.rs"]
mod tests;
