//! A report as aligned text for a terminal, and its tables as CSV.

use super::{Column, Digits, Figure, Report, Table, Value, correction};
use std::fmt::{self, Display, Write};

impl Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "{}", self.experiment)?;
        writeln!(f, "  {}", self.paper)?;
        let times = if self.repetitions == 1 { "run" } else { "runs each" };
        let quick = if self.quick { ", a quick sample" } else { "" };
        let (seed, runs, version) = (self.seed, self.repetitions, &self.version);
        writeln!(f, "  seed {seed}, {runs} {times}{quick}, version {version}")?;
        for (name, value) in &self.parameters {
            writeln!(f, "  {name}: {value}")?;
        }
        writeln!(f, "  repeat with: {}", self.command)?;
        let sample = if self.quick { "Quick sample of: " } else { "" };
        for table in &self.tables {
            write!(f, "\n{sample}{table}")?;
        }
        if !self.claims.is_empty() {
            writeln!(f, "\nClaims")?;
            writeln!(f, "  {}", correction(self.family))?;
        }
        for claim in self.claims.iter().filter(|claim| claim.rules.is_none()) {
            write!(f, "{claim}")?;
        }
        if !self.notes.is_empty() {
            writeln!(f, "\nNotes")?;
        }
        for note in &self.notes {
            writeln!(f, "  {note}")?;
        }
        Ok(())
    }
}

impl Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.title)?;
        match self.cells() {
            0 => writeln!(f)?,
            cells => writeln!(f, ": {} of {cells} as in the paper", self.matched())?,
        }
        let blocks: Vec<Block> = (0..self.columns.len()).map(|i| Block::new(self, i)).collect();
        let labels = std::iter::once(&self.labels).chain(self.rows.iter().map(|r| &r.label));
        let width = labels.map(|label| label.chars().count()).max().unwrap_or(0);
        let mut line = format!("  {:width$}", "");
        for block in &blocks {
            let _ = write!(line, "  | {:<1$}", block.name, block.width());
        }
        writeln!(f, "{}", line.trim_end())?;
        let labels = std::iter::once(&self.labels).chain(self.rows.iter().map(|r| &r.label));
        for (number, label) in labels.enumerate() {
            let mut line = format!("  {label:<width$}");
            for block in &blocks {
                let _ = write!(line, "  | {}", block.line(number));
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// Prints one part of a figure.
type Part = fn(&Figure, Digits) -> Option<String>;

/// One column of a table as text: ours, then deviation, paper and difference if any row has them.
struct Block {
    name: String,
    /// Each with its cells, the heading first, and its width.
    columns: Vec<(Vec<String>, usize)>,
}

impl Block {
    fn new(table: &Table, index: usize) -> Self {
        let column = &table.columns[index];
        let figures: Vec<Option<&Figure>> =
            table.rows.iter().map(|row| row.figures.get(index)).collect();
        let ours = if table.says_whose { "" } else { "ours" };
        let parts: [(&str, Part); 4] = [
            (ours, |figure, digits| Some(figure.ours_printed(digits))),
            ("±", |figure, digits| Some(digits.print(figure.deviation?))),
            ("paper", |figure, digits| figure.paper_printed(digits)),
            ("diff", difference),
        ];
        let columns = parts
            .into_iter()
            .map(|(heading, part)| {
                let cell = |figure: &Option<&Figure>| {
                    figure.and_then(|figure| part(figure, column.digits))
                };
                (heading, figures.iter().map(cell).collect::<Vec<Option<String>>>())
            })
            .filter(|(_, cells)| cells.iter().any(Option::is_some))
            .map(|(heading, cells)| {
                let cells = cells.into_iter().map(Option::unwrap_or_default);
                let cells: Vec<String> =
                    std::iter::once(heading.to_string()).chain(cells).collect();
                let width = cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(0);
                (cells, width)
            })
            .collect();
        Self { name: column.name.clone(), columns }
    }

    fn width(&self) -> usize {
        let all = self.columns.iter().map(|(_, width)| width + 2).sum::<usize>().saturating_sub(2);
        all.max(self.name.chars().count())
    }

    fn line(&self, number: usize) -> String {
        let cells: Vec<String> = self
            .columns
            .iter()
            .map(|(cells, width)| format!("{:>width$}", cells[number], width = *width))
            .collect();
        format!("{:<1$}", cells.join("  "), self.width())
    }
}

/// The difference with its sign, or "differs" if the values are not numbers.
fn difference(figure: &Figure, digits: Digits) -> Option<String> {
    match (figure.difference(digits), figure.matches(digits)) {
        (Some(0.0), _) => Some("0".into()),
        (Some(difference), _) => Some(format!("{difference:+.*}", digits.decimals())),
        (None, Some(false)) => Some("differs".into()),
        (None, _) => None,
    }
}

/// A table as CSV: per column ours, then deviation, paper and difference if any row has them.
pub(super) fn csv(table: &Table) -> String {
    let has = |index: usize, part: fn(&Figure) -> bool| {
        table.rows.iter().filter_map(|row| row.figures.get(index)).any(part)
    };
    let parts: Vec<(bool, bool)> = (0..table.columns.len())
        .map(|i| (has(i, |f| f.deviation.is_some()), has(i, |f| f.paper.is_some())))
        .collect();
    let mut out = quoted(&table.labels);
    for (Column { name, .. }, (deviation, paper)) in table.columns.iter().zip(&parts) {
        let mut heading = |part: &str| {
            let _ = write!(out, ",{}", quoted(&format!("{name}{part}")));
        };
        heading("");
        if *deviation {
            heading(", standard deviation");
        }
        if *paper {
            heading(", paper");
            heading(", difference");
        }
    }
    for row in &table.rows {
        let _ = write!(out, "\n{}", quoted(&row.label));
        for ((column, figure), (deviation, paper)) in
            table.columns.iter().zip(&row.figures).zip(&parts)
        {
            let mut cell = |value: Option<String>| {
                let _ = write!(out, ",{}", quoted(&value.unwrap_or_default()));
            };
            cell(Some(match &figure.ours {
                Value::Number(number) => number.to_string(),
                Value::Word(word) => word.clone(),
            }));
            if *deviation {
                cell(figure.deviation.map(|d| d.to_string()));
            }
            if *paper {
                cell(figure.paper_printed(column.digits));
                cell(figure.difference(column.digits).map(|d| d.to_string()));
            }
        }
    }
    out.push('\n');
    out
}

/// A field of a CSV file, quoted if needed.
pub(crate) fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.into()
    }
}
