//! A finished picture, and PNG files.

use std::io::{self, Write};

/// A picture: red, green and blue bytes (sRGB), row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// All pixels.
    pub pixels: Vec<[u8; 3]>,
}

impl Image {
    /// The colour of a pixel.
    pub fn at(&self, x: u32, y: u32) -> [u8; 3] {
        self.pixels[(y * self.width + x) as usize]
    }

    /// Blends a colour over a pixel. Ignores pixels outside.
    pub(super) fn blend(&mut self, x: i32, y: i32, colour: [u8; 3], alpha: u32) {
        if x < 0 || y < 0 || x >= self.width as i32 || y >= self.height as i32 {
            return;
        }
        let pixel = &mut self.pixels[y as usize * self.width as usize + x as usize];
        for (below, colour) in pixel.iter_mut().zip(colour) {
            let sum = u32::from(*below) * (255 - alpha) + u32::from(colour) * alpha;
            *below = ((sum + 127) / 255) as u8;
        }
    }

    /// Writes it as a PNG file.
    pub fn write_png(&self, out: impl Write) -> io::Result<()> {
        let mut encoder = png::Encoder::new(out, self.width, self.height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(self.pixels.as_flattened())?;
        writer.finish()?;
        Ok(())
    }
}
