//! What the paper claims, tested under both learning rules, start file by start file: all methods run on the same ones.

use super::super::{Report, Statement};
use super::lines::{Block, Rule, SIZES, next_sector, of_table, one_ahead};
use super::tables::{block, sectored};
use super::trial::TrialResult;
use super::{Measured, figure_claims, notes_from};
use crate::measure::statistics::{Sample, Says, Test};

/// The presets of the direction map with both learning rules, and their names in claims.
const BOTH: [(&str, &str); 2] =
    [("Direction map", "as tabulated"), ("Direction map as printed", "as printed")];

/// What counts as about a third of the failed moves; the paper's tables have 0.37 and 0.33.
const A_THIRD: Says = Says::Between(0.25, 0.45);
/// What counts as 25 percent less time.
const A_QUARTER_LESS: Says = Says::Between(0.70, 0.80);
/// Up to this ratio nodes are roughly those of A*.
const ROUGHLY: f64 = 1.15;
/// Smallest ratio of nodes between sizes that counts as varying; in the paper's Table 3 it is 1.34, in Table 2 2.19.
const VARIES: f64 = 1.25;
pub(super) type Number = fn(&TrialResult) -> f64;

pub(super) const NODES: Number = |o| o.expanded;
const TIME: Number = |o| o.time;
const LENGTH: Number = |o| o.length;
const FAILED: Number = |o| o.failed;
pub(super) const COHERENCE: Number = |o| o.coherence;

/// A number of two methods on each start file. A line may leave start files out; then none is paired.
pub(super) fn pairs(first: &Measured, second: &Measured, number: Number) -> Vec<(f64, f64)> {
    let both = first.results.iter().zip(&second.results);
    both.map(|(a, b)| (number(a), number(b))).collect()
}

/// A mean of one method over that of another.
fn ratio(what: &str, first: &Measured, second: &Measured, number: Number, says: Says) -> Test {
    let quantity = format!("{what}, {} over {}", first.name(), second.name());
    Test::new(quantity, "times", Sample::Ratio(pairs(first, second, number)), says)
}

/// A mean of one method less that of another.
fn less(what: &str, first: &Measured, second: &Measured, number: Number, says: Says) -> Test {
    let quantity = format!("{what}, {} less {}", first.name(), second.name());
    Test::new(quantity, "", Sample::Means(pairs(first, second, number)), says)
}

fn named<'a>(measured: &'a [Measured], table: u8, method: &str) -> Option<&'a Measured> {
    block(measured, Block::Table(table)).find(|m| m.name() == method)
}

/// Tests every claim.
pub(super) fn fill(report: &mut Report, measured: &[Measured]) {
    let mut claims = Vec::new();
    // Tests run a few lines only; a claim about a line that is missing is left out.
    let _ = table_1(&mut claims, measured);
    for table in [2, 3] {
        let _ = tables_2_and_3(&mut claims, measured, table);
        let _ = sectors(&mut claims, measured, table);
    }
    let _ = cheaper(&mut claims, measured);
    let _ = both_maps(&mut claims, measured);
    let _ = followers(&mut claims, measured);
    for rule in Rule::ALL {
        let _ = figure_claims::figure_5(&mut claims, measured, rule);
    }
    for (suffix, watched, rule) in
        [("", "", "as tabulated"), (" as printed", ", watched as printed", "as printed")]
    {
        let _ = figure_claims::figure_8(&mut claims, measured, suffix, watched, rule);
    }
    let _ = patrols(&mut claims, measured);
    report.judge(claims);
    notes_from::variants(report, measured);
    let _ = notes_from::beyond(report, measured);
}

pub(super) fn add(claims: &mut Vec<Statement>, claim: impl Into<String>, tests: Vec<Test>) {
    claims.push(Statement::tested(claim, tests, ""));
}

fn table_1(claims: &mut Vec<Statement>, measured: &[Measured]) -> Option<()> {
    let get = |method| named(measured, 1, method);
    let (dm, whca) = (get("Direction map")?, get("WHCA*")?);
    let (strict, redone) = (get("WHCA*, strict")?, get("WHCA*, search redone")?);
    add(
        claims,
        "Table 1: WHCA* has fewer failed moves and shorter paths than the direction map.",
        vec![
            less("failed moves", whca, dm, FAILED, Says::Below(0.0)),
            less("length", whca, dm, LENGTH, Says::Below(0.0)),
        ],
    );
    for (how, whca) in [
        ("resumes its single-agent search as Silver describes it", whca),
        ("redoes that search with every plan", redone),
    ] {
        add(
            claims,
            format!(
                "Table 1: WHCA* expands more than five times the nodes of the direction map if it {how}."
            ),
            vec![ratio("nodes", whca, dm, NODES, Says::Above(5.0))],
        );
    }
    let own_clock = whca.results.iter().zip(&dm.results).map(|(a, b)| (a.own_clock, b.time));
    claims.push(Statement::tested(
        "Table 1: WHCA* saves 25 per cent of the time of the direction map (within 5), on one clock for both.",
        [
            ratio("time", whca, dm, TIME, A_QUARTER_LESS),
            ratio("time", strict, dm, TIME, A_QUARTER_LESS),
        ],
        "",
    ));
    claims.push(Statement::tested(
        "Table 1: it saves 25 per cent (within 5) if the slowest unit's distance, waits and failures with WHCA* are set against the direction map's actions.",
        [Test::new(
            "WHCA*'s own clock over the direction map's time",
            "times",
            Sample::Ratio(own_clock.collect()),
            A_QUARTER_LESS,
        )],
        "The paper's two times seem to be on these two clocks.",
    ));
    Some(())
}

fn tables_2_and_3(claims: &mut Vec<Statement>, measured: &[Measured], table: u8) -> Option<()> {
    let get = |method: &str| named(measured, table, method);
    let large = format!("DM-{}", of_table(table).1);
    let a_star = get("A*")?;
    for (preset, rule) in BOTH {
        let dm = get(preset)?;
        add(
            claims,
            format!(
                "Table {table}: with a direction map failed moves fall to about a third ({rule})."
            ),
            vec![ratio("failed moves", dm, a_star, FAILED, A_THIRD)],
        );
        add(
            claims,
            format!("Table {table}: with a direction map all units finish sooner ({rule})."),
            vec![ratio("time", dm, a_star, TIME, Says::Below(1.0))],
        );
        add(
            claims,
            format!("Table {table}: a direction map expands more nodes than A* ({rule})."),
            vec![ratio("nodes", dm, a_star, NODES, Says::Above(1.0))],
        );
        let suffix = if preset == "Direction map" { "" } else { " as printed" };
        let (dm_8, dm_large) = (get(&format!("DM-8{suffix}"))?, get(&format!("{large}{suffix}"))?);
        add(
            claims,
            format!(
                "Table {table}: in the best case (DM-8) sectors bring the nodes back to roughly those of A* ({rule})."
            ),
            vec![
                ratio("nodes", dm_8, a_star, NODES, Says::Below(ROUGHLY)),
                ratio("nodes", dm_large, dm, NODES, Says::Below(1.0)),
            ],
        );
    }
    Some(())
}

fn sectors(claims: &mut Vec<Statement>, measured: &[Measured], table: u8) -> Option<()> {
    let map = table - 1;
    let (_, larger) = of_table(table);
    let sizes = SIZES
        .into_iter()
        .map(|size| sectored(measured, table, &format!("DM-{size}")))
        .collect::<Option<Vec<&Measured>>>()?;
    let listed: Vec<String> =
        sizes.iter().map(|m| format!("{} {:.0}", m.name(), m.of(NODES).0)).collect();
    let (large, small) =
        (sectored(measured, table, &format!("DM-{larger}"))?, sectored(measured, table, "DM-8")?);
    claims.push(Statement::tested(
        format!("Map {map}: the nodes vary significantly with the size of sectors: by a quarter or more between the paper's two."),
        [ratio("nodes", large, small, NODES, Says::Above(VARIES))],
        format!("Nodes of all sizes: {}.", listed.join(", ")),
    ));
    for size in [8, larger] {
        let near = sectored(measured, table, &next_sector(size))?;
        let ahead = sectored(measured, table, &one_ahead(size))?;
        add(
            claims,
            format!(
                "Map {map}: one step ahead improves the paths of DM-{size} and costs more nodes (Figure 4)."
            ),
            vec![
                less("length", ahead, near, LENGTH, Says::Below(0.0)),
                ratio("nodes", ahead, near, NODES, Says::Above(1.0)),
            ],
        );
    }
    Some(())
}

/// "This approach is significantly cheaper than the explicit planning approaches."
fn cheaper(claims: &mut Vec<Statement>, measured: &[Measured]) -> Option<()> {
    for table in 1..=3 {
        let (dm, whca) =
            (named(measured, table, "Direction map")?, named(measured, table, "WHCA*")?);
        add(
            claims,
            format!(
                "Introduction: a direction map is cheaper than explicit cooperation by WHCA*, on the map of Table {table}."
            ),
            vec![ratio("nodes", whca, dm, NODES, Says::Above(1.0))],
        );
    }
    Some(())
}

fn both_maps(claims: &mut Vec<Statement>, measured: &[Measured]) -> Option<()> {
    for method in ["A*", "Direction map", "Direction map as printed"] {
        let (first, second) = (named(measured, 2, method)?, named(measured, 3, method)?);
        let quantity = format!("nodes, {method}, map 1 over map 2");
        let sample = Sample::Ratio(pairs(first, second, NODES));
        add(
            claims,
            format!(
                "The heuristic is less accurate on map 1 than on map 2, hence more nodes ({method})."
            ),
            vec![Test::new(quantity, "times", sample, Says::Above(1.0))],
        );
    }
    Some(())
}

fn followers(claims: &mut Vec<Statement>, measured: &[Measured]) -> Option<()> {
    let get = |name: &str| block(measured, Block::Followers).find(|m| m.name() == name);
    let (dm, all) = (get("Direction map")?, get("All follow a map learned before")?);
    let per_action = all.results.iter().map(|o| o.expanded_per_action).collect();
    add(
        claims,
        "Followers expand one node per time step, and fewer nodes per patrol than units that search.",
        vec![
            Test::new(
                "nodes per action, all follow a map learned before",
                "",
                Sample::Mean(per_action),
                Says::Below(1.005),
            ),
            ratio("nodes per finished patrol", all, dm, NODES, Says::Below(1.0)),
        ],
    );
    let of = |m: &Measured, number: Number| m.of(number).0;
    claims.push(Statement::tested(
        "Followers get to their goals: most runs on a map learned before end.",
        [Test::new(
            "runs in which all patrols are finished",
            "%",
            Sample::Share(all.results.iter().map(|o| o.done).collect()),
            Says::Above(50.0),
        )],
        format!(
            "{:.1} of 10 patrols finished per unit, and {:.1} if half of the units follow and half search",
            of(all, |o| o.patrols),
            of(get("Half of the units follow")?, |o| o.patrols)
        ),
    ));
    Some(())
}

fn patrols(claims: &mut Vec<Statement>, measured: &[Measured]) -> Option<()> {
    let m = block(measured, Block::Coherence).find(|m| m.name() == "Direction map")?;
    let at = |o: &TrialResult, n: usize| o.expanded_up_to.get(n - 1).copied();
    let pairs = m.results.iter().filter_map(|o| Some((at(o, 1)?, at(o, 10)?))).collect();
    add(
        claims,
        "Table 1 does not depend much on the number of patrols, which the paper does not print.",
        vec![Test::new(
            "nodes of the direction map, first patrol over the first ten",
            "times",
            Sample::Ratio(pairs),
            Says::Below(1.5),
        )],
    );
    Some(())
}
