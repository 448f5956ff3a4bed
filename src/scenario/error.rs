//! What is wrong with a file, and where.

use super::locate::Position;

/// One sentence about a file that cannot be used: where, what, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}:{column}: {message}")]
pub struct ScenarioError {
    /// The file, as it was named.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// The sentence.
    pub message: String,
}

impl ScenarioError {
    pub(super) fn new(file: &str, at: Position, message: impl Into<String>) -> Self {
        Self { file: file.into(), line: at.line, column: at.column, message: message.into() }
    }

    /// About the file as a whole.
    pub(super) fn whole(file: &str, message: impl Into<String>) -> Self {
        Self::new(file, Position { line: 1, column: 1 }, message)
    }
}
