//! The core alone brings units to rest.

use phalanx::glam::Vec2;
use phalanx::grid::{Cell, CornerRule, Terrain};
use phalanx::parts::Part;
use phalanx::planning::{GroupRequest, PlanContext, PlanScratch, Search, plan};
use phalanx::steering::{Body, Travel, Troop, Walk, give_slots};
use std::collections::BTreeSet;

/// 20 bodies on one side of a wall with a gap of one cell.
fn through_the_gap(travel: &Travel, radius: f32) -> (usize, Vec<Body>) {
    let mut map = vec!["....................#...................".to_string(); 20];
    map[10] = ".".repeat(40);
    let rows: Vec<&str> = map.iter().map(String::as_str).collect();
    let ground = Terrain::from_text(CornerRule::BothSidesFree, &rows);
    let starts: Vec<Cell> = (0..20).map(|i| Cell::new(3 + i % 4, 8 + i / 4)).collect();
    let (context, goal) = (PlanContext::bare(&ground), Cell::new(33, 10));
    let request = GroupRequest::new(&context, &starts, goal);
    let plans = plan(&Search::default(), &request, &mut PlanScratch::default());
    let paths: Vec<&[Cell]> =
        plans.iter().map(|plan| plan.path.as_ref().unwrap().cells()).collect();
    let slots = give_slots(&ground, goal, &paths, &BTreeSet::new());
    let mut bodies: Vec<Body> =
        starts.iter().map(|start| Body::new(start.center(), radius, 3.0)).collect();
    for ((body, path), slot) in bodies.iter_mut().zip(&paths).zip(slots) {
        body.send(path.to_vec(), slot, 0, 20);
    }
    let mut troop = Troop::default();
    for _ in 0..3200 {
        if !troop.step(travel, &ground, &mut bodies) {
            break;
        }
    }
    (bodies.iter().filter(|body| body.walk == Walk::Arrived).count(), bodies)
}

#[test]
fn all_units_pass_a_gap_of_one_cell_and_come_to_rest_with_every_travel() {
    for radius in [0.25, 0.36, 0.45] {
        for travel in (0..Travel::LIST.len()).map(Travel::at) {
            let (arrived, bodies) = through_the_gap(&travel, radius);
            let left = bodies.iter().filter(|body| body.walk != Walk::Arrived);
            let left: Vec<_> = left.map(|body| (body.position, body.slot())).collect();
            assert_eq!(arrived, 20, "{} with radius {radius}: {left:?}", travel.name());
            for (i, a) in bodies.iter().enumerate() {
                assert!(a.position.distance(Vec2::new(33.5, 10.5)) < 6.0);
                for b in &bodies[..i] {
                    assert!(a.position.distance(b.position) > 2.0 * radius - 0.05);
                }
            }
        }
    }
}
