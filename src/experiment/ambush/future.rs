//! The paper's future work: flocking and potential fields together with markers, walked into the ambush.
//!
//! Map Marker's Section VII: "further research is needed to understand how to leverage other algorithms used in RTS movement, such as
//! flocking and potential fields, to mitigate the separation problem". Parts of a doctrine combine, so this is a table. A flock
//! has one path for the group, so markers have nothing to do there; a potential field acts only while an enemy is in sight.

use super::case::{case, walk};
use super::tables::figure;
use super::{LAYOUTS, Walked};
use crate::combat::AfterFight;
use crate::experiment::battles::repeat;
use crate::experiment::seeds::Reported;
use crate::experiment::{Digits, ExperimentError, Row, Runs, Table};
use crate::scenario::Doctrine;
use crate::steering::{Boids, Engage, Flocking, PotentialField, Travel};

/// Name, and what is added to Map Marker.
type Combination = (&'static str, fn(Doctrine) -> Doctrine);

const COMBINATIONS: [Combination; 4] = [
    ("Map Marker alone", |doctrine| doctrine),
    ("Map Marker and flocking", |doctrine| Doctrine {
        travel: Travel::Flocking(Flocking::default()),
        ..doctrine
    }),
    ("Map Marker and potential field", |doctrine| Doctrine {
        engage: Engage::PotentialField(PotentialField::default()),
        ..doctrine
    }),
    ("Map Marker and boids", |doctrine| Doctrine {
        engage: Engage::Boids(Boids::default()),
        ..doctrine
    }),
];

/// By layout and combination: without combat, and into the ambush.
pub(super) fn plan(seeds: &Reported) -> Result<Runs<Vec<Vec<Walked>>>, ExperimentError> {
    let mut runs = Vec::new();
    for layout in 0..LAYOUTS.len() {
        for (name, add) in COMBINATIONS {
            let mut both = Vec::new();
            for ambush in [false, true] {
                let mut scenario = case(layout, "Map Marker", ambush, AfterFight::PlanAnew)?;
                scenario.title = scenario.title.replace("Map Marker", name);
                scenario.teams[0].doctrine = add(scenario.teams[0].doctrine);
                both.push(scenario);
            }
            runs.push(repeat("future work", both, seeds, walk));
        }
    }
    Ok(Runs::all(runs))
}

pub(super) fn table(runs: &[Vec<Walked>]) -> Table {
    let columns = ["no combat (s)", "combat (s)", "casualties"];
    let title = "Future work of the paper, walked: markers with flocking and with potential fields, paths planned again (ours)";
    let mut table = Table::new(title, "scenario", Digits::Rounded(1), columns);
    let names = LAYOUTS.iter().flat_map(|(layout, ..)| {
        COMBINATIONS.iter().map(move |(name, _)| format!("{layout}, {name}"))
    });
    for (name, both) in names.zip(runs) {
        let [free, ambush] = both.as_slice() else { continue };
        let figures = vec![
            figure(&free.values(|a| a.last)),
            figure(&ambush.values(|a| a.last)),
            figure(&ambush.values(|a| a.casualties)),
        ];
        table.rows.push(Row::new(name, figures).of(both.iter().map(Walked::first_run)));
    }
    table
}
