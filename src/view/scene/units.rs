//! Units: discs in the colour of their team with a dark rim and a wedge that shows their heading.
//!
//! Positions are interpolated between two ticks, so units move smoothly at every speed. While the simulation is paused,
//! units are drawn where it has them.

use crate::overlay::between_ticks;
use crate::sim::{
    Arena, Land, Pace, Position, PreviousPosition, Status, Teams, Unit, Velocity, WaitReason,
};
use crate::view::input::selection::Selection;
use crate::view::scene::arena_layout::arena_origin;
use crate::view::scene::canvas::{Canvas, DrawSystems, Layer};
use crate::view::scene::glyphs::Glyph;
use crate::view::theme::{self, fade, team_colour};
use bevy::ecs::entity::EntityHashMap;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, draw_units.in_set(DrawSystems::Paint));
}

/// Where units are drawn in this frame.
#[derive(SystemParam)]
pub struct DrawnPositions<'w, 's> {
    time: Res<'w, Time<Fixed>>,
    pace: Res<'w, Pace>,
    units: Query<'w, 's, (&'static PreviousPosition, &'static Position), With<Unit>>,
}

impl DrawnPositions<'_, '_> {
    /// Where a unit is drawn, in cells.
    pub fn of(&self, unit: Entity) -> Option<Vec2> {
        let (previous, position) = self.units.get(unit).ok()?;
        Some(self.between(previous, position))
    }

    fn between(&self, previous: &PreviousPosition, position: &Position) -> Vec2 {
        let part = if self.pace.running { self.time.overstep_fraction() } else { 1.0 };
        between_ticks(previous.0, position.0, part)
    }
}

/// Smaller than this radius, in pixels, a unit is a plain square.
const SQUARE_BELOW: f32 = 2.2;
/// Units with a smaller radius, in pixels, have no wedge and no shadow.
const SIMPLE_BELOW: f32 = 4.0;
/// Selected units with at least this radius, in pixels, get a drawn circle instead of a glyph.
const CIRCLE_FROM: f32 = 12.0;
/// The least radius of a unit on screen, in pixels, so that it stays visible on a huge map.
const LEAST_RADIUS: f32 = 1.25;
/// Least speed at which a unit turns to its direction of motion, in cells per second.
const TURNS_FROM: f32 = 0.15;
/// The part of a turn that is made in one frame.
const TURN_PART: f32 = 0.3;

fn draw_units(
    mut canvas: ResMut<Canvas>,
    selection: Res<Selection>,
    drawn: DrawnPositions,
    arenas: Query<(&Arena, &Land, &Teams)>,
    units: Query<(Entity, &Unit, &PreviousPosition, &Position, &Velocity, &Status, &ChildOf)>,
    mut headings: Local<EntityHashMap<Vec2>>,
) {
    if headings.len() > 2 * units.iter().len() + 64 {
        headings.clear();
    }
    let mut shades = Shades::default();
    for (entity, unit, previous, position, velocity, status, child) in &units {
        let Ok((arena, land, teams)) = arenas.get(child.parent()) else { continue };
        let origin = arena_origin(arena.index, land.terrain.bounds());
        let at = drawn.between(previous, position);
        let radius = unit.kind.body_reach();
        let mut painter = canvas.on(Layer::Units, origin);
        if !painter.sees(at, 2.0 * radius) {
            continue;
        }
        let team = usize::from(unit.team.0);
        let colour = teams.0.get(team).map_or((255, 255, 255), |team| team.colour);
        let body = shades.body(colour, *status == Status::Arrived);
        let selected = selection.units.contains(&unit.id);
        let pixels = radius / painter.pixel;
        if pixels < SQUARE_BELOW {
            let half = Vec2::splat(pixels.max(LEAST_RADIUS) * painter.pixel);
            let body = if selected { theme::SELECTED.to_linear() } else { body };
            painter.fill(at - half, at + half, body);
            continue;
        }
        if unit.kind.is_building() {
            draw_building(&mut canvas, origin, unit, at, body, selected);
            continue;
        }
        let half = Vec2::splat(radius);
        painter.glyph(Glyph::Disc, at, half, 0.0, body);
        if pixels >= SIMPLE_BELOW {
            let heading = turn(headings.get(&entity).copied(), velocity.0);
            headings.insert(entity, heading);
            let tint = if *status == Status::Arrived { shades.dim_wedge } else { shades.wedge };
            painter.glyph(Glyph::Wedge, at, half, heading.to_angle(), tint);
        }
        let mut floor = canvas.on(Layer::Floor, origin);
        if pixels >= SIMPLE_BELOW {
            floor.glyph(
                Glyph::Shadow,
                at + radius * Vec2::new(0.16, 0.26),
                half * 1.45,
                0.0,
                shades.shadow,
            );
        }
        if selected {
            if pixels >= CIRCLE_FROM {
                floor.circle(at, radius + 4.0 * floor.pixel, 2.2, shades.ring);
            } else {
                floor.glyph(Glyph::Ring, at, half * 1.2 + 2.0 * floor.pixel, 0.0, shades.ring);
            }
        }
        if let Status::Waiting(reason) = status
            && pixels >= SIMPLE_BELOW
        {
            let colour = match reason {
                WaitReason::Blocked | WaitReason::Unreachable => theme::WAITING,
                WaitReason::WalledIn | WaitReason::Buried => theme::STUCK,
            };
            let mark = Vec2::splat((0.55 * radius).max(4.0 * floor.pixel));
            let above = at - Vec2::new(0.0, radius + 0.6 * mark.y);
            canvas.on(Layer::Marks, origin).glyph(Glyph::Dots, above, mark, 0.0, colour);
        }
    }
}

/// A tower: a square of its cells with a lighter top.
fn draw_building(
    canvas: &mut Canvas,
    origin: Vec2,
    unit: &Unit,
    at: Vec2,
    body: LinearRgba,
    selected: bool,
) {
    let half = Vec2::splat(0.5 * unit.kind.size as f32 - 0.06);
    let mut floor = canvas.on(Layer::Floor, origin);
    let fall = 0.14 * half;
    floor.glyph(Glyph::Shadow, at + fall, 1.5 * half, 0.0, fade(Color::WHITE, 0.6));
    let mut painter = canvas.on(Layer::Units, origin);
    painter.fill(at - half, at + half, LinearRgba { alpha: 1.0, ..body * 0.45 });
    painter.fill(at - 0.78 * half, at + 0.78 * half, LinearRgba { alpha: 1.0, ..body * 0.8 });
    painter.glyph(Glyph::Disc, at, 0.5 * half, 0.0, body);
    let rim = if selected { theme::SELECTED.to_linear() } else { fade(Color::BLACK, 0.7) };
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

/// Colours that many units share, converted once per frame.
struct Shades {
    bodies: Vec<((u8, u8, u8), bool, LinearRgba)>,
    wedge: LinearRgba,
    dim_wedge: LinearRgba,
    shadow: LinearRgba,
    ring: LinearRgba,
}

impl Default for Shades {
    fn default() -> Self {
        Self {
            bodies: Vec::new(),
            wedge: fade(Color::WHITE, 0.92),
            dim_wedge: fade(Color::WHITE, 0.5),
            shadow: fade(Color::WHITE, 0.6),
            ring: theme::SELECTED.to_linear(),
        }
    }
}

impl Shades {
    /// The colour of a unit's body; a unit that has arrived is a little darker.
    fn body(&mut self, colour: (u8, u8, u8), arrived: bool) -> LinearRgba {
        let known = self.bodies.iter().find(|(c, a, _)| *c == colour && *a == arrived);
        if let Some(&(_, _, body)) = known {
            return body;
        }
        let dimmed = team_colour(colour).to_linear() * if arrived { 0.62 } else { 1.0 };
        let body = LinearRgba { alpha: 1.0, ..dimmed };
        self.bodies.push((colour, arrived, body));
        body
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let mut shades = Shades::default();
        let (walking, arrived) =
            (shades.body((200, 100, 50), false), shades.body((200, 100, 50), true));
        assert!(arrived.red < walking.red && arrived.alpha == 1.0);
        assert_eq!(shades.bodies.len(), 2);
    }
}
