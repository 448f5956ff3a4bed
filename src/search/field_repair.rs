//! A distance field after a change of the ground, without a search over the whole map.
//!
//! G. Ramalingam, T. Reps, "An incremental algorithm for a generalization of the shortest-path problem", Journal of
//! Algorithms 21, 1996. First, in the order of their distances, the nodes whose distance grew are found: those whose step
//! towards the goal is gone, and that have no other step of the same cost to a node that keeps its distance. They are
//! forgotten. Then a search starts from the nodes around them and around the changed cells, and goes on as long as it finds
//! shorter paths. The result is the field of a fresh search that settled as far as this one.
//!
//! Differs: nodes wait in buckets instead of a heap, as in the search itself. That search skips the moves that canonical
//! ordering rules out, by the step that led to a node. So every node that gets another step, or that lies beside a changed cell, is
//! expanded again, with all its moves.
//!
//! Costs about 100 ns for each node whose distance changed, a search from the start 10 to 20 ns for each node. So a repair that
//! would have to forget too many nodes is given up. Measured by `cargo bench --bench painting`.

use super::DistanceField;
use super::distance_field::{BUCKET_BITS, RING, WRAPS};
use super::fixed_point::COSTS;
use crate::grid::{Direction, Node, Terrain};

/// A repair is given up when more than this part of all settled nodes is forgotten.
const MAX_PART: usize = 8;
/// Number of nodes that may be forgotten in any case.
const FEW: usize = 256;

/// Memory that is used again from repair to repair.
#[derive(Clone, Debug, Default)]
pub(super) struct RepairMemory {
    wave: Wave,
    /// The nodes around changed cells.
    beside: Vec<Node>,
    /// The nodes that were forgotten.
    forgotten: Vec<Node>,
    /// The nodes that another step leads to.
    turned: Vec<Node>,
}

/// The bucket of a cost.
fn bucket(g: u32) -> u32 {
    g >> BUCKET_BITS
}

/// Nodes in the order of their buckets.
#[derive(Clone, Debug, Default)]
struct Wave {
    /// Nodes to begin with, whatever their buckets; those with the lowest come last.
    first: Vec<(u32, Node)>,
    /// Nodes of the next buckets.
    ring: [Vec<Node>; RING],
    bucket: u32,
}

impl Wave {
    /// Starts once all nodes to begin with are in `first`.
    fn start(&mut self) {
        self.first.sort_unstable_by(|a, b| b.cmp(a));
        self.bucket = self.first.last().map_or(0, |first| first.0);
    }

    fn push(&mut self, bucket: u32, node: Node) {
        self.ring[bucket as usize % RING].push(node);
    }

    fn pop(&mut self) -> Option<Node> {
        loop {
            if let Some(node) = self.ring[self.bucket as usize % RING].pop() {
                return Some(node);
            }
            if let Some((_, node)) = self.first.pop_if(|first| first.0 == self.bucket) {
                return Some(node);
            }
            self.bucket = match self.first.last() {
                next if self.ring.iter().all(Vec::is_empty) => next?.0,
                _ => self.bucket + 1,
            };
        }
    }

    fn clear(&mut self) {
        self.first.clear();
        self.ring.iter_mut().for_each(Vec::clear);
    }
}

impl DistanceField {
    /// Brings the field up to date with the ground: as far as it was settled, it is what a new one would be. Returns whether that
    /// was possible and worth it; otherwise the field must be computed again.
    pub fn repair(&mut self, terrain: &Terrain) -> bool {
        let Some(root) = self.goal.filter(|&goal| terrain.is_passable(goal)) else {
            return false;
        };
        if self.bucket + RING as u64 > WRAPS {
            return false;
        }
        let Some(changes) = terrain.changes_since(self.revision) else { return false };
        let mut memory = std::mem::take(&mut self.repair);
        memory.clear();
        let offsets = terrain.offsets();
        for node in changes {
            let around = offsets.map(|offset| node.wrapping_add_signed(offset));
            memory.beside.extend(around.into_iter().chain([node]));
        }
        memory.beside.sort_unstable();
        memory.beside.dedup();
        let repaired = self.forget_longer(terrain, terrain.node(root), &mut memory);
        if repaired {
            self.search_again(terrain, &mut memory);
            self.revision = terrain.revision();
        } else {
            self.goal = None;
        }
        self.repair = memory;
        repaired
    }

    /// Forgets the nodes whose distance grew. Returns false if there are too many.
    fn forget_longer(&mut self, terrain: &Terrain, root: Node, memory: &mut RepairMemory) -> bool {
        let offsets = terrain.offsets();
        let most = FEW.max(self.compact.expanded.len() / MAX_PART);
        let RepairMemory { wave, beside, forgotten, turned } = memory;
        let compact = &mut self.compact;
        let touched = beside.iter().filter_map(|&node| Some((bucket(compact.cost(node)?), node)));
        wave.first.extend(touched.filter(|&(_, node)| node != root));
        wave.start();
        while let Some(node) = wave.pop() {
            let Some(g) = compact.cost(node) else { continue };
            let leads_here = |direction: usize| {
                let from = node.wrapping_sub(offsets[direction] as u32);
                terrain.moves(from) & 1 << direction != 0
                    && compact.is_expanded(from)
                    && compact.cost(from).is_some_and(|cost| cost + COSTS[direction] == g)
            };
            if leads_here(compact.step(node)) {
                continue;
            }
            if let Some(other) = (0..Direction::ALL.len()).find(|&direction| leads_here(direction))
            {
                compact.set_step(node, other);
                turned.push(node);
                continue;
            }
            compact.forget(node);
            forgotten.push(node);
            if forgotten.len() > most {
                return false;
            }
            for (direction, offset) in offsets.into_iter().enumerate() {
                let next = node.wrapping_add_signed(offset);
                if let Some(g) = compact.cost(next)
                    && compact.step(next) == direction
                    && next != root
                {
                    wave.push(bucket(g), next);
                }
            }
        }
        true
    }

    /// Finds the distances of forgotten nodes, and shorter ones through opened cells.
    fn search_again(&mut self, terrain: &Terrain, memory: &mut RepairMemory) {
        let offsets = terrain.offsets();
        let settled = self.bucket as u32;
        let RepairMemory { wave, beside, forgotten, turned } = memory;
        let compact = &mut self.compact;
        // Of the waiting nodes, those that are still touched and not further than before.
        for (place, nodes) in self.buckets.iter_mut().enumerate() {
            nodes.retain(|&node| {
                let cost = compact.cost(node).filter(|_| !compact.is_expanded(node));
                cost.is_some_and(|g| bucket(g) as usize % RING == place)
            });
        }
        for &node in forgotten.iter().filter(|&&node| terrain.is_open(node)) {
            for (direction, offset) in offsets.into_iter().enumerate() {
                let from = node.wrapping_sub(offset as u32);
                if terrain.moves(from) & 1 << direction != 0
                    && compact.is_expanded(from)
                    && let Some(g) = compact.cost(from)
                {
                    compact.improve(node, direction, g + COSTS[direction]);
                }
            }
            match compact.cost(node).map(bucket) {
                Some(place) if place < settled => wave.first.push((place, node)),
                Some(place) => self.buckets[place as usize % RING].push(node),
                None => {}
            }
        }
        for &node in beside.iter().chain(&*turned) {
            if compact.is_expanded(node)
                && let Some(g) = compact.cost(node)
            {
                compact.reopen(node);
                wave.first.push((bucket(g), node));
            }
        }
        wave.start();
        while let Some(node) = wave.pop() {
            let Some(g) = compact.finish(node) else { continue };
            let mut moves = terrain.moves(node);
            while moves != 0 {
                let direction = moves.trailing_zeros() as usize;
                moves &= moves - 1;
                let next = node.wrapping_add_signed(offsets[direction]);
                let g = g + COSTS[direction];
                if compact.improve(next, direction, g) {
                    let place = bucket(g);
                    if place < settled {
                        wave.push(place, next);
                    } else {
                        self.buckets[place as usize % RING].push(next);
                    }
                }
            }
        }
    }
}

impl RepairMemory {
    fn clear(&mut self) {
        self.wave.clear();
        self.beside.clear();
        self.forgotten.clear();
        self.turned.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Bounds, Cell, CornerRule, Dice, Ground, MapKind, generate};
    use crate::search::check_path;

    /// Whether a field holds what a new one does: the same distances wherever it is settled, and everywhere once it is settled
    /// everywhere; and paths that are as long as their distances.
    fn assert_equal(terrain: &Terrain, field: &DistanceField, goal: Cell, case: &str) {
        let mut fresh = DistanceField::default();
        fresh.begin(terrain, goal);
        fresh.settle_all(terrain);
        let mut whole = field.clone();
        whole.settle_all(terrain);
        for cell in terrain.bounds().cells() {
            let expected = fresh.distance(terrain, cell);
            assert_eq!(whole.distance(terrain, cell), expected, "{case}: {cell}");
            let known = field.distance(terrain, cell);
            assert!(known.is_none() || known == expected, "{case}: {cell}");
            if let Some(path) = field.path(terrain, cell) {
                assert!(check_path(terrain, &path, cell, goal).is_ok(), "{case}: {cell}");
                assert_eq!(Some(path.length()), expected, "{case}: {cell}");
            }
        }
    }

    #[test]
    fn repaired_fields_are_those_of_a_search_from_the_start() {
        let mut dice = Dice::new(15, 2);
        let (mut repaired, mut partly) = (0, 0);
        for corners in CornerRule::ALL {
            for kind in 0..4 {
                let bounds = Bounds::new(40, 30);
                let mut terrain = Terrain::open(bounds, corners);
                let mut field = DistanceField::default();
                for round in 0..150 {
                    // A stroke of one kind of ground, or single cells of both.
                    let (x, y, step) = (dice.below(40), dice.below(30), dice.below(3) - 1);
                    let wall = dice.below(10) < 2 + 2 * kind;
                    let stroke = dice.below(3) > 0;
                    for place in 0..dice.below(14) {
                        let cell = match stroke {
                            true => Cell::new(x + place * step, y + place),
                            false => Cell::new(dice.below(40), dice.below(30)),
                        };
                        terrain.set_ground(cell, if wall { Ground::Wall } else { Ground::Floor });
                    }
                    let case = format!("{corners:?}, {kind}, round {round}");
                    match field.goal() {
                        Some(goal) if round % 10 > 0 && field.repair(&terrain) => {
                            repaired += 1;
                            assert!(field.is_current(&terrain, goal));
                            assert_equal(&terrain, &field, goal, &case);
                        }
                        _ => {
                            let goal = Cell::new(dice.below(40), dice.below(30));
                            field.begin(&terrain, goal);
                        }
                    }
                    // Sometimes more of it is needed than before.
                    if dice.below(2) == 0 {
                        let cell = Cell::new(dice.below(40), dice.below(30));
                        partly += usize::from(field.settle(&terrain, cell));
                    }
                }
            }
        }
        assert!(repaired > 600 && partly > 300, "{repaired}, {partly}");
    }

    #[test]
    fn a_field_of_a_large_map_is_repaired_and_one_whose_goal_is_walled_in_is_not() {
        let mut terrain = generate(MapKind::Scatter, Bounds::new(200, 160), 3);
        let goal = terrain.bounds().cells().find(|&cell| terrain.is_open_around(cell));
        let goal = goal.expect("open ground");
        let mut field = DistanceField::default();
        field.begin(&terrain, goal);
        field.settle_all(&terrain);
        for step in 0..20 {
            for ground in [Ground::Wall, Ground::Floor] {
                terrain.set_ground(Cell::new(100, 60 + step), ground);
                assert!(field.repair(&terrain), "step {step}, {ground:?}");
                assert_equal(&terrain, &field, goal, &format!("step {step}, {ground:?}"));
            }
            terrain.set_ground(Cell::new(100, 60 + step), Ground::Wall);
        }
        let mut copy = field.clone();
        for cell in goal.neighbours() {
            terrain.set_ground(cell, Ground::Wall);
        }
        assert!(!copy.repair(&terrain), "almost all nodes are cut off");
        terrain.set_ground(goal, Ground::Wall);
        assert!(!field.repair(&terrain), "the goal itself is blocked");
    }
}
