//! Injected faults are found.

use super::*;
use crate::scenario::{Scenario, UnitId, preset_named, shipped, shipped_named};
use crate::sim::cells::step_units;
use crate::sim::combat::positioning::engage_units;
use crate::sim::combat::strike::fight;
use crate::sim::fields::learning::learn_steps;
use crate::sim::steered::movement::move_units;
use crate::sim::steered::steer::steer_units;
use crate::sim::{
    ArenaFields, Clock, HitPoints, Land, Position, Progress, Roster, Score, Simulation, Steering,
    Stepper, Tick, TickSystems,
};
use bevy::prelude::*;
use std::time::Instant;

mod files;
mod registered;

/// A scenario in which something changes that no action changes.
struct Faulty {
    scenario: Scenario,
    tick: u64,
    /// The stage at whose end the fault happens; `None` for a fault between two ticks.
    stage: Option<TickSystems>,
    fault: fn(&mut World, Entity),
}

impl Repeatable for Faulty {
    fn start(&self) -> Simulation {
        let mut simulation = Simulation::new(&self.scenario);
        let (arena, tick, fault) = (simulation.arena(), self.tick, self.fault);
        let inject = move |world: &mut World| {
            if world.get::<Clock>(arena).unwrap().tick == tick {
                fault(world, arena);
            }
        };
        let mut schedules = simulation.world_mut().resource_mut::<Schedules>();
        let schedule = schedules.get_mut(Tick).unwrap();
        match self.stage {
            None => return simulation,
            Some(TickSystems::Move) => schedule
                .add_systems(inject.in_set(TickSystems::Move).after(move_units).after(step_units)),
            Some(TickSystems::Steer) => schedule.add_systems(
                inject.in_set(TickSystems::Steer).after(steer_units).after(engage_units),
            ),
            Some(TickSystems::Fight) => {
                schedule.add_systems(inject.in_set(TickSystems::Fight).after(fight))
            }
            Some(TickSystems::Learn) => {
                schedule.add_systems(inject.in_set(TickSystems::Learn).after(learn_steps))
            }
            Some(stage) => unreachable!("no test injects a fault in {stage:?}"),
        };
        simulation
    }

    fn tick(&self, simulation: &mut Simulation) {
        let arena = simulation.arena();
        if self.stage.is_none() && simulation.tick() == self.tick {
            (self.fault)(simulation.world_mut(), arena);
        }
        simulation.run(1);
    }
}

fn named(name: &str) -> Scenario {
    shipped()[shipped_named(name).unwrap()].load().unwrap()
}

fn under(name: &str, preset: &str) -> Scenario {
    let mut scenario = named(name);
    let doctrine = preset_named(preset).unwrap().doctrine;
    scenario.teams.iter_mut().for_each(|team| team.doctrine = doctrine);
    scenario
}

fn unit(world: &World, arena: Entity, place: usize) -> Entity {
    *world.get::<Roster>(arena).unwrap().units.values().nth(place).unwrap()
}

/// Moves the third unit by one ulp.
fn nudge_position(world: &mut World, arena: Entity) {
    let unit = unit(world, arena, 2);
    let mut position = world.get_mut::<Position>(unit).unwrap();
    position.0.x = position.0.x.next_up();
}

fn nudge_hit_points(world: &mut World, arena: Entity) {
    let unit = unit(world, arena, 2);
    let mut hit_points = world.get_mut::<HitPoints>(unit).unwrap();
    hit_points.0 = hit_points.0.next_down();
}

fn nudge_score(world: &mut World, arena: Entity) {
    let mut score = world.get_mut::<Score>(arena).unwrap();
    score.sides[0].damage_dealt = score.sides[0].damage_dealt.next_up();
}

fn nudge_directions(world: &mut World, arena: Entity) {
    let terrain = world.get::<Land>(arena).unwrap().terrain.clone();
    let mut fields = world.get_mut::<ArenaFields>(arena).unwrap();
    let (cell, vector) = fields.layers.directions.learned(&terrain)[0];
    let vector = bevy::math::DVec2::new(vector.0.next_up(), vector.1);
    fields.layers.directions.set(&terrain, cell, vector);
}

fn nudge_ready(world: &mut World, arena: Entity) {
    let unit = unit(world, arena, 2);
    let mut stepper = world.get_mut::<Stepper>(unit).unwrap();
    stepper.ready = stepper.ready.next_up();
}

/// What is found of a fault: the only field that differs.
#[track_caller]
fn found(
    scenario: Scenario,
    tick: u64,
    stage: Option<TickSystems>,
    fault: fn(&mut World, Entity),
) -> (Divergence, Difference) {
    let begun = Instant::now();
    let faulty = Faulty { scenario: scenario.clone(), tick, stage, fault };
    let divergence = first_divergence(&scenario, &faulty, tick + 100).unwrap();
    assert!(begun.elapsed().as_secs() < 60);
    assert_eq!(divergence.tick, tick, "{divergence}");
    assert_eq!(divergence.fields.len(), 1, "{divergence} {:?}", divergence.fields);
    let field = divergence.fields[0].clone();
    assert_eq!(divergence.components, [field.component]);
    assert_eq!(field.gap().unwrap().ulps, Some(1), "{field}");
    (divergence, field)
}

#[test]
fn equal_runs_have_no_difference() {
    assert_eq!(first_divergence(&named("bridge"), &named("bridge"), 50), None);
}

#[test]
fn a_position_off_by_one_ulp_is_found() {
    for scenario in
        [named("bridge"), named("patrol"), named("hybrid-open"), under("glest-1", "Flock")]
    {
        let title = scenario.title.clone();
        let third = scenario.units[2].id;
        let (at, field) = found(scenario.clone(), 40, None, nudge_position);
        assert_eq!(at.stage, Some(TickSystems::Command), "{title}");
        assert_eq!((field.unit, field.component, &field.path[..]), (Some(third), "Position", "x"));
        let (at, field) = found(scenario, 40, Some(TickSystems::Move), nudge_position);
        assert_eq!(at.stage, Some(TickSystems::Move), "{title}");
        assert_eq!((field.unit, field.component), (Some(third), "Position"));
        let (Some(FieldValue::F32(left)), Some(FieldValue::F32(right))) = (field.left, field.right)
        else {
            panic!("{}", at.fields[0]);
        };
        assert_eq!(left.next_up(), right);
    }
}

/// The first unit that is steered walks, so the fault reaches its position in the next stage.
fn nudge_steering(world: &mut World, arena: Entity) {
    let units: Vec<Entity> = world.get::<Roster>(arena).unwrap().units.values().copied().collect();
    for unit in units {
        let mut steering = world.get_mut::<Steering>(unit).unwrap();
        if steering.desired.x != 0.0 {
            steering.desired.x *= 1.0 + 1e-3;
            return;
        }
    }
}

#[test]
fn a_fault_in_a_steering_force_is_found_before_it_moves_a_unit() {
    for scenario in [named("bridge"), named("hybrid-open"), under("glest-1", "Flock")] {
        let stage = Some(TickSystems::Steer);
        let faulty = Faulty { scenario: scenario.clone(), tick: 40, stage, fault: nudge_steering };
        let divergence = first_divergence(&scenario, &faulty, 60).unwrap();
        assert_eq!((divergence.tick, divergence.stage), (40, stage), "{divergence}");
        assert_eq!(divergence.components, ["Steering"]);
        assert_eq!(divergence.fields.len(), 1);
    }
}

#[test]
fn a_steering_force_is_no_part_of_the_state_hash() {
    let mut simulation = Simulation::new(&named("bridge"));
    simulation.run(40);
    let (before, arena) = (simulation.hash(), simulation.arena());
    let traced = component_hashes(simulation.world(), arena);
    nudge_steering(simulation.world_mut(), arena);
    assert_eq!(simulation.hash(), before);
    assert_ne!(component_hashes(simulation.world(), arena), traced);
}

#[test]
fn a_fault_in_a_fight_is_found() {
    let (at, field) = found(named("hybrid-open"), 60, Some(TickSystems::Fight), nudge_hit_points);
    assert_eq!((at.stage, field.component), (Some(TickSystems::Fight), "HitPoints"));
    assert!(field.unit.is_some());
    let (at, field) = found(named("hybrid-open"), 60, Some(TickSystems::Fight), nudge_score);
    assert_eq!((at.stage, field.component), (Some(TickSystems::Fight), "Score"));
    assert_eq!((field.unit, &field.path[..]), (None, "sides[0].damage_dealt"));
}

#[test]
fn a_fault_on_a_board_is_found() {
    let (at, field) = found(named("patrol"), 40, Some(TickSystems::Move), nudge_ready);
    assert_eq!((at.stage, field.component), (Some(TickSystems::Move), "Stepper"));
    assert_eq!(field.path, "ready");
}

#[test]
fn a_fault_in_a_learned_field_is_found() {
    for name in ["bridge", "patrol"] {
        let scenario = under(name, "Direction map");
        let (at, field) = found(scenario, 60, Some(TickSystems::Learn), nudge_directions);
        assert_eq!((at.stage, field.component), (Some(TickSystems::Learn), "ArenaFields"));
        assert!(field.path.starts_with("layers.directions.vectors["), "{}", field.path);
    }
}

#[test]
fn runs_that_start_in_different_states_differ_before_the_first_tick() {
    let (left, mut right) = (named("bridge"), named("bridge"));
    right.units.pop();
    let divergence = first_divergence(&left, &right, 10).unwrap();
    assert_eq!((divergence.tick, divergence.stage), (0, None));
    assert!(divergence.components.contains(&"Unit".to_string()), "{divergence}");
    let missing = divergence.fields.iter().filter(|field| field.right.is_none());
    assert!(missing.clone().count() > 0 && missing.into_iter().all(|field| field.unit.is_some()));
}

#[test]
fn a_fault_after_the_last_stage_is_found_before_the_next_tick() {
    struct Late(Scenario);
    impl Repeatable for Late {
        fn start(&self) -> Simulation {
            Simulation::new(&self.0)
        }
        fn tick(&self, simulation: &mut Simulation) {
            simulation.run(1);
            let arena = simulation.arena();
            if simulation.tick() == 8 {
                nudge_position(simulation.world_mut(), arena);
            }
        }
    }
    let divergence = first_divergence(&named("bridge"), &Late(named("bridge")), 20).unwrap();
    assert_eq!((divergence.tick, divergence.stage), (8, None));
}

#[test]
fn ulps_are_steps_between_neighbours() {
    let gap = |left, right| {
        let (left, right) = (Some(left), Some(right));
        let (component, path) = ("Energy", String::new());
        Difference { unit: None, component, path, left, right }.gap()
    };
    let ulps = |a: f32, b: f32| gap(FieldValue::F32(a), FieldValue::F32(b)).unwrap().ulps;
    assert_eq!(ulps(1.0, 1.0f32.next_up()), Some(1));
    assert_eq!(ulps(0.0f32.next_down(), 0.0f32.next_up()), Some(2));
    assert_eq!(ulps(0.0, -0.0), Some(0));
    let far = gap(FieldValue::F64(f64::MIN), FieldValue::F64(f64::MAX)).unwrap();
    assert!(far.ulps.unwrap() > 1 << 63);
    let count = gap(FieldValue::Whole(3), FieldValue::Whole(5)).unwrap();
    assert_eq!((count.absolute, count.ulps), (2.0, None));
    assert_eq!(gap(FieldValue::Flag(true), FieldValue::Flag(false)), None);
}

#[test]
fn values_are_equal_if_their_bits_are() {
    assert_ne!(FieldValue::F32(0.0), FieldValue::F32(-0.0));
    assert_eq!(FieldValue::F64(f64::NAN), FieldValue::F64(f64::NAN));
    assert_ne!(FieldValue::Whole(1), FieldValue::Flag(true));
}

#[test]
fn a_probe_changes_no_run() {
    for scenario in [named("bridge"), named("patrol"), named("hybrid-open")] {
        let (mut plain, mut watched) = (Simulation::new(&scenario), Simulation::new(&scenario));
        watched.watch_stages();
        for _ in 0..60 {
            plain.run(1);
            watched.run(1);
            assert_eq!(watched.take_stage_hashes().len(), STAGES.len());
            assert_eq!(plain.hash(), watched.hash());
        }
    }
}
