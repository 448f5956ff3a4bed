use super::*;
use crate::grid::{Bounds, Cell, CornerRule, Direction, Terrain};
use crate::planning::{AStar, DirectionMap, Directions, LayerFields, Layers, Others, PlanContext};
use crate::search::check_path;
use proptest::prelude::*;

fn drawn(rows: &[&str]) -> Terrain {
    Terrain::from_text(CornerRule::BothSidesFree, rows)
}

#[test]
fn a_sector_that_falls_apart_has_several_parts() {
    let terrain = drawn(&[".#..", ".#..", "....", "...."]);
    let map = SectorMap::of(&terrain, 2);
    let part = |x, y| map.part(&terrain, Cell::new(x, y));
    assert_eq!(part(0, 0), part(0, 1));
    assert_eq!(part(1, 0), None);
    assert_ne!(part(0, 0), part(2, 0));
    let split = drawn(&[".#.", ".#.", ".#.", "..."]);
    let map = SectorMap::of(&split, 3);
    let part = |x, y| map.part(&split, Cell::new(x, y));
    assert_ne!(part(0, 0), part(2, 0), "one sector, two parts");
    let (way, _) = map.way(part(0, 0).unwrap(), part(2, 0).unwrap());
    assert_eq!(way.unwrap(), [part(0, 0), part(0, 3), part(2, 0)].map(Option::unwrap));
}

/// The next piece of a path on an empty map.
fn piece(parameters: Sectors, bounds: Bounds, (start, goal): (Cell, Cell)) -> UnitPlan {
    let terrain = Terrain::open(bounds, CornerRule::BothSidesFree);
    let context = PlanContext::bare(&terrain);
    let others = Some(Others { occupied: &|_| false, visibility: 5.0 });
    let request = Request { context: &context, start, goal, others };
    parameters.plan(&request, &mut PlanScratch::default())
}

#[test]
fn a_piece_ends_on_the_way_to_the_third_part() {
    let goal = Cell::new(39, 3);
    let end = |x| {
        let ends = (Cell::new(x, 3), goal);
        piece(Sectors::default(), Bounds::new(40, 8), ends).path.unwrap().goal()
    };
    // 16 steps lead to the third sector; 60 percent are 9.
    assert_eq!(end(0), Some(Cell::new(9, 3)));
    assert_eq!(end(30), Some(goal), "exact to the next sector");
}

/// Where the first piece over 24 x 8 cells ends, three sectors of 8 x 8 in a row as in Fig. 4, and what it cost.
fn piece_of_figure_4(parameters: Sectors) -> (Cell, u64) {
    let plan = piece(parameters, Bounds::new(24, 8), (Cell::new(0, 3), Cell::new(23, 3)));
    (plan.path.unwrap().goal().unwrap(), plan.stats.expanded)
}

#[test]
fn one_step_ahead_leads_directly_from_start_to_goal_in_figure_4() {
    let (end, cost) = piece_of_figure_4(Sectors::as_printed(8));
    assert_eq!(end, Cell::new(23, 3));
    let (end, less) = piece_of_figure_4(Sectors::next_sector_only(8));
    assert_eq!(end, Cell::new(8, 3), "the first cell of the next sector");
    assert!(less < cost, "{less} {cost}");
    let (end, _) = piece_of_figure_4(Sectors::default());
    assert_eq!(end, Cell::new(9, 3), "the fit: 60 per cent of the way to the third sector");
}

#[test]
fn pieces_to_the_next_sector_reach_the_goal_one_after_the_other() {
    let terrain = Terrain::open(Bounds::new(24, 8), CornerRule::BothSidesFree);
    let mut scratch = PlanScratch::default();
    let (start, goal) = (Cell::new(0, 3), Cell::new(23, 3));
    for sectors in [Sectors::next_sector_only(8), Sectors::as_printed(8), Sectors::default()] {
        let context = PlanContext::bare(&terrain);
        let plan = sectors.plan(&Request::new(&context, start, goal), &mut scratch);
        assert_eq!(plan.path.unwrap().steps(), 23, "{sectors:?}");
    }
}

#[test]
fn changed_ground_changes_the_sectors() {
    let mut terrain = Terrain::open(Bounds::new(24, 3), CornerRule::BothSidesFree);
    let mut scratch = PlanScratch::default();
    let (start, goal) = (Cell::new(0, 1), Cell::new(23, 1));
    let mut plan = |terrain: &Terrain| {
        let context = PlanContext::bare(terrain);
        Sectors::default().plan(&Request::new(&context, start, goal), &mut scratch).path
    };
    assert_eq!(plan(&terrain).unwrap().steps(), 23);
    for y in 0..3 {
        terrain.set_ground(Cell::new(12, y), crate::grid::Ground::Wall);
    }
    assert_eq!(plan(&terrain), None);
}

proptest! {
    #[test]
    fn whole_paths_by_sectors_are_legal_and_found_whenever_there_is_one(
        walls in proptest::collection::vec(0..10_u8, 30 * 20),
        size in 2..9_u32,
        (ahead, direct) in (0..3_u32, any::<bool>()),
        w_max in prop_oneof![Just(0.0), Just(10.0)],
        (start, goal) in ((0..30_i32, 0..20_i32), (0..30_i32, 0..20_i32)),
    ) {
        use crate::grid::Ground::{Floor, Wall};
        let ground = walls.iter().map(|&w| if w < 3 { Wall } else { Floor }).collect();
        let mut terrain = Terrain::from_ground(Bounds::new(30, 20), CornerRule::BothSidesFree, ground);
        let (start, goal) = (Cell::from(start), Cell::from(goal));
        terrain.set_ground(start, Floor);
        terrain.set_ground(goal, Floor);
        let rule = Directions { w_max, ..Directions::default() };
        let mut directions = DirectionMap::default();
        for (i, cell) in terrain.bounds().cells().enumerate() {
            directions.learn(&terrain, cell, Direction::ALL[i * 7 % 8], &rule);
        }
        let fields = LayerFields { directions, ..LayerFields::default() };
        let layers = Layers { directions: Some(rule), ..Layers::default() };
        let bare = PlanContext::bare(&terrain);
        let context = PlanContext { fields: &fields, layers, ..bare };
        let mut scratch = PlanScratch::default();
        let sectors = Sectors { size, ahead, direct, ..Sectors::default() };
        let plan = sectors.plan(&Request::new(&context, start, goal), &mut scratch);
        let exact = AStar::default().plan(&Request::new(&bare, start, goal), &mut scratch);
        prop_assert_eq!(plan.path.is_some(), exact.path.is_some());
        if let (Some(path), Some(shortest)) = (plan.path, exact.path) {
            prop_assert_eq!(check_path(&terrain, &path, start, goal), Ok(()));
            prop_assert!(path.length() >= shortest.length() - 1e-9);
        }
    }
}
