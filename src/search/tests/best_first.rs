//! What the exact engine guarantees to its cost models.

use super::*;

/// An inconsistent but admissible heuristic, so that the search first expands some nodes by a longer path.
struct Jumping<'a>(&'a [f64]);

impl Estimate for Jumping<'_> {
    fn estimate(&self, node: Node, _: Cell) -> f64 {
        self.0[node as usize]
    }
}

/// The true distance to the goal at some cells and zero at others: admissible, not consistent.
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
    assert!(reopened > 0, "the estimates should reopen nodes");
    assert!(longer > 0, "without reopening some paths should be longer");
}

#[test]
fn ties_expand_in_order_of_entry_and_neighbours_in_order_of_direction() {
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
fn larger_g_first_halves_the_expansions_on_open_ground() {
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
            takeover: Takeover::default(),
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
fn a_visit_gives_the_costs_of_a_cell() {
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
