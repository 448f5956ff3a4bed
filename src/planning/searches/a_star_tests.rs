use super::*;
use crate::grid::{Bounds, Cell, CornerRule, Terrain};
use crate::planning::{PlanContext, Search, plan};
use crate::search::check_path;

const ALL: [AStar; 5] = [
    AStar { per_unit: false, ..AStar::ALONE },
    AStar { per_unit: false, ..AStar::straight_line() },
    AStar::ALONE,
    AStar::straight_line(),
    AStar::of_the_papers(),
];

fn plan_group(
    terrain: &Terrain,
    (starts, goal): (&[Cell], Cell),
    parameters: AStar,
    scratch: &mut PlanScratch,
) -> Vec<UnitPlan> {
    let context = PlanContext::bare(terrain);
    plan(&Search::AStar(parameters), &GroupRequest::new(&context, starts, goal), scratch)
}

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
            let plans = plan_group(&terrain, (&starts, goal), parameters, &mut scratch);
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
            plan_group(&terrain, (&starts, goal.into()), parameters, scratch)
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
    let context = PlanContext::bare(&terrain);
    let request = GroupRequest::new(&context, &starts, Cell::new(20, 20));
    scratch.watch(true);
    let plans = AStar::default().plan_group(&request, &mut scratch).unwrap();
    let visited = scratch.take_visited();
    let cells = &visited.cells;
    assert_eq!(cells.len() as u64, plans.iter().map(|p| p.stats.expanded).sum::<u64>());
    assert_eq!(plans[1].stats.expanded, 0, "as near as the first and found with it");
    assert!(plans[2].stats.expanded > 0);
    assert_eq!(visited.nodes.count(), cells.len());
    assert_eq!(cells.iter().find(|c| c.cell == starts[0]).unwrap().g, 10.0);
}
