//! Data on stdout, messages on stderr.

use super::{Failure, Outcome};
use std::fmt::Display;
use std::io::{ErrorKind, Write};

/// Prints a value as JSON on stdout.
pub fn print_json(value: &impl serde::Serialize) -> Outcome {
    let text = serde_json::to_string_pretty(value)
        .map_err(|e| Failure::Failed(format!("the result cannot be written as JSON: {e}")))?;
    print(text)
}

/// Prints a line of data on stdout.
pub fn print(text: impl Display) -> Outcome {
    writeln!(std::io::stdout().lock(), "{text}").map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => Failure::BrokenPipe,
        _ => Failure::Failed(format!("the output cannot be written ({error})")),
    })
}

/// Prints a message on stderr. Does nothing if stderr is closed.
pub fn say(text: impl Display) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}
