//! What Section V.C claims of the synergy weight.

use super::claims::{EVERY_GAME, POINTS, add, difference, kinds_alive, share};
use super::{Played, Trial};
use crate::experiment::Statement;
use crate::measure::statistics::Says;

/// The claims under one set of rules.
pub(super) fn claims(all: &mut Vec<Statement>, trial: &Trial) {
    let [four, eight, twelve] = trial.weighed.as_slice() else { return };
    let every = Says::Above(EVERY_GAME);
    let about = |percent: f64| Says::Between(percent - POINTS, percent + POINTS);
    add(
        all,
        "SEW 12: all seven reach the target and all towers stand.",
        vec![
            share("seven reach the target", twelve, |o| o.reached == 7, every),
            share("all towers stand", twelve, |o| o.standing == (3, true), every),
        ],
    );
    add(
        all,
        "SEW 8: the strong tower falls, the three stand, and five reach the target in every game.",
        vec![
            share("only the strong tower falls", eight, |o| o.standing == (3, false), every),
            share("five reach the target", eight, |o| o.reached == 5, every),
        ],
    );
    all.push(Statement::tested(
        "SEW 8: the two that die are the battlemages.",
        [share(
            "all but the battlemages live",
            eight,
            |o| o.alive == [2, 0, 2] && o.survivors == 5,
            every,
        )],
        format!("alive on average {}", kinds_alive(eight)),
    ));
    add(
        all,
        "SEW 4: the flock attacks the three, at least one falls, the strong tower always stands, and at most four survive.",
        vec![
            share("at least one of the three falls", four, |o| o.standing.0 < 3, every),
            share("the strong tower stands", four, |o| o.standing.1, every),
            share("at most four reach the target", four, |o| o.reached <= 4, every),
        ],
    );
    add(
        all,
        "SEW 4: about 38 % of the games are lost, and the three all fall in about 62 %.",
        vec![
            share("nobody reaches the target", four, |o| o.reached == 0, about(38.2)),
            share("all three fall", four, |o| o.standing.0 == 0, about(61.8)),
        ],
    );
    let occurs = Says::Above(0.5);
    let units =
        (0..=4).map(|n| share(format!("{n} units left"), four, move |o| o.reached == n, occurs));
    let towers = (0..=2)
        .map(|n| share(format!("{n} of the three left"), four, move |o| o.standing.0 == n, occurs));
    add(
        all,
        "SEW 4: everything between two towers and four attacking units left occurs (in more than one of 200 games).",
        units.chain(towers).collect(),
    );
    let more = |quantity: &str, larger: &Played, smaller: &Played| {
        difference(quantity, "units", (larger, smaller), |o| o.reached as f64, Says::Above(0.0))
    };
    add(
        all,
        "A larger SEW makes the flock more careful: more reach the target.",
        vec![
            more("units that reach the target, SEW 8 less 4", eight, four),
            more("units that reach the target, SEW 12 less 8", twelve, eight),
        ],
    );
}
