//! Everything that is run: a method on a set of starts, for a table or a figure.

use super::super::ExperimentError;
use super::sets::Set;
use super::trial::{Method, Schedule};
use crate::planning::{Learning, Sectors};

/// What a line belongs to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Block {
    /// Tables 1 to 3.
    Table(u8),
    /// Sectors of other sizes and by other rules, on the map of Table 2 or 3.
    Sectors(u8),
    /// Followers on the map of Table 1.
    Followers,
    /// Figures 5 and 6, for a weight and a learning rule.
    Weight(f64, Rule),
    /// Figure 8.
    Coherence,
}

/// A learning rule of the curves of Figure 5.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rule {
    pub learning: Learning,
    pub neighbourhood: bool,
}

impl Rule {
    pub const ALL: [Self; 4] = [
        Self { learning: Learning::AsTabulated, neighbourhood: false },
        Self { learning: Learning::AsPrinted, neighbourhood: false },
        Self { learning: Learning::AsTabulated, neighbourhood: true },
        Self { learning: Learning::AsPrinted, neighbourhood: true },
    ];

    /// The preset with this rule.
    pub fn preset(self) -> &'static str {
        match (self.learning, self.neighbourhood) {
            (Learning::AsTabulated, false) => "Direction map",
            (Learning::AsPrinted, false) => "Direction map as printed",
            (Learning::AsTabulated, true) => "Direction map + neighbourhood",
            (Learning::AsPrinted, true) => "Direction map + neighbourhood as printed",
        }
    }

    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match (self.learning, self.neighbourhood) {
            (Learning::AsTabulated, false) => "as tabulated",
            (Learning::AsPrinted, false) => "as printed",
            (Learning::AsTabulated, true) => "neighbourhood, as tabulated",
            (Learning::AsPrinted, true) => "neighbourhood, as printed",
        }
    }
}

/// A line of a table or a curve.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub block: Block,
    pub set: Set,
    pub method: Method,
    pub schedule: Schedule,
    /// What the paper prints: nodes, time, length, failed moves.
    pub paper: Option<[f64; 4]>,
}

impl Line {
    /// Whether a number of it was chosen by looking at runs.
    pub fn is_tuned(&self) -> bool {
        let directions = self.method.doctrine.layers.directions;
        self.block == Block::Followers && directions.is_some_and(|d| d.w_max == FOLLOWED)
    }

    /// What the paper prints for exactly this line. Variants are compared with it in notes; only the plain presets are meant to give
    /// its numbers, and only with as many patrols as the paper's.
    pub fn printed(&self) -> Option<[f64; 4]> {
        let name = self.method.name.as_str();
        let plain = ["A*", "Direction map", "DM-8", "DM-12", "DM-16", "WHCA*"].contains(&name);
        let rounds = if self.block == Block::Table(1) { 10 } else { 20 };
        self.paper.filter(|_| plain && self.schedule.rounds == rounds)
    }
}

/// The weights of Figure 5; 0 and 15 are those of Figure 6.
pub(super) const WEIGHTS: [f64; 7] = [0.0, 1.0, 2.0, 5.0, 10.0, 15.0, 20.0];
/// The weights of Figure 6: with the direction map and without.
pub(super) const PICTURED: [f64; 2] = [15.0, 0.0];
/// Sides of sectors beyond those of Tables 2 and 3, in cells.
pub(super) const SIZES: [u32; 8] = [4, 6, 8, 10, 12, 16, 24, 32];

/// Actions after which a run is stopped: three times as many as runs take that end.
pub(super) const GIVE_UP: u64 = 10_000;

/// All lines; with fewer patrols for a quick run.
pub(super) fn lines(quick: bool) -> Result<Vec<Line>, ExperimentError> {
    let mut lines = table_1()?;
    for table in [2, 3] {
        lines.extend(table_2_or_3(table, quick)?);
        lines.extend(sectors(table, quick)?);
    }
    lines.extend(followers()?);
    lines.extend(figure_5(quick)?);
    lines.extend(figure_8(quick)?);
    Ok(lines)
}

fn table_1() -> Result<Vec<Line>, ExperimentError> {
    let schedule = Schedule { rounds: 10, counted: 0..10, most: GIVE_UP, sample_every: 0 };
    let line = |method, paper| Line {
        block: Block::Table(1),
        set: Set::Small,
        method,
        schedule: schedule.clone(),
        paper,
    };
    let dm = [1065.74, 110.55, 76.44, 1.98];
    // The paper's time is on another clock and stands in the column of that clock.
    let whca = [5813.43, f64::NAN, 70.25, 0.33];
    let preset = Method::preset;
    Ok(vec![
        line(preset("A*")?, None),
        line(preset("Direction map")?, Some(dm)),
        line(preset("Direction map as printed")?, Some(dm)),
        line(preset("Direction map as in Fig. 3")?, Some(dm)),
        line(preset("WHCA*")?, Some(whca)),
        line(preset("WHCA*")?.named("WHCA*, search redone").whca(|w| w.resume = false), Some(whca)),
        line(preset("WHCA*")?.named("WHCA*, strict").whca(|w| w.strict = true), Some(whca)),
        line(preset("WHCA*")?.named("WHCA*, rotating order").whca(|w| w.rotate = true), Some(whca)),
        line(preset("WHCA* with stepping aside")?, Some(whca)),
        line(preset("WHCA* over a direction map")?, None),
    ])
}

/// The schedule of Tables 2 and 3.
fn long(quick: bool) -> Schedule {
    let rounds = if quick { 6 } else { 20 };
    Schedule { rounds, counted: 1..rounds as usize - 1, most: GIVE_UP, sample_every: 0 }
}

/// Map and larger sector of Table 2 or 3.
pub(super) fn of_table(table: u8) -> (Set, u32) {
    if table == 2 { (Set::Wall, 12) } else { (Set::Chamber, 16) }
}

fn table_2_or_3(table: u8, quick: bool) -> Result<Vec<Line>, ExperimentError> {
    let (set, larger) = of_table(table);
    let papers = match table {
        2 => [
            [4000.82, 5003.94, 149.49, 21.55],
            [5438.95, 4644.99, 150.45, 8.08],
            [1426.57, 4730.37, 151.95, 7.54],
            [3127.52, 4737.54, 150.94, 8.96],
        ],
        _ => [
            [2187.73, 4993.83, 140.00, 19.92],
            [4001.19, 4382.55, 131.60, 6.59],
            [2078.51, 4580.88, 135.66, 7.81],
            [2795.56, 4491.18, 131.77, 7.18],
        ],
    };
    let schedule = long(quick);
    let line = |method, paper| Line {
        block: Block::Table(table),
        set,
        method,
        schedule: schedule.clone(),
        paper,
    };
    let preset = Method::preset;
    let large = format!("DM-{larger}");
    Ok(vec![
        line(preset("A*")?, Some(papers[0])),
        line(preset("Direction map")?, Some(papers[1])),
        line(preset("DM-8")?, Some(papers[2])),
        line(preset(&large)?, Some(papers[3])),
        line(preset("Direction map as printed")?, Some(papers[1])),
        line(preset("Direction map as in Fig. 3")?, Some(papers[1])),
        line(preset("DM-8 as printed")?, Some(papers[2])),
        line(preset(&format!("{large} as printed"))?, Some(papers[3])),
        line(preset("WHCA*")?, None),
        line(preset("WHCA*")?.named("WHCA*, window 8").whca(|w| w.window = 8), None),
        line(preset("WHCA* over a direction map")?, None),
    ])
}

/// Sectors of other sizes than in the tables, and the two rules of Figure 4. All use the learning rule of the tables, so only
/// the sectors differ.
fn sectors(table: u8, quick: bool) -> Result<Vec<Line>, ExperimentError> {
    let (set, larger) = of_table(table);
    let schedule = long(quick);
    let line = |name: String, sectors| {
        let method = Method::preset("DM-8")?.named(name).sectors(sectors);
        Ok(Line {
            block: Block::Sectors(table),
            set,
            method,
            schedule: schedule.clone(),
            paper: None,
        })
    };
    let others = SIZES.into_iter().filter(|&size| size != 8 && size != larger);
    let fit = others.map(|size| line(format!("DM-{size}"), Sectors { size, ..Sectors::default() }));
    let rules = [8, larger].into_iter().flat_map(|size| {
        [
            line(next_sector(size), Sectors::next_sector_only(size)),
            line(one_ahead(size), Sectors::as_printed(size)),
        ]
    });
    fit.chain(rules).collect()
}

/// The name of sectors without a step ahead.
pub(super) fn next_sector(size: u32) -> String {
    format!("DM-{size}, to the next sector")
}

/// The name of sectors with a step ahead.
pub(super) fn one_ahead(size: u32) -> String {
    format!("DM-{size}, one step ahead")
}

/// A weight with which followers finish more patrols; chosen from 1, 2, 3, 5 and 10 on the start files 1 to 6.
const FOLLOWED: f64 = 3.0;

fn followers() -> Result<Vec<Line>, ExperimentError> {
    let schedule = Schedule { rounds: 10, counted: 0..10, most: GIVE_UP, sample_every: 0 };
    let line = |method| Line {
        block: Block::Followers,
        set: Set::Small,
        method,
        schedule: schedule.clone(),
        paper: None,
    };
    let followers = Method::preset("Greedy followers")?;
    let planners = Method::preset("Direction map")?;
    let among = Method { others: Some(followers.doctrine), ..planners.clone() };
    let learned = Method { learned_before: true, ..followers.clone() };
    Ok(vec![
        line(planners),
        line(among.named("Half of the units follow")),
        line(learned.clone().named("All follow a map learned before")),
        line(
            learned
                .directions(|d| d.w_max = FOLLOWED)
                .named(format!("All follow a map learned before, w_max {FOLLOWED}")),
        ),
        line(followers.named("All follow, nothing learned")),
    ])
}

fn figure_5(quick: bool) -> Result<Vec<Line>, ExperimentError> {
    let rounds = if quick { 6 } else { 20 };
    let schedule = Schedule { rounds, counted: 0..usize::MAX, most: GIVE_UP, sample_every: 0 };
    let line = |w_max: f64, rule: Rule| {
        let method = Method::preset(rule.preset())?
            .named(format!("{}, w_max {w_max}", rule.preset()))
            .directions(|d| (d.w_max, d.alpha) = (w_max, 0.6));
        let block = Block::Weight(w_max, rule);
        Ok(Line { block, set: Set::Empty, method, schedule: schedule.clone(), paper: None })
    };
    Rule::ALL.into_iter().flat_map(|rule| WEIGHTS.map(|w| line(w, rule))).collect()
}

fn figure_8(quick: bool) -> Result<Vec<Line>, ExperimentError> {
    let rounds = if quick { 10 } else { 20 };
    let schedule = Schedule { rounds, counted: 0..usize::MAX, most: GIVE_UP, sample_every: 10 };
    let line = |method| Line {
        block: Block::Coherence,
        set: Set::Small,
        method,
        schedule: schedule.clone(),
        paper: None,
    };
    let preset = Method::preset;
    let strict = preset("WHCA*")?.named("WHCA*, strict").whca(|w| w.strict = true);
    let methods = [
        preset("A*")?,
        preset("A*")?.observed_as_printed(),
        preset("Direction map")?,
        preset("Direction map as printed")?,
        preset("Direction map + neighbourhood")?,
        preset("Direction map + neighbourhood as printed")?,
        preset("WHCA*")?,
        preset("WHCA*")?.observed_as_printed(),
        strict.clone(),
        strict.observed_as_printed(),
        preset("WHCA* over a direction map")?,
    ];
    Ok(methods.into_iter().map(line).collect())
}
