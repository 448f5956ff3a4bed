//! The hidden commands `phalanx completions` and `phalanx man`, made from the same arguments as the help.

use super::names::unknown;
use super::{Cli, Failure, Outcome, output};
use clap::CommandFactory;
use std::io::Write;
use std::sync::LazyLock;

/// Prints completions for a shell.
pub fn completions(shell: clap_complete::Shell) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "phalanx", &mut script);
    write(&script)
}

/// Prints a manual page.
pub fn page(command: Option<&str>) -> Outcome {
    let mut program = Cli::command();
    program.build();
    let shown = match command {
        None => program,
        Some(name) => match program.find_subcommand(name) {
            Some(found) => found.clone().name(format!("phalanx-{name}").leak() as &'static str),
            None => return Err(Failure::Usage(unknown("command", name, &command_names()))),
        },
    };
    let mut text = Vec::new();
    output::broken(clap_mangen::Man::new(shown).render(&mut text))?;
    write(&text)
}

/// The commands that are not hidden.
pub fn command_names() -> Vec<&'static str> {
    static PROGRAM: LazyLock<clap::Command> = LazyLock::new(Cli::command);
    let shown = PROGRAM.get_subcommands().filter(|command| !command.is_hide_set());
    shown.map(clap::Command::get_name).collect()
}

fn write(bytes: &[u8]) -> Outcome {
    let mut stdout = std::io::stdout().lock();
    output::broken(stdout.write_all(bytes).and_then(|()| stdout.flush()))
}
