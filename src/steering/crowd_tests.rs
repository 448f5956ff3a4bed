use super::*;
use crate::grid::{Bounds, CornerRule};

fn disc(x: f32, y: f32) -> Disc {
    Disc {
        position: Vec2::new(x, y),
        wanted: Vec2::new(x, y),
        radius: 0.4,
        reach: 0.15,
        to_go: -x,
        walks: true,
        team: 0,
        group: 0,
        pushes_on: false,
        exempt: [None; 2],
    }
}

fn deepest_overlap(discs: &[Disc]) -> f32 {
    let mut deepest = 0.0f32;
    for (i, a) in discs.iter().enumerate() {
        for b in &discs[i + 1..] {
            deepest = deepest.max(a.radius + b.radius - a.position.distance(b.position));
        }
    }
    deepest
}

#[test]
fn a_crowd_pressed_onto_one_point_never_overlaps_or_enters_a_wall() {
    let terrain = Terrain::from_text(
        CornerRule::Free,
        &["..........", "..........", "...####...", "....##....", "..........", ".........."],
    );
    let mut discs: Vec<Disc> = Vec::new();
    for y in [0, 1, 4, 5] {
        for x in 0..10 {
            discs.push(disc(x as f32 + 0.5, y as f32 + 0.5));
        }
    }
    let mut crowd = Crowd::default();
    for _ in 0..300 {
        for d in &mut discs {
            d.wanted = d.position + (Vec2::new(2.0, 3.0) - d.position).clamp_length_max(d.reach);
        }
        crowd.step(&terrain, &mut discs);
        assert!(deepest_overlap(&discs) <= SLACK + 1e-4, "{}", deepest_overlap(&discs));
        for d in &discs {
            assert!(depth_in_walls(&terrain, d.position, d.radius, &[]) <= SLACK + 1e-4);
        }
    }
}

#[test]
fn a_column_moves_as_fast_as_its_head() {
    let terrain = Terrain::open(Bounds::new(30, 1), CornerRule::Free);
    let mut discs: Vec<Disc> = (0..8).map(|i| disc(0.5 + i as f32 * 0.81, 0.5)).collect();
    let start: Vec<Vec2> = discs.iter().map(|d| d.position).collect();
    let mut crowd = Crowd::default();
    for _ in 0..100 {
        for d in &mut discs {
            d.wanted = d.position + Vec2::new(0.1, 0.0);
        }
        crowd.step(&terrain, &mut discs);
    }
    for (d, s) in discs.iter().zip(start) {
        assert!(d.position.x - s.x > 9.5, "{} -> {}", s.x, d.position.x);
    }
}

#[test]
fn resting_friends_step_aside_and_others_do_not() {
    let terrain = Terrain::open(Bounds::new(9, 5), CornerRule::Free);
    let run = |team, group| {
        let mut discs = [disc(2.0, 2.5), disc(4.0, 2.6)];
        discs[1] = Disc { walks: false, team, group, ..discs[1] };
        let mut crowd = Crowd::default();
        for _ in 0..30 {
            discs[0].wanted = discs[0].position + Vec2::new(0.1, 0.0);
            discs[1].wanted = discs[1].position;
            crowd.step(&terrain, &mut discs);
        }
        discs[1].position.distance(Vec2::new(4.0, 2.6))
    };
    assert!(run(0, 7) > 0.2, "a friend of another group makes room");
    assert_eq!(run(0, 0), 0.0, "one of the same group has its place");
    assert_eq!(run(1, 7), 0.0, "a stranger does not move");
}

#[test]
fn a_crowd_at_rest_opens_for_a_friend_only_if_a_push_goes_on_through_it() {
    let terrain = Terrain::open(Bounds::new(16, 16), CornerRule::Free);
    // The walking disc comes from the left. The crowd is numbered from its far side, so that numbers alone keep it shut.
    let run = |pushes_on| {
        let rest = |i: usize| Disc {
            walks: false,
            group: 7,
            pushes_on,
            ..disc(9.0 - (i / 7) as f32 * 0.82, 5.0 + (i % 7) as f32 * 0.82)
        };
        let mut discs: Vec<Disc> = (0..42).map(rest).collect();
        discs.push(disc(3.0, 7.5));
        let mut crowd = Crowd::default();
        for _ in 0..300 {
            for d in &mut discs {
                d.wanted = d.position + if d.walks { Vec2::new(0.1, 0.0) } else { Vec2::ZERO };
            }
            crowd.step(&terrain, &mut discs);
            assert!(deepest_overlap(&discs) <= SLACK + 1e-4, "{}", deepest_overlap(&discs));
        }
        discs[42].position.x
    };
    assert!(run(true) > 10.0, "it is through: {}", run(true));
    assert!(run(false) < 8.0, "it is held up: {}", run(false));
}

#[test]
fn the_same_crowd_moves_the_same_way_twice() {
    let terrain = Terrain::open(Bounds::new(12, 12), CornerRule::Free);
    let run = || {
        let mut discs: Vec<Disc> =
            (0..60).map(|i| disc((i % 10) as f32 + 1.0, (i / 10) as f32 + 1.0)).collect();
        let mut crowd = Crowd::default();
        for _ in 0..50 {
            for d in &mut discs {
                d.wanted = d.position + (Vec2::splat(6.0) - d.position).clamp_length_max(d.reach);
            }
            crowd.step(&terrain, &mut discs);
        }
        discs
    };
    assert_eq!(run(), run());
}
