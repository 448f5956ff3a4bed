//! `phalanx run`: simulate without a window.

use super::trace::Recorder;
use super::{Failure, Outcome, RunArgs, print, print_json, say, set_doctrines, source};
use phalanx::picture::{Caption, Notes};
use phalanx::scenario::{Motion, Order, Recording, Scenario, load_directions, save_directions};
use phalanx::sim::{
    ArenaFields, CaptureSearch, EventKind, GroupNumbers, Numbers, PathNumbers, PatrolNumbers,
    Patrols, Replay, ReplayCheck, Score, Simulation, TICKS_PER_SECOND,
};
use serde::Serialize;
use std::path::Path;

/// Ticks after which a run without `--ticks` ends: two simulated minutes.
pub const MOST_TICKS: u64 = 3840;
/// Most groups whose metrics are printed.
const SHOWN_GROUPS: usize = 12;
/// Ticks after which patrols with a number of rounds end.
const MOST_PATROL_TICKS: u64 = 1 << 20;

#[derive(Serialize)]
struct Report {
    scenario: String,
    seed: u64,
    ticks: u64,
    hash: String,
    metrics: Numbers,
    /// Metrics of the paths of each group.
    groups: Vec<PathNumbers>,
    /// The score of each side, once there were fights.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sides: Vec<SideReport>,
    /// The only side that can still fight, if several could.
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<String>,
}

/// The score of one side.
#[derive(Serialize)]
struct SideReport {
    team: String,
    units: usize,
    casualties: usize,
    hit_points: f64,
    damage_dealt: f64,
}

/// The scenario that arguments describe.
pub fn scenario(args: &RunArgs) -> Result<Scenario, Failure> {
    let mut scenario =
        source(&args.file, &args.patrols, &args.map, 1)?.load().map_err(Failure::Failed)?;
    set_doctrines(&mut scenario, &args.doctrine)?;
    if let Some(seed) = args.seed {
        scenario.seed = seed;
    }
    if let Some(file) = &args.load_directions {
        scenario.directions = load_directions(file, scenario.terrain.bounds())?;
    }
    Ok(scenario)
}

pub fn run(args: RunArgs) -> Outcome {
    let recording = Recording::load(&args.file).transpose()?;
    let scenario = scenario(&args)?;
    scenario.ignored_parts().into_iter().for_each(say);
    let mut simulation = Simulation::new(&scenario);
    let recording = recording.filter(|_| args.repeats());
    let mut check = recording.as_ref().map(Check::new);
    let ticks = args.ticks.or(recording.as_ref().map(|recording| recording.ticks));
    let mut notes = Notes::create(&args.notes.files()).map_err(Failure::Failed)?;
    let separation = !notes.is_empty();
    simulation.watch(CaptureSearch { last_search: false, separation });
    notes.note(&simulation).map_err(Failure::Failed)?;
    let mut trace = match &args.trace {
        Some(file) => Some(Recorder::new(file, &args, &scenario, &mut simulation)?),
        None => None,
    };
    advance(&mut simulation, &scenario, ticks, |simulation| {
        check.as_mut().into_iter().for_each(|check| check.tick(simulation));
        notes.note(simulation).map_err(Failure::Failed)?;
        trace.as_mut().map_or(Ok(()), |trace| trace.tick(simulation))
    })?;
    trace.map_or(Ok(()), Recorder::finish)?;
    let caption = Caption::new(std::slice::from_ref(&scenario));
    notes.finish(&simulation, &caption).map_err(Failure::Failed)?;
    let mut report = report(&scenario, Some(&args.file), &simulation);
    if let (Some((first, last)), Some(patrols)) = (args.rounds, simulation.get::<Patrols>()) {
        let numbers = &mut report.metrics.patrols;
        let chosen = patrols.means(|round| (first as usize..=last as usize).contains(&(round + 1)));
        *numbers = PatrolNumbers { time: numbers.time, ..chosen };
    }
    if let (Some(file), Some(fields)) = (&args.save_directions, simulation.get::<ArenaFields>()) {
        let cells = fields.layers.directions.learned(&scenario.terrain);
        save_directions(file, scenario.terrain.bounds(), &cells)?;
    }
    if args.json {
        print_json(&report)?
    } else {
        print_numbers(&scenario, &report)?
    }
    check.map_or(Ok(()), |check| check.finish(args.json))
}

/// What a scenario is called: by its title, otherwise by its file.
fn name_of(scenario: &Scenario, file: Option<&Path>) -> String {
    match file.and_then(Path::file_name).filter(|_| scenario.title.is_empty()) {
        Some(name) => name.to_string_lossy().into_owned(),
        None if scenario.title.is_empty() => "untitled".into(),
        None => scenario.title.clone(),
    }
}

/// Compares a run with its recording, and collects the actions that were refused.
struct Check<'a> {
    recording: &'a Recording,
    hashes: ReplayCheck<'a>,
    refused: Vec<String>,
}

impl<'a> Check<'a> {
    fn new(recording: &'a Recording) -> Self {
        Self { recording, hashes: ReplayCheck::new(recording), refused: Vec::new() }
    }

    fn tick(&mut self, simulation: &mut Simulation) {
        for event in simulation.take_events() {
            if let EventKind::Refused(why) = event.kind {
                self.refused.push(format!("tick {}: {why}", event.tick));
            }
        }
        self.hashes.tick(simulation);
    }

    fn finish(self, quiet: bool) -> Outcome {
        let Self { recording, hashes, refused } = self;
        for refusal in refused {
            say(format!("an action of the recording is not possible at its tick; {refusal}"));
        }
        let (made_by, this) = (&recording.program, env!("CARGO_PKG_VERSION"));
        match hashes.result() {
            Replay::Diverged { after, at } => {
                let version = if made_by == this {
                    String::new()
                } else {
                    format!("; version {made_by} made the recording, this is {this}")
                };
                Err(Failure::Failed(format!(
                    "the run diverged from its recording: equal until tick {after}, different at tick {at}{version}"
                )))
            }
            Replay::NotCompared => {
                say(format!(
                    "the hashes of the recording belong to another version of the state hash and were not compared; version {made_by} made it, this is {this}"
                ));
                Ok(())
            }
            Replay::Same if quiet => Ok(()),
            Replay::Same => {
                let count = recording.hashes.len();
                print(format!("  recording        {count} hashes, all equal"))
            }
        }
    }
}

/// Runs a scenario and prints its metrics.
pub fn run_and_print(scenario: &Scenario, file: Option<&Path>) -> Outcome {
    let mut simulation = Simulation::new(scenario);
    advance(&mut simulation, scenario, None, |_| Ok(()))?;
    print_numbers(scenario, &report(scenario, file, &simulation))
}

/// Makes a number of ticks, or runs until all units have arrived. `each_tick` sees the simulation after every tick.
fn advance(
    simulation: &mut Simulation,
    scenario: &Scenario,
    ticks: Option<u64>,
    mut each_tick: impl FnMut(&mut Simulation) -> Outcome,
) -> Outcome {
    let most = ticks.unwrap_or_else(|| most_ticks(scenario));
    for _ in 0..most {
        simulation.run(1);
        each_tick(simulation)?;
        if ticks.is_none() && simulation.numbers().all_arrived_at.is_some() {
            break;
        }
    }
    Ok(())
}

fn report(scenario: &Scenario, file: Option<&Path>, simulation: &Simulation) -> Report {
    let score = simulation.get::<Score>().cloned().unwrap_or_default();
    let sides = scenario.teams.iter().zip(&score.sides).map(|(team, side)| SideReport {
        team: team.name.clone(),
        units: side.units,
        casualties: side.casualties,
        hit_points: side.hit_points,
        damage_dealt: side.damage_dealt,
    });
    Report {
        scenario: name_of(scenario, file),
        seed: scenario.seed,
        ticks: simulation.tick(),
        hash: format!("{:016x}", simulation.hash()),
        metrics: simulation.numbers(),
        groups: groups_of(simulation),
        sides: sides.collect(),
        winner: score
            .winner
            .and_then(|(team, _)| scenario.teams.get(usize::from(team.0)))
            .map(|team| team.name.clone()),
    }
}

/// The groups that have planned, in the order of their creation.
fn groups_of(simulation: &Simulation) -> Vec<PathNumbers> {
    let groups = simulation.get::<GroupNumbers>();
    groups.iter().flat_map(|groups| groups.iter()).map(|(_, numbers)| numbers.clone()).collect()
}

/// Patrols with a number of rounds on a cell grid get more time.
fn most_ticks(scenario: &Scenario) -> u64 {
    let ends = |order: &Order<_>| matches!(order, Order::Patrol { rounds: 1.., .. });
    let steps = matches!(scenario.motion, Motion::CellSteps(_));
    let patrols = steps && scenario.orders.iter().any(|o| ends(&o.order));
    if patrols { MOST_PATROL_TICKS } else { MOST_TICKS }
}

fn print_numbers(scenario: &Scenario, report: &Report) -> Outcome {
    let numbers = &report.metrics;
    let seconds = report.ticks as f64 / f64::from(TICKS_PER_SECOND);
    let teams: Vec<String> =
        scenario.teams.iter().map(|t| format!("{} ({})", t.name, t.doctrine.name())).collect();
    print(&report.scenario)?;
    print(format!("  teams            {}", teams.join(", ")))?;
    print(format!("  seed             {}", report.seed))?;
    print(format!("  ticks            {} ({seconds:.1} s)", report.ticks))?;
    print(format!("  units            {}", numbers.units))?;
    print(format!(
        "  walking          {}, arrived {}, waiting {}",
        numbers.walking, numbers.arrived, numbers.waiting
    ))?;
    if let Some(tick) = numbers.all_arrived_at {
        let seconds = tick as f64 / f64::from(TICKS_PER_SECOND);
        print(format!("  all arrived at   {seconds:.1} s"))?;
    }
    for side in &report.sides {
        let SideReport { team, units, casualties, hit_points, .. } = side;
        print(format!(
            "  {team:<16} {units} units left, {casualties} died, {hit_points:.0} hit points"
        ))?;
    }
    if let Some(winner) = &report.winner {
        print(format!("  winner           {winner}"))?;
    }
    print(format!("  average length   {:.3} cells", numbers.average_length))?;
    print(format!("  cohesion         {:.3}", numbers.cohesion))?;
    let groups = report.groups.iter().filter(|group| group.units > 1);
    if groups.clone().count() > 1 {
        for PathNumbers { team, units, average_length, cohesion } in groups.take(SHOWN_GROUPS) {
            let cohesion = cohesion.map_or("not measured".into(), |c| format!("{c:.3}"));
            print(format!(
                "    {team}, {units} units: length {average_length:.3} cells, cohesion {cohesion}"
            ))?;
        }
    }
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
    print(format!("  state hash       {}", report.hash))
}
