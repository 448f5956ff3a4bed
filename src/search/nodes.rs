//! Sets of nodes with generation stamps.

use crate::grid::{Cell, Node, Terrain};

/// A set of nodes. It is emptied in constant time by starting the next generation.
#[derive(Clone, Debug, Default)]
pub struct NodeSet {
    stamps: Vec<u32>,
    generation: u32,
}

impl NodeSet {
    /// Empties the set and resizes it for a terrain.
    pub fn reset(&mut self, terrain: &Terrain) {
        self.resize(terrain.node_count());
    }

    /// Empties the set and resizes it for `count` nodes.
    pub fn resize(&mut self, nodes: usize) {
        if self.stamps.len() < nodes {
            self.stamps.resize(nodes, 0);
        }
        self.generation = next_generation(self.generation, u32::MAX, || self.stamps.fill(0));
    }

    /// Replaces the contents by those of the cells that lie inside the terrain.
    pub fn assign(&mut self, terrain: &Terrain, cells: impl IntoIterator<Item = Cell>) {
        self.reset(terrain);
        for cell in cells.into_iter().filter(|&c| terrain.bounds().contains(c)) {
            self.insert(terrain.node(cell));
        }
    }

    /// Adds a node. Returns whether it is new.
    pub fn insert(&mut self, node: Node) -> bool {
        std::mem::replace(&mut self.stamps[node as usize], self.generation) != self.generation
    }

    /// Whether a node is in the set.
    pub fn contains(&self, node: Node) -> bool {
        self.stamps[node as usize] == self.generation
    }
}

/// The next generation. After the largest one, `wipe` sets all stamps to 0 and counting restarts at 1.
pub(super) fn next_generation(generation: u32, largest: u32, wipe: impl FnOnce()) -> u32 {
    if generation < largest {
        generation + 1
    } else {
        wipe();
        1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Bounds, CornerRule};

    #[test]
    fn a_set_is_empty_after_a_reset_even_when_generations_run_out() {
        let terrain = Terrain::open(Bounds::new(3, 3), CornerRule::Free);
        let mut set = NodeSet { generation: u32::MAX - 1, ..NodeSet::default() };
        for _ in 0..3 {
            set.reset(&terrain);
            assert!(!set.contains(7));
            assert!(set.insert(7));
            assert!(!set.insert(7));
            assert!(set.contains(7));
        }
    }

    #[test]
    fn cells_outside_are_left_out_of_a_set() {
        let terrain = Terrain::open(Bounds::new(3, 3), CornerRule::Free);
        let mut set = NodeSet::default();
        set.assign(&terrain, [Cell::new(1, 1), Cell::new(-4, 9)]);
        assert!(set.contains(terrain.node(Cell::new(1, 1))));
        assert_eq!((0..terrain.node_count() as u32).filter(|&n| set.contains(n)).count(), 1);
    }
}
