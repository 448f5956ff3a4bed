//! Tail probabilities and quantiles: normal, Student's t, binomial.
//!
//! Student's t and the binomial distribution go through the regularised incomplete beta function, by its continued fraction
//! (M. Abramowitz, I. Stegun, Handbook of Mathematical Functions, 26.5.8). Quantiles are found by bisection.

use crate::maths::{exp, ln, ln_gamma};

/// Steps of a bisection: the interval shrinks to the last bits of a double.
const BISECTIONS: u32 = 200;
/// Maximum number of terms of the continued fraction; a few times the root of the larger parameter is enough.
const MAX_TERMS: u32 = 20_000;

/// Probability that a standard normal variable exceeds a value of 0 or more: a series up to 4, then a continued fraction.
pub(super) fn upper_tail(x: f64) -> f64 {
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

/// Probability that a standard normal variable exceeds a value.
pub(super) fn normal_above(x: f64) -> f64 {
    if x < 0.0 { 1.0 - upper_tail(-x) } else { upper_tail(x) }
}

/// Probability that Student's t exceeds a value.
pub(super) fn student_above(t: f64, freedom: f64) -> f64 {
    if t.is_infinite() {
        return if t > 0.0 { 0.0 } else { 1.0 };
    }
    let half = incomplete_beta(freedom / 2.0, 0.5, freedom / (freedom + t * t)) / 2.0;
    if t < 0.0 { 1.0 - half } else { half }
}

/// The value that Student's t exceeds with a probability below one half.
pub(super) fn student_quantile(tail: f64, freedom: f64) -> f64 {
    let mut high = 1.0;
    while student_above(high, freedom) > tail && high < 1e15 {
        high *= 2.0;
    }
    bisect(0.0, high, |t| student_above(t, freedom) > tail)
}

/// The value that a standard normal variable exceeds with a probability below one half.
pub(super) fn normal_quantile(tail: f64) -> f64 {
    bisect(0.0, 40.0, |z| upper_tail(z) > tail)
}

/// Probability of at least `hits` hits in `runs` runs, each with the same probability. Real numbers of hits and runs are
/// allowed.
pub(super) fn binomial_at_least(hits: f64, runs: f64, each: f64) -> f64 {
    if hits <= 0.0 { 1.0 } else { incomplete_beta(hits, runs - hits + 1.0, each) }
}

/// Where a condition that is true up to some point stops being true.
pub(super) fn bisect(low: f64, high: f64, is_below: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (low, high);
    for _ in 0..BISECTIONS {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            break;
        }
        if is_below(middle) { low = middle } else { high = middle }
    }
    low + (high - low) / 2.0
}

/// The regularised incomplete beta function.
fn incomplete_beta(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return if x <= 0.0 { 0.0 } else { 1.0 };
    }
    // The fraction converges fast on this side of the mean.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - incomplete_beta(b, a, 1.0 - x);
    }
    let scale = ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * ln(x) + b * ln(1.0 - x);
    exp(scale) / (a * fraction(a, b, x))
}

/// The denominator of the continued fraction, evaluated from its beginning (W. Lentz, Applied Optics 15, 1976).
fn fraction(a: f64, b: f64, x: f64) -> f64 {
    let nonzero = |value: f64| if value.abs() < 1e-300 { 1e-300 } else { value };
    let (mut value, mut c, mut d) = (1.0, 1.0, 0.0);
    for k in 1..=MAX_TERMS {
        let m = f64::from(k / 2);
        let term = if k % 2 == 0 {
            m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m))
        } else {
            -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0))
        };
        d = 1.0 / nonzero(1.0 + term * d);
        c = nonzero(1.0 + term / c);
        value *= c * d;
        if (c * d - 1.0).abs() < 1e-15 {
            break;
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn near(a: f64, b: f64, tolerance: f64) {
        assert!((a - b).abs() <= tolerance, "{a} is not {b}");
    }

    #[test]
    fn quantiles_are_those_of_the_tables() {
        near(normal_quantile(0.025), 1.959_963_984_540_054, 1e-12);
        near(student_quantile(0.025, 9.0), 2.262_157_162_798_2, 1e-10);
        near(student_quantile(0.005, 99.0), 2.626_405_457_0, 1e-8);
        // One degree of freedom is the Cauchy distribution.
        near(student_quantile(0.25, 1.0), 1.0, 1e-12);
        near(normal_above(-1.0) + normal_above(1.0), 1.0, 1e-15);
    }

    #[test]
    fn binomial_tails_can_be_counted() {
        near(binomial_at_least(8.0, 10.0, 0.5), 56.0 / 1024.0, 1e-14);
        near(binomial_at_least(10.0, 10.0, 0.9), 0.9f64.powi(10), 1e-14);
        assert_eq!(binomial_at_least(0.0, 10.0, 0.3), 1.0);
        near(binomial_at_least(500.0, 500.0, 0.95) / 0.95f64.powi(500), 1.0, 1e-10);
    }
}
