//! Tables as JSON: per cell ours, the paper's and the difference; per table how many cells the paper prints
//! and how many match.

use super::{Column, Figure, Table, Value};
use serde::{Serialize, Serializer};

#[derive(Serialize)]
struct JsonTable<'a> {
    title: &'a str,
    labels: &'a str,
    columns: Vec<&'a str>,
    rows: Vec<JsonRow<'a>>,
    cells: usize,
    matched: usize,
}

#[derive(Serialize)]
struct JsonRow<'a> {
    label: &'a str,
    cells: Vec<JsonFigure<'a>>,
    /// What was run: title and seed of each scenario.
    runs: Vec<JsonRun<'a>>,
}

#[derive(Serialize)]
struct JsonRun<'a> {
    title: &'a str,
    seed: u64,
}

#[derive(Serialize)]
struct JsonFigure<'a> {
    column: &'a str,
    /// As printed.
    ours: Value,
    /// With all digits.
    exact: &'a Value,
    deviation: Option<f64>,
    paper: &'a Option<Value>,
    difference: Option<f64>,
    matched: Option<bool>,
}

impl<'a> JsonFigure<'a> {
    fn new((column, figure): (&'a Column, &'a Figure)) -> Self {
        let printed = figure.ours_printed(column.digits);
        let ours = match figure.ours {
            Value::Number(number) => Value::Number(printed.parse().unwrap_or(number)),
            Value::Word(_) => Value::Word(printed),
        };
        Self {
            column: &column.name,
            ours,
            exact: &figure.ours,
            deviation: figure.deviation,
            paper: &figure.paper,
            difference: figure.difference(column.digits),
            matched: figure.matches(column.digits),
        }
    }
}

impl Serialize for Table {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        JsonTable {
            title: &self.title,
            labels: &self.labels,
            columns: self.columns.iter().map(|c| c.name.as_str()).collect(),
            rows: self
                .rows
                .iter()
                .map(|row| JsonRow {
                    label: &row.label,
                    cells: self.columns.iter().zip(&row.figures).map(JsonFigure::new).collect(),
                    runs: row
                        .scenarios
                        .iter()
                        .map(|scenario| JsonRun { title: &scenario.title, seed: scenario.seed })
                        .collect(),
                })
                .collect(),
            cells: self.cells(),
            matched: self.matched(),
        }
        .serialize(serializer)
    }
}
