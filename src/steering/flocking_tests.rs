use super::*;
use crate::grid::{Bounds, Cell, CornerRule};
use crate::steering::{Surroundings, Trail, Traveller, Travellers};
use glam::Vec4;

fn path() -> Vec<Cell> {
    (0..30).map(|x| Cell::new(x, 5)).collect()
}

fn member(path: &[Cell], x: f32, y: f32) -> Walker<'_> {
    let unit = Traveller {
        position: Vec2::new(x, y),
        velocity: Vec2::X * 2.0,
        to_go: 30.0 - x,
        ..Traveller::default()
    };
    let trail = Trail::new(path, (x as usize + 5).min(path.len() - 1));
    Walker { trail, pass_within: 0.75, ..Walker::new(&unit, path) }
}

fn flock(middle: Vec2) -> Flock {
    Flock {
        members: 6,
        root: 6f32.sqrt(),
        middle,
        speed: 2.0,
        to_go: 30.0 - middle.x,
        waits: false,
    }
}

fn companion(offset: Vec2) -> Around {
    let neighbour = Neighbour { offset, velocity: Vec2::X * 2.0, radius: 0.36, goes_first: false };
    Around { neighbour, companion: true }
}

/// A unit around a member.
#[derive(Clone, Copy)]
struct Around {
    neighbour: Neighbour,
    companion: bool,
}

fn steer(
    rule: Flocking,
    member: &Walker,
    flock: &Flock,
    around: impl Iterator<Item = Around>,
) -> Terms {
    let all: Vec<Around> = around.collect();
    let unit = |one: &Around| Traveller {
        position: member.position + one.neighbour.offset,
        velocity: one.neighbour.velocity,
        group: one.companion.then_some(0),
        ..Traveller::default()
    };
    let mut surroundings = Surroundings::default();
    surroundings.rebuild(Bounds::new(40, 40), &all.iter().map(unit).collect::<Vec<_>>());
    let steering = FlockSteering::new(&rule);
    let attention = steering.attention(member);
    let everywhere = (Vec2::ZERO, Vec2::splat(40.0));
    let neighbour = |place: usize| all[surroundings.grid().points()[place] as usize].neighbour;
    steering.steer(member, &attention, flock, surroundings.fours(everywhere, 0), neighbour)
}

#[test]
fn the_flock_walks_along_its_path_as_fast_as_the_slowest() {
    let path = path();
    let me = member(&path, 5.0, 5.5);
    let terms = steer(Flocking::default(), &me, &flock(Vec2::new(5.0, 5.5)), std::iter::empty());
    assert!((terms.sum() - Vec2::X * 2.0).length() < 1e-4, "{}", terms.sum());
}

#[test]
fn cohesion_leads_to_the_middle_of_the_flock() {
    let path = path();
    let me = member(&path, 5.0, 5.5);
    let terms = steer(Flocking::default(), &me, &flock(Vec2::new(5.0, 8.5)), std::iter::empty());
    // w_ref 6 east, w_coh 3 cells south.
    let expected = Vec2::new(6.0, 3.0).normalize() * 2.0;
    assert!((terms.sum() - expected).length() < 1e-3, "{}", terms.sum());
    assert!(terms.get("cohesion").y > 0.0 && terms.get("separation") == Vec2::ZERO);
}

#[test]
fn only_members_within_view_angle_and_distance_push() {
    let path = path();
    let me = member(&path, 5.0, 5.5);
    let flock = flock(Vec2::new(5.0, 5.5));
    let push = |rule: Flocking, offset: Vec2| {
        steer(rule, &me, &flock, [companion(offset)].into_iter()).get("separation")
    };
    let narrow = Flocking::default();
    let broad = Flocking { view_angle: 360.0, ..narrow };
    let beside = Vec2::new(0.0, 2.0);
    assert_eq!(push(narrow, beside), Vec2::ZERO);
    assert!(push(broad, beside).y < -0.1);
    assert!(push(narrow, Vec2::new(2.0, 0.5)).x < -0.1, "ahead");
    let fading = Flocking { separation: Separation::Fading, ..broad };
    assert_eq!(push(fading, Vec2::new(0.0, 4.5)), Vec2::ZERO, "beyond the separation distance");
    assert!(push(broad, Vec2::new(0.0, 4.5)).y < -0.1, "in sight");
    assert_eq!(push(broad, Vec2::new(0.0, 8.5)), Vec2::ZERO, "out of sight");
    let stranger = Around { companion: false, ..companion(beside) };
    let terms = steer(broad, &me, &flock, [stranger].into_iter());
    assert_eq!(terms.get("separation"), Vec2::ZERO);
}

#[test]
fn a_crowd_ahead_never_turns_a_unit_back() {
    let path = path();
    let me = member(&path, 5.0, 5.5);
    let crowd = (0..12).map(|i| companion(Vec2::new(1.2, (i as f32 - 6.0) * 0.15)));
    let terms = steer(Flocking::default(), &me, &flock(Vec2::new(5.0, 5.5)), crowd);
    assert!(terms.sum().x > 0.1, "{}", terms.sum());
}

#[test]
fn a_member_that_lags_behind_hurries_and_the_others_wait() {
    let path = path();
    let me = member(&path, 1.0, 5.5);
    let far_ahead = Flock { waits: true, ..flock(Vec2::new(25.0, 5.5)) };
    let rule = Flocking::default();
    assert!(rule.lags(&far_ahead, me.to_go));
    let hurries = steer(rule, &me, &far_ahead, std::iter::empty()).sum();
    assert!((hurries.x - 3.0).abs() < 1e-3, "its own speed: {hurries}");
    let ahead = member(&path, 15.0, 5.5);
    let flock = Flock { waits: true, ..flock(Vec2::new(15.0, 5.5)) };
    let waits = steer(rule, &ahead, &flock, std::iter::empty()).sum();
    assert!((waits.x - 1.4).abs() < 1e-3, "{waits}");
}

#[test]
fn members_abreast_are_equally_far_on_the_path() {
    let terrain = Terrain::from_text(CornerRule::Free, &["..............................."; 11]);
    let path = path();
    let next = |y: f32| {
        let mut walker = Walker { trail: Trail::new(&path, 6), ..member(&path, 6.0, y) };
        for _ in 0..4 {
            let place = Flocking::default().advance(&terrain, &walker);
            walker.trail = Trail::at(&path, place);
        }
        walker.trail.next()
    };
    assert_eq!(next(5.5), next(1.5));
    assert_eq!(next(5.5), next(9.5));
    assert!(next(5.5) > 8, "{}", next(5.5));
}

#[test]
fn units_outside_the_attention_of_a_member_do_not_matter() {
    let path = path();
    let flock = flock(Vec2::new(9.0, 8.0));
    let sharp = Flocking { view_angle: 30.0, alignment_weight: 1.0, ..Flocking::default() };
    let broad = Flocking { view_angle: 250.0, ..Flocking::default() };
    let mut left_out = 0;
    for step in 0..400 {
        let turn = Vec2::from_angle(step as f32 * 0.37);
        let me = Walker { velocity: turn * 2.0, ..member(&path, 12.0, 3.0 + step as f32 * 0.01) };
        let around: Vec<Around> = (0..120)
            .map(|i| {
                let away = Vec2::from_angle(i as f32 * 2.4) * (0.05 + 0.045 * i as f32);
                let velocity = Vec2::from_angle(i as f32) * 3.0;
                let mut one = Around { companion: i % 3 > 0, ..companion(away) };
                one.neighbour.velocity = velocity;
                one.neighbour.goes_first = i % 2 == 0;
                one
            })
            .collect();
        for rule in [Flocking::default(), sharp, broad] {
            let attention = FlockSteering::new(&rule).attention(&me);
            let (low, high) = attention.corners();
            let within = |one: &&Around| {
                let at = me.position + one.neighbour.offset;
                let four = attention.matters(Vec4::splat(at.x), Vec4::splat(at.y));
                four.all() && at.cmpge(low).all() && at.cmple(high).all()
            };
            let some: Vec<Around> = around.iter().filter(within).copied().collect();
            left_out += around.len() - some.len();
            let all = steer(rule, &me, &flock, around.iter().copied());
            let same = steer(rule, &me, &flock, some.into_iter());
            for (one, other) in all.iter().zip(same.iter()) {
                // They are added up in another order.
                assert!(one.0 == other.0 && one.1.distance(other.1) < 1e-4, "{one:?} {other:?}");
            }
        }
    }
    assert!(left_out > 400 * 120, "{left_out}");
}

/// Section II: the length of `v_sep` is SeparationDistance, however many members are in view and however far they are.
#[test]
fn the_separation_vector_is_as_long_as_the_separation_distance() {
    let path = path();
    let me = member(&path, 5.0, 5.5);
    let here = flock(Vec2::new(5.0, 5.5));
    let ratio = |rule: Flocking, offsets: &[Vec2]| {
        // The separation term beside the reference term, which has the length w_ref.
        let terms = steer(rule, &me, &here, offsets.iter().map(|&offset| companion(offset)));
        let term = |name: &str| {
            terms.iter().find(|(n, _)| *n == name).map_or(Vec2::ZERO, |(_, term)| term)
        };
        let scale = term("reference").length() / rule.reference_weight as f32;
        term("separation").length() / scale
    };
    // A weight so small that the rule against turning back does not act.
    let rule = Flocking { separation_weight: 0.5, ..Flocking::default() };
    for offsets in [
        vec![Vec2::new(1.0, 0.0)],
        vec![Vec2::new(6.0, 0.0)],
        vec![Vec2::new(2.0, 0.5), Vec2::new(3.0, 1.0)],
    ] {
        let length = ratio(rule, &offsets);
        assert!((length - 0.5 * 4.0).abs() < 1e-3, "{length} {offsets:?}");
    }
    let fading = Flocking { separation: Separation::Fading, ..rule };
    assert_eq!(ratio(fading, &[Vec2::new(6.0, 0.0)]), 0.0, "beyond the radius");
    assert!(ratio(fading, &[Vec2::new(1.0, 0.0)]) > ratio(fading, &[Vec2::new(3.0, 0.0)]));
}

#[test]
fn up_to_four_members_are_steered_like_one_at_a_time() {
    let terrain = Terrain::open(Bounds::new(40, 12), CornerRule::BothSidesFree);
    let path = path();
    // The last one of every seven walks with no group.
    let all: Vec<Traveller> = (0..60u32)
        .map(|i| Traveller {
            id: i,
            position: Vec2::new(
                2.0 + (i * 37 % 101) as f32 / 8.0,
                2.0 + (i * 53 % 97) as f32 / 16.0,
            ),
            velocity: Vec2::new((i % 4) as f32, (i % 3) as f32 - 1.0),
            to_go: 30.0 - (i % 20) as f32,
            group: (i % 7 < 6).then_some(i % 2),
            ..Traveller::default()
        })
        .collect();
    let mut units = Travellers::default();
    units.rebuild(Bounds::new(40, 12), |units| units.extend(&all));
    let scene = Scene { ground: &terrain, sky: &terrain, units: &units, time_step: 1.0 / 32.0 };
    let rule = Flocking::default();
    let mut shared = FlockMemory::default();
    rule.survey(&mut shared, &all, 0);
    let walkers: Vec<Walker> = all.iter().map(|unit| Walker::new(unit, &path)).collect();
    for size in 1..=LANES {
        for walkers in walkers.chunks(size) {
            let mut courses = [None; LANES];
            rule.steer_four(&shared, &scene, walkers, &mut courses);
            for (walker, course) in walkers.iter().zip(&courses) {
                assert_eq!(*course, rule.steer(&shared, &scene, walker));
                assert_eq!(course.is_some(), walker.group.is_some());
            }
            assert!(courses[walkers.len()..].iter().all(Option::is_none));
        }
    }
}
