//! Arenas side by side in the document.

use super::*;
use crate::grid::{Bounds, Cell};
use crate::planning::CellSteps;
use crate::scenario::{Action, GiveOrder, Motion, NewUnit, Order, Scenario, UnitId, preset_named};
use crate::sim::{Arena, Pace, bake, state_hash};
use crate::view::document::alone;
use crate::view::document::intent::{EditIntent, Intent};
use crate::view::document::state::Document;
use crate::view::document::state::tests::{frames, run};
use crate::view::panels::notices::Notice;
use bevy::prelude::*;

fn doctrine(name: &str) -> Doctrine {
    preset_named(name).unwrap().doctrine
}

/// The tick, and the state of each arena.
fn look(app: &mut App) -> (u64, Vec<u64>) {
    let world = app.world_mut();
    let mut arenas: Vec<_> =
        world.query::<(&Arena, Entity)>().iter(world).map(|(a, e)| (a.index, e)).collect();
    arenas.sort_unstable();
    let hashes = arenas.into_iter().map(|(_, arena)| state_hash(world, arena)).collect();
    (world.resource::<Document>().tick, hashes)
}

fn send(app: &mut App, intent: Intent) -> Vec<String> {
    app.world_mut().write_message(intent);
    frames(app);
    let mut notices = app.world_mut().resource_mut::<Messages<Notice>>();
    notices.drain().map(|notice| notice.text).collect()
}

fn walking(motion: Motion) -> App {
    let scenario = Scenario { motion, ..Scenario::blank(Bounds::new(30, 8)) };
    let at = Vec2::splat(1.5);
    let unit = NewUnit { id: UnitId(0), team: TeamId(0), kind: "soldier".into(), at };
    let order = Order::Move(Cell::new(28, 6));
    let order = Action::Order(GiveOrder { units: vec![UnitId(0)], order, queued: false });
    let mut app = alone(&bake(&scenario, &[Action::Spawn(vec![unit]), order]));
    frames(&mut app);
    app
}

#[test]
fn undo_of_a_comparison_returns_to_the_moment_at_which_it_was_opened_or_closed() {
    for motion in [Motion::Steered, Motion::CellSteps(CellSteps::default())] {
        let mut app = walking(motion);
        let add = || {
            let doctrine = doctrine("Map Marker");
            Intent::Comparison(ComparisonIntent::Add { team: TeamId(0), doctrine })
        };
        let close = || Intent::Comparison(ComparisonIntent::Close(1));
        let undo = || Intent::Edit(EditIntent::Undo);
        run(&mut app, 48);
        let alone = look(&mut app);
        assert_eq!((alone.0, alone.1.len()), (48, 1));
        let told = send(&mut app, add());
        assert_eq!(told, ["All arenas start again at 0 s; `Ctrl+Z` goes back to 1.5 s"]);
        assert_eq!(look(&mut app).0, 0);
        run(&mut app, 16);
        let both = look(&mut app);
        assert_eq!((both.0, both.1.len()), (16, 2));
        send(&mut app, close());
        assert_eq!((look(&mut app).0, look(&mut app).1.len()), (0, 1));
        send(&mut app, undo());
        assert_eq!(look(&mut app), both);
        send(&mut app, undo());
        assert_eq!(look(&mut app), alone);
        send(&mut app, Intent::Edit(EditIntent::Redo));
        assert_eq!(look(&mut app), both);
    }
}

#[test]
fn a_comparison_at_the_start_says_nothing_and_one_of_a_running_scenario_runs_on() {
    let mut app = walking(Motion::Steered);
    let add = |name| {
        let doctrine = doctrine(name);
        Intent::Comparison(ComparisonIntent::Add { team: TeamId(0), doctrine })
    };
    assert_eq!(send(&mut app, add("Map Marker")), [""; 0]);
    run(&mut app, 10);
    app.insert_resource(Pace { running: true, steps: 0 });
    assert_eq!(send(&mut app, add("Flow field")).len(), 1);
    let (tick, arenas) = look(&mut app);
    assert!(tick < 10 && arenas.len() == 3 && app.world().resource::<Pace>().running);
}
