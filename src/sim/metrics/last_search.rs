//! The nodes that the searches of each group's last plan expanded, for display. Recorded only while
//! [`CaptureSearch`](crate::sim::CaptureSearch) asks for it. The simulation never reads it, and it is not part of the
//! state hash.
//!
//! Steered groups plan as a whole, and a new plan replaces the previous one. Units that move from cell to cell plan one
//! by one, so the last search of each unit is shown. Units with their own orders, as on most patrols, are shown together.

use crate::grid::{Node, Terrain};
use crate::planning::{NodeBits, SearchedCell, Visited};
use crate::scenario::UnitId;
use crate::sim::unit::{GroupId, Groups};
use bevy::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// Largest memory for the node sets of an arena, in bytes. The search of a unit takes at most an eighth of a byte per
/// cell.
const MAX_BYTES: usize = 32 << 20;

/// A group of several units, or `None` for all units with their own orders.
type Party = Option<GroupId>;

/// The nodes that the searches of the groups' last plans expanded.
#[derive(Component, Clone, Debug, Default)]
pub struct LastSearch {
    parties: BTreeMap<Party, GroupSearch>,
    /// The party that holds the last search of each unit.
    homes: BTreeMap<UnitId, Party>,
    /// The party that planned last.
    latest: Option<Party>,
    /// The groups of one unit.
    alone: BTreeSet<GroupId>,
    bytes: usize,
    /// Grows with every search, so that a drawing knows when to update.
    pub revision: u64,
}

/// The nodes that the searches of one group's last plan expanded.
#[derive(Clone, Debug, Default)]
pub struct GroupSearch {
    units: BTreeMap<UnitId, UnitSearch>,
    /// The unit that planned last.
    pub last: Option<UnitId>,
    /// The cells of that unit's search, in order of expansion. A reopened cell appears again.
    pub cells: Vec<SearchedCell>,
    /// Whether that unit's search went over jump points, and passed over the cells between them.
    pub over_jump_points: bool,
    /// Whether that was one search from the goal, for the whole group.
    pub from_goal: bool,
    dropped: BTreeSet<UnitId>,
}

/// The last search for a unit.
#[derive(Clone, Debug)]
struct UnitSearch {
    nodes: NodeBits,
    /// The revision at which it was recorded.
    when: u64,
    group: Option<GroupId>,
}

impl GroupSearch {
    /// Number of searches whose cells are known.
    pub fn searches(&self) -> usize {
        self.units.len()
    }

    /// Number of searches whose cells were dropped because they took too much memory.
    pub fn dropped(&self) -> usize {
        self.dropped.len()
    }

    /// Number of searches that expanded a node.
    pub fn expanded_by(&self, node: Node) -> usize {
        self.units.values().filter(|search| search.nodes.contains(node)).count()
    }

    /// Number of searches that expanded each node, indexed by node.
    pub fn counts(&self, terrain: &Terrain) -> Vec<u32> {
        let mut counts = vec![0; terrain.node_count()];
        for node in self.units.values().flat_map(|search| search.nodes.iter()) {
            if let Some(count) = counts.get_mut(node as usize) {
                *count += 1;
            }
        }
        counts
    }
}

impl LastSearch {
    /// The last plan of a group. Without a group, the last plan of all.
    pub fn of(&self, group: Option<GroupId>) -> Option<&GroupSearch> {
        let asked = group.and_then(|group| self.parties.get(&self.party(Some(group))));
        asked.or_else(|| self.parties.get(&self.latest?))
    }

    /// Number of searches of all groups that expanded each node, indexed by node.
    pub fn counts(&self, terrain: &Terrain) -> Vec<u32> {
        let mut counts = vec![0; terrain.node_count()];
        for search in self.parties.values() {
            for (sum, count) in counts.iter_mut().zip(search.counts(terrain)) {
                *sum += count;
            }
        }
        counts
    }

    fn party(&self, group: Option<GroupId>) -> Party {
        group.filter(|id| !self.alone.contains(id))
    }

    /// Clears everything if recording is off, and drops the plans of deleted groups.
    pub(crate) fn begin_pass(&mut self, watched: bool, groups: &Groups) {
        if !watched {
            if !self.parties.is_empty() {
                *self = Self { revision: self.revision + 1, ..Self::default() };
            }
            return;
        }
        let alone = groups.list.iter().filter(|(_, group)| group.members.len() == 1);
        self.alone = alone.map(|(id, _)| *id).collect();
        let exists = |id: &Party| id.is_none_or(|id| groups.list.contains_key(&id));
        let gone = |id: &Party| Some(*id) != self.latest && !exists(id);
        let gone: Vec<Party> = self.parties.keys().copied().filter(gone).collect();
        gone.into_iter().for_each(|id| self.forget_party(id));
        let alone = self.parties.get(&None).into_iter().flat_map(|search| &search.units);
        let finished = alone.filter(|(_, search)| !exists(&search.group));
        let finished: Vec<UnitId> = finished.map(|(unit, _)| *unit).collect();
        finished.into_iter().for_each(|unit| self.forget_unit(unit));
    }

    /// Drops the plan of a group, because the group plans as a whole again.
    pub(crate) fn forget_group(&mut self, group: GroupId) {
        if let Some(group) = self.party(Some(group)) {
            self.forget_party(Some(group));
        }
    }

    fn forget_party(&mut self, party: Party) {
        if let Some(old) = self.parties.remove(&party) {
            self.bytes -= old.units.values().map(|search| search.nodes.bytes()).sum::<usize>();
            self.homes.retain(|_, home| *home != party);
            self.revision += 1;
        }
    }

    fn forget_unit(&mut self, unit: UnitId) {
        let home = self.homes.remove(&unit).and_then(|party| self.parties.get_mut(&party));
        if let Some(old) = home.and_then(|search| search.units.remove(&unit)) {
            self.bytes -= old.nodes.bytes();
            self.revision += 1;
        }
    }

    /// Stores the nodes that the search for a unit expanded, replacing its previous search.
    pub(crate) fn record(&mut self, group: Option<GroupId>, unit: UnitId, visited: Visited) {
        let Visited { nodes, cells, over_jump_points, from_goal } = visited;
        if nodes.is_empty() {
            return;
        }
        self.forget_unit(unit);
        self.revision += 1;
        self.bytes += nodes.bytes();
        let party = self.party(group);
        let search = self.parties.entry(party).or_default();
        search.units.insert(unit, UnitSearch { nodes, when: self.revision, group });
        search.dropped.remove(&unit);
        (search.last, search.cells) = (Some(unit), cells);
        (search.over_jump_points, search.from_goal) = (over_jump_points, from_goal);
        self.homes.insert(unit, party);
        self.latest = Some(party);
        while self.bytes > MAX_BYTES && self.homes.len() > 1 {
            self.drop_oldest();
        }
    }

    fn drop_oldest(&mut self) {
        let all = self.parties.values().flat_map(|search| &search.units);
        let oldest = all.min_by_key(|(_, search)| search.when).map(|(unit, _)| *unit);
        if let Some((unit, party)) = oldest.and_then(|unit| Some((unit, *self.homes.get(&unit)?))) {
            self.forget_unit(unit);
            self.parties.entry(party).or_default().dropped.insert(unit);
        }
    }
}

#[cfg(test)]
#[path = "last_search_tests.rs"]
mod tests;
