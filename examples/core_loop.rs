//! A loop of one's own on the core alone: plan, slots, steps. No Bevy, no features.
//!
//! `cargo run --release --no-default-features --example core_loop`

use phalanx::prelude::*;
use phalanx::steering::{Body, Troop, Walk, give_slots};
use std::collections::BTreeSet;

fn main() {
    // A wall with a gap of one cell.
    let mut map = ["....................#..................."; 20];
    map[10] = "........................................";
    let ground = Terrain::from_text(CornerRule::BothSidesFree, &map);
    let starts: Vec<Cell> = (0..20).map(|i| Cell::new(3 + i % 4, 8 + i / 4)).collect();
    let goal = Cell::new(33, 10);

    // 1. A path for each, and a slot for each around the goal.
    let context = PlanContext::bare(&ground);
    let request = GroupRequest::new(&context, &starts, goal);
    let plans = plan(&Search::default(), &request, &mut PlanScratch::default());
    let paths: Vec<&[Cell]> =
        plans.iter().filter_map(|plan| Some(plan.path.as_ref()?.cells())).collect();
    let slots = give_slots(&ground, goal, &paths, &BTreeSet::new());

    for travel in (0..Travel::LIST.len()).map(Travel::at) {
        // 2. Bodies with a radius in cells and a speed in cells per second, sent along their paths.
        let mut bodies: Vec<Body> =
            starts.iter().map(|start| Body::new(start.center(), 0.36, 3.0)).collect();
        for ((body, path), slot) in bodies.iter_mut().zip(&paths).zip(&slots) {
            body.send(path.to_vec(), *slot, 0, paths.len());
        }

        // 3. Steps of 1/32 s, until all have come to rest.
        let mut troop = Troop::default();
        let mut steps = 0;
        while troop.step(&travel, &ground, &mut bodies) && steps < 3200 {
            steps += 1;
        }
        let arrived = bodies.iter().filter(|body| body.walk == Walk::Arrived).count();
        let seconds = steps as f32 * Troop::STEP;
        println!("{}: {arrived} of {} arrived in {seconds:.0} s", travel.name(), bodies.len());
    }
}
