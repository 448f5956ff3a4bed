use super::*;
use crate::grid::{CornerRule, Terrain};
use crate::steering::fixtures::{field, foe, marine};
use crate::steering::{Engage, EngageScratch, Reach};
use proptest::prelude::*;

fn decide(battle: &Battle, rule: PotentialField) -> Vec<Decision> {
    let mut decisions = Vec::new();
    Engage::PotentialField(rule).decide(battle, &mut EngageScratch::default(), &mut decisions);
    decisions.into_iter().flatten().collect()
}

#[test]
fn a_profile_is_as_printed() {
    let shape = Shape::Attack { msd: 15.0, attraction: 100.0, far_attraction: 80.0 };
    let profile = Profile { touching: 0.0, half: 0.0, shape };
    let at = |d| f64::from(profile.at(IVec2::new(d, 0))) / 256.0;
    assert!((at(3) - 20.0).abs() < 0.01, "100 d / MSD");
    assert_eq!([at(14), at(15)], [100.0, 100.0]);
    assert_eq!([at(16), at(20), at(95), at(200)], [79.0, 75.0, 0.0, 0.0]);
    assert_eq!(profile.reach(), 95);
    let shape = Shape::Retreat { distance: 80.0, slope: 0.5 };
    let profile = Profile { touching: 2.0, half: 0.0, shape };
    let at = |d| f64::from(profile.at(IVec2::new(0, d))) / 256.0;
    assert_eq!([at(2), at(42), at(82), at(90)], [-40.0, -20.0, 0.0, 0.0]);
}

#[test]
fn a_unit_too_far_comes_nearer_and_one_too_near_backs_off() {
    let (terrain, foes) = (field(), [foe(16.0, 6.0)]);
    for (x, sign) in [(6.0, 1.0), (14.0, -1.0)] {
        let own = [marine(x, 6.0)];
        let decision = decide(&Battle { terrain: &terrain, own: &own, foes: &foes }, default())[0];
        assert!(decision.desired.x * sign > 1.0, "from {x}: {}", decision.desired);
        assert_eq!(decision.terms.get("attack"), decision.desired);
    }
    // The best distance between centres is one tile less than 4 cells and two radii.
    let own = [marine(16.0 - 4.25, 6.0)];
    let decision = decide(&Battle { terrain: &terrain, own: &own, foes: &foes }, default())[0];
    assert_eq!(decision.desired, Vec2::ZERO);
}

fn default() -> PotentialField {
    PotentialField::default()
}

#[test]
fn a_unit_whose_weapon_cools_down_retreats_and_a_medic_does_not() {
    let (terrain, foes) = (field(), [foe(16.0, 6.0)]);
    let cooling = Fighter { cooldown: 0.5, ..marine(12.0, 6.0) };
    let medic = Fighter { reach: Reach::default(), support: true, ..marine(10.0, 6.0) };
    let own = [cooling, medic];
    let battle = Battle { terrain: &terrain, own: &own, foes: &foes };
    let decisions = decide(&battle, default());
    assert!(decisions[0].desired.x < -1.0, "{}", decisions[0].desired);
    assert!(decisions[1].desired.x > 1.0, "{}", decisions[1].desired);
    let steadfast = PotentialField { retreats: false, ..default() };
    assert_eq!(decide(&battle, steadfast)[0].terms.get("retreat"), Vec2::ZERO);
}

#[test]
fn walls_are_avoided_and_flyers_do_not_mind_them() {
    let terrain = Terrain::from_text(CornerRule::Free, &["......", "..##..", "......"]);
    let foes = [Foe { reach: Reach::default(), ..foe(5.5, 1.5) }];
    let walker = Fighter { reach: Reach::both(1.0), ..marine(1.8, 1.5) };
    let flyer = Fighter { flies: true, ..walker };
    let own = [walker];
    let walks = decide(&Battle { terrain: &terrain, own: &own, foes: &foes }, default())[0];
    let own = [flyer];
    let flies = decide(&Battle { terrain: &terrain, own: &own, foes: &foes }, default())[0];
    assert_eq!(flies.desired.y, 0.0, "straight over the wall");
    assert_ne!(walks.desired.y, 0.0, "round it: {}", walks.desired);
}

#[test]
fn marines_form_an_arc_at_their_distance() {
    let (terrain, foes) = (field(), [foe(16.0, 6.0)]);
    let mut own: Vec<Fighter> = (0..6).map(|i| marine(6.0, 3.0 + i as f32)).collect();
    for _ in 0..200 {
        let decisions = decide(&Battle { terrain: &terrain, own: &own, foes: &foes }, default());
        for (fighter, decision) in own.iter_mut().zip(decisions) {
            fighter.position += decision.desired / 32.0;
        }
    }
    for fighter in &own {
        let gap = fighter.position.distance(foes[0].position) - 0.54;
        assert!((3.2..=4.0).contains(&gap), "{gap} cells away");
    }
    let spread = |f: fn(f32, f32) -> f32| own.iter().map(|m| m.position.y).reduce(f).unwrap();
    assert!(spread(f32::max) - spread(f32::min) > 2.0, "they stand beside each other");
}

#[test]
fn the_nearest_of_equals_comes_first() {
    assert_eq!(NEAREST_FIRST[0], [0, 0]);
    assert_eq!(NEAREST_FIRST[1], [0, -1]);
    assert_eq!(NEAREST_FIRST[SIDE * SIDE - 1], [5, 5]);
    let distances = NEAREST_FIRST.map(|[x, y]| i32::from(x).pow(2) + i32::from(y).pow(2));
    assert!(distances.is_sorted());
}

fn any_fighter() -> impl Strategy<Value = Fighter> {
    let at = || -1.0..25.0_f32;
    let kind = prop_oneof![
        Just((0.27_f32, Reach::both(4.0), false)),
        Just((0.5, Reach { ground: Some(7.0), air: None }, false)),
        Just((0.34, Reach::both(0.1), false)),
        Just((0.27, Reach::default(), true)),
        Just((0.3, Reach::default(), false)),
    ];
    (at(), at(), kind, prop_oneof![Just(0.0_f32), Just(1.0)], any::<bool>(), any::<bool>())
        .prop_map(|(x, y, (radius, reach, support), cooldown, flies, asks)| Fighter {
            radius,
            reach,
            support,
            cooldown,
            flies,
            asks,
            ..marine(x, y)
        })
}

fn any_foe() -> impl Strategy<Value = Foe> {
    (-1.0..25.0_f32, -1.0..25.0_f32, prop_oneof![Just(0.27_f32), Just(0.5)], any::<[bool; 3]>())
        .prop_map(|(x, y, radius, [near, flies, armed])| {
            let far = if near { 0.0 } else { 15.0 };
            let reach = if armed { Reach::both(4.0) } else { Reach::default() };
            let half = if armed { 0.0 } else { 1.5 };
            Foe { radius, half, flies, reach, ..foe(x + far, y) }
        })
}

/// The profile of a marine against an enemy with a weapon that reaches four cells.
fn profile_of(rule: PotentialField, cooldown: f32, foe: &Foe) -> Profile {
    rule.profile(&Fighter { cooldown, ..marine(6.0, 6.0) }, foe)
}

#[test]
fn retreats_reach_as_far_as_their_variant_says() {
    let armed = foe(9.0, 6.0);
    let building = Foe { reach: Reach::default(), ..armed };
    let reach = |rule, cooldown, foe: &Foe| match profile_of(rule, cooldown, foe).shape {
        Shape::Attack { .. } => None,
        Shape::Retreat { distance, .. } => Some(distance),
    };
    assert_eq!(reach(default(), 0.01, &armed), Some(24.0), "16 tiles of range and 8 more");
    assert_eq!(reach(default(), 0.0, &armed), None);
    assert_eq!(reach(default(), 0.6, &building), None, "what cannot shoot is no danger");
    let program = PotentialField::program();
    assert_eq!(reach(program, 0.63, &armed), None, "a marine never cools down for 20 frames");
    assert_eq!(reach(program, 1.5, &armed), Some(80.0));
    assert_eq!(reach(program, 1.5, &building), Some(80.0));
    assert_eq!(reach(PotentialField::fifth_of_a_second(), 0.21, &building), Some(80.0));
    assert_eq!(reach(PotentialField::as_printed(), 1.5, &armed), None);
}

#[test]
fn the_retreat_field_is_as_deep_at_the_enemy_as_that_of_the_program() {
    let depth = |rule| profile_of(rule, 1.5, &foe(9.0, 6.0)).at(IVec2::ZERO) / 256;
    assert_eq!(depth(PotentialField::program()), -40);
    assert_eq!(depth(default()), -40);
}

#[test]
fn enemies_that_cannot_be_attacked_repel_as_far_as_they_are_dangerous() {
    let flier = Foe { flies: true, ..foe(9.0, 6.0) };
    let harmless = Foe { reach: Reach::default(), ..flier };
    let firebat = Fighter { reach: Reach { ground: Some(1.0), air: None }, ..marine(6.0, 6.0) };
    let distance = |foe: &Foe| match default().profile(&firebat, foe).shape {
        Shape::Attack { .. } => 0.0,
        Shape::Retreat { distance, .. } => distance,
    };
    assert_eq!([distance(&flier), distance(&harmless)], [24.0, 4.0]);
    assert_eq!(distance(&foe(9.0, 6.0)), 0.0, "this one it can attack");
}

#[test]
fn the_ring_round_a_building_follows_its_square() {
    let nexus = Foe { radius: 0.0, half: 2.0, reach: Reach::default(), ..foe(16.0, 6.0) };
    let profile = profile_of(default(), 0.0, &nexus);
    // Half a side of 8 tiles, 1.08 of radius, 15 of maximum shooting distance.
    let best = potential(100.0);
    assert_eq!([profile.at(IVec2::new(-24, 0)), profile.at(IVec2::new(0, 24))], [best; 2]);
    assert_eq!(profile.at(IVec2::new(-19, -19)), best, "11 and 11 from the corner");
    assert!(profile.at(IVec2::new(-17, -17)) < best, "24 from the middle is too near there");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// The kernel of the raster against the scalar loop over all units.
    #[test]
    fn the_fast_field_chooses_the_same_tiles_as_the_naive_one(
        own in proptest::collection::vec(any_fighter(), 1..14),
        foes in proptest::collection::vec(any_foe(), 0..20),
        maximum in any::<bool>(),
        retreats in any::<bool>(),
        fixed in any::<bool>(),
        walls in proptest::collection::vec((0..24_i32, 0..24_i32), 0..30),
    ) {
        let mut terrain = Terrain::open(crate::grid::Bounds::new(24, 24), CornerRule::Free);
        for cell in walls {
            terrain.cover(cell.into());
        }
        let combine = if maximum { Combine::Maximum } else { Combine::Sum };
        let reach = if fixed { RetreatReach::Fixed } else { RetreatReach::EnemyWeapon };
        let rule = PotentialField { combine, retreats, retreat_reach: reach, ..default() };
        let battle = Battle { terrain: &terrain, own: &own, foes: &foes };
        let mut decisions = Vec::new();
        Engage::PotentialField(rule).decide(&battle, &mut EngageScratch::default(), &mut decisions);
        for (i, decision) in decisions.into_iter().enumerate() {
            let expected = own[i].asks.then(|| rule.decide_naively(&battle, i));
            prop_assert_eq!(decision, expected, "fighter {}", i);
        }
    }
}
