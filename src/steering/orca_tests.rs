use super::*;
use crate::grid::Bounds;
use crate::steering::Travellers;
use std::f32::consts::TAU;

const TIME_STEP: f32 = 1.0 / 32.0;
/// In the centre of the circle no velocity is permitted for some units, and the second program lets them touch. A fifth of
/// a unit's diameter of 0.72; in the simulation the movement step keeps units apart.
const DEEPEST_OVERLAP: f32 = 0.15;
/// All units of the circle arrive within this time. It takes 65 s; straight across would be 32 s.
const MAX_SECONDS: u32 = 80;

/// Units that walk straight to their goals and move exactly as ORCA says: no path, no inertia, no movement step.
struct Agents {
    terrain: Terrain,
    units: Vec<Traveller>,
    goals: Vec<Vec2>,
    rule: Orca,
}

impl Agents {
    fn new(terrain: Terrain, starts_and_goals: impl IntoIterator<Item = (Vec2, Vec2)>) -> Self {
        let (mut units, mut goals) = (Vec::new(), Vec::new());
        for (id, (position, goal)) in (0..).zip(starts_and_goals) {
            let to_go = position.distance(goal);
            units.push(Traveller { id, position, to_go, ..Traveller::default() });
            goals.push(goal);
        }
        Self { terrain, units, goals, rule: Orca::default() }
    }

    fn velocities(&self) -> Vec<Vec2> {
        let mut travellers = Travellers::default();
        travellers.rebuild(self.terrain.bounds(), |all| all.extend_from_slice(&self.units));
        let velocity = |unit: &Traveller, goal: Vec2| {
            let preferred = (goal - unit.position) / TIME_STEP;
            let preferred = preferred.clamp_length_max(unit.speed);
            let near = travellers.level(false).near(unit.position, 3.6);
            let walker = Walker::new(unit, &[]);
            self.rule.velocity(&walker, preferred, &self.terrain, near, TIME_STEP)
        };
        self.units.iter().zip(&self.goals).map(|(unit, &goal)| velocity(unit, goal)).collect()
    }

    fn step(&mut self) {
        for (unit, velocity) in self.velocities().into_iter().enumerate() {
            let unit = &mut self.units[unit];
            unit.velocity = velocity;
            unit.position += velocity * TIME_STEP;
        }
    }

    /// The depth of the deepest overlap of two units, in cells.
    fn deepest_overlap(&self) -> f32 {
        let mut deepest = 0.0f32;
        for (i, a) in self.units.iter().enumerate() {
            for b in &self.units[..i] {
                deepest = deepest.max(a.radius + b.radius - a.position.distance(b.position));
            }
        }
        deepest
    }

    fn all_arrived(&self) -> bool {
        self.units.iter().zip(&self.goals).all(|(unit, goal)| unit.position.distance(*goal) < 0.1)
    }
}

fn open(side: u32) -> Terrain {
    Terrain::open(Bounds::new(side, side), CornerRule::BothSidesFree)
}

/// The circle of the paper's Fig. 8 and of RVO2's example: 250 units on a circle, each goes to the opposite point. Radius 48
/// is the example's 200 in radii of a unit.
#[test]
fn two_hundred_and_fifty_units_on_a_circle_swap_places() {
    let middle = Vec2::splat(52.0);
    let on_circle = |i: u32| middle + Vec2::from_angle(i as f32 / 250.0 * TAU) * 48.0;
    let mut agents = Agents::new(open(104), (0..250).map(|i| (on_circle(i), on_circle(i + 125))));
    let (mut depths, mut ticks) = (Vec::new(), 0);
    while !agents.all_arrived() {
        assert!(ticks < MAX_SECONDS * 32, "not all have arrived after {MAX_SECONDS} s");
        agents.step();
        ticks += 1;
        if ticks % 4 == 0 {
            depths.push(agents.deepest_overlap());
        }
    }
    let deepest = depths.iter().copied().fold(0.0, f32::max);
    let rare = depths.iter().filter(|&&depth| depth > 0.01).count();
    println!("{} s, deepest overlap {deepest} cells, {rare} of {}", ticks / 32, depths.len());
    assert!(deepest < DEEPEST_OVERLAP, "{deepest}");
    assert!(rare * 10 < depths.len(), "{rare} of {} ticks", depths.len());
}

#[test]
fn two_units_that_meet_keep_their_distance_and_each_passes_on_its_own_right() {
    for (angle, aside) in [(0.0, 0.0), (1.0, 0.0), (2.5, 0.0), (4.0, 0.05), (0.0, -0.05)] {
        let (along, middle) = (Vec2::from_angle(angle), Vec2::splat(15.0));
        let (west, east) = (middle - along * 10.0, middle + along * 10.0 + along.perp() * aside);
        let mut agents = Agents::new(open(30), [(west, east), (east, west)]);
        let (mut deepest, mut sides) = (0.0f32, Vec::new());
        while !agents.all_arrived() {
            agents.step();
            deepest = deepest.max(agents.deepest_overlap());
            let between = agents.units[1].position - agents.units[0].position;
            if between.dot(along).abs() < 0.1 {
                // With y downwards, the right of a unit that walks along x is towards positive y.
                sides.push(between.dot(along.perp()) < 0.0);
            }
            assert!(agents.units[0].velocity.is_finite());
        }
        assert!(deepest < 1e-3, "{deepest}");
        assert!(!sides.is_empty() && sides.iter().all(|&side| side == sides[0]), "{sides:?}");
        assert!(sides[0] || (angle, aside) != (0.0, 0.0), "head on, each keeps to its right");
    }
}

#[test]
fn a_unit_that_stands_is_avoided_by_the_walking_one_alone() {
    let start = Vec2::new(5.0, 10.0);
    let mut agents = Agents::new(open(20), [(start, Vec2::new(15.0, 10.0))]);
    let standing = Traveller { id: 1, position: Vec2::new(10.0, 10.1), ..Traveller::default() };
    agents.units.push(standing);
    agents.goals.push(standing.position);
    for _ in 0..400 {
        agents.step();
        // It does not move, whatever the rule would say.
        agents.units[1] = standing;
        assert!(agents.deepest_overlap() < 1e-3, "{}", agents.deepest_overlap());
    }
    assert!(agents.units[0].position.x > 14.9, "{}", agents.units[0].position);
}

#[test]
fn a_unit_walks_through_a_door_and_never_into_a_wall() {
    let mut rows = vec!["..........#.........."; 9];
    rows[4] = ".....................";
    let terrain = Terrain::from_text(CornerRule::BothSidesFree, &rows);
    // Straight at the wall it slows down and stops before it.
    let mut agents = Agents::new(terrain.clone(), [(Vec2::new(4.0, 1.5), Vec2::new(16.0, 1.5))]);
    for _ in 0..400 {
        agents.step();
        let at = agents.units[0].position.x;
        assert!(at <= 10.0 - 0.36 + 1e-3, "{at}");
    }
    assert!(agents.units[0].position.x > 9.5, "{}", agents.units[0].position);
    // Through the door, also close to one of its sides.
    for y in [4.5, 4.38] {
        let mut agents = Agents::new(terrain.clone(), [(Vec2::new(4.0, y), Vec2::new(16.0, y))]);
        (0..200).for_each(|_| agents.step());
        assert!(agents.all_arrived(), "{}", agents.units[0].position);
    }
}

#[test]
fn crowds_without_a_permitted_velocity_give_finite_velocities_and_part() {
    // Forty units within one cell, some of them on the very same spot.
    let spot = |i: u32| Vec2::new(10.0 + (i % 6) as f32 * 0.15, 10.0 + (i % 7) as f32 * 0.1);
    let goal = |i: u32| Vec2::splat(10.0) + Vec2::from_angle(i as f32) * 8.0;
    let mut agents = Agents::new(open(20), (0..40).map(|i| (spot(i), goal(i))));
    let before = agents.deepest_overlap();
    for _ in 0..640 {
        agents.step();
        for unit in &agents.units {
            assert!(unit.position.is_finite() && unit.velocity.length() <= unit.speed + 1e-3);
        }
    }
    assert!(agents.deepest_overlap() < before / 2.0, "{}", agents.deepest_overlap());
}

/// Half-planes from a fixed sequence of numbers.
fn some_planes(seed: u32, count: usize, loosest: f32) -> Planes {
    let mut planes = Planes::default();
    let mut state = seed;
    let mut draw = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / (1 << 24) as f32
    };
    for _ in 0..count {
        let normal = Vec2::from_angle(draw() * TAU);
        planes.add(HalfPlane { normal, offset: loosest + draw() * 2.0 });
    }
    planes
}

/// All velocities of a grid over the disc of speed 3.
fn grid() -> impl Iterator<Item = Vec2> {
    let steps = -120..=120;
    steps
        .clone()
        .flat_map(move |x| steps.clone().map(move |y| Vec2::new(x as f32, y as f32) * 0.025))
        .filter(|velocity| velocity.length() <= 3.0)
}

#[test]
fn the_linear_programs_find_what_trying_all_velocities_finds() {
    let (mut feasible, mut infeasible) = (0, 0);
    for seed in 0..60 {
        let planes = some_planes(seed, 2 + seed as usize % 9, -2.5 + 2.0 * (seed % 2) as f32);
        let preferred = Vec2::from_angle(seed as f32) * 2.5;
        let found = planes.solve(0, preferred, 3.0);
        assert!(found.length() <= 3.0 + 1e-3);
        let worst = |velocity: Vec2| {
            planes.list().iter().map(|plane| plane.violation(velocity)).fold(f32::MIN, f32::max)
        };
        let permitted = grid().filter(|&velocity| worst(velocity) <= 0.0);
        let nearest = permitted.map(|velocity| velocity.distance(preferred)).reduce(f32::min);
        if let Some(nearest) = nearest {
            feasible += 1;
            assert!(worst(found) < 2e-3, "{seed}: {}", worst(found));
            assert!(found.distance(preferred) <= nearest + 1e-3, "{seed}");
        } else {
            infeasible += 1;
            let least = grid().map(worst).fold(f32::MAX, f32::min);
            assert!(worst(found) <= least.max(0.0) + 2e-3, "{seed}: {} {least}", worst(found));
        }
    }
    assert!(feasible > 10 && infeasible > 10, "{feasible} {infeasible}");
}

#[test]
fn half_planes_of_walls_are_met_even_if_no_velocity_meets_all() {
    for seed in 0..60 {
        // Walls permit standing still.
        let mut planes = some_planes(seed, 3, -2.0);
        planes.list[..3].iter_mut().for_each(|plane| plane.offset = plane.offset.min(0.0));
        let others = some_planes(seed + 100, 6, 0.5);
        others.list().iter().for_each(|&plane| planes.add(plane));
        let found = planes.solve(3, Vec2::X, 3.0);
        for wall in &planes.list()[..3] {
            assert!(wall.violation(found) < 2e-3, "{seed}");
        }
    }
}

#[test]
fn only_the_nearest_are_kept_in_order() {
    let mut nearest = Nearest::<u32, 8>::new(3);
    for (distance, item) in [(5.0, 0), (1.0, 1), (4.0, 2), (1.0, 3), (9.0, 4), (2.0, 5)] {
        nearest.add(distance, item);
    }
    assert_eq!(nearest.list(), [(1.0, 1), (1.0, 3), (2.0, 5)]);
}
