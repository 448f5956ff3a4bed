//! The layouts stand where the reference says, in every arrangement and mirror image.

use super::*;
use crate::grid::{Cell, Terrain};
use crate::scenario::{Doctrine, Scenario, UnitId};
use std::collections::BTreeSet;

fn built(name: &str, variant: Variant) -> Trial {
    build(layout_named(name).unwrap(), variant, Doctrine::default(), MotionKind::Steered)
}

fn centre(reading: Reading) -> Variant {
    Variant::new(reading, Arrangement::CENTRE)
}

fn at(scenario: &Scenario, unit: usize) -> (i32, i32) {
    (scenario.units[unit].at.x, scenario.units[unit].at.y)
}

fn row(terrain: &Terrain, y: i32) -> Vec<i32> {
    let width = terrain.bounds().width as i32;
    (0..width).filter(|&x| terrain.is_passable(Cell::new(x, y))).collect()
}

#[test]
fn gaps_lie_where_the_reference_says_and_are_one_wider_for_the_same_room() {
    let gaps = [
        ("counterflow_w1", 32..=32, 32..=33),
        ("counterflow_tracked", 31..=32, 31..=33),
        ("counterflow_w3", 31..=33, 31..=34),
        ("counterflow_w4", 30..=33, 30..=34),
        ("counterflow_w6", 29..=34, 29..=35),
        ("counterflow_w8", 28..=35, 28..=36),
    ];
    for (name, drawn, wide) in gaps {
        for (reading, columns) in Reading::ALL.into_iter().zip([drawn, wide]) {
            let terrain = built(name, centre(reading)).scenario.terrain;
            let columns: Vec<i32> = columns.collect();
            for y in 32..=34 {
                assert_eq!(row(&terrain, y), columns, "{name}, {reading:?}");
            }
            assert_eq!(row(&terrain, 31).len(), 64);
            assert_eq!(row(&terrain, 35).len(), 64);
        }
    }
    let two = built("tworoute", centre(Reading::SameDrawing)).scenario.terrain;
    assert_eq!(row(&two, 33), [23, 24, 39, 40]);
    let two = built("tworoute", centre(Reading::SameRoom)).scenario.terrain;
    assert_eq!(row(&two, 33), [23, 24, 25, 39, 40, 41]);
}

#[test]
fn blocks_stand_and_go_where_the_reference_says() {
    let Trial { scenario, travellers, ticks, .. } =
        built("counterflow_tracked", centre(Reading::SameDrawing));
    assert_eq!((scenario.units.len(), ticks), (32, 4000));
    assert_eq!([0, 3, 4, 15].map(|i| at(&scenario, i)), [(30, 24), (33, 24), (30, 23), (33, 21)]);
    assert_eq!([16, 20, 31].map(|i| at(&scenario, i)), [(30, 42), (30, 43), (33, 45)]);
    let to = |unit: usize| travellers[unit].legs[0].place.map(Cell::containing);
    assert_eq!(to(0), Some(Cell::new(28, 42)));
    assert_eq!(to(15), Some(Cell::new(35, 44)), "rows of places lie two cells apart");
    assert_eq!(to(31), Some(Cell::new(35, 22)));
    assert_eq!(scenario.orders.len(), 32, "each unit has an order of its own");

    let parking = built("parking_stale", centre(Reading::SameDrawing));
    assert_eq!(at(&parking.scenario, 12), (21, 20));
    assert_eq!(at(&parking.scenario, 23), (43, 20));
    let parked = &parking.travellers[12].legs;
    assert_eq!(parked[0].place.map(Cell::containing), Some(Cell::new(21, 40)));
    assert_eq!((parked[1].tick, parked[1].place), (8, None));
    assert_eq!(parking.travellers[24].legs[0].tick, 8);

    let strafe = built("strafe", centre(Reading::SameDrawing));
    let ticks: Vec<u64> = strafe.travellers[0].legs.iter().map(|leg| leg.tick).collect();
    assert_eq!(ticks, [0, 120, 240, 360, 480, 600, 720, 840]);
    assert!(strafe.whole_budget && strafe.ticks == 960);
}

#[test]
fn orders_given_again_are_no_new_leg() {
    let mountain = built("mountain_chain", centre(Reading::SameDrawing));
    let mut ticks: Vec<u64> = mountain.scenario.orders.iter().map(|order| order.tick).collect();
    ticks.dedup();
    assert_eq!(ticks, [0, 200, 400]);
    assert_eq!(mountain.travellers[81].legs.len(), 1);
    assert_eq!(mountain.scenario.orders.len(), 4, "all to one cell is one order");
}

#[test]
fn the_enemies_fill_the_gap_of_either_reading_and_never_shift() {
    for (reading, plug) in Reading::ALL.into_iter().zip([6, 9]) {
        let variant = Variant::new(reading, Arrangement::new(0));
        let scenario = built("enemyblock", variant).scenario;
        let enemies: Vec<Cell> =
            scenario.units.iter().filter(|u| u.team.0 == 1).map(|u| u.at).collect();
        assert_eq!(enemies.len(), plug);
        assert!(enemies.iter().all(|cell| (32..=34).contains(&cell.y)));
        assert_eq!(at(&scenario, plug), (29, 23), "the block before it does");
    }
}

#[test]
fn arrangements_count_through_the_places_of_each_block() {
    let shifts = |index| [0, 1].map(|block| Arrangement::new(index).shift(block));
    assert_eq!(shifts(0), [(-1, -1), (-1, -1)]);
    assert_eq!(shifts(4), [(0, 0), (-1, -1)]);
    assert_eq!(shifts(40), [(0, 0), (0, 0)], "nothing is shifted");
    assert_eq!(shifts(80), [(1, 1), (1, 1)]);
    assert_eq!(shifts(9 + 5), [(1, 0), (0, -1)]);
    let far = Arrangement { index: 624, reach: 2 };
    assert_eq!([0, 1].map(|block| far.shift(block)), [(2, 2), (2, 2)]);
    assert_eq!(Arrangement { index: 5, reach: 2 }.shift(0), (-2, -1));
}

#[test]
fn sets_of_arrangements_have_no_doubles() {
    let indices = |set: ArrangementSet, blocks| -> Vec<u32> {
        set.list(blocks).into_iter().map(|arrangement| arrangement.index).collect()
    };
    assert_eq!(indices(ArrangementSet::All, 1), Vec::from_iter(0..9));
    assert_eq!(indices(ArrangementSet::All, 2), Vec::from_iter(0..81));
    assert_eq!(indices(ArrangementSet::EveryThird, 2).len(), 27);
    assert_eq!(indices(ArrangementSet::EveryThird, 2)[26], 78);
    assert_eq!(indices(ArrangementSet::FirstFive, 2), [0, 1, 2, 3, 4]);
    assert_eq!(indices(ArrangementSet::Spread(1), 2), [40], "the middle is the unshifted layout");
    assert_eq!(indices(ArrangementSet::Spread(3), 1), [1, 4, 7]);
    assert_eq!(indices(ArrangementSet::Spread(99), 1), Vec::from_iter(0..9));
}

#[test]
fn every_variant_has_all_its_units_on_free_cells_of_their_own() {
    for layout in LAYOUTS {
        let count = built(layout.name, centre(Reading::SameDrawing)).travellers.len();
        for &reading in layout.readings() {
            for mirror in Mirror::ALL {
                for index in [0, 312, 624] {
                    let arrangement = Arrangement { index, reach: 2 };
                    let variant = Variant { reading, arrangement, mirror, kind: None };
                    let Trial { scenario, travellers, .. } = built(layout.name, variant);
                    let cells: BTreeSet<Cell> = scenario.units.iter().map(|u| u.at).collect();
                    let name = layout.name;
                    assert_eq!(cells.len(), scenario.units.len(), "{name}, {variant:?}");
                    assert!(cells.iter().all(|&cell| scenario.terrain.is_passable(cell)), "{name}");
                    let plug = matches!(layout.wanted, Wanted::HeldBack);
                    assert!(plug || travellers.len() == count, "{name}, {variant:?}");
                    let places = travellers.iter().flat_map(|t| &t.legs).filter_map(|l| l.place);
                    let free = |place| scenario.terrain.is_passable(Cell::containing(place));
                    assert!(places.clone().all(free), "{name}, {variant:?}");
                }
            }
        }
    }
}

#[test]
fn a_mirrored_layout_is_the_same_layout_seen_in_a_mirror() {
    let plain = built("corner", centre(Reading::SameDrawing));
    let bounds = plain.scenario.terrain.bounds();
    for mirror in Mirror::ALL {
        let image = built("corner", Variant { mirror, ..centre(Reading::SameDrawing) });
        for (a, b) in plain.scenario.units.iter().zip(&image.scenario.units) {
            assert_eq!(mirror.cell(bounds, a.at), b.at);
        }
        for cell in bounds.cells() {
            let mirrored = image.scenario.terrain.is_passable(mirror.cell(bounds, cell));
            assert_eq!(plain.scenario.terrain.is_passable(cell), mirrored);
        }
    }
}

#[test]
fn a_disc_of_clones_has_room_for_all_and_no_two_overlap() {
    let trial = built("open_corner", centre(Reading::SameDrawing));
    assert!(trial.scenario.units.is_empty());
    let mut simulation = crate::sim::Simulation::new(&trial.scenario);
    simulation.run(2);
    let positions: Vec<glam::Vec2> = (0..272)
        .filter_map(|id| Some(simulation.unit::<crate::sim::PreviousPosition>(UnitId(id))?.0))
        .collect();
    assert_eq!(positions.len(), 272);
    let (first, second) = positions.split_at(136);
    for (crowd, middle) in [(first, Cell::new(24, 37)), (second, Cell::new(6, 13))] {
        let distance = |at: &glam::Vec2| at.distance(middle.center());
        let outside = crowd.iter().filter(|at| distance(at) > 4.6).count();
        assert!(outside <= 3, "only units that would touch the wall stand elsewhere: {outside}");
        assert!(crowd.iter().all(|at| distance(at) < 6.0));
        for (i, a) in crowd.iter().enumerate() {
            assert!(crowd[..i].iter().all(|b| a.distance(*b) > 0.46));
        }
    }
}

#[test]
fn another_kind_can_take_the_place_of_all_that_move() {
    let variant = Variant { kind: Some("soldier"), ..centre(Reading::SameDrawing) };
    let scenario = built("enemyblock", variant).scenario;
    let names: BTreeSet<&str> = scenario.units.iter().map(|unit| unit.kind.name).collect();
    assert_eq!(names, BTreeSet::from(["heavy tank", "soldier"]));
}

#[test]
fn the_rebuilt_mountain_has_the_distances_of_the_reference() {
    let terrain = built("mountain_chain", centre(Reading::SameDrawing)).scenario.terrain;
    let length = |terrain: &Terrain| {
        let mut search = crate::search::FastSearch::default();
        search.search(terrain, Cell::new(6, 19), Cell::new(25, 9));
        search.path(terrain).unwrap().length()
    };
    assert!((length(&terrain) - 28.6).abs() < 0.1, "{}", length(&terrain));
    let mut closed = Terrain::clone(&terrain);
    closed.set_ground(Cell::new(12, 20), crate::grid::Ground::Wall);
    assert!((length(&closed) - 52.9).abs() < 0.1, "{}", length(&closed));
}
