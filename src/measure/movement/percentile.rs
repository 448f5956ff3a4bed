//! Percentiles as Warzone's benchmark takes them, and the range of a figure over many runs.

use crate::measure::statistics::median;

/// The value at index min(n - 1, floor(n p / 100)) of n sorted values; 0 without values.
pub fn percentile(values: &[f64], p: usize) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let place = (sorted.len() * p / 100).min(sorted.len().saturating_sub(1));
    sorted.get(place).copied().unwrap_or(0.0)
}

/// The minimum, the median and the maximum of a figure over many runs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Range {
    /// The minimum.
    pub min: f64,
    /// The median.
    pub median: f64,
    /// The largest.
    pub max: f64,
}

impl Range {
    /// The range of some values; 0 without values.
    pub fn of(values: &[f64]) -> Self {
        let min = values.iter().copied().fold(f64::INFINITY, f64::min);
        let max = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if values.is_empty() {
            return Self::default();
        }
        Self { min, median: median(values), max }
    }

    /// These values in another unit.
    pub fn times(self, factor: f64) -> Self {
        Self { min: self.min * factor, median: self.median * factor, max: self.max * factor }
    }
}
