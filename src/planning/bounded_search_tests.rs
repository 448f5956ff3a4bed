//! Whether a search that leaves out nodes finds exactly the paths of one that expands all.

use super::*;
use crate::grid::{Bounds, Cell as Place, CornerRule, Dice, Ground, MapKind, Terrain, generate};
use crate::planning::{
    AStar, EqualTotals, GroupRequest, Layers, Markers, PlanContext, Search, SearchedNodes,
    UnitPlan, plan,
};

const SIDE: u32 = 320;

fn plan_for(markers: Markers, heuristic: Heuristic, on: &Case) -> Vec<UnitPlan> {
    let layers = Layers { markers: Some(markers), ..Layers::default() };
    let context = PlanContext::bare(&on.terrain).with_layers(layers);
    let search = Search::AStar(AStar { per_unit: true, heuristic, ..AStar::default() });
    let request = GroupRequest::new(&context, &on.starts, on.goal);
    plan(&search, &request, &mut PlanScratch::default())
}

struct Case {
    terrain: Terrain,
    starts: Vec<Place>,
    goal: Place,
}

/// A maze of corridors with some walls broken, so that there are several paths.
fn maze(dice: &mut Dice, corners: CornerRule) -> Terrain {
    let bounds = Bounds::new(SIDE, SIDE);
    let mut terrain = Terrain::open(bounds, corners);
    for y in 0..SIDE as i32 {
        for x in 0..SIDE as i32 {
            let pillar = x % 4 == 0 && y % 4 == 0;
            let wall = (x % 4 == 0 || y % 4 == 0) && dice.below(100) < 62;
            if pillar || wall {
                terrain.set_ground(Place::new(x, y), Ground::Wall);
            }
        }
    }
    terrain
}

fn noise(dice: &mut Dice, corners: CornerRule) -> Terrain {
    let mut terrain = Terrain::open(Bounds::new(SIDE, SIDE), corners);
    let share = dice.below(40);
    for y in 0..SIDE as i32 {
        for x in 0..SIDE as i32 {
            if dice.below(100) < share {
                terrain.set_ground(Place::new(x, y), Ground::Wall);
            }
        }
    }
    terrain
}

fn case(dice: &mut Dice, kind: usize) -> Case {
    let corners = CornerRule::ALL[dice.below(3) as usize];
    let terrain = match MapKind::ALL.get(kind) {
        Some(&kind) => generate(kind, Bounds::new(SIDE, SIDE), dice.below(1000) as u64),
        None if kind.is_multiple_of(2) => maze(dice, corners),
        None => noise(dice, corners),
    };
    let mut place = || Place::new(dice.below(SIDE as i32), dice.below(SIDE as i32));
    let (middle, goal) = (place(), place());
    let mut starts = Vec::new();
    for _ in 0..14 {
        let start = Place::new(middle.x + dice.below(9) - 4, middle.y + dice.below(9) - 4);
        if terrain.is_passable(start) {
            starts.push(start);
        }
    }
    Case { terrain, starts, goal }
}

#[test]
fn the_paths_are_those_of_a_search_that_expands_all_nodes() {
    let mut dice = Dice::new(15, 1);
    let (mut fewer, mut paths) = (0, 0);
    for round in 0..60 {
        let on = case(&mut dice, round % 6);
        let usual = Markers::default();
        let markers = match dice.below(6) {
            0 => Markers::as_printed(),
            1 => Markers { factor: 0.95, ..Markers::marker_a_star() },
            2 => Markers { factor: 0.5, cap: 0.5, ..usual },
            // The markers beside the paths exceed 1.
            3 => Markers { factor: 0.99, equal_totals: EqualTotals::TakeLast, ..usual },
            4 => Markers { factor: 0.75, cap: 0.01, neighbour_radius: 3, ..usual },
            _ => usual,
        };
        let heuristic = if dice.below(3) == 0 { Heuristic::Octile } else { Heuristic::Euclidean };
        let expected = plan_for(Markers { nodes: SearchedNodes::All, ..markers }, heuristic, &on);
        let found = plan_for(markers, heuristic, &on);
        for (unit, (expected, found)) in expected.iter().zip(&found).enumerate() {
            assert_eq!(expected.path, found.path, "round {round}, unit {unit}, {markers:?}");
            fewer += usize::from(found.stats.expanded * 2 < expected.stats.expanded);
            paths += usize::from(found.path.is_some());
        }
    }
    assert!(paths > 300, "{paths} paths were compared");
    assert!(fewer > 50, "{fewer} searches expanded less than half of the nodes");
}
