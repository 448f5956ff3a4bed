//! Reservations: which unit will be on which cell at which time.
//!
//! D. Silver, "Cooperative Pathfinding", AIIDE 2005: the reservation table. Times are numbers of actions. The table keeps
//! as many times as a window is long, each in a flat array; looking up costs one access, moving on to the next time
//! costs what had been reserved for the last one.

use crate::grid::{Cell, Node, Terrain};
use std::collections::BTreeMap;

/// The table, and the reserved ways that it is made of.
#[derive(Clone, Debug, Default)]
pub struct Reservations {
    /// Time after time, round and round.
    slots: Vec<Slot>,
    now: u64,
    ways: BTreeMap<u32, Way>,
}

/// The cells of one time.
#[derive(Clone, Debug, Default)]
struct Slot {
    /// By node: the unit plus one, 0 for nobody.
    units: Vec<u32>,
    reserved: Vec<Node>,
}

/// What a unit has reserved: a node for every time from the first on.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Way {
    first: u64,
    nodes: Vec<Node>,
}

impl Reservations {
    /// Moves on to a time; what lies before it is forgotten. `window` is how far ahead can be reserved. A table for
    /// another window or another size of map begins empty.
    pub fn begin(&mut self, terrain: &Terrain, window: u32, now: u64) {
        let slots = window as usize + 1;
        let fits = self.slots.len() == slots
            && self.slots.iter().all(|slot| slot.units.len() == terrain.node_count());
        if !fits || now < self.now || now - self.now > slots as u64 {
            let empty = Slot { units: vec![0; terrain.node_count()], reserved: Vec::new() };
            *self = Self { slots: vec![empty; slots], now, ways: BTreeMap::new() };
        }
        while self.now < now {
            let slot = self.slot_of(self.now);
            let Slot { units, reserved } = &mut self.slots[slot];
            for node in reserved.drain(..) {
                units[node as usize] = 0;
            }
            self.now += 1;
        }
        self.ways.retain(|_, way| way.first + way.nodes.len() as u64 > now);
    }

    /// The present time.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// Who has reserved a node at a time, the present or later.
    #[inline]
    pub fn at(&self, node: Node, time: u64) -> Option<u32> {
        if time < self.now || time >= self.now + self.slots.len() as u64 {
            return None;
        }
        self.slots[self.slot_of(time)].units[node as usize].checked_sub(1)
    }

    /// Whether a unit has reserved anything for the present time.
    pub fn knows(&self, unit: u32) -> bool {
        self.ways.contains_key(&unit)
    }

    /// Reserves a node for each time from the present on, in place of what the unit had reserved. What others have
    /// reserved stays theirs.
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
            self.ways.insert(unit, Way { first: self.now, nodes: nodes.to_vec() });
        }
    }

    /// Gives back everything that a unit has reserved.
    pub fn release(&mut self, unit: u32) {
        let Some(way) = self.ways.remove(&unit) else { return };
        for (&node, time) in way.nodes.iter().zip(way.first..) {
            if self.at(node, time) == Some(unit) {
                let slot = self.slot_of(time);
                self.slots[slot].units[node as usize] = 0;
            }
        }
    }

    /// Everything that is reserved: the unit, how many steps ahead, and the cell; for looking at.
    pub fn list<'a>(&'a self, terrain: &'a Terrain) -> impl Iterator<Item = (u32, u64, Cell)> + 'a {
        self.ways.iter().flat_map(move |(&unit, way)| {
            let times = way.first..;
            times
                .zip(&way.nodes)
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
    fn who_comes_first_keeps_the_cell() {
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
