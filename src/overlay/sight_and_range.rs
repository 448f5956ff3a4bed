//! Range, sight and target of the selected units, and the distances used by their rules.

use super::Overlay;
use super::drawing::{Drawing, Ink, Layer};
use super::legend::{Legend, Swatch};
use super::palette::{self, DISTINCT};
use super::scene::{Scene, UnitRef};
use super::senses::{self, Sense};
use crate::combat::Measured;
use crate::scenario::TeamId;
use crate::sim::{
    Board, Controller, HitPoints, Position, Status, Steering, Target, TeamBattle, Unit, Velocity,
};
use crate::steering::Engage;
use bevy::math::Vec2;
use std::collections::BTreeMap;

/// The overlay.
pub const OVERLAY: Overlay = Overlay {
    key: "sight and range",
    title: "Sight and range",
    doc: "How far the selected units see and shoot, what they aim at, what drives them, and the distances that their \
          rules go by.",
    hotkey: "X",
    on: true,
    opacity: 0.8,
    revision: None,
    draw,
};

/// Units that get circles at most; more could not be told apart.
const MAX: usize = 12;

fn draw(scene: &Scene) -> Drawing {
    let mut drawing =
        Drawing::empty("Select units to see how far they see and shoot, and what they aim at.");
    let few = scene.selection.len() <= MAX;
    let mut battles = Battles::default();
    if let Some(unit) = scene.subject() {
        let senses = senses_of(scene, &unit, few.then_some(&mut battles));
        drawing.legend = legend(scene, &unit, &senses, few);
    }
    for unit in scene.selected() {
        let Some(at) = scene.place(&unit) else { continue };
        let senses = senses_of(scene, &unit, few.then_some(&mut battles));
        let mut pen = drawing.on(Layer::Marks);
        if few {
            senses.iter().for_each(|sense| sense.draw(&mut pen, at));
            // Where no unit is armed, sight does not matter.
            if scene.roster.armed > 0 {
                pen.circle(at, unit.unit.kind.sight, 1.0, Ink::new(DISTINCT[0], 0.35));
            }
            if let Some(range) = range(unit.unit) {
                pen.circle(at, range, 1.4, Ink::new(palette::SHOT, 0.7));
            }
        }
        let target = unit.get::<Target>().copied().unwrap_or_default();
        let aim = target.unit.and_then(|id| scene.unit(id)?.get::<Position>());
        if let Some(to) = aim {
            let strength = if target.in_range { 0.9 } else { 0.4 };
            pen.line(at, to.0, 1.2, Ink::new(palette::SHOT, strength));
        }
    }
    drawing
}

/// The fights as the teams see them, each worked out once for all selected units.
type Battles = BTreeMap<TeamId, Option<TeamBattle>>;

/// The distances used by a unit's rules; those of the engage rule only if there are `battles` to look at.
fn senses_of(scene: &Scene, unit: &UnitRef, battles: Option<&mut Battles>) -> Vec<Sense> {
    let Unit { id, team, .. } = *unit.unit;
    // Where units go from cell to cell, neither rule acts.
    let steered = scene.get::<Board>().is_none();
    let Some(side) = scene.team(team).filter(|_| steered) else { return Vec::new() };
    let mut senses = senses::of_travel(&side.doctrine, heading(unit));
    let engage = &side.doctrine.engage;
    if let Some(battles) = battles
        && !matches!(engage, Engage::Hold(_))
        && scene.roster.armed > 0
    {
        let battle = battles.entry(team).or_insert_with(|| scene.battle(team));
        senses.extend(battle.iter().flat_map(|battle| senses::of_engage(engage, id, battle)));
    }
    senses
}

/// Where a unit looks: where it goes, or would like to go while it hardly moves.
fn heading(unit: &UnitRef) -> Vec2 {
    let velocity = unit.get::<Velocity>().map_or(Vec2::ZERO, |velocity| velocity.0);
    let desired = unit.get::<Steering>().map_or(Vec2::ZERO, |steering| steering.desired);
    if velocity.length() > 0.1 { velocity } else { desired }
}

/// How far a unit's weapon reaches from its centre, in cells.
fn range(unit: &Unit) -> Option<f32> {
    let weapon = unit.kind.weapon.as_ref()?;
    Some(match unit.kind.measured {
        Measured::Edges => weapon.range + unit.kind.radius,
        Measured::Centres => weapon.range,
    })
}

fn legend(scene: &Scene, unit: &UnitRef, senses: &[Sense], few: bool) -> Legend {
    let (id, kind) = (unit.unit.id, unit.unit.kind);
    let mut rows = vec![Swatch::new(DISTINCT[0], format!("sees {} cells", kind.sight))];
    rows.push(match &kind.weapon {
        Some(weapon) => {
            let damage = kind.damage_per_second();
            let label = format!("reaches {} cells, {damage:.1} damage/s", weapon.range);
            Swatch::new(palette::SHOT, label)
        }
        None => Swatch::note("has no weapon"),
    });
    let hit_points = unit.get::<HitPoints>().map_or(kind.hit_points, |left| left.0);
    let health = palette::health(hit_points / kind.hit_points.max(1.0));
    let among = scene.among_selected();
    let label = format!("unit {}{among}: {hit_points:.0} of {:.0} HP", id.0, kind.hit_points);
    rows.push(Swatch::new(health, label));
    let controller = unit.get::<Controller>().copied().unwrap_or_default();
    let status = unit.get::<Status>().copied().unwrap_or_default();
    rows.push(Swatch::note(controller.sentence(status)));
    if let Some(enemy) = unit.get::<Target>().and_then(|target| target.unit) {
        rows.push(Swatch::note(format!("its target is unit {}", enemy.0)));
    }
    // Enemies of different sizes have a circle each for the same distance.
    let mut felt: Vec<Swatch> = senses.iter().map(Sense::swatch).collect();
    felt.dedup_by(|a, b| a.label == b.label);
    rows.extend(felt);
    if !few {
        rows.push(Swatch::note(format!("circles are drawn for up to {MAX} units")));
    }
    Legend::Swatches(rows)
}
