//! Units for the tests of the engage rules.

use super::{Fighter, Foe, Reach};
use crate::grid::{CornerRule, Terrain};
use glam::Vec2;

pub fn marine(x: f32, y: f32) -> Fighter {
    Fighter {
        position: Vec2::new(x, y),
        heading: Vec2::ZERO,
        radius: 0.27,
        speed: 2.98,
        reach: Reach::both(4.0),
        cooldown: 0.0,
        support: false,
        flies: false,
        squad: Some(0),
        goal: Vec2::new(x, y),
        asks: true,
    }
}

pub fn foe(x: f32, y: f32) -> Foe {
    Foe {
        position: Vec2::new(x, y),
        radius: 0.27,
        half: 0.0,
        reach: Reach::both(4.0),
        sight: 7.0,
        flies: false,
    }
}

pub fn field() -> Terrain {
    Terrain::from_text(CornerRule::Free, &["........................"; 12])
}
