//! Changes of the unit kinds that a scenario defines for itself. Units and shots point to the new kind.

use super::action::Act;
use super::free_space::make_room;
use super::refusal::Refusal;
use super::site::ArenaSite;
use crate::combat::{KindDefinition, UnitKind};
use crate::scenario::{Catalogue, MAX_KINDS};
use crate::sim::arena::{Kinds, Roster};
use crate::sim::combat::combatant::{Energy, HitPoints, Shots};
use crate::sim::unit::{Position, Unit};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// A change of the unit kinds of a scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[expect(clippy::large_enum_variant, reason = "there are few actions at a time")]
pub enum KindAction {
    /// Changes the kind with this name, or adds it. All units of the kind change with it; they keep their share of hit points
    /// and energy. While there are units of the kind, it keeps its size, and units that fly do not land.
    Set(KindDefinition),
    /// Takes back what the scenario says about a kind: it is as in its file again. A kind that no file has is removed, if no
    /// unit is of that kind.
    Reset(String),
}

impl KindAction {
    /// The name of the kind.
    pub fn name(&self) -> &str {
        match self {
            Self::Set(definition) => &definition.name,
            Self::Reset(name) => name,
        }
    }

    /// Changes a catalogue. Returns the kind that now has the name, if there is one.
    fn change(&self, catalogue: &mut Catalogue) -> Option<&'static UnitKind> {
        let name = self.name();
        let mut own = catalogue.own().to_vec();
        match self {
            Self::Set(definition) => {
                if let Ok(kind) = definition.kind() {
                    match own.iter_mut().find(|known| known.name == name) {
                        Some(known) => *known = kind,
                        None => own.push(kind),
                    }
                }
            }
            Self::Reset(_) => own.retain(|known| known.name != name),
        }
        catalogue.set_own(own);
        catalogue.kind(name)
    }
}

impl Act for KindAction {
    fn title(&self) -> &'static str {
        "Change unit kind"
    }

    fn fault(&self) -> Option<String> {
        match self {
            Self::Set(definition) => definition.fault().map(|fault| fault.message),
            Self::Reset(_) => None,
        }
    }

    fn admit(&self, site: &ArenaSite) -> Result<(), Refusal> {
        let name = self.name();
        let keeps_body = |size: u32, flying: bool| match site.kind(name) {
            Some(now) if (now.size != size || now.flying && !flying) && site.uses_kind(name) => {
                Err(Refusal::OtherBody(name.into()))
            }
            _ => Ok(()),
        };
        let own = site.catalogue().map_or(&[][..], Catalogue::own);
        let is_own = own.iter().any(|kind| kind.name == name);
        match self {
            Self::Set(_) if own.len() >= MAX_KINDS && !is_own => Err(Refusal::TooManyKinds),
            Self::Set(definition) => keeps_body(definition.size, definition.flying),
            Self::Reset(_) if !is_own => Err(Refusal::NoKind(name.into())),
            Self::Reset(_) => {
                match site.catalogue().and_then(|catalogue| catalogue.original(name)) {
                    Some(original) => keeps_body(original.size, original.flying),
                    None if site.uses_kind(name) => Err(Refusal::KindInUse(name.into())),
                    None => Ok(()),
                }
            }
        }
    }

    /// Units keep their share of hit points and energy; those that no longer fit where they stand move to the nearest free
    /// place, and those that begin to fly get new paths.
    fn act(&self, site: &mut ArenaSite) {
        let (world, arena) = (&mut *site.world, site.arena);
        let Some(mut kinds) = world.get_mut::<Kinds>(arena) else { return };
        let new = self.change(&mut kinds.0);
        change_shots(world, arena, self.name(), new);
        let Some(new) = new else { return };
        let roster =
            world.get::<Roster>(arena).map(|roster| roster.units.clone()).unwrap_or_default();
        let (mut grown, mut flown) = (Vec::new(), Vec::new());
        for entity in roster.into_values() {
            let Some(unit) = world.get::<Unit>(entity).filter(|unit| unit.kind.name == new.name)
            else {
                continue;
            };
            let (old, unit) = (unit.kind, Unit { kind: new, ..unit.clone() });
            if new.flying != old.flying {
                flown.push(unit.id);
            }
            let share =
                |left: f32, old: f32, new: f32| if old > 0.0 { left / old * new } else { new };
            let hit_points = world.get::<HitPoints>(entity).map_or(new.hit_points, |left| left.0);
            let energy = world.get::<Energy>(entity).map_or(new.energy, |left| left.0);
            world.entity_mut(entity).insert((
                unit,
                HitPoints(share(hit_points, old.hit_points, new.hit_points)),
                Energy(share(energy, old.energy, new.energy)),
            ));
            if new.radius > old.radius && !new.flying && !new.is_building() {
                grown.extend(world.get::<Position>(entity).map(|at| (entity, new, at.0)));
            }
        }
        make_room(site, &grown);
        site.plan_anew(|group| group.members.iter().any(|unit| flown.contains(unit)));
    }
}

/// Shots in flight are of the new kind, or end with a kind that is removed.
fn change_shots(world: &mut World, arena: Entity, name: &str, new: Option<&'static UnitKind>) {
    let Some(mut shots) = world.get_mut::<Shots>(arena) else { return };
    if !shots.0.iter().any(|shot| shot.kind.name == name) {
        return;
    }
    match new {
        Some(new) => {
            let own = shots.0.iter_mut().filter(|shot| shot.kind.name == name);
            own.for_each(|shot| shot.kind = new);
        }
        None => shots.0.retain(|shot| shot.kind.name != name),
    }
}

#[cfg(test)]
#[path = "kind_tests.rs"]
mod tests;
