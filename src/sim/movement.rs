//! Units move: as their steering wants, as far as others and walls let them.

use super::arena::{Arena, Land};
use super::cells::{Board, step_units};
use super::unit::{
    Orders, Position, PreviousPosition, Route, Status, Steering, Unit, Velocity, WaitReason,
};
use super::{TICK, TickSystems};
use crate::grid::{Cell, CornerRule, Direction, Terrain};
use crate::steering::{Crowd, Disc, for_each, gather};
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

/// A unit that moves, or is in the way.
struct Mover<'a> {
    unit: &'a Unit,
    steering: &'a Steering,
    status: &'a Status,
    orders: &'a Orders,
    route: &'a Route,
    position: Mut<'a, Position>,
    previous: Mut<'a, PreviousPosition>,
    velocity: Mut<'a, Velocity>,
}

#[allow(clippy::type_complexity, reason = "a query names everything that it touches")]
fn move_units(
    mut arenas: Query<(Entity, &Land, &mut crate::sim::Numbers), (With<Arena>, Without<Board>)>,
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
) {
    for (arena, land, mut numbers) in &mut arenas {
        let mut movers: Vec<Mover> =
            units
                .iter_mut()
                .filter(|parts| parts.1.parent() == arena)
                .map(|(unit, _, steering, status, orders, route, position, previous, velocity)| {
                    Mover { unit, steering, status, orders, route, position, previous, velocity }
                })
                .collect();
        // Nearly always they are stored in this order. Those on the ground and those who fly do not meet.
        let order = |mover: &Mover| (mover.unit.kind.flying, mover.unit.id);
        if !movers.is_sorted_by_key(order) {
            movers.sort_unstable_by_key(order);
        }
        gather(&movers, &mut discs, |mover| mover.disc(&land.terrain));
        let on_foot = movers.partition_point(|mover| !mover.unit.kind.flying);
        let (on_foot, flying) = discs.split_at_mut(on_foot);
        let sky = land.sky.as_ref().unwrap_or(&land.terrain);
        for (terrain, discs) in [(&land.terrain, on_foot), (sky, flying)] {
            if !discs.is_empty() {
                numbers.distance_walked += crowd.step(terrain, discs);
            }
        }
        for_each(&mut movers, |i, mover| mover.move_to(discs[i].position));
    }
}

impl Mover<'_> {
    fn move_to(&mut self, moved: Vec2) {
        let from = self.position.0;
        self.previous.set_if_neq(PreviousPosition(from));
        self.velocity.set_if_neq(Velocity((moved - from) / TICK));
        self.position.set_if_neq(Position(moved));
    }

    /// The unit as a disc that wants to move.
    fn disc(&self, terrain: &Terrain) -> Disc {
        let &Mover { unit, steering, orders, route, .. } = self;
        let (position, status) = (self.position.0, *self.status);
        let fights_on_foot = status == Status::Fighting && steering.desired != Vec2::ZERO;
        let on_route = matches!(status, Status::Walking | Status::Waiting(WaitReason::Blocked));
        let walks = fights_on_foot || on_route;
        let towards = self.velocity.0.lerp(steering.desired, RESPONSE);
        let wanted = if walks { towards.clamp_length_max(unit.kind.speed) } else { Vec2::ZERO };
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
