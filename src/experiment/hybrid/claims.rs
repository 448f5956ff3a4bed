//! What the paper claims, tested. Explanations are composed from measured numbers.

use super::Duel;
use super::conditions::{Condition, Conditions};
use super::costs::Costs;
use super::games::Tally;
use super::surround::{Squad, TOLERANCE};
use super::variants::{
    A_STAR, BOIDS, BOIDS_CHASE, BOIDS_PRINTED, BOIDS_PROGRAM, FIELD, FIELD_CHASES, FIELD_FIFTH,
    FIELD_MAXIMUM, FIELD_NEARER, FIELD_PRINTED, FIELD_PROGRAM, MIXED, Wins,
};
use crate::experiment::Report;
use crate::measure::statistics::{proportion_is_smaller, proportions_differ, wilson_interval};

/// The paper's level of significance.
const LEVEL: f64 = 0.10;

/// What two leaders won and whether it differs, in words.
fn compare(wins: &Wins, a: usize, b: usize) -> String {
    let (one, two) = (wins.totals[a], wins.totals[b]);
    format!(
        "{} {:.0} %, {} {:.0} %; p = {:.4} one-sided, {:.4} two-sided",
        wins.leaders[a].name,
        one.won_percent(),
        wins.leaders[b].name,
        two.won_percent(),
        proportion_is_smaller(one.pair(), two.pair()),
        proportions_differ(one.pair(), two.pair()),
    )
}

/// Tables I and II, under the plain presets and as printed.
pub(super) fn wins(report: &mut Report, wins: &Wins) {
    let p =
        |a: usize, b: usize| proportion_is_smaller(wins.totals[a].pair(), wins.totals[b].pair());
    for (how, field, boids) in [("", FIELD, BOIDS), (" (as printed)", FIELD_PRINTED, BOIDS_PRINTED)]
    {
        for (name, hybrid) in [("potential field", field), ("boids", boids)] {
            report.claim(
                format!("The hybrid with {name} wins significantly more than A* only{how} (level .10, one-sided)."),
                p(A_STAR, hybrid) <= LEVEL,
                compare(wins, A_STAR, hybrid),
            );
        }
        let either_way = p(field, boids).min(p(boids, field));
        report.claim(
            format!("The two hybrids do not differ significantly{how} (level .10, one-sided in either direction)."),
            either_way > LEVEL,
            compare(wins, field, boids),
        );
    }
}

/// How many percentage points one leader wins more than another, and whether that could be chance.
fn gain(wins: &Wins, from: usize, to: usize) -> String {
    let (before, after) = (wins.totals[from], wins.totals[to]);
    let points = after.won_percent() - before.won_percent();
    let p = proportions_differ(before.pair(), after.pair());
    let sure = if p <= LEVEL { "" } else { ", which may be chance" };
    format!("{points:+.0} points (p = {p:.4} two-sided{sure})")
}

/// Why the hybrids win or lose, from the variants.
pub(super) fn retreat(report: &mut Report, wins: &Wins) {
    let percent = |leader: usize| wins.totals[leader].won_percent();
    report.note(format!(
        "What the retreat of the potential field changes (A* wins {:.0} %): without a retreat during cooldowns it wins {:.0} % ({} against A*). A retreat during every cooldown \
         to the paper's distance adds {}; half a cell beyond the enemy's range instead of two adds {}; the retreat of the author's program, from 0.84 s on, which only siege tanks use, adds {}; a retreat from 0.2 s on, over 80 tiles, adds {}. \
         The maximum over enemies instead of the sum adds {}; chasing instead of approaching by the field adds {}.",
        percent(A_STAR),
        percent(FIELD_PRINTED),
        gain(wins, A_STAR, FIELD_PRINTED),
        gain(wins, FIELD_PRINTED, FIELD),
        gain(wins, FIELD_PRINTED, FIELD_NEARER),
        gain(wins, FIELD_PRINTED, FIELD_PROGRAM),
        gain(wins, FIELD_PRINTED, FIELD_FIFTH),
        gain(wins, FIELD, FIELD_MAXIMUM),
        gain(wins, FIELD, FIELD_CHASES),
    ));
    report.note(format!(
        "Boids keep away from enemies within their own range whenever they move: they win {:.0} % ({} against A*). The printed sums add {}; \
         keeping out of sight from 0.84 s of cooldown on, as in the author's program, adds {}; chasing instead of approaching by the rules adds {}. Boids that go to where the field \
         leads them (Hybrid mixed) win {:.0} %: {} against the field alone, {} against boids alone.",
        percent(BOIDS),
        gain(wins, A_STAR, BOIDS),
        gain(wins, BOIDS, BOIDS_PRINTED),
        gain(wins, BOIDS, BOIDS_PROGRAM),
        gain(wins, BOIDS, BOIDS_CHASE),
        percent(MIXED),
        gain(wins, FIELD, MIXED),
        gain(wins, BOIDS, MIXED),
    ));
}

/// The gap on complex maps, and what it depends on instead.
pub(super) fn gap(report: &mut Report, wins: &Wins, conditions: &Conditions) {
    let gap = |maps: [usize; 2]| {
        let at = |leader: usize| {
            Tally::sum(maps.iter().map(|&map| wins.by_map[leader][map])).won_percent()
        };
        (at(FIELD) + at(BOIDS)) / 2.0 - at(A_STAR)
    };
    let (simple, complex) = (gap([0, 1]), gap([2, 3]));
    report.claim(
        "The gap between the hybrids and A* is on the complex maps.",
        complex > simple + 5.0,
        format!("{simple:.0} points on the simple maps, {complex:.0} on the complex ones"),
    );
    let gaps = |conditions: &[Condition]| {
        let gap = |condition: &Condition| {
            let percent: Vec<f64> = condition.tallies.iter().map(Tally::won_percent).collect();
            let gap = (percent[1] + percent[2]) / 2.0 - percent[0];
            format!("{gap:.0} points ({}, A* {:.0} %)", condition.name, percent[0])
        };
        conditions.iter().map(gap).collect::<Vec<_>>().join(", ")
    };
    report.note(format!(
        "The gap between the hybrids and A* by strength of the opponent: {}. By how long units stand after each shot: {}. On the paper's simple maps A* wins 96 and 98 %, so there is \
         nothing to gain.",
        gaps(&conditions.strengths),
        gaps(&conditions.stops),
    ));
}

/// Table IV.
pub(super) fn duel(report: &mut Report, plain: &Duel, printed: &Duel) {
    for (how, duel) in [("", plain), (" as printed", printed)] {
        let all = duel.all();
        let (low, high) = wilson_interval(all.won, all.played);
        report.claim(
            format!("Head to head, potential field and boids{how} win about equally often (the paper: 55 to 45)."),
            low <= 0.55 && 0.55 <= high,
            format!(
                "the potential field wins {:.0} % of {} games (95 %: {:.0} to {:.0}), {} drawn",
                all.won_percent(),
                all.played,
                100.0 * low,
                100.0 * high,
                all.drawn
            ),
        );
    }
    let (low, high) = wilson_interval(22, 40);
    report.note(format!(
        "Head to head the paper played 40 games; 22 of 40 are compatible with anything from {:.0} to {:.0} %.",
        100.0 * low,
        100.0 * high
    ));
}

/// Figs. 2 to 4.
pub(super) fn surround(report: &mut Report, squads: &[Squad]) {
    let [a_star, field, boids, ..] = squads else { return };
    let [a_star, field, boids] = [a_star, field, boids].map(|squad| squad.mean);
    for (name, squad) in [("potential field", field), ("boids", boids)] {
        report.claim(
            format!("Squads led by {name} group up at maximum shooting distance and form an arc around a building: most stand there, over an eighth of a circle or more."),
            squad.at_range > 0.5 && squad.arc >= 45.0,
            format!(
                "{:.0} % within {TOLERANCE} cells of their range, arc {:.0} degrees; A* {:.0} %, {:.0} degrees",
                100.0 * squad.at_range,
                squad.arc,
                100.0 * a_star.at_range,
                a_star.arc
            ),
        );
    }
}

/// Table III.
pub(super) fn costs(report: &mut Report, (field, boids): &(Costs, Costs)) {
    report.claim(
        "A decision by potential field costs more than 100 times one by boids.",
        Costs::ratio(field.naive, boids.naive) > 100.0,
        format!(
            "naively {:.0} times, as shipped {:.1} times; naively the potential field takes {:.4} ms on average over {} calls",
            Costs::ratio(field.naive, boids.naive),
            Costs::ratio(field.shipped, boids.shipped),
            field.naive.mean,
            field.naive.calls
        ),
    );
}
