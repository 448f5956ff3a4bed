use super::*;

/// What runs on the small map, which takes seconds.
fn small() -> Vec<Line> {
    lines(true).into_iter().filter(|line| line.set == sets::Set::Small).collect()
}

#[test]
fn without_files_the_small_map_is_drawn_and_its_robust_claims_hold() {
    let settings = Settings { quick: true, ..Settings::default() };
    let report = run_lines(small(), &settings, &Progress::default()).unwrap();
    assert!(report.notes[0].contains("drawn from seed 1"), "{}", report.notes[0]);
    assert_eq!(report.tables[0].rows.len(), 7);
    let robust = "WHCA* has fewer failed moves and shorter paths";
    let claim = report.claims.iter().find(|c| c.claim.contains(robust)).unwrap();
    assert!(claim.holds, "{claim:?}");
    let depends = report.claims.iter().find(|c| c.claim.contains("number of patrols")).unwrap();
    assert!(!depends.holds, "{depends:?}");
}

#[test]
fn cancelling_ends_the_experiment() {
    let progress = Progress::default();
    progress.cancel();
    let settings = Settings { quick: true, ..Settings::default() };
    assert_eq!(experiment(&settings, &progress).err(), Some(Trouble::Cancelled));
}
