//! Influence: every unit spreads its strength over the cells that it sees, and ways past strong enemies cost more.
//!
//! H. Danielsiek, R. Stüer, A. Thom, N. Beume, B. Naujoks, M. Preuss, "Intelligent Moving of Groups in Real-Time
//! Strategy Games", CIG 2008, sections III and IV. The combat strength of a unit is `c_u = D_u HP_u / 100`; it
//! falls linearly with the distance, down to nothing at the unit's range. A cell's influence `zeta` is the sum of the enemies'
//! minus the sum of the own side's, without whoever plans. A step of length `delta` into the cell is priced
//! `delta e^psi` with `psi = (zeta - c) / 180`, cut to lie between -1 and 1. A flock plans as one unit with the strength
//! `c_F = (sum of HP) (sum of D) / (100 SEW)`.
//!
//! What the paper leaves open, and what is chosen here: the distance is Euclidean, like every range in the program (the numbers of
//! its Fig. 3 are lost), and `c_F` has the 100 that `c_u` has, without which no flock would ever avoid anything.
//! Several sides need no new rule: whoever is not of the own side is an enemy.
//!
//! Strengths are whole multiples of 1/1024, so that adding and subtracting stamps in any order gives the same map bit
//! for bit. Moving a unit costs the cells of two stamps, pricing two look-ups per edge, whatever the number of sides.

use crate::grid::{Cell, Node, Terrain};
use std::collections::BTreeMap;
use std::sync::Arc;

crate::parameters! {
    /// Parameters of influence.
    pub struct Influence {
        /// Whether a group plans as one: with the strength of the whole group, on one map without any of its
        /// members, as flocks do.
        flock: bool = false;
        /// Synergy effect weight (SEW): what the strength of a flock is divided by. A small weight makes it
        /// attack whatever is in its way, a large one makes it go round.
        sew: f64 = 8.0, in 0.5..=40.0;
        /// Difference of strength at which the price is multiplied by e.
        scale: f64 = 180.0, in 1.0..=10000.0, unit "HP damage / 100";
        /// The most by which the logarithm of the price is moved, either way. 0 prices nothing.
        bound: f64 = 1.0, in 0.0..=3.0;
    }
}

/// Where a unit is felt, and how strongly.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Presence {
    /// Where it stands.
    pub at: Cell,
    /// Hit points that it has left (HP).
    pub hit_points: f32,
    /// Damage of one of its hits (D).
    pub damage: f32,
    /// Distance from which on it is not felt any more, in cells.
    pub range: f32,
}

impl Presence {
    /// The combat strength `c_u`.
    pub fn strength(&self) -> f64 {
        f64::from(self.damage) * f64::from(self.hit_points) / 100.0
    }

    /// The strength as a whole number.
    fn steps(&self) -> i64 {
        let strength = self.strength();
        if strength > 0.0 { (strength.min(STRONGEST) * ONE).round() as i64 } else { 0 }
    }
}

/// Strengths are counted in steps of 1/1024.
const ONE: f64 = 1024.0;
/// The greatest strength of a unit; a hundred thousand of them on one cell still fit into 63 bits.
const STRONGEST: f64 = 1e10;
/// The largest range, in cells.
const FURTHEST: f32 = 128.0;
/// Binary places of the weights in a [`Shape`].
const WEIGHT_BITS: u32 = 16;

/// The influence of every unit on every cell, kept up to date by moving stamps.
///
/// All calls for one map must be made with terrains of one size.
#[derive(Clone, Debug, Default)]
pub struct InfluenceMap {
    /// Who is on the map, by number.
    stamps: BTreeMap<u32, (u8, Presence)>,
    sides: Vec<Side>,
    /// By node; the sum of all sides.
    total: Vec<i64>,
    /// By the bits of the range.
    shapes: BTreeMap<u32, Arc<Shape>>,
}

/// What one side has on the map.
#[derive(Clone, Debug, Default)]
struct Side {
    /// By node; empty as long as nobody has been there.
    field: Vec<i64>,
    /// The strengths of all its units together.
    strength: i64,
    revision: u64,
}

impl InfluenceMap {
    /// Nobody anywhere.
    pub const fn new() -> Self {
        Self {
            stamps: BTreeMap::new(),
            sides: Vec::new(),
            total: Vec::new(),
            shapes: BTreeMap::new(),
        }
    }

    /// Whether a unit is not on the map as it is now.
    pub fn has_changed(&self, unit: u32, team: u8, presence: &Presence) -> bool {
        if self.stamps.is_empty() && presence.steps() == 0 {
            return false;
        }
        match self.stamps.get(&unit) {
            Some(known) => *known != (team, *presence),
            None => presence.steps() > 0,
        }
    }

    /// Puts a unit on the map, or moves it to where and to what it is now. Those without strength are not felt.
    pub fn place(&mut self, terrain: &Terrain, unit: u32, team: u8, presence: Presence) {
        if !self.has_changed(unit, team, &presence) {
            return;
        }
        self.remove(terrain, unit);
        if presence.steps() > 0 {
            self.stamps.insert(unit, (team, presence));
            self.add(terrain, team, &presence, 1);
        }
    }

    /// Takes a unit off the map.
    pub fn remove(&mut self, terrain: &Terrain, unit: u32) {
        if let Some((team, presence)) = self.stamps.remove(&unit) {
            self.add(terrain, team, &presence, -1);
        }
    }

    /// The units on the map, by number.
    pub fn units(&self) -> impl Iterator<Item = u32> {
        self.stamps.keys().copied()
    }

    /// `zeta` as a side sees it: positive where enemies are stronger, negative where friends are; nothing outside
    /// the map.
    pub fn zeta(&self, terrain: &Terrain, team: u8, cell: Cell) -> f64 {
        if !terrain.bounds().contains(cell) {
            return 0.0;
        }
        self.steps(team, terrain.node(cell)) as f64 / ONE
    }

    /// Changes whenever anybody's influence does.
    pub fn revision(&self) -> u64 {
        self.sides.iter().map(|side| side.revision).sum()
    }

    /// Changes whenever the influence of somebody who is not of this side does.
    pub fn revision_of_enemies(&self, team: u8) -> u64 {
        let own = self.sides.get(usize::from(team)).map_or(0, |side| side.revision);
        self.revision() - own
    }

    /// Enemies count for, friends against: all minus twice the own.
    #[inline]
    fn steps(&self, team: u8, node: Node) -> i64 {
        let all = self.total.get(node as usize).copied().unwrap_or(0);
        let side = self.sides.get(usize::from(team));
        all - 2 * side.and_then(|s| s.field.get(node as usize)).copied().unwrap_or(0)
    }

    fn add(&mut self, terrain: &Terrain, team: u8, presence: &Presence, sign: i64) {
        let shape = self.shape(presence.range);
        let place = usize::from(team);
        if self.sides.len() <= place {
            self.sides.resize_with(place + 1, Side::default);
        }
        let side = &mut self.sides[place];
        side.revision += 1;
        side.strength += sign * presence.steps();
        side.field.resize(terrain.node_count(), 0);
        self.total.resize(terrain.node_count(), 0);
        shape.each(presence, |cell, steps| {
            if terrain.bounds().contains(cell) {
                let node = terrain.node(cell) as usize;
                side.field[node] += sign * steps;
                self.total[node] += sign * steps;
            }
        });
    }

    fn shape(&mut self, range: f32) -> Arc<Shape> {
        self.shapes.entry(range.to_bits()).or_insert_with(|| Arc::new(Shape::new(range))).clone()
    }
}

/// How strength falls with the distance, for one range.
#[derive(Debug)]
struct Shape {
    radius: i32,
    /// A square row by row, in steps of 1/65536.
    weights: Vec<i64>,
}

impl Shape {
    fn new(range: f32) -> Self {
        let range = if range > 0.0 { range.min(FURTHEST) } else { 0.0 };
        let radius = range.ceil() as i32;
        let weight = |dx: i32, dy: i32| {
            let distance = f64::from(dx * dx + dy * dy).sqrt();
            let left = if distance == 0.0 { 1.0 } else { 1.0 - distance / f64::from(range) };
            (left.max(0.0) * f64::from(1 << WEIGHT_BITS)).round() as i64
        };
        let weights =
            (-radius..=radius).flat_map(|dy| (-radius..=radius).map(move |dx| weight(dx, dy)));
        Self { radius, weights: weights.collect() }
    }

    /// Every cell that a unit is felt on, also outside the map, with its influence there in steps.
    fn each(&self, presence: &Presence, mut visit: impl FnMut(Cell, i64)) {
        let strength = presence.steps();
        let side = 2 * self.radius + 1;
        for (dy, row) in (-self.radius..).zip(self.weights.chunks_exact(side as usize)) {
            for (dx, &weight) in (-self.radius..).zip(row) {
                if weight > 0 {
                    let cell = Cell::new(
                        presence.at.x.saturating_add(dx),
                        presence.at.y.saturating_add(dy),
                    );
                    visit(cell, (strength * weight) >> WEIGHT_BITS);
                }
            }
        }
    }
}

/// The influence map as somebody sees it who plans: without themselves, and with their own strength.
#[derive(Debug)]
pub(super) struct Danger<'a> {
    map: &'a InfluenceMap,
    team: u8,
    /// The planners' own stamps: what they cover, row by row from the node `first`.
    first: Node,
    columns: u32,
    stride: u32,
    own: Vec<i64>,
    /// `c_u` or `c_F`, in steps.
    strength: f64,
    scale: f64,
    bound: f64,
    /// The price where enemies are too strong, and where they are no match.
    most: f64,
    least: f64,
}

impl<'a> Danger<'a> {
    /// For a unit, or for several that plan as one. Nothing if the price is the same everywhere.
    pub(super) fn new(
        map: &'a InfluenceMap,
        terrain: &Terrain,
        team: u8,
        planners: &[Presence],
        rule: &Influence,
    ) -> Option<Self> {
        if !varies(map, team, planners, rule) {
            return None;
        }
        let strength = ONE * strength(planners, rule);
        let scale = ONE * rule.scale;
        // Nowhere can friends be felt more than if they all stood on one cell.
        let (friends, _) = strengths_beside(map, team, planners);
        let lowest = (-(friends as f64) - strength) / scale;
        let mut danger = Self {
            map,
            team,
            first: 0,
            columns: 0,
            stride: terrain.stride(),
            own: Vec::new(),
            strength,
            scale,
            bound: rule.bound,
            most: rule.bound.exp(),
            least: lowest.clamp(-rule.bound, rule.bound).exp(),
        };
        danger.take_out(terrain, planners);
        Some(danger)
    }

    fn take_out(&mut self, terrain: &Terrain, planners: &[Presence]) {
        let shapes = planners.iter().filter(|p| p.steps() > 0).filter_map(|planner| {
            Some((planner, self.map.shapes.get(&planner.range.to_bits())?.clone()))
        });
        let shapes: Vec<(&Presence, Arc<Shape>)> = shapes.collect();
        let corner = |cell: Cell, by: i32| {
            terrain.bounds().clamp(Cell::new(cell.x.saturating_add(by), cell.y.saturating_add(by)))
        };
        let low = shapes.iter().map(|(p, shape)| corner(p.at, -shape.radius));
        let high = shapes.iter().map(|(p, shape)| corner(p.at, shape.radius));
        let low = low.reduce(|a, b| Cell::new(a.x.min(b.x), a.y.min(b.y)));
        let high = high.reduce(|a, b| Cell::new(a.x.max(b.x), a.y.max(b.y)));
        let (Some(low), Some(high)) = (low, high) else { return };
        self.first = terrain.node(low);
        self.columns = (high.x - low.x + 1) as u32;
        self.own = vec![0; self.columns as usize * (high.y - low.y + 1) as usize];
        for (planner, shape) in shapes {
            shape.each(planner, |cell, steps| {
                if terrain.bounds().contains(cell) {
                    let place = (cell.y - low.y) as u32 * self.columns + (cell.x - low.x) as u32;
                    self.own[place as usize] += steps;
                }
            });
        }
    }

    /// `e^psi` of a node: what the length of a step into it is multiplied by.
    #[inline]
    pub(super) fn of(&self, node: Node) -> f64 {
        // The planners' own stamps count as friends on the map; without them there is that much more danger.
        let zeta = self.map.steps(self.team, node) + self.own(node);
        let epsilon = (zeta as f64 - self.strength) / self.scale;
        if epsilon >= self.bound {
            self.most
        } else if epsilon <= -self.bound {
            // Nothing is lower than the bound, so that the least price is the one at the bound.
            self.least
        } else {
            epsilon.exp()
        }
    }

    /// The least that a step can cost per length.
    pub(super) fn least(&self) -> f64 {
        self.least
    }

    #[inline]
    fn own(&self, node: Node) -> i64 {
        let Some(behind) = node.checked_sub(self.first) else { return 0 };
        let (row, column) = (behind / self.stride, behind % self.stride);
        if column >= self.columns {
            return 0;
        }
        self.own.get((row * self.columns + column) as usize).copied().unwrap_or(0)
    }
}

/// The strength with which planners look at the map: `c_u` of one, `c_F` of a flock.
fn strength(planners: &[Presence], rule: &Influence) -> f64 {
    if rule.flock {
        let hit_points: f64 = planners.iter().map(|p| f64::from(p.hit_points)).sum();
        let damage: f64 = planners.iter().map(|p| f64::from(p.damage)).sum();
        return hit_points * damage / (100.0 * rule.sew);
    }
    planners.first().map_or(0.0, Presence::strength)
}

/// What influence makes of one cell for those who plan, in the paper's terms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Explained {
    /// The strength with which they plan: `c_u` of one unit, `c_F` of a flock.
    pub strength: f64,
    /// `zeta`: the influence of enemies minus that of friends, without the planners' own.
    pub zeta: f64,
    /// `epsilon = (zeta - strength) / scale`.
    pub epsilon: f64,
    /// `psi`: epsilon cut to lie between the bounds.
    pub psi: f64,
    /// `e^psi`: what the length of a step into the cell is multiplied by.
    pub factor: f64,
}

/// The values of one cell as the planners see it: one unit, or all members of a flock. The planners must stand on the
/// map as they are given here. Nothing outside the map.
pub fn explain(
    rule: &Influence,
    map: &InfluenceMap,
    terrain: &Terrain,
    team: u8,
    planners: &[Presence],
    cell: Cell,
) -> Option<Explained> {
    if !terrain.bounds().contains(cell) {
        return None;
    }
    let mut own = 0;
    for planner in planners {
        Shape::new(planner.range).each(planner, |felt, steps| {
            own += if felt == cell { steps } else { 0 };
        });
    }
    let strength = strength(planners, rule);
    let zeta = (map.steps(team, terrain.node(cell)) + own) as f64 / ONE;
    let epsilon = (zeta - strength) / rule.scale;
    let psi = epsilon.clamp(-rule.bound, rule.bound);
    Some(Explained { strength, zeta, epsilon, psi, factor: psi.exp() })
}

/// The strengths of the planners' friends and of their enemies, in steps.
fn strengths_beside(map: &InfluenceMap, team: u8, planners: &[Presence]) -> (i64, i64) {
    let own = map.sides.get(usize::from(team)).map_or(0, |side| side.strength);
    let all: i64 = map.sides.iter().map(|side| side.strength).sum();
    (own - planners.iter().map(Presence::steps).sum::<i64>(), all - own)
}

/// Whether influence prices some cells higher than others. Where there is no enemy, it does not if friends are
/// not felt either, or if the planner would be as strong as counts without them.
pub(super) fn varies(
    map: &InfluenceMap,
    team: u8,
    planners: &[Presence],
    rule: &Influence,
) -> bool {
    let (friends, enemies) = strengths_beside(map, team, planners);
    let saturated = strength(planners, rule) >= rule.bound * rule.scale;
    rule.bound > 0.0 && (enemies > 0 || friends > 0 && !saturated)
}

/// Whether the units of a group see one and the same map, so that one search can serve them all.
pub(super) fn is_common(planners: &[Presence], rule: &Influence) -> bool {
    rule.flock || planners.iter().all(|planner| planner.steps() == 0)
}

#[cfg(test)]
#[path = "influence_tests.rs"]
mod tests;
