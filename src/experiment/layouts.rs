//! The layouts of the two Map Marker papers, planned by any doctrine.
//!
//! Their figures are not available. The layouts, and the rules that the papers leave open, were reconstructed from
//! the printed numbers.

use super::battles::shipped_scenario;
use super::path_picture::draw_paths;
use super::svg::colour;
use super::{ExperimentError, PlanReport, Runs, plan_scenario};
use crate::grid::{Cell, CornerRule, Rectangle, Terrain};
use crate::measure::Sides;
use crate::scenario::{Doctrine, ObstacleKind, Scenario};
use std::sync::Arc;

/// The note of every report that shows the layouts.
pub(super) const RECONSTRUCTED: &str = "The papers' figures are not available: layouts, the order of \
    units that are equally far, the rounding to single precision and the floor of the neighbours' factor \
    are reconstructions that fit the printed numbers, not copies of the authors' files.";

/// A layout with the paths that a doctrine gives.
pub(super) struct Planned {
    /// With the doctrine set.
    pub scenario: Scenario,
    /// The paths, in the order of the units, and their metrics.
    pub plan: PlanReport,
    obstacle: Rectangle,
    kind: ObstacleKind,
}

/// Plans three shipped layouts by one doctrine, one run for each.
pub(super) fn plan_layouts(
    label: String,
    files: [&'static str; 3],
    doctrine: Doctrine,
    corners: Option<CornerRule>,
) -> Runs<Vec<Planned>> {
    Runs::of(label, files, move |file| Planned::new(file, doctrine, corners))
}

impl Planned {
    /// Plans a shipped layout, under another corner rule than its own if there is one.
    fn new(
        file: &str,
        doctrine: Doctrine,
        corners: Option<CornerRule>,
    ) -> Result<Self, ExperimentError> {
        let mut scenario = shipped_scenario(file)?;
        let &[obstacle] = scenario.obstacles.as_slice() else {
            let message = format!("the layout {file:?} must have exactly one obstacle");
            return Err(ExperimentError::Failed(message));
        };
        for team in &mut scenario.teams {
            team.doctrine = doctrine;
        }
        if let Some(corners) = corners {
            let mut terrain = Terrain::clone(&scenario.terrain);
            terrain.set_corners(corners);
            scenario.terrain = Arc::new(terrain);
        }
        let plan = plan_scenario(&scenario);
        Ok(Self { scenario, plan, obstacle: obstacle.area, kind: obstacle.kind })
    }

    /// The paths, in the order of the units.
    pub fn paths(&self) -> Vec<&[Cell]> {
        self.plan.units.iter().map(|unit| unit.path.as_slice()).collect()
    }

    /// Units left and right of the obstacle.
    pub fn sides(&self) -> Sides {
        Sides::of(self.obstacle, &self.paths())
    }

    /// Units left and right, as in "10/8".
    pub fn sides_text(&self) -> String {
        let sides = self.sides();
        format!("{}/{}", sides.left, sides.right)
    }

    /// Whether the group does what the paper wants: pass a tree on both sides, anything larger on one.
    pub fn passes(&self) -> bool {
        self.sides().is_split() == (self.kind == ObstacleKind::Tree)
    }

    /// The largest walking distance between units that pass obstacles on different sides, in cells.
    pub fn separation(&self) -> f64 {
        self.plan.separation.first().map_or(0.0, |s| s.distance)
    }

    /// The average length in single precision, as the paper's captions have it: each path added up step by step,
    /// then the paths.
    pub fn single_precision_average(&self) -> f64 {
        let step = |pair: &[Cell]| crate::grid::walk_length(pair) as f32;
        let length = |path: &&[Cell]| path.windows(2).map(step).fold(0f32, |sum, step| sum + step);
        let sum = self.paths().iter().map(length).fold(0f32, |sum, length| sum + length);
        f64::from(sum / self.plan.units.len().max(1) as f32)
    }

    /// The paths on the map: left of the obstacle, right of it, and others in their colours.
    pub fn picture(&self, caption: &str) -> String {
        let side = |path: &[Cell]| match Sides::of(self.obstacle, &[path]) {
            Sides { left: 1, right: 0, .. } => colour(0),
            Sides { left: 0, right: 1, .. } => colour(1),
            _ => colour(2),
        };
        let paths: Vec<(&[Cell], &str)> =
            self.paths().into_iter().map(|path| (path, side(path))).collect();
        draw_paths(&self.scenario.stamped_terrain(), &paths, &self.plan.visited, caption)
    }

    /// The scenario, with a setting added to its title.
    pub fn titled(&self, setting: &str) -> Scenario {
        let mut scenario = self.scenario.clone();
        scenario.title = format!("{}, {setting}", scenario.title);
        scenario
    }
}
