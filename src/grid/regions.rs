//! Connected regions: which cells can be reached from which.

use super::region_repair::RepairMemory;
use super::{Cell, Direction, Node, Terrain, ring};

/// The number of a region; 0 is "blocked".
pub type Region = u32;

/// A number per cell, equal exactly for cells that are connected by legal moves.
///
/// Costs one flood fill over the map (about 2 ms for 512 x 512). After a change of the ground only the regions beside the
/// changed cells are looked at, see `region_repair`; numbers may then differ from those of a flood fill.
#[derive(Clone, Debug, Default)]
pub struct Regions {
    /// Padded like the terrain.
    pub(super) labels: Vec<Region>,
    /// Number of cells in each region; 0 for numbers that no region has. Entry 0 is unused.
    pub(super) sizes: Vec<u32>,
    revision: Option<u64>,
    pub(super) stack: Vec<Node>,
    pub(super) repair: RepairMemory,
}

impl Regions {
    /// The regions of a terrain.
    pub fn of(terrain: &Terrain) -> Self {
        let mut regions = Self::default();
        regions.refresh(terrain);
        regions
    }

    /// The revision of the terrain that they are of.
    #[cfg(test)]
    pub(super) fn revision_known(&self) -> u64 {
        self.revision.unwrap_or_default()
    }

    /// Whether they are up to date.
    pub fn are_of(&self, terrain: &Terrain) -> bool {
        self.revision == Some(terrain.revision()) && self.labels.len() == terrain.node_count()
    }

    /// Brings the regions up to date, if the terrain changed since the last time.
    pub fn refresh(&mut self, terrain: &Terrain) {
        if self.are_of(terrain) {
            return;
        }
        let known = self.revision.replace(terrain.revision());
        let known = known.filter(|_| self.labels.len() == terrain.node_count());
        let changes = known.and_then(|known| terrain.changes_since(known));
        if changes.is_some_and(|changes| self.repair(terrain, changes)) {
            return;
        }
        self.labels.clear();
        self.labels.resize(terrain.node_count(), 0);
        self.sizes.clear();
        self.sizes.push(0);
        let offsets = terrain.offsets();
        for start in terrain.bounds().cells().map(|c| terrain.node(c)) {
            if self.labels[start as usize] == 0 && terrain.is_open(start) {
                self.flood(terrain, &offsets, start);
            }
        }
    }

    /// The region of a cell; 0 if it is blocked or outside.
    pub fn region(&self, terrain: &Terrain, cell: Cell) -> Region {
        if terrain.bounds().contains(cell) { self.labels[terrain.node(cell) as usize] } else { 0 }
    }

    /// The regions of the cells of a row, from left to right; 0 for blocked ones.
    pub fn row(&self, terrain: &Terrain, y: i32) -> &[Region] {
        let first = terrain.node(Cell::new(0, y)) as usize;
        &self.labels[first..first + terrain.bounds().width as usize]
    }

    /// Whether a unit can walk from one cell to the other.
    pub fn connected(&self, terrain: &Terrain, a: Cell, b: Cell) -> bool {
        let region = self.region(terrain, a);
        region != 0 && region == self.region(terrain, b)
    }

    /// Number of regions.
    pub fn count(&self) -> usize {
        self.numbers().count()
    }

    /// The numbers of all regions.
    pub fn numbers(&self) -> impl Iterator<Item = Region> {
        (0..).zip(&self.sizes).skip(1).filter(|(_, size)| **size > 0).map(|(region, _)| region)
    }

    /// Number of cells in a region.
    pub fn size(&self, region: Region) -> u32 {
        self.sizes.get(region as usize).copied().unwrap_or(0)
    }

    /// The cell of a region that lies nearest to a cell in a straight line (ties: the first in rings
    /// from the inside, each ring row by row), or `None` if the region is empty.
    pub fn nearest_in(&self, terrain: &Terrain, region: Region, to: Cell) -> Option<Cell> {
        if self.size(region) == 0 {
            return None;
        }
        let bounds = terrain.bounds();
        let furthest = bounds.width.max(bounds.height) as i32 + to.chebyshev(bounds.clamp(to));
        let mut best: Option<(f64, Cell)> = None;
        for radius in 0..=furthest {
            if best.is_some_and(|(distance, _)| f64::from(radius) > distance) {
                break;
            }
            for cell in ring(to, radius) {
                if self.region(terrain, cell) == region {
                    let distance = cell.euclidean(to);
                    if best.is_none_or(|(d, _)| distance < d) {
                        best = Some((distance, cell));
                    }
                }
            }
        }
        best.map(|(_, cell)| cell)
    }

    fn flood(&mut self, terrain: &Terrain, offsets: &[i32; 8], start: Node) {
        let region = self.sizes.len() as Region;
        let mut size = 0;
        self.labels[start as usize] = region;
        self.stack.push(start);
        while let Some(node) = self.stack.pop() {
            size += 1;
            let moves = terrain.moves(node);
            for d in Direction::ALL {
                if moves & d.bit() != 0 {
                    let next = node.wrapping_add_signed(offsets[d as usize]);
                    if self.labels[next as usize] == 0 {
                        self.labels[next as usize] = region;
                        self.stack.push(next);
                    }
                }
            }
        }
        self.sizes.push(size);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::CornerRule;

    #[test]
    fn a_diagonal_gap_joins_regions_only_when_corners_are_free() {
        let rows = ["..#", ".#.", "#.."];
        let count = |corners| Regions::of(&Terrain::from_text(corners, &rows)).count();
        assert_eq!(count(CornerRule::Free), 1);
        assert_eq!(count(CornerRule::NotBetweenTwo), 2);
        assert_eq!(count(CornerRule::BothSidesFree), 2);
    }

    #[test]
    fn the_nearest_cell_is_nearest_in_a_straight_line() {
        let terrain =
            Terrain::from_text(CornerRule::Free, &[".....", ".###.", "##.##", ".###.", "....."]);
        let regions = Regions::of(&terrain);
        let outside = regions.region(&terrain, Cell::new(0, 0));
        assert!(!regions.connected(&terrain, Cell::new(0, 0), Cell::new(2, 2)));
        assert_eq!(regions.nearest_in(&terrain, outside, Cell::new(2, 2)), Some(Cell::new(2, 0)));
        assert_eq!(regions.nearest_in(&terrain, outside, Cell::new(-9, 0)), Some(Cell::new(0, 0)));
    }
}
