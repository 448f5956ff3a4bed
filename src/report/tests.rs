use super::*;
use crate::measure::statistics::{Sample, Says, Test};

const NAMED: Experiment = Experiment {
    name: "sample",
    paper: "A. Uthor, Title, Table I",
    about: "For the tests.",
    plan: |settings| {
        let report = Report::new(&NAMED, settings, 1);
        Ok(Runs::of("one", [()], |()| Ok(())).map(|_| report))
    },
};

fn table() -> Table {
    let mut table = Table::new("Table I", "factor", Digits::Rounded(2), ["length", "pass"]);
    table.rows.push(Row::new(
        "0.90",
        vec![Figure::new(19.63712).paper(19.64), Figure::new("*").paper("*")],
    ));
    table.rows.push(Row::new(
        "0.95",
        vec![Figure::new(19.8).paper(19.85).deviation(0.5), Figure::new("").paper("*")],
    ));
    table.rows.push(Row::new("ours", vec![Figure::new(18.0), Figure::new("x, y")]));
    table
}

fn report() -> Report {
    let mut report = Report::new(&NAMED, &Settings::default(), 1);
    report.tables.push(table());
    report.parameter("cap", 0.75);
    let share = |hits| Sample::Share((0..60).map(|run| run < hits).collect());
    let test = |hits| Test::new("it is long", "%", share(hits), Says::Above(50.0));
    report.judge(vec![
        Statement::counted("It is short.", true, "19.64"),
        Statement::counted("It is long.", false, "19.64"),
        Statement::tested("It is mostly long.", [test(60)], ""),
        Statement::tested("It is often long.", [test(32)], ""),
    ]);
    report.note("A reconstruction.");
    report.picture("paths", "<svg></svg>".into());
    report
}

#[test]
fn cells_match_when_they_are_equal_as_printed() {
    let table = table();
    assert_eq!((table.cells(), table.matched()), (4, 2));
    let digits = Digits::Rounded(2);
    assert_eq!(Figure::new(19.8).paper(19.85).difference(digits), Some(-0.05));
    assert_eq!(Figure::new(1.0).paper(1.04).within(0.05).matches(digits), Some(true));
    assert_eq!(Figure::new(1.0).paper(1.06).within(0.05).matches(digits), Some(false));
    assert_eq!(Figure::new(1.0).matches(digits), None);
}

#[test]
fn digits_are_rounded_or_cut_off() {
    assert_eq!(Digits::Rounded(2).print(13.5178), "13.52");
    assert_eq!(Digits::Cut(2).print(13.5178), "13.51");
    assert_eq!(Digits::Cut(2).print(0.29 + 0.57), "0.86", "a sum that falls short by one bit");
    assert_eq!(Digits::Cut(0).print(13.9), "13");
    assert_eq!(Digits::Cut(1).print(-0.99), "-0.9");
}

#[test]
fn json_has_the_documented_names() {
    let json = serde_json::to_value(report()).unwrap();
    let names = |value: &serde_json::Value| -> Vec<String> {
        value.as_object().unwrap().keys().cloned().collect()
    };
    assert_eq!(json["experiment"], "sample");
    assert_eq!(json["seed"], 1);
    assert_eq!(json["parameters"]["cap"], "0.75");
    let told = names(&json["claims"][1]);
    assert_eq!(told, ["claim", "verdict", "enough_runs", "evidence", "tests"]);
    let verdicts = [0, 1, 2, 3].map(|n| json["claims"][n]["verdict"].as_str().unwrap());
    assert_eq!(verdicts, ["holds", "does not hold", "holds", "not enough runs to say"]);
    assert_eq!(json["family"]["tests"], 2);
    assert_eq!(json["command"], "phalanx experiment sample --seed 1");
    let table = &json["tables"][0];
    assert_eq!(names(table), ["title", "labels", "columns", "rows", "cells", "matched"]);
    assert_eq!((&table["cells"], &table["matched"]), (&4.into(), &2.into()));
    let cell = &table["rows"][1]["cells"][0];
    assert_eq!(cell["ours"], 19.8);
    assert_eq!(cell["paper"], 19.85);
    assert_eq!(cell["difference"], -0.05);
    assert_eq!(table["rows"][0]["cells"][0]["exact"], 19.63712);
    assert_eq!(json["pictures"][0], "paths.svg");
}

#[test]
fn text_is_aligned_and_tells_all() {
    let text = report().to_string();
    let line = |text: &str, start: &str| {
        text.lines().find(|l| l.trim_start().starts_with(start)).unwrap_or_default().to_string()
    };
    assert!(text.contains("Table I: 2 of 4 as in the paper"), "{text}");
    let bars = |line: String| -> Vec<usize> { line.match_indices('|').map(|(i, _)| i).collect() };
    assert_eq!(bars(line(&text, "0.90")), bars(line(&text, "0.95")), "{text}");
    assert!(line(&text, "0.95").contains("-0.05"), "{text}");
    assert!(text.contains("holds          It is short."), "{text}");
    assert!(text.contains("does not hold  It is long."), "{text}");
    assert!(text.contains("would do  It is often long."), "{text}");
    assert!(text.contains("2 one-sided tests") && !text.contains("p 0.0000"), "{text}");
    assert!(text.contains("claimed above 50"), "{text}");
    assert!(text.contains("A reconstruction.") && text.contains("cap: 0.75"), "{text}");
}

#[test]
fn a_folder_gets_tables_pictures_text_and_json() {
    let folder = tempfile::tempdir().unwrap();
    let files = report().write_to(&folder.path().join("new/folder")).unwrap();
    let names: Vec<&str> = files.iter().filter_map(|file| file.file_name()?.to_str()).collect();
    let expected = ["txt", "json", "-1-table-i.csv", "-claims.csv", "-samples.csv", "-paths.svg"];
    assert!(names.iter().zip(expected).all(|(name, end)| name.ends_with(end)), "{names:?}");
    assert_eq!(names.len(), expected.len());
    for file in &files {
        let text = std::fs::read_to_string(file).unwrap();
        assert!(text.contains("phalanx experiment sample --seed 1"), "{}", file.display());
    }
    let csv = std::fs::read_to_string(&files[2]).unwrap();
    let lines: Vec<&str> = csv.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(
        lines[0],
        "factor,length,\"length, standard deviation\",\"length, paper\",\"length, difference\",\
         pass,\"pass, paper\",\"pass, difference\""
    );
    assert_eq!(lines[2], "0.95,19.8,0.5,19.85,-0.05,,*,");
    assert_eq!(lines[3], "ours,18,,,,\"x, y\",,");
}

#[test]
fn the_tests_of_claims_and_their_runs_can_be_computed_again() {
    let folder = tempfile::tempdir().unwrap();
    let files = report().write_to(folder.path()).unwrap();
    let rows = |file: usize| -> Vec<Vec<String>> {
        let text = std::fs::read_to_string(&files[file]).unwrap();
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        lines.map(|line| line.split(',').map(String::from).collect()).collect()
    };
    let (tests, samples) = (rows(3), rows(4));
    assert_eq!(tests.len(), 1 + 4);
    assert_eq!(samples.len(), 1 + 2 * 60);
    let hits = samples.iter().filter(|row| row[0] == "4" && row[3] == "1").count();
    assert_eq!(hits, 32);
    assert!(tests[4].contains(&"not enough runs to say".to_string()), "{:?}", tests[4]);
}

#[test]
fn the_command_that_repeats_an_experiment_names_every_setting() {
    let settings = Settings {
        seed: 7,
        repetitions: Some(5),
        quick: true,
        maps: Some("/my maps".into()),
        scenario: None,
        doctrine: Some("A*".into()),
    };
    assert_eq!(
        settings.command("movement"),
        "phalanx experiment movement --seed 7 --repetitions 5 --doctrine 'A*' --maps '/my maps' --quick"
    );
}
