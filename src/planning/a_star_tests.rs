use super::*;
use crate::grid::{Bounds, CornerRule, Direction, Ground};
use crate::measure::cohesion;
use crate::search::{BestFirst, CostModel, Estimate, check_path};

const ALL: [AStar; 4] = [
    AStar { per_unit: false, heuristic: Heuristic::Octile },
    AStar { per_unit: false, heuristic: Heuristic::Euclidean },
    AStar { per_unit: true, heuristic: Heuristic::Octile },
    AStar { per_unit: true, heuristic: Heuristic::Euclidean },
];

#[test]
fn every_way_of_planning_gives_the_same_lengths() {
    let rows = [
        "............",
        "..######....",
        ".......#.##.",
        ".#####.#.#..",
        ".....#.#.#..",
        "####.#...#..",
        "......####..",
        "............",
    ];
    let starts = [(0, 0), (3, 4), (11, 7), (8, 3), (0, 4)].map(Cell::from);
    let goal = Cell::new(6, 3);
    for corners in CornerRule::ALL {
        let terrain = Terrain::from_text(corners, &rows);
        let mut scratch = PlanScratch::default();
        let lengths = ALL.map(|parameters| {
            let plans = plan_group(&terrain, &mut scratch, &starts, goal, &parameters);
            assert_eq!(plans.len(), starts.len());
            starts
                .iter()
                .zip(plans)
                .map(|(&start, plan)| {
                    let path = plan.path.unwrap();
                    check_path(&terrain, &path, start, goal).unwrap();
                    path.length()
                })
                .collect::<Vec<f64>>()
        });
        assert!(lengths.iter().all(|l| *l == lengths[0]), "{lengths:?}");
    }
}

#[test]
fn units_without_a_path_do_not_stop_the_others() {
    let terrain = Terrain::from_text(CornerRule::BothSidesFree, &["...#.", "...#.", "..##."]);
    let starts = [(4, 0), (0, 2), (3, 0), (9, 9), (0, 0)].map(Cell::from);
    let mut scratch = PlanScratch::default();
    for parameters in ALL {
        let plan = |scratch: &mut PlanScratch, goal: (i32, i32)| {
            plan_group(&terrain, scratch, &starts, goal.into(), &parameters)
                .into_iter()
                .map(|p| p.path.is_some())
                .collect::<Vec<bool>>()
        };
        assert_eq!(plan(&mut scratch, (0, 0)), [false, true, false, false, true]);
        assert_eq!(plan(&mut scratch, (3, 1)), [false; 5], "a blocked goal");
        assert_eq!(plan(&mut scratch, (-1, 1)), [false; 5], "a goal outside");
    }
}

#[test]
fn a_group_search_expands_each_cell_once_and_tells_whose_it_was() {
    let terrain = Terrain::open(Bounds::new(40, 40), CornerRule::BothSidesFree);
    let mut scratch = PlanScratch::default();
    let starts = [(30, 20), (10, 20), (39, 39)].map(Cell::from);
    let plans = plan_group(&terrain, &mut scratch, &starts, Cell::new(20, 20), &AStar::default());
    let cells = scratch.expanded_cells(&terrain, usize::MAX);
    assert_eq!(cells.len() as u64, plans.iter().map(|p| p.stats.expanded).sum::<u64>());
    assert_eq!(plans[1].stats.expanded, 0, "as near as the first and found with it");
    assert!(plans[2].stats.expanded > 0);
    assert_eq!(scratch.expanded_cells(&terrain, 5), cells[..5]);
    assert_eq!(scratch.visit(&terrain, starts[0]).unwrap().g, 10.0);
}

#[test]
fn a_repair_keeps_off_the_cells_that_others_stand_on() {
    let terrain = Terrain::from_text(CornerRule::BothSidesFree, &[".....", ".....", "....."]);
    let (start, goal) = (Cell::new(0, 1), Cell::new(4, 1));
    let mut scratch = PlanScratch::default();
    let mut around = |blocked: &[(i32, i32)], most| {
        let blocked = blocked.iter().map(|&c| Cell::from(c));
        plan_around(&terrain, &mut scratch, (start, goal), blocked, most).path
    };
    assert_eq!(around(&[], 999).unwrap().length(), 4.0);
    let path = around(&[(2, 1), (2, 0), (0, 1)], 999).unwrap();
    check_path(&terrain, &path, start, goal).unwrap();
    assert!(path.cells().contains(&Cell::new(2, 2)));
    // Up to the wall of the standing unit, past it straight, and back: corners count.
    assert_eq!(path.length(), 2.0 + 2.0 * std::f64::consts::SQRT_2);
    assert_eq!(around(&[(2, 0), (2, 1), (2, 2)], 999), None);
    assert_eq!(around(&[(4, 1)], 999), None, "somebody stands on the goal");
    assert_eq!(around(&[(2, 1)], 3), None, "given up");
}

/// The layouts of the Map Marker papers, reconstructed (reference/map-marker.md): distance of the
/// target, then columns and rows of the obstacle. Columns count from the target's, rows from the
/// front row of units.
struct Layout {
    target: i32,
    columns: (i32, i32),
    rows: (i32, i32),
}

impl Layout {
    const WIDTH: u32 = 31;
    const MIDDLE: i32 = 15;
    const BELOW: i32 = 12;

    fn cell(&self, dx: i32, y: i32) -> Cell {
        Cell::new(Self::MIDDLE + dx, self.target + Self::BELOW - y)
    }

    fn terrain(&self) -> Terrain {
        let height = (self.target + 2 * Self::BELOW) as u32;
        let mut terrain = Terrain::open(Bounds::new(Self::WIDTH, height), CornerRule::Free);
        for dx in self.columns.0..=self.columns.1 {
            for y in self.rows.0..=self.rows.1 {
                terrain.set_ground(self.cell(dx, y), Ground::Wall);
            }
        }
        terrain
    }

    /// Nine columns by two rows, in the order in which the authors' run planned them.
    fn starts(&self) -> Vec<Cell> {
        let front = [0, 1, -1, 2, -2, -3, 3, -4, 4].map(|dx| self.cell(dx, 0));
        let back = [0, 1, -1, 2, -2, 3, -3, -4, 4].map(|dx| self.cell(dx, -1));
        let target = self.cell(0, self.target);
        let mut starts: Vec<Cell> = front.into_iter().chain(back).collect();
        starts.sort_by(|a, b| a.euclidean(target).total_cmp(&b.euclidean(target)));
        starts
    }
}

/// Costs as the authors' program computed them: single precision, markers in double precision.
struct Marked<'a>(&'a [f64]);

fn single(value: f64) -> f64 {
    f64::from(value as f32)
}

impl CostModel for Marked<'_> {
    fn step(&self, _: Node, _: Node, direction: Direction, g: f64) -> f64 {
        single(g + single(direction.length()))
    }

    fn priority(&self, node: Node, g: f64, h: f64) -> f64 {
        single(single(g + h) * self.0[node as usize])
    }
}

struct SingleEuclidean(Cell);

impl Estimate for SingleEuclidean {
    fn estimate(&self, _: Node, cell: Cell) -> f64 {
        single(cell.euclidean(self.0))
    }
}

/// Average length and cohesion when every path multiplies the markers of its cells by a factor.
fn marker_cohesion(layout: &Layout, factor: f64) -> (f64, f64) {
    let terrain = layout.terrain();
    let goal = layout.cell(0, layout.target);
    let mut markers = vec![1.0; terrain.node_count()];
    let mut engine = BestFirst::default();
    let mut paths = Vec::new();
    let mut total = 0.0;
    for start in layout.starts() {
        engine.search(&Problem {
            terrain: &terrain,
            start,
            goal: is_goal(&terrain, goal),
            model: Marked(&markers),
            estimate: SingleEuclidean(goal),
            ties: Ties::FirstIn,
            reopen: true,
        });
        total += engine.visit(&terrain, goal).unwrap().g;
        let path = engine.path(&terrain).unwrap();
        for &cell in path.cells() {
            markers[terrain.node(cell) as usize] *= factor;
        }
        paths.push(path);
    }
    (total / paths.len() as f64, cohesion(&paths))
}

const TREE: Layout = Layout { target: 12, columns: (0, 0), rows: (6, 6) };
const WALL: Layout = Layout { target: 28, columns: (0, 0), rows: (5, 23) };
const BOULDER: Layout = Layout { target: 20, columns: (-5, 5), rows: (5, 15) };

#[test]
fn the_engine_reproduces_the_table_of_the_marker_cohesion_paper() {
    let table = [
        (1.00, ["13.51 6.90", "29.51 6.07", "25.16 8.50"]),
        (0.99, ["13.51 8.03", "29.55 8.04", "25.16 8.50"]),
        (0.95, ["13.86 10.43", "30.88 14.56", "25.86 9.10"]),
        (0.90, ["14.88 12.73", "30.88 14.56", "27.89 14.15"]),
        (0.75, ["14.88 12.73", "30.88 14.56", "27.89 14.15"]),
    ];
    // The paper cuts off after two decimals.
    let cut = |value: f64| (value * 100.0).floor() / 100.0;
    for (factor, row) in table {
        let ours = [TREE, WALL, BOULDER].map(|layout| {
            let (length, cohesion) = marker_cohesion(&layout, factor);
            format!("{:.2} {:.2}", cut(length), cut(cohesion))
        });
        assert_eq!(ours, row, "factor {factor}");
    }
}

#[test]
fn one_search_per_unit_gives_the_paper_s_lengths_without_its_rounding() {
    for (layout, expected) in [(TREE, 13.51), (WALL, 29.51), (BOULDER, 25.16)] {
        let terrain = layout.terrain();
        let goal = layout.cell(0, layout.target);
        for parameters in ALL {
            let mut scratch = PlanScratch::default();
            let plans = plan_group(&terrain, &mut scratch, &layout.starts(), goal, &parameters);
            let paths: Vec<Path> = plans.into_iter().filter_map(|p| p.path).collect();
            let average = crate::measure::average_length(&paths);
            assert!((expected..expected + 0.01).contains(&average), "{average}");
        }
    }
}
