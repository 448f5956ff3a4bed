//! Units move: as their steering wants, as far as others and walls let them.

use super::arena::{Arena, Land, Roster};
use super::cells::{Board, step_units};
use super::unit::{
    Orders, Position, PreviousPosition, Route, Status, Steering, Unit, Velocity, WaitReason,
};
use super::{TICK, TickSystems};
use crate::grid::{Cell, CornerRule, Direction, Terrain};
use crate::steering::{Crowd, Disc};
use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, (move_units, step_units).chain().in_set(TickSystems::Move));
}

/// Part of the difference between present and wanted velocity that is made up in one tick.
const RESPONSE: f32 = 0.35;
/// How much further than at full speed a disc can be pushed in one tick.
const PUSHED: f32 = 1.25;
/// Group number of units without orders.
const NO_GROUP: u32 = u32::MAX;

#[allow(clippy::type_complexity, reason = "a query names everything that it touches")]
fn move_units(
    mut arenas: Query<(&Land, &Roster, &mut crate::sim::Numbers), (With<Arena>, Without<Board>)>,
    mut units: Query<(
        &Unit,
        &Steering,
        &Status,
        &Orders,
        &Route,
        &mut Position,
        &mut PreviousPosition,
        &mut Velocity,
    )>,
    mut crowd: Local<Crowd>,
    mut discs: Local<[Vec<Disc>; 2]>,
) {
    for (land, roster, mut numbers) in &mut arenas {
        // Those on the ground and those who fly do not meet.
        discs.iter_mut().for_each(Vec::clear);
        for &entity in roster.units.values() {
            let Ok((unit, steering, status, orders, route, position, _, velocity)) =
                units.get(entity)
            else {
                continue;
            };
            let fights_on_foot = *status == Status::Fighting && steering.desired != Vec2::ZERO;
            let walks = fights_on_foot
                || matches!(status, Status::Walking | Status::Waiting(WaitReason::Blocked));
            let towards = velocity.0.lerp(steering.desired, RESPONSE);
            let wanted = if walks { towards.clamp_length_max(unit.kind.speed) } else { Vec2::ZERO };
            discs[usize::from(unit.kind.flying)].push(Disc {
                position: position.0,
                wanted: position.0 + wanted * TICK,
                radius: unit.kind.radius,
                reach: unit.kind.speed * TICK * PUSHED,
                to_go: if walks && !fights_on_foot {
                    route.distance_to_go(position.0)
                } else {
                    0.0
                },
                walks,
                team: unit.team.0,
                group: orders.group.map_or(NO_GROUP, |g| g.0),
                exempt: if walks && !fights_on_foot {
                    squeezed_corners(&land.terrain, position.0, route)
                } else {
                    [None; 2]
                },
            });
        }
        let [ground, air] = &mut *discs;
        crowd.step(&land.terrain, ground);
        if !air.is_empty() {
            crowd.step(land.sky.as_ref().unwrap_or(&land.terrain), air);
        }
        let mut moved = [ground.iter(), air.iter()];
        for &entity in roster.units.values() {
            let Ok((unit, .., mut position, mut previous, mut velocity)) = units.get_mut(entity)
            else {
                continue;
            };
            let Some(disc) = moved[usize::from(unit.kind.flying)].next() else { break };
            let way = disc.position - position.0;
            numbers.distance_walked += f64::from(way.length());
            previous.set_if_neq(PreviousPosition(position.0));
            velocity.set_if_neq(Velocity(way / TICK));
            position.set_if_neq(Position(disc.position));
        }
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
