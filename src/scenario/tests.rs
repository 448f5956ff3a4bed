//! Messages of the loader, and what is written read back.

use super::*;
use crate::combat::built_in;
use crate::grid::{Bounds, Cell, CornerRule, Ground, MapKind, Terrain, generate};
use std::path::Path;
use std::sync::Arc;

/// The error of a scenario on a 4 x 2 map with a team "blue", with `extra` fields on line 3.
fn error(extra: &str) -> String {
    let text = format!(
        "(version: 1,\n map: Rows([\"..#.\", \"....\"]), teams: [(name: \"blue\")],\n{extra})"
    );
    load_str(&text, "f", None).expect_err(extra).to_string()
}

/// The error of a whole text.
fn error_in(text: &str) -> String {
    load_str(text, "f", None).expect_err(text).to_string()
}

#[test]
fn values_that_make_no_sense_are_named_with_their_place_and_what_would_be_right() {
    let table = [
        (
            "units: [(team: \"blue\", at: (2, 0))]",
            "f:3:28: a unit stands on a wall at (2, 0); it needs a free cell",
        ),
        (
            "obstacles: [(at: (0, 0))], units: [(team: \"blue\", at: (0, 0))]",
            "f:3:55: a unit stands on obstacle 0 (Boulder) at (0, 0); it needs a free cell",
        ),
        (
            "units: [(team: \"blue\", at: (0, 0)), (team: \"blue\", at: (0, 0))]",
            "f:3:56: unit 1 stands on (0, 0), where unit 0 stands already; give each its own cell",
        ),
        (
            "units: [(team: \"bleu\", at: (0, 0))]",
            "f:3:16: there is no team \"bleu\" (did you mean \"blue\"?); it can only be \"blue\"",
        ),
        (
            "units: [(team: \"blue\", at: (0, 0), kind: \"solider\")]",
            "f:3:42: there is no unit kind \"solider\" (did you mean \"soldier\"?); it can be \"soldier\", \"scout\", \"heavy\", \"initiate\", \"battlemage\", \"archmage\", \"demon\", \"drake rider\", \"defence tower\", \"strong tower\", \"Marine\", \"Medic\", \"Firebat\", \"Vulture\", \"Siege tank\", \"Goliath\", \"Wraith\", \"Missile turret\", \"Pylon\", \"Nexus\" or \"Zergling\"",
        ),
        (
            "units: [(team: \"blue\", at: (3, 1), block: (2, 1))]",
            "f:3:28: this block of units goes from (3, 1) to (4, 1), outside the map; the map goes from (0, 0) to (3, 1)",
        ),
        (
            "units: [(team: \"blue\", at: (0, 0), block: (0, 2))]",
            "f:3:43: this block of units is 0 x 2 cells; both must be at least 1",
        ),
        (
            "units: [(team: \"blue\", at: (-1, 0))]",
            "f:3:28: this unit is at (-1, 0), outside the map; the map goes from (0, 0) to (3, 1)",
        ),
        (
            "obstacles: [(at: (2147483647, 0), size: (4294967295, 1))]",
            "f:3:18: this obstacle goes from (2147483647, 0) to (6442450941, 0), outside the map; the map goes from (0, 0) to (3, 1)",
        ),
        (
            "goals: [(name: \"a\", at: (0, 0)), (name: \"a\", at: (1, 0))]",
            "f:3:41: there are two goals named \"a\"; give each its own name",
        ),
        (
            "goals: [(name: \"a\", at: (0, 9))]",
            "f:3:25: this goal is at (0, 9), outside the map; the map goes from (0, 0) to (3, 1)",
        ),
        (
            "goals: [(name: \"flag\", at: (0, 0))], orders: [(order: Move(Goal(\"flug\")))]",
            "f:3:65: there is no goal \"flug\" (did you mean \"flag\"?); it can only be \"flag\"",
        ),
        (
            "orders: [(order: Patrol(to: Goal(\"x\")))]",
            "f:3:34: there is no goal \"x\"; there is none yet",
        ),
        (
            "orders: [(who: Units([7]), order: Hold)]",
            "f:3:23: there is no unit 7; there are no units",
        ),
        (
            "units: [(team: \"blue\", at: (0, 0))], orders: [(who: Units([0, 3]), order: Hold)]",
            "f:3:63: there is no unit 3; units are numbered from 0 to 0",
        ),
        (
            "orders: [(who: Team(\"red\"), order: Hold)]",
            "f:3:21: there is no team \"red\"; it can only be \"blue\"",
        ),
        (
            "units: [(team: \"blue\", at: (0, 0), block: (2, 2))], orders: [(who: Range(2, 1), order: Hold)]",
            "f:3:68: the range from 2 to 1 is empty; write the smaller first",
        ),
        (
            "units: [(team: \"blue\", at: (0, 0), block: (2, 2))], orders: [(who: Range(2, 4), order: Hold)]",
            "f:3:77: there is no unit 4; units are numbered from 0 to 3",
        ),
        (
            "units: [(team: \"blue\", at: (0, 0), block: (2, 2))], orders: [(who: Units([1, 1]), order: Hold)]",
            "f:3:78: unit 1 is named twice; once is enough",
        ),
        (
            "orders: [(order: Move(At(4, 0)))]",
            "f:3:23: this place is at (4, 0), outside the map; the map goes from (0, 0) to (3, 1)",
        ),
    ];
    for (extra, expected) in table {
        assert_eq!(error(extra), expected);
    }
}

#[test]
fn maps_teams_and_versions_that_make_no_sense_are_named() {
    let table = [
        ("", "f:1:1: the file is empty; a scenario begins with `(version: 1, map: ...`"),
        (
            " // nothing\n",
            "f:1:1: the file is empty; a scenario begins with `(version: 1, map: ...`",
        ),
        (
            "hello",
            "f:1:1: `hello` is not the beginning of a scenario; a scenario begins with `(version: 1, map: ...`",
        ),
        ("(map: Rows([\".\"]))", "f:1:1: the scenario has no `version`; add `version: 1,`"),
        (
            "(version: 2, new: 1)",
            "f:1:11: version 2 is newer than this program, which reads version 1",
        ),
        ("(version: one)", "f:1:11: version `one` does not exist; this program reads version 1"),
        (
            "(version: 1, map: Rows([\"...\",\n \"..\"]))",
            "f:2:5: row 1 has 2 letters, but row 0 has 3; make them equally long",
        ),
        (
            "(version: 1, map: Rows([\"..\",\n \"....\"]))",
            "f:2:5: row 1 has 4 letters, but row 0 has 2; make them equally long",
        ),
        (
            "(version: 1, map: Rows([\"..\",\n \".x\"]))",
            "f:2:4: the letter 'x' is not known in row 1; use `.` floor, `S` swamp, `#` or `@` wall, `T` trees, `W` water",
        ),
        (
            "(version: 1, map: Rows([]))",
            "f:1:24: the map has no cells; write at least one row such as \"...\"",
        ),
        (
            "(version: 1, map: Rectangles(size: (0, 5)))",
            "f:1:36: the map is 0 x 5 cells; width and height go from 1 to 4096",
        ),
        (
            "(version: 1, map: Generated(kind: Caves, size: (5, 5000)))",
            "f:1:48: the map is 5 x 5000 cells; width and height go from 1 to 4096",
        ),
        (
            "(version: 1, map: Rectangles(size: (5, 5), areas: [(at: (4, 4), size: (2, 1))]))",
            "f:1:57: this area goes from (4, 4) to (5, 4), outside the map; the map goes from (0, 0) to (4, 4)",
        ),
        (
            "(version: 1, map: Rows([\".\"]), teams: [(name: \"a\"), (name: \"a\")])",
            "f:1:60: there are two teams named \"a\"; give each its own name",
        ),
        (
            "(version: 1, map: Rows([\".\"]), teams: [(name: \"a\", doctrine: Custom(travel: FollowPath(look_ahead: inf)))])",
            "f:1:100: `look_ahead` is inf; it must lie between 0 and 12",
        ),
    ];
    for (text, expected) in table {
        assert_eq!(error_in(text), expected);
    }
    let unknown = error_in(
        "(version: 1, map: Rows([\".\"]), teams: [(name: \"a\", doctrine: Named(\"B*\"))])",
    );
    let expected = "f:1:62: there is no doctrine \"B*\" (did you mean \"A*\"?); it can be \"A*\", \"A* per unit\", ";
    assert!(unknown.starts_with(expected), "{unknown}");
    let missing = error_in("(version: 1, map: File(\"no/such.map\"))");
    assert!(
        missing.starts_with("f:1:24: there is no map file \"no/such.map\"; looked for "),
        "{missing}"
    );
}

#[test]
fn mistakes_in_the_grammar_are_named_at_their_place() {
    let table = [
        (
            "units: [(team: \"blue\", att: (0, 0))]",
            "f:3:24: `Unit` has no field `att` (did you mean `at`?); it can be `team`, `kind`, `at` or `block`",
        ),
        ("units: [(team: \"blue\")]", "f:3:22: `Unit` has no `at`; add `at: ...`"),
        (
            "corners: Fre",
            "f:3:10: `Fre` is not known here (did you mean `Free`?); it can be `Free`, `NotBetweenTwo` or `BothSidesFree`",
        ),
        ("seed: -1", "f:3:7: `-1` is negative; a number from 0 upwards is expected here"),
        ("seed: \"x\"", "f:3:7: a whole number is expected here, not `\"x\"`"),
        ("title: 5", "f:3:8: a text in double quotes is expected here, not `5`"),
        (
            "title: \"a\" goals: []",
            "f:3:12: a `,` or a closing bracket is expected here, not `goals`",
        ),
        ("units: (team: \"blue\")", "f:3:8: a list such as `[1, 2]` is expected here, not `(`"),
        ("seed: 1, seed: 2", "f:3:10: `Scenario` has `seed` twice; remove one of them"),
        (
            "obstacles: [(kind: Treee, at: (0, 0))]",
            "f:3:20: `Treee` is not known here (did you mean `Tree`?); it can be `Tree`, `Boulder` or `Wall`",
        ),
        (
            "units: [(team: \"blue\", at: (0, 0, 0))]",
            "f:3:35: the `)` that closes this group is expected here, not `0`",
        ),
        (
            "units: [(team: \"blue\", at: (0))]",
            "f:3:30: a group of values in brackets, of length 2, is expected here, but this has 1",
        ),
        (
            "units: [(team: \"blue\", at: (0.5, 0))]",
            "f:3:29: a whole number is expected here, not `0.5`",
        ),
        ("title: \"open", "f:3:8: this text has no closing quote; end it with `\"`"),
        ("seed: 1 /* open", "f:3:12: this comment is not closed; end it with `*/`"),
        (
            "orders: [(order: Hold, queued: yes)]",
            "f:3:32: `true` or `false` is expected here, not `yes`",
        ),
        ("orders: [(order: Patrol)]", "f:3:24: a `(` is expected here, not `)`"),
        (
            "orders: [(order: Move(1, 2))]",
            "f:3:23: a name is expected here, not `1`; a value goes inside one, as in `At(1, 2)` or `Named(\"A*\")`",
        ),
        (
            "units: [(team: \"blue\", at: (0, 99999999999))]",
            "f:3:32: `99999999999` is too large; maps end at 4096, seeds at 18446744073709551615",
        ),
    ];
    for (extra, expected) in table {
        assert_eq!(error(extra), expected);
    }
    assert_eq!(
        error_in("(version: 1, map: Rows([\".\"])"),
        "f:1:30: the file ends too early; a `)` or `]` is probably missing"
    );
    assert_eq!(
        error_in("(version: 1, map: Rows([\".\"])) )"),
        "f:1:32: the scenario ended before `)`; nothing may follow its last `)`"
    );
    assert_eq!(
        error_in("(version: 1, map: Rows([\".\"]), teams: [(name: \"a\", colour: (300, 0, 0))])"),
        "f:1:61: `300` is too large; a part of a colour goes from 0 to 255"
    );
}

#[test]
fn files_that_are_no_text_are_refused_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let message = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        let error = load_file(&path).unwrap_err();
        (error.line, error.column, error.message)
    };
    let not_text = "the byte 0xFF is not UTF-8 text; a text file is expected".to_string();
    assert_eq!(message("a.ron", b"(version: 1,\n \xFF"), (2, 2, not_text));
    let folder_error = load_file(folder.path()).unwrap_err().message;
    assert_eq!(folder_error, "this is a folder; a .ron or .map file is expected");
    let missing = load_file(&folder.path().join("none.ron")).unwrap_err().message;
    assert_eq!(missing, "there is no such file; check the spelling");
}

#[test]
fn too_many_teams_and_units_are_refused() {
    let teams: String = (0..=MOST_TEAMS).map(|i| format!("(name: \"{i}\"),")).collect();
    let text = format!("(version: 1, map: Rows([\".\"]), teams: [{teams}])");
    assert_eq!(error_in(&text), "f:1:39: there are 256 teams; at most 255 are possible");
    let text = "(version: 1, map: Rectangles(size: (400, 400)), units: [(team: \"blue\", at: (0, 0), block: (400, 251))])";
    assert_eq!(
        error_in(text),
        "f:1:76: with this there are more than 100000 units, which is the most"
    );
}

#[test]
fn the_example_in_the_manual_is_a_scenario() {
    let example = |n| {
        let rest = describe_format().split("```text\n").nth(n).unwrap();
        rest.split("```").next().unwrap()
    };
    let kinds = super::catalogue::kinds_from(example(2), "manual").unwrap();
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
    assert_eq!((bare.title.as_str(), bare.units.len(), bare.teams.len()), ("a", 0, 1));

    std::fs::write(at("maps/a.map"), "type octile\nheight 2\nwidth 3\nmap\n..@\n.?.\n").unwrap();
    let error = load_file(&at("a.ron")).unwrap_err();
    assert_eq!((error.line, error.column), (1, 39));
    assert!(error.message.contains("a.map:6:2: "), "{error}");
}

#[test]
fn units_with_gaps_in_their_numbers_keep_their_orders() {
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
    assert_eq!(again.orders, [order(&[1, 2])], "the order for a unit that is gone is dropped");
    assert_eq!(again.units[1].at, Cell::new(5, 0));
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
fn an_attack_on_a_unit_names_one_that_exists_and_keeps_to_it_when_units_are_renumbered() {
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
    scenario.apply(5, &Action::RemoveUnits(vec![UnitId(1)]));
    let attack = |s: &Scenario| s.tidied().orders[0].order;
    let at = Place::At(crate::grid::Cell::new(2, 0));
    assert_eq!(attack(&scenario), Order::AttackUnit { unit: UnitId(1), at });
    scenario.apply(6, &Action::RemoveUnits(vec![UnitId(2)]));
    assert_eq!(attack(&scenario), Order::Attack(at), "whoever stands there now is meant");
}
