//! The only entrance of an arena: actions from outside are applied between ticks and recorded.

use super::action::Action;
use super::free_space::move_units_off_walls;
use super::goal::move_goals_off_walls;
use super::preview::{drop_preview, preview};
use super::script::{give_orders, tidy_orders};
use super::site::ArenaSite;
use crate::combat::{Stream, draw, draw_between};
use crate::grid::Cell;
use crate::sim::Pace;
use crate::sim::arena::{Arena, Clock, Journal, Land, Roster, SendActions};
use crate::sim::combat::combatant::Warfare;
use crate::sim::tick::{ArenaPaused, Pass, Records, Ticking};
use crate::sim::unit::enlist::unchecked;
use crate::sim::unit::{Position, PreviousPosition, Unit};
use bevy::ecs::message::MessageCursor;
use bevy::prelude::*;

/// Starts the pass of each arena: applies what is due, or shows it during a pause.
pub(crate) fn apply_actions(
    world: &mut World,
    all: &mut QueryState<(Entity, &Arena)>,
    mut arenas: Local<Vec<(u32, Entity)>>,
    mut orders: Local<MessageCursor<SendActions>>,
) {
    hand_out(world, &mut orders);
    let paused = !world.resource::<Pace>().ticks();
    arenas.clear();
    arenas.extend(all.iter(world).map(|(entity, arena)| (arena.index, entity)));
    arenas.sort_unstable();
    for &(_, arena) in arenas.iter() {
        let rests = paused || world.get(arena) == Some(&ArenaPaused(true));
        let pass = if rests {
            preview(world, arena)
        } else {
            drop_preview(world, arena);
            make_way_for_host(world, arena);
            let tick = tick_of(world, arena);
            let due = take_due(world, arena, tick);
            apply_what_is_due(world, arena, &due, true);
            Pass::Tick
        };
        if let Some(mut current) = world.get_mut::<Pass>(arena) {
            *current = pass;
        }
        if world.get::<Ticking>(arena).is_some() == rests {
            match rests {
                true => world.entity_mut(arena).remove::<Ticking>(),
                false => world.entity_mut(arena).insert(Ticking),
            };
        }
    }
}

/// Takes what is due out of the journal, which is marked as changed only then.
fn take_due(world: &mut World, arena: Entity, tick: u64) -> Vec<Action> {
    let records = world.get_resource::<Records>().is_none_or(|records| records.0);
    let Some(mut journal) = world.get_mut::<Journal>(arena) else { return Vec::new() };
    let due = journal.bypass_change_detection().take(tick, records);
    if !due.is_empty() {
        journal.set_changed();
    }
    due
}

/// Puts what came as messages into the journals.
fn hand_out(world: &mut World, orders: &mut MessageCursor<SendActions>) {
    let Some(messages) = world.get_resource::<Messages<SendActions>>() else { return };
    let new: Vec<SendActions> = orders.read(messages).cloned().collect();
    for SendActions { arena, actions } in new {
        if let Some(mut journal) = world.get_mut::<Journal>(arena) {
            journal.send(actions);
        }
    }
}

/// Gives the orders of the scenario that are due, and applies actions.
///
/// An action before the first tick changes the start: the arena becomes the one that the edited scenario would give.
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

/// Applies one action, if it is admitted. Goals and units make way for what it builds.
pub(crate) fn apply(world: &mut World, arena: Entity, action: &Action) {
    let (changes, closed) = (ground_changes(world, arena), closed_cells(world, arena).len());
    let mut site = ArenaSite::new(world, arena);
    match action.admit(&site) {
        Ok(()) => unchecked(site.world, arena, |world| {
            action.payload().act(&mut ArenaSite::new(world, arena));
        }),
        Err(refusal) => {
            let at = action.payload().place(&site);
            site.report(at, &refusal);
        }
    }
    if ground_changes(world, arena) != changes {
        make_way(world, arena, closed);
    }
}

/// Goals and units make way for what was built, from some place of the list of closed cells on.
fn make_way(world: &mut World, arena: Entity, closed: usize) {
    let new = closed_cells(world, arena).get(closed..).unwrap_or_default().to_vec();
    unchecked(world, arena, |world| {
        let mut site = ArenaSite::new(world, arena);
        move_goals_off_walls(&mut site, &new);
        move_units_off_walls(&mut site);
    });
}

/// Goals and units make way for the obstacles that the host has placed since the last pass.
fn make_way_for_host(world: &mut World, arena: Entity) {
    let Some(mut roster) = world.get_mut::<Roster>(arena) else { return };
    if std::mem::take(&mut roster.bypass_change_detection().built) {
        make_way(world, arena, 0);
    }
}

/// Draws how far from the centre of their cells units start, as the rules say.
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

pub(super) fn tick_of(world: &World, arena: Entity) -> u64 {
    world.get::<Clock>(arena).map_or(0, |clock| clock.tick)
}
