//! The desired velocity of fighting units.
//!
//! Shooting comes before moving (hybrid-starcraft): a ready unit with a target in range stands and attacks. On the
//! approach, and while the weapon cools down, the doctrine's engage rule decides. If a rule chases (ours), units
//! approach their targets in a straight line. Units that hold their ground stand, and so do buildings. Under `Hold`
//! units go to their targets and stand while they have one in range.

use crate::platform::Stopwatch;
use crate::scenario::TeamId;
use crate::sim::arena::{Land, Roster, Teams};
use crate::sim::cells::Board;
use crate::sim::combat::combatant::{Controller, Engagement};
use crate::sim::combat::snapshot::{Combatant, CombatantParts, gather, see_foes};
use crate::sim::metrics::numbers::Numbers;
use crate::sim::tick::Ticking;
use crate::sim::unit::{Groups, Steering};
use crate::steering::{
    Battle, Decision, Engage, EngageScratch, Fighter, Foe, FollowPath, NOTICE, Neighbour,
    SpatialGrid, Terms, Trail, Traveller, Walker,
};
use bevy::prelude::*;

type UnitParts<'a> = (CombatantParts<'a>, &'a mut Engagement, &'a mut Controller, &'a mut Steering);

/// Scratch memory that is reused from tick to tick.
#[derive(Default)]
pub(crate) struct Memory {
    buckets: SpatialGrid,
    scratch: EngageScratch,
    own: Vec<Fighter>,
    places: Vec<usize>,
    foes: Vec<Foe>,
    decisions: Vec<Option<Decision>>,
    all: Vec<Combatant>,
    decided: Vec<Option<Decision>>,
}

type ArenaParts<'a> = (&'a Land, &'a Roster, &'a Groups, &'a Teams, &'a mut Numbers, Has<Board>);

pub(crate) fn engage_units(
    mut arenas: Query<ArenaParts, With<Ticking>>,
    mut units: Query<UnitParts>,
    mut memory: Local<Memory>,
) {
    for (land, roster, groups, teams, mut numbers, on_cells) in &mut arenas {
        if roster.armed == 0 {
            continue;
        }
        let Memory { buckets, scratch, own, places, foes, decisions, all, decided } = &mut *memory;
        let present = roster.units.values();
        let present = present.filter_map(|&entity| Some((entity, units.get(entity).ok()?)));
        all.clear();
        all.extend(present.map(|(entity, (parts, ..))| gather(entity, parts, groups, teams)));
        buckets.rebuild(land.terrain.bounds(), all, |c| c.body.position);
        decided.clear();
        decided.resize(all.len(), None);
        for (team, side) in teams.0.iter().enumerate() {
            let team = TeamId(team as u8);
            let asking = all.iter().filter(|c| c.team == team && c.asks()).count();
            // On cell steps units step towards their targets instead.
            if asking == 0 || on_cells || matches!(side.doctrine.engage, Engage::Hold(_)) {
                continue;
            }
            see_foes(all, team, buckets, foes);
            places.clear();
            places.extend((0..all.len()).filter(|&i| all[i].team == team));
            own.clear();
            own.extend(places.iter().map(|&i| all[i].as_fighter(all)));
            let battle = Battle { terrain: &land.terrain, own, foes };
            let start = Stopwatch::start();
            side.doctrine.engage.decide(&battle, scratch, decisions);
            numbers.count_decisions(asking, start.elapsed());
            for (&i, decision) in places.iter().zip(&*decisions) {
                decided[i] = *decision;
            }
        }
        for (i, &decision) in decided.iter().enumerate() {
            let Ok((_, mut engagement, mut controller, mut steering)) =
                units.get_mut(all[i].entity)
            else {
                continue;
            };
            if !all[i].fights {
                controller.set_if_neq(Controller::Path);
                continue;
            }
            let (by, decision) = match decision {
                Some(decision) if all[i].asks() => (Controller::Engage, decision),
                _ if all[i].attacks() || all[i].target.in_range => {
                    (Controller::Attack, Decision::default())
                }
                _ => (Controller::Chase, chase(land, all, buckets, i, &mut engagement)),
            };
            controller.set_if_neq(by);
            let speed = all[i].speed;
            let desired = decision.desired.clamp_length_max(speed);
            steering.set_if_neq(Steering { desired, terms: decision.terms });
        }
    }
}

/// Moves towards the target: along the chase path or straight.
fn chase(
    land: &Land,
    all: &[Combatant],
    buckets: &SpatialGrid,
    i: usize,
    engagement: &mut Engagement,
) -> Decision {
    let me = &all[i];
    let Some(target) =
        me.target.unit.and_then(|unit| all.binary_search_by_key(&unit, |c| c.id).ok())
    else {
        return Decision::default();
    };
    let rest = all[target].body.aim_from(me.body.position);
    let path = std::mem::take(&mut engagement.chase);
    let (position, kind) = (me.body.position, me.body.kind);
    let (radius, speed) = (kind.radius, me.speed);
    let unit = Traveller { position, radius, speed, ..Traveller::default() };
    let trail = Trail::new(&path, engagement.next.min(path.len()));
    let walker = Walker { trail, rest, ..Walker::new(&unit, &path) };
    // The path leads around allies that fight. Looking ahead sees only walls and would lead straight into the allies.
    let travel = FollowPath { look_ahead: 0.0, ..FollowPath::default() };
    let place = travel.advance(land.terrain_for(kind), &walker);
    let walker = walker.at(place);
    // A unit wants to touch enemies, so it keeps its distance only from allies.
    let neighbours = buckets
        .near(me.body.position, NOTICE)
        .filter(|&j| {
            j != i && all[j].side == me.side && all[j].body.kind.flying == me.body.kind.flying
        })
        .map(|j| Neighbour {
            offset: all[j].body.position - me.body.position,
            velocity: all[j].velocity,
            radius: all[j].body.kind.radius,
            goes_first: false,
        })
        .filter(|n| n.offset.length_squared() <= NOTICE * NOTICE);
    let terms: Terms = travel.steer_among(&walker, neighbours);
    engagement.next = place.index();
    engagement.chase = path;
    Decision { desired: terms.sum(), terms }
}
