//! What Sections V.A to V.C claim, tested over the games; all movements run with the same seeds.

use super::game::KINDS;
use super::{GameResult, Played, Trial, synergy};
use crate::experiment::battles::paired;
use crate::experiment::{Claim, Digits, Figure, Row, Statement, Table};
use crate::measure::statistics::{Sample, Says, Test, mean};

/// What counts as "nearly always", "in every game", "rarely", "in most games", in percent of the games. The paper prints none of
/// these; where it prints a share, ours is to lie within `NO_DIFFERENCE` points of it.
const NEARLY_ALWAYS: f64 = 90.0;
pub(super) const EVERY_GAME: f64 = 95.0;
const RARELY: f64 = 25.0;
const HALF_OF_THE_GAMES: f64 = 50.0;
pub(super) const POINTS: f64 = 10.0;
/// Shares within this many points of each other, and means within this percentage of the whole, make no difference.
const NO_DIFFERENCE: f64 = 15.0;
/// Hit points of the two towers, and of the group of map 2 together.
const TOWERS: f64 = 14_000.0;
const GROUP: f64 = 5850.0;
/// The fraction of the hit points that counts as hardly any, and the one that counts as none.
const HARDLY: f64 = 0.25;
const NONE: f64 = 0.01;

/// Indices in the list of movements.
const NORMAL: usize = 0;
const FLOCK: usize = 1;
const NORMAL_INFLUENCE: usize = 2;
const FLOCK_INFLUENCE: usize = 3;
const NAMES: [&str; 4] = ["normal", "flock", "normal + influence", "flock + influence"];

/// Which claims hold under which rules: the claims of each set of rules in their order.
pub(super) fn claims_table(trials: &[Trial], judged: &[&[Claim]]) -> Table {
    let title = "Which claims hold under which rules";
    let columns = trials.iter().map(|trial| trial.rules);
    let mut table = Table::new(title, "claim", Digits::Rounded(0), columns);
    for (n, claim) in judged.first().copied().into_iter().flatten().enumerate() {
        let word = |claims: &&[Claim]| Figure::new(claims[n].verdict.name());
        let run = trials.iter().map(|trial| match claim.claim.split_once(':') {
            Some(("Map 1", _)) => trial.maps[0][FLOCK_INFLUENCE].first_run(),
            Some(("Map 2", _)) => trial.maps[1][FLOCK_INFLUENCE].first_run(),
            _ => trial.weighed[1].first_run(),
        });
        table.rows.push(Row::new(claim.claim.clone(), judged.iter().map(word).collect()).of(run));
    }
    table
}

/// Share of the games in which something is so.
pub(super) fn share(
    quantity: impl Into<String>,
    played: &Played,
    is: impl Fn(&GameResult) -> bool,
    says: Says,
) -> Test {
    let games = played.results.iter().map(is).collect();
    Test::new(quantity, "%", Sample::Share(games), says)
}

/// Mean of a number over the games.
fn average(
    quantity: &str,
    unit: &'static str,
    played: &Played,
    number: fn(&GameResult) -> f64,
    says: Says,
) -> Test {
    Test::new(quantity, unit, Sample::Mean(played.values(number)), says)
}

/// Difference of a number between two movements, seed by seed.
pub(super) fn difference(
    quantity: &str,
    unit: &'static str,
    (first, second): (&Played, &Played),
    number: impl Fn(&GameResult) -> f64,
    says: Says,
) -> Test {
    Test::new(quantity, unit, Sample::Means(paired(first, second, number)), says)
}

fn won(game: &GameResult) -> bool {
    game.won
}

/// Share of the games that a movement wins on a map.
fn wins(map: &[Played], movement: usize, says: Says) -> Test {
    share(format!("games won, {}", NAMES[movement]), &map[movement], won, says)
}

/// By how many points one movement wins more than another.
fn wins_more(quantity: String, first: &Played, second: &Played, says: Says) -> Test {
    Test::new(quantity, "points", Sample::Shares(paired(first, second, won)), says)
}

pub(super) fn kinds_alive(played: &Played) -> String {
    let parts = (0..).zip(KINDS).map(|(k, kind): (usize, _)| {
        format!("{:.1} {kind}s", mean(&played.values(|o| o.alive[k] as f64)))
    });
    parts.collect::<Vec<_>>().join(", ")
}

/// The claims of all three experiments under one set of rules.
pub(super) fn claims(trial: &Trial) -> Vec<Statement> {
    let mut all = Vec::new();
    flocking(&mut all, trial);
    with_influence(&mut all, trial);
    synergy::claims(&mut all, trial);
    all
}

pub(super) fn add(all: &mut Vec<Statement>, claim: &str, tests: Vec<Test>) {
    all.push(Statement::tested(claim, tests, ""));
}

/// Section V.A.
fn flocking(all: &mut Vec<Statement>, trial: &Trial) {
    let [first, second] = &trial.maps;
    add(
        all,
        "Map 1: the flock wins nearly always, the normal group rarely.",
        vec![
            wins(first, FLOCK, Says::Above(NEARLY_ALWAYS)),
            wins(first, NORMAL, Says::Below(RARELY)),
            wins_more(
                "games won, flock less normal".into(),
                &first[FLOCK],
                &first[NORMAL],
                Says::Above(0.0),
            ),
        ],
    );
    let narrow = first[NORMAL].results.iter().filter(|o| o.won).map(|o| o.survivors as f64);
    add(
        all,
        "Map 1: the normal group wins narrowly if it wins: fewer than three of six survive.",
        vec![Test::new(
            "survivors of the games won, normal",
            "units",
            Sample::Mean(narrow.collect()),
            Says::Below(3.0),
        )],
    );
    all.push(Statement::tested(
        "Map 1: of the flock four survive in most games.",
        [share(
            "four survive",
            &first[FLOCK],
            |o| o.survivors == 4,
            Says::Above(HALF_OF_THE_GAMES),
        )],
        format!("alive on average {}", kinds_alive(&first[FLOCK])),
    ));
    add(
        all,
        "Map 1: without flocking the units reach the two towers with longer delays.",
        vec![difference(
            "delay between the first and the last, normal less flock",
            "s",
            (&first[NORMAL], &first[FLOCK]),
            |o| o.delay,
            Says::Above(0.0),
        )],
    );
    add(
        all,
        "Map 2: the normal group wins about as rarely as on map 1.",
        vec![
            wins(second, NORMAL, Says::Below(RARELY)),
            wins_more(
                "games won, map 2 less map 1, normal".into(),
                &second[NORMAL],
                &first[NORMAL],
                Says::Between(-POINTS, POINTS),
            ),
        ],
    );
    add(
        all,
        "Map 2: without flocking the initiate dies on the way in most games.",
        vec![share(
            "the initiate dies out of reach of the two towers",
            &second[NORMAL],
            |o| o.initiate_died_on_the_way,
            Says::Above(HALF_OF_THE_GAMES),
        )],
    );
    add(
        all,
        "Map 2: without flocking the fast units are hardly hurt on the way: they lose less than a tenth.",
        vec![average(
            "hit points that the two drake riders lose on the way, of 2600",
            "HP",
            &second[NORMAL],
            |o| o.drakes_lost,
            Says::Below(260.0),
        )],
    );
    add(
        all,
        "Map 2: the flock loses, because it is under fire of the eight towers for longer than the normal group.",
        vec![
            wins(second, FLOCK, Says::Below(POINTS)),
            wins_more(
                "games won, map 1 less map 2, flock".into(),
                &first[FLOCK],
                &second[FLOCK],
                Says::Above(0.0),
            ),
            difference(
                "time of a unit within reach of the eight, flock less normal",
                "s",
                (&second[FLOCK], &second[NORMAL]),
                |o| o.under_fire,
                Says::Above(0.0),
            ),
        ],
    );
}

/// Section V.B.
fn with_influence(all: &mut Vec<Statement>, trial: &Trial) {
    let [first, second] = &trial.maps;
    let same = |with: usize, without: usize| {
        let pair = (&first[with], &first[without]);
        let name = NAMES[without];
        let points = TOWERS * NO_DIFFERENCE / 100.0;
        [
            wins_more(
                format!("games won, {name} with influence less without"),
                pair.0,
                pair.1,
                Says::Between(-NO_DIFFERENCE, NO_DIFFERENCE),
            ),
            difference(
                &format!("hit points left to the two towers, {name} with influence less without"),
                "HP",
                pair,
                |o| o.towers,
                Says::Between(-points, points),
            ),
        ]
    };
    add(
        all,
        "Map 1: influence makes no difference; there is nothing to go around.",
        [same(NORMAL_INFLUENCE, NORMAL), same(FLOCK_INFLUENCE, FLOCK)].concat(),
    );
    let lost = |with: usize, without: usize| {
        let pairs = paired(&second[with], &second[without], |o| o.lost_on_the_way);
        let parts = pairs.into_iter().map(|(with, without)| (with, HARDLY * without)).collect();
        let quantity = format!(
            "hit points lost on the way, {} with influence less a quarter of those without",
            NAMES[without]
        );
        Test::new(quantity, "HP", Sample::Means(parts), Says::Below(0.0))
    };
    let mean_lost = |m: usize| mean(&second[m].values(|o| o.lost_on_the_way));
    all.push(Statement::tested(
        "Map 2: with influence hardly any hit points are lost on the way.",
        [lost(NORMAL_INFLUENCE, NORMAL), lost(FLOCK_INFLUENCE, FLOCK)],
        format!(
            "lost on average: normal {:.0}, flock {:.0}, normal + influence {:.0}, flock + influence {:.0}",
            mean_lost(NORMAL),
            mean_lost(FLOCK),
            mean_lost(NORMAL_INFLUENCE),
            mean_lost(FLOCK_INFLUENCE)
        ),
    ));
    add(
        all,
        "Map 2: without flocking and with influence no hit points are lost on the way (less than 1 %).",
        vec![average(
            "hit points lost on the way, normal + influence",
            "HP",
            &second[NORMAL_INFLUENCE],
            |o| o.lost_on_the_way,
            Says::Below(NONE * GROUP),
        )],
    );
    let normal = (&second[NORMAL_INFLUENCE], &second[NORMAL]);
    add(
        all,
        "Map 2: with influence the paths of the normal group are longer, and the units split up even more.",
        vec![
            difference(
                "length of the planned paths, normal with influence less without",
                "cells",
                normal,
                |o| o.path_length,
                Says::Above(0.0),
            ),
            difference(
                "delay between the first and the last, normal with influence less without",
                "s",
                normal,
                |o| o.delay,
                Says::Above(0.0),
            ),
        ],
    );
    add(
        all,
        "Map 2: the normal group loses with influence as well.",
        vec![wins(second, NORMAL_INFLUENCE, Says::Below(RARELY))],
    );
    let mut tests = vec![wins(second, FLOCK_INFLUENCE, Says::Above(60.0))];
    tests.extend([NORMAL, FLOCK, NORMAL_INFLUENCE].map(|other| {
        let quantity = format!("games won, flock + influence less {}", NAMES[other]);
        wins_more(quantity, &second[FLOCK_INFLUENCE], &second[other], Says::Above(0.0))
    }));
    add(
        all,
        "Map 2: flock and influence together win most games (over 60 %), and more than any other movement.",
        tests,
    );
    add(
        all,
        "Map 2: flock and influence lose less than 20 %, and win over 40 % with more than four survivors.",
        vec![
            wins(second, FLOCK_INFLUENCE, Says::Above(80.0)),
            share(
                "games won with more than four survivors",
                &second[FLOCK_INFLUENCE],
                |o| o.won && o.survivors > 4,
                Says::Above(40.0),
            ),
        ],
    );
    let overtakes = |movement: usize| {
        let both = second[movement].results.iter().map(|o| (o.hit_points, o.towers)).collect();
        let quantity = format!("hit points left, {} less the two towers", NAMES[movement]);
        Test::new(quantity, "HP", Sample::Means(both), Says::Above(0.0))
    };
    add(
        all,
        "Map 2: with influence the flock's mean hit points overtake the towers', without it none are left (less than 1 %).",
        vec![
            overtakes(FLOCK_INFLUENCE),
            average(
                "hit points left, flock",
                "HP",
                &second[FLOCK],
                |o| o.hit_points,
                Says::Below(NONE * GROUP),
            ),
        ],
    );
}
