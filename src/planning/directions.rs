//! Directions: units learn which way others go through each cell, and going against that costs more.
//!
//! M. R. Jansen, N. R. Sturtevant, "Direction Maps for Cooperative Pathfinding", AIIDE 2008. Every cell holds a
//! direction vector (DV) of length at most 1. A step with movement vector MV, of length 1, draws the vectors of the
//! cell that it leaves and of the cell that it enters towards it, and is priced
//! `w + 0.25 w_max (2 - DV_a . MV - DV_b . MV)`. Nobody plans together, and yet streams form.
//!
//! The text and the tables of the paper disagree on who learns, so both rules are here: see [`Learning`]. The
//! rate of the neighbourhood rule is not printed.
//!
//! Learning costs a few operations per step made, pricing two dot products per edge.

use crate::grid::{Cell, Direction, Node, Terrain};
use bevy::math::DVec2;

crate::choice! {
    /// Which cells learn from a step.
    pub enum Learning {
        /// The cell left and the cell entered, once each: the text of the paper.
        AsPrinted,
        /// Only the cell entered, twice; if the cell left knows nothing yet, once, and from nothing. The
        /// tables of the paper need this.
        AsTabulated,
    }
}

crate::parameters! {
    /// Parameters of direction maps.
    pub struct Directions {
        /// Price of a step straight against the directions of both cells, on top of its length.
        w_max: f64 = 10.0, in 0.0..=50.0, unit "cells";
        /// Whether the directions are priced at all. Off, units learn and walk as if there were none, which
        /// is what to compare with.
        weighting: bool = true;
        /// How much of its direction a step leaves in a cell. 0 learns nothing.
        alpha: f64 = 0.4, in 0.0..=1.0;
        /// Which cells learn.
        learning: Learning = Learning::AsPrinted;
        /// Whether the free cells round the cell entered learn too, which makes the streams wider.
        neighbourhood: bool = false;
        /// How much of its direction a step leaves in the cells round the one entered.
        beta: f64 = 0.1, in 0.0..=1.0;
    }
}

/// A cell and its direction, for files.
pub type LearnedCell = (Cell, (f64, f64));

/// A direction vector for every cell of a terrain.
///
/// A cell that nobody has passed has the zero vector.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DirectionMap {
    /// By node; empty as long as nothing has been learned.
    vectors: Vec<DVec2>,
    revision: u64,
}

impl DirectionMap {
    /// Nothing learned.
    pub const fn new() -> Self {
        Self { vectors: Vec::new(), revision: 0 }
    }

    /// The direction of a node.
    #[inline]
    pub fn vector(&self, node: Node) -> DVec2 {
        self.vectors.get(node as usize).copied().unwrap_or_default()
    }

    /// The direction of a cell; nothing outside the map.
    pub fn at(&self, terrain: &Terrain, cell: Cell) -> DVec2 {
        if terrain.bounds().contains(cell) { self.vector(terrain.node(cell)) } else { DVec2::ZERO }
    }

    /// The directions of all nodes; empty as long as nothing has been learned.
    pub fn vectors(&self) -> &[DVec2] {
        &self.vectors
    }

    /// Changes whenever a vector does.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether nothing has been learned.
    pub fn is_blank(&self) -> bool {
        self.vectors.is_empty()
    }

    /// Every cell that has a direction, row by row.
    pub fn learned(&self, terrain: &Terrain) -> Vec<LearnedCell> {
        let cells = terrain.bounds().cells().map(|cell| (cell, self.at(terrain, cell)));
        cells.filter(|(_, v)| *v != DVec2::ZERO).map(|(cell, v)| (cell, v.into())).collect()
    }

    /// Forgets everything, and takes over what was learned before. Cells outside the map are left out.
    pub fn restore(&mut self, terrain: &Terrain, cells: &[LearnedCell]) {
        self.reset();
        for &(cell, vector) in cells {
            self.set(terrain, cell, vector.into());
        }
    }

    /// Forgets everything.
    pub fn reset(&mut self) {
        self.vectors.clear();
        self.revision += 1;
    }

    /// Sets the direction of a cell, cut to length 1; for maps that were learned before.
    pub fn set(&mut self, terrain: &Terrain, cell: Cell, vector: DVec2) {
        if terrain.bounds().contains(cell) && vector.is_finite() {
            self.make_room(terrain);
            self.vectors[terrain.node(cell) as usize] = vector.clamp_length_max(1.0);
            self.revision += 1;
        }
    }

    /// Learns from a step out of a cell.
    pub fn learn(&mut self, terrain: &Terrain, from: Cell, step: Direction, rule: &Directions) {
        let to = from.step(step);
        if rule.alpha == 0.0 || !terrain.bounds().contains(from) || !terrain.bounds().contains(to) {
            return;
        }
        self.make_room(terrain);
        self.revision += 1;
        let movement = movement(step);
        let (left, entered) = (terrain.node(from), terrain.node(to));
        if rule.neighbourhood {
            self.draw(entered, movement, rule.alpha);
            let offsets = terrain.offsets();
            for direction in Direction::ALL {
                if terrain.moves(entered) & direction.bit() != 0 {
                    let beside = entered.wrapping_add_signed(offsets[direction as usize]);
                    self.draw(beside, movement, rule.beta);
                }
            }
            return;
        }
        match rule.learning {
            Learning::AsPrinted => {
                self.draw(left, movement, rule.alpha);
                self.draw(entered, movement, rule.alpha);
            }
            Learning::AsTabulated if self.vector(left) == DVec2::ZERO => {
                self.vectors[entered as usize] = rule.alpha * movement;
            }
            Learning::AsTabulated => {
                self.draw(entered, movement, rule.alpha);
                self.draw(entered, movement, rule.alpha);
            }
        }
    }

    /// `DV <- (1 - alpha) DV + alpha MV`, cut to length 1.
    fn draw(&mut self, node: Node, movement: DVec2, alpha: f64) {
        let vector = &mut self.vectors[node as usize];
        *vector = ((1.0 - alpha) * *vector + alpha * movement).clamp_length_max(1.0);
    }

    fn make_room(&mut self, terrain: &Terrain) {
        if self.vectors.len() != terrain.node_count() {
            self.vectors.clear();
            self.vectors.resize(terrain.node_count(), DVec2::ZERO);
        }
    }
}

/// The movement vector (MV) of a step: its direction, with length 1.
pub fn movement(step: Direction) -> DVec2 {
    let (dx, dy) = step.offset();
    DVec2::new(f64::from(dx), f64::from(dy)) / step.length()
}

/// What the directions add to the price of steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Surcharge<'a> {
    map: &'a DirectionMap,
    quarter: f64,
    movements: [DVec2; 8],
}

impl<'a> Surcharge<'a> {
    /// Nothing if directions are not priced.
    pub(super) fn new(map: &'a DirectionMap, rule: &Directions) -> Option<Self> {
        (rule.weighting && rule.w_max > 0.0).then(|| Self {
            map,
            quarter: 0.25 * rule.w_max,
            movements: Direction::ALL.map(movement),
        })
    }

    /// On top of the length of a step.
    #[inline]
    pub(super) fn of(&self, from: Node, to: Node, step: Direction) -> f64 {
        let both = self.map.vector(from) + self.map.vector(to);
        self.quarter * (2.0 - both.dot(self.movements[step as usize])).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{CornerRule, Direction::*};

    fn field() -> Terrain {
        Terrain::from_text(CornerRule::BothSidesFree, &["...", "...", "..."])
    }

    fn close(a: DVec2, b: (f64, f64)) -> bool {
        (a - DVec2::from(b)).abs().max_element() < 0.005
    }

    #[test]
    fn the_example_of_figure_3_is_reproduced() {
        let terrain = field();
        let rule = Directions { alpha: 0.5, ..Directions::default() };
        let mut map = DirectionMap::default();
        let centre = Cell::new(1, 1);
        map.set(&terrain, centre, DVec2::Y);
        map.learn(&terrain, Cell::new(0, 1), East, &rule);
        assert!(close(map.at(&terrain, Cell::new(0, 1)), (0.5, 0.0)));
        assert!(close(map.at(&terrain, centre), (0.5, 0.5)));
        // The paper normalises (0.5, 0.5), which is shorter than 1, and prints what follows from that.
        map.set(&terrain, centre, DVec2::splat(std::f64::consts::FRAC_1_SQRT_2));
        map.learn(&terrain, centre, East, &rule);
        assert!(close(map.at(&terrain, centre), (0.85, 0.35)));
        assert!(close(map.at(&terrain, Cell::new(2, 1)), (0.5, 0.0)));
    }
}
