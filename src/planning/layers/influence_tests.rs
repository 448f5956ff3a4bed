//! The example of the paper's Fig. 3 by hand, and what must hold for any units.

use super::*;
use crate::grid::{Bounds, CornerRule, Direction, Terrain};
use crate::planning::layers::LayerTrails;
use crate::planning::step_cost::StepCost;
use crate::planning::{AStar, GroupRequest, LayerFields, Layers, PlanScratch, Search, plan};
use crate::search::{CostModel, Path};
use proptest::prelude::*;
use std::collections::BTreeMap;

const NOBODY: Presence =
    Presence { at: Cell::new(0, 0), hit_points: 0.0, damage: 0.0, range: 0.0, building: false };

/// A unit with an influence of 4 that falls by 1 per cell.
fn four(x: i32, y: i32) -> Presence {
    Presence { at: Cell::new(x, y), hit_points: 100.0, damage: 4.0, range: 4.0, building: false }
}

fn open(width: u32, height: u32) -> Terrain {
    Terrain::open(Bounds::new(width, height), CornerRule::BothSidesFree)
}

fn map_of(terrain: &Terrain, units: &[(u8, Presence)]) -> InfluenceMap {
    let mut map = InfluenceMap::default();
    for (number, &(team, presence)) in (0..).zip(units) {
        map.place(terrain, number, team, presence);
    }
    map
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 0.005
}

#[test]
fn an_influence_of_four_falls_by_one_per_cell() {
    let terrain = open(6, 7);
    let map = map_of(&terrain, &[(0, four(1, 1))]);
    let felt = |x, y| map.zeta(&terrain, 1, Cell::new(x, y));
    assert_eq!([1, 2, 3, 4, 5].map(|x| felt(x, 1)), [4.0, 3.0, 2.0, 1.0, 0.0]);
    assert_eq!([0, 1, 2, 3, 4].map(|y| felt(1, y)), [3.0, 4.0, 3.0, 2.0, 1.0]);
    assert!(close(felt(2, 2), 4.0 - 2_f64.sqrt()), "{}", felt(2, 2));
    assert!(close(felt(3, 2), 4.0 - 5_f64.sqrt()), "{}", felt(3, 2));
    assert_eq!(felt(4, 4), 0.0, "the corner of the square is further away than the range");
}

/// Three units on each side of a map of seven rows and six columns, as in Fig. 3.
#[test]
fn the_influence_of_friends_adds_up_and_that_of_adversaries_cancels_out() {
    let terrain = open(6, 7);
    let blue = [four(0, 0), four(0, 1), four(4, 0)];
    let red = [four(0, 6), four(5, 6), four(4, 4)];
    let units: Vec<(u8, Presence)> =
        blue.map(|u| (0, u)).into_iter().chain(red.map(|u| (1, u))).collect();
    let map = map_of(&terrain, &units);
    let felt = |x, y| map.zeta(&terrain, 0, Cell::new(x, y));
    assert_eq!(felt(0, 0), -(4.0 + 3.0), "more than any one unit; the third is 4 cells away");
    assert_eq!(felt(4, 2), 2.0 - 2.0, "in the middle between two adversaries");
    let third = 4.0 - 5_f64.sqrt();
    assert!(close(felt(4, 4), 4.0 + third), "its own and that of the one at (5, 6)");
    for cell in terrain.bounds().cells() {
        let [seen_by_blue, seen_by_red] = [0, 1].map(|team| map.zeta(&terrain, team, cell));
        assert_eq!(seen_by_blue, -seen_by_red, "{cell}");
    }
}

#[test]
fn every_side_but_the_own_is_an_enemy() {
    let terrain = open(9, 1);
    let map = map_of(&terrain, &[(0, four(2, 0)), (1, four(3, 0)), (4, four(4, 0))]);
    let felt = |team| map.zeta(&terrain, team, Cell::new(3, 0));
    assert_eq!([0, 1, 2, 4].map(felt), [4.0 + 3.0 - 3.0, 3.0 + 3.0 - 4.0, 10.0, 4.0]);
}

fn fields(map: &InfluenceMap) -> LayerFields {
    LayerFields { influence: map.clone().into(), ..LayerFields::default() }
}

fn snapshots(planners: &[Presence]) -> Vec<UnitSnapshot> {
    planners.iter().map(|&presence| UnitSnapshot { presence, ..UnitSnapshot::default() }).collect()
}

fn context<'a>(
    terrain: &'a Terrain,
    rule: impl Into<Option<Influence>>,
    fields: &'a LayerFields,
    planners: &'a [UnitSnapshot],
) -> PlanContext<'a> {
    let layers = Layers { influence: rule.into(), ..Layers::default() };
    PlanContext { fields, planners, layers, ..PlanContext::bare(terrain) }
}

#[test]
fn a_step_costs_its_length_times_e_to_the_psi() {
    let terrain = open(9, 3);
    // 90 at the enemy's cell, 45 one cell further, nothing beyond.
    let enemy = Presence {
        at: Cell::new(4, 1),
        hit_points: 900.0,
        damage: 10.0,
        range: 2.0,
        building: false,
    };
    let me = Presence {
        at: Cell::new(0, 1),
        hit_points: 100.0,
        damage: 18.0,
        range: 3.0,
        building: false,
    };
    let map = map_of(&terrain, &[(1, enemy), (0, me)]);
    let (planners, fields) = (snapshots(&[me]), fields(&map));
    let trails = LayerTrails::default();
    let context = context(&terrain, Influence::default(), &fields, &planners);
    let prices = StepCost::new(&context, &trails);
    let price = |x, y, direction: Direction| {
        let from = Cell::new(x, y);
        prices.step(terrain.node(from), terrain.node(from.step(direction)), direction, 0.0)
    };
    // c_u is 18; the own influence of 18 at (0, 1) is taken out, and so are 12 at (1, 1).
    assert!(close(price(3, 1, Direction::East), ((90.0 - 18.0) / 180_f64).exp()));
    assert!(close(price(2, 1, Direction::East), ((45.0 - 18.0) / 180_f64).exp()));
    assert!(close(price(0, 1, Direction::East), (-18.0 / 180_f64).exp()));
    assert!(close(price(1, 1, Direction::West), (-18.0 / 180_f64).exp()));
    let diagonal = 2_f64.sqrt() * (-18.0 / 180_f64).exp();
    assert!(close(price(0, 0, Direction::SouthEast), diagonal));
    assert!(close(prices.least(), (-18.0 / 180_f64).exp()));
}

/// A path of 14 cells through the gap below the enemy at the top, or a longer one round the wall.
const TWO_WAYS: [&str; 9] = [
    ".................",
    "........#........",
    "........#........",
    "........#........",
    "........#........",
    "........#........",
    "........#........",
    "........#........",
    ".................",
];

fn path_through(planners: &[Presence], enemy: Presence, rule: Influence) -> Vec<Path> {
    let terrain = Terrain::from_text(CornerRule::BothSidesFree, &TWO_WAYS);
    let units: Vec<(u8, Presence)> = planners.iter().map(|&p| (0, p)).chain([(1, enemy)]).collect();
    let map = map_of(&terrain, &units);
    let starts: Vec<Cell> = planners.iter().map(|p| p.at).collect();
    let (planners, fields) = (snapshots(planners), fields(&map));
    let context = context(&terrain, rule, &fields, &planners);
    let request = GroupRequest::new(&context, &starts, Cell::new(15, 2));
    plan(&Search::default(), &request, &mut PlanScratch::default())
        .into_iter()
        .map(|plan| plan.path.unwrap())
        .collect()
}

fn goes_through_the_gap(path: &Path) -> bool {
    path.cells().contains(&Cell::new(8, 0))
}

fn soldier(x: i32, y: i32) -> Presence {
    Presence { at: Cell::new(x, y), hit_points: 400.0, damage: 50.0, range: 2.0, building: false }
}

const TOWER: Presence = Presence {
    at: Cell::new(8, 0),
    hit_points: 7000.0,
    damage: 120.0,
    range: 5.0,
    building: false,
};

#[test]
fn a_weak_unit_goes_round_what_a_strong_one_walks_through() {
    let through = |hit_points| {
        let me = Presence { hit_points, ..soldier(1, 2) };
        goes_through_the_gap(&path_through(&[me], TOWER, Influence::default())[0])
    };
    assert!(!through(400.0), "c_u is 200 against 8400");
    assert!(through(20_000.0), "c_u is 10000 against 8400");
    let off = Influence { bound: 0.0, ..Influence::default() };
    assert!(goes_through_the_gap(&path_through(&[soldier(1, 2)], TOWER, off)[0]));
}

#[test]
fn a_flock_attacks_with_a_low_synergy_weight_and_goes_round_with_a_high_one() {
    let flock: Vec<Presence> = (1..=6).map(|y| soldier(1, y)).collect();
    let through = |sew| {
        let rule = Influence { flock: true, sew, ..Influence::default() };
        let paths = path_through(&flock, TOWER, rule);
        let through = paths.iter().filter(|p| goes_through_the_gap(p)).count();
        assert!(through == 0 || through == flock.len(), "a flock goes one way");
        through > 0
    };
    // c_F is 2400 x 300 / (100 SEW) = 7200 / SEW; the minimum influence of the tower on the path is about 8400 / 5.
    assert!(through(0.8), "c_F is 9000");
    assert!(!through(8.0), "c_F is 900");
}

#[test]
fn where_nobody_is_felt_paths_are_those_of_a_star() {
    let terrain = Terrain::from_text(CornerRule::BothSidesFree, &TWO_WAYS);
    let starts = [(0, 0), (3, 4), (1, 8), (2, 2)].map(Cell::from);
    let goal = Cell::new(14, 5);
    let strong = starts.map(|at| Presence { at, ..soldier(0, 0) });
    for (planners, on_map) in [([NOBODY; 4], false), (strong, true)] {
        let map = match on_map {
            true => map_of(&terrain, &planners.map(|p| (0, p))),
            false => InfluenceMap::default(),
        };
        let (planners, fields) = (snapshots(&planners), fields(&map));
        for per_unit in [false, true] {
            for flock in [false, true] {
                let search = Search::AStar(AStar { per_unit, ..AStar::default() });
                let planned = |rule: Option<Influence>| {
                    let context = context(&terrain, rule, &fields, &planners);
                    let request = GroupRequest::new(&context, &starts, goal);
                    plan(&search, &request, &mut PlanScratch::default())
                        .into_iter()
                        .map(|p| p.path)
                        .collect::<Vec<_>>()
                };
                let rule = Influence { flock, ..Influence::default() };
                assert_eq!(planned(Some(rule)), planned(None), "{on_map} {flock}");
            }
        }
    }
}

/// The paper's formulae by hand: a tower against a demon, and against the flock of scenario 1.
#[test]
fn explain_tells_the_four_values_of_the_paper() {
    let terrain = open(64, 64);
    let tower = Presence {
        at: Cell::new(32, 32),
        hit_points: 7000.0,
        damage: 120.0,
        range: 16.0,
        building: true,
    };
    let demon = Presence { at: Cell::new(4, 4), hit_points: 700.0, damage: 90.0, ..soldier(0, 0) };
    let map = map_of(&terrain, &[(1, tower), (0, demon)]);
    let (planners, fields) = (snapshots(&[demon]), fields(&map));
    let context = context(&terrain, Influence::default(), &fields, &planners);
    let told = |x| explain(&context, Cell::new(x, 32)).unwrap();
    let at_8 = told(24);
    assert_eq!((at_8.strength, at_8.zeta), (630.0, 4200.0), "c_u = 90 x 700 / 100; half of 8400");
    assert!(close(at_8.epsilon, (4200.0 - 630.0) / 180.0) && at_8.psi == 1.0);
    assert!(close(at_8.factor, 1_f64.exp()));
    let outside = told(10);
    assert_eq!((outside.zeta, outside.psi), (0.0, -1.0), "-630 / 180 is cut to -1");
    let own = explain(&context, demon.at).unwrap();
    assert_eq!(own.zeta, 0.0, "its own influence does not count");
    assert_eq!(explain(&context, Cell::new(64, 0)), None);
    assert_eq!(explain(&context.with_layers(Layers::default()), demon.at), None, "off");
    let trails = LayerTrails::default();
    let [from, to] = [25, 24].map(|x| terrain.node(Cell::new(x, 32)));
    let all = StepCost::new(&context, &trails).step(from, to, Direction::West, 0.0);
    assert!(close(all, at_8.factor), "what is told is what is paid");
}

#[test]
fn a_quadratic_fall_is_stronger_at_a_distance_and_the_reach_of_buildings_can_be_longer() {
    let terrain = open(40, 3);
    let tower = Presence { building: true, range: 10.0, ..four(0, 1) };
    let felt = |spread: Spread, unit: Presence, x| {
        let mut map = InfluenceMap::spreading(spread);
        map.place(&terrain, 0, 0, unit);
        map.zeta(&terrain, 1, Cell::new(x, 1))
    };
    let quadratic = Spread { falloff: Falloff::Quadratic, ..Spread::PLAIN };
    assert!(close(felt(Spread::PLAIN, tower, 5), 2.0) && close(felt(quadratic, tower, 5), 3.0));
    assert_eq!(felt(quadratic, tower, 10), 0.0);
    let far = Spread { building_reach: 2.0, ..Spread::PLAIN };
    assert!(close(felt(far, tower, 10), 2.0));
    assert_eq!(felt(far, Presence { building: false, ..tower }, 10), 0.0, "only buildings");
}

#[test]
fn all_cells_of_a_tile_have_one_influence() {
    let terrain = open(10, 9);
    let mut map = InfluenceMap::spreading(Spread { tile: 4, ..Spread::PLAIN });
    map.place(&terrain, 0, 0, Presence { range: 8.0, ..four(5, 5) });
    let felt = |x, y| map.zeta(&terrain, 1, Cell::new(x, y));
    assert_eq!([(4, 4), (7, 7), (5, 6)].map(|(x, y)| felt(x, y)), [4.0; 3]);
    assert_eq!([felt(3, 4), felt(8, 5), felt(9, 7)], [2.0; 3], "one tile is 4 of 8 cells");
    assert_eq!(felt(0, 8), felt(3, 8), "the last row of tiles is cut off by the map");
}

fn any_spread() -> impl Strategy<Value = Spread> {
    (0..2_usize, 1..5_u32, 1..9_u32).prop_map(|(falloff, tile, reach)| Spread {
        building_reach: reach as f32 / 4.0,
        falloff: Falloff::ALL[falloff],
        tile,
    })
}

fn any_unit() -> impl Strategy<Value = (u32, Option<(u8, Presence)>)> {
    let presence =
        (-3..15, -3..12, 0..5, 0..40, 0..70).prop_map(|(x, y, hit_points, damage, range)| {
            Presence {
                at: Cell::new(x, y),
                hit_points: hit_points as f32 * 33.3,
                damage: damage as f32 * 7.7,
                range: range as f32 / 10.0,
                building: range % 2 == 0,
            }
        });
    (0..6_u32, proptest::option::of((0..4_u8, presence)))
}

proptest! {
    /// Spawns, moves, wounds, changes of side and deaths, in any order.
    #[test]
    fn after_any_changes_the_map_is_the_one_built_from_what_is_left(
        changes in proptest::collection::vec(any_unit(), 1..60),
        spread in any_spread(),
    ) {
        let terrain = open(12, 9);
        let mut map = InfluenceMap::spreading(spread);
        let mut left = BTreeMap::new();
        for (unit, state) in changes {
            match state {
                Some((team, presence)) => {
                    map.place(&terrain, unit, team, presence);
                    left.insert(unit, (team, presence));
                }
                None => {
                    map.remove(&terrain, unit);
                    left.remove(&unit);
                }
            }
        }
        let mut rebuilt = InfluenceMap::spreading(spread);
        for (unit, (team, presence)) in left {
            rebuilt.place(&terrain, unit, team, presence);
        }
        let again = map.respread(&terrain, Spread::PLAIN).respread(&terrain, spread);
        for team in 0..5 {
            for cell in terrain.bounds().cells() {
                let node = terrain.node(cell);
                prop_assert_eq!(map.steps(team, node), rebuilt.steps(team, node));
                prop_assert_eq!(map.steps(team, node), again.steps(team, node));
            }
        }
        prop_assert!(map.units().eq(rebuilt.units()));
    }

    /// The cost of the path that a search finds is minimal, whatever the heuristic: forwards and
    /// backwards agree.
    #[test]
    fn searches_for_one_and_for_all_find_ways_of_the_same_price(
        units in proptest::collection::vec(any_unit(), 1..8),
        sew in 0.5..20.0_f64,
    ) {
        let terrain = Terrain::from_text(CornerRule::BothSidesFree, &TWO_WAYS);
        let inside = |p: Presence| Presence { at: terrain.bounds().clamp(p.at), ..p };
        let others: Vec<(u8, Presence)> =
            units.iter().filter_map(|(_, unit)| unit.map(|(team, p)| (team, inside(p)))).collect();
        let flock = [soldier(0, 0), soldier(2, 7), soldier(15, 0)];
        let all: Vec<(u8, Presence)> =
            flock.iter().map(|&p| (0, p)).chain(others).collect();
        let map = map_of(&terrain, &all);
        let rule = Influence { flock: true, sew, ..Influence::default() };
        let (planners, fields) = (snapshots(&flock), fields(&map));
        let context = context(&terrain, rule, &fields, &planners);
        let trails = LayerTrails::default();
        let step_cost = StepCost::new(&context, &trails);
        let starts = flock.map(|p| p.at);
        let request = GroupRequest::new(&context, &starts, Cell::new(9, 4));
        let prices = [true, false].map(|per_unit| {
            let search = Search::AStar(AStar { per_unit, ..AStar::default() });
            plan(&search, &request, &mut PlanScratch::default())
                .into_iter()
                .map(|p| {
                    let cells = p.path.unwrap().into_cells();
                    cells.windows(2).fold(0.0, |g, step| {
                        let direction = Direction::between(step[0], step[1]).unwrap();
                        step_cost.step(terrain.node(step[0]), terrain.node(step[1]), direction, g)
                    })
                })
                .collect::<Vec<f64>>()
        });
        for (one, all) in prices[0].iter().zip(&prices[1]) {
            prop_assert!((one - all).abs() < 1e-9, "{one} {all}");
        }
    }
}
