//! Units move: as their steering wants, as far as others and walls let them.

use crate::grid::Terrain;
use crate::scenario::side_of;
use crate::sim::TICK;
use crate::sim::arena::{Land, Teams};
use crate::sim::cells::Board;
use crate::sim::combat::combatant::Warfare;
use crate::sim::metrics::numbers::Numbers;
use crate::sim::steered::steer::SteeringMemory;
use crate::sim::steered::wading::Wading;
use crate::sim::tick::Ticking;
use crate::sim::unit::{
    DistanceToGo, Guided, Modifiers, Orders, Position, PreviousPosition, Route, Status, Steering,
    Unit, Velocity, WaitReason,
};
use crate::steering::{Disc, Refill, for_each_triple, next_velocity, reach_of, squeezed_corners};
use bevy::prelude::*;

/// Fraction of its speed at which a resting unit goes back to where it belongs.
const STROLL: f32 = 0.5;
/// Group number of units without orders.
const NO_GROUP: u32 = u32::MAX;

#[allow(clippy::type_complexity, reason = "a query names everything that it touches")]
pub(crate) fn move_units(
    mut arenas: Query<
        (Entity, &Land, &Teams, &Warfare, &mut SteeringMemory, &mut Numbers),
        (With<Ticking>, Without<Board>),
    >,
    mut units: Query<(
        (&Unit, &Modifiers),
        &ChildOf,
        &Steering,
        &Status,
        &Orders,
        &Route,
        &DistanceToGo,
        &Guided,
        &mut Position,
        &mut PreviousPosition,
        &mut Velocity,
    )>,
    mut discs: Local<(Vec<Disc>, Vec<Disc>)>,
    mut makes_room: Local<Vec<bool>>,
) -> Result {
    let (discs, spare) = &mut *discs;
    for (arena, land, teams, warfare, mut memory, mut numbers) in &mut arenas {
        let wading = Wading::of(land, warfare);
        makes_room.clear();
        makes_room.extend(teams.0.iter().map(|team| team.doctrine.traffic.rules().make_room));
        let makes_room = &*makes_room;
        let here = |child: &ChildOf| child.parent() == arena;
        let SteeringMemory { units: travellers, order: ranks, crowds, .. } = &mut *memory;
        let mut refill = Refill::new(discs);
        for chunk in units.contiguous_iter()? {
            let (units, parents, steering, statuses, orders, routes, ahead, guided, positions, ..) =
                chunk;
            let velocities = chunk.10;
            let (units, modifiers) = units;
            let counts = |k: usize| here(&parents[k]);
            refill.add(units.len(), counts, |first, places| {
                for (k, place) in (first..).zip(places) {
                    let wish = Wish {
                        radius: units[k].kind.radius,
                        speed: wading.speed_of(&units[k], &modifiers[k], positions[k].0),
                        position: positions[k].0,
                        velocity: velocities[k].0,
                        desired: steering[k].desired,
                        status: statuses[k],
                        orders: orders[k],
                        route: &routes[k],
                        to_go: ahead[k].0,
                        side: side_of(&teams.0, units[k].team),
                        makes_room: makes_room[usize::from(units[k].team.0)],
                        back_to: guided[k].0.aim.filter(|_| statuses[k].is_resting()),
                    };
                    *place = wish.disc(&land.terrain);
                }
            });
        }
        drop(refill);
        ranks.arrange(discs, spare);
        // Units on the ground come first; they do not meet units that fly.
        let (on_foot, flying) = discs.split_at_mut(travellers.on_ground());
        let sky = land.sky.as_deref().unwrap_or(&land.terrain);
        let levels = [(&land.terrain, false, on_foot), (sky, true, flying)];
        for ((terrain, flies, discs), crowd) in levels.into_iter().zip(crowds) {
            if !discs.is_empty() {
                let buckets = travellers.level(flies).buckets();
                numbers.distance_walked += crowd.step_sorted(terrain, buckets, discs);
            }
        }
        let mut first = 0;
        for (_, parents, .., mut positions, mut previous, mut velocities) in
            units.contiguous_iter_mut()?
        {
            let ranks = ranks.ranks_of(&mut first, parents.len(), |k| here(&parents[k]));
            let places = positions.bypass_change_detection();
            for_each_triple(places, &mut previous, &mut velocities, |k, at, was, v| {
                let Some(rank) = ranks(k) else { return };
                let moved = discs[rank].position;
                *v = Velocity((moved - at.0) / TICK);
                (*was, *at) = (PreviousPosition(at.0), Position(moved));
            });
            // Only those that moved count as changed.
            let tick = positions.this_run_tick();
            let changed = positions.changed_ticks_slice_mut();
            for k in (0..parents.len()).filter(|&k| velocities[k].0 != Vec2::ZERO) {
                if here(&parents[k]) {
                    changed[k] = tick;
                }
            }
        }
    }
    Ok(())
}

/// A unit, and where it would like to go.
struct Wish<'a> {
    /// In cells.
    radius: f32,
    /// Maximum speed, in cells per second.
    speed: f32,
    /// The number of its side: allies have the same.
    side: u8,
    position: Vec2,
    velocity: Vec2,
    /// As its steering wants, in cells per second.
    desired: Vec2,
    status: Status,
    orders: Orders,
    route: &'a Route,
    /// In cells.
    to_go: f32,
    /// Whether its team lets crowds at rest open for allies.
    makes_room: bool,
    /// Where it belongs, if it rests and was pushed away.
    back_to: Option<Vec2>,
}

impl Wish<'_> {
    /// The unit as a disc that wants to move.
    #[inline]
    fn disc(&self, terrain: &Terrain) -> Disc {
        let &Self { radius, speed, position, status, route, .. } = self;
        let fights_on_foot = status == Status::Fighting && self.desired != Vec2::ZERO;
        let on_route = matches!(status, Status::Walking | Status::Waiting(WaitReason::Blocked));
        let walks = fights_on_foot || on_route;
        let wanted = match self.back_to {
            Some(post) => ((post - position) / TICK).clamp_length_max(speed * STROLL),
            None if walks => next_velocity(self.velocity, self.desired, speed),
            None => Vec2::ZERO,
        };
        Disc {
            position,
            wanted: position + wanted * TICK,
            radius,
            reach: reach_of(speed, TICK),
            to_go: if on_route { self.to_go } else { 0.0 },
            walks,
            team: self.side,
            group: self.orders.group.map_or(NO_GROUP, |g| g.0),
            pushes_on: self.makes_room,
            exempt: match on_route {
                true => squeezed_corners(terrain, position, route.cells(), route.next()),
                false => [None; 2],
            },
        }
    }
}
