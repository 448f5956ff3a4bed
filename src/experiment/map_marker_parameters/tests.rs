use super::*;
use crate::report::{Progress, Table};

fn report() -> Report {
    EXPERIMENT.run(&Settings::default(), &Progress::default()).unwrap()
}

fn table<'a>(report: &'a Report, title: &str) -> &'a Table {
    report.tables.iter().find(|table| table.title.starts_with(title)).unwrap()
}

#[test]
fn every_printed_figure_is_reproduced() {
    let report = report();
    for (title, cells) in [
        ("Table I: average", 57),
        ("Table I: configurations", 19),
        ("Fig. 2", 6),
        ("Section IV.C", 3),
    ] {
        let table = table(&report, title);
        assert_eq!((table.cells(), table.matched()), (cells, cells), "{table}");
    }
    let pictures: Vec<&str> = report.pictures.iter().map(|p| p.file.as_str()).collect();
    assert_eq!(pictures.len(), 57);
    assert!(pictures.contains(&"chinese-wall-0.90-0.75.svg"), "{pictures:?}");
}

#[test]
fn the_rule_as_printed_gives_another_table() {
    let report = report();
    let lengths = table(&report, "Table I under the rule as printed (no floor): average");
    assert_eq!((lengths.cells(), lengths.matched()), (57, 34), "{lengths}");
    let passing = table(&report, "Table I under the rule as printed (no floor): configurations");
    let asterisks = passing.rows.iter().filter(|row| row.figures[0].ours == "*".into()).count();
    assert_eq!(asterisks, 12, "{passing}");
}

#[test]
fn claims_come_out_as_the_reconstruction_says() {
    let report = report();
    let fails: Vec<&str> =
        report.claims.iter().filter(|c| !c.holds()).map(|c| c.claim.as_str()).collect();
    assert_eq!(fails.len(), 6, "{:#?}", report.claims);
    assert!(fails[0].contains("Algorithm 3 as printed"), "{fails:?}");
    assert!(fails[1].contains("best under the rule as printed"), "{fails:?}");
    assert!(fails[2].contains("Algorithm 2, line 17 as printed"), "{fails:?}");
    assert!(fails[3].contains("distance to the target tends to"), "{fails:?}");
    assert!(fails[4].contains("corners may not be cut"), "{fails:?}");
    assert!(fails[5].contains("flocking alone"), "{fails:?}");
    let corners = report.claims.iter().find(|c| c.claim.contains("its three scenarios")).unwrap();
    assert!(corners.evidence.contains("Lonely Tree 18/0"), "{}", corners.evidence);
}

#[test]
fn rows_can_be_opened_with_their_settings() {
    let report = report();
    let closed = report.tables.iter().flat_map(|t| t.rows.iter().map(move |row| (t, row)));
    let closed: Vec<_> = closed.filter(|(_, row)| row.scenarios.is_empty()).collect();
    assert!(closed.is_empty(), "{closed:?}");
    let row = &table(&report, "Table I: average").rows[BEST];
    assert_eq!(row.scenarios.len(), 3);
    assert!(
        row.scenarios[2].title.ends_with("factor 0.90, cap 0.75"),
        "{}",
        row.scenarios[2].title
    );
    let markers = row.scenarios[2].teams[0].doctrine.layers.markers.unwrap();
    assert_eq!((markers.factor, markers.cap), (0.90, 0.75));
}

#[test]
fn it_ends_when_it_is_cancelled() {
    let progress = Progress::default();
    progress.cancel();
    assert_eq!(EXPERIMENT.run(&Settings::default(), &progress), Err(ExperimentError::Cancelled));
}
