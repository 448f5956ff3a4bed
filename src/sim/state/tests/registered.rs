//! What is registered is built, stored and hashed; nothing else is.

use super::super::column::{Column, Columns};
use super::*;
use crate::grid::Cell;
use crate::scenario::{Action, SetModifiers};
use crate::sim::arena::{Goals, Teams};
use crate::sim::combat::combatant::{Returning, Shots};
use crate::sim::{
    GroupId, Modifiers, RegisterState, RightsOfWay, SimPlugin, Snapshot, run_pass, spawn_arena,
};
use crate::traffic::RightOfWay;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Changes single bits of what a snapshot stores of a component, and puts it back. Returns whether the hash of the component, and
/// nothing but this hash, changes with any of them, and always comes back.
fn is_hashed(simulation: &mut Simulation, column: &Column) -> bool {
    const MAX: usize = 300;
    let Some(stored) = column.stored else { return false };
    let arena = simulation.arena();
    let units: Vec<Entity> = simulation.units().map(|(_, unit)| unit).collect();
    let of = if column.is_of_units { units } else { vec![arena] };
    let world = simulation.world_mut();
    let before = (component_hashes(world, arena), state_hash(world, arena));
    let place = component_names(world).iter().position(|name| *name == column.name);
    let values = (stored.capture)(world, &of);
    let bytes = (stored.write)(&values);
    let mut changes = false;
    for place_of_byte in (0..bytes.len()).step_by(bytes.len() / MAX + 1) {
        let mut other = bytes.clone();
        other[place_of_byte] ^= 1;
        // The values of a component may also be wrong ones, such as a cell outside the map.
        let Some(other) = (stored.read)(&other) else { continue };
        (stored.restore)(world, &of, &other);
        let after = component_hashes(world, arena);
        let changed: Vec<usize> =
            (0..after.len()).filter(|&place| after[place] != before.0[place]).collect();
        if let Some(&first) = changed.first() {
            assert_eq!((changed.len(), Some(first)), (1, place), "{}", column.name);
            assert_eq!(state_hash(world, arena) != before.1, column.role == Role::Decides);
            changes = true;
        }
        (stored.restore)(world, &of, &values);
        assert_eq!((component_hashes(world, arena), state_hash(world, arena)), before);
    }
    changes
}

#[test]
fn every_component_that_decides_is_hashed_and_no_other() {
    let mut runs = vec![];
    for (scenario, preset) in [
        ("bridge", "Direction map"),
        ("corridor-1", "A* with traffic"),
        ("hybrid-open", "Hybrid boids"),
        ("glest-1", "Flock + influence"),
        ("patrol", "Direction map"),
    ] {
        let mut simulation = Simulation::new(&under(scenario, preset));
        // Only a game changes these.
        let units = simulation.units().take(1).map(|(id, _)| id).collect();
        let modifiers = Modifiers { sight: 0.9, ..Modifiers::default() };
        simulation.send([Action::SetModifiers(SetModifiers { units, modifiers })]);
        runs.push(simulation);
    }
    let columns = runs[0].world().resource::<Columns>().clone();
    let mut hashed = BTreeSet::new();
    let mut look = |simulation: &mut Simulation| {
        for column in columns.all() {
            if !hashed.contains(column.name) && is_hashed(simulation, column) {
                hashed.insert(column.name);
            }
        }
    };
    for simulation in &mut runs {
        for _ in 0..8 {
            simulation.run(60);
            look(simulation);
        }
    }
    // These three are there for a few ticks only.
    let mut fight = Simulation::new(&named("glest-1"));
    let has_shots = |fight: &Simulation| !fight.get::<Shots>().unwrap().0.is_empty();
    assert!((0..2000).any(|_| {
        fight.run(1);
        has_shots(&fight)
    }));
    let arena = fight.arena();
    let world = fight.world_mut();
    let mut returning = world.get_mut::<Returning>(arena).unwrap();
    returning.0.entry(GroupId(0)).or_default().insert(UnitId(0));
    let mut rights = world.get_mut::<RightsOfWay>(arena).unwrap();
    rights.0.insert((0, Cell::new(1, 1)), RightOfWay::default());
    look(&mut fight);
    let expected = columns.all().filter(|column| column.is_traced() && column.stored.is_some());
    let expected: BTreeSet<&str> = expected.map(|column| column.name).collect();
    assert_eq!(hashed, expected);
}

#[test]
fn names_and_colours_do_not_enter_but_alliances_and_goals_do() {
    let mut simulation = Simulation::new(&named("bridge"));
    let (arena, hash) = (simulation.arena(), simulation.hash());
    let mut teams = simulation.world_mut().get_mut::<Teams>(arena).unwrap();
    (teams.0[0].name, teams.0[0].colour) = ("others".into(), (1, 2, 3));
    assert_eq!(simulation.hash(), hash);
    simulation.world_mut().get_mut::<Teams>(arena).unwrap().0[0].alliance = Some(7);
    let allied = simulation.hash();
    assert_ne!(allied, hash);
    simulation.world_mut().get_mut::<Goals>(arena).unwrap().0[0].at.x += 1;
    assert_ne!(simulation.hash(), allied);
}

/// State that a game adds.
#[derive(Component, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Mood(Vec<u32>);

#[test]
fn a_new_component_is_built_stored_traced_and_hashed_once_it_is_in_use() {
    for scenario in [named("bottleneck"), named("patrol")] {
        let build = |registered: bool| {
            let mut app = App::new();
            app.add_plugins((MinimalPlugins, SimPlugin::default()));
            if registered {
                app.unit_state::<Mood>();
            }
            let arena = spawn_arena(app.world_mut(), &scenario, 0);
            run_pass(app.world_mut());
            (app, arena)
        };
        let ((mut app, arena), (plain, of_plain)) = (build(true), build(false));
        let world = app.world_mut();
        let hash = state_hash(world, arena);
        assert_eq!(hash, state_hash(plain.world(), of_plain));
        assert!(component_names(world).contains(&"Mood"));
        let third = unit(world, arena, 2);
        world.get_mut::<Mood>(third).unwrap().0.push(5);
        let moody = state_hash(world, arena);
        assert_ne!(moody, hash);
        let fields = state_fields(world, arena, &["Mood"]);
        assert!(
            fields.iter().any(|field| field.path == "[0]" && field.value == FieldValue::Whole(5))
        );
        let bytes = Snapshot::capture(world, arena).unwrap().to_bytes();
        world.get_mut::<Mood>(third).unwrap().0.clear();
        assert_eq!(state_hash(world, arena), hash);
        Snapshot::from_bytes(&bytes).unwrap().restore(world, arena).unwrap();
        assert_eq!(state_hash(world, arena), moody);
        // A program without this component leaves it out.
        let (mut plain, of_plain) = (plain, of_plain);
        Snapshot::from_bytes(&bytes).unwrap().restore(plain.world_mut(), of_plain).unwrap();
        // One with another component cannot go on from such a snapshot.
        let bytes = Snapshot::capture(plain.world(), of_plain).unwrap().to_bytes();
        let error = Snapshot::from_bytes(&bytes).unwrap().restore(world, arena).unwrap_err();
        assert_eq!(error, SnapshotError::NoComponent("Mood".into()));
        assert_eq!(state_hash(world, arena), moody);
    }
}
