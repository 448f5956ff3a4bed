//! What the paper says of Figures 5 and 8.

use super::super::Statement;
use super::Measured;
use super::claims::{COHERENCE, NODES, Number, add, pairs};
use super::lines::{Block, Rule, WEIGHTS};
use super::tables::{READ_AT, block, coherence_at_each, weighted};
use crate::measure::statistics::{Sample, Says, Test};

/// A curve does not fall between two weights if it falls by less than this.
const LEVEL_CURVE: f64 = 0.005;

/// Figure 5 under one learning rule: the rise from weight to weight, and where most of it is.
pub(super) fn figure_5(
    claims: &mut Vec<Statement>,
    measured: &[Measured],
    rule: Rule,
) -> Option<()> {
    let lines = WEIGHTS
        .into_iter()
        .map(|w| weighted(measured, w, rule))
        .collect::<Option<Vec<&Measured>>>()?;
    let name = rule.name();
    let steps = |number: Number, what: &str, margin: f64| -> Vec<Test> {
        let pairs_of = lines.windows(2).zip(WEIGHTS.windows(2));
        pairs_of
            .map(|(lines, weights)| {
                let quantity = format!("{what}, w_max {} less {}", weights[1], weights[0]);
                let sample = Sample::Means(pairs(lines[1], lines[0], number));
                Test::new(quantity, "", sample, Says::Above(margin))
            })
            .collect()
    };
    add(
        claims,
        format!(
            "Figure 5: the nodes expanded rise with w_max, from each weight to the next ({name})."
        ),
        steps(NODES, "nodes", 0.0),
    );
    let (first, last) = (*lines.first()?, *lines.last()?);
    let rise = Test::new(
        "coherence, the largest weight less none",
        "",
        Sample::Means(pairs(last, first, COHERENCE)),
        Says::Above(0.0),
    );
    let mut tests = steps(COHERENCE, "coherence", -LEVEL_CURVE);
    tests.push(rise);
    add(
        claims,
        format!(
            "Figure 5: coherence rises with w_max and falls nowhere, by {LEVEL_CURVE} or more ({name})."
        ),
        tests,
    );
    let at_5 = lines[WEIGHTS.iter().position(|&w| w == 5.0)?];
    let gains = first.results.iter().zip(&at_5.results).zip(&last.results);
    let gains = gains.map(|((none, five), all)| {
        (five.coherence - none.coherence, (all.coherence - none.coherence) / 2.0)
    });
    add(
        claims,
        format!(
            "Figure 5: most of the gain in coherence comes with a weight of 5 or less ({name})."
        ),
        vec![
            Test::new(
                "gain up to a weight of 5 less half of the whole gain",
                "",
                Sample::Means(gains.collect()),
                Says::Above(0.0),
            ),
            Test::new(
                "coherence, weight 5 less none",
                "",
                Sample::Means(pairs(at_5, first, COHERENCE)),
                Says::Above(0.0),
            ),
        ],
    );
    Some(())
}

/// Figure 8 under one learning rule.
pub(super) fn figure_8(
    claims: &mut Vec<Statement>,
    measured: &[Measured],
    suffix: &str,
    watched: &str,
    rule: &str,
) -> Option<()> {
    let get = |name: String| block(measured, Block::Coherence).find(|m| m.name() == name);
    let a_star = get(format!("A*{watched}"))?;
    let dm = get(format!("Direction map{suffix}"))?;
    let wide = get(format!("Direction map + neighbourhood{suffix}"))?;
    let whca = get(format!("WHCA*{watched}"))?;
    let strict = get(format!("WHCA*, strict{watched}"))?;
    let test = |first: &Measured, second: &Measured, at: usize, says: Says| {
        let (one, two) =
            (coherence_at_each(first, READ_AT[at]), coherence_at_each(second, READ_AT[at]));
        let quantity =
            format!("coherence at {} s, {} less {}", READ_AT[at], first.name(), second.name());
        Test::new(quantity, "", Sample::Means(one.into_iter().zip(two).collect()), says)
    };
    let (begin, end) = (0, 3);
    let mut tests = vec![test(wide, dm, begin, Says::Below(0.0))];
    tests.extend([a_star, dm, whca, strict].map(|m| test(wide, m, end, Says::Above(0.0))));
    add(
        claims,
        format!(
            "Figure 8: with the neighbourhood rule coherence starts lower than without and ends highest of all ({rule})."
        ),
        tests,
    );
    add(
        claims,
        format!(
            "Figure 8: a direction map is more coherent than A* without one, at the beginning and at the end ({rule})."
        ),
        [begin, end].map(|at| test(dm, a_star, at, Says::Above(0.0))).to_vec(),
    );
    for (how, whca) in [("may", whca), ("may not", strict)] {
        add(
            claims,
            format!(
                "Figure 8: WHCA* is less coherent than A* without a map, if a cell {how} be entered in the step in which it is left ({rule})."
            ),
            vec![test(whca, a_star, end, Says::Below(0.0))],
        );
    }
    Some(())
}
