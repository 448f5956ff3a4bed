//! All searches against each other and against a Dijkstra that is too simple to be wrong.

use super::*;
use crate::grid::{Bounds, Cell, CornerRule, Direction, Ground, Node, Terrain};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

const TOLERANCE: f64 = 1e-9;

fn random_terrain(random: &mut Pcg64Mcg, corners: CornerRule) -> Terrain {
    let bounds = Bounds::new(random.random_range(1..40), random.random_range(1..40));
    let density = random.random_range(0.0..0.5);
    let ground = (0..bounds.area())
        .map(|_| if random.random_bool(density) { Ground::Wall } else { Ground::Floor })
        .collect();
    Terrain::from_ground(bounds, corners, ground)
}

fn random_cell(random: &mut Pcg64Mcg, bounds: Bounds) -> Cell {
    let side = |random: &mut Pcg64Mcg, side: u32| random.random_range(0..side as i32);
    Cell::new(side(random, bounds.width), side(random, bounds.height))
}

/// Runs over some terrains of every corner rule.
fn on_random_terrains(rounds: u64, mut check: impl FnMut(&mut Pcg64Mcg, &Terrain)) {
    for corners in CornerRule::ALL {
        for seed in 0..rounds {
            let mut random = Pcg64Mcg::seed_from_u64(seed);
            let terrain = random_terrain(&mut random, corners);
            check(&mut random, &terrain);
        }
    }
}

/// Distances from one cell by relaxing every step until nothing changes.
fn dijkstra(terrain: &Terrain, from: Cell) -> Vec<f64> {
    let bounds = terrain.bounds();
    let mut distances = vec![f64::INFINITY; bounds.area()];
    let mut open = Vec::new();
    if terrain.is_passable(from) {
        distances[bounds.index(from).unwrap()] = 0.0;
        open.push(from);
    }
    while !open.is_empty() {
        let distance = |c: &Cell| distances[bounds.index(*c).unwrap()];
        let best =
            (0..open.len()).min_by(|&a, &b| distance(&open[a]).total_cmp(&distance(&open[b])));
        let cell = open.swap_remove(best.unwrap());
        let here = distances[bounds.index(cell).unwrap()];
        for d in Direction::ALL.into_iter().filter(|&d| terrain.allows(cell, d)) {
            let there = &mut distances[bounds.index(cell.step(d)).unwrap()];
            if here + d.length() < *there - TOLERANCE {
                if there.is_infinite() {
                    open.push(cell.step(d));
                }
                *there = here + d.length();
            }
        }
    }
    distances
}

/// A plain exact problem.
fn towards<H, G: Fn(Node) -> bool>(
    terrain: &Terrain,
    start: Cell,
    goal: G,
    estimate: H,
) -> Problem<'_, Lengths, H, G> {
    Problem { terrain, start, goal, model: Lengths, estimate, ties: Ties::FirstIn, reopen: true }
}

/// A plain exact problem between two cells.
fn plain<H>(
    terrain: &Terrain,
    start: Cell,
    goal: Cell,
    estimate: H,
) -> Problem<'_, Lengths, H, impl Fn(Node) -> bool + use<H>> {
    let target = terrain.bounds().contains(goal).then(|| terrain.node(goal));
    towards(terrain, start, move |node| Some(node) == target, estimate)
}

#[test]
fn every_search_is_as_short_as_dijkstra() {
    let (mut exact, mut fast) = (BestFirst::default(), FastSearch::default());
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
                ..plain(terrain, start, goal, Nothing)
            });
            paths.push(exact.path(terrain));
            fast.search(terrain, start, goal);
            paths.push(fast.path(terrain));
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
fn a_distance_field_knows_every_distance_and_way() {
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
        }
    });
}

#[test]
fn a_field_stops_soon_after_what_was_asked_for() {
    let terrain = Terrain::open(Bounds::new(201, 201), CornerRule::BothSidesFree);
    let mut field = DistanceField::default();
    field.begin(&terrain, Cell::new(100, 100));
    assert!(field.settle(&terrain, Cell::new(105, 100)));
    assert!(field.stats().expanded < 200, "{:?}", field.stats());
}

#[test]
fn costs_that_wrap_around_do_no_harm() {
    // One corridor to and fro, more than 309,879 cells long: beyond 32 bits of fixed-point cost.
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
    assert!(length * f64::from(compact::STRAIGHT) > f64::from(u32::MAX));
    let mut fast = FastSearch::default();
    fast.search(&terrain, start, goal);
    assert_eq!(fast.path(&terrain).unwrap().length(), length);
    let mut field = DistanceField::default();
    field.begin(&terrain, goal);
    assert!(field.settle(&terrain, start));
    assert_eq!(field.distance(&terrain, start), Some(length));
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
fn blocked_and_outside_ends_have_no_path_and_leave_nothing_behind() {
    let terrain = Terrain::from_text(CornerRule::BothSidesFree, &["...", ".#.", "..."]);
    let (mut exact, mut fast, mut field) =
        (BestFirst::default(), FastSearch::default(), DistanceField::default());
    let (free, blocked, outside) = (Cell::new(0, 0), Cell::new(1, 1), Cell::new(-3, 99));
    for bad in [blocked, outside] {
        for (start, goal) in [(free, bad), (bad, free), (bad, bad)] {
            // Something to forget.
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

/// Estimates that are right but jump, so that nodes are first expanded by the longer way.
struct Jumping<'a>(&'a [f64]);

impl Estimate for Jumping<'_> {
    fn estimate(&self, node: Node, _: Cell) -> f64 {
        self.0[node as usize]
    }
}

/// The goal's true distance at some cells and nothing at others: admissible, not consistent.
fn jumping_estimates(random: &mut Pcg64Mcg, terrain: &Terrain, goal: Cell) -> Vec<f64> {
    let truth = dijkstra(terrain, goal);
    let mut estimates = vec![0.0; terrain.node_count()];
    for cell in terrain.bounds().cells() {
        let distance = truth[terrain.bounds().index(cell).unwrap()];
        if distance.is_finite() && random.random_bool(0.5) {
            estimates[terrain.node(cell) as usize] = distance - TOLERANCE * distance;
        }
    }
    estimates
}

#[test]
fn reopening_keeps_paths_shortest_where_estimates_jump() {
    let mut engine = BestFirst::default();
    let (mut reopened, mut longer) = (0, 0);
    on_random_terrains(60, |random, terrain| {
        let start = random_cell(random, terrain.bounds());
        let goal = random_cell(random, terrain.bounds());
        let estimates = jumping_estimates(random, terrain, goal);
        let expected = dijkstra(terrain, goal)[terrain.bounds().index(start).unwrap()];
        let problem = plain(terrain, start, goal, Jumping(&estimates));
        engine.search(&problem);
        reopened += engine.stats().reopened;
        if let Some(path) = engine.path(terrain) {
            check_path(terrain, &path, start, goal).unwrap();
            assert!((path.length() - expected).abs() < 1e-6);
            engine.search(&Problem { reopen: false, ..problem });
            assert_eq!(engine.stats().reopened, 0);
            longer += usize::from(engine.path(terrain).unwrap().length() > expected + 1e-6);
        }
    });
    assert!(reopened > 0, "the estimates should make nodes be reopened");
    assert!(longer > 0, "without reopening some paths should be longer");
}

#[test]
fn equals_are_expanded_in_the_order_of_entry_and_neighbours_in_the_order_of_directions() {
    let terrain = Terrain::open(Bounds::new(5, 5), CornerRule::Free);
    let mut engine = BestFirst::default();
    let start = Cell::new(2, 2);
    engine.search(&towards(&terrain, start, |_| false, Nothing));
    let order: Vec<Cell> = engine.expanded().iter().map(|&n| terrain.cell(n)).collect();
    let straight = Direction::ALL.into_iter().filter(|d| !d.is_diagonal());
    let diagonal = Direction::ALL.into_iter().filter(|d| d.is_diagonal());
    let expected: Vec<Cell> = straight.chain(diagonal).map(|d| start.step(d)).collect();
    assert_eq!(order[0], start);
    assert_eq!(order[1..9], expected);
    for (i, &cell) in order.iter().enumerate() {
        assert_eq!(engine.visit(&terrain, cell).unwrap().order, Some(i as u32));
    }
}

#[test]
fn larger_g_first_expands_no_more_than_it_must_on_open_ground() {
    let terrain = Terrain::open(Bounds::new(30, 30), CornerRule::BothSidesFree);
    let (start, goal) = (Cell::new(2, 3), Cell::new(27, 20));
    let mut engine = BestFirst::default();
    let problem = plain(&terrain, start, goal, Octile(goal));
    engine.search(&problem);
    let first_in = engine.stats().expanded;
    engine.search(&Problem { ties: Ties::LargerG, ..problem });
    assert!(engine.stats().expanded < first_in / 2, "{} {first_in}", engine.stats().expanded);
}

#[test]
fn a_search_in_slices_equals_one_in_one_go() {
    on_random_terrains(10, |random, terrain| {
        let start = random_cell(random, terrain.bounds());
        let goal = random_cell(random, terrain.bounds());
        let problem = plain(terrain, start, goal, Octile(goal));
        let (mut whole, mut sliced) = (BestFirst::default(), BestFirst::default());
        let outcome = whole.search(&problem);
        sliced.begin(&problem);
        let mut slices = 0;
        while sliced.advance(&problem, 7) == Outcome::Paused {
            slices += 1;
            assert_eq!(sliced.stats().expanded, 7 * slices);
        }
        assert_eq!(sliced.advance(&problem, 7), outcome);
        assert_eq!(sliced.expanded(), whole.expanded());
        assert_eq!(sliced.path(terrain), whole.path(terrain));
    });
}

#[test]
fn a_search_for_any_of_several_goals_finds_the_nearest() {
    let rows = ["........", ".######.", "........", "........"];
    let terrain = Terrain::from_text(CornerRule::BothSidesFree, &rows);
    let goals = [Cell::new(4, 0), Cell::new(7, 3)];
    let mut engine = BestFirst::default();
    let start = Cell::new(4, 2);
    let is_goal = |node| goals.contains(&terrain.cell(node));
    let outcome = engine.search(&towards(&terrain, start, is_goal, Nothing));
    assert_eq!(outcome, Outcome::Found(goals[1]));
}

#[test]
fn nodes_blocked_for_one_search_are_blocked_for_corners_too() {
    let mut engine = BestFirst::default();
    let mut blocked = NodeSet::default();
    on_random_terrains(30, |random, terrain| {
        let start = random_cell(random, terrain.bounds());
        let goal = random_cell(random, terrain.bounds());
        let cells: Vec<Cell> = (0..terrain.bounds().area() / 10)
            .map(|_| random_cell(random, terrain.bounds()))
            .filter(|&c| c != start)
            .collect();
        blocked.assign(terrain, cells.iter().copied());
        let model = Around { model: Lengths, terrain, blocked: &blocked };
        let base = plain(terrain, start, goal, Octile(goal));
        engine.search(&Problem {
            terrain,
            start,
            goal: &base.goal,
            model,
            estimate: base.estimate,
            ties: base.ties,
            reopen: base.reopen,
        });
        let path = engine.path(terrain);
        let mut walled = terrain.clone();
        cells.iter().for_each(|&c| {
            walled.set_ground(c, Ground::Wall);
        });
        engine.search(&plain(&walled, start, goal, Octile(goal)));
        assert_eq!(path, engine.path(&walled));
    });
}

#[test]
fn what_a_search_knows_of_a_cell_can_be_read() {
    let terrain = Terrain::open(Bounds::new(9, 3), CornerRule::BothSidesFree);
    let (start, goal) = (Cell::new(0, 1), Cell::new(6, 1));
    let (mut exact, mut fast) = (BestFirst::default(), FastSearch::default());
    exact.search(&plain(&terrain, start, goal, Octile(goal)));
    fast.search(&terrain, start, goal);
    for visit in [exact.visit(&terrain, goal).unwrap(), fast.visit(&terrain, goal).unwrap()] {
        assert_eq!((visit.g, visit.h, visit.priority), (6.0, 0.0, 6.0));
    }
    assert_eq!(fast.visit(&terrain, start).unwrap().order, Some(0));
    assert_eq!(exact.visit(&terrain, Cell::new(8, 0)), None);
    assert_eq!(fast.visit(&terrain, Cell::new(8, 0)), None);
    assert_eq!(exact.visit(&terrain, Cell::new(-1, 0)), None);
}
