//! The panels that make a scenario, without a window: obstacles, rules, unit kinds, orders, new maps.

use bevy::math::Vec2;
use bevy_egui::egui;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use phalanx::combat::Rules;
use phalanx::grid::{Bounds, Cell, Generator, MapKind, Rectangle};
use phalanx::scenario::{
    Action, KindAction, NewMap, NewUnit, ObstacleId, ObstacleKind, ObstacleSpec, Place,
    ResizeObstacle, Scenario, TeamId, UnitId, Who,
};
use phalanx::sim::{ArenaFacts, Simulation};
use phalanx::view::document::{EditIntent, Intent};
use phalanx::view::panels::dialogs::{self, Answer, Dialog};
use phalanx::view::panels::kinds::{self, KindsPanel};
use phalanx::view::panels::orders::{self, OrderList, OrdersPanel};
use phalanx::view::panels::{obstacle_size, rules};
use std::collections::BTreeSet;

/// Shows a panel and collects its intents.
fn shown<'a>(mut panel: impl FnMut(&mut egui::Ui) -> Vec<Intent> + 'a) -> Harness<'a, Vec<Intent>> {
    let size = egui::vec2(420.0, 900.0);
    Harness::builder()
        .with_size(size)
        .build_ui_state(move |ui, wanted: &mut Vec<Intent>| wanted.extend(panel(ui)), Vec::new())
}

fn actions(wanted: &[Intent]) -> Vec<Action> {
    let edits = wanted.iter().filter_map(|intent| match intent {
        Intent::Edit(EditIntent::Perform(edit)) => Some(edit.actions.clone()),
        _ => None,
    });
    edits.flatten().collect()
}

/// A map with an obstacle and a unit.
fn simulation() -> Simulation {
    let mut scenario = Scenario::blank(Bounds::new(20, 10));
    let area = Rectangle::new(Cell::new(4, 2), 3, 2);
    scenario.obstacles = vec![ObstacleSpec { id: ObstacleId(7), kind: ObstacleKind::Wall, area }];
    let (id, team, at) = (UnitId(0), TeamId(0), Vec2::new(1.5, 1.5));
    let mut simulation = Simulation::new(&scenario);
    let unit = NewUnit { id, team, kind: "Marine".into(), at };
    apply(&mut simulation, &Action::Spawn(vec![unit]));
    simulation
}

/// Does what a panel asks for, as in a pause.
fn apply(simulation: &mut Simulation, action: &Action) {
    simulation.send([action.clone()]);
    simulation.edit();
}

fn facts(simulation: &Simulation) -> ArenaFacts<'_> {
    simulation.facts().unwrap()
}

/// Types a number into the n-th number of a panel.
fn type_number(harness: &mut Harness<Vec<Intent>>, index: usize, text: &str) {
    let field = harness.get_all_by_role(egui::accesskit::Role::SpinButton).nth(index).unwrap();
    field.click();
    harness.run();
    harness.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
    harness.event(egui::Event::Text(text.into()));
    harness.run();
    harness.key_press(egui::Key::Enter);
    harness.run();
}

#[test]
fn the_size_of_an_obstacle_is_typed() {
    let simulation = simulation();
    let facts = facts(&simulation);
    let mut harness = shown(|ui| obstacle_size::show(ui, &facts.obstacles[0], &facts));
    harness.run();
    type_number(&mut harness, 0, "9");
    let area = Rectangle::new(Cell::new(4, 2), 9, 2);
    let id = ObstacleId(7);
    assert_eq!(
        actions(harness.state()).last(),
        Some(&Action::ResizeObstacle(ResizeObstacle { id, area }))
    );
}

#[test]
fn rules_go_back_to_their_defaults_in_one_edit() {
    let changed = Rules { patience: 9.0, ..Rules::default() };
    let mut harness = shown(|ui| rules::show(ui, &changed));
    harness.run();
    harness.get_by_label("Back to the usual values").click();
    harness.run();
    assert_eq!(actions(harness.state()), [Action::SetRules(Rules::default())]);
}

#[test]
fn a_number_of_a_kind_is_changed_once_it_is_typed() {
    let (simulation, mut panel) = (simulation(), KindsPanel::default());
    let mut harness = shown(|ui| kinds::show(ui, &mut panel, &facts(&simulation)));
    harness.run();
    type_number(&mut harness, 0, "123");
    let actions = actions(harness.state());
    let [Action::Kind(KindAction::Set(kind))] = actions.as_slice() else { panic!("{actions:?}") };
    assert_eq!(
        (kind.name.as_str(), kind.hit_points),
        ("Marine", 123.0),
        "the kind in use is shown"
    );
}

#[test]
fn a_kind_is_copied_under_a_new_name_and_taken_back() {
    let (mut simulation, mut panel) = (simulation(), KindsPanel::default());
    let mut harness = shown(|ui| kinds::show(ui, &mut panel, &facts(&simulation)));
    harness.run();
    harness.get_by_label("Copy kind").click();
    harness.run();
    let copied = actions(harness.state());
    drop(harness);
    let [Action::Kind(KindAction::Set(copy))] = copied.as_slice() else { panic!("{copied:?}") };
    assert_eq!(copy.name, "Marine 2");
    apply(&mut simulation, &copied[0]);
    assert!(facts(&simulation).catalogue.kind("Marine 2").is_some());
    let mut harness = shown(|ui| kinds::show(ui, &mut panel, &facts(&simulation)));
    harness.run();
    harness.get_by_label("Remove this kind").click();
    harness.run();
    let reset = Action::Kind(KindAction::Reset("Marine 2".into()));
    assert_eq!(actions(harness.state()), [reset]);
}

#[test]
fn a_new_map_is_generated_with_units_if_wanted() {
    let mut dialog = Dialog::NewMap(NewMap::blank(Bounds::new(48, 32)));
    let mut harness = Harness::builder().with_size(egui::vec2(1300.0, 900.0)).build_ui_state(
        move |ui, answer: &mut Option<Answer>| {
            if answer.is_none() {
                *answer = dialogs::show(ui.ctx(), &mut dialog);
            }
        },
        None,
    );
    for label in ["Caves", "64 x 64", "Units and a goal", "Create"] {
        harness.run_steps(6);
        harness.get_by_label(label).click();
    }
    harness.run_steps(6);
    let expected = NewMap {
        generator: Some(Generator::of(MapKind::Caves)),
        units: true,
        ..NewMap::blank(Bounds::new(64, 64))
    };
    assert_eq!(*harness.state(), Some(Answer::NewMap(expected)));
}

#[test]
fn choosing_a_generator_moves_nothing() {
    // Both layouts: two columns side by side, and one.
    for size in [egui::vec2(1300.0, 900.0), egui::vec2(640.0, 480.0)] {
        let mut dialog = Dialog::NewMap(NewMap::blank(Bounds::new(48, 32)));
        let mut harness = Harness::builder().with_size(size).build_ui(move |ui| {
            assert_eq!(dialogs::show(ui.ctx(), &mut dialog), None);
        });
        harness.run_steps(6);
        let kinds = ["Blank", "Caves", "Rooms", "Two bases", "Scattered"];
        let places = |harness: &Harness| {
            let all = kinds.iter().chain(&["Create", "64 x 64", "Units and a goal"]);
            all.map(|label| harness.get_by_label(label).rect()).collect::<Vec<_>>()
        };
        let before = places(&harness);
        for kind in kinds {
            harness.get_by_label(kind).click();
            harness.run_steps(6);
            assert_eq!(places(&harness), before, "{kind} in {size:?}");
        }
    }
}

#[test]
fn a_generator_gets_other_parameters() {
    let mut rooms = Generator::of(MapKind::Rooms);
    rooms.set("smallest_room", 8).unwrap();
    let map = NewMap { generator: Some(rooms), ..NewMap::blank(Bounds::new(64, 64)) };
    let mut dialog = Dialog::NewMap(map);
    // Both layouts: one column, and two side by side.
    for width in [1300.0, 700.0] {
        let mut harness = Harness::builder().with_size(egui::vec2(width, 900.0)).build_ui_state(
            |ui, answer: &mut Option<Answer>| {
                if answer.is_none() {
                    *answer = dialogs::show(ui.ctx(), &mut dialog);
                }
            },
            None,
        );
        harness.run_steps(6);
        // The picture is made on a thread of its own.
        while harness.query_by_label("64 x 64 cells").is_none() {
            std::thread::sleep(std::time::Duration::from_millis(5));
            harness.step();
        }
        let button = harness.get_by_label("Create").rect();
        harness.run_steps(6);
        let still = harness.get_by_label("Create").rect();
        assert_eq!(button, still, "the button is where the pointer found it");
        let numbers = harness.get_all_by_role(egui::accesskit::Role::SpinButton);
        assert!(numbers.count() >= 8, "five parameters, two sides and the seed");
        assert!(harness.query_all_by_label("smallest room").next().is_some());
        harness.get_by_label("Create").click();
        harness.run_steps(6);
        assert_eq!(*harness.state(), Some(Answer::NewMap(map)), "{width}");
    }
}

#[test]
fn a_weapon_is_taken_away_and_added_again() {
    let (mut simulation, mut panel) = (simulation(), KindsPanel::default());
    for (label, armed) in [("Remove", false), ("Add", true)] {
        let mut harness = shown(|ui| kinds::show(ui, &mut panel, &facts(&simulation)));
        harness.run();
        harness.get_by_label(label).click();
        harness.run();
        let done = actions(harness.state());
        drop(harness);
        let [Action::Kind(KindAction::Set(kind))] = done.as_slice() else { panic!("{done:?}") };
        assert_eq!((kind.name.as_str(), kind.weapon.is_some()), ("Marine", armed));
        apply(&mut simulation, &done[0]);
        assert_eq!(facts(&simulation).units().next().unwrap().kind.weapon.is_some(), armed);
    }
}

#[test]
fn a_kind_learns_to_fly_and_those_in_the_air_do_not_land() {
    let (mut simulation, mut panel) = (simulation(), KindsPanel::default());
    let click = |simulation: &Simulation, panel: &mut KindsPanel| {
        let mut harness = shown(|ui| kinds::show(ui, panel, &facts(simulation)));
        harness.run();
        harness.get_by_role(egui::accesskit::Role::CheckBox).click();
        harness.run();
        actions(harness.state())
    };
    let done = click(&simulation, &mut panel);
    let [Action::Kind(KindAction::Set(kind))] = done.as_slice() else { panic!("{done:?}") };
    assert!(kind.flying);
    apply(&mut simulation, &done[0]);
    assert!(facts(&simulation).units().next().unwrap().kind.flying);
    assert_eq!(click(&simulation, &mut panel), [], "a unit of the kind is in the air");
}

#[test]
fn orders_are_added_changed_and_removed() {
    let (mut simulation, mut panel) = (simulation(), OrdersPanel::default());
    let selected = [UnitId(0)].into();
    let click = |simulation: &Simulation, panel: &mut OrdersPanel, label: &str| {
        let mut harness = shown(|ui| {
            let facts = &facts(simulation);
            let list = OrderList { facts, tick: 0, selected: &selected };
            orders::show(ui, panel, &list)
        });
        harness.run();
        harness.get_by_label_contains(label).click();
        harness.run();
        actions(harness.state())
    };
    let added = click(&simulation, &mut panel, "Add order");
    let [Action::SetOrders(list)] = added.as_slice() else { panic!("{added:?}") };
    assert_eq!((list[0].tick, &list[0].who), (0, &Who::Units(vec![UnitId(0)])));
    apply(&mut simulation, &added[0]);
    let queued = click(&simulation, &mut panel, "After earlier orders");
    let [Action::SetOrders(list)] = queued.as_slice() else { panic!("{queued:?}") };
    assert!(list[0].queued, "the new order is open");
    apply(&mut simulation, &queued[0]);
    let removed = click(&simulation, &mut panel, "Remove");
    assert_eq!(removed, [Action::SetOrders(Vec::new())]);
}

#[test]
fn an_order_gets_the_cell_that_was_picked_on_the_map() {
    let (mut simulation, mut panel) = (simulation(), OrdersPanel::default());
    let none = BTreeSet::new();
    let mut harness = shown(|ui| {
        let facts = &facts(&simulation);
        let list = OrderList { facts, tick: 0, selected: &none };
        orders::show(ui, &mut panel, &list)
    });
    harness.run();
    harness.get_by_label("Add order").click();
    harness.run();
    let added = actions(harness.state());
    drop(harness);
    apply(&mut simulation, &added[0]);
    panel.pick(Cell::new(7, 8));
    let mut harness = shown(|ui| {
        let facts = &facts(&simulation);
        let list = OrderList { facts, tick: 0, selected: &none };
        orders::show(ui, &mut panel, &list)
    });
    harness.run();
    let changed = actions(harness.state());
    let [Action::SetOrders(list), ..] = changed.as_slice() else { panic!("{changed:?}") };
    assert_eq!(list[0].order.place(), Some(Place::At(Cell::new(7, 8))));
}
