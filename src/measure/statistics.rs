//! The statistics that the papers use: means, the Wilcoxon rank sum test, proportions.
//!
//! F. Wilcoxon, "Individual Comparisons by Ranking Methods", Biometrics Bulletin 1(6), 1945; H. Mann, D.
//! Whitney, Annals of Mathematical Statistics 18(1), 1947; E. Wilson, Journal of the American Statistical
//! Association 22, 1927. Tied values share the mean of their ranks. Up to [`EXACT_UP_TO`] values in each sample the
//! distribution of the rank sum is enumerated, ties included (n m N^2 additions); above that it is approximated as normal,
//! with the variance corrected for ties and a continuity correction.

use crate::maths::exp;

/// Largest sample for which the rank sum test enumerates its distribution.
pub const EXACT_UP_TO: usize = 20;

/// Mean; 0 for an empty slice.
pub fn mean(values: &[f64]) -> f64 {
    if values.is_empty() { 0.0 } else { values.iter().sum::<f64>() / values.len() as f64 }
}

/// Standard deviation of a sample (with n - 1); 0 for fewer than two values.
pub fn standard_deviation(values: &[f64]) -> f64 {
    if values.len() < 2 {
        return 0.0;
    }
    let mean = mean(values);
    let squares: f64 = values.iter().map(|v| (v - mean) * (v - mean)).sum();
    (squares / (values.len() - 1) as f64).sqrt()
}

/// Median; 0 for an empty slice.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => 0.0,
        n if n % 2 == 1 => sorted[middle],
        _ => (sorted[middle - 1] + sorted[middle]) / 2.0,
    }
}

/// The mean of the first numbers over the mean of the second ones, with an approximate 95 % interval (delta method on the
/// logarithm, pairs measured together). Both means must be positive.
pub fn ratio_of_means(pairs: &[(f64, f64)]) -> (f64, f64, f64) {
    let (first, second): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    let (a, b) = (mean(&first), mean(&second));
    let ratio = a / b;
    // To first order the logarithm of the ratio deviates by the difference of the relative deviations.
    let relative: Vec<f64> = pairs.iter().map(|(x, y)| x / a - y / b).collect();
    let error = standard_deviation(&relative) / (pairs.len().max(1) as f64).sqrt();
    (ratio, ratio * exp(-1.96 * error), ratio * exp(1.96 * error))
}

/// Result of the rank sum test of two samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankSum {
    /// Mann and Whitney's U of the first sample: in how many pairs it has the larger value, ties half.
    pub u: f64,
    /// How far the rank sum lies from its expectation, in standard deviations; positive if the first sample
    /// is the larger. Without continuity correction.
    pub z: f64,
    /// Probability of a difference at least as large, in either direction, if there is none.
    pub p: f64,
}

impl RankSum {
    /// Effect size r: |z| over the root of the number of values. About .1 is small, .3 medium, .5 large.
    pub fn effect_size(&self, values: usize) -> f64 {
        if values == 0 { 0.0 } else { self.z.abs() / (values as f64).sqrt() }
    }
}

/// Wilcoxon rank sum test of two samples, two-sided. Empty samples, and samples whose values are all equal, do not
/// differ.
pub fn rank_sum(a: &[f64], b: &[f64]) -> RankSum {
    let (n, m) = (a.len(), b.len());
    let (ranks, ties) = doubled_ranks(a, b);
    let w2: usize = ranks[..n].iter().sum();
    let u = (w2 as f64 - (n * (n + 1)) as f64) / 2.0;
    let (nf, mf, all) = (n as f64, m as f64, (n + m) as f64);
    let variance = nf * mf / 12.0 * (all + 1.0 - ties / (all * (all - 1.0)));
    if n == 0 || m == 0 || variance.is_nan() || variance <= 1e-12 {
        return RankSum { u, z: 0.0, p: 1.0 };
    }
    let off = u - nf * mf / 2.0;
    let p = if n <= EXACT_UP_TO && m <= EXACT_UP_TO {
        exact_p(&ranks, n, w2)
    } else {
        2.0 * upper_tail((off.abs() - 0.5).max(0.0) / variance.sqrt())
    };
    RankSum { u, z: off / variance.sqrt(), p: p.min(1.0) }
}

/// Twice the rank of each value of both samples, ties at the mean of their ranks; and the sum of t^3 - t over
/// the groups of ties.
fn doubled_ranks(a: &[f64], b: &[f64]) -> (Vec<usize>, f64) {
    let values: Vec<f64> = a.iter().chain(b).copied().collect();
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&i, &j| values[i].total_cmp(&values[j]));
    let mut ranks = vec![0; values.len()];
    let (mut ties, mut first) = (0.0, 0);
    for group in order.chunk_by(|&i, &j| values[i] == values[j]) {
        let size = group.len();
        for &i in group {
            ranks[i] = 2 * first + size + 1;
        }
        ties += (size * size * size - size) as f64;
        first += size;
    }
    (ranks, ties)
}

/// Two-sided probability of a rank sum at least as extreme as this one among all ways to choose n of the ranks.
fn exact_p(ranks: &[usize], n: usize, w2: usize) -> f64 {
    let most: usize = ranks.iter().sum();
    // ways[k][s]: in how many ways k of the ranks seen so far have the doubled sum s.
    let mut ways = vec![vec![0.0f64; most + 1]; n + 1];
    ways[0][0] = 1.0;
    for &rank in ranks {
        for k in (1..=n).rev() {
            let (fewer, here) = ways.split_at_mut(k);
            for s in rank..=most {
                here[0][s] += fewer[k - 1][s - rank];
            }
        }
    }
    let all: f64 = ways[n].iter().sum();
    let below: f64 = ways[n][..=w2].iter().sum();
    let above: f64 = ways[n][w2..].iter().sum();
    2.0 * below.min(above) / all
}

/// A probability corrected for a number of tests made together (Bonferroni).
pub fn bonferroni(p: f64, tests: usize) -> f64 {
    (p * tests as f64).min(1.0)
}

/// Two-sided probability of a difference at least this large if both proportions, given as hits and trials, come from one
/// (pooled z test).
pub fn proportions_differ(a: (u64, u64), b: (u64, u64)) -> f64 {
    let (hits, trials) = ((a.0 + b.0) as f64, (a.1 + b.1) as f64);
    let pooled = hits / trials;
    let error = (pooled * (1.0 - pooled) * (1.0 / a.1 as f64 + 1.0 / b.1 as f64)).sqrt();
    if a.1 == 0 || b.1 == 0 || error == 0.0 {
        return 1.0;
    }
    2.0 * upper_tail(((a.0 as f64 / a.1 as f64 - b.0 as f64 / b.1 as f64) / error).abs())
}

/// One-sided probability that the first proportion is at least this much smaller than the second if both come from one
/// (pooled z test). Above one half if it is larger.
pub fn proportion_is_smaller(a: (u64, u64), b: (u64, u64)) -> f64 {
    let half = proportions_differ(a, b) / 2.0;
    // Cross-multiplied, because either may have no trials.
    if a.0 * b.1 <= b.0 * a.1 { half } else { 1.0 - half }
}

/// Wilson's 95 % interval for a proportion of hits among trials; 0 to 1 without trials.
pub fn wilson_interval(hits: u64, trials: u64) -> (f64, f64) {
    if trials == 0 {
        return (0.0, 1.0);
    }
    const Z: f64 = 1.959_963_984_540_054;
    let (n, part) = (trials as f64, hits as f64 / trials as f64);
    let scale = 1.0 + Z * Z / n;
    let middle = (part + Z * Z / (2.0 * n)) / scale;
    let half = Z * (part * (1.0 - part) / n + Z * Z / (4.0 * n * n)).sqrt() / scale;
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

/// Probability that a standard normal variable exceeds a value of 0 or more: a series up to 4, then a continued fraction.
fn upper_tail(x: f64) -> f64 {
    let density = exp(-x * x / 2.0) / (2.0 * std::f64::consts::PI).sqrt();
    if x < 4.0 {
        let (mut term, mut sum, mut k) = (x, x, 1.0);
        while term > sum * 1e-17 {
            k += 2.0;
            term *= x * x / k;
            sum += term;
        }
        return 0.5 - density * sum;
    }
    let fraction = (1..=60).rev().fold(x, |below, k| x + f64::from(k) / below);
    density / fraction
}

#[cfg(test)]
#[path = "statistics_tests.rs"]
mod tests;
