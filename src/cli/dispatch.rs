//! Runs a command and turns its result into an exit code.

use super::arguments::{Cli, Command, PatrolArgs};
use super::{
    MapArgs, check, convert, diff, display, experiment, film, generate, plan, say, shot, solve,
};
use phalanx::scenario::ScenarioError;
use std::process::ExitCode;

/// Whether a command succeeded.
pub type Outcome = Result<(), Failure>;

/// Why a command failed.
pub enum Failure {
    /// The arguments are wrong: exit code 2.
    Usage(String),
    /// It failed, or the result is negative: exit code 1.
    Failed(String),
    /// The result is negative, and the command has printed it: exit code 1.
    Finding,
    /// The reader of the output has closed it, as `head` does: exit code 0, without a message.
    BrokenPipe,
}

impl From<ScenarioError> for Failure {
    fn from(error: ScenarioError) -> Self {
        Self::Failed(error.to_string())
    }
}

/// Runs a command.
pub fn run(cli: Cli) -> ExitCode {
    let outcome = match cli.command {
        None => display::open(None, &PatrolArgs::default(), &MapArgs::default()),
        Some(Command::Open { file, patrols, map }) => display::open(Some(file), &patrols, &map),
        Some(Command::Run(args)) => super::run::run(args),
        Some(Command::Diff(args)) => diff::diff(args),
        Some(Command::Shot(args)) => shot::shot(args),
        Some(Command::Film(args)) => film::film(args),
        Some(Command::Plan(args)) => plan::plan(args),
        Some(Command::Solve(args)) => solve::solve(args),
        Some(Command::Experiment(args)) => experiment::experiment(args),
        Some(Command::Check { files, map }) => check::check(&files, &map),
        Some(Command::Generate(args)) => generate::generate(args),
        Some(Command::Convert(args)) => convert::convert(args),
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
