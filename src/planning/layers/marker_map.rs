//! The marker of every node, and which nodes have one.

use crate::grid::{Node, Terrain};
use crate::search::NodeSet;
use serde::{Deserialize, Serialize, Serializer};

/// What the paths of a group have left on the ground: a factor per node, 1 where no path came by. Kept until
/// the next group plans; emptying it costs as much as was marked.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(from = "Stored")]
pub struct MarkerMap {
    /// By node; 1 for all that are not in `marked`.
    values: Vec<f64>,
    /// In the order in which they were first marked.
    marked: Vec<Node>,
    /// One bit per node: whether it is in `marked`. A search reads this small table first.
    bits: Vec<u64>,
    /// One bit per node: set once the node and all cells that a path marks around it have reached the cap, so that further
    /// paths change nothing there. Not stored in files; it is found again.
    capped: Vec<u64>,
    /// What these bits hold for.
    capped_for: Capping,
    /// The nodes that the present path has marked.
    by_this_path: NodeSet,
}

/// What decides whether cells have reached the cap.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Capping {
    /// The lowest value of a marker.
    pub cap: f64,
    /// How far beside a path cells are marked.
    pub radius: u32,
    /// The revision of the terrain: blocked cells are not marked.
    pub revision: u64,
}

const BITS: usize = u64::BITS as usize;

/// Factors by node, with one bit for each node whose factor may not be 1.
#[derive(Clone, Copy, Debug)]
pub struct NodeFactors<'a> {
    values: &'a [f64],
    bits: &'a [u64],
}

impl NodeFactors<'_> {
    /// The factor of a node; `None` for 1.
    #[inline]
    pub fn get(&self, node: Node) -> Option<f64> {
        let node = node as usize;
        let word = self.bits.get(node / BITS)?;
        if word >> (node % BITS) & 1 == 0 { None } else { self.values.get(node).copied() }
    }
}

/// A map in a file: the number of nodes, and the marked ones with their markers.
#[derive(Serialize, Deserialize)]
struct Stored(usize, Vec<(Node, f64)>);

impl Serialize for MarkerMap {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let marker = |&node: &Node| (node, self.values[node as usize]);
        Stored(self.values.len(), self.marked.iter().map(marker).collect()).serialize(serializer)
    }
}

impl From<Stored> for MarkerMap {
    fn from(Stored(nodes, markers): Stored) -> Self {
        let mut map = Self { values: vec![1.0; nodes], ..Self::default() };
        map.bits.resize(nodes.div_ceil(BITS), 0);
        map.by_this_path.resize(nodes);
        for (node, marker) in markers.into_iter().filter(|&(node, _)| (node as usize) < nodes) {
            map.values[node as usize] = marker;
            map.marked.push(node);
            map.bits[node as usize / BITS] |= 1 << (node as usize % BITS);
        }
        map
    }
}

impl MarkerMap {
    /// Every marker becomes 1.
    pub(super) fn reset(&mut self, terrain: &Terrain) {
        for node in self.marked.drain(..) {
            self.values[node as usize] = 1.0;
            self.bits[node as usize / BITS] = 0;
            if let Some(word) = self.capped.get_mut(node as usize / BITS) {
                *word = 0;
            }
        }
        if self.values.len() < terrain.node_count() {
            self.values.resize(terrain.node_count(), 1.0);
            self.bits.resize(terrain.node_count().div_ceil(BITS), 0);
        }
        self.by_this_path.reset(terrain);
    }

    /// Another path begins to mark.
    pub(super) fn begin_path(&mut self, terrain: &Terrain) {
        self.by_this_path.reset(terrain);
    }

    /// Multiplies the marker of a node, down to the cap; a path does so only once per node.
    #[inline]
    pub(super) fn mark(&mut self, node: Node, factor: f64, cap: f64) {
        if self.by_this_path.insert(node) {
            let marker = &mut self.values[node as usize];
            *marker = (*marker * factor).max(cap);
            let word = &mut self.bits[node as usize / BITS];
            let bit = 1 << (node as usize % BITS);
            if *word & bit == 0 {
                *word |= bit;
                self.marked.push(node);
            }
        }
    }

    /// Records that a node and all cells that a path marks around it have reached the cap.
    pub(super) fn note_capped(&mut self, node: Node, capping: Capping) {
        if self.capped_for != capping || self.capped.len() < self.bits.len() {
            self.capped.clear();
            self.capped.resize(self.bits.len(), 0);
            self.capped_for = capping;
        }
        self.capped[node as usize / BITS] |= 1 << (node as usize % BITS);
    }

    /// Whether that was recorded.
    #[inline]
    pub(super) fn is_capped(&self, node: Node, capping: Capping) -> bool {
        let word = self.capped.get(node as usize / BITS).copied().unwrap_or(0);
        self.capped_for == capping && word >> (node as usize % BITS) & 1 == 1
    }

    /// Whether a node has this marker.
    #[inline]
    pub(super) fn is_at(&self, node: Node, marker: f64) -> bool {
        self.values[node as usize] == marker
    }

    /// The markers by node. Empty before any group has planned with markers.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The markers as a search reads them.
    pub(super) fn factors(&self) -> NodeFactors<'_> {
        NodeFactors { values: &self.values, bits: &self.bits }
    }

    /// The nodes that paths came by, in the order in which they were first marked.
    pub fn marked(&self) -> &[Node] {
        &self.marked
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Bounds, CornerRule};

    #[test]
    fn a_path_marks_a_node_once_and_a_reset_leaves_nothing() {
        let large = Terrain::open(Bounds::new(4, 4), CornerRule::Free);
        let small = Terrain::open(Bounds::new(2, 2), CornerRule::Free);
        let mut map = MarkerMap::default();
        map.reset(&large);
        for _ in 0..2 {
            map.begin_path(&large);
            map.mark(14, 0.5, 0.3);
            map.mark(14, 0.5, 0.3);
            map.mark(8, 1.0, 0.3);
        }
        assert_eq!((map.values()[14], map.values()[8]), (0.3, 1.0));
        assert_eq!(map.marked(), [14, 8]);
        map.reset(&small);
        assert!(map.marked().is_empty());
        map.reset(&large);
        assert!(map.values().iter().all(|&marker| marker == 1.0));
    }
}
