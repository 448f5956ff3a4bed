//! What a sample says about a quantity: a value, an interval, and the probability of the data on either side of a bound.

use super::distributions::{
    binomial_at_least, bisect, normal_above, normal_quantile, student_above, student_quantile,
};
use super::{mean, standard_deviation};
use crate::maths::{exp, ln};

/// A quantity as a sample gives it. Shares are in percent, their differences in percentage points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Estimate {
    /// Nothing is random: the value itself.
    Counted(f64),
    /// Share of runs in which something happened. Exact binomial test; interval of C. Clopper and E. Pearson, Biometrika 26, 1934.
    Share {
        /// Runs in which it happened.
        hits: f64,
        /// All runs.
        runs: f64,
    },
    /// Difference of two shares over the same seeds. Score test and interval of T. Tango, Statistics in Medicine 17, 1998; for
    /// equal shares it is McNemar's test.
    ShareDifference {
        /// Pairs in which it happened only the first time.
        first: f64,
        /// Pairs in which it happened only the second time.
        second: f64,
        /// All pairs.
        runs: f64,
    },
    /// Mean of values, or of differences within pairs. Student's t.
    Mean {
        /// The mean.
        mean: f64,
        /// The standard deviation.
        deviation: f64,
        /// Number of values.
        runs: f64,
    },
    /// Ratio of two means over the same runs. Student's t for the logarithm (delta method).
    Ratio {
        /// The natural logarithm of the ratio.
        log: f64,
        /// The standard deviation of the linearised logarithm.
        deviation: f64,
        /// Number of pairs.
        runs: f64,
    },
}

impl Estimate {
    /// The mean of values.
    pub fn mean(values: &[f64]) -> Self {
        let runs = values.len() as f64;
        Self::Mean { mean: mean(values), deviation: standard_deviation(values), runs }
    }

    /// The mean of the first numbers over the mean of the second ones. Without a positive mean there is no ratio, and nothing can be said.
    pub fn ratio(pairs: &[(f64, f64)]) -> Self {
        let (first, second): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
        let (a, b) = (mean(&first), mean(&second));
        if a <= 0.0 || b <= 0.0 {
            return Self::Ratio { log: 0.0, deviation: 0.0, runs: 0.0 };
        }
        // To first order the logarithm of the ratio deviates by the difference of the relative deviations.
        let relative: Vec<f64> = pairs.iter().map(|(x, y)| x / a - y / b).collect();
        let deviation = standard_deviation(&relative);
        Self::Ratio { log: ln(a / b), deviation, runs: pairs.len() as f64 }
    }

    /// The value.
    pub fn value(&self) -> f64 {
        match *self {
            Self::Counted(value) => value,
            Self::Share { hits, runs } => 100.0 * hits / runs.max(1.0),
            Self::ShareDifference { first, second, runs } => {
                100.0 * (first - second) / runs.max(1.0)
            }
            Self::Mean { mean, .. } => mean,
            Self::Ratio { log, .. } => exp(log),
        }
    }

    /// Number of runs or pairs; 0 where nothing is random.
    pub fn runs(&self) -> f64 {
        match *self {
            Self::Counted(_) => 0.0,
            Self::Share { runs, .. }
            | Self::ShareDifference { runs, .. }
            | Self::Mean { runs, .. }
            | Self::Ratio { runs, .. } => runs,
        }
    }

    /// Probability of the data, or of data that lie further above, if the quantity is `bound` or less. One-sided.
    pub fn p_above(&self, bound: f64) -> f64 {
        match *self {
            Self::Counted(value) => f64::from(u8::from(value <= bound)),
            Self::Share { hits, runs } => {
                if bound < 0.0 {
                    0.0
                } else {
                    binomial_at_least(hits, runs, (bound / 100.0).min(1.0))
                }
            }
            Self::ShareDifference { first, second, runs } => {
                normal_above(tango(first, second, runs, bound / 100.0))
            }
            Self::Mean { mean, deviation, runs } => student(mean - bound, deviation, runs),
            Self::Ratio { log, deviation, runs } => {
                if bound <= 0.0 {
                    0.0
                } else {
                    student(log - ln(bound), deviation, runs)
                }
            }
        }
    }

    /// Probability of the data, or of data that lie further below, if the quantity is `bound` or more. One-sided.
    pub fn p_below(&self, bound: f64) -> f64 {
        match *self {
            Self::Counted(value) => f64::from(u8::from(value >= bound)),
            Self::Share { hits, runs } => {
                Self::Share { hits: runs - hits, runs }.p_above(100.0 - bound)
            }
            Self::ShareDifference { first, second, runs } => {
                Self::ShareDifference { first: second, second: first, runs }.p_above(-bound)
            }
            Self::Mean { mean, deviation, runs } => student(bound - mean, deviation, runs),
            Self::Ratio { log, deviation, runs } => {
                if bound <= 0.0 {
                    1.0
                } else {
                    student(ln(bound) - log, deviation, runs)
                }
            }
        }
    }

    /// All bounds that are rejected neither from above nor from below at a level `tail` on each side.
    pub fn interval(&self, tail: f64) -> (f64, f64) {
        let inverted = |low: f64, high: f64| {
            let value = self.value();
            let below = |bound: f64| self.p_above(bound) <= tail;
            let not_above = |bound: f64| self.p_below(bound) > tail;
            (bisect(low, value, below), bisect(value, high, not_above))
        };
        match *self {
            Self::Counted(value) => (value, value),
            Self::Share { runs: 0.0, .. } => (0.0, 100.0),
            Self::ShareDifference { runs: 0.0, .. } => (-100.0, 100.0),
            Self::Share { .. } => inverted(0.0, 100.0),
            Self::ShareDifference { .. } => inverted(-100.0, 100.0),
            Self::Mean { mean, deviation, runs } => {
                let half = half_width(deviation, runs, tail);
                (mean - half, mean + half)
            }
            Self::Ratio { log, deviation, runs } => {
                let half = half_width(deviation, runs, tail);
                (exp(log - half), exp(log + half))
            }
        }
    }

    /// The sample with `factor` times as many runs of the same composition.
    pub fn with_more_runs(&self, factor: f64) -> Self {
        match *self {
            Self::Counted(value) => Self::Counted(value),
            Self::Share { hits, runs } => Self::Share { hits: hits * factor, runs: runs * factor },
            Self::ShareDifference { first, second, runs } => Self::ShareDifference {
                first: first * factor,
                second: second * factor,
                runs: runs * factor,
            },
            Self::Mean { mean, deviation, runs } => {
                Self::Mean { mean, deviation, runs: runs * factor }
            }
            Self::Ratio { log, deviation, runs } => {
                Self::Ratio { log, deviation, runs: runs * factor }
            }
        }
    }

    /// The name of the test.
    pub fn method(&self) -> &'static str {
        match self {
            Self::Counted(_) => "counted",
            Self::Share { .. } => "share, exact binomial",
            Self::ShareDifference { .. } => "difference of paired shares, Tango's score",
            Self::Mean { .. } => "mean, Student's t",
            Self::Ratio { .. } => "ratio of paired means, Student's t of the logarithm",
        }
    }
}

/// No test of `runs` values gives less without an assumption about their distribution: half of them lie on either side of a
/// median. Student's t would, where values hardly vary.
fn least_p(runs: f64) -> f64 {
    exp(-runs * std::f64::consts::LN_2)
}

/// One-sided probability of a mean so far above a bound.
fn student(above: f64, deviation: f64, runs: f64) -> f64 {
    if runs < 2.0 {
        return 1.0;
    }
    let error = deviation / runs.sqrt();
    let t = if error > 0.0 {
        above / error
    } else if above == 0.0 {
        0.0
    } else {
        above.signum() * f64::INFINITY
    };
    student_above(t, runs - 1.0).max(least_p(runs))
}

/// Half the width of an interval around a mean.
fn half_width(deviation: f64, runs: f64, tail: f64) -> f64 {
    if runs < 2.0 || tail < least_p(runs) {
        return f64::INFINITY;
    }
    student_quantile(tail, runs - 1.0) * deviation / runs.sqrt()
}

/// Tango's score of a difference of paired shares against a bound: standard normal if the difference is the bound.
fn tango(first: f64, second: f64, runs: f64, bound: f64) -> f64 {
    let bound = bound.clamp(-1.0, 1.0);
    let off = first - second - runs * bound;
    // The most likely share of pairs with only the second, given the bound.
    let a = 2.0 * runs;
    let b = -first - second + (2.0 * runs - first + second) * bound;
    let c = -second * bound * (1.0 - bound);
    let share = ((b * b - 4.0 * a * c).max(0.0).sqrt() - b) / (2.0 * a).max(1.0);
    let variance = runs * (2.0 * share + bound * (1.0 - bound));
    if variance > 1e-12 {
        off / variance.sqrt()
    } else if off.abs() < 1e-12 {
        0.0
    } else {
        off.signum() * 40.0
    }
}

/// How far apart two bounds must be, in standard errors, to be told from each other in four of five repetitions: over the
/// distance that just suffices once, squared. The factor by which runs are to be multiplied.
pub(super) fn power_factor(tail: f64) -> f64 {
    let z = normal_quantile(tail);
    let with_power = z + normal_quantile(0.2);
    (with_power / z) * (with_power / z)
}

#[cfg(test)]
#[path = "estimate_tests.rs"]
mod tests;
