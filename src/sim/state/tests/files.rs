//! Traces as files: written, read, compared.

use super::*;
use std::io::BufReader;

fn head(scenario: &Scenario) -> TraceHead {
    TraceHead {
        program: "1.0.0".into(),
        scenario: scenario.title.clone(),
        seed: scenario.seed,
        doctrines: Vec::new(),
        start: 7,
        arguments: vec!["some file.ron".into()],
        components: TraceHead::component_names(),
    }
}

/// The trace of a run, and its ticks.
fn trace(run: &dyn Repeatable, head: &TraceHead, ticks: u64) -> (Vec<u8>, Vec<TraceTick>) {
    let (mut file, mut written) = (Vec::new(), Vec::new());
    let mut simulation = run.start();
    simulation.watch_stages();
    let mut writer = TraceWriter::new(&mut file, head).unwrap();
    for tick in 0..ticks {
        run.tick(&mut simulation);
        let stages = simulation.take_stage_hashes();
        let units = unit_hashes(simulation.world(), simulation.arena());
        writer.tick(tick, &stages, &units).unwrap();
        let units = units.into_iter().map(|(id, hash)| (id, (hash as u32).max(1))).collect();
        written.push(TraceTick { tick, stages: stages.try_into().unwrap(), units });
    }
    writer.finish().unwrap();
    (file, written)
}

fn reader(bytes: &[u8]) -> Result<TraceReader<BufReader<&[u8]>>, TraceError> {
    TraceReader::new(BufReader::new(bytes))
}

#[test]
fn a_trace_is_read_as_it_was_written() {
    // Units die in this time.
    let scenario = named("hybrid-open");
    let (file, written) = trace(&scenario, &head(&scenario), 900);
    let deaths = written[0].units.len() - written[899].units.len();
    assert!(deaths > 0);
    let mut reader = reader(&file).unwrap();
    assert_eq!(*reader.head(), head(&scenario));
    for tick in &written {
        assert_eq!(reader.next_tick().unwrap(), Some(tick));
    }
    assert_eq!(reader.next_tick().unwrap(), None);
}

#[test]
fn two_traces_name_tick_stage_component_and_units() {
    let scenario = named("bridge");
    let head = head(&scenario);
    let stage = Some(TickSystems::Move);
    let faulty = Faulty { scenario: scenario.clone(), tick: 30, stage, fault: nudge_position };
    let (left, _) = trace(&scenario, &head, 60);
    let (right, _) = trace(&faulty, &head, 60);
    let compare = |a: &[u8], b: &[u8]| {
        compare_traces(&mut reader(a).unwrap(), &mut reader(b).unwrap()).unwrap()
    };
    let TraceComparison::Differs { tick, stage: at, components, units } = compare(&left, &right)
    else {
        panic!("they differ");
    };
    assert_eq!((tick, at), (30, stage));
    assert_eq!(components, ["Position"]);
    assert!(units.contains(&scenario.units[2].id), "{units:?}");
    assert_eq!(compare(&left, &left), TraceComparison::Equal(60));
    let (short, _) = trace(&scenario, &head, 20);
    assert_eq!(compare(&left, &short), TraceComparison::Ends(TraceSide::Right, 20));
    assert_eq!(compare(&short, &left), TraceComparison::Ends(TraceSide::Left, 20));
    let (other, _) = trace(&scenario, &TraceHead { start: 8, ..head }, 20);
    assert!(matches!(
        compare(&left, &other),
        TraceComparison::Differs { tick: 0, stage: None, .. }
    ));
}

#[test]
fn a_trace_that_breaks_off_anywhere_says_so() {
    let scenario = named("bridge");
    let (file, _) = trace(&scenario, &head(&scenario), 3);
    let whole = |bytes: &[u8]| -> Result<u64, TraceError> {
        let (mut reader, mut ticks) = (reader(bytes)?, 0);
        while reader.next_tick()?.is_some() {
            ticks += 1;
        }
        Ok(ticks)
    };
    assert_eq!(whole(&file).unwrap(), 3);
    for end in 0..file.len() {
        let error = whole(&file[..end]).unwrap_err();
        let named = matches!(error, TraceError::Truncated(0..=3));
        assert!(named || end < "phalanx trace 2\n".len(), "{end}: {error}");
    }
}

#[test]
fn a_trace_of_another_kind_is_refused() {
    let refused = |text: &str| reader(text.as_bytes()).err().unwrap().to_string();
    assert!(refused("(version: 1)\n").contains("no trace"));
    assert!(refused("phalanx trace 1\n").contains("version 1"));
    assert!(refused("phalanx trace 2\nnonsense\n").contains("damaged"));
    let scenario = named("bridge");
    let other = TraceHead { components: vec!["Soul".into()], ..head(&scenario) };
    let (file, _) = trace(&scenario, &other, 1);
    assert!(reader(&file).err().unwrap().to_string().contains("phalanx 1.0.0"));
}

#[test]
fn traces_of_different_runs_say_what_differs() {
    let one = head(&named("bridge"));
    assert_eq!(one.mismatch(&one), None);
    let differs = |other: TraceHead| one.mismatch(&other).unwrap();
    assert!(differs(TraceHead { scenario: "Boulder".into(), ..one.clone() }).contains("scenarios"));
    let seeds = format!("seeds are {} and 99", one.seed);
    assert!(differs(TraceHead { seed: 99, ..one.clone() }).contains(&seeds));
    let doctrines = vec!["blue: Flock".into()];
    assert!(differs(TraceHead { doctrines, ..one.clone() }).contains("doctrines"));
}

/// Component hashes cover the same fields as the state hash: if one changes, so does the other.
#[test]
fn components_and_units_cover_the_state_hash() {
    let scenario = named("bridge");
    let mut simulation = Simulation::new(&scenario);
    simulation.run(20);
    let arena = simulation.arena();
    let hashes = |s: &Simulation| {
        let (world, arena) = (s.world(), s.arena());
        let components = component_hashes(world, arena);
        (state_hash(world, arena), components, unit_hashes(world, arena))
    };
    let before = hashes(&simulation);
    let third = unit(simulation.world(), arena, 2);
    simulation.world_mut().get_mut::<Progress>(third).unwrap().stalled += 1;
    let after = hashes(&simulation);
    assert_ne!(before.0, after.0);
    let names = component_names(simulation.world());
    assert_eq!(diff::differing(&names, &before.1, &after.1), ["Progress"]);
    let changed: Vec<UnitId> =
        before.2.iter().zip(&after.2).filter(|(a, b)| a != b).map(|(a, _)| a.0).collect();
    assert_eq!(changed, [scenario.units[2].id]);
}
