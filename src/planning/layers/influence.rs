//! Influence: every unit spreads its strength over the cells that it sees, and paths past strong enemies cost more.
//!
//! H. Danielsiek, R. Stüer, A. Thom, N. Beume, B. Naujoks, M. Preuss, "Intelligent Moving of Groups in Real-Time
//! Strategy Games", CIG 2008, sections III and IV. The combat strength of a unit is `c_u = D_u HP_u / 100`; it
//! falls linearly with the distance, down to nothing at the unit's range of sight. A cell's influence `zeta` is the sum of the enemies'
//! minus the sum of the own side's, without the planner's own. A step of length `delta` into the cell is priced
//! `delta e^psi` with `psi = epsilon = (zeta - c) / 180`, cut to lie between -1 and 1. A flock plans as one unit with the strength
//! `c_F = (sum of HP) (sum of D) / (100 SEW)`, over all its living members.
//!
//! Open in the paper, and chosen here: the distance is Euclidean, like every range in the program (the numbers of
//! Fig. 3 are lost); a quadratic fall is named without a formula, here it is `1 - (d / r)^2`; the side of a tile is a
//! parameter, one cell unless set, because the paper only says that there are typically fewer tiles than cells. With more than two
//! sides, every other side is an enemy; the teams of an alliance are one side.
//!
//! Differs: `c_F` is divided by 100 as `c_u` is. The paper prints it without, and then no flock would ever avoid
//! anything: the group of scenario 1 has `5400 x 830 / 8 = 560250`, a tower 8400. The reach of buildings can be multiplied
//! (`building_reach`); the paper's is the sight, a factor of 1.
//!
//! Moving a unit costs the tiles of two stamps, pricing two look-ups per edge, whatever the number of sides.

mod danger;
mod field;
mod map;
mod spread;

pub use danger::Danger;
pub use field::Influences;
pub use map::InfluenceMap;
use serde::{Deserialize, Serialize};
use spread::Shape;
pub use spread::{Falloff, Spread};

use super::layer::{Layer, UnitSnapshot};
use crate::grid::Cell;
use crate::maths::exp;
use crate::planning::PlanContext;

crate::parameters! {
    /// Parameters of influence.
    pub struct Influence {
        /// Whether a group plans as one: with the strength of the whole group, on one map without any of its
        /// members, as flocks do.
        flock: bool = false;
        /// Synergy effect weight (SEW): what the strength of a flock is divided by. A small weight makes it
        /// attack whatever is in its way, a large one makes it go round.
        sew: f64 = 8.0, in 0.5..=40.0;
        /// Difference of strength (damage x hit points / 100) at which the cost is multiplied by e.
        scale: f64 = 180.0, in 1.0..=10000.0, unit "strength";
        /// Maximum change of the logarithm of the cost, up or down. 0 changes nothing.
        bound: f64 = 1.0, in 0.0..=3.0;
        /// Factor of the reach of the influence of buildings. 1 is the paper's rule: the reach is the
        /// building's range of sight, or the `influence` in its unit file.
        building_reach: f64 = 1.0, in 0.25..=4.0;
        /// How influence falls with the distance.
        falloff: Falloff = Falloff::Linear;
        /// Side of the square tiles of the influence map. Larger tiles are cheaper and coarser.
        tile: u32 = 1, in 1..=16, unit "cells";
    }
}

impl Influence {
    /// How strengths spread over the map that this rule needs.
    pub fn spread(&self) -> Spread {
        Spread {
            building_reach: self.building_reach as f32,
            falloff: self.falloff,
            tile: self.tile.max(1),
        }
    }
}

impl Layer for Influence {
    type Field = Influences;
    type Trail = ();
    type Term<'a> = Danger<'a>;

    fn is_felt(&self, field: &Influences, context: &PlanContext) -> bool {
        let map = field.of(context.team);
        let is_felt = |planners| self.varies(map, field.side(context.team), planners);
        if self.flock || context.planners.is_empty() {
            is_felt(context.planners)
        } else {
            context.planners.chunks(1).any(is_felt)
        }
    }

    fn term<'a>(
        &self,
        field: &'a Influences,
        (): &'a (),
        context: &PlanContext<'a>,
    ) -> Option<Danger<'a>> {
        let (map, team) = (field.of(context.team), field.side(context.team));
        let varies = self.varies(map, team, context.planners);
        varies.then(|| Danger::new(self, map, team, context.planners))
    }

    fn is_common(&self, context: &PlanContext) -> bool {
        self.flock || context.planners.iter().all(|planner| planner.presence.steps() == 0)
    }

    fn plans_as_one(&self) -> bool {
        self.flock
    }
}

/// The position and strength of a unit's influence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Presence {
    /// Where it stands.
    pub at: Cell,
    /// Hit points that it has left (HP).
    pub hit_points: f32,
    /// Damage of one of its hits (D).
    pub damage: f32,
    /// Distance beyond which it has no influence, in cells, unless the map's [`Spread`] changes it.
    pub range: f32,
    /// Whether it is a building.
    pub building: bool,
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

impl Influence {
    /// The strength with which planners look at the map: `c_u` of one, `c_F` of a flock.
    fn strength(&self, planners: &[UnitSnapshot]) -> f64 {
        let sum = |value: fn(&Presence) -> f32| -> f64 {
            planners.iter().map(|planner| f64::from(value(&planner.presence))).sum()
        };
        if self.flock {
            return sum(|p| p.hit_points) * sum(|p| p.damage) / (100.0 * self.sew);
        }
        planners.first().map_or(0.0, |planner| planner.presence.strength())
    }

    /// Whether influence makes some cells more expensive than others. Where there is no enemy, it does not if allies
    /// have no influence either, or if the planner would be equally strong without them.
    fn varies(&self, map: &InfluenceMap, team: u8, planners: &[UnitSnapshot]) -> bool {
        let (friends, enemies) = friends_and_enemies(map, team, planners);
        let saturated = self.strength(planners) >= self.bound * self.scale;
        self.bound > 0.0 && (enemies > 0 || friends > 0 && !saturated)
    }
}

/// The strengths of the planners' allies and of their enemies, in steps.
fn friends_and_enemies(map: &InfluenceMap, team: u8, planners: &[UnitSnapshot]) -> (i64, i64) {
    let (own, all) = map.strengths(team);
    (own - planners.iter().map(|planner| planner.presence.steps()).sum::<i64>(), all - own)
}

/// The influence on the cost of one cell for the planners, in the paper's terms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Explained {
    /// The strength with which they plan: `c_u` of one unit, `c_F` of a flock.
    pub strength: f64,
    /// `zeta`: the influence of enemies minus that of allies, without the planners' own.
    pub zeta: f64,
    /// `epsilon = (zeta - strength) / scale`.
    pub epsilon: f64,
    /// `psi`: epsilon cut to lie between the bounds.
    pub psi: f64,
    /// `e^psi`: what the length of a step into the cell is multiplied by.
    pub factor: f64,
}

/// The values of one cell as the planners of a context see it: one unit, or all members of a flock. The planners must
/// stand on the map as they are given there. `None` outside the map, or if the layer is off.
pub fn explain(context: &PlanContext, cell: Cell) -> Option<Explained> {
    let rule = context.layers.influence?;
    if !context.terrain.bounds().contains(cell) {
        return None;
    }
    let map = context.fields.influence.of(context.team);
    let planners = context.planners.iter();
    let own: i64 = planners.map(|planner| map.own_steps(&planner.presence, cell)).sum();
    let strength = rule.strength(context.planners);
    let side = context.fields.influence.side(context.team);
    let zeta = (map.steps(side, context.terrain.node(cell)) + own) as f64 / ONE;
    let epsilon = (zeta - strength) / rule.scale;
    let psi = epsilon.clamp(-rule.bound, rule.bound);
    Some(Explained { strength, zeta, epsilon, psi, factor: exp(psi) })
}

#[cfg(test)]
#[path = "influence_tests.rs"]
mod tests;
