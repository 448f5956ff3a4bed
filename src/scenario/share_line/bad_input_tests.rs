//! Lines that cannot be read are refused in a sentence, never with a panic.

use super::tests::{draws, welcome};
use super::*;
use rand::RngExt;

/// A line with other columns and a right checksum.
fn line_of(write: impl FnOnce(&mut Writer)) -> String {
    let mut out = Writer::default();
    write(&mut out);
    line_from(&out.finish())
}

fn line_from(columns: &[u8]) -> String {
    let bytes = [&digest(columns)[..], columns].concat();
    format!("phalanx:3:{}", URL_SAFE_NO_PAD.encode(bytes))
}

fn refusal(line: &str) -> String {
    let error = Recording::from_line(line).unwrap_err();
    assert_eq!((error.file.as_str(), error.line, error.column), ("the pasted text", 1, 1));
    error.message
}

#[test]
fn lines_that_cannot_be_read_are_refused_in_a_sentence() {
    let line = welcome().to_line();
    let damage =
        "the line is incomplete or damaged; copy all of it, from `phalanx:` to its last letter";
    let no_line = "this is not a run as text; one begins with `phalanx:3:`";
    assert_eq!(refusal(""), no_line);
    assert_eq!(refusal("(recording: 1)"), no_line);
    assert_eq!(refusal("phalanx"), no_line);
    let newer = line.replace("phalanx:3:", "phalanx:4:");
    let unknown = "lines of format 4 are not known; this program reads formats 2 to 3";
    assert_eq!(refusal(&newer), unknown);
    for length in "phalanx:3:".len()..line.len() {
        assert_eq!(refusal(&line[..length]), damage);
        let changed = if &line[length..=length] == "A" { "B" } else { "A" };
        assert_eq!(
            refusal(&format!("{}{changed}{}", &line[..length], &line[length + 1..])),
            damage
        );
    }
    assert_eq!(refusal(&format!("{line}A")), damage);
    assert_eq!(refusal(&format!("{line}!")), damage);
    assert_eq!(refusal(&line_from(&[])), damage);
}

#[test]
fn lines_of_other_doctrines_and_scenarios_are_refused() {
    let this = env!("CARGO_PKG_VERSION");
    let head = |vocabulary: &str, name: &str| {
        line_of(|out| {
            out.put_text("9.8.7");
            out.put_raw(digest(vocabulary));
            out.put(Head, SHIPPED);
            out.put_text(name);
            out.put_raw(digest("another scenario"));
        })
    };
    let known = doctrines::vocabulary();
    let doctrines = format!(
        "this run was made by a Phalanx 9.8.7 with other doctrines, and only that one repeats it; this is Phalanx {this}"
    );
    assert_eq!(refusal(&head("other", "00-welcome")), doctrines);
    let missing = "the scenario \"99-none\" of this run does not come with this program";
    assert_eq!(refusal(&head(&known, "99-none")), missing);
    let changed = "the scenario \"00-welcome\" differs here from that of this run; ask for the run as a recording";
    assert_eq!(refusal(&head(&known, "00-welcome")), changed);
}

/// A line of the first shipped scenario with what follows it.
fn welcome_with(ticks: [u64; 3], write: impl FnOnce(&mut Writer)) -> String {
    line_of(|out| {
        let name = shipped()[0].name;
        out.put_text(env!("CARGO_PKG_VERSION"));
        out.put_raw(digest(doctrines::vocabulary()));
        out.put(Head, SHIPPED);
        out.put_text(name);
        out.put_raw(digest(everything(&welcome().scenario)));
        ticks.into_iter().for_each(|number| out.put(Head, number));
        out.put(Head, Recording::HASH_VERSION.into());
        write(out);
    })
}

#[test]
fn lines_with_false_counts_are_refused_without_filling_the_memory() {
    use columns::Column::{Change, Count, Group, Kind, Paint, Stroke, Tick, Unit};
    let too_large = "the run is too large for a line of text; open it as a recording instead";
    let hashes = "the line has more hashes than its run has ticks for";
    assert_eq!(refusal(&welcome_with([100, 0, 0], |_| {})), hashes);
    assert_eq!(refusal(&welcome_with([100, 50, 3], |_| {})), hashes);

    let one_action = |out: &mut Writer, numbers: &[(columns::Column, u64)]| {
        for (column, number) in [(Head, 1), (Tick, 5), (Count, 1)].iter().chain(numbers) {
            out.put(*column, *number);
        }
    };
    let most = u64::from(u32::MAX);
    let huge_group = [(Kind, 2), (Group, 0), (Unit, 0), (Unit, most)];
    let huge_paint = [
        (Kind, 1),
        (Stroke, 2),
        (Paint, 0),
        (Paint, 0),
        (Paint, 1),
        (Paint, 0),
        (Paint, 0),
        (Paint, 0),
        (Paint, most),
    ];
    for numbers in [&huge_group[..], &huge_paint[..]] {
        let line = welcome_with([100, 50, 0], |out| one_action(out, numbers));
        assert_eq!(refusal(&line), too_large);
    }
    let bad_team = [(Kind, 3), (Change, 256)];
    let bad_preset = [(Kind, 3), (Change, 0), (Change, 999), (Change, 0)];
    let bad_place = [(Kind, 3), (Change, 0), (Change, 0), (Change, 1), (Change, 99), (Change, 0)];
    let bad_field = [(Kind, 3), (Change, 0), (Change, 0), (Change, 1), (Change, 0), (Change, 99)];
    let again = [(Kind, 4)];
    let old_group = [(Kind, 2), (Group, 2)];
    let beyond = [(Kind, 2), (Group, 0), (Unit, most), (Unit, 1)];
    let bad_order = [(Kind, 99), (Group, 1), (Unit, 0)];
    let old_stroke = [(Kind, 1), (Stroke, 3), (Paint, 0), (Paint, 0)];
    let huge_brush = [(Kind, 1), (Stroke, 1), (Paint, 0), (Paint, 0), (Paint, 99), (Paint, 0)];
    for numbers in [
        &bad_team[..],
        &bad_preset,
        &bad_place,
        &bad_field,
        &again,
        &old_group,
        &beyond,
        &bad_order,
        &old_stroke,
        &huge_brush,
    ] {
        let line = welcome_with([100, 50, 0], |out| one_action(out, numbers));
        assert!(refusal(&line).contains("damaged"), "{numbers:?}");
    }
    let texts = [
        ("Fly(1)", "the line has an action that cannot be read"),
        ("SetRules(patience: 99.0)", "`patience` is 99; it must lie between 0.25 and 60"),
    ];
    for (text, part) in texts {
        let line = welcome_with([100, 50, 0], |out| {
            one_action(out, &[(Kind, 0)]);
            out.put_text(text);
        });
        assert!(refusal(&line).starts_with(part), "{}", refusal(&line));
    }
}

#[test]
fn random_bytes_are_refused_or_read_but_never_panic() {
    let mut draws = draws(5);
    let mut recording = welcome();
    recording.scenario.actions = draws.batches(12);
    let whole = URL_SAFE_NO_PAD.decode(&recording.to_line()["phalanx:2:".len()..]).unwrap();
    for _ in 0..3000 {
        let mut bytes = whole[4..].to_vec();
        for _ in 0..=draws.below(3) {
            let place = draws.below(bytes.len());
            bytes[place] = draws.random.random();
        }
        let _ = Recording::from_line(&line_from(&bytes));
        let bytes: Vec<u8> = (0..draws.below(200)).map(|_| draws.random.random()).collect();
        assert!(Recording::from_line(&line_from(&bytes)).is_err());
    }
    // Numbers without meaning after a right beginning.
    for _ in 0..300 {
        let _ = Recording::from_line(&welcome_with([100, 50, 0], |out| {
            (0..draws.below(100)).for_each(|_| out.put_raw([draws.random.random::<u8>()]));
        }));
    }
}
