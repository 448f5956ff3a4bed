//! Obstacles and parameters: what an arena admits.

use super::*;
use crate::combat::Rules;
use crate::grid::{Bounds, Cell, Rectangle};
use crate::planning::CellSteps;
use crate::scenario::{
    Doctrine, Motion, ObstacleId, ObstacleKind, ObstacleSpec, Scenario, TeamId, UnitId,
};
use crate::sim::bake;
use crate::sim::command::site::tests::on_site;
use crate::steering::{FollowPath, Travel};
use bevy::prelude::*;

/// A map of 4 x 3 cells with one team and obstacle 2.
fn small() -> Scenario {
    let (id, kind) = (ObstacleId(2), ObstacleKind::Tree);
    let area = Rectangle::new(Cell::new(0, 0), 2, 2);
    let obstacles = vec![ObstacleSpec { id, kind, area }];
    Scenario { obstacles, ..Scenario::blank(Bounds::new(4, 3)) }
}

fn admit(action: Action) -> Result<(), Refusal> {
    on_site(&small(), |site| action.admit(site))
}

#[test]
fn obstacles_are_new_or_known_and_lie_inside_the_map() {
    let place = |id, x, width| {
        let area = Rectangle::new(Cell::new(x, 0), width, 1);
        let (id, kind) = (ObstacleId(id), ObstacleKind::Wall);
        admit(Action::PlaceObstacle(PlaceObstacle { id, kind, area }))
    };
    assert_eq!(place(0, 0, 4), Ok(()));
    assert_eq!(place(0, 0, 5), Err(Refusal::ObstacleOutside));
    assert_eq!(place(0, 0, 0), Err(Refusal::ObstacleOutside));
    assert_eq!(place(2, 0, 1), Err(Refusal::ObstacleExists(ObstacleId(2))));
    let shift = |id, x| {
        let (id, to) = (ObstacleId(id), Cell::new(x, 1));
        admit(Action::MoveObstacle(MoveObstacle { id, to }))
    };
    assert_eq!(shift(2, 2), Ok(()));
    assert_eq!(shift(2, 3), Err(Refusal::ObstacleOutside));
    assert_eq!(shift(3, 0), Err(Refusal::NoObstacle(ObstacleId(3))));
    let resize = |id, width| {
        let (id, area) = (ObstacleId(id), Rectangle::new(Cell::new(1, 1), width, 2));
        admit(Action::ResizeObstacle(ResizeObstacle { id, area }))
    };
    assert_eq!(resize(2, 3), Ok(()));
    assert_eq!(resize(2, 4), Err(Refusal::ObstacleOutside));
    assert_eq!(resize(2, 0), Err(Refusal::ObstacleOutside));
    assert_eq!(resize(3, 1), Err(Refusal::NoObstacle(ObstacleId(3))));
    let gone = admit(Action::RemoveObstacle(ObstacleId(3))).unwrap_err();
    assert_eq!(gone.to_string(), "there is no obstacle 3");
}

#[test]
fn parameters_lie_in_their_ranges() {
    let refusal = |action: Action| admit(action).unwrap_err().to_string();
    let rules = Rules { patience: 0.0, ..Rules::default() };
    let expected = "`patience` is 0; it must lie between 0.25 and 60";
    assert_eq!(refusal(Action::SetRules(rules)), expected);
    let travel = Travel::FollowPath(FollowPath { look_ahead: f64::NAN, ..Default::default() });
    let doctrine = Doctrine { travel, ..Doctrine::default() };
    let told = refusal(Action::SetDoctrine(SetDoctrine { team: TeamId(0), doctrine }));
    assert!(told.starts_with("`look_ahead` is NaN"), "{told}");
    let motion =
        |ticks| Action::SetMotion(Motion::CellSteps(CellSteps { ticks, ..CellSteps::default() }));
    assert!(refusal(motion(0)).starts_with("`ticks` is 0"));
    assert_eq!(admit(motion(8)), Ok(()));
    assert_eq!(admit(Action::SetMotion(Motion::Steered)), Ok(()));
}

fn drop_at(id: u32, x: f32, y: f32) -> Action {
    let unit =
        NewUnit { id: UnitId(id), team: TeamId(0), kind: "soldier".into(), at: Vec2::new(x, y) };
    Action::Spawn(vec![unit])
}

#[test]
fn units_dropped_on_one_place_stand_on_different_cells() {
    let start = Scenario::blank(Bounds::new(8, 4));
    let baked = bake(&start, &[drop_at(0, 2.5, 2.5), drop_at(1, 2.6, 2.4)]);
    assert_eq!(baked.units.len(), 2);
    assert_ne!(baked.units[0].at, baked.units[1].at);
}

#[test]
fn a_wall_over_a_unit_moves_it_aside_and_without_a_place_removes_it() {
    let wall = Action::Paint(vec![(Cell::new(2, 2), crate::grid::Ground::Wall)]);
    let start = Scenario::blank(Bounds::new(8, 4));
    let baked = bake(&start, &[drop_at(0, 2.5, 2.5), wall]);
    assert!(baked.stamped_terrain().is_passable(baked.units[0].at));
    let (id, kind) = (ObstacleId(0), ObstacleKind::Wall);
    let area = Rectangle::new(Cell::new(0, 0), 8, 4);
    let full = bake(&baked, &[Action::PlaceObstacle(PlaceObstacle { id, kind, area })]);
    assert!(full.units.is_empty(), "no cell is left to stand on");
}
