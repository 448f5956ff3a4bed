//! What is wrong with a text, and where.

use thiserror::Error;

/// A mistake in a text, at a place that an editor can jump to.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {message}")]
pub struct TextError {
    /// Line, counted from 1.
    pub line: u32,
    /// Column in characters, counted from 1.
    pub column: u32,
    /// A sentence that says what was found and what would be right.
    pub message: String,
}

impl TextError {
    /// A mistake at a line and column, both counted from 1.
    pub fn new(line: usize, column: usize, message: impl Into<String>) -> Self {
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Self { line: number(line), column: number(column), message: message.into() }
    }
}
