use super::*;
use crate::grid::{Cell, Regions};
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
