//! Where units can stand: the nearest free place, and new places for units that a wall was built on.
//!
//! The scenario editor and the simulation share these rules. They differ in what they keep of a unit (a cell, or a disc
//! at a position), which is the [`Site`]'s business.
//!
//! A search goes in rings around the wanted cell and takes the nearest place of the first ring that has one. It costs
//! one question per cell looked at.

use super::rules::{Facts, Refusal, admit_unit};
use crate::combat::UnitKind;
use crate::grid::{Bounds, Cell, ring};
use crate::scenario::NewUnit;
use glam::Vec2;

/// Ground with units on it.
pub trait Site: Facts {
    /// What identifies a unit here.
    type Unit: Copy;

    /// Whether every unit stands in the middle of its cells.
    fn is_on_cells(&self) -> bool;

    /// Whether a unit of a kind would stand at a position without touching a wall or a unit other than `except`.
    fn has_room(&self, kind: &UnitKind, at: Vec2, except: Option<Self::Unit>) -> bool;

    /// The units that stand on a wall, with kind and position, in a fixed order.
    fn units_on_walls(&self) -> Vec<(Self::Unit, &'static UnitKind, Vec2)>;

    /// Moves a unit that stands on a wall; `None` if there is no place for it.
    fn move_off_wall(&mut self, unit: Self::Unit, to: Option<Vec2>);
}

/// The kind of a new unit and the free place nearest to where it is wanted, if it is admissible.
pub fn place_unit(unit: &NewUnit, site: &impl Site) -> Result<(&'static UnitKind, Vec2), Refusal> {
    let kind = admit_unit(unit, site)?;
    let at = nearest_place(site, kind, unit.at, None).ok_or(Refusal::NoRoom)?;
    Ok((kind, at))
}

/// Moves the units that a wall was built on to the nearest free places, one after the other.
pub fn move_units_off_walls(site: &mut impl Site) {
    for (unit, kind, at) in site.units_on_walls() {
        let to = nearest_place(site, kind, at, Some(unit));
        site.move_off_wall(unit, to);
    }
}

/// Moves units that have no room where they stand to the nearest free places, one after the other.
pub fn make_room<S: Site>(site: &mut S, units: &[(S::Unit, &'static UnitKind, Vec2)]) {
    for &(unit, kind, at) in units {
        if !site.has_room(kind, at, Some(unit)) {
            let to = nearest_place(site, kind, at, Some(unit));
            site.move_off_wall(unit, to);
        }
    }
}

/// The free place nearest to a finite position: the position itself, or the middle of the kind's cells. `except` is a
/// unit that does not count.
fn nearest_place<S: Site>(
    site: &S,
    kind: &UnitKind,
    near: Vec2,
    except: Option<S::Unit>,
) -> Option<Vec2> {
    let bounds = site.bounds();
    let near = near.clamp(Vec2::ZERO, Vec2::new(bounds.width as f32, bounds.height as f32));
    let corner = kind.footprint(near).map_or(Cell::containing(near), |area| area.at);
    let corner = bounds.clamp(corner);
    let near =
        if site.is_on_cells() || kind.is_building() { kind.position_at(corner) } else { near };
    if site.has_room(kind, near, except) {
        return Some(near);
    }
    let fits = |cell| site.has_room(kind, kind.position_at(cell), except);
    let distance = |cell| kind.position_at(cell).distance_squared(near);
    nearest_cell(bounds, corner, fits, distance).map(|cell| kind.position_at(cell))
}

/// The cell of least `distance` among those that fit in the first ring around `middle` that has any.
pub(crate) fn nearest_cell(
    bounds: Bounds,
    middle: Cell,
    fits: impl Fn(Cell) -> bool,
    distance: impl Fn(Cell) -> f32,
) -> Option<Cell> {
    (0..bounds.width.max(bounds.height) as i32).find_map(|radius| {
        let cells = ring(middle, radius).filter(|&cell| bounds.contains(cell) && fits(cell));
        cells.min_by(|&a, &b| distance(a).total_cmp(&distance(b)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_cell_of_the_first_ring_is_taken_wherever_it_lies() {
        let bounds = Bounds::new(70, 90);
        let from = |middle: Cell, fits: &dyn Fn(Cell) -> bool| {
            nearest_cell(bounds, middle, fits, |cell| middle.euclidean(cell) as f32)
        };
        let middle = Cell::new(5, 5);
        assert_eq!(from(middle, &|_| true), Some(middle));
        assert_eq!(from(middle, &|cell| cell.y < 4), Some(Cell::new(5, 3)));
        assert_eq!(from(middle, &|cell| cell == Cell::new(69, 89)), Some(Cell::new(69, 89)));
        assert_eq!(from(middle, &|_| false), None);
    }
}
