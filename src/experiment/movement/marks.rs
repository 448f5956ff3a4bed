//! The marks that Phalanx sets itself, tested for every doctrine.

use super::build::{MotionKind, TIME_SCALE};
use super::contender::Contender;
use super::layout::{Reading, Wanted};
use super::series::Series;
use super::warzone::REAL_MAPS;
use crate::experiment::{Digits, Figure, Row, Table};
use crate::measure::movement::MovementNumbers;
use std::sync::Arc;

/// The layouts in which two groups meet: every run is to be resolved.
pub const MEETING: &[&str] = &[
    "counterflow_w1",
    "counterflow_tracked",
    "counterflow_w3",
    "counterflow_w4",
    "counterflow_w6",
    "counterflow_w8",
    "counterflow_cyborg",
    "crossing",
    "separating",
    "tworoute",
];
/// Crowds at a corner: all are to come near, no later than in Warzone.
const CORNERS: &[&str] = &["open_corner", "rush_corner"];
/// A doctrine is not slower than plain A* if it takes at most this factor of its time.
const NOT_SLOWER: f64 = 1.02;

/// The runs of one doctrine, and those of plain A*.
struct Judged<'a> {
    all: &'a [Series],
    contender: &'a Contender,
}

impl Judged<'_> {
    fn series(&self, names: &[&str]) -> impl Iterator<Item = &Series> {
        let own = self.all.iter().filter(|series| *series.contender == *self.contender);
        own.filter(move |series| names.contains(&series.layout.name))
    }

    /// Whether every run of some scenarios is resolved.
    fn resolved(&self) -> Option<(bool, String)> {
        let (mut good, mut runs) = (0, 0);
        for series in self.series(MEETING) {
            let (part, all) = series.resolved();
            (good, runs) = (good + part, runs + all);
        }
        (runs > 0).then(|| (good == runs, format!("{good}/{runs}")))
    }

    /// Arrival p95 of a scenario over that of one group alone, in the worse reading.
    fn against_one_way(&self, name: &str, most: f64) -> Option<(bool, String)> {
        let ratio = |reading: Reading| {
            let median = |name: &str| {
                let series = self.series(&[name]).find(|series| series.reading == reading)?;
                let time = series.range(|n| n.arrival_p95).median;
                (time > 0.0).then_some(time)
            };
            // If nobody arrives, the time is 0.
            let alone = median("oneway_tracked")?;
            self.series(&[name]).find(|series| series.reading == reading)?;
            Some(median(name).map_or(f64::INFINITY, |time| time / alone))
        };
        let worst = Reading::ALL.into_iter().filter_map(ratio).reduce(f64::max)?;
        let text = if worst.is_finite() { format!("{worst:.2}") } else { "none arrive".into() };
        Some((worst <= most, text))
    }

    /// A metric's median over plain A*'s, in the worst of some scenarios.
    fn against_plain(&self, name: &str, of: fn(&MovementNumbers) -> f64) -> Option<(bool, String)> {
        let ratio = |series: &Series| {
            let plain = self.all.iter().find(|other| {
                other.contender.is_plain()
                    && other.layout.name == series.layout.name
                    && other.reading == series.reading
            })?;
            Some(series.range(of).median / plain.range(of).median.max(1e-9))
        };
        let worst = self.series(&[name]).filter_map(ratio).reduce(f64::max)?;
        Some((worst <= NOT_SLOWER, format!("{worst:.2}")))
    }

    fn all_near(&self) -> Option<(bool, String)> {
        let (mut near, mut units) = (0.0, 0.0);
        for series in self.series(CORNERS) {
            near += series.sum(|n| n.near);
            units += series.sum(|n| n.ordered);
        }
        (units > 0.0).then(|| (near == units, format!("{near}/{units}")))
    }

    /// Settle p95 over Warzone's with all features on, in the worst run.
    fn settles(&self) -> Option<(bool, String)> {
        let ratio = |series: &Series| {
            let theirs = settle_mark(series.layout.name)?;
            Some(series.range(|n| n.settle_p95).max * TIME_SCALE / theirs)
        };
        let worst = self.series(CORNERS).filter_map(ratio).reduce(f64::max)?;
        Some((worst <= 1.0, format!("{worst:.2}")))
    }

    fn plug_holds(&self) -> Option<(bool, String)> {
        let own = self.all.iter().filter(|series| *series.contender == *self.contender);
        let held = own.filter(|series| series.layout.wanted == Wanted::HeldBack);
        let most = held.map(|series| series.range(|n| n.arrived).max).reduce(f64::max)?;
        Some((most <= 2.0, format!("{most}")))
    }

    /// Only discs can overlap.
    fn overlap(&self) -> Option<(bool, String)> {
        if self.contender.motion == MotionKind::CellSteps {
            return None;
        }
        let own = self.all.iter().filter(|series| *series.contender == *self.contender);
        let most = own.map(|series| series.range(|n| n.worst_overlap).max).reduce(f64::max)?;
        Some((most < 0.5, format!("{most:.1} %")))
    }
}

/// The time within which the units of a scenario on a real map are to settle: Warzone's settle p95 with all features on, in seconds of its
/// clock.
pub fn settle_mark(scenario: &str) -> Option<f64> {
    Some(REAL_MAPS.iter().find(|map| map.name == scenario)?.settle_p95[1])
}

/// A mark, and how it is judged.
type Mark = (&'static str, fn(&Judged) -> Option<(bool, String)>);

const MARKS: &[Mark] = &[
    ("two groups that meet: every run resolved", |judged| judged.resolved()),
    ("counterflow w2: arrival p95 at most 1.5 times one way", |judged| {
        judged.against_one_way("counterflow_tracked", 1.5)
    }),
    ("counterflow w1: at most 2.4 times", |judged| judged.against_one_way("counterflow_w1", 2.4)),
    ("openfield: no slower than A* (arrival p95)", |judged| {
        judged.against_plain("openfield", |n| n.arrival_p95)
    }),
    ("separating: no slower than A* (settle p95)", |judged| {
        judged.against_plain("separating", |n| n.settle_p95)
    }),
    ("crowds at a corner: all near", |judged| judged.all_near()),
    ("crowds at a corner: settle p95 not above Warzone's", |judged| judged.settles()),
    ("the plug holds: most arrivals in a run", |judged| judged.plug_holds()),
    ("worst overlap 0", |judged| judged.overlap()),
];

/// Every mark for every doctrine; `ok` or `no` behind the figure.
pub(super) fn marks(all: &[Series], contenders: &[Arc<Contender>]) -> Table {
    let columns = contenders.iter().map(|contender| contender.name.clone());
    let mut table = Table::new("Marks", "mark", Digits::Rounded(2), columns).says_whose();
    for (name, judge) in MARKS {
        let figures: Vec<Figure> = contenders
            .iter()
            .map(|contender| {
                let verdict = judge(&Judged { all, contender });
                Figure::new(verdict.map_or("-".into(), |(holds, figure)| {
                    format!("{figure} {}", if holds { "ok" } else { "no" })
                }))
            })
            .collect();
        table.rows.push(Row::new(*name, figures));
    }
    table
}
