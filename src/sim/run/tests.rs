use super::*;
use crate::grid::{Bounds, Cell, Ground};
use crate::planning::CellSteps;
use crate::scenario::{
    Doctrine, FactAction, GiveOrder, Motion, NewUnit, Order, SetDoctrine, Team, TeamAction, TeamId,
    preset_named,
};
use crate::sim::Simulation;

fn wall(x: i32) -> Action {
    Action::Paint(vec![(Cell::new(x, 0), Ground::Wall)])
}

fn unit(id: u32) -> Action {
    let at = Vec2::new(id as f32 + 0.5, 2.5);
    Action::Spawn(vec![NewUnit { id: UnitId(id), team: TeamId(0), kind: "soldier".into(), at }])
}

fn doctrine(name: &str) -> Action {
    let doctrine = preset_named(name).unwrap().doctrine;
    Action::SetDoctrine(SetDoctrine { team: TeamId(0), doctrine })
}

fn start() -> Run {
    Run::of(&Scenario::blank(Bounds::new(12, 6)))
}

fn add(run: &mut Run, tick: u64, action: Action) {
    let to = if action.is_for_one_arena() { To::One(0) } else { To::All };
    run.add(tick, to, action.title(), vec![action]);
}

fn hash_after(mut simulation: Simulation, ticks: u64) -> u64 {
    simulation.run(ticks);
    simulation.hash()
}

#[test]
fn a_past_is_known_by_its_number_and_a_future_by_what_is_new() {
    let mut run = start();
    add(&mut run, 0, wall(0));
    add(&mut run, 10, wall(1));
    let known = run.clone();
    add(&mut run, 20, wall(2));
    assert_eq!(run.past(20), known.past(20));
    assert_ne!(run.past(21), known.past(21));
    assert_ne!(run.past(1), run.past(0), "what happens at tick 0 is over by tick 1");
    assert_eq!(run.since(&known).map(<[_]>::len), Some(1));
    assert!(known.since(&run).is_none(), "an entry less");
    let mut other = known.clone();
    add(&mut other, 20, wall(2));
    assert!(run.since(&other).is_none(), "the same action, but another entry");
}

#[test]
fn the_last_entry_is_replaced_by_another_value_of_the_same_setting() {
    let mut run = start();
    add(&mut run, 5, doctrine("A*"));
    let next = [doctrine("Map Marker")];
    assert!(run.ends_with_setting_of(5, &next));
    assert!(!run.ends_with_setting_of(6, &next), "another tick");
    assert!(!run.ends_with_setting_of(5, &[wall(0)]), "another setting");
    run.replace_last(next.to_vec());
    assert_eq!(run.log().len(), 1);
    assert_eq!(run.log()[0].actions(), next);
}

#[test]
fn what_arenas_may_disagree_about_reaches_one_of_them_and_the_rest_all() {
    let mut run = start().with_arena(TeamId(0), preset_named("Map Marker").unwrap().doctrine);
    add(&mut run, 3, doctrine("A*"));
    add(&mut run, 4, wall(0));
    run.add(5, To::One(1), "Change motion", vec![Action::SetMotion(Motion::Steered)]);
    let ticks = |arena| run.journal(arena).iter().map(|batch| batch.tick).collect::<Vec<_>>();
    assert_eq!((run.arenas(), ticks(0), ticks(1)), (2, vec![3, 4], vec![0, 4, 5]));
    let alone = run.without_arena(1);
    assert_eq!((alone.arenas(), alone.log().len()), (1, 2));
    assert!(!alone.has_root_of(&run), "states of another number of arenas do not fit");
}

#[test]
fn later_arenas_move_up_when_one_is_closed_and_the_first_one_stays() {
    let other = |name: &str| preset_named(name).unwrap().doctrine;
    let run = start().with_arena(TeamId(0), other("Map Marker"));
    let run = run.with_arena(TeamId(0), other("Flow field"));
    let left = run.without_arena(1);
    let doctrine = |run: &Run, arena| run.scenario(arena).teams[0].doctrine;
    assert_eq!(doctrine(&left, 1), other("Flow field"));
    assert_eq!(doctrine(&run, 1), other("Map Marker"));
    assert_eq!(doctrine(&run, 0), Doctrine::default());
    assert_eq!(run.without_arena(0).arenas(), 3);
    assert_eq!(run.without_arena(7).arenas(), 3);
    let full = (0..9).fold(run, |run, _| run.with_arena(TeamId(0), Doctrine::default()));
    assert_eq!(full.arenas(), Run::MAX_ARENAS);
}

#[test]
fn a_saved_run_has_its_start_worked_in_and_goes_on_alike() {
    for motion in [Motion::Steered, Motion::CellSteps(CellSteps::default())] {
        let mut run = start();
        add(&mut run, 0, unit(0));
        add(&mut run, 0, Action::SetMotion(motion));
        add(&mut run, 0, wall(4));
        let order = Order::Move(Cell::new(10, 2));
        let order = GiveOrder { units: vec![UnitId(0)], order, queued: false };
        add(&mut run, 8, Action::Order(order));
        let saved = run.saved();
        assert_eq!((saved.units.len(), saved.motion, saved.actions.len()), (1, motion, 1));
        assert_eq!(saved.terrain.ground(Cell::new(4, 0)), Ground::Wall);
        for ticks in [1, 60] {
            let run = Simulation::of(&run, 0);
            assert_eq!(hash_after(Simulation::new(&saved), ticks), hash_after(run, ticks));
        }
    }
}

#[test]
fn edits_move_to_the_start_in_every_arena_and_orders_keep_their_ticks() {
    let mut run = start().with_arena(TeamId(0), preset_named("Map Marker").unwrap().doctrine);
    add(&mut run, 6, unit(0));
    run.add(7, To::One(1), "", vec![doctrine("Flow field")]);
    let order = GiveOrder { units: vec![UnitId(0)], order: Order::Hold, queued: false };
    add(&mut run, 9, Action::Order(order));
    let run = run.with_all_edits_at_the_start();
    assert_eq!(run.start().units.len(), 1);
    assert_eq!(run.later().iter().map(|entry| entry.tick()).collect::<Vec<_>>(), [9]);
    let own = run.log().iter().find(|entry| entry.to == To::One(1)).unwrap();
    assert_eq!((own.tick(), own.actions()), (0, &[doctrine("Flow field")][..]));
}

#[test]
fn texts_and_names_are_those_of_the_start_and_another_seed_is_another_run() {
    let run = start();
    let title = [Action::Fact(FactAction::Title("New".into()))];
    assert!(run.is_about_all_of_it(&title) && !run.is_about_all_of_it(&[wall(0)]));
    let named = run.described(&title).unwrap();
    assert_eq!(named.start().title, "New");
    assert!(named.has_root_of(&run) && named.described(&title).is_none());
    let seed = run.start().seed + 1;
    assert!(!run.described(&[Action::Fact(FactAction::Seed(seed))]).unwrap().has_root_of(&run));
    let (team, name) = (TeamId(0), "Östliche Garde".to_string());
    let rename = [Action::Team(TeamAction::Rename { team, name: name.clone() })];
    let renamed = run.described(&rename).unwrap();
    let mut teams = vec![Team::numbered(0)];
    assert!(renamed.name_teams(&mut teams) && teams[0].name == name);
    assert!(!renamed.name_teams(&mut teams), "it has that name already");
}

#[test]
fn ids_of_units_come_once_in_a_run_even_if_a_unit_is_gone() {
    let mut run = start();
    assert_eq!(run.next_unit(), UnitId(0));
    add(&mut run, 0, unit(4));
    add(&mut run, 3, Action::RemoveUnits(vec![UnitId(4)]));
    assert_eq!(run.next_unit(), UnitId(5));
}
