//! The ground of an arena: what stands on each cell, and which steps are legal from it.
//!
//! Terrain is dense and padded by one blocked cell on every side, so that a search never asks whether
//! it is still on the map. Each cell keeps one byte of legal moves, brought up to date around a cell
//! whenever that cell changes.

mod stored;

use super::journal::Journal;
use super::jump_stops::JumpStops;
use super::{Bounds, Cell, CornerRule, Direction, Ground, Rectangle};
use serde::Deserialize;

/// Index of a cell in the padded grid; what searches use instead of a [`Cell`].
pub type Node = u32;

/// The ground of a grid with the legal moves from every cell.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "stored::Stored")]
pub struct Terrain {
    bounds: Bounds,
    corners: CornerRule,
    /// Padded; the padding is `Wall`.
    ground: Vec<Ground>,
    /// Padded; how many obstacles cover each cell.
    cover: Vec<u16>,
    /// Padded; one bit per legal [`Direction`].
    moves: Vec<u8>,
    /// The sum of the marks of all cells, see [`Terrain::mark`].
    marks: u64,
    /// Where straight runs of jump point search end.
    stops: JumpStops,
    /// The latest changes.
    journal: Journal,
    /// 2^[`INVERSE_BITS`] divided by the stride, rounded up: a product and a shift give the row of a node. 0 for maps too
    /// large for that.
    inverse: u64,
}

const INVERSE_BITS: u32 = 40;

fn inverse_of_stride(bounds: Bounds) -> u64 {
    let (stride, rows) = (u128::from(bounds.width) + 2, u128::from(bounds.height) + 2);
    let exact = stride * stride * rows < 1 << INVERSE_BITS;
    if exact { (1 << INVERSE_BITS) / stride as u64 + 1 } else { 0 }
}

/// The same size, corner rule, ground and obstacles.
impl PartialEq for Terrain {
    fn eq(&self, other: &Self) -> bool {
        self.bounds == other.bounds
            && self.corners == other.corners
            && self.ground == other.ground
            && self.cover == other.cover
    }
}

impl Terrain {
    /// Open ground everywhere.
    pub fn open(bounds: Bounds, corners: CornerRule) -> Self {
        Self::from_ground(bounds, corners, vec![Ground::Floor; bounds.area()])
    }

    /// Terrain from one kind of ground per cell, row by row.
    ///
    /// # Panics
    /// If the number of values is not the number of cells.
    pub fn from_ground(bounds: Bounds, corners: CornerRule, rows: Vec<Ground>) -> Self {
        assert_eq!(rows.len(), bounds.area(), "one kind of ground per cell");
        let stride = bounds.width as usize + 2;
        let padded = stride * (bounds.height as usize + 2);
        let mut ground = vec![Ground::Wall; padded];
        for (y, row) in rows.chunks_exact(bounds.width.max(1) as usize).enumerate() {
            let start = (y + 1) * stride + 1;
            ground[start..start + row.len()].copy_from_slice(row);
        }
        let mut terrain = Self {
            bounds,
            corners,
            ground,
            cover: vec![0; padded],
            moves: vec![0; padded],
            marks: 0,
            stops: JumpStops::new(bounds),
            journal: Journal::default(),
            inverse: inverse_of_stride(bounds),
        };
        terrain.refresh_all();
        terrain
    }

    /// Terrain drawn as text, for tests and small maps; letters as in [`Ground::from_letter`].
    ///
    /// # Panics
    /// If the rows differ in length or hold an unknown letter.
    pub fn from_text(corners: CornerRule, rows: &[&str]) -> Self {
        let width = rows.first().map_or(0, |r| r.chars().count());
        assert!(rows.iter().all(|r| r.chars().count() == width), "rows differ in length");
        let ground = rows
            .iter()
            .flat_map(|r| r.chars())
            .map(|c| Ground::from_letter(c).unwrap_or_else(|| panic!("unknown letter {c:?}")))
            .collect();
        Self::from_ground(Bounds::new(width as u32, rows.len() as u32), corners, ground)
    }

    /// Width and height.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// When diagonals are legal here.
    pub fn corners(&self) -> CornerRule {
        self.corners
    }

    /// Changes when diagonals are legal.
    pub fn set_corners(&mut self, corners: CornerRule) {
        if self.corners != corners {
            self.corners = corners;
            self.refresh_all();
        }
    }

    /// Identifies the content: equal terrains have equal revisions, others different ones. It is computed from the content,
    /// so a terrain that changes back, or is read from a file, has the revision that it had.
    pub fn revision(&self) -> u64 {
        self.revision_of(self.marks)
    }

    /// The revision of a terrain of this size and corner rule with other marks.
    fn revision_of(&self, marks: u64) -> u64 {
        let Bounds { width, height } = self.bounds;
        let size = u64::from(width) << 32 | u64::from(height);
        scramble(marks ^ scramble(size ^ (self.corners as u64) << 62))
    }

    /// The nodes whose ground or obstacles changed since an earlier revision, in order; a node may come several times. `None`
    /// if that revision is too long ago, or was one of another terrain.
    pub fn changes_since(&self, revision: u64) -> Option<impl Iterator<Item = Node>> {
        if revision == self.revision() {
            return Some(self.journal.since(None));
        }
        let place = self.journal.find(|marks| self.revision_of(marks) == revision)?;
        Some(self.journal.since(Some(place)))
    }

    /// What the cell is made of, whatever stands on it; `Wall` outside.
    pub fn ground(&self, cell: Cell) -> Ground {
        if self.bounds.contains(cell) {
            self.ground[self.node(cell) as usize]
        } else {
            Ground::Wall
        }
    }

    /// What stands on the cell of a node.
    #[inline]
    pub fn ground_of(&self, node: Node) -> Ground {
        self.ground[node as usize]
    }

    /// Whether a unit can stand on the cell.
    pub fn is_passable(&self, cell: Cell) -> bool {
        self.bounds.contains(cell) && self.is_open(self.node(cell))
    }

    /// Whether a unit can stand on the cell and on all eight around it.
    pub fn is_open_around(&self, cell: Cell) -> bool {
        // All eight steps are legal only where all eight cells are passable, whatever the corner rule.
        self.bounds.contains(cell) && self.moves(self.node(cell)) == u8::MAX
    }

    /// Whether an obstacle covers the cell.
    pub fn is_covered(&self, cell: Cell) -> bool {
        self.bounds.contains(cell) && self.cover[self.node(cell) as usize] > 0
    }

    /// Whether the cell would be passable without one of the things that cover it.
    pub fn is_covered_once(&self, cell: Cell) -> bool {
        self.ground(cell).is_passable()
            && self.bounds.contains(cell)
            && self.cover[self.node(cell) as usize] == 1
    }

    /// Changes what a cell is made of. Returns whether its passability changed; outside the grid
    /// nothing happens.
    pub fn set_ground(&mut self, cell: Cell, ground: Ground) -> bool {
        self.edit(cell, |ground_here, _| *ground_here = ground)
    }

    /// Stamps one more obstacle onto a cell. Returns whether its passability changed.
    pub fn cover(&mut self, cell: Cell) -> bool {
        self.edit(cell, |_, cover| *cover = cover.saturating_add(1))
    }

    /// Lifts one obstacle off a cell. Returns whether its passability changed.
    pub fn uncover(&mut self, cell: Cell) -> bool {
        self.edit(cell, |_, cover| *cover = cover.saturating_sub(1))
    }

    /// Whether a step from a cell is legal.
    pub fn allows(&self, from: Cell, direction: Direction) -> bool {
        self.bounds.contains(from) && self.moves(self.node(from)) & direction.bit() != 0
    }

    /// Whether all cells of a path can be stood on, and all of its steps from cell to neighbouring cell are legal.
    pub fn can_walk(&self, way: &[Cell]) -> bool {
        // A legal step leads from a passable cell to a passable cell.
        let legal = |step: &[Cell]| match Direction::between(step[0], step[1]) {
            Some(direction) => self.allows(step[0], direction),
            None => self.is_passable(step[0]) && self.is_passable(step[1]),
        };
        way.windows(2).all(legal) && (way.len() != 1 || self.is_passable(way[0]))
    }

    /// The number of cells that units can stand on.
    pub fn passable_count(&self) -> usize {
        self.bounds.cells().filter(|&c| self.is_passable(c)).count()
    }

    /// The padded index of a cell inside the grid.
    pub fn node(&self, cell: Cell) -> Node {
        debug_assert!(self.bounds.contains(cell), "{cell} lies outside the grid");
        (cell.y + 1) as u32 * self.stride() + (cell.x + 1) as u32
    }

    /// The cell of a padded index.
    #[inline]
    pub fn cell(&self, node: Node) -> Cell {
        let stride = self.stride();
        let row = match self.inverse {
            0 => node / stride,
            inverse => ((u64::from(node) * inverse) >> INVERSE_BITS) as u32,
        };
        Cell::new((node - row * stride) as i32 - 1, row as i32 - 1)
    }

    /// Number of padded indices; the size of arrays that are indexed by [`Node`].
    pub fn node_count(&self) -> usize {
        self.ground.len()
    }

    /// Columns of the padded grid.
    pub fn stride(&self) -> u32 {
        self.bounds.width + 2
    }

    /// The legal moves from a node, one bit per [`Direction`].
    pub fn moves(&self, node: Node) -> u8 {
        self.moves[node as usize]
    }

    /// The legal moves of all nodes.
    pub fn all_moves(&self) -> &[u8] {
        &self.moves
    }

    /// Where straight runs of jump point search end.
    pub(crate) fn jump_stops(&self) -> &JumpStops {
        &self.stops
    }

    /// What has to be added to a node to step in each direction.
    pub fn offsets(&self) -> [i32; 8] {
        let stride = self.stride() as i32;
        Direction::ALL.map(|d| {
            let (dx, dy) = d.offset();
            dy * stride + dx
        })
    }

    /// Whether a node is passable. The padding never is.
    pub fn is_open(&self, node: Node) -> bool {
        self.ground[node as usize].is_passable() && self.cover[node as usize] == 0
    }

    fn edit(&mut self, cell: Cell, change: impl FnOnce(&mut Ground, &mut u16)) -> bool {
        if !self.bounds.contains(cell) {
            return false;
        }
        let node = self.node(cell);
        let was_open = self.is_open(node);
        let before = self.marks;
        self.marks = self.marks.wrapping_sub(self.mark(node));
        change(&mut self.ground[node as usize], &mut self.cover[node as usize]);
        self.marks = self.marks.wrapping_add(self.mark(node));
        if self.marks != before {
            self.journal.add(before, node);
        }
        let changed = was_open != self.is_open(node);
        if changed {
            for near in Rectangle::new(Cell::new(cell.x - 1, cell.y - 1), 3, 3).cells() {
                if self.bounds.contains(near) {
                    self.refresh_moves(self.node(near));
                }
            }
        }
        changed
    }

    fn refresh_all(&mut self) {
        self.marks = 0;
        self.journal = Journal::default();
        for cell in self.bounds.cells() {
            let node = self.node(cell);
            self.refresh_moves(node);
            self.marks = self.marks.wrapping_add(self.mark(node));
        }
    }

    /// A number for a cell and its content; 0 for open floor. The sum over all cells identifies the content of the grid.
    fn mark(&self, node: Node) -> u64 {
        match (self.ground[node as usize], self.cover[node as usize]) {
            (Ground::Floor, 0) => 0,
            (ground, cover) => {
                scramble(u64::from(node) << 24 | u64::from(cover) << 8 | (ground as u64 + 1))
            }
        }
    }

    fn refresh_moves(&mut self, node: Node) {
        let moves = if self.is_open(node) { self.legal_moves(node) } else { 0 };
        self.moves[node as usize] = moves;
        let cell = self.cell(node);
        self.stops.set(cell, self.corners, moves);
    }

    fn legal_moves(&self, node: Node) -> u8 {
        let open = |dx: i32, dy: i32| {
            self.is_open(node.wrapping_add_signed(dy * self.stride() as i32 + dx))
        };
        let mut moves = 0;
        for d in Direction::ALL {
            let (dx, dy) = d.offset();
            let corner_ok = !d.is_diagonal()
                || match self.corners {
                    CornerRule::Free => true,
                    CornerRule::NotBetweenTwo => open(dx, 0) || open(0, dy),
                    CornerRule::BothSidesFree => open(dx, 0) && open(0, dy),
                };
            if corner_ok && open(dx, dy) {
                moves |= d.bit();
            }
        }
        moves
    }
}

/// A number that looks random, and differs for every number (the finaliser of SplitMix64).
fn scramble(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

#[cfg(test)]
#[path = "terrain_tests.rs"]
mod tests;
