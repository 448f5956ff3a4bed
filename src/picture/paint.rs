//! Colours as they are blended: in linear light, as graphics cards do it.

use crate::overlay::Rgb;
use std::sync::LazyLock;

/// A colour in linear light, with its opacity. All four from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paint {
    /// Red.
    pub red: f32,
    /// Green.
    pub green: f32,
    /// Blue.
    pub blue: f32,
    /// Opacity.
    pub alpha: f32,
}

impl Paint {
    /// Opaque white.
    pub const WHITE: Self = Self { red: 1.0, green: 1.0, blue: 1.0, alpha: 1.0 };
    /// Opaque black.
    pub const BLACK: Self = Self { red: 0.0, green: 0.0, blue: 0.0, alpha: 1.0 };

    /// A colour with an opacity. Drawings have thousands of shapes, so the conversion is a look-up.
    pub fn new(Rgb(red, green, blue): Rgb, alpha: f32) -> Self {
        let [red, green, blue] = [red, green, blue].map(|byte| LINEAR[usize::from(byte)]);
        Self { red, green, blue, alpha }
    }

    /// This colour with another opacity.
    pub const fn fade(self, alpha: f32) -> Self {
        Self { alpha, ..self }
    }

    /// Less light of the same opacity.
    pub fn dim(self, part: f32) -> Self {
        let Self { red, green, blue, alpha } = self;
        Self { red: red * part, green: green * part, blue: blue * part, alpha }
    }

    /// The light that a surface of this colour reflects.
    pub fn tinted(self, tint: Self) -> Self {
        Self {
            red: self.red * tint.red,
            green: self.green * tint.green,
            blue: self.blue * tint.blue,
            alpha: self.alpha * tint.alpha,
        }
    }
}

impl From<Rgb> for Paint {
    fn from(colour: Rgb) -> Self {
        Self::new(colour, 1.0)
    }
}

/// The light of each sRGB byte.
pub static LINEAR: LazyLock<[f32; 256]> =
    LazyLock::new(|| std::array::from_fn(|byte| to_linear(byte as f32 / 255.0)));

/// From sRGB to linear light (IEC 61966-2-1).
fn to_linear(value: f32) -> f32 {
    if value <= 0.04045 { value / 12.92 } else { libm::powf((value + 0.055) / 1.055, 2.4) }
}

/// From linear light to sRGB, both from 0 to 1.
pub fn to_srgb(light: f32) -> f32 {
    if light <= 0.003_130_8 { light * 12.92 } else { 1.055 * libm::powf(light, 1.0 / 2.4) - 0.055 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_survive_the_way_to_linear_light_and_back() {
        for byte in 0..=255_u8 {
            let back = to_srgb(LINEAR[usize::from(byte)]) * 255.0;
            assert_eq!(back.round() as u8, byte);
        }
    }
}
