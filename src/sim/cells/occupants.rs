//! Which unit stands on which cell.

use crate::grid::{Node, Terrain};
use serde::{Deserialize, Serialize, Serializer};

/// The unit on every cell, by its index in the pass. Clearing costs only the number of entries.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(from = "Stored")]
pub struct Occupants {
    /// Indexed by node: the unit's index plus one, or 0 if the cell is free.
    places: Vec<u32>,
    /// Nodes that were entered since the last reset.
    entered: Vec<Node>,
}

/// A board in a file: the number of nodes, and those that were entered with what stands there.
#[derive(Serialize, Deserialize)]
struct Stored(usize, Vec<(Node, u32)>);

impl Serialize for Occupants {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let entered = self.entered.iter().map(|&node| (node, self.places[node as usize]));
        Stored(self.places.len(), entered.collect()).serialize(serializer)
    }
}

impl From<Stored> for Occupants {
    fn from(Stored(nodes, entered): Stored) -> Self {
        let mut board = Self { places: vec![0; nodes], entered: Vec::new() };
        for (node, place) in entered.into_iter().filter(|&(node, _)| (node as usize) < nodes) {
            board.places[node as usize] = place;
            board.entered.push(node);
        }
        board
    }
}

impl Occupants {
    /// Clears all cells and resizes the board for a terrain.
    pub fn reset(&mut self, terrain: &Terrain) {
        for node in self.entered.drain(..) {
            if let Some(place) = self.places.get_mut(node as usize) {
                *place = 0;
            }
        }
        self.places.resize(terrain.node_count(), 0);
    }

    /// Puts a unit on a cell and replaces the unit that stood there.
    pub fn enter(&mut self, node: Node, unit: usize) {
        self.places[node as usize] = unit as u32 + 1;
        self.entered.push(node);
    }

    /// Removes the unit from a cell.
    pub fn leave(&mut self, node: Node) {
        self.places[node as usize] = 0;
    }

    /// The unit on a cell, by its index in the pass.
    #[inline]
    pub fn on(&self, node: Node) -> Option<usize> {
        (self.places[node as usize] as usize).checked_sub(1)
    }
}
