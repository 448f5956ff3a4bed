//! Messages of the loader: place, fault, and what would be right.

use crate::scenario::{MAX_TEAMS, load_str};

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
            "f:3:42: there is no unit kind \"solider\" (did you mean \"soldier\"?); it can be \"soldier\", \"scout\", \"heavy\", \"initiate\", \"battlemage\", \"archmage\", \"demon\", \"drake rider\", \"defence tower\", \"strong tower\", \"Marine\", \"Medic\", \"Firebat\", \"Vulture\", \"Siege tank\", \"Goliath\", \"Wraith\", \"Missile turret\", \"Pylon\", \"Nexus\", \"Zergling\", \"medium tank\", \"heavy tank\", \"cyborg\" or another",
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
fn too_many_teams_and_units_are_refused() {
    let teams: String = (0..=MAX_TEAMS).map(|i| format!("(name: \"{i}\"),")).collect();
    let text = format!("(version: 1, map: Rows([\".\"]), teams: [{teams}])");
    assert_eq!(error_in(&text), "f:1:39: there are 256 teams; at most 255 are possible");
    let text = "(version: 1, map: Rectangles(size: (400, 400)), units: [(team: \"blue\", at: (0, 0), block: (400, 251))])";
    assert_eq!(error_in(text), "f:1:76: with this the limit of 100000 units is exceeded");
}
