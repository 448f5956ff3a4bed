use super::*;
use crate::grid::CornerRule;
use crate::steering::fixtures::{field, foe, marine};
use crate::steering::{Engage, EngageScratch, Foe, Reach};
use proptest::prelude::*;

fn one(terrain: &Terrain, own: &[Fighter], foes: &[Foe]) -> Decision {
    Boids::default().decide_naively(&Battle { terrain, own, foes }, 0)
}

#[test]
fn enemies_within_range_push_away_and_those_outside_do_not() {
    let terrain = field();
    let near = one(&terrain, &[marine(6.0, 6.0)], &[foe(9.0, 6.0)]);
    assert!((near.desired + Vec2::X * 2.98).length() < 1e-3, "{}", near.desired);
    assert_eq!(near.terms.get("enemies"), near.desired);
    // Four cells from edge to edge are 4.54 between centres.
    let at = |x| one(&terrain, &[marine(6.0, 6.0)], &[foe(x, 6.0)]).desired;
    assert!(at(10.5).x < 0.0);
    assert_eq!(at(10.6), Vec2::ZERO);
}

#[test]
fn the_goal_draws_gently_and_the_squad_together() {
    let terrain = field();
    let me = Fighter { goal: Vec2::new(16.0, 6.0), ..marine(6.0, 6.0) };
    let own =
        [me, marine(6.0, 9.0), marine(6.0, 10.0), Fighter { squad: Some(7), ..marine(20.0, 1.0) }];
    let decision = one(&terrain, &own, &[]);
    // A hundredth of ten cells to the east, a hundredth of 3.5 to the south, and no one else's squad.
    let expected = Vec2::new(0.1, 0.035);
    assert!(decision.desired.angle_to(expected).abs() < 1e-4, "{}", decision.desired);
    let sum: Vec2 = decision.terms.iter().map(|(_, vector)| vector).sum();
    assert!((sum - decision.desired).length() < 1e-4, "terms add up");
}

#[test]
fn a_sum_of_less_than_a_pixel_is_no_move() {
    let terrain = field();
    let me = Fighter { goal: Vec2::new(8.0, 6.0), ..marine(6.0, 6.0) };
    assert_eq!(one(&terrain, &[me], &[]).desired, Vec2::ZERO, "0.02 cells are 0.64 pixels");
}

#[test]
fn companions_that_touch_part_once_each() {
    let terrain = field();
    let own = [marine(6.0, 6.0), marine(6.5, 6.0), marine(6.0, 6.5)];
    let decision = one(&terrain, &own, &[]);
    let pushed = decision.terms.get("separation");
    assert!((pushed.x - pushed.y).abs() < 1e-4 && pushed.x < 0.0, "{pushed}: both push the same");
}

#[test]
fn medics_stay_out_of_the_enemies_range() {
    let terrain = field();
    let medic = Fighter { reach: Reach::default(), support: true, ..marine(6.0, 6.0) };
    let range = |range| Foe { reach: Reach::both(range), ..foe(11.0, 6.0) };
    assert!(one(&terrain, &[medic], &[range(7.0)]).desired.x < 0.0);
    assert_eq!(one(&terrain, &[medic], &[range(4.0)]).desired, Vec2::ZERO);
}

#[test]
fn walls_push_walkers_and_not_flyers() {
    let terrain = Terrain::from_text(CornerRule::Free, &["....", "..#.", "...."]);
    // On the walk tile beside the wall.
    let walker = marine(1.9, 1.5);
    let pushed = one(&terrain, &[walker], &[]);
    assert!(pushed.desired.x < 0.0 && pushed.desired.y.abs() < 0.3, "{}", pushed.desired);
    let flyer = Fighter { flies: true, ..walker };
    assert_eq!(one(&terrain, &[flyer], &[]).desired, Vec2::ZERO);
}

fn any_fighter() -> impl Strategy<Value = Fighter> {
    let at = || -1.0..25.0_f32;
    (at(), at(), proptest::option::of(0..3_u32), any::<[bool; 4]>(), at()).prop_map(
        |(x, y, squad, [armed, support, flies, asks], goal)| Fighter {
            squad,
            reach: if armed { Reach::both(4.0) } else { Reach::default() },
            support,
            flies,
            asks,
            heading: Vec2::new(goal, 3.0).normalize(),
            goal: Vec2::new(goal, y),
            ..marine(x, y)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn buckets_and_sums_decide_as_a_loop_over_all_units_does(
        own in proptest::collection::vec(any_fighter(), 1..30),
        foes in proptest::collection::vec((-1.0..25.0_f32, -1.0..13.0_f32, 0.0..8.0_f32), 0..30),
        running_sums in any::<bool>(),
        sight_retreat in prop_oneof![Just(0.0), Just(0.84)],
    ) {
        let terrain = field();
        let foes: Vec<Foe> = foes
            .into_iter()
            .map(|(x, y, range)| {
                let reach = if range > 2.0 { Reach::both(range) } else { Reach::default() };
                let half = if range < 1.0 { 1.5 } else { 0.0 };
                Foe { reach, half, flies: range > 6.0, ..foe(x, y) }
            })
            .collect();
        let battle = Battle { terrain: &terrain, own: &own, foes: &foes };
        let mut decisions = Vec::new();
        let rule = Boids { running_sums, sight_retreat, ..Boids::default() };
        Engage::Boids(rule).decide(&battle, &mut EngageScratch::default(), &mut decisions);
        for (i, decision) in decisions.into_iter().enumerate() {
            prop_assert_eq!(decision.is_some(), own[i].asks);
            if let Some(decision) = decision {
                let expected = rule.decide_naively(&battle, i);
                // Sums in another order differ by rounding, which decides whether a pixel is reached.
                let close = (decision.desired - expected.desired).length() < 1e-2;
                prop_assert!(close || expected.desired.length().min(decision.desired.length()) == 0.0);
            }
        }
    }
}

#[test]
fn the_detection_limit_depends_on_who_can_attack_whom() {
    let rule = Boids::default();
    let ground_only = Reach { ground: Some(1.0), air: None };
    let flier = Foe { flies: true, ..foe(9.0, 6.0) };
    let harmless = Foe { reach: Reach::default(), flies: true, ..flier };
    let firebat = Fighter { reach: ground_only, ..marine(6.0, 6.0) };
    let limit = |me: &Fighter, foe: &Foe| rule.detection_limit(me, foe);
    assert_eq!(limit(&firebat, &foe(9.0, 6.0)), 1.0, "the range of its own weapon");
    assert_eq!(limit(&firebat, &flier), 4.0 + 0.27, "the enemy's range and its own radius");
    assert_eq!(limit(&firebat, &harmless), 0.27 + 10.0 / 32.0, "its radius and ten pixels");
    let medic = Fighter { reach: Reach::default(), support: true, ..firebat };
    assert_eq!(
        limit(&medic, &flier),
        4.0 + 5.0 / 32.0,
        "support: the enemy's range and five pixels"
    );
    let program = Boids::program();
    let tank = |cooldown| Fighter { cooldown, ..marine(6.0, 6.0) };
    assert_eq!(program.detection_limit(&tank(0.9), &flier), 7.0, "its sight");
    assert_eq!(program.detection_limit(&tank(0.63), &flier), 4.0);
}

#[test]
fn printed_sums_count_early_neighbours_again_with_every_later_one() {
    let terrain = field();
    let own = [marine(6.0, 6.0), marine(6.5, 6.0), marine(6.0, 6.5), marine(9.0, 9.0)];
    let battle = Battle { terrain: &terrain, own: &own, foes: &[] };
    let pushed = Boids::as_printed().decide_naively(&battle, 0).terms.get("separation");
    // The second of four members counts three times, the third twice.
    assert!((pushed.x / pushed.y - 1.5).abs() < 1e-4 && pushed.x < 0.0, "{pushed}");
}

#[test]
fn walls_count_on_adjacent_tiles_within_radius_and_half_a_tile() {
    let terrain = Terrain::from_text(CornerRule::Free, &["....", "..#.", "...."]);
    // The wall begins at 2.0; the centre of its first tiles is at 2.125, the limit is 0.27 + 0.125.
    let pushed = |rule: Boids, x: f32| {
        let own = [marine(x, 1.5)];
        rule.decide_naively(&Battle { terrain: &terrain, own: &own, foes: &[] }, 0).desired.x < 0.0
    };
    let paper = Boids { least_move: 0.0, ..Boids::default() };
    assert!(pushed(paper, 1.76) && !pushed(paper, 1.70));
    assert!(pushed(Boids { least_move: 0.0, ..Boids::program() }, 1.5));
}

#[test]
fn units_on_their_own_are_no_squad() {
    let terrain = field();
    let alone = |x, y| Fighter { squad: None, ..marine(x, y) };
    let decision = one(&terrain, &[alone(6.0, 6.0), alone(6.3, 6.0), alone(20.0, 6.0)], &[]);
    assert_eq!(decision.desired, Vec2::ZERO);
}

#[test]
fn a_building_keeps_units_at_their_range_from_its_square() {
    let terrain = field();
    let nexus = Foe { radius: 0.0, half: 2.0, reach: Reach::default(), ..foe(16.0, 6.0) };
    let at = |x, y| one(&terrain, &[marine(x, y)], &[nexus]).desired;
    // Straight before it 2 and 4.27 from its centre, before its corner as far from the corner.
    assert!(at(9.75, 6.0).x < 0.0 && at(9.7, 6.0) == Vec2::ZERO);
    assert!(at(11.0, 1.0).x < 0.0 && at(10.9, 0.9) == Vec2::ZERO);
}
