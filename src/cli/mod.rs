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
mod interrupt;
mod list;
mod manual;
mod map_args;
mod names;
mod output;
mod output_file;
mod outputs;
mod picture;
mod picture_args;
mod plan;
mod progress;
mod replay;
mod run;
mod run_args;
mod run_report;
mod shot;
mod solve;
mod trace;

pub use dispatch::main;

use arguments::{
    CheckArgs, Cli, Command, ConvertArgs, DiffArgs, ExperimentArgs, ListArgs, PlanArgs, SolveArgs,
};
use dispatch::{Failure, Outcome};
use generate_args::GenerateArgs;
use input::{load, set_doctrines, source};
use map_args::MapArgs;
use output::{print, print_json, say};
use output_file::{describe_ground, must_be_written};
use outputs::{ForceArgs, Outputs};
use picture_args::{FilmArgs, PictureArgs, ShotArgs};
use progress::with_progress;
use run_args::{NoteArgs, PatrolArgs, RunArgs};
