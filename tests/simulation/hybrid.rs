//! Hybrid Pathfinding in StarCraft through its presets: the rules in worked situations, and squads that surround a
//! building.

use bevy::math::Vec2;
use phalanx::combat::{Body, distance_between, kind_named};
use phalanx::grid::{Cell, CornerRule, Terrain};
use phalanx::measure::arc_around;
use phalanx::planning::CellSteps;
use phalanx::scenario::{Motion, Order, Scenario, TeamId, UnitId, load_str, preset_named, shipped};
use phalanx::sim::{Controller, HitPoints, Position, Roster, Score, Simulation, Unit};
use phalanx::steering::{Battle, Boids, Decision, Engage, EngageScratch, Fighter, Foe, Reach};

fn engage(preset: &str) -> Engage {
    preset_named(preset).unwrap().doctrine.engage
}

fn marine(x: f32, y: f32) -> Fighter {
    Fighter {
        position: Vec2::new(x, y),
        heading: Vec2::X,
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

fn enemy(x: f32, y: f32) -> Foe {
    let position = Vec2::new(x, y);
    Foe { position, radius: 0.27, half: 0.0, reach: Reach::both(4.0), sight: 7.0, flies: false }
}

/// The decision of a preset for the first of some fighters.
fn decide(preset: &str, own: &[Fighter], foes: &[Foe]) -> Decision {
    let terrain = Terrain::from_text(CornerRule::Free, &["................................"; 30]);
    let battle = Battle { terrain: &terrain, own, foes };
    let mut decisions = Vec::new();
    engage(preset).decide(&battle, &mut EngageScratch::default(), &mut decisions);
    decisions[0].unwrap()
}

/// The printed constants: /100, /100, /5, /5, full weight for enemies.
#[test]
fn hybrid_boids_weigh_their_rules_as_printed() {
    let me = Fighter { goal: Vec2::new(6.0, 26.0), ..marine(6.0, 6.0) };
    let beside = Fighter { heading: Vec2::Y, ..marine(6.5, 6.0) };
    for preset in ["Hybrid boids", "Hybrid boids as printed"] {
        let terms = decide(preset, &[me, beside], &[enemy(6.0, 3.0)]).terms;
        // In cells: the goal is 20 away, the companion 0.5, the enemy 3. A heading counts as one pixel of 32.
        let scale = terms.get("goal").y / 0.2;
        let close = |rule: &str, expected: Vec2| {
            let found = terms.get(rule) / scale;
            assert!(
                (found - expected).length() < 1e-4,
                "{preset}, {rule}: {found}, not {expected}"
            );
        };
        close("goal", Vec2::new(0.0, 20.0) / 100.0);
        close("cohesion", Vec2::new(0.5, 0.0) / 100.0);
        close("alignment", (Vec2::Y - Vec2::X) / (5.0 * 32.0));
        // The companion is the last of the squad and the enemy is the only one, so the printed sums count each once.
        close("separation", Vec2::new(-0.5, 0.0) / 5.0);
        close("enemies", Vec2::new(0.0, 3.0));
    }
    let [Engage::Boids(plain), Engage::Boids(printed)] =
        ["Hybrid boids", "Hybrid boids as printed"].map(engage)
    else {
        panic!("both are boids")
    };
    assert_eq!(printed, Boids { running_sums: true, ..plain });
    assert!(!plain.chases && plain.terrain_divisor == 10.0);
}

/// Fig. 2: a unit that is too far approaches, a unit that is too near and cannot shoot retreats, a unit at its distance
/// stays.
#[test]
fn the_potential_field_leads_to_the_maximum_shooting_distance() {
    for preset in ["Hybrid potential field", "Hybrid potential field as printed"] {
        let ready = |x: f32| decide(preset, &[marine(x, 6.0)], &[enemy(20.0, 6.0)]).desired.x;
        assert!(ready(12.0) > 1.0, "{preset}: too far");
        assert_eq!(ready(20.0 - 4.25), 0.0, "{preset}: at its distance");
    }
    let cooling = |preset: &str, x: f32| {
        let me = Fighter { cooldown: 0.5, ..marine(x, 6.0) };
        decide(preset, &[me], &[enemy(20.0, 6.0)]).desired.x
    };
    let plain = "Hybrid potential field";
    assert!(
        cooling(plain, 18.0) < -1.0 && cooling(plain, 15.75) < -1.0,
        "out of the enemy's reach"
    );
    // Four cells, both radii and two cells more.
    assert!(
        cooling(plain, 20.0 - 6.8) == 0.0,
        "a little further than the enemy's weapon is enough"
    );
    let printed = "Hybrid potential field as printed";
    assert!(cooling(printed, 18.0) < -1.0 && cooling(printed, 15.75) == 0.0);
    assert!(cooling("Hybrid potential field 0.2 s", 10.0) < -1.0, "over 80 tiles");
    assert_eq!(cooling("Hybrid potential field of the program", 15.75), 0.0, "not before 0.84 s");
}

fn building(preset: &str, seed: u64) -> Scenario {
    let shipped = shipped().iter().find(|s| s.name == "30-hybrid-building").unwrap();
    let mut scenario = Scenario { seed, ..shipped.load().unwrap() };
    scenario.teams[0].doctrine = preset_named(preset).unwrap().doctrine;
    scenario
}

/// Runs until some seconds after the first shot.
fn run_into_the_fight(simulation: &mut Simulation, seconds: u64) {
    let first = (0..60 * 32).find_map(|_| {
        simulation.run(1);
        simulation.get::<Score>()?.first_attack
    });
    assert!(first.is_some(), "a unit shoots within a minute");
    simulation.run(seconds * 32);
}

fn bodies(simulation: &Simulation) -> Vec<(TeamId, Body)> {
    let world = simulation.world();
    let units = simulation.get::<Roster>().unwrap().units.values();
    units
        .map(|&e| {
            let unit = world.get::<Unit>(e).unwrap();
            let position = world.get::<Position>(e).unwrap().0;
            (unit.team, Body { position, kind: unit.kind })
        })
        .collect()
}

/// Figs. 2 to 4: after some seconds most marines stand in an arc around the building, at the range of their weapons.
#[test]
fn squads_surround_a_building_in_an_arc() {
    // Boids also pull towards the centre of the squad, so their arc is narrower.
    for (preset, least) in [("Hybrid potential field", 45.0), ("Hybrid boids", 30.0)] {
        for seed in [11, 12, 13] {
            let mut simulation = Simulation::new(&building(preset, seed));
            run_into_the_fight(&mut simulation, 8);
            let bodies = bodies(&simulation);
            let nexus = bodies.iter().find(|(_, b)| b.kind.is_building()).expect("it stands").1;
            let marines: Vec<&Body> =
                bodies.iter().map(|(_, b)| b).filter(|b| b.kind.name == "Marine").collect();
            let off = |b: &&&Body| distance_between(b, &nexus, b.kind.measured) - 4.0;
            let at_range = marines.iter().filter(|b| off(b).abs() <= 0.75).count();
            assert_eq!(marines.len(), 12);
            let all: Vec<f32> = marines.iter().map(|b| off(&b)).collect();
            assert!(
                at_range >= 8,
                "{preset}, seed {seed}: {at_range} of 12 at their range: {all:?}"
            );
            let arc = arc_around(nexus.position, marines.iter().map(|b| b.position));
            assert!(arc >= least, "{preset}, seed {seed}: an arc of {arc} degrees");
        }
    }
}

/// During a pause no unit decides, moves or shoots. Plans made during a pause are replayed.
#[test]
fn a_siege_with_pauses_replays_and_makes_no_decisions_while_paused() {
    let scenario = building("Hybrid potential field", 5);
    let mut simulation = Simulation::new(&scenario);
    for _ in 0..30 {
        simulation.run(16);
        let before = (simulation.numbers().decisions, places(&simulation), simulation.tick());
        simulation.edit();
        let after = (simulation.numbers().decisions, places(&simulation), simulation.tick());
        assert_eq!(before, after);
    }
    let numbers = simulation.numbers();
    assert!(numbers.decisions > 0 && numbers.decision_milliseconds > 0.0);
    let again = Simulation::replay(&scenario, &simulation.log(), simulation.tick());
    assert_eq!(again.hash(), simulation.hash());
}

fn places(simulation: &Simulation) -> Vec<Vec2> {
    bodies(simulation).iter().map(|(_, body)| body.position).collect()
}

#[test]
fn on_cells_squads_attack_the_building_too() {
    let mut scenario = building("Hybrid boids", 5);
    scenario.motion = Motion::CellSteps(CellSteps::default());
    let mut simulation = Simulation::new(&scenario);
    run_into_the_fight(&mut simulation, 8);
    assert!(simulation.get::<Score>().unwrap().sides[0].damage_dealt > 100.0);
}

fn of<C: bevy::prelude::Component + Clone>(simulation: &Simulation, unit: u32) -> Option<C> {
    let entity = *simulation.get::<Roster>()?.units.get(&UnitId(unit))?;
    simulation.world().get::<C>(entity).cloned()
}

fn field(units: &[(&str, &str, (i32, i32))], orders: &str, preset: &str) -> Scenario {
    let units: String = units
        .iter()
        .map(|(team, kind, at)| format!("(team: {team:?}, kind: {kind:?}, at: {at:?}),"))
        .collect();
    let text = format!(
        "(version: 1, seed: 3, map: Rectangles(size: (40, 20)), teams: [(name: \"blue\", doctrine: \
         Named({preset:?})), (name: \"orange\")], units: [{units}], orders: [{orders}])"
    );
    load_str(&text, "field", None).unwrap()
}

/// The second detection limit, for one unit and for a group.
#[test]
fn units_that_cannot_hit_a_flier_keep_out_of_its_range() {
    for firebats in [1, 4] {
        let mut units = vec![("orange", "Wraith", (20, 10))];
        units.extend((0..firebats).map(|i| ("blue", "Firebat", (16, 8 + i))));
        let distance = |preset: &str| {
            // The wraith holds its ground, so only the firebats move.
            let hold = "(who: Team(\"orange\"), order: Hold)";
            let mut simulation = Simulation::new(&field(&units, hold, preset));
            simulation.run(60);
            assert_eq!(of::<HitPoints>(&simulation, 0).unwrap().0, 120.0, "firebats cannot hit it");
            let wraith = of::<Position>(&simulation, 0).unwrap().0;
            let firebats = (1..=firebats as u32).filter_map(|i| of::<Position>(&simulation, i));
            firebats.map(|at| at.0.distance(wraith)).fold(f32::INFINITY, f32::min)
        };
        // Its range of 5, and both radii.
        assert!(distance("A*") < 5.0, "they stay where they are");
        for preset in ["Hybrid boids", "Hybrid potential field"] {
            assert!(distance(preset) > 5.0 + 0.47 + 0.34, "{preset}: {}", distance(preset));
        }
    }
}

#[test]
fn a_goliath_shoots_at_fliers_with_its_other_weapon_on_both_kinds_of_motion() {
    let units = [("blue", "Goliath", (10, 10)), ("orange", "Wraith", (13, 10))];
    for motion in [Motion::Steered, Motion::CellSteps(CellSteps::default())] {
        let mut scenario = field(&units, "", "A*");
        scenario.motion = motion;
        let mut simulation = Simulation::new(&scenario);
        while of::<HitPoints>(&simulation, 1).unwrap().0 == 120.0 && simulation.tick() < 200 {
            simulation.run(1);
        }
        assert_eq!(of::<HitPoints>(&simulation, 1).unwrap().0, 100.0, "two hits of 10");
    }
}

#[test]
fn a_unit_without_a_weapon_keeps_away_and_walks_on_in_the_end() {
    let units = [("blue", "scout", (4, 10)), ("orange", "Marine", (20, 4))];
    let orders = "(who: Team(\"blue\"), order: AttackMove(At(37, 16))), (who: Team(\"orange\"), order: Hold)";
    for preset in ["A*", "Hybrid boids", "Hybrid potential field"] {
        let mut simulation = Simulation::new(&field(&units, orders, preset));
        let mut asked = false;
        let there = (0..4000).any(|_| {
            simulation.run(1);
            asked |= of::<Controller>(&simulation, 0) == Some(Controller::Engage);
            of::<Position>(&simulation, 0)
                .is_some_and(|at| at.0.distance(Vec2::new(37.5, 16.5)) < 2.0)
        });
        assert!(there, "{preset}: it is at {:?}", of::<Position>(&simulation, 0));
        assert_eq!(asked, preset != "A*", "{preset}");
    }
}

#[test]
fn squads_have_their_own_goal_single_units_none_and_standing_units_face_their_target() {
    let units = [
        ("blue", "Marine", (10, 9)),
        ("blue", "Marine", (10, 11)),
        ("blue", "Marine", (10, 13)),
        ("orange", "Pylon", (15, 10)),
    ];
    let orders = "(who: Units([0, 1]), order: AttackMove(At(35, 10)))";
    let mut simulation = Simulation::new(&field(&units, orders, "Hybrid boids"));
    run_into_the_fight(&mut simulation, 0);
    let battle = simulation.team_battle(TeamId(0)).unwrap();
    let [first, second, loner] = battle.own[..] else { panic!("three marines") };
    let goal = Cell::new(35, 10).center();
    assert_eq!([first.goal, second.goal], [goal; 2], "not two resting places");
    assert!(first.squad.is_some() && first.squad == second.squad);
    assert_eq!((loner.squad, loner.goal), (None, loner.position));
    let pylon = kind_named("Pylon").unwrap().position_at(Cell::new(15, 10));
    for fighter in battle.own.iter().filter(|f| !f.asks) {
        let looks_at = (pylon - fighter.position).normalize();
        assert!(fighter.heading.dot(looks_at) > 0.7, "{} {looks_at}", fighter.heading);
    }
}

#[test]
fn the_rule_decides_on_the_approach_unless_it_chases() {
    let units = [("blue", "Marine", (10, 10)), ("orange", "Pylon", (16, 9))];
    for (preset, orders) in [
        ("Hybrid boids", "(who: Team(\"blue\"), order: AttackMove(At(35, 10)))"),
        ("Hybrid potential field", ""),
    ] {
        for chases in [false, true] {
            let mut scenario = field(&units, orders, preset);
            match &mut scenario.teams[0].doctrine.engage {
                Engage::Boids(boids) => boids.chases = chases,
                Engage::PotentialField(field) => field.chases = chases,
                _ => {}
            }
            let mut simulation = Simulation::new(&scenario);
            simulation.run(4);
            let expected = if chases { Controller::Chase } else { Controller::Engage };
            assert_eq!(of::<Controller>(&simulation, 0), Some(expected), "{preset}");
            run_into_the_fight(&mut simulation, 0);
        }
    }
    assert!(matches!(scenario_order(), Order::Attack(_)), "the squad's goal is the building");
}

fn scenario_order() -> Order<Cell> {
    let scenario = building("A*", 1);
    scenario.order_to_cell(scenario.orders[0].order).unwrap()
}
