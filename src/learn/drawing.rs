//! The small drawing of a card: a grid of letters, and lines over it.
//!
//! ```text
//! ..###..     . floor   # wall   ~ water   o own unit   x enemy   * goal   < > ^ v arrows   1 to 9 weak to strong
//! o.###.*     A blank is nothing.
//! line blue 0,1 3,-0.5 6,1      a line through points in columns and rows; `dash`: a broken line; `arrow`: with a head
//! ring grey 3,1 2               a circle with its radius in cells; `disc`: a filled one
//! label 1,2 here                a word, centred
//! ```
//!
//! The point `0,0` is the centre of the upper left cell.

/// A drawing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    /// The letters of the grid, row by row.
    pub rows: Vec<Vec<char>>,
    /// What lies over the grid, in order.
    pub strokes: Vec<Stroke>,
}

/// Something over the grid. Points are in cells.
#[derive(Clone, Debug, PartialEq)]
pub enum Stroke {
    /// A line through points.
    Line {
        /// Its colour.
        colour: Colour,
        /// Whether it is broken.
        broken: bool,
        /// Whether it ends in a head.
        head: bool,
        /// Its points.
        points: Vec<(f32, f32)>,
    },
    /// A circle.
    Ring {
        /// Its colour.
        colour: Colour,
        /// Whether it is filled.
        filled: bool,
        /// Its centre.
        at: (f32, f32),
        /// Its radius, in cells.
        radius: f32,
    },
    /// A word.
    Label {
        /// Its centre.
        at: (f32, f32),
        /// The word.
        text: String,
    },
}

/// The colours of drawings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Colour {
    Blue,
    Orange,
    Green,
    Red,
    Yellow,
    Grey,
}

/// Where a drawing is wrong, from 1, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawingError {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// A sentence.
    pub message: String,
}

/// The letters of a grid.
const LETTERS: &str = ".#~ox*<>^v123456789 ";

/// Reads a drawing.
pub fn read_drawing(text: &str) -> Result<Drawing, DrawingError> {
    let mut drawing = Drawing::default();
    for (index, line) in text.lines().enumerate() {
        let fail =
            |column: usize, message: String| DrawingError { line: index + 1, column, message };
        let mut words = line.split_whitespace();
        match words.next() {
            Some("line" | "dash" | "arrow" | "ring" | "disc" | "label") => {
                let stroke = stroke(line).map_err(|message| fail(1, message))?;
                drawing.strokes.push(stroke);
            }
            _ => {
                if let Some(place) = line.chars().position(|letter| !LETTERS.contains(letter)) {
                    let message =
                        format!("a drawing has no such letter; it has `{}`", LETTERS.trim());
                    return Err(fail(place + 1, message));
                }
                drawing.rows.push(line.chars().collect());
            }
        }
    }
    Ok(drawing)
}

fn stroke(line: &str) -> Result<Stroke, String> {
    let mut words = line.split_whitespace();
    let kind = words.next().unwrap_or_default();
    if kind == "label" {
        let at = point(words.next())?;
        return Ok(Stroke::Label { at, text: words.collect::<Vec<_>>().join(" ") });
    }
    let colour = colour(words.next())?;
    if matches!(kind, "ring" | "disc") {
        let at = point(words.next())?;
        let radius = words.next().and_then(|word| word.parse().ok());
        let radius = radius.ok_or("a circle needs a radius, such as `ring grey 3,1 2`")?;
        return Ok(Stroke::Ring { colour, filled: kind == "disc", at, radius });
    }
    let points: Vec<(f32, f32)> = words.map(|word| point(Some(word))).collect::<Result<_, _>>()?;
    if points.len() < 2 {
        return Err("a line needs two points or more".into());
    }
    Ok(Stroke::Line { colour, broken: kind == "dash", head: kind == "arrow", points })
}

fn colour(word: Option<&str>) -> Result<Colour, String> {
    Ok(match word {
        Some("blue") => Colour::Blue,
        Some("orange") => Colour::Orange,
        Some("green") => Colour::Green,
        Some("red") => Colour::Red,
        Some("yellow") => Colour::Yellow,
        Some("grey") => Colour::Grey,
        other => {
            let said = other.unwrap_or("nothing");
            return Err(format!(
                "`{said}` is not a colour; use blue, orange, green, red, yellow or grey"
            ));
        }
    })
}

fn point(word: Option<&str>) -> Result<(f32, f32), String> {
    let parsed = word.and_then(|word| word.split_once(',')).and_then(|(x, y)| {
        let (x, y): (f32, f32) = (x.parse().ok()?, y.parse().ok()?);
        (x.abs() < 100.0 && y.abs() < 100.0).then_some((x, y))
    });
    parsed.ok_or_else(|| format!("`{}` is not a point such as `3,1.5`", word.unwrap_or("nothing")))
}

impl Drawing {
    /// Columns and rows of the grid.
    pub fn size(&self) -> (usize, usize) {
        (self.rows.iter().map(Vec::len).max().unwrap_or(0), self.rows.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_has_a_grid_and_strokes() {
        let drawing = read_drawing(
            "o.#.*\n.....\narrow blue 0,0 2,1.5 4,0\nring grey 2,0 1\nlabel 2,1 a wall",
        )
        .unwrap();
        assert_eq!(drawing.size(), (5, 2));
        assert_eq!(drawing.strokes.len(), 3);
        assert!(matches!(&drawing.strokes[2], Stroke::Label { text, .. } if text == "a wall"));
    }

    #[test]
    fn a_wrong_letter_or_word_is_told_with_its_place() {
        let error = read_drawing("....\n..q.").unwrap_err();
        assert_eq!((error.line, error.column), (2, 3));
        for wrong in [
            "line pink 0,0 1,1",
            "line blue 0,0",
            "ring grey 0,0",
            "label x",
            "line blue 0,nan 1,1",
        ] {
            let error = read_drawing(wrong).unwrap_err();
            assert_eq!(error.line, 1, "{wrong}");
        }
    }
}
