//! The slots of a group whose paths are planned: for each path's end, the cells around it are given to the units that go there.

use crate::grid::{Cell, Passages, walk_length};
use crate::scenario::UnitId;
use crate::sim::arena::Land;
use crate::sim::plan::job::{Fate, Member};
use crate::sim::unit::Group;
use crate::steering::{SlotRequest, assign_slots, slots_around};
use crate::steering::{per_side, places_in_cells};
use std::collections::{BTreeMap, BTreeSet};

/// How close together the units of a group rest, and where not.
#[derive(Default)]
pub(crate) struct Spacing<'a> {
    /// Largest radius of units that share cells, in cells; `None` for one unit per cell.
    pub shared_by: Option<f32>,
    /// Passages, which are kept free while there is room elsewhere.
    pub kept_free: Option<&'a Passages>,
}

/// Gives each member its own slot near the end of its path, where none of the others rests.
pub(crate) fn give_slots(
    land: &Land,
    group: &Group,
    resting: &[(UnitId, Cell)],
    spacing: &Spacing,
    members: &mut [Member],
) {
    let side = spacing.shared_by.map_or(1, per_side);
    let planned: BTreeSet<UnitId> = members.iter().map(|m| m.id).collect();
    let others = resting.iter().filter(|(id, _)| !planned.contains(id));
    let taken: BTreeSet<Cell> = others.map(|&(_, cell)| cell).collect();
    let mut by_end: BTreeMap<Cell, Vec<usize>> = BTreeMap::new();
    for (i, member) in members.iter().enumerate().filter(|(_, m)| m.fate == Fate::Walks) {
        by_end.entry(member.route.end()).or_default().push(i);
    }
    for (end, indices) in by_end {
        let requests: Vec<SlotRequest> = indices
            .iter()
            .map(|&i| SlotRequest {
                position: members[i].position,
                distance: walk_length(members[i].route.cells()),
            })
            .collect();
        let count = requests.len().div_ceil(side * side);
        let mut cells = slots_around(&land.terrain, end, count, &taken);
        let is_passage =
            |cell: &Cell| spacing.kept_free.is_some_and(|passages| passages.at(*cell).is_some());
        if group.members.len() > 1 && cells.iter().any(is_passage) {
            let passages = spacing.kept_free.into_iter().flat_map(Passages::iter);
            let mut avoided = taken.clone();
            avoided.extend(passages.flat_map(|(_, passage)| passage.cells.iter().copied()));
            let elsewhere = slots_around(&land.terrain, end, count, &avoided);
            cells = if elsewhere.len() == count { elsewhere } else { cells };
        }
        let shared = cells.into_iter().flat_map(|cell| std::iter::repeat_n(cell, side * side));
        let places: Vec<Cell> = shared.take(requests.len()).collect();
        let nearest = (0..requests.len())
            .min_by(|&a, &b| requests[a].distance.total_cmp(&requests[b].distance))
            .unwrap_or(0);
        let back = 2 + (requests.len() as f32 / std::f32::consts::PI).sqrt().ceil() as usize;
        let cells = members[indices[nearest]].route.cells();
        let entry = cells[cells.len().saturating_sub(1 + back)];
        let assigned = assign_slots(&land.terrain, end, entry, places, &requests);
        let assigned = places_in_cells(&assigned, &requests, entry, side);
        for (i, place) in indices.into_iter().zip(assigned) {
            members[i].route.rest = place;
        }
    }
}
