//! Orders by hand, and how orders become groups: units that were given the same orders together.

use super::action::Act;
use super::refusal::Refusal;
use super::script::order_at_start;
use super::site::ArenaSite;
use crate::grid::Cell;
use crate::scenario::{Order, TeamId, UnitId};
use crate::sim::arena::{Clock, Land, Roster};
use crate::sim::arena::{Event, EventKind, Events};
use crate::sim::combat::combatant::HoldsGround;
use crate::sim::unit::{Group, GroupId, Groups, Orders, Position, Progress, Route, Status, Unit};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// An order by hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GiveOrder {
    /// To whom.
    pub units: Vec<UnitId>,
    /// What.
    pub order: Order,
    /// Whether it waits until earlier orders are done.
    pub queued: bool,
}

impl GiveOrder {
    /// An order that replaces what the units were told before.
    pub fn to(units: impl IntoIterator<Item = UnitId>, order: Order) -> Self {
        Self { units: units.into_iter().collect(), order, queued: false }
    }
}

impl Act for GiveOrder {
    fn title(&self) -> &'static str {
        if self.queued { "Queue order" } else { self.order.title() }
    }

    fn act(&self, site: &mut ArenaSite) {
        let Self { units, order, queued } = self;
        if site.is_at_start() {
            order_at_start(site.world, site.arena, units, *order, *queued);
        } else {
            report_missing(site, units, order.place().unwrap_or_default());
            give_order(site.world, site.arena, units, *order, *queued);
        }
    }

    fn leaves_the_start(&self) -> bool {
        true
    }
}

/// Reports the units of an order that do not exist.
pub(super) fn report_missing(site: &mut ArenaSite, units: &[UnitId], at: Cell) {
    let missing: Vec<UnitId> = units.iter().copied().filter(|&unit| !site.has_unit(unit)).collect();
    if !missing.is_empty() {
        site.report(at, &Refusal::NoUnits(missing));
    }
}

/// A group and how many of its orders are done: units with the same have the same orders left. `None` without orders.
type Left = Option<(GroupId, usize)>;

/// The members of a new group, with its team and orders.
type NewGroup = (TeamId, Rc<[Order]>, Vec<(UnitId, Entity)>);

/// Gives an order to units of an arena: takes them out of their groups and forms new ones, one for each team and list of
/// orders. Orders to places outside the map lead to its edge. Costs the number of units and of the members of their groups.
pub(crate) fn give_order(
    world: &mut World,
    arena: Entity,
    units: &[UnitId],
    order: Order,
    queued: bool,
) {
    let Some(bounds) = world.get::<Land>(arena).map(|land| land.terrain.bounds()) else { return };
    let units = existing(world, arena, units);
    // Units that were as far in the same group have the same orders left, so there are few lists.
    let mut lists: Vec<Left> = Vec::with_capacity(units.len());
    let mut known: HashMap<Left, Rc<[Order]>> = HashMap::new();
    for &(_, entity) in &units {
        let orders = world.get::<Orders>(entity).filter(|_| queued);
        let left = orders.and_then(|orders| Some((orders.group?, orders.leg)));
        lists.push(left);
        known.entry(left).or_insert_with(|| {
            let mut legs = left.map_or_else(Vec::new, |left| orders_left(world, arena, left));
            // An endless patrol would never reach the orders queued behind it.
            legs.retain(|leg| !matches!(leg, Order::Patrol { rounds: 0, .. }));
            legs.push(order);
            // Holding leads nowhere: only the orders after it remain.
            let places = legs.into_iter().filter(|leg| leg.place().is_some());
            places.map(|leg| leg.map(|to| bounds.clamp(to))).collect()
        });
    }
    leave_groups(world, arena, &units);
    // In the order of their first members, so that groups are numbered alike in every run.
    let mut groups: Vec<NewGroup> = Vec::new();
    let mut places: HashMap<(TeamId, Rc<[Order]>), usize> = HashMap::new();
    let mut last: Option<(TeamId, Left, usize)> = None;
    let holds = HoldsGround(order == Order::Hold);
    for (&(id, entity), left) in units.iter().zip(lists) {
        let Some(team) = world.get::<Unit>(entity).map(|u| u.team) else { continue };
        let legs = &known[&left];
        if legs.is_empty() {
            stop(world, entity, holds);
            continue;
        }
        // Mostly the unit before it has the same orders.
        let place = match last {
            Some((t, l, place)) if (t, l) == (team, left) => place,
            _ => *places.entry((team, legs.clone())).or_insert_with(|| {
                groups.push((team, legs.clone(), Vec::new()));
                groups.len() - 1
            }),
        };
        last = Some((team, left, place));
        groups[place].2.push((id, entity));
    }
    for (team, legs, members) in groups {
        form_group(world, arena, team, legs.to_vec(), &members, holds);
    }
}

/// The orders that a unit has not carried out yet.
pub(crate) fn orders_ahead(world: &World, arena: Entity, unit: Entity) -> Vec<Order> {
    let orders = world.get::<Orders>(unit);
    let left = orders.and_then(|orders| Some((orders.group?, orders.leg)));
    left.map_or_else(Vec::new, |left| orders_left(world, arena, left))
}

/// The orders of a group from one on.
fn orders_left(world: &World, arena: Entity, (group, leg): (GroupId, usize)) -> Vec<Order> {
    let group = world.get::<Groups>(arena).and_then(|groups| groups.list.get(&group));
    group.map(|group| group.orders(leg)).unwrap_or_default()
}

/// The units of an arena with some numbers, sorted, each once.
pub(crate) fn existing(world: &World, arena: Entity, units: &[UnitId]) -> Vec<(UnitId, Entity)> {
    let Some(roster) = world.get::<Roster>(arena) else { return Vec::new() };
    let mut ids = units.to_vec();
    ids.sort_unstable();
    ids.dedup();
    // Walking through the roster costs less than many look-ups.
    if ids.len() < roster.units.len() / 8 {
        return ids.into_iter().filter_map(|id| Some((id, *roster.units.get(&id)?))).collect();
    }
    let mut wanted = ids.into_iter().peekable();
    let mut is_wanted = |id: UnitId| {
        while wanted.next_if(|&next| next < id).is_some() {}
        wanted.next_if_eq(&id).is_some()
    };
    let there = roster.units.iter().filter(|(id, _)| is_wanted(**id));
    there.map(|(&id, &entity)| (id, entity)).collect()
}

fn form_group(
    world: &mut World,
    arena: Entity,
    team: TeamId,
    legs: Vec<Order>,
    units: &[(UnitId, Entity)],
    holds: HoldsGround,
) {
    let back = gathering_place(world, arena, units, &legs);
    let members = units.iter().map(|(id, _)| *id).collect();
    let group = Group { legs, team, members, back, ways_done: 0, needs_plan: true };
    let Some(id) = world.get_mut::<Groups>(arena).map(|mut groups| groups.add(group)) else {
        return;
    };
    let tick = world.get::<Clock>(arena).map_or(0, |clock| clock.tick);
    if let Some(mut events) = world.get_mut::<Events>(arena) {
        let ids = units.iter().map(|(id, _)| *id).collect();
        let kind = EventKind::Ordered { group: id, units: units.len() };
        events.push_of(Event { tick, at: back, kind }, None, ids);
    }
    for &(_, entity) in units {
        let orders = Orders { group: Some(id), leg: 0 };
        let fresh = (orders, Route::default(), Progress::FRESH, Status::Planning, holds);
        world.entity_mut(entity).insert(fresh);
    }
}

/// Where a patrol comes back to: the last waypoint before it, or the centre of the group.
fn gathering_place(
    world: &World,
    arena: Entity,
    units: &[(UnitId, Entity)],
    legs: &[Order],
) -> Cell {
    let way_point = legs
        .iter()
        .take_while(|leg| !matches!(leg, Order::Patrol { .. }))
        .filter_map(Order::place)
        .last();
    let positions = units.iter().filter_map(|&(_, e)| world.get::<Position>(e)).map(|p| p.0);
    let middle = positions.clone().sum::<Vec2>() / units.len().max(1) as f32;
    let nearest =
        positions.min_by(|a, b| a.distance_squared(middle).total_cmp(&b.distance_squared(middle)));
    let center = Cell::containing(middle);
    let standing_free = world.get::<Land>(arena).is_some_and(|l| l.terrain.is_passable(center));
    way_point.unwrap_or(match nearest {
        Some(nearest) if !standing_free => Cell::containing(nearest),
        _ => center,
    })
}

/// Makes a unit forget its orders and its path.
fn stop(world: &mut World, unit: Entity, holds: HoldsGround) {
    let rest = (Orders::default(), Route::default(), Progress::FRESH, Status::Idle, holds);
    world.entity_mut(unit).insert(rest);
}

/// Takes units, sorted by number, out of their groups: one pass over each group, however many leave it.
pub(crate) fn leave_groups(world: &mut World, arena: Entity, units: &[(UnitId, Entity)]) {
    let mut leaving: BTreeMap<GroupId, Vec<UnitId>> = BTreeMap::new();
    // Members of a group are mostly adjacent, so there are few look-ups.
    let group_of = |unit: Entity| world.get::<Orders>(unit).and_then(|orders| orders.group);
    for together in units.chunk_by(|a, b| group_of(a.1) == group_of(b.1)) {
        if let Some(group) = group_of(together[0].1) {
            leaving.entry(group).or_default().extend(together.iter().map(|(id, _)| *id));
        }
    }
    if let Some(mut groups) = world.get_mut::<Groups>(arena) {
        for (group, units) in leaving {
            groups.remove_members(group, &units);
        }
    }
}
