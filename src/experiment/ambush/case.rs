//! The scenarios that are compared, and one run of each.

use super::LAYOUTS;
use crate::combat::{AfterFight, Rules};
use crate::experiment::ExperimentError;
use crate::experiment::battles::{
    play, preset_doctrine, seconds, shipped_scenario, side, units_of,
};
use crate::grid::Cell;
use crate::measure::statistics::mean;
use crate::scenario::{Doctrine, Order, Scenario, TeamId, UnitId};
use crate::steering::{FollowPath, Travel};
use crate::traffic::Traffic;
use std::collections::BTreeSet;

pub(super) const BLUE: TeamId = TeamId(0);
/// A unit has arrived once it rests at the target or was this near to it, in cells: the radius of a crowd of eighteen
/// zerglings.
pub(super) const ARRIVED: f32 = 3.5;
/// How far ahead on its path a unit looks, in cells, so that its waypoints are the turning points.
const LOOK_AHEAD: f64 = 12.0;
/// Longest run, in seconds.
const MAX_SECONDS: u32 = 60;

/// A layout under a planner, with or without the nine in ambush.
pub(super) fn case(
    layout: usize,
    planner: &str,
    ambush: bool,
    after: AfterFight,
) -> Result<Scenario, ExperimentError> {
    let (name, file, _) = LAYOUTS[layout];
    let mut scenario = shipped_scenario(file)?;
    let combat = if ambush { "ambush" } else { "no combat" };
    let then = match after {
        AfterFight::PlanAnew => "planned anew",
        AfterFight::ResumePath => "old paths",
    };
    scenario.title = format!("{planner}, {name}, {combat}, {then}");
    let travel = Travel::FollowPath(FollowPath { look_ahead: LOOK_AHEAD, ..FollowPath::default() });
    scenario.teams[0].doctrine = Doctrine { travel, ..preset_doctrine(planner)? };
    scenario.rules = Rules { after_fight: after, ..scenario.rules };
    if !ambush {
        scenario.units.retain(|u| u.team == BLUE);
    }
    Ok(scenario)
}

/// The scenario with plain moves in place of attack-moves.
pub(super) fn with_plain_moves(mut scenario: Scenario) -> Scenario {
    for order in &mut scenario.orders {
        if let Some(to) = order.order.place() {
            order.order = Order::Move(to);
        }
    }
    scenario.title += ", plain move";
    scenario
}

/// The scenario with all rules of traffic for the eighteen.
pub(super) fn with_traffic(mut scenario: Scenario) -> Scenario {
    scenario.teams[0].doctrine.traffic = Traffic::On(Default::default());
    scenario.title += ", traffic";
    scenario
}

/// The scenario with the block of the nine moved; `None` if there is no room for them.
pub(super) fn with_ambush_moved(mut scenario: Scenario, by: (i32, i32)) -> Option<Scenario> {
    let terrain = scenario.stamped_terrain();
    let ours: BTreeSet<Cell> =
        scenario.units.iter().filter(|u| u.team == BLUE).map(|u| u.at).collect();
    for unit in scenario.units.iter_mut().filter(|u| u.team != BLUE) {
        unit.at = Cell::new(unit.at.x + by.0, unit.at.y + by.1);
        if !terrain.is_passable(unit.at) || ours.contains(&unit.at) {
            return None;
        }
    }
    Some(scenario)
}

/// How a run ended for the eighteen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Arrival {
    /// Seconds until the first unit arrived.
    pub first: f64,
    /// Seconds until a unit arrived: the mean over those that did.
    pub mean: f64,
    /// Seconds until the last unit arrived or died.
    pub last: f64,
    /// Units that died.
    pub casualties: f64,
}

/// Runs a case with a seed until every unit has arrived or died.
pub(super) fn walk(scenario: &Scenario, seed: u64) -> Arrival {
    let target = scenario.goals[0].at.center();
    let mut there: BTreeSet<UnitId> = BTreeSet::new();
    let mut times: Vec<f64> = Vec::new();
    let simulation = play(scenario, seed, MAX_SECONDS, |simulation| {
        let mut all = true;
        for unit in units_of(simulation, BLUE) {
            if unit.arrived || unit.at.distance(target) <= ARRIVED {
                times.extend(there.insert(unit.id).then(|| seconds(simulation)));
            }
            all &= there.contains(&unit.id);
        }
        all
    });
    let last = seconds(&simulation);
    let casualties = side(&simulation, BLUE).casualties as f64;
    let first = times.first().copied().unwrap_or(last);
    let mean = if times.is_empty() { last } else { mean(&times) };
    Arrival { first, mean, last, casualties }
}
