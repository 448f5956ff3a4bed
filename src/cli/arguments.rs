//! The commands and their arguments; `phalanx --help` prints what is written here.

use super::picture_args::{FilmArgs, ShotArgs};
use super::run_args::{PatrolArgs, RunArgs};
use super::{ForceArgs, GenerateArgs, MapArgs};
use clap::{Args, Parser, Subcommand, ValueEnum};
use phalanx::picture::describe_notes;
use std::path::PathBuf;

/// A sandbox and laboratory for group movement in real-time strategy games.
#[derive(Parser)]
#[command(version, about, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
}

// No line is longer than 80 letters, so that it can be pasted from any terminal. A test runs all of them.
const EXAMPLES: &str = "\
Examples, to be tried in an empty folder:
  phalanx                                  open the sandbox
  phalanx open bridge                      open a shipped scenario
  phalanx list scenarios                   print the names of all of them
  phalanx run bridge --ticks 600 --json    simulate without a window
  phalanx run bridge --until arrived --at-most 2000 --require-arrived
  phalanx run bridge --metrics bridge.csv --every 32
  phalanx run bridge --save-recording bridge.ron
  phalanx run bridge.ron                   repeat it and compare its hashes
  phalanx run u-trap --ticks 60 --trace a.trace
  phalanx run u-trap --ticks 60 --trace b.trace
  phalanx diff a.trace b.trace             name the first difference
  phalanx shot boulder --tick 200 --overlay markers --out boulder.png
  phalanx film boulder --from 0 --to 96 --doctrine 'A*' --beside 'Map Marker' \\
    --out boulder.gif
  phalanx plan boulder --doctrine 'A* per unit'
  phalanx experiment marker-cohesion       print a paper's table beside ours
  phalanx generate caves --size 128x96 --seed 7 --out caves.map
  phalanx convert caves.map caves.ron      make a scenario of a map
  phalanx check caves.map caves.ron        print the first error of each file

FILE is a path, the name of a shipped scenario such as `bridge`, a run as a line
of text (`phalanx:...`), or `-` for stdin. An output may be `-` for stdout.

Exit codes:
  0    success
  1    a negative result (a file is not valid, runs differ, a path is not
       optimal), or a failure (a file cannot be read or written)
  2    wrong arguments: an option or a name that does not exist, two outputs
       with one name, an output that is also read
  3    with --require-arrived: not every unit with an order has arrived
  130  interrupted by Ctrl+C; 128 plus the number of the signal for others
With --json, a failure prints {\"error\": \"...\"} on stdout.";

#[derive(Subcommand)]
pub enum Command {
    /// Open a scenario or a map in the sandbox
    Open {
        /// A scenario (.ron), a map (.map, .png, .tmx, .tmj, .txt), or the name of a shipped scenario
        file: PathBuf,
        #[command(flatten)]
        patrols: PatrolArgs,
        #[command(flatten)]
        map: MapArgs,
    },
    /// Simulate without a window and print metrics and the state hash
    #[command(after_help = describe_notes())]
    Run(RunArgs),
    /// Compare two traces or two scenarios and name the first difference
    Diff(DiffArgs),
    /// Draw a moment of a run as a PNG file, without a display
    #[command(after_help = describe_notes())]
    Shot(ShotArgs),
    /// Draw a part of a run as a GIF file or a folder of PNG files, without a display
    #[command(after_help = describe_notes())]
    Film(FilmArgs),
    /// Plan every unit's path and print length, nodes expanded, cohesion, sides, separation
    Plan(PlanArgs),
    /// Solve MovingAI problems and compare with their optimal lengths
    Solve(SolveArgs),
    /// Run a paper's experiment: its tables beside ours, its claims tested
    Experiment(ExperimentArgs),
    /// List what has a name
    List(ListArgs),
    /// Check files and print the first error of each
    #[command(after_help = phalanx::scenario::describe_format())]
    Check(CheckArgs),
    /// Generate a map; the same kind, size and seed always give the same map
    Generate(GenerateArgs),
    /// Convert a map or the ground of a scenario into another format
    #[command(after_help = phalanx::scenario::describe_map_files())]
    Convert(ConvertArgs),
    /// Print completions of commands and options for a shell
    #[command(hide = true)]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page of the program, or of one of its commands
    #[command(hide = true)]
    Man {
        /// The command
        command: Option<String>,
    },
}

impl Command {
    /// Whether stdout is for JSON.
    pub fn json(&self) -> bool {
        match self {
            Self::Run(args) => args.json,
            Self::Diff(args) => args.json,
            Self::Plan(args) => args.json,
            Self::Solve(args) => args.json,
            Self::Experiment(args) => args.json,
            Self::List(args) => args.json,
            Self::Check(args) => args.json,
            Self::Open { .. } | Self::Shot(_) | Self::Film(_) | Self::Generate(_) => false,
            Self::Convert(_) | Self::Completions { .. } | Self::Man { .. } => false,
        }
    }
}

#[derive(Args)]
pub struct DiffArgs {
    /// A trace, or a scenario or recording as `run` takes it
    pub left: PathBuf,
    /// Another one of the same kind
    pub right: PathBuf,
    /// Ticks to compare, 32 per second, of files that are no traces [default: the length of the recordings, or 3840]
    #[arg(long)]
    pub ticks: Option<u64>,
    #[command(flatten)]
    pub map: MapArgs,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct PlanArgs {
    /// A scenario (.ron), a map (.map, .png, .tmx, .tmj, .txt), or the name of a shipped scenario
    pub file: PathBuf,
    #[command(flatten)]
    pub map: MapArgs,
    /// Give every team this doctrine, or one team with TEAM=DOCTRINE: the name of a preset, RON such as
    /// '(search: Whca())', or a .ron file; can be given several times
    #[arg(long, value_name = "DOCTRINE")]
    pub doctrine: Vec<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct CheckArgs {
    /// Scenarios, recordings, doctrines, unit kinds, directions (.ron), maps (.map, .png, .tmx, .tmj, .txt), problems (.scen)
    /// or traces
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub map: MapArgs,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct ListArgs {
    /// What to list
    pub what: Listed,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// What has names.
#[derive(Clone, Copy, ValueEnum)]
pub enum Listed {
    /// Scenarios that come with the program, for FILE
    Scenarios,
    /// Doctrines with a name, for --doctrine
    Presets,
    /// Experiments, for `phalanx experiment`
    Experiments,
    /// Overlays, for --overlay
    Overlays,
    /// The columns of --metrics
    Metrics,
}

/// A search for `phalanx solve`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum SearchArg {
    /// A* with the octile heuristic
    #[default]
    AStar,
    /// Jump points
    JumpPoint,
    /// Reverse search from the goal: a distance field
    DistanceField,
}

#[derive(Args)]
pub struct SolveArgs {
    /// A map (.map, .png, .tmx, .tmj, .txt)
    pub map: PathBuf,
    /// A .scen file with problems on that map
    pub scen: PathBuf,
    #[command(flatten)]
    pub options: MapArgs,
    /// The search
    #[arg(long, value_enum, default_value_t)]
    pub search: SearchArg,
    /// Write a CSV file with a row per problem: problem, line, start, goal, optimum, length, nodes expanded, result
    #[arg(long, value_name = "CSV")]
    pub lengths: Option<PathBuf>,
    #[command(flatten)]
    pub force: ForceArgs,
    /// Solve only the first N problems
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct ExperimentArgs {
    /// The experiment; `--list` prints the names
    pub name: Option<String>,
    /// List the experiments, as `phalanx list experiments` does
    #[arg(long, conflicts_with_all = ["name", "quick", "seed", "repetitions", "maps", "scenario", "doctrine", "out", "force"])]
    pub list: bool,
    /// Run only a small sample
    #[arg(long)]
    pub quick: bool,
    /// Seed of all random draws
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How often to repeat everything [default: each experiment has its own]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub repetitions: Option<u32>,
    /// The folder with `starcraft` and `direction-maps` [default: the variable PHALANX_MAPS]
    #[arg(long, value_name = "DIR")]
    pub maps: Option<PathBuf>,
    /// Run only this scenario of the benchmark `movement`, such as counterflow_w3
    #[arg(long, value_name = "NAME")]
    pub scenario: Option<String>,
    /// Run only this doctrine in the benchmark `movement`: one of its own, a preset, RON or a .ron file; with ` on cell steps` behind
    /// it, units go from cell to cell
    #[arg(long, value_name = "DOCTRINE")]
    pub doctrine: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Also write tables as CSV, pictures as SVG and every row's runs as scenarios into this folder
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub force: ForceArgs,
}

#[derive(Args)]
pub struct ConvertArgs {
    /// A map (.map, .png, .tmx, .tmj, .txt), a scenario (.ron), the name of a shipped scenario, or `-` for rows of letters
    /// on stdin
    pub input: PathBuf,
    /// Where to write it: a map (.map, .png, .txt), or a .ron scenario, in which a bare map gets a few units and a goal
    pub out: PathBuf,
    #[command(flatten)]
    pub map: MapArgs,
    #[command(flatten)]
    pub force: ForceArgs,
}
