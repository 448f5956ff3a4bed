//! The movement benchmark under conditions that it does not have itself: mirrored maps, blocks shifted by two cells, other kinds of
//! units. Two groups that meet must get past each other in all of them.

use phalanx::experiment::movement::{
    Arrangement, Contender, LAYOUTS, Layout, MEETING, Mirror, Reading, TIME_SCALE, Variant, build,
    layout_named, run,
};
use rayon::prelude::*;

/// Arrangements with both blocks shifted by up to two cells.
const FAR: u32 = 625;
/// Other kinds, from the smallest to the largest.
const KINDS: &[&str] = &["cyborg", "half-track", "soldier", "medium tank", "heavy tank"];

/// A layout, and how it is run.
type Trial = (&'static Layout, Variant);

/// Runs all trials with traffic and returns a line for each that is not resolved, or whose units overlap.
fn failures(trials: &[Trial]) -> Vec<String> {
    let contender = Contender::named("A* with traffic").unwrap();
    let failed = trials.par_iter().filter_map(|&(layout, variant)| {
        let trial = build(layout, variant, contender.doctrine, contender.motion);
        let numbers = run(&trial).numbers;
        let good = numbers.resolved == 1.0 && numbers.worst_overlap < 0.5;
        (!good).then(|| {
            let (near, of, overlap) = (numbers.near, numbers.ordered, numbers.worst_overlap);
            format!("{} {variant:?}: {near} of {of} near, overlap {overlap} %", layout.name)
        })
    });
    failed.collect()
}

/// Some arrangements of every meeting layout in every mirror image, as drawn and with other kinds. Every call takes other ones.
fn trials(first: u32, step: u32, kinds: &[Option<&'static str>]) -> Vec<Trial> {
    let mut trials = Vec::new();
    let mut index = first;
    for layout in MEETING.iter().filter_map(|name| layout_named(name)) {
        for &reading in layout.readings() {
            for mirror in Mirror::ALL {
                for &kind in kinds {
                    index = (index + step) % FAR;
                    let arrangement = Arrangement { index, reach: 2 };
                    trials.push((layout, Variant { reading, arrangement, mirror, kind }));
                }
            }
        }
    }
    trials
}

fn assert_all_resolved(trials: &[Trial]) {
    let failures = failures(trials);
    assert!(
        failures.is_empty(),
        "{} of {}:\n{}",
        failures.len(),
        trials.len(),
        failures.join("\n")
    );
}

#[test]
fn groups_that_meet_pass_each_other_in_mirrored_and_shifted_layouts() {
    let chosen = ["counterflow_w1", "counterflow_tracked", "crossing"];
    let some = trials(7, 101, &[None]).into_iter();
    let some: Vec<Trial> = some.filter(|(layout, _)| chosen.contains(&layout.name)).collect();
    assert_eq!(some.len(), 3 * 2 * 4);
    assert_all_resolved(&some);
}

#[test]
#[ignore = "takes minutes; run it before a change of how units move is merged"]
fn groups_that_meet_pass_each_other_in_many_variants() {
    let kinds: Vec<Option<&'static str>> =
        KINDS.iter().copied().map(Some).chain([None, None]).collect();
    assert_all_resolved(&trials(11, 83, &kinds));
}

/// Crowds that change places at a corner: all are to come near, in every mirror image.
#[test]
#[ignore = "takes minutes; run it before a change of how units move is merged"]
fn crowds_at_a_corner_all_come_near_in_every_mirror_image() {
    let contender = Contender::named("A* with traffic").unwrap();
    let mut trials = Vec::new();
    for layout in LAYOUTS.iter().filter(|l| ["open_corner", "rush_corner"].contains(&l.name)) {
        for mirror in Mirror::ALL {
            for index in [0, 131, 311, 487, 624] {
                let arrangement = Arrangement { index, reach: 2 };
                let reading = Reading::SameDrawing;
                trials.push((layout, Variant { reading, arrangement, mirror, kind: None }));
            }
        }
    }
    let seen: Vec<(String, f64, f64, f64)> = trials
        .par_iter()
        .map(|&(layout, variant)| {
            let trial = build(layout, variant, contender.doctrine, contender.motion);
            let numbers = run(&trial).numbers;
            let name =
                format!("{} {:?} {}", layout.name, variant.mirror, variant.arrangement.index);
            (name, numbers.near, numbers.ordered, numbers.settle_p95 * TIME_SCALE)
        })
        .collect();
    for (name, near, ordered, settle) in &seen {
        println!("{name}: {near} of {ordered} near, settle p95 {settle:.1} s of Warzone's clock");
    }
    assert!(seen.iter().all(|(_, near, ordered, _)| near == ordered));
}
