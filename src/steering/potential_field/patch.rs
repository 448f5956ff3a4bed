//! A part of the field to look at.

use super::TILES;
use glam::{IVec2, Vec2};

/// A rectangle of square blocks of tiles, each of which the tile in its centre stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patch {
    /// The upper left tile.
    pub corner: IVec2,
    /// Tiles on each side of a block.
    pub step: i32,
    /// Blocks in a row.
    pub columns: usize,
    /// Rows of blocks.
    pub rows: usize,
}

impl Patch {
    /// The patch over an area, given by its low and high corner in cells, with blocks as small as possible, of
    /// which no more than `most` lie in a row or a column.
    pub fn covering([low, high]: [Vec2; 2], most: usize) -> Self {
        let (low, high) = ((low * TILES).floor().as_ivec2(), (high * TILES).ceil().as_ivec2());
        let mut step = 1;
        loop {
            let block = IVec2::splat(step);
            let (first, end) = (low.div_euclid(block), (high + block - 1).div_euclid(block));
            let size = (end - first).max(IVec2::ZERO);
            if size.max_element() <= most.max(2) as i32 {
                let (columns, rows) = (size.x as usize, size.y as usize);
                return Self { corner: first * step, step, columns, rows };
            }
            step *= 2;
        }
    }

    /// The area that it covers: its low and high corner, in cells.
    pub fn area(&self) -> [Vec2; 2] {
        let size = IVec2::new(self.columns as i32, self.rows as i32) * self.step;
        [self.corner.as_vec2() / TILES, (self.corner + size).as_vec2() / TILES]
    }

    /// The tiles that stand for the blocks, row by row.
    pub fn tiles(self) -> impl Iterator<Item = IVec2> {
        let first = self.corner + IVec2::splat(self.step / 2);
        let row = move |y: i32| {
            (0..self.columns as i32).map(move |x| first + IVec2::new(x, y) * self.step)
        };
        (0..self.rows as i32).flat_map(row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_grow_until_the_area_is_covered_by_few_enough() {
        let area = [Vec2::new(1.1, 2.0), Vec2::new(9.0, 5.9)];
        let fine = Patch::covering(area, 64);
        assert_eq!(
            (fine.corner, fine.step, fine.columns, fine.rows),
            (IVec2::new(4, 8), 1, 32, 16)
        );
        let coarse = Patch::covering(area, 10);
        assert_eq!(coarse.step, 4);
        assert!(coarse.columns <= 10 && coarse.rows <= 10);
        let [low, high] = coarse.area();
        assert!(low.cmple(area[0]).all() && high.cmpge(area[1]).all());
        assert_eq!(coarse.tiles().count(), coarse.columns * coarse.rows);
        assert_eq!(coarse.tiles().next(), Some(coarse.corner + 2));
        assert_eq!(Patch::covering([Vec2::splat(3.0); 2], 10).tiles().count(), 0);
    }
}
