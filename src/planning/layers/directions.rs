//! Directions: cells learn in which direction units cross them, and steps against it cost more.
//!
//! M. R. Jansen, N. R. Sturtevant, "Direction Maps for Cooperative Pathfinding", AIIDE 2008. Every cell holds a
//! direction vector (DV) of length at most 1. A step with movement vector MV, of length 1, draws the vectors of the
//! cell that it leaves and of the cell that it enters towards it, and is priced
//! `w + 0.25 w_max (2 - DV_a . MV - DV_b . MV)`. Units do not plan together, and yet streams form.
//!
//! Where the paper contradicts itself, both readings are here:
//! - Its tables need another learning rule than its text: see [`Learning`]. The default is the one of the tables.
//! - It says that a vector is normalised if it is longer than 1, but an average of vectors no longer than 1 never is. Its
//!   worked example (Fig. 3) normalises (0.5, 0.5) when a unit enters, and does not normalise (0.85, 0.35) when the unit
//!   leaves: see [`Normalise`].
//!
//! Open in the paper: the learning rate beta of the neighbours (0.1 fits the shape of Fig. 8), and whether "all eight
//! locations surrounding" a unit that moves are those round the cell that it enters (taken here) or leaves.
//!
//! Differs: walls learn nothing, because no path leads over them. `weighting` is ours; off, it is the same as a `w_max` of 0.
//!
//! Learning costs a few operations per step made, pricing two dot products per edge.

use super::layer::{Layer, LayerField, LayerTerm};
use crate::grid::{Cell, Direction, Node, Terrain};
use crate::planning::PlanContext;
use glam::DVec2;
use serde::{Deserialize, Serialize};

crate::choice! {
    /// Which cells learn from a step.
    pub enum Learning {
        /// Only the cell entered, twice; if the cell left knows nothing yet, once, and from nothing. The
        /// tables of the paper need this.
        AsTabulated,
        /// The cell left and the cell entered, once each: the text of the paper.
        AsPrinted,
    }
}

crate::choice! {
    /// When a vector is normalised.
    pub enum Normalise {
        /// If it is longer than 1, as the paper says. Averages never are, so this changes nothing.
        IfLonger,
        /// Whenever a unit enters a cell that has a direction already: what the numbers of Fig. 3 need.
        OnEntry,
    }
}

crate::parameters! {
    /// Parameters of direction maps.
    pub struct Directions {
        /// Cost of a step straight against the directions of both cells, on top of its length.
        w_max: f64 = 10.0, in 0.0..=50.0, unit "cells";
        /// Whether steps against the directions cost more at all. Off, units learn and walk as if there were none, which
        /// is what to compare with.
        weighting: bool = true;
        /// How much of its direction a step leaves in a cell. 0 learns nothing.
        alpha: f64 = 0.4, in 0.0..=1.0;
        /// Which cells learn.
        learning: Learning = Learning::AsTabulated;
        /// When a vector is normalised.
        normalise: Normalise = Normalise::IfLonger;
        /// Whether all eight cells round the cell entered learn too, which makes the streams wider.
        neighbourhood: bool = false;
        /// How much of its direction a step leaves in the cells round the one entered.
        beta: f64 = 0.1, in 0.0..=1.0;
    }
}

/// A cell and its direction, for files.
pub type LearnedCell = (Cell, (f64, f64));

/// A direction vector for every cell of a terrain.
///
/// A cell that no unit has passed has the zero vector.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DirectionMap {
    /// By node; empty as long as nothing has been learned.
    vectors: Vec<DVec2>,
    #[serde(with = "crate::unhashed")]
    revision: u64,
}

impl DirectionMap {
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
        let known = self.vector(entered) != DVec2::ZERO;
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
        if known && rule.normalise == Normalise::OnEntry {
            let vector = &mut self.vectors[entered as usize];
            *vector = vector.normalize_or_zero();
        }
        if rule.neighbourhood {
            for beside in to.neighbours().filter(|&cell| terrain.is_passable(cell)) {
                self.draw(terrain.node(beside), movement, rule.beta);
            }
        }
    }

    /// `DV <- (1 - alpha) DV + alpha MV`, cut to length 1, which only rounding can exceed.
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

impl Layer for Directions {
    type Field = DirectionMap;
    type Trail = ();
    type Term<'a> = Surcharge<'a>;
    const LEARNS_STEPS: bool = true;

    fn is_felt(&self, _: &DirectionMap, _: &PlanContext) -> bool {
        self.weighting && self.w_max > 0.0
    }

    fn term<'a>(
        &self,
        field: &'a DirectionMap,
        (): &'a (),
        context: &PlanContext<'a>,
    ) -> Option<Surcharge<'a>> {
        self.is_felt(field, context).then(|| Surcharge {
            map: field,
            quarter: 0.25 * self.w_max,
            movements: Direction::ALL.map(movement),
        })
    }
}

impl LayerField<Directions> for DirectionMap {
    fn learn_step(&mut self, rule: &Directions, terrain: &Terrain, from: Cell, step: Direction) {
        self.learn(terrain, from, step, rule);
    }

    fn revision(&self, _: u8) -> u64 {
        self.revision
    }
}

/// What the directions add to the cost of steps.
#[derive(Clone, Copy, Debug)]
pub struct Surcharge<'a> {
    map: &'a DirectionMap,
    quarter: f64,
    movements: [DVec2; 8],
}

impl LayerTerm for Surcharge<'_> {
    const ORDERS: bool = false;

    #[inline]
    fn surcharge(&self, from: Node, to: Node, step: Direction) -> f64 {
        let both = self.map.vector(from) + self.map.vector(to);
        self.quarter * (2.0 - both.dot(self.movements[step as usize])).max(0.0)
    }
}

#[cfg(test)]
#[path = "directions_tests.rs"]
mod tests;
