//! Small maps by hand, and the three layouts of the Map Marker paper.

use super::*;
use crate::grid::Bounds;
use crate::search::FastSearch;

fn cells(list: &[(i32, i32)]) -> Vec<Cell> {
    list.iter().map(|&c| c.into()).collect()
}

fn distance_on(terrain: &Terrain) -> impl FnMut(Cell, Cell) -> f64 + use<'_> {
    let mut search = FastSearch::default();
    move |a, b| {
        search.search(terrain, a, b);
        search.path(terrain).unwrap().length()
    }
}

fn judge(terrain: &Terrain, paths: &[Vec<Cell>]) -> Separation {
    let starts: Vec<Cell> = paths.iter().map(|p| p[0]).collect();
    let target = *paths[0].last().unwrap();
    let obstructions = Obstructions::around(terrain, target);
    let approaches = approaches(terrain, &starts);
    separation(&obstructions, &approaches, paths, 99, distance_on(terrain)).unwrap()
}

#[test]
fn paths_on_two_sides_of_a_boulder_go_two_ways() {
    let terrain = Terrain::from_text(
        CornerRule::BothSidesFree,
        &[".......", "..###..", "..###..", "..###..", "......."],
    );
    let left = cells(&[(2, 4), (1, 4), (1, 3), (1, 2), (1, 1), (1, 0), (2, 0), (3, 0)]);
    let right = cells(&[(4, 4), (5, 4), (5, 3), (5, 2), (5, 1), (5, 0), (4, 0), (3, 0)]);
    let also_left =
        cells(&[(3, 4), (2, 4), (1, 4), (0, 3), (0, 2), (0, 1), (1, 0), (2, 0), (3, 0)]);
    let found = judge(&terrain, &[left.clone(), right, also_left.clone()]);
    assert_eq!(found.ways, 2);
    // The nearest starts are those of the second and the third. After four cells they stand on (5, 1) and (0, 3), and
    // the detour, above or below, takes seven straight steps and a diagonal one.
    assert_eq!((found.distance, found.bounded), (7.0 + std::f64::consts::SQRT_2, 6.0));
    assert!(!found.is_separated(), "a small boulder");
    let together = judge(&terrain, &[left, also_left]);
    assert_eq!((together.ways, together.distance), (1, 0.0));
}

#[test]
fn a_loop_that_goes_round_and_round_is_another_way() {
    let terrain = Terrain::from_text(CornerRule::Free, &[".....", "..#..", "....."]);
    let straight = cells(&[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]);
    let round = cells(&[
        (0, 0),
        (1, 0),
        (2, 0),
        (3, 0),
        (3, 1),
        (3, 2),
        (2, 2),
        (1, 2),
        (1, 1),
        (1, 0),
        (2, 0),
        (3, 0),
        (4, 0),
    ]);
    assert_eq!(judge(&terrain, &[straight.clone(), round]).ways, 2);
    let there_and_back =
        cells(&[(0, 0), (1, 1), (1, 2), (2, 2), (1, 1), (1, 0), (2, 0), (3, 0), (4, 0)]);
    assert_eq!(judge(&terrain, &[straight, there_and_back]).ways, 1);
}

#[test]
fn what_touches_the_edge_cannot_be_gone_round() {
    let rows = ["..#..", "..#..", ".....", "..#..", "....."];
    let terrain = Terrain::from_text(CornerRule::BothSidesFree, &rows);
    let obstructions = Obstructions::around(&terrain, Cell::new(0, 0));
    assert_eq!(obstructions.regions.len(), 1);
    assert_eq!((obstructions.regions[0].at, obstructions.regions[0].size()), (Cell::new(2, 3), 2));
}

#[test]
fn blocked_cells_that_touch_at_a_corner_hang_together_unless_units_slip_between() {
    let rows = [".....", ".#...", "..#..", ".....", "....."];
    for (corners, count) in
        [(CornerRule::BothSidesFree, 1), (CornerRule::NotBetweenTwo, 1), (CornerRule::Free, 2)]
    {
        let terrain = Terrain::from_text(corners, &rows);
        assert_eq!(Obstructions::around(&terrain, Cell::new(0, 0)).regions.len(), count);
    }
}

#[test]
fn unreachable_ground_belongs_to_what_surrounds_it() {
    let rows = [".......", ".#####.", ".#...#.", ".#####.", "......."];
    let terrain = Terrain::from_text(CornerRule::BothSidesFree, &rows);
    let obstructions = Obstructions::around(&terrain, Cell::new(0, 0));
    let sizes: Vec<u32> = obstructions.regions.iter().map(|r| r.size()).collect();
    assert_eq!(sizes, [5 + 3]);
}

#[test]
fn approaches_are_walks_from_the_first_start() {
    let terrain = Terrain::from_text(CornerRule::BothSidesFree, &["..#.", "....", "..#."]);
    let walks = approaches(&terrain, &cells(&[(0, 0), (3, 0), (2, 0), (0, 0), (9, 9)]));
    assert_eq!(walks[0], cells(&[(0, 0)]));
    assert_eq!((walks[1].len(), walks[1][0], walks[1][4]), (5, (0, 0).into(), (3, 0).into()));
    assert_eq!(walks[2..], [cells(&[(2, 0)]), cells(&[(0, 0)]), cells(&[(9, 9)])]);
}

#[test]
fn a_unit_is_shown_on_the_last_cell_that_it_has_reached() {
    // Lengths 0, 1, 2.41, 3.83: after 2 cells it is still on the second.
    let path = cells(&[(0, 0), (1, 0), (2, 1), (3, 2)]);
    assert_eq!(places(&path), cells(&[(0, 0), (1, 0), (1, 0), (2, 1), (3, 2)]));
    assert_eq!(places(&path[..1]), path[..1]);
    assert!(places(&[]).is_empty());
}

#[test]
fn the_largest_distance_is_exact_however_rarely_it_looks() {
    let terrain = Terrain::open(Bounds::new(200, 60), CornerRule::BothSidesFree);
    // The one goes straight, the other takes a zigzag with one high peak.
    let straight: Vec<Cell> = (0..150).map(|x| Cell::new(x, 30)).collect();
    let peak = |x: i32| 30 - (20 - (x - 77).abs()).max(0) - x % 2;
    let crooked: Vec<Cell> = (0..150).map(|x| Cell::new(x, peak(x))).collect();
    let mut distance = distance_on(&terrain);
    let (a, b) = (places(&straight), places(&crooked));
    let every = (0..a.len().max(b.len()))
        .map(|s| (a[s.min(a.len() - 1)], b[s.min(b.len() - 1)]))
        .map(|(a, b)| if a == b { 0.0 } else { distance(a, b) })
        .fold(0.0, f64::max);
    assert_eq!(largest_distance(&a, &b, 0.0, &mut distance), every);
    assert!(largest_distance(&a, &b, every, &mut distance) <= every);
}

#[cfg(feature = "cli")]
#[test]
fn the_layouts_of_the_paper_are_judged_as_by_eye() {
    use crate::scenario::{preset_named, shipped};
    let judge = |name: &str, doctrine: &str, corners: CornerRule| {
        let mut scenario = shipped().iter().find(|s| s.name == name).unwrap().load().unwrap();
        scenario.teams[0].doctrine = preset_named(doctrine).unwrap().doctrine;
        let mut terrain = Terrain::clone(&scenario.terrain);
        terrain.set_corners(corners);
        scenario.terrain = terrain.into();
        let paths: Vec<Vec<Cell>> = crate::experiment::plan_scenario(&scenario)
            .units
            .into_iter()
            .map(|unit| unit.path)
            .collect();
        judge(&scenario.stamped_terrain(), &paths)
    };
    for corners in [CornerRule::Free, CornerRule::BothSidesFree] {
        let tree = judge("10-map-marker-lonely-tree", "A* per unit", corners);
        assert!(!tree.is_separated() && tree.distance < 5.0, "{corners:?} {tree:?}");
        for name in ["11-map-marker-chinese-wall", "12-map-marker-boulder"] {
            let split = judge(name, "A* per unit", corners);
            let apart = (19.8..=23.0).contains(&split.distance);
            assert!(split.is_separated() && apart, "{name} {corners:?} {split:?}");
        }
    }
    for name in ["11-map-marker-chinese-wall", "12-map-marker-boulder"] {
        let together = judge(name, "Map Marker", CornerRule::Free);
        assert_eq!((together.ways, together.distance), (1, 0.0), "{name}");
    }
    let tree = judge("10-map-marker-lonely-tree", "A* per unit", CornerRule::Free);
    assert!((2.3..2.5).contains(&tree.distance), "{tree:?}");
}

#[test]
fn two_ways_round_a_long_wall_part_and_meet_again() {
    // A wall of 1 x 40 cells; both start in the centre of one side and end in the centre of the other.
    let mut terrain = Terrain::open(Bounds::new(80, 60), CornerRule::BothSidesFree);
    for y in 10..50 {
        terrain.set_ground(Cell::new(40, y), crate::grid::Ground::Wall);
    }
    let walk = |stops: [(i32, i32); 4]| -> Vec<Cell> {
        let mut search = FastSearch::default();
        let mut cells = vec![Cell::from(stops[0])];
        for pair in stops.windows(2) {
            search.search(&terrain, pair[0].into(), pair[1].into());
            cells.extend(&search.path(&terrain).unwrap().cells()[1..]);
        }
        cells
    };
    let above = walk([(20, 29), (40, 9), (60, 29), (70, 29)]);
    let below = walk([(20, 30), (40, 50), (60, 30), (70, 29)]);
    let wall = Rectangle::new(Cell::new(40, 10), 1, 40);
    let found = regrouping(&above, &below, wall, distance_on(&terrain)).unwrap();
    assert!(found.parted_at > 0 && found.parted_at < found.passed_at, "{found:?}");
    assert!(found.passed_at < found.together_at, "they meet behind the wall: {found:?}");
    assert!(found.together_at < found.arrived_at, "and before the end: {found:?}");
    assert_eq!(found.after_the_obstacle(), found.together_at - found.passed_at);
    // Looked at cell by cell, they are apart before that and together from then on.
    let (a, b) = (places(&above), places(&below));
    let mut distance = distance_on(&terrain);
    let mut apart = |at: usize| {
        let (a, b) = (a.get(at).or(a.last()).unwrap(), b.get(at).or(b.last()).unwrap());
        distance(*a, *b) >= SEPARATED
    };
    assert!(apart(found.parted_at) && !apart(found.parted_at - 1));
    assert!(apart(found.together_at - 1));
    assert!((found.together_at..=found.arrived_at).all(|at| !apart(at)));
    assert_eq!(regrouping(&above, &above, wall, distance_on(&terrain)), None);
}
