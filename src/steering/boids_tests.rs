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
    // Four cells from edge to edge are 4.54 between middles.
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
    let walker = marine(1.7, 1.5);
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
    fn buckets_and_sums_decide_as_looking_at_everybody_does(
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
                Foe { reach, flies: range > 6.0, ..foe(x, y) }
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
