//! Scenario files: what is written reads back.

use super::*;
use crate::combat::built_in;
use crate::grid::{Bounds, Cell, CornerRule, Ground, MapKind, Terrain, generate};
use crate::sim::bake;
use std::path::Path;
use std::sync::Arc;

#[test]
fn the_example_in_the_manual_is_a_scenario() {
    let example = |n| {
        let rest = describe_format().split("```text\n").nth(n).unwrap();
        rest.split("```").next().unwrap()
    };
    let kinds = read_kinds(example(2), "manual").unwrap();
    assert_eq!(kinds.len(), 2);
    let scenario = load_str(example(1), "manual", None).unwrap();
    assert_eq!(scenario.units.len(), 4);
    assert_eq!(scenario.orders.len(), 3);
}

#[test]
fn a_map_keeps_its_source_until_it_is_edited() {
    let text = "(version: 1, map: Generated(kind: Caves, size: (20, 12), seed: 5))";
    let mut scenario = load_str(text, "f", None).unwrap();
    assert_eq!(*scenario.terrain, generate(MapKind::Caves, Bounds::new(20, 12), 5));
    assert!(to_ron(&scenario).contains("map: Generated(kind: Caves, size: (20, 12), seed: 5)"));
    Arc::make_mut(&mut scenario.terrain).set_ground(Cell::new(0, 0), Ground::Water);
    let edited = to_ron(&scenario);
    assert!(edited.contains("map: Rows([\n        \"W###"), "{edited}");
    assert_eq!(load_str(&edited, "f", None).unwrap(), scenario);
}

#[test]
fn a_map_file_is_found_beside_the_scenario_and_again_after_saving_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::create_dir_all(at("maps")).unwrap();
    std::fs::create_dir_all(at("saved")).unwrap();
    std::fs::write(at("maps/a.map"), "type octile\nheight 2\nwidth 3\nmap\n..@\n.T.\n").unwrap();
    std::fs::write(at("a.ron"), "(version: 1, corners: Free, map: File(\"maps/a.map\"))").unwrap();
    let scenario = load_file(&at("a.ron")).unwrap();
    assert_eq!(*scenario.terrain, Terrain::from_text(CornerRule::Free, &["..@", ".T."]));
    for copy in ["b.ron", "maps/c.ron", "saved/d.ron"] {
        save_file(&scenario, &at(copy)).unwrap();
        assert!(std::fs::read_to_string(at(copy)).unwrap().contains("map: File("), "{copy}");
        assert_eq!(load_file(&at(copy)).unwrap(), scenario, "{copy}");
    }
    let bare = load_file(&at("maps/a.map")).unwrap();
    assert_eq!((bare.title.as_str(), bare.units.len(), bare.teams.len()), ("a", 1, 1));

    std::fs::write(at("maps/a.map"), "type octile\nheight 2\nwidth 3\nmap\n..@\n.?.\n").unwrap();
    let error = load_file(&at("a.ron")).unwrap_err();
    assert_eq!((error.line, error.column), (1, 39));
    assert!(error.message.contains("a.map:6:2: "), "{error}");
}

#[test]
fn units_with_gaps_in_their_numbers_keep_their_numbers_and_orders() {
    let mut scenario = Scenario::blank(Bounds::new(9, 9));
    let unit = |id, x| UnitSpec {
        id: UnitId(id),
        team: TeamId(0),
        kind: built_in()[0],
        at: Cell::new(x, 0),
    };
    scenario.units = vec![unit(4, 1), unit(9, 5), unit(7, 3)];
    let order = |ids: &[u32]| ScriptedOrder {
        tick: 0,
        who: Who::Units(ids.iter().map(|&i| UnitId(i)).collect()),
        order: Order::Hold,
        queued: false,
    };
    scenario.orders = vec![order(&[9, 7, 9]), order(&[5])];
    let again = load_str(&to_ron(&scenario), "f", None).unwrap();
    assert_eq!(again.orders, [order(&[9, 7])], "the order for a unit that is gone is dropped");
    assert_eq!(again.units, scenario.units);
}

#[test]
fn a_written_scenario_reads_like_a_hand_written_one() {
    let text = r#"(
    version: 1,
    title: "Say \"hello\", Zoë",
    seed: 7,
    corners: Free,
    map: Rows([
        "....T",
        ".#..W",
    ]),
    teams: [
        (name: "blue"),
        (name: "orange", colour: (1, 2, 3), doctrine: Custom(travel: FollowPath(look_ahead: 2.0))),
    ],
    obstacles: [
        (kind: Tree, at: (3, 1)),
    ],
    units: [
        (team: "blue", at: (0, 0), block: (2, 1)),
        (team: "orange", at: (2, 0), block: (1, 2), kind: "scout"),
    ],
    goals: [
        (name: "flag", at: (3, 0)),
    ],
    orders: [
        (who: Range(0, 2), order: Move(Goal("flag"))),
        (tick: 32, who: Team("orange"), order: Patrol(to: At(0, 1), rounds: 2), queued: true),
    ],
)
"#;
    assert_eq!(to_ron(&load_str(text, "f", None).unwrap()), text);
}

#[test]
fn saving_replaces_the_file_whole_and_leaves_nothing_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.ron");
    std::fs::write(&path, "old").unwrap();
    let scenario = shipped()[1].load().unwrap();
    save_file(&scenario, &path).unwrap();
    assert_eq!(load_file(&path).unwrap(), scenario);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    let nowhere = save_file(&scenario, &folder.path().join("no/such/folder.ron")).unwrap_err();
    assert!(nowhere.message.starts_with("the file cannot be written ("), "{nowhere}");
    assert!(save_file(&scenario, folder.path()).is_err());
    assert!(save_file(&scenario, Path::new("/")).is_err());
}

#[test]
fn an_attack_on_a_unit_names_one_that_exists_and_keeps_to_it() {
    let with = |order: &str| {
        let units = "(team: \"blue\", at: (0, 0)), (team: \"blue\", at: (1, 0)), (team: \"blue\", at: (2, 0))";
        let text = format!(
            "(version: 1, map: Rows([\"....\"]), units: [{units}], orders: [(who: Units([0]), order: {order})])"
        );
        load_str(&text, "f", None)
    };
    let error = with("AttackUnit(unit: 7, at: At(2, 0))").unwrap_err();
    assert!(error.message.contains("there is no unit 7"), "{error}");
    let mut scenario = with("AttackUnit(unit: 2, at: At(2, 0))").unwrap();
    scenario = bake(&scenario, &[Action::RemoveUnits(vec![UnitId(1)])]);
    let attack = |s: &Scenario| s.tidied().orders[0].order;
    let at = Place::At(Cell::new(2, 0));
    assert_eq!(attack(&scenario), Order::AttackUnit { unit: UnitId(2), at });
    assert_eq!(load_str(&to_ron(&scenario), "f", None).unwrap(), scenario, "with its ids");
    scenario = bake(&scenario, &[Action::RemoveUnits(vec![UnitId(2)])]);
    assert_eq!(attack(&scenario), Order::Attack(at), "the unit that stands there now is meant");
}
