//! Who stands on which cell.

use crate::grid::{Node, Terrain};

/// For every cell the unit that stands on it, by its place in the pass. Emptied at the cost of its entries.
#[derive(Clone, Debug, Default)]
pub struct Occupants {
    /// By node: the place plus one, 0 for nobody.
    places: Vec<u32>,
    /// Nodes that were entered since the last reset.
    entered: Vec<Node>,
}

impl Occupants {
    /// Empties all cells and fits them to a terrain.
    pub fn reset(&mut self, terrain: &Terrain) {
        for node in self.entered.drain(..) {
            if let Some(place) = self.places.get_mut(node as usize) {
                *place = 0;
            }
        }
        self.places.resize(terrain.node_count(), 0);
    }

    /// Puts a unit on a cell. Whoever stood there is forgotten.
    pub fn enter(&mut self, node: Node, unit: usize) {
        self.places[node as usize] = unit as u32 + 1;
        self.entered.push(node);
    }

    /// Takes whoever stands on a cell away.
    pub fn leave(&mut self, node: Node) {
        self.places[node as usize] = 0;
    }

    /// Who stands on a cell, by its place in the pass.
    #[inline]
    pub fn on(&self, node: Node) -> Option<usize> {
        (self.places[node as usize] as usize).checked_sub(1)
    }
}
