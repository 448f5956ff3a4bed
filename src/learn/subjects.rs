//! Everything that has an about card: algorithms, layers, overlays and metrics, from the lists of the program.

use crate::overlay::OVERLAYS;
use crate::parameters::{Kind, Parameter, Parameters, Value};
use crate::parts::Part;
use crate::picture::rows::{ROWS, SIDE_ROWS};
use crate::planning::{Layers, Search};
use crate::steering::{Engage, Travel};
use crate::traffic::Traffic;

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

    /// The heading of its cards in a list.
    pub fn heading(self) -> &'static str {
        match self {
            Self::Search => "Searches",
            Self::Layer => "Layers",
            Self::Travel => "Travel",
            Self::Engage => "Engage",
            Self::Traffic => "Traffic",
            Self::Overlay => "Overlays",
            Self::Metric => "Numbers",
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
    let numbers = ROWS.iter().map(|row| row.label).chain(SIDE_ROWS.iter().map(|row| row.what));
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

    /// Its parameters with their defaults as text, from the list that the program itself uses.
    pub fn parameters(&self) -> Vec<(&'static Parameter, String)> {
        fn of_part<P: Part>(key: &str) -> Vec<(&'static Parameter, String)> {
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

fn listed(parameters: &dyn Parameters) -> Vec<(&'static Parameter, String)> {
    let list = parameters.list().iter().enumerate();
    list.map(|(index, parameter)| (parameter, text(parameter, parameters.value(index)))).collect()
}

fn text(parameter: &Parameter, value: Value) -> String {
    match (&parameter.kind, value) {
        (Kind::Choice(names), Value::Choice(index)) => {
            names.get(index).copied().unwrap_or("").into()
        }
        (_, Value::Switch(on)) => if on { "on" } else { "off" }.into(),
        _ => format!("{value} {}", parameter.unit).trim_end().into(),
    }
}
