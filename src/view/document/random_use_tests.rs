//! Random use of the document: paint, drop, order, tune, pause, step, scrub, undo, branch, compare. Whatever was done, the
//! saved run gives the same hashes without a window.

use super::*;
use crate::scenario::{Doctrine, Motion, Recording, TeamId, shipped, shipped_named};
use crate::session::Session;
use crate::sim::{self, Pace, Replay, Simulation};
use crate::view::document::intent::TimeIntent;
use rand::RngExt;

/// A user who does anything.
struct User {
    app: App,
    session: Session,
    /// The doctrine whose slider moves.
    tuned: Doctrine,
    done: Vec<String>,
}

impl User {
    fn new(scenario: &Scenario, seed: u64) -> Self {
        let app = alone(scenario);
        let session = Session::new(scenario, seed);
        Self { app, session, tuned: scenario.teams[0].doctrine, done: Vec::new() }
    }

    fn document(&self) -> &Document {
        self.app.world().resource::<Document>()
    }

    fn chance(&mut self, probability: f64) -> bool {
        self.session.random.random_bool(probability)
    }

    fn send(&mut self, intent: Intent) {
        self.done.push(format!("tick {}: {intent:?}", self.document().tick));
        self.app.world_mut().write_message(intent);
    }

    fn frame(&mut self, ticks: u64) {
        for _ in 0..ticks {
            self.app.world_mut().run_schedule(sim::Tick);
        }
        self.app.world_mut().run_schedule(Update);
    }

    fn edit(&mut self, drag: Option<&'static str>, actions: Vec<Action>) {
        let edit = match drag {
            Some(drag) => Edit::part_of(drag, "Drag", actions),
            None => Edit::new("Edit", actions),
        };
        let arenas = self.document().run().arenas();
        let single = matches!(
            edit.actions[0],
            Action::SetDoctrine(SetDoctrine { .. }) | Action::SetMotion(_)
        );
        let edit = match single && arenas > 1 && self.chance(0.3) {
            true => edit.in_arena(self.session.random.random_range(1..arenas)),
            false => edit,
        };
        self.send(Intent::perform(edit));
    }

    /// Something that a user could do.
    fn act(&mut self) {
        match self.session.random.random_range(0..400) {
            0..120 => {
                let action = self.session.action();
                self.edit(None, vec![action]);
            }
            120..144 => {
                // A drag of a brush or of a slider, over several frames.
                let paint = self.chance(0.5);
                for _ in 0..self.session.random.random_range(2..6) {
                    let action = if paint { self.session.paint() } else { self.tune() };
                    self.edit(Some(if paint { "brush" } else { "slider" }), vec![action]);
                    let ticks = self.session.random.random_range(0..3);
                    self.frame(ticks);
                }
                self.send(Intent::Edit(EditIntent::Seal));
            }
            144..192 => self.send(Intent::Time(TimeIntent::TogglePause)),
            192..208 => self.send(Intent::Time(TimeIntent::Step)),
            208..232 => self.send(Intent::Time(TimeIntent::StepBack)),
            232..256 => {
                let last = self.document().history().reached().max(self.document().tick) + 40;
                let to = self.session.random.random_range(0..=last);
                self.send(Intent::Time(TimeIntent::GoTo(to)));
            }
            256..280 => self.send(Intent::Edit(EditIntent::Undo)),
            280..300 => self.send(Intent::Edit(EditIntent::Redo)),
            300..302 => self.send(Intent::Time(TimeIntent::Restart)),
            302 => self.send(Intent::Time(TimeIntent::RestartWithAllEdits)),
            303 if self.document().run().arenas() < 3 => {
                let (team, doctrine) = (TeamId(0), self.tuned);
                self.send(Intent::Comparison(ComparisonIntent::Add { team, doctrine }));
            }
            304 if self.document().run().arenas() > 1 => {
                self.send(Intent::Comparison(ComparisonIntent::Close(1)));
            }
            _ => {}
        }
        for _ in 0..self.session.random.random_range(0..6) {
            let ticks = self.session.random.random_range(0..24);
            self.frame(ticks);
        }
    }

    /// A slider moves on.
    fn tune(&mut self) -> Action {
        let weight = self.session.random.random_range(0.0..1.0);
        self.tuned.layers.markers = Some(crate::planning::Markers {
            factor: weight,
            ..self.tuned.layers.markers.unwrap_or_default()
        });
        Action::SetDoctrine(SetDoctrine { team: TeamId(0), doctrine: self.tuned })
    }

    /// Waits until the arenas are where they should be.
    fn settle(&mut self) {
        for _ in 0..100_000 {
            self.frame(0);
            if self.document().seek_target().is_none() && self.document().waiting.is_empty() {
                return;
            }
        }
        panic!("the arenas never arrive:\n{}", self.done.join("\n"));
    }

    /// The run so far, saved and replayed without a window.
    fn check(&mut self, seed: u64) {
        self.settle();
        self.app.insert_resource(Pace { running: false, steps: 1 });
        self.frame(1);
        self.settle();
        let (document, cache) = (self.document(), self.app.world().resource::<RunCache>());
        let recording = document.recording(cache);
        let last = &self.done[self.done.len().saturating_sub(8)..];
        let told = format!("seed {seed}; last done:\n{}", last.join("\n"));
        assert_eq!(recording.hashes.len() as u64, recording.ticks / Recording::EVERY, "{told}");
        let read = Recording::from_ron(&recording.to_ron(), "saved").unwrap();
        let (_, replay) = read.replay(|_| ());
        assert_eq!(replay, Replay::Same, "{told}");
        let line = Recording::from_line(&recording.to_line()).unwrap();
        assert_eq!(line.replay(|_| ()).1, Replay::Same, "{told}");
        // All arenas, at the present tick.
        for (index, scenario) in document.run().scenarios().iter().enumerate() {
            let mut headless = Simulation::new(scenario);
            headless.run(document.tick);
            let mut same = Simulation::of(document.run(), index as u32);
            same.run(document.tick);
            assert_eq!(same.hash(), headless.hash(), "saved arena {index}, {told}");
            let world = self.app.world();
            let mut arenas = world.try_query::<(Entity, &Arena)>().unwrap();
            let found = arenas.iter(world).find(|(_, arena)| arena.index as usize == index);
            let hash = sim::state_hash(world, found.unwrap().0);
            assert_eq!(hash, headless.hash(), "arena {index} at tick {}, {told}", document.tick);
            assert_eq!(motion(headless.world(), headless.arena()), motion(world, found.unwrap().0));
            let shown = numbers(world, found.unwrap().0);
            assert_eq!(shown, numbers(headless.world(), headless.arena()), "stale numbers, {told}");
        }
    }
}

/// The numbers of an arena without those of the clock of this machine.
fn numbers(world: &World, arena: Entity) -> String {
    world.get::<sim::Numbers>(arena).map(|numbers| ron::to_string(numbers).unwrap()).unwrap()
}

fn motion(world: &World, arena: Entity) -> Option<Motion> {
    world.get::<sim::Board>(arena).map(|board| Motion::CellSteps(board.rules))
}

/// Uses a scenario at random, and checks the run from time to time. Returns the ticks of all runs that were checked.
fn use_scenario(scenario: &Scenario, seed: u64, checks: usize, acts: usize) -> u64 {
    let mut user = User::new(scenario, seed);
    user.settle();
    let mut ticks = 0;
    for _ in 0..checks {
        (0..acts).for_each(|_| user.act());
        user.check(seed);
        ticks += user.document().history().reached();
    }
    ticks
}

#[test]
fn whatever_a_user_does_the_saved_run_replays_without_a_window() {
    let seed = Session::fresh_seed();
    for (i, name) in ["map-marker-boulder", "corridor-3", "glest-1", "patrol"].iter().enumerate() {
        let scenario = shipped()[shipped_named(name).unwrap()].load().unwrap();
        use_scenario(&scenario, seed.wrapping_add(i as u64), 2, 40);
    }
}

#[test]
#[ignore = "about an hour of random use of every shipped scenario"]
fn an_hour_of_random_use_replays_without_a_window() {
    let seed = Session::fresh_seed();
    for (i, shipped) in shipped().iter().enumerate() {
        let scenario = shipped.load().unwrap();
        let ticks = use_scenario(&scenario, seed.wrapping_add(i as u64), 8, 150);
        println!("{}: {ticks} ticks replayed", shipped.name);
    }
}

#[test]
fn every_press_of_left_is_one_tick_back_like_every_press_of_right() {
    let scenario = shipped()[shipped_named("map-marker-boulder").unwrap()].load().unwrap();
    let mut user = User::new(&scenario, 1);
    user.settle();
    user.send(Intent::Time(TimeIntent::GoTo(300)));
    user.settle();
    for _ in 0..200 {
        user.send(Intent::Time(TimeIntent::StepBack));
        user.frame(0);
    }
    user.settle();
    assert_eq!(user.document().tick, 100);
    for _ in 0..200 {
        user.send(Intent::Time(TimeIntent::Step));
        user.frame(1);
    }
    user.frame(1);
    user.settle();
    assert_eq!(user.document().tick, 300);
    user.check(1);
}
