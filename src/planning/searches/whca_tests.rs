use super::*;
use crate::grid::{Bounds, CornerRule, Terrain};
use crate::planning::{Directions, LayerFields, Layers};
use proptest::prelude::*;

struct Stage {
    terrain: Terrain,
    fields: LayerFields,
    cooperation: Cooperation,
    parameters: Whca,
    layers: Layers,
}

impl Stage {
    fn new(terrain: Terrain, parameters: Whca) -> Self {
        let mut cooperation = Cooperation::default();
        cooperation.table.begin(&terrain, parameters.window, 0);
        let (fields, layers) = (LayerFields::default(), Layers::default());
        Self { terrain, fields, cooperation, parameters, layers }
    }

    fn plan(&mut self, unit: u32, start: Cell, goal: Cell) -> Option<Vec<Cell>> {
        self.plan_and_count(unit, start, goal).0
    }

    fn plan_and_count(&mut self, unit: u32, start: Cell, goal: Cell) -> (Option<Vec<Cell>>, u64) {
        let bare = PlanContext::bare(&self.terrain);
        let context = &PlanContext { fields: &self.fields, layers: self.layers, ..bare };
        let who = Cooperator { context, unit, start, goal, holds: 16, since: 0 };
        let mut scratch = PlanScratch::default();
        self.cooperation.plan(&self.parameters, who, &mut scratch, |_| Standing::Free)
    }
}

fn drawn(rows: &[&str]) -> Terrain {
    Terrain::from_text(CornerRule::BothSidesFree, rows)
}

/// Two plans, cell for each time: where they meet or change places.
fn conflict(a: &[Cell], b: &[Cell], strict: bool) -> Option<usize> {
    (0..a.len().min(b.len())).find(|&t| {
        let follows = |a: &[Cell], b: &[Cell]| t > 0 && a[t] == b[t - 1] && a[t - 1] != a[t];
        let swap = t > 0 && a[t] == b[t - 1] && b[t] == a[t - 1];
        a[t] == b[t] || swap || strict && (follows(a, b) || follows(b, a))
    })
}

#[test]
fn a_unit_waits_in_a_niche_until_the_other_has_passed() {
    let mut stage = Stage::new(drawn(&["......", "##.###"]), Whca { window: 6, ..Whca::default() });
    let first = stage.plan(1, Cell::new(5, 0), Cell::new(0, 0)).unwrap();
    let second = stage.plan(2, Cell::new(1, 0), Cell::new(5, 0)).unwrap();
    assert_eq!(conflict(&first, &second, false), None, "{first:?} {second:?}");
    assert!(second.contains(&Cell::new(2, 1)), "{second:?}");
}

#[test]
fn two_units_do_not_change_places() {
    let mut stage = Stage::new(drawn(&["....", "...."]), Whca::default());
    let first = stage.plan(1, Cell::new(1, 0), Cell::new(3, 0)).unwrap();
    let second = stage.plan(2, Cell::new(2, 0), Cell::new(0, 0)).unwrap();
    assert_eq!(first[1], Cell::new(2, 0));
    assert_eq!(conflict(&first, &second, false), None, "{first:?} {second:?}");
}

#[test]
fn a_unit_that_rests_on_its_goal_steps_aside_and_comes_back() {
    let mut stage = Stage::new(drawn(&["....", "##.#"]), Whca { window: 5, ..Whca::default() });
    let dwelling = Cell::new(2, 0);
    let passing = stage.plan(1, Cell::new(0, 0), Cell::new(3, 0)).unwrap();
    let aside = stage.plan(2, dwelling, dwelling).unwrap();
    assert_eq!(passing[3], Cell::new(3, 0), "{passing:?}");
    assert!(aside.iter().any(|&cell| cell != dwelling));
    assert_eq!(aside.last(), Some(&dwelling), "{aside:?}");
    assert_eq!(conflict(&passing, &aside, false), None);
}

#[test]
fn the_search_alone_is_resumed_and_not_redone() {
    let terrain = Terrain::open(Bounds::new(40, 40), CornerRule::BothSidesFree);
    let expanded = |resume: bool| {
        let mut stage = Stage::new(terrain.clone(), Whca { resume, ..Whca::default() });
        let goal = Cell::new(39, 39);
        (0..5).map(|x| stage.plan_and_count(1, Cell::new(x, x), goal).1).sum::<u64>()
    };
    assert!(2 * expanded(true) < expanded(false));
}

#[test]
fn teams_with_different_layers_do_not_share_distances() {
    let plan = |stage: &mut Stage, layers: Layers| {
        stage.layers = layers;
        stage.cooperation.table.release(1);
        stage.plan(1, Cell::new(0, 1), Cell::new(7, 1)).unwrap()
    };
    let priced = Layers { directions: Some(Directions::default()), ..Layers::default() };
    let stage = || {
        let terrain = Terrain::open(Bounds::new(8, 3), CornerRule::BothSidesFree);
        let mut stage = Stage::new(terrain, Whca::default());
        // Everyone walks against the centre row.
        for x in (1..8).rev() {
            for _ in 0..50 {
                let (from, rule) = (Cell::new(x, 1), Directions::default());
                stage.fields.directions.learn(&stage.terrain, from, Direction::West, &rule);
            }
        }
        stage
    };
    let alone = plan(&mut stage(), priced);
    let mut both = stage();
    let unpriced = plan(&mut both, Layers::default());
    assert_ne!(alone, unpriced, "the prices lead round the middle row");
    assert_eq!(plan(&mut both, priced), alone);
    assert_eq!(plan(&mut both, Layers::default()), unpriced);
}

#[test]
fn distances_round_parked_units_are_not_shared_and_forget_units_that_have_gone() {
    // A unit parks in the doorway of the short path.
    let terrain = drawn(&["......", ".####.", ".####.", "......"]);
    let (start, goal, door) = (Cell::new(0, 1), Cell::new(5, 0), Cell::new(2, 0));
    let plan = |stage: &mut Stage, round_parked, parked: bool, since| {
        let bare = PlanContext::bare(&stage.terrain);
        let who = Cooperator { context: &bare, unit: 1, start, goal, holds: 4, since };
        let rules = Whca { round_parked, ..Whca::default() };
        let door = stage.terrain.node(door);
        let standing = |node| match parked && node == door {
            true => Standing::Parked,
            false => Standing::Free,
        };
        stage.cooperation.table.begin(&stage.terrain, rules.window, since);
        let mut scratch = PlanScratch::default();
        stage.cooperation.plan(&rules, who, &mut scratch, standing).0.unwrap()
    };
    let fresh = |round_parked, parked| {
        plan(&mut Stage::new(terrain.clone(), Whca::default()), round_parked, parked, 0)
    };
    let (through, round) = (fresh(false, true), fresh(true, true));
    assert_ne!(through, round, "one waits before the door, the other turns away from it");
    let mut both = Stage::new(terrain.clone(), Whca::default());
    assert_eq!(plan(&mut both, false, true, 0), through);
    assert_eq!(plan(&mut both, true, true, 0), round, "not the distances of the other rule");
    assert_eq!(plan(&mut both, true, false, 1), fresh(true, false), "the door is free again");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn plans_never_meet_or_change_places_inside_their_window(
        walls in proptest::collection::vec(0..10_u8, 12 * 10),
        cells in proptest::collection::vec(((0..12_i32, 0..10_i32), (0..12_i32, 0..10_i32)), 12),
        window in 1..9_u32,
        strict in any::<bool>(),
        learned in any::<bool>(),
    ) {
        use crate::grid::Ground::{Floor, Wall};
        let ground = walls.iter().map(|&w| if w < 2 { Wall } else { Floor }).collect();
        let terrain = Terrain::from_ground(Bounds::new(12, 10), CornerRule::BothSidesFree, ground);
        let parameters = Whca { window, strict, ..Whca::default() };
        let mut stage = Stage::new(terrain, parameters);
        if learned {
            let rule = Directions::default();
            stage.layers.directions = Some(rule);
            for (i, cell) in stage.terrain.bounds().cells().enumerate() {
                stage.fields.directions.learn(&stage.terrain, cell, Direction::ALL[i * 5 % 8], &rule);
            }
        }
        let mut units: Vec<(Cell, Cell)> = cells.into_iter().map(|(s, g)| (s.into(), g.into())).collect();
        units.retain(|(s, g)| stage.terrain.is_passable(*s) && stage.terrain.is_passable(*g));
        units.sort();
        units.dedup_by_key(|u| u.0);
        // The present cell of every unit is known before the first plans.
        for (unit, (start, _)) in (0..).zip(&units) {
            let node = stage.terrain.node(*start);
            stage.cooperation.table.reserve(unit, &[node]);
        }
        let mut plans: Vec<Vec<Cell>> = Vec::new();
        for (unit, (start, goal)) in (0..).zip(&units) {
            plans.extend(stage.plan(unit, *start, *goal));
        }
        for (i, a) in plans.iter().enumerate() {
            prop_assert_eq!(a.len(), window as usize + 1);
            for step in a.windows(2) {
                let legal = step[0] == step[1]
                    || Direction::between(step[0], step[1]).is_some_and(|d| stage.terrain.allows(step[0], d));
                prop_assert!(legal, "{:?}", step);
            }
            for b in &plans[..i] {
                prop_assert_eq!(conflict(a, b, strict), None, "{:?} {:?}", a, b);
            }
        }
    }
}
