//! Pausing at events: the run stays the same, and seeking is not held up.

use super::*;
use crate::scenario::{Motion, preset_named, shipped, shipped_named};
use crate::sim::{self, CaptureSearch, Pace, Simulation};
use crate::view::panels::event_kinds::{EventIntent, EventSettings, Happening};
use crate::view::panels::{event_pauses, notices, stage_times};

const TICKS: u64 = 700;

fn boulder(motion: Motion) -> Scenario {
    let mut scenario = shipped()[shipped_named("map-marker-boulder").unwrap()].load().unwrap();
    scenario.teams[0].doctrine = preset_named("A* per unit").unwrap().doctrine;
    scenario.motion = motion;
    scenario
}

/// An app that pauses at everything that can happen.
fn pausing(scenario: Scenario) -> App {
    let mut app = alone(&scenario);
    event_pauses::plugin(&mut app);
    notices::plugin(&mut app);
    stage_times::plugin(&mut app);
    app.world_mut().run_schedule(Update);
    let mut settings = app.world_mut().resource_mut::<EventSettings>();
    Happening::ALL.iter().for_each(|&kind| settings.serve(EventIntent::PauseAt(kind, true)));
    app.insert_resource(CaptureSearch { separation: true, ..default() });
    app
}

fn now(app: &mut App) -> (Entity, u64) {
    let mut clocks = app.world_mut().query::<(Entity, &Clock)>();
    let (arena, clock) = clocks.single(app.world()).unwrap();
    (arena, clock.tick)
}

#[test]
fn a_run_that_pauses_at_every_event_has_the_same_hash() {
    for motion in [Motion::Steered, Motion::CellSteps(Default::default())] {
        let scenario = boulder(motion);
        let mut app = pausing(scenario.clone());
        let mut pauses = Vec::new();
        app.insert_resource(Pace { running: true, steps: 0 });
        while now(&mut app).1 < TICKS {
            app.world_mut().run_schedule(sim::Tick);
            if !app.world().resource::<Pace>().running {
                pauses.push(now(&mut app).1);
                // Some frames pass before the user goes on.
                app.world_mut().run_schedule(sim::Tick);
                app.world_mut().run_schedule(Update);
                app.insert_resource(Pace { running: true, steps: 0 });
            }
        }
        assert!(pauses.len() > 2, "{motion:?}: {pauses:?}");
        assert!(pauses.is_sorted_by(|a, b| a < b), "{motion:?}: one pause per tick: {pauses:?}");
        let arena = now(&mut app).0;
        let mut plain = Simulation::new(&scenario);
        plain.run(TICKS);
        assert_eq!(sim::state_hash(app.world(), arena), plain.hash(), "{motion:?}");
    }
}

#[test]
fn going_to_another_tick_does_not_stop_at_the_events_between() {
    let mut app = pausing(boulder(Motion::Steered));
    let mut document = app.world_mut().resource_mut::<Document>();
    document.go_to(500);
    document.set_then_run(true);
    for _ in 0..2000 {
        app.world_mut().run_schedule(Update);
        if app.world().resource::<Document>().seek_target().is_none() {
            break;
        }
    }
    assert_eq!(app.world().resource::<Document>().tick, 500);
    assert!(app.world().resource::<Pace>().running);
}
