//! `phalanx run`: simulate without a window.

use super::input::{files_of, recording};
use super::replay::ReplayWatch;
use super::run_report::{End, Incidents, Report};
use super::trace::Recorder;
use super::{
    Failure, Outcome, Outputs, RunArgs, interrupt, print_json, say, set_doctrines, source,
    with_progress,
};
use phalanx::picture::{Caption, Notes};
use phalanx::report::Progress;
use phalanx::scenario::{
    Motion, NewFile, Order, Recording, Scenario, directions_text, load_directions,
};
use phalanx::sim::{
    ArenaFields, CaptureSearch, PatrolNumbers, Patrols, Simulation, Status, TICKS_PER_SECOND,
    WaitReason,
};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Ticks after which a run without `--ticks` ends: two simulated minutes.
pub const MAX_TICKS: u64 = 3840;
/// Ticks after which patrols with a number of rounds end.
const MAX_PATROL_TICKS: u64 = 1 << 20;

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

pub fn run(args: &RunArgs) -> Outcome {
    let scenario = scenario(args)?;
    if args.rounds.is_some() && !has_patrols_on_cells(&scenario) {
        let message = "--rounds is for patrols on cell steps, and this run has none";
        return Err(Failure::Usage(message.into()));
    }
    let recording = recording(&args.file)?.filter(|_| args.repeats());
    check_outputs(args, &scenario)?;
    scenario.ignored_parts().into_iter().for_each(say);
    let progress = Progress::default();
    let told = |progress: &Progress| {
        let (done, all) = progress.weight();
        format!("{done} of {all} ticks")
    };
    let work = || simulate(args, &scenario, recording.as_ref(), &progress);
    let report = with_progress(&progress, !args.json, told, work)?;
    if args.json {
        print_json(&report)?
    } else {
        report.print()?
    }
    if report.end == End::Interrupted {
        return Err(match interrupt::signal() {
            Some(_) => Failure::Interrupted,
            None => Failure::BrokenPipe,
        });
    }
    report.recording.as_ref().map_or(Ok(()), |comparison| comparison.verdict())?;
    if args.require_arrived && !report.all_arrived() {
        say("not every unit with an order has arrived");
        return Err(Failure::NotArrived);
    }
    Ok(())
}

fn check_outputs(args: &RunArgs, scenario: &Scenario) -> Outcome {
    let mut inputs = files_of(&args.file, scenario, &args.doctrine);
    inputs.extend(args.load_directions.iter().chain(&args.patrols.scen).cloned());
    Outputs::reading(inputs.iter().map(PathBuf::as_path))
        .and("--metrics", args.notes.metrics.as_ref())
        .and("--trajectories", args.notes.trajectories.as_ref())
        .and("--paths", args.notes.paths.as_ref())
        .and("--trace", args.trace.as_ref())
        .and("--save-directions", args.save_directions.as_ref())
        .and("--save-recording", args.save_recording.as_ref())
        .and("--save-line", args.save_line.as_ref())
        .beside_json(args.json)
        .check(args.force)
}

/// Runs a scenario and writes down what is asked for.
fn simulate(
    args: &RunArgs,
    scenario: &Scenario,
    recording: Option<&Recording>,
    progress: &Progress,
) -> Result<Report, Failure> {
    let mut simulation = Simulation::new(scenario);
    let mut replay = recording.map(ReplayWatch::new);
    let mut incidents = Incidents::default();
    let mut notes = Notes::create(&args.notes.files()?).map_err(Failure::Failed)?;
    let later = [&args.save_directions, &args.save_recording, &args.save_line];
    let [directions, record, line] = later.map(|path| path.as_deref().map(Later::create));
    let (directions, record, line) =
        (directions.transpose()?, record.transpose()?, line.transpose()?);
    let mut hashes = (record.is_some() || line.is_some()).then(Vec::new);
    let separation = !notes.is_empty();
    simulation.watch(CaptureSearch { last_search: false, separation });
    notes.note(&simulation).map_err(Failure::Failed)?;
    let mut trace = match &args.trace {
        Some(file) => Some(Recorder::new(file, args, scenario, &mut simulation)?),
        None => None,
    };
    let ticks = args.ticks.or(recording.map(|recording| recording.ticks));
    let until_arrived = args.until.is_some() || args.at_most.is_some() || ticks.is_none();
    let most = args.at_most.or(ticks.filter(|_| args.until.is_none()));
    let most = most.unwrap_or_else(|| max_ticks(scenario));
    progress.begin(1, most);
    let (mut end, mut ending) = (End::Ticks, Ending::of(scenario));
    while simulation.tick() < most {
        if interrupt::signal().is_some() || notes.is_closed() {
            end = End::Interrupted;
            break;
        }
        simulation.run(1);
        progress.advance(1);
        incidents.tick(&mut simulation);
        replay.iter_mut().for_each(|replay| replay.tick(&simulation));
        if let Some(hashes) = &mut hashes
            && simulation.tick().is_multiple_of(Recording::EVERY)
        {
            hashes.push(simulation.hash());
        }
        notes.note(&simulation).map_err(Failure::Failed)?;
        trace.as_mut().map_or(Ok(()), |trace| trace.tick(&mut simulation))?;
        if until_arrived && let Some(early) = ending.tick(&simulation) {
            end = early;
            break;
        }
    }
    trace.map_or(Ok(()), Recorder::finish)?;
    let caption = Caption::new(std::slice::from_ref(scenario));
    notes.finish(&simulation, &caption).map_err(Failure::Failed)?;
    if let (Some(file), Some(fields)) = (directions, simulation.get::<ArenaFields>()) {
        let cells = fields.layers.directions.learned(&scenario.terrain);
        file.write(&directions_text(scenario.terrain.bounds(), &cells))?;
    }
    let made = Recording {
        hashes: hashes.unwrap_or_default(),
        ..Recording::new(scenario.clone(), simulation.tick(), Recording::EVERY)
    };
    record.map_or(Ok(()), |file| file.write(&made.to_ron()))?;
    line.map_or(Ok(()), |file| file.write(&(made.to_line() + "\n")))?;
    let mut report = Report::new(scenario, Some(&args.file), &simulation, &incidents, end);
    if let (Some((first, last)), Some(patrols)) = (args.rounds, simulation.get::<Patrols>()) {
        let numbers = &mut report.metrics.patrols;
        let chosen = patrols.means(|round| (first as usize..=last as usize).contains(&(round + 1)));
        *numbers = PatrolNumbers { time: numbers.time, ..chosen };
    }
    report.recording = replay.map(|replay| replay.finish(incidents.refused));
    Ok(report)
}

/// A file that is begun before the run and written after it.
struct Later(PathBuf, NewFile);

impl Later {
    fn create(path: &Path) -> Result<Self, Failure> {
        let file = NewFile::create(path).map_err(|message| about(path, message))?;
        Ok(Self(path.into(), file))
    }

    fn write(mut self, text: &str) -> Outcome {
        let written = self.1.write_all(text.as_bytes());
        let written = written.map_err(|error| format!("the file cannot be written ({error})"));
        written.and_then(|()| self.1.keep()).map_err(|message| about(&self.0, message))
    }
}

fn about(path: &Path, message: String) -> Failure {
    Failure::Failed(format!("{}: {message}", path.display()))
}

/// Runs a scenario and prints its metrics.
pub fn run_and_print(scenario: &Scenario, file: Option<&Path>) -> Outcome {
    interrupt::watch();
    let mut simulation = Simulation::new(scenario);
    let mut incidents = Incidents::default();
    let (mut end, mut ending) = (End::Ticks, Ending::of(scenario));
    while simulation.tick() < max_ticks(scenario) {
        if interrupt::signal().is_some() {
            end = End::Interrupted;
            break;
        }
        simulation.run(1);
        incidents.tick(&mut simulation);
        if let Some(early) = ending.tick(&simulation) {
            end = early;
            break;
        }
    }
    Report::new(scenario, file, &simulation, &incidents, end).print()?;
    if end == End::Interrupted { Err(Failure::Interrupted) } else { Ok(()) }
}

/// Notices that a run is over before its last tick.
struct Ending {
    /// The last tick at which the scenario gives an order or repeats an action.
    last_event: u64,
    /// Ticks since a unit was on its way.
    still: u64,
}

impl Ending {
    fn of(scenario: &Scenario) -> Self {
        let orders = scenario.orders.iter().map(|order| order.tick);
        let actions = scenario.actions.iter().map(|batch| batch.tick);
        Self { last_event: orders.chain(actions).max().unwrap_or_default(), still: 0 }
    }

    /// Looks at the tick that was just made.
    fn tick(&mut self, simulation: &Simulation) -> Option<End> {
        /// Ticks without movement after which a run ends.
        const STILLNESS: u64 = 5 * TICKS_PER_SECOND as u64;
        let numbers = simulation.numbers();
        if numbers.all_arrived_at.is_some() {
            return Some(End::Arrived);
        }
        let moves = numbers.walking + numbers.fighting > 0;
        self.still = if moves { 0 } else { self.still + 1 };
        let is_over = simulation.tick() > self.last_event
            && self.still >= STILLNESS
            && numbers.waiting > 0
            && simulation.units().all(|(id, _)| rests_for_good(simulation.unit(id)));
        is_over.then_some(End::Stuck)
    }
}

/// Whether only a change of the ground can set a unit going.
fn rests_for_good(status: Option<&Status>) -> bool {
    use WaitReason::{Buried, Unreachable, WalledIn};
    let rests = |status: &Status| {
        matches!(status, Status::Idle | Status::Arrived)
            || matches!(status, Status::Waiting(Buried | Unreachable | WalledIn))
    };
    status.is_none_or(rests)
}

/// Whether units patrol from cell to cell, so that rounds are counted.
fn has_patrols_on_cells(scenario: &Scenario) -> bool {
    let patrols = |order: &Order<_>| matches!(order, Order::Patrol { .. });
    matches!(scenario.motion, Motion::CellSteps(_))
        && scenario.orders.iter().any(|o| patrols(&o.order))
}

/// Patrols with a number of rounds on a cell grid get more time.
fn max_ticks(scenario: &Scenario) -> u64 {
    let ends = |order: &Order<_>| matches!(order, Order::Patrol { rounds: 1.., .. });
    let steps = matches!(scenario.motion, Motion::CellSteps(_));
    let patrols = steps && scenario.orders.iter().any(|o| ends(&o.order));
    if patrols { MAX_PATROL_TICKS } else { MAX_TICKS }
}
