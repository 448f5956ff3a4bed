//! Figs. 2 to 4: squads surround a building at their maximum shooting distance, in an arc.

use super::games::Leader;
use super::variants::{A_STAR, BOIDS, BOIDS_PRINTED, FIELD, FIELD_PRINTED, Wins};
use crate::combat::{Body, distance_between};
use crate::experiment::battles::{play, repeat, shipped_scenario};
use crate::experiment::{Digits, ExperimentError, Figure, Progress, Row, Settings, Table};
use crate::measure::arc_around;
use crate::measure::statistics::mean;
use crate::scenario::{Scenario, TeamId};
use crate::sim::{Position, Roster, Score, Simulation, TICKS_PER_SECOND, Unit};

/// The scenario.
const BUILDING: &str = "30-hybrid-building";
/// How long after the first shot it is measured, in seconds.
const AFTER: u64 = 8;
/// How far from its range a unit may stand to count as at its maximum shooting distance, in cells.
pub(super) const TOLERANCE: f32 = 0.75;
/// Longest wait for the first shot, in seconds.
const MOST_SECONDS: u32 = 60;

/// How a squad stands round a building.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Surrounding {
    /// Part of the units with a weapon that stand within the tolerance of their range.
    pub at_range: f64,
    /// Mean distance from the building's edge less the range, in cells.
    pub off: f64,
    /// The arc that all of them take, in degrees.
    pub arc: f64,
}

/// Measures a squad some seconds after its first shot.
fn measure(leader: &Leader, map: &Scenario, seed: u64) -> Surrounding {
    let simulation = play(&lead(leader, map, seed), seed, MOST_SECONDS, |simulation| {
        let first = simulation.get::<Score>().and_then(|score| score.first_attack);
        let after = AFTER * u64::from(TICKS_PER_SECOND);
        first.is_some_and(|tick| simulation.tick() >= tick + after)
    });
    surrounding(&simulation)
}

fn lead(leader: &Leader, map: &Scenario, seed: u64) -> Scenario {
    let mut scenario = Scenario { seed, ..map.clone() };
    scenario.teams[0].doctrine = leader.doctrine;
    scenario.title = format!("{}: {}, seed {seed}", map.title, leader.name);
    scenario
}

/// How the first team stands round the only building.
fn surrounding(simulation: &Simulation) -> Surrounding {
    let world = simulation.world();
    let bodies: Vec<(TeamId, Body)> = simulation
        .get::<Roster>()
        .into_iter()
        .flat_map(|roster| roster.units.values())
        .filter_map(|&e| Some((world.get::<Unit>(e)?, world.get::<Position>(e)?.0)))
        .map(|(unit, position)| (unit.team, Body { position, kind: unit.kind }))
        .collect();
    let Some((_, building)) = bodies.iter().find(|(_, body)| body.kind.is_building()) else {
        return Surrounding::default();
    };
    let shooters: Vec<(Body, f32)> = bodies
        .iter()
        .filter(|(team, _)| team.0 == 0)
        .filter_map(|(_, body)| Some((*body, body.kind.weapon.as_ref()?.range)))
        .collect();
    let off: Vec<f64> = shooters
        .iter()
        .map(|(body, range)| {
            f64::from(distance_between(body, building, body.kind.measured) - range)
        })
        .collect();
    let near = off.iter().filter(|off| off.abs() <= f64::from(TOLERANCE)).count();
    Surrounding {
        at_range: near as f64 / off.len().max(1) as f64,
        off: mean(&off),
        arc: f64::from(arc_around(building.position, shooters.iter().map(|s| s.0.position))),
    }
}

/// Measures the hybrids and A*, with means over the games of each.
pub(super) fn table(
    wins: &Wins,
    games_each: u32,
    settings: &Settings,
    progress: &Progress,
) -> Result<(Table, Vec<Surrounding>), ExperimentError> {
    let map = shipped_scenario(BUILDING)?;
    let leaders: Vec<&Leader> = [A_STAR, FIELD, BOIDS, FIELD_PRINTED, BOIDS_PRINTED]
        .into_iter()
        .map(|leader| &wins.leaders[leader])
        .collect();
    progress.begin(leaders.len() * games_each as usize, "surrounding a building");
    let play = |leader: &&Leader, seed| measure(leader, &map, seed);
    let found = repeat(&leaders, (settings.seed, games_each), progress, play)?;
    let title = format!(
        "Figs. 2 to 4: marines round a building, {AFTER} s after the first shot (the paper shows it and prints no numbers)"
    );
    let columns = [
        format!("within {TOLERANCE} cells of their range (%)"),
        "further than the range by (cells)".into(),
        "arc (degrees)".into(),
    ];
    let mut table =
        Table::new(title, "leader", Digits::Rounded(0), columns).digits(1, Digits::Rounded(2));
    let mut means = Vec::new();
    for (leader, games) in leaders.iter().zip(found) {
        let mean_of =
            |value: fn(&Surrounding) -> f64| mean(&games.iter().map(value).collect::<Vec<f64>>());
        let all = Surrounding {
            at_range: mean_of(|s| s.at_range),
            off: mean_of(|s| s.off),
            arc: mean_of(|s| s.arc),
        };
        let figures = [100.0 * all.at_range, all.off, all.arc].map(Figure::new).to_vec();
        let row = Row::new(leader.name.clone(), figures);
        table.rows.push(row.of([lead(leader, &map, settings.seed)]));
        means.push(all);
    }
    Ok((table, means))
}
