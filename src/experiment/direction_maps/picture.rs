//! A direction map as a picture, like Figure 6.

use super::super::svg::{Anchor, Svg};
use crate::grid::{Bounds, Cell, Rectangle};
use crate::planning::LearnedCell;
use glam::DVec2;

/// Side of a cell, in pixels.
const CELL: f64 = 18.0;
/// Height of the caption, in pixels.
const CAPTION: f64 = 34.0;
/// Length of an arrow of full strength, in cells.
const LENGTH: f64 = 0.9;

/// The centre of a map, half as wide and as high.
pub(super) fn middle(bounds: Bounds) -> Rectangle {
    let (width, height) = ((bounds.width / 2).max(1), (bounds.height / 2).max(1));
    Rectangle::new(Cell::new((width / 2) as i32, (height / 2) as i32), width, height)
}

/// Draws the vectors of an area as arrows of proportional length.
pub(super) fn draw_directions(cells: &[LearnedCell], area: Rectangle, caption: &str) -> String {
    let (width, height) = (f64::from(area.size.0) * CELL, f64::from(area.size.1) * CELL);
    let mut svg = Svg::new(width.max(360.0), height + CAPTION);
    svg.text((6.0, 22.0), Anchor::Start, 14.0, caption);
    svg.rectangle((0.0, CAPTION), (width, height), "#f4f4f0");
    for &(cell, vector) in cells.iter().filter(|(cell, _)| area.contains(*cell)) {
        let x = (f64::from(cell.x - area.at.x) + 0.5) * CELL;
        let y = (f64::from(cell.y - area.at.y) + 0.5) * CELL + CAPTION;
        let (middle, half) = (DVec2::new(x, y), DVec2::from(vector) * CELL * LENGTH / 2.0);
        let tip = middle + half;
        svg.line(&[(middle - half).into(), tip.into()], "#33507a", 1.4);
        let barb = |turn: f64| (tip + DVec2::from_angle(turn).rotate(half) * 0.6).into();
        svg.line(&[barb(2.6), tip.into(), barb(-2.6)], "#33507a", 1.4);
    }
    svg.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_vector_inside_the_area_is_an_arrow() {
        let area = middle(Bounds::new(8, 8));
        assert_eq!((area.at, area.size), (Cell::new(2, 2), (4, 4)));
        let cells = [(Cell::new(3, 3), (1.0, 0.0)), (Cell::new(0, 0), (0.0, 1.0))];
        let svg = draw_directions(&cells, area, "w_max 15");
        assert_eq!(svg.matches("<polyline").count(), 2, "a shaft and a tip: {svg}");
        // The centre of the cell lies at (27, 61); the arrow points right.
        assert!(svg.contains(r#"points="18.9,61 35.1,61""#), "{svg}");
    }
}
