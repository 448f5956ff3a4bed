//! Options for a picture that nobody has said anything about yet: how large its cells may be, and which pixels block.

use super::{MapOptions, MapPicture};
use crate::grid::Bounds;

/// Maximum number of cells along a side of a map with the proposed options.
const MAX_CELLS: u32 = 512;

/// Maximum number of pixels examined in each direction.
const SAMPLES: u32 = 512;

impl MapPicture {
    /// Options that fit this picture as far as it shows them. Drawings that were enlarged have cells of their old pixels;
    /// other pictures get one pixel per cell, or as many as it takes to keep the map below 512 cells.
    pub fn proposed_options(&self) -> MapOptions {
        let limit = MapOptions::MAX_CELL_SIZE;
        let enlarged = self.step().clamp(1, limit);
        let longest = self.width.max(self.height);
        let fits = |most: u32| longest.div_ceil(most).clamp(1, limit);
        let least = if enlarged > 1 { fits(Bounds::MAX_SIDE) } else { fits(MAX_CELLS) };
        // An enlarged pixel stays whole.
        let cell_size = enlarged * least.div_ceil(enlarged);
        let cell_size = if cell_size > limit { least } else { cell_size };
        MapOptions { cell_size, ..MapOptions::default() }
    }

    /// The greatest distance of which the distances between changes of colour are multiples; 1 if nothing changes.
    fn step(&self) -> u32 {
        let (width, height) = (self.width, self.height);
        let mut step = 0;
        let lines = |length: u32| (0..length).step_by(length.div_ceil(SAMPLES).max(1) as usize);
        for y in lines(height) {
            for x in 1..width {
                if x % step.max(1) != 0 || step == 0 {
                    step = if self.at(x, y) == self.at(x - 1, y) { step } else { gcd(step, x) };
                }
            }
            if step == 1 {
                return 1;
            }
        }
        for x in lines(width) {
            for y in 1..height {
                if y % step.max(1) != 0 || step == 0 {
                    step = if self.at(x, y) == self.at(x, y - 1) { step } else { gcd(step, y) };
                }
            }
            if step == 1 {
                return 1;
            }
        }
        step.max(1)
    }
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(width: u32, height: u32, grey: impl Fn(u32, u32) -> u8) -> MapPicture {
        let mut out = Vec::new();
        let mut encoder = png::Encoder::new(&mut out, width, height);
        encoder.set_color(png::ColorType::Grayscale);
        encoder.set_depth(png::BitDepth::Eight);
        let pixels: Vec<u8> = (0..height)
            .flat_map(|y| (0..width).map(move |x| (x, y)))
            .map(|(x, y)| grey(x, y))
            .collect();
        encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
        MapPicture::decode(&out).unwrap()
    }

    #[test]
    fn an_enlarged_drawing_has_cells_of_its_old_pixels() {
        let size = |step: u32| {
            let drawn = picture(20 * step, 10 * step, |x, y| {
                if (x / step * 7 + y / step * 3).is_multiple_of(5) { 0 } else { 255 }
            });
            drawn.proposed_options().cell_size
        };
        assert_eq!([size(1), size(8), size(12)], [1, 8, 12]);
    }

    #[test]
    fn a_large_picture_becomes_a_map_that_can_be_looked_at() {
        let noisy = |x: u32, y: u32| (x * 31 + y * 17) as u8;
        assert_eq!(picture(500, 400, noisy).proposed_options().cell_size, 1);
        assert_eq!(picture(5000, 2, noisy).proposed_options().cell_size, 10);
        assert_eq!(picture(64, 64, |_, _| 9).proposed_options().cell_size, 1, "one colour");
    }
}
