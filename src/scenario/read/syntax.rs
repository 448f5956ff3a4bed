//! Explains errors of the RON reader in sentences that name the place and what would be right.

use super::locate::{Position, position, skip_blanks, skip_token, token, word_before};
use super::nearest::choices;
use crate::scenario::ScenarioError;
use ron::error::{Error, SpannedError};

/// The reader's error as a sentence about the file.
pub fn explain(file: &str, text: &str, error: &SpannedError) -> ScenarioError {
    // The span starts where the reader was before the error: blanks may follow.
    let start = byte_of(text, error.span.start.line, error.span.start.col);
    let end = byte_of(text, error.span.end.line, error.span.end.col);
    let (byte, message) = sentence(text, start, end, &error.code);
    ScenarioError::new(file, position(text, byte), message)
}

fn sentence(text: &str, start: usize, end: usize, code: &Error) -> (usize, String) {
    let here = first_token(text, start);
    let found = match token(text, here) {
        word if word.is_empty() => "the end of the file".into(),
        word => format!("`{word}`"),
    };
    let expected = |what: &str| (here, format!("{what} is expected here, not {found}"));
    let unfinished = matches!(
        code,
        Error::Eof | Error::ExpectedComma | Error::ExpectedArrayEnd | Error::ExpectedStructLikeEnd
    );
    if unfinished && skip_blanks(text, end) >= text.len() {
        let message = "the file ends too early; a `)` or `]` is probably missing";
        return (text.trim_end().len(), message.into());
    }
    match code {
        Error::ExpectedArray => expected("a list such as `[1, 2]`"),
        Error::ExpectedArrayEnd => expected("a `,` or the `]` that closes the list"),
        // The reader of whole numbers stops at the first character that is not a digit.
        Error::ExpectedComma if found.starts_with("`.") || ends_a_number(text, here) => {
            let number = word_before(text, skip_token(text, here));
            let word = token(text, number);
            (number, format!("a whole number is expected here, not `{word}`"))
        }
        Error::ExpectedComma => expected("a `,` or a closing bracket"),
        Error::ExpectedBoolean => expected("`true` or `false`"),
        Error::InvalidIntegerDigit { .. } => {
            let number = word_before(text, skip_token(text, here));
            let word = token(text, number);
            (number, format!("a whole number is expected here, not `{word}`"))
        }
        Error::ExpectedInteger => expected("a whole number"),
        Error::ExpectedFloat => expected("a number"),
        Error::ExpectedString => expected("a text in double quotes"),
        Error::ExpectedStringEnd => {
            (here, "this text has no closing quote; end it with `\"`".into())
        }
        Error::InvalidEscape(_) => {
            (here, "this text has a `\\` that means nothing; write `\\\\` for a backslash".into())
        }
        Error::ExpectedMapColon => expected("a `:` between the field's name and its value"),
        Error::ExpectedStructLike | Error::ExpectedNamedStructLike(_) => expected("a `(`"),
        Error::ExpectedStructLikeEnd => expected("the `)` that closes this group"),
        Error::ExpectedDifferentStructName { found, .. } => (
            here,
            format!(
                "`{found}` stands outside brackets; each entry has its own, as in `({found}: ...)`"
            ),
        ),
        Error::ExpectedIdentifier
        | Error::SuggestRawIdentifier(_)
        | Error::InvalidIdentifier(_) => {
            let (here, mut message) = expected("a name");
            if found.trim_start_matches('`').starts_with(is_value) {
                message.push_str("; a value goes inside one, as in `At(1, 2)` or `Named(\"A*\")`");
            }
            (here, message)
        }
        Error::IntegerOutOfBounds => {
            let number = word_before(text, end);
            (number, too_large(&token(text, number)))
        }
        Error::TrailingCharacters => {
            (here, format!("the scenario ended before {found}; nothing may follow its last `)`"))
        }
        Error::UnclosedBlockComment => {
            (here, "this comment is not closed; end it with `*/`".into())
        }
        Error::InvalidValueForType { expected, found } => {
            let value = last_token(text, start, end).unwrap_or(here);
            (value, format!("{expected} is expected here, not {found}"))
        }
        Error::ExpectedDifferentLength { expected, found } => {
            let what =
                expected.replace("a tuple of size", "a group of values in brackets, of length");
            (here, format!("{what}, is expected here, but this has {found}"))
        }
        Error::NoSuchEnumVariant { expected, found, .. } => (
            last_word(text, start, end, found),
            format!("`{found}` is not known here{}", choices(found, expected, '`')),
        ),
        Error::NoSuchStructField { expected, found, outer } => (
            last_word(text, start, end, found),
            format!("{} has no field `{found}`{}", owner(outer), choices(found, expected, '`')),
        ),
        Error::MissingStructField { field, outer } => {
            (here, format!("{} has no `{field}`; add `{field}: ...`", owner(outer)))
        }
        Error::DuplicateStructField { field, outer } => (
            last_word(text, start, end, field),
            format!("{} has `{field}` twice; remove one of them", owner(outer)),
        ),
        Error::ExceededRecursionLimit => (
            here,
            "the brackets are nested too deeply; a scenario needs fewer than ten levels".into(),
        ),
        other => {
            let said = other.to_string();
            let mut letters = said.chars();
            let first = letters.next().map(|c| c.to_lowercase().to_string()).unwrap_or_default();
            (
                here,
                format!(
                    "{first}{} at {found}; see `phalanx check --help` for the format",
                    letters.as_str()
                ),
            )
        }
    }
}

/// Whether the exponent of a number stands here, right behind its digits.
fn ends_a_number(text: &str, byte: usize) -> bool {
    let (before, after) = text.split_at(byte.min(text.len()));
    before.ends_with(|letter: char| letter.is_ascii_digit()) && after.starts_with(['e', 'E'])
}

/// Whether a token that starts with this letter is a value: a number, a text, a group.
fn is_value(letter: char) -> bool {
    letter.is_ascii_digit() || matches!(letter, '-' | '"' | '(' | '[')
}

/// Why a whole number does not fit, guessed from its size.
fn too_large(number: &str) -> String {
    match number.parse::<i128>() {
        Ok(n) if n >= -i128::from(i32::MAX) && n < 0 => {
            format!("`{number}` is negative; a number from 0 upwards is expected here")
        }
        Ok(n) if (0..=i128::from(i32::MAX)).contains(&n) => {
            format!("`{number}` is too large; a part of a colour goes from 0 to 255")
        }
        _ => format!("`{number}` is too large; maps end at 4096, seeds at {}", u64::MAX),
    }
}

fn owner(outer: &Option<String>) -> String {
    outer.as_ref().map_or_else(|| "this group".into(), |name| format!("`{name}`"))
}

/// The byte at a line and column.
fn byte_of(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let rest = text.get(start..).unwrap_or("");
    start + rest.char_indices().nth(column.saturating_sub(1)).map_or(rest.len(), |(i, _)| i)
}

/// The first byte at or after `byte` where something is written.
fn first_token(text: &str, byte: usize) -> usize {
    skip_blanks(text, byte)
}

/// The last token that starts in a span.
fn last_token(text: &str, start: usize, end: usize) -> Option<usize> {
    let mut at = first_token(text, start);
    let mut last = None;
    while at < end {
        last = Some(at);
        at = first_token(text, skip_token(text, at).max(at + 1));
    }
    last
}

/// Where a word stands, last before the end of a span.
fn last_word(text: &str, start: usize, end: usize, word: &str) -> usize {
    text.get(..end).and_then(|t| t.rfind(word)).unwrap_or(start)
}

/// Line and column of the first byte that is not UTF-8, for files that are not text.
pub fn not_text(bytes: &[u8], valid: usize) -> Position {
    let before = String::from_utf8_lossy(&bytes[..valid.min(bytes.len())]);
    position(&before, before.len())
}
