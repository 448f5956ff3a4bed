//! Each preset of the marker papers, run on the papers' own tables and rules.

use phalanx::experiment::{PlanReport, plan_scenario};
use phalanx::grid::{Cell, CornerRule, Terrain};
use phalanx::planning::{AStar, GroupRequest, PlanContext, PlanScratch, Search, plan};
use phalanx::scenario::{Doctrine, Motion, Order, Scenario, preset_named, shipped};
use phalanx::sim::{Roster, Route, Simulation};

const MAP_MARKER: [&str; 3] =
    ["10-map-marker-lonely-tree", "11-map-marker-chinese-wall", "12-map-marker-boulder"];
const MARKER_COHESION: [&str; 3] = [
    "13-marker-cohesion-lone-tree",
    "14-marker-cohesion-chinese-wall",
    "15-marker-cohesion-boulder",
];

fn preset(name: &str) -> Doctrine {
    preset_named(name).unwrap().doctrine
}

fn layout(file: &str, doctrine: Doctrine) -> Scenario {
    let mut scenario = shipped().iter().find(|s| s.name == file).unwrap().load().unwrap();
    scenario.teams.iter_mut().for_each(|team| team.doctrine = doctrine);
    scenario
}

fn planned(files: [&str; 3], name: &str) -> [PlanReport; 3] {
    files.map(|file| plan_scenario(&layout(file, preset(name))))
}

/// A number in hundredths, rounded.
fn rounded(value: f64) -> i32 {
    (value * 100.0).round() as i32
}

/// A number in hundredths, truncated.
fn cut(value: f64) -> i32 {
    (value * 100.0 + 1e-6) as i32
}

#[test]
fn map_marker_gives_the_best_line_of_its_table_1() {
    let lengths = planned(MAP_MARKER, "Map Marker").map(|plan| rounded(plan.average_length));
    assert_eq!(lengths, [1964, 2601, 2523]);
}

#[test]
fn a_star_per_unit_gives_the_last_line_of_table_1() {
    let lengths = planned(MAP_MARKER, "A* per unit").map(|plan| rounded(plan.average_length));
    assert_eq!(lengths, [1951, 2551, 2330]);
}

#[test]
fn marker_a_star_gives_table_1_of_the_earlier_paper() {
    let of = |name| {
        let plans = planned(MARKER_COHESION, name);
        plans.map(|plan| (cut(plan.average_length), cut(plan.cohesion)))
    };
    assert_eq!(of("Marker A*"), [(1488, 1273), (3088, 1456), (2789, 1415)]);
    assert_eq!(of("Marker A* 0.95"), [(1386, 1043), (3088, 1456), (2586, 910)]);
}

/// Algorithm 3 by hand: two units walk the same row. Its cells get 0.9 * 0.9, the cells beside it 0.92 * 0.92. A third
/// unit meets the cap of 0.75 on the row, and 0.92 cubed beside it.
#[test]
fn both_map_markers_mark_cells_as_algorithm_3_says() {
    let terrain = Terrain::from_text(CornerRule::Free, &["........."; 5]);
    for name in ["Map Marker", "Map Marker as printed"] {
        let Doctrine { search, layers, .. } = preset(name);
        for (units, path, beside) in [(1, 0.9, 0.92), (2, 0.81, 0.8464), (3, 0.75, 0.778688)] {
            let mut scratch = PlanScratch::default();
            let starts = vec![Cell::new(0, 2); units];
            let context = PlanContext::bare(&terrain).with_layers(layers);
            plan(&search, &GroupRequest::new(&context, &starts, Cell::new(8, 2)), &mut scratch);
            let marker = |x, y| scratch.marker(&terrain, Cell::new(x, y));
            assert!((marker(4, 2) - path).abs() < 1e-12, "{name}, {units}: {}", marker(4, 2));
            assert!((marker(4, 1) - beside).abs() < 1e-12, "{name}, {units}: {}", marker(4, 1));
            assert_eq!(marker(4, 0), 1.0, "{name}: only adjacent cells are marked");
        }
    }
}

/// Algorithm 2, line 17: of two paths with equal totals the table's rule keeps the first, the printed rule takes the
/// last.
#[test]
fn the_printed_map_marker_takes_the_last_of_equal_ways() {
    // A path of one straight and one diagonal step in either order.
    let terrain = Terrain::from_text(CornerRule::Free, &["...", "..."]);
    let path = |name: &str| {
        let Doctrine { search, layers, .. } = preset(name);
        let context = PlanContext::bare(&terrain).with_layers(layers);
        let starts = [Cell::new(0, 0)];
        let request = GroupRequest::new(&context, &starts, Cell::new(2, 1));
        let plans = plan(&search, &request, &mut PlanScratch::default());
        plans[0].path.clone().unwrap()
    };
    let (kept, taken) = (path("Map Marker"), path("Map Marker as printed"));
    assert_eq!(kept.length(), taken.length());
    assert_ne!(kept, taken, "both orders of the steps have the same total");
}

/// The routes of all units, planned during a pause.
fn routes(scenario: &Scenario) -> Vec<Vec<Cell>> {
    let mut simulation = Simulation::new(scenario);
    simulation.edit();
    simulation.run(u64::from(matches!(scenario.motion, Motion::CellSteps(_))));
    let units = &simulation.get::<Roster>().unwrap().units;
    let route = |entity| simulation.world().get::<Route>(entity).unwrap().cells().to_vec();
    units.values().map(|&entity| route(entity)).collect()
}

#[test]
fn the_dual_rule_moves_like_a_star_and_attacks_like_map_marker_in_both_kinds_of_motion() {
    for motion in [Motion::Steered, Motion::CellSteps(Default::default())] {
        let by = |doctrine: Doctrine, attack: bool| {
            let mut scenario = layout(MAP_MARKER[2], doctrine);
            scenario.motion = motion;
            for order in &mut scenario.orders {
                let to = order.order.place().unwrap();
                order.order = if attack { Order::AttackMove(to) } else { Order::Move(to) };
            }
            routes(&scenario)
        };
        let of = |name: &str, attack: bool| by(preset(name), attack);
        let dual = "Map Marker dual";
        let search = Search::AStar(AStar::straight_line());
        let in_double_precision = Doctrine { search, ..Doctrine::default() };
        assert_eq!(of(dual, false), by(in_double_precision, false), "{motion:?}");
        assert_eq!(of(dual, true), of("Map Marker", true), "{motion:?}");
        assert_ne!(of(dual, true), of(dual, false), "{motion:?}: the two differ at the boulder");
    }
}
