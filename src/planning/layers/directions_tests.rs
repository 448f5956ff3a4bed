use super::*;
use crate::grid::{CornerRule, Direction::*};

fn field() -> Terrain {
    Terrain::from_text(CornerRule::BothSidesFree, &["...", "...", "..."])
}

fn close(a: DVec2, b: (f64, f64)) -> bool {
    (a - DVec2::from(b)).abs().max_element() < 0.005
}

/// The walk of Fig. 3: two steps east through a centre with the vector (0, 1), with alpha 0.5. Returns the vectors of start, centre
/// and goal after the first step and after the second.
fn figure_3(rule: Directions) -> [[DVec2; 3]; 2] {
    let rule = Directions { alpha: 0.5, ..rule };
    let terrain = field();
    let mut map = DirectionMap::default();
    let row = [0, 1, 2].map(|x| Cell::new(x, 1));
    map.set(&terrain, row[1], DVec2::Y);
    [0, 1].map(|step| {
        map.learn(&terrain, row[step], East, &rule);
        row.map(|cell| map.at(&terrain, cell))
    })
}

#[test]
fn normalising_on_entry_gives_every_number_of_figure_3() {
    let rule = Directions {
        learning: Learning::AsPrinted,
        normalise: Normalise::OnEntry,
        ..Directions::default()
    };
    let [first, second] = figure_3(rule);
    assert!(close(first[0], (0.5, 0.0)), "{first:?}");
    assert!(
        close(first[1], (0.707, 0.707)),
        "normalised, although it was shorter than 1: {first:?}"
    );
    assert!(close(second[1], (0.85, 0.35)), "{second:?}");
    assert!(close(second[2], (0.5, 0.0)), "nothing was stored there yet: {second:?}");
}

#[test]
fn normalising_only_what_is_longer_than_1_does_not_give_figure_3() {
    let rule = Directions { learning: Learning::AsPrinted, ..Directions::default() };
    let [first, second] = figure_3(rule);
    assert!(close(first[1], (0.5, 0.5)), "{first:?}");
    assert!(close(second[1], (0.75, 0.25)), "{second:?}");
}

#[test]
fn as_tabulated_only_the_entered_cell_learns() {
    let [first, second] = figure_3(Directions::default());
    assert_eq!(first[0], DVec2::ZERO);
    assert!(close(first[1], (0.5, 0.0)), "the cell left knew nothing: {first:?}");
    assert!(close(second[1], (0.5, 0.0)), "leaving teaches nothing: {second:?}");
    assert!(close(second[2], (0.75, 0.0)), "twice with 0.5: {second:?}");
}

#[test]
fn neighbours_learn_in_addition_to_the_cells_of_the_path() {
    // The corner of the wall forbids the diagonal step to (2, 0), which learns all the same.
    let terrain = Terrain::from_text(CornerRule::BothSidesFree, &["...", "..#", "..."]);
    for learning in [Learning::AsPrinted, Learning::AsTabulated] {
        let narrow = Directions { learning, ..Directions::default() };
        let wide = Directions { neighbourhood: true, beta: 0.1, ..narrow };
        let [mut thin, mut broad] = [DirectionMap::default(), DirectionMap::default()];
        for (map, rule) in [(&mut thin, narrow), (&mut broad, wide)] {
            map.set(&terrain, Cell::new(0, 1), DVec2::Y);
            map.learn(&terrain, Cell::new(0, 1), East, &rule);
        }
        let (from, to) = (Cell::new(0, 1), Cell::new(1, 1));
        assert_eq!(broad.at(&terrain, to), thin.at(&terrain, to), "by alpha, {learning:?}");
        // The cell left is one of the eight: by beta on top of what the path teaches it.
        let left = 0.9 * thin.at(&terrain, from) + 0.1 * DVec2::X;
        assert!((broad.at(&terrain, from) - left).length() < 1e-12, "{learning:?}");
        for cell in [(0, 0), (1, 0), (2, 0), (0, 2), (1, 2), (2, 2)].map(Cell::from) {
            assert_eq!(thin.at(&terrain, cell), DVec2::ZERO);
            assert!(close(broad.at(&terrain, cell), (0.1, 0.0)), "{cell} {learning:?}");
        }
        assert_eq!(broad.at(&terrain, Cell::new(2, 1)), DVec2::ZERO, "walls learn nothing");
    }
}

#[test]
fn steps_with_the_stream_are_free_and_against_it_cost_w_max() {
    // The example of Fig. 2: a and b both point the same way.
    let terrain = field();
    let mut map = DirectionMap::default();
    let (a, b) = (Cell::new(0, 1), Cell::new(1, 1));
    map.set(&terrain, a, DVec2::X);
    map.set(&terrain, b, DVec2::X);
    let (a, b) = (terrain.node(a), terrain.node(b));
    let price = |map: &DirectionMap, from, to, step| {
        let term = Directions::default().term(map, &(), &PlanContext::bare(&terrain)).unwrap();
        term.surcharge(from, to, step)
    };
    assert_eq!(price(&map, a, b, East), 0.0);
    assert_eq!(price(&map, b, a, West), 10.0);
    let blank = DirectionMap::default();
    assert_eq!(price(&blank, a, b, East), 5.0, "half of it where no unit has gone");
}
