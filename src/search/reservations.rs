//! Reservation table: which unit will be on which cell at which time.
//!
//! D. Silver, "Cooperative Pathfinding", AIIDE 2005. Times are counted in actions. The table keeps one flat array for
//! each time of the window. A look-up costs one access. Advancing by one time costs the number of reservations that
//! expire.

use crate::grid::{Cell, Node, Terrain};
use serde::{Deserialize, Serialize, Serializer};
use std::collections::BTreeMap;

/// The reservation table, and the reserved paths in it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Reservations {
    /// A ring buffer of times.
    slots: Vec<Slot>,
    now: u64,
    paths: BTreeMap<u32, ReservedPath>,
}

/// The cells of one time.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(from = "StoredSlot")]
struct Slot {
    /// Indexed by node: the unit's number plus one, or 0 if the node is free.
    units: Vec<u32>,
    reserved: Vec<Node>,
}

/// The cells of one time in a file: the number of nodes, and those that were reserved with their units.
#[derive(Serialize, Deserialize)]
struct StoredSlot(usize, Vec<(Node, u32)>);

impl Serialize for Slot {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let reserved = self.reserved.iter().map(|&node| (node, self.units[node as usize]));
        StoredSlot(self.units.len(), reserved.collect()).serialize(serializer)
    }
}

impl From<StoredSlot> for Slot {
    fn from(StoredSlot(nodes, reserved): StoredSlot) -> Self {
        let mut slot = Self { units: vec![0; nodes], reserved: Vec::new() };
        for (node, unit) in reserved.into_iter().filter(|&(node, _)| (node as usize) < nodes) {
            slot.units[node as usize] = unit;
            slot.reserved.push(node);
        }
        slot
    }
}

/// The reservations of one unit: one node for every time from `first` on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct ReservedPath {
    first: u64,
    nodes: Vec<Node>,
}

impl Reservations {
    /// Advances to a time and drops all earlier reservations. `window` is how far ahead units can reserve. If the
    /// window or the size of the map changes, the table starts empty.
    pub fn begin(&mut self, terrain: &Terrain, window: u32, now: u64) {
        let slots = window as usize + 1;
        let fits = self.slots.len() == slots
            && self.slots.iter().all(|slot| slot.units.len() == terrain.node_count());
        if !fits || now < self.now || now - self.now > slots as u64 {
            let empty = Slot { units: vec![0; terrain.node_count()], reserved: Vec::new() };
            *self = Self { slots: vec![empty; slots], now, paths: BTreeMap::new() };
        }
        while self.now < now {
            let slot = self.slot_of(self.now);
            let Slot { units, reserved } = &mut self.slots[slot];
            for node in reserved.drain(..) {
                units[node as usize] = 0;
            }
            self.now += 1;
        }
        self.paths.retain(|_, path| path.first + path.nodes.len() as u64 > now);
    }

    /// The current time.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// The unit that has reserved a node at a time, now or later.
    #[inline]
    pub fn at(&self, node: Node, time: u64) -> Option<u32> {
        if time < self.now || time >= self.now + self.slots.len() as u64 {
            return None;
        }
        self.slots[self.slot_of(time)].units[node as usize].checked_sub(1)
    }

    /// Whether a unit has a reservation for the current time.
    pub fn knows(&self, unit: u32) -> bool {
        self.paths.contains_key(&unit)
    }

    /// Reserves one node for each time from now on and replaces the unit's earlier reservations. Nodes reserved by
    /// other units stay with them.
    pub fn reserve(&mut self, unit: u32, nodes: &[Node]) {
        self.release(unit);
        let nodes = &nodes[..nodes.len().min(self.slots.len())];
        for (&node, time) in nodes.iter().zip(self.now..) {
            let slot = self.slot_of(time);
            let Slot { units, reserved } = &mut self.slots[slot];
            if units[node as usize] == 0 {
                units[node as usize] = unit + 1;
                reserved.push(node);
            }
        }
        if !nodes.is_empty() {
            self.paths.insert(unit, ReservedPath { first: self.now, nodes: nodes.to_vec() });
        }
    }

    /// Releases all reservations of a unit.
    pub fn release(&mut self, unit: u32) {
        let Some(path) = self.paths.remove(&unit) else { return };
        for (&node, time) in path.nodes.iter().zip(path.first..) {
            if self.at(node, time) == Some(unit) {
                let slot = self.slot_of(time);
                self.slots[slot].units[node as usize] = 0;
            }
        }
    }

    /// All reservations as unit, number of steps ahead, and cell. For display.
    pub fn list<'a>(&'a self, terrain: &'a Terrain) -> impl Iterator<Item = (u32, u64, Cell)> + 'a {
        self.paths.iter().flat_map(move |(&unit, path)| {
            let times = path.first..;
            times
                .zip(&path.nodes)
                .filter(|(time, _)| *time >= self.now)
                .map(move |(time, &node)| (unit, time - self.now, terrain.cell(node)))
        })
    }

    fn slot_of(&self, time: u64) -> usize {
        (time % self.slots.len().max(1) as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Bounds, CornerRule};

    #[test]
    fn reservations_hold_at_their_time_and_are_forgotten_when_it_has_passed() {
        let terrain = Terrain::open(Bounds::new(4, 1), CornerRule::Free);
        let node = |x| terrain.node(Cell::new(x, 0));
        let mut table = Reservations::default();
        table.begin(&terrain, 2, 10);
        table.reserve(7, &[node(0), node(1), node(2)]);
        assert_eq!(table.at(node(1), 11), Some(7));
        assert_eq!(table.at(node(1), 12), None);
        table.begin(&terrain, 2, 12);
        assert_eq!(table.at(node(2), 12), Some(7));
        assert_eq!(table.list(&terrain).collect::<Vec<_>>(), [(7, 0, Cell::new(2, 0))]);
        table.begin(&terrain, 2, 13);
        assert_eq!(table.at(node(2), 15), None, "the same slot, another time");
        assert!(!table.knows(7));
    }

    #[test]
    fn the_first_reservation_of_a_cell_stands() {
        let terrain = Terrain::open(Bounds::new(4, 1), CornerRule::Free);
        let node = |x| terrain.node(Cell::new(x, 0));
        let mut table = Reservations::default();
        table.begin(&terrain, 1, 0);
        table.reserve(1, &[node(0), node(1)]);
        table.reserve(2, &[node(2), node(1)]);
        assert_eq!(table.at(node(1), 1), Some(1));
        table.release(2);
        assert_eq!(table.at(node(1), 1), Some(1));
        table.release(1);
        assert_eq!(table.at(node(1), 1), None);
    }
}
