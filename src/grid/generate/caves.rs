//! Caves: random rock, smoothed by a cellular automaton, then joined.

use super::dice::Dice;
use super::join::join;
use super::paint::{frame, smooth};
use crate::grid::{Bounds, Field, Ground};

/// Rock before smoothing, in percent; about half of the map is open afterwards.
const ROCK: i32 = 44;
/// Steps of the automaton; more makes rounder caves.
const STEPS: usize = 5;
/// Caves with fewer cells are filled.
const SMALLEST_CAVE: usize = 24;

/// Winding caves.
pub fn caves(bounds: Bounds, dice: &mut Dice) -> Field<Ground> {
    let mut ground = Field::new(bounds, Ground::Floor);
    for cell in bounds.cells() {
        if dice.percent(ROCK) {
            ground[cell] = Ground::Wall;
        }
    }
    for _ in 0..STEPS {
        smooth(&mut ground, Ground::Wall);
    }
    frame(&mut ground);
    join(&mut ground, SMALLEST_CAVE, false);
    ground
}
