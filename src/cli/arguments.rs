//! The commands and their arguments; `phalanx --help` prints what is written here.

use super::{GenerateArgs, MapArgs};
use clap::{Args, Parser, Subcommand};
use phalanx::picture::{Look, describe_notes};
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
  phalanx open scenarios/01-bridge.ron          open a scenario or a map
  phalanx run bridge --ticks 2000 --json        simulate a shipped scenario without a window
  phalanx shot boulder --tick 200 --overlay markers --out boulder.png
  phalanx film boulder --from 0 --to 640 --doctrine 'A*' --beside 'Map Marker' --out boulder.gif
  phalanx plan boulder --doctrine 'A* per unit' print the paths of all units
  phalanx solve Aftershock.map Aftershock.map.scen
  phalanx check my-scenario.ron                 check a file and print the first error
  phalanx diff a.trace b.trace                  name the first difference between two runs
  phalanx experiment map-marker-parameters      print a paper's tables beside ours
  phalanx generate caves --size 128x96 --seed 7 --out caves.map
  phalanx convert level.png level.ron --cell-size 16

FILE is a path, or the name of a shipped scenario such as `bridge`.
Exit codes: 0 success, 1 failure or negative result, 2 wrong arguments.";

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
    /// Check files and print the first error of each
    #[command(after_help = phalanx::scenario::describe_format())]
    Check {
        /// Scenario (.ron), map (.map, .png, .tmx, .tmj, .txt) or problem (.scen) files
        #[arg(required = true)]
        files: Vec<PathBuf>,
        #[command(flatten)]
        map: MapArgs,
    },
    /// Generate a map; the same kind, size and seed always give the same map
    Generate(GenerateArgs),
    /// Convert a map or the ground of a scenario into another format
    #[command(after_help = phalanx::scenario::describe_map_files())]
    Convert(ConvertArgs),
}

/// Patrols on a map, from a problem file.
#[derive(Args, Default)]
pub struct PatrolArgs {
    /// With a map: a .scen file; one unit per line patrols between its start and its goal
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
    /// A scenario (.ron), a map (.map, .png, .tmx, .tmj, .txt), or the name of a shipped scenario
    pub file: PathBuf,
    #[command(flatten)]
    pub patrols: PatrolArgs,
    #[command(flatten)]
    pub map: MapArgs,
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
    #[command(flatten)]
    pub notes: NoteArgs,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

impl RunArgs {
    /// Whether the run is the one in the file, unchanged.
    pub fn repeats(&self) -> bool {
        self.seed.is_none() && self.doctrine.is_empty() && self.load_directions.is_none()
    }

    /// The arguments that decide the run, as words.
    pub fn decisive_words(&self) -> Vec<String> {
        let path = |path: &PathBuf| path.display().to_string();
        let mut words = vec![path(&self.file)];
        words.extend(self.map.words());
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
    /// A trace, or a scenario or recording as `run` takes it
    pub left: PathBuf,
    /// Another one of the same kind
    pub right: PathBuf,
    /// Ticks to compare if the files are no traces, 32 per second [default: the length of the recordings, or 3840]
    #[arg(long)]
    pub ticks: Option<u64>,
    #[command(flatten)]
    pub map: MapArgs,
}

/// What is written down of a run.
#[derive(Args, Clone, Default)]
pub struct NoteArgs {
    /// Write metrics into a CSV file, one row per tick; the columns are listed below
    #[arg(long, value_name = "CSV")]
    pub metrics: Option<PathBuf>,
    /// Write positions into a CSV file, one row per unit and tick; the columns are listed below
    #[arg(long, value_name = "CSV")]
    pub trajectories: Option<PathBuf>,
    /// Draw the paths that units have walked into an SVG file
    #[arg(long, value_name = "SVG")]
    pub paths: Option<PathBuf>,
}

/// What a picture or a film shows.
#[derive(Args)]
pub struct PictureArgs {
    /// A scenario (.ron), a map (.map, .png, .tmx, .tmj, .txt), or the name of a shipped scenario
    pub file: PathBuf,
    #[command(flatten)]
    pub map: MapArgs,
    /// Show this overlay, or `none`; can be given several times [default: those that the window shows at first]
    #[arg(long, value_name = "NAME")]
    pub overlay: Vec<String>,
    /// Select units, as some overlays need it: `all`, or their numbers, such as 0,4-7
    #[arg(long, value_name = "UNITS")]
    pub select: Option<String>,
    /// Width and height in pixels
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = parse_pixels)]
    pub size: (u32, u32),
    /// Use this seed instead of the scenario's
    #[arg(long)]
    pub seed: Option<u64>,
    /// Give every team this doctrine, or one team with TEAM=DOCTRINE, as in `phalanx run`; can be given several times
    #[arg(long, value_name = "DOCTRINE")]
    pub doctrine: Vec<String>,
    /// Draw a second arena beside the first, with this doctrine
    #[arg(long, value_name = "DOCTRINE")]
    pub beside: Vec<String>,
    #[command(flatten)]
    pub notes: NoteArgs,
}

/// The last tick that can be drawn: nearly nine simulated hours.
const LAST_TICK: u64 = 1_000_000;

#[derive(Args)]
pub struct ShotArgs {
    #[command(flatten)]
    pub picture: PictureArgs,
    /// The tick to draw, 32 per second
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=LAST_TICK))]
    pub tick: u64,
    /// Where to write it: a .png file
    #[arg(long, value_name = "PNG")]
    pub out: PathBuf,
}

#[derive(Args)]
pub struct FilmArgs {
    #[command(flatten)]
    pub picture: PictureArgs,
    /// The first tick, 32 per second
    #[arg(long, value_name = "A", value_parser = clap::value_parser!(u64).range(..=LAST_TICK))]
    pub from: u64,
    /// The last tick
    #[arg(long, value_name = "B", value_parser = clap::value_parser!(u64).range(..=LAST_TICK))]
    pub to: u64,
    /// Frames per second, from 1 to 32
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=32))]
    pub fps: u32,
    /// Where to write it: a .gif file, or a folder for numbered PNG files
    #[arg(long, value_name = "GIF")]
    pub out: PathBuf,
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
pub struct SolveArgs {
    /// A map (.map, .png, .tmx, .tmj, .txt)
    pub map: PathBuf,
    /// A .scen file with problems on that map
    pub scen: PathBuf,
    #[command(flatten)]
    pub options: MapArgs,
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
    /// Run only this scenario of the benchmark `movement`, such as counterflow_w2
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
}

fn parse_rounds(text: &str) -> Result<(u32, u32), String> {
    let wrong = || "write the first and the last round, counted from 1, such as 2-19".to_string();
    let (first, last) = text.split_once('-').ok_or_else(wrong)?;
    match (first.trim().parse(), last.trim().parse()) {
        (Ok(first), Ok(last)) if 1 <= first && first <= last => Ok((first, last)),
        _ => Err(wrong()),
    }
}

fn parse_pixels(text: &str) -> Result<(u32, u32), String> {
    let ((least_width, least_height), (most_width, most_height)) = (Look::MIN_SIZE, Look::MAX_SIZE);
    let wrong = || {
        format!(
            "write width x height in pixels, such as 1280x720, from {least_width}x{least_height} \
             to {most_width}x{most_height}"
        )
    };
    let (width, height) = text.split_once(['x', 'X']).ok_or_else(wrong)?;
    match (width.trim().parse(), height.trim().parse()) {
        (Ok(width), Ok(height))
            if (least_width..=most_width).contains(&width)
                && (least_height..=most_height).contains(&height) =>
        {
            Ok((width, height))
        }
        _ => Err(wrong()),
    }
}
