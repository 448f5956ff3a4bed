//! Injected faults are found, and traces are read as they were written.

use super::*;
use crate::scenario::{Scenario, UnitId, preset_named, shipped, shipped_named};
use crate::sim::cells::step_units;
use crate::sim::combat::positioning::engage_units;
use crate::sim::combat::strike::fight;
use crate::sim::fields::learning::learn_steps;
use crate::sim::steered::movement::move_units;
use crate::sim::steered::steer::steer_units;
use crate::sim::{
    ArenaFields, Clock, FieldValue, HashedComponent, HitPoints, Land, Position, Progress, Roster,
    Score, Simulation, Steering, Stepper, Tick, TickSystems, state_hash, unit_hashes,
};
use bevy::prelude::*;
use std::io::BufReader;
use std::time::Instant;

/// A scenario in which something changes that no action changes.
struct Faulty {
    scenario: Scenario,
    tick: u64,
    /// The stage at whose end the fault happens; `None` for a fault between two ticks.
    stage: Option<TickSystems>,
    fault: fn(&mut World, Entity),
}

impl Run for Faulty {
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
    let field = divergence.fields[0];
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
        assert_eq!(
            (field.unit, field.component, field.name),
            (Some(third), HashedComponent::Position, "position")
        );
        let (at, field) = found(scenario, 40, Some(TickSystems::Move), nudge_position);
        assert_eq!(at.stage, Some(TickSystems::Move), "{title}");
        assert_eq!((field.unit, field.component), (Some(third), HashedComponent::Position));
        let (Some(FieldValue::Vec2(left)), Some(FieldValue::Vec2(right))) =
            (field.left, field.right)
        else {
            panic!("{field}");
        };
        assert_eq!((left.x.next_up(), left.y), (right.x, right.y));
    }
}

/// The first unit with a wish walks, so the fault reaches its position in the next stage.
fn nudge_wish(world: &mut World, arena: Entity) {
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
fn a_fault_in_a_wish_is_found_before_it_moves_a_unit() {
    for scenario in [named("bridge"), named("hybrid-open"), under("glest-1", "Flock")] {
        let stage = Some(TickSystems::Steer);
        let faulty = Faulty { scenario: scenario.clone(), tick: 40, stage, fault: nudge_wish };
        let divergence = first_divergence(&scenario, &faulty, 60).unwrap();
        assert_eq!((divergence.tick, divergence.stage), (40, stage), "{divergence}");
        assert_eq!(divergence.components, [HashedComponent::Steering]);
        assert_eq!(divergence.fields.len(), 1);
    }
}

#[test]
fn a_wish_is_no_part_of_the_state_hash() {
    let mut simulation = Simulation::new(&named("bridge"));
    simulation.run(40);
    let (before, arena) = (simulation.hash(), simulation.arena());
    let traced = crate::sim::component_hashes(simulation.world(), arena);
    nudge_wish(simulation.world_mut(), arena);
    assert_eq!(simulation.hash(), before);
    assert_ne!(crate::sim::component_hashes(simulation.world(), arena), traced);
}

#[test]
fn a_fault_in_a_fight_is_found() {
    let (at, field) = found(named("hybrid-open"), 60, Some(TickSystems::Fight), nudge_hit_points);
    assert_eq!((at.stage, field.component), (Some(TickSystems::Fight), HashedComponent::HitPoints));
    assert!(field.unit.is_some());
    let (at, field) = found(named("hybrid-open"), 60, Some(TickSystems::Fight), nudge_score);
    assert_eq!((at.stage, field.component), (Some(TickSystems::Fight), HashedComponent::Score));
    assert_eq!((field.unit, field.name), (None, "damage_dealt"));
}

#[test]
fn a_fault_on_a_board_is_found() {
    let (at, field) = found(named("patrol"), 40, Some(TickSystems::Move), nudge_ready);
    assert_eq!((at.stage, field.component), (Some(TickSystems::Move), HashedComponent::Stepper));
    assert_eq!(field.name, "ready");
}

#[test]
fn a_fault_in_a_learned_field_is_found() {
    for name in ["bridge", "patrol"] {
        let scenario = under(name, "Direction map");
        let (at, field) = found(scenario, 60, Some(TickSystems::Learn), nudge_directions);
        assert_eq!(
            (at.stage, field.component),
            (Some(TickSystems::Learn), HashedComponent::ArenaFields)
        );
        assert_eq!((field.unit, field.name), (None, "learned"));
    }
}

#[test]
fn runs_that_start_in_different_states_differ_before_the_first_tick() {
    let (left, mut right) = (named("bridge"), named("bridge"));
    right.units.pop();
    let divergence = first_divergence(&left, &right, 10).unwrap();
    assert_eq!((divergence.tick, divergence.stage), (0, None));
    assert!(divergence.components.contains(&HashedComponent::Roster), "{divergence}");
    let missing = divergence.fields.iter().filter(|field| field.right.is_none());
    assert!(missing.clone().count() > 0 && missing.into_iter().all(|field| field.unit.is_some()));
}

#[test]
fn a_fault_after_the_last_stage_is_found_before_the_next_tick() {
    struct Late(Scenario);
    impl Run for Late {
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
        let component = HashedComponent::Energy;
        Difference { unit: None, component, name: "energy", index: 0, left, right }.gap()
    };
    let ulps = |a: f32, b: f32| gap(FieldValue::F32(a), FieldValue::F32(b)).unwrap().ulps;
    assert_eq!(ulps(1.0, 1.0f32.next_up()), Some(1));
    assert_eq!(ulps(0.0f32.next_down(), 0.0f32.next_up()), Some(2));
    assert_eq!(ulps(0.0, -0.0), Some(0));
    let far = gap(FieldValue::F64(f64::MIN), FieldValue::F64(f64::MAX)).unwrap();
    assert!(far.ulps.unwrap() > 1 << 63);
    let count = gap(FieldValue::U64(3), FieldValue::U64(5)).unwrap();
    assert_eq!((count.absolute, count.ulps), (2.0, None));
    assert_eq!(gap(FieldValue::Flag(true), FieldValue::Flag(false)), None);
}

#[test]
fn values_are_equal_if_their_bits_are() {
    assert_ne!(FieldValue::F32(0.0), FieldValue::F32(-0.0));
    assert_eq!(FieldValue::F64(f64::NAN), FieldValue::F64(f64::NAN));
    assert_ne!(FieldValue::U8(1), FieldValue::Flag(true));
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

fn head(scenario: &Scenario) -> TraceHead {
    TraceHead {
        program: "1.0.0".into(),
        scenario: scenario.title.clone(),
        seed: scenario.seed,
        doctrines: Vec::new(),
        start: 7,
        arguments: vec!["some file.ron".into()],
        components: TraceHead::component_names(),
    }
}

/// The trace of a run, and its ticks.
fn trace(run: &dyn Run, head: &TraceHead, ticks: u64) -> (Vec<u8>, Vec<TraceTick>) {
    let (mut file, mut written) = (Vec::new(), Vec::new());
    let mut simulation = run.start();
    simulation.watch_stages();
    let mut writer = TraceWriter::new(&mut file, head).unwrap();
    for tick in 0..ticks {
        run.tick(&mut simulation);
        let stages = simulation.take_stage_hashes();
        let units = unit_hashes(simulation.world(), simulation.arena());
        writer.tick(tick, &stages, &units).unwrap();
        let units = units.into_iter().map(|(id, hash)| (id, (hash as u32).max(1))).collect();
        written.push(TraceTick { tick, stages: stages.try_into().unwrap(), units });
    }
    writer.finish().unwrap();
    (file, written)
}

fn reader(bytes: &[u8]) -> Result<TraceReader<BufReader<&[u8]>>, TraceError> {
    TraceReader::new(BufReader::new(bytes))
}

#[test]
fn a_trace_is_read_as_it_was_written() {
    // Units die in this time.
    let scenario = named("hybrid-open");
    let (file, written) = trace(&scenario, &head(&scenario), 900);
    let deaths = written[0].units.len() - written[899].units.len();
    assert!(deaths > 0);
    let mut reader = reader(&file).unwrap();
    assert_eq!(*reader.head(), head(&scenario));
    for tick in &written {
        assert_eq!(reader.next_tick().unwrap(), Some(tick));
    }
    assert_eq!(reader.next_tick().unwrap(), None);
}

#[test]
fn two_traces_name_tick_stage_component_and_units() {
    let scenario = named("bridge");
    let head = head(&scenario);
    let stage = Some(TickSystems::Move);
    let faulty = Faulty { scenario: scenario.clone(), tick: 30, stage, fault: nudge_position };
    let (left, _) = trace(&scenario, &head, 60);
    let (right, _) = trace(&faulty, &head, 60);
    let compare = |a: &[u8], b: &[u8]| {
        compare_traces(&mut reader(a).unwrap(), &mut reader(b).unwrap()).unwrap()
    };
    let TraceComparison::Differs { tick, stage: at, components, units } = compare(&left, &right)
    else {
        panic!("they differ");
    };
    assert_eq!((tick, at), (30, stage));
    assert_eq!(components, [HashedComponent::Position]);
    assert!(units.contains(&scenario.units[2].id), "{units:?}");
    assert_eq!(compare(&left, &left), TraceComparison::Equal(60));
    let (short, _) = trace(&scenario, &head, 20);
    assert_eq!(compare(&left, &short), TraceComparison::Ends(TraceSide::Right, 20));
    assert_eq!(compare(&short, &left), TraceComparison::Ends(TraceSide::Left, 20));
    let (other, _) = trace(&scenario, &TraceHead { start: 8, ..head }, 20);
    assert!(matches!(
        compare(&left, &other),
        TraceComparison::Differs { tick: 0, stage: None, .. }
    ));
}

#[test]
fn a_trace_that_breaks_off_anywhere_says_so() {
    let scenario = named("bridge");
    let (file, _) = trace(&scenario, &head(&scenario), 3);
    let whole = |bytes: &[u8]| -> Result<u64, TraceError> {
        let (mut reader, mut ticks) = (reader(bytes)?, 0);
        while reader.next_tick()?.is_some() {
            ticks += 1;
        }
        Ok(ticks)
    };
    assert_eq!(whole(&file).unwrap(), 3);
    for end in 0..file.len() {
        let error = whole(&file[..end]).unwrap_err();
        let named = matches!(error, TraceError::Truncated(0..=3));
        assert!(named || end < "phalanx trace 1\n".len(), "{end}: {error}");
    }
}

#[test]
fn a_trace_of_another_kind_is_refused() {
    let refused = |text: &str| reader(text.as_bytes()).err().unwrap().to_string();
    assert!(refused("(version: 1)\n").contains("no trace"));
    assert!(refused("phalanx trace 2\n").contains("version 2"));
    assert!(refused("phalanx trace 1\nnonsense\n").contains("damaged"));
    let scenario = named("bridge");
    let other = TraceHead { components: vec!["Soul".into()], ..head(&scenario) };
    let (file, _) = trace(&scenario, &other, 1);
    assert!(reader(&file).err().unwrap().to_string().contains("phalanx 1.0.0"));
}

#[test]
fn traces_of_different_runs_say_what_differs() {
    let one = head(&named("bridge"));
    assert_eq!(one.mismatch(&one), None);
    let differs = |other: TraceHead| one.mismatch(&other).unwrap();
    assert!(differs(TraceHead { scenario: "Boulder".into(), ..one.clone() }).contains("scenarios"));
    let seeds = format!("seeds are {} and 99", one.seed);
    assert!(differs(TraceHead { seed: 99, ..one.clone() }).contains(&seeds));
    let doctrines = vec!["blue: Flock".into()];
    assert!(differs(TraceHead { doctrines, ..one.clone() }).contains("doctrines"));
}

/// Component hashes cover the same fields as the state hash: if one changes, so does the other.
#[test]
fn components_and_units_cover_the_state_hash() {
    let scenario = named("bridge");
    let mut simulation = Simulation::new(&scenario);
    simulation.run(20);
    let arena = simulation.arena();
    let hashes = |s: &Simulation| {
        let (world, arena) = (s.world(), s.arena());
        let components = crate::sim::component_hashes(world, arena);
        (state_hash(world, arena), components, unit_hashes(world, arena))
    };
    let before = hashes(&simulation);
    let third = unit(simulation.world(), arena, 2);
    simulation.world_mut().get_mut::<Progress>(third).unwrap().stalled += 1;
    let after = hashes(&simulation);
    assert_ne!(before.0, after.0);
    assert_eq!(diff::differing(&before.1, &after.1), [HashedComponent::Progress]);
    let changed: Vec<UnitId> =
        before.2.iter().zip(&after.2).filter(|(a, b)| a != b).map(|(a, _)| a.0).collect();
    assert_eq!(changed, [scenario.units[2].id]);
}
