//! The plan of one group while it is made, in as many passes as it takes.

use crate::grid::Cell;
use crate::planning::{
    GroupPlan, GroupRequest, Layers, PlanContext, PlanScratch, UnitSnapshot, Visited,
};
use crate::scenario::{Doctrine, Order, UnitId};
use crate::search::Path;
use crate::sim::arena::{Land, Roster};
use crate::sim::fields::arena_fields::ArenaFields;
use crate::sim::metrics::last_search::LastSearch;
use crate::sim::plan::sense::is_cut;
use crate::sim::unit::{Group, GroupId, Orders, Position, Progress, Route, Status, Unit};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A member of a group while its path is planned.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Member {
    pub id: UnitId,
    /// Not stored: entities differ from world to world.
    #[serde(skip, default = "unresolved")]
    pub entity: Entity,
    pub position: Vec2,
    snapshot: UnitSnapshot,
    pub leg: usize,
    pub flies: bool,
    pub route: Route,
    pub fate: Fate,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Fate {
    Walks,
    WalledIn,
    Buried,
    NoPath,
}

/// What a plan knows of a unit, and what it changes.
pub(crate) type UnitParts<'a> =
    (&'a Unit, &'a Position, &'a Orders, &'a mut Route, &'a mut Progress, &'a mut Status);

/// A group's plan under way. It keeps the doctrine that it began with: while a user drags a slider, one plan after the
/// other is finished instead of many being started.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Job {
    pub id: GroupId,
    #[serde(with = "crate::ron_text")]
    pub doctrine: Doctrine,
    pub members: Vec<Member>,
    /// All living members of the group, also those that fight or have arrived.
    flock: Vec<UnitSnapshot>,
    /// The tick at which it began.
    pub began: u64,
    pub expanded: u64,
    /// Differs from run to run.
    #[serde(skip)]
    pub milliseconds: f64,
    /// The orders of the group when it began.
    legs: Vec<Order>,
    ways_done: u32,
    /// The ground that the paths so far were planned on.
    revision: u64,
    /// The order that is planned next.
    leg: usize,
    /// Members with the same current order and goal: whether they fly, the goal, and their indices.
    parties: Vec<(bool, Cell, Vec<usize>)>,
    plan: Option<GroupPlan>,
    /// Whether only members that come back from a fight plan, and the others keep their paths.
    partial: bool,
    /// Whether the members have their slots.
    pub has_slots: bool,
    /// Number of members that have been given their paths.
    pub handed: usize,
    /// What the searches expanded, while that is recorded, in the order in which parties planned.
    #[serde(skip)]
    visited: Vec<(UnitId, Visited)>,
}

fn unresolved() -> Entity {
    Entity::PLACEHOLDER
}

impl Job {
    /// Begins with the members of a group that are not at their slots yet, or with those of them that come `back` from a fight.
    pub fn begin(
        (id, group): (GroupId, &Group),
        doctrine: Doctrine,
        tick: u64,
        back: Option<&BTreeSet<UnitId>>,
        roster: &Roster,
        units: &Query<UnitParts>,
        fields: &ArenaFields,
    ) -> Self {
        let alive = group.members.iter().filter(|id| roster.units.contains_key(id));
        let flock = alive.map(|&id| fields.unit(id));
        let members: Vec<Member> = group
            .members
            .iter()
            .filter(|id| back.is_none_or(|back| back.contains(id)))
            .filter_map(|id| Some((*id, *roster.units.get(id)?)))
            .filter_map(|(id, entity)| {
                let (unit, position, orders, .., status) = units.get(entity).ok()?;
                (*status != Status::Arrived).then(|| Member {
                    id,
                    entity,
                    position: position.0,
                    snapshot: fields.unit(id),
                    leg: orders.leg,
                    flies: unit.kind.flying,
                    route: Route::start_at(position.0, group.members.len()),
                    fate: Fate::Walks,
                })
            })
            .collect();
        Self {
            id,
            doctrine,
            began: tick,
            expanded: 0,
            milliseconds: 0.0,
            legs: group.legs.clone(),
            ways_done: group.ways_done,
            revision: 0,
            leg: members.iter().map(|m| m.leg).min().unwrap_or(0),
            members,
            flock: flock.collect(),
            parties: Vec::new(),
            plan: None,
            partial: back.is_some(),
            has_slots: false,
            handed: 0,
            visited: Vec::new(),
        }
    }

    /// Finds the members in another world. Members that are dead there are left as they are: they get no path.
    pub fn resolve(&mut self, roster: &Roster) {
        for member in &mut self.members {
            member.entity = roster.units.get(&member.id).copied().unwrap_or(Entity::PLACEHOLDER);
        }
    }

    /// Whether the group still has the same orders and could walk the paths planned so far. A target that has moved on does
    /// not make a plan useless: the next plan follows it.
    pub fn is_of_use(&self, group: Option<&Group>, land: &Land) -> bool {
        let as_many = |group: &Group| group.legs.len() == self.legs.len();
        let same = group.is_some_and(|g| as_many(g) && g.ways_done == self.ways_done);
        same && (self.revision == land.terrain.revision() || self.fits(land))
    }

    /// Whether the paths so far can be walked on the current ground, and the goals can still be reached.
    fn fits(&self, land: &Land) -> bool {
        let walkable = |member: &Member| member.flies || !is_cut(&land.terrain, &member.route);
        let reachable = |(flies, goal, indices): &(bool, Cell, Vec<usize>)| {
            let connected = |&i: &usize| {
                land.regions.connected(&land.terrain, self.members[i].route.end(), *goal)
            };
            *flies || indices.iter().all(connected)
        };
        let plans = self.plan.iter().flat_map(|plan| plan.plans());
        let mut paths = plans.filter_map(|plan| plan.path.as_ref());
        self.members.iter().all(walkable)
            && self.parties.iter().all(reachable)
            && (self.parties.last().is_some_and(|party| party.0)
                || paths.all(|path| land.terrain.can_walk(path.cells())))
    }

    /// Goes on until everything is planned or the work exceeds `most`. Returns the work done; see
    /// [`GroupPlan::advance`].
    pub fn advance(
        &mut self,
        group: &Group,
        land: &Land,
        fields: &ArenaFields,
        scratch: &mut PlanScratch,
        most: u64,
    ) -> u64 {
        self.revision = land.terrain.revision();
        let mut work = 0;
        while !self.is_done() && work < most {
            let Some((flies, goal, indices)) = self.parties.pop() else {
                self.parties = self.part(group, land);
                continue;
            };
            let layers = self.doctrine.for_order(self.legs.get(self.leg)).layers;
            let planners = self.planners(&layers, &indices);
            let sky = land.sky.as_deref().filter(|_| flies);
            let terrain = sky.unwrap_or(&land.terrain);
            let context = fields.context(terrain, group.team, &planners).with_layers(layers);
            // Costs are of the ground.
            let costs = context.costs.filter(|_| sky.is_none());
            let swamp = if sky.is_some() { 1.0 } else { context.swamp };
            let context = PlanContext { costs, swamp, ..context };
            let mut plan = self.plan.take().unwrap_or_else(|| {
                let starts = indices.iter().map(|&i| self.members[i].route.end());
                let starts: Vec<Cell> = starts.collect();
                let request = GroupRequest::new(&context, &starts, goal);
                GroupPlan::begin(&self.doctrine.search, &request, scratch)
            });
            work += plan.advance(&context, scratch, most - work);
            if plan.is_done() {
                self.extend_routes(&indices, plan);
                self.leg += usize::from(self.parties.is_empty());
            } else {
                self.plan = Some(plan);
                self.parties.push((flies, goal, indices));
            }
        }
        if self.is_done() {
            for member in self.members.iter_mut().filter(|m| m.fate == Fate::Walks) {
                if member.route.falls_short && member.route.cells().len() == 1 {
                    member.fate = Fate::WalledIn;
                }
            }
        }
        work
    }

    /// Starts the members that stand, have an order and have a path by now. They get their slots when all members have a
    /// path.
    pub fn send_ahead(&self, units: &mut Query<UnitParts>) {
        let (Some(plan), Some((.., indices))) = (&self.plan, self.parties.last()) else { return };
        if self.leg + 1 < self.legs.len() {
            return;
        }
        for (&i, plan) in indices.iter().zip(plan.plans()) {
            let (member, Some(path)) = (&self.members[i], &plan.path) else { continue };
            if let Ok((.., orders, mut route, mut progress, mut status)) =
                units.get_mut(member.entity)
                && *status == Status::Planning
                && !route.partial
                && orders.group == Some(self.id)
            {
                *status = Status::Walking;
                progress.start_path();
                *route = member.route.clone();
                route.add_leg(path.cells().to_vec());
                route.planned_at = self.began;
            }
        }
    }

    /// Whether every order that is ahead is planned.
    pub fn is_done(&self) -> bool {
        self.leg >= self.legs.len()
    }

    /// The goal of each member by the next order that leads anywhere. The last party plans first.
    fn part(&mut self, group: &Group, land: &Land) -> Vec<(bool, Cell, Vec<usize>)> {
        let mut by_goal: BTreeMap<(bool, Cell), Vec<usize>> = BTreeMap::new();
        while by_goal.is_empty() && !self.is_done() {
            let (leg, goal) = (self.leg, group.goal(self.leg));
            let members = self.members.iter_mut().enumerate().filter(|(_, m)| m.leg <= leg);
            for ((i, member), goal) in members.zip(goal.into_iter().cycle()) {
                let from = member.route.end();
                let region = land.regions.region(&land.terrain, from);
                let reached = member.flies || land.regions.connected(&land.terrain, from, goal);
                member.route.falls_short = !reached;
                if reached {
                    by_goal.entry((member.flies, goal)).or_default().push(i);
                } else if let Some(near) = land.regions.nearest_in(&land.terrain, region, goal) {
                    by_goal.entry((false, near)).or_default().push(i);
                } else {
                    member.fate = Fate::Buried;
                }
            }
            self.leg += usize::from(by_goal.is_empty());
        }
        by_goal.into_iter().rev().map(|((flies, goal), who)| (flies, goal, who)).collect()
    }

    /// The units whose influence is taken out and whose strength is used. A flock is one unit with all
    /// its living members, even if only some of them plan after a fight.
    fn planners(&self, layers: &Layers, indices: &[usize]) -> Vec<UnitSnapshot> {
        if layers.plans_as_one() {
            return self.flock.clone();
        }
        indices.iter().map(|&i| self.members[i].snapshot).collect()
    }

    /// Hands on what the searches expanded.
    pub fn tell_visited(&mut self, last_search: &mut LastSearch) {
        if !self.visited.is_empty() && !self.partial {
            last_search.forget_group(self.id);
        }
        let mut by_unit: BTreeMap<UnitId, Visited> = BTreeMap::new();
        let last = self.visited.iter().rfind(|(_, v)| !v.cells.is_empty()).map(|(unit, _)| *unit);
        for (unit, visited) in self.visited.drain(..) {
            by_unit.entry(unit).or_default().append(visited);
        }
        let of_last = last.and_then(|unit| by_unit.remove_entry(&unit));
        for (unit, visited) in by_unit.into_iter().chain(of_last) {
            last_search.record(Some(self.id), unit, visited);
        }
    }

    fn extend_routes(&mut self, indices: &[usize], mut plan: GroupPlan) {
        let visited = indices.iter().map(|&i| self.members[i].id).zip(plan.take_visited());
        self.visited.extend(visited.filter(|(_, visited)| !visited.nodes.is_empty()));
        for (&i, plan) in indices.iter().zip(plan.into_plans()) {
            let Member { route, fate, .. } = &mut self.members[i];
            self.expanded += plan.stats.expanded;
            route.expanded += plan.stats.expanded;
            // Some searches give up, although there is a path.
            if plan.path.is_none() {
                route.falls_short = true;
                if route.cells().len() == 1 {
                    *fate = Fate::NoPath;
                }
            }
            route.add_leg(plan.path.map(Path::into_cells).unwrap_or_default());
            // The target of an attack blocks its own cell; the unit goes in front of it.
            let attacks =
                matches!(self.legs[self.leg], Order::Attack(_) | Order::AttackUnit { .. });
            route.falls_short &= !attacks;
        }
    }
}
