//! Compares the exact engine with a literal version of the papers' search: a list that is scanned from end to end.

use super::*;

/// Log of a search: the expanded nodes in order, and the path to the goal.
type Account = (Vec<Node>, Option<Vec<Cell>>);

/// A node in the list.
#[derive(Clone, Copy)]
struct Seen {
    node: Node,
    g: f64,
    priority: f64,
    parent: Node,
    open: bool,
    /// Number in the order of insertion.
    place: usize,
}

/// Takes the first lowest node in the order of insertion. A node with a new path is inserted again. A path is replaced
/// if the priority becomes strictly smaller. With the other rule it is also replaced by a different path of equal
/// priority that is not longer.
fn literal<M: CostModel, H: Estimate, G: Fn(Node) -> bool>(
    problem: &Problem<M, H, G>,
    most: usize,
) -> Account {
    let terrain = problem.terrain;
    if !terrain.is_passable(problem.start) {
        return (Vec::new(), None);
    }
    let start = terrain.node(problem.start);
    let h = problem.estimate.estimate(start, problem.start);
    let priority = problem.model.priority(start, 0.0, h);
    let mut list =
        vec![Seen { node: start, g: 0.0, priority, parent: start, open: true, place: 0 }];
    let mut inserted = 1;
    let mut expanded = Vec::new();
    let replaces = |fresh: &Seen, seen: &Seen| {
        let equal = fresh.priority == seen.priority
            && (fresh.g < seen.g || fresh.g == seen.g && fresh.parent != seen.parent);
        fresh.priority < seen.priority || problem.takeover == Takeover::SmallerOrEqual && equal
    };
    while expanded.len() < most {
        let comes_before = |a: &Seen, b: &Seen| {
            let by_g = match problem.ties {
                Ties::FirstIn => std::cmp::Ordering::Equal,
                Ties::LargerG => (b.g as f32).total_cmp(&(a.g as f32)),
            };
            a.priority.total_cmp(&b.priority).then(by_g).then(a.place.cmp(&b.place))
        };
        let open = list.iter_mut().filter(|seen| seen.open);
        let Some(best) = open.min_by(|a, b| comes_before(a, b)) else { break };
        best.open = false;
        let best = *best;
        expanded.push(best.node);
        if (problem.goal)(best.node) {
            let mut cells = vec![terrain.cell(best.node)];
            let mut node = best;
            while node.node != start {
                node = *list.iter().find(|seen| seen.node == node.parent).unwrap();
                cells.push(terrain.cell(node.node));
            }
            cells.reverse();
            return (expanded, Some(cells));
        }
        let cell = terrain.cell(best.node);
        for direction in Direction::ALL.into_iter().filter(|&d| terrain.allows(cell, d)) {
            let node = terrain.node(cell.step(direction));
            let g = problem.model.step(best.node, node, direction, best.g);
            let h = problem.estimate.estimate(node, cell.step(direction));
            let priority = problem.model.priority(node, g, h);
            let fresh = Seen { node, g, priority, parent: best.node, open: true, place: inserted };
            match list.iter_mut().find(|seen| seen.node == node) {
                None if priority < f64::INFINITY => list.push(fresh),
                Some(seen) if replaces(&fresh, seen) && (seen.open || problem.reopen) => {
                    *seen = fresh;
                }
                _ => continue,
            }
            inserted += 1;
        }
    }
    (expanded, None)
}

/// Costs like Map Marker: every node has its own factor on the priority. Optionally in single precision, and
/// optionally with near nodes first.
struct Factors<'a> {
    factors: &'a [f64],
    single: bool,
    near: f64,
}

impl Factors<'_> {
    fn round(&self, value: f64) -> f64 {
        if self.single { f64::from(value as f32) } else { value }
    }
}

impl CostModel for Factors<'_> {
    const UNIFORM: bool = true;

    fn step(&self, _: Node, _: Node, direction: Direction, g: f64) -> f64 {
        self.round(g + self.round(direction.length()))
    }

    fn priority(&self, node: Node, g: f64, h: f64) -> f64 {
        if g <= self.near {
            return g - self.near - 1.0;
        }
        self.round(self.round(g + h) * self.factors[node as usize])
    }
}

/// Other costs, with the heuristics of [`Single`], for the engine in single precision.
struct SingleFactors<'a>(Factors<'a>);

impl CostModel for SingleFactors<'_> {
    const UNIFORM: bool = true;
    const SINGLE: bool = true;

    fn step(&self, from: Node, to: Node, direction: Direction, g: f64) -> f64 {
        self.0.step(from, to, direction, g)
    }

    fn priority(&self, node: Node, g: f64, h: f64) -> f64 {
        self.0.priority(node, g, h)
    }
}

/// Other costs, where near nodes need no heuristic.
struct Saving<'a>(Factors<'a>);

impl CostModel for Saving<'_> {
    const UNIFORM: bool = true;

    fn step(&self, from: Node, to: Node, direction: Direction, g: f64) -> f64 {
        self.0.step(from, to, direction, g)
    }

    fn priority(&self, node: Node, g: f64, h: f64) -> f64 {
        self.0.priority(node, g, h)
    }

    fn needs_estimate(&self, g: f64) -> bool {
        g > self.0.near
    }
}

/// The straight line in single precision.
struct Single(Cell);

impl Estimate for Single {
    fn estimate(&self, node: Node, cell: Cell) -> f64 {
        f64::from(Euclidean(self.0).estimate(node, cell) as f32)
    }
}

/// Other costs, without the promise that all steps cost the same.
struct AllMoves<M>(M);

impl<M: CostModel> CostModel for AllMoves<M> {
    fn step(&self, from: Node, to: Node, direction: Direction, g: f64) -> f64 {
        self.0.step(from, to, direction, g)
    }

    fn priority(&self, node: Node, g: f64, h: f64) -> f64 {
        self.0.priority(node, g, h)
    }
}

/// The node that a step enters multiplies its cost. Some nodes cannot be entered.
struct Tolls<'a>(&'a [f64]);

impl CostModel for Tolls<'_> {
    fn step(&self, _: Node, to: Node, direction: Direction, g: f64) -> f64 {
        g + direction.length() * self.0[to as usize]
    }
}

fn compare<M: CostModel, H: Estimate, G: Fn(Node) -> bool>(
    engine: &mut BestFirst,
    problem: &Problem<M, H, G>,
) -> u64 {
    const MAX: usize = 3000;
    let (expanded, path) = literal(problem, MAX);
    engine.begin(problem);
    engine.advance(problem, MAX as u64);
    assert_eq!(engine.expanded(), expanded);
    assert_eq!(engine.path(problem.terrain).map(Path::into_cells), path);
    engine.stats().reopened
}

#[test]
fn the_engine_expands_what_a_literal_list_expands_in_the_same_order() {
    let mut engine = BestFirst::default();
    let (mut searches, mut reopened) = (0, 0);
    on_random_terrains(40, |random, terrain| {
        let start = random_cell(random, terrain.bounds());
        let goal = random_cell(random, terrain.bounds());
        // Bands of marked nodes, as paths leave them, and single ones.
        let (low, period) = (random.random_range(0.0..1.0), random.random_range(1..9));
        let factors: Vec<f64> = (0..terrain.node_count())
            .map(|node| match node % period {
                0 => low,
                1 => random.random_range(low..1.0),
                _ => 1.0,
            })
            .collect();
        let tolls: Vec<f64> = (0..terrain.node_count())
            .map(|_| match random.random_range(0..9) {
                0 => f64::INFINITY,
                1 => 100.0,
                _ => random.random_range(0.01..1.0),
            })
            .collect();
        let is_goal = plain(terrain, start, goal, Nothing).goal;
        let goal_of = |node: Node| is_goal(node);
        for (ties, reopen, takeover) in [
            (Ties::FirstIn, true, Takeover::Smaller),
            (Ties::FirstIn, true, Takeover::SmallerOrEqual),
            (Ties::LargerG, true, Takeover::Smaller),
            (Ties::FirstIn, false, Takeover::Smaller),
            (Ties::FirstIn, false, Takeover::SmallerOrEqual),
        ] {
            for (single, near) in [(true, -1.0), (false, -1.0), (false, 5.0)] {
                let model = Factors { factors: &factors, single, near };
                let estimate = Euclidean(goal);
                let goal = goal_of;
                let problem =
                    Problem { terrain, start, goal, model, estimate, ties, reopen, takeover };
                reopened += compare(&mut engine, &problem);
                let stats = engine.stats();
                let model = AllMoves(Factors { factors: &factors, single, near });
                let problem =
                    Problem { terrain, start, goal, model, estimate, ties, reopen, takeover };
                compare(&mut engine, &problem);
                assert_eq!(engine.stats(), stats);
                let model = Saving(Factors { factors: &factors, single, near });
                let problem =
                    Problem { terrain, start, goal, model, estimate, ties, reopen, takeover };
                compare(&mut engine, &problem);
                assert_eq!(engine.stats(), stats);
            }
            let model = SingleFactors(Factors { factors: &factors, single: true, near: -1.0 });
            let (estimate, at) = (Single(goal), goal);
            let goal = goal_of;
            let problem = Problem { terrain, start, goal, model, estimate, ties, reopen, takeover };
            reopened += compare(&mut engine, &problem);
            if let Some(estimate) = SingleEuclidean::new(at, terrain.bounds()) {
                let model = SingleFactors(Factors { factors: &factors, single: true, near: -1.0 });
                let stats = engine.stats();
                let problem =
                    Problem { terrain, start, goal, model, estimate, ties, reopen, takeover };
                compare(&mut engine, &problem);
                assert_eq!(engine.stats(), stats);
            }
            let goal = at;
            let estimate = Octile(goal);
            let (goal, model) = (goal_of, Tolls(&tolls));
            let problem = Problem { terrain, start, goal, model, estimate, ties, reopen, takeover };
            reopened += compare(&mut engine, &problem);
            let model = Lengths;
            let problem = Problem { terrain, start, goal, model, estimate, ties, reopen, takeover };
            reopened += compare(&mut engine, &problem);
            searches += 1;
        }
    });
    assert!(searches > 300 && reopened > 1000, "{searches} searches, {reopened} reopened");
}

#[test]
fn earlier_searches_do_not_mix_in_after_short_and_after_long_ones() {
    let terrain = Terrain::open(Bounds::new(40, 30), CornerRule::BothSidesFree);
    let all = |engine: &mut BestFirst, to: Cell| {
        engine.search(&plain(&terrain, Cell::new(0, 0), to, Octile(to)));
        (engine.expanded().to_vec(), engine.path(&terrain))
    };
    // A short search touches few nodes, which are wiped one by one. A search for a cell outside the map touches all nodes.
    let mut engine = BestFirst::default();
    let far = Cell::new(39, 29);
    let expected = all(&mut engine, far);
    let beside = Cell::new(-1, 0);
    for to in [Cell::new(3, 1), far, beside, far, beside, Cell::new(3, 1)] {
        assert_eq!(all(&mut engine, to), all(&mut BestFirst::default(), to));
        assert_eq!(engine.visit(&terrain, Cell::new(20, 29)).is_some(), to == beside);
        assert_eq!(all(&mut engine, far), expected);
    }
}
