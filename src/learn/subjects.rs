//! Everything that has an about card: algorithms, layers, overlays and metrics, from the lists of the program.

use crate::overlay::OVERLAYS;
use crate::parameters::{Kind, Parameter, Parameters, Value};
use crate::parts::Part;
use crate::picture::rows::{SIDE_ROWS, rows};
use crate::planning::{Layers, Search};
use crate::steering::{Engage, Travel};
use crate::traffic::Traffic;
use crate::words::{cells_per, in_words};

/// A kind of subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum SubjectKind {
    Search,
    Layer,
    Travel,
    Engage,
    Traffic,
    Overlay,
    Metric,
}

impl SubjectKind {
    /// The word before the slash in the name of a subject.
    pub fn word(self) -> &'static str {
        match self {
            Self::Search => "search",
            Self::Layer => "layer",
            Self::Travel => "travel",
            Self::Engage => "engage",
            Self::Traffic => "traffic",
            Self::Overlay => "overlay",
            Self::Metric => "metric",
        }
    }

    /// Its label beside a choice.
    pub fn label(self) -> &'static str {
        match self {
            Self::Search => "Search",
            Self::Layer => "Layer",
            Self::Overlay => "Overlay",
            Self::Metric => "Metric",
            Self::Travel | Self::Engage | Self::Traffic => self.heading(),
        }
    }

    /// The heading of its cards in a list.
    pub fn heading(self) -> &'static str {
        match self {
            Self::Search => "Searches",
            Self::Layer => "Layers",
            Self::Travel => "Movement",
            Self::Engage => "In combat",
            Self::Traffic => "Traffic",
            Self::Overlay => "Overlays",
            Self::Metric => "Metrics",
        }
    }
}

/// Something that has an about card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject {
    /// Its kind.
    pub kind: SubjectKind,
    /// Its name in the list of its kind.
    pub key: &'static str,
}

/// Numbers that have no row of their own in the table, but a curve in the plot.
const PLOTTED_ONLY: &[&str] = &["separation", "failed moves"];

/// All subjects.
pub fn subjects() -> Vec<Subject> {
    let of = |kind, keys: Vec<&'static str>| keys.into_iter().map(move |key| Subject { kind, key });
    let parts = |list: &'static [crate::parts::PartInfo]| list.iter().map(|i| i.name).collect();
    let numbers = rows().map(|row| row.label).chain(SIDE_ROWS.iter().map(|row| row.what));
    let mut numbers: Vec<&str> = numbers.chain(PLOTTED_ONLY.iter().copied()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    of(SubjectKind::Search, parts(Search::LIST))
        .chain(of(SubjectKind::Layer, parts(Layers::LIST)))
        .chain(of(SubjectKind::Travel, parts(Travel::LIST)))
        .chain(of(SubjectKind::Engage, parts(Engage::LIST)))
        .chain(of(SubjectKind::Traffic, parts(Traffic::LIST)))
        .chain(of(SubjectKind::Overlay, OVERLAYS.iter().map(|overlay| overlay.key).collect()))
        .chain(of(SubjectKind::Metric, numbers))
        .collect()
}

impl Subject {
    /// The subject with a name such as `layer/markers`.
    pub fn named(name: &str) -> Option<Self> {
        subjects().into_iter().find(|subject| subject.name() == name)
    }

    /// Its name, such as `layer/markers`.
    pub fn name(&self) -> String {
        format!("{}/{}", self.kind.word(), self.key)
    }

    /// Its parameters, from the list that the program itself uses.
    pub fn parameters(&self) -> Vec<ParameterText> {
        fn of_part<P: Part>(key: &str) -> Vec<ParameterText> {
            let place = P::LIST.iter().position(|info| info.name == key);
            place.map_or_else(Vec::new, |place| listed(P::at(place).parameters()))
        }
        match self.kind {
            SubjectKind::Search => of_part::<Search>(self.key),
            SubjectKind::Travel => of_part::<Travel>(self.key),
            SubjectKind::Engage => of_part::<Engage>(self.key),
            SubjectKind::Traffic => of_part::<Traffic>(self.key),
            SubjectKind::Layer => {
                let place = Layers::LIST.iter().position(|info| info.name == self.key);
                let all = Layers::all();
                place.and_then(|place| all.parameters(place)).map_or_else(Vec::new, listed)
            }
            SubjectKind::Overlay | SubjectKind::Metric => Vec::new(),
        }
    }
}

/// A parameter in words. Lengths are in cells, as in the panels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterText {
    /// Its name.
    pub label: String,
    /// What it means.
    pub doc: &'static str,
    /// Its default and, if it has one, its range.
    pub values: String,
}

fn listed(parameters: &dyn Parameters) -> Vec<ParameterText> {
    let list = parameters.list().iter().enumerate();
    let text = |(index, parameter): (usize, &'static Parameter)| ParameterText {
        label: parameter.label(),
        doc: parameter.doc,
        values: values(parameter, parameters.value(index)),
    };
    list.map(text).collect()
}

fn values(parameter: &Parameter, default: Value) -> String {
    let scale = cells_per(parameter.unit);
    let unit = if scale.is_some() { "cells" } else { parameter.unit };
    let number = |value: f64| {
        let value = value * scale.unwrap_or(1.0);
        ((value * 1000.0).round() / 1000.0).to_string()
    };
    let range = match parameter.kind {
        Kind::Number(least, most) if least > f64::MIN && most < f64::MAX => {
            format!(" ({} to {})", number(least), number(most))
        }
        Kind::Whole(least, most) if most - least <= 1000 => {
            format!(" ({} to {})", number(least as f64), number(most as f64))
        }
        _ => String::new(),
    };
    match (&parameter.kind, default) {
        (Kind::Choice(names), Value::Choice(index)) => {
            in_words(names.get(index).copied().unwrap_or_default())
        }
        (_, Value::Switch(on)) => if on { "on" } else { "off" }.into(),
        (_, Value::Number(value)) => {
            format!("{} {unit}", number(value)).trim_end().to_owned() + &range
        }
        (_, Value::Whole(value)) => {
            format!("{} {unit}", number(value as f64)).trim_end().to_owned() + &range
        }
        (_, other) => other.to_string(),
    }
}
