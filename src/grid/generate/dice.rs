//! Random whole numbers from a named stream.

use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;

/// A stream of random whole numbers, the same on every machine.
pub struct Dice(Pcg32);

impl Dice {
    /// Stream number `stream` of a seed.
    pub fn new(seed: u64, stream: u64) -> Self {
        Self(Pcg32::new(seed, stream))
    }

    /// A number from 0 to `end - 1`; 0 if `end` is not positive.
    ///
    /// By multiplication instead of a library's range, whose choice of method may change between
    /// versions and would then change every map.
    pub fn below(&mut self, end: i32) -> i32 {
        ((u64::from(self.0.next_u32()) * end.max(0) as u64) >> 32) as i32
    }

    /// A number between two bounds, both included.
    pub fn between(&mut self, low: i32, high: i32) -> i32 {
        low + self.below(high - low + 1)
    }

    /// True this often out of a hundred times.
    pub fn percent(&mut self, chance: i32) -> bool {
        self.below(100) < chance
    }
}
