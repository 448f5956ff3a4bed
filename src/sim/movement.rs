//! Units move: as their steering wants, as far as others and walls let them.

use super::arena::{Arena, Land};
use super::ranks::Ranks;
use super::unit::{
    Orders, Position, PreviousPosition, Route, Status, Steering, Unit, Velocity, WaitReason,
};
use super::{TICK, TickSystems};
use crate::grid::{Cell, CornerRule, Direction, Terrain};
use crate::steering::{Crowd, Disc};
use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, move_units.in_set(TickSystems::Move));
}

/// Part of the difference between present and wanted velocity that is made up in one tick.
const RESPONSE: f32 = 0.35;
/// How much further than at full speed a disc can be pushed in one tick.
const PUSHED: f32 = 1.25;
/// Group number of units without orders.
const NO_GROUP: u32 = u32::MAX;

#[allow(clippy::type_complexity, reason = "a query names everything that it touches")]
fn move_units(
    mut arenas: Query<(Entity, &Land, &mut crate::sim::Numbers), With<Arena>>,
    mut units: Query<(
        &Unit,
        &ChildOf,
        &Steering,
        &Status,
        &Orders,
        &Route,
        &mut Position,
        &mut PreviousPosition,
        &mut Velocity,
    )>,
    mut crowd: Local<Crowd>,
    mut discs: Local<Vec<Disc>>,
    mut ranks: Local<Ranks>,
) {
    for (arena, land, mut numbers) in &mut arenas {
        // Those on the ground and those who fly do not meet.
        for flying in [false, true] {
            let moves = |unit: &Unit, child: &ChildOf| {
                unit.kind.flying == flying && child.parent() == arena
            };
            ranks.rebuild(units.iter().filter(|u| moves(u.0, u.1)).map(|u| u.0.id));
            discs.clear();
            discs.extend(units.iter().filter(|u| moves(u.0, u.1)).map(
                |(unit, _, steering, status, orders, route, position, _, velocity)| {
                    let at = (position.0, velocity.0);
                    disc(&land.terrain, unit, at, steering, *status, *orders, route)
                },
            ));
            if discs.is_empty() {
                continue;
            }
            ranks.arrange(&mut discs);
            let terrain =
                if flying { land.sky.as_ref().unwrap_or(&land.terrain) } else { &land.terrain };
            numbers.distance_walked += crowd.step(terrain, &mut discs);
            let stored = units.iter_mut().filter(|u| moves(u.0, u.1));
            for (k, (.., mut position, mut previous, mut velocity)) in stored.enumerate() {
                let moved = discs[ranks.of(k)].position;
                let way = moved - position.0;
                previous.set_if_neq(PreviousPosition(position.0));
                velocity.set_if_neq(Velocity(way / TICK));
                position.set_if_neq(Position(moved));
            }
        }
    }
}

/// A unit as a disc that wants to move.
fn disc(
    terrain: &Terrain,
    unit: &Unit,
    (position, velocity): (Vec2, Vec2),
    steering: &Steering,
    status: Status,
    orders: Orders,
    route: &Route,
) -> Disc {
    let fights_on_foot = status == Status::Fighting && steering.desired != Vec2::ZERO;
    let walks =
        fights_on_foot || matches!(status, Status::Walking | Status::Waiting(WaitReason::Blocked));
    let towards = velocity.lerp(steering.desired, RESPONSE);
    let wanted = if walks { towards.clamp_length_max(unit.kind.speed) } else { Vec2::ZERO };
    let on_route = walks && !fights_on_foot;
    Disc {
        position,
        wanted: position + wanted * TICK,
        radius: unit.kind.radius,
        reach: unit.kind.speed * TICK * PUSHED,
        to_go: if on_route { route.distance_to_go(position) } else { 0.0 },
        walks,
        team: unit.team.0,
        group: orders.group.map_or(NO_GROUP, |g| g.0),
        exempt: if on_route { squeezed_corners(terrain, position, route) } else { [None; 2] },
    }
}

/// Where corners may be cut, a path may lead between two blocked cells that touch at a corner. A disc has
/// no room there; so those two cells do not count for a unit on such a step.
fn squeezed_corners(terrain: &Terrain, position: Vec2, route: &Route) -> [Option<Cell>; 2] {
    if terrain.corners() != CornerRule::Free {
        return [None; 2];
    }
    let first = route.next.saturating_sub(2);
    let last = (route.next + 1).min(route.cells.len());
    for step in route.cells[first.min(last)..last].windows(2) {
        let (from, to) = (step[0], step[1]);
        let near = position.distance((from.center() + to.center()) / 2.0) < 1.0;
        if near && Direction::between(from, to).is_some_and(Direction::is_diagonal) {
            let corners = [Cell::new(from.x, to.y), Cell::new(to.x, from.y)];
            if corners.iter().all(|&c| !terrain.is_passable(c)) {
                return corners.map(Some);
            }
        }
    }
    [None; 2]
}
