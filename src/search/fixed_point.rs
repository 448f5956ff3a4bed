//! The shared base of the fast search and the distance field: fixed-point costs, a node record of eight bytes, and the
//! expansion of a node along canonical moves.

use super::nodes::next_generation;
use crate::grid::{Cell, Direction, MoveTable, Node, Terrain, canonical_moves};
use std::f64::consts::SQRT_2;

/// Cost of a straight step.
pub(super) const STRAIGHT: u32 = 13_860;

/// Cost of a diagonal step. 19601 / 13860 is a convergent of the square root of 2 (19601^2 = 2 x 13860^2 + 1). So two
/// paths compare like their true lengths unless their numbers of diagonal steps differ by 13860 or more. Even then the
/// error is below 0.0001 cells.
pub(super) const DIAGONAL: u32 = 19_601;

/// The cost of each direction.
pub(super) const COSTS: [u32; 8] = {
    let mut costs = [STRAIGHT; 8];
    let mut i = 0;
    while i < 8 {
        if Direction::ALL[i].is_diagonal() {
            costs[i] = DIAGONAL;
        }
        i += 1;
    }
    costs
};

/// The bits of the diagonal moves.
const DIAGONALS: u8 = Direction::NorthWest.bit()
    | Direction::SouthWest.bit()
    | Direction::NorthEast.bit()
    | Direction::SouthEast.bit();

/// Cost of the shortest path on an empty grid.
#[inline]
pub(super) fn octile(a: Cell, b: Cell) -> u32 {
    let (dx, dy) = (a.x.abs_diff(b.x), a.y.abs_diff(b.y));
    STRAIGHT * dx.max(dy) + (DIAGONAL - STRAIGHT) * dx.min(dy)
}

/// The length in cells of a cost. Exact up to 13859 diagonal steps.
pub(super) fn length(cost: u32) -> f64 {
    length_with(cost, SQRT_2)
}

/// Like [`length`], given the length of a diagonal step.
#[inline]
pub(super) fn length_with(cost: u32, diagonal_length: f64) -> f64 {
    // 19601 is its own inverse modulo 13860, so this product recovers the number of diagonal steps.
    let diagonal = u64::from(cost) * u64::from(DIAGONAL % STRAIGHT) % u64::from(STRAIGHT);
    match u64::from(cost).checked_sub(diagonal * u64::from(DIAGONAL)) {
        Some(rest) => (rest / u64::from(STRAIGHT)) as f64 + diagonal as f64 * diagonal_length,
        None => f64::from(cost) / f64::from(STRAIGHT),
    }
}

/// The search data of a node.
#[derive(Clone, Copy, Debug, Default)]
struct Record {
    /// Cost so far. It may wrap around on paths of more than 300,000 cells. Costs of one node are compared by their
    /// difference, which is always small while the node is open.
    g: u32,
    /// From the upper bits down: generation, flag "is expanded", direction of the step that led here.
    tag: u32,
}

const EXPANDED: u32 = 8;
const DIRECTION: u32 = 7;
const GENERATION_SHIFT: u32 = 4;

/// The records of all nodes.
#[derive(Clone, Debug, Default)]
pub(super) struct Compact {
    records: Vec<Record>,
    generation: u32,
    /// In order of expansion.
    pub(super) expanded: Vec<Node>,
    pub(super) generated: u64,
}

/// The data of a terrain that expansion needs.
pub(super) struct Steps<'a> {
    moves: &'a [u8],
    table: &'static MoveTable,
    offsets: [i32; 8],
}

impl<'a> Steps<'a> {
    pub(super) fn of(terrain: &'a Terrain) -> Self {
        Self {
            moves: terrain.all_moves(),
            table: canonical_moves(terrain.corners()),
            offsets: terrain.offsets(),
        }
    }
}

impl Compact {
    /// Clears everything and enters `root` with cost 0.
    pub(super) fn begin(&mut self, terrain: &Terrain, root: Node) {
        if self.records.len() < terrain.node_count() {
            self.records.resize(terrain.node_count(), Record::default());
        }
        self.generation = next_generation(self.generation, u32::MAX >> GENERATION_SHIFT, || {
            self.records.fill(Record::default());
        });
        self.expanded.clear();
        self.generated = 1;
        self.records[root as usize] = Record { g: 0, tag: self.generation << GENERATION_SHIFT };
    }

    /// Expands a node whose cost is final, unless it is expanded already. Calls `enter` with node, direction and cost
    /// for every neighbour that gets a better path.
    #[inline(always)]
    pub(super) fn expand(
        &mut self,
        steps: &Steps,
        node: Node,
        mut enter: impl FnMut(Node, usize, u32),
    ) {
        let record = &mut self.records[node as usize];
        if record.tag & EXPANDED != 0 {
            return;
        }
        record.tag |= EXPANDED;
        let Record { g, tag } = *record;
        let legal = steps.moves[node as usize];
        let is_root = self.expanded.is_empty();
        self.expanded.push(node);
        let moves =
            if is_root { legal } else { steps.table[(tag & DIRECTION) as usize][legal as usize] };
        let fresh = self.generation << GENERATION_SHIFT;
        let mut consider = |direction: usize| {
            let next = node.wrapping_add_signed(steps.offsets[direction]);
            let g = g.wrapping_add(COSTS[direction]);
            let record = &mut self.records[next as usize];
            let better = record.tag < fresh
                || record.tag & EXPANDED == 0 && (g.wrapping_sub(record.g) as i32) < 0;
            if better {
                *record = Record { g, tag: fresh | direction as u32 };
                self.generated += 1;
                enter(next, direction, g);
            }
        };
        // Straight moves first: if the queue is last in, first out, canonical paths (diagonal first) then run to the
        // goal without filling the space between.
        for mut group in [moves & !DIAGONALS, moves & DIAGONALS] {
            while group != 0 {
                consider(group.trailing_zeros() as usize);
                group &= group - 1;
            }
        }
    }

    /// The cost of a node that the search has touched.
    pub(super) fn cost(&self, node: Node) -> Option<u32> {
        let record = self.records.get(node as usize)?;
        (self.generation > 0 && record.tag >> GENERATION_SHIFT == self.generation)
            .then_some(record.g)
    }

    /// The cost of a node that has been expanded, which is final.
    #[inline]
    pub(super) fn final_cost(&self, node: Node) -> Option<u32> {
        let record = self.records.get(node as usize)?;
        let expanded = self.generation << GENERATION_SHIFT | EXPANDED;
        (record.tag & !DIRECTION == expanded).then_some(record.g)
    }

    /// Whether a node has been expanded, and so has its final cost.
    pub(super) fn is_expanded(&self, node: Node) -> bool {
        self.cost(node).is_some() && self.records[node as usize].tag & EXPANDED != 0
    }

    /// The direction of the step that led to a touched node.
    pub(super) fn step(&self, node: Node) -> usize {
        (self.records[node as usize].tag & DIRECTION) as usize
    }

    /// Lets another step of the same cost lead to a touched node.
    pub(super) fn set_step(&mut self, node: Node, direction: usize) {
        let tag = &mut self.records[node as usize].tag;
        *tag = *tag & !DIRECTION | direction as u32;
    }

    /// Forgets a node, as if the search had not come there.
    pub(super) fn forget(&mut self, node: Node) {
        self.records[node as usize] = Record::default();
    }

    /// Lets an expanded node be expanded again.
    pub(super) fn reopen(&mut self, node: Node) {
        self.records[node as usize].tag &= !EXPANDED;
    }

    /// Enters a node with a cost if that is less than the one that it has. Returns whether it is.
    pub(super) fn improve(&mut self, node: Node, direction: usize, g: u32) -> bool {
        let better = self.cost(node).is_none_or(|known| g < known);
        if better {
            let tag = self.generation << GENERATION_SHIFT | direction as u32;
            self.records[node as usize] = Record { g, tag };
            self.generated += 1;
        }
        better
    }

    /// Marks a node as expanded, unless it is already. Returns its cost if it was not.
    pub(super) fn finish(&mut self, node: Node) -> Option<u32> {
        let g = self.cost(node)?;
        let tag = &mut self.records[node as usize].tag;
        let is_new = *tag & EXPANDED == 0;
        *tag |= EXPANDED;
        is_new.then(|| {
            self.expanded.push(node);
            g
        })
    }

    /// The cells from a touched node back to the root, both included.
    pub(super) fn walk_back(&self, terrain: &Terrain, from: Node) -> Vec<Cell> {
        let (Some(&root), Some(cost)) = (self.expanded.first(), self.cost(from)) else {
            return Vec::new();
        };
        let offsets = terrain.offsets();
        let steps = Direction::ALL.map(Direction::offset);
        let mut node = from;
        let mut cell = terrain.cell(node);
        // Enough for straight steps only, unless the cost has wrapped around.
        let mut cells = Vec::with_capacity((cost / STRAIGHT) as usize + 1);
        cells.push(cell);
        while node != root {
            let direction = (self.records[node as usize].tag & DIRECTION) as usize;
            node = node.wrapping_sub(offsets[direction] as u32);
            let (dx, dy) = steps[direction];
            cell = Cell::new(cell.x - dx, cell.y - dy);
            cells.push(cell);
        }
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_give_their_exact_lengths_back() {
        for (straight, diagonal) in [(0, 0), (1, 0), (0, 1), (700, 13), (3, 2000), (90_000, 13_859)]
        {
            let cost = straight * STRAIGHT + diagonal * DIAGONAL;
            assert_eq!(length(cost), f64::from(straight) + f64::from(diagonal) * SQRT_2);
        }
    }

    #[test]
    fn records_are_forgotten_when_generations_run_out() {
        use crate::grid::{Bounds, CornerRule};
        let terrain = Terrain::open(Bounds::new(3, 3), CornerRule::Free);
        let mut compact =
            Compact { generation: (u32::MAX >> GENERATION_SHIFT) - 1, ..Compact::default() };
        for root in [6, 7, 8] {
            compact.begin(&terrain, root);
            assert_eq!((6..9).filter(|&n| compact.cost(n).is_some()).collect::<Vec<_>>(), [root]);
        }
    }
}
