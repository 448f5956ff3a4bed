//! A navigation mesh of a grid, for the peers: free cells merged into rectangles, with a vertex wherever corners of
//! rectangles meet, so that neighbours share whole edges.

use phalanx::grid::{Bounds, Cell, Terrain};

/// Marks a cell that is not part of the mesh.
const NONE: u32 = u32::MAX;

/// Vertices at corners of cells, and rectangles between them.
pub struct Rectangles {
    /// Column and row of each vertex.
    pub vertices: Vec<[f32; 2]>,
    /// The vertices around each rectangle, counter clockwise.
    pub polygons: Vec<Vec<u32>>,
}

/// Merges free cells into rectangles, greedily: first along the row, then down.
pub fn rectangles(terrain: &Terrain) -> Rectangles {
    let Bounds { width, height } = terrain.bounds();
    let (width, height) = (width as usize, height as usize);
    let free = |x: usize, y: usize| terrain.is_passable(Cell::new(x as i32, y as i32));
    let mut of_cell = vec![NONE; width * height];
    let mut boxes = Vec::new();
    for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
        let fits = |of_cell: &[u32], x, y| free(x, y) && of_cell[y * width + x] == NONE;
        if !fits(&of_cell, x, y) {
            continue;
        }
        let right = (x..width).find(|&x| !fits(&of_cell, x, y)).unwrap_or(width);
        let whole = |y| (x..right).all(|x| fits(&of_cell, x, y));
        let below = (y..height).find(|&y| !whole(y)).unwrap_or(height);
        for row in y..below {
            of_cell[row * width + x..row * width + right].fill(boxes.len() as u32);
        }
        boxes.push((x, y, right, below));
    }
    // The polygons around a corner of cells, counter clockwise with rows counted upwards.
    let around = |x: usize, y: usize| {
        let at = |x: usize, y: usize| {
            let inside = (1..=width).contains(&x) && (1..=height).contains(&y);
            if inside { of_cell[(y - 1) * width + x - 1] } else { NONE }
        };
        [at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)]
    };
    let mut vertices = Vec::new();
    let mut of_corner = vec![NONE; (width + 1) * (height + 1)];
    for (y, x) in (0..=height).flat_map(|y| (0..=width).map(move |x| (y, x))) {
        let [a, b, c, d] = around(x, y);
        // No vertex inside a rectangle or on an edge that goes straight on.
        if (a == b && c == d) || (a == d && b == c) {
            continue;
        }
        of_corner[y * (width + 1) + x] = vertices.len() as u32;
        vertices.push([x as f32, y as f32]);
    }
    let outline = |&(left, top, right, bottom): &(usize, usize, usize, usize)| {
        let first = (left..right).map(|x| (x, top));
        let second = (top..bottom).map(|y| (right, y));
        let third = (left + 1..=right).rev().map(|x| (x, bottom));
        let fourth = (top + 1..=bottom).rev().map(|y| (left, y));
        let corners = first.chain(second).chain(third).chain(fourth);
        let numbers = corners.map(|(x, y)| of_corner[y * (width + 1) + x]);
        numbers.filter(|&number| number != NONE).collect()
    };
    Rectangles { polygons: boxes.iter().map(outline).collect(), vertices }
}
