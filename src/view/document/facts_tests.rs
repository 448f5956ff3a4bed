//! Teams, goals and facts in the document: undo, redo, restart, save and load, arenas side by side, both kinds of motion.

use super::*;
use crate::grid::{Bounds, Cell};
use crate::planning::CellSteps;
use crate::scenario::{
    Doctrine, FactAction, GoalAction, GoalId, Motion, NewUnit, Order, Place, ScriptedOrder, TeamId,
    UnitId, Who, are_enemies, load_str, to_ron,
};
use crate::sim::{self, Roster, Simulation, Teams, Unit};
use crate::view::document::comparison::ComparisonIntent;

const MOTIONS: fn() -> [Motion; 2] = || [Motion::Steered, Motion::CellSteps(CellSteps::default())];

fn unit(id: u32, team: u8) -> NewUnit {
    let at = Vec2::new(2.5 + 5.0 * f32::from(team), 1.5 + id as f32);
    NewUnit { id: UnitId(id), team: TeamId(team), kind: "soldier".into(), at }
}

/// Two teams of two units at a tick.
fn two_teams(motion: Motion, tick: u64) -> App {
    teams_of("soldier", motion, tick)
}

/// Two teams of two units of a kind at a tick.
fn teams_of(kind: &str, motion: Motion, tick: u64) -> App {
    let teams = vec![Team::numbered(0), Team::numbered(1)];
    let scenario = Scenario { motion, teams, ..Scenario::blank(Bounds::new(24, 8)) };
    let units = [unit(0, 0), unit(1, 0), unit(2, 1), unit(3, 1)];
    let units = units.map(|unit| NewUnit { kind: kind.into(), ..unit });
    let scenario = bake(&scenario, &[Action::Spawn(units.to_vec())]);
    let mut app = alone(&scenario);
    frames(&mut app);
    run(&mut app, tick);
    app
}

fn document(app: &App) -> &Document {
    app.world().resource::<Document>()
}

fn names(app: &mut App) -> Vec<String> {
    let teams = shown(app).teams;
    let living = crate::scenario::living_teams(&teams);
    living.map(|(_, team)| team.name.clone()).collect()
}

/// The number of units of a team in the first arena.
fn size(app: &mut App, team: u8) -> usize {
    let world = app.world_mut();
    let mut arenas = world.query::<(&Arena, &Roster)>();
    let (_, roster) = arenas.iter(world).find(|(arena, _)| arena.index == 0).unwrap();
    let units = roster.units.values().filter_map(|&entity| world.get::<Unit>(entity));
    units.filter(|unit| unit.team == TeamId(team)).count()
}

/// The saved file gives the same run without a window, in every arena.
fn check(app: &mut App) {
    run(app, 3);
    let saved = to_ron(&document(app).run().saved());
    let read = load_str(&saved, "saved", None).unwrap();
    assert_eq!(read, document(app).run().saved());
    let tick = document(app).tick;
    for (index, scenario) in document(app).run().scenarios().iter().enumerate() {
        let scenario = if index == 0 { &read } else { scenario };
        let mut headless = Simulation::new(scenario);
        headless.run(tick);
        let world = app.world_mut();
        let mut arenas = world.query::<(Entity, &Arena)>();
        let found = arenas.iter(world).find(|(_, arena)| arena.index as usize == index).unwrap().0;
        assert_eq!(sim::state_hash(world, found), headless.hash(), "arena {index}, tick {tick}");
    }
}

fn undo(app: &mut App) {
    app.world_mut().resource_mut::<Document>().undo();
    frames(app);
}

fn redo(app: &mut App) {
    app.world_mut().resource_mut::<Document>().redo();
    frames(app);
}

fn restart(app: &mut App) {
    app.world_mut().resource_mut::<Document>().restart();
    frames(app);
}

fn add(name: &str) -> Action {
    Action::Team(TeamAction::Add { name: name.into(), colour: (10, 20, 30) })
}

#[test]
fn a_third_team_fights_at_once_and_survives_undo_restart_and_a_file() {
    for motion in MOTIONS() {
        for tick in [0, 20] {
            let mut app = two_teams(motion, tick);
            perform(&mut app, "Add team", add("green"));
            perform(&mut app, "Drop units", Action::Spawn(vec![unit(7, 2)]));
            assert_eq!((names(&mut app).len(), size(&mut app, 2)), (3, 1), "tick {tick}");
            check(&mut app);
            undo(&mut app);
            undo(&mut app);
            assert_eq!((names(&mut app).len(), size(&mut app, 2)), (2, 0));
            redo(&mut app);
            redo(&mut app);
            assert_eq!((names(&mut app).len(), size(&mut app, 2)), (3, 1));
            restart(&mut app);
            run(&mut app, tick + 3);
            assert_eq!(size(&mut app, 2), 1);
            check(&mut app);
        }
    }
}

#[test]
fn a_removed_team_is_gone_and_later_teams_keep_their_units() {
    for motion in MOTIONS() {
        for tick in [0, 20] {
            let mut app = two_teams(motion, tick);
            perform(&mut app, "Add team", add("green"));
            perform(&mut app, "Drop units", Action::Spawn(vec![unit(7, 2), unit(8, 2)]));
            perform(&mut app, "Remove team", Action::Team(TeamAction::Remove(TeamId(1))));
            assert_eq!(names(&mut app), ["blue", "green"], "tick {tick}");
            let teams = &shown(&mut app).teams;
            let green = teams.iter().position(|team| team.name == "green").unwrap() as u8;
            assert_eq!(green, if tick == 0 { 1 } else { 2 }, "numbers stay during a run");
            assert_eq!((size(&mut app, 0), size(&mut app, green)), (2, 2));
            perform(&mut app, "Drop units", Action::Spawn(vec![unit(9, green)]));
            assert_eq!(size(&mut app, green), 3);
            check(&mut app);
            app.world_mut().resource_mut::<Document>().restart_with_all_edits();
            frames(&mut app);
            assert_eq!((size(&mut app, 0), size(&mut app, 1)), (2, 3), "no gap at a new start");
            check(&mut app);
        }
    }
}

#[test]
fn friends_do_not_fight_and_arenas_side_by_side_agree() {
    for motion in MOTIONS() {
        let mut app = teams_of("Marine", motion, 0);
        let team = TeamId(0);
        let doctrine = Doctrine::default();
        let beside = ComparisonIntent::Add { team, doctrine };
        app.world_mut().resource_mut::<Document>().serve_comparison(&beside);
        frames(&mut app);
        perform(&mut app, "Add team", add("green"));
        let ally = |team| Action::Team(TeamAction::Ally { team: TeamId(team), alliance: Some(1) });
        let both = Edit::new("Make friends", vec![ally(0), ally(1)]);
        app.world_mut().resource_mut::<Document>().perform(both);
        frames(&mut app);
        let teams = &shown(&mut app).teams;
        assert!(
            !are_enemies(teams, TeamId(0), TeamId(1)) && are_enemies(teams, TeamId(0), TeamId(2))
        );
        run(&mut app, 400);
        assert_eq!((size(&mut app, 0), size(&mut app, 1)), (2, 2), "nobody attacks a friend");
        check(&mut app);
        undo(&mut app);
        run(&mut app, 400);
        let left = size(&mut app, 0) + size(&mut app, 1);
        assert!(left < 4, "enemies fight: {left} of 4 are left");
        check(&mut app);
    }
}

#[test]
fn names_colours_and_texts_are_about_the_whole_run() {
    let mut app = two_teams(Motion::Steered, 40);
    perform(&mut app, "Add team", add("green"));
    run(&mut app, 40);
    let rename = TeamAction::Rename { team: TeamId(1), name: "red guard".into() };
    perform(&mut app, "Rename", Action::Team(rename));
    perform(&mut app, "Title", Action::Fact(FactAction::Title("Guards".into())));
    let in_arena = |app: &mut App| {
        let world = app.world_mut();
        world.query::<&Teams>().single(world).unwrap().0[1].name.clone()
    };
    assert_eq!(in_arena(&mut app), "red guard");
    assert_eq!(document(&app).tick, 80, "time does not go back");
    for back in [64, 0, 70] {
        app.world_mut().resource_mut::<Document>().go_to(back);
        frames(&mut app);
        assert_eq!((document(&app).tick, in_arena(&mut app).as_str()), (back, "red guard"));
        assert_eq!(document(&app).start().title, "Guards");
    }
    assert_eq!(document(&app).run().log().len(), 1, "the later edit is still there");
    check(&mut app);
    undo(&mut app);
    undo(&mut app);
    assert_eq!((in_arena(&mut app).as_str(), names(&mut app).len()), ("orange", 3));
    check(&mut app);
}

#[test]
fn another_seed_starts_the_run_again_and_keeps_its_edits() {
    let mut app = two_teams(Motion::Steered, 40);
    perform(&mut app, "Drop units", Action::Spawn(vec![unit(7, 0)]));
    run(&mut app, 10);
    perform(&mut app, "Seed", Action::Fact(FactAction::Seed(77)));
    assert_eq!((document(&app).tick, document(&app).start().seed), (0, 77));
    run(&mut app, 50);
    assert_eq!(size(&mut app, 0), 3);
    check(&mut app);
    undo(&mut app);
    assert_eq!((document(&app).tick, document(&app).start().seed), (50, 0));
    check(&mut app);
}

#[test]
fn orders_to_a_goal_lead_to_where_it_is_when_they_are_given() {
    for motion in MOTIONS() {
        let scenario = Scenario { motion, ..Scenario::blank(Bounds::new(24, 8)) };
        let place = GoalAction::Place { name: "flag".into(), at: Cell::new(20, 1) };
        let actions = [Action::Spawn(vec![unit(0, 0)]), Action::Goal(place)];
        let mut scenario = bake(&scenario, &actions);
        let order = Order::Move(Place::Goal(GoalId(0)));
        let who = Who::Everyone;
        scenario.orders = vec![ScriptedOrder { tick: 30, who, order, queued: false }];
        let mut app = alone(&scenario);
        frames(&mut app);
        run(&mut app, 10);
        let rename = GoalAction::Rename { name: "flag".into(), to: "end".into() };
        perform(&mut app, "Rename goal", Action::Goal(rename));
        let to = Cell::new(2, 6);
        perform(&mut app, "Move goal", Action::Goal(GoalAction::Move { name: "end".into(), to }));
        run(&mut app, 5);
        perform(&mut app, "Remove goal", Action::Goal(GoalAction::Remove("end".into())));
        assert!(shown(&mut app).goals.is_empty());
        run(&mut app, 300);
        let world = app.world_mut();
        let at = world.query::<(&Unit, &sim::Position)>().single(world).unwrap().1.0;
        assert!(at.distance(to.center()) < 1.0, "{at}");
        check(&mut app);
        undo(&mut app);
        assert_eq!(shown(&mut app).goals[0].name, "end");
        check(&mut app);
    }
}
