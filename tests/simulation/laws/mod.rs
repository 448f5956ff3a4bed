//! Laws that hold for every run, whatever happens in it: what is sent may be sent again, pauses change nothing, a run goes on
//! from its bytes, other arenas and the number of threads do not matter, and actions before the first tick are part of the
//! start. Each is checked on shipped scenarios under all presets and on a small battlefield, in both kinds of motion, with
//! random actions of every kind at random ticks.
//!
//! A case that breaks a law is made smaller, action by action, before it is reported.

mod cases;

use crate::common::watch::{self, Seen};
use bevy::prelude::*;
pub use cases::Case;
use cases::*;
use phalanx::planning::CellSteps;
use phalanx::scenario::{Action, Batch, Motion, Scenario, UnitId, load_str, to_ron};
use phalanx::sim::{
    Board, CaptureSearch, SendActions, SimPlugin, Simulation, Snapshot, bake, component_names,
    run_pass, scenario_of, spawn_arena, state_fields, state_hash,
};
use phalanx::steering::{SLACK, depth_in_walls};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Checks the laws of every run on one case.
pub fn hold(case: Case) {
    EVERY_RUN.iter().for_each(|&law| check(law, vec![case.clone()]));
}

/// What holds of every run, whatever is sent.
const EVERY_RUN: [Law; 3] = [replays, pauses_change_nothing, goes_on_from_its_bytes];

/// Checks a law on many cases at once.
fn check(law: Law, cases: Vec<Case>) {
    let broken = cases.into_par_iter().find_map_any(|case| {
        case.breaks(law)?;
        let small = case.smaller(law);
        let fault = small.breaks(law)?;
        Some(format!("{}: {fault}\nsent: {:?}", small.name, small.actions))
    });
    assert!(broken.is_none(), "{}", broken.unwrap());
}

/// Two runs have equal hashes; if not, the first field that differs is told.
fn equal(what: &str, tick: u64, a: &Simulation, b: &Simulation) -> Result<(), String> {
    if a.hash() == b.hash() {
        return Ok(());
    }
    let fields = |s: &Simulation| state_fields(s.world(), s.arena(), &component_names(s.world()));
    let (a, b) = (fields(a), fields(b));
    let first = a.iter().zip(&b).find(|(a, b)| a != b);
    Err(format!("{what} differs after tick {tick}: {first:?}"))
}

/// What was sent, as a recording, gives the same run again.
fn replays(case: &Case) -> Result<(), String> {
    let mut live = Simulation::new(&case.start);
    let recorded = Scenario { actions: case.actions.clone(), ..case.start.clone() };
    let mut again = Simulation::new(&recorded);
    for tick in 0..case.ticks {
        live.send(case.at(tick));
        live.run(1);
        again.run(1);
        equal("the replay", tick, &live, &again)?;
    }
    let replay = Simulation::replay(&case.start, &live.log(), case.ticks);
    equal("the replay of the log", case.ticks, &live, &replay)
}

/// A run that starts paused, is paused at random ticks, and is edited while paused, is the run without pauses.
fn pauses_change_nothing(case: &Case) -> Result<(), String> {
    let mut pauses = Pcg64::seed_from_u64(case.ticks);
    let (mut smooth, mut paused) = (Simulation::new(&case.start), Simulation::new(&case.start));
    // What the window records must not matter, either.
    paused.watch(CaptureSearch { last_search: true, separation: true });
    for tick in 0..case.ticks {
        let actions = case.at(tick);
        smooth.send(actions.clone());
        if tick == 0 || pauses.random_bool(0.2) {
            for action in actions {
                paused.send([action]);
                (0..pauses.random_range(0..3)).for_each(|_| paused.edit());
            }
            paused.edit();
        } else {
            paused.send(actions);
        }
        smooth.run(1);
        paused.run(1);
        equal("the paused run", tick, &smooth, &paused)?;
    }
    // As text, because no number is equal to one that is none.
    match format!("{:?}", smooth.log()) == format!("{:?}", paused.log()) {
        true => Ok(()),
        false => Err("a pause changes the log".into()),
    }
}

/// After every tick the whole state is written to bytes, read into a fresh world, and continued there.
fn goes_on_from_its_bytes(case: &Case) -> Result<(), String> {
    let (mut smooth, mut heavy) = (Simulation::new(&case.start), Simulation::new(&case.start));
    for tick in 0..case.ticks {
        for simulation in [&mut smooth, &mut heavy] {
            simulation.send(case.at(tick));
            simulation.run(1);
        }
        let read = Snapshot::from_bytes(&heavy.snapshot().unwrap().to_bytes()).unwrap();
        assert_eq!(read.tick(), tick + 1);
        heavy = Simulation::from_snapshot(&case.start, &read).unwrap();
        equal("the run from bytes", tick, &smooth, &heavy)?;
    }
    // What the hash leaves out.
    let numbers = |s: &Simulation| {
        let n = s.numbers();
        (n.units, n.walking, n.expanded, n.paths_planned, n.all_arrived_at)
    };
    assert_eq!(numbers(&smooth), numbers(&heavy));
    Ok(())
}

/// Discs keep apart and units on cells do not share them; without an edit no unit gets deeper into a wall.
fn units_keep_apart(case: &Case) -> Result<(), String> {
    let mut sim = Simulation::new(&case.start);
    // How deep each unit is in walls, without and with those that it may pass between.
    let mut depths: BTreeMap<UnitId, [f32; 2]> = BTreeMap::new();
    // Units whose kind grows or takes off are in each other at first, and have a second to part.
    let mut apart_from = 0;
    for tick in 0..case.ticks {
        let actions = case.at(tick);
        let edited = !actions.is_empty();
        if actions.iter().any(|action| matches!(action, Action::Kind(_))) {
            apart_from = tick + 32;
        }
        sim.send(actions);
        sim.run(1);
        if sim.get::<Board>().is_some() {
            watch::shared_cell(&sim).map_or(Ok(()), Err)?;
            continue;
        }
        let units: Vec<Seen> = watch::units(&sim);
        let overlap = watch::overlap(&units).filter(|_| tick >= apart_from);
        overlap.map_or(Ok(()), |what| Err(format!("tick {tick}: {what}")))?;
        for unit in units.into_iter().filter(|unit| !unit.flies) {
            assert!(unit.position.is_finite(), "{unit:?}");
            let terrain = watch::terrain(&sim);
            // A disc that touches a new wall may leave it between two corners.
            let whole = depth_in_walls(terrain, unit.position, unit.radius, &[]);
            let now = [watch::depth(terrain, &unit), whole];
            let before = depths.insert(unit.id, now).unwrap_or_default();
            let sinks = now.iter().zip(before).all(|(&now, before)| now > before.max(SLACK) + 1e-4);
            if sinks && !edited {
                return Err(format!("tick {tick}: {unit:?} went from {before:?} to {now:?} deep"));
            }
        }
    }
    Ok(())
}

/// An arena runs beside another one with the same actions as it does alone.
fn runs_beside_another(case: &Case) -> Result<(), String> {
    let starts = [case.start.motion, other_motion(case.start.motion)]
        .map(|motion| Scenario { motion, ..case.start.clone() });
    let mut alone = starts.each_ref().map(Simulation::new);
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, SimPlugin::default()));
    app.finish();
    app.cleanup();
    let world = app.world_mut();
    let arenas = [0, 1].map(|i| spawn_arena(world, &starts[i], i as u32));
    for tick in 0..case.ticks {
        let actions = case.at(tick);
        world.write_message_batch(
            arenas.map(|arena| SendActions { arena, actions: actions.clone() }),
        );
        run_pass(world);
        for (alone, arena) in alone.iter_mut().zip(arenas) {
            alone.send(actions.clone());
            alone.run(1);
            if alone.hash() != state_hash(world, arena) {
                return Err(format!("an arena beside another differs after tick {tick}"));
            }
        }
    }
    Ok(())
}

/// The actions before the first tick, and those after it.
fn first_actions(case: &Case) -> (Vec<Action>, Vec<Batch>) {
    let later = case.actions.iter().filter(|batch| batch.tick > 0).cloned().collect();
    (case.at(0), later)
}

/// Start and actions before the first tick are the run of the scenario with these actions worked in.
fn starts_as_baked(case: &Case) -> Result<(), String> {
    let (first, later) = first_actions(case);
    let mut baked = bake(&case.start, &first);
    // What a scenario cannot say stays an action.
    baked.actions.extend(later);
    let start = Scenario { actions: case.actions.clone(), ..case.start.clone() };
    let (mut a, mut b) = (Simulation::new(&start), Simulation::new(&baked));
    for tick in 0..case.ticks {
        a.run(1);
        b.run(1);
        equal("the baked run", tick, &a, &b)?;
    }
    Ok(())
}

/// An arena written as a scenario and built again is the same arena; the scenario can be saved and read.
fn can_be_saved(case: &Case) -> Result<(), String> {
    let baked = Scenario { actions: Vec::new(), ..bake(&case.start, &first_actions(case).0) };
    let text = to_ron(&baked);
    let read = load_str(&text, "saved", None).map_err(|error| format!("{error}\n{text}"))?;
    let built = |scenario: &Scenario| {
        let simulation = Simulation::new(scenario);
        (simulation.hash(), scenario_of(simulation.world(), simulation.arena(), scenario).unwrap())
    };
    let ((hash, again), (hash_read, again_read)) = (built(&baked), built(&read));
    let differ = |what| Err(format!("{what}\n{text}"));
    if read != baked.tidied() {
        return differ("the file is another scenario");
    }
    if again.tidied() != baked.tidied() || again_read != read {
        return differ("the arena is written as another scenario");
    }
    // Without removed teams, after which the others move up in a file.
    if baked.teams.iter().all(|team| !team.removed) && hash != hash_read {
        return differ("the arena is another one");
    }
    Ok(())
}

#[test]
fn a_run_replays() {
    check(replays, cases(24, 120));
}

#[test]
fn a_pause_changes_nothing() {
    check(pauses_change_nothing, cases(12, 80));
}

#[test]
fn other_arenas_do_not_matter() {
    check(runs_beside_another, cases(8, 80));
}

#[test]
fn a_run_goes_on_from_its_bytes_at_any_tick() {
    check(goes_on_from_its_bytes, battlefields(ARMED, &[10461808516201495970], 100));
    check(goes_on_from_its_bytes, cases(12, 100));
    check(goes_on_from_its_bytes, shipped_cases(200, false, 0.0));
}

#[test]
fn units_keep_apart_whatever_happens() {
    check(units_keep_apart, battlefields(PEACEFUL, &fresh(48), 200));
    check(units_keep_apart, battlefields(ARMED, &fresh(48), 200));
}

#[test]
fn actions_before_the_first_tick_are_part_of_the_start() {
    check(starts_as_baked, edited_at_the_start(60));
}

#[test]
fn an_edited_start_can_be_saved() {
    check(can_be_saved, edited_at_the_start(60));
}

#[test]
#[ignore = "every shipped scenario under every preset: an hour"]
fn all_laws_hold_everywhere_and_for_long() {
    for law in EVERY_RUN {
        check(law, shipped_cases(600, true, 0.05));
        check(law, cases(400, 300));
    }
    check(units_keep_apart, battlefields(ARMED, &fresh(400), 600));
    check(starts_as_baked, edited_at_the_start(2000));
    check(can_be_saved, edited_at_the_start(2000));
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let steered = Motion::Steered;
    let cell_steps = Motion::CellSteps(CellSteps::default());
    for (kind, preset, motion) in [
        ("soldier", "A*", steered),
        ("soldier", "A* with traffic", steered),
        ("soldier", "Flock", steered),
        ("Marine", "A*", steered),
        ("Marine", "Hybrid boids", steered),
        ("Marine", "Hybrid potential field", steered),
        ("Marine", "Flock + influence", steered),
        ("soldier", "Direction map", cell_steps),
        ("Marine", "A*", cell_steps),
    ] {
        let scenario = crowds(kind, preset, motion);
        assert!(scenario.units.len() >= PARALLEL_FROM);
        let run = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let mut sim = Simulation::new(&scenario);
                sim.run(60);
                let score = sim.get::<phalanx::sim::Score>().unwrap();
                let attacks = score.sides.iter().map(|side| side.attacks).sum::<u64>();
                (sim.hash(), attacks, sim.numbers().units)
            })
        };
        let (hash, attacks, left) = run(1);
        let case = format!("{kind} under {preset}, {motion:?}");
        assert!(left >= PARALLEL_FROM, "{case}: so many died that one thread is enough");
        assert_eq!(attacks > 0, kind == "Marine", "{case}");
        for threads in [2, 5] {
            assert_eq!(run(threads).0, hash, "{case}, {threads} threads");
        }
    }
}
