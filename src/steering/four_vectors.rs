//! Four vectors at once, in the same numbers as one by one.
//!
//! A chain of roots and divisions takes as long for four units as for one.

use super::spatial_grid::LANES;
use glam::{BVec4A, Vec2, Vec4};
use std::ops::{Add, Div, Mul, Sub};

/// Four vectors, one in each lane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FourVectors {
    pub(super) x: Vec4,
    pub(super) y: Vec4,
}

/// A number for each of four items.
#[inline(always)]
pub(super) fn each<T>(items: &[T; LANES], number: impl Fn(&T) -> f32) -> Vec4 {
    Vec4::from_array(items.each_ref().map(number))
}

impl FourVectors {
    pub(super) const ZERO: Self = Self { x: Vec4::ZERO, y: Vec4::ZERO };

    /// A vector for each of four items.
    #[inline(always)]
    pub(super) fn each<T>(items: &[T; LANES], vector: impl Fn(&T) -> Vec2) -> Self {
        let all = items.each_ref().map(vector);
        Self { x: each(&all, |one| one.x), y: each(&all, |one| one.y) }
    }

    /// The vectors one by one.
    #[inline(always)]
    pub(super) fn to_array(self) -> [Vec2; LANES] {
        let (x, y) = (self.x.to_array(), self.y.to_array());
        std::array::from_fn(|i| Vec2::new(x[i], y[i]))
    }

    #[inline(always)]
    pub(super) fn select(mask: BVec4A, if_true: Self, if_false: Self) -> Self {
        Self {
            x: Vec4::select(mask, if_true.x, if_false.x),
            y: Vec4::select(mask, if_true.y, if_false.y),
        }
    }

    #[inline(always)]
    pub(super) fn perp(self) -> Self {
        Self { x: -self.y, y: self.x }
    }

    #[inline(always)]
    pub(super) fn dot(self, other: Self) -> Vec4 {
        self.x * other.x + self.y * other.y
    }

    #[inline(always)]
    pub(super) fn length_squared(self) -> Vec4 {
        self.dot(self)
    }

    #[inline(always)]
    pub(super) fn length(self) -> Vec4 {
        self.length_squared().sqrt()
    }

    /// See [`Vec2::normalize_or_zero`].
    #[inline(always)]
    pub(super) fn normalize_or_zero(self) -> Self {
        let factor = Vec4::ONE / self.length();
        let has_length = factor.cmpgt(Vec4::ZERO) & factor.cmplt(Vec4::splat(f32::INFINITY));
        Self::select(has_length, self * factor, Self::ZERO)
    }

    /// See [`Vec2::clamp_length_max`].
    #[inline(always)]
    pub(super) fn clamp_length_max(self, most: f32) -> Self {
        let squared = self.length_squared();
        let longer = squared.cmpgt(Vec4::splat(most * most));
        Self::select(longer, (self / squared.sqrt()) * Vec4::splat(most), self)
    }
}

impl Add for FourVectors {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y }
    }
}

impl Sub for FourVectors {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y }
    }
}

impl Mul<Vec4> for FourVectors {
    type Output = Self;
    #[inline(always)]
    fn mul(self, factors: Vec4) -> Self {
        Self { x: self.x * factors, y: self.y * factors }
    }
}

impl Div<Vec4> for FourVectors {
    type Output = Self;
    #[inline(always)]
    fn div(self, divisors: Vec4) -> Self {
        Self { x: self.x / divisors, y: self.y / divisors }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_at_once_are_the_same_as_one_by_one_to_the_last_bit() {
        let bits = |all: [Vec2; LANES]| all.map(|one| one.to_array().map(f32::to_bits));
        for i in 0..500u32 {
            let vector = |k: u32| {
                let n = (i * 4 + k).wrapping_mul(747_796_405);
                Vec2::new((n >> 16) as f32 - 30_000.0, (n & 0xffff) as f32 - 9.5) * 1e-4
            };
            let all = [vector(0), Vec2::ZERO, vector(1), Vec2::new(1e-30, 0.0)];
            let four = FourVectors::each(&all, |one| *one);
            assert_eq!(four.to_array(), all);
            let normal = four.normalize_or_zero().to_array();
            assert_eq!(bits(normal), bits(all.map(Vec2::normalize_or_zero)));
            let clamped = four.clamp_length_max(1.7).to_array();
            assert_eq!(bits(clamped), bits(all.map(|one| one.clamp_length_max(1.7))));
            assert_eq!(four.length().to_array(), all.map(Vec2::length));
            assert_eq!(four.perp().to_array(), all.map(Vec2::perp));
        }
    }
}
