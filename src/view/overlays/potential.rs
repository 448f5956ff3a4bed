//! The potential field that a unit goes by in a fight: one colour per tile, the brighter the better.
//!
//! With one unit selected it is that unit's own field, with the tiles that it chooses among and the one that it would
//! go to. Otherwise it is what one more unit of the team would see. The picture covers what is in view and is painted
//! only when something in it has changed.

use super::Overlays;
use super::legend::{Legend, Legends};
use crate::combat::UnitKind;
use crate::grid::{Cell, Terrain};
use crate::parts::Part;
use crate::scenario::{Team, TeamId, UnitId};
use crate::sim::{Arena, Battles, Land, Roster, TeamBattle, Teams, Unit};
use crate::steering::{Patch, PotentialField};
use crate::view::document::comparison::letter;
use crate::view::input::camera::View;
use crate::view::scene::canvas::{Canvas, DrawSystems, Layer, Painter};
use crate::view::scene::pictures::{PictureOf, cell_image, height, picture};
use crate::view::shared::{Selection, arena_origin, to_world};
use crate::view::theme::{self, fade};
use bevy::prelude::*;
use std::collections::BTreeMap;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Potentials>()
        .add_systems(Update, (look, paint, mark).chain().in_set(DrawSystems::Paint));
}

/// Finds the row and the legend.
pub const KEY: &str = "potential";

/// Blocks in a row or column of the picture at most.
const MOST_BLOCKS: usize = 128;
/// Objects on tiles that are looked at for one picture.
const BUDGET: usize = 2_000_000;
/// Place among the overlays per cell.
const RANK: f32 = 6.0;
/// Half the side of the square of tiles that a unit chooses among, in cells: 5 tiles and a half.
const REACH: f32 = 5.5 / 4.0;

/// The field that is looked at in each arena.
#[derive(Resource, Default)]
pub struct Potentials(BTreeMap<Entity, Looked>);

/// A field, and what it was worked out from.
#[derive(Clone, Debug, PartialEq)]
struct Looked {
    subject: Subject,
    battle: TeamBattle,
    /// The place in the battle of the unit whose field it is.
    me: usize,
    patch: Patch,
    terrain: u64,
}

/// Whose field is looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Subject {
    team: TeamId,
    rule: PotentialField,
    who: Whose,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Whose {
    /// That of a unit.
    Unit(UnitId, &'static UnitKind),
    /// That of one more unit of a kind, if there were one.
    Probe(&'static UnitKind),
}

/// The texture over an arena.
#[derive(Component)]
struct FieldPicture {
    arena: Entity,
    image: Handle<Image>,
    /// What was painted, with the least and the greatest potential in it.
    painted: Option<(Looked, Option<(f32, f32)>)>,
}

impl Potentials {
    /// The potential at a place of an arena, while it is shown.
    pub fn at(&self, arena: Entity, terrain: &Terrain, place: Vec2) -> Option<f32> {
        let Looked { subject, battle, me, .. } = self.0.get(&arena)?;
        Some(subject.rule.potential_at(&battle.on(terrain), *me, place))
    }
}

/// Finds out whose field is looked at, and what it sees.
#[allow(clippy::too_many_arguments)]
fn look(
    mut potentials: ResMut<Potentials>,
    overlays: Res<Overlays>,
    mut legends: ResMut<Legends>,
    selection: Res<Selection>,
    view: Res<View>,
    arenas: Query<(Entity, &Arena, &Land, &Roster, &Teams)>,
    units: Query<&Unit>,
    battles: Battles,
) {
    potentials.0.clear();
    if overlays.opacity(KEY).is_none() {
        return;
    }
    let mut why_not = None;
    for (entity, arena, land, roster, teams) in &arenas {
        let there = || roster.units.values().filter_map(|&unit| units.get(unit).ok());
        let selected: Vec<&Unit> = there().filter(|u| selection.units.contains(&u.id)).collect();
        let subject = match subject(&selected, there(), &teams.0) {
            Ok(subject) => subject,
            Err(why) => {
                why_not.get_or_insert(why);
                continue;
            }
        };
        let Some(mut battle) = battles.of(entity, subject.team) else { continue };
        let me = match subject.who {
            Whose::Unit(unit, _) => battle.place(unit),
            Whose::Probe(kind) => Some(battle.add_probe(kind)),
        };
        if battle.foes.is_empty() {
            let team = &teams.0[usize::from(subject.team.0)].name;
            why_not.get_or_insert(format!(
                "Nobody of {team} who fights sees an enemy: the field begins with the fight."
            ));
            continue;
        }
        let Some(me) = me else { continue };
        let bounds = land.terrain.bounds();
        let origin = arena_origin(arena.index, bounds);
        let map = Rect::new(0.0, 0.0, bounds.width as f32, bounds.height as f32);
        let visible = view.visible();
        let seen = Rect { min: visible.min - origin, max: visible.max - origin }.intersect(map);
        let objects = battle.foes.len() + battle.own.len();
        let most = ((BUDGET / objects) as f32).sqrt() as usize;
        let patch = Patch::covering([seen.min, seen.max], most.clamp(32, MOST_BLOCKS));
        let terrain = land.terrain.revision();
        let looked = Looked { subject, battle, me, patch, terrain };
        potentials.0.insert(entity, looked);
    }
    if let (true, Some(why)) = (potentials.0.is_empty(), why_not) {
        legends.set(KEY, Legend::Empty(why));
    }
}

/// Paints the pictures whose fields have changed.
#[allow(clippy::too_many_arguments)]
fn paint(
    mut commands: Commands,
    potentials: Res<Potentials>,
    overlays: Res<Overlays>,
    mut legends: ResMut<Legends>,
    mut images: ResMut<Assets<Image>>,
    mut pictures: Query<(&mut FieldPicture, &mut Sprite, &mut Visibility, &mut Transform)>,
    arenas: Query<(&Arena, &Land, &Teams)>,
) {
    let opacity = overlays.opacity(KEY).unwrap_or(0.0);
    let mut missing: Vec<Entity> = potentials.0.keys().copied().collect();
    let index = |arena: &Entity| arenas.get(*arena).ok().map(|(arena, ..)| arena.index);
    let first = missing.iter().filter_map(index).min();
    for (mut shown, mut sprite, mut visibility, mut transform) in &mut pictures {
        missing.retain(|&arena| arena != shown.arena);
        let looked = potentials.0.get(&shown.arena);
        let (Some(looked), Ok((arena, land, teams))) = (looked, arenas.get(shown.arena)) else {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        };
        visibility.set_if_neq(Visibility::Visible);
        if sprite.color.alpha() != opacity {
            sprite.color.set_alpha(opacity);
        }
        if shown.painted.as_ref().is_none_or(|(painted, _)| painted != looked)
            && let Some(mut image) = images.get_mut(&shown.image)
            && let Some(texels) = &mut image.data
        {
            let span = paint_field(looked, &land.terrain, texels);
            let [min, max] = looked.patch.area();
            let area = Rect { min, max };
            let used = Vec2::new(looked.patch.columns as f32, looked.patch.rows as f32);
            sprite.rect = Some(Rect { min: Vec2::ZERO, max: used });
            sprite.custom_size = Some(area.size());
            let at = arena_origin(arena.index, land.terrain.bounds()) + area.min;
            transform.translation = to_world(at).extend(height::OVERLAYS + RANK);
            shown.painted = Some((looked.clone(), span));
        }
        if let (true, Some((painted, span))) = (Some(arena.index) == first, &shown.painted) {
            legends.set(KEY, legend(painted, *span, &teams.0, arena.index));
        }
    }
    for arena in missing {
        let image = images.add(cell_image(MOST_BLOCKS as u32, MOST_BLOCKS as u32));
        commands.spawn((
            PictureOf(arena),
            FieldPicture { arena, image: image.clone(), painted: None },
            picture(image, Vec2::ZERO, Vec2::ONE, height::OVERLAYS + RANK),
            Visibility::Hidden,
        ));
    }
}

/// The tiles that the selected unit chooses among, and the one that it would go to.
fn mark(
    mut canvas: ResMut<Canvas>,
    potentials: Res<Potentials>,
    overlays: Res<Overlays>,
    arenas: Query<(&Arena, &Land)>,
) {
    let Some(opacity) = overlays.opacity(KEY) else { return };
    for (&entity, looked) in &potentials.0 {
        let Ok((arena, land)) = arenas.get(entity) else { continue };
        let origin = arena_origin(arena.index, land.terrain.bounds());
        if let Whose::Unit(..) = looked.subject.who {
            let mut painter = canvas.on(Layer::Cells, origin);
            mark_choice(&mut painter, looked, &land.terrain, opacity);
        }
    }
}

fn mark_choice(painter: &mut Painter, looked: &Looked, terrain: &Terrain, opacity: f32) {
    let Looked { subject, battle, me, .. } = looked;
    let tile = |place: Vec2| ((place * 4.0).floor() + 0.5) / 4.0;
    let middle = tile(battle.own[*me].position);
    let reach = Vec2::splat(REACH);
    painter.outline(middle - reach, middle + reach, 1.2, fade(theme::SELECTED, 0.7 * opacity));
    let best = subject.rule.best_place(&battle.on(terrain), *me);
    let half = Vec2::splat(0.125);
    painter.outline(best - half, best + half, 2.0, fade(theme::SELECTED, opacity.max(0.9)));
}

/// Whose field a person most likely means, or why there is none.
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
            .ok_or("No team goes by a field: choose PotentialField or Mixed in Engage.")?,
    };
    let rule = rule_of(team).ok_or_else(|| {
        let side = teams.get(usize::from(team.0));
        let (name, engage) =
            side.map_or(("", ""), |side| (side.name.as_str(), side.doctrine.engage.name()));
        format!(
            "{engage} goes by no field: choose PotentialField or Mixed as the Engage of {name}."
        )
    })?;
    if let [unit] = selected {
        return match unit.kind.speed > 0.0 {
            true => Ok(Subject { team, rule, who: Whose::Unit(unit.id, unit.kind) }),
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
    let (_, kind) = most.ok_or("There is nobody who moves.")?;
    Ok(Subject { team, rule, who: Whose::Probe(kind) })
}

/// Paints the tiles of a field. Returns the least and the greatest potential of those that can be stood on.
fn paint_field(looked: &Looked, terrain: &Terrain, texels: &mut [u8]) -> Option<(f32, f32)> {
    let Looked { subject, battle, me, patch, .. } = looked;
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
    texels.fill(0);
    for (place, (&value, _)) in values.iter().zip(&free).enumerate().filter(|(_, (_, f))| **f) {
        let (row, column) = (place / patch.columns, place % patch.columns);
        let at = (row * MOST_BLOCKS + column) * 4;
        texels[at..at + 4].copy_from_slice(&theme::bytes(Legend::colour(value, low, high)));
    }
    (low <= high).then_some((low, high))
}

fn legend(looked: &Looked, span: Option<(f32, f32)>, teams: &[Team], arena: u32) -> Legend {
    let Some((low, high)) = span else {
        return Legend::Empty("Nothing of the map is in view.".into());
    };
    let Looked { subject, battle, me, patch, .. } = looked;
    let fighter = &battle.own[*me];
    let team = teams.get(usize::from(subject.team.0)).map_or("", |team| &team.name);
    let foes = battle.foes.len();
    let mut notes = Vec::new();
    let title = match subject.who {
        Whose::Unit(id, kind) => format!("potential for unit {} ({team} {})", id.0, kind.name),
        Whose::Probe(kind) => format!("potential for one more {} of {team}", kind.name),
    };
    notes.push(match (subject.rule.is_retreating(fighter), foes) {
        (true, 1) => "its weapon cools down: it retreats from the enemy in sight".into(),
        (true, _) => format!("its weapon cools down: it retreats from {foes} enemies"),
        (false, 1) => "the enemy in sight attracts, as far as its weapon reaches".into(),
        (false, _) => format!("{foes} enemies in sight attract, as far as its weapon reaches"),
    });
    if let (Whose::Unit(..), false) = (subject.who, fighter.asks) {
        notes.push("not used just now: the unit attacks, or no enemy is in sight".into());
    }
    if arena > 0 {
        notes.push(format!(
            "in arena {}; the team goes by no field in those before it",
            letter(arena)
        ));
    }
    if patch.step > 1 {
        notes.push(format!("a colour stands for {0} x {0} tiles; zoom in for more", patch.step));
    }
    Legend::ramp(title, low, high, notes)
}

#[cfg(test)]
#[path = "potential_tests.rs"]
mod tests;
