use super::*;
use crate::planning::CellSteps;
use crate::scenario::{Action, GiveOrder, Motion, Order, Scenario, UnitId, load_str, preset_named};
use crate::sim::Simulation;

const WATCH: CaptureSearch = CaptureSearch { last_search: false, separation: true };

/// Twelve units in a row, and a wall of 40 cells between them and their goal.
fn scenario(cells: bool, preset: &str) -> Scenario {
    let text = r#"(
        version: 1,
        map: Rectangles(size: (60, 50)),
        teams: [(name: "blue")],
        obstacles: [(kind: Wall, at: (30, 5), size: (2, 40))],
        units: [(team: "blue", at: (8, 20), block: (1, 10))],
        orders: [(who: Everyone, order: Move(At(50, 25)))],
    )"#;
    let mut scenario = load_str(text, "test", None).unwrap();
    scenario.teams[0].doctrine = preset_named(preset).unwrap().doctrine;
    if cells {
        scenario.motion = Motion::CellSteps(CellSteps::default());
    }
    scenario
}

fn judged(cells: bool, preset: &str, paused: bool) -> Option<GroupSeparation> {
    let mut simulation = Simulation::new(&scenario(cells, preset));
    simulation.watch(WATCH);
    if paused {
        simulation.edit();
        simulation.edit();
    } else {
        simulation.run(3);
    }
    let separations = simulation.get::<Separations>().unwrap();
    let found = separations.groups.values().next().cloned();
    let distance = found.as_ref().and_then(|group| group.found).map_or(0.0, |f| f.distance);
    assert_eq!(simulation.numbers().separation, distance);
    found
}

#[test]
fn a_star_separates_round_a_long_wall_and_map_marker_does_not() {
    for cells in [false, true] {
        for paused in [false, true] {
            let what = format!("cells: {cells}, paused: {paused}");
            let split = judged(cells, "A*", paused).expect(&what);
            assert_eq!(split.units, 10, "{what}");
            assert_eq!(split.verdict(), "clearly separated", "{what}: {split:?}");
            assert!(split.exact);
            let (wall, sides) = split.sides[0];
            assert_eq!((wall.at, wall.size), ((30, 5).into(), (2, 40)), "{what}");
            assert!(sides.above > 0 && sides.below > 0, "{what}: {sides:?}");
            assert_eq!(sides.above + sides.below, 10, "{what}: {sides:?}");
            assert_eq!((sides.left, sides.right), (0, 0), "{what}: they go to the right");
        }
    }
    let together = judged(false, "Map Marker", false).unwrap();
    assert_eq!(together.verdict(), "together", "{together:?}");
    assert_eq!(together.found.unwrap().distance, 0.0);
    let (_, sides) = together.sides[0];
    assert!(sides.above == 10 || sides.below == 10, "{sides:?}");
}

#[test]
fn whca_windows_are_not_whole_paths_and_are_not_judged() {
    assert_eq!(judged(true, "WHCA*", false), None);
}

#[test]
fn pieces_of_paths_have_no_length_and_no_cohesion() {
    let measured = |cells: bool, preset: &str| {
        let mut simulation = Simulation::new(&scenario(cells, preset));
        simulation.run(3);
        let groups = simulation.get::<GroupNumbers>().unwrap();
        let units = groups.iter().map(|(_, numbers)| numbers.units).sum::<usize>();
        (units, simulation.numbers().average_length)
    };
    for (cells, preset) in [(false, "A*"), (true, "A*"), (false, "WHCA*"), (false, "DM-8")] {
        let (units, length) = measured(cells, preset);
        assert_eq!(units, 10, "{preset}, cells: {cells}");
        assert!(length > 40.0, "{preset}, cells: {cells}: {length}");
    }
    for preset in ["WHCA*", "DM-8"] {
        assert_eq!(measured(true, preset), (0, 0.0), "{preset}");
    }
}

#[test]
fn a_verdict_stays_after_arrival_until_the_group_has_other_orders() {
    for cells in [false, true] {
        let mut simulation = Simulation::new(&scenario(cells, "A*"));
        simulation.watch(WATCH);
        assert!(simulation.run_until_arrived(3000), "cells: {cells}");
        simulation.run(40);
        let verdicts = |simulation: &Simulation| {
            simulation.get::<Separations>().unwrap().groups.keys().copied().collect::<Vec<_>>()
        };
        let before = verdicts(&simulation);
        assert_eq!(before.len(), 1, "cells: {cells}");
        let units = (0..10).map(UnitId).collect();
        let order = Order::Move(Cell::new(40, 25));
        simulation.send([Action::Order(GiveOrder { units, order, queued: false })]);
        simulation.run(80);
        assert!(!verdicts(&simulation).contains(&before[0]), "cells: {cells}");
    }
}

#[test]
fn nothing_is_judged_without_a_request() {
    let mut simulation = Simulation::new(&scenario(false, "A*"));
    simulation.run(5);
    assert!(simulation.get::<Separations>().unwrap().groups.is_empty());
}
