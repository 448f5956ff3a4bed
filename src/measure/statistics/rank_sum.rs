//! The Wilcoxon rank sum test.
//!
//! F. Wilcoxon, "Individual Comparisons by Ranking Methods", Biometrics Bulletin 1(6), 1945; H. Mann, D.
//! Whitney, Annals of Mathematical Statistics 18(1), 1947. Tied values share the mean of their ranks. Up to
//! [`EXACT_UP_TO`] values in each sample the distribution of the rank sum is enumerated, ties included (n m N^2 additions);
//! above that it is approximated as normal, with the variance corrected for ties and a continuity correction.

use super::distributions::upper_tail;

/// Largest sample for which the rank sum test enumerates its distribution.
pub const EXACT_UP_TO: usize = 20;

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
