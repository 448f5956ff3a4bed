//! Changes of the motion of units that walk, fight and patrol: in both directions, paused and running, and back.

use crate::common::{scenario, watch};
use bevy::prelude::*;
use phalanx::combat::kind_named;
use phalanx::grid::{Cell, Rectangle};
use phalanx::planning::{CellSteps, StepClock};
use phalanx::scenario::{
    Action, GiveOrder, Motion, NewUnit, Order, Place, Scenario, ScriptedOrder, TeamId, UnitId,
    UnitSpec, Who, load_str, preset_named, to_ron,
};
use phalanx::sim::{
    Board, Event, EventKind, Events, Groups, HitPoints, Journal, Position, Roster, SimPlugin,
    Simulation, Status, Stepper, bake, spawn_arena, state_hash,
};

const STEPS: Motion = Motion::CellSteps(CellSteps {
    clock: StepClock::OneAction,
    ticks: 8,
    visibility: 5.0,
    nodes_per_pass: 50_000,
    makes_room_after: 16,
    settles: true,
    action_time: 1.5,
});

/// A field with a wall that has two doors.
fn field(order: Order<Place>, preset: &str) -> Scenario {
    let mut field = scenario(&[
        "........................",
        ".aaaa.....#.............",
        ".aaaa.....#.............",
        ".aaaa.....#.............",
        "..........#.............",
        "........................",
        "..........#.............",
        "..........#.............",
        "..........#.............",
        "........................",
    ]);
    field.teams[0].doctrine = preset_named(preset).unwrap().doctrine;
    field.orders.push(ScriptedOrder { tick: 0, who: Who::Team(TeamId(0)), order, queued: false });
    field
}

fn going(preset: &str) -> Scenario {
    field(Order::Move(Place::At(Cell::new(20, 6))), preset)
}

fn with(scenario: Scenario, motion: Motion) -> Scenario {
    Scenario { motion, ..scenario }
}

/// When a change is made.
#[derive(Clone, Copy, Debug, PartialEq)]
enum When {
    Running,
    Paused,
}

fn change(sim: &mut Simulation, motion: Motion, when: When) {
    sim.send([Action::SetMotion(motion)]);
    match when {
        When::Running => sim.run(1),
        When::Paused => sim.edit(),
    }
}

fn motion_of(sim: &Simulation) -> Motion {
    sim.get::<Board>().map_or(Motion::Steered, |board| Motion::CellSteps(board.rules))
}

/// Runs until all units have arrived, and checks that none is lost and all invariants hold.
fn all_arrive(sim: &mut Simulation, what: &str) {
    let units = watch::units(sim).len();
    for _ in 0..4000 {
        sim.run(1);
        assert_eq!(watch::disorder(sim), None, "{what}");
        assert_eq!(watch::units(sim).len(), units, "{what}");
        if sim.numbers().all_arrived_at.is_some() {
            return;
        }
    }
    panic!("{what}: {:?} {:?}", watch::units(sim), sim.numbers());
}

fn replays(scenario: &Scenario, sim: &Simulation, what: &str) {
    let again = Simulation::replay(scenario, &sim.log(), sim.tick());
    assert_eq!(again.hash(), sim.hash(), "{what}");
}

const PRESETS: &[&str] = &["A*", "Map Marker", "Flock", "WHCA*", "DM-8", "Local repair A*"];

#[test]
fn a_group_on_its_way_arrives_after_each_change_of_motion() {
    for preset in PRESETS {
        for (from, to) in [(Motion::Steered, STEPS), (STEPS, Motion::Steered)] {
            for when in [When::Running, When::Paused] {
                for back in [false, true] {
                    let what = format!("{preset}, {from:?} {when:?} and back: {back}");
                    let start = with(going(preset), from);
                    let mut sim = Simulation::new(&start);
                    sim.run(77);
                    change(&mut sim, to, when);
                    assert_eq!(motion_of(&sim), to, "{what}");
                    assert!(sim.numbers().walking > 0, "{what}");
                    sim.run(50);
                    if back {
                        change(&mut sim, from, when);
                        assert_eq!(motion_of(&sim), from, "{what}");
                    }
                    all_arrive(&mut sim, &what);
                    replays(&start, &sim, &what);
                }
            }
        }
    }
}

#[test]
fn units_get_their_own_cells_at_once_and_plans_are_shown_while_paused() {
    let mut sim = Simulation::new(&going("A*"));
    sim.run(60);
    let before = watch::units(&sim);
    change(&mut sim, STEPS, When::Paused);
    assert_eq!(watch::shared_cell(&sim), None);
    for (was, is) in before.iter().zip(watch::units(&sim)) {
        assert_eq!(is.position, Cell::containing(is.position).center(), "{is:?}");
        assert!(is.position.distance(was.position) < 2.0, "{was:?} {is:?}");
        assert_eq!(is.status, Status::Walking);
    }
    let roster = &sim.get::<Roster>().unwrap().units;
    let route = |&entity| sim.world().get::<phalanx::sim::Route>(entity).unwrap();
    // Units at the centre of the crowd see only other units around them.
    let paths = roster.values().filter(|unit| !route(unit).ahead().is_empty()).count();
    assert!(paths >= 6, "only {paths} of 12 have a path");
    change(&mut sim, Motion::Steered, When::Paused);
    assert_eq!(watch::disorder(&sim), None);
    assert!(watch::units(&sim).iter().all(|unit| unit.status == Status::Walking));
}

#[test]
fn a_change_of_motion_reaches_the_saved_scenario() {
    let start = going("A*");
    let rules = CellSteps { visibility: 9.0, clock: StepClock::ByLength, ..CellSteps::default() };
    let steps = Action::SetMotion(Motion::CellSteps(rules));
    let scenario = bake(&start, &[Action::SetMotion(STEPS), steps]);
    let read = load_str(&to_ron(&scenario), "saved", None).unwrap();
    assert_eq!(read.motion, Motion::CellSteps(rules));
    let wrong = Motion::CellSteps(CellSteps { ticks: 0, ..rules });
    let refused = bake(&scenario, &[Action::SetMotion(wrong)]);
    assert_eq!(refused.motion, Motion::CellSteps(rules), "values out of range are refused");
    let mut sim = Simulation::new(&scenario);
    change(&mut sim, wrong, When::Running);
    assert_eq!(motion_of(&sim), Motion::CellSteps(rules));
    let refused = |event: &Event| matches!(event.kind, EventKind::Refused(_));
    assert!(sim.get::<Events>().unwrap().iter().any(refused));
}

#[test]
fn patrols_make_the_ordered_number_of_rounds() {
    for (from, to) in [(Motion::Steered, STEPS), (STEPS, Motion::Steered)] {
        for when in [When::Running, When::Paused] {
            // On the way there, on the way back, and while the first units wait for the last.
            for tick in [0, 60, 200, 330, 400] {
                let what = format!("{from:?} {when:?} at {tick}");
                let patrol = Order::Patrol { to: Place::At(Cell::new(18, 4)), rounds: 2 };
                let start = with(field(patrol, "A*"), from);
                let mut sim = Simulation::new(&start);
                sim.run(tick);
                change(&mut sim, to, when);
                let mut turns = 0;
                let mut side = None;
                for _ in 0..6000 {
                    sim.run(1);
                    assert_eq!(watch::disorder(&sim), None, "{what}");
                    let x = watch::units(&sim)[0].position.x;
                    let now = if x > 15.0 {
                        Some(true)
                    } else if x < 6.0 {
                        Some(false)
                    } else {
                        side
                    };
                    turns += u32::from(side.is_some() && side != now);
                    side = now;
                    if sim.numbers().all_arrived_at.is_some() {
                        break;
                    }
                }
                assert!(sim.numbers().all_arrived_at.is_some(), "{what}: {:?}", sim.numbers());
                let first = watch::units(&sim)[0].position;
                assert!(first.x < 8.0, "{what}: ends where it began, not at {first}");
                // Two rounds are four one-way trips. Those completed before the change are not counted here.
                assert!((2..=4).contains(&turns), "{what}: {turns} turns");
                sim.run(1);
                assert!(sim.get::<Groups>().unwrap().list.is_empty(), "{what}");
                replays(&start, &sim, &what);
            }
        }
    }
}

#[test]
fn a_round_that_began_steered_does_not_count_as_a_patrol() {
    let patrol = Order::Patrol { to: Place::At(Cell::new(18, 4)), rounds: 2 };
    let mut sim = Simulation::new(&field(patrol, "A*"));
    sim.run(60);
    change(&mut sim, STEPS, When::Running);
    for _ in 0..6000 {
        sim.run(1);
        if sim.numbers().all_arrived_at.is_some() {
            break;
        }
    }
    let patrols = sim.numbers().patrols;
    assert_eq!(patrols.rounds, 12, "each of the twelve units counts its second round only");
    assert!(patrols.length > 20.0 && patrols.expanded > 0.0, "{patrols:?}");
    let actions = (sim.numbers().all_arrived_at.unwrap() - 60) as f64 / 8.0;
    assert!((patrols.time - actions * 1.5).abs() <= 3.0, "{patrols:?} {actions}");
}

/// Marines and a medic against zerglings and a tower.
fn battle(resume: bool) -> Scenario {
    let mut battle = scenario(&[".........................."; 14]);
    if resume {
        battle.rules.after_fight = phalanx::combat::AfterFight::ResumePath;
    }
    let mut add = |kind: &str, team: u8, x: i32, y: i32| {
        let id = UnitId(battle.units.len() as u32);
        let kind = kind_named(kind).unwrap();
        battle.units.push(UnitSpec { id, team: TeamId(team), kind, at: Cell::new(x, y) });
    };
    for i in 0..8 {
        add("Marine", 0, 2 + i % 2, 2 + i);
    }
    add("Medic", 0, 1, 6);
    add("drake rider", 0, 4, 5);
    for i in 0..5 {
        add("Zergling", 1, 18, 3 + i);
    }
    add("defence tower", 0, 20, 10);
    let who = Who::Units((0..10).map(UnitId).collect());
    let order = Order::AttackMove(Place::At(Cell::new(20, 4)));
    battle.orders.push(ScriptedOrder { tick: 0, who, order, queued: false });
    battle
}

#[test]
fn fights_continue_through_changes_and_units_continue_to_their_goal() {
    for resume in [false, true] {
        for first in [Motion::Steered, STEPS] {
            let start = with(battle(resume), first);
            let mut sim = Simulation::new(&start);
            let mut motion = first;
            let mut shots = false;
            for round in 0..60 {
                sim.run(37);
                shots |= sim.numbers().fighting > 0;
                motion = if motion == Motion::Steered { STEPS } else { Motion::Steered };
                let when = if round % 2 == 0 { When::Running } else { When::Paused };
                change(&mut sim, motion, when);
                assert_eq!(watch::disorder(&sim), None);
            }
            let what = format!("resume {resume}, {first:?}");
            assert!(shots, "{what}: no unit fought");
            replays(&start, &sim, &what);
            sim.run(1500);
            let numbers = sim.numbers();
            assert_eq!((numbers.walking, numbers.waiting), (0, 0), "{what}: {numbers:?}");
            assert!(numbers.arrived > 0, "{what}: {numbers:?}");
        }
    }
}

#[test]
fn an_order_given_in_a_fight_is_carried_out_after_it_on_cell_steps() {
    let mut sim = Simulation::new(&with(battle(true), STEPS));
    for _ in 0..600 {
        sim.run(1);
        if sim.numbers().fighting > 0 {
            break;
        }
    }
    let units = (0..8).map(UnitId).collect();
    let to = Cell::new(3, 12);
    sim.send([Action::Order(GiveOrder { units, order: Order::AttackMove(to), queued: false })]);
    sim.run(2500);
    let near = watch::units(&sim)
        .iter()
        .filter(|u| u.id.0 < 8)
        .all(|u| u.position.distance(to.center()) < 4.0);
    assert!(near, "{:?}", watch::units(&sim));
}

#[test]
fn buildings_stay_where_they_are_and_block_their_cells() {
    let start = battle(false);
    let tower = start.units.last().unwrap().clone();
    let area = Rectangle::new(tower.at, 2, 2);
    let mut sim = Simulation::new(&start);
    for motion in [STEPS, Motion::Steered, STEPS] {
        change(&mut sim, motion, When::Running);
        sim.run(20);
        let seen = watch::units(&sim).into_iter().find(|unit| unit.id == tower.id).unwrap();
        assert_eq!(seen.position, tower.kind.position_at(tower.at), "{motion:?}");
        assert!(area.cells().all(|cell| !watch::terrain(&sim).is_passable(cell)), "{motion:?}");
    }
    sim.send([Action::RemoveUnits(vec![tower.id])]);
    sim.run(1);
    assert!(area.cells().all(|cell| watch::terrain(&sim).is_passable(cell)));
}

#[test]
fn units_stay_steered_where_there_are_too_few_cells_and_say_so() {
    // Six small discs side by side where there are five cells.
    let mut sim = Simulation::new(&scenario(&["....."]));
    let marine = |id: u32| NewUnit {
        id: UnitId(id),
        team: TeamId(0),
        kind: "Marine".into(),
        at: Vec2::new(0.3 + 0.6 * id as f32, 0.5),
    };
    // Before the first tick they would stand on cells.
    sim.run(1);
    sim.send([Action::Spawn((0..6).map(marine).collect())]);
    sim.run(1);
    assert_eq!(watch::units(&sim).len(), 6);
    change(&mut sim, STEPS, When::Running);
    assert_eq!(motion_of(&sim), Motion::Steered);
    let said = |e: &Event| matches!(&e.kind, EventKind::Refused(why) if why.to_string().contains("free cells"));
    assert!(sim.get::<Events>().unwrap().iter().any(said));
    sim.send([Action::RemoveUnits(vec![UnitId(2)])]);
    change(&mut sim, STEPS, When::Running);
    assert_eq!(motion_of(&sim), STEPS);
    assert_eq!(watch::shared_cell(&sim), None);
}

#[test]
fn no_unit_jumps_when_the_rules_of_cell_steps_change() {
    let slower =
        |ticks, clock| Motion::CellSteps(CellSteps { ticks, clock, ..CellSteps::default() });
    let mut sim = Simulation::new(&with(going("WHCA*"), STEPS));
    let mut before = watch::units(&sim);
    let mut fastest = 8;
    for tick in 0..700_u32 {
        if tick % 43 == 21 {
            let ticks = [3, 16, 5, 11][tick as usize / 43 % 4];
            let clock = StepClock::ALL[tick as usize / 86 % 2];
            sim.send([Action::SetMotion(slower(ticks, clock))]);
            fastest = fastest.min(ticks);
        }
        sim.run(1);
        let now = watch::units(&sim);
        for (was, is) in before.iter().zip(&now) {
            let way = is.position.distance(was.position);
            assert!(way <= 1.42 / fastest as f32 + 1e-3, "tick {tick}: {way} {was:?} {is:?}");
        }
        assert_eq!(watch::disorder(&sim), None);
        before = now;
    }
    all_arrive(&mut sim, "rules that change");
}

#[test]
fn a_change_in_one_arena_leaves_other_arenas_alone() {
    let start = going("Flock");
    let mut alone = Simulation::new(&start);
    alone.run(300);
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, SimPlugin::default()));
    app.finish();
    app.cleanup();
    let arenas = [0, 1].map(|index| spawn_arena(app.world_mut(), &start, index));
    for tick in 0..300 {
        if tick == 100 {
            app.world_mut().get_mut::<Journal>(arenas[1]).unwrap().send([Action::SetMotion(STEPS)]);
        }
        app.world_mut().run_schedule(phalanx::sim::Tick);
    }
    assert_eq!(state_hash(app.world(), arenas[0]), alone.hash());
    assert!(app.world().get::<Board>(arenas[1]).is_some());
    assert_ne!(state_hash(app.world(), arenas[1]), alone.hash());
}

#[test]
fn nothing_of_the_other_motion_is_left_behind() {
    let mut sim = Simulation::new(&with(battle(false), STEPS));
    sim.run(50);
    change(&mut sim, Motion::Steered, When::Running);
    for &entity in sim.get::<Roster>().unwrap().units.values() {
        assert_eq!(sim.world().get::<Stepper>(entity), Some(&Stepper::default()));
        assert!(sim.world().get::<HitPoints>(entity).unwrap().0 > 0.0);
        assert!(sim.world().get::<Position>(entity).unwrap().0.is_finite());
    }
}
