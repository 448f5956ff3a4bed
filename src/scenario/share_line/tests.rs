//! Lines read back as they were written, and are refused in a sentence if they cannot be read.

use super::*;
use crate::grid::{Bounds, Cell, CornerRule, Ground, Terrain};
use crate::scenario::{Batch, presets};
use crate::session::Session;
use proptest::prelude::{ProptestConfig, any, prop_assert_eq, proptest};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

pub const MINUTE: u64 = 60 * Recording::EVERY;

pub fn loaded() -> impl Iterator<Item = (&'static str, Scenario)> {
    shipped().iter().map(|shipped| (shipped.name, shipped.load().unwrap()))
}

fn welcome() -> Recording {
    Recording::new(shipped()[0].load().unwrap(), 100, Recording::EVERY)
}

/// Writes and reads a run, and checks that nothing but hashes is lost. The debug form of a number is that of its bits.
pub fn there_and_back(recording: &Recording) -> (String, Recording) {
    let line = recording.to_line();
    assert!(Recording::is_line(&line) && line.is_ascii() && !line.contains(char::is_whitespace));
    let again = Recording::from_line(&line).unwrap_or_else(|error| panic!("{error}"));
    let actions = |recording: &Recording| format!("{:?}", recording.scenario.actions);
    assert!(again.scenario == recording.scenario && actions(&again) == actions(recording));
    assert_eq!((again.ticks, &again.program), (recording.ticks, &recording.program));
    (line, again)
}

fn batches(mut session: Session, count: usize) -> Vec<Batch> {
    let mut tick = 0;
    let mut batch = || {
        tick += session.random.random_range(0..3) * session.random.random_range(0..200);
        let actions = (0..session.random.random_range(0..4)).map(|_| session.action()).collect();
        Batch { tick, actions }
    };
    let last = Batch { tick: u64::MAX, actions: Vec::new() };
    (0..count).map(|_| batch()).chain([last]).collect()
}

/// Some sessions have actions that only a text can hold, such as a kind out of its range.
#[test]
fn a_line_of_random_actions_reads_as_its_recording() {
    let first = Session::fresh_seed();
    let read = |result: std::result::Result<Recording, ScenarioError>| {
        result.map(|recording| format!("{recording:?}")).map_err(|error| error.message)
    };
    for (seed, (name, scenario)) in (first..).zip(loaded()) {
        for session in [Session::new(&scenario, seed), Session::wild(&scenario, seed)] {
            let scenario = Scenario { actions: batches(session, 40), ..scenario.clone() };
            let recording = Recording::new(scenario, u64::MAX, MINUTE);
            let line = recording.to_line();
            let from_text = Recording::from_ron(&recording.to_ron(), "text");
            assert!(read(Recording::from_line(&line)) == read(from_text), "{name}, seed {seed}");
            let line = unpacked(&payload(&line).unwrap()).unwrap();
            assert_eq!(line.shipped.unwrap().0, name, "the scenario is only named");
        }
    }
}

#[test]
fn a_scenario_of_ones_own_is_in_the_line() {
    let bounds = Bounds::new(9, 5);
    let mut ground = vec![Ground::Floor; bounds.area()];
    ground[7] = Ground::Water;
    let mut own = Scenario::plain(Terrain::from_ground(bounds, CornerRule::ALL[1], ground));
    own.title = "Grüße: \"own\" \0 007".into();
    own.set_directions(&[(Cell::new(2, 3), (0.1 + 0.2, -1.0 / 3.0))]);
    own.actions = batches(Session::new(&own, 1), 20);
    there_and_back(&Recording::new(own, 77, Recording::EVERY));
    for (seed, (_, mut scenario)) in (0..).zip(loaded()) {
        scenario.seed += 1;
        scenario.teams[0].doctrine = presets()[5].doctrine;
        scenario.actions = batches(Session::new(&scenario, seed), 3);
        there_and_back(&Recording::new(scenario, 3, 1));
    }
}

#[test]
fn one_hash_per_minute_is_kept() {
    for (every, kept) in
        [(1, MINUTE), (32, MINUTE), (MINUTE, MINUTE), (2 * MINUTE, 2 * MINUTE), (100, 5 * MINUTE)]
    {
        let ticks = 11 * MINUTE + 5;
        let mut recording = Recording::new(shipped()[0].load().unwrap(), ticks, every);
        recording.hashes =
            (1..=ticks / every).map(|place| place * every * 0x1234_5678_9abc).collect();
        let (_, again) = there_and_back(&recording);
        assert_eq!(again.every, kept);
        let expected: Vec<u64> =
            (1..=ticks / kept).map(|place| place * kept * 0x1234_5678_9abc).collect();
        assert_eq!(again.hashes, expected);
    }
    for every in [0, u64::MAX] {
        let recording = Recording { hashes: vec![1, 2, 3], every, ..welcome() };
        let (_, again) = there_and_back(&recording);
        assert_eq!((again.every, again.hashes.len()), (MINUTE, 0));
    }
}

#[test]
fn what_a_chat_adds_does_not_matter() {
    let line = welcome().to_line();
    let broken: String =
        line.chars().flat_map(|letter| [letter, '\u{200b}', '\r', '\n', ' ']).collect();
    let broken = format!("\u{feff}\n {broken}");
    assert!(Recording::is_line(&broken));
    assert_eq!(Recording::from_line(&broken), Recording::from_line(&line));
    for other in ["phalan", "", "(phalanx:3:", "é"] {
        assert!(!Recording::is_line(other), "{other}");
    }
}

fn refusal(line: &str) -> String {
    let error = Recording::from_line(line).unwrap_err();
    assert_eq!((error.file.as_str(), error.line, error.column), ("the pasted text", 1, 1));
    assert!(!error.message.contains('\n'));
    error.message
}

const DAMAGED: &str =
    "the line is incomplete or damaged; copy all of it, from `phalanx:` to its last letter";
const TOO_LARGE: &str = "the run is too large for a line of text; open it as a recording instead";

#[test]
fn lines_that_cannot_be_read_are_refused_in_a_sentence() {
    let line = welcome().to_line();
    let no_line = "this is not a run as text; one begins with `phalanx:3:`";
    for text in ["", "(recording: 1)", "phalanx", "Phalanx:3:AAAA"] {
        assert_eq!(refusal(text), no_line);
    }
    for (format, why) in [
        ("1", "are read by Phalanx 0.1"),
        ("2", "are read by early builds of Phalanx 0.2"),
        ("4", "are not known"),
    ] {
        let other = line.replace("phalanx:3:", &format!("phalanx:{format}:"));
        let expected = format!("lines of format {format} {why}; this program reads format 3");
        assert_eq!(refusal(&other), expected);
    }
    for length in "phalanx:3:".len()..line.len() {
        let (head, tail) = line.split_at(length);
        assert_eq!(refusal(head), DAMAGED);
        let changed = if tail.starts_with('A') { "B" } else { "A" };
        assert_eq!(refusal(&format!("{head}{changed}{}", &tail[1..])), DAMAGED);
    }
    for added in ["A", "!"] {
        assert_eq!(refusal(&format!("{line}{added}")), DAMAGED);
    }
}

/// A line of deflated bytes, with a right checksum.
fn line_of(deflated: &[u8]) -> String {
    let bytes = [&digest(deflated)[..], deflated].concat();
    format!("phalanx:3:{}", URL_SAFE_NO_PAD.encode(bytes))
}

fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut deflated = Vec::new();
    DeflateEncoder::new(bytes, Compression::best()).read_to_end(&mut deflated).unwrap();
    deflated
}

/// A line of this program with another content.
fn line_with(shipped: Option<(&str, [u8; 4])>, text: &str) -> String {
    let line = Line {
        program: env!("CARGO_PKG_VERSION").into(),
        shipped: shipped.map(|(name, digest)| (name.into(), digest)),
        text: Columns::new(text),
    };
    line_of(&packed(&line)[4..])
}

#[test]
fn lines_of_other_programs_and_scenarios_are_refused() {
    let other = Recording { program: "9.8.7".into(), ..welcome() };
    let this = env!("CARGO_PKG_VERSION");
    let version = format!(
        "this run was made by Phalanx 9.8.7, and only that version repeats it; this is Phalanx {this}"
    );
    assert_eq!(refusal(&other.to_line()), version);
    let missing = "the scenario \"99-none\" of this run does not come with this program";
    assert_eq!(refusal(&line_with(Some(("99-none", [0; 4])), "\0")), missing);
    let changed = "the scenario \"00-welcome\" differs here from that of this run; ask for the run as a recording";
    assert_eq!(refusal(&line_with(Some(("00-welcome", [0; 4])), "\0")), changed);
}

#[test]
fn what_the_recording_reader_refuses_is_refused_here() {
    for (actions, part) in [
        ("Fly(1)", "Fly"),
        ("SetRules(patience: 99.0)", "`patience` is 99; it must lie between 0.25 and 60"),
    ] {
        let text = welcome().to_ron();
        let (head, tail) = text.rsplit_once("),\n)").unwrap();
        let text = format!("{head}actions: [(tick: 5, actions: [{actions}])]),\n){tail}");
        let told = refusal(&line_with(None, &text));
        assert!(told.contains(part), "{told}");
    }
    assert!(refusal(&line_with(None, "hello")).contains("not a recording"));
}

#[test]
fn a_line_that_would_fill_the_memory_is_refused() {
    let zeros = vec![0; MAX_BYTES + 1];
    let line = line_of(&deflated(&zeros));
    assert!(line.len() < 20_000);
    assert_eq!(refusal(&line), TOO_LARGE);
    // Few columns, but a long text.
    let piece = "x".repeat(MAX_BYTES / 10);
    let line = line_with(None, &format!("{piece} 1 ").repeat(20));
    assert!(line.len() < 20_000);
    assert_eq!(refusal(&line), TOO_LARGE);
}

#[test]
fn random_bytes_are_refused_or_read_but_never_panic() {
    let mut random = Pcg64::seed_from_u64(Session::fresh_seed());
    let mut recording = welcome();
    recording.scenario.actions = batches(Session::new(&recording.scenario, random.random()), 12);
    let whole = payload(&recording.to_line()).unwrap();
    let columns = postcard::to_allocvec(&unpacked(&whole).unwrap()).unwrap();
    for whole in [whole, columns] {
        for _ in 0..1000 {
            let mut bytes = whole.clone();
            for _ in 0..random.random_range(1..4) {
                let place = random.random_range(0..bytes.len());
                bytes[place] = random.random();
            }
            // Damage before and after deflating.
            let _ = Recording::from_line(&line_of(&bytes)).map_err(|error| error.to_string());
            let _ = Recording::from_line(&line_of(&deflated(&bytes)));
        }
    }
    for _ in 0..1000 {
        let bytes: Vec<u8> = (0..random.random_range(0..200)).map(|_| random.random()).collect();
        assert!(Recording::from_line(&line_of(&bytes)).is_err());
        assert!(Recording::from_line(&line_of(&deflated(&bytes))).is_err());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_text_comes_back_from_its_columns(text in "([0-9a-zé,.(:\"_ -]|0{3}|[0-9]{15,25}|tick: ){0,60}", any in any::<String>()) {
        for text in [&text, &any] {
            prop_assert_eq!(&Columns::new(text).text(text.len()).unwrap(), text);
        }
    }
}
