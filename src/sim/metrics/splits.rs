//! Reports when a group splits up on its way and when it is together again.
//!
//! A group has split if its plan separates it (see [`Separations`]) and its walking units form more than one cluster.
//! It has rejoined when they form one cluster again. Because the plan must separate the group, a long column in a
//! corridor is not a split. Works only while [`CaptureSearch`] asks for separations. No decision depends on
//! it.

use crate::grid::Cell;
use crate::measure::Separation;
use crate::sim::arena::{Clock, Event, EventKind, Events, Roster};
use crate::sim::metrics::separation::Separations;
use crate::sim::tick::Ticking;
use crate::sim::unit::{Group, GroupId, Groups, Position};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Side of the squares that units are sorted into, in cells. Units in the same square or in touching squares belong to
/// one cluster.
const SQUARE: f32 = 3.0;
/// Interval between two checks of a group, in ticks.
const EVERY: u64 = 8;

/// The groups of an arena that are split now.
#[derive(Component, Clone, Debug, Default, Serialize, Deserialize)]
pub struct Splits(BTreeSet<GroupId>);

impl Splits {
    /// Whether a group has split and not rejoined yet.
    pub fn is_split(&self, group: GroupId) -> bool {
        self.0.contains(&group)
    }
}

type ArenaParts<'a> =
    (&'a Clock, &'a Roster, &'a Groups, &'a Separations, &'a mut Splits, &'a mut Events);

/// Checks the groups that their plans separate.
pub(crate) fn watch_splits(
    mut arenas: Query<ArenaParts, With<Ticking>>,
    positions: Query<&Position>,
) {
    for (clock, roster, groups, separations, mut splits, mut events) in &mut arenas {
        if !clock.tick.is_multiple_of(EVERY) {
            continue;
        }
        let places = |group: &Group| -> Vec<Vec2> {
            let entities = group.members.iter().filter_map(|unit| roster.units.get(unit));
            entities.filter_map(|&unit| Some(positions.get(unit).ok()?.0)).collect()
        };
        let mut tell = |places: &[Vec2], kind| {
            let middle = places.iter().sum::<Vec2>() / places.len().max(1) as f32;
            events.push(Event { tick: clock.tick, at: Cell::containing(middle), kind });
        };
        for (&id, verdict) in &separations.groups {
            let separated = verdict.found.as_ref().is_some_and(Separation::is_separated);
            let Some(group) = groups.list.get(&id).filter(|_| separated) else { continue };
            if !splits.is_split(id) {
                let places = places(group);
                let parts = clusters(&places);
                if parts > 1 {
                    tell(&places, EventKind::Split { group: id, parts });
                    splits.0.insert(id);
                }
            }
        }
        let known: Vec<GroupId> = splits.0.iter().copied().collect();
        for id in known {
            let Some(group) = groups.list.get(&id) else {
                // Its orders are done or were replaced.
                splits.0.remove(&id);
                continue;
            };
            let places = places(group);
            if clusters(&places) <= 1 {
                splits.0.remove(&id);
                tell(&places, EventKind::Rejoined { group: id });
            }
        }
    }
}

/// Number of clusters that some positions form.
fn clusters(places: &[Vec2]) -> usize {
    let square = |place: &Vec2| (*place / SQUARE).floor().as_ivec2();
    let mut left: BTreeSet<(i32, i32)> = places.iter().map(|p| square(p).into()).collect();
    let mut count = 0;
    while let Some(first) = left.pop_first() {
        count += 1;
        let mut open = vec![first];
        while let Some((x, y)) = open.pop() {
            let around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (x + dx, y + dy)));
            open.extend(around.filter(|square| left.remove(square)));
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{preset_named, shipped, shipped_named};
    use crate::sim::Simulation;
    use crate::sim::metrics::numbers::CaptureSearch;

    #[test]
    fn units_in_squares_that_touch_form_one_cluster() {
        let at = |xs: &[f32]| xs.iter().map(|&x| Vec2::new(x, 1.0)).collect::<Vec<_>>();
        assert_eq!(clusters(&[]), 0);
        assert_eq!(clusters(&at(&[1.0, 4.0, 7.0, 8.0])), 1);
        assert_eq!(clusters(&at(&[1.0, 4.0, 10.0])), 2);
    }

    #[test]
    fn a_group_splits_at_a_boulder_and_rejoins_behind_it() {
        for steered in [true, false] {
            let mut scenario =
                shipped()[shipped_named("map-marker-boulder").unwrap()].load().unwrap();
            scenario.teams[0].doctrine = preset_named("A* per unit").unwrap().doctrine;
            if !steered {
                scenario.motion = crate::scenario::Motion::CellSteps(Default::default());
            }
            let mut sim = Simulation::new(&scenario);
            sim.watch(CaptureSearch { separation: true, ..default() });
            let mut told = Vec::new();
            for _ in 0..1500 {
                sim.run(1);
                told.extend(sim.take_events().into_iter().filter_map(|event| match event.kind {
                    EventKind::Split { parts, .. } => Some(parts),
                    EventKind::Rejoined { .. } => Some(1),
                    _ => None,
                }));
            }
            assert!(told.first().is_some_and(|&parts| parts > 1), "steered {steered}: {told:?}");
            assert_eq!(told.last(), Some(&1), "steered {steered}: {told:?}");
        }
    }
}
