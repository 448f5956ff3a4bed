//! Brings the arenas to the tick and the run that the document asks for: a restart, a step back, a dragged timeline, undo.
//!
//! It starts from the nearest keyframe of the same past, or from the beginning, and runs again from there, a slice per
//! frame, so that the window stays responsive.

use crate::scenario::Recording;
use crate::sim::{self, Arena, Clock, Entry, Journal, Keyframes, Pace, Run, Snapshot, Teams};
use crate::view::document::state::Document;
use bevy::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Time that a frame may spend on running again.
const SLICE: Duration = Duration::from_millis(40);

/// What the document does in a pass, after the stages of the tick.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum PassSystems {
    /// Keyframes and hashes are kept.
    KeepKeyframes,
}

/// What is known of the runs of the open document: keyframes and hashes.
#[derive(Resource, Default)]
pub struct RunCache {
    frames: Keyframes,
    /// One state hash per second, by tick and past; of the first arena.
    hashes: BTreeMap<(u64, u64), u64>,
    /// The document that they belong to.
    serial: Option<u64>,
}

impl RunCache {
    /// The hash of the first arena at a tick of a run, see [`Run::past`].
    pub fn hash(&self, tick: u64, past: u64) -> Option<u64> {
        self.hashes.get(&(tick, past)).copied()
    }
}

/// A tick that the arenas should seek.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seek {
    /// The tick.
    pub tick: u64,
    /// Whether the simulation runs on from there.
    pub then_run: bool,
    /// Whether the arenas have a state of the right run already.
    pub started: bool,
}

/// Gives the arenas what is new in the run, or brings them to another run or tick. During a pause they show it at once.
pub(crate) fn bring_up_to_date(world: &mut World) {
    let is_new = match world.resource::<Document>().seek {
        Some(target) => seek(world, target),
        None => hand_over(world),
    };
    if is_new && !world.resource::<Pace>().ticks() {
        world.run_schedule(sim::Tick);
    }
}

/// Gives the arenas what was added to the run. Returns whether there is anything new.
fn hand_over(world: &mut World) -> bool {
    let document = world.resource::<Document>();
    let run = document.run();
    let new = document.shown.as_ref().and_then(|shown| run.since(shown)).map(<[_]>::to_vec);
    let (run, tick) = (run.clone(), document.tick);
    match new {
        Some(new) if new.is_empty() => false,
        Some(new) => {
            push(world, &new);
            world.resource_mut::<Document>().shown = Some(run);
            true
        }
        // The arenas know another future.
        None => {
            let then_run = world.resource::<Pace>().running;
            seek(world, Seek { tick, then_run, started: false })
        }
    }
}

fn push(world: &mut World, new: &[Arc<Entry>]) {
    for (arena, index) in arenas(world).into_iter().zip(0..) {
        let Some(mut journal) = world.get_mut::<Journal>(arena) else { continue };
        let own = new.iter().filter(|entry| entry.to.includes(index));
        own.for_each(|entry| journal.push(entry.batch.clone()));
    }
}

/// Runs the arenas on towards a tick. Returns whether they have arrived.
fn seek(world: &mut World, target: Seek) -> bool {
    if !target.started {
        start_seek(world, target.tick);
    }
    let Some(&first) = arenas(world).first() else { return false };
    let tick = |world: &World| world.get::<Clock>(first).map_or(target.tick, |clock| clock.tick);
    let began = Instant::now();
    world.insert_resource(Pace { running: true, steps: 0 });
    while tick(world) < target.tick && began.elapsed() < SLICE {
        world.run_schedule(sim::Tick);
    }
    let now = tick(world);
    let arrived = now >= target.tick;
    let running = arrived && target.then_run;
    world.insert_resource(Pace { running, steps: 0 });
    let mut document = world.resource_mut::<Document>();
    document.seek = (!arrived).then_some(Seek { started: true, ..target });
    match arrived {
        true => document.reach(now),
        false => document.tick = now,
    }
    arrived
}

/// Gives the arenas the nearest state before the tick that belongs to the present run.
fn start_seek(world: &mut World, to: u64) {
    let document = world.resource::<Document>();
    let (run, shown) = (document.run().clone(), document.shown.clone());
    let now = tick(world);
    let alike = shown.as_ref().is_some_and(|shown| shown.has_root_of(&run));
    let here = alike && now <= to && shown.is_some_and(|shown| shown.past(now) == run.past(now));
    let is_past = |tick: u64, past: u64| run.past(tick) == past;
    let frames = &world.resource::<RunCache>().frames;
    let key = frames.nearest(to, is_past).filter(|(at, _)| !here || *at > now);
    let mut from = if here { now } else { 0 };
    if !here && (key.is_none() || !alike) {
        build_arenas(world, &run);
    }
    if let Some((at, arenas)) = key {
        from = at;
        restore(world, &arenas);
    }
    for (arena, index) in arenas(world).into_iter().zip(0..) {
        if let Some(mut journal) = world.get_mut::<Journal>(arena) {
            journal.replace(run.journal(index), from);
        }
    }
    world.resource_mut::<Document>().shown = Some(run);
}

fn restore(world: &mut World, snapshots: &[Snapshot]) {
    for (arena, snapshot) in arenas(world).into_iter().zip(snapshots) {
        if let Err(error) = snapshot.restore(world, arena) {
            error!("an earlier state could not be restored: {error}");
        }
    }
}

/// Replaces the arenas by new ones at the start of a run.
fn build_arenas(world: &mut World, run: &Run) {
    for arena in arenas(world) {
        world.despawn(arena);
    }
    for index in 0..run.arenas() {
        run.spawn(world, index);
    }
}

/// Gives the teams of the arenas the names and colours that the run has for them. Nothing in a run depends on them.
pub(super) fn name_teams(document: Res<Document>, mut arenas: Query<&mut Teams, With<Arena>>) {
    for mut teams in &mut arenas {
        if document.run().name_teams(&mut teams.bypass_change_detection().0) {
            teams.set_changed();
        }
    }
}

/// The arenas in their order.
fn arenas(world: &mut World) -> Vec<Entity> {
    let mut query = world.query::<(Entity, &Arena)>();
    let mut arenas: Vec<(u32, Entity)> = query.iter(world).map(|(e, a)| (a.index, e)).collect();
    arenas.sort_unstable();
    arenas.into_iter().map(|(_, arena)| arena).collect()
}

fn tick(world: &mut World) -> u64 {
    let first = arenas(world).first().and_then(|&first| world.get::<Clock>(first));
    first.map_or(0, |clock| clock.tick)
}

/// Whether the arenas are at a whole second: hashes and keyframes are taken only then.
pub(super) fn is_whole_second(arenas: Query<&Clock, With<Arena>>) -> bool {
    arenas.iter().any(|clock| clock.tick.is_multiple_of(Recording::EVERY))
}

/// Keeps a hash per second, and a keyframe from time to time.
pub(super) fn keep_keyframes(world: &mut World) {
    let now = tick(world);
    let arenas = arenas(world);
    // During a pause the arenas show a preview.
    if arenas.iter().any(|&arena| !sim::has_ticked(world, arena)) {
        return;
    }
    let document = world.resource::<Document>();
    let (serial, run) = (document.serial(), document.run().clone());
    let is_past = |tick: u64, past: u64| run.past(tick) == past;
    let mut cache = world.resource_mut::<RunCache>();
    if cache.serial != Some(serial) {
        *cache = RunCache { serial: Some(serial), ..RunCache::default() };
    }
    let key = (now, run.past(now));
    if now.is_multiple_of(Recording::EVERY)
        && !cache.hashes.contains_key(&key)
        && let Some(&first) = arenas.first()
    {
        let hash = sim::state_hash(world, first);
        world.resource_mut::<RunCache>().hashes.insert(key, hash);
    }
    if world.resource::<RunCache>().frames.wants(now, is_past) {
        let states = arenas.iter().filter_map(|&arena| Snapshot::capture(world, arena));
        let states: Vec<Snapshot> = states.collect();
        if states.len() == arenas.len() {
            world.resource_mut::<RunCache>().frames.add(key, states, is_past);
        }
    }
}
