//! Which seeds are reported, and which were looked at before: a search for places, a comparison of rules, a choice of a number.
//!
//! Both come from one [`Split`], so no seed is in both parts.

use std::ops::RangeInclusive;
use std::sync::Arc;

/// The seeds, or start files, of an experiment in two parts.
#[derive(Clone, Copy, Debug)]
pub struct Split {
    /// Seeds on which something was tuned or chosen, and what that was.
    pub tuned: &'static [(RangeInclusive<u64>, &'static str)],
}

/// Seeds that nothing was tuned on. Only a [`Split`] makes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reported(Arc<[u64]>);

/// Seeds to tune on; their results are not reported. Only a [`Split`] makes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tuning(Arc<[u64]>);

impl Split {
    /// Nothing was tuned.
    pub const UNTOUCHED: Self = Self { tuned: &[] };

    /// Whether something was tuned on a seed.
    pub fn is_tuned(&self, seed: u64) -> bool {
        self.tuned.iter().any(|(seeds, _)| seeds.contains(&seed))
    }

    /// The next seeds from `first` on that nothing was tuned on.
    pub fn reported(&self, first: u64, count: u32) -> Reported {
        let seeds = (0..).map(|n| first.wrapping_add(n)).filter(|&seed| !self.is_tuned(seed));
        Reported(seeds.take(count as usize).collect())
    }

    /// All seeds that may be tuned on.
    pub fn tuning(&self) -> Tuning {
        Tuning(self.tuned.iter().flat_map(|(seeds, _)| seeds.clone()).collect())
    }

    /// The tuned seeds in words, for a report.
    pub fn told(&self) -> String {
        let parts = self.tuned.iter().map(|(seeds, of)| match (seeds.start(), seeds.end()) {
            (first, last) if first == last => format!("{first} ({of})"),
            (first, last) => format!("{first} to {last} ({of})"),
        });
        let parts: Vec<String> = parts.collect();
        if parts.is_empty() { "none".into() } else { parts.join(", ") }
    }
}

impl Reported {
    /// The first of them.
    pub fn first(&self) -> u64 {
        self.0.first().copied().unwrap_or_default()
    }

    /// How many there are.
    pub fn count(&self) -> u32 {
        self.0.len() as u32
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl Iterator<Item = u64> {
        self.0.iter().copied()
    }

    /// The first of them, at most `count`.
    pub fn at_most(&self, count: u32) -> Self {
        Self(self.0.iter().copied().take(count as usize).collect())
    }
}

impl Tuning {
    /// All of them, in order.
    pub fn iter(&self) -> impl Iterator<Item = u64> {
        self.0.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPLIT: Split = Split { tuned: &[(3..=4, "places"), (7..=7, "a rule")] };

    #[test]
    fn no_seed_is_both_tuned_on_and_reported() {
        let reported = SPLIT.reported(1, 6);
        assert_eq!(reported.iter().collect::<Vec<u64>>(), [1, 2, 5, 6, 8, 9]);
        assert_eq!((reported.first(), reported.count()), (1, 6));
        assert_eq!(SPLIT.reported(3, 2).first(), 5);
        assert_eq!(SPLIT.tuning().iter().collect::<Vec<u64>>(), [3, 4, 7]);
        assert!(SPLIT.tuning().iter().all(|seed| SPLIT.is_tuned(seed)));
        assert_eq!(SPLIT.told(), "3 to 4 (places), 7 (a rule)");
        assert_eq!(Split::UNTOUCHED.told(), "none");
        assert_eq!(SPLIT.reported(u64::MAX, 2).iter().collect::<Vec<u64>>(), [u64::MAX, 0]);
    }
}
