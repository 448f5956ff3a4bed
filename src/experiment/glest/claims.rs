//! What Sections V.A to V.C claim, as inequalities, and the evidence for or against it.

use super::game::KINDS;
use super::{GameResult, MOVEMENTS, Played, Trial, percent};
use crate::experiment::{Digits, Figure, Row, Table};
use crate::measure::statistics::{mean, proportions_differ};
use crate::report::Claim;

/// Which claims hold under which rules.
pub(super) fn claims_table(trials: &[Trial], judged: &[Vec<Claim>]) -> Table {
    let title = "Which claims hold under which rules";
    let columns = trials.iter().map(|trial| trial.rules);
    let mut table = Table::new(title, "claim", Digits::Rounded(0), columns);
    for (n, claim) in judged.first().into_iter().flatten().enumerate() {
        let word = |claims: &Vec<Claim>| {
            Figure::new(if claims[n].holds { "holds" } else { "does not hold" })
        };
        let run = trials.iter().map(|trial| match claim.claim.split_once(':') {
            Some(("Map 1", _)) => trial.maps[0][3].first_run(),
            Some(("Map 2", _)) => trial.maps[1][3].first_run(),
            _ => trial.weighed[1].first_run(),
        });
        let row = Row::new(claim.claim.clone(), judged.iter().map(word).collect());
        table.rows.push(row.of(run));
    }
    table
}

fn mean_of(played: &Played, number: fn(&GameResult) -> f64) -> f64 {
    mean(&played.values(number))
}

fn differ(a: &Played, b: &Played) -> bool {
    let won = |Played { results, .. }: &Played| {
        (results.iter().filter(|o| o.won).count() as u64, results.len() as u64)
    };
    proportions_differ(won(a), won(b)) < 0.01
}

fn shares(map: &[Played]) -> Vec<f64> {
    map.iter().map(|played| percent(played, |o| o.won)).collect()
}

fn told(map: &[f64]) -> String {
    let parts: Vec<String> = MOVEMENTS
        .iter()
        .zip(map)
        .map(|((name, ..), share)| format!("{name} {share:.0} %"))
        .collect();
    parts.join(", ")
}

fn kinds_alive(played: &Played) -> String {
    let parts = (0..).zip(KINDS).map(|(k, kind): (usize, _)| {
        format!("{:.1} {kind}s", mean(&played.values(|o| o.alive[k] as f64)))
    });
    parts.collect::<Vec<_>>().join(", ")
}

/// The claims of all three experiments under one set of rules.
pub(super) fn claims(trial: &Trial) -> Vec<Claim> {
    let mut all = Vec::new();
    flocking(&mut all, trial);
    with_influence(&mut all, trial);
    synergy(&mut all, trial);
    all
}

fn add(all: &mut Vec<Claim>, claim: &str, holds: bool, evidence: String) {
    all.push(Claim { claim: claim.into(), holds, evidence });
}

/// Section V.A.
fn flocking(all: &mut Vec<Claim>, trial: &Trial) {
    let [first, second] = &trial.maps;
    let (one, two) = (shares(first), shares(second));
    add(
        all,
        "Map 1: the flock wins nearly always, the normal group rarely.",
        one[1] >= 90.0 && one[0] <= 25.0 && differ(&first[0], &first[1]),
        told(&one),
    );
    let wins: Vec<f64> =
        first[0].results.iter().filter(|o| o.won).map(|o| o.survivors as f64).collect();
    add(
        all,
        "Map 1: the normal group wins sometimes, and narrowly: few survive.",
        !wins.is_empty() && mean(&wins) <= 2.5,
        match wins.len() {
            0 => "no game was won".into(),
            n => format!("{n} games were won, with {:.1} survivors on average", mean(&wins)),
        },
    );
    let survivors = |n: usize| percent(&first[1], |o| o.survivors == n);
    let usual = (1..=6).max_by(|&a, &b| survivors(a).total_cmp(&survivors(b))).unwrap_or(0);
    add(
        all,
        "Map 1: of the flock mostly four survive.",
        usual == 4,
        format!(
            "most often {usual} ({:.0} %); on average {}",
            survivors(usual),
            kinds_alive(&first[1])
        ),
    );
    add(
        all,
        "Map 2: the normal group wins about as rarely as on map 1.",
        two[0] <= 25.0 && (two[0] - one[0]).abs() <= 10.0,
        format!("map 1 {:.0} %, map 2 {:.0} %", one[0], two[0]),
    );
    let initiate = percent(&second[0], |o| o.initiate_died_on_the_way);
    add(
        all,
        "Map 2: without flocking the initiate dies on the way in most games.",
        initiate > 50.0,
        format!("it dies before it is in range of the two towers in {initiate:.0} %"),
    );
    let drakes = mean_of(&second[0], |o| o.drakes_lost);
    add(
        all,
        "Map 2: without flocking the fast units are hardly hurt on the way.",
        drakes <= 260.0,
        format!(
            "the drake riders lose {drakes:.0} of 2600 hit points before the two towers are hurt"
        ),
    );
    add(
        all,
        "Map 2: the flock loses, because its slowest unit delays it under the eight towers.",
        two[1] <= 10.0 && differ(&first[1], &second[1]),
        told(&two),
    );
}

/// Section V.B.
fn with_influence(all: &mut Vec<Claim>, trial: &Trial) {
    let [first, second] = &trial.maps;
    let (one, two) = (shares(first), shares(second));
    add(
        all,
        "Map 1: influence makes no difference; there is nothing to go around.",
        (one[0] - one[2]).abs() <= 15.0 && (one[1] - one[3]).abs() <= 15.0,
        told(&one),
    );
    let lost = |m: usize| mean_of(&second[m], |o| o.lost_on_the_way);
    add(
        all,
        "Map 2: with influence hardly any hit points are lost on the way.",
        lost(2) < 0.25 * lost(0) && lost(3) < 0.25 * lost(1),
        format!(
            "lost before the two towers are hurt: normal {:.0}, flock {:.0}, normal + influence {:.0}, flock + influence {:.0}",
            lost(0),
            lost(1),
            lost(2),
            lost(3)
        ),
    );
    add(all, "Map 2: the normal group loses with influence as well.", two[2] <= 25.0, told(&two));
    add(
        all,
        "Map 2: flock and influence together win most games, and more than any other movement.",
        two[3] >= 60.0 && (0..3).all(|m| two[m] < two[3] && differ(&second[m], &second[3])),
        told(&two),
    );
    let both = &second[3];
    let many = percent(both, |o| o.won && o.survivors > 4);
    add(
        all,
        "Map 2: flock and influence lose less than 20 %, and win over 40 % with more than four survivors.",
        two[3] > 80.0 && many > 40.0,
        format!("lost {:.0} %, won with more than four {many:.0} %", 100.0 - two[3]),
    );
    let points =
        |m: usize| (mean_of(&second[m], |o| o.hit_points), mean_of(&second[m], |o| o.towers));
    let ((group, towers), (alone, against)) = (points(3), points(1));
    add(
        all,
        "Map 2: with influence the flock's mean hit points overtake the towers', without it none are left.",
        group > towers && alone < 0.01 * 5850.0 && alone < against,
        format!(
            "with influence {group:.0} against {towers:.0}, without {alone:.0} against {against:.0}"
        ),
    );
}

/// Section V.C.
fn synergy(all: &mut Vec<Claim>, trial: &Trial) {
    let [four, eight, twelve] = trial.weighed.as_slice() else { return };
    let towers = |played: &Played, three: usize, strong: bool| {
        percent(played, |o| o.standing == (three, strong))
    };
    let reached = |played: &Played, n: usize| percent(played, |o| o.reached == n);
    add(
        all,
        "SEW 12: all seven reach the target and all towers stand.",
        reached(twelve, 7) >= 95.0 && towers(twelve, 3, true) >= 95.0,
        format!(
            "seven in {:.0} %, all towers stand in {:.0} %",
            reached(twelve, 7),
            towers(twelve, 3, true)
        ),
    );
    add(
        all,
        "SEW 8: the strong tower falls, the three stand, and five reach the target in every game.",
        towers(eight, 3, false) >= 95.0 && reached(eight, 5) >= 95.0,
        format!(
            "only the strong tower falls in {:.0} %; five in {:.0} %",
            towers(eight, 3, false),
            reached(eight, 5)
        ),
    );
    let mages = percent(eight, |o| o.alive == [2, 0, 2] && o.survivors == 5);
    add(
        all,
        "SEW 8: the two that die are the battlemages.",
        mages >= 95.0,
        format!("so in {mages:.0} %; alive on average {}", kinds_alive(eight)),
    );
    add(
        all,
        "SEW 4: the flock attacks the three, at least one falls, the strong tower always stands, and at most four survive.",
        percent(four, |o| o.standing.0 < 3) >= 95.0
            && percent(four, |o| o.standing.1) >= 95.0
            && percent(four, |o| o.reached <= 4) >= 95.0,
        format!(
            "at least one of the three falls in {:.0} %, the strong one stands in {:.0} %, at most four reach the target in {:.0} %",
            percent(four, |o| o.standing.0 < 3),
            percent(four, |o| o.standing.1),
            percent(four, |o| o.reached <= 4)
        ),
    );
    add(
        all,
        "SEW 4: about 40 % of the games are lost, and the three all fall in about 60 %.",
        (reached(four, 0) - 40.0).abs() <= 15.0
            && (percent(four, |o| o.standing.0 == 0) - 60.0).abs() <= 15.0,
        format!(
            "lost {:.0} %, all three fall in {:.0} %",
            reached(four, 0),
            percent(four, |o| o.standing.0 == 0)
        ),
    );
    let missing: Vec<String> = (0..=4)
        .filter(|&n| reached(four, n) == 0.0)
        .map(|n| format!("{n} units"))
        .chain(
            (0..=2)
                .filter(|&n| percent(four, |o| o.standing.0 == n) == 0.0)
                .map(|n| format!("{n} towers")),
        )
        .collect();
    add(
        all,
        "SEW 4: everything between two towers and four attacking units left occurs.",
        missing.is_empty(),
        match missing.len() {
            0 => "0 to 4 units and 0 to 2 towers occur".into(),
            _ => format!("never left: {}", missing.join(", ")),
        },
    );
    let mean_reached = |played: &Played| mean_of(played, |o| o.reached as f64);
    add(
        all,
        "A larger SEW makes the flock more careful: more reach the target.",
        mean_reached(four) < mean_reached(eight) && mean_reached(eight) < mean_reached(twelve),
        format!(
            "on average: {:.2}, {:.2}, {:.2}",
            mean_reached(four),
            mean_reached(eight),
            mean_reached(twelve)
        ),
    );
}
