//! What is wrong with a text file, and where.

use std::fs::File;
use std::io::Read;
use std::path::Path;
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

/// Why a text file could not be used; the sentence names the file.
#[derive(Debug, Error)]
pub enum FileError {
    /// The file could not be read at all.
    #[error("{path}: the file cannot be read: {source}")]
    Unreadable {
        /// The file.
        path: String,
        /// What the system says.
        source: std::io::Error,
    },
    /// The file is not text.
    #[error("{path}, byte {byte}: this is not UTF-8 text; a text file is expected")]
    NotText {
        /// The file.
        path: String,
        /// How many bytes are good, counted from the start.
        byte: usize,
    },
    /// The text has a mistake.
    #[error("{path}:{}:{}: {}", error.line, error.column, error.message)]
    Mistake {
        /// The file.
        path: String,
        /// The mistake.
        error: TextError,
    },
}

/// Largest file that is read, in bytes: several times the largest map.
const LARGEST_FILE: u64 = 64 << 20;

/// Reads a text file and turns it into a value; every error names the file.
pub fn read_text_file<T>(
    path: &Path,
    parse: impl FnOnce(&str) -> Result<T, TextError>,
) -> Result<T, FileError> {
    let name = || path.display().to_string();
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(LARGEST_FILE + 1).read_to_end(&mut bytes))
        .and_then(|size| match size as u64 {
            0..=LARGEST_FILE => Ok(()),
            _ => {
                Err(std::io::Error::other(format!("it is larger than {} MiB", LARGEST_FILE >> 20)))
            }
        })
        .map_err(|source| FileError::Unreadable { path: name(), source })?;
    let text = std::str::from_utf8(&bytes)
        .map_err(|e| FileError::NotText { path: name(), byte: e.valid_up_to() })?;
    parse(text).map_err(|error| FileError::Mistake { path: name(), error })
}
