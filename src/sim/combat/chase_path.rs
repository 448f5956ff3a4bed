//! Paths to targets that cannot be reached in a straight line, around walls and fighting units.

use crate::combat::Body;
use crate::grid::{Cell, Rectangle, Terrain};
use crate::scenario::UnitId;
use crate::sim::arena::{Clock, Land, Roster, Teams};
use crate::sim::combat::combatant::{Controller, Engagement, Target};
use crate::sim::plan::detour::in_turn;
use crate::sim::plan::queue::Planner;
use crate::sim::tick::Ticking;
use crate::sim::unit::{Position, Status, Unit};
use crate::steering::is_clear;
use bevy::prelude::*;
use std::collections::BTreeSet;

/// Interval at which a chasing unit plans a path, in ticks.
const EVERY: u64 = 16;
/// Node budget for one chase path.
const CELLS_PER_CHASE: u64 = 2_000;
/// Maximum number of chase paths planned in one tick.
const CHASES_PER_TICK: usize = 64;

/// A unit that chases a target.
#[derive(Clone, Copy)]
pub(crate) struct Chaser {
    entity: Entity,
    from: Body,
    to: Body,
}

pub(crate) fn plan_chases(
    mut arenas: Query<(&Land, &Roster, &Teams, &Clock, &mut Planner), With<Ticking>>,
    mut units: Query<(&Unit, &Position, &Target, &Status, &Controller, &mut Engagement)>,
    mut chasers: Local<Vec<Chaser>>,
) {
    let chasers = &mut *chasers;
    for (land, roster, teams, clock, mut planner) in &mut arenas {
        if roster.armed == 0 {
            continue;
        }
        let body = |id: &UnitId| {
            let (unit, position, ..) = units.get(*roster.units.get(id)?).ok()?;
            Some(Body { position: position.0, kind: unit.kind })
        };
        let found = roster
            .units
            .iter()
            .filter(|(id, _)| (clock.tick + u64::from(id.0)).is_multiple_of(EVERY))
            .filter_map(|(id, &entity)| {
                let (unit, _, target, status, ..) = units.get(entity).ok()?;
                // A unit without a weapon goes to a wounded ally, whatever the rule says about enemies.
                let goes = unit.kind.weapon.is_none()
                    || teams.0[usize::from(unit.team.0)].doctrine.engage.chases();
                let chases = *status == Status::Fighting
                    && goes
                    && !target.in_range
                    && unit.kind.speed > 0.0
                    && !unit.kind.flying;
                let from = body(id).filter(|_| chases)?;
                Some(Chaser { entity, from, to: body(&target.unit?)? })
            });
        chasers.clear();
        chasers.extend(found);
        if chasers.is_empty() {
            continue;
        }
        let chasers = in_turn(chasers, CHASES_PER_TICK, clock.tick / EVERY);
        let standing: BTreeSet<Cell> = roster
            .units
            .values()
            .filter_map(|&e| units.get(e).ok())
            .filter(|(.., status, controller, _)| stands(status, controller))
            .map(|(_, position, ..)| Cell::containing(position.0))
            .collect();
        for Chaser { entity, from, to } in chasers {
            let Ok((.., mut engagement)) = units.get_mut(entity) else { continue };
            let start = Cell::containing(from.position);
            let end = approach(&land.terrain, &to, from.position);
            let others = || standing.iter().copied().filter(|&c| c != start && c != end);
            let clear = is_clear(&land.terrain, from.position, to.position, from.kind.radius)
                && others().all(|c| !is_between(c.center(), from.position, to.position));
            engagement.next = 0;
            engagement.chase.clear();
            if clear {
                continue;
            }
            let (scratch, ends) = (&mut planner.0, (start, end));
            let mut found = scratch.plan_around(&land.terrain, ends, others(), CELLS_PER_CHASE);
            if found.path.is_none() {
                found = scratch.plan_around(&land.terrain, ends, [], CELLS_PER_CHASE);
            }
            if let Some(path) = found.path {
                engagement.chase = path.into_cells();
            }
        }
    }
}

fn stands(status: &Status, controller: &Controller) -> bool {
    matches!(status, Status::Idle | Status::Arrived)
        || (*status == Status::Fighting && *controller == Controller::Attack)
}

/// Whether a point lies near the straight line between two others.
fn is_between(point: Vec2, from: Vec2, to: Vec2) -> bool {
    let way = to - from;
    let along = (point - from).dot(way) / way.length_squared().max(1e-6);
    (0.0..1.0).contains(&along) && point.distance(from + way * along) < 0.75
}

/// The passable cell from which a body can be touched: its own cell, or the adjacent cell nearest to `from`.
fn approach(terrain: &Terrain, body: &Body, from: Vec2) -> Cell {
    let cell = Cell::containing(body.position);
    if terrain.is_passable(cell) {
        return cell;
    }
    let area = body.footprint().unwrap_or(Rectangle::new(cell, 1, 1));
    let last = area.last();
    Rectangle::spanning(Cell::new(area.at.x - 1, area.at.y - 1), Cell::new(last.x + 1, last.y + 1))
        .cells()
        .filter(|&c| terrain.is_passable(c))
        .min_by(|a, b| {
            a.center().distance_squared(from).total_cmp(&b.center().distance_squared(from))
        })
        .unwrap_or(cell)
}
