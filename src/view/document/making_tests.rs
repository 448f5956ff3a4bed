//! What makes a scenario in the window: each action in every mode that it can meet.

use super::*;
use crate::combat::{KindDefinition, WeaponDefinition};
use crate::grid::{Cell, CornerRule, Ground, Rectangle, Terrain};
use crate::planning::CellSteps;
use crate::scenario::{
    Doctrine, Goal, GoalId, Health, KindAction, Motion, ObstacleId, ObstacleKind, ObstacleSpec,
    Order, Place, Recording, ResizeObstacle, ScriptedOrder, Team, TeamId, UnitId, Who, load_str,
    to_ron,
};
use crate::sim::{self, Replay, Simulation};

/// Two teams that fight, with a wall between them.
pub(super) fn fight(motion: Motion) -> Scenario {
    let rows = vec![".".repeat(24); 14];
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let mut scenario = Scenario::plain(Terrain::from_text(CornerRule::Free, &rows));
    scenario.motion = motion;
    scenario.teams = vec![Team::numbered(0), Team::numbered(1)];
    let unit = |id: u32| NewUnit {
        id: UnitId(id),
        team: TeamId((id % 2) as u8),
        kind: if id < 6 { "soldier" } else { "Marine" }.into(),
        at: Vec2::new(if id.is_multiple_of(2) { 3.5 } else { 19.5 }, 2.5 + id as f32),
    };
    let mut scenario = bake(&scenario, &[Action::Spawn((0..10).map(unit).collect())]);
    let area = Rectangle::new(Cell::new(11, 3), 2, 6);
    scenario.obstacles = vec![ObstacleSpec { id: ObstacleId(0), kind: ObstacleKind::Wall, area }];
    for (team, x) in [(0, 20), (1, 3)] {
        let (who, to) = (Who::Team(TeamId(team)), Place::At(Cell::new(x, 7)));
        scenario.orders.push(ScriptedOrder {
            tick: 0,
            who,
            order: Order::AttackMove(to),
            queued: false,
        });
    }
    scenario
}

pub(super) fn motions() -> [Motion; 2] {
    [Motion::Steered, Motion::CellSteps(CellSteps::default())]
}

fn document(app: &App) -> &Document {
    app.world().resource::<Document>()
}

fn hashes(app: &App) -> Vec<u64> {
    let world = app.world();
    let mut arenas = world.try_query::<(Entity, &Arena)>().unwrap();
    let mut all: Vec<_> = arenas.iter(world).map(|(e, a)| (a.index, e)).collect();
    all.sort_unstable();
    all.into_iter().map(|(_, arena)| sim::state_hash(world, arena)).collect()
}

/// The hashes of all arenas of the run, computed without a window from the saved text.
fn expected(document: &Document) -> Vec<u64> {
    let scenarios = document.run().scenarios();
    let hash = |scenario: &Scenario| {
        let read = load_str(&to_ron(scenario), "saved", None).unwrap();
        assert_eq!(&read, &scenario.tidied(), "what is saved is what runs");
        let mut headless = Simulation::new(&read);
        headless.run(document.tick);
        headless.hash()
    };
    scenarios.iter().map(hash).collect()
}

fn check(app: &App, told: &str) {
    let document = document(app);
    assert_eq!(hashes(app), expected(document), "{told}, tick {}", document.tick);
    let recording = document.recording(app.world().resource::<RunCache>());
    let read = Recording::from_ron(&recording.to_ron(), "recording").unwrap();
    assert_eq!(read.replay(|_| ()).1, Replay::Same, "{told}");
    let line = Recording::from_line(&recording.to_line()).unwrap();
    assert_eq!(line.replay(|_| ()).1, Replay::Same, "{told}");
}

fn go(app: &mut App, change: impl FnOnce(&mut Document)) {
    change(&mut app.world_mut().resource_mut::<Document>());
    for _ in 0..1000 {
        frames(app);
        if document(app).seek_target().is_none() {
            return;
        }
    }
    panic!("the arenas never arrive");
}

/// Does an action before the first tick and later, in both kinds of motion, with one arena and with two; undoes it, redoes
/// it, steps back behind it, restarts, moves it to the start. The saved run gives the same hashes each time.
pub(super) fn in_every_mode(name: &str, action: impl Fn(&Scenario) -> Action) {
    for motion in motions() {
        for (at, arenas) in [(0, 1), (20, 1), (20, 2)] {
            let told = format!("{name}, {}, at {at}, {arenas} arenas", motion.name());
            let mut app = alone(&fight(motion));
            frames(&mut app);
            if arenas == 2 {
                let add = ComparisonIntent::Add { team: TeamId(0), doctrine: Doctrine::default() };
                go(&mut app, |document| document.serve_comparison(&add));
            }
            run(&mut app, at);
            let (before, start) = (hashes(&app), shown(&mut app));
            let edit = Edit::new(name, vec![action(&start)]);
            go(&mut app, |document| document.perform(edit));
            let changed = shown(&mut app);
            assert_ne!(changed, start, "{told}: it changes the scenario");
            run(&mut app, 40);
            check(&app, &told);
            let after = hashes(&app);
            go(&mut app, Document::undo);
            assert_eq!(document(&app).tick, at, "{told}");
            if at > 0 {
                assert_eq!(hashes(&app), before, "{told}: undone");
            }
            assert_eq!(shown(&mut app), start, "{told}: undone");
            run(&mut app, 5);
            assert_eq!(hashes(&app), expected(document(&app)), "{told}, undone");
            go(&mut app, |document| document.go_to(at));
            go(&mut app, Document::redo);
            assert_eq!(shown(&mut app), changed, "{told}: redone");
            assert_eq!(hashes(&app), after, "{told}: redone");
            for to in [at.saturating_sub(3), at + 1, at + 33, at + 40] {
                go(&mut app, |document| document.go_to(to));
                if to > 0 {
                    assert_eq!(hashes(&app), expected(document(&app)), "{told}, gone to {to}");
                }
            }
            assert_eq!(hashes(&app), after, "{told}: there again");
            go(&mut app, Document::restart);
            run(&mut app, at + 40);
            assert_eq!(hashes(&app), after, "{told}: restarted");
            go(&mut app, Document::restart_with_all_edits);
            assert!(document(&app).run().saved().actions.is_empty());
            run(&mut app, 10);
            assert_eq!(hashes(&app), expected(document(&app)), "{told}, at the start");
        }
    }
}

#[test]
fn an_obstacle_gets_another_size_in_every_mode() {
    in_every_mode("Resize obstacle", |_| {
        Action::ResizeObstacle(ResizeObstacle {
            id: ObstacleId(0),
            area: Rectangle::new(Cell::new(10, 2), 4, 9),
        })
    });
}

fn changed_kind(scenario: &Scenario, change: impl FnOnce(&mut KindDefinition)) -> Action {
    let mut definition = KindDefinition::of(scenario.catalogue.kind("Marine").unwrap());
    change(&mut definition);
    Action::Kind(KindAction::Set(definition))
}

#[test]
fn a_kind_gets_other_numbers_in_every_mode() {
    in_every_mode("Change Marine", |scenario| {
        changed_kind(scenario, |kind| {
            (kind.hit_points, kind.speed, kind.radius) = (kind.hit_points * 1.5, 2.75, 0.47);
            if let Some(weapon) = &mut kind.weapon {
                (weapon.damage, weapon.range) = (weapon.damage * 2.0, weapon.range + 1.5);
            }
        })
    });
}

/// The kind `soldier` with a change. Soldiers have no weapon.
fn changed_soldier(scenario: &Scenario, change: impl FnOnce(&mut KindDefinition)) -> Action {
    let mut definition = KindDefinition::of(scenario.catalogue.kind("soldier").unwrap());
    change(&mut definition);
    Action::Kind(KindAction::Set(definition))
}

#[test]
fn a_kind_is_armed_in_every_mode() {
    in_every_mode("Arm soldiers", |scenario| {
        changed_soldier(scenario, |kind| kind.weapon = Some(WeaponDefinition::first()))
    });
}

#[test]
fn a_kind_loses_its_weapon_in_every_mode() {
    in_every_mode("Disarm Marines", |scenario| changed_kind(scenario, |kind| kind.weapon = None));
}

#[test]
fn a_kind_learns_to_fly_in_every_mode() {
    in_every_mode("Soldiers fly", |scenario| changed_soldier(scenario, |kind| kind.flying = true));
}

#[test]
fn numbers_out_of_range_are_not_recorded() {
    for motion in motions() {
        let scenario = fight(motion);
        let wide = changed_soldier(&scenario, |kind| kind.radius = 0.51);
        let mut app = alone(&scenario);
        frames(&mut app);
        for told in ["before the run", "during the run"] {
            let before = document(&app).run().saved();
            perform(&mut app, "Kind", wide.clone());
            assert_eq!(document(&app).run().saved(), before, "{told}");
            run(&mut app, 8);
            check(&app, told);
        }
    }
}

#[test]
fn soldiers_that_get_a_weapon_during_a_run_shoot() {
    for motion in motions() {
        let mut app = alone(&fight(motion));
        frames(&mut app);
        run(&mut app, 20);
        let scenario = &shown(&mut app);
        let action = changed_soldier(scenario, |kind| {
            let range = 20.0;
            kind.sight = range;
            kind.weapon = Some(WeaponDefinition { range, ..WeaponDefinition::first() });
        });
        go(&mut app, |document| document.perform(Edit::new("Arm", vec![action])));
        run(&mut app, 120);
        let arena = super::arena(&mut app);
        let units = app.world().get::<sim::Roster>(arena).unwrap().units.clone();
        let hurt = |id: u32| match units.get(&UnitId(id)) {
            Some(&unit) => {
                let whole = app.world().get::<sim::Unit>(unit).unwrap().kind.hit_points;
                app.world().get::<sim::HitPoints>(unit).unwrap().0 < whole
            }
            None => true,
        };
        assert!((0..6).any(hurt), "{}", motion.name());
    }
}

#[test]
fn units_that_begin_to_fly_take_the_straight_way() {
    let mut app = alone(&fight(Motion::Steered));
    frames(&mut app);
    run(&mut app, 20);
    let action = changed_soldier(&shown(&mut app), |kind| kind.flying = true);
    go(&mut app, |document| document.perform(Edit::new("Fly", vec![action])));
    let wall = shown(&mut app).obstacles[0].area;
    let mut over = false;
    for _ in 0..60 {
        run(&mut app, 4);
        let arena = super::arena(&mut app);
        let units = app.world().get::<sim::Roster>(arena).unwrap().units.clone();
        over |= (0..6).filter_map(|id| units.get(&UnitId(id))).any(|&unit| {
            let at = app.world().get::<sim::Position>(unit).unwrap().0;
            wall.cells().any(|cell| cell == Cell::containing(at))
        });
    }
    assert!(over, "nobody flies over the wall");
}

#[test]
fn units_that_are_hurt_keep_their_share_of_hit_points() {
    for motion in motions() {
        let mut app = alone(&fight(motion));
        frames(&mut app);
        run(&mut app, 1);
        let hurt = Health { hit_points: 10.0, energy: 0.0 };
        let whole = shown(&mut app).catalogue.kind("Marine").unwrap().hit_points;
        let edit = Edit::new("Hurt", vec![Action::SetHealth(vec![(UnitId(6), hurt)])]);
        go(&mut app, |document| document.perform(edit));
        run(&mut app, 1);
        let action = changed_kind(&shown(&mut app), |kind| kind.hit_points *= 2.0);
        go(&mut app, |document| document.perform(Edit::new("Change", vec![action])));
        run(&mut app, 1);
        let arena = super::arena(&mut app);
        let unit = app.world().get::<sim::Roster>(arena).unwrap().units[&UnitId(6)];
        let left = app.world().get::<sim::HitPoints>(unit).unwrap().0;
        assert!((left - 20.0).abs() < 0.5, "{left} of {}", 2.0 * whole);
    }
}

#[test]
fn scripted_orders_change_in_every_mode() {
    in_every_mode("Change orders", |scenario| {
        let mut orders = scenario.orders.clone();
        let order = |tick, who, x| ScriptedOrder {
            tick,
            who,
            order: Order::Move(Place::At(Cell::new(x, 12))),
            queued: false,
        };
        // One at the start, one in the time that the test looks at, one later.
        orders.push(order(0, Who::Units(vec![UnitId(1)]), 18));
        orders.push(order(30, Who::Team(TeamId(0)), 2));
        orders.push(order(600, Who::Everyone, 12));
        Action::SetOrders(orders)
    });
}

#[test]
fn an_order_of_the_list_is_given_at_its_time_and_one_of_the_past_is_not() {
    for motion in motions() {
        let mut app = alone(&fight(motion));
        frames(&mut app);
        let legs = |app: &mut App| {
            let arena = super::arena(app);
            let groups = app.world().get::<sim::Groups>(arena).unwrap();
            groups.list.values().flat_map(|group| group.legs.clone()).collect::<Vec<_>>()
        };
        run(&mut app, 20);
        let to = |x| Cell::new(x, 1);
        let order = |tick, x| ScriptedOrder {
            tick,
            who: Who::Everyone,
            order: Order::Move(Place::At(to(x))),
            queued: false,
        };
        let action = Action::SetOrders(vec![order(4, 5), order(25, 6)]);
        go(&mut app, |document| document.perform(Edit::new("Orders", vec![action])));
        run(&mut app, 3);
        assert!(!legs(&mut app).contains(&Order::Move(to(6))));
        run(&mut app, 4);
        let given = legs(&mut app);
        assert!(given.contains(&Order::Move(to(6))), "{given:?}");
        assert!(!given.contains(&Order::Move(to(5))), "{given:?}");
        go(&mut app, Document::restart_with_all_edits);
        run(&mut app, 6);
        assert!(legs(&mut app).contains(&Order::Move(to(5))));
    }
}

#[test]
fn an_order_to_a_goal_that_was_walled_over_leads_to_where_the_goal_is_now() {
    for motion in motions() {
        let mut scenario = fight(motion);
        let at = Cell::new(20, 12);
        scenario.goals.push(Goal { id: GoalId(0), name: "flag".into(), at });
        scenario.orders.push(ScriptedOrder {
            tick: 40,
            who: Who::Everyone,
            order: Order::Move(Place::Goal(GoalId(0))),
            queued: false,
        });
        let mut app = alone(&scenario);
        frames(&mut app);
        run(&mut app, 20);
        let wall = Action::Paint(vec![(at, Ground::Wall)]);
        go(&mut app, |document| document.perform(Edit::new("Wall", vec![wall])));
        run(&mut app, 25);
        let to = shown(&mut app).goals[0].at;
        assert_ne!(to, at, "the goal has moved");
        let arena = super::arena(&mut app);
        let groups = app.world().get::<sim::Groups>(arena).unwrap();
        let legs: Vec<_> = groups.list.values().flat_map(|group| group.legs.clone()).collect();
        assert!(legs.contains(&Order::Move(to)), "{legs:?}");
        check(&app, motion.name());
    }
}
