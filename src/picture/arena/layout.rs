//! Where arenas lie: in a grid, row by row. All have the same size.

use crate::grid::Bounds;
use bevy::math::Vec2;

/// The minimum distance between two arenas, in cells.
const MIN_GAP: f32 = 4.0;
/// The distance between two columns of arenas, as a fraction of the longer side of an arena.
const BETWEEN_COLUMNS: f32 = 1.0 / 32.0;
/// The distance between two rows, as a fraction of the longer side: the names of the lower arenas need room.
const BETWEEN_ROWS: f32 = 1.0 / 12.0;

/// Arenas in rows and columns. Positions are in cells of the first arena.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ArenaGrid {
    arenas: u32,
    bounds: Bounds,
    columns: u32,
}

impl ArenaGrid {
    /// The grid that shows cells as large as possible in a room with this width and height.
    pub fn best(arenas: u32, bounds: Bounds, room: Vec2) -> Self {
        let arenas = arenas.max(1);
        let zoom = |grid: &Self| (room / grid.size()).min_element();
        // Rows as even as possible: four arenas in two rows need two columns.
        let even = |columns: &u32| arenas.div_ceil(arenas.div_ceil(*columns)) == *columns;
        (1..=arenas)
            .filter(even)
            .map(|columns| Self { arenas, bounds, columns })
            .max_by(|a, b| zoom(a).total_cmp(&zoom(b)))
            .unwrap_or(Self { arenas, bounds, columns: arenas })
    }

    /// The best grid of the same arenas in another room.
    pub fn rearranged(&self, room: Vec2) -> Self {
        Self::best(self.arenas, self.bounds, room)
    }

    /// Whether it is made for this number and size of arenas.
    pub fn is_for(&self, arenas: u32, bounds: Bounds) -> bool {
        (self.arenas, self.bounds) == (arenas.max(1), bounds)
    }

    /// The upper left corner of an arena.
    pub fn origin(&self, arena: u32) -> Vec2 {
        let (column, row) = (arena % self.columns, arena / self.columns);
        Vec2::new(column as f32, row as f32) * self.pitch()
    }

    /// The arena that a position belongs to, and its origin. The gap right of an arena and below it belongs to it, and so do
    /// empty places of the last row.
    pub fn near(&self, position: Vec2) -> (u32, Vec2) {
        let place = (position / self.pitch()).floor().max(Vec2::ZERO);
        let column = (place.x as u32).min(self.columns - 1);
        let rows = self.arenas.div_ceil(self.columns);
        let arena = (place.y as u32).min(rows - 1) * self.columns + column;
        let arena = if arena < self.arenas { arena } else { arena.saturating_sub(self.columns) };
        (arena, self.origin(arena))
    }

    /// Width and height of all arenas together.
    pub fn size(&self) -> Vec2 {
        let last =
            Vec2::new(self.columns as f32 - 1.0, self.arenas.div_ceil(self.columns) as f32 - 1.0);
        last * self.pitch() + self.arena()
    }

    /// Width and height of an arena.
    fn arena(&self) -> Vec2 {
        Vec2::new(self.bounds.width as f32, self.bounds.height as f32)
    }

    /// From one arena to the next.
    fn pitch(&self) -> Vec2 {
        let gap = self.arena().max_element() * Vec2::new(BETWEEN_COLUMNS, BETWEEN_ROWS);
        self.arena() + gap.floor().max(Vec2::splat(MIN_GAP))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDE: Vec2 = Vec2::new(1000.0, 500.0);
    const HIGH: Vec2 = Vec2::new(500.0, 1000.0);

    fn columns(arenas: u32, bounds: (u32, u32), room: Vec2) -> u32 {
        ArenaGrid::best(arenas, Bounds::new(bounds.0, bounds.1), room).columns
    }

    #[test]
    fn arenas_lie_so_that_their_cells_are_large() {
        assert_eq!(columns(2, (30, 30), WIDE), 2);
        assert_eq!(columns(2, (30, 30), HIGH), 1);
        assert_eq!(columns(2, (90, 20), WIDE), 1, "wide arenas one below the other");
        assert_eq!(columns(4, (30, 30), WIDE), 2);
        assert_eq!(columns(4, (30, 30), HIGH), 2);
        assert_eq!(columns(4, (20, 90), WIDE), 4);
        assert_eq!(columns(4, (90, 20), HIGH), 1);
        assert_eq!(columns(3, (30, 40), WIDE), 3);
        assert_eq!(columns(3, (30, 30), Vec2::new(800.0, 700.0)), 2);
    }

    #[test]
    fn arenas_neither_overlap_nor_leave_the_grid() {
        for arenas in 1..=4 {
            for bounds in [Bounds::new(1, 1), Bounds::new(20, 30), Bounds::new(1024, 512)] {
                for room in [WIDE, HIGH, Vec2::ONE] {
                    let grid = ArenaGrid::best(arenas, bounds, room);
                    let origins: Vec<Vec2> = (0..arenas).map(|arena| grid.origin(arena)).collect();
                    for (place, &origin) in origins.iter().enumerate() {
                        assert!((origin + grid.arena()).cmple(grid.size()).all(), "{grid:?}");
                        let apart = |&other: &Vec2| {
                            let distance = (other - origin).abs();
                            distance.cmpge(grid.arena() + MIN_GAP).any()
                        };
                        assert!(origins[place + 1..].iter().all(apart), "{grid:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_position_belongs_to_the_arena_that_it_lies_in() {
        for room in [WIDE, HIGH] {
            for arenas in 1..=4 {
                let grid = ArenaGrid::best(arenas, Bounds::new(20, 30), room);
                for arena in 0..arenas {
                    let origin = grid.origin(arena);
                    for inside in [Vec2::ZERO, Vec2::splat(7.0), Vec2::new(19.9, 29.9)] {
                        assert_eq!(grid.near(origin + inside), (arena, origin));
                    }
                }
                assert_eq!(grid.near(Vec2::splat(-5.0)).0, 0);
                assert!(grid.near(Vec2::splat(1e6)).0 < arenas);
                assert!(grid.near(Vec2::NAN).0 < arenas);
            }
        }
    }
}
