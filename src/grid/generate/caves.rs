//! Caves: random rock, smoothed by a cellular automaton, then joined.

use super::dice::Dice;
use super::join::join;
use super::paint::{frame, smooth};
use crate::grid::{Bounds, Field, Ground};

crate::parameters! {
    /// Winding caves in rock.
    pub struct Caves {
        /// Share of rock before it is smoothed; with 44 about half of the map is open afterwards.
        rock: u32 = 44, in 25..=60, unit "%";
        /// How often the rock is smoothed; more gives rounder caves.
        smoothing: u32 = 5, in 0..=12, unit "steps";
        /// Caves with fewer cells are filled.
        smallest_cave: u32 = 24, in 1..=500, unit "cells";
        /// Width of the tunnels that join the caves.
        tunnel: u32 = 2, in 1..=6, unit "cells";
    }
}

/// Winding caves.
pub fn caves(bounds: Bounds, with: Caves, dice: &mut Dice) -> Field<Ground> {
    let mut ground = Field::new(bounds, Ground::Floor);
    for cell in bounds.cells() {
        if dice.percent(with.rock as i32) {
            ground[cell] = Ground::Wall;
        }
    }
    for _ in 0..with.smoothing {
        smooth(&mut ground, Ground::Wall);
    }
    frame(&mut ground);
    join(&mut ground, with.smallest_cave as usize, with.tunnel as i32, false);
    ground
}
