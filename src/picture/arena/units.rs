//! Units: discs in the colour of their team with a dark rim and a wedge that shows their heading.
//!
//! Positions are interpolated between two ticks, so units move smoothly at every speed.

use crate::overlay::{Scene, UnitRef, palette};
use crate::picture::canvas::{Canvas, Layer};
use crate::picture::glyphs::Glyph;
use crate::picture::paint::Paint;
use crate::sim::{Status, Unit, Velocity, WaitReason};
use bevy::ecs::entity::EntityHashMap;
use bevy::math::Vec2;

/// Smaller than this radius, in pixels, a unit is a plain square.
const SQUARE_BELOW: f32 = 2.2;
/// Units with a smaller radius, in pixels, have no wedge and no shadow.
const SIMPLE_BELOW: f32 = 4.0;
/// Selected units with at least this radius, in pixels, get a drawn circle instead of a glyph.
const CIRCLE_FROM: f32 = 12.0;
/// The minimum radius of a unit on screen, in pixels, so that it stays visible on a huge map.
const MIN_RADIUS: f32 = 1.5;
/// Width of the dark rim around such a square, in pixels: it stands out from light and coloured ground, too.
const RIM: f32 = 1.0;
/// An arena with more units has squares without rims: crowds are seen anyway.
const RIMS: usize = 2000;
/// Minimum speed at which a unit turns to its direction of motion, in cells per second.
const TURNS_FROM: f32 = 0.15;
/// The part of a turn that is made in one frame.
const TURN_PART: f32 = 0.3;

/// Where units look. A unit turns over several frames, and keeps its heading when it stops.
#[derive(Clone, Debug, Default)]
pub struct Headings(EntityHashMap<Vec2>);

impl Headings {
    /// Turns the units of an arena a little further to where they go.
    pub fn turn(&mut self, scene: &Scene) {
        if self.0.len() > 2 * scene.roster.units.len() + 64 {
            self.0.clear();
        }
        for unit in scene.units() {
            let velocity = unit.get::<Velocity>().map_or(Vec2::ZERO, |velocity| velocity.0);
            let heading = turn(self.0.get(&unit.entity()).copied(), velocity);
            self.0.insert(unit.entity(), heading);
        }
    }

    /// Where a unit looks, as a vector of length 1.
    fn of(&self, unit: &UnitRef) -> Vec2 {
        self.0.get(&unit.entity()).copied().unwrap_or(Vec2::X)
    }
}

/// Paints the units of an arena.
pub fn draw_units(canvas: &mut Canvas, scene: &Scene, origin: Vec2, headings: &Headings) {
    let rims = scene.roster.units.len() <= RIMS;
    for unit in scene.units() {
        let (Some(at), Some(status)) = (scene.place(&unit), unit.get::<Status>()) else { continue };
        let radius = unit.unit.kind.body_reach();
        let mut painter = canvas.on(Layer::Units, origin);
        if !painter.sees(at, 2.0 * radius) {
            continue;
        }
        let arrived = *status == Status::Arrived;
        let body = body(scene.colour(unit.unit.team).into(), arrived);
        let selected = scene.selection.contains(&unit.unit.id);
        let pixels = radius / painter.pixel;
        if pixels < SQUARE_BELOW {
            let half = Vec2::splat(pixels.max(MIN_RADIUS) * painter.pixel);
            let body = if selected { palette::SELECTED.into() } else { body };
            painter.fill(at - half, at + half, body);
            if rims {
                // Below all units, so that the rim of one does not cover another.
                let mut floor = canvas.on(Layer::Floor, origin);
                let half = half + RIM * floor.pixel;
                floor.fill(at - half, at + half, Paint::BLACK.fade(0.7));
            }
            continue;
        }
        if unit.unit.kind.is_building() {
            draw_building(canvas, origin, unit.unit, at, body, selected);
            continue;
        }
        let half = Vec2::splat(radius);
        painter.glyph(Glyph::Disc, at, half, 0.0, body);
        if pixels >= SIMPLE_BELOW {
            let tint = Paint::WHITE.fade(if arrived { 0.5 } else { 0.92 });
            painter.turned_glyph(Glyph::Wedge, at, half, headings.of(&unit), tint);
        }
        let mut floor = canvas.on(Layer::Floor, origin);
        if pixels >= SIMPLE_BELOW {
            let fall = at + radius * Vec2::new(0.16, 0.26);
            floor.glyph(Glyph::Shadow, fall, half * 1.45, 0.0, Paint::WHITE.fade(0.6));
        }
        if selected {
            if pixels >= CIRCLE_FROM {
                floor.rimmed_circle(at, radius + 4.0 * floor.pixel, 2.2, palette::SELECTED.into());
            } else {
                let half = half * 1.2 + 2.0 * floor.pixel;
                floor.glyph(Glyph::Ring, at, half, 0.0, palette::SELECTED);
            }
        }
        if let Status::Waiting(reason) = status
            && pixels >= SIMPLE_BELOW
        {
            let colour = match reason {
                WaitReason::Blocked | WaitReason::NoPath | WaitReason::Unreachable => {
                    palette::WAITING
                }
                WaitReason::WalledIn | WaitReason::Buried => palette::STUCK,
            };
            let mark = Vec2::splat((0.55 * radius).max(4.0 * floor.pixel));
            let above = at - Vec2::new(0.0, radius + 0.6 * mark.y);
            canvas.on(Layer::Marks, origin).glyph(Glyph::Dots, above, mark, 0.0, colour);
        }
    }
}

/// The colour of a unit's body; a unit that has arrived is a little darker.
fn body(team: Paint, arrived: bool) -> Paint {
    if arrived { team.dim(0.62) } else { team }
}

/// A tower: a square of its cells with a lighter top.
fn draw_building(
    canvas: &mut Canvas,
    origin: Vec2,
    unit: &Unit,
    at: Vec2,
    body: Paint,
    selected: bool,
) {
    let half = Vec2::splat(0.5 * unit.kind.size as f32 - 0.06);
    let mut floor = canvas.on(Layer::Floor, origin);
    let fall = 0.14 * half;
    floor.glyph(Glyph::Shadow, at + fall, 1.5 * half, 0.0, Paint::WHITE.fade(0.6));
    let mut painter = canvas.on(Layer::Units, origin);
    painter.fill(at - half, at + half, body.dim(0.45));
    painter.fill(at - 0.78 * half, at + 0.78 * half, body.dim(0.8));
    painter.glyph(Glyph::Disc, at, 0.5 * half, 0.0, body);
    let rim = if selected { palette::SELECTED.into() } else { Paint::BLACK.fade(0.7) };
    painter.outline(at - half, at + half, if selected { 2.2 } else { 1.2 }, rim);
}

/// A heading, turned part of the way to the direction of a velocity.
fn turn(heading: Option<Vec2>, velocity: Vec2) -> Vec2 {
    let wanted = (velocity.length() >= TURNS_FROM).then(|| velocity.normalize_or_zero());
    match (heading, wanted) {
        (None, wanted) => wanted.unwrap_or(Vec2::X),
        (Some(heading), None) => heading,
        (Some(heading), Some(wanted)) => heading.lerp(wanted, TURN_PART).normalize_or(wanted),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Bounds, Cell};
    use crate::picture::canvas::Mark;
    use crate::scenario::{Action, NewUnit, Scenario, TeamId, UnitId};
    use crate::sim::{Simulation, bake};
    use bevy::math::Rect;

    /// Width and height of what is drawn of some units in their colour, in pixels.
    fn sizes(units: u32, zoom: f32) -> Vec<Vec2> {
        let unit = |id: u32| {
            let at = Cell::new(id as i32 % 500, 7 + id as i32 / 500).center();
            NewUnit { id: UnitId(id), team: TeamId(0), kind: "soldier".into(), at }
        };
        let drop = Action::Spawn((0..units).map(unit).collect());
        let scenario = bake(&Scenario::blank(Bounds::new(512, 512)), &[drop]);
        let simulation = Simulation::new(&scenario);
        let scene = Scene::new(simulation.world(), simulation.arena()).unwrap();
        let mut canvas = Canvas::default();
        canvas.clear(Rect::new(0.0, 0.0, 512.0, 512.0), 1.0 / zoom);
        draw_units(&mut canvas, &scene, Vec2::ZERO, &Headings::default());
        let body = body(scene.colour(TeamId(0)).into(), false);
        let size = |mark: &Mark| match *mark {
            Mark::Shade { min, max, corners } => {
                (corners == [body; 4]).then_some((max - min) * zoom)
            }
            Mark::Glyph { glyph: Glyph::Disc, half, .. } => Some(2.0 * half * zoom),
            _ => None,
        };
        canvas.marks().filter_map(size).collect()
    }

    #[test]
    fn a_unit_is_seen_however_far_away_it_is() {
        for zoom in [0.2, 0.7, 1.3, 4.0, 20.0] {
            for units in [1, 12, RIMS as u32 + 1] {
                let sizes = sizes(units, zoom);
                assert_eq!(sizes.len(), units as usize, "each once");
                let least = 2.0 * MIN_RADIUS - 1e-3;
                assert!(sizes.iter().all(|size| size.min_element() >= least), "{zoom}: {sizes:?}");
            }
        }
    }

    #[test]
    fn a_unit_keeps_its_heading_when_it_stops() {
        let heading = turn(Some(Vec2::Y), Vec2::new(0.01, 0.0));
        assert_eq!(heading, Vec2::Y);
        let turned = turn(Some(Vec2::X), Vec2::new(0.0, 3.0));
        assert!((turned.length() - 1.0).abs() < 1e-6 && turned.y > 0.0 && turned.x > 0.0);
        assert!(turn(Some(Vec2::X), Vec2::new(-3.0, 0.0)).is_finite());
    }

    #[test]
    fn units_that_have_arrived_are_darker() {
        let (walking, arrived) = (body(Paint::WHITE, false), body(Paint::WHITE, true));
        assert!(arrived.red < walking.red && arrived.alpha == 1.0);
    }
}
