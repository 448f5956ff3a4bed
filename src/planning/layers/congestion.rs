//! Congestion: cells occupied by teammates that stand still or come the other way cost more.
//!
//! Ours. Cooperative searches reserve cells in space and time. This layer looks only at where teammates are now, which is
//! cheap and enough to lead two groups through two gaps. Enemies are ignored: a path must not reveal where they are. The
//! planning group is ignored too, because it leaves its cells.
//!
//! A change of congestion alone does not make a group plan again: in a crowd it changes in every tick.
//!
//! Costs one pass over the units per tick and one look-up per edge.

use super::layer::{Layer, LayerField, LayerTerm, UnitSnapshot};
use crate::grid::{Cell, Direction, Node, Terrain};
use crate::planning::PlanContext;
use glam::Vec2;
use serde::{Deserialize, Serialize};

/// A unit that is slower than this stands still, in cells per second.
const STANDING: f32 = 0.25;

crate::parameters! {
    /// Parameters of congestion.
    pub struct Congestion {
        /// Cost of a step into a cell where a teammate stands still, on top of its length.
        standing: f64 = 4.0, in 0.0..=50.0, unit "cells";
        /// Cost of a step straight against a teammate that moves, on top of its length. Less the more it moves aside, nothing
        /// if it moves the same way.
        oncoming: f64 = 2.0, in 0.0..=50.0, unit "cells";
    }
}

/// Where the units of an arena are, and how they move. Computed again in every tick.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct CongestionMap {
    /// Sorted by node.
    #[serde(with = "crate::unhashed")]
    units: Vec<Occupant>,
    /// By node: the index of its first unit plus one; 0 for none.
    #[serde(with = "crate::unhashed")]
    first: Vec<u32>,
    #[serde(with = "crate::unhashed")]
    revision: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Occupant {
    node: Node,
    id: u32,
    team: u8,
    group: Option<u32>,
    flies: bool,
    /// Its direction, with length 1; zero while it stands still.
    direction: Vec2,
}

impl CongestionMap {
    /// The units on a node.
    #[inline]
    fn on(&self, node: Node) -> &[Occupant] {
        match self.first.get(node as usize) {
            None | Some(0) => &[],
            Some(&first) => {
                let from = &self.units[first as usize - 1..];
                &from[..from.partition_point(|unit| unit.node == node)]
            }
        }
    }
}

impl LayerField<Congestion> for CongestionMap {
    fn needs_units(&self, rules: &[Option<Congestion>], _: usize) -> bool {
        rules.iter().any(Option::is_some)
    }

    fn update(&mut self, rules: &[Option<Congestion>], terrain: &Terrain, units: &[UnitSnapshot]) {
        if !self.needs_units(rules, 0) {
            *self = Self { revision: self.revision, ..Self::default() };
            return;
        }
        let inside = units.iter().map(|unit| (unit, Cell::containing(unit.position)));
        let inside = inside.filter(|(_, cell)| terrain.bounds().contains(*cell));
        let occupant = |(unit, cell): (&UnitSnapshot, Cell)| Occupant {
            node: terrain.node(cell),
            id: unit.id,
            team: unit.team,
            group: unit.group,
            flies: unit.flies,
            direction: match unit.velocity.length() {
                speed if speed < STANDING => Vec2::ZERO,
                speed => unit.velocity / speed,
            },
        };
        let mut now: Vec<Occupant> = inside.map(occupant).collect();
        now.sort_unstable_by_key(|unit| (unit.node, unit.id));
        if now == self.units && self.first.len() == terrain.node_count() {
            return;
        }
        for unit in &self.units {
            if let Some(first) = self.first.get_mut(unit.node as usize) {
                *first = 0;
            }
        }
        self.first.resize(terrain.node_count(), 0);
        self.units = now;
        for (place, unit) in self.units.iter().enumerate().rev() {
            self.first[unit.node as usize] = place as u32 + 1;
        }
        self.revision += 1;
    }

    fn revision(&self, _: u8) -> u64 {
        self.revision
    }
}

impl Layer for Congestion {
    type Field = CongestionMap;
    type Trail = ();
    type Term<'a> = Crowding<'a>;

    fn is_felt(&self, field: &CongestionMap, context: &PlanContext) -> bool {
        let crowding = self.crowding(field, context);
        field.units.iter().any(|unit| crowding.counts(unit) && crowding.most(unit) > 0.0)
    }

    fn term<'a>(
        &self,
        field: &'a CongestionMap,
        (): &'a (),
        context: &PlanContext<'a>,
    ) -> Option<Crowding<'a>> {
        self.is_felt(field, context).then(|| self.crowding(field, context))
    }

    fn is_common(&self, context: &PlanContext) -> bool {
        let group = |unit: &UnitSnapshot| unit.group;
        let mut groups = context.planners.iter().map(group);
        match groups.next() {
            None => true,
            Some(None) => context.planners.len() == 1,
            Some(first) => groups.all(|group| group == first),
        }
    }
}

impl Congestion {
    fn crowding<'a>(&self, map: &'a CongestionMap, context: &PlanContext<'a>) -> Crowding<'a> {
        let first = context.planners.first();
        Crowding {
            map,
            standing: self.standing,
            oncoming: self.oncoming,
            team: first.map_or(context.team, |unit| unit.team),
            planners: context.planners,
            group: first.and_then(|unit| unit.group),
            flies: first.is_some_and(|unit| unit.flies),
            directions: Direction::ALL.map(|step| {
                let (dx, dy) = step.offset();
                Vec2::new(dx as f32, dy as f32).normalize()
            }),
        }
    }
}

/// What teammates in the way add to the cost of a step.
pub struct Crowding<'a> {
    map: &'a CongestionMap,
    standing: f64,
    oncoming: f64,
    team: u8,
    planners: &'a [UnitSnapshot],
    group: Option<u32>,
    flies: bool,
    directions: [Vec2; 8],
}

impl Crowding<'_> {
    /// Whether a unit is in the way of the planners: a teammate of another group on the same layer.
    #[inline]
    fn counts(&self, unit: &Occupant) -> bool {
        let own = match self.group {
            Some(_) => unit.group == self.group,
            None => self.planners.iter().any(|planner| planner.id == unit.id),
        };
        unit.team == self.team && unit.flies == self.flies && !own
    }

    /// The maximum that a unit can add to the cost of a step.
    fn most(&self, unit: &Occupant) -> f64 {
        if unit.direction == Vec2::ZERO { self.standing } else { self.oncoming }
    }
}

impl LayerTerm for Crowding<'_> {
    const ORDERS: bool = false;

    #[inline]
    fn surcharge(&self, _: Node, to: Node, step: Direction) -> f64 {
        let mut sum = 0.0;
        for unit in self.map.on(to).iter().filter(|unit| self.counts(unit)) {
            sum += if unit.direction == Vec2::ZERO {
                self.standing
            } else {
                let against = -unit.direction.dot(self.directions[step as usize]);
                self.oncoming * f64::from(against.max(0.0))
            };
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::CornerRule;
    use crate::planning::{GroupRequest, LayerFields, Layers, PlanScratch, Search, plan};

    const TWO_GAPS: &[&str] =
        &["...........", ".....#.....", "...........", ".....#.....", "...........", ".....#....."];

    fn unit(id: u32, team: u8, group: u32, at: (f32, f32), velocity: (f32, f32)) -> UnitSnapshot {
        UnitSnapshot {
            id,
            team,
            group: Some(group),
            position: at.into(),
            velocity: velocity.into(),
            ..UnitSnapshot::default()
        }
    }

    /// The row in which a path from the left to the right passes the wall, for team 0 and group 7.
    fn row_of_the_gap(rule: Congestion, others: &[UnitSnapshot]) -> i32 {
        let terrain = Terrain::from_text(CornerRule::BothSidesFree, TWO_GAPS);
        let layers = Layers { congestion: Some(rule), ..Layers::default() };
        let mut fields = LayerFields::default();
        fields.congestion.update(&[Some(rule), Some(rule)], &terrain, others);
        let planners = [unit(99, 0, 7, (0.5, 2.5), (0.0, 0.0))];
        let context =
            PlanContext { fields: &fields, planners: &planners, ..PlanContext::bare(&terrain) };
        let context = context.with_layers(layers);
        let starts = [Cell::new(0, 2)];
        let request = GroupRequest::new(&context, &starts, Cell::new(10, 2));
        let plans = plan(&Search::default(), &request, &mut PlanScratch::default());
        let path = plans[0].path.as_ref().unwrap();
        path.cells().iter().find(|cell| cell.x == 5).unwrap().y
    }

    #[test]
    fn a_jam_in_one_gap_sends_the_next_group_through_the_other() {
        let rule = Congestion::default();
        let jam = |team, group| {
            (0..3)
                .map(|i| unit(i, team, group, (4.5 + i as f32, 2.5), (0.0, 0.0)))
                .collect::<Vec<_>>()
        };
        assert_eq!(row_of_the_gap(rule, &[]), 2, "straight on without others");
        assert_ne!(row_of_the_gap(rule, &jam(0, 3)), 2, "around friends that stand");
        assert_eq!(row_of_the_gap(rule, &jam(1, 3)), 2, "enemies do not count");
        assert_eq!(row_of_the_gap(rule, &jam(0, 7)), 2, "the own group does not count");
        let free = Congestion { standing: 0.0, oncoming: 0.0 };
        assert_eq!(row_of_the_gap(free, &jam(0, 3)), 2, "without a price");
    }

    #[test]
    fn oncoming_friends_cost_more_than_friends_that_go_the_same_way() {
        let rule = Congestion { oncoming: 8.0, ..Congestion::default() };
        let stream = |speed| {
            (0..4).map(|i| unit(i, 0, 3, (3.5 + i as f32, 2.5), (speed, 0.0))).collect::<Vec<_>>()
        };
        assert_eq!(row_of_the_gap(rule, &stream(2.0)), 2, "the same way");
        assert_ne!(row_of_the_gap(rule, &stream(-2.0)), 2, "against it");
    }

    #[test]
    fn the_map_forgets_units_that_left_and_teams_without_the_layer() {
        let terrain = Terrain::from_text(CornerRule::BothSidesFree, TWO_GAPS);
        let rule = Some(Congestion::default());
        let mut map = CongestionMap::default();
        let node = terrain.node(Cell::new(4, 2));
        map.update(&[rule], &terrain, &[unit(0, 0, 3, (4.5, 2.5), (0.0, 0.0))]);
        assert_eq!(map.on(node).len(), 1);
        let before = map.revision(0);
        map.update(&[rule], &terrain, &[unit(0, 0, 3, (6.5, 2.5), (0.0, 0.0))]);
        assert!(map.on(node).is_empty());
        assert_ne!(map.revision(0), before);
        map.update(&[None], &terrain, &[]);
        assert!(map.units.is_empty());
    }

    #[test]
    fn prices_are_common_to_one_group_and_not_to_units_without_one() {
        let terrain = Terrain::from_text(CornerRule::BothSidesFree, TWO_GAPS);
        let grouped =
            [unit(0, 0, 3, (0.5, 0.5), (0.0, 0.0)), unit(1, 0, 3, (1.5, 0.5), (0.0, 0.0))];
        let alone = grouped.map(|unit| UnitSnapshot { group: None, ..unit });
        let common = |planners: &[UnitSnapshot]| {
            Congestion::default()
                .is_common(&PlanContext { planners, ..PlanContext::bare(&terrain) })
        };
        assert!(common(&grouped) && common(&alone[..1]) && !common(&alone));
    }
}
