//! The distances used by a unit's movement rules, beside its sight and range: what a member of a flock sees, how
//! far it keeps apart, and the limits of the rules of fights. Part of "Sight and range".

use super::drawing::{Ink, Pen};
use super::legend::Swatch;
use super::palette::{DISTINCT, Rgb};
use crate::scenario::{Doctrine, UnitId};
use crate::sim::TeamBattle;
use crate::steering::{Engage, Flocking, Meaning, Travel};
use bevy::math::Vec2;

/// A distance around a unit, with what it means.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sense {
    /// `None` for a remark without a distance.
    zone: Option<(Rgb, Zone)>,
    label: String,
}

/// What lies within a distance.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Zone {
    /// All round, up to a radius in cells.
    Circle(f32),
    /// What lies in view: the direction of its centre, half its angle in radians, and its radius in cells.
    Sector { facing: Vec2, half_angle: f32, radius: f32 },
}

impl Sense {
    fn new(colour: Rgb, label: String, zone: Zone) -> Self {
        Self { zone: Some((colour, zone)), label }
    }

    /// Its line in the legend.
    pub fn swatch(&self) -> Swatch {
        Swatch { colour: self.zone.map(|(colour, _)| colour), label: self.label.clone() }
    }

    /// Draws it around a place.
    pub fn draw(&self, pen: &mut Pen, at: Vec2) {
        let Some((colour, zone)) = self.zone else { return };
        let ink = Ink::new(colour, 0.9);
        match zone {
            Zone::Circle(radius) if radius <= 0.0 => {}
            Zone::Circle(radius) => pen.circle(at, radius, 1.8, ink),
            Zone::Sector { facing, half_angle, radius } => {
                let steps = (half_angle.to_degrees() / 4.0).ceil().max(4.0) as i32;
                let arc = (-steps..=steps).map(|i| {
                    let turn = Vec2::from_angle(half_angle * i as f32 / steps as f32);
                    at + radius * turn.rotate(facing)
                });
                let outline = std::iter::once(at).chain(arc).chain([at]);
                pen.polyline(outline.collect(), 1.8, ink);
            }
        }
    }
}

/// The distances used by the movement rule of a doctrine, for a unit that moves or would like to move along `heading`.
pub(super) fn of_travel(doctrine: &Doctrine, heading: Vec2) -> Vec<Sense> {
    match &doctrine.travel {
        Travel::Flocking(rule) => flocking(rule, heading),
        _ => Vec::new(),
    }
}

/// The distances used by the engage rule for a unit in a fight as its team sees it.
pub(super) fn of_engage(engage: &Engage, unit: UnitId, battle: &TeamBattle) -> Vec<Sense> {
    let Some(me) = battle.place(unit).and_then(|place| battle.own.get(place)) else {
        return Vec::new();
    };
    let limits = engage.limits(me, &battle.foes).into_iter();
    let mut senses: Vec<Sense> = limits
        .map(|limit| {
            let colour = match limit.meaning {
                Meaning::Companions | Meaning::FieldOfCompanions => DISTINCT[3],
                Meaning::Enemies => DISTINCT[6],
                Meaning::ShootingDistance => DISTINCT[2],
                Meaning::Retreat => DISTINCT[1],
            };
            let label =
                format!("{} {:.2} cells from edge to edge", limit.meaning.sentence(), limit.gap);
            Sense::new(colour, label, Zone::Circle(limit.distance))
        })
        .collect();
    if battle.foes.is_empty() && !senses.is_empty() {
        let label = "no enemy in sight: limits towards enemies show in a fight".into();
        senses.push(Sense { zone: None, label });
    }
    senses
}

/// ViewAngle, range of sight and SeparationDistance of H. Danielsiek et al., CIG 2008, section II and Fig. 2.
fn flocking(rule: &Flocking, heading: Vec2) -> Vec<Sense> {
    let (angle, sight) = (rule.view_angle as f32, rule.sight_range as f32);
    let zone = if angle >= 360.0 || heading == Vec2::ZERO {
        Zone::Circle(sight)
    } else {
        let half_angle = (angle / 2.0).to_radians();
        Zone::Sector { facing: heading.normalize_or_zero(), half_angle, radius: sight }
    };
    let apart = rule.separation_distance as f32;
    let seen = format!("flock: view angle {angle:.0} degrees, range of sight {sight:.1} cells");
    let separation = format!("flock: separation distance {apart:.1} cells");
    vec![
        Sense::new(DISTINCT[2], seen, zone),
        Sense::new(DISTINCT[3], separation, Zone::Circle(apart)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::preset_named;

    fn of(preset: &str, heading: Vec2) -> Vec<Sense> {
        of_travel(&preset_named(preset).unwrap().doctrine, heading)
    }

    #[test]
    fn a_flock_shows_what_it_sees_and_how_far_it_keeps_apart() {
        let flock = of("Flock", Vec2::new(0.0, 3.0));
        assert_eq!(flock.len(), 2);
        let Some((_, Zone::Sector { facing, half_angle, radius })) = flock[0].zone else {
            panic!("{flock:?}")
        };
        assert_eq!((facing, radius), (Vec2::Y, Flocking::default().sight_range as f32));
        assert!((half_angle.to_degrees() - 45.0).abs() < 0.01);
        assert!(flock[1].label.contains("4.0 cells"), "{flock:?}");
        let standing = of("Flock", Vec2::ZERO)[0].zone;
        assert!(matches!(standing, Some((_, Zone::Circle(_)))), "it looks nowhere");
        assert!(of("A*", Vec2::X).is_empty());
    }

    #[test]
    fn the_limits_of_a_fight_have_labels_and_say_why_there_are_none_towards_enemies() {
        let doctrine = preset_named("Hybrid boids").unwrap().doctrine;
        let mut battle = TeamBattle::default();
        battle.add_probe(crate::combat::built_in()[0]);
        battle.ids.push(UnitId(3));
        let felt = of_engage(&doctrine.engage, UnitId(3), &battle);
        assert_eq!(felt.len(), 2, "{felt:?}");
        assert!(felt[0].label.contains("companions") && felt[1].label.contains("no enemy"));
        assert!(of_engage(&doctrine.engage, UnitId(9), &battle).is_empty(), "no such unit");
        let holds = preset_named("A*").unwrap().doctrine;
        assert!(of_engage(&holds.engage, UnitId(3), &battle).is_empty(), "no such rule");
    }
}
