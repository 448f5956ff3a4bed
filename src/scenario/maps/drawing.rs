//! Maps drawn as text, one letter to a cell: what tests contain, and what people paste.

use super::format::{bounds, whole};
use super::{MapFile, MapFormat};
use crate::grid::{Cell, CornerRule, Ground, Terrain, TextError, read_map};

pub const FORMAT: MapFormat = MapFormat {
    name: "drawing",
    extensions: &["txt"],
    read: |file: &MapFile| read_drawing(file.text()?),
    write: Some(|terrain| Ok(write_drawing(terrain).into_bytes())),
};

/// Reads a map from a text: rows of letters as in [`Ground::from_letter`], or a whole MovingAI map with its header.
///
/// Rows may be indented and may stand in quotes with commas behind them, as in the source of a program. Blank lines do
/// not matter.
pub fn read_drawing(text: &str) -> Result<Terrain, TextError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // The words of a MovingAI header are written in small letters, of which none is a kind of ground.
    if text.trim_start().starts_with(|first: char| first.is_ascii_lowercase()) {
        return read_map(text);
    }
    let rows: Vec<Row> =
        (1..).zip(text.lines()).filter_map(|(n, line)| Row::new(n, line)).collect();
    let Some(first) = rows.first() else {
        return Err(whole("there is no map in this text; write rows such as `..#..`"));
    };
    let width = first.letters.chars().count();
    let bounds = bounds(width as u64, rows.len() as u64)
        .map_err(|message| TextError::new(first.line, first.column, message))?;
    let mut ground = Vec::with_capacity(bounds.area().min(text.len()));
    for row in &rows {
        for (x, letter) in row.letters.chars().take(width).enumerate() {
            ground.push(Ground::from_letter(letter).ok_or_else(|| {
                let message = format!(
                    "the letter {letter:?} is not a kind of ground; use `.` floor, `S` swamp, `#` or `@` wall, \
                     `T` trees, `W` water"
                );
                TextError::new(row.line, row.column + x, message)
            })?);
        }
        let length = row.letters.chars().count();
        if length != width {
            let message = format!(
                "this row has {length} letters, but the first has {width}; make them equally long"
            );
            return Err(TextError::new(row.line, row.column + length.min(width), message));
        }
    }
    Ok(Terrain::from_ground(bounds, CornerRule::default(), ground))
}

/// A row of a drawing.
struct Row<'a> {
    line: usize,
    /// The column of its first letter.
    column: usize,
    letters: &'a str,
}

impl<'a> Row<'a> {
    /// `None` for a blank line.
    fn new(line: usize, text: &'a str) -> Option<Self> {
        let start = text.trim_start();
        let indent = text[..text.len() - start.len()].chars().count();
        let row = start.trim_end().trim_end_matches(',').trim_end();
        let inner = row.strip_prefix('"').and_then(|row| row.strip_suffix('"'));
        let (column, letters) = inner.map_or((indent + 1, row), |inner| (indent + 2, inner));
        (!letters.is_empty()).then_some(Self { line, column, letters })
    }
}

fn write_drawing(terrain: &Terrain) -> String {
    let bounds = terrain.bounds();
    let mut text = String::with_capacity(bounds.area() + bounds.height as usize);
    for y in 0..bounds.height as i32 {
        text.extend((0..bounds.width as i32).map(|x| match terrain.ground(Cell::new(x, y)) {
            Ground::Wall => '#',
            other => other.letter(),
        }));
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(rows: &[&str]) -> Terrain {
        Terrain::from_text(CornerRule::default(), rows)
    }

    #[test]
    fn rows_are_read_bare_indented_quoted_and_with_a_movingai_header() {
        let expected = drawn(&["..#", "WTS"]);
        for text in [
            "..#\nWTS",
            "\n  ..#\r\n  WTS\r\n\n",
            "    \"..@\",\n    \"WTS\",\n",
            "type octile\nheight 2\nwidth 3\nmap\n..@\nWTS\n",
            "\u{feff}..#\nWTS\n",
        ] {
            assert_eq!(read_drawing(text).as_ref(), Ok(&expected), "{text:?}");
        }
        assert_eq!(read_drawing(&write_drawing(&expected)), Ok(expected));
    }

    #[test]
    fn mistakes_are_told_with_line_and_column() {
        let told = |text: &str| {
            let error = read_drawing(text).unwrap_err();
            (error.line, error.column, error.message)
        };
        assert_eq!(told(" \n").0, 1);
        let (line, column, message) = told("\n  ...\n  .x.\n");
        assert_eq!((line, column), (3, 4));
        assert!(message.contains("'x'") && message.contains("`W` water"), "{message}");
        let (line, column, message) = told("\"...\",\n\"..\",\n");
        assert_eq!((line, column), (2, 4));
        assert!(message.contains("2 letters, but the first has 3"), "{message}");
        assert!(told(&".\n".repeat(5000)).2.contains("1 x 5000 cells"));
    }
}
