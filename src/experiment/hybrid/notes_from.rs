//! Explanations for the reader, composed from measured numbers. Their intervals are not corrected; those of the claims are.

use super::conditions::{Condition, Conditions};
use super::games::{GameEnd, Tally};
use super::variants::{
    A_STAR, BOIDS, BOIDS_CHASE, BOIDS_PRINTED, BOIDS_PROGRAM, FIELD, FIELD_CHASES, FIELD_FIFTH,
    FIELD_MAXIMUM, FIELD_NEARER, FIELD_PRINTED, FIELD_PROGRAM, MIXED, Wins,
};
use crate::experiment::Report;
use crate::measure::statistics::{Sample, wilson_interval};

/// How many percentage points one leader wins more than another, game by game.
fn gain(wins: &Wins, from: usize, to: usize) -> String {
    let won = |leader: usize| wins.ends[leader].iter().flatten().map(GameEnd::won);
    let estimate = Sample::Shares(won(to).zip(won(from)).collect()).estimate();
    let (low, high) = estimate.interval(0.025);
    format!("{:+.0} points ({low:+.0} to {high:+.0})", estimate.value())
}

/// Why the hybrids win or lose, from the variants.
pub(super) fn retreat(report: &mut Report, wins: &Wins) {
    let percent = |leader: usize| wins.totals[leader].won_percent();
    report.note(format!(
        "What the retreat of the potential field changes (A* wins {:.0} %; intervals of 95 % each, not corrected): without a retreat during cooldowns it wins {:.0} % ({} against A*). A retreat during every cooldown \
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

/// What the gap between the hybrids and A* depends on.
pub(super) fn conditions(report: &mut Report, conditions: &Conditions) {
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
    let (low, high) = wilson_interval(22, 40);
    report.note(format!(
        "Head to head the paper played 40 games; 22 of 40 are compatible with anything from {:.0} to {:.0} %.",
        100.0 * low,
        100.0 * high
    ));
}
