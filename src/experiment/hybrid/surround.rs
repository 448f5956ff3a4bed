//! Figs. 2 to 4: squads surround a building at their maximum shooting distance, in an arc.

use super::games::Leader;
use super::variants::{A_STAR, BOIDS, BOIDS_PRINTED, FIELD, FIELD_PRINTED};
use crate::combat::{Body, distance_between};
use crate::experiment::battles::{Repeated, play, repeat, shipped_scenario};
use crate::experiment::seeds::Reported;
use crate::experiment::{Digits, ExperimentError, Figure, Row, Runs, Table};
use crate::measure::arc_around;
use crate::measure::statistics::mean;
use crate::scenario::{Scenario, TeamId};
use crate::sim::{Position, Roster, Score, Simulation, TICKS_PER_SECOND, Unit};

/// The scenario.
const BUILDING: &str = "30-hybrid-building";
/// Time from the first shot to the measurement, in seconds.
const AFTER: u64 = 8;
/// Largest distance from its range at which a unit counts as at maximum shooting distance, in cells.
pub(super) const TOLERANCE: f32 = 0.75;
/// Longest wait for the first shot, in seconds.
const MAX_SECONDS: u32 = 60;

/// How a squad stands around a building.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Surrounding {
    /// Share of the armed units that stand within the tolerance of their range.
    pub at_range: f64,
    /// Mean distance from the building's edge less the range, in cells.
    pub off: f64,
    /// The arc that contains all of them, in degrees.
    pub arc: f64,
}

/// Measures a squad some seconds after its first shot.
fn measure(leader: &Leader, map: &Scenario, seed: u64) -> Surrounding {
    let simulation = play(&lead(leader, map, seed), seed, MAX_SECONDS, |simulation| {
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

/// How the first team stands around the only building.
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

/// What was measured of one leader, on average, and its first game.
pub(super) struct Squad {
    leader: String,
    pub mean: Surrounding,
    /// With each seed.
    pub each: Vec<Surrounding>,
    game: Scenario,
}

/// Measures A* and the hybrids.
pub(super) fn measure_all(
    leaders: &[Leader],
    seeds: &Reported,
) -> Result<Runs<Vec<Squad>>, ExperimentError> {
    let map = shipped_scenario(BUILDING)?;
    let leaders = [A_STAR, FIELD, BOIDS, FIELD_PRINTED, BOIDS_PRINTED].map(|l| leaders[l].clone());
    let games = leaders.map(|leader| (leader, map.clone()));
    let play = |(leader, map): &(Leader, Scenario), seed| measure(leader, map, seed);
    let squad = |game: &Repeated<(Leader, Scenario), Surrounding>| {
        let (leader, map) = &*game.game;
        let mean_of = |value: fn(&Surrounding) -> f64| mean(&game.values(value));
        let mean = Surrounding {
            at_range: mean_of(|s| s.at_range),
            off: mean_of(|s| s.off),
            arc: mean_of(|s| s.arc),
        };
        let each = game.results.clone();
        Squad {
            leader: leader.name.clone(),
            mean,
            each,
            game: lead(leader, map, game.seeds.first()),
        }
    };
    let runs = repeat("surrounding a building", games, seeds, play);
    Ok(runs.map(move |games| games.iter().map(squad).collect()))
}

pub(super) fn table(squads: &[Squad]) -> Table {
    let title = format!(
        "Figs. 2 to 4: marines around a building, {AFTER} s after the first shot (the paper shows it and prints no numbers)"
    );
    let columns = [
        format!("within {TOLERANCE} cells of their range (%)"),
        "further than the range by (cells)".into(),
        "arc (degrees)".into(),
    ];
    let mut table =
        Table::new(title, "leader", Digits::Rounded(0), columns).digits(1, Digits::Rounded(2));
    for Squad { leader, mean, game, .. } in squads {
        let figures = [100.0 * mean.at_range, mean.off, mean.arc].map(Figure::new).to_vec();
        table.rows.push(Row::new(leader.clone(), figures).of([game.clone()]));
    }
    table
}
