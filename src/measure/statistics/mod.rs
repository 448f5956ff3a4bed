#![doc = include_str!("../../../docs/src/research/statistics.md")]

mod claims;
mod distributions;
mod estimate;
mod rank_sum;
mod summary;

pub use claims::{Family, Judged, LEVEL, Sample, Says, Test, Verdict, judge, print_p};
pub use estimate::Estimate;
pub use rank_sum::{EXACT_UP_TO, RankSum, rank_sum};
pub use summary::{
    bonferroni, mean, median, proportion_is_smaller, proportions_differ, standard_deviation,
    wilson_interval,
};
