//! The two precisions of the exact engine. Single precision halves its records and its queue.

use glam::Vec4;
use std::fmt::Debug;

/// A floating-point number, and how queue entries with such priorities are sorted.
pub(super) trait Real: Copy + Debug + Default + PartialOrd {
    /// Priority, tie and number of an entry in one integer: the lowest comes first.
    type Key: Copy + Debug + Ord;
    /// A key that comes after all others.
    const LAST_KEY: Self::Key;
    /// What decides between equal priorities before the order of entry. Single precision has no room for it.
    type Tie: Copy + Debug;

    const INFINITY: Self;

    /// Which of eight numbers are lower than the other eight at the same indices, one bit each.
    fn lower(these: [Self; 8], those: [Self; 8]) -> u8;

    fn from_f32(value: f32) -> Self;

    /// Exact if the model says that it works in this precision.
    fn from_f64(value: f64) -> Self;

    fn to_f64(self) -> f64;

    /// The part of a priority. Parts are counted through all ranges, [`PARTS`] for each. A larger priority never has a lower
    /// part.
    fn part(self) -> u32;

    fn tie(tie: u32) -> Self::Tie;

    /// The key of an entry. Of equal priorities the lower tie comes first, then the lower entry.
    fn key(self, tie: Self::Tie, entry: u32) -> Self::Key;

    /// The number of the entry with this key.
    fn entry(key: Self::Key) -> u32;
}

/// Bits of a priority that decide its range. On paths of 256 to 512 cells a range is 1/8 cell wide.
const RANGE_PLACES: u32 = 11;

/// Bits that divide a range into parts.
const PART_PLACES: u32 = 6;
/// Number of parts of a range.
pub(super) const PARTS: u32 = 1 << PART_PLACES;

impl Real for f64 {
    type Key = u128;
    const LAST_KEY: u128 = u128::MAX;
    type Tie = u32;
    const INFINITY: Self = Self::INFINITY;

    #[inline(always)]
    fn lower(these: [f64; 8], those: [f64; 8]) -> u8 {
        let mut lower = 0;
        for (i, (this, that)) in these.into_iter().zip(those).enumerate() {
            lower |= u8::from(this < that) << i;
        }
        lower
    }

    #[inline]
    fn from_f32(value: f32) -> Self {
        value.into()
    }

    #[inline]
    fn from_f64(value: f64) -> Self {
        value
    }

    #[inline]
    fn to_f64(self) -> f64 {
        self
    }

    #[inline]
    fn part(self) -> u32 {
        (ordered_bits(self) >> (f64::MANTISSA_DIGITS - 1 - RANGE_PLACES - PART_PLACES)) as u32
    }

    #[inline]
    fn tie(tie: u32) -> u32 {
        tie
    }

    #[inline]
    fn key(self, tie: u32, entry: u32) -> u128 {
        u128::from(ordered_bits(self)) << 64 | u128::from(u64::from(tie) << 32 | u64::from(entry))
    }

    #[inline]
    fn entry(key: u128) -> u32 {
        key as u32
    }
}

/// Priorities are not negative in single precision, so that their bits sort like the numbers.
impl Real for f32 {
    type Key = u64;
    const LAST_KEY: u64 = u64::MAX;
    type Tie = ();
    const INFINITY: Self = Self::INFINITY;

    #[inline(always)]
    fn lower(these: [f32; 8], those: [f32; 8]) -> u8 {
        let [these, those] = [these, those]
            .map(|[a, b, c, d, e, f, g, h]| [Vec4::new(a, b, c, d), Vec4::new(e, f, g, h)]);
        let [first, last] = [0, 1].map(|half| these[half].cmplt(those[half]).bitmask() as u8);
        first | last << 4
    }

    #[inline]
    fn from_f32(value: f32) -> Self {
        value
    }

    #[inline]
    fn from_f64(value: f64) -> Self {
        value as f32
    }

    #[inline]
    fn to_f64(self) -> f64 {
        f64::from(self)
    }

    #[inline]
    fn part(self) -> u32 {
        self.to_bits() >> (f32::MANTISSA_DIGITS - 1 - RANGE_PLACES - PART_PLACES)
    }

    #[inline]
    fn tie(_: u32) {}

    #[inline]
    fn key(self, (): (), entry: u32) -> u64 {
        u64::from(self.to_bits()) << 32 | u64::from(entry)
    }

    #[inline]
    fn entry(key: u64) -> u32 {
        key as u32
    }
}

/// Maps floats to integers of the same order.
#[inline]
fn ordered_bits(value: f64) -> u64 {
    let bits = value.to_bits();
    bits ^ ((bits as i64 >> 63) as u64 | 1 << 63)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_ranges_sort_like_the_numbers() {
        let numbers: [f64; 10] =
            [-300.0, -1.5, -1e-30, 0.0, 1e-30, 0.25, 1.0, 1.0 + 1e-6, 300.0, 1e30];
        for pair in numbers.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            assert!(a.key(9, 9) < b.key(0, 0) && a.part() <= b.part());
            let (a, b) = (f64::max(a, 0.0) as f32, f64::max(b, 0.0) as f32);
            assert!((a == b || a.key((), 9) < b.key((), 0)) && a.part() <= b.part());
            assert_eq!(f32::entry(a.key((), 9)), 9);
        }
        assert!(1.0_f64.key(2, 7) > 1.0_f64.key(1, 8) && 1.0_f64.key(1, 7) < 1.0_f64.key(1, 8));
        assert_eq!(f64::entry(1.0_f64.key(1, 8)), 8);
    }
}
