//! Steering by flow fields.
//!
//! E. Emerson, Crowd Pathfinding and Steering Using Flow Field Tiles, Game AI Pro, 2013, chapter 23. One search from the goal
//! outwards gives the distance of every cell (the integration field). In each cell the flow leads to the neighbour from which
//! the goal is nearest. Units do not follow paths: each reads the flow where it is, blended between the four nearest cells,
//! so a unit that is pushed aside simply flows on. A unit that sees its resting place walks straight there. Others are
//! avoided as by [`FollowPath`].
//!
//! Differs: one field covers the map instead of tiles that are joined by portals, and it is computed only as far as the
//! group reaches. Distances are exact and octile, without the chapter's cost field. The chapter marks the cells from which
//! the goal is in sight; here each unit looks for its own resting place within `sight`. Walls are kept away from as by the
//! movement step, not by costs near walls. The field knows neither units nor layers: markers, directions and influence
//! change where the planned path leads, and the flow does not follow the path. The path only measures how far a unit has
//! come. A unit that is stuck for long, or that has no field, follows its path.
//!
//! A field is a function of terrain and goal. It is kept while units of the team walk to the goal. When the terrain changes it
//! is repaired where distances changed, or rebuilt if these are too many.
//!
//! Costs one search of 8 to 20 ns per cell for each goal and terrain, then a few reads per unit and tick. A field takes 12
//! bytes per cell.

use super::follow_path::FollowPath;
use super::others::Others;
use super::terms::Terms;
use super::travel::{Course, Scene, TravelRule};
use super::travellers::{Traveller, Walker};
use super::walls::is_clear;
use crate::grid::{Bounds, Cell, Direction, Terrain};
use crate::search::DistanceField;
use glam::Vec2;
use std::collections::BTreeMap;

crate::parameters! {
    /// Parameters of steering by flow fields.
    pub struct FlowField {
        /// Distance from its resting place over which a unit walks straight there, where nothing stands between.
        sight: f64 = 6.0, in 0.0..=12.0, unit "cells";
        /// How strongly a unit keeps away from others that come too near.
        separation: f64 = 0.6, in 0.0..=2.0;
        /// How strongly a unit steps to its right for others that come towards it.
        side_step: f64 = 0.8, in 0.0..=2.0;
    }
}

/// Cells of all fields of a team together. Goals with fewer units have no field if there are too many.
const MAX_CELLS: usize = 8 << 20;
/// How far ahead there must be no walls, in cells.
const PROBE: f32 = 0.5;

/// A goal, and whether units fly there.
type Goal = (bool, Cell);

/// The fields of a team.
#[derive(Clone, Debug, Default)]
pub struct Fields {
    by_goal: BTreeMap<Goal, DistanceField>,
    bounds: Option<Bounds>,
    /// The goals of this tick, sorted, with the number of units that walk there.
    walkers: Vec<(Goal, u32)>,
    /// Memory of fields that are no longer needed.
    spare: Vec<DistanceField>,
}

impl Fields {
    /// Keeps the fields of the goals that units walk to, begins new ones, and computes all of them as far as the units need.
    fn refresh<'a>(&mut self, scene: &Scene, units: impl Iterator<Item = &'a Traveller> + Clone) {
        let mut walkers = std::mem::take(&mut self.walkers);
        walkers.clear();
        let headed = units.filter_map(|unit| Some(((unit.flies, unit.goal?), unit.position)));
        for (goal, _) in headed.clone() {
            match walkers.binary_search_by_key(&goal, |walker| walker.0) {
                Ok(place) => walkers[place].1 += 1,
                Err(place) => walkers.insert(place, (goal, 1)),
            }
        }
        let most = MAX_CELLS / scene.ground.node_count();
        if walkers.len() > most {
            walkers.sort_unstable_by_key(|&(goal, number)| (std::cmp::Reverse(number), goal));
            walkers.truncate(most);
            walkers.sort_unstable();
        }
        let is_goal = |goal: &Goal| walkers.binary_search_by_key(goal, |walker| walker.0).is_ok();
        let same_map = self.bounds.replace(scene.ground.bounds()) == Some(scene.ground.bounds());
        let stale = self.by_goal.extract_if(.., |goal, field| {
            let terrain = scene.terrain(goal.0);
            let is_kept = same_map && is_goal(goal);
            !is_kept || !field.is_current(terrain, goal.1) && !field.repair(terrain)
        });
        self.spare.extend(stale.map(|(_, field)| field));
        for &(goal, _) in &walkers {
            let spare = &mut self.spare;
            self.by_goal.entry(goal).or_insert_with(|| {
                let mut field = spare.pop().unwrap_or_default();
                field.begin(scene.terrain(goal.0), goal.1);
                field
            });
        }
        self.spare.clear();
        self.walkers = walkers;
        for (goal, position) in headed {
            if let Some(field) = self.by_goal.get_mut(&goal) {
                let terrain = scene.terrain(goal.0);
                four_cells(position).into_iter().for_each(|(cell, _)| {
                    field.settle(terrain, cell);
                });
            }
        }
    }
}

impl TravelRule for FlowField {
    type Shared = Fields;

    fn prepare(&self, shared: &mut Fields, scene: &Scene, team: u8) {
        shared.refresh(scene, scene.units.walking(team));
    }

    fn steer(&self, shared: &Fields, scene: &Scene, walker: &Walker) -> Option<Course> {
        let &Self { separation, side_step, .. } = self;
        let follow = FollowPath { separation, side_step, ..FollowPath::default() };
        let goal = walker.trail.cells().get(walker.way_point).copied();
        let field = goal.and_then(|goal| shared.by_goal.get(&(walker.flies, goal)));
        let flow = field.map(|field| Flow { terrain: scene.terrain(walker.flies), field });
        let Some((walker, heading)) = flow.and_then(|flow| self.flow_on(flow, walker)) else {
            return follow.steer(&(), scene, walker);
        };
        let level = scene.units.level(walker.flies);
        let attention = FollowPath::attention(&walker, heading);
        let attention = FollowPath::among(attention, &walker, level.largest_radius());
        let mut others = Others::new(&walker, heading);
        let neighbours = level.neighbours(&walker, &attention);
        neighbours.for_each(|other| others.add(&other));
        let terms = follow.parts(&walker, &others);
        let terms = Terms::new(&["flow", "separation", "side step"], terms);
        Some(Course { place: walker.trail.place(), terms })
    }

    fn needs_goals(&self) -> bool {
        true
    }
}

impl FlowField {
    /// The unit with its progress along its path, and the direction in which it should go. `None` if the field says
    /// nothing, or the unit is stuck.
    fn flow_on<'a>(&self, flow: Flow, walker: &Walker<'a>) -> Option<(Walker<'a>, Vec2)> {
        let mut walker = *walker;
        let here = Cell::containing(walker.position);
        let distance = flow.distance(here)?;
        let last = walker.way_point + 1 >= walker.trail.cells().len();
        let to_rest = walker.rest - walker.position;
        let sees_rest = to_rest.length_squared() <= (self.sight * self.sight) as f32
            && is_clear(flow.terrain, walker.position, walker.rest, walker.radius);
        if last && (sees_rest || distance == 0.0) {
            walker.trail.head_for(walker.trail.cells().len());
            return Some((walker, to_rest.normalize_or_zero()));
        }
        if walker.is_wedged {
            return None;
        }
        // It has come as far on its path as the cells that are not nearer to the goal than it is.
        let cells = walker.trail.cells();
        let mut next = walker.trail.next();
        while next < walker.way_point && flow.distance(cells[next]).is_none_or(|d| d >= distance) {
            next += 1;
        }
        let at_way_point = cells
            .get(next)
            .is_some_and(|cell| cell.center().distance(walker.position) < walker.pass_within);
        if next == walker.way_point && !last && at_way_point {
            next += 1;
        }
        if next != walker.trail.next() {
            walker.trail.head_for(next);
        }
        Some((walker, flow.heading(walker.position, walker.radius)?))
    }
}

impl DistanceField {
    /// The direction, of length 1, in which a disc of a radius should go from a position to come nearer to the goal: towards the
    /// neighbour from which the goal is nearest, blended between the four cells around it, past corners. `None` on the cell of the
    /// goal, and where the field does not reach; [`settle`](DistanceField::settle) the cells around the position first.
    ///
    /// ```
    /// use glam::Vec2;
    /// use phalanx::grid::{Cell, CornerRule, Terrain};
    /// use phalanx::search::DistanceField;
    ///
    /// let terrain = Terrain::from_text(CornerRule::BothSidesFree, &["......"; 3]);
    /// let mut field = DistanceField::default();
    /// field.begin(&terrain, Cell::new(5, 1));
    /// field.settle_all(&terrain);
    /// let way = field.direction(&terrain, Vec2::new(1.5, 1.5), 0.4).unwrap();
    /// assert!(way.x > 0.9);
    /// assert_eq!(field.direction(&terrain, Vec2::new(5.5, 1.5), 0.4), None, "it is there");
    /// ```
    pub fn direction(&self, terrain: &Terrain, at: Vec2, radius: f32) -> Option<Vec2> {
        Flow { terrain, field: self }.heading(at, radius)
    }
}

/// The flow of a field.
#[derive(Clone, Copy)]
struct Flow<'a> {
    terrain: &'a Terrain,
    field: &'a DistanceField,
}

impl Flow<'_> {
    /// The distance from a cell to the goal, in cells, if it is not further than the units that the field was computed for.
    fn distance(&self, cell: Cell) -> Option<f64> {
        self.field.distance(self.terrain, cell)
    }

    /// The neighbour of a cell from which the goal is nearest; `None` at the goal, and where the goal cannot be reached.
    fn next(&self, cell: Cell) -> Option<Cell> {
        let here = self.distance(cell)?;
        let steps = Direction::ALL.into_iter().filter(|&d| self.terrain.allows(cell, d));
        let distances = steps.filter_map(|direction| {
            let next = cell.step(direction);
            // Cells that are nearer to the goal are always known.
            let distance = self.distance(next).filter(|&distance| distance < here)?;
            Some((distance + cell.euclidean(next), next))
        });
        distances.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, next)| next)
    }

    /// The direction of the flow for a disc at a position, of length 1.
    fn heading(&self, position: Vec2, radius: f32) -> Option<Vec2> {
        let here = Cell::containing(position);
        let next = self.next(here)?;
        let to_next = next.center() - here.center();
        let mut blended = Vec2::ZERO;
        for (cell, weight) in four_cells(position) {
            let reachable = cell == here
                || Direction::between(here, cell).is_some_and(|d| self.terrain.allows(here, d));
            if let Some(next) = self.next(cell).filter(|_| reachable) {
                blended += (next.center() - cell.center()).normalize() * weight;
            }
        }
        // Where flows part they cancel out.
        let blended = if blended.length() > 0.1 { blended.normalize() } else { to_next };
        let (to_next, to_centre) = (next.center() - position, here.center() - position);
        let is_clear = |from: Vec2, to: Vec2| {
            self.terrain.is_open_around(here) || is_clear(self.terrain, from, to, radius)
        };
        let is_free = |way: Vec2| is_clear(position, position + way.clamp_length_max(PROBE));
        // From the centre of its cell a disc can go straight to the next one, unless that step cuts a corner; then it
        // slides past the corner.
        let way = if is_free(blended) {
            blended
        } else if is_free(to_next) || !is_clear(here.center(), next.center()) {
            to_next
        } else {
            to_centre
        };
        Some(way.normalize_or_zero())
    }
}

/// The four cells whose centres are around a position, with their bilinear weights.
fn four_cells(position: Vec2) -> [(Cell, f32); 4] {
    let corner = (position - 0.5).floor();
    let right = position - 0.5 - corner;
    let left = Vec2::ONE - right;
    let cell = |x: i32, y: i32| Cell::new(corner.x as i32 + x, corner.y as i32 + y);
    [
        (cell(0, 0), left.x * left.y),
        (cell(1, 0), right.x * left.y),
        (cell(0, 1), left.x * right.y),
        (cell(1, 1), right.x * right.y),
    ]
}

#[cfg(test)]
#[path = "flow_field_tests.rs"]
mod tests;
