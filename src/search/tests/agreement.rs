//! All searches give the same results.

use super::*;

#[test]
fn every_search_is_as_short_as_dijkstra() {
    let (mut exact, mut fast) = (BestFirst::default(), FastSearch::default());
    let (mut jump, mut group) = (JumpSearch::default(), GroupSearch::default());
    let mut solved = 0;
    on_random_terrains(60, |random, terrain| {
        let start = random_cell(random, terrain.bounds());
        let truth = dijkstra(terrain, start);
        for _ in 0..8 {
            let goal = random_cell(random, terrain.bounds());
            let expected = truth[terrain.bounds().index(goal).unwrap()];
            let mut paths = Vec::new();
            exact.search(&plain(terrain, start, goal, Octile(goal)));
            paths.push(exact.path(terrain));
            exact.search(&plain(terrain, start, goal, Euclidean(goal)));
            paths.push(exact.path(terrain));
            exact.search(&Problem {
                ties: Ties::LargerG,
                reopen: false,
                takeover: Takeover::default(),
                ..plain(terrain, start, goal, Nothing)
            });
            paths.push(exact.path(terrain));
            fast.search(terrain, start, goal);
            paths.push(fast.path(terrain));
            jump.search(terrain, start, goal);
            paths.push(jump.path(terrain));
            group.begin(terrain, goal, &[start]);
            assert_eq!(group.settle(terrain, start), expected.is_finite());
            paths.push(group.path(terrain, start));
            for path in paths {
                match path {
                    Some(path) => {
                        check_path(terrain, &path, start, goal).unwrap();
                        assert!((path.length() - expected).abs() < TOLERANCE, "{start} {goal}");
                        solved += 1;
                    }
                    None => assert!(expected.is_infinite(), "{start} {goal}"),
                }
            }
        }
    });
    assert!(solved > 1000, "most maps should have paths: {solved}");
}

#[test]
fn a_distance_field_gives_every_distance_and_path() {
    let mut field = DistanceField::default();
    on_random_terrains(40, |random, terrain| {
        let goal = random_cell(random, terrain.bounds());
        let truth = dijkstra(terrain, goal);
        field.begin(terrain, goal);
        field.settle_all(terrain);
        for cell in terrain.bounds().cells() {
            let expected = truth[terrain.bounds().index(cell).unwrap()];
            match field.distance(terrain, cell) {
                Some(distance) => {
                    assert!((distance - expected).abs() < TOLERANCE);
                    let path = field.path(terrain, cell).unwrap();
                    check_path(terrain, &path, cell, goal).unwrap();
                    assert!((path.length() - expected).abs() < TOLERANCE);
                }
                None => assert!(expected.is_infinite()),
            }
        }
    });
}

#[test]
fn a_group_search_gives_the_distances_and_paths_of_a_field() {
    let (mut field, mut group) = (DistanceField::default(), GroupSearch::default());
    on_random_terrains(60, |random, terrain| {
        let goal = random_cell(random, terrain.bounds());
        let starts = random_starts(random, terrain);
        field.begin(terrain, goal);
        field.settle_all(terrain);
        group.begin(terrain, goal, &starts);
        for &start in &starts {
            assert_eq!(group.settle(terrain, start), field.distance(terrain, start).is_some());
            let path = group.path(terrain, start);
            if let Some(path) = &path {
                check_path(terrain, path, start, goal).unwrap();
            }
            assert_eq!(
                path.map(|path| path.length()),
                field.path(terrain, start).map(|path| path.length())
            );
        }
        // Cells that the search was not asked to go towards.
        let open = starts.iter().any(|&start| terrain.is_passable(start));
        for _ in 0..20 {
            let cell = random_cell(random, terrain.bounds());
            let distance = group.settled_distance(terrain, terrain.node(cell));
            let expected = field.distance(terrain, cell).filter(|_| open);
            assert_eq!(distance.is_some(), expected.is_some(), "{cell}");
            assert!(
                (distance.unwrap_or(0.0) - expected.unwrap_or(0.0)).abs() < TOLERANCE,
                "{cell}"
            );
        }
        assert_eq!(group.is_current(terrain, goal), terrain.is_passable(goal) && open);
    });
}

/// Cells anywhere, then a block of cells that stand together, some of them blocked.
fn random_starts(random: &mut Pcg64Mcg, terrain: &Terrain) -> Vec<Cell> {
    let mut starts: Vec<Cell> =
        (0..random.random_range(1..9)).map(|_| random_cell(random, terrain.bounds())).collect();
    let corner = starts[0];
    let size = random.random_range(1..6);
    let block = (0..size * size).map(|i| Cell::new(corner.x + i % size, corner.y + i / size));
    starts.extend(block.filter(|&cell| terrain.bounds().contains(cell)));
    starts
}

#[test]
fn one_jump_point_search_for_a_group_gives_shortest_paths_in_slices_of_any_size() {
    let (mut field, mut group) = (DistanceField::default(), GroupJump::default());
    let mut sliced = GroupJump::default();
    let mut solved = 0;
    on_random_terrains(120, |random, terrain| {
        let goal = random_cell(random, terrain.bounds());
        let starts = random_starts(random, terrain);
        field.begin(terrain, goal);
        field.settle_all(terrain);
        group.begin(terrain, goal, &starts);
        sliced.begin(terrain, goal, &starts);
        let slice = random.random_range(1..5);
        for &start in &starts {
            let length = field.path(terrain, start).map(|path| path.length());
            assert_eq!(group.settle(terrain, start), length.is_some(), "{start}");
            let path = group.path(terrain, start);
            if let Some(path) = &path {
                check_path(terrain, path, start, goal).unwrap();
                solved += 1;
            }
            assert_eq!(path.as_ref().map(|path| path.length()), length, "{start}");
            let known = std::iter::repeat_with(|| {
                let before = sliced.stats().expanded;
                let known = sliced.settle_within(terrain, start, slice);
                assert!(sliced.stats().expanded <= before + slice);
                known
            });
            assert_eq!(known.flatten().next(), Some(length.is_some()));
            assert_eq!(sliced.path(terrain, start), path);
        }
        // A search that was lost is run again.
        let count = sliced.stats().expanded;
        group.begin(terrain, goal, &starts);
        group.expand_count(terrain, count);
        assert_eq!(group.expanded(), sliced.expanded());
        let open = starts.iter().any(|&start| terrain.is_passable(start));
        assert_eq!(group.is_current(terrain, goal), terrain.is_passable(goal) && open);
    });
    assert!(solved > 500, "most starts should have paths: {solved}");
}

#[test]
fn jump_points_stay_right_while_walls_are_painted() {
    let mut jump = JumpSearch::default();
    let mut solved = 0;
    on_random_terrains(20, |random, terrain| {
        let mut terrain = terrain.clone();
        for _ in 0..12 {
            for _ in 0..random.random_range(0..9) {
                let cell = random_cell(random, terrain.bounds());
                if random.random_bool(0.3) {
                    terrain.cover(cell);
                } else {
                    let ground = [Ground::Wall, Ground::Floor][random.random_range(0..2)];
                    terrain.set_ground(cell, ground);
                }
            }
            let start = random_cell(random, terrain.bounds());
            let truth = dijkstra(&terrain, start);
            for _ in 0..4 {
                let goal = random_cell(random, terrain.bounds());
                let expected = truth[terrain.bounds().index(goal).unwrap()];
                jump.search(&terrain, start, goal);
                match jump.path(&terrain) {
                    Some(path) => {
                        check_path(&terrain, &path, start, goal).unwrap();
                        assert!((path.length() - expected).abs() < TOLERANCE, "{start} {goal}");
                        solved += 1;
                    }
                    None => assert!(expected.is_infinite(), "{start} {goal}"),
                }
            }
        }
    });
    assert!(solved > 500, "most queries should have paths: {solved}");
}

#[test]
fn a_field_that_is_resumed_equals_one_made_at_once() {
    let (mut whole, mut parts) = (DistanceField::default(), DistanceField::default());
    on_random_terrains(20, |random, terrain| {
        let goal = random_cell(random, terrain.bounds());
        whole.begin(terrain, goal);
        whole.settle_all(terrain);
        parts.begin(terrain, goal);
        for _ in 0..20 {
            let cell = random_cell(random, terrain.bounds());
            let before = parts.expanded().len();
            assert_eq!(parts.settle(terrain, cell), whole.distance(terrain, cell).is_some());
            assert_eq!(parts.distance(terrain, cell), whole.distance(terrain, cell));
            assert_eq!(parts.path(terrain, cell), whole.path(terrain, cell));
            assert_eq!(parts.expanded()[..before], whole.expanded()[..before]);
            let another = random_cell(random, terrain.bounds());
            let distance = parts.settled_distance(terrain, terrain.node(another));
            assert_eq!(distance, whole.distance(terrain, another));
        }
    });
}

#[test]
fn a_field_stops_soon_after_the_requested_cell() {
    let terrain = Terrain::open(Bounds::new(201, 201), CornerRule::BothSidesFree);
    let mut field = DistanceField::default();
    field.begin(&terrain, Cell::new(100, 100));
    assert!(field.settle(&terrain, Cell::new(105, 100)));
    assert!(field.stats().expanded < 200, "{:?}", field.stats());
}

#[test]
fn distances_stay_right_when_costs_wrap_around() {
    // One winding corridor, more than 309,879 cells long: beyond 32 bits of fixed-point cost.
    let side = 901;
    let bounds = Bounds::new(side, side);
    let mut terrain = Terrain::open(bounds, CornerRule::BothSidesFree);
    for y in (1..side as i32).step_by(2) {
        let gap = if y % 4 == 1 { side as i32 - 1 } else { 0 };
        for x in (0..side as i32).filter(|&x| x != gap) {
            terrain.set_ground(Cell::new(x, y), Ground::Wall);
        }
    }
    let (start, goal) = (Cell::new(0, 0), Cell::new(side as i32 - 1, side as i32 - 1));
    let length = f64::from((side / 2 + 1) * (side - 1) + side - 1);
    assert!(length * f64::from(fixed_point::STRAIGHT) > f64::from(u32::MAX));
    let mut fast = FastSearch::default();
    fast.search(&terrain, start, goal);
    assert_eq!(fast.path(&terrain).unwrap().length(), length);
    let mut field = DistanceField::default();
    field.begin(&terrain, goal);
    assert!(field.settle(&terrain, start));
    assert_eq!(field.distance(&terrain, start), Some(length));
    let mut group = GroupSearch::default();
    group.begin(&terrain, goal, &[start]);
    assert_eq!(group.settled_distance(&terrain, terrain.node(start)), Some(length));
    let mut jump = JumpSearch::default();
    assert_eq!(jump.search(&terrain, start, goal), Outcome::Found(goal));
    assert_eq!(jump.path(&terrain).unwrap().length(), length);
    assert!(jump.stats().expanded > 0);
    let near = Cell::new(goal.x, goal.y - 2);
    let mut group = GroupJump::default();
    group.begin(&terrain, goal, &[near, start]);
    for (cell, length) in [(near, 2.0 * f64::from(side)), (start, length)] {
        assert!(group.settle(&terrain, cell));
        assert_eq!(group.path(&terrain, cell).unwrap().length(), length);
    }
    let count = group.stats().expanded;
    let mut again = GroupJump::default();
    again.begin(&terrain, goal, &[near, start]);
    again.expand_count(&terrain, count);
    assert_eq!(again.stats(), group.stats());
}

#[test]
fn start_equal_to_goal_is_a_path_of_one_cell() {
    let terrain = Terrain::open(Bounds::new(4, 4), CornerRule::BothSidesFree);
    let cell = Cell::new(2, 1);
    let (mut exact, mut fast, mut field) =
        (BestFirst::default(), FastSearch::default(), DistanceField::default());
    assert_eq!(exact.search(&plain(&terrain, cell, cell, Octile(cell))), Outcome::Found(cell));
    assert_eq!(fast.search(&terrain, cell, cell), Outcome::Found(cell));
    field.begin(&terrain, cell);
    assert!(field.settle(&terrain, cell));
    assert_eq!(field.distance(&terrain, cell), Some(0.0));
    for path in [exact.path(&terrain), fast.path(&terrain), field.path(&terrain, cell)] {
        assert_eq!(path.unwrap().cells(), [cell]);
    }
    assert_eq!(exact.stats().expanded, 1);
    assert_eq!(fast.stats().expanded, 1);
}

#[test]
fn blocked_and_outside_ends_have_no_path_and_clear_old_results() {
    let terrain = Terrain::from_text(CornerRule::BothSidesFree, &["...", ".#.", "..."]);
    let (mut exact, mut fast, mut field) =
        (BestFirst::default(), FastSearch::default(), DistanceField::default());
    let (mut jump, mut group) = (JumpSearch::default(), GroupSearch::default());
    let (free, blocked, outside) = (Cell::new(0, 0), Cell::new(1, 1), Cell::new(-3, 99));
    for bad in [blocked, outside] {
        for (start, goal) in [(free, bad), (bad, free), (bad, bad)] {
            // Leave data of an earlier search behind.
            fast.search(&terrain, free, Cell::new(2, 2));
            exact.search(&plain(&terrain, free, Cell::new(2, 2), Nothing));
            field.begin(&terrain, free);
            field.settle_all(&terrain);

            let problem = plain(&terrain, start, goal, Nothing);
            assert_eq!(exact.search(&problem), Outcome::NoPath);
            assert_eq!(exact.path(&terrain), None);
            assert_eq!(exact.path_to(&terrain, blocked), None);
            assert_eq!(fast.search(&terrain, start, goal), Outcome::NoPath);
            assert_eq!(fast.path(&terrain), None);
            assert_eq!(fast.stats().expanded, 0);
            assert_eq!(fast.visit(&terrain, free), None);
            let mut jumps = GroupJump::default();
            jumps.begin(&terrain, Cell::new(2, 2), &[free]);
            assert!(jumps.settle(&terrain, free));
            jumps.begin(&terrain, goal, &[start]);
            assert!(!jumps.settle(&terrain, start));
            assert_eq!(
                (jumps.path(&terrain, start), jumps.stats()),
                (None, SearchStats::default())
            );
            jump.search(&terrain, free, Cell::new(2, 2));
            assert_eq!(jump.search(&terrain, start, goal), Outcome::NoPath);
            assert_eq!((jump.path(&terrain), jump.stats()), (None, SearchStats::default()));
            group.begin(&terrain, goal, &[start]);
            assert!(!group.settle(&terrain, start));
            assert_eq!(
                (group.path(&terrain, start), group.stats()),
                (None, SearchStats::default())
            );
            field.begin(&terrain, goal);
            assert!(!field.settle(&terrain, start));
            assert_eq!(field.path(&terrain, start), None);
            assert_eq!(field.distance(&terrain, start), None);
        }
    }
}

#[test]
fn no_path_is_a_result_with_statistics() {
    let terrain = Terrain::from_text(CornerRule::BothSidesFree, &["..#..", "..#.."]);
    let (start, goal) = (Cell::new(0, 0), Cell::new(4, 0));
    let (mut exact, mut fast) = (BestFirst::default(), FastSearch::default());
    assert_eq!(exact.search(&plain(&terrain, start, goal, Octile(goal))), Outcome::NoPath);
    assert_eq!(fast.search(&terrain, start, goal), Outcome::NoPath);
    assert_eq!(exact.stats().expanded, 4);
    assert_eq!(fast.stats().expanded, 4);
    assert!(exact.stats().generated >= 4);
}
