//! The manual of the scenario format: an annotated example, then every field and every parameter, listed from the types.

use super::file::ScenarioFile;
use super::shape::{Shape, shape_of};
use crate::combat::{Rules, SetFile};
use crate::parameters::{Kind, Parameters, Value};
use crate::parts::Part;
use crate::planning::{CellSteps, Layers, Search};
use crate::steering::{Engage, Travel};
use crate::traffic::Traffic;
use serde::Deserialize;
use std::fmt::Write as _;
use std::sync::LazyLock;

/// Longest line, in letters, so that a terminal of 80 columns shows it as it stands here.
const WIDTH: usize = 80;

/// The manual, as text.
pub fn describe_format() -> &'static str {
    static MANUAL: LazyLock<String> = LazyLock::new(|| {
        let mut text = String::from(include_str!("../format.md"));
        text.push_str("\nEvery field of a scenario, by the type that it has:\n\n");
        Types::default().list::<ScenarioFile>(&mut text);
        text.push_str("\nEvery field of a file of unit kinds:\n\n");
        Types::default().list::<SetFile>(&mut text);
        parameters(&mut text);
        text
    });
    &MANUAL
}

/// The types that are listed already.
#[derive(Default)]
struct Types(Vec<Shape>);

impl Types {
    /// Lists a type and all types inside it.
    fn list<'de, T: Deserialize<'de>>(&mut self, text: &mut String) {
        self.visit::<T>(&mut Vec::new(), text);
    }

    fn visit<'de, T: Deserialize<'de>>(&mut self, path: &mut Vec<usize>, text: &mut String) {
        let Some(shape) = shape_of::<T>(path) else { return };
        let parts = match shape {
            Shape::Struct(name, fields) => {
                if !name.is_empty() && !self.is_new(shape) {
                    return;
                }
                if !name.is_empty() && !has_parameters(name) {
                    let fields = entries::<T>(fields, path, |field, of| format!("{field}: {of}"));
                    wrapped(text, &format!("{name}("), &fields, ")");
                }
                if has_parameters(name) { 0 } else { fields.len() }
            }
            Shape::Enum(name, variants) => {
                if !self.is_new(shape) {
                    return;
                }
                if !has_parameters(name) {
                    let inside = |variant: &str, of: &str| match of {
                        "" => variant.to_string(),
                        _ => format!("{variant}({of})"),
                    };
                    wrapped(
                        text,
                        &format!("{name} is "),
                        &entries::<T>(variants, path, inside),
                        "",
                    );
                }
                if has_parameters(name) { 0 } else { variants.len() }
            }
            Shape::List => 1,
            Shape::Tuple(length) => length,
            Shape::Unit | Shape::Value(_) => 0,
        };
        for part in 0..parts {
            path.push(part);
            self.visit::<T>(path, text);
            path.pop();
        }
    }

    fn is_new(&mut self, shape: Shape) -> bool {
        let new = !self.0.contains(&shape);
        if new {
            self.0.push(shape);
        }
        new
    }
}

/// Types whose parameters are listed with their ranges.
fn has_parameters(name: &str) -> bool {
    matches!(name, "Rules" | "CellSteps" | "Search" | "Layers" | "Travel" | "Engage" | "Traffic")
}

/// The fields or variants of a type, each with what is inside.
fn entries<'de, T: Deserialize<'de>>(
    names: &[&str],
    path: &mut Vec<usize>,
    entry: impl Fn(&str, &str) -> String,
) -> Vec<String> {
    let one = |(part, name): (usize, &&str)| {
        path.push(part);
        let of = type_of::<T>(path);
        path.pop();
        entry(name, &of)
    };
    names.iter().enumerate().map(one).collect()
}

/// A type in a few words.
fn type_of<'de, T: Deserialize<'de>>(path: &mut Vec<usize>) -> String {
    let inside = |part: usize, path: &mut Vec<usize>| {
        path.push(part);
        let word = type_of::<T>(path);
        path.pop();
        word
    };
    match shape_of::<T>(path) {
        Some(Shape::Value(word)) => word.into(),
        Some(Shape::Struct("", fields)) => {
            entries::<T>(fields, path, |field, of| format!("{field}: {of}")).join(", ")
        }
        Some(Shape::Struct(name, _) | Shape::Enum(name, _)) => name.into(),
        Some(Shape::List) => format!("list of {}", inside(0, path)),
        Some(Shape::Tuple(length)) => {
            let parts: Vec<String> = (0..length).map(|part| inside(part, path)).collect();
            format!("({})", parts.join(", "))
        }
        Some(Shape::Unit) | None => String::new(),
    }
}

/// The parameters of doctrines, rules and motion, with range, unit, default and meaning.
fn parameters(text: &mut String) {
    text.push_str("\nParameters, with their ranges and what they are if left out:\n");
    let mut section = |title: &str, doc: &str, of: &dyn Parameters| {
        let _ = writeln!(text, "\n{title}");
        paragraph(text, "  ", doc);
        for (place, parameter) in of.list().iter().enumerate() {
            let (name, usual) = (parameter.name, of.value(place));
            let range = match (&parameter.kind, usual) {
                (Kind::Number(least, most), usual) if *most < f64::MAX => {
                    format!("{least} to {most} {} ({usual})", parameter.unit)
                }
                (Kind::Whole(least, most), usual) if *most < i64::from(u32::MAX) => {
                    format!("{least} to {most} {} ({usual})", parameter.unit)
                }
                (Kind::Number(..) | Kind::Whole(..), usual) => {
                    format!("{} ({usual})", parameter.unit)
                }
                (Kind::Switch, usual) => format!("true or false ({usual})"),
                (Kind::Choice(names), Value::Choice(chosen)) => {
                    let usual = names.get(chosen).copied().unwrap_or_default();
                    format!("{} ({usual})", names.join(", "))
                }
                (Kind::Choice(names), _) => names.join(", "),
            };
            let range = range.split_whitespace().collect::<Vec<_>>().join(" ");
            paragraph(text, "  ", &format!("{name}: {range}. {}", parameter.doc));
        }
    };
    section("rules", "The rules of fights.", &Rules::default());
    section("motion: CellSteps", "Units step from cell to cell.", &CellSteps::default());
    part::<Search>("search", &mut section);
    for (place, info) in Layers::LIST.iter().enumerate() {
        let mut layers = Layers::default();
        layers.switch(place, true);
        if let Some(parameters) = layers.parameters(place) {
            section(&format!("layers: {}", info.name), info.doc, parameters);
        }
    }
    part::<Travel>("travel", &mut section);
    part::<Engage>("engage", &mut section);
    part::<Traffic>("traffic", &mut section);
}

fn part<P: Part>(field: &str, section: &mut impl FnMut(&str, &str, &dyn Parameters)) {
    for (place, info) in P::LIST.iter().enumerate() {
        let algorithm = P::at(place);
        section(&format!("{field}: {}", info.name), info.doc, algorithm.parameters());
    }
}

/// Words in lines that fit, all but the first a little further to the right.
fn paragraph(text: &mut String, indent: &str, words: &str) {
    let words: Vec<String> = words.split_whitespace().map(String::from).collect();
    fill(text, indent, &words, " ");
}

/// A list in lines that fit.
fn wrapped(text: &mut String, start: &str, entries: &[String], end: &str) {
    let mut words: Vec<String> = Vec::new();
    for (place, entry) in entries.iter().enumerate() {
        let before = if place == 0 { start } else { "" };
        let after = if place + 1 == entries.len() { end } else { "," };
        let entry = format!("{before}{entry}{after}");
        words.extend(entry.split(' ').filter(|word| !word.is_empty()).map(String::from));
    }
    fill(text, "", &words, " ");
}

fn fill(text: &mut String, indent: &str, words: &[String], blank: &str) {
    let mut line = String::from(indent);
    let mut is_empty = true;
    for word in words {
        if !is_empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
            let _ = writeln!(text, "{line}");
            line = format!("{indent}    ");
            is_empty = true;
        }
        if !is_empty {
            line.push_str(blank);
        }
        line.push_str(word);
        is_empty = false;
    }
    let _ = writeln!(text, "{line}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manual_lists_every_field_and_fits_into_80_columns() {
        let manual = describe_format();
        let long: Vec<&str> = manual.lines().filter(|line| line.chars().count() > WIDTH).collect();
        assert!(long.is_empty(), "{long:#?}");
        for expected in [
            "stop_after_attack: ",
            "AttackUnit(unit: whole number",
            "ResizeObstacle(",
            "SetDirections(",
            "KindAction is ",
            "nodes_per_pass: ",
            "look_ahead: ",
            "travel: Orca",
            "layers: congestion",
            "splash: number",
        ] {
            let flat = manual.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(flat.contains(expected.trim()), "{expected}:\n{manual}");
        }
    }
}
