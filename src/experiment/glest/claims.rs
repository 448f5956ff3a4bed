//! What the paper says, as inequalities, and the evidence for or against it.

use super::{KINDS, MOVEMENTS, Outcome, Report, percent};
use crate::measure::statistics::{mean, proportions_differ};

/// Maps 1 and 2 by movement, map 3 by SEW.
pub(super) fn claims(
    report: &mut Report,
    first: &[Vec<Outcome>],
    second: &[Vec<Outcome>],
    sew: &[Vec<Outcome>],
) {
    let won = |results: &[Outcome]| {
        (results.iter().filter(|o| o.won).count() as u64, results.len() as u64)
    };
    let shares = |map: &[Vec<Outcome>]| -> Vec<f64> {
        map.iter().map(|results| percent(results, |o| o.won)).collect()
    };
    let (one, two) = (shares(first), shares(second));
    let told = |map: &[f64]| {
        let parts: Vec<String> = MOVEMENTS
            .iter()
            .zip(map)
            .map(|((name, ..), share)| format!("{name} {share:.0} %"))
            .collect();
        parts.join(", ")
    };
    let differ = |a: &[Outcome], b: &[Outcome]| proportions_differ(won(a), won(b)) < 0.01;
    report.claim(
        "Map 1: the flock wins nearly always, the normal group seldom.",
        one[1] >= 90.0 && one[0] <= 25.0 && differ(&first[0], &first[1]),
        told(&one),
    );
    report.claim(
        "Map 1: influence makes no difference; there is nothing to go round.",
        (one[0] - one[2]).abs() <= 15.0 && (one[1] - one[3]).abs() <= 15.0,
        told(&one),
    );
    let alive = |results: &[Outcome]| {
        let parts = (0..).zip(KINDS).map(|(k, kind): (usize, _)| {
            let left = results.iter().map(|o| o.alive[k] as f64).collect::<Vec<_>>();
            format!("{:.1} {kind}s", mean(&left))
        });
        parts.collect::<Vec<_>>().join(", ")
    };
    let survivors = |n: usize| percent(&first[1], |o| o.survivors == n);
    let usual = (1..=6).max_by(|&a, &b| survivors(a).total_cmp(&survivors(b))).unwrap_or(0);
    report.claim(
        "Map 1: of the flock mostly four survive.",
        usual == 4,
        format!(
            "most often {usual} ({:.0} %); on average {}: the towers shoot at the nearest, the demons, who need the enemy within 1 cell",
            survivors(usual),
            alive(&first[1])
        ),
    );
    report.claim(
        "Map 2: the flock loses, because the slowest holds it up under the eight towers.",
        two[1] <= 10.0 && differ(&first[1], &second[1]),
        told(&two),
    );
    let lost =
        |results: &[Outcome]| mean(&results.iter().map(|o| o.lost_on_the_way).collect::<Vec<_>>());
    report.claim(
        "Map 2: with influence hardly any hit points are lost on the way.",
        lost(&second[2]) < 0.25 * lost(&second[0]).max(1.0)
            && lost(&second[3]) < 0.25 * lost(&second[1]).max(1.0),
        format!(
            "lost before the two towers are hurt: normal {:.0}, flock {:.0}, normal + influence {:.0}, flock + influence {:.0}",
            lost(&second[0]),
            lost(&second[1]),
            lost(&second[2]),
            lost(&second[3])
        ),
    );
    report.claim(
        "Map 2: the normal group loses with influence as well.",
        two[2] <= 25.0,
        told(&two),
    );
    report.claim(
        "Map 2: flock and influence together win most games, and more than any other movement.",
        two[3] >= 60.0 && (0..3).all(|m| two[m] < two[3] && differ(&second[m], &second[3])),
        told(&two),
    );
    let towers = |results: &[Outcome], three: usize, strong: bool| {
        percent(results, |o| o.standing == (three, strong))
    };
    let [four, eight, twelve] = sew else { return };
    report.claim(
        "SEW 12: all seven survive and all towers stand.",
        percent(twelve, |o| o.survivors == 7) >= 95.0 && towers(twelve, 3, true) >= 95.0,
        format!(
            "seven survive in {:.0} %, all towers stand in {:.0} %",
            percent(twelve, |o| o.survivors == 7),
            towers(twelve, 3, true)
        ),
    );
    report.claim(
        "SEW 8: the strong tower falls, the three stand, and five survive.",
        towers(eight, 3, false) >= 95.0 && percent(eight, |o| o.survivors == 5) >= 50.0,
        format!(
            "only the strong tower falls in {:.0} %; five survive in {:.0} %",
            towers(eight, 3, false),
            percent(eight, |o| o.survivors == 5)
        ),
    );
    report.claim(
        "SEW 4: the flock attacks the three, the strong tower always stands, and few or none survive.",
        percent(four, |o| o.standing.0 < 3) >= 95.0
            && percent(four, |o| o.standing.1) >= 95.0
            && percent(four, |o| o.survivors <= 4) >= 90.0,
        format!(
            "at least one of the three falls in {:.0} %, the strong one stands in {:.0} %, at most four survive in {:.0} %",
            percent(four, |o| o.standing.0 < 3),
            percent(four, |o| o.standing.1),
            percent(four, |o| o.survivors <= 4)
        ),
    );
    let mean_survivors =
        |results: &[Outcome]| mean(&results.iter().map(|o| o.survivors as f64).collect::<Vec<_>>());
    report.claim(
        "A larger SEW makes the flock more careful: more survive.",
        mean_survivors(four) < mean_survivors(eight)
            && mean_survivors(eight) < mean_survivors(twelve),
        format!(
            "survivors on average: {:.2}, {:.2}, {:.2}",
            mean_survivors(four),
            mean_survivors(eight),
            mean_survivors(twelve)
        ),
    );
}
