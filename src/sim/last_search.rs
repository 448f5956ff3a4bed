//! What the searches of each group's last plan expanded, for looking at. Recorded only while [`Watch`](super::Watch) asks for
//! it, never read by the simulation, and not part of the state hash.
//!
//! Where units are steered, a group plans as a whole, and its plan replaces the one before. Where they go from cell to cell,
//! each plans when it needs to; then the last search of each unit of the group counts.

use super::unit::{GroupId, Groups};
use crate::grid::{Node, Terrain};
use crate::planning::{NodeBits, SearchedCell, Visited};
use crate::scenario::UnitId;
use bevy::prelude::*;
use std::collections::BTreeMap;

/// Most memory for the sets of an arena, in bytes. The search of a unit takes at most an eighth of a byte per cell.
const MOST_BYTES: usize = 32 << 20;

/// What the searches of the groups' last plans expanded.
#[derive(Component, Clone, Debug, Default)]
pub struct LastSearch {
    groups: BTreeMap<Option<GroupId>, GroupSearch>,
    /// The group that planned last.
    latest: Option<Option<GroupId>>,
    bytes: usize,
    /// Grows with every search, so that a drawing knows when to change.
    pub revision: u64,
}

/// What the searches of one group's last plan expanded.
#[derive(Clone, Debug, Default)]
pub struct GroupSearch {
    /// The nodes that the last search for each unit expanded, and when that was.
    units: BTreeMap<UnitId, (u64, NodeBits)>,
    /// The unit that planned last.
    pub last: Option<UnitId>,
    /// The cells of that unit's search, in the order of their expansion; a reopened cell comes again.
    pub cells: Vec<SearchedCell>,
    /// Searches whose cells were dropped because they took too much memory.
    pub dropped: usize,
}

impl GroupSearch {
    /// Searches whose cells are known.
    pub fn searches(&self) -> usize {
        self.units.len()
    }

    /// How many of the searches expanded a node.
    pub fn expanded_by(&self, node: Node) -> usize {
        self.units.values().filter(|(_, nodes)| nodes.contains(node)).count()
    }

    /// By node: how many of the searches expanded it.
    pub fn counts(&self, terrain: &Terrain) -> Vec<u32> {
        let mut counts = vec![0; terrain.node_count()];
        for node in self.units.values().flat_map(|(_, nodes)| nodes.iter()) {
            if let Some(count) = counts.get_mut(node as usize) {
                *count += 1;
            }
        }
        counts
    }
}

impl LastSearch {
    /// The last plan of a group; without a group, of the one that planned last.
    pub fn of(&self, group: Option<GroupId>) -> Option<&GroupSearch> {
        let asked = group.and_then(|group| self.groups.get(&Some(group)));
        asked.or_else(|| self.groups.get(&self.latest?))
    }

    /// By node: how many searches of all groups expanded it.
    pub fn counts(&self, terrain: &Terrain) -> Vec<u32> {
        let mut counts = vec![0; terrain.node_count()];
        for search in self.groups.values() {
            for (sum, count) in counts.iter_mut().zip(search.counts(terrain)) {
                *sum += count;
            }
        }
        counts
    }

    /// Forgets everything while nobody looks, and what groups planned that are gone.
    pub(super) fn begin_pass(&mut self, watched: bool, groups: &Groups) {
        if self.groups.is_empty() {
            return;
        }
        if !watched {
            let revision = self.revision + 1;
            *self = Self { revision, ..Self::default() };
            return;
        }
        let is_gone = |id: &Option<GroupId>| {
            Some(*id) != self.latest && id.is_some_and(|id| !groups.list.contains_key(&id))
        };
        let gone: Vec<_> = self.groups.keys().copied().filter(is_gone).collect();
        gone.into_iter().for_each(|id| self.forget_group(id));
    }

    /// Forgets a group's plan, because it plans as a whole again.
    pub(super) fn forget_group(&mut self, group: Option<GroupId>) {
        if let Some(old) = self.groups.remove(&group) {
            self.bytes -= old.units.values().map(|(_, nodes)| nodes.bytes()).sum::<usize>();
            self.revision += 1;
        }
    }

    /// Keeps what the search for a unit expanded, in place of what its last one did.
    pub(super) fn record(&mut self, group: Option<GroupId>, unit: UnitId, visited: Visited) {
        let Visited { nodes, cells } = visited;
        if nodes.is_empty() {
            return;
        }
        self.revision += 1;
        for search in self.groups.values_mut() {
            if let Some((_, old)) = search.units.remove(&unit) {
                self.bytes -= old.bytes();
            }
        }
        self.bytes += nodes.bytes();
        let search = self.groups.entry(group).or_default();
        search.units.insert(unit, (self.revision, nodes));
        (search.last, search.cells) = (Some(unit), cells);
        self.latest = Some(group);
        while self.bytes > MOST_BYTES && self.drop_oldest() {}
    }

    /// Drops the oldest search, but never the only one.
    fn drop_oldest(&mut self) -> bool {
        let all = self.groups.iter().flat_map(|(&group, search)| {
            search.units.iter().map(move |(&unit, &(when, _))| (when, group, unit))
        });
        if all.clone().count() < 2 {
            return false;
        }
        let Some((_, group, unit)) = all.min() else { return false };
        let Some(search) = self.groups.get_mut(&group) else { return false };
        if let Some((_, old)) = search.units.remove(&unit) {
            self.bytes -= old.bytes();
            search.dropped += 1;
        }
        true
    }
}

#[cfg(test)]
#[path = "last_search_tests.rs"]
mod tests;
