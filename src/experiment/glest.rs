//! `glest`: flocks, influence and SEW against towers.
//!
//! H. Danielsiek, R. Stüer, A. Thom, N. Beume, B. Naujoks, M. Preuss, "Intelligent Moving of Groups in Real-Time Strategy Games",
//! CIG 2008, Section V: Figs. 5 to 7 and Tables I and II. Six or seven units attack two towers with and without flocking and
//! influence; then a flock passes three towers and a strong one with three weights of synergy (SEW).
//!
//! Differs: the figures are those of Glest 3.2.1 (the paper used 2.0), the places are ours.

mod claims;
mod elsewhere;
mod tables;

use super::battles::{play, repeat, shipped_scenario, side, units_of};
use super::{Experiment, Progress, Report, Settings, Trouble};
use crate::grid::Cell;
use crate::scenario::{Doctrine, Scenario, TeamId, preset_named};
use crate::sim::Simulation;
use claims::claims;
use elsewhere::{curve, moved_towers, other_rules};
use tables::{
    points_chart, points_table, sew_survivors, sew_towers, survivors_table, wins_chart, wins_table,
};

/// The entry of the list.
pub const EXPERIMENT: Experiment = Experiment {
    name: "glest",
    paper: "H. Danielsiek et al., Intelligent Moving of Groups in Real-Time Strategy Games, Figs. 5 to 7, Tables I and II",
    about: "Groups and flocks with and without influence against towers; three weights of synergy.",
    run,
};

const BLUE: TeamId = TeamId(0);
const ORANGE: TeamId = TeamId(1);
/// Longest game, in seconds.
const MOST_SECONDS: u32 = 240;

/// Name, doctrine, and the games won that the paper's Fig. 5 shows on maps 1 and 2, in percent.
const MOVEMENTS: [(&str, &str, [f64; 2]); 4] = [
    ("normal", "A*", [8.0, 8.0]),
    ("flock", "Flock", [100.0, 0.0]),
    ("normal + influence", "Influence", [8.0, 8.0]),
    ("flock + influence", "Flock + influence", [100.0, 80.0]),
];

/// SEW, survivors from 7 down to 0, and standing towers: 3, 2, 1, 0 of the three, 1 and 0 of the strong one; in percent.
const SEW: [(f64, [f64; 8], [f64; 6]); 3] = [
    (4.0, [0.0, 0.0, 0.0, 5.8, 27.8, 17.4, 10.8, 38.2], [0.0, 16.8, 21.4, 61.8, 100.0, 0.0]),
    (8.0, [0.0, 0.0, 100.0, 0.0, 0.0, 0.0, 0.0, 0.0], [100.0, 0.0, 0.0, 0.0, 0.0, 100.0]),
    (12.0, [100.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [100.0, 0.0, 0.0, 0.0, 100.0, 0.0]),
];

/// How a game ended.
#[derive(Clone, Copy, Debug, Default)]
struct Outcome {
    /// Whether the two towers of the order fell.
    won: bool,
    /// Units of the group that live.
    survivors: usize,
    /// Hit points that the group has left.
    hit_points: f64,
    /// Hit points that the towers of the order have left.
    towers: f64,
    /// Hit points that the group had lost when the first of the two towers was first hurt.
    lost_on_the_way: f64,
    /// How many ordinary towers stand on map 3, and whether the strong one does.
    standing: (usize, bool),
    /// Survivors of each of [`KINDS`].
    alive: [usize; 3],
}

/// The kinds of which every group has two.
const KINDS: [&str; 3] = ["demon", "battlemage", "drake rider"];

fn alive(simulation: &Simulation) -> [usize; 3] {
    let group = units_of(simulation, BLUE);
    KINDS.map(|kind| group.iter().filter(|u| u.kind == kind).count())
}

fn doctrine(name: &str) -> Result<Doctrine, Trouble> {
    preset_named(name)
        .map(|preset| preset.doctrine)
        .ok_or_else(|| Trouble::Failed(format!("there is no doctrine {name:?}")))
}

fn with(mut scenario: Scenario, doctrine: Doctrine) -> Scenario {
    scenario.teams[0].doctrine = doctrine;
    scenario
}

/// Hit points of the two towers that were to be attacked: the first two units of the scenario.
fn ordered_left(simulation: &Simulation) -> f64 {
    units_of(simulation, ORANGE)
        .iter()
        .filter(|u| u.id.0 < 2)
        .map(|u| u.hit_points)
        .fold(0.0, |all, one| all + one)
}

/// Maps 1 and 2: an attack on two towers.
fn attack(scenario: &Scenario, seed: u64) -> Outcome {
    let full: f64 = scenario
        .units
        .iter()
        .filter(|u| u.team == BLUE)
        .map(|u| f64::from(u.kind.hit_points))
        .sum();
    let mut lost_on_the_way = None;
    let simulation = play(scenario, seed, MOST_SECONDS, |simulation| {
        let group = side(simulation, BLUE);
        let left = ordered_left(simulation);
        if lost_on_the_way.is_none() && left < 14_000.0 {
            lost_on_the_way = Some(full - group.hit_points);
        }
        group.units == 0 || left == 0.0
    });
    let group = side(&simulation, BLUE);
    let towers = ordered_left(&simulation);
    Outcome {
        won: towers == 0.0 && group.units > 0,
        survivors: group.units,
        hit_points: group.hit_points,
        towers,
        lost_on_the_way: lost_on_the_way.unwrap_or(full),
        standing: (0, false),
        alive: alive(&simulation),
    }
}

/// Map 3: past or through the towers to the goal.
fn pass(scenario: &Scenario, seed: u64) -> Outcome {
    let goal = scenario.orders.first().and_then(|o| o.order.place()).map(|p| scenario.cell_of(p));
    let goal = goal.unwrap_or(Cell::new(0, 0)).center();
    let simulation = play(scenario, seed, MOST_SECONDS, |simulation| {
        units_of(simulation, BLUE).iter().all(|u| u.arrived || u.at.distance(goal) < 4.0)
    });
    let group = side(&simulation, BLUE);
    let standing = units_of(&simulation, ORANGE);
    let ordinary = standing.iter().filter(|u| u.kind == "defence tower").count();
    Outcome {
        won: group.units > 0,
        survivors: group.units,
        hit_points: group.hit_points,
        standing: (ordinary, standing.len() > ordinary),
        alive: alive(&simulation),
        ..Outcome::default()
    }
}

fn run(settings: &Settings, progress: &Progress) -> Result<Report, Trouble> {
    let repetitions = settings.repetitions_or(500, 8);
    let mut report = Report::new(&EXPERIMENT, settings, repetitions);
    notes(&mut report);
    let maps = [shipped_scenario("27-glest-1")?, shipped_scenario("28-glest-2")?];
    let mut games = Vec::new();
    for map in &maps {
        for (_, name, _) in MOVEMENTS {
            games.push(with(map.clone(), doctrine(name)?));
        }
    }
    progress.begin(games.len() * repetitions as usize, "maps 1 and 2");
    let results = repeat(&games, (settings.seed, repetitions), progress, attack)?;
    let (first, second) = results.split_at(MOVEMENTS.len());
    report.tables.push(wins_table(&[first, second], &games));
    report.tables.push(survivors_table(&[first, second]));
    report.tables.push(points_table(&[first, second]));

    let third = shipped_scenario("29-glest-3")?;
    let mut weighed = Vec::new();
    for (sew, ..) in SEW {
        let mut doctrine = doctrine("Flock + influence")?;
        if let Some(influence) = &mut doctrine.layers.influence {
            influence.sew = sew;
        }
        weighed.push(with(third.clone(), doctrine));
    }
    progress.begin(weighed.len() * repetitions as usize, "map 3");
    let sew = repeat(&weighed, (settings.seed, repetitions), progress, pass)?;
    report.tables.push(sew_survivors(&sew, &weighed));
    report.tables.push(sew_towers(&sew));
    claims(&mut report, first, second, &sew);
    report.picture("wins", wins_chart(&[first, second]));
    report.picture("hit-points", points_chart(&[first, second]));
    curve(&mut report, settings, progress, repetitions)?;
    report.tables.push(other_rules(settings, progress, repetitions)?);
    if !settings.quick {
        report.tables.push(moved_towers(settings, progress)?);
    }
    Ok(report)
}

fn notes(report: &mut Report) {
    report.note(
        "Reconstructed and tuned by us, because the paper does not print it: the places of towers and starts, the weights w_ref and w_coh, and that the \
         influence of towers reaches 28 cells instead of their sight of 16, without which nobody sees them in time to go round. Places were searched at random \
         with the seeds 1000 to 1009 and 1100 to 1115: 177 places of two towers and a start on map 1 (7 did), 38 lines of eight towers on map \
         2 (18 did), 65 places of three towers on map 3 (7 did), 52 pairs of towers in a corner. A first line of eight was given up after a look at the seeds 5000 to 5007. Any other seeds are a fair test, and the \
         last table moves the towers. Figures of units were not touched.",
    );
    report.note(
        "Shots fly to the cell that their target held when they were fired, and miss who has left it. Towers choose the nearest for every shot. A tower is \
         felt from the first of its cells, as in the game. A flock fights as one: as soon as a member has somebody to fight, all go for him, then plan anew.",
    );
    report.note(
        "Why a normal group loses on map 1: its fast drake riders run past the near tower to the far one, where both towers reach them; battlemages stop at the \
         near tower, which their range reaches, and demons run on. The flock takes the near tower together, out of reach of the far one.",
    );
    report.note(
        "Why not mostly four survive on map 1: towers shoot at the nearest, so both demons die at the first tower and a drake rider at the second. The table of \
         other rules shows what four would need.",
    );
    report.note(
        "The paper prints 5950 hit points for the group of map 2; its units add up to 5850. The strength of a flock is divided by 100 like that of a unit, \
         without which no flock would ever avoid anything. The strong tower's damage is not printed; it has that of the others.",
    );
    report.parameter("SEW on maps 1 and 2", 8);
}

fn percent(results: &[Outcome], is: impl Fn(&Outcome) -> bool) -> f64 {
    100.0 * results.iter().filter(|o| is(o)).count() as f64 / results.len().max(1) as f64
}
