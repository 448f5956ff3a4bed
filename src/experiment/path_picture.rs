//! A picture of paths on their map, like Fig. 2 of the Map Marker paper, with the visited nodes as small dots, as in
//! the pictures of the marker-cohesion paper.

use super::svg::{Anchor, Svg};
use crate::grid::{Bounds, Cell, Terrain};

/// Longer side of the map in the picture, in pixels.
const SIDE: f64 = 640.0;
/// Largest size of a cell, in pixels.
const MAX_CELL_SIZE: f64 = 22.0;
/// Smallest size of a cell with grid lines, in pixels.
const GRID_FROM: f64 = 8.0;
/// Height of the caption, in pixels.
const CAPTION: f64 = 44.0;
/// Paths that share cells are drawn side by side over this part of a cell.
const FAN: f64 = 0.6;

/// Smallest size of a cell whose visits are drawn as a dot, in pixels; smaller cells are filled.
const DOTS_FROM: f64 = 4.0;
/// Colours of cells visited by one search, by several, and by at least half as many as the most visited cell.
const VISITED: [&str; 3] = ["#f3c9df", "#e391bf", "#c04a8f"];

/// Draws paths in their colours, their first cells as units and their common end as the target. Below the paths, visited
/// cells are darker the more searches visited them.
pub fn draw_paths(
    terrain: &Terrain,
    paths: &[(&[Cell], &str)],
    visited: &[(Cell, u32)],
    caption: &str,
) -> String {
    let bounds = terrain.bounds();
    let (width, height) = (f64::from(bounds.width), f64::from(bounds.height));
    let cell = cell_size(bounds);
    let mut svg = Svg::new((width * cell).max(360.0), height * cell + CAPTION);
    svg.text((6.0, 20.0), Anchor::Start, 14.0, caption);
    if !visited.is_empty() {
        let text = "pink: expanded nodes, the darker the more searches expanded them";
        svg.text((6.0, 37.0), Anchor::Start, 10.0, text);
    }
    let corner = |x: i32, y: i32| (f64::from(x) * cell, f64::from(y) * cell + CAPTION);
    draw_ground(&mut svg, terrain, (0.0, CAPTION), cell);
    let most = visited.iter().map(|&(_, searches)| searches).max().unwrap_or(1);
    let shade = |searches: u32| match searches {
        0..=1 => VISITED[0],
        _ if 2 * searches < most => VISITED[1],
        _ => VISITED[2],
    };
    let mut visited = visited.to_vec();
    visited.sort_unstable_by_key(|(c, _)| (c.y, c.x));
    let joined = |a: &(Cell, u32), b: &(Cell, u32)| {
        cell < DOTS_FROM && a.0.y == b.0.y && a.0.x + 1 == b.0.x && shade(a.1) == shade(b.1)
    };
    for run in visited.chunk_by(joined) {
        let (x, y) = corner(run[0].0.x, run[0].0.y);
        if cell < DOTS_FROM {
            svg.rectangle((x, y), (run.len() as f64 * cell, cell), shade(run[0].1));
        } else {
            svg.disc((x + cell * 0.5, y + cell * 0.5), cell * 0.14, shade(run[0].1));
        }
    }
    let middle = |c: Cell, shift: f64| {
        let (x, y) = corner(c.x, c.y);
        (x + cell * (0.5 + shift), y + cell * (0.5 + shift))
    };
    for (number, (path, colour)) in paths.iter().enumerate() {
        let shift = ((number as f64 + 0.5) / paths.len() as f64 - 0.5) * FAN;
        let points: Vec<(f64, f64)> = path.iter().map(|&c| middle(c, shift)).collect();
        svg.line(&points, colour, (cell / 14.0).max(0.6));
    }
    for (path, colour) in paths {
        if let Some(&start) = path.first() {
            svg.disc(middle(start, 0.0), (cell * 0.3).max(1.2), colour);
        }
    }
    if let Some(&target) = paths.first().and_then(|(path, _)| path.last()) {
        let (x, y) = middle(target, 0.0);
        let size = (cell * 0.9).max(6.0);
        svg.line(&[(x, y + size * 0.5), (x, y - size * 0.5)], "#222222", 1.5);
        svg.rectangle((x, y - size * 0.5), (size * 0.6, size * 0.4), "#d55e00");
    }
    svg.finish()
}

/// Size of a cell in a picture of a map, in pixels.
pub fn cell_size(bounds: Bounds) -> f64 {
    (SIDE / f64::from(bounds.width.max(bounds.height))).min(MAX_CELL_SIZE)
}

/// Draws the ground of a map, with the upper left corner of the map at a place.
pub fn draw_ground(svg: &mut Svg, terrain: &Terrain, at: (f64, f64), cell: f64) {
    let bounds = terrain.bounds();
    let corner = |x: i32, y: i32| (at.0 + f64::from(x) * cell, at.1 + f64::from(y) * cell);
    let size = (f64::from(bounds.width) * cell, f64::from(bounds.height) * cell);
    svg.rectangle(at, size, "#eef3e8");
    if cell >= GRID_FROM {
        for x in 0..=bounds.width as i32 {
            svg.line(&[corner(x, 0), corner(x, bounds.height as i32)], "#dde5d5", 1.0);
        }
        for y in 0..=bounds.height as i32 {
            svg.line(&[corner(0, y), corner(bounds.width as i32, y)], "#dde5d5", 1.0);
        }
    }
    for y in 0..bounds.height as i32 {
        let blocked: Vec<bool> =
            (0..bounds.width as i32).map(|x| !terrain.is_passable(Cell::new(x, y))).collect();
        let mut x = 0;
        for run in blocked.chunk_by(|a, b| a == b) {
            if run[0] {
                svg.rectangle(corner(x, y), (run.len() as f64 * cell, cell), "#8c3b36");
            }
            x += run.len() as i32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::CornerRule;

    #[test]
    fn every_path_and_every_obstacle_is_drawn() {
        let terrain = Terrain::from_text(CornerRule::Free, &["....", ".##.", "...#"]);
        let path = [(0, 2), (0, 1), (0, 0), (1, 0)].map(Cell::from);
        let svg = draw_paths(&terrain, &[(&path, "#0072b2"), (&path[1..], "#e69f00")], &[], "A*");
        assert_eq!(svg.matches(r##"fill="#8c3b36""##).count(), 2, "one run in each row: {svg}");
        assert_eq!(svg.matches(r##"stroke="#0072b2""##).count(), 1, "{svg}");
        assert_eq!(svg.matches("<circle").count(), 2, "{svg}");
        let nothing = draw_paths(&terrain, &[], &[], "");
        assert!(!nothing.contains("NaN"), "{nothing}");
    }

    #[test]
    fn visited_cells_are_dots_and_on_large_maps_runs() {
        let small = Terrain::from_text(CornerRule::Free, &["....", "...."]);
        let visited = [((0, 0), 9), ((1, 0), 3), ((2, 0), 1), ((1, 1), 1)];
        let visited = visited.map(|(cell, searches)| (Cell::from(cell), searches));
        let svg = draw_paths(&small, &[], &visited, "");
        assert_eq!(svg.matches("<circle").count(), 4, "{svg}");
        assert!(VISITED.iter().all(|shade| svg.contains(shade)), "{svg}");
        let large = Terrain::open(crate::grid::Bounds::new(300, 300), CornerRule::Free);
        let svg = draw_paths(&large, &[], &visited, "");
        assert_eq!(svg.matches("<circle").count(), 0, "{svg}");
        let runs: usize = VISITED.iter().map(|shade| svg.matches(shade).count()).sum();
        assert_eq!(runs, 4, "{svg}");
    }
}
