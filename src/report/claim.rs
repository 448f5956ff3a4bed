//! Claims of a paper, and their verdicts.

use super::text::quoted;
use crate::measure::statistics::{Family, Judged, Says, Test, Verdict, judge, print_p};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::fmt::{self, Display, Write};

/// A claim before it is judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// The claim, in a sentence.
    pub claim: String,
    /// Further numbers, in words.
    pub evidence: String,
    /// Its parts, all of which must hold; none for something that is counted.
    pub tests: Vec<Test>,
    /// Whether it holds, if it is counted.
    counted: bool,
    /// The rules under which it is tested, if they are not those of the list of claims.
    rules: Option<&'static str>,
}

impl Statement {
    /// A claim about something that varies from run to run: every test must hold.
    pub fn tested(
        claim: impl Into<String>,
        tests: impl IntoIterator<Item = Test>,
        evidence: impl Into<String>,
    ) -> Self {
        let tests: Vec<Test> = tests.into_iter().collect();
        Self { claim: claim.into(), evidence: evidence.into(), counted: false, rules: None, tests }
    }

    /// A claim about something that is counted, where nothing is random.
    pub fn counted(claim: impl Into<String>, holds: bool, evidence: impl Into<String>) -> Self {
        let (claim, evidence) = (claim.into(), evidence.into());
        Self { claim, evidence, tests: Vec::new(), counted: holds, rules: None }
    }

    /// The claim under other rules, which only files show.
    pub fn under(self, rules: &'static str) -> Self {
        Self { rules: Some(rules), ..self }
    }
}

/// A claim of a paper, judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// The claim, in a sentence.
    pub claim: String,
    /// Its verdict in our simulation. If it does not hold, that is a finding.
    pub verdict: Verdict,
    /// Further numbers, in words.
    pub evidence: String,
    /// The tests behind the verdict; none for something that is counted.
    pub tests: Vec<Judged>,
    /// The rules under which it was tested, if they are not those of the list of claims. Then only files show it.
    pub rules: Option<&'static str>,
}

impl Claim {
    /// Whether it holds.
    pub fn holds(&self) -> bool {
        self.verdict == Verdict::Holds
    }

    /// The maximum number of runs that one of its tests asks for, if there are not enough; `None` if no number would do.
    pub fn enough(&self) -> Option<u64> {
        let open = self.tests.iter().filter(|test| test.verdict == Verdict::NotEnoughRuns);
        open.map(|test| test.enough).try_fold(0, |most, enough| Some(most.max(enough?)))
    }

    /// The verdict, and how many runs would do if there are not enough.
    pub fn verdict_in_words(&self) -> String {
        let name = self.verdict.name();
        if self.verdict != Verdict::NotEnoughRuns {
            return name.into();
        }
        let open = || self.tests.iter().filter(|test| test.verdict == Verdict::NotEnoughRuns);
        match self.enough() {
            Some(enough) => format!("{name}: about {enough} would do"),
            None if open().any(|test| test.estimate.runs() < 2.0) => {
                format!("{name}: too few values")
            }
            None => format!("{name}: too near to a margin"),
        }
    }
}

impl Serialize for Claim {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("claim", &self.claim)?;
        if let Some(rules) = self.rules {
            map.serialize_entry("rules", rules)?;
        }
        map.serialize_entry("verdict", &self.verdict)?;
        map.serialize_entry("enough_runs", &self.enough().filter(|&runs| runs > 0))?;
        map.serialize_entry("evidence", &self.evidence)?;
        map.serialize_entry("tests", &self.tests.iter().map(JsonTest::of).collect::<Vec<_>>())?;
        map.end()
    }
}

#[derive(Serialize)]
struct JsonTest<'a> {
    quantity: &'a str,
    unit: &'a str,
    test: &'a str,
    claimed: String,
    above: Option<f64>,
    below: Option<f64>,
    runs: f64,
    estimate: f64,
    low: f64,
    high: f64,
    p: f64,
    verdict: Verdict,
}

impl<'a> JsonTest<'a> {
    fn of(judged: &'a Judged) -> Self {
        let (above, below) = bounds(judged.test.says);
        Self {
            above,
            below,
            quantity: &judged.test.quantity,
            unit: judged.test.unit,
            test: judged.estimate.method(),
            claimed: claimed(judged.test.says),
            runs: judged.estimate.runs(),
            estimate: judged.estimate.value(),
            low: judged.interval.0,
            high: judged.interval.1,
            p: judged.p,
            verdict: judged.verdict,
        }
    }
}

/// Judges all claims of an experiment together.
pub fn judged(statements: Vec<Statement>) -> (Family, Vec<Claim>) {
    let tests = statements.iter().map(|statement| statement.tests.clone()).collect();
    let (family, verdicts) = judge(tests);
    let claims = statements.into_iter().zip(verdicts).map(|(statement, (verdict, tests))| {
        let Statement { claim, evidence, counted, rules, .. } = statement;
        let verdict = if tests.is_empty() { Verdict::counted(counted) } else { verdict };
        Claim { claim, verdict, evidence, tests, rules }
    });
    (family, claims.collect())
}

/// The verdicts on all claims together.
pub fn correction(family: Family) -> String {
    let Family { tests, level } = family;
    if tests == 0 {
        return "Nothing is random here: all claims are counted.".into();
    }
    format!(
        "{tests} one-sided tests are made together, each at the level {level} / {tests} = {:.2e} (Bonferroni), so that the probability of one wrong \
         verdict or more is at most {level}. Intervals have {:.2} % confidence each; p are multiplied by {tests}.",
        family.tail(),
        family.confidence(),
    )
}

/// The bounds that a claim gives its quantity.
fn bounds(says: Says) -> (Option<f64>, Option<f64>) {
    match says {
        Says::Above(margin) => (Some(margin), None),
        Says::Below(margin) => (None, Some(margin)),
        Says::Between(low, high) => (Some(low), Some(high)),
    }
}

/// The range that a claim gives its quantity, with four decimals at most.
fn claimed(says: Says) -> String {
    let text = |bound: f64| ((bound * 1e4).round() / 1e4).to_string();
    match says {
        Says::Above(margin) => format!("above {}", text(margin)),
        Says::Below(margin) => format!("below {}", text(margin)),
        Says::Between(low, high) => format!("{} to {}", text(low), text(high)),
    }
}

/// A number with four digits that matter.
fn short(number: f64) -> String {
    let decimals = match number.abs() {
        size if size >= 1000.0 => 0,
        size if size >= 100.0 => 1,
        size if size >= 1.0 => 2,
        _ => 3,
    };
    format!("{number:.decimals$}")
}

/// A test in one line: what was found, between what, and what is claimed.
pub fn test_in_words(judged: &Judged) -> String {
    let Judged { test, estimate, interval, p, single_runs, .. } = judged;
    let unit = if test.unit.is_empty() { String::new() } else { format!(" {}", test.unit) };
    if test.sample.rows().is_empty() {
        return format!("{}: no value; claimed {}", test.quantity, claimed(test.says));
    }
    let mut line = format!("{}: {}{unit}", test.quantity, short(estimate.value()));
    if estimate.runs() > 0.0 {
        let (low, high) = (short(interval.0), short(interval.1));
        let _ = write!(line, " ({low} to {high}, {} runs)", estimate.runs());
    }
    let _ = write!(line, "; claimed {}", claimed(test.says));
    if estimate.runs() > 0.0 {
        let _ = write!(line, "; p {}", print_p(*p));
    }
    if let Some((true_in, runs)) = single_runs {
        let _ = write!(line, "; true in {true_in} of {runs} single runs");
    }
    line
}

impl Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "  {:<13}  {}", self.verdict_in_words(), self.claim)?;
        if !self.evidence.is_empty() {
            writeln!(f, "                 {}", self.evidence)?;
        }
        for test in &self.tests {
            writeln!(f, "                 - {}", test_in_words(test))?;
        }
        Ok(())
    }
}

/// Every test as CSV, a line each; claims and their tests are numbered from 1.
pub(super) fn tests_csv(claims: &[Claim]) -> String {
    let mut csv = String::from(
        "claim,test,rules,statement,verdict of the claim,quantity,unit,method,claimed above,claimed below,runs,estimate,low,high,p corrected,verdict,\
         enough runs,true in single runs\n",
    );
    for (number, claim) in (1..).zip(claims) {
        let head = |test: usize| {
            let rules = quoted(claim.rules.unwrap_or_default());
            format!("{number},{test},{rules},{},{}", quoted(&claim.claim), claim.verdict.name())
        };
        if claim.tests.is_empty() {
            let _ = writeln!(csv, "{},,,counted,,,,,,,,,,", head(0));
        }
        for (place, judged) in (1..).zip(&claim.tests) {
            let (above, below) = bounds(judged.test.says);
            let number = |number: Option<f64>| number.map_or(String::new(), |n| n.to_string());
            let fields = [
                head(place),
                quoted(&judged.test.quantity),
                judged.test.unit.into(),
                quoted(judged.estimate.method()),
                number(above),
                number(below),
                judged.estimate.runs().to_string(),
                judged.estimate.value().to_string(),
                judged.interval.0.to_string(),
                judged.interval.1.to_string(),
                judged.p.to_string(),
                judged.verdict.name().into(),
                judged.enough.map_or(String::new(), |runs| runs.to_string()),
                judged.single_runs.map_or(String::new(), |(runs, _)| runs.to_string()),
            ];
            let _ = writeln!(csv, "{}", fields.join(","));
        }
    }
    csv
}

/// Every run behind the tests as CSV: claim, test, run, and one number or two.
pub(super) fn samples_csv(claims: &[Claim]) -> String {
    let mut csv = String::from("claim,test,run,first,second\n");
    for (number, claim) in (1..).zip(claims) {
        for (place, judged) in (1..).zip(&claim.tests) {
            for (run, (first, second)) in (1..).zip(judged.test.sample.rows()) {
                let second = second.map_or(String::new(), |second| second.to_string());
                let _ = writeln!(csv, "{number},{place},{run},{first},{second}");
            }
        }
    }
    csv
}
