//! The potential field of a unit in a fight: one colour per tile, the brighter the better.
//!
//! With one unit selected it is that unit's own field, with the tiles that it chooses among and the one that it would
//! go to. Otherwise it is what one more unit of the team would see. The picture covers what is in view.

use super::Overlay;
use super::drawing::{Drawing, Ink, Layer, Pen, Picture};
use super::legend::Legend;
use super::palette::{self, Scale};
use super::revision_of;
use super::scene::Scene;
use crate::combat::UnitKind;
use crate::grid::{Cell, Terrain};
use crate::parts::Part;
use crate::scenario::{Team, TeamId, UnitId};
use crate::sim::{TeamBattle, Unit};
use crate::steering::{Patch, PotentialField};
use bevy::math::{Rect, Vec2};
use std::collections::BTreeMap;

/// The overlay.
pub const OVERLAY: Overlay = Overlay {
    key: "potential field",
    title: "Potential field",
    doc: "The potential field of the selected unit: the stronger the colour, the better the place. With no single unit \
          selected, the field of a hypothetical extra unit of the team.",
    hotkey: "E",
    on: false,
    opacity: 0.6,
    revision: Some(revision),
    draw,
};

/// Blocks in a row or column of the picture at most.
const MAX_BLOCKS: usize = 160;
/// Objects on tiles that are looked at for one picture.
const BUDGET: usize = 2_000_000;
/// Half the side of the square of tiles that a unit chooses among, in cells: 5 tiles and a half.
const REACH: f32 = 5.5 / 4.0;

/// A field, and what it is computed from.
#[derive(Clone, Debug, PartialEq)]
struct Field {
    subject: Subject,
    battle: TeamBattle,
    /// The place in the battle of the unit whose field it is.
    me: usize,
    /// What is in view.
    patch: Patch,
}

/// Whose field is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Subject {
    team: TeamId,
    rule: PotentialField,
    unit: SubjectUnit,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum SubjectUnit {
    /// A unit of the arena.
    Unit(UnitId, &'static UnitKind),
    /// One more unit of a kind, if there were one.
    Probe(&'static UnitKind),
}

/// The potential at a place, if there is a field.
pub(super) fn potential_at(scene: &Scene, place: Vec2) -> Option<f32> {
    let Field { subject, battle, me, .. } = field(scene).ok()?;
    Some(subject.rule.potential_at(&battle.on(scene.terrain()), me, place))
}

fn revision(scene: &Scene) -> u64 {
    let field = field(scene).map(|Field { subject, patch, .. }| format!("{subject:?} {patch:?}"));
    revision_of((scene.moment(), scene.terrain().revision(), field))
}

fn draw(scene: &Scene) -> Drawing {
    let field = match field(scene) {
        Ok(field) => field,
        Err(why) => return Drawing::empty(why),
    };
    let terrain = scene.terrain();
    let Some((picture, low, high)) = paint(&field, terrain, scene.scale) else {
        return Drawing::empty("No part of the map is in view.");
    };
    let mut drawing = Drawing { picture: Some(picture), ..Drawing::default() };
    if let SubjectUnit::Unit(..) = field.subject.unit {
        mark_choice(&mut drawing.on(Layer::Cells), &field, terrain);
    }
    drawing.legend = legend(&field, (low, high), scene.teams, scene.scale);
    drawing
}

/// The field to show, or why there is none.
fn field(scene: &Scene) -> Result<Field, String> {
    let selected: Vec<&Unit> = scene.selected().map(|unit| unit.unit).collect();
    let subject = subject(&selected, scene.units().map(|unit| unit.unit), scene.teams)?;
    let mut battle = scene.battle(subject.team).unwrap_or_default();
    let me = match subject.unit {
        SubjectUnit::Unit(unit, _) => battle.place(unit),
        SubjectUnit::Probe(kind) => Some(battle.add_probe(kind)),
    };
    let (Some(me), false) = (me, battle.foes.is_empty()) else {
        let team = scene.team(subject.team).map_or("", |team| &team.name);
        return Err(format!(
            "No unit of {team} that fights sees an enemy: the field begins with the fight."
        ));
    };
    let seen = scene.visible.intersect(scene.map());
    let objects = battle.foes.len() + battle.own.len();
    let most = ((BUDGET / objects) as f32).sqrt() as usize;
    let patch = Patch::covering([seen.min, seen.max], most.clamp(32, MAX_BLOCKS));
    Ok(Field { subject, battle, me, patch })
}

/// The unit or team whose field is shown, or why there is none.
fn subject<'a>(
    selected: &[&Unit],
    all: impl Iterator<Item = &'a Unit>,
    teams: &[Team],
) -> Result<Subject, String> {
    let rule_of = |team: TeamId| teams.get(usize::from(team.0))?.doctrine.engage.field();
    let team = match selected.first() {
        Some(unit) => unit.team,
        None => (0..teams.len() as u8)
            .map(TeamId)
            .find(|&team| rule_of(team).is_some())
            .ok_or("No team uses a field: choose Potential field or Mixed under In combat.")?,
    };
    let rule = rule_of(team).ok_or_else(|| {
        let side = teams.get(usize::from(team.0));
        let (name, engage) = side
            .map_or(("", String::new()), |side| (side.name.as_str(), side.doctrine.engage.label()));
        format!(
            "{engage} uses no field: choose Potential field or Mixed for {name} under In combat."
        )
    })?;
    if let [unit] = selected {
        return match unit.kind.speed > 0.0 {
            true => Ok(Subject { team, rule, unit: SubjectUnit::Unit(unit.id, unit.kind) }),
            false => Err(format!("A {} never moves.", unit.kind.name)),
        };
    }
    let mut kinds: BTreeMap<&str, (usize, &'static UnitKind)> = BTreeMap::new();
    let mut count = |unit: &Unit| {
        if unit.team == team && unit.kind.speed > 0.0 {
            kinds.entry(unit.kind.name).or_insert((0, unit.kind)).0 += 1;
        }
    };
    match selected {
        [] => all.for_each(count),
        _ => selected.iter().for_each(|unit| count(unit)),
    }
    let most = kinds.into_values().max_by_key(|(count, kind)| (*count, kind.weapon.is_some()));
    let (_, kind) = most.ok_or("The team has no unit that moves.")?;
    Ok(Subject { team, rule, unit: SubjectUnit::Probe(kind) })
}

/// The picture of a field with the lowest and the highest potential of the tiles that a unit can stand on; `None` if
/// there is no such tile.
fn paint(field: &Field, terrain: &Terrain, scale: Scale) -> Option<(Picture, f32, f32)> {
    let Field { subject, battle, me, patch } = field;
    let values = subject.rule.potentials(&battle.on(terrain), *me, patch);
    let flies = battle.own[*me].flies;
    let free: Vec<bool> = patch
        .tiles()
        .map(|tile| flies || terrain.is_passable(Cell::containing((tile.as_vec2() + 0.5) / 4.0)))
        .collect();
    let known = || values.iter().zip(&free).filter(|(_, free)| **free).map(|(value, _)| *value);
    let (low, high) = known().fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    if low > high {
        return None;
    }
    let [min, max] = patch.area();
    let mut picture = Picture::new(Rect { min, max }, patch.columns, values.len());
    for (texel, (&value, &free)) in picture.texels.iter_mut().zip(values.iter().zip(&free)) {
        if free {
            *texel = scale.between(value, low, high).texel(255);
        }
    }
    Some((picture, low, high))
}

/// Outlines the tiles that the selected unit chooses among, and the one that it would go to.
fn mark_choice(pen: &mut Pen, field: &Field, terrain: &Terrain) {
    let Field { subject, battle, me, .. } = field;
    let tile = |place: Vec2| ((place * 4.0).floor() + 0.5) / 4.0;
    let middle = tile(battle.own[*me].position);
    let reach = Vec2::splat(REACH);
    pen.outline(middle - reach, middle + reach, 1.2, Ink::new(palette::SELECTED, 0.7));
    let best = subject.rule.best_place(&battle.on(terrain), *me);
    let half = Vec2::splat(0.125);
    pen.outline(best - half, best + half, 2.0, Ink::new(palette::SELECTED, 0.0).steady(0.9));
}

fn legend(field: &Field, range: (f32, f32), teams: &[Team], scale: Scale) -> Legend {
    let Field { subject, battle, me, patch } = field;
    let fighter = &battle.own[*me];
    let team = teams.get(usize::from(subject.team.0)).map_or("", |team| &team.name);
    let foes = battle.foes.len();
    let title = match subject.unit {
        SubjectUnit::Unit(id, kind) => {
            format!("potential for unit {} ({team} {})", id.0, kind.name)
        }
        SubjectUnit::Probe(kind) => format!("potential for one more {} of {team}", kind.name),
    };
    let mut notes = vec![match (subject.rule.is_retreating(fighter), foes) {
        (true, 1) => "its weapon cools down: it retreats from the enemy in sight".into(),
        (true, _) => format!("its weapon cools down: it retreats from {foes} enemies"),
        (false, 1) => "the enemy in sight attracts, as far as its weapon reaches".into(),
        (false, _) => format!("{foes} enemies in sight attract, as far as its weapon reaches"),
    }];
    if let (SubjectUnit::Unit(..), false) = (subject.unit, fighter.asks) {
        notes.push("not used just now: the unit attacks, or no enemy is in sight".into());
    }
    if patch.step > 1 {
        // A tile of the paper is a quarter of a cell.
        let side = f64::from(patch.step) / 4.0;
        notes.push(format!("a colour stands for {side} x {side} cells; zoom in for more"));
    }
    Legend::ramp(scale, title, range, notes)
}

#[cfg(test)]
#[path = "potential_field_tests.rs"]
mod tests;
