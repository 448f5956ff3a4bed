//! Counters and the clock.

use crate::measure::coherence;
use crate::platform::Stopwatch;
use crate::scenario::UnitId;
use crate::sim::arena::{Arena, Clock, Land, Roster};
use crate::sim::combat::combatant::Score;
use crate::sim::fields::arena_fields::ArenaFields;
use crate::sim::metrics::numbers::Numbers;
use crate::sim::state::Generation;
use crate::sim::tick::{Pass, Ticking};
use crate::sim::unit::{GroupId, Orders, Position, Status, Unit};
use crate::sim::{Pace, TICKS_PER_SECOND};
use crate::steering::{gather_some, side_by_side};
use bevy::prelude::*;
use std::collections::BTreeMap;

/// Measures the time of the current pass. Display only.
#[derive(Resource)]
pub(crate) struct PassStopwatch {
    time: Stopwatch,
    /// Units of all arenas in the last tick.
    pub(crate) units: usize,
}

impl Default for PassStopwatch {
    fn default() -> Self {
        Self { time: Stopwatch::start(), units: 0 }
    }
}

pub(crate) fn start_stopwatch(mut stopwatch: ResMut<PassStopwatch>) {
    stopwatch.time = Stopwatch::start();
}

/// The data of a unit that is counted: status, group and position.
type Counted = (UnitId, Status, Option<GroupId>, Vec2);

/// The members of a group, under way or arrived: their number, and the sums of their positions and of the squares of these.
type GroupSums = (GroupId, usize, Vec2, f32);

type CountedArena<'a> = (Entity, &'a Roster, &'a Clock, &'a Score, &'a Pass, &'a mut Numbers);

/// Counts units by what they do. During a pause only after an edit, so that the preview has current numbers.
pub(crate) fn count_units(
    mut arenas: Query<CountedArena, With<Arena>>,
    units: Query<(&Unit, &ChildOf, &Status, &Orders, &Position)>,
    mut memory: Local<(Vec<Counted>, Vec<GroupSums>)>,
) -> Result {
    let (seen, groups) = &mut *memory;
    for (arena, roster, clock, score, pass, mut numbers) in &mut arenas {
        // A pause without an edit changes nothing, unless the arena has never been counted.
        if !pass.plans() && numbers.units == roster.units.len() {
            continue;
        }
        seen.clear();
        for (units, parents, statuses, orders, positions) in units.contiguous_iter()? {
            let here = |k: usize| parents[k].parent() == arena;
            gather_some(units.len(), seen, here, |k| {
                (units[k].id, statuses[k], orders[k].group, positions[k].0)
            });
        }
        // The units are nearly always stored in this order.
        if !seen.is_sorted_by_key(|s| s.0) {
            seen.sort_unstable_by_key(|s| s.0);
        }
        let mut counts = (0, 0, 0, 0);
        side_by_side(seen.len(), || counts = count_by_status(seen), || add_up(seen, groups));
        let (walking, arrived, waiting, fighting) = counts;
        numbers.units = roster.units.len();
        if walking + waiting + fighting > 0 {
            numbers.all_arrived_at = None;
        } else if numbers.walking + numbers.waiting + numbers.fighting > 0 && arrived > 0 {
            numbers.all_arrived_at = Some(clock.tick);
        }
        (numbers.walking, numbers.arrived, numbers.waiting) = (walking, arrived, waiting);
        numbers.fighting = fighting;
        numbers.casualties = score.sides.iter().map(|side| side.casualties).sum();
        numbers.spread = spread(groups.iter().filter(|sums| sums.1 > 0));
    }
    Ok(())
}

/// How many units walk, have arrived, wait and fight.
fn count_by_status(seen: &[Counted]) -> (usize, usize, usize, usize) {
    let (mut walking, mut arrived, mut waiting, mut fighting) = (0, 0, 0, 0);
    for (_, status, ..) in seen {
        match status {
            Status::Walking | Status::Planning => walking += 1,
            Status::Arrived => arrived += 1,
            Status::Waiting(_) => waiting += 1,
            Status::Fighting => fighting += 1,
            Status::Idle => {}
        }
    }
    (walking, arrived, waiting, fighting)
}

/// Adds up the members of each group that are not idle.
fn add_up(seen: &[Counted], groups: &mut Vec<GroupSums>) {
    groups.clear();
    // Members of a group are mostly adjacent, so there are few look-ups.
    for members in seen.chunk_by(|a, b| a.2 == b.2) {
        let Some(group) = members[0].2 else { continue };
        let place = match groups.binary_search_by_key(&group, |sums| sums.0) {
            Ok(place) => place,
            Err(place) => {
                groups.insert(place, (group, 0, Vec2::ZERO, 0.0));
                place
            }
        };
        let sums = &mut groups[place];
        for (.., position) in members.iter().filter(|m| m.1 != Status::Idle) {
            sums.1 += 1;
            sums.2 += *position;
            sums.3 += position.length_squared();
        }
    }
}

/// Root mean square distance of units from the centre of their group, from counts, sums and sums of squares.
fn spread<'a>(groups: impl Iterator<Item = &'a GroupSums>) -> f64 {
    let (mut count, mut squares) = (0, 0.0);
    for &(_, n, sum, sum_of_squares) in groups {
        count += n;
        squares += f64::from((sum_of_squares - sum.length_squared() / n as f32).max(0.0));
    }
    if count == 0 { 0.0 } else { (squares / count as f64).sqrt() }
}

/// An arena as the measure of its coherence sees it.
type CoherentArena<'a> =
    (Entity, &'a Land, &'a ArenaFields, &'a Clock, &'a Generation, &'a mut Numbers);

/// Measures coherence once a second, if the field has learned or the ground has changed since. An earlier state that was
/// put back has an earlier coherence, so it is measured again.
pub(crate) fn measure_coherence(
    mut arenas: Query<CoherentArena, With<Ticking>>,
    mut measured: Local<BTreeMap<Entity, (u64, u64, u64)>>,
) {
    for (arena, land, fields, clock, generation, mut numbers) in &mut arenas {
        let map = &fields.layers.directions;
        let now = (generation.0, map.revision(), land.terrain.revision());
        if clock.tick.is_multiple_of(u64::from(TICKS_PER_SECOND))
            && measured.insert(arena, now) != Some(now)
        {
            numbers.coherence = coherence(&land.terrain, |node| map.vector(node));
        }
    }
}

pub(crate) fn advance_clocks(
    mut arenas: Query<(&mut Clock, &mut Numbers), With<Ticking>>,
    mut pace: ResMut<Pace>,
    mut stopwatch: ResMut<PassStopwatch>,
) {
    stopwatch.units = 0;
    for (mut clock, mut numbers) in &mut arenas {
        clock.tick += 1;
        numbers.tick_milliseconds = stopwatch.time.milliseconds();
        stopwatch.units += numbers.units;
    }
    if !pace.running {
        pace.steps = pace.steps.saturating_sub(1);
    }
}
