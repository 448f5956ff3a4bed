//! The two precisions of the exact engine. Single precision halves its records and its queue.

use std::fmt::Debug;

/// A floating-point number, and how queue entries with such priorities are sorted.
pub(super) trait Real: Copy + Debug + Default + PartialOrd {
    /// Priority, tie and number of an entry in one integer: the lowest comes first.
    type Key: Copy + Debug + Ord;
    /// A key that comes after all others.
    const LAST_KEY: Self::Key;
    /// What decides between equal priorities before the order of entry. Single precision has no room for it.
    type Tie: Copy + Debug;

    /// Stamp of a search, cost of a node and a tag in one integer. Of one search, the larger cost is larger. Records of
    /// earlier searches are larger than all of this one.
    type Record: Copy + Debug;
    /// A node that no search has touched.
    const UNTOUCHED: Self::Record;
    /// The largest stamp.
    const STAMPS: u32;
    const INFINITY: Self;

    /// The record of a node with a cost that is not negative. A tag has four bits.
    fn record(self, stamp: u32, tag: u32) -> Self::Record;

    /// The limit of cost zero: what the record of a node must exceed for a cost to be lower, or not higher if
    /// `equal_counts`.
    fn zero_limit(stamp: u32, equal_counts: bool) -> Self::Record;

    /// The limit of this cost, given that of cost zero.
    fn limit(self, zero: Self::Record) -> Self::Record;

    /// Whether a record exceeds a limit.
    fn exceeds(record: Self::Record, limit: Self::Record) -> bool;

    fn stamp(record: Self::Record) -> u32;

    fn cost(record: Self::Record) -> Self;

    fn tag(record: Self::Record) -> u32;

    /// The same record with more bits of its tag set.
    fn add_tag(record: Self::Record, bits: u32) -> Self::Record;

    fn from_f32(value: f32) -> Self;

    /// Exact if the model says that it works in this precision.
    fn from_f64(value: f64) -> Self;

    fn to_f64(self) -> f64;

    /// The range of a priority. A larger priority never has a lower range.
    fn range(self) -> u32;

    /// The next [`PART_PLACES`] binary places of a priority after those that count for its range, from its key.
    fn part(key: Self::Key) -> usize;

    fn tie(tie: u32) -> Self::Tie;

    /// The key of an entry. Of equal priorities the lower tie comes first, then the lower entry.
    fn key(self, tie: Self::Tie, entry: u32) -> Self::Key;

    /// The number of the entry with this key.
    fn entry(key: Self::Key) -> u32;
}

/// Binary places of a priority that count for its range. On paths of 256 to 512 cells a range is 1/4 cell wide.
const RANGE_PLACES: u32 = 10;

/// Binary places that cut a range into parts.
pub(super) const PART_PLACES: u32 = 6;
const PARTS: usize = 1 << PART_PLACES;

/// Bits of a tag, the lowest of a record in single precision.
const TAG_BITS: u32 = 4;
const TAG: u64 = (1 << TAG_BITS) - 1;

impl Real for f64 {
    type Key = u128;
    const LAST_KEY: u128 = u128::MAX;
    type Tie = u32;
    type Record = u128;
    const UNTOUCHED: u128 = u128::MAX;
    const STAMPS: u32 = u32::MAX;
    const INFINITY: Self = Self::INFINITY;

    #[inline]
    fn record(self, stamp: u32, tag: u32) -> u128 {
        u128::from(u64::from(stamp) << 32 | u64::from(tag)) << 64 | u128::from(self.to_bits())
    }

    #[inline]
    fn zero_limit(stamp: u32, equal_counts: bool) -> u128 {
        0f64.record(stamp, 0).wrapping_sub(u128::from(equal_counts))
    }

    #[inline]
    fn limit(self, zero: u128) -> u128 {
        zero.wrapping_add(u128::from(self.to_bits()))
    }

    /// The tag lies between stamp and cost, and does not count.
    #[inline]
    fn exceeds(record: u128, limit: u128) -> bool {
        record & !(u128::from(u32::MAX) << 64) > limit
    }

    #[inline]
    fn stamp(record: u128) -> u32 {
        (record >> 96) as u32
    }

    #[inline]
    fn cost(record: u128) -> f64 {
        f64::from_bits(record as u64)
    }

    #[inline]
    fn tag(record: u128) -> u32 {
        (record >> 64) as u32
    }

    #[inline]
    fn add_tag(record: u128, bits: u32) -> u128 {
        record | u128::from(bits) << 64
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
    fn range(self) -> u32 {
        (ordered_bits(self) >> (f64::MANTISSA_DIGITS - 1 - RANGE_PLACES)) as u32
    }

    #[inline]
    fn part(key: u128) -> usize {
        (key >> (64 + f64::MANTISSA_DIGITS - 1 - RANGE_PLACES - PART_PLACES)) as usize % PARTS
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
    type Record = u64;
    const UNTOUCHED: u64 = u64::MAX;
    const STAMPS: u32 = u32::MAX >> TAG_BITS;
    const INFINITY: Self = Self::INFINITY;

    #[inline]
    fn record(self, stamp: u32, tag: u32) -> u64 {
        u64::from(stamp) << (32 + TAG_BITS) | u64::from(self.to_bits()) << TAG_BITS | u64::from(tag)
    }

    #[inline]
    fn zero_limit(stamp: u32, equal_counts: bool) -> u64 {
        let record = 0f32.record(stamp, 0);
        if equal_counts { record.wrapping_sub(1) } else { record | TAG }
    }

    #[inline]
    fn limit(self, zero: u64) -> u64 {
        zero.wrapping_add(u64::from(self.to_bits()) << TAG_BITS)
    }

    #[inline]
    fn exceeds(record: u64, limit: u64) -> bool {
        record > limit
    }

    #[inline]
    fn stamp(record: u64) -> u32 {
        (record >> (32 + TAG_BITS)) as u32
    }

    #[inline]
    fn cost(record: u64) -> f32 {
        f32::from_bits((record >> TAG_BITS) as u32)
    }

    #[inline]
    fn tag(record: u64) -> u32 {
        (record & TAG) as u32
    }

    #[inline]
    fn add_tag(record: u64, bits: u32) -> u64 {
        record | u64::from(bits)
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
    fn range(self) -> u32 {
        self.to_bits() >> (f32::MANTISSA_DIGITS - 1 - RANGE_PLACES)
    }

    #[inline]
    fn part(key: u64) -> usize {
        (key >> (32 + f32::MANTISSA_DIGITS - 1 - RANGE_PLACES - PART_PLACES)) as usize % PARTS
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
            assert!(a.key(9, 9) < b.key(0, 0) && a.range() <= b.range());
            let (a, b) = (f64::max(a, 0.0) as f32, f64::max(b, 0.0) as f32);
            assert!((a == b || a.key((), 9) < b.key((), 0)) && a.range() <= b.range());
            assert_eq!(f32::entry(a.key((), 9)), 9);
        }
        assert!(1.0_f64.key(2, 7) > 1.0_f64.key(1, 8) && 1.0_f64.key(1, 7) < 1.0_f64.key(1, 8));
        assert_eq!(f64::entry(1.0_f64.key(1, 8)), 8);
    }
}
