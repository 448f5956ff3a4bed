use super::*;
use crate::grid::{Cell, CornerRule, Regions};
use crate::parameters::{Kind, Value};
use crate::parts::Part;
use join::turned;

fn sizes() -> Vec<Bounds> {
    let mut sizes: Vec<Bounds> =
        (1..=14).flat_map(|w| (1..=14).map(move |h| Bounds::new(w, h))).collect();
    sizes.extend(
        [(1, 200), (200, 1), (3, 90), (64, 64), (97, 41), (160, 128)]
            .map(|(w, h)| Bounds::new(w, h)),
    );
    sizes
}

#[test]
fn every_map_is_one_region_under_every_corner_rule() {
    for kind in MapKind::ALL {
        for bounds in sizes() {
            for seed in 0..4 {
                let mut terrain = generate(kind, bounds, seed);
                for corners in CornerRule::ALL {
                    terrain.set_corners(corners);
                    let regions = Regions::of(&terrain);
                    assert_eq!(regions.count(), 1, "{kind:?} {bounds:?} seed {seed} {corners:?}");
                }
            }
        }
    }
}

#[test]
fn large_maps_are_neither_empty_nor_full() {
    for kind in MapKind::ALL {
        for seed in 0..6 {
            let bounds = Bounds::new(128, 96);
            let open = generate(kind, bounds, seed).passable_count() * 100 / bounds.area();
            assert!((30..95).contains(&open), "{kind:?} seed {seed}: {open} percent open");
        }
    }
}

#[test]
fn two_base_maps_look_the_same_after_half_a_turn() {
    for bounds in sizes() {
        for seed in 0..4 {
            let terrain = generate(MapKind::TwoBase, bounds, seed);
            for cell in bounds.cells() {
                assert_eq!(terrain.ground(cell), terrain.ground(turned(bounds, cell)), "{cell}");
            }
        }
    }
}

#[test]
fn a_seed_decides_the_map() {
    for kind in MapKind::ALL {
        let bounds = Bounds::new(80, 60);
        assert_eq!(generate(kind, bounds, 7), generate(kind, bounds, 7));
        assert_ne!(generate(kind, bounds, 7), generate(kind, bounds, 8), "{kind:?}");
    }
}

#[test]
fn maps_are_the_same_on_every_machine() {
    // A map that changes invalidates every recorded run on it, so the letters are frozen.
    let text = |kind| -> Vec<String> {
        let terrain = generate(kind, Bounds::new(24, 8), 1);
        (0..8)
            .map(|y| (0..24).map(|x| terrain.ground(Cell::new(x, y)).letter()).collect())
            .collect()
    };
    let caves = [
        "@@@@@@@@@@@@@@@@@@@@@@@@",
        "@@@@@@@@@........@@@@@@@",
        "@@@@@@@@@.........@@@@@@",
        "@@@@@@@@@@.........@@@@@",
        "@@@@@@@@@@@@@@........@@",
        "@@@@@@@@@@@@@@@@......@@",
        "@@@@@@@@@@@@@@@@@.....@@",
        "@@@@@@@@@@@@@@@@@@@@@@@@",
    ];
    assert_eq!(text(MapKind::Caves), caves);
    let rooms = [
        "@@@@@@@@@@@@@@@@@@@@@@@@",
        "@.....@................@",
        "@......................@",
        "@......................@",
        "@......................@",
        "@.....@................@",
        "@.....@................@",
        "@@@@@@@@@@@@@@@@@@@@@@@@",
    ];
    assert_eq!(text(MapKind::Rooms), rooms);
}

#[test]
fn names_lead_back_to_kinds() {
    for kind in MapKind::ALL {
        assert_eq!(MapKind::named(kind.name()), Some(kind));
    }
    assert_eq!(MapKind::named("Two-Base"), Some(MapKind::TwoBase));
    assert_eq!(MapKind::named("castle"), None);
}

/// Every parameter of every generator at the ends of its range, the others as usual; and all at one end.
fn extremes() -> Vec<Generator> {
    let mut list = Vec::new();
    for kind in MapKind::ALL {
        let usual = Generator::of(kind);
        let parameters = usual.parameters().list();
        let ends = |place: usize| match parameters[place].kind {
            Kind::Whole(least, most) => [least, most],
            _ => panic!("{} is no whole number", parameters[place].name),
        };
        for end in [0, 1] {
            let mut all = usual;
            for place in 0..parameters.len() {
                let mut one = usual;
                one.parameters_mut().set(place, Value::Whole(ends(place)[end]));
                all.parameters_mut().set(place, Value::Whole(ends(place)[end]));
                list.push(one);
            }
            list.push(all);
        }
    }
    list
}

#[test]
fn parameters_at_the_ends_of_their_ranges_still_give_one_region() {
    let sizes = [(1, 1), (2, 9), (5, 5), (13, 12), (64, 40), (97, 121)];
    for generator in extremes() {
        for bounds in sizes.map(|(width, height)| Bounds::new(width, height)) {
            for seed in 0..3 {
                let mut terrain = generator.make(bounds, seed);
                for corners in CornerRule::ALL {
                    terrain.set_corners(corners);
                    let regions = Regions::of(&terrain).count();
                    assert_eq!(regions, 1, "{generator:?} {bounds:?} seed {seed} {corners:?}");
                }
            }
        }
    }
}

#[test]
fn every_parameter_changes_the_map() {
    for generator in extremes() {
        let usual = Generator::of(generator.kind());
        if generator.changed().is_empty() {
            continue;
        }
        let bounds = Bounds::new(160, 150);
        let differs = (0..4).any(|seed| generator.make(bounds, seed) != usual.make(bounds, seed));
        assert!(differs, "{generator:?}");
    }
}

#[test]
fn parameters_do_what_their_names_say() {
    let bounds = Bounds::new(128, 128);
    let open = |kind, name: &str, value| {
        let mut generator = Generator::of(kind);
        generator.set(name, value).unwrap();
        (0..4).map(|seed| generator.make(bounds, seed).passable_count()).sum::<usize>()
    };
    assert!(open(MapKind::Caves, "rock", 30) > open(MapKind::Caves, "rock", 50));
    assert!(open(MapKind::Rooms, "extra_doors", 100) > open(MapKind::Rooms, "extra_doors", 0));
    assert!(open(MapKind::Rooms, "smallest_room", 20) > open(MapKind::Rooms, "smallest_room", 4));
    let dense = open(MapKind::Scatter, "cells_per_obstacle", 20);
    assert!(dense < open(MapKind::Scatter, "cells_per_obstacle", 200));
    let wild = open(MapKind::TwoBase, "wilderness", 300);
    assert!(wild < open(MapKind::TwoBase, "wilderness", 0));
    let mut dry = Generator::of(MapKind::Scatter);
    dry.set("ponds", 0).unwrap();
    let terrain = dry.make(bounds, 1);
    assert!(bounds.cells().all(|cell| terrain.ground(cell) != crate::grid::Ground::Water));
}

#[test]
fn parameters_are_given_by_name_and_told_when_they_are_wrong() {
    let mut rooms = Generator::of(MapKind::Rooms);
    assert!(rooms.changed().is_empty());
    rooms.set("widest-door", 9).unwrap();
    assert_eq!(rooms.changed(), [("widest_door", 9)]);
    let wrong = rooms.set("widest_door", 99).unwrap_err().to_string();
    assert_eq!(wrong, "`widest_door` is 99; it goes from 1 to 12");
    let unknown = rooms.set("rock", 9).unwrap_err().to_string();
    assert!(unknown.starts_with("the generator `rooms` has no parameter `rock`; it has `smallest"));
    let read = Generator::with(MapKind::Rooms, &[("widest_door".to_string(), 9)].into()).unwrap();
    assert_eq!(read, rooms);
}
