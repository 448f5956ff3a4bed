//! `phalanx list`: what has a name.

use super::arguments::Listed;
use super::{ListArgs, Outcome, print, print_json};
use phalanx::experiment::EXPERIMENTS;
use phalanx::overlay::OVERLAYS;
use phalanx::picture::metric_columns;
use phalanx::scenario::{presets, shipped};
use serde::Serialize;

/// Something that has a name.
#[derive(Serialize)]
struct Named {
    name: String,
    about: String,
    /// Where it comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    paper: Option<String>,
}

impl Named {
    fn new(name: impl Into<String>, about: impl Into<String>) -> Self {
        Self { name: name.into(), about: about.into(), paper: None }
    }
}

pub fn list(args: &ListArgs) -> Outcome {
    let list = named(args.what);
    if args.json {
        return print_json(&list);
    }
    let widest = list.iter().map(|named| named.name.chars().count()).max().unwrap_or_default();
    for Named { name, about, .. } in &list {
        print(format!("{name:<widest$}  {about}"))?;
    }
    Ok(())
}

/// The experiments, each with its paper.
pub fn list_experiments(json: bool) -> Outcome {
    let list = named(Listed::Experiments);
    if json {
        return print_json(&list);
    }
    for Named { name, about, paper } in &list {
        print(name)?;
        print(format!("  {about}"))?;
        print(format!("  {}", paper.as_deref().unwrap_or_default()))?;
    }
    Ok(())
}

fn named(what: Listed) -> Vec<Named> {
    match what {
        Listed::Scenarios => {
            let title = |scenario: phalanx::scenario::Scenario| scenario.title;
            let about =
                |shipped: &phalanx::scenario::Shipped| shipped.load().map_or(String::new(), title);
            shipped().iter().map(|shipped| Named::new(shipped.name, about(shipped))).collect()
        }
        Listed::Presets => presets()
            .into_iter()
            .map(|preset| Named {
                paper: Some(preset.group.title().into()),
                ..Named::new(preset.name, preset.doc)
            })
            .collect(),
        Listed::Experiments => EXPERIMENTS
            .iter()
            .map(|experiment| Named {
                paper: Some(experiment.paper.into()),
                ..Named::new(experiment.name, experiment.about)
            })
            .collect(),
        Listed::Overlays => OVERLAYS
            .iter()
            .map(|overlay| Named::new(overlay.key.replace(' ', "-"), overlay.doc))
            .collect(),
        Listed::Metrics => metric_columns().map(|(name, doc)| Named::new(name, doc)).collect(),
    }
}
