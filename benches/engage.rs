//! Positioning in a fight: the cost of a decision by boids and by potential field, naive and fast, in one run.
//!
//! `cargo bench --bench engage` prints a table at 50 against 50 and 500 against 500, then Criterion's measurements of
//! the same cases. The paper printed 0.063 ms for boids and 7.632 ms for its potential field.

use bevy::math::Vec2;
use criterion::{Criterion, criterion_group};
use phalanx::grid::{Bounds, CornerRule, Terrain};
use phalanx::steering::{
    Battle, Boids, Combine, Engage, EngageScratch, Fighter, Foe, PotentialField, Reach,
};
use std::hint::black_box;
use std::time::Instant;

#[path = "shared/marks.rs"]
mod marks;

use marks::{Mark, Marks};

const SIZES: [usize; 2] = [50, 500];

/// Two armies that face each other at about their weapons' range. Each is a little over twice as wide as deep.
struct Scene {
    terrain: Terrain,
    own: Vec<Fighter>,
    foes: Vec<Foe>,
}

impl Scene {
    fn new(size: usize) -> Self {
        let mut terrain = Terrain::open(Bounds::new(64, 64), CornerRule::BothSidesFree);
        for x in (3..64).step_by(9) {
            for y in (5..64).step_by(11) {
                terrain.cover((x, y).into());
            }
        }
        let rows = (size as f32 * 2.2).sqrt().ceil() as usize;
        let place = |i: usize| {
            let jitter = Vec2::new((i * 37 % 11) as f32, (i * 53 % 13) as f32) * 0.02;
            Vec2::new((i / rows) as f32, (i % rows) as f32) * 0.8 + jitter
        };
        let top = 32.0 - rows as f32 * 0.4;
        let own = (0..size)
            .map(|i| {
                let at = place(i);
                Fighter {
                    position: Vec2::new(30.0 - at.x, top + at.y),
                    heading: Vec2::new(2.0, 0.3).normalize(),
                    radius: 0.27,
                    speed: 2.98,
                    reach: Reach::both(4.0),
                    cooldown: if i.is_multiple_of(2) { 0.0 } else { 0.4 },
                    support: false,
                    flies: false,
                    squad: Some((i / 16) as u32),
                    goal: Vec2::new(60.0, 32.0),
                    asks: true,
                }
            })
            .collect();
        let foes = (0..size)
            .map(|i| {
                let at = place(i);
                Foe {
                    position: Vec2::new(34.0 + at.x, top + at.y),
                    radius: 0.27,
                    half: 0.0,
                    reach: Reach::both(4.0),
                    sight: 7.0,
                    flies: false,
                }
            })
            .collect();
        Self { terrain, own, foes }
    }

    fn battle(&self) -> Battle<'_> {
        Battle { terrain: &self.terrain, own: &self.own, foes: &self.foes }
    }

    fn fast(&self, rule: Engage, scratch: &mut EngageScratch) -> f32 {
        let mut decisions = Vec::new();
        rule.decide(&self.battle(), scratch, &mut decisions);
        decisions.iter().flatten().map(|d| d.desired.x).sum()
    }

    fn naive_boids(&self) -> f32 {
        let (battle, rule) = (self.battle(), Boids::default());
        (0..self.own.len()).map(|i| rule.decide_naively(&battle, i).desired.x).sum()
    }

    fn naive_field(&self) -> f32 {
        let (battle, rule) = (self.battle(), PotentialField::default());
        (0..self.own.len()).map(|i| rule.decide_naively(&battle, i).desired.x).sum()
    }
}

/// Nanoseconds per decision: the best of many short rounds, because other work on the machine only adds time.
fn nanoseconds(decisions: usize, rounds: u32, mut work: impl FnMut() -> f32) -> f64 {
    black_box(work());
    (0..rounds)
        .map(|_| {
            let start = Instant::now();
            black_box(work());
            start.elapsed().as_nanos() as f64 / decisions as f64
        })
        .fold(f64::INFINITY, f64::min)
}

fn print_table() {
    println!("\nNanoseconds per decision; half of the weapons cool down\n");
    println!("| rule | 50 against 50 | 500 against 500 |");
    println!("|---|---|---|");
    let scenes = SIZES.map(Scene::new);
    let boids = Engage::Boids(Boids::default());
    let field = Engage::PotentialField(PotentialField::default());
    let maximum = Engage::PotentialField(PotentialField {
        combine: Combine::Maximum,
        ..PotentialField::default()
    });
    let row = |name: &str, slow: bool, work: &mut dyn FnMut(&Scene) -> f32| {
        let times = [0, 1].map(|s| {
            let scene = &scenes[s];
            let rounds = if slow { [50, 5] } else { [2000, 400] };
            nanoseconds(SIZES[s], rounds[s], || work(scene))
        });
        println!("| {name} | {:.0} | {:.0} |", times[0], times[1]);
        times
    };
    let mut scratch = EngageScratch::default();
    let naive_boids = row("boids, looking at all units", false, &mut Scene::naive_boids);
    let fast_boids = row("boids, sums and buckets", false, &mut |s| s.fast(boids, &mut scratch));
    let naive_field = row("potential field, tile by tile", true, &mut Scene::naive_field);
    let fast_field = row("potential field, raster", false, &mut |s| s.fast(field, &mut scratch));
    row("potential field, raster, maximum", false, &mut |s| s.fast(maximum, &mut scratch));
    let ratio = |a: [f64; 2], b: [f64; 2]| format!("{:.1} | {:.1} |", a[0] / b[0], a[1] / b[1]);
    println!("| naive field / naive boids (paper: 121) | {}", ratio(naive_field, naive_boids));
    println!("| raster / fast boids | {}", ratio(fast_field, fast_boids));
    let mut table = Marks::new("engage");
    for (place, most) in [6.0, 20.0].into_iter().enumerate() {
        let ns = |times: [f64; 2]| format!("{:.0} ns", times[place]);
        let work = format!("potential field, {0} against {0}", SIZES[place]);
        let times = fast_field[place] / fast_boids[place];
        table.row(&work, ns(fast_field), "boids", ns(fast_boids), times, Mark::AtMost(most));
    }
    table.keep();
}

fn decisions(criterion: &mut Criterion) {
    for size in SIZES {
        let scene = Scene::new(size);
        let mut scratch = EngageScratch::default();
        for (name, rule) in [
            ("boids", Engage::Boids(Boids::default())),
            ("potential field", Engage::PotentialField(PotentialField::default())),
        ] {
            criterion.bench_function(&format!("{name}, {size} decisions"), |bencher| {
                bencher.iter(|| scene.fast(rule, &mut scratch));
            });
        }
    }
}

criterion_group!(benches, decisions);

fn main() {
    print_table();
    benches();
    Criterion::default().configure_from_args().final_summary();
}
