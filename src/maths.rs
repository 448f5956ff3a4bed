//! Mathematical functions with the same bits on every platform.
//!
//! The standard library passes `exp`, `sin`, `atan2`, `hypot` and their like on to the C library of the platform, and glam
//! calls the standard library. Platforms differ there in the last bit (x86-64 Linux and this file in one of ten results of
//! `exp`), and two runs then diverge after some ticks. The functions of this file come from the `libm` crate: musl's in plain
//! Rust. The core and the simulation use no others; `tests/architecture.rs` finds those that do.
//!
//! Not needed here, because IEEE 754 defines every bit: `+ - * /`, `%`, `sqrt`, comparisons, rounding to whole numbers and
//! conversions. Rust never fuses a multiplication with an addition on its own. `Vec2` and `DVec2` of glam are plain pairs
//! built on these, so `dot`, `length`, `normalize` and `rotate` are safe. `Vec4` is a SIMD register: what it does lane by
//! lane is safe; what combines lanes (`dot`, `element_sum`) adds in an order that depends on the platform. glam's features
//! `fast-math` and `libm` are off. Parallel loops only compute single values, and one thread adds them up in unit order.
//!
//! `min` and `max` may return either zero if they are given 0 and -0. Code must not depend on which.
//!
//! Targets that round elsewhere (32-bit x86 without SSE2) are not supported. `exp` takes 14 ns, twice the C library's time.

use glam::Vec2;

/// `e` to the power of a number, with an error below 1 ulp.
#[inline]
pub(crate) fn exp(x: f64) -> f64 {
    libm::exp(x)
}

/// The natural logarithm of a positive number, with an error below 1 ulp. Statistics use it.
#[inline]
pub(crate) fn ln(x: f64) -> f64 {
    libm::log(x)
}

/// The natural logarithm of the gamma function of a positive number. Statistics use it.
#[inline]
pub(crate) fn ln_gamma(x: f64) -> f64 {
    libm::lgamma(x)
}

/// The length of the vector (x, y), with an error below 1 ulp and without overflow in between.
#[inline]
pub(crate) fn hypot(x: f64, y: f64) -> f64 {
    libm::hypot(x, y)
}

/// Sine and cosine of an angle in radians, each with an error below 1 ulp.
#[inline]
pub(crate) fn sin_cos(angle: f32) -> (f32, f32) {
    libm::sincosf(angle)
}

/// The angle from the x axis to a vector, in radians from -pi to pi, with an error below 1 ulp. 0 for the zero vector.
#[inline]
pub(crate) fn angle_of(vector: Vec2) -> f32 {
    libm::atan2f(vector.y, vector.x)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One number for the bits of 4000 results.
    fn digest(bits: impl Fn(i32) -> u64) -> u64 {
        let add = |sum: u64, i| (sum ^ bits(i)).wrapping_mul(0x0100_0000_01b3).rotate_left(17);
        (-2000..2000).fold(0, add)
    }

    /// Other bits are another run: a new version of `libm` or a platform that rounds elsewhere shows here first.
    #[test]
    fn results_have_the_same_bits_on_every_platform() {
        let exps = digest(|i| exp(f64::from(i) / 61.0).to_bits());
        let lengths = digest(|i| hypot(f64::from(i) / 61.0, f64::from(i * i) / 977.0).to_bits());
        let sines = digest(|i| {
            let (sine, cosine) = sin_cos(i as f32 / 61.0);
            u64::from(sine.to_bits()) << 32 | u64::from(cosine.to_bits())
        });
        let angles = digest(|i| {
            let vector = Vec2::new((i * i) as f32 / 977.0 - 1000.0, i as f32 / 61.0);
            u64::from(angle_of(vector).to_bits())
        });
        assert_eq!(exps, 0xa167_3184_0e31_16ec);
        assert_eq!(lengths, 0x9c1a_9d4b_0608_d4f3);
        assert_eq!(sines, 0x8137_a012_fbd6_b2f7);
        assert_eq!(angles, 0x0ed6_bfc2_4b2d_cecc);
    }

    #[test]
    fn an_angle_is_measured_from_the_x_axis() {
        assert_eq!(angle_of(Vec2::X), 0.0);
        assert_eq!(angle_of(Vec2::Y), std::f32::consts::FRAC_PI_2);
        assert_eq!(angle_of(Vec2::ZERO), 0.0);
    }
}
