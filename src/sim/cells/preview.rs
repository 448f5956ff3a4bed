//! Paths to show while time stands still. No unit acts then, so each plans the path that it would take if it acted
//! now. As in a run, those that have a path count as having planned before.

use super::pass::doctrine_of;
use super::stepper::Stepper;
use super::{Board, Occupants};
use crate::grid::Cell;
use crate::planning::{Others, Request, mark_companions};
use crate::scenario::UnitId;
use crate::sim::arena::{Clock, Land, Roster, Teams};
use crate::sim::fields::arena_fields::ArenaFields;
use crate::sim::metrics::group_numbers::GroupNumbers;
use crate::sim::metrics::last_search::LastSearch;
use crate::sim::metrics::numbers::{CaptureSearch, Numbers};
use crate::sim::plan::queue::Planner;
use crate::sim::tick::Pass;
use crate::sim::unit::{GroupId, Groups, Position, Route, Status, Unit};
use bevy::prelude::*;
use std::collections::BTreeMap;

type ArenaParts<'a> = (
    &'a Board,
    &'a Land,
    &'a Roster,
    (&'a Teams, &'a Groups),
    &'a ArenaFields,
    (&'a Pass, &'a Clock),
    &'a mut Planner,
    (&'a mut Numbers, &'a mut GroupNumbers, &'a mut LastSearch),
);

/// Plans for the units that have an assignment and no path.
pub(crate) fn plan_while_paused(
    watch: Res<CaptureSearch>,
    mut arenas: Query<ArenaParts>,
    mut units: Query<(&Unit, &Position, &Stepper, &Status, &mut Route)>,
) {
    for (board, land, roster, (teams, groups), fields, (&pass, clock), mut planner, told) in
        &mut arenas
    {
        let (mut numbers, mut group_numbers, mut last_search) = told;
        if pass != Pass::Edit {
            continue;
        }
        planner.0.watch(watch.last_search);
        last_search.begin_pass(watch.last_search, groups);
        let mut occupants = Occupants::default();
        occupants.reset(&land.terrain);
        for (i, &entity) in roster.units.values().enumerate() {
            let Ok((_, position, stepper, ..)) = units.get(entity) else { continue };
            let cell = stepper.cell.unwrap_or(Cell::containing(position.0));
            if land.terrain.bounds().contains(cell) {
                occupants.enter(land.terrain.node(cell), i);
            }
        }
        let flocks = fields.flocks(groups, teams, roster);
        let mut paths: BTreeMap<GroupId, Vec<(UnitId, Vec<Cell>)>> = BTreeMap::new();
        for &entity in roster.units.values() {
            let Ok((unit, _, stepper, status, route)) = units.get(entity) else { continue };
            if let Some(assignment) = &stepper.assignment
                && status.is_on_the_way()
                && !route.ahead().is_empty()
            {
                let ahead = (unit.id, route.ahead().to_vec());
                paths.entry(assignment.group).or_default().push(ahead);
            }
        }
        for &entity in roster.units.values() {
            let Ok((unit, position, stepper, status, mut route)) = units.get_mut(entity) else {
                continue;
            };
            let Some(assignment) =
                stepper.assignment.as_ref().filter(|_| *status == Status::Walking)
            else {
                continue;
            };
            if !route.ahead().is_empty() {
                continue;
            }
            let doctrine = doctrine_of(unit, stepper, teams, groups);
            let start = stepper.cell.unwrap_or(Cell::containing(position.0));
            let (alone, goal) = ([fields.unit(unit.id)], assignment.target);
            let planners = flocks.get(&assignment.group).map_or(&alone[..], |flock| flock);
            let context = fields.context(&land.terrain, unit.team, planners);
            let context = &context.with_layers(doctrine.layers);
            let companions = paths.entry(assignment.group).or_default();
            let others = companions.iter().filter(|(id, _)| *id != unit.id);
            mark_companions(context, &mut planner.0, others.map(|(_, path)| &path[..]));
            let occupied = |node| occupants.on(node).is_some();
            let others = Others { occupied: &occupied, visibility: board.rules.visibility };
            let request = Request { context, start, goal, others: Some(others) };
            planner.0.take_visited();
            let plan = doctrine.search.plan(&request, &mut planner.0);
            last_search.record(Some(assignment.group), unit.id, planner.0.take_visited());
            numbers.expanded += plan.stats.expanded;
            numbers.paths_planned += 1;
            route.expanded = plan.stats.expanded;
            route.planned_at = clock.tick;
            group_numbers.note_plan(assignment.group);
            if let Some(path) = plan.path {
                companions.push((unit.id, path.cells()[1..].to_vec()));
                route.set_cells(path.into_cells(), 1);
            }
        }
    }
}
