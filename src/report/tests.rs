use super::*;

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
    report.claim("It is short.", true, "19.64");
    report.claim("It is long.", false, "19.64");
    report.note("A reconstruction.");
    report.picture("paths", "<svg/>".into());
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
    assert_eq!(names(&json["claims"][1]), ["claim", "holds", "evidence"]);
    assert_eq!(json["claims"][1]["holds"], false);
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
    assert!(text.contains("A reconstruction.") && text.contains("cap: 0.75"), "{text}");
}

#[test]
fn a_folder_gets_tables_pictures_text_and_json() {
    let folder = tempfile::tempdir().unwrap();
    let files = report().write_to(&folder.path().join("new/folder")).unwrap();
    let names: Vec<&str> = files.iter().filter_map(|file| file.file_name()?.to_str()).collect();
    assert_eq!(names, ["sample.txt", "sample.json", "sample-1-table-i.csv", "sample-paths.svg"]);
    let csv = std::fs::read_to_string(&files[2]).unwrap();
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(
        lines[0],
        "factor,length,\"length, standard deviation\",\"length, paper\",\"length, difference\",\
         pass,\"pass, paper\",\"pass, difference\""
    );
    assert_eq!(lines[2], "0.95,19.8,0.5,19.85,-0.05,,*,");
    assert_eq!(lines[3], "ours,18,,,,\"x, y\",,");
}
