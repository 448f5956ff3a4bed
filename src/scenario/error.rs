//! What is wrong with a file, and where.

use super::read::Position;
use std::fmt;

/// One sentence about a file that cannot be used: where, what, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ScenarioError {
    /// The file, as it was named.
    pub file: String,
    /// The line, from 1; 0 if it is not about the text of the file, which perhaps does not exist.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// The sentence.
    pub message: String,
}

impl fmt::Display for ScenarioError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { file, line, column, message } = self;
        let file = if file == "-" { "stdin" } else { file };
        match line {
            0 => write!(f, "{file}: {message}"),
            _ => write!(f, "{file}:{line}:{column}: {message}"),
        }
    }
}

impl ScenarioError {
    /// The sentence may quote the file: control characters become blanks, and a long sentence is cut.
    pub(super) fn new(file: &str, at: Position, message: impl AsRef<str>) -> Self {
        const LONGEST: usize = 600;
        let mut letters = message.as_ref().chars();
        let mut message: String = letters
            .by_ref()
            .take(LONGEST)
            .map(|letter| if letter.is_control() { ' ' } else { letter })
            .collect();
        if letters.next().is_some() {
            message.push_str("...");
        }
        Self { file: file.into(), line: at.line, column: at.column, message }
    }

    /// About a place in the file.
    pub(crate) fn at(file: &str, line: usize, column: usize, message: impl AsRef<str>) -> Self {
        Self::new(file, Position { line, column }, message)
    }

    /// About a file that cannot be read or written, whatever is in it.
    pub(crate) fn about(file: &str, message: impl AsRef<str>) -> Self {
        Self::new(file, Position { line: 0, column: 0 }, message)
    }

    /// The error with its line moved down, for a text that begins `lines` lines below the beginning of the file.
    pub(crate) fn below(self, lines: usize) -> Self {
        if self.line == 0 { self } else { Self { line: self.line + lines, ..self } }
    }

    /// About the file as a whole.
    pub(crate) fn whole(file: &str, message: impl AsRef<str>) -> Self {
        Self::new(file, Position { line: 1, column: 1 }, message)
    }
}
