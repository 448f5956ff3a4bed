//! The only entrance of an arena: actions from outside are applied between ticks and recorded.

use crate::combat::{Stream, draw, draw_between};
use crate::grid::{Cell, Ground};
use crate::planning::LearnedCell;
use crate::scenario::{
    Action, Doctrine, FactAction, Health, NewUnit, ObstacleSpec, Refusal, TeamId, UnitId, admit,
    move_units_off_walls, place_unit,
};
use crate::sim::Pace;
use crate::sim::arena::{Arena, Clock, Event, EventKind, Events};
use crate::sim::arena::{GiveOrders, Journal, Land, Obstacle, Roster, Teams};
use crate::sim::cells::Board;
use crate::sim::combat::combatant::{Energy, HitPoints, Warfare, unit_bundle};
use crate::sim::command::kinds::change_kinds;
use crate::sim::command::motion::set_motion;
use crate::sim::command::orders::{existing, give_order, leave_groups};
use crate::sim::command::preview::{drop_preview, preview};
use crate::sim::command::script::{give_orders, order_at_start, set_orders, tidy_orders};
use crate::sim::command::site::ArenaSite;
use crate::sim::command::teams::{move_goals_off_walls, set_goals, set_teams};
use crate::sim::fields::arena_fields::ArenaFields;
use crate::sim::tick::Pass;
use crate::sim::unit::{Groups, Position, PreviousPosition, Unit, despawn_units};
use bevy::ecs::message::MessageCursor;
use bevy::prelude::*;

/// Starts the pass of each arena: applies what is due, or shows it during a pause.
pub(crate) fn apply_actions(
    world: &mut World,
    all: &mut QueryState<(Entity, &Arena)>,
    mut arenas: Local<Vec<(u32, Entity)>>,
    mut orders: Local<MessageCursor<GiveOrders>>,
) {
    hand_out(world, &mut orders);
    let paused = !world.resource::<Pace>().ticks();
    arenas.clear();
    arenas.extend(all.iter(world).map(|(entity, arena)| (arena.index, entity)));
    arenas.sort_unstable();
    for &(_, arena) in arenas.iter() {
        let pass = if paused {
            preview(world, arena)
        } else {
            drop_preview(world, arena);
            let tick = tick_of(world, arena);
            let due = take_due(world, arena, tick);
            apply_what_is_due(world, arena, &due, true);
            Pass::Tick
        };
        if let Some(mut current) = world.get_mut::<Pass>(arena) {
            *current = pass;
        }
    }
}

/// Takes what is due out of the journal, which counts as changed only then.
fn take_due(world: &mut World, arena: Entity, tick: u64) -> Vec<Action> {
    let Some(mut journal) = world.get_mut::<Journal>(arena) else { return Vec::new() };
    let due = journal.bypass_change_detection().take(tick);
    if !due.is_empty() {
        journal.set_changed();
    }
    due
}

/// Puts what came as messages into the journals.
fn hand_out(world: &mut World, orders: &mut MessageCursor<GiveOrders>) {
    let Some(messages) = world.get_resource::<Messages<GiveOrders>>() else { return };
    let new: Vec<GiveOrders> = orders.read(messages).cloned().collect();
    for GiveOrders { arena, actions } in new {
        if let Some(mut journal) = world.get_mut::<Journal>(arena) {
            journal.send(actions);
        }
    }
}

/// Gives the orders of the scenario that are due, and applies actions.
///
/// What is done before the first tick makes another start: the arena becomes the one that the edited scenario would give.
/// So the orders of the scenario wait there until all is edited. `fresh` says whether they have not been given yet.
pub(super) fn apply_what_is_due(world: &mut World, arena: Entity, actions: &[Action], fresh: bool) {
    let tick = tick_of(world, arena);
    if tick > 0 {
        give_orders(world, arena);
    }
    actions.iter().for_each(|action| apply(world, arena, action));
    if tick == 0 {
        if fresh {
            scatter_units(world, arena);
            tidy_orders(world, arena);
        }
        give_orders(world, arena);
    }
}

/// Applies one action, if it is admissible. Goals and units make way for what it builds.
pub(crate) fn apply(world: &mut World, arena: Entity, action: &Action) {
    let (changes, closed) = (ground_changes(world, arena), closed_cells(world, arena).len());
    change(world, arena, action);
    let new = closed_cells(world, arena).get(closed..).unwrap_or_default().to_vec();
    move_goals_off_walls(world, arena, &new);
    if ground_changes(world, arena) != changes {
        move_units_off_walls(&mut ArenaSite::new(world, arena));
    }
}

/// Draws how far from the middle of their cells units start, as the rules say.
fn scatter_units(world: &mut World, arena: Entity) {
    let Some(&Warfare { seed, rules }) = world.get::<Warfare>(arena) else { return };
    let most = rules.start_variation as f32;
    if most <= 0.0 {
        return;
    }
    let roster = world.get::<Roster>(arena).map(|roster| roster.units.clone()).unwrap_or_default();
    for (id, entity) in roster {
        let is_building = world.get::<Unit>(entity).is_none_or(|unit| unit.kind.is_building());
        let Some(at) = world.get::<Position>(entity).filter(|_| !is_building) else { continue };
        let axis = |n| draw_between(-most, most, draw(seed, Stream::Start, id.0, n));
        let at = at.0 + Vec2::new(axis(0), axis(1));
        world.entity_mut(entity).insert((Position(at), PreviousPosition(at)));
    }
}

/// The cells that became blocked since paths were last checked.
fn closed_cells(world: &World, arena: Entity) -> &[Cell] {
    world.get::<Land>(arena).map_or(&[], |land| &land.closed)
}

/// How many cells changed their passability since paths were last checked.
pub(super) fn ground_changes(world: &World, arena: Entity) -> usize {
    world.get::<Land>(arena).map_or(0, |land| land.closed.len() + land.opened.len())
}

fn change(world: &mut World, arena: Entity, action: &Action) {
    let site = ArenaSite::new(world, arena);
    if let Err(refusal) = admit(action, &site) {
        let at = match action {
            Action::PlaceObstacle { area, .. } | Action::ResizeObstacle { area, .. } => area.at,
            Action::MoveObstacle { id, to } => {
                site.obstacle_entity(*id).map_or(*to, |(_, spec)| spec.area.at)
            }
            _ => Cell::default(),
        };
        refuse(world, arena, at, &refusal);
        return;
    }
    match action {
        Action::Paint(cells) => paint(world, arena, cells),
        Action::SetCorners(corners) => {
            if let Some(mut land) = world.get_mut::<Land>(arena) {
                land.corners_changed |= land.terrain.corners() != *corners;
                land.terrain.set_corners(*corners);
            }
        }
        &Action::PlaceObstacle { id, kind, area } => {
            world.spawn((ChildOf(arena), Obstacle(ObstacleSpec { id, kind, area })));
        }
        &Action::MoveObstacle { id, to } => {
            if let Some((entity, mut spec)) = site.obstacle_entity(id) {
                spec.area.at = to;
                world.entity_mut(entity).insert(Obstacle(spec));
            }
        }
        &Action::ResizeObstacle { id, area } => {
            if let Some((entity, spec)) = site.obstacle_entity(id) {
                world.entity_mut(entity).insert(Obstacle(ObstacleSpec { area, ..spec }));
            }
        }
        Action::RemoveObstacle(id) => {
            if let Some((entity, _)) = site.obstacle_entity(*id) {
                world.despawn(entity);
            }
        }
        Action::Spawn(units) => spawn_units(world, arena, units),
        Action::RemoveUnits(units) => remove_units(world, arena, units),
        Action::Order { units, order, queued } if tick_of(world, arena) == 0 => {
            order_at_start(world, arena, units, *order, *queued);
        }
        Action::Order { units, order, queued } => give_order(world, arena, units, *order, *queued),
        Action::SetOrders(orders) => set_orders(world, arena, orders),
        Action::SetHealth(list) => set_health(world, arena, list),
        &Action::SetDoctrine { team, doctrine } => set_doctrine(world, arena, team, doctrine),
        Action::Kind(action) => change_kinds(world, arena, action),
        Action::SetRules(rules) => {
            if let Some(mut warfare) = world.get_mut::<Warfare>(arena) {
                warfare.rules = *rules;
            }
        }
        Action::SetDirections(cells) => set_directions(world, arena, cells),
        &Action::SetMotion(motion) => set_motion(world, arena, motion),
        Action::Team(action) => set_teams(world, arena, action),
        Action::Goal(action) => set_goals(world, arena, action),
        Action::Fact(FactAction::Seed(seed)) if tick_of(world, arena) == 0 => {
            set_seed(world, arena, *seed);
        }
        // The rest concerns no arena; a seed counts from the next start on.
        Action::Fact(_) => {}
    }
}

fn set_seed(world: &mut World, arena: Entity, seed: u64) {
    if let Some(mut warfare) = world.get_mut::<Warfare>(arena) {
        warfare.seed = seed;
    }
    if let Some(mut board) = world.get_mut::<Board>(arena) {
        board.seed = seed;
    }
}

fn set_health(world: &mut World, arena: Entity, list: &[(UnitId, Health)]) {
    for &(id, Health { hit_points, energy }) in list {
        let unit = world.get::<Roster>(arena).and_then(|r| r.units.get(&id)).copied();
        let Some(entity) = unit.filter(|_| hit_points > 0.0 && energy >= 0.0) else { continue };
        let Some(kind) = world.get::<Unit>(entity).map(|unit| unit.kind) else { continue };
        let new = (HitPoints(hit_points.min(kind.hit_points)), Energy(energy.min(kind.energy)));
        world.entity_mut(entity).insert(new);
    }
}

fn set_doctrine(world: &mut World, arena: Entity, team: TeamId, doctrine: Doctrine) {
    let Some(mut teams) = world.get_mut::<Teams>(arena) else { return };
    let Some(side) = teams.0.get_mut(usize::from(team.0)) else { return };
    let before = std::mem::replace(&mut side.doctrine, doctrine);
    if (before.search, before.layers) != (doctrine.search, doctrine.layers)
        && let Some(mut groups) = world.get_mut::<Groups>(arena)
    {
        let own = groups.list.values_mut().filter(|group| group.team == team);
        own.for_each(|group| group.needs_plan = true);
    }
}

fn set_directions(world: &mut World, arena: Entity, cells: &[LearnedCell]) {
    let Some(terrain) = world.get::<Land>(arena).map(|land| land.terrain.clone()) else { return };
    let Some(mut fields) = world.get_mut::<ArenaFields>(arena) else { return };
    fields.layers.directions.restore(&terrain, cells);
    let followers: Vec<bool> = world
        .get::<Teams>(arena)
        .map(|teams| teams.0.iter().map(|t| t.doctrine.layers.directions.is_some()).collect())
        .unwrap_or_default();
    if let Some(mut groups) = world.get_mut::<Groups>(arena) {
        let follows = |team: usize| followers.get(team) == Some(&true);
        let all = groups.list.values_mut().filter(|g| follows(usize::from(g.team.0)));
        all.for_each(|g| g.needs_plan = true);
    }
}

fn paint(world: &mut World, arena: Entity, cells: &[(Cell, Ground)]) {
    let Some(mut land) = world.get_mut::<Land>(arena) else { return };
    let bounds = land.terrain.bounds();
    for &(cell, ground) in cells.iter().filter(|(cell, _)| bounds.contains(*cell)) {
        if land.terrain.set_ground(cell, ground) {
            land.note_change(cell);
        }
    }
}

fn spawn_units(world: &mut World, arena: Entity, units: &[NewUnit]) {
    let mut site = ArenaSite::new(world, arena);
    for new in units {
        match place_unit(new, &site) {
            Ok((kind, at)) => {
                let bundle = (ChildOf(arena), unit_bundle(new.id, new.team, kind, at));
                let unit = site.world.spawn(bundle).id();
                site.note(unit);
            }
            Err(refusal) => refuse(site.world, arena, Cell::containing(new.at), &refusal),
        }
    }
}

pub(super) fn remove_units(world: &mut World, arena: Entity, units: &[UnitId]) {
    let units = existing(world, arena, units);
    leave_groups(world, arena, &units);
    let entities: Vec<Entity> = units.into_iter().map(|(_, entity)| entity).collect();
    despawn_units(world, arena, &entities);
}

/// Reports why an action, or a unit of it, is refused.
fn refuse(world: &mut World, arena: Entity, at: Cell, refusal: &Refusal) {
    let tick = tick_of(world, arena);
    if let Some(mut events) = world.get_mut::<Events>(arena) {
        events.push(Event { tick, at, kind: EventKind::Refused(refusal.to_string()) });
    }
}

pub(super) fn tick_of(world: &World, arena: Entity) -> u64 {
    world.get::<Clock>(arena).map_or(0, |clock| clock.tick)
}
