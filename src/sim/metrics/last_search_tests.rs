use super::*;
use crate::grid::Cell;
use crate::planning::{CellSteps, Greedy, LocalRepair, Search, Whca};
use crate::scenario::{
    Action, Doctrine, GiveOrder, Motion, Order, Scenario, load_str, preset_named, presets,
};
use crate::sim::{CaptureSearch, Simulation};

const WATCH: CaptureSearch = CaptureSearch { last_search: true, separation: true };

/// Eight units on the left that go to the right around a wall.
fn scenario(cells: bool, preset: &str) -> Scenario {
    let text = r#"(
        version: 1,
        map: Rows([
            "..............................",
            "..............................",
            "..............#...............",
            "..............#...............",
            "..............#...............",
            "..............................",
            "..............................",
        ]),
        teams: [(name: "blue")],
        units: [(team: "blue", at: (1, 2), block: (2, 4))],
        orders: [(who: Everyone, order: Move(At(27, 3)))],
    )"#;
    let mut scenario = load_str(text, "test", None).unwrap();
    scenario.teams[0].doctrine = preset_named(preset).unwrap().doctrine;
    if cells {
        scenario.motion = Motion::CellSteps(CellSteps::default());
    }
    scenario
}

/// Every preset, and A* with the searches that may be in no preset.
fn doctrines() -> Vec<(String, Doctrine)> {
    let a_star = preset_named("A*").unwrap().doctrine;
    let searches = [Search::Greedy(Greedy::default()), Search::LocalRepair(LocalRepair::default())];
    let others = searches.map(|search| (format!("{search:?}"), Doctrine { search, ..a_star }));
    let presets = presets().into_iter().map(|preset| (preset.name.to_string(), preset.doctrine));
    presets.chain(others).collect()
}

#[test]
fn every_search_shows_what_was_expanded_for_the_whole_group() {
    for (name, doctrine) in doctrines() {
        for cells in [false, true] {
            for paused in [false, true] {
                let mut scenario = scenario(cells, "A*");
                scenario.teams[0].doctrine = doctrine;
                let mut simulation = Simulation::new(&scenario);
                simulation.watch(WATCH);
                if paused {
                    simulation.edit();
                } else {
                    simulation.run(1);
                }
                let what = format!("{name}, cells: {cells}, paused: {paused}");
                let search = simulation.get::<LastSearch>().unwrap().of(None);
                let search = search.unwrap_or_else(|| panic!("{what}: nothing recorded"));
                let one_search = search.searches() == 1 && !cells;
                assert!(search.searches() == 8 || one_search, "{what}: {}", search.searches());
                assert!(!search.cells.is_empty() && search.last.is_some(), "{what}");
                let terrain = &simulation.get::<crate::sim::Land>().unwrap().terrain;
                let counts = search.counts(terrain);
                let most = counts.iter().copied().max().unwrap_or(0) as usize;
                assert!((1..=search.searches()).contains(&most), "{what}: {most}");
                let some = search.cells[0].cell;
                assert!(search.expanded_by(terrain.node(some)) > 0, "{what}");
            }
        }
    }
}

#[test]
fn recording_never_changes_a_run() {
    for (name, doctrine) in doctrines() {
        for cells in [false, true] {
            let mut scenario = scenario(cells, "A*");
            scenario.teams[0].doctrine = doctrine;
            let (mut seen, mut unseen) = (Simulation::new(&scenario), Simulation::new(&scenario));
            seen.watch(WATCH);
            for _ in 0..8 {
                seen.run(25);
                unseen.run(25);
                assert_eq!(seen.hash(), unseen.hash(), "{name}, cells: {cells}");
            }
            assert!(unseen.get::<LastSearch>().unwrap().of(None).is_none(), "recording is off");
            seen.watch(CaptureSearch::default());
            seen.run(16);
            assert!(seen.get::<LastSearch>().unwrap().of(None).is_none(), "recording is off again");
        }
    }
}

#[test]
fn under_whca_units_that_plan_again_replace_their_own_search_only() {
    let mut scenario = scenario(true, "WHCA*");
    scenario.teams[0].doctrine.search = Search::Whca(Whca::default());
    let mut simulation = Simulation::new(&scenario);
    simulation.watch(WATCH);
    simulation.run(200);
    let search = simulation.get::<LastSearch>().unwrap().of(None).unwrap();
    assert_eq!(search.searches(), 8);
    let units = simulation.get::<crate::sim::Roster>().unwrap();
    let far = units.units.values().filter(|&&unit| {
        let at = simulation.world().get::<crate::sim::Position>(unit).unwrap();
        at.0.x > 10.0
    });
    assert_eq!(far.count(), 8, "they are on their way");
    let terrain = &simulation.get::<crate::sim::Land>().unwrap().terrain;
    let first = (0..7).map(|y| search.expanded_by(terrain.node((0, y).into()))).max();
    // A resumed reverse search may reach the start again.
    assert!(first <= Some(1), "the windows at the start are dropped: {first:?}");
}

#[test]
fn each_group_keeps_its_own_plan() {
    let mut simulation = Simulation::new(&scenario(false, "Map Marker"));
    simulation.watch(WATCH);
    simulation.run(1);
    let first = simulation.get::<Groups>().unwrap().list.keys().next().copied();
    let order = Order::Move(Cell::new(5, 6));
    simulation.send([Action::Order(GiveOrder { units: vec![UnitId(0)], order, queued: false })]);
    simulation.edit();
    let searches = simulation.get::<LastSearch>().unwrap();
    assert_eq!(searches.of(None).unwrap().searches(), 1, "the group that planned last");
    assert_eq!(searches.of(first).unwrap().searches(), 7, "the unit that left is not counted");
}

#[test]
fn units_with_their_own_orders_are_shown_together() {
    for cells in [false, true] {
        let mut simulation = Simulation::new(&scenario(cells, "A*"));
        simulation.watch(WATCH);
        let order = |unit: u32| {
            Action::Order(GiveOrder {
                units: vec![UnitId(unit)],
                order: Order::Move(Cell::new(27, unit as i32 % 5)),
                queued: false,
            })
        };
        simulation.run(1);
        simulation.send((0..8).map(order));
        simulation.run(2);
        let searches = simulation.get::<LastSearch>().unwrap();
        assert_eq!(searches.of(None).unwrap().searches(), 8, "cells: {cells}");
        simulation.run(1000);
        simulation.send([order(0)]);
        simulation.run(9);
        let searches = simulation.get::<LastSearch>().unwrap();
        let left = searches.of(None).unwrap().searches();
        assert!(left <= 2, "searches of arrived units are dropped: {left}, cells: {cells}");
    }
}

#[test]
fn memory_is_bounded() {
    let mut searches = LastSearch::default();
    let wide = |_| {
        let mut visited = Visited::default();
        visited.nodes.extend([0, (MAX_BYTES as u32 / 4) * 8 - 1].into_iter());
        visited
    };
    for unit in 0..20 {
        searches.record(Some(GroupId(unit % 2)), UnitId(unit), wide(unit));
        assert!(searches.bytes <= MAX_BYTES);
    }
    let kept: Vec<_> =
        [0, 1].iter().filter_map(|&g| searches.parties.get(&Some(GroupId(g)))).collect();
    assert_eq!(kept.iter().map(|g| g.searches()).sum::<usize>(), 3);
    assert_eq!(kept.iter().map(|g| g.dropped()).sum::<usize>(), 17);
}
