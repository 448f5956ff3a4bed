//! Pictures like Fig. 3: paths of A* and of Map Marker on real maps, with the visited nodes.

use super::super::path_picture::draw_paths;
use super::super::svg::colour;
use super::super::{ExperimentError, Report};
use super::{A_STAR, AllDraws, MAP_MARKER, PLANNERS, PlannedDraw, draw, paths_of, read_terrain};
use crate::grid::Cell;
use crate::planning::{GroupRequest, PlanContext, PlanScratch, plan_watched};
use std::collections::BTreeMap;

/// Maximum number of pictures of each kind.
const SHOWN: usize = 3;

/// What the three parts of Fig. 3 show: name, and whether A* and Map Marker separate.
const PARTS: [(&str, bool, bool); 3] =
    [("figure-3a", false, false), ("figure-3b", true, false), ("figure-3c", true, true)];

/// Pictures of the first few draws of each kind, at most one per map.
pub(super) fn fill(report: &mut Report, sample: &AllDraws) -> Result<(), ExperimentError> {
    for (part, a_star, map_marker) in PARTS {
        let mut of_kind: Vec<&PlannedDraw> = sample
            .draws
            .iter()
            .filter(|d| (d.separated(A_STAR), d.separated(MAP_MARKER)) == (a_star, map_marker))
            .collect();
        of_kind.dedup_by(|a, b| a.map == b.map);
        if of_kind.is_empty() {
            report.note(format!("No draw of this sample is like the paper's {part}."));
        }
        for planned in of_kind.into_iter().take(SHOWN) {
            for planner in [A_STAR, MAP_MARKER] {
                let picture = picture(sample, planned, planner)?;
                let name = PLANNERS[planner].to_lowercase().replace('*', "-star").replace(' ', "-");
                let map = planned.map.to_lowercase();
                report.picture(format!("{part}-{map}-{}-{name}", planned.number), picture);
            }
        }
    }
    Ok(())
}

/// The paths of one draw, planned again, so that no measured time includes recording the visited nodes.
fn picture(
    sample: &AllDraws,
    planned: &PlannedDraw,
    planner: usize,
) -> Result<String, ExperimentError> {
    let terrain = read_terrain(&planned.file)?;
    let draw = draw(&terrain, &planned.file, sample.seed, planned.number)?;
    let doctrine = &sample.doctrines[planner];
    let context = PlanContext::bare(&terrain).with_layers(doctrine.layers);
    let request = GroupRequest::new(&context, &draw.starts, draw.target);
    let (plans, searches) = plan_watched(&doctrine.search, &request, &mut PlanScratch::default());
    let mut visited: BTreeMap<Cell, u32> = BTreeMap::new();
    for node in searches.iter().flat_map(|search| search.nodes.iter()) {
        *visited.entry(terrain.cell(node)).or_default() += 1;
    }
    let visited: Vec<(Cell, u32)> = visited.into_iter().collect();
    let paths: Vec<(&[Cell], &str)> =
        paths_of(&plans).into_iter().map(|path| (path, colour(planner))).collect();
    let caption = format!("{}, {}", planned.label(), PLANNERS[planner]);
    Ok(draw_paths(&terrain, &paths, &visited, &caption))
}
