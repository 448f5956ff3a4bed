//! What `phalanx run` prints: the same as text and as JSON.

use super::output::in_one_line;
use super::replay::Comparison;
use super::{Outcome, print};
use phalanx::grid::Cell;
use phalanx::scenario::{Scenario, TeamId, UnitId};
use phalanx::sim::{
    EventKind, GroupNumbers, Groups, Numbers, Orders, PathNumbers, Score, Simulation, Status,
    TICKS_PER_SECOND, Unit, WaitReason,
};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

/// Maximum number of groups and reasons of waiting that are printed.
const SHOWN: usize = 12;
/// Maximum number of units named on a line.
const MAX_NAMED: usize = 12;

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// All units with an order have arrived.
    Arrived,
    /// No unit is walking, and those that wait will never get nearer.
    Stuck,
    /// Its ticks are over.
    Ticks,
    /// A signal came, or nobody reads the output any more.
    Interrupted,
}

/// The result of a run.
#[derive(Serialize)]
pub struct Report {
    pub scenario: String,
    pub seed: u64,
    pub ticks: u64,
    pub end: End,
    pub hash: String,
    pub teams: Vec<TeamReport>,
    pub metrics: Numbers,
    /// Metrics of the paths of each group.
    pub groups: Vec<PathNumbers>,
    /// Units that cannot continue, and why.
    pub waiting: Vec<Waiting>,
    /// Goals that could not be reached when paths to them were planned.
    pub unreachable: Vec<Unreachable>,
    /// The score of each side, once there were fights.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<SideReport>,
    /// The only side that can still fight, if several could.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<String>,
    /// What the motion leaves out of the doctrines.
    pub ignored: Vec<String>,
    /// The comparison with the recording that was repeated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recording: Option<Comparison>,
    #[serde(skip)]
    has_orders: bool,
}

/// A team and how it moves.
#[derive(Serialize)]
pub struct TeamReport {
    pub name: String,
    pub doctrine: String,
}

/// Units of a team that wait for the same reason.
#[derive(Serialize)]
pub struct Waiting {
    pub team: String,
    pub reason: WaitReason,
    /// The reason in a few words.
    pub why: &'static str,
    /// Where they want to go.
    pub goal: Option<Cell>,
    pub units: Vec<u32>,
}

/// A goal that cannot be reached. The units go as near as they can.
#[derive(Clone, Serialize)]
pub struct Unreachable {
    pub goal: Cell,
    /// The tick at which this was found.
    pub tick: u64,
    /// Number of units.
    pub units: usize,
    pub why: &'static str,
}

/// The score of one side.
#[derive(Serialize)]
pub struct SideReport {
    pub team: String,
    pub units: usize,
    pub casualties: usize,
    pub hit_points: f64,
    pub damage_dealt: f64,
}

/// What happens during a run and is reported afterwards.
#[derive(Default)]
pub struct Incidents {
    unreachable: BTreeMap<(u32, Cell), Unreachable>,
    /// Actions that were refused.
    pub refused: Vec<String>,
}

impl Incidents {
    /// Records what happened in the tick that was just made.
    pub fn tick(&mut self, simulation: &mut Simulation) {
        for event in simulation.take_events() {
            match event.kind {
                EventKind::Refused(why) => self.refused.push(format!("tick {}: {why}", event.tick)),
                EventKind::GoalUnreachable { group, units, goal, reason } => {
                    let found =
                        Unreachable { goal, tick: event.tick, units, why: reason.sentence() };
                    self.unreachable.insert((group.0, goal), found);
                }
                _ => {}
            }
        }
    }
}

impl Report {
    /// The result so far.
    pub fn new(
        scenario: &Scenario,
        file: Option<&Path>,
        simulation: &Simulation,
        incidents: &Incidents,
        end: End,
    ) -> Self {
        let score = simulation.get::<Score>().cloned().unwrap_or_default();
        let sides = scenario.teams.iter().zip(&score.sides).map(|(team, side)| SideReport {
            team: team.name.clone(),
            units: side.units,
            casualties: side.casualties,
            hit_points: side.hit_points,
            damage_dealt: side.damage_dealt,
        });
        let teams = scenario
            .teams
            .iter()
            .map(|team| TeamReport { name: team.name.clone(), doctrine: team.doctrine.name() });
        // Units are counted here, because nothing is measured before the first tick.
        let metrics = Numbers { units: simulation.units().count(), ..simulation.numbers() };
        let groups = simulation.get::<GroupNumbers>();
        Self {
            scenario: name_of(scenario, file),
            seed: scenario.seed,
            ticks: simulation.tick(),
            end,
            hash: format!("{:016x}", simulation.hash()),
            teams: teams.collect(),
            metrics,
            groups: groups
                .iter()
                .flat_map(|groups| groups.iter())
                .map(|(_, numbers)| numbers.clone())
                .collect(),
            waiting: waiting(scenario, simulation),
            unreachable: incidents.unreachable.values().cloned().collect(),
            sides: sides.collect(),
            winner: score
                .winner
                .and_then(|(team, _)| scenario.teams.get(usize::from(team.0)))
                .map(|team| team.name.clone()),
            ignored: scenario.ignored_parts(),
            recording: None,
            has_orders: !scenario.orders.is_empty() || !scenario.actions.is_empty(),
        }
    }

    /// Whether all units with an order have arrived.
    pub fn all_arrived(&self) -> bool {
        self.metrics.all_arrived_at.is_some() || !self.has_orders
    }

    /// Prints it as text.
    pub fn print(&self) -> Outcome {
        let numbers = &self.metrics;
        let seconds = self.ticks as f64 / f64::from(TICKS_PER_SECOND);
        let teams: Vec<String> = self
            .teams
            .iter()
            .map(|team| format!("{} ({})", in_one_line(&team.name), team.doctrine))
            .collect();
        print(&self.scenario)?;
        print(format!("  teams            {}", teams.join(", ")))?;
        print(format!("  seed             {}", self.seed))?;
        let end = match self.end {
            End::Arrived | End::Ticks => "",
            End::Stuck => ", nobody can get nearer",
            End::Interrupted => ", interrupted",
        };
        print(format!("  ticks            {} ({seconds:.1} s){end}", self.ticks))?;
        print(format!("  units            {}", numbers.units))?;
        print(format!(
            "  walking          {}, arrived {}, waiting {}",
            numbers.walking, numbers.arrived, numbers.waiting
        ))?;
        self.print_waiting()?;
        if let Some(tick) = numbers.all_arrived_at {
            let seconds = tick as f64 / f64::from(TICKS_PER_SECOND);
            print(format!("  all arrived at   {seconds:.1} s"))?;
        }
        for side in &self.sides {
            let SideReport { team, units, casualties, hit_points, .. } = side;
            print(format!(
                "  {:<16} {units} units left, {casualties} died, {hit_points:.0} hit points",
                in_one_line(team)
            ))?;
        }
        if let Some(winner) = &self.winner {
            print(format!("  winner           {}", in_one_line(winner)))?;
        }
        print(format!("  average length   {:.3} cells", numbers.average_length))?;
        print(format!("  cohesion         {:.3}", numbers.cohesion))?;
        self.print_groups()?;
        if numbers.coherence > 0.0 {
            print(format!("  coherence        {:.3}", numbers.coherence))?;
        }
        print(format!("  distance walked  {:.1} cells", numbers.distance_walked))?;
        let patrols = &numbers.patrols;
        if patrols.rounds > 0 {
            print(format!(
                "  patrols          {} rounds in {:.1} s of direction-maps",
                patrols.rounds, patrols.time
            ))?;
            print(format!(
                "  per patrol       {:.2} nodes, {:.2} cells, {:.2} failed moves",
                patrols.expanded, patrols.length, patrols.failed
            ))?;
        }
        print(format!("  paths planned    {}", numbers.paths_planned))?;
        print(format!("  nodes expanded   {}", numbers.expanded))?;
        print(format!("  state hash       {}", self.hash))?;
        self.recording.as_ref().map_or(Ok(()), Comparison::print)
    }

    fn print_waiting(&self) -> Outcome {
        for Waiting { team, why, goal, units, .. } in self.waiting.iter().take(SHOWN) {
            let to = goal.map_or(String::new(), |goal| format!(", to {goal}"));
            print(format!("    {} of {}{to}: {why}", listed(units), in_one_line(team)))?;
        }
        if let more @ 1.. = self.waiting.len().saturating_sub(SHOWN) {
            print(format!("    and {more} more reasons; --json has all of them"))?;
        }
        for Unreachable { goal, units, why, .. } in self.unreachable.iter().take(SHOWN) {
            print(format!("  cannot be reached {goal}, the goal of {}: {why}", count(*units)))?;
        }
        Ok(())
    }

    fn print_groups(&self) -> Outcome {
        let groups = self.groups.iter().filter(|group| group.units > 1);
        if groups.clone().count() < 2 {
            return Ok(());
        }
        for PathNumbers { team, units, average_length, cohesion } in groups.take(SHOWN) {
            let cohesion = cohesion.map_or("not measured".into(), |c| format!("{c:.3}"));
            let team = in_one_line(team);
            print(format!(
                "    {team}, {units} units: length {average_length:.3} cells, cohesion {cohesion}"
            ))?;
        }
        Ok(())
    }
}

/// What a scenario is called: by its title, otherwise by its file.
fn name_of(scenario: &Scenario, file: Option<&Path>) -> String {
    let has_title = !scenario.title.trim().is_empty();
    match file.and_then(Path::file_name).filter(|_| !has_title) {
        Some(name) => name.to_string_lossy().into_owned(),
        None if has_title => in_one_line(&scenario.title),
        None => "untitled".into(),
    }
}

/// The units that wait, by team, reason and goal.
fn waiting(scenario: &Scenario, simulation: &Simulation) -> Vec<Waiting> {
    type Reason = (TeamId, WaitReason, Option<Cell>);
    let mut found: Vec<(Reason, Vec<u32>)> = Vec::new();
    for (id, _) in simulation.units() {
        let (Some(Unit { team, .. }), Some(Status::Waiting(reason))) =
            (simulation.unit(id), simulation.unit(id))
        else {
            continue;
        };
        let key = (*team, *reason, goal_of(simulation, id));
        match found.iter_mut().find(|(known, _)| *known == key) {
            Some((_, units)) => units.push(id.0),
            None => found.push((key, vec![id.0])),
        }
    }
    let report = |((team, reason, goal), units): ((TeamId, WaitReason, Option<Cell>), _)| Waiting {
        team: scenario
            .teams
            .get(usize::from(team.0))
            .map_or(String::new(), |team| team.name.clone()),
        reason,
        why: why(reason),
        goal,
        units,
    };
    found.into_iter().map(report).collect()
}

/// Where a unit wants to go now.
fn goal_of(simulation: &Simulation, unit: UnitId) -> Option<Cell> {
    let &Orders { group, leg } = simulation.unit(unit)?;
    let group = simulation.get::<Groups>()?.list.get(&group?)?;
    group.goal(leg.min(group.legs.len().saturating_sub(1)))
}

/// Why several units wait.
fn why(reason: WaitReason) -> &'static str {
    match reason {
        WaitReason::WalledIn => "walled in",
        WaitReason::Unreachable => "the goal cannot be reached",
        WaitReason::Blocked => "other units block the way",
        WaitReason::Buried => "under a wall",
        WaitReason::NoPath => "the search finds no path",
    }
}

/// Units by their numbers, those that follow each other as a range.
fn listed(units: &[u32]) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for &unit in units {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == unit => *last = unit,
            _ => ranges.push((unit, unit)),
        }
    }
    let range = |&(first, last): &(u32, u32)| match last - first {
        0 => first.to_string(),
        _ => format!("{first}-{last}"),
    };
    let mut words: Vec<String> = ranges.iter().take(MAX_NAMED).map(range).collect();
    if ranges.len() > MAX_NAMED {
        words.push("...".into());
    }
    let what = if units.len() == 1 { "unit" } else { "units" };
    format!("{what} {}", words.join(","))
}

fn count(units: usize) -> String {
    if units == 1 { "1 unit".into() } else { format!("{units} units") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_listed_as_ranges() {
        assert_eq!(listed(&[3]), "unit 3");
        assert_eq!(listed(&[0, 1, 2, 5, 7, 8]), "units 0-2,5,7-8");
        let many: Vec<u32> = (0..40).map(|n| 2 * n).collect();
        assert!(listed(&many).ends_with(",22,..."), "{}", listed(&many));
    }
}
