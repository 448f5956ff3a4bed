//! Tables: our figures beside the paper's.

use crate::measure::statistics::print_p;
use crate::scenario::Scenario;
use serde::Serialize;
use std::sync::Arc;

/// A table: in every cell our figure, and the paper's if it prints one.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// What it shows.
    pub title: String,
    /// The heading of the row labels.
    pub labels: String,
    /// The columns after the labels.
    pub columns: Vec<Column>,
    /// The rows, each with one figure per column.
    pub rows: Vec<Row>,
    /// Whether the names of the columns say whose figures they hold, so that they are not headed as ours.
    pub says_whose: bool,
}

/// A column of figures.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its name, with the unit.
    pub name: String,
    /// How its numbers are printed.
    pub digits: Digits,
}

/// How numbers are printed, and so what "equal as printed" means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Digits {
    /// Rounded to this many decimals.
    Rounded(usize),
    /// Cut off after this many decimals.
    Cut(usize),
    /// A probability, with four decimals; never printed as 0.
    Probability,
}

/// A row of figures.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its label.
    pub label: String,
    /// One per column.
    pub figures: Vec<Figure>,
    /// What was run for it, with doctrines and seed set, so that the window can open it.
    pub scenarios: Vec<Arc<Scenario>>,
}

/// Our figure, and the paper's.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Ours.
    pub ours: Value,
    /// The standard deviation of what was averaged.
    pub deviation: Option<f64>,
    /// What the paper prints in this place.
    pub paper: Option<Value>,
    /// Largest difference from the paper's that counts as matched. Without it both must be equal as
    /// printed.
    pub tolerance: Option<f64>,
}

/// A number or a word.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// A number, printed with the digits of its column.
    Number(f64),
    /// A word, printed as it is.
    Word(String),
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<&str> for Value {
    fn from(word: &str) -> Self {
        Self::Word(word.into())
    }
}

impl From<String> for Value {
    fn from(word: String) -> Self {
        Self::Word(word)
    }
}

impl Digits {
    /// The number as it is printed. Cutting tolerates rounding errors in the last bits: 0.86 stays 0.86.
    pub fn print(self, number: f64) -> String {
        match self {
            Self::Rounded(decimals) => format!("{number:.decimals$}"),
            Self::Probability => print_p(number),
            Self::Cut(decimals) => {
                let scale = 10f64.powi(decimals as i32);
                let slack = 1e-6f64.copysign(number);
                format!("{:.decimals$}", (number * scale + slack).trunc() / scale)
            }
        }
    }

    /// The decimals.
    pub fn decimals(self) -> usize {
        match self {
            Self::Rounded(decimals) | Self::Cut(decimals) => decimals,
            Self::Probability => 4,
        }
    }
}

impl Figure {
    /// A figure that the paper does not print.
    pub fn new(ours: impl Into<Value>) -> Self {
        Self { ours: ours.into(), deviation: None, paper: None, tolerance: None }
    }

    /// With what the paper prints.
    pub fn paper(self, paper: impl Into<Value>) -> Self {
        Self { paper: Some(paper.into()), ..self }
    }

    /// With the standard deviation of what was averaged.
    pub fn deviation(self, deviation: f64) -> Self {
        Self { deviation: Some(deviation), ..self }
    }

    /// With the largest difference from the paper's that counts as matched.
    pub fn within(self, tolerance: f64) -> Self {
        Self { tolerance: Some(tolerance), ..self }
    }

    /// Ours as printed.
    pub fn ours_printed(&self, digits: Digits) -> String {
        printed(&self.ours, digits)
    }

    /// The paper's as printed.
    pub fn paper_printed(&self, digits: Digits) -> Option<String> {
        let rounded = Digits::Rounded(digits.decimals());
        self.paper.as_ref().map(|paper| printed(paper, rounded))
    }

    /// Ours as printed minus the paper's.
    pub fn difference(&self, digits: Digits) -> Option<f64> {
        let (Value::Number(ours), Some(Value::Number(paper))) = (&self.ours, &self.paper) else {
            return None;
        };
        let ours: f64 = digits.print(*ours).parse().unwrap_or(*ours);
        let scale = 10f64.powi(digits.decimals() as i32);
        // No minus before a zero.
        Some(((ours - paper) * scale).round() / scale + 0.0)
    }

    /// Whether ours matches the paper's; `None` if the paper prints none.
    pub fn matches(&self, digits: Digits) -> Option<bool> {
        let paper = self.paper.as_ref()?;
        Some(match (&self.ours, paper, self.tolerance) {
            (Value::Number(ours), Value::Number(paper), Some(tolerance)) => {
                (ours - paper).abs() <= tolerance
            }
            _ => Some(self.ours_printed(digits)) == self.paper_printed(digits),
        })
    }
}

fn printed(value: &Value, digits: Digits) -> String {
    match value {
        Value::Number(number) => digits.print(*number),
        Value::Word(word) => word.clone(),
    }
}

impl Row {
    /// A row without scenarios.
    pub fn new(label: impl Into<String>, figures: Vec<Figure>) -> Self {
        Self { label: label.into(), figures, scenarios: Vec::new() }
    }

    /// With what was run for it.
    pub fn of(self, scenarios: impl IntoIterator<Item = Scenario>) -> Self {
        Self { scenarios: scenarios.into_iter().map(Arc::new).collect(), ..self }
    }
}

impl Table {
    /// A table without rows; columns by name, all with the same digits.
    pub fn new<N: Into<String>>(
        title: impl Into<String>,
        labels: impl Into<String>,
        digits: Digits,
        columns: impl IntoIterator<Item = N>,
    ) -> Self {
        let column = |name: N| Column { name: name.into(), digits };
        Self {
            title: title.into(),
            labels: labels.into(),
            columns: columns.into_iter().map(column).collect(),
            rows: Vec::new(),
            says_whose: false,
        }
    }

    /// The table with column names that say whose figures they hold.
    pub fn says_whose(self) -> Self {
        Self { says_whose: true, ..self }
    }

    /// The table with other digits in one column.
    pub fn digits(mut self, column: usize, digits: Digits) -> Self {
        if let Some(column) = self.columns.get_mut(column) {
            column.digits = digits;
        }
        self
    }

    /// Every figure with its column.
    pub fn figures(&self) -> impl Iterator<Item = (&Column, &Figure)> {
        self.rows.iter().flat_map(|row| self.columns.iter().zip(&row.figures))
    }

    /// Number of cells that the paper prints.
    pub fn cells(&self) -> usize {
        self.figures().filter(|(_, figure)| figure.paper.is_some()).count()
    }

    /// Number of those cells that match.
    pub fn matched(&self) -> usize {
        self.figures().filter(|(c, figure)| figure.matches(c.digits) == Some(true)).count()
    }
}
