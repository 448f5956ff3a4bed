//! Against values that can be counted by hand, looked up, or were found by another program.

use super::*;

#[track_caller]
fn near(a: f64, b: f64, tolerance: f64) {
    assert!((a - b).abs() <= tolerance, "{a} is not {b}");
}

#[test]
fn the_interval_of_a_share_is_that_of_clopper_and_pearson() {
    let (low, high) = Estimate::Share { hits: 10.0, runs: 20.0 }.interval(0.025);
    near(low, 27.196, 1e-3);
    near(high, 72.804, 1e-3);
    // None of 10: the root of .025.
    let (low, high) = Estimate::Share { hits: 0.0, runs: 10.0 }.interval(0.025);
    assert_eq!(low, 0.0);
    near(high, 100.0 * (1.0 - 0.025f64.powf(0.1)), 1e-9);
    assert_eq!(Estimate::Share { hits: 10.0, runs: 10.0 }.interval(0.025).1, 100.0);
}

#[test]
fn the_test_of_a_share_is_exact() {
    let all = Estimate::Share { hits: 8.0, runs: 8.0 };
    near(all.p_above(90.0), 0.9f64.powi(8), 1e-12);
    assert_eq!(all.p_below(90.0), 1.0, "as many as can be");
    near(Estimate::Share { hits: 2.0, runs: 10.0 }.p_below(50.0), 56.0 / 1024.0, 1e-12);
}

/// The scores of 12 and 2 discordant pairs among 50, by a search for the most likely share on a grid of 200000 places.
#[test]
fn paired_shares_are_compared_by_tangos_score() {
    for (bound, score) in [(0.05, 2.097_340_12), (-0.1, 3.692_753_12), (0.0, 10.0 / 14.0f64.sqrt())]
    {
        near(tango(12.0, 2.0, 50.0, bound), score, 2e-5);
        near(tango(2.0, 12.0, 50.0, -bound), -score, 2e-5);
    }
    let estimate = Estimate::ShareDifference { first: 12.0, second: 2.0, runs: 50.0 };
    near(estimate.value(), 20.0, 1e-12);
    let (low, high) = estimate.interval(0.025);
    near(estimate.p_above(low), 0.025, 1e-9);
    near(estimate.p_below(high), 0.025, 1e-9);
}

#[test]
fn pairs_that_never_differ_still_leave_an_interval() {
    let equal = Estimate::ShareDifference { first: 0.0, second: 0.0, runs: 40.0 };
    let (low, high) = equal.interval(0.025);
    near(low, -high, 1e-9);
    // The score of a bound b is -sqrt(n b / (1 - b)) there.
    let z2 = 1.959_963_984_540_054f64.powi(2);
    near(high, 100.0 * z2 / (40.0 + z2), 1e-6);
}

#[test]
fn a_mean_is_tested_by_students_t() {
    let values: Vec<f64> = (1..=10).map(f64::from).collect();
    let estimate = Estimate::mean(&values);
    let (low, high) = estimate.interval(0.025);
    near(low, 3.334_149_41, 1e-7);
    near(high, 7.665_850_59, 1e-7);
    near(estimate.p_above(low), 0.025, 1e-9);
    near(estimate.p_below(high), 0.025, 1e-9);
}

#[test]
fn values_that_never_vary_prove_no_more_than_their_number() {
    let four = Estimate::mean(&[7.0; 4]);
    assert_eq!((four.p_above(0.0), four.p_below(8.0)), (1.0 / 16.0, 1.0 / 16.0));
    assert_eq!(four.interval(0.025), (f64::NEG_INFINITY, f64::INFINITY));
    assert_eq!(Estimate::mean(&[7.0; 6]).interval(0.025), (7.0, 7.0));
    assert_eq!(Estimate::mean(&[7.0]).p_above(0.0), 1.0, "one value");
}

#[test]
fn the_interval_of_a_ratio_is_narrow_where_pairs_go_together() {
    let together: Vec<(f64, f64)> = (1..=20).map(|n| (3.0 * f64::from(n), f64::from(n))).collect();
    let (low, high) = Estimate::ratio(&together).interval(0.025);
    assert!((low - 3.0).abs() < 1e-9 && high - low < 1e-9, "{low} to {high}");
    let apart: Vec<(f64, f64)> =
        (1..=20).map(|n| (3.0 * f64::from(n), f64::from(21 - n))).collect();
    let estimate = Estimate::ratio(&apart);
    let (low, high) = estimate.interval(0.025);
    near(estimate.value(), 3.0, 1e-12);
    assert!(low < 2.5 && high > 3.5, "{low} to {high}");
    assert_eq!(Estimate::ratio(&[(0.0, 0.0); 9]).p_above(0.5), 1.0, "no ratio");
    near(estimate.p_above(low), 0.025, 1e-9);
}
