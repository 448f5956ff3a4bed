//! Cases computed by hand.

use super::*;
use glam::Vec2;

/// 32 ticks a second, units four times as fast as in Warzone.
const CLOCK: Clock = Clock { ticks_per_second: 32.0, time_scale: 4.0 };

fn traveller(legs: &[(u64, Option<(f32, f32)>)]) -> Traveller {
    let leg =
        |&(tick, place): &(u64, Option<(f32, f32)>)| Leg { tick, place: place.map(Vec2::from) };
    Traveller { radius: 0.4, legs: legs.iter().map(leg).collect() }
}

fn to(x: f32, y: f32) -> Traveller {
    traveller(&[(0, Some((x, y)))])
}

/// A step from one position to another.
fn step(from: (f32, f32), to: (f32, f32)) -> Option<Seen> {
    Some(Seen { before: from.into(), position: to.into(), ordered: true, ..Seen::default() })
}

/// A unit that stands and wants to go somewhere.
fn pushing(at: (f32, f32), wanted: (f32, f32)) -> Option<Seen> {
    Some(Seen { wanted: Some(wanted.into()), ..step(at, at)? })
}

fn probe(travellers: impl IntoIterator<Item = Traveller>) -> MovementProbe {
    MovementProbe::new(CLOCK, travellers.into_iter().collect())
}

/// Walks along x in steps of a cell, one per tick.
fn walk(probe: &mut MovementProbe, from: i32, to: i32) {
    let sign = (to - from).signum();
    let mut x = from;
    while x != to {
        probe.observe(&[step((x as f32, 0.0), ((x + sign) as f32, 0.0))]);
        x += sign;
    }
}

#[test]
fn percentiles_are_the_value_at_the_floor_of_n_p() {
    let values: Vec<f64> = (1..=20).map(f64::from).collect();
    assert_eq!(percentile(&values, 50), 11.0);
    assert_eq!(percentile(&values, 95), 20.0);
    assert_eq!(percentile(&values[..10], 95), 10.0);
    assert_eq!(percentile(&[7.0], 95), 7.0);
    assert_eq!(percentile(&[3.0, 1.0, 2.0], 50), 2.0);
    assert_eq!(percentile(&[], 95), 0.0);
}

#[test]
fn a_range_has_the_least_the_middle_and_the_largest() {
    assert_eq!(Range::of(&[4.0, 1.0, 3.0]), Range { min: 1.0, median: 3.0, max: 4.0 });
    assert_eq!(Range::of(&[]), Range::default());
    assert_eq!(Range::of(&[1.0]).times(4.0), Range { min: 4.0, median: 4.0, max: 4.0 });
}

#[test]
fn limits_follow_the_clock() {
    assert_eq!(CLOCK.stall_step(), 0.019_531_25);
    assert_eq!(CLOCK.patience(), 48);
    let warzone = Clock { ticks_per_second: 10.0, time_scale: 1.0 };
    assert_eq!((warzone.stall_step(), warzone.patience()), (1.0 / 64.0, 60));
}

#[test]
fn a_unit_that_walks_straight_arrives_settles_and_makes_no_detour() {
    let mut probe = probe([to(20.0, 0.0)]);
    walk(&mut probe, 0, 18);
    assert!(!probe.is_over(), "2 cells are more than 1.5");
    walk(&mut probe, 18, 19);
    assert!(probe.is_over());
    let numbers = probe.numbers();
    assert_eq!((numbers.arrived, numbers.near, numbers.resolved), (1.0, 1.0, 1.0));
    assert_eq!(numbers.arrival_p95, 19.0 / 32.0);
    assert_eq!(numbers.worst_arrival, 19.0 / 32.0);
    assert_eq!(numbers.seconds_per_cell_p50, 19.0 / 32.0 / 20.0);
    assert_eq!(numbers.settle_p95, 13.0 / 32.0, "at x = 13 it was last outside 6 cells");
    assert_eq!(numbers.stall_p95, 0.0);
    assert_eq!(numbers.detour_p95, 100.0 * 13.0 / 14.0);
    assert_eq!(numbers.never_near, 0.0);
}

#[test]
fn a_unit_that_stands_outside_stalls_and_the_run_counts_whole() {
    let mut probe = probe([to(20.0, 0.0)]);
    walk(&mut probe, 0, 1);
    for _ in 0..3 {
        probe.observe(&[step((1.0, 0.0), (1.01, 0.0))]);
    }
    let numbers = probe.numbers();
    assert_eq!(probe.stalled().collect::<Vec<_>>(), [Vec2::new(1.01, 0.0)]);
    assert_eq!(numbers.stall_p50, 75.0);
    assert_eq!((numbers.arrival_p95, numbers.worst_arrival), (0.0, 4.0 / 32.0));
    assert_eq!((numbers.near, numbers.never_near, numbers.resolved), (0.0, 1.0, 0.0));
    assert_eq!((numbers.still_ordered, numbers.settle_p95), (1.0, 4.0 / 32.0));
    assert_eq!(numbers.detour_p95, 100.0 * 1.0 / 14.0, "stalls are no way driven");
}

#[test]
fn resolved_means_three_quarters_near() {
    let seen = |near: usize| {
        let mut probe = probe([to(0.0, 0.0), to(0.0, 9.0), to(0.0, 18.0), to(0.0, 27.0)]);
        let unit = |i: usize| {
            let at = (if i < near { 5.0 } else { 7.0 }, 9.0 * i as f32);
            step(at, at)
        };
        probe.observe(&[unit(0), unit(1), unit(2), unit(3)]);
        probe.numbers().resolved
    };
    assert_eq!([seen(2), seen(3), seen(4)], [0.0, 1.0, 1.0]);
}

#[test]
fn each_leg_has_an_arrival_of_its_own_and_an_order_to_stop_ends_the_tracking() {
    let mut once = probe([traveller(&[(0, Some((4.0, 0.0))), (6, Some((-20.0, 0.0)))])]);
    walk(&mut once, 0, 6);
    walk(&mut once, 6, -19);
    let numbers = once.numbers();
    assert!(once.is_over());
    assert_eq!(numbers.arrival_p50, 25.0 / 32.0, "3 and 25 ticks");
    assert_eq!(numbers.seconds_per_cell_p50, (3.0f64 / 32.0 / 4.0).max(25.0 / 32.0 / 26.0));
    assert_eq!(numbers.detour_p50, 100.0 * 19.0 / 20.0, "of the last leg only");

    let mut stopped = probe([traveller(&[(0, Some((9.0, 0.0))), (2, None)])]);
    walk(&mut stopped, 0, 4);
    assert!(stopped.is_over());
    assert_eq!(stopped.numbers().ordered, 0.0);
}

#[test]
fn a_hard_stop_needs_two_others_ahead_at_the_wanted_position() {
    let stops = |others: &[(f32, f32)]| {
        let mut probe = probe((0..=others.len()).map(|_| to(50.0, 0.0)));
        let mut seen = vec![pushing((0.0, 0.0), (0.1, 0.0))];
        seen.extend(others.iter().map(|&at| step(at, at)));
        probe.observe(&seen);
        probe.numbers()
    };
    let (above, below, behind) = ((0.7, 0.4), (0.7, -0.4), (-0.79, 0.0));
    assert_eq!(stops(&[above]).hard_stops, 0.0);
    assert_eq!(stops(&[above]).bumps, 1.0);
    let both = stops(&[above, below]);
    assert_eq!(
        (both.hard_stops, both.hard_stops_in_transit, both.hard_stops_near),
        (1.0, 1.0, 0.0)
    );
    assert_eq!(both.hard_stop_top_share, 100.0);
    assert_eq!(stops(&[above, behind]).hard_stops, 0.0, "one of them is behind");
    assert_eq!(stops(&[above, (1.2, 0.0)]).hard_stops, 0.0, "one of them is too far away");
}

#[test]
fn hard_stops_near_the_place_are_counted_apart_and_failed_steps_are_hard_stops() {
    let mut near = probe([to(3.0, 0.0), to(3.0, 0.0), to(3.0, 0.0)]);
    let others = [step((0.7, 0.4), (0.7, 0.4)), step((0.7, -0.4), (0.7, -0.4))];
    near.observe(&[pushing((0.0, 0.0), (0.1, 0.0)), others[0], others[1]]);
    let numbers = near.numbers();
    assert_eq!((numbers.hard_stops_in_transit, numbers.hard_stops_near), (0.0, 1.0));

    let mut steps = probe([to(30.0, 0.0)]);
    let failed = Seen { step_failed: true, ..step((0.5, 0.5), (0.5, 0.5)).unwrap() };
    steps.observe(&[Some(failed)]);
    assert_eq!(steps.numbers().hard_stops_in_transit, 1.0);
}

#[test]
fn contacts_after_the_first_are_repeats_until_the_unit_has_moved_half_a_cell() {
    let mut probe = probe([to(50.0, 0.0), to(50.0, 0.0)]);
    for x in [0.0, 0.3, 0.6] {
        let other = (x + 0.8, 0.0);
        probe.observe(&[pushing((x, 0.0), (x + 0.1, 0.0)), step(other, other)]);
    }
    let numbers = probe.numbers();
    assert_eq!((numbers.bumps, numbers.repeats, numbers.hard_stops), (2.0, 1.0, 0.0));
}

#[test]
fn a_unit_without_half_a_cell_of_way_in_six_seconds_plans_again_or_gives_up() {
    let stand = |place: f32, ticks: usize| {
        let mut probe = probe([to(place, 0.0)]);
        (0..ticks).for_each(|_| probe.observe(&[step((0.0, 0.0), (0.0, 0.0))]));
        (probe.numbers().repaths, probe.numbers().give_ups)
    };
    assert_eq!(stand(20.0, 48), (0.0, 0.0));
    assert_eq!(stand(20.0, 49), (1.0, 0.0));
    assert_eq!(stand(20.0, 97), (2.0, 0.0));
    assert_eq!(stand(5.0, 97), (0.0, 2.0), "on the last stretch");
    assert_eq!(stand(1.0, 97), (0.0, 0.0), "it has arrived");
    let mut rests = probe([to(5.0, 0.0)]);
    let seen = Seen { ordered: false, ..step((0.0, 0.0), (0.0, 0.0)).unwrap() };
    (0..97).for_each(|_| rests.observe(&[Some(seen)]));
    assert_eq!(rests.numbers().give_ups, 0.0, "it has ended its order elsewhere");
}

#[test]
fn density_is_the_largest_crowd_round_a_tracked_unit() {
    let idle = Traveller { radius: 0.4, legs: Vec::new() };
    let mut probe = probe([to(50.0, 0.0), to(50.0, 0.0), to(50.0, 0.0), idle]);
    let at = |x: f32| step((x, 0.0), (x, 0.0));
    probe.observe(&[at(0.0), at(1.4), at(2.8), at(1.4)]);
    assert_eq!(probe.numbers().density_peak, 2.0, "the unit without orders does not count");
    probe.observe(&[at(0.0), at(1.6), at(3.2), at(9.0)]);
    assert_eq!(probe.numbers().density_p95, 2.0);
    assert_eq!(probe.numbers().ordered, 3.0);
}

#[test]
fn overlap_counts_pairs_below_four_fifths_and_the_worst_of_all() {
    let mut probe = probe([to(50.0, 0.0), to(50.0, 0.0)]);
    let at = |x: f32| step((x, 0.0), (x, 0.0));
    probe.observe(&[at(0.0), at(0.8)]);
    assert_eq!((probe.numbers().overlaps, probe.numbers().worst_overlap), (0.0, 0.0));
    probe.observe(&[at(0.0), at(0.6)]);
    assert_eq!(probe.numbers().overlaps, 1.0);
    assert!((probe.numbers().worst_overlap - 25.0).abs() < 1e-4);
    probe.observe(&[at(0.0), at(0.7)]);
    assert_eq!(probe.numbers().overlaps, 1.0, "above four fifths");
}

#[test]
fn spread_is_cut_to_whole_cells_and_units_that_are_gone_do_not_count() {
    let mut probe = probe([to(50.0, 0.0), to(50.0, 0.0), to(50.0, 0.0)]);
    let at = |x: f32| step((x, 0.0), (x, 0.0));
    probe.observe(&[at(0.0), at(5.8), None]);
    assert_eq!(probe.numbers().spread, 2.0);
}

#[test]
fn units_that_wait_for_a_path_more_than_half_the_run_are_starved() {
    let mut probe = probe([to(50.0, 0.0)]);
    let waiting = Seen { planning: true, ..step((0.0, 0.0), (0.0, 0.0)).unwrap() };
    for seen in [waiting, waiting, waiting, step((0.0, 0.0), (1.0, 0.0)).unwrap()] {
        probe.observe(&[Some(seen)]);
    }
    assert_eq!(probe.numbers().route_starved, 1.0);
}
