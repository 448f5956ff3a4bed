//! The influence map as planners see it: without their own influence, and with their own strength.

use super::{Influence, InfluenceMap, ONE, Presence, Shape, friends_and_enemies};
use crate::grid::{Cell, Node};
use crate::maths::exp;
use crate::planning::layers::layer::{LayerTerm, UnitSnapshot};

/// Factor of steps into a node.
#[derive(Debug)]
pub struct Danger<'a> {
    map: &'a InfluenceMap,
    team: u8,
    /// The planners' own stamps: the tiles that they cover, row by row from the index `first`.
    first: u32,
    columns: u32,
    own: Vec<i64>,
    /// `c_u` or `c_F`, in steps.
    strength: f64,
    scale: f64,
    bound: f64,
    /// The cost where enemies are too strong, and where they are no match.
    most: f64,
    least: f64,
}

impl<'a> Danger<'a> {
    /// For a unit, or for several that plan as one.
    pub(super) fn new(
        rule: &Influence,
        map: &'a InfluenceMap,
        team: u8,
        planners: &[UnitSnapshot],
    ) -> Self {
        let strength = ONE * rule.strength(planners);
        let scale = ONE * rule.scale;
        // The influence of allies is greatest where all of them stand on one cell.
        let (friends, _) = friends_and_enemies(map, team, planners);
        let lowest = (-(friends as f64) - strength) / scale;
        let mut danger = Self {
            map,
            team,
            first: 0,
            columns: 0,
            own: Vec::new(),
            strength,
            scale,
            bound: rule.bound,
            most: exp(rule.bound),
            least: exp(lowest.clamp(-rule.bound, rule.bound)),
        };
        danger.take_out(planners);
        danger
    }

    /// Records the planners' own influence, which is left out.
    fn take_out(&mut self, planners: &[UnitSnapshot]) {
        let (spread, tiles) = (*self.map.spread(), self.map.tiles());
        let shapes: Vec<(&Presence, &Shape)> = planners
            .iter()
            .map(|planner| &planner.presence)
            .filter(|p| p.steps() > 0)
            .filter_map(|planner| Some((planner, self.map.shape_of(planner)?.as_ref())))
            .collect();
        let bounds = tiles.bounds();
        let corner = |presence: &Presence, by: i32| {
            let at = spread.tile_of(presence.at);
            bounds.clamp(Cell::new(at.x.saturating_add(by), at.y.saturating_add(by)))
        };
        let low = shapes.iter().map(|(p, shape)| corner(p, -shape.radius));
        let high = shapes.iter().map(|(p, shape)| corner(p, shape.radius));
        let low = low.reduce(|a, b| Cell::new(a.x.min(b.x), a.y.min(b.y)));
        let high = high.reduce(|a, b| Cell::new(a.x.max(b.x), a.y.max(b.y)));
        let (Some(low), Some(high)) = (low, high) else { return };
        self.first = tiles.place(low);
        self.columns = (high.x - low.x + 1) as u32;
        self.own = vec![0; self.columns as usize * (high.y - low.y + 1) as usize];
        for (planner, shape) in shapes {
            shape.each(&spread, planner, |tile, steps| {
                if bounds.contains(tile) {
                    let place = (tile.y - low.y) as u32 * self.columns + (tile.x - low.x) as u32;
                    self.own[place as usize] += steps;
                }
            });
        }
    }

    #[inline]
    fn own(&self, node: Node) -> i64 {
        if self.own.is_empty() {
            return 0;
        }
        let tiles = self.map.tiles();
        let Some(behind) = tiles.of(node).checked_sub(self.first) else { return 0 };
        let (row, column) = (behind / tiles.stride, behind % tiles.stride);
        if column >= self.columns {
            return 0;
        }
        self.own.get((row * self.columns + column) as usize).copied().unwrap_or(0)
    }
}

impl LayerTerm for Danger<'_> {
    /// `e^psi` of a node.
    #[inline]
    fn factor(&self, to: Node) -> f64 {
        // The planners' own stamps count as allies on the map; without them there is that much more danger.
        let zeta = self.map.steps(self.team, to) + self.own(to);
        let epsilon = (zeta as f64 - self.strength) / self.scale;
        if epsilon >= self.bound {
            self.most
        } else if epsilon <= -self.bound {
            // Nothing is lower than the bound, so that the minimum cost is the one at the bound.
            self.least
        } else {
            exp(epsilon)
        }
    }

    fn least(&self) -> f64 {
        self.least
    }
}
