//! Shots in flight: they fly to where the target stood when they were fired, and hit what is there then.
//!
//! After Glest (figures in the catalogue): a projectile flies to the cell that its target held, so it misses a fast
//! target; a splash hits everything in its radius with strength divided by distance + 1, a building once for
//! each of its cells in the radius. In the game a splash may also hurt allies; here it does not.

use super::kind::{UnitKind, Weapon};
use super::reach::Body;
use crate::grid::Cell;
use glam::Vec2;

/// A shot in flight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shot {
    /// The side that fired it.
    pub team: u8,
    /// The number of the unit that fired it.
    pub shooter: u32,
    /// What it was fired by.
    pub kind: &'static UnitKind,
    /// Whether it was fired at a flying unit.
    pub at_air: bool,
    /// Strength before armour.
    pub strength: f32,
    /// Where it is, in cells.
    pub position: Vec2,
    /// Where it was a tick earlier, so that the window can draw it in between.
    pub previous: Vec2,
    /// Where it strikes.
    pub aim: Vec2,
}

/// What a strike does to one body: its index in the list, and the damage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The index in the list of bodies.
    pub index: usize,
    /// The damage, armour included.
    pub damage: f32,
}

impl Shot {
    /// The weapon that fired it.
    pub fn weapon(&self) -> Option<&'static Weapon> {
        self.kind.weapon_against(self.at_air)
    }

    /// Flies on for some seconds. Returns whether it strikes.
    pub fn fly(&mut self, seconds: f32) -> bool {
        let speed = self.weapon().map_or(0.0, |w| w.shot_speed);
        let way = self.aim - self.position;
        let step = speed * seconds;
        self.previous = self.position;
        let strikes = step <= 0.0 || way.length() <= step;
        self.position = if strikes { self.aim } else { self.position + way.normalize() * step };
        strikes
    }
}

/// What a shot hits where it strikes, among bodies of other sides: everything within its splash, or without splash
/// the nearest body on that cell, if there is one.
pub fn hits_of(shot: &Shot, enemies: impl Iterator<Item = (usize, Body)>) -> Vec<Hit> {
    let Some(weapon) = shot.weapon() else { return Vec::new() };
    let cell = Cell::containing(shot.aim);
    let mut hits = Vec::new();
    let mut nearest: Option<(f32, usize, &UnitKind)> = None;
    for (index, body) in enemies.filter(|(_, body)| weapon.targets.include(body.kind.flying)) {
        if weapon.splash > 0.0 {
            let places: Vec<Vec2> = match body.footprint() {
                Some(area) => area.cells().map(Cell::center).collect(),
                None => vec![body.position],
            };
            for at in places {
                let distance = at.distance(shot.aim);
                if distance <= weapon.splash {
                    let strength = shot.strength / (distance + 1.0);
                    hits.push(Hit { index, damage: weapon.damage_to(strength, body.kind) });
                }
            }
            continue;
        }
        let is_there = match body.footprint() {
            Some(area) => area.contains(cell),
            None => Cell::containing(body.position) == cell,
        };
        let distance = body.position.distance(shot.aim);
        if is_there && nearest.is_none_or(|(best, ..)| distance < best) {
            nearest = Some((distance, index, body.kind));
        }
    }
    if let Some((_, index, kind)) = nearest {
        hits.push(Hit { index, damage: weapon.damage_to(shot.strength, kind) });
    }
    hits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::kind_named;

    fn shot(kind: &str, aim: (f32, f32)) -> Shot {
        let kind = kind_named(kind).unwrap();
        let strength = kind.weapon.as_ref().unwrap().damage;
        let from = Vec2::new(0.5, 0.5);
        let aim = aim.into();
        Shot {
            team: 0,
            shooter: 0,
            kind,
            at_air: false,
            strength,
            position: from,
            previous: from,
            aim,
        }
    }

    fn body(kind: &str, x: f32, y: f32) -> Body {
        Body { position: Vec2::new(x, y), kind: kind_named(kind).unwrap() }
    }

    #[test]
    fn a_shot_takes_its_time() {
        let mut shot = shot("defence tower", (9.5, 0.5));
        let seconds = (1..).find(|_| shot.fly(0.1)).unwrap() as f32 * 0.1;
        assert!((seconds - 0.5).abs() < 0.11, "9 cells at 18 cells a second: {seconds}");
        assert_eq!(shot.position, Vec2::new(9.5, 0.5));
    }

    #[test]
    fn who_has_left_the_cell_is_missed_and_who_has_come_is_hit() {
        let shot = shot("defence tower", (9.5, 0.5));
        let gone = body("drake rider", 10.2, 0.5);
        assert_eq!(hits_of(&shot, [(0, gone)].into_iter()), []);
        let come = body("demon", 9.1, 0.9);
        let hits = hits_of(&shot, [(0, gone), (1, come)].into_iter());
        assert_eq!(hits, [Hit { index: 1, damage: 125.0 }]);
    }

    #[test]
    fn a_splash_hits_all_around_less_with_distance_and_a_tower_once_for_each_cell() {
        let shot = shot("archmage", (9.5, 0.5));
        let near = body("soldier", 10.5, 0.5);
        let hits = hits_of(&shot, [(0, near), (1, body("soldier", 13.0, 0.5))].into_iter());
        assert_eq!(hits, [Hit { index: 0, damage: 140.0 }], "280 / 2");
        let kind = kind_named("defence tower").unwrap();
        let tower = Body { position: kind.position_at(Cell::new(9, 0)), kind };
        let hits = hits_of(&shot, [(0, tower)].into_iter());
        assert_eq!(hits.len(), 4);
        assert_eq!(hits[0].damage, 195.0, "(280 - 20) x 0.75");
    }
}
