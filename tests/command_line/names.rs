//! Names that do not exist are told with those that were probably meant.

use crate::{Desk, MAP, SMALL, phalanx};
use serde_json::Value;

#[test]
fn every_name_that_is_nearly_right_is_suggested() {
    let desk = Desk::with(&[("small.ron", SMALL), ("a.map", MAP)]);
    let shot = ["shot", "small.ron", "--tick", "1", "--out", "a.png", "--overlay"];
    let movement = ["experiment", "movement", "--scenario"];
    for (words, code, meant) in [
        (&["run", "brige"][..], 1, "\"bridge\""),
        (&["plan", "chinese-wal"], 1, "chinese-wall\""),
        (&["run", "smal.ron"], 1, "\"small.ron\""),
        (&["check", "smal.ron"], 1, "\"small.ron\""),
        (&["run", "small.ron", "--doctrine", "Map Maker"], 2, "\"Map Marker\""),
        (&["run", "small.ron", "--doctrine", "blu=A*"], 2, "\"blue\""),
        (&[&shot[..], &["marker"]].concat(), 2, "\"markers\""),
        (&["experiment", "movment"], 2, "\"movement\""),
        (&[&movement[..], &["counterflow_w33"]].concat(), 2, "\"counterflow_w3\""),
        (&["rn", "small.ron"], 2, "\"run\""),
        (&["run", "small.ron", "--doctrin", "A*"], 2, "'--doctrine'"),
        (&["list", "preset"], 2, "'presets'"),
        (&["man", "rnu"], 2, "\"run\""),
    ] {
        let answer = desk.phalanx(words).ends_with(code);
        let said = format!("{}{}", answer.out, answer.err);
        assert!(said.contains(meant), "{words:?}: {said}");
        assert!(!said.contains(":1:1:"), "a file that is not there has no lines: {said}");
    }
    let team = desk.phalanx(&["run", "small.ron", "--doctrine", "red=A*"]).ends_with(2).err;
    assert!(team.contains("there is no team \"red\"") && team.contains("blue"), "{team}");
    let shipped = ["run", "bridge", "--scen", "x.scen", "--patrol", "1"];
    let shipped = desk.phalanx(&shipped).ends_with(2).err;
    assert!(shipped.contains("--scen is for maps"), "{shipped}");
    let two = ["run", "small.ron", "--doctrine", "A*", "--doctrine", "Flock"];
    assert!(desk.phalanx(&two).ends_with(2).err.contains("two doctrines"));
}

#[test]
fn what_has_a_name_can_be_listed() {
    for (what, one) in [
        ("scenarios", "01-bridge"),
        ("presets", "Map Marker"),
        ("experiments", "movement"),
        ("overlays", "paths"),
        ("metrics", "stall_share"),
    ] {
        let value = phalanx(&["list", what, "--json"]).ends_with(0).json();
        let list = value.as_array().unwrap();
        assert!(list.iter().any(|named| named["name"] == one), "{what}: {value}");
        let text = phalanx(&["list", what]).ends_with(0).out;
        assert_eq!(text.lines().count(), list.len());
        for named in list {
            let (name, about) = (&named["name"], &named["about"]);
            assert!(!about.as_str().unwrap().is_empty(), "{name}");
            assert!(text.contains(name.as_str().unwrap()));
        }
    }
}

/// Every listed name is accepted where it belongs.
#[test]
fn listed_names_can_be_used() {
    let names = |what: &str| {
        let value: Value = phalanx(&["list", what, "--json"]).ends_with(0).json();
        let name = |named: &Value| named["name"].as_str().unwrap().to_string();
        value.as_array().unwrap().iter().map(name).collect::<Vec<_>>()
    };
    for name in names("scenarios") {
        phalanx(&["run", &name, "--ticks", "0"]).ends_with(0);
    }
    for name in names("presets") {
        phalanx(&["run", "u-trap", "--ticks", "0", "--doctrine", &name]).ends_with(0);
    }
    for name in names("overlays") {
        let shot = ["shot", "u-trap", "--tick", "0", "--out", "a.png", "--overlay", &name];
        phalanx(&shot).ends_with(0);
    }
}
