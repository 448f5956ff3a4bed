use super::*;
use crate::grid::CornerRule;
use crate::planning::{
    AStar, DirectionMap, Directions, Greedy, GroupRequest, Heuristic, LayerFields, Layers,
    LocalRepair, Markers, PlanContext, Search, Sectors, Whca, plan, plan_watched,
};
use std::collections::BTreeSet;

const MAP: [&str; 9] = [
    "....................",
    "....................",
    ".......#####........",
    ".......#####........",
    ".......#####........",
    ".......#####........",
    "....................",
    "....................",
    "....................",
];

fn searches() -> Vec<(Search, Layers)> {
    let marked = Layers { markers: Some(Markers::default()), ..Layers::default() };
    let directed = Layers { directions: Some(Directions::default()), ..Layers::default() };
    let per_unit = |heuristic| Search::AStar(AStar { per_unit: true, heuristic });
    vec![
        (Search::AStar(AStar::default()), Layers::default()),
        (Search::AStar(AStar::default()), directed),
        (per_unit(Heuristic::Octile), Layers::default()),
        (per_unit(Heuristic::Euclidean), Layers::default()),
        (per_unit(Heuristic::Euclidean), marked),
        (Search::Sectors(Sectors { size: 4, ..Sectors::default() }), Layers::default()),
        (Search::LocalRepair(LocalRepair::default()), Layers::default()),
        (Search::Greedy(Greedy::default()), directed),
        (Search::Whca(Whca::default()), Layers::default()),
        (Search::Whca(Whca::default()), marked),
    ]
}

#[test]
fn every_search_tells_what_it_expanded_for_each_unit_and_plans_the_same() {
    let terrain = Terrain::from_text(CornerRule::BothSidesFree, &MAP);
    let mut directions = DirectionMap::default();
    for x in 1..18 {
        let east = crate::grid::Direction::between(Cell::new(x, 1), Cell::new(x + 1, 1)).unwrap();
        directions.learn(&terrain, Cell::new(x, 1), east, &Directions::default());
    }
    let fields = LayerFields { directions, ..LayerFields::default() };
    let context = PlanContext { fields: &fields, ..PlanContext::bare(&terrain) };
    let starts = [(1, 3), (1, 4), (2, 3), (2, 5)].map(Cell::from);
    let goal = Cell::new(18, 4);
    for (search, layers) in searches() {
        let context = context.with_layers(layers);
        let request = GroupRequest::new(&context, &starts, goal);
        let bare = plan(&search, &request, &mut PlanScratch::default());
        let mut scratch = PlanScratch::default();
        let (plans, visited) = plan_watched(&search, &request, &mut scratch);
        assert_eq!(scratch.take_visited(), Visited::default(), "not recorded any more");
        let mut kept = 0;
        for (unit, (bare, plan)) in bare.iter().zip(&plans).enumerate() {
            let Visited { nodes, cells, .. } = &visited[unit];
            let what = format!("{search:?} {layers:?}, unit {unit}");
            assert_eq!(bare.path, plan.path, "{what}");
            assert_eq!(bare.stats.expanded, plan.stats.expanded, "{what}");
            kept += usize::from(!cells.is_empty());
            // A reopened cell and one that is met at several times count again; the parts of sectors are not cells.
            assert!(nodes.count() as u64 <= plans.iter().map(|p| p.stats.expanded).sum(), "{what}");
            assert!(plan.stats.expanded == 0 || unit == 0 || !nodes.is_empty() || shared(&search));
            assert!(nodes.iter().all(|node| terrain.is_passable(terrain.cell(node))), "{what}");
        }
        let all: BTreeSet<Cell> =
            visited.iter().flat_map(|v| v.nodes.iter()).map(|node| terrain.cell(node)).collect();
        for path in plans.iter().filter_map(|p| p.path.as_ref()) {
            let missing = path.cells().iter().filter(|cell| !all.contains(cell)).count();
            assert_eq!(missing, 0, "{search:?}: every cell of a path was looked at");
        }
        assert_eq!(kept, 1, "{search:?}: values of the last search only");
    }
}

fn shared(search: &Search) -> bool {
    *search == Search::AStar(AStar::default())
}

#[test]
fn the_values_are_those_that_the_search_ended_with() {
    let terrain = Terrain::from_text(CornerRule::Free, &["....."]);
    let (start, goal) = (Cell::new(0, 0), Cell::new(4, 0));
    for heuristic in [Heuristic::Octile, Heuristic::Euclidean] {
        let search = Search::AStar(AStar { per_unit: true, heuristic });
        let context = PlanContext::bare(&terrain);
        let starts = [start];
        let request = GroupRequest::new(&context, &starts, goal);
        let (_, visited) = plan_watched(&search, &request, &mut PlanScratch::default());
        let values: Vec<_> = visited[0].cells.iter().map(|c| (c.cell.x, c.g, c.h, c.f)).collect();
        let expected = (0..5).map(|x| (x, x as f32, (4 - x) as f32, 4.0));
        assert_eq!(values, expected.collect::<Vec<_>>());
    }
}

#[test]
fn a_set_of_bits_grows_to_both_sides() {
    let mut bits = NodeBits::default();
    bits.extend([700, 1000].into_iter());
    bits.extend([3, 64, 700].into_iter());
    bits.extend([5000].into_iter());
    bits.extend(std::iter::empty());
    assert_eq!(bits.iter().collect::<Vec<_>>(), [3, 64, 700, 1000, 5000]);
    assert_eq!(bits.count(), 5);
    assert!(bits.contains(64) && !bits.contains(65) && !bits.contains(90_000));
    assert!(NodeBits::default().is_empty() && !bits.is_empty());
}
