//! The arguments of `phalanx run`, and those about runs that other commands have, too.

use super::{ForceArgs, MapArgs};
use clap::{Args, ValueEnum};
use phalanx::picture::Every;
use phalanx::planning::CellSteps;
use std::path::PathBuf;

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
    /// Average the cost of patrols on cell steps over these rounds only, such as 2-19, as Tables 2 and 3 of direction-maps do
    #[arg(long, value_name = "FIRST-LAST", value_parser = parse_rounds)]
    pub rounds: Option<(u32, u32)>,
    /// Ticks to simulate, 32 per second [default: `--until arrived`; a recording has its own length]
    #[arg(long, value_name = "N", conflicts_with_all = ["until", "at_most"])]
    pub ticks: Option<u64>,
    /// When the run ends: once all units with an order have arrived and patrols have made their rounds, or nobody can get
    /// nearer
    #[arg(long, value_name = "WHEN")]
    pub until: Option<Until>,
    /// Ticks after which such a run ends in any case [default: 3840; 1048576 for patrols with a number of rounds]
    #[arg(long, value_name = "N")]
    pub at_most: Option<u64>,
    /// End with exit code 3 if units with an order have not arrived
    #[arg(long)]
    pub require_arrived: bool,
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
    /// Write a recording: what was run, with hashes to compare a repetition with
    #[arg(long, value_name = "RON")]
    pub save_recording: Option<PathBuf>,
    /// Write the run as one line of text, `phalanx:...`, as the window copies it
    #[arg(long, value_name = "FILE")]
    pub save_line: Option<PathBuf>,
    #[command(flatten)]
    pub notes: NoteArgs,
    #[command(flatten)]
    pub force: ForceArgs,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

impl RunArgs {
    /// Whether the run is the one in the file, unchanged.
    pub fn repeats(&self) -> bool {
        let Self { patrols, seed, doctrine, load_directions, .. } = self;
        patrols.scen.is_none() && seed.is_none() && doctrine.is_empty() && load_directions.is_none()
    }

    /// The arguments that decide the run, as separate strings.
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

/// What is written down of a run.
#[derive(Args, Clone, Default)]
pub struct NoteArgs {
    /// Write metrics into a CSV file; the columns are listed below
    #[arg(long, value_name = "CSV")]
    pub metrics: Option<PathBuf>,
    /// Write positions into a CSV file; the columns are listed below
    #[arg(long, value_name = "CSV")]
    pub trajectories: Option<PathBuf>,
    /// Write rows of every N-th tick and of the last one, or `last` for the last one only [default: 1]
    #[arg(long, value_name = "N", value_parser = parse_every)]
    pub every: Option<Every>,
    /// Draw the paths that units have walked into an SVG file
    #[arg(long, value_name = "SVG")]
    pub paths: Option<PathBuf>,
}

/// When a run ends automatically.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Until {
    /// All units with an order have arrived
    Arrived,
}

fn parse_every(text: &str) -> Result<Every, String> {
    let wrong = || "write a number of ticks from 1 on, or `last`".to_string();
    match text {
        "last" => Ok(Every::Last),
        _ => text.parse().ok().filter(|n| *n > 0).map(Every::Ticks).ok_or_else(wrong),
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
