//! Range, sight and target of the selected units, and the distances that their rules go by.

use super::Overlays;
use super::legend::{Legend, Legends, Swatch};
use super::senses::{self, Sense};
use crate::combat::Measured;
use crate::scenario::TeamId;
use crate::sim::{
    Arena, Battles, Board, Controller, HitPoints, Land, Position, Roster, Steering, Target,
    TeamBattle, Teams, Unit, Velocity,
};
use crate::steering::Engage;
use crate::view::scene::canvas::{Canvas, DrawSystems, Layer};
use crate::view::scene::units::Places;
use crate::view::shared::{Selection, arena_origin};
use crate::view::theme::{self, fade};
use bevy::prelude::*;
use std::collections::BTreeMap;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw.in_set(DrawSystems::Paint));
}

/// Finds the row and the legend.
pub const KEY: &str = "weapons";

/// Units that get circles at most; more could not be told apart.
const MOST: usize = 12;

/// From so many on there are too many.
const MANY: usize = MOST + 1;

#[allow(clippy::too_many_arguments)]
fn draw(
    mut canvas: ResMut<Canvas>,
    overlays: Res<Overlays>,
    mut legends: ResMut<Legends>,
    selection: Res<Selection>,
    places: Places,
    arenas: Query<(&Arena, &Land, &Roster, &Teams, Has<Board>)>,
    units: Query<(Entity, &Unit, &Target, &HitPoints, &Controller, &ChildOf)>,
    moving: Query<(&Velocity, &Steering)>,
    battles: Battles,
    positions: Query<&Position>,
) {
    let Some(opacity) = overlays.opacity(KEY) else { return };
    let mut first: Option<(&Unit, &Target, &HitPoints, &Controller)> = None;
    let mut felt: Vec<Sense> = Vec::new();
    let mut fights: BTreeMap<(Entity, TeamId), Option<TeamBattle>> = BTreeMap::new();
    for (entity, unit, target, hit_points, controller, child) in &units {
        if !selection.units.contains(&unit.id) {
            continue;
        }
        let is_first = first.is_none_or(|(known, ..)| unit.id < known.id);
        if is_first {
            first = Some((unit, target, hit_points, controller));
        }
        let (Ok((arena, land, roster, teams, cell_steps)), Some(at)) =
            (arenas.get(child.parent()), places.of(entity))
        else {
            continue;
        };
        let mut painter = canvas.on(Layer::Marks, arena_origin(arena.index, land.terrain.bounds()));
        let few = selection.units.len() <= MOST;
        // It looks where it goes, or would like to while it hardly moves.
        let heading = moving.get(entity).map_or(Vec2::ZERO, |(velocity, steering)| {
            if velocity.0.length() > 0.1 { velocity.0 } else { steering.desired }
        });
        // Where units go from cell to cell, neither rule acts.
        let team = teams.0.get(usize::from(unit.team.0)).filter(|_| !cell_steps);
        if let Some(team) = team {
            let mut own = senses::senses(&team.doctrine, heading);
            // Worked out once for all selected units of a team.
            let fight = (child.parent(), unit.team);
            if few && !matches!(team.doctrine.engage, Engage::Hold(_)) && roster.armed > 0 {
                let battle = fights.entry(fight).or_insert_with(|| battles.of(fight.0, fight.1));
                let limits =
                    battle.as_ref().map(|b| senses::limits(&team.doctrine.engage, unit.id, b));
                own.extend(limits.unwrap_or_default());
            }
            own.iter().filter(|_| few).for_each(|s| senses::draw(&mut painter, at, s, opacity));
            if is_first {
                felt = own;
            }
        }
        // Where nobody can fight, how far somebody sees does not matter.
        if few && roster.armed > 0 {
            painter.circle(at, unit.kind.sight, 1.0, fade(theme::DISTINCT[0], 0.35 * opacity));
        }
        if let Some(weapon) = unit.kind.weapon.as_ref().filter(|_| few) {
            let reach = match unit.kind.measured {
                Measured::Edges => weapon.range + unit.kind.radius,
                Measured::Centres => weapon.range,
            };
            painter.circle(at, reach, 1.4, fade(theme::SHOT, 0.7 * opacity));
        }
        let aim = target.unit.and_then(|id| roster.units.get(&id));
        if let Some(to) = aim.and_then(|&e| positions.get(e).ok()) {
            let strength = if target.in_range { 0.9 } else { 0.4 };
            painter.line(at, to.0, 1.2, fade(theme::SHOT, strength * opacity));
        }
    }
    let mut legend = first.map_or_else(|| Legend::Empty(NOBODY.into()), legend);
    if let Legend::Swatches(rows) = &mut legend {
        // Enemies of different sizes have a circle each for the same distance.
        felt.dedup_by(|a, b| a.label == b.label);
        let felt = felt.into_iter().map(|Sense { colour, label, .. }| Swatch { colour, label });
        rows.extend(felt);
    }
    if let (Legend::Swatches(rows), MANY..) = (&mut legend, selection.units.len()) {
        let label = format!("circles are drawn for up to {MOST} units");
        rows.push(Swatch { colour: Color::NONE, label });
    }
    legends.set(KEY, legend);
}

const NOBODY: &str = "Select units to see how far they see and shoot, and at whom.";

fn legend(
    (unit, target, hit_points, controller): (&Unit, &Target, &HitPoints, &Controller),
) -> Legend {
    let kind = unit.kind;
    let mut rows = vec![(theme::DISTINCT[0], format!("sees {} cells", kind.sight))];
    match &kind.weapon {
        Some(weapon) => rows.push((
            theme::SHOT,
            format!("reaches {} cells, {:.1} damage/s", weapon.range, kind.damage_per_second()),
        )),
        None => rows.push((Color::NONE, "has no weapon".into())),
    }
    let health = format!("unit {}: {:.0} of {:.0} HP", unit.id.0, hit_points.0, kind.hit_points);
    rows.push((theme::health(hit_points.0 / kind.hit_points.max(1.0)), health));
    rows.push((Color::NONE, controller.sentence().into()));
    if let Some(enemy) = target.unit {
        rows.push((Color::NONE, format!("its target is unit {}", enemy.0)));
    }
    Legend::swatches(rows)
}
