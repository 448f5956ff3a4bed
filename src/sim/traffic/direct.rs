//! The guidance that the rules of traffic give each unit in a tick: where beside its path to walk, and when to wait.

use super::control::{RightsOfWay, TrafficControl};
use super::passage_ahead::PassageAhead;
use super::passing::{AtPassages, queue_paces, signals};
use super::posts::{Post, to_post};
use super::waiting::{back_out, wait};
use crate::grid::Terrain;
use crate::scenario::{TeamId, side_of};
use crate::sim::arena::{Clock, Land, Roster, Teams};
use crate::sim::cells::Board;
use crate::sim::fields::arena_fields::ArenaFields;
use crate::sim::tick::Ticking;
use crate::sim::unit::{Guided, Position, Progress, Route, Status, Unit, Velocity, WaitReason};
use crate::steering::{Guidance, Traveller, Walker};
use crate::traffic::{Claims, Companion, Companions, LaneChoice, Rules, Signal, lane};
use bevy::prelude::*;

/// A unit that has to wait for a passage walks on until it is this near to it on its path, in cells.
const WAITS_WITHIN: f32 = 5.0;

type GuidedParts<'a> = (
    &'a Unit,
    &'a Position,
    &'a Velocity,
    &'a Status,
    &'a Route,
    &'a Post,
    &'a Progress,
    &'a mut Guided,
);

/// Guides every unit of a team with rules of traffic.
#[expect(clippy::type_complexity, reason = "a query lists all data that it touches")]
pub(crate) fn direct_traffic(
    mut arenas: Query<
        (&Roster, &Land, Ref<Teams>, &Clock, &ArenaFields, &mut TrafficControl, &mut RightsOfWay),
        (With<Ticking>, Without<Board>),
    >,
    mut units: Query<GuidedParts>,
    mut of_teams: Local<Vec<Rules>>,
) {
    for (roster, land, teams, clock, fields, mut control, mut rights) in &mut arenas {
        let rules = || teams.0.iter().map(|team| team.doctrine.traffic.rules());
        if !rules().any(|rules| rules.guides()) {
            // Nothing is left of rules that were switched off.
            if teams.is_changed() {
                rights.0.clear();
                let mut here = units.iter_many_mut(roster.units.values());
                while let Some((.., mut guided)) = here.fetch_next() {
                    guided.0 = Guidance::default();
                }
            }
            continue;
        }
        of_teams.clear();
        of_teams.extend(rules());
        // The ground beside a path may cost more than the path.
        for (team, rules) in (0..).zip(&mut *of_teams) {
            if fields.has_costs(TeamId(team)) {
                (rules.lanes, rules.whole_width) = (false, false);
            }
        }
        let rules = &*of_teams;
        let control = &mut *control;
        control.claims.resize_with(rules.len(), Claims::default);
        control.claims.iter_mut().for_each(|claims| claims.clear(land.terrain.bounds()));
        control.companions.resize_with(rules.len(), Companions::default);
        control.companions.iter_mut().for_each(Companions::clear);
        if rules.iter().any(|rules| rules.right_of_way) {
            control.single.refresh(&land.terrain);
        }
        if rules.iter().any(|rules| rules.queues) {
            control.narrow.refresh(&land.terrain);
        }
        let (mut single, mut narrow) = (AtPassages::default(), AtPassages::default());
        let here = units.iter_many(roster.units.values());
        for (unit, position, velocity, status, route, ..) in here {
            let rules = &rules[usize::from(unit.team.0)];
            let side = side_of(&teams.0, unit.team);
            let friends = usize::from(side);
            if !walks(unit, *status) {
                continue;
            }
            let trail = route.trail();
            if rules.lanes || rules.return_to_rest {
                control.claims[friends].add(&trail, rules.lane_look_ahead as usize);
            }
            if rules.whole_width {
                let (position, velocity) = (position.0, velocity.0);
                let companion = Companion { position, velocity, radius: unit.kind.radius };
                control.companions[friends].add(companion);
            }
            let (who, at, radius) = ((unit.id, side), position.0, unit.kind.radius);
            if rules.right_of_way {
                single.add(&control.single, who, &trail, at, radius);
            }
            if rules.queues {
                narrow.add(&control.narrow, who, &trail, at, radius);
            }
        }
        control.companions.iter_mut().for_each(|all| all.sort(land.terrain.bounds()));
        let signals = signals(&mut rights, single, rules, clock.tick);
        let paces = queue_paces(narrow, &signals);
        let mut here = units.iter_many_mut(roster.units.values());
        while let Some((unit, position, velocity, status, route, post, progress, mut guided)) =
            here.fetch_next()
        {
            let rules = &rules[usize::from(unit.team.0)];
            let side = usize::from(side_of(&teams.0, unit.team));
            let mut told = Guidance::default();
            if rules.guides() && walks(unit, *status) {
                let traveller = Traveller {
                    position: position.0,
                    velocity: velocity.0,
                    radius: unit.kind.radius,
                    ..Traveller::default()
                };
                let walker = Walker {
                    trail: route.trail(),
                    rest: route.rest,
                    way_point: route.way_point(),
                    ..Walker::new(&traveller, &[])
                };
                let friends = (&control.claims[side], &control.companions[side]);
                let pace = paces.get(&unit.id).copied().unwrap_or(1.0);
                let signal = signals.get(&unit.id);
                let stalled = progress.stalled;
                told = guidance(&land.terrain, rules, friends, signal, &walker, stalled);
                told.pace = told.pace.min(pace);
                told.flows = rules.whole_width;
            }
            if post.0.is_some() && status.is_resting() {
                told = to_post(*post, position.0, &control.claims[side]);
            }
            if guided.0 != told {
                guided.0 = told;
            }
        }
    }
}

fn walks(unit: &Unit, status: Status) -> bool {
    let on_the_way = matches!(status, Status::Walking | Status::Waiting(WaitReason::Blocked));
    on_the_way && !unit.kind.flying
}

/// The guidance of a walking unit. `told`: the signal at its passage, if it may not go on.
fn guidance(
    terrain: &Terrain,
    rules: &Rules,
    (claims, companions): (&Claims, &Companions),
    told: Option<&(Signal, PassageAhead)>,
    walker: &Walker,
    stalled: u32,
) -> Guidance {
    match told {
        Some((Signal::BackOut, ahead)) => return back_out(ahead, walker),
        Some((Signal::Wait, ahead)) if ahead.distance <= WAITS_WITHIN => {
            return wait(terrain, ahead, walker);
        }
        _ => {}
    }
    let side = rules.lanes.then(|| claims.side(&walker.trail, rules.lane_look_ahead as usize));
    let choice = LaneChoice {
        whole_width: rules.whole_width,
        side: side.flatten(),
        width: rules.way_width as f32,
        stalled,
        companions,
    };
    lane(terrain, walker, choice).map_or_else(Guidance::default, |lane| Guidance {
        aim: Some(lane.aim),
        beside: lane.beside,
        ..Guidance::default()
    })
}
