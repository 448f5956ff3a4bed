//! Against values that can be counted by hand or looked up in any table of statistics.

use super::super::distributions::upper_tail;
use super::super::rank_sum::rank_sum;
use super::*;

#[track_caller]
fn near(a: f64, b: f64, tolerance: f64) {
    assert!((a - b).abs() <= tolerance, "{a} is not {b}");
}

#[test]
fn mean_and_deviation_of_a_sample() {
    let values = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0];
    assert_eq!(mean(&values), 5.0);
    near(standard_deviation(&values), (32.0f64 / 7.0).sqrt(), 1e-12);
    assert_eq!((mean(&[]), standard_deviation(&[3.0])), (0.0, 0.0));
}

#[test]
fn the_normal_tail_is_that_of_the_tables() {
    near(upper_tail(0.0), 0.5, 1e-15);
    near(upper_tail(1.0), 0.158_655_253_931_457, 1e-14);
    near(upper_tail(1.959_963_984_540_054), 0.025, 1e-14);
    near(upper_tail(3.0), 0.001_349_898_031_630_1, 1e-15);
    near(upper_tail(6.0) / 9.865_876_450_376_98e-10, 1.0, 1e-9);
    near(upper_tail(4.0 - 1e-9) / upper_tail(4.0), 1.0, 1e-8);
}

#[test]
fn small_samples_are_counted_out() {
    // 3 of 6 ranks: 20 ways, and only one has all three below.
    let apart = rank_sum(&[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0]);
    assert_eq!(apart.u, 0.0);
    near(apart.p, 2.0 / 20.0, 1e-12);
    // The doubled ranks are 3, 3, 6, 8: of the six pairs (6, 9, 9, 11, 11, 14) two reach 9 or less on one side...
    let tied = rank_sum(&[1.0, 2.0], &[1.0, 3.0]);
    near(tied.p, 1.0, 1e-12);
    assert_eq!(tied.u, 1.5);
    // Five against five without overlap: 2 / 252.
    let five = rank_sum(&[6.0, 7.0, 8.0, 9.0, 10.0], &[1.0, 2.0, 3.0, 4.0, 5.0]);
    near(five.p, 2.0 / 252.0, 1e-12);
    assert!(five.z > 2.6 && five.u == 25.0);
}

#[test]
fn the_exact_test_agrees_with_a_published_example() {
    // Hollander and Wolfe, Nonparametric Statistical Methods: permeability of the human chorioamnion.
    let at_term = [0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46];
    let early = [1.15, 0.88, 0.90, 0.74, 1.21];
    let test = rank_sum(&at_term, &early);
    assert_eq!(test.u, 35.0);
    near(test.p / 2.0, 0.1272, 5e-5);
}

#[test]
fn large_samples_are_taken_as_normal_with_ties_and_continuity_corrected() {
    // 25 values each, of three kinds: ranks and variance by hand.
    let a: Vec<f64> = (0..25).map(|i| f64::from(i32::from(i >= 5) + i32::from(i >= 15))).collect();
    let b: Vec<f64> = (0..25).map(|i| f64::from(i32::from(i >= 10) + i32::from(i >= 20))).collect();
    // a has 5, 10, 10 and b has 10, 10, 5 of 0, 1, 2: ties of 15, 20, 15.
    let u = 5.0 * 5.0 + 10.0 * (10.0 + 5.0) + 10.0 * (20.0 + 2.5);
    let ties = 2.0 * (15f64.powi(3) - 15.0) + 20f64.powi(3) - 20.0;
    let variance = 625.0 / 12.0 * (51.0 - ties / (50.0 * 49.0));
    let test = rank_sum(&a, &b);
    assert_eq!(test.u, u);
    near(test.z, (u - 312.5) / variance.sqrt(), 1e-12);
    near(test.p, 2.0 * upper_tail((u - 313.0) / variance.sqrt()), 1e-12);
    near(test.effect_size(50), test.z / 50f64.sqrt(), 1e-12);
}

#[test]
fn the_approximation_meets_the_exact_test() {
    let a: Vec<f64> = (0..20).map(|i| f64::from(i * 7 % 20)).collect();
    let b: Vec<f64> = (0..20).map(|i| f64::from(i * 3 % 20) + 4.3).collect();
    let exact = rank_sum(&a, &b);
    let variance: f64 = 400.0 / 12.0 * 41.0;
    let normal = 2.0 * upper_tail(((exact.u - 200.0).abs() - 0.5) / variance.sqrt());
    assert!(exact.p < 0.05);
    near(exact.p, normal, 0.002);
}

#[test]
fn samples_that_cannot_differ_do_not() {
    for (a, b) in [(&[][..], &[1.0][..]), (&[2.0; 3], &[2.0; 4]), (&[2.0; 30], &[2.0; 40])] {
        let test = rank_sum(a, b);
        assert_eq!((test.z, test.p), (0.0, 1.0));
    }
}

#[test]
fn proportions_and_their_intervals() {
    // Wilson's interval for 10 of 20, and for none of 10.
    let (low, high) = wilson_interval(10, 20);
    near(low, 0.29930, 1e-5);
    near(high, 0.70070, 1e-5);
    let (low, high) = wilson_interval(0, 10);
    near(low, 0.0, 1e-12);
    near(high, 0.27753, 1e-5);
    // 30 of 100 against 50 of 100: z = 0.2 / sqrt(0.4 * 0.6 * 0.02) = 2.8868.
    near(proportions_differ((30, 100), (50, 100)), 0.003892, 1e-6);
    assert_eq!(proportions_differ((5, 5), (7, 7)), 1.0);
    assert_eq!(bonferroni(0.02, 3), 0.06);
    assert_eq!(bonferroni(0.5, 3), 1.0);
}

#[test]
fn the_median_is_in_the_middle() {
    assert_eq!(median(&[]), 0.0);
    assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
    assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
}

/// Table II of hybrid-starcraft, from the percentages of its Table I: its p are one-sided.
#[test]
fn the_printed_p_of_the_hybrids_are_one_sided() {
    let [a_star, field, boids] = [(158, 200), (176, 200), (178, 200)];
    let p = |a, b| (proportion_is_smaller(a, b), proportions_differ(a, b));
    for ((one, two), printed) in
        [(p(a_star, field), 0.0077), (p(a_star, boids), 0.0032), (p(field, boids), 0.3770)]
    {
        assert!((one - printed).abs() < 5e-5, "{one} {printed}");
        assert!((two - 2.0 * one).abs() < 1e-12);
    }
    assert!((p(boids, field).0 - 0.6230).abs() < 5e-5, "the larger first");
}
