//! Arrangements: the same scenario with its blocks shifted by a cell or two. One run is no result.
//!
//! They are enumerated, never drawn. With a reach of r a block has (2r + 1)² places; arrangement `a` gives the k-th block that shifts the
//! place `a / places^k mod places`, counted row by row from the upper left.

/// Which places a block takes, and how far they reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Arrangement {
    /// Its number.
    pub index: u32,
    /// The furthest that a block is shifted along an axis, in cells: 1 in the benchmark.
    pub reach: u32,
}

impl Arrangement {
    /// An arrangement of the benchmark.
    pub const fn new(index: u32) -> Self {
        Self { index, reach: 1 }
    }

    /// No block is shifted.
    pub const CENTRE: Self = Self { index: 0, reach: 0 };

    /// How far the k-th of the blocks is shifted in x and in y, in cells.
    pub fn shift(self, block: usize) -> (i32, i32) {
        let side = 2 * self.reach + 1;
        let places = side * side;
        let mut rest = self.index;
        for _ in 0..block {
            rest /= places;
        }
        let place = rest % places;
        let axis = |n: u32| n as i32 - self.reach as i32;
        (axis(place % side), axis(place / side))
    }
}

/// A set of arrangements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrangementSet {
    /// Every one: 9 for one block, 81 for two.
    All,
    /// Warzone's standard set: every third of the 81, whatever the number of blocks.
    EveryThird,
    /// Those of Warzone's tier of real maps: the first five.
    FirstFive,
    /// This many, spread evenly over all.
    Spread(u32),
}

impl ArrangementSet {
    /// The arrangements for a number of blocks that shift.
    pub fn list(self, blocks: usize) -> Vec<Arrangement> {
        let all = (0..blocks).fold(1, |all, _| all * 9u32);
        let indices: Vec<u32> = match self {
            Self::All => (0..all).collect(),
            Self::EveryThird => (0..81).step_by(3).collect(),
            Self::FirstFive => (0..5).collect(),
            // The centre of each of `count` equal parts.
            Self::Spread(count) => {
                let count = count.clamp(1, all);
                (0..count).map(|n| (2 * n + 1) * all / (2 * count)).collect()
            }
        };
        indices.into_iter().map(Arrangement::new).collect()
    }
}
