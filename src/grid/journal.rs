//! The latest changes of a terrain, so that what is computed from it can be repaired where it changed.
//!
//! Each entry holds the marks of the terrain before the change. Marks follow from the content, so an entry is found by the
//! revision that someone knows, whatever copies were made or put back since.

use super::Node;

/// Changes that are kept, at least half of them at any time.
const MAX: usize = 1 << 14;

/// The latest changes, oldest first: the marks of the terrain before each, and the changed node.
#[derive(Clone, Debug, Default)]
pub(super) struct Journal(Vec<(u64, Node)>);

impl Journal {
    /// Records a change of a node of a terrain that had these marks.
    pub(super) fn add(&mut self, marks: u64, node: Node) {
        if self.0.len() == MAX {
            self.0.drain(..MAX / 2);
        }
        self.0.push((marks, node));
    }

    /// The index of the latest change of the terrain with these marks.
    pub(super) fn find(&self, is_meant: impl Fn(u64) -> bool) -> Option<usize> {
        self.0.iter().rposition(|&(marks, _)| is_meant(marks))
    }

    /// The nodes that changed from an index on; `None` without an index.
    pub(super) fn since(&self, place: Option<usize>) -> impl Iterator<Item = Node> {
        self.0[place.unwrap_or(self.0.len())..].iter().map(|&(_, node)| node)
    }
}
