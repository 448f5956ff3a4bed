//! The movement benchmark under conditions that it does not have itself: mirrored maps, blocks shifted by two cells, other kinds of
//! units. Two groups that meet must get past each other in all of them.

use phalanx::experiment::movement::{
    Arrangement, Contender, Layout, MEETING, Mirror, Reading, TIME_SCALE, Variant, build,
    layout_named, run, settle_mark,
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

/// Crowds that change places at a corner: a line for each run in which not all come near, or that settles later than Warzone's.
fn corner_failures(layouts: &[&str], arrangements: &[u32]) -> Vec<String> {
    let contender = Contender::named("A* with traffic").unwrap();
    let mut trials = Vec::new();
    for layout in layouts.iter().filter_map(|name| layout_named(name)) {
        for mirror in Mirror::ALL {
            for &index in arrangements {
                let arrangement = Arrangement { index, reach: 2 };
                let reading = Reading::SameDrawing;
                trials.push((layout, Variant { reading, arrangement, mirror, kind: None }));
            }
        }
    }
    let seen = trials.par_iter().map(|&(layout, variant)| {
        let trial = build(layout, variant, contender.doctrine, contender.motion);
        let numbers = run(&trial).numbers;
        let (settle, mark) = (numbers.settle_p95 * TIME_SCALE, settle_mark(layout.name).unwrap());
        let told = format!(
            "{} {:?} {}: {} of {} near, settle p95 {settle:.1} s of Warzone's clock, mark {mark} s",
            layout.name, variant.mirror, variant.arrangement.index, numbers.near, numbers.ordered,
        );
        println!("{told}");
        (told, numbers.near == numbers.ordered && settle <= mark && numbers.worst_overlap < 0.5)
    });
    let seen: Vec<(String, bool)> = seen.collect();
    assert_eq!(seen.len(), layouts.len() * Mirror::ALL.len() * arrangements.len());
    seen.into_iter().filter(|(_, good)| !good).map(|(told, _)| told).collect()
}

/// Which of two crowds has the inner side of the corner is decided by the side that units keep to, so a mirror image exchanges them.
#[test]
fn crowds_at_an_open_corner_settle_in_every_mirror_image() {
    assert_eq!(corner_failures(&["open_corner"], &[230]), [""; 0]);
}

#[test]
#[ignore = "takes minutes; run it before a change of how units move is merged"]
fn crowds_at_a_corner_settle_in_many_variants() {
    let arrangements = [0, 63, 131, 190, 249, 311, 370, 428, 487, 546, 624];
    assert_eq!(corner_failures(&["open_corner", "rush_corner"], &arrangements), [""; 0]);
}
