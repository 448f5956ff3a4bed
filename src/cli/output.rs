//! Data on stdout, messages on stderr. No control character of a file gets to the terminal.

use super::{Failure, Outcome};
use std::borrow::Cow;
use std::fmt::Display;
use std::io::{ErrorKind, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Whether a file that a command writes has stdout, so that everything else goes to stderr.
static STDOUT_IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// From now on, stdout belongs to a file that a command writes.
pub fn give_stdout_to_a_file() {
    STDOUT_IS_TAKEN.store(true, Relaxed);
}

/// Prints a value as JSON on stdout.
pub fn print_json(value: &impl serde::Serialize) -> Outcome {
    let text = serde_json::to_string_pretty(value)
        .map_err(|e| Failure::Failed(format!("the result cannot be written as JSON: {e}")))?;
    // JSON itself asks only for the first 32 of the control characters to be escaped.
    let is_control = |letter: char| letter.is_control() && letter != '\n';
    if !text.contains(is_control) {
        return print(text);
    }
    let escaped = |letter: char| match is_control(letter) {
        true => format!("\\u{:04x}", u32::from(letter)),
        false => letter.into(),
    };
    print(text.chars().map(escaped).collect::<String>())
}

/// Prints lines of data on stdout.
pub fn print(text: impl Display) -> Outcome {
    let text = text.to_string();
    let text = harmless(&text);
    let written = match STDOUT_IS_TAKEN.load(Relaxed) {
        true => writeln!(std::io::stderr().lock(), "{text}"),
        false => writeln!(std::io::stdout().lock(), "{text}"),
    };
    broken(written)
}

/// Whether something was printed.
pub fn broken(written: std::io::Result<()>) -> Outcome {
    written.map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => Failure::BrokenPipe,
        _ => Failure::Failed(format!("the output cannot be written ({error})")),
    })
}

/// Prints a message on stderr. Does nothing if stderr is closed.
pub fn say(text: impl Display) {
    let text = text.to_string();
    let _ = writeln!(std::io::stderr().lock(), "{}", harmless(&text));
}

/// A text with a sign in place of each control character but ends of lines, so that a terminal does nothing but show it.
fn harmless(text: &str) -> Cow<'_, str> {
    let is_harmful = |letter: char| letter.is_control() && !matches!(letter, '\n' | '\t');
    if text.contains(is_harmful) {
        text.replace(is_harmful, "\u{fffd}").into()
    } else {
        text.into()
    }
}

/// A text of a file in one line.
pub fn in_one_line(text: &str) -> String {
    text.split(['\n', '\r']).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_do_not_reach_the_terminal() {
        assert_eq!(harmless("a\u{1b}[31m\u{9b}b\nc\u{7}"), "a\u{fffd}[31m\u{fffd}b\nc\u{fffd}");
        assert!(matches!(harmless("ä plain line\n"), Cow::Borrowed(_)));
        assert_eq!(in_one_line("two\nlines"), "two lines");
    }
}
