//! The distances that a unit's rules of movement go by, beside its sight and range: what a member of a flock sees, and how
//! far it keeps apart. Drawn as part of "Sight and range".

use crate::scenario::Doctrine;
use crate::steering::{Flocking, Travel};
use crate::view::canvas::Painter;
use crate::view::theme::{self, fade};
use bevy::prelude::*;

/// A distance around a unit, with what it means.
#[derive(Clone, Debug, PartialEq)]
pub struct Sense {
    pub colour: Color,
    pub label: String,
    pub shape: Shape,
}

/// How a distance is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// All round, up to a radius in cells.
    Circle(f32),
    /// What lies in view: where its middle points to, half its angle in radians, and its radius in cells.
    Sector { facing: Vec2, half_angle: f32, radius: f32 },
}

/// What the rules of a doctrine go by, for a unit that moves or would like to move along `heading`.
pub fn senses(doctrine: &Doctrine, heading: Vec2) -> Vec<Sense> {
    match &doctrine.travel {
        Travel::Flocking(rule) => flocking(rule, heading),
        Travel::FollowPath(_) => Vec::new(),
    }
}

/// ViewAngle, range of sight and SeparationDistance of H. Danielsiek et al., CIG 2008, section II and Fig. 2.
fn flocking(rule: &Flocking, heading: Vec2) -> Vec<Sense> {
    let (angle, sight) = (rule.view_angle as f32, rule.sight_range as f32);
    let shape = if angle >= 360.0 || heading == Vec2::ZERO {
        Shape::Circle(sight)
    } else {
        let half_angle = (angle / 2.0).to_radians();
        Shape::Sector { facing: heading.normalize_or_zero(), half_angle, radius: sight }
    };
    let apart = rule.separation_distance as f32;
    vec![
        Sense {
            colour: theme::DISTINCT[2],
            label: format!("flock: view angle {angle:.0} degrees, range of sight {sight:.1} cells"),
            shape,
        },
        Sense {
            colour: theme::DISTINCT[3],
            label: format!("flock: separation distance {apart:.1} cells"),
            shape: Shape::Circle(apart),
        },
    ]
}

/// Draws a distance around a unit.
pub fn draw(painter: &mut Painter, at: Vec2, sense: &Sense, opacity: f32) {
    let colour = fade(sense.colour, 0.75 * opacity);
    match sense.shape {
        Shape::Circle(radius) => painter.circle(at, radius, 1.4, colour),
        Shape::Sector { facing, half_angle, radius } => {
            let steps = (half_angle.to_degrees() / 4.0).ceil().max(4.0) as i32;
            let arc = (-steps..=steps).map(|i| {
                let turn = Vec2::from_angle(half_angle * i as f32 / steps as f32);
                at + radius * turn.rotate(facing)
            });
            let outline = std::iter::once(at).chain(arc).chain([at]);
            painter.polyline(outline, 1.4, colour);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::preset_named;

    fn of(preset: &str, heading: Vec2) -> Vec<Sense> {
        senses(&preset_named(preset).unwrap().doctrine, heading)
    }

    #[test]
    fn a_flock_shows_what_it_sees_and_how_far_it_keeps_apart() {
        let flock = of("Flock", Vec2::new(0.0, 3.0));
        assert_eq!(flock.len(), 2);
        let Shape::Sector { facing, half_angle, radius } = flock[0].shape else {
            panic!("{flock:?}")
        };
        assert_eq!((facing, radius), (Vec2::Y, Flocking::default().sight_range as f32));
        assert!((half_angle.to_degrees() - 45.0).abs() < 0.01);
        assert!(flock[1].label.contains("4.0 cells"), "{flock:?}");
        assert!(matches!(of("Flock", Vec2::ZERO)[0].shape, Shape::Circle(_)), "it looks nowhere");
        assert!(of("A*", Vec2::X).is_empty());
    }
}
