//! Claims as tests, and their verdicts.

use super::distributions::bisect;
use super::estimate::{Estimate, power_factor};
use serde::Serialize;

/// The level of a whole experiment: the probability of one wrong verdict or more among all its claims.
pub const LEVEL: f64 = 0.05;
/// More runs than these are not asked for.
const MAX_RUNS: f64 = 1e6;

/// What was measured, run by run. Pairs come from one seed, one start file or one map.
#[derive(Clone, Debug, PartialEq)]
pub enum Sample {
    /// Nothing is random: the value itself.
    Counted(f64),
    /// Whether something happened.
    Share(Vec<bool>),
    /// Whether it happened, first under one rule and then under another.
    Shares(Vec<(bool, bool)>),
    /// A number.
    Mean(Vec<f64>),
    /// A number, under one rule and under another; compared by the difference, the first less the second.
    Means(Vec<(f64, f64)>),
    /// A number, under one rule and under another; compared by the ratio of the means, the first over the second.
    Ratio(Vec<(f64, f64)>),
}

impl Sample {
    /// What the sample says about its quantity.
    pub fn estimate(&self) -> Estimate {
        let count = |is: &mut dyn Iterator<Item = bool>| is.filter(|is| *is).count() as f64;
        match self {
            Self::Counted(value) => Estimate::Counted(*value),
            Self::Share(runs) => {
                Estimate::Share { hits: count(&mut runs.iter().copied()), runs: runs.len() as f64 }
            }
            Self::Shares(pairs) => Estimate::ShareDifference {
                first: count(&mut pairs.iter().map(|(a, b)| *a && !b)),
                second: count(&mut pairs.iter().map(|(a, b)| *b && !a)),
                runs: pairs.len() as f64,
            },
            Self::Mean(values) => Estimate::mean(values),
            Self::Means(pairs) => {
                Estimate::mean(&pairs.iter().map(|(a, b)| a - b).collect::<Vec<f64>>())
            }
            Self::Ratio(pairs) => Estimate::ratio(pairs),
        }
    }

    /// The runs as rows of one number or two; a share has 1 for yes and 0 for no.
    pub fn rows(&self) -> Vec<(f64, Option<f64>)> {
        let number = |is: bool| f64::from(u8::from(is));
        match self {
            Self::Counted(value) => vec![(*value, None)],
            Self::Share(runs) => runs.iter().map(|is| (number(*is), None)).collect(),
            Self::Shares(pairs) => {
                pairs.iter().map(|(a, b)| (number(*a), Some(number(*b)))).collect()
            }
            Self::Mean(values) => values.iter().map(|value| (*value, None)).collect(),
            Self::Means(pairs) | Self::Ratio(pairs) => {
                pairs.iter().map(|(a, b)| (*a, Some(*b))).collect()
            }
        }
    }

    /// In how many single runs the number, difference or ratio lies where a claim says. `None` for shares, which are themselves
    /// such counts.
    fn single_runs(&self, says: Says) -> Option<(usize, usize)> {
        let values: Vec<f64> = match self {
            Self::Counted(_) | Self::Share(_) | Self::Shares(_) => return None,
            Self::Mean(values) => values.clone(),
            Self::Means(pairs) => pairs.iter().map(|(a, b)| a - b).collect(),
            Self::Ratio(pairs) => pairs.iter().map(|(a, b)| a / b).collect(),
        };
        Some((values.iter().filter(|value| says.includes(**value)).count(), values.len()))
    }
}

/// Where a quantity lies according to a claim.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum Says {
    /// More than a margin.
    Above(f64),
    /// Less than a margin.
    Below(f64),
    /// Between two margins: equivalence, by two one-sided tests.
    Between(f64, f64),
}

impl Says {
    fn includes(self, value: f64) -> bool {
        match self {
            Self::Above(margin) => value > margin,
            Self::Below(margin) => value < margin,
            Self::Between(low, high) => (low..=high).contains(&value),
        }
    }

    /// The probability of the data if the claim is false: the larger of two for an equivalence.
    fn p_for(self, estimate: &Estimate) -> f64 {
        match self {
            Self::Above(margin) => estimate.p_above(margin),
            Self::Below(margin) => estimate.p_below(margin),
            Self::Between(low, high) => estimate.p_above(low).max(estimate.p_below(high)),
        }
    }

    /// The probability of the data if the claim is true: the smaller of two for an equivalence.
    fn p_against(self, estimate: &Estimate) -> f64 {
        match self {
            Self::Above(margin) => estimate.p_below(margin),
            Self::Below(margin) => estimate.p_above(margin),
            Self::Between(low, high) => estimate.p_below(low).min(estimate.p_above(high)),
        }
    }

    /// One-sided tests that it takes.
    fn tests(self) -> usize {
        if matches!(self, Self::Between(..)) { 2 } else { 1 }
    }
}

/// A part of a claim: a quantity, its sample, and where the claim says that it lies.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// What is measured.
    pub quantity: String,
    /// Its unit.
    pub unit: &'static str,
    /// The runs.
    pub sample: Sample,
    /// Where it lies according to the claim.
    pub says: Says,
}

impl Test {
    /// A test.
    pub fn new(
        quantity: impl Into<String>,
        unit: &'static str,
        sample: Sample,
        says: Says,
    ) -> Self {
        Self { quantity: quantity.into(), unit, sample, says }
    }
}

/// The verdict on a claim or a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Verdict {
    /// The whole interval lies where the claim says.
    #[serde(rename = "holds")]
    Holds,
    /// The whole interval lies elsewhere.
    #[serde(rename = "does not hold")]
    DoesNotHold,
    /// The interval lies on both sides of a margin.
    #[serde(rename = "not enough runs to say")]
    NotEnoughRuns,
}

impl Verdict {
    /// Of something that is counted, not sampled.
    pub fn counted(holds: bool) -> Self {
        if holds { Self::Holds } else { Self::DoesNotHold }
    }

    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::DoesNotHold => "does not hold",
            Self::NotEnoughRuns => "not enough runs to say",
        }
    }

    /// Of a claim with several parts: all must hold.
    fn of_all(parts: impl Iterator<Item = Self>) -> Self {
        parts.fold(Self::Holds, |all, part| match (all, part) {
            (Self::DoesNotHold, _) | (_, Self::DoesNotHold) => Self::DoesNotHold,
            (Self::NotEnoughRuns, _) | (_, Self::NotEnoughRuns) => Self::NotEnoughRuns,
            (Self::Holds, Self::Holds) => Self::Holds,
        })
    }
}

/// A test with its result.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The test.
    pub test: Test,
    /// What the sample gives.
    pub estimate: Estimate,
    /// The interval, simultaneous with those of all other tests of the experiment.
    pub interval: (f64, f64),
    /// One-sided p, multiplied by the number of tests: of the claim being false if the estimate lies where the claim says, else
    /// of its being true.
    pub p: f64,
    /// What follows.
    pub verdict: Verdict,
    /// In how many single runs the statement is true, and of how many.
    pub single_runs: Option<(usize, usize)>,
    /// How many runs would do, if the estimate is right; `None` if it lies too near to a margin.
    pub enough: Option<u64>,
}

/// All tests of an experiment together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Family {
    /// One-sided tests that are made together.
    pub tests: usize,
    /// The probability of one wrong verdict or more.
    pub level: f64,
}

impl Family {
    /// The level of each one-sided test (Bonferroni).
    pub fn tail(self) -> f64 {
        self.level / self.tests.max(1) as f64
    }

    /// The confidence of each interval, in percent.
    pub fn confidence(self) -> f64 {
        100.0 * (1.0 - 2.0 * self.tail())
    }
}

/// Judges all claims of an experiment together, each with its tests. A claim without tests is counted, not sampled; its verdict
/// is `Holds`, and the caller's to replace.
pub fn judge(claims: Vec<Vec<Test>>) -> (Family, Vec<(Verdict, Vec<Judged>)>) {
    let sampled = |test: &&Test| !matches!(test.sample, Sample::Counted(_));
    let tests = claims.iter().flatten().filter(sampled).map(|test| test.says.tests()).sum();
    let family = Family { tests, level: LEVEL };
    let judged = claims.into_iter().map(|tests| {
        let judged: Vec<Judged> = tests.into_iter().map(|test| judge_test(test, family)).collect();
        (Verdict::of_all(judged.iter().map(|test| test.verdict)), judged)
    });
    (family, judged.collect())
}

fn judge_test(test: Test, family: Family) -> Judged {
    let estimate = test.sample.estimate();
    let verdict = verdict(&estimate, test.says, family.tail());
    let is_inside = test.says.includes(estimate.value());
    let p = if is_inside { test.says.p_for(&estimate) } else { test.says.p_against(&estimate) };
    let enough = (verdict == Verdict::NotEnoughRuns)
        .then(|| enough_runs(&estimate, test.says, family.tail()))
        .flatten();
    Judged {
        interval: estimate.interval(family.tail()),
        p: (p * family.tests.max(1) as f64).min(1.0),
        single_runs: test.sample.single_runs(test.says),
        test,
        estimate,
        verdict,
        enough,
    }
}

fn verdict(estimate: &Estimate, says: Says, tail: f64) -> Verdict {
    if let Estimate::Counted(value) = estimate {
        Verdict::counted(says.includes(*value))
    } else if says.p_for(estimate) <= tail {
        Verdict::Holds
    } else if says.p_against(estimate) <= tail {
        Verdict::DoesNotHold
    } else {
        Verdict::NotEnoughRuns
    }
}

/// Runs with which a sample of the same composition decides, and some more, so that four of five such samples would.
fn enough_runs(estimate: &Estimate, says: Says, tail: f64) -> Option<u64> {
    let runs = estimate.runs();
    let undecided = |factor: f64| {
        verdict(&estimate.with_more_runs(factor), says, tail) == Verdict::NotEnoughRuns
    };
    let most = MAX_RUNS / runs.max(1.0);
    if runs < 2.0 || undecided(most) {
        return None;
    }
    let enough = bisect(1.0, most, undecided) * runs * power_factor(tail);
    (enough <= MAX_RUNS).then_some(enough.ceil() as u64)
}

/// A probability as it is printed: never as 0.
pub fn print_p(p: f64) -> String {
    const MIN: f64 = 0.0001;
    if p < MIN { format!("<{MIN}") } else { format!("{p:.4}") }
}

#[cfg(test)]
#[path = "claims_tests.rs"]
mod tests;
