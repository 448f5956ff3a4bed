//! The command line of Phalanx. Data goes to stdout, messages go to stderr.
//!
//! `arguments` declares the commands, `dispatch` runs one and turns its result into an exit code; each command has its own
//! file.

mod arguments;
mod check;
mod convert;
mod diff;
mod dispatch;
mod display;
mod experiment;
mod film;
mod generate;
mod generate_args;
mod input;
mod map_args;
mod output;
mod output_file;
mod picture;
mod plan;
mod progress;
mod run;
mod shot;
mod solve;
mod trace;

pub use arguments::Cli;
pub use dispatch::run;

use arguments::{
    ConvertArgs, DiffArgs, ExperimentArgs, FilmArgs, NoteArgs, PatrolArgs, PictureArgs,
};
use arguments::{PlanArgs, RunArgs, ShotArgs, SolveArgs};
use dispatch::{Failure, Outcome};
use generate_args::GenerateArgs;
use input::{load, set_doctrines, source};
use map_args::MapArgs;
use output::{print, print_json, say};
use output_file::{describe_ground, must_be_written};
use progress::with_progress;
