//! The commands and their arguments; `phalanx --help` prints what is written here.

use clap::{Args, Parser, Subcommand, ValueEnum};
use phalanx::grid::{Bounds, MapKind};
use phalanx::planning::CellSteps;
use std::path::PathBuf;

/// A sandbox and laboratory for group movement in real-time strategy games.
#[derive(Parser)]
#[command(version, about, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
}

const EXAMPLES: &str = "\
Examples:
  phalanx                                       open the sandbox
  phalanx open scenarios/01-bridge.ron          open a scenario or a .map file
  phalanx run bridge --ticks 2000 --json        simulate a shipped scenario without a window
  phalanx plan boulder --doctrine 'A* per unit' print the paths of all units
  phalanx solve Aftershock.map Aftershock.map.scen
  phalanx check my-scenario.ron                 check a file and print the first error
  phalanx diff a.trace b.trace                  name the first difference between two runs
  phalanx experiment map-marker-parameters      print a paper's tables beside ours
  phalanx generate caves --size 128x96 --seed 7 --out caves.map

FILE is a path, or the name of a shipped scenario such as `bridge`.
Exit codes: 0 success, 1 failure or negative result, 2 wrong arguments.";

#[derive(Subcommand)]
pub enum Command {
    /// Open a scenario or a .map file in the sandbox
    Open {
        /// A .ron scenario, a .map file, or the name of a shipped scenario
        file: PathBuf,
        #[command(flatten)]
        patrols: PatrolArgs,
    },
    /// Simulate without a window and print metrics and the state hash
    Run(RunArgs),
    /// Compare two traces or two scenarios and name the first difference
    Diff(DiffArgs),
    /// Plan every unit's path and print length, nodes expanded, cohesion, sides, separation
    Plan(PlanArgs),
    /// Solve MovingAI problems and compare with their optimal lengths
    Solve(SolveArgs),
    /// Run a paper's experiment: its tables beside ours, its claims tested
    Experiment(ExperimentArgs),
    /// Check files and print the first error of each
    #[command(after_help = phalanx::scenario::describe_format())]
    Check {
        /// Scenario (.ron), map (.map) or problem (.scen) files
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Generate a map; the same kind, size and seed always give the same map
    Generate(GenerateArgs),
}

/// Patrols on a map, from a problem file.
#[derive(Args, Default)]
pub struct PatrolArgs {
    /// With a .map file: a .scen file; one unit per line patrols between its start and its goal
    #[arg(long, value_name = "SCEN", requires = "patrol")]
    pub scen: Option<PathBuf>,
    /// Rounds that each unit patrols, there and back; 0 without end
    #[arg(long, value_name = "N", requires = "scen")]
    pub patrol: Option<u32>,
    /// Nodes that all units together may expand per action; 0 for no limit, as in the paper's tables
    #[arg(long, value_name = "N", requires = "scen", default_value_t = 0)]
    pub node_limit: u32,
}

impl PatrolArgs {
    /// The rules of direction-maps, with a number of ticks per action.
    pub fn rules(&self, ticks: u32) -> CellSteps {
        CellSteps { ticks, nodes_per_pass: self.node_limit, ..CellSteps::published() }
    }
}

#[derive(Args)]
pub struct RunArgs {
    /// A .ron scenario, a .map file, or the name of a shipped scenario
    pub file: PathBuf,
    #[command(flatten)]
    pub patrols: PatrolArgs,
    /// Average the cost of patrols over these rounds only, such as 2-19, as Tables 2 and 3 of direction-maps do
    #[arg(long, value_name = "FIRST-LAST", value_parser = parse_rounds)]
    pub rounds: Option<(u32, u32)>,
    /// Ticks to simulate, 32 per second [default: until all units have arrived, at most 3840; patrols of a
    /// .scen file until their rounds are over]
    #[arg(long)]
    pub ticks: Option<u64>,
    /// Use this seed instead of the scenario's
    #[arg(long)]
    pub seed: Option<u64>,
    /// Give every team this doctrine, or one team with TEAM=DOCTRINE: the name of a preset, RON such as
    /// '(search: Whca())', or a .ron file; can be given several times
    #[arg(long, value_name = "DOCTRINE")]
    pub doctrine: Vec<String>,
    /// Start with the directions that an earlier run has learned
    #[arg(long, value_name = "FILE")]
    pub load_directions: Option<PathBuf>,
    /// Write the learned directions into a file
    #[arg(long, value_name = "FILE")]
    pub save_directions: Option<PathBuf>,
    /// Write hashes of the state after each stage of each tick into a file, for `phalanx diff`
    #[arg(long, value_name = "TRACE")]
    pub trace: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

impl RunArgs {
    /// The arguments that decide the run, as words.
    pub fn decisive_words(&self) -> Vec<String> {
        let path = |path: &PathBuf| path.display().to_string();
        let mut words = vec![path(&self.file)];
        let mut add = |name: &str, value: Option<String>| {
            words.extend(value.map(|value| format!("--{name}={value}")));
        };
        let PatrolArgs { scen, patrol, node_limit } = &self.patrols;
        add("scen", scen.as_ref().map(path));
        add("patrol", patrol.map(|rounds| rounds.to_string()));
        add("node-limit", scen.is_some().then(|| node_limit.to_string()));
        add("seed", self.seed.map(|seed| seed.to_string()));
        add("load-directions", self.load_directions.as_ref().map(path));
        self.doctrine.iter().for_each(|doctrine| add("doctrine", Some(doctrine.clone())));
        words
    }
}

#[derive(Args)]
pub struct DiffArgs {
    /// A trace, or a scenario as `run` takes it
    pub left: PathBuf,
    /// Another one of the same kind
    pub right: PathBuf,
    /// Ticks to compare if the files are scenarios, 32 per second
    #[arg(long, default_value_t = 3840)]
    pub ticks: u64,
}

#[derive(Args)]
pub struct PlanArgs {
    /// A .ron scenario or the name of a shipped one
    pub file: PathBuf,
    /// Give every team this doctrine, or one team with TEAM=DOCTRINE: the name of a preset, RON such as
    /// '(search: Whca())', or a .ron file; can be given several times
    #[arg(long, value_name = "DOCTRINE")]
    pub doctrine: Vec<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct SolveArgs {
    /// A .map file
    pub map: PathBuf,
    /// A .scen file with problems on that map
    pub scen: PathBuf,
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
    /// List the experiments
    #[arg(long)]
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
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Also write tables as CSV, pictures as SVG and every row's runs as scenarios into this folder
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

#[derive(Args)]
pub struct GenerateArgs {
    /// The kind of map
    pub kind: KindArg,
    /// Columns and rows
    #[arg(long, value_name = "WxH", value_parser = parse_size)]
    pub size: Bounds,
    /// Seed of all random draws
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Where to write it: a .map file, or a .ron scenario
    #[arg(long)]
    pub out: PathBuf,
}

/// The kinds of maps, by their names in lower case.
#[derive(Clone, Copy)]
pub struct KindArg(pub MapKind);

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
