//! Finds where a value stands in a RON text, so that a message about it can name line and column.
//!
//! The RON reader forgets positions once it has made values. This walks the text again along a path
//! such as `units[3].at`. It reads only as much of the grammar as it needs to step over values:
//! comments, strings, characters, brackets and commas. It never fails: where a step of the path leads nowhere,
//! the answer is the value reached so far.

/// One step into a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Into the field with a name.
    Field(&'static str),
    /// Into the entry with a number, of a list or a tuple.
    Entry(usize),
}

/// Line and column of a place in a text; both count from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// The place of the value at the end of a path, in bytes from the start of the text.
pub fn locate(text: &str, path: &[Step]) -> usize {
    let mut walker = Walker { text: text.as_bytes(), at: 0 };
    walker.skip_blanks();
    walker.skip_attributes();
    let mut found = walker.at;
    for step in path {
        match walker.enter(*step) {
            Some(at) => found = at,
            None => break,
        }
        walker.at = found;
    }
    found
}

/// The place of the value of a field of the outermost value, if it is there.
pub fn find_field(text: &str, field: &'static str) -> Option<usize> {
    let mut walker = Walker { text: text.as_bytes(), at: 0 };
    walker.skip_blanks();
    walker.skip_attributes();
    walker.enter(Step::Field(field))
}

/// The place of the character with a number in the string that starts at `string`.
pub fn inside_string(text: &str, string: usize, character: usize) -> usize {
    let rest = text.get(string..).unwrap_or("");
    let Some(quote) = rest.find('"') else { return string };
    let escapes = !rest.starts_with('r');
    let mut characters = rest[quote + 1..].char_indices();
    for _ in 0..character {
        match characters.next() {
            Some((_, '\\')) if escapes => {
                characters.next();
            }
            Some(_) => {}
            None => return string,
        }
    }
    string + quote + 1 + characters.next().map_or(0, |(i, _)| i)
}

/// Line and column of a byte.
pub fn position(text: &str, byte: usize) -> Position {
    let mut end = byte.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let before = &text[..end];
    let line_start = before.rfind('\n').map_or(0, |i| i + 1);
    Position {
        line: 1 + before.bytes().filter(|&b| b == b'\n').count(),
        column: 1 + before[line_start..].chars().count(),
    }
}

/// The word, number, string or sign that stands at a byte, cut to a readable length; empty at the end.
pub fn token(text: &str, byte: usize) -> String {
    let mut walker = Walker { text: text.as_bytes(), at: byte.min(text.len()) };
    walker.skip_blanks();
    let start = walker.at;
    walker.skip_token();
    let found = String::from_utf8_lossy(&walker.text[start..walker.at]);
    let mut short: String = found.chars().take_while(|c| !c.is_control()).take(40).collect();
    if short.len() < found.len() {
        short.push_str("...");
    }
    short
}

/// The first byte from `byte` on that is neither white space nor comment.
pub fn skip_blanks(text: &str, byte: usize) -> usize {
    let mut walker = Walker { text: text.as_bytes(), at: byte.min(text.len()) };
    walker.skip_blanks();
    walker.at
}

/// Where the word or number begins that ends before `byte`, with blanks between; `byte` if none does.
pub fn word_before(text: &str, byte: usize) -> usize {
    let before = text.as_bytes()[..byte.min(text.len())].trim_ascii_end();
    let length = before.iter().rev().take_while(|b| is_word(**b)).count();
    if length == 0 { byte.min(text.len()) } else { before.len() - length }
}

/// The byte behind the token that starts at `byte`.
pub fn skip_token(text: &str, byte: usize) -> usize {
    let mut walker = Walker { text: text.as_bytes(), at: byte.min(text.len()) };
    walker.skip_token();
    walker.at
}

struct Walker<'a> {
    text: &'a [u8],
    at: usize,
}

impl Walker<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn starts_with(&self, sign: &[u8]) -> bool {
        self.text[self.at.min(self.text.len())..].starts_with(sign)
    }

    /// Moves to just behind the next `sign`, or to the end.
    fn skip_past(&mut self, sign: &[u8]) {
        while self.at < self.text.len() && !self.starts_with(sign) {
            self.at += 1;
        }
        self.at = (self.at + sign.len()).min(self.text.len());
    }

    /// White space and comments.
    fn skip_blanks(&mut self) {
        loop {
            if self.peek().is_some_and(|b| b.is_ascii_whitespace()) {
                self.at += 1;
            } else if self.starts_with(b"//") {
                self.skip_past(b"\n");
            } else if self.starts_with(b"/*") {
                self.skip_block_comment();
            } else {
                return;
            }
        }
    }

    /// Block comments nest.
    fn skip_block_comment(&mut self) {
        let mut depth = 0;
        while self.at < self.text.len() {
            if self.starts_with(b"/*") {
                depth += 1;
                self.at += 2;
            } else if self.starts_with(b"*/") {
                depth -= 1;
                self.at += 2;
                if depth == 0 {
                    return;
                }
            } else {
                self.at += 1;
            }
        }
    }

    /// `#![enable(...)]` at the head of a file.
    fn skip_attributes(&mut self) {
        while self.starts_with(b"#") {
            self.skip_past(b"]");
            self.skip_blanks();
        }
    }

    /// One word, number, string, character or sign.
    fn skip_token(&mut self) {
        let Some(first) = self.peek() else { return };
        if first == b'"' || self.starts_with(b"b\"") {
            self.at += if first == b'b' { 2 } else { 1 };
            while let Some(b) = self.peek() {
                self.at += if b == b'\\' { 2 } else { 1 };
                if b == b'"' {
                    break;
                }
            }
            self.at = self.at.min(self.text.len());
        } else if let Some(end) = self.raw_string_end() {
            self.skip_past(&end);
        } else if first == b'\'' {
            self.skip_character();
        } else if is_word(first) {
            while self.peek().is_some_and(is_word) {
                self.at += 1;
            }
        } else {
            self.at += 1;
        }
    }

    /// If a raw string starts here, steps over its opening and gives what ends it.
    fn raw_string_end(&mut self) -> Option<Vec<u8>> {
        let rest = &self.text[self.at..];
        let prefix = if rest.starts_with(b"br") { 2 } else { 1 };
        if rest.first() != Some(&b'r') && prefix == 1 {
            return None;
        }
        let hashes = rest[prefix..].iter().take_while(|&&b| b == b'#').count();
        if rest.get(prefix + hashes) != Some(&b'"') {
            return None;
        }
        self.at += prefix + hashes + 1;
        let mut end = vec![b'"'];
        end.resize(1 + hashes, b'#');
        Some(end)
    }

    /// `'x'` or `'\''`; a lone quote is skipped alone.
    fn skip_character(&mut self) {
        let from = self.at + if self.text.get(self.at + 1) == Some(&b'\\') { 3 } else { 2 };
        let close = (from..from + 10).find(|&i| self.text.get(i) == Some(&b'\''));
        self.at = close.unwrap_or(self.at) + 1;
    }

    /// Up to the comma or closing bracket that ends the value here.
    fn skip_value(&mut self) {
        let mut depth = 0_usize;
        loop {
            self.skip_blanks();
            match self.peek() {
                None => return,
                Some(b'(' | b'[' | b'{') => depth += 1,
                Some(b')' | b']' | b'}') if depth == 0 => return,
                Some(b')' | b']' | b'}') => depth -= 1,
                Some(b',') if depth == 0 => return,
                _ => {}
            }
            self.skip_token();
        }
    }

    /// From the start of a value to the start of a value inside it.
    fn enter(&mut self, step: Step) -> Option<usize> {
        if self.peek().is_some_and(is_word) {
            self.skip_token();
            self.skip_blanks();
        }
        if !matches!(self.peek(), Some(b'(' | b'[' | b'{')) {
            return None;
        }
        self.at += 1;
        for number in 0.. {
            self.skip_blanks();
            if matches!(self.peek(), None | Some(b')' | b']' | b'}')) {
                return None;
            }
            let start = self.at;
            match step {
                Step::Entry(n) if n == number => return Some(start),
                Step::Entry(_) => {}
                Step::Field(name) => {
                    self.skip_token();
                    let named = &self.text[start..self.at] == name.as_bytes();
                    self.skip_blanks();
                    if named && self.peek() == Some(b':') {
                        self.at += 1;
                        self.skip_blanks();
                        return Some(self.at);
                    }
                    self.at = start;
                }
            }
            self.skip_value();
            if self.peek() == Some(b',') {
                self.at += 1;
            } else {
                return None;
            }
        }
        None
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'+' | b'.') || byte >= 0x80
}

#[cfg(test)]
mod tests {
    use super::Step::{Entry, Field};
    use super::*;

    const TEXT: &str = r##"#![enable(implicit_some)]
// units: [ "not here" ]
Scenario(
    title: "a \" ( [ quoted, title", /* nested /* comment, ( */ */
    raw: r#"raw " ) ,"#, letter: ',', quote: '\'',
    units: [
        (team: "blue", at: (1, 2)),
        (at: (33, 4), team: "green"), // the second
    ],
    map: Rows([
        "..é#",
        r"....",
    ]),
)
"##;

    fn found(path: &[Step]) -> (usize, usize, String) {
        let byte = locate(TEXT, path);
        let Position { line, column } = position(TEXT, byte);
        (line, column, token(TEXT, byte))
    }

    #[test]
    fn paths_lead_through_comments_strings_and_brackets() {
        assert_eq!(found(&[]), (3, 1, "Scenario".into()));
        assert_eq!(found(&[Field("quote")]), (5, 46, r"'\''".into()));
        assert_eq!(found(&[Field("units"), Entry(1), Field("at"), Entry(0)]), (8, 15, "33".into()));
        assert_eq!(found(&[Field("units"), Entry(1), Field("team")]), (8, 29, "\"green\"".into()));
        assert_eq!(found(&[Field("map"), Entry(0), Entry(1)]), (12, 9, "r\"....\"".into()));
    }

    #[test]
    fn a_path_that_leads_nowhere_ends_at_the_last_value() {
        assert_eq!(found(&[Field("units"), Entry(9), Field("at")]), (6, 12, "[".into()));
        assert_eq!(found(&[Field("units"), Entry(0), Field("kind")]), (7, 9, "(".into()));
    }

    #[test]
    fn characters_inside_a_string_are_counted_as_people_see_them() {
        let at = |row, n| {
            let string = locate(TEXT, &[Field("map"), Entry(0), Entry(row)]);
            let Position { line, column } = position(TEXT, inside_string(TEXT, string, n));
            (line, column)
        };
        assert_eq!(at(0, 3), (11, 13));
        assert_eq!(at(1, 0), (12, 11));
    }

    #[test]
    fn broken_texts_are_survived() {
        let path = [Field("map"), Entry(0), Entry(1)];
        for end in 0..TEXT.len() {
            if TEXT.is_char_boundary(end) {
                for start in (0..end).filter(|&s| TEXT.is_char_boundary(s)).step_by(7) {
                    let text = &TEXT[start..end];
                    let byte = inside_string(text, locate(text, &path), 3);
                    assert!(position(text, byte).line >= 1);
                    token(text, byte);
                }
            }
        }
    }
}
