//! The presets of flocking-influence-glest, checked on the paper's own units and formulae.

use phalanx::combat::TargetRule;
use phalanx::grid::Cell;
use phalanx::planning::{
    Explained, Falloff, Influence, InfluenceMap, Layers, Presence, Spread, UnitSnapshot, explain,
};
use phalanx::scenario::{Action, Doctrine, Scenario, SetDoctrine, TeamId, preset_named, shipped};
use phalanx::sim::{
    ArenaFields, HitPoints, Land, Position, Roster, Simulation, Unit, Velocity, Warfare, presence,
};
use phalanx::steering::{Separation, Travel};

fn map(name: &str, preset: &str) -> Scenario {
    let mut scenario = shipped().iter().find(|s| s.name == name).unwrap().load().unwrap();
    scenario.teams[0].doctrine = preset_named(preset).unwrap().doctrine;
    scenario
}

fn rule(doctrine: &Doctrine) -> Influence {
    doctrine.layers.influence.unwrap()
}

/// The presence of a team's units in the influence map, with their kinds.
fn felt(sim: &Simulation, team: u8) -> Vec<(&'static str, Presence)> {
    let world = sim.world();
    let entities = sim.get::<Roster>().unwrap().units.values();
    entities
        .map(|&entity| {
            let position = world.get::<Position>(entity).unwrap().0;
            (world.get::<Unit>(entity).unwrap(), position, world.get::<HitPoints>(entity))
        })
        .filter(|(unit, ..)| unit.team == TeamId(team))
        .map(|(unit, at, hit_points)| (unit.kind.name, presence(unit, at, hit_points)))
        .collect()
}

fn explained(sim: &Simulation, rule: &Influence, planners: &[Presence], cell: Cell) -> Explained {
    let terrain = &sim.get::<Land>().unwrap().terrain;
    let snapshot = |&presence| UnitSnapshot { presence, ..UnitSnapshot::default() };
    let planners: Vec<UnitSnapshot> = planners.iter().map(snapshot).collect();
    let context = sim.get::<ArenaFields>().unwrap().context(terrain, TeamId(0), &planners);
    let layers = Layers { influence: Some(*rule), ..Layers::default() };
    explain(&context.with_layers(layers), cell).unwrap()
}

/// c_F = (sum of HP) (sum of D) / (100 SEW) of the seven units of Section V.C, and how far the influence of a tower
/// reaches.
#[test]
fn flock_and_influence_weigh_the_group_of_scenario_3_as_the_paper_does() {
    for (preset, reach) in [("Flock + influence", 28.0), ("Flock + influence as printed", 16.0)] {
        let scenario = map("29-glest-3", preset);
        let rule = rule(&scenario.teams[0].doctrine);
        let mut sim = Simulation::new(&scenario);
        sim.run(1);
        let flock: Vec<Presence> = felt(&sim, 0).into_iter().map(|(_, p)| p).collect();
        let strong = Cell::new(43, 41);
        for (sew, strength) in [(4.0, 16233.75), (8.0, 8116.875), (12.0, 5411.25)] {
            let rule = Influence { sew, ..rule };
            let told = explained(&sim, &rule, &flock, strong);
            assert_eq!(told.strength, strength, "{preset}: 5850 x 1110 / (100 x {sew})");
            assert_eq!(told.epsilon, (told.zeta - strength) / 180.0);
            let dangerous = told.zeta > strength;
            assert_eq!(told.psi, if dangerous { 1.0 } else { -1.0 }, "{preset}, SEW {sew}");
        }
        // 13000 x 120 / 100 at the tower itself, falling linearly. The three other units are out of reach there.
        let at = |cells: i32| explained(&sim, &rule, &flock, Cell::new(43 + cells, 41)).zeta;
        assert!((at(8) - 15600.0 * (1.0 - 8.0 / reach)).abs() < 1.0, "{preset}: {}", at(8));
        assert_eq!(at(18) > 0.0, reach > 18.0, "{preset}");
    }
}

/// c_u = D HP / 100 of every unit of scenario 1, and the cost of the tower's own cell.
#[test]
fn influence_weighs_each_unit_as_the_paper_does() {
    for preset in ["Influence", "Influence as printed"] {
        let scenario = map("27-glest-1", preset);
        let rule = rule(&scenario.teams[0].doctrine);
        assert!(!rule.flock);
        let mut sim = Simulation::new(&scenario);
        sim.run(1);
        for (kind, planner) in felt(&sim, 0) {
            let told = explained(&sim, &rule, &[planner], Cell::new(55, 54));
            let expected = match kind {
                "demon" => 630.0,
                "battlemage" => 980.0,
                "drake rider" => 2405.0,
                _ => unreachable!("{kind}"),
            };
            assert_eq!(told.strength, expected, "{kind}");
            assert_eq!(told.psi, 1.0, "{kind}: a tower has 8400");
            assert!((told.factor - std::f64::consts::E).abs() < 1e-12, "{}", told.factor);
        }
    }
}

/// Section V: ViewAngle 90, SeparationWeight 3, SeparationDistance 4 as a length. All units move as fast as the
/// slowest.
#[test]
fn flocks_have_the_parameters_of_the_paper_and_the_speed_of_the_slowest() {
    for (preset, as_one) in [("Flock", true), ("Flock as printed", false)] {
        let scenario = map("28-glest-2", preset);
        let Travel::Flocking(flocking) = scenario.teams[0].doctrine.travel else { unreachable!() };
        assert_eq!(
            (flocking.view_angle, flocking.separation_weight, flocking.separation_distance),
            (90.0, 3.0, 4.0)
        );
        assert_eq!((flocking.separation, flocking.fights_as_one), (Separation::Length, as_one));
        assert_eq!(flocking.alignment_weight, 0.0, "not in the paper's sum");
        let mut sim = Simulation::new(&scenario);
        sim.run(160);
        let world = sim.world();
        for &entity in sim.get::<Roster>().unwrap().units.values() {
            let speed = world.get::<Velocity>(entity).unwrap().0.length();
            assert!(speed <= 1.51, "{preset}: {speed}, and the initiate makes 1.5");
        }
    }
}

/// Section V.C: under the printed rule the influences of the two emplacements of scenario 3 do not overlap.
#[test]
fn the_emplacements_of_scenario_3_do_not_overlap_as_printed() {
    let sim = Simulation::new(&map("29-glest-3", "Flock + influence as printed"));
    let towers = felt(&sim, 1);
    let (strong, three) = towers.split_last().unwrap();
    assert_eq!((strong.0, three.len()), ("strong tower", 3));
    for (_, tower) in three {
        let apart = tower.at.center().distance(strong.1.at.center());
        assert!(apart > tower.range + strong.1.range, "{apart}");
    }
}

/// Moving the sliders of the layer recomputes the influence, running and paused. The result equals a new simulation.
#[test]
fn reach_falloff_and_tiles_can_be_changed_live() {
    for paused in [false, true] {
        let scenario = map("29-glest-3", "Flock + influence as printed");
        let mut sim = Simulation::new(&scenario);
        sim.run(1);
        let mut doctrine = scenario.teams[0].doctrine;
        let changed = Influence {
            building_reach: 1.75,
            falloff: Falloff::Quadratic,
            tile: 3,
            ..rule(&doctrine)
        };
        doctrine.layers.influence = Some(changed);
        sim.send(vec![Action::SetDoctrine(SetDoctrine { team: TeamId(0), doctrine })]);
        if paused {
            sim.edit()
        } else {
            sim.run(1)
        }
        let fields = sim.get::<ArenaFields>().unwrap();
        let terrain = &sim.get::<Land>().unwrap().terrain;
        let map = fields.layers.influence.of(0);
        let asked = Spread { building_reach: 1.75, falloff: changed.falloff, tile: 3 };
        assert_eq!(*map.spread(), asked);
        // If time passed, units have moved since. During a pause the map shows where they are.
        if paused {
            let mut rebuilt = InfluenceMap::spreading(asked);
            let units =
                [0, 1].map(|team| felt(&sim, team).into_iter().map(move |(_, p)| (team, p)));
            for (number, (team, presence)) in (0..).zip(units.into_iter().flatten()) {
                rebuilt.place(terrain, number, team, presence);
            }
            for cell in terrain.bounds().cells() {
                assert_eq!(map.zeta(terrain, 0, cell), rebuilt.zeta(terrain, 0, cell), "{cell}");
            }
        }
    }
}

/// The targeting rule is part of a scenario and changes which units towers shoot at.
#[test]
fn towers_shoot_at_the_nearest_or_at_the_fewest_hit_points() {
    let first_to_die = |targeting| {
        let mut scenario = map("27-glest-1", "Flock");
        scenario.rules.targeting = targeting;
        let mut sim = Simulation::new(&scenario);
        assert_eq!(sim.get::<Warfare>().unwrap().rules.targeting, targeting);
        while felt(&sim, 0).len() == 6 && sim.tick() < 5000 {
            sim.run(8);
        }
        let left = felt(&sim, 0);
        ["demon", "battlemage", "drake rider"]
            .into_iter()
            .find(|kind| left.iter().filter(|(name, _)| name == kind).count() < 2)
    };
    assert_eq!(first_to_die(TargetRule::Nearest), first_to_die(TargetRule::ByWeapon));
    assert!(first_to_die(TargetRule::Weakest).is_some_and(|kind| kind != "drake rider"));
}
