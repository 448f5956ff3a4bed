//! Brings the arenas to the tick and the run that the document asks for: a restart, a step back, a dragged timeline, undo.
//!
//! It starts from the nearest keyframe of the same past, or from the beginning, and runs again from there, a slice per
//! frame, so that the window stays responsive.

use crate::scenario::{Recording, Scenario};
use crate::sim::{self, Arena, Clock, Journal, Keyframes, Pace, Snapshot};
use crate::view::document::state::Document;
use crate::view::document::timeline::Timeline;
use crate::view::input::selection::Selection;
use bevy::prelude::*;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Time that a frame may spend on running again.
const SLICE: Duration = Duration::from_millis(40);

/// What the document does in a pass, before and after the stages of the tick.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum PassSystems {
    /// Arenas that show a preview are built again.
    Build,
    /// Keyframes and hashes are kept.
    KeepKeyframes,
}

/// What is known of the runs of the open document: keyframes and hashes.
#[derive(Resource, Default)]
pub struct RunCache {
    frames: Keyframes,
    /// One state hash per second, by tick and line; of the first arena.
    hashes: BTreeMap<(u64, u64), u64>,
    /// The document that they belong to.
    serial: Option<u64>,
}

impl RunCache {
    /// The hash of the first arena at a tick of a line.
    pub fn hash(&self, tick: u64, line: u64) -> Option<u64> {
        self.hashes.get(&(tick, line)).copied()
    }
}

/// A tick that the arenas should be brought to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seek {
    /// The tick.
    pub tick: u64,
    /// Whether the simulation runs on from there.
    pub then_run: bool,
    /// Whether the arenas have a state of the right run already.
    pub started: bool,
}

/// Runs the arenas on towards the tick that is sought.
pub(super) fn seek(world: &mut World) {
    let Some(target) = world.resource::<Document>().seek else { return };
    if !target.started {
        start_seek(world, target.tick);
    }
    let Some(&first) = arenas(world).first() else { return };
    let tick = |world: &World| world.get::<Clock>(first).map_or(target.tick, |clock| clock.tick);
    let began = Instant::now();
    world.insert_resource(Pace { running: true, steps: 0 });
    while tick(world) < target.tick && began.elapsed() < SLICE {
        world.run_schedule(sim::Tick);
    }
    world.insert_resource(Pace { running: false, steps: 0 });
    let now = tick(world);
    let arrived = now >= target.tick;
    let mut document = world.resource_mut::<Document>();
    document.seek = (!arrived).then_some(Seek { started: true, ..target });
    document.tick = now;
    if arrived {
        document.show(now);
        world.insert_resource(Pace { running: target.then_run, steps: 0 });
        keep_selection_valid(world);
    }
}

/// Gives the arenas the nearest state before the tick that belongs to the present run.
fn start_seek(world: &mut World, to: u64) {
    let document = world.resource::<Document>();
    let timeline = document.timeline().clone();
    let shown = document.shown.clone();
    let now = tick(world);
    let alike = shown.as_ref().is_some_and(|shown| shown.has_root_of(&timeline));
    let here = alike
        && now <= to
        && shown.is_some_and(|shown| shown.line_at(now) == timeline.line_at(now))
        && !world.resource::<Document>().rebuild_at_start;
    let past = |tick: u64, line: u64| timeline.line_at(tick) == line;
    let frames = &world.resource::<RunCache>().frames;
    let key = frames.nearest(to, past).filter(|(at, _)| !here || *at > now);
    let mut from = if here { now } else { 0 };
    if !here && (key.is_none() || !alike) {
        build_arenas(world, &timeline);
    }
    if let Some((at, arenas)) = key {
        from = at;
        restore(world, &arenas);
    }
    set_scripts(world, &timeline, from);
    let mut document = world.resource_mut::<Document>();
    // The arenas have the whole run now.
    document.outbox.clear();
    document.shown = Some(timeline);
    document.rebuild_at_start = false;
}

fn restore(world: &mut World, snapshots: &[Snapshot]) {
    for (arena, snapshot) in arenas(world).into_iter().zip(snapshots) {
        if let Err(error) = snapshot.restore(world, arena) {
            error!("an earlier state could not be restored: {error}");
        }
    }
}

/// Replaces the arenas by new ones at the start of a run.
pub(super) fn build_arenas(world: &mut World, timeline: &Timeline) {
    for arena in arenas(world) {
        world.despawn(arena);
    }
    for index in timeline.comparison.arenas() {
        let start: Scenario = timeline.comparison.scenario(index, &timeline.start);
        sim::spawn_arena(world, &start, index);
    }
}

fn set_scripts(world: &mut World, timeline: &Timeline, from: u64) {
    for (arena, script) in arenas(world).into_iter().zip(timeline.scripts()) {
        if let Some(mut journal) = world.get_mut::<Journal>(arena) {
            journal.replace(script, from);
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

/// Before the first tick: arenas that only show a preview of edits at the start are built from the edited scenario.
pub(super) fn build_before_the_first_tick(world: &mut World) {
    if !world.resource::<Pace>().ticks() || !world.resource::<Document>().rebuild_at_start {
        return;
    }
    let timeline = world.resource::<Document>().timeline().clone();
    build_arenas(world, &timeline);
    set_scripts(world, &timeline, 0);
    let mut document = world.resource_mut::<Document>();
    document.shown = Some(timeline);
    document.rebuild_at_start = false;
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
    let (serial, timeline) = (document.serial(), document.timeline().clone());
    let past = |tick: u64, line: u64| timeline.line_at(tick) == line;
    let mut cache = world.resource_mut::<RunCache>();
    if cache.serial != Some(serial) {
        *cache = RunCache { serial: Some(serial), ..RunCache::default() };
    }
    let key = (now, timeline.line_at(now));
    if now.is_multiple_of(Recording::EVERY)
        && !cache.hashes.contains_key(&key)
        && let Some(&first) = arenas.first()
    {
        let hash = sim::state_hash(world, first);
        world.resource_mut::<RunCache>().hashes.insert(key, hash);
    }
    if world.resource::<RunCache>().frames.wants(now, past) {
        let states = arenas.iter().filter_map(|&arena| Snapshot::capture(world, arena));
        let states: Vec<Snapshot> = states.collect();
        if states.len() == arenas.len() {
            world.resource_mut::<RunCache>().frames.add(key, states, past);
        }
    }
}

/// Deselects units, obstacles and goals that no longer exist.
fn keep_selection_valid(world: &mut World) {
    let document = world.resource::<Document>();
    let units = document.scenario.units.iter().map(|u| u.id).collect();
    let obstacles: Vec<_> = document.scenario.obstacles.iter().map(|o| o.id).collect();
    let goals: Vec<_> = document.scenario.goals.iter().map(|goal| goal.name.clone()).collect();
    let mut selection = world.resource_mut::<Selection>();
    selection.goal = selection.goal.take().filter(|goal| goals.contains(goal));
    selection.units = selection.units.intersection(&units).copied().collect();
    selection.obstacle = selection.obstacle.filter(|o| obstacles.contains(o));
}
