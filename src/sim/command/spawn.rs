//! Drops units.

use super::action::Act;
use super::free_space::nearest_place;
use super::refusal::{Refusal, demand};
use super::site::ArenaSite;
use crate::combat::UnitKind;
use crate::grid::Cell;
use crate::scenario::{MAX_UNITS, TeamId, UnitId, is_team};
use crate::sim::arena::NextIds;
use crate::sim::combat::combatant::unit_bundle;
use crate::sim::unit::enlist::demand_body;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// A unit to be dropped.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NewUnit {
    /// Its id; new.
    pub id: UnitId,
    /// Its team.
    pub team: TeamId,
    /// The name of its kind.
    pub kind: String,
    /// Where; the nearest free place is taken.
    #[serde(with = "pair")]
    pub at: Vec2,
}

impl NewUnit {
    /// Whether it can be added, apart from the room it needs. Returns its kind.
    fn admit(&self, site: &ArenaSite) -> Result<&'static UnitKind, Refusal> {
        demand(!site.has_unit(self.id), Refusal::UnitExists(self.id))?;
        demand(site.unit_count() < MAX_UNITS, Refusal::TooManyUnits)?;
        demand(is_team(site.teams(), self.team), Refusal::NoTeam(self.team))?;
        demand(self.at.is_finite(), Refusal::NoPlace)?;
        site.kind(&self.kind).ok_or_else(|| Refusal::NoKind(self.kind.clone()))
    }

    fn add(&self, site: &mut ArenaSite) -> Result<(), Refusal> {
        let kind = self.admit(site)?;
        let at = nearest_place(site, kind, self.at, None).ok_or(Refusal::NoRoom)?;
        let bundle = (ChildOf(site.arena), unit_bundle(self.id, self.team, kind, at));
        let unit = site.world.spawn(bundle).id();
        site.note(unit);
        Ok(())
    }
}

/// Spawns a unit of a host with a new id, at the free place nearest to a position. The entity has every component of
/// [`unit_bundle`]; insert what the game knows of it. It is not part of a recording; a unit of
/// [`Action::Spawn`](crate::scenario::Action) is.
///
/// ```
/// # use bevy::prelude::*;
/// # use phalanx::prelude::*;
/// # let mut app = App::new();
/// # app.add_plugins((MinimalPlugins, SimPlugin::default()));
/// # let world = app.world_mut();
/// let arena = spawn_arena(world, &Scenario::blank(Bounds::new(20, 10)).with_teams(2), 0);
/// let soldier = kind_named("soldier").unwrap();
/// let (first, id) = spawn_unit(world, arena, TeamId(1), soldier, Vec2::new(2.5, 5.5)).unwrap();
/// let (second, other) = spawn_unit(world, arena, TeamId(1), soldier, Vec2::new(2.5, 5.5)).unwrap();
/// assert!(id != other && world.get::<Position>(first) != world.get::<Position>(second));
/// let refused = spawn_unit(world, arena, TeamId(7), soldier, Vec2::new(2.5, 5.5));
/// assert_eq!(refused, Err(Refusal::NoTeam(TeamId(7))));
/// ```
pub fn spawn_unit(
    world: &mut World,
    arena: Entity,
    team: TeamId,
    kind: &'static UnitKind,
    near: Vec2,
) -> Result<(Entity, UnitId), Refusal> {
    let id = world.get::<NextIds>(arena).ok_or(Refusal::NoArena)?.unit();
    demand_body(kind)?;
    let site = ArenaSite::new(world, arena);
    demand(!site.has_unit(id), Refusal::UnitExists(id))?;
    demand(site.unit_count() < MAX_UNITS, Refusal::TooManyUnits)?;
    demand(is_team(site.teams(), team), Refusal::NoTeam(team))?;
    demand(near.is_finite(), Refusal::NoPlace)?;
    let at = nearest_place(&site, kind, near, None).ok_or(Refusal::NoRoom)?;
    let unit = world.spawn((ChildOf(arena), unit_bundle(id, team, kind, at))).id();
    Ok((unit, id))
}

impl Act for Vec<NewUnit> {
    fn title(&self) -> &'static str {
        if self.len() == 1 { "Drop unit" } else { "Drop units" }
    }

    fn act(&self, site: &mut ArenaSite) {
        for unit in self {
            if let Err(refusal) = unit.add(site) {
                site.report(Cell::containing(unit.at), &refusal);
            }
        }
    }

    fn teams(&mut self) -> Vec<&mut TeamId> {
        self.iter_mut().map(|unit| &mut unit.team).collect()
    }

    fn next_unit(&self) -> UnitId {
        let after = |unit: &NewUnit| UnitId(unit.id.0.saturating_add(1));
        self.iter().map(after).max().unwrap_or(UnitId(0))
    }
}

/// Vectors as pairs of numbers.
mod pair {
    use super::Vec2;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(v: &Vec2, serializer: S) -> Result<S::Ok, S::Error> {
        (v.x, v.y).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec2, D::Error> {
        <(f32, f32)>::deserialize(deserializer).map(Vec2::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Bounds;
    use crate::scenario::Scenario;
    use crate::sim::command::site::tests::on_site;

    #[test]
    fn units_have_a_new_id_a_team_a_kind_and_a_place() {
        let unit = |id, team, kind: &str, x| {
            let (id, team) = (UnitId(id), TeamId(team));
            NewUnit { id, team, kind: kind.into(), at: Vec2::new(x, 0.5) }
        };
        on_site(&Scenario::blank(Bounds::new(2, 1)), |site| {
            assert_eq!(unit(7, 0, "scout", 1.5).add(site), Ok(()));
            let refused = |unit: NewUnit| unit.admit(site).map(|kind| kind.name);
            assert_eq!(refused(unit(1, 0, "scout", 1.5)), Ok("scout"));
            assert_eq!(refused(unit(7, 0, "scout", 1.5)), Err(Refusal::UnitExists(UnitId(7))));
            assert_eq!(refused(unit(1, 1, "scout", 1.5)), Err(Refusal::NoTeam(TeamId(1))));
            assert_eq!(refused(unit(1, 0, "dragon", 1.5)), Err(Refusal::NoKind("dragon".into())));
            assert_eq!(refused(unit(1, 0, "scout", f32::NAN)), Err(Refusal::NoPlace));
            assert_eq!(unit(1, 0, "scout", 1.5).add(site), Ok(()), "beside the other one");
            assert_eq!(unit(2, 0, "scout", 1.5).add(site), Err(Refusal::NoRoom));
        });
    }
}
