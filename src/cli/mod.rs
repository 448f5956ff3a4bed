//! The commands: what they are called, what they take, and where they go.
//!
//! Data goes to standard output, talk to standard error. Exit code 0 is success, 1 a finding or a
//! failure, 2 wrong use.

mod check;
mod display;
mod experiment;
mod generate;
mod plan;
mod run;
mod solve;

use clap::{Args, Parser, Subcommand, ValueEnum};
use phalanx::grid::{Bounds, MapKind};
use phalanx::planning::CellSteps;
use phalanx::scenario::{Scenario, ScenarioError, Source, doctrine_from};
use std::fmt::Display;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// A sandbox and laboratory for moving groups in real-time strategy games.
#[derive(Parser)]
#[command(version, about, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

const EXAMPLES: &str = "\
Examples:
  phalanx                                       open the sandbox
  phalanx open scenarios/01-bridge.ron          open a scenario, or a .map
  phalanx run bridge --ticks 2000 --json        a shipped scenario without a window
  phalanx plan boulder --doctrine 'A* per unit' the paths that units would take
  phalanx solve Aftershock.map Aftershock.map.scen
  phalanx check my-scenario.ron                 is it valid, and if not, why
  phalanx experiment map-marker-parameters      a paper's tables beside ours
  phalanx generate caves --size 128x96 --seed 7 --out caves.map

FILE is a path, or the name of a shipped scenario such as `bridge`.
Exit codes: 0 success, 1 a finding or a failure, 2 wrong use.";

#[derive(Subcommand)]
enum Command {
    /// Open a scenario or a .map file in the sandbox
    Open {
        /// A .ron scenario, a .map file, or the name of a shipped scenario
        file: PathBuf,
        #[command(flatten)]
        patrols: PatrolArgs,
    },
    /// Simulate without a window; prints numbers and the state hash
    Run(RunArgs),
    /// Plan every unit's path: length, nodes expanded, averages, cohesion, sides, separation
    Plan(PlanArgs),
    /// Solve MovingAI problems and compare with their optimum
    Solve(SolveArgs),
    /// Run a paper's experiment: its tables beside ours, its claims tested
    Experiment(ExperimentArgs),
    /// Tell whether files are valid, and if not, why
    #[command(after_help = phalanx::scenario::describe_format())]
    Check {
        /// Scenario (.ron), map (.map) or problem (.scen) files
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Make a map: the same kind, size and seed always give the same one
    Generate(GenerateArgs),
}

/// Patrols on a map, from a problem file.
#[derive(Args)]
struct PatrolArgs {
    /// A .scen file: one unit for each line, which patrols from its start to its goal (with a .map)
    #[arg(long, value_name = "SCEN", requires = "patrol")]
    scen: Option<PathBuf>,
    /// How many times there and back; 0 for ever
    #[arg(long, value_name = "N", requires = "scen")]
    patrol: Option<u32>,
    /// Nodes that all units together may expand with one action; 0 for no limit, as in the paper's tables
    #[arg(long, value_name = "N", requires = "scen", default_value_t = 0)]
    node_limit: u32,
}

impl PatrolArgs {
    /// The rules of direction-maps, with a number of ticks to an action.
    fn rules(&self, ticks: u32) -> CellSteps {
        CellSteps { ticks, nodes_per_pass: self.node_limit, ..CellSteps::published() }
    }
}

#[derive(Args)]
struct RunArgs {
    /// A .ron scenario, a .map file, or the name of a shipped scenario
    file: PathBuf,
    #[command(flatten)]
    patrols: PatrolArgs,
    /// Average what patrols cost over these rounds only, such as 2-19, as Tables 2 and 3 of direction-maps do
    #[arg(long, value_name = "FIRST-LAST", value_parser = parse_rounds)]
    rounds: Option<(u32, u32)>,
    /// How many ticks to make, 32 to a second [default: until everybody has arrived, at most 3840; patrols
    /// of a .scen file until their rounds are over]
    #[arg(long)]
    ticks: Option<u64>,
    /// Another seed than the scenario's
    #[arg(long)]
    seed: Option<u64>,
    /// Give every team this doctrine, or one team with TEAM=DOCTRINE; the name of a preset, RON such as
    /// '(search: Whca())', or a .ron file; may be given several times
    #[arg(long, value_name = "DOCTRINE")]
    doctrine: Vec<String>,
    /// Start with the directions that an earlier run has learned
    #[arg(long, value_name = "FILE")]
    load_directions: Option<PathBuf>,
    /// Write the directions that were learned into a file
    #[arg(long, value_name = "FILE")]
    save_directions: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct PlanArgs {
    /// A .ron scenario or the name of a shipped one
    file: PathBuf,
    /// Give every team this doctrine, or one team with TEAM=DOCTRINE; the name of a preset, RON such as
    /// '(search: Whca())', or a .ron file; may be given several times
    #[arg(long, value_name = "DOCTRINE")]
    doctrine: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct SolveArgs {
    /// A .map file
    map: PathBuf,
    /// A .scen file with problems on that map
    scen: PathBuf,
    /// Try only the first N problems
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct ExperimentArgs {
    /// The experiment; `--list` tells which there are
    name: Option<String>,
    /// Tell which experiments there are
    #[arg(long)]
    list: bool,
    /// Run only a small sample
    #[arg(long)]
    quick: bool,
    /// What the random draws start from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How often to repeat everything [default: each experiment has its own]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    repetitions: Option<u32>,
    /// The folder with `starcraft` and `direction-maps` [default: the variable PHALANX_MAPS]
    #[arg(long, value_name = "DIR")]
    maps: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Also write tables as CSV and pictures as SVG into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

#[derive(Args)]
struct GenerateArgs {
    /// What kind of map
    kind: KindArg,
    /// Columns and rows
    #[arg(long, value_name = "WxH", value_parser = parse_size)]
    size: Bounds,
    /// What the random draws start from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where to write it: a .map file, or a .ron scenario
    #[arg(long)]
    out: PathBuf,
}

/// The kinds of maps, by their names in lower case.
#[derive(Clone, Copy)]
struct KindArg(MapKind);

impl ValueEnum for KindArg {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: std::sync::LazyLock<Vec<KindArg>> =
            std::sync::LazyLock::new(|| MapKind::ALL.iter().copied().map(KindArg).collect());
        &ALL
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        Some(clap::builder::PossibleValue::new(self.0.name()))
    }
}

fn parse_rounds(text: &str) -> Result<(u32, u32), String> {
    let wrong = || "write the first and the last round, counted from 1, such as 2-19".to_string();
    let (first, last) = text.split_once('-').ok_or_else(wrong)?;
    match (first.trim().parse(), last.trim().parse()) {
        (Ok(first), Ok(last)) if 1 <= first && first <= last => Ok((first, last)),
        _ => Err(wrong()),
    }
}

fn parse_size(text: &str) -> Result<Bounds, String> {
    let largest = Bounds::LARGEST_SIDE;
    let wrong = || format!("write columns x rows, such as 128x96, each from 1 to {largest}");
    let (width, height) = text.split_once(['x', 'X']).ok_or_else(wrong)?;
    let side = |text: &str| text.trim().parse().ok().filter(|n| (1..=largest).contains(n));
    match (side(width), side(height)) {
        (Some(width), Some(height)) => Ok(Bounds::new(width, height)),
        _ => Err(wrong()),
    }
}

/// Why a command did not do what it was asked.
enum Failure {
    /// It was asked wrongly: exit code 2.
    Usage(String),
    /// It failed, or found something: exit code 1.
    Failed(String),
    /// It found something and has said so itself: exit code 1.
    Finding,
    /// Whoever read the output has had enough, as `head` has: nothing to complain about.
    BrokenPipe,
}

impl From<ScenarioError> for Failure {
    fn from(error: ScenarioError) -> Self {
        Self::Failed(error.to_string())
    }
}

type Outcome = Result<(), Failure>;

/// Runs a command.
pub fn run(cli: Cli) -> ExitCode {
    let outcome = match cli.command {
        None => display::open(None, &PatrolArgs { scen: None, patrol: None, node_limit: 0 }),
        Some(Command::Open { file, patrols }) => display::open(Some(file), &patrols),
        Some(Command::Run(args)) => run::run(args),
        Some(Command::Plan(args)) => plan::plan(args),
        Some(Command::Solve(args)) => solve::solve(args),
        Some(Command::Experiment(args)) => experiment::experiment(args),
        Some(Command::Check { files }) => check::check(&files),
        Some(Command::Generate(args)) => generate::generate(args),
    };
    match outcome {
        Ok(()) | Err(Failure::BrokenPipe) => ExitCode::SUCCESS,
        Err(Failure::Finding) => ExitCode::from(1),
        Err(Failure::Failed(message)) => {
            say(message);
            ExitCode::from(1)
        }
        Err(Failure::Usage(message)) => {
            say(message);
            ExitCode::from(2)
        }
    }
}

/// Loads a scenario from a path, or a shipped one by its name.
fn load(file: &Path) -> Result<Scenario, Failure> {
    Source::named(file).load().map_err(Failure::Failed)
}

/// A scenario, or a map with the patrols of a problem file, with a number of ticks to an action.
fn source(file: &Path, patrols: &PatrolArgs, ticks: u32) -> Source {
    match (patrols.scen.clone(), patrols.patrol) {
        (Some(problems), Some(rounds)) => {
            let (map, rules) = (file.into(), patrols.rules(ticks));
            Source::Patrols { map, problems, rounds, rules }
        }
        _ => Source::named(file),
    }
}

/// Loads a scenario, or a map with the patrols of a problem file, with a number of ticks to an action.
fn load_with_patrols(file: &Path, patrols: &PatrolArgs, ticks: u32) -> Result<Scenario, Failure> {
    source(file, patrols, ticks).load().map_err(Failure::Failed)
}

/// Sets doctrines, each given as `DOCTRINE` for every team or as `TEAM=DOCTRINE` for one.
fn set_doctrines(scenario: &mut Scenario, words: &[String]) -> Outcome {
    for word in words {
        let of_team = word.split_once('=').and_then(|(team, doctrine)| {
            let place = scenario.teams.iter().position(|t| t.name.eq_ignore_ascii_case(team))?;
            Some((place, doctrine))
        });
        let (team, text) = of_team.map_or((None, word.as_str()), |(t, d)| (Some(t), d));
        let doctrine = doctrine_from(text).map_err(Failure::Usage)?;
        for (place, of) in scenario.teams.iter_mut().enumerate() {
            if team.is_none_or(|team| team == place) {
                of.doctrine = doctrine;
            }
        }
    }
    Ok(())
}

/// Prints a value as JSON on standard output.
fn print_json(value: &impl serde::Serialize) -> Outcome {
    let text = serde_json::to_string_pretty(value)
        .map_err(|e| Failure::Failed(format!("the result could not be written as JSON: {e}")))?;
    print(text)
}

/// Prints data on standard output, with a line end.
fn print(text: impl Display) -> Outcome {
    writeln!(std::io::stdout().lock(), "{text}").map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => Failure::BrokenPipe,
        _ => Failure::Failed(format!("the output cannot be written ({error})")),
    })
}

/// Says something on standard error, if anybody listens.
fn say(text: impl Display) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}
