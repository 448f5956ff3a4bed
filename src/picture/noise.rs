//! Value noise for textures: random numbers that depend only on the position.

use bevy::math::Vec2;

/// A random number from 0 to 1 that is always the same for the same position and salt.
pub fn hash(x: i32, y: i32, salt: u32) -> f32 {
    let mut h = (x as u32).wrapping_mul(0x8da6_b343)
        ^ (y as u32).wrapping_mul(0xd816_3841)
        ^ salt.wrapping_mul(0xcb1a_b31f);
    h = (h ^ (h >> 15)).wrapping_mul(0x2c1b_3c6d);
    h = (h ^ (h >> 12)).wrapping_mul(0x297a_2d39);
    ((h ^ (h >> 15)) >> 8) as f32 / (1 << 24) as f32
}

/// Noise from 0 to 1, interpolated smoothly between positions one unit apart.
pub fn smooth_noise(at: Vec2, salt: u32) -> f32 {
    let corner = at.floor();
    let part = at - corner;
    let weight = part * part * (3.0 - 2.0 * part);
    let (x, y) = (corner.x as i32, corner.y as i32);
    let mix = |a: f32, b: f32, t: f32| a + (b - a) * t;
    mix(
        mix(hash(x, y, salt), hash(x + 1, y, salt), weight.x),
        mix(hash(x, y + 1, salt), hash(x + 1, y + 1, salt), weight.x),
        weight.y,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_fills_its_range() {
        let values: Vec<f32> = (0..1000).map(|i| hash(i, i * 7, 1)).collect();
        assert!(values.iter().all(|v| (0.0..1.0).contains(v)));
        let mean = values.iter().sum::<f32>() / 1000.0;
        assert!((mean - 0.5).abs() < 0.05, "{mean}");
    }

    #[test]
    fn smooth_noise_has_no_jumps() {
        for i in 0..500 {
            let at = Vec2::new(i as f32 * 0.013, 3.7);
            let step = smooth_noise(at, 2) - smooth_noise(at + Vec2::new(0.001, 0.0), 2);
            assert!(step.abs() < 0.01);
        }
    }
}
