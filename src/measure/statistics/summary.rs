//! Means, deviations and proportions, and the tests of proportions that a paper prints.

use super::distributions::upper_tail;

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

#[cfg(test)]
#[path = "summary_tests.rs"]
mod tests;
