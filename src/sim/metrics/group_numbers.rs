//! Average length and cohesion of the paths of each group.
//!
//! E. W. Rivas, R. Souza, "Improving pathfinding cohesion in RTS games" defines cohesion for the paths of one group. So
//! it is measured per group, over the current paths of all members, even if some of them were planned later, after a
//! fight. For display only: no decision depends on it.

use crate::grid::Cell;
use crate::measure::{average_length, cohesion};
use crate::scenario::UnitId;
use crate::sim::TICKS_PER_SECOND;
use crate::sim::arena::{Arena, Clock, Roster, Teams};
use crate::sim::cells::{Board, Stepper};
use crate::sim::metrics::numbers::Numbers;
use crate::sim::tick::Pass;
use crate::sim::unit::{GroupId, Groups, Route, Status};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of path cells of a group for which cohesion is measured.
const COHESION_UP_TO: usize = 60_000;
/// Maximum number of groups kept. The oldest are dropped first.
const MAX_GROUPS: usize = 4096;

/// The numbers of all groups that have planned and whose members have had no other order since.
#[derive(Component, Clone, Debug, Default, Serialize, Deserialize)]
pub struct GroupNumbers {
    list: BTreeMap<GroupId, PathNumbers>,
    /// The group in which each unit is counted.
    counted_in: BTreeMap<UnitId, GroupId>,
    /// Groups with new paths since their last measurement.
    changed: BTreeSet<GroupId>,
    /// Groups with new paths since the last check for separation.
    pub(crate) unjudged: BTreeSet<GroupId>,
}

/// The numbers of one group's paths.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PathNumbers {
    /// The name of the team.
    pub team: String,
    /// Number of members with a path.
    pub units: usize,
    /// Average length of their paths, in cells.
    pub average_length: f64,
    /// Mean number of paths near a cell of a path (marker-cohesion). 1 for a single unit. `None` if the paths are too
    /// long to measure during a run.
    pub cohesion: Option<f64>,
}

impl GroupNumbers {
    /// The groups, in order of creation.
    pub fn iter(&self) -> impl Iterator<Item = (GroupId, &PathNumbers)> {
        self.list.iter().map(|(&id, numbers)| (id, numbers))
    }

    /// Whether the numbers of a group are known.
    pub(crate) fn knows(&self, group: GroupId) -> bool {
        self.list.contains_key(&group)
    }

    /// Records that a group has new paths.
    pub(crate) fn note_plan(&mut self, group: GroupId) {
        self.changed.insert(group);
        self.unjudged.insert(group);
    }

    /// Stores the numbers of a group. Drops the groups to which its members belonged before.
    fn enter(&mut self, group: GroupId, members: &[UnitId], numbers: PathNumbers) {
        for &member in members {
            if let Some(before) = self.counted_in.insert(member, group)
                && before != group
            {
                self.list.remove(&before);
            }
        }
        self.list.insert(group, numbers);
        while self.list.len() > MAX_GROUPS {
            self.list.pop_first();
        }
    }

    /// Forgets the units that exist no more, and groups without units. Returns the groups that have others left.
    fn forget_all_but(
        &mut self,
        living: &BTreeMap<UnitId, Entity>,
    ) -> BTreeMap<GroupId, Vec<UnitId>> {
        let mut living = living.keys().peekable();
        let mut gone = Vec::new();
        for (&unit, &group) in &self.counted_in {
            while living.next_if(|&&next| next < unit).is_some() {}
            if living.next_if_eq(&&unit).is_none() {
                gone.push((unit, group));
            }
        }
        let mut touched: BTreeMap<GroupId, Vec<UnitId>> = BTreeMap::new();
        for (unit, group) in gone {
            self.counted_in.remove(&unit);
            touched.entry(group).or_default();
        }
        for (&unit, group) in &self.counted_in {
            if let Some(left) = touched.get_mut(group) {
                left.push(unit);
            }
        }
        touched.retain(|group, left| {
            if left.is_empty() {
                self.list.remove(group);
            } else if let Some(numbers) = self.list.get_mut(group) {
                numbers.units = numbers.units.min(left.len());
            }
            !left.is_empty()
        });
        touched
    }

    /// Writes the means over all groups.
    fn tell(&self, numbers: &mut Numbers) {
        numbers.average_length = self.mean(|n| Some(n.average_length)).unwrap_or(0.0);
        numbers.cohesion = self.mean(|n| n.cohesion).unwrap_or(0.0);
    }

    /// A mean over groups, weighted by number of units. `None` without groups.
    fn mean(&self, value: impl Fn(&PathNumbers) -> Option<f64>) -> Option<f64> {
        let (mut sum, mut units) = (0.0, 0);
        for numbers in self.list.values() {
            if let Some(value) = value(numbers) {
                sum += value * numbers.units as f64;
                units += numbers.units;
            }
        }
        (units > 0).then(|| sum / units as f64)
    }
}

/// Forgets units that were removed or have died. The rest of a group is measured and judged again if all of it is on its way;
/// while some fight, their paths say little about the group.
pub(crate) fn forget_removed_units(
    mut arenas: Query<(Ref<Roster>, &Groups, &mut GroupNumbers, &mut Numbers), With<Arena>>,
    units: Query<(&Route, &Status)>,
) {
    for (roster, groups, mut known, mut numbers) in &mut arenas {
        if !roster.is_changed() || known.counted_in.is_empty() {
            continue;
        }
        let before = known.counted_in.len();
        let left = known.forget_all_but(&roster.units);
        if known.counted_in.len() == before {
            continue;
        }
        for (group, units_left) in left.into_iter().filter(|(id, _)| groups.list.contains_key(id)) {
            let on_its_way = |unit: &UnitId| {
                let found = roster.units.get(unit).and_then(|&entity| units.get(entity).ok());
                found.is_some_and(|(route, status)| {
                    route.cells().len() > 1 && *status != Status::Fighting
                })
            };
            if units_left.iter().all(on_its_way) {
                known.note_plan(group);
            }
        }
        known.tell(&mut numbers);
    }
}

/// Whether a route leads to the unit's target. By sectors, and with WHCA*, units that move from cell to cell plan it piece by
/// piece.
pub(crate) fn is_whole(route: &Route, stepper: &Stepper, on_board: bool) -> bool {
    let target = stepper.assignment.as_ref().map(|assignment| assignment.target);
    !on_board || target == Some(route.end())
}

type ArenaParts<'a> = (
    &'a Roster,
    &'a Teams,
    &'a Groups,
    &'a Clock,
    &'a Pass,
    Has<Board>,
    &'a mut GroupNumbers,
    &'a mut Numbers,
);

/// Measures the groups that have new paths. If units move from cell to cell, some members plan in nearly every pass, so
/// a group is then measured only once a second; those that have planned only a piece of their way do not count.
pub(crate) fn measure_groups(
    mut arenas: Query<ArenaParts, With<Arena>>,
    units: Query<(&Route, &Stepper)>,
) {
    for (roster, teams, groups, clock, &pass, on_board, mut known, mut numbers) in &mut arenas {
        if known.changed.is_empty() {
            continue;
        }
        let due = !on_board
            || pass == Pass::Edit
            || clock.tick.is_multiple_of(u64::from(TICKS_PER_SECOND));
        let known = &mut *known;
        let measured: Vec<GroupId> = known
            .changed
            .iter()
            .copied()
            .filter(|id| due || !known.list.contains_key(id))
            .collect();
        for id in measured {
            known.changed.remove(&id);
            let Some(group) = groups.list.get(&id) else { continue };
            let path_of = |unit| {
                let (route, stepper) = units.get(*roster.units.get(unit)?).ok()?;
                is_whole(route, stepper, on_board).then(|| route.cells())
            };
            let paths: Vec<&[Cell]> =
                group.members.iter().filter_map(path_of).filter(|path| path.len() > 1).collect();
            if paths.is_empty() {
                if on_board {
                    known.list.remove(&id);
                }
                continue;
            }
            let cells: usize = paths.iter().map(|path| path.len()).sum();
            let of_group = PathNumbers {
                team: teams.0[usize::from(group.team.0)].name.clone(),
                units: paths.len(),
                average_length: average_length(&paths),
                cohesion: (cells <= COHESION_UP_TO).then(|| cohesion(&paths)),
            };
            known.enter(id, &group.members, of_group);
        }
        known.tell(&mut numbers);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(units: usize, cohesion: f64) -> PathNumbers {
        PathNumbers { units, cohesion: Some(cohesion), ..PathNumbers::default() }
    }

    #[test]
    fn a_group_is_dropped_when_a_member_gets_another_order() {
        let mut known = GroupNumbers::default();
        known.enter(GroupId(0), &[UnitId(0), UnitId(1)], numbers(2, 2.0));
        known.enter(GroupId(1), &[UnitId(2)], numbers(1, 1.0));
        assert_eq!(known.mean(|n| n.cohesion), Some((2.0 * 2.0 + 1.0) / 3.0));
        known.enter(GroupId(2), &[UnitId(1)], numbers(1, 1.0));
        let ids: Vec<u32> = known.iter().map(|(id, _)| id.0).collect();
        assert_eq!(ids, [1, 2]);
        assert_eq!(known.mean(|n| n.cohesion), Some(1.0));
    }
}
