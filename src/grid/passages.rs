//! Passages: places where walls stand close on both sides.
//!
//! A cell is narrow if walls stand on both sides of it: left and right or above and below, with at most some cells between
//! them, or at two opposite corners (1.4 cells of room). Narrow cells that are joined by legal steps form a passage. Where three
//! corridors one cell wide meet, units can make room, so such a cell is not part of one. The cells around a passage that can be stepped on from it are its mouths,
//! one for each group of neighbours. A passage has at least two; a dead end is none.
//!
//! Whether a cell is narrow depends on the cells around it only. So after a change of the ground only the passages near the
//! changed cells are found again.

use super::{Bounds, Cell, CornerRule, Direction, Terrain};
use std::collections::{BTreeMap, BTreeSet};

/// Room between two walls at opposite corners of a cell, in cells.
const DIAGONAL: f32 = std::f32::consts::SQRT_2;
/// Passages are found again if they are as close to a changed cell as they are wide and this much more, in cells.
const NEAR: i32 = 2;

/// A passage.
#[derive(Clone, Debug, PartialEq)]
pub struct Passage {
    /// Room between the walls where it is narrowest, in cells.
    pub width: f32,
    /// Its cells, sorted.
    pub cells: Vec<Cell>,
    /// The cells before it, sorted, each with the number of its mouth.
    mouths: Vec<(Cell, u8)>,
}

impl Passage {
    /// The mouth that a cell before the passage belongs to.
    pub fn mouth(&self, cell: Cell) -> Option<u8> {
        let place = self.mouths.binary_search_by_key(&cell, |(cell, _)| *cell).ok()?;
        Some(self.mouths[place].1)
    }

    /// The number of mouths.
    pub fn mouth_count(&self) -> usize {
        self.mouths.iter().map(|(_, mouth)| usize::from(*mouth) + 1).max().unwrap_or(0)
    }
}

/// The passages of a map.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Passages {
    /// Cells between the walls of the widest passages.
    most: i32,
    bounds: Option<Bounds>,
    corners: CornerRule,
    revision: u64,
    /// By cell: the first cell of its passage.
    owners: BTreeMap<Cell, Cell>,
    /// By first cell.
    list: BTreeMap<Cell, Passage>,
}

impl Passages {
    /// The passages of a map with at most some cells between their walls.
    pub fn of(terrain: &Terrain, most: u8) -> Self {
        let mut passages = Self::up_to(most);
        passages.refresh(terrain);
        passages
    }

    /// To be found by [`refresh`](Self::refresh): passages with at most some cells between their walls.
    pub fn up_to(most: u8) -> Self {
        Self { most: i32::from(most), ..Self::default() }
    }

    /// The passages with their first cells.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, &Passage)> {
        self.list.iter().map(|(&first, passage)| (first, passage))
    }

    /// The passage that a cell is part of, with its first cell.
    pub fn at(&self, cell: Cell) -> Option<(Cell, &Passage)> {
        let first = *self.owners.get(&cell)?;
        Some((first, self.list.get(&first)?))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Brings the passages up to date with the ground.
    pub fn refresh(&mut self, terrain: &Terrain) {
        let bounds = terrain.bounds();
        let known = self.bounds == Some(bounds) && self.corners == terrain.corners();
        if known && self.revision == terrain.revision() {
            return;
        }
        let before = std::mem::replace(&mut self.revision, terrain.revision());
        let changes = terrain.changes_since(before).filter(|_| known);
        let Some(changes) = changes else {
            self.bounds = Some(bounds);
            self.corners = terrain.corners();
            self.owners.clear();
            self.list.clear();
            let narrow = bounds.cells().filter(|&cell| width(terrain, cell, self.most).is_some());
            let seeds: BTreeSet<Cell> = narrow.collect();
            self.find(terrain, seeds);
            return;
        };
        let mut seeds = BTreeSet::new();
        for cell in changes.map(|node| terrain.cell(node)) {
            let near = self.most + NEAR;
            let around = (-near..=near)
                .flat_map(|dy| (-near..=near).map(move |dx| (dx, dy)))
                .map(|(dx, dy)| Cell::new(cell.x + dx, cell.y + dy));
            seeds.extend(around.filter(|&cell| bounds.contains(cell)));
        }
        // All of a passage near a change is found again, also its cells further away.
        let stale: BTreeSet<Cell> =
            seeds.iter().filter_map(|cell| self.owners.get(cell).copied()).collect();
        for first in stale {
            self.forget(first, &mut seeds);
        }
        seeds.retain(|&cell| width(terrain, cell, self.most).is_some());
        self.find(terrain, seeds);
    }

    fn forget(&mut self, first: Cell, cells: &mut BTreeSet<Cell>) {
        let Some(passage) = self.list.remove(&first) else { return };
        for cell in passage.cells {
            self.owners.remove(&cell);
            cells.insert(cell);
        }
    }

    /// Finds the passages that contain some narrow cells.
    fn find(&mut self, terrain: &Terrain, mut seeds: BTreeSet<Cell>) {
        while let Some(seed) = seeds.pop_first() {
            let mut narrowest = f32::INFINITY;
            let mut cells = BTreeSet::from([seed]);
            let mut mouths = BTreeSet::new();
            let mut open = vec![seed];
            while let Some(cell) = open.pop() {
                narrowest = narrowest.min(width(terrain, cell, self.most).unwrap_or(f32::INFINITY));
                for direction in Direction::ALL {
                    if !terrain.allows(cell, direction) {
                        continue;
                    }
                    let next = cell.step(direction);
                    if width(terrain, next, self.most).is_none() {
                        mouths.insert(next);
                    } else if cells.insert(next) {
                        open.push(next);
                    }
                }
            }
            for cell in &cells {
                seeds.remove(cell);
                // A passage that was known joins a new one.
                if let Some(&first) = self.owners.get(cell) {
                    self.forget(first, &mut BTreeSet::new());
                }
            }
            let mouths = numbered(terrain, mouths);
            let count = mouths.iter().map(|(_, mouth)| *mouth).max().unwrap_or(0);
            if count == 0 {
                continue;
            }
            let first = *cells.first().unwrap_or(&seed);
            self.owners.extend(cells.iter().map(|&cell| (cell, first)));
            let cells = cells.into_iter().collect();
            self.list.insert(first, Passage { width: narrowest, cells, mouths });
        }
    }
}

/// Numbers groups of neighbouring cells, in the order of their first cells.
fn numbered(terrain: &Terrain, cells: BTreeSet<Cell>) -> Vec<(Cell, u8)> {
    let mut numbers: BTreeMap<Cell, u8> = BTreeMap::new();
    let mut mouth = 0u8;
    for &cell in &cells {
        if numbers.contains_key(&cell) {
            continue;
        }
        let mut open = vec![cell];
        numbers.insert(cell, mouth);
        while let Some(cell) = open.pop() {
            let allowed = Direction::ALL.into_iter().filter(|&d| terrain.allows(cell, d));
            for next in allowed.map(|d| cell.step(d)) {
                if cells.contains(&next) && !numbers.contains_key(&next) {
                    numbers.insert(next, mouth);
                    open.push(next);
                }
            }
        }
        mouth = mouth.saturating_add(1);
    }
    numbers.into_iter().collect()
}

/// The room between the walls on both sides of a cell, in cells; `None` if there are more than `most` cells between them.
fn width(terrain: &Terrain, cell: Cell, most: i32) -> Option<f32> {
    if !terrain.is_passable(cell) {
        return None;
    }
    let blocked = |dx: i32, dy: i32| !terrain.is_passable(Cell::new(cell.x + dx, cell.y + dy));
    let free =
        |dx: i32, dy: i32| (1..=most).take_while(|&n| !blocked(n * dx, n * dy)).count() as i32;
    let [west, east, north, south] = [(-1, 0), (1, 0), (0, -1), (0, 1)].map(|(x, y)| free(x, y));
    let ways = [west, east, north, south].into_iter().filter(|&way| way > 0).count();
    let across = (west + 1 + east).min(north + 1 + south);
    if across == 1 && ways < 3 {
        return Some(1.0);
    }
    let corners = (blocked(-1, -1) && blocked(1, 1)) || (blocked(1, -1) && blocked(-1, 1));
    if corners && ways < 3 {
        return Some(DIAGONAL);
    }
    (across > 1 && across <= most).then_some(across as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Ground;
    use proptest::prelude::*;

    fn terrain(rows: &[&str]) -> Terrain {
        Terrain::from_text(CornerRule::BothSidesFree, rows)
    }

    fn found(rows: &[&str]) -> Vec<(usize, f32, usize)> {
        let passages = Passages::of(&terrain(rows), 1);
        passages.iter().map(|(_, p)| (p.cells.len(), p.width, p.mouth_count())).collect()
    }

    #[test]
    fn a_gap_of_one_cell_is_a_passage_and_one_of_two_is_not() {
        assert_eq!(found(&[".....", "##.##", "##.##", "....."]), [(2, 1.0, 2)]);
        assert_eq!(found(&[".....", "##..#", "##..#", "....."]), []);
    }

    #[test]
    fn wider_passages_are_found_on_request() {
        let rows = [".....", "##..#", "##..#", "....."];
        let passages = Passages::of(&terrain(&rows), 3);
        let found: Vec<_> = passages.iter().map(|(_, p)| (p.cells.len(), p.width)).collect();
        assert_eq!(found, [(4, 2.0)]);
    }

    #[test]
    fn a_dead_end_is_no_passage() {
        assert_eq!(found(&[".....", "##.##", "##.##", "#####"]), []);
    }

    #[test]
    fn a_corridor_with_a_bend_is_one_passage_and_a_fork_parts_it() {
        let bend = ["...###", "...#..", "......", "...#..", "...###"];
        assert_eq!(found(&bend), [(1, 1.0, 2)]);
        let bent = ["....####", "....####", ".......#", "######.#", "####....", "####...."];
        assert_eq!(found(&bent), [(4, 1.0, 2)]);
        let fork = ["..####..", "........", "..#.##..", "..#.##..", "........", "........"];
        assert_eq!(found(&fork).len(), 3, "{:?}", found(&fork));
    }

    #[test]
    fn a_mouth_is_known_by_each_of_its_cells() {
        let terrain = terrain(&[".....", "##.##", "....."]);
        let passages = Passages::of(&terrain, 1);
        let (_, passage) = passages.at(Cell::new(2, 1)).unwrap();
        assert_eq!(passage.mouth(Cell::new(2, 0)), Some(0));
        assert_eq!(passage.mouth(Cell::new(2, 2)), Some(1));
        assert_eq!(passage.mouth(Cell::new(4, 2)), None);
        assert!(passages.at(Cell::new(2, 0)).is_none());
    }

    proptest! {
        #[test]
        fn painting_gives_the_same_passages_as_a_fresh_look(
            corners in 0..3usize,
            most in 1..4u8,
            walls in prop::collection::vec((0..14i32, 0..12i32), 20..90),
            strokes in prop::collection::vec((0..14i32, 0..12i32, any::<bool>()), 1..30),
        ) {
            let mut terrain = Terrain::open(Bounds::new(14, 12), CornerRule::ALL[corners]);
            for (x, y) in walls {
                terrain.set_ground(Cell::new(x, y), Ground::Wall);
            }
            let mut passages = Passages::of(&terrain, most);
            for stroke in strokes.chunks(3) {
                for &(x, y, wall) in stroke {
                    let ground = if wall { Ground::Wall } else { Ground::Floor };
                    terrain.set_ground(Cell::new(x, y), ground);
                }
                passages.refresh(&terrain);
                prop_assert_eq!(&passages, &Passages::of(&terrain, most));
            }
        }
    }
}
