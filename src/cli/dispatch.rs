//! Runs a command and turns its result into an exit code.

use super::manual::command_names;
use super::names::unknown;
use super::{
    Cli, Command, MapArgs, PatrolArgs, check, convert, diff, display, experiment, film, generate,
    interrupt, list, manual, output, plan, print_json, say, shot, solve,
};
use clap::Parser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use phalanx::scenario::ScenarioError;
use serde::Serialize;
use std::process::ExitCode;

/// Whether a command succeeded.
pub type Outcome = Result<(), Failure>;

/// Why a command failed.
#[derive(Debug)]
pub enum Failure {
    /// The arguments are wrong: exit code 2.
    Usage(String),
    /// It failed, or the result is negative: exit code 1.
    Failed(String),
    /// The result is negative, and the command has printed it: exit code 1.
    Finding,
    /// Units have not arrived, although that was required: exit code 3.
    NotArrived,
    /// A signal has ended it, and the command has kept what there was: exit code 128 and the number of the signal.
    Interrupted,
    /// The reader of the output has closed it, as `head` does: exit code 0, without a message.
    BrokenPipe,
}

impl From<ScenarioError> for Failure {
    fn from(error: ScenarioError) -> Self {
        Self::Failed(error.to_string())
    }
}

/// The sentence that `--json` prints about a failure.
#[derive(Serialize)]
struct Error<'a> {
    error: &'a str,
}

/// Reads the arguments and runs the command.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return not_run(&error),
    };
    let json = cli.command.as_ref().is_some_and(Command::json);
    let (message, code) = match run(cli.command) {
        Ok(()) | Err(Failure::BrokenPipe) => return ExitCode::SUCCESS,
        Err(Failure::Finding) => return ExitCode::from(1),
        Err(Failure::NotArrived) => return ExitCode::from(3),
        Err(Failure::Interrupted) => {
            return ExitCode::from(128 + interrupt::signal().unwrap_or_default());
        }
        Err(Failure::Failed(message)) => (message, 1),
        Err(Failure::Usage(message)) => (message, 2),
    };
    say(&message);
    tell(&message, json);
    ExitCode::from(code)
}

/// Prints help, or what is wrong with the arguments.
fn not_run(error: &clap::Error) -> ExitCode {
    let json = error.use_stderr() && std::env::args_os().any(|word| word == "--json");
    if error.kind() == ErrorKind::InvalidSubcommand
        && let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand)
    {
        let message = unknown("command", name, &command_names());
        say(&message);
        tell(&message, json);
        return ExitCode::from(2);
    }
    let said = error.render().to_string();
    let sentence = said.split("\n\n").next().unwrap_or(&said).trim();
    tell(sentence.trim_start_matches("error: "), json);
    // Help is no error, unless it cannot be printed.
    match output::broken(error.print()) {
        Ok(()) | Err(Failure::BrokenPipe) => {
            ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
        }
        Err(_) => ExitCode::from(1),
    }
}

/// Prints a failure for a script. If stdout is closed, the exit code still tells.
fn tell(message: &str, json: bool) {
    if json {
        let _ = print_json(&Error { error: message });
    }
}

fn run(command: Option<Command>) -> Outcome {
    match command {
        None => display::open(None, &PatrolArgs::default(), &MapArgs::default()),
        Some(Command::Open { file, patrols, map }) => display::open(Some(file), &patrols, &map),
        Some(Command::Run(args)) => super::run::run(&args),
        Some(Command::Diff(args)) => diff::diff(args),
        Some(Command::Shot(args)) => shot::shot(args),
        Some(Command::Film(args)) => film::film(args),
        Some(Command::Plan(args)) => plan::plan(args),
        Some(Command::Solve(args)) => solve::solve(args),
        Some(Command::Experiment(args)) => experiment::experiment(args),
        Some(Command::List(args)) => list::list(&args),
        Some(Command::Check(args)) => check::check(&args),
        Some(Command::Generate(args)) => generate::generate(args),
        Some(Command::Convert(args)) => convert::convert(args),
        Some(Command::Completions { shell }) => manual::completions(shell),
        Some(Command::Man { command }) => manual::page(command.as_deref()),
    }
}
