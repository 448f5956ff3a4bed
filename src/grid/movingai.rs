//! The texts of MovingAI files: maps in and out, problems in.
//!
//! N. Sturtevant, "Benchmarks for Grid-Based Pathfinding", IEEE TCIAIG 4(2), 2012. A map is a header
//! (`type octile`, `height H`, `width W`, `map`) and H rows of W letters; (0, 0) is the upper left cell
//! and a diagonal step needs both sides free. A problem is one line of nine fields. Fields are
//! separated by tabs or spaces, lines may end in CRLF.

use super::text_error::TextError;
use super::{Bounds, Cell, CornerRule, Ground, Terrain};

/// One problem of a `.scen` file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScenProblem {
    /// Problems of similar length share a bucket.
    pub bucket: u32,
    /// The map's file name, as the file gives it.
    pub map: String,
    /// Columns of the map.
    pub width: u32,
    /// Rows of the map.
    pub height: u32,
    /// Where to begin.
    pub start: Cell,
    /// Where to go.
    pub goal: Cell,
    /// Length of a shortest path in cells, as printed. `None` if the file gives 0 for two different
    /// cells, which is how some files leave it open, and others say that there is no path.
    pub optimal: Option<f64>,
    /// Digits behind the point of that length, as printed.
    pub decimals: u32,
    /// The line in the file, from 1; 0 if it comes from no file.
    pub line: u32,
}

/// Reads a map from the text of a `.map` file, with MovingAI's corner rule.
pub fn read_map(text: &str) -> Result<Terrain, TextError> {
    let mut lines = Lines::new(text);
    let (mut width, mut height, mut kind) = (None, None, false);
    let bounds = loop {
        let Some((number, line)) = lines.next_filled() else {
            return Err(TextError::new(
                lines.number + 1,
                1,
                "the file ends inside its header; `type octile`, `height H`, `width W` and `map` are \
                 expected",
            ));
        };
        let fields: Vec<(usize, &str)> = fields(line).collect();
        let argument = |what: &str| {
            fields.get(1).copied().ok_or_else(|| {
                let column = line.chars().count() + 1;
                TextError::new(number, column, format!("`{}` lacks {what}", fields[0].1))
            })
        };
        match fields[0].1 {
            "type" => {
                let (column, value) = argument("a value; `type octile` is expected")?;
                if value != "octile" {
                    let message = format!("map type `{value}` is not known; it must be `octile`");
                    return Err(TextError::new(number, column, message));
                }
                kind = true;
            }
            name @ ("width" | "height") => {
                let (column, value) = argument("a number of cells")?;
                let side = side(name, value).map_err(|m| TextError::new(number, column, m))?;
                let known = if name == "width" { &mut width } else { &mut height };
                if known.replace(side).is_some() {
                    let message = format!("`{name}` is there twice; remove one of them");
                    return Err(TextError::new(number, fields[0].0, message));
                }
            }
            "map" => match (kind, width, height) {
                (true, Some(width), Some(height)) => break Bounds::new(width, height),
                _ => {
                    let missing = match (kind, height) {
                        (false, _) => "type octile",
                        (_, None) => "height H",
                        _ => "width W",
                    };
                    let message = format!("the rows begin before the header has said `{missing}`");
                    return Err(TextError::new(number, 1, message));
                }
            },
            other => {
                let message = format!(
                    "`{}` is not a header of a map; `type`, `height`, `width` or `map` is expected",
                    shorten(other)
                );
                return Err(TextError::new(number, fields[0].0, message));
            }
        }
        if let Some(&(column, extra)) = fields.get(2) {
            let message = format!("`{}` is unexpected at the end of this line", shorten(extra));
            return Err(TextError::new(number, column, message));
        }
    };
    read_rows(&mut lines, bounds)
}

fn read_rows(lines: &mut Lines, bounds: Bounds) -> Result<Terrain, TextError> {
    let mut ground = Vec::with_capacity(bounds.area().min(lines.rest.len()));
    for row in 0..bounds.height {
        let Some((number, line)) = lines.next() else {
            let message =
                format!("the map ends after {row} rows; its header says {}", bounds.height);
            return Err(TextError::new(lines.number + 1, 1, message));
        };
        let line = line.trim_end();
        let found = line.chars().count();
        for (x, letter) in line.chars().take(bounds.width as usize).enumerate() {
            ground.push(Ground::from_letter(letter).ok_or_else(|| {
                let message =
                    format!("{letter:?} is not a kind of ground; one of . G S @ O T W is expected");
                TextError::new(number, x + 1, message)
            })?);
        }
        if found != bounds.width as usize {
            let message =
                format!("row {row} has {found} letters; the header says {}", bounds.width);
            return Err(TextError::new(number, found.min(bounds.width as usize) + 1, message));
        }
    }
    if let Some((number, _)) = lines.next_filled() {
        let message = format!("there are more rows than the {} of the header", bounds.height);
        return Err(TextError::new(number, 1, message));
    }
    Ok(Terrain::from_ground(bounds, CornerRule::BothSidesFree, ground))
}

/// The text of a `.map` file of the bare ground; obstacles that cover cells are not part of it.
pub fn write_map(terrain: &Terrain) -> String {
    let bounds = terrain.bounds();
    let mut text = format!("type octile\nheight {}\nwidth {}\nmap\n", bounds.height, bounds.width);
    text.reserve(bounds.area() + bounds.height as usize);
    for y in 0..bounds.height as i32 {
        text.extend((0..bounds.width as i32).map(|x| terrain.ground(Cell::new(x, y)).letter()));
        text.push('\n');
    }
    text
}

/// Reads the problems of a `.scen` file from its text.
pub fn read_scen(text: &str) -> Result<Vec<ScenProblem>, TextError> {
    let mut lines = Lines::new(text);
    match lines.next_filled() {
        Some((number, line)) => {
            let words: Vec<(usize, &str)> = fields(line).collect();
            let version = words.get(1).and_then(|w| w.1.parse::<f64>().ok());
            if words[0].1 != "version" || version != Some(1.0) || words.len() > 2 {
                let message = format!("found `{}`; `version 1` is expected first", shorten(line));
                return Err(TextError::new(number, words[0].0, message));
            }
        }
        None => {
            return Err(TextError::new(1, 1, "the file is empty; `version 1` is expected first"));
        }
    }
    let mut problems = Vec::new();
    while let Some((number, line)) = lines.next_filled() {
        problems.push(read_problem(number, line)?);
    }
    Ok(problems)
}

fn read_problem(number: usize, line: &str) -> Result<ScenProblem, TextError> {
    const NAMES: [&str; 9] = [
        "bucket",
        "map",
        "map width",
        "map height",
        "start x",
        "start y",
        "goal x",
        "goal y",
        "optimal length",
    ];
    let fields: Vec<(usize, &str)> = fields(line).take(NAMES.len() + 1).collect();
    let field = |index: usize| {
        fields.get(index).copied().ok_or_else(|| {
            let message = format!(
                "the {} is missing; a problem has nine fields: {}",
                NAMES[index],
                NAMES.join(", ")
            );
            TextError::new(number, line.trim_end().chars().count() + 1, message)
        })
    };
    let whole = |index: usize, most: u32| {
        let (column, value) = field(index)?;
        value.parse::<u32>().ok().filter(|&v| v <= most).ok_or_else(|| {
            let message = format!(
                "the {} is `{}`; a whole number from 0 to {most} is expected",
                NAMES[index],
                shorten(value)
            );
            TextError::new(number, column, message)
        })
    };
    let side = |index| whole(index, Bounds::MAX_SIDE);
    let cell = |x, y| Ok(Cell::new(side(x)? as i32, side(y)? as i32));
    let bucket = whole(0, u32::MAX)?;
    let map = field(1)?.1.to_owned();
    let (width, height) = (side(2)?, side(3)?);
    let (start, goal) = (cell(4, 5)?, cell(6, 7)?);
    let (column, value) = field(8)?;
    let optimal = value.parse::<f64>().ok().filter(|v| v.is_finite() && *v >= 0.0);
    let optimal = optimal.ok_or_else(|| {
        let message = format!(
            "the optimal length is `{}`; a number that is not negative is expected",
            shorten(value)
        );
        TextError::new(number, column, message)
    })?;
    if let Some(&(column, extra)) = fields.get(NAMES.len()) {
        let message = format!("`{}` is too much; a problem has nine fields", shorten(extra));
        return Err(TextError::new(number, column, message));
    }
    let optimal = (optimal > 0.0 || start == goal).then_some(optimal);
    let digits = value.split_once('.').map_or("", |(_, digits)| digits);
    let decimals = digits.bytes().take_while(u8::is_ascii_digit).count() as u32;
    let line = u32::try_from(number).unwrap_or(u32::MAX);
    Ok(ScenProblem { bucket, map, width, height, start, goal, optimal, decimals, line })
}

fn side(name: &str, value: &str) -> Result<u32, String> {
    value.parse().ok().filter(|v| (1..=Bounds::MAX_SIDE).contains(v)).ok_or_else(|| {
        format!(
            "the {name} is `{}`; a whole number from 1 to {} is expected",
            shorten(value),
            Bounds::MAX_SIDE
        )
    })
}

/// The words of a line with their columns, counted from 1.
fn fields(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut columns = Columns { line, byte: 0, column: 1 };
    line.split_ascii_whitespace().map(move |word| {
        let byte = word.as_ptr() as usize - line.as_ptr() as usize;
        (columns.at(byte), word)
    })
}

/// Turns byte positions that only grow into columns, in one pass over the line.
struct Columns<'a> {
    line: &'a str,
    byte: usize,
    column: usize,
}

impl Columns<'_> {
    fn at(&mut self, byte: usize) -> usize {
        self.column += self.line[self.byte..byte].chars().count();
        self.byte = byte;
        self.column
    }
}

/// The start of a text that came from a file, short enough for a message.
fn shorten(text: &str) -> String {
    const MAX_LENGTH: usize = 40;
    let text = text.trim();
    match text.char_indices().nth(MAX_LENGTH) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// Lines without their ends, with their numbers; a byte-order mark at the start is skipped.
struct Lines<'a> {
    rest: &'a str,
    number: usize,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Self {
        Self { rest: text.strip_prefix('\u{feff}').unwrap_or(text), number: 0 }
    }

    fn next(&mut self) -> Option<(usize, &'a str)> {
        if self.rest.is_empty() {
            return None;
        }
        let (line, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
        self.rest = rest;
        self.number += 1;
        Some((self.number, line.strip_suffix('\r').unwrap_or(line)))
    }

    fn next_filled(&mut self) -> Option<(usize, &'a str)> {
        loop {
            let (number, line) = self.next()?;
            if !line.trim_ascii().is_empty() {
                return Some((number, line));
            }
        }
    }
}

#[cfg(test)]
#[path = "movingai_tests.rs"]
mod tests;
