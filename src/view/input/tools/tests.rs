//! What the tools want, given a scene and steps of the mouse. No window, no ECS.

use super::hand::Hand;
use super::options::{Armed, Tool, ToolOptions};
use super::scene::{Scene, SeenUnit};
use crate::grid::{Cell, CornerRule, Ground, Rectangle, Terrain};
use crate::scenario::{
    Action, GiveOrder, MoveObstacle, ObstacleId, ObstacleKind, ObstacleSpec, Order, PlaceObstacle,
    Scenario, TeamId, UnitId,
};
use crate::sim::{Run, Simulation};
use crate::view::document::intent::{EditIntent, Intent, ToolIntent};
use crate::view::input::events::{MouseAct, MouseStep};
use crate::view::input::modifiers::{ModifierKeys, Modifiers};
use crate::view::input::selection::Selection;
use bevy::prelude::*;
use std::collections::BTreeSet;

/// Every way to hold Command: Ctrl, Command, and both.
const COMMAND_KEYS: [&[KeyCode]; 3] =
    [&[KeyCode::ControlLeft], &[KeyCode::SuperLeft], &[KeyCode::ControlRight, KeyCode::SuperLeft]];

fn scenario() -> Scenario {
    let rows = ["..........", "..##......", ".........."];
    let obstacle = ObstacleSpec {
        id: ObstacleId(4),
        kind: ObstacleKind::Boulder,
        area: Rectangle::new(Cell::new(8, 1), 2, 2),
    };
    let terrain = Terrain::from_text(CornerRule::Free, &rows);
    Scenario { obstacles: vec![obstacle], ..Scenario::plain(terrain) }
}

fn unit(id: u32, kind: &'static str, x: f32, y: f32) -> SeenUnit {
    SeenUnit { id: UnitId(id), team: TeamId(0), kind, at: Vec2::new(x, y), radius: 0.36 }
}

struct Bench {
    run: Run,
    simulation: Simulation,
    units: Vec<SeenUnit>,
    selection: Selection,
    options: ToolOptions,
    hand: Hand,
    modifier_keys: ModifierKeys,
}

impl Bench {
    fn new(tool: Tool) -> Self {
        let units = vec![
            unit(0, "soldier", 0.5, 0.5),
            unit(1, "soldier", 1.5, 0.5),
            unit(2, "scout", 2.5, 0.5),
            unit(3, "soldier", 50.5, 0.5),
        ];
        let options = ToolOptions { tool, brush: 1, ..ToolOptions::default() };
        Self {
            run: Run::of(&scenario()),
            simulation: Simulation::new(&scenario()),
            units,
            selection: Selection::default(),
            options,
            hand: Hand::default(),
            modifier_keys: ModifierKeys::default(),
        }
    }

    /// Holds exactly these modifier keys.
    fn hold(&mut self, keys: &[KeyCode]) {
        self.modifier_keys.clear();
        for &key in keys {
            assert!(self.modifier_keys.record(key, true), "{key:?} is no modifier");
        }
    }

    /// Does one thing with the mouse. Selections take effect at once; everything is returned.
    fn act(&mut self, what: MouseAct, x: f32, y: f32) -> Vec<Intent> {
        let at = Vec2::new(x, y);
        let modifiers = self.modifier_keys.held();
        let screen = at * 20.0;
        let step = MouseStep { what, at, arena: 0, screen, on_map: true, modifiers };
        let scene = Scene {
            run: &self.run,
            facts: self.simulation.facts().unwrap(),
            units: &self.units,
            selection: self.selection.clone(),
            options: &self.options,
            visible: Rect::new(0.0, 0.0, 10.0, 3.0),
            pixel: 0.05,
            time: 0.0,
        };
        let mut wanted = Vec::new();
        self.hand.take_step(&step, &scene, &mut wanted);
        for intent in &wanted {
            if let Intent::Tool(ToolIntent::Select(selection)) = intent {
                self.selection = selection.clone();
            }
        }
        wanted
    }

    fn press(&mut self, button: MouseButton, x: f32, y: f32) -> Vec<Action> {
        actions(self.act(MouseAct::Pressed(button), x, y))
    }

    fn drag(&mut self, places: &[(f32, f32)]) -> Vec<Action> {
        let (first, last) = (places[0], places[places.len() - 1]);
        let mut all = self.act(MouseAct::Pressed(MouseButton::Left), first.0, first.1);
        for &(x, y) in &places[1..] {
            all.extend(self.act(MouseAct::Moved, x, y));
        }
        all.extend(self.act(MouseAct::Released(MouseButton::Left), last.0, last.1));
        actions(all)
    }

    fn selected(&self) -> Vec<u32> {
        self.selection.units.iter().map(|u| u.0).collect()
    }
}

fn actions(intents: Vec<Intent>) -> Vec<Action> {
    intents
        .into_iter()
        .filter_map(|i| match i {
            Intent::Edit(EditIntent::Perform(edit)) => Some(edit.actions),
            _ => None,
        })
        .flatten()
        .collect()
}

#[test]
fn a_click_selects_one_unit_and_command_adds_or_removes() {
    for keys in COMMAND_KEYS {
        let mut bench = Bench::new(Tool::Select);
        bench.drag(&[(0.5, 0.5)]);
        assert_eq!(bench.selected(), [0]);
        bench.hold(keys);
        bench.drag(&[(2.5, 0.5)]);
        assert_eq!(bench.selected(), [0, 2], "{keys:?}");
        bench.drag(&[(0.5, 0.5)]);
        assert_eq!(bench.selected(), [2], "{keys:?}");
        bench.hold(&[]);
        bench.drag(&[(5.5, 0.5)]);
        assert!(bench.selected().is_empty(), "a click on nothing clears");
    }
}

#[test]
fn a_box_with_command_adds_or_removes_its_units() {
    for keys in COMMAND_KEYS {
        let mut bench = Bench::new(Tool::Select);
        bench.drag(&[(0.5, 0.5)]);
        bench.hold(keys);
        bench.drag(&[(1.0, 0.0), (3.0, 1.0)]);
        assert_eq!(bench.selected(), [0, 1, 2], "{keys:?}");
        bench.drag(&[(1.0, 0.0), (3.0, 1.0)]);
        assert_eq!(bench.selected(), [0], "{keys:?}");
    }
}

#[test]
fn a_double_click_with_command_adds_all_visible_units_of_that_kind() {
    for keys in COMMAND_KEYS {
        let mut bench = Bench::new(Tool::Select);
        bench.drag(&[(2.5, 0.5)]);
        bench.hold(keys);
        bench.drag(&[(0.5, 0.5)]);
        bench.drag(&[(0.5, 0.5)]);
        assert_eq!(bench.selected(), [0, 1, 2], "{keys:?}");
    }
}

#[test]
fn a_box_selects_the_units_inside_from_any_corner() {
    let mut bench = Bench::new(Tool::Select);
    bench.drag(&[(3.0, 1.0), (1.8, 0.9), (1.0, 0.0)]);
    assert_eq!(bench.selected(), [1, 2]);
}

#[test]
fn a_double_click_selects_all_visible_of_that_kind() {
    let mut bench = Bench::new(Tool::Select);
    bench.drag(&[(0.5, 0.5)]);
    bench.drag(&[(0.5, 0.5)]);
    assert_eq!(bench.selected(), [0, 1], "no scout, and not the soldier far away");
}

#[test]
fn dragging_an_obstacle_moves_it_and_keeps_it_on_the_map() {
    let mut bench = Bench::new(Tool::Select);
    let moved = bench.drag(&[(8.5, 1.5), (6.0, 1.0), (4.6, 0.4)]);
    assert_eq!(
        moved,
        [Action::MoveObstacle(MoveObstacle { id: ObstacleId(4), to: Cell::new(4, 0) })]
    );
    assert_eq!(bench.selection.obstacle, Some(ObstacleId(4)));
    let moved = bench.drag(&[(8.5, 1.5), (300.0, -1.0)]);
    assert_eq!(
        moved,
        [Action::MoveObstacle(MoveObstacle { id: ObstacleId(4), to: Cell::new(8, 0) })]
    );
}

#[test]
fn a_click_on_an_obstacle_does_not_move_it() {
    let mut bench = Bench::new(Tool::Select);
    assert!(bench.drag(&[(8.5, 1.5)]).is_empty());
    assert_eq!(bench.selection.obstacle, Some(ObstacleId(4)));
}

#[test]
fn a_fast_drag_of_the_brush_leaves_no_holes() {
    let mut bench = Bench::new(Tool::Paint);
    let strokes = bench.drag(&[(0.5, 2.5), (7.5, 2.5)]);
    bench.simulation.send(strokes);
    bench.simulation.edit();
    let terrain = bench.simulation.facts().unwrap().terrain;
    let row: String = (0..10).map(|x| terrain.ground(Cell::new(x, 2)).letter()).collect();
    assert_eq!(row, "@@@@@@@@..");
}

#[test]
fn a_drag_that_starts_on_a_wall_erases_all_along() {
    let mut bench = Bench::new(Tool::Paint);
    let erased = bench.drag(&[(2.5, 1.5), (3.5, 1.5), (4.5, 1.5)]);
    let cells: BTreeSet<_> = erased
        .iter()
        .flat_map(|a| match a {
            Action::Paint(cells) => cells.clone(),
            _ => vec![],
        })
        .map(|(cell, ground)| (cell, ground == Ground::Floor))
        .collect();
    assert_eq!(cells, [(Cell::new(2, 1), true), (Cell::new(3, 1), true)].into());
}

#[test]
fn a_press_on_a_panel_does_nothing_to_the_map() {
    for tool in Tool::ALL {
        let mut bench = Bench::new(tool);
        bench.selection.units = [UnitId(0)].into();
        let scene = Scene {
            run: &bench.run,
            facts: bench.simulation.facts().unwrap(),
            units: &bench.units,
            selection: bench.selection.clone(),
            options: &bench.options,
            visible: Rect::default(),
            pixel: 0.05,
            time: 0.0,
        };
        for button in [MouseButton::Left, MouseButton::Right] {
            let step = MouseStep {
                arena: 0,
                what: MouseAct::Pressed(button),
                at: Vec2::new(0.5, 0.5),
                screen: Vec2::ZERO,
                on_map: false,
                modifiers: Modifiers::NONE,
            };
            let mut wanted = Vec::new();
            bench.hand.take_step(&step, &scene, &mut wanted);
            assert!(wanted.is_empty() && bench.hand.drag.is_none(), "{tool:?} {button:?}");
        }
    }
}

#[test]
fn the_right_button_orders_in_every_tool() {
    for tool in Tool::ALL {
        let mut bench = Bench::new(tool);
        assert!(bench.press(MouseButton::Right, 5.5, 0.5).is_empty(), "no unit is selected");
        bench.selection.units = [UnitId(0), UnitId(1)].into();
        let order = |order, queued| {
            vec![Action::Order(GiveOrder { units: vec![UnitId(0), UnitId(1)], order, queued })]
        };
        let to = Cell::new(5, 0);
        assert_eq!(bench.press(MouseButton::Right, 5.5, 0.5), order(Order::Move(to), false));
        for keys in COMMAND_KEYS {
            bench.hold(keys);
            let given = bench.press(MouseButton::Right, 5.5, 0.5);
            assert_eq!(given, order(Order::AttackMove(to), false), "{keys:?}");
        }
        bench.hold(&[KeyCode::ShiftLeft]);
        assert_eq!(bench.press(MouseButton::Right, 5.5, 0.5), order(Order::Move(to), true));
        bench.hold(&[KeyCode::ShiftLeft, KeyCode::SuperLeft]);
        let given = bench.press(MouseButton::Right, 5.5, 0.5);
        assert_eq!(given, order(Order::AttackMove(to), true), "queued attack-move");
        assert!(bench.press(MouseButton::Right, 50.5, 0.5).is_empty(), "outside the map");
    }
}

#[test]
fn an_armed_order_takes_one_left_click_and_a_right_click_cancels_it() {
    let mut bench = Bench::new(Tool::Paint);
    bench.selection.units = [UnitId(0)].into();
    for rounds in [0, 3] {
        bench.hand.armed = Some(Armed::Patrol);
        bench.options.patrol_rounds = rounds;
        let given = bench.press(MouseButton::Left, 5.5, 0.5);
        let order = Order::Patrol { to: Cell::new(5, 0), rounds };
        let units = vec![UnitId(0)];
        assert_eq!(given, [Action::Order(GiveOrder { units, order, queued: false })]);
        assert_eq!(bench.hand.armed, None);
    }
    bench.hand.armed = Some(Armed::Attack);
    assert!(bench.press(MouseButton::Right, 5.5, 0.5).is_empty());
    assert_eq!(bench.hand.armed, None);
}

#[test]
fn an_obstacle_is_placed_only_where_it_fits() {
    let mut bench = Bench::new(Tool::Place);
    assert!(bench.drag(&[(9.0, 1.0)]).is_empty(), "on another obstacle");
    assert!(bench.drag(&[(0.0, 0.0)]).is_empty(), "half outside");
    let placed = bench.drag(&[(5.0, 1.0)]);
    let area = Rectangle::new(Cell::new(4, 0), 2, 2);
    let id = ObstacleId(5);
    assert_eq!(
        placed,
        [Action::PlaceObstacle(PlaceObstacle { id, kind: ObstacleKind::Boulder, area })]
    );
    assert_eq!(bench.selection.obstacle, Some(id));
}

#[test]
fn dropped_units_get_new_numbers_and_are_selected() {
    let mut bench = Bench::new(Tool::Drop);
    bench.options.count = 4;
    let dropped = bench.press(MouseButton::Left, 5.0, 1.0);
    let [Action::Spawn(units)] = &dropped[..] else { panic!("{dropped:?}") };
    assert_eq!(units.iter().map(|u| u.id.0).collect::<Vec<_>>(), [0, 1, 2, 3]);
    assert_eq!(bench.selected(), [0, 1, 2, 3]);
    assert!(units.iter().all(|u| u.at.x > 3.9 && u.at.x < 6.1 && u.at.y < 2.1));
}

#[test]
fn a_click_on_an_enemy_attacks_it_and_one_on_a_friend_or_the_ground_does_not() {
    let mut bench = Bench::new(Tool::Select);
    bench.units[2].team = TeamId(1);
    bench.selection.units = [UnitId(0), UnitId(1)].into();
    let units = vec![UnitId(0), UnitId(1)];
    let order = |order| [Action::Order(GiveOrder { units: units.clone(), order, queued: false })];
    let attack = Order::AttackUnit { unit: UnitId(2), at: Cell::new(2, 0) };
    assert_eq!(bench.press(MouseButton::Right, 2.6, 0.4), order(attack));
    let friend = bench.press(MouseButton::Right, 1.5, 0.5);
    assert_eq!(friend, order(Order::Move(Cell::new(1, 0))));
    bench.hand.armed = Some(Armed::Attack);
    assert_eq!(bench.press(MouseButton::Left, 2.4, 0.6), order(attack));
    assert_eq!(bench.hand.armed, None);
    bench.hand.armed = Some(Armed::Attack);
    let ground = bench.press(MouseButton::Left, 5.5, 0.5);
    assert_eq!(ground, order(Order::AttackMove(Cell::new(5, 0))));
    bench.selection.units.insert(UnitId(2));
    let own = bench.press(MouseButton::Right, 2.5, 0.5);
    assert!(
        matches!(&own[..], [Action::Order(GiveOrder { order: Order::Move(_), .. })]),
        "{own:?}"
    );
}

#[test]
fn a_click_places_an_obstacle_of_the_chosen_size_and_a_drag_one_of_any_size() {
    let mut bench = Bench::new(Tool::Place);
    bench.options.obstacle_size = (2, 1);
    let area = |placed: &[Action]| match placed {
        [Action::PlaceObstacle(PlaceObstacle { area, .. })] => Some(*area),
        _ => None,
    };
    let clicked = bench.drag(&[(5.0, 0.5)]);
    assert_eq!(area(&clicked), Some(Rectangle::new(Cell::new(4, 0), 2, 1)));
    for path in [[(6.5, 2.5), (3.0, 1.0), (0.2, 0.3)], [(0.2, 0.3), (3.0, 1.0), (6.5, 2.5)]] {
        let dragged = bench.drag(&path);
        assert_eq!(area(&dragged), Some(Rectangle::new(Cell::new(0, 0), 7, 3)), "{path:?}");
    }
    let beyond = bench.drag(&[(5.5, 0.5), (60.0, 0.5)]);
    assert_eq!(area(&beyond), Some(Rectangle::new(Cell::new(5, 0), 5, 1)), "ends at the edge");
    assert_eq!(area(&bench.drag(&[(7.5, 0.5), (8.5, 1.5)])), None, "an obstacle is in the way");
}
