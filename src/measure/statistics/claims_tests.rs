use super::*;

fn share(hits: usize, runs: usize) -> Sample {
    Sample::Share((0..runs).map(|run| run < hits).collect())
}

fn one(sample: Sample, says: Says) -> Judged {
    let (_, mut judged) = judge(vec![vec![Test::new("x", "%", sample, says)]]);
    judged.remove(0).1.remove(0)
}

#[test]
fn a_verdict_needs_enough_runs() {
    for (hits, runs, verdict) in [
        (8, 8, Verdict::NotEnoughRuns),
        (60, 60, Verdict::Holds),
        (50, 60, Verdict::NotEnoughRuns),
        (30, 60, Verdict::DoesNotHold),
    ] {
        let judged = one(share(hits, runs), Says::Above(90.0));
        assert_eq!(judged.verdict, verdict, "{hits} of {runs}");
        let (low, high) = judged.interval;
        assert_eq!(low > 90.0, verdict == Verdict::Holds);
        assert_eq!(high < 90.0, verdict == Verdict::DoesNotHold);
    }
}

#[test]
fn an_equivalence_is_shown_and_not_the_lack_of_a_difference() {
    let pairs = |differ: usize, runs: usize| {
        Sample::Shares((0..runs).map(|run| (run < differ, false)).collect())
    };
    let within = Says::Between(-10.0, 10.0);
    assert_eq!(one(pairs(0, 10), within).verdict, Verdict::NotEnoughRuns);
    assert_eq!(one(pairs(0, 200), within).verdict, Verdict::Holds);
    assert_eq!(one(pairs(100, 200), within).verdict, Verdict::DoesNotHold);
}

#[test]
fn as_many_runs_as_told_would_do() {
    let judged = one(share(8, 8), Says::Above(90.0));
    let enough = judged.enough.unwrap();
    // Of this many runs, all decide: 0.9^29 is below 0.05. The rest is for four of five repetitions.
    assert!((29..120).contains(&enough), "{enough}");
    assert_eq!(one(share(9, 10), Says::Above(90.0)).enough, None, "on the margin");
}

#[test]
fn more_claims_make_each_interval_wider() {
    let claim = || vec![Test::new("x", "%", share(60, 60), Says::Above(90.0))];
    let (alone, first) = judge(vec![claim()]);
    let (together, all) = judge((0..50).map(|_| claim()).collect());
    assert_eq!((alone.tests, together.tests), (1, 50));
    assert_eq!(first[0].0, Verdict::Holds);
    assert!(all.iter().all(|(verdict, _)| *verdict == Verdict::NotEnoughRuns));
    assert!(all[0].1[0].interval.0 < first[0].1[0].interval.0);
    assert!((all[0].1[0].p / first[0].1[0].p - 50.0).abs() < 1e-9);
}

#[test]
fn a_claim_with_several_parts_needs_them_all() {
    let of = |says: [Says; 2]| {
        let tests = says.map(|says| Test::new("x", "%", share(30, 60), says)).to_vec();
        judge(vec![tests]).1[0].0
    };
    assert_eq!(of([Says::Above(10.0), Says::Below(90.0)]), Verdict::Holds);
    assert_eq!(of([Says::Above(10.0), Says::Above(49.0)]), Verdict::NotEnoughRuns);
    assert_eq!(of([Says::Above(49.0), Says::Above(90.0)]), Verdict::DoesNotHold);
}

#[test]
fn what_is_counted_is_no_test() {
    let (family, judged) = judge(vec![
        vec![Test::new("cells", "", Sample::Counted(30.0), Says::Between(30.0, 30.0))],
        vec![Test::new("cells", "", Sample::Counted(29.0), Says::Above(29.0))],
    ]);
    assert_eq!(family.tests, 0);
    assert_eq!([judged[0].0, judged[1].0], [Verdict::Holds, Verdict::DoesNotHold]);
}

#[test]
fn single_runs_tell_how_often_the_seed_turns_a_claim_round() {
    let pairs = vec![(2.0, 1.0), (2.0, 1.0), (1.0, 2.0), (3.0, 1.0)];
    assert_eq!(one(Sample::Means(pairs), Says::Above(0.0)).single_runs, Some((3, 4)));
}

/// A program that always says the same of samples without any difference is wrong in no more experiments than its level says.
#[test]
fn wrong_verdicts_are_as_rare_as_the_level_says() {
    let mut dice = crate::grid::Dice::new(5, 7);
    let mut wrong = 0;
    for _ in 0..400 {
        let claims = (0..5).map(|_| {
            let pairs = (0..30).map(|_| (dice.below(2) == 0, dice.below(2) == 0)).collect();
            vec![Test::new("x", "", Sample::Shares(pairs), Says::Above(0.0))]
        });
        let (_, judged) = judge(claims.collect());
        wrong += usize::from(judged.iter().any(|(verdict, _)| *verdict == Verdict::Holds));
    }
    // 20 expected at most; its standard deviation is 4.4.
    assert!(wrong <= 34, "{wrong} of 400");
}

#[test]
fn a_probability_is_never_printed_as_zero() {
    assert_eq!(print_p(0.0), "<0.0001");
    assert_eq!(print_p(0.00009), "<0.0001");
    assert_eq!(print_p(0.25), "0.2500");
}
