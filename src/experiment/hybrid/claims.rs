//! What the paper claims, tested game by game: all leaders play the same maps with the same seeds.

use super::Duel;
use super::conditions::Conditions;
use super::costs::Costs;
use super::games::GameEnd;
use super::surround::{Squad, Surrounding, TOLERANCE};
use super::variants::{
    A_STAR, BOIDS, BOIDS_PRINTED, BOIDS_PROGRAM, FIELD, FIELD_PRINTED, FIELD_PROGRAM, Wins,
};
use crate::experiment::Statement;
use crate::measure::statistics::{Sample, Says, Test, mean};

/// Shares within this many points of each other are equal. The paper prints no margin; its hybrids differ by 1 point over all maps and
/// by 10 head to head.
const EQUAL: f64 = 10.0;
/// Indices of the maps: the paper's two-player and four-player maps.
const SIMPLE: [usize; 2] = [0, 1];
const COMPLEX: [usize; 2] = [2, 3];
/// Time of a frame at the highest speed of StarCraft, in milliseconds.
const FRAME: f64 = 42.0;
/// Units of a squad that decide.
const SQUAD: f64 = 16.0;

/// Pairs of games with the same map and seed.
fn games<'a>(
    first: impl IntoIterator<Item = &'a GameEnd>,
    second: impl IntoIterator<Item = &'a GameEnd>,
) -> Vec<(GameEnd, GameEnd)> {
    first.into_iter().copied().zip(second.into_iter().copied()).collect()
}

/// By how many points the first wins more than the second, over all maps.
fn wins_more(quantity: String, games: &[(GameEnd, GameEnd)], says: Says) -> Test {
    let pairs = games.iter().map(|(a, b)| (a.won(), b.won())).collect();
    Test::new(quantity, "points", Sample::Shares(pairs), says)
}

/// Two leaders of Table I over all maps.
fn leaders(wins: &Wins, first: usize, second: usize, says: Says) -> Test {
    let quantity =
        format!("games won, {} less {}", wins.leaders[first].name, wins.leaders[second].name);
    wins_more(
        quantity,
        &games(wins.ends[first].iter().flatten(), wins.ends[second].iter().flatten()),
        says,
    )
}

/// Tables I and II, under the plain presets and as printed.
pub(super) fn wins(claims: &mut Vec<Statement>, wins: &Wins, conditions: &Conditions) {
    let standing = conditions.stops.iter().map(|condition| {
        let won: Vec<String> =
            condition.tallies.iter().map(|tally| format!("{:.0}", tally.won_percent())).collect();
        format!("{}: {} %", condition.name, won.join("/"))
    });
    let standing = format!(
        "It depends on how long units stand after each shot, A*/potential field/boids: {}.",
        standing.collect::<Vec<_>>().join(", ")
    );
    for (how, field, boids) in [("", FIELD, BOIDS), (" (as printed)", FIELD_PRINTED, BOIDS_PRINTED)]
    {
        for (name, hybrid) in [("potential field", field), ("boids", boids)] {
            claims.push(Statement::tested(
                format!("The hybrid with {name} wins more than A* only{how}."),
                [leaders(wins, hybrid, A_STAR, Says::Above(0.0))],
                if how.is_empty() { standing.clone() } else { String::new() },
            ));
        }
        claims.push(Statement::tested(
            format!("The two hybrids win equally often{how}: within {EQUAL} points."),
            [leaders(wins, field, boids, Says::Between(-EQUAL, EQUAL))],
            "",
        ));
    }
    let medics = |hybrid: usize| {
        let games = games(wins.ends[hybrid].iter().flatten(), wins.ends[A_STAR].iter().flatten());
        let pairs = games.iter().map(|(a, b)| (a.medics as f64, b.medics as f64)).collect();
        let quantity = format!("medics left of two, {} less A*", wins.leaders[hybrid].name);
        Test::new(quantity, "units", Sample::Means(pairs), Says::Above(0.0))
    };
    claims.push(Statement::tested(
        "Hybrids avoid unnecessary damage to support units (Section I): more medics are left than under A*.",
        [medics(FIELD), medics(BOIDS)],
        "",
    ));
}

/// The gap on complex maps.
pub(super) fn gap(claims: &mut Vec<Statement>, wins: &Wins) {
    let seeds = wins.ends[A_STAR][0].len();
    let won = |leader: usize, map: usize, seed: usize| {
        f64::from(u8::from(wins.ends[leader][map][seed].won())) * 100.0
    };
    let gap = |maps: [usize; 2], seed: usize| {
        let gap = |map: usize| {
            (won(FIELD, map, seed) + won(BOIDS, map, seed)) / 2.0 - won(A_STAR, map, seed)
        };
        mean(&maps.map(gap))
    };
    let pairs = (0..seeds).map(|seed| (gap(COMPLEX, seed), gap(SIMPLE, seed))).collect();
    claims.push(Statement::tested(
        "The gap between the hybrids and A* is larger on the complex maps.",
        [Test::new(
            "mean gap of both hybrids to A*, complex maps less simple ones",
            "points",
            Sample::Means(pairs),
            Says::Above(0.0),
        )],
        "",
    ));
}

/// The comparison of `wins` where units stand for a while after each shot.
pub(super) fn standing(claims: &mut Vec<Statement>, conditions: &Conditions) {
    for condition in conditions.stops.iter().skip(1) {
        let [a_star, field, boids] = condition.ends.as_slice() else { continue };
        let test = |name: &str, hybrid: &[GameEnd]| {
            let quantity = format!("games won, {name} less A*");
            wins_more(quantity, &games(hybrid, a_star), Says::Above(0.0))
        };
        claims.push(Statement::tested(
            format!(
                "Ours: both hybrids win more than A* if units stand for {} after each shot.",
                condition.name
            ),
            [test("potential field", field), test("boids", boids)],
            "",
        ));
    }
}

/// The constants of the author's program.
pub(super) fn program(claims: &mut Vec<Statement>, wins: &Wins) {
    claims.push(Statement::tested(
        "Ours: both hybrids win more than A* with the constants of the author's published program.",
        [FIELD_PROGRAM, BOIDS_PROGRAM]
            .map(|hybrid| leaders(wins, hybrid, A_STAR, Says::Above(0.0))),
        "",
    ));
}

/// Table IV, and what Section VI says of it. A draw is won by neither.
pub(super) fn duel(claims: &mut Vec<Statement>, plain: &Duel, printed: &Duel) {
    // Each within so many points of one half.
    let equal = Says::Between(-2.0 * EQUAL, 2.0 * EQUAL);
    for (how, duel) in [("", plain), (" (as printed)", printed)] {
        let test = |what: &str, maps: &[usize], says: Says| {
            let games = maps.iter().flat_map(|&map| &duel.ends[map]);
            let sample = Sample::Shares(games.map(|end| (end.won(), end.lost())).collect());
            let quantity = format!("games won, potential field less boids, {what}");
            Test::new(quantity, "points", sample, says)
        };
        let all = duel.all();
        let told = format!("{} won, {} drawn of {}", all.won, all.drawn, all.played);
        claims.push(Statement::tested(
            format!("Head to head the hybrids win about equally often (the paper: 55 to 45){how}."),
            [test("all maps", &[0, 1, 2, 3], equal)],
            told,
        ));
        claims.push(Statement::tested(
            format!(
                "Section VI: head to head the potential field is better on the small maps{how}."
            ),
            [test("small maps", &SIMPLE, Says::Above(0.0))],
            "",
        ));
        claims.push(Statement::tested(
            format!("Section VI: head to head both are equal on the larger maps{how}."),
            [test("larger maps", &COMPLEX, equal)],
            "",
        ));
    }
}

/// Figs. 2 to 4. A* meets the paper's description as well, so the claim is that the rules do more than A*.
pub(super) fn surround(claims: &mut Vec<Statement>, squads: &[Squad]) {
    let [a_star, field, boids, ..] = squads else { return };
    for (name, squad) in [("potential field", field), ("boids", boids)] {
        let more = |quantity: &str, unit: &'static str, number: fn(&Surrounding) -> f64| {
            let pairs = squad.each.iter().zip(&a_star.each).map(|(a, b)| (number(a), number(b)));
            Test::new(
                format!("{quantity}, {name} less A*"),
                unit,
                Sample::Means(pairs.collect()),
                Says::Above(0.0),
            )
        };
        claims.push(Statement::tested(
            format!("Squads led by {name} surround a building in a wider arc than those led by A*."),
            [more("arc", "degrees", |s| s.arc)],
            format!(
                "{:.0} % stand within {TOLERANCE} cells of their range (A* {:.0} %), arc {:.0} degrees (A* {:.0})",
                100.0 * squad.mean.at_range,
                100.0 * a_star.mean.at_range,
                squad.mean.arc,
                a_star.mean.arc
            ),
        ));
    }
}

/// Table III.
pub(super) fn costs(claims: &mut Vec<Statement>, costs: &Costs) {
    let pairs = |number: fn(&super::costs::Cost) -> f64| -> Vec<(f64, f64)> {
        costs.games.iter().map(|game| (number(&game.field), number(&game.boids))).collect()
    };
    let test = |what: &str, number: fn(&super::costs::Cost) -> f64| {
        let quantity = format!("{what} of a decision, potential field over boids");
        Test::new(quantity, "times", Sample::Ratio(pairs(number)), Says::Above(100.0))
    };
    claims.push(Statement::tested(
        "A decision by potential field takes more than 100 times as long as one by boids (by the clock).",
        [test("time", |cost| cost.mean)],
        "Both are computed naively for the same units in the same ticks, in turns.",
    ));
    claims.push(Statement::tested(
        "It adds up more than 100 times as many terms (counted: objects at tiles, units looked at).",
        [test("terms", |cost| cost.evaluations)],
        "",
    ));
    let frames = costs.games.iter().map(|game| SQUAD * game.field.mean / 1000.0).collect();
    claims.push(Statement::tested(
        "Section VI: potential fields take too long for the game: sixteen naive decisions do not fit into a frame of 42 ms.",
        [Test::new("sixteen naive decisions by potential field", "ms", Sample::Mean(frames), Says::Above(FRAME))],
        "The paper's 7.6 ms for one are of a computer of 2016 and another program; only the ratio can be compared.",
    ));
}
