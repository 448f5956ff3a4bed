//! The distances that a unit's rules of movement go by, beside its sight and range: what a member of a flock sees, how far it
//! keeps apart, and the limits of the rules of fights. Drawn as part of "Sight and range".

use crate::scenario::{Doctrine, UnitId};
use crate::sim::TeamBattle;
use crate::steering::{Engage, Flocking, Meaning, Travel};
use crate::view::scene::canvas::Painter;
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
        _ => Vec::new(),
    }
}

/// What the engage rule goes by for a unit in a fight as its team sees it.
pub fn limits(engage: &Engage, unit: UnitId, battle: &TeamBattle) -> Vec<Sense> {
    let Some(me) = battle.place(unit).and_then(|place| battle.own.get(place)) else {
        return Vec::new();
    };
    let limits = engage.limits(me, &battle.foes);
    let senses = limits.into_iter().map(|limit| Sense {
        colour: match limit.meaning {
            Meaning::Companions | Meaning::FieldOfCompanions => theme::DISTINCT[3],
            Meaning::Enemies => theme::DISTINCT[6],
            Meaning::ShootingDistance => theme::DISTINCT[2],
            Meaning::Retreat => theme::DISTINCT[1],
        },
        label: format!("{} {:.2} cells from edge to edge", limit.meaning.sentence(), limit.gap),
        shape: Shape::Circle(limit.distance),
    });
    let mut senses: Vec<Sense> = senses.collect();
    if battle.foes.is_empty() && !senses.is_empty() {
        let label = "no enemy in sight: limits towards enemies show in a fight".into();
        senses.push(Sense { colour: Color::NONE, label, shape: Shape::Circle(0.0) });
    }
    senses
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
    let colour = fade(sense.colour, 0.9 * opacity);
    match sense.shape {
        Shape::Circle(radius) if radius <= 0.0 => {}
        Shape::Circle(radius) => painter.circle(at, radius, 1.8, colour),
        Shape::Sector { facing, half_angle, radius } => {
            let steps = (half_angle.to_degrees() / 4.0).ceil().max(4.0) as i32;
            let arc = (-steps..=steps).map(|i| {
                let turn = Vec2::from_angle(half_angle * i as f32 / steps as f32);
                at + radius * turn.rotate(facing)
            });
            let outline = std::iter::once(at).chain(arc).chain([at]);
            painter.polyline(outline, 1.8, colour);
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

    #[test]
    fn the_limits_of_a_fight_have_labels_and_say_why_there_are_none_towards_enemies() {
        let doctrine = preset_named("Hybrid boids").unwrap().doctrine;
        let mut battle = TeamBattle::default();
        battle.add_probe(crate::combat::built_in()[0]);
        battle.ids.push(UnitId(3));
        let felt = limits(&doctrine.engage, UnitId(3), &battle);
        assert_eq!(felt.len(), 2, "{felt:?}");
        assert!(felt[0].label.contains("companions") && felt[1].label.contains("no enemy"));
        assert!(limits(&doctrine.engage, UnitId(9), &battle).is_empty(), "nobody");
        let holds = preset_named("A*").unwrap().doctrine;
        assert!(limits(&holds.engage, UnitId(3), &battle).is_empty(), "no such rule");
    }
}
