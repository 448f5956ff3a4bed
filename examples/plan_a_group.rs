//! Plans paths for a group with the core alone: no Bevy, no features.
//!
//! `cargo run --release --no-default-features --example plan_a_group`

use phalanx::grid::{Cell, CornerRule, Terrain};
use phalanx::measure::{average_length, cohesion};
use phalanx::planning::{
    AStar, GroupRequest, Layers, Markers, PlanContext, PlanScratch, Search, plan,
};

fn main() {
    let map = [
        "................................",
        "................................",
        "..............####..............",
        "..............####..............",
        "..............####..............",
        "..............####..............",
        "................................",
        "................................",
    ];
    let terrain = Terrain::from_text(CornerRule::BothSidesFree, &map);
    let starts: Vec<Cell> = (1..7).map(|y| Cell::new(1, y)).collect();
    let goal = Cell::new(30, 4);
    let mut scratch = PlanScratch::default();
    for (name, layers) in [
        ("A*", Layers::default()),
        ("Map Marker", Layers { markers: Some(Markers::default()), ..Layers::default() }),
    ] {
        let search = Search::AStar(AStar::of_the_papers());
        let context = PlanContext::bare(&terrain).with_layers(layers);
        let request = GroupRequest::new(&context, &starts, goal);
        let plans = plan(&search, &request, &mut scratch);
        let paths: Vec<&[Cell]> =
            plans.iter().filter_map(|plan| Some(plan.path.as_ref()?.cells())).collect();
        let expanded: u64 = plans.iter().map(|plan| plan.stats.expanded).sum();
        println!(
            "{name}: {} of {} units have a path, {:.2} cells long on average, cohesion {:.2}, {expanded} nodes",
            paths.len(),
            starts.len(),
            average_length(&paths),
            cohesion(&paths),
        );
    }
}
