//! Table III: what a decision costs.

use crate::experiment::{Digits, Figure, Row, Table};
use crate::grid::{Bounds, CornerRule, Terrain};
use crate::steering::{Battle, Boids, Engage, EngageScratch, Fighter, Foe, PotentialField};
use bevy::math::Vec2;
use std::hint::black_box;
use std::time::Instant;

/// Milliseconds per decision of potential field and boids.
#[derive(Clone, Copy)]
pub(super) struct Costs {
    pub naive: [f64; 2],
    pub shipped: [f64; 2],
}

impl Costs {
    /// How many times as much the potential field costs.
    pub fn ratio([field, boids]: [f64; 2]) -> f64 {
        field / boids.max(1e-12)
    }
}

/// Measures decisions of two squads of sixteen.
pub(super) fn costs() -> Costs {
    let terrain = Terrain::open(Bounds::new(48, 24), CornerRule::default());
    let place = |i: usize, x: f32| Vec2::new(x + (i % 4) as f32 * 1.1, 8.0 + (i / 4) as f32 * 1.3);
    let own: Vec<Fighter> = (0..16)
        .map(|i| Fighter {
            position: place(i, 18.0),
            velocity: Vec2::X,
            radius: 0.27,
            speed: 2.98,
            weapon_range: 4.0,
            can_attack: true,
            cooldown: 0.3,
            support: false,
            flies: false,
            squad: 0,
            goal: Vec2::new(40.0, 12.0),
            asks: true,
        })
        .collect();
    let foes: Vec<Foe> = (0..16)
        .map(|i| Foe {
            position: place(i, 24.0),
            radius: 0.27,
            weapon_range: 4.0,
            can_attack: true,
        })
        .collect();
    let battle = Battle { terrain: &terrain, own: &own, foes: &foes };
    let mut scratch = EngageScratch::default();
    let mut decisions = Vec::new();
    let (field, boids) = (PotentialField::default(), Boids::default());
    let mut shipped = |engage: Engage| {
        milliseconds(own.len(), || engage.decide(&battle, &mut scratch, &mut decisions))
    };
    let [fast_field, fast_boids] =
        [Engage::PotentialField(field), Engage::Boids(boids)].map(&mut shipped);
    let everybody = 0..own.len();
    let naive_field = milliseconds(own.len(), || {
        everybody.clone().for_each(|i| {
            black_box(field.decide_naively(&battle, i));
        });
    });
    let naive_boids = milliseconds(own.len(), || {
        everybody.clone().for_each(|i| {
            black_box(boids.decide_naively(&battle, i));
        });
    });
    Costs { naive: [naive_field, naive_boids], shipped: [fast_field, fast_boids] }
}

/// Milliseconds per decision of what decides for so many.
fn milliseconds(deciders: usize, mut decide: impl FnMut()) -> f64 {
    const CALLS: u32 = 100;
    decide();
    let start = Instant::now();
    (0..CALLS).for_each(|_| decide());
    start.elapsed().as_secs_f64() * 1000.0 / (f64::from(CALLS) * deciders as f64)
}

pub(super) fn cost_table(costs: Costs) -> Table {
    let title =
        "Table III: what a decision costs, evaluated naively as in the paper, and as shipped";
    let columns = ["naive (ms)", "as shipped (ms)"];
    let mut table = Table::new(title, "version", Digits::Rounded(4), columns);
    let Costs { naive, shipped } = costs;
    let rows = [
        ("potential field", naive[0], shipped[0], 7.632),
        ("boids", naive[1], shipped[1], 0.063),
        ("ratio", Costs::ratio(naive), Costs::ratio(shipped), 121.0),
    ];
    for (name, naive, shipped, paper) in rows {
        let figures = vec![Figure::new(naive).paper(paper), Figure::new(shipped)];
        table.rows.push(Row::new(name, figures));
    }
    table
}
