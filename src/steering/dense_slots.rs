//! Resting places closer together than one to a cell, for small units.
//!
//! A cell holds as many units side by side as fit between its edges: four with a radius of up to 0.23 cells. So the crowd around
//! a goal of many small units is a quarter as large.

use super::arrival_slots::SlotRequest;
use crate::grid::Cell;
use glam::Vec2;
use std::collections::BTreeMap;

/// Gap between resting units, in cells.
const GAP: f32 = 0.04;

/// The number of units with this radius that fit side by side into a cell.
pub fn per_side(radius: f32) -> usize {
    (1.0 / (2.0 * radius + GAP)).floor().clamp(1.0, 4.0) as usize
}

/// The place inside its cell for each request: the cells are shared by up to `side` times `side` of them. The request with the
/// shortest path gets the place furthest from the entry.
pub fn places_in_cells(
    cells: &[Cell],
    requests: &[SlotRequest],
    entry: Cell,
    side: usize,
) -> Vec<Vec2> {
    let mut sharers: BTreeMap<Cell, Vec<usize>> = BTreeMap::new();
    for (i, &cell) in cells.iter().enumerate() {
        sharers.entry(cell).or_default().push(i);
    }
    let mut places = vec![Vec2::ZERO; cells.len()];
    for (cell, mut units) in sharers {
        units.sort_by(|&a, &b| {
            requests[a].distance.total_cmp(&requests[b].distance).then(a.cmp(&b))
        });
        let corner = cell.center() - Vec2::splat(0.5);
        let at = |n: usize| (n as f32 + 0.5) / side as f32;
        let mut free: Vec<Vec2> =
            (0..side * side).map(|n| corner + Vec2::new(at(n % side), at(n / side))).collect();
        let depth = |place: &Vec2| place.distance(entry.center());
        free.sort_by(|a, b| depth(b).total_cmp(&depth(a)));
        // If there are more units than places, they stand at the centre and settle around it.
        let middle = std::iter::repeat(cell.center());
        for (unit, place) in units.into_iter().zip(free.into_iter().chain(middle)) {
            places[unit] = place;
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_units_share_cells_and_large_ones_do_not() {
        assert_eq!([0.12, 0.23, 0.24, 0.36, 0.5].map(per_side), [3, 2, 1, 1, 1]);
    }

    #[test]
    fn the_unit_with_the_shortest_way_gets_the_deepest_place() {
        let requests =
            [5.0, 3.0, 4.0].map(|distance| SlotRequest { position: Vec2::ZERO, distance });
        let cells = [Cell::new(3, 0); 3];
        let places = places_in_cells(&cells, &requests, Cell::new(0, 0), 2);
        let depth = |i: usize| places[i].x;
        assert!(depth(1) > 3.5 && depth(2) > 3.5 && depth(0) < 3.5, "{places:?}");
        assert!(places[0] != places[1] && places[1] != places[2]);
    }

    #[test]
    fn one_to_a_cell_stands_in_its_middle() {
        let requests = [SlotRequest { position: Vec2::ZERO, distance: 1.0 }];
        let cell = Cell::new(3, 7);
        assert_eq!(places_in_cells(&[cell], &requests, cell, 1), [cell.center()]);
    }
}
