//! What Sections IV.A to IV.C say, tested under the rule that the numbers need and under the rules as printed.

use super::tables::lengths;
use super::{A_STAR, BEST, PlannedLine, TABLE_1, label, passes, sides};
use crate::experiment::Statement;
use crate::experiment::layouts::Planned;

pub(super) fn of_the_paper(claims: &mut Vec<Statement>, lines: &[PlannedLine]) {
    let a_star = &lines[A_STAR];
    claims.push(Statement::counted(
        "A* fails at the Chinese Wall and at the Boulder.",
        a_star[0].passes() && !a_star[1].passes() && !a_star[2].passes(),
        format!("units left/right: {}", sides(a_star)),
    ));
    let shorter = lines.iter().filter(|line| {
        line.iter().zip(a_star).any(|(l, a)| l.plan.average_length < a.plan.average_length - 1e-9)
    });
    let shorter = shorter.count();
    claims.push(Statement::counted(
        "A* has the shortest paths.",
        shorter == 0,
        format!("{shorter} of 19 settings are shorter anywhere; A*: {}", averages(a_star)),
    ));
    let passing: Vec<usize> = (0..lines.len()).filter(|&i| passes(&lines[i])).collect();
    let best = passing.iter().min_by(|&&a, &&b| total(&lines[a]).total_cmp(&total(&lines[b])));
    claims.push(Statement::counted(
        "Of the settings that pass, factor 0.90 with cap 0.75 has the shortest paths.",
        best == Some(&BEST),
        format!(
            "{} settings pass; the shortest is {} with {}",
            passing.len(),
            best.map_or("none".into(), |&i| label(&TABLE_1[i])),
            best.map_or("nothing".into(), |&i| averages(&lines[i])),
        ),
    ));
    let first = |line: &PlannedLine| -> Vec<Option<f64>> {
        line.iter().map(|layout| layout.plan.units.first().map(|unit| unit.length)).collect()
    };
    let optimal = lines.iter().filter(|line| first(line) == first(a_star)).count();
    claims.push(Statement::counted(
        "The first unit's path is optimal whatever the setting.",
        optimal == lines.len(),
        format!("as long as under A* in {optimal} of {} settings", lines.len()),
    ));
}

/// Section IV.B: what a low factor, a high factor, a low cap and a high cap do.
pub(super) fn low_values(claims: &mut Vec<Statement>, lines: &[PlannedLine]) {
    let line = |factor: f64, cap: f64| {
        let place = TABLE_1.iter().position(|line| (line.0, line.1) == (factor, cap));
        place.map(|place| &lines[place])
    };
    // Longer by how many cells in sum over the layouts, and units on the side of the few.
    let told = |line: &PlannedLine| {
        let few = line.iter().map(|layout| layout.sides().left.min(layout.sides().right));
        (total(line), few.sum::<usize>())
    };
    let [Some(low), Some(high), Some(deep), Some(shallow)] =
        [line(0.50, 0.50), line(0.99, 0.50), line(0.90, 0.01), line(0.90, 0.75)]
    else {
        return;
    };
    let (low, high, deep, shallow) = (told(low), told(high), told(deep), told(shallow));
    let split = lines[A_STAR].iter().filter(|layout| layout.sides().is_split()).count();
    claims.push(Statement::counted(
        "Section IV.B: a low factor makes the first few define the path of the rest; a high one may not form a trend.",
        low.1 < high.1 && high.1 == told(&lines[A_STAR]).1,
        format!(
            "cap 0.50: units that leave the larger part, over all layouts: {} at factor 0.50, {} at 0.99, {} under A*, which splits on \
             {split} of 3",
            low.1,
            high.1,
            told(&lines[A_STAR]).1
        ),
    ));
    claims.push(Statement::counted(
        "Section IV.B: a low cap makes valleys that all later paths are drawn into; a high one draws them less.",
        deep.1 < shallow.1 && deep.0 > shallow.0,
        format!(
            "factor 0.90: units that leave the larger part: {} at cap 0.01, {} at 0.75; sum of the average lengths {:.2} and {:.2}",
            deep.1, shallow.1, deep.0, shallow.0
        ),
    ));
    let caps = [0.01, 0.50, 0.75].map(|cap| line(0.99, cap).map(|line| averages(line)));
    claims.push(Statement::counted(
        "Section IV.B: with a factor of 0.99 the cap has no effect.",
        caps.iter().all(|lengths| *lengths == caps[0]),
        format!(
            "average lengths at cap 0.01, 0.50, 0.75: {}",
            caps.map(Option::unwrap_or_default).join("; ")
        ),
    ));
}

pub(super) fn printed_rule(
    claims: &mut Vec<Statement>,
    lines: &[PlannedLine],
    printed: &[PlannedLine],
) {
    let table = lengths("", printed);
    let passing = printed.iter().filter(|line| passes(line)).count();
    claims.push(Statement::counted(
        "Table I follows from Algorithm 3 as printed (neighbours: marker factor + 0.02).",
        table.matched() == table.cells(),
        format!(
            "{} of {} cells; {passing} settings pass instead of 9. A floor of 0.90 under the neighbours' factor, \
             which the paper does not mention, gives {} of {}",
            table.matched(),
            table.cells(),
            lengths("", lines).matched(),
            table.cells(),
        ),
    ));
    let low: Vec<String> =
        [2, 5, 8].map(|i| format!("{}: {}", label(&TABLE_1[i]), averages(&printed[i]))).into();
    let better = [2, 5, 8]
        .iter()
        .any(|&i| passes(&printed[i]) && total(&printed[i]) < total(&printed[BEST]) - 1e-9);
    claims.push(Statement::counted(
        "Beyond the paper: factor 0.90 with cap 0.75 is also the best under the rule as printed.",
        !better,
        format!("{}: {}; {}", label(&TABLE_1[BEST]), averages(&printed[BEST]), low.join("; ")),
    ));
}

pub(super) fn equal_totals(
    claims: &mut Vec<Statement>,
    lines: &[PlannedLine],
    equal: &[PlannedLine],
) {
    let (kept, taken) = (lengths("", lines), lengths("", equal));
    claims.push(Statement::counted(
        "Table I follows from Algorithm 2, line 17 as printed (a path of equal total replaces the first one).",
        taken.matched() == taken.cells(),
        format!(
            "{} of {} cells; if the first path stays, {} of {}",
            taken.matched(),
            taken.cells(),
            kept.matched(),
            kept.cells(),
        ),
    ));
}

pub(super) fn planning_order(
    claims: &mut Vec<Statement>,
    lines: &[PlannedLine],
    by_centre: &[PlannedLine],
) {
    let pairs = || lines.iter().flatten().zip(by_centre.iter().flatten());
    let difference = |(target, centre): (&Planned, &Planned)| {
        target.plan.average_length - centre.plan.average_length
    };
    let shorter = pairs().filter(|&pair| difference(pair) < -1e-9).count();
    let longer = pairs().filter(|&pair| difference(pair) > 1e-9).count();
    claims.push(Statement::counted(
        "Planning by distance to the target tends to give shorter paths than by distance to the group's centre.",
        shorter > longer,
        format!(
            "shorter in {shorter}, longer in {longer}, equal in the rest of {} cells; {} settings pass by distance to \
             the target, {} by distance to the middle",
            pairs().count(),
            lines.iter().filter(|line| passes(line)).count(),
            by_centre.iter().filter(|line| passes(line)).count()
        ),
    ));
}

/// The average length on each layout.
fn averages(line: &[Planned]) -> String {
    let averages = line.iter().map(|layout| format!("{:.2}", layout.plan.average_length));
    averages.collect::<Vec<_>>().join(", ")
}

/// The sum of the three averages, by which settings are compared.
fn total(line: &[Planned]) -> f64 {
    line.iter().map(|layout| layout.plan.average_length).sum()
}
