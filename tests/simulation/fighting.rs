//! Fights through the whole simulation.

use bevy::math::Vec2;
use phalanx::combat::{Rules, kind_named};
use phalanx::grid::Cell;
use phalanx::scenario::{Action, Health, Scenario, TeamId, UnitId, load_str, preset_named, to_ron};
use phalanx::sim::{
    Energy, EventKind, Events, Groups, HitPoints, Land, Position, Roster, Score, Shots, Simulation,
    Status, Unit, Warfare,
};

/// A field of 40 x 20 cells with units of two sides (team, kind and cell) and orders.
fn field(units: &[(&str, &str, (i32, i32))], orders: &str) -> Scenario {
    let units: String = units
        .iter()
        .map(|(team, kind, at)| format!("(team: {team:?}, kind: {kind:?}, at: {at:?}),"))
        .collect();
    let text = format!(
        "(version: 1, seed: 3, map: Rectangles(size: (40, 20)), teams: [(name: \"blue\"), (name: \
         \"orange\")], units: [{units}], orders: [{orders}])"
    );
    load_str(&text, "field", None).unwrap()
}

fn start(units: &[(&str, &str, (i32, i32))], orders: &str) -> Simulation {
    Simulation::new(&field(units, orders))
}

fn of<C: bevy::prelude::Component + Clone>(sim: &Simulation, unit: u32) -> Option<C> {
    let entity = *sim.get::<Roster>()?.units.get(&UnitId(unit))?;
    sim.world().get::<C>(entity).cloned()
}

fn hit_points(sim: &Simulation, unit: u32) -> f32 {
    of::<HitPoints>(sim, unit).map_or(0.0, |h| h.0)
}

fn told(sim: &Simulation, what: impl Fn(&EventKind) -> bool) -> bool {
    sim.get::<Events>().unwrap().iter().any(|e| what(&e.kind))
}

const TO_THE_RIGHT: &str = "(who: Team(\"blue\"), order: AttackMove(At(35, 10)))";

#[test]
fn three_marines_beat_one_and_continue_to_their_goal() {
    let mut sim = start(
        &[
            ("blue", "Marine", (3, 9)),
            ("blue", "Marine", (3, 10)),
            ("blue", "Marine", (3, 11)),
            ("orange", "Marine", (20, 10)),
        ],
        TO_THE_RIGHT,
    );
    assert!(sim.run_until_arrived(1500), "{:?}", sim.numbers());
    let score = sim.get::<Score>().unwrap();
    assert_eq!(score.winner.map(|w| w.0), Some(TeamId(0)));
    assert_eq!((score.sides[0].casualties, score.sides[1].casualties), (0, 1));
    assert_eq!(sim.numbers().units, 3);
    assert!(of::<Position>(&sim, 3).is_none(), "the dead are gone");
    assert!(told(&sim, |e| matches!(e, EventKind::FirstAttack { .. })));
    assert!(told(
        &sim,
        |e| matches!(e, EventKind::Died { unit: UnitId(3), kind, .. } if kind == "Marine")
    ));
    assert!(told(&sim, |e| matches!(e, EventKind::Won { team } if team == "blue")));
    assert!(of::<Position>(&sim, 0).unwrap().0.x > 32.0);
}

#[test]
fn a_plain_move_does_not_fight_and_an_attack_move_does() {
    let units = [("blue", "Zergling", (3, 10)), ("orange", "soldier", (20, 12))];
    let mut walks = start(&units, "(who: Team(\"blue\"), order: Move(At(35, 10)))");
    walks.run(400);
    assert_eq!(hit_points(&walks, 1), 100.0);
    let mut fights = start(&units, TO_THE_RIGHT);
    fights.run(400);
    assert!(hit_points(&fights, 1) < 100.0);
}

#[test]
fn units_that_hold_attack_only_targets_in_range() {
    let units = [("blue", "Marine", (10, 10)), ("orange", "soldier", (16, 10))];
    let hold = "(who: Team(\"blue\"), order: Hold)";
    let mut sim = start(&units, hold);
    sim.run(100);
    assert_eq!(hit_points(&sim, 1), 100.0, "6 cells away, the range is 4");
    assert_eq!(of::<Position>(&sim, 0).unwrap().0, Cell::new(10, 10).center());
    let mut idle = start(&units, "");
    idle.run(100);
    assert!(hit_points(&idle, 1) < 100.0, "without orders it attacks what it sees");
    let mut near =
        start(&units, &format!("{hold}, (who: Team(\"orange\"), order: Move(At(13, 10)))"));
    near.run(100);
    assert!(hit_points(&near, 1) < 100.0);
    assert_eq!(of::<Position>(&near, 0).unwrap().0, Cell::new(10, 10).center());
}

#[test]
fn a_tower_blocks_its_cells_until_it_falls() {
    let mut sim = start(
        &[
            ("orange", "defence tower", (20, 10)),
            ("blue", "archmage", (10, 8)),
            ("blue", "archmage", (10, 10)),
            ("blue", "archmage", (10, 12)),
            ("blue", "drake rider", (8, 8)),
            ("blue", "drake rider", (8, 10)),
            ("blue", "drake rider", (8, 12)),
            ("blue", "drake rider", (7, 9)),
        ],
        "(who: Team(\"blue\"), order: Attack(At(20, 10))), (who: Team(\"blue\"), order: Move(At(35, 10)), \
         queued: true)",
    );
    let blocked = |sim: &Simulation| {
        let terrain = &sim.get::<Land>().unwrap().terrain;
        [(20, 10), (21, 10), (20, 11), (21, 11)].map(|c| !terrain.is_passable(c.into()))
    };
    assert_eq!(blocked(&sim), [true; 4]);
    let fallen = (0..3000).find(|_| {
        sim.run(1);
        sim.get::<Score>().unwrap().winner.is_some()
    });
    assert!(fallen.is_some(), "{:?}", sim.get::<Score>());
    sim.run(1);
    assert_eq!(blocked(&sim), [false; 4]);
    assert!(sim.run_until_arrived(1500), "then they continue with their next order");
}

#[test]
fn fast_units_leave_the_cell_that_a_shot_was_aimed_at() {
    let hurt = |kind: &str| {
        let mut sim = start(
            &[("orange", "defence tower", (20, 5)), ("blue", kind, (2, 10))],
            "(who: Team(\"blue\"), order: Move(At(38, 10)))",
        );
        sim.run(1);
        let mut most_shots = 0;
        for _ in 0..600 {
            sim.run(1);
            most_shots = most_shots.max(sim.get::<Shots>().unwrap().0.len());
        }
        assert!(most_shots > 0);
        let attacks = sim.get::<Score>().unwrap().sides[1].attacks as f32;
        (kind_named(kind).unwrap().hit_points - hit_points(&sim, 1)) / attacks
    };
    assert!(hurt("drake rider") < 10.0, "5.4 cells a second: {}", hurt("drake rider"));
}

#[test]
fn a_medic_heals_until_its_energy_is_gone() {
    let enemies = [("orange", "Marine", (14, 10)), ("orange", "Marine", (14, 11))];
    let fight = |own: &[(&str, &str, (i32, i32))], ticks: u64| {
        let mut sim = start(&[own, &enemies].concat(), "");
        sim.run(ticks);
        sim
    };
    let marine = ("blue", "Marine", (10, 10));
    let alone = fight(&[marine], 60);
    let healed = fight(&[marine, ("blue", "Medic", (9, 10))], 60);
    let full = 200.0;
    let energy = of::<Energy>(&healed, 1).expect("the medic is alive").0;
    assert!(energy < full, "{energy}: it has healed");
    assert!(hit_points(&healed, 0) > hit_points(&alone, 0));
    // The gain equals the energy spent: two hit points per point of energy, without what it regains by itself.
    let spent = full - energy;
    let gained = hit_points(&healed, 0) - hit_points(&alone, 0);
    assert!(gained <= 2.0 * (spent + 5.0), "{gained} hit points for {spent} energy");
}

#[test]
fn a_medic_does_not_heal_machines() {
    let units = [
        ("blue", "Goliath", (10, 10)),
        ("blue", "Medic", (9, 10)),
        ("orange", "Marine", (14, 10)),
        ("orange", "Marine", (14, 11)),
    ];
    let mut sim = start(&units, "");
    sim.run(60);
    let goliath = kind_named("Goliath").unwrap();
    assert!(hit_points(&sim, 0) < goliath.hit_points, "it was hit");
    assert_eq!(of::<Energy>(&sim, 1).expect("the medic is alive").0, 200.0);
}

#[test]
fn the_same_seed_gives_the_same_fight_and_another_seed_another_one() {
    let units = [
        ("blue", "demon", (5, 8)),
        ("blue", "demon", (5, 9)),
        ("blue", "battlemage", (5, 10)),
        ("orange", "demon", (20, 8)),
        ("orange", "drake rider", (20, 9)),
        ("orange", "defence tower", (30, 10)),
    ];
    let scenario = field(&units, TO_THE_RIGHT);
    let run = |seed: u64| {
        let mut sim = Simulation::new(&Scenario { seed, ..scenario.clone() });
        sim.run(600);
        (sim.hash(), sim.get::<Score>().unwrap().sides[0].damage_dealt)
    };
    assert_eq!(run(3), run(3));
    assert_ne!(run(3), run(4));
    assert!(run(3).1 > 0.0);
}

#[test]
fn engage_rules_keep_marines_alive_longer_than_standing() {
    let units: Vec<(&str, &str, (i32, i32))> = (0..6)
        .map(|i| ("blue", "Marine", (4 + i % 2, 7 + i)))
        .chain((0..9).map(|i| ("orange", "Firebat", (24 + i % 3, 6 + i))))
        .collect();
    let orders = "(who: Team(\"blue\"), order: AttackMove(At(35, 10))), (who: Team(\"orange\"), order: \
         AttackMove(At(3, 10)))";
    // Number of ticks that the six marines live, summed, and the damage that they deal.
    let fight = |preset: &str| {
        let mut scenario = field(&units, orders);
        scenario.teams[0].doctrine = preset_named(preset).unwrap().doctrine;
        let mut sim = Simulation::new(&scenario);
        let mut lived = 0;
        for _ in 0..1200 {
            sim.run(1);
            lived += (0..6).filter(|&unit| of::<Unit>(&sim, unit).is_some()).count();
        }
        (lived, sim.get::<Score>().unwrap().sides[0].damage_dealt)
    };
    let (lived, dealt) = fight("A*");
    assert!(lived < 6 * 1200, "without a rule some of them die");
    for preset in ["Hybrid boids", "Hybrid potential field"] {
        let with = fight(preset);
        assert!(with.0 > lived, "{preset}: {} ticks against {lived}", with.0);
        assert!(with.1 > dealt, "{preset}: {} damage against {dealt}", with.1);
    }
}

#[test]
fn no_unit_waits_for_ever_for_an_enemy_behind_water() {
    let text = "(version: 1, map: Rows([
        \"..........................\",
        \"........WWWWWWW...........\",
        \"........W.....W...........\",
        \"........W.....W...........\",
        \"........WWWWWWW...........\",
        \"..........................\",
    ]), teams: [(name: \"blue\"), (name: \"orange\")], units: [(team: \"blue\", kind: \"Zergling\", at: (1, 3)), \
     (team: \"orange\", kind: \"Zergling\", at: (11, 2))], orders: [(who: Team(\"blue\"), order: \
     AttackMove(At(24, 3)))])";
    let mut sim = Simulation::new(&load_str(text, "water", None).unwrap());
    let there = (0..3000).any(|_| {
        sim.run(1);
        of::<Position>(&sim, 0).is_some_and(|p| p.0.x > 22.0)
    });
    assert!(there, "{:?} {:?}", of::<Position>(&sim, 0), of::<Status>(&sim, 0));
}

#[test]
fn rules_make_the_start_differ_from_seed_to_seed() {
    let mut scenario = field(&[("blue", "Marine", (5, 5))], "");
    scenario.rules = Rules { start_variation: 0.12, ..Rules::default() };
    let at = |seed| {
        let mut simulation = Simulation::new(&Scenario { seed, ..scenario.clone() });
        simulation.run(1);
        of::<Position>(&simulation, 0)
    };
    assert_ne!(at(1), at(2));
    assert!(at(1).unwrap().0.distance(Cell::new(5, 5).center()) < 0.18);
}

#[test]
fn an_attack_on_a_unit_follows_it_leaves_others_alone_and_is_saved() {
    let scenario = field(
        &[
            ("blue", "Marine", (3, 9)),
            ("blue", "Marine", (3, 11)),
            ("orange", "Medic", (9, 10)),
            ("orange", "Medic", (20, 4)),
        ],
        "(who: Team(\"blue\"), order: AttackUnit(unit: 3, at: At(20, 4))),
         (who: Units([3]), order: Move(At(36, 17)))",
    );
    assert_eq!(load_str(&to_ron(&scenario), "saved", None).unwrap(), scenario);
    let mut sim = Simulation::new(&scenario);
    let mut met = 0;
    while of::<Position>(&sim, 3).is_some() && sim.tick() < 2000 {
        sim.run(1);
        met += u32::from(of::<Position>(&sim, 0).unwrap().0.distance(Vec2::new(9.5, 10.5)) < 4.0);
        assert_eq!(hit_points(&sim, 2), 60.0, "no other unit is attacked");
    }
    assert!(met > 0, "they came by the other one");
    assert!(sim.tick() < 2000, "unit 3 lives at {:?}", of::<Position>(&sim, 3));
    assert!(of::<Position>(&sim, 0).unwrap().0.x > 28.0, "far from where it stood first");
    let quarries = |sim: &Simulation| {
        let groups = sim.get::<Groups>().unwrap();
        groups.list.values().map(|g| g.quarries().count()).sum::<usize>()
    };
    sim.run(40);
    assert_eq!(quarries(&sim), 0, "a dead unit is no target");
    assert!(sim.run_until_arrived(600) || sim.get::<Groups>().unwrap().list.is_empty());
}

#[test]
fn an_attack_on_a_tower_ends_in_front_of_it() {
    let mut sim = start(
        &[
            ("blue", "Marine", (3, 9)),
            ("blue", "Marine", (3, 11)),
            ("orange", "defence tower", (20, 9)),
        ],
        "(who: Team(\"blue\"), order: AttackUnit(unit: 2, at: At(20, 9)))",
    );
    sim.run(400);
    let unreachable = told(&sim, |kind| matches!(kind, EventKind::GoalUnreachable { .. }));
    assert!(!unreachable, "what is attacked may block its own place");
    assert!(hit_points(&sim, 2) < kind_named("defence tower").unwrap().hit_points);
}

#[test]
fn a_unit_gets_the_health_that_it_is_given_and_never_dies_of_it() {
    let mut sim = start(&[("blue", "Marine", (10, 10)), ("blue", "Medic", (10, 12))], "");
    sim.run(1);
    let health = |hit_points, energy| Health { hit_points, energy };
    for paused in [true, false] {
        for (given, expected) in [(25.0, 25.0), (9999.0, 40.0), (-3.0, 40.0), (0.0, 40.0)] {
            sim.send([Action::SetHealth(vec![(UnitId(0), health(given, 0.0))])]);
            if paused {
                sim.edit();
            } else {
                sim.run(1);
            }
            let now = hit_points(&sim, 0);
            assert!((now - expected).abs() < 0.5, "{given}, paused {paused}: {now}");
        }
    }
    let again = Simulation::replay(
        &field(&[("blue", "Marine", (10, 10)), ("blue", "Medic", (10, 12))], ""),
        &sim.log(),
        sim.tick(),
    );
    assert_eq!(again.hash(), sim.hash());
}

#[test]
fn rule_changes_during_a_fight_apply_at_once() {
    let mut sim = start(&[("blue", "Marine", (10, 10)), ("orange", "Medic", (13, 10))], "");
    sim.run(10);
    let slow = Rules { stop_after_attack: 2.0, ..Rules::default() };
    let before = sim.hash();
    sim.send([Action::SetRules(slow)]);
    sim.edit();
    assert_eq!(sim.get::<Warfare>().unwrap().rules, slow);
    assert_eq!(sim.hash(), before, "parameters are not part of the state");
    sim.run(40);
    sim.send([Action::SetRules(Rules::default())]);
    sim.run(1);
    assert_eq!(sim.get::<Warfare>().unwrap().rules, Rules::default());
}

/// Five ranged units stand side by side between a tower and a melee unit.
#[test]
fn melee_units_go_around_friends_that_stand_and_shoot() {
    let mages = (7..12).map(|y| ("blue", "battlemage", (18, y)));
    let mut units: Vec<(&str, &str, (i32, i32))> = mages.collect();
    units.push(("blue", "demon", (15, 9)));
    units.push(("orange", "defence tower", (30, 9)));
    let mut sim = start(&units, TO_THE_RIGHT);
    let tower = Cell::new(30, 9).center();
    let near = (0..15 * 32).any(|_| {
        sim.run(1);
        of::<Position>(&sim, 5).is_some_and(|demon| demon.0.distance(tower) < 2.5)
    });
    assert!(near, "the demon is at {:?}", of::<Position>(&sim, 5));
}
