//! Regions after a change of the ground, without a flood fill over the map.
//!
//! Only steps between cells within one cell of a changed one can have changed. So every region that is new, or that lost or
//! gained cells, holds one of the open cells around the changes: the seeds. A breadth-first search starts from all seeds at
//! once. Where searches of two seeds meet they become one. A search that comes to an end without meeting the others has found a
//! whole region. When a single search is left, it holds the rest of the regions of its seeds and need not go on.
//!
//! A wall that is painted across open ground costs about the square of its length: the searches of both sides meet around its
//! end. Cutting a map in two costs the smaller part, twice. Joining two regions costs the smaller one. If more than a part of
//! the map was searched, a flood fill costs less and is done instead. Measured by `cargo bench --bench painting`.

use super::{Direction, Node, Region, Regions, Terrain};

/// A repair is given up when it has searched this part of the map.
const MAX_PART: usize = 4;

/// Memory that is used again from repair to repair.
#[derive(Clone, Debug, Default)]
pub(super) struct RepairMemory {
    /// By node: the index of the search that reached it plus one; 0 for none.
    claims: Vec<u32>,
    /// The nodes that searches came to, in order; those from `next` on are still to be looked at.
    reached: Vec<Node>,
    /// By search: the search that it became part of, or itself.
    parents: Vec<u32>,
    /// By search: nodes still to be looked at.
    open: Vec<u32>,
    /// By search: the number of its region, 0 for none yet.
    regions: Vec<Region>,
    /// Numbers that no region has.
    free: Vec<Region>,
}

impl RepairMemory {
    /// The search that a search is part of now.
    fn root(&mut self, mut search: u32) -> u32 {
        while self.parents[search as usize] != search {
            // Later look-ups take fewer steps.
            let above = self.parents[search as usize];
            self.parents[search as usize] = self.parents[above as usize];
            search = above;
        }
        search
    }

    /// The search that came to a node.
    fn search_at(&mut self, node: Node) -> u32 {
        self.root(self.claims[node as usize] - 1)
    }

    /// A node is reached by a search.
    fn claim(&mut self, node: Node, search: u32) {
        self.claims[node as usize] = search + 1;
        self.reached.push(node);
        self.open[search as usize] += 1;
    }

    /// Two searches become one. Returns whether they were two.
    fn join(&mut self, a: u32, b: u32) -> bool {
        let (a, b) = (self.root(a), self.root(b));
        if a != b {
            self.parents[b as usize] = a;
            self.open[a as usize] += self.open[b as usize];
        }
        a != b
    }
}

impl Regions {
    /// Repairs the regions after changes of some nodes. Returns whether that was possible; otherwise they must be computed again.
    pub(super) fn repair(
        &mut self,
        terrain: &Terrain,
        changes: impl Iterator<Item = Node>,
    ) -> bool {
        let mut memory = std::mem::take(&mut self.repair);
        memory.claims.resize(self.labels.len(), 0);
        let done = self.search(terrain, &mut memory, changes);
        if let Some(left) = done {
            self.number(terrain, &mut memory, left);
        }
        for node in memory.reached.drain(..) {
            memory.claims[node as usize] = 0;
        }
        memory.parents.clear();
        memory.open.clear();
        self.repair = memory;
        done.is_some()
    }

    /// Searches from all open nodes around the changes until at most one search is left, and returns that. `None` if it took
    /// too long.
    fn search(
        &mut self,
        terrain: &Terrain,
        memory: &mut RepairMemory,
        changes: impl Iterator<Item = Node>,
    ) -> Option<Option<u32>> {
        let offsets = terrain.offsets();
        for node in changes {
            let label = std::mem::take(&mut self.labels[node as usize]);
            self.sizes[label as usize] = self.sizes[label as usize].saturating_sub(1);
            let around = offsets.map(|offset| node.wrapping_add_signed(offset));
            for seed in around.into_iter().chain([node]) {
                if terrain.is_open(seed) && memory.claims[seed as usize] == 0 {
                    let search = memory.parents.len() as u32;
                    memory.parents.push(search);
                    memory.open.push(0);
                    memory.claim(seed, search);
                }
            }
        }
        let mut left = memory.parents.len();
        let mut next = 0;
        while left > 1 {
            let &node = memory.reached.get(next)?;
            next += 1;
            if next > self.labels.len() / MAX_PART {
                return None;
            }
            let mut search = memory.search_at(node);
            let moves = terrain.moves(node);
            for direction in Direction::ALL {
                if moves & direction.bit() == 0 {
                    continue;
                }
                let beside = node.wrapping_add_signed(offsets[direction as usize]);
                match memory.claims[beside as usize].checked_sub(1) {
                    None => memory.claim(beside, search),
                    Some(other) => {
                        left -= usize::from(memory.join(search, other));
                        search = memory.root(search);
                    }
                }
            }
            memory.open[search as usize] -= 1;
            left -= usize::from(memory.open[search as usize] == 0);
        }
        let goes_on = |&search: &u32| {
            memory.parents[search as usize] == search && memory.open[search as usize] > 0
        };
        Some((0..memory.parents.len() as u32).find(goes_on))
    }

    /// Numbers the regions that were found. The search that is left keeps the number of the largest region that it is part of.
    fn number(&mut self, terrain: &Terrain, memory: &mut RepairMemory, left: Option<u32>) {
        let RepairMemory { regions, free, .. } = memory;
        regions.clear();
        regions.resize(memory.parents.len(), 0);
        free.clear();
        free.extend((1..self.sizes.len() as Region).filter(|&r| self.sizes[r as usize] == 0));
        let mut rest = 0;
        let reached = std::mem::take(&mut memory.reached);
        for &node in &reached {
            let label = self.labels[node as usize];
            if self.size(label) > self.size(rest) && Some(memory.search_at(node)) == left {
                rest = label;
            }
        }
        for &node in &reached {
            let search = memory.search_at(node);
            let region = &mut memory.regions[search as usize];
            if *region == 0 && Some(search) == left && rest != 0 {
                *region = rest;
            } else if *region == 0 {
                *region = memory.free.pop().unwrap_or(self.sizes.len() as Region);
                self.sizes.resize(self.sizes.len().max(*region as usize + 1), 0);
            }
            let (region, label) = (*region, self.labels[node as usize]);
            if label == region {
                continue;
            }
            self.relabel(node, region);
            // What was not searched of another region that is joined to the rest.
            if Some(search) == left && label != 0 {
                self.spread(terrain, node, label, region);
            }
        }
        memory.reached = reached;
    }

    fn relabel(&mut self, node: Node, region: Region) {
        let label = std::mem::replace(&mut self.labels[node as usize], region);
        if label != 0 {
            self.sizes[label as usize] -= 1;
        }
        self.sizes[region as usize] += 1;
    }

    /// Gives the nodes with one number that are joined to a node another one.
    fn spread(&mut self, terrain: &Terrain, from: Node, label: Region, region: Region) {
        let offsets = terrain.offsets();
        self.stack.push(from);
        while let Some(node) = self.stack.pop() {
            let moves = terrain.moves(node);
            for direction in Direction::ALL.into_iter().filter(|d| moves & d.bit() != 0) {
                let beside = node.wrapping_add_signed(offsets[direction as usize]);
                if self.labels[beside as usize] == label {
                    self.relabel(beside, region);
                    self.stack.push(beside);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Bounds, Cell, CornerRule, Dice, Ground};

    /// The same cells are connected, and the regions have the same sizes.
    fn assert_equal(terrain: &Terrain, repaired: &Regions, case: &str) {
        let fresh = Regions::of(terrain);
        assert_eq!(repaired.count(), fresh.count(), "{case}");
        let mut names = std::collections::BTreeMap::new();
        for cell in terrain.bounds().cells() {
            let (a, b) = (repaired.region(terrain, cell), fresh.region(terrain, cell));
            assert_eq!(*names.entry(b).or_insert(a), a, "{case}: {cell}");
            assert_eq!(repaired.size(a), fresh.size(b), "{case}: {cell}");
        }
        let different: std::collections::BTreeSet<Region> = names.values().copied().collect();
        assert_eq!(different.len(), names.len(), "{case}");
    }

    #[test]
    fn repaired_regions_are_those_of_a_flood_fill() {
        let mut dice = Dice::new(3, 1);
        let mut repaired_at_all = 0;
        for corners in CornerRule::ALL {
            for full in [2, 5, 8] {
                let bounds = Bounds::new(40, 30);
                let mut terrain = Terrain::open(bounds, corners);
                let mut regions = Regions::of(&terrain);
                for round in 0..150 {
                    // A stroke of one kind of ground, or single cells of both.
                    let (x, y) = (dice.below(40), dice.below(30));
                    let wall = dice.below(10) < full;
                    for step in 0..dice.below(14) {
                        let stroke = dice.below(3) > 0;
                        let cell = match stroke {
                            true => Cell::new(x + step, y + step / 2),
                            false => Cell::new(dice.below(40), dice.below(30)),
                        };
                        terrain.set_ground(cell, if wall { Ground::Wall } else { Ground::Floor });
                    }
                    let known = terrain.changes_since(regions.revision_known()).is_some();
                    repaired_at_all += usize::from(known);
                    regions.refresh(&terrain);
                    assert_equal(&terrain, &regions, &format!("{corners:?} {full} {round}"));
                }
            }
        }
        assert!(repaired_at_all > 1000, "{repaired_at_all}");
    }

    #[test]
    fn a_map_that_is_cut_and_joined_again_has_the_same_regions() {
        let mut terrain = Terrain::open(Bounds::new(50, 50), CornerRule::BothSidesFree);
        let mut regions = Regions::of(&terrain);
        for ground in [Ground::Wall, Ground::Floor, Ground::Wall] {
            for y in 0..50 {
                terrain.set_ground(Cell::new(20, y), ground);
                regions.refresh(&terrain);
                assert_equal(&terrain, &regions, &format!("{ground:?} down to {y}"));
            }
        }
        assert_eq!(regions.count(), 2);
    }

    #[test]
    fn a_terrain_that_was_put_back_is_not_taken_for_the_one_that_was_known() {
        let mut terrain = Terrain::open(Bounds::new(9, 9), CornerRule::Free);
        let earlier = terrain.clone();
        let mut regions = Regions::of(&terrain);
        terrain.set_ground(Cell::new(4, 4), Ground::Wall);
        regions.refresh(&terrain);
        assert!(earlier.changes_since(terrain.revision()).is_none());
        regions.refresh(&earlier);
        assert_equal(&earlier, &regions, "put back");
    }
}
