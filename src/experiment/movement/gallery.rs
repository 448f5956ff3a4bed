//! The layouts of the benchmark as scenarios to look at: one of each, units at the centre of their places.

use super::{Arrangement, LAYOUTS, Layout, MotionKind, Reading, Variant, build};
use crate::scenario::{Scenario, preset_named};
use crate::words::capitalised;

/// The doctrine of all units in them.
const DOCTRINE: &str = "A* with traffic";

/// One scenario for each layout, in the order of the tables.
pub fn layouts_to_look_at() -> Vec<Scenario> {
    let doctrine = preset_named(DOCTRINE).map(|preset| preset.doctrine).unwrap_or_default();
    let variant = Variant::new(Reading::default(), Arrangement::CENTRE);
    let scenario = |layout: &Layout| Scenario {
        title: title(layout.name),
        ..build(layout, variant, doctrine, MotionKind::Steered).scenario
    };
    LAYOUTS.iter().map(scenario).collect()
}

/// The name of a layout in words.
fn title(name: &str) -> String {
    capitalised(&name.replace('_', " ").replace("oneway", "one way"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_layout_can_be_looked_at() {
        let scenarios = layouts_to_look_at();
        assert_eq!(scenarios.len(), LAYOUTS.len());
        for scenario in scenarios {
            assert!(!scenario.title.contains('_') && scenario.description.ends_with('.'));
            let spawned = scenario.actions.iter().any(|batch| !batch.actions.is_empty());
            assert!(!scenario.units.is_empty() || spawned, "{}", scenario.title);
        }
    }
}
