//! Runs as one line of text, for a chat: `phalanx:3:` and letters that no chat changes.
//!
//! The letters are URL-safe base64 without padding of a checksum, deflated texts and range-coded numbers. A scenario that
//! comes with the program is only named; a digest tells whether it is still the same. Another scenario stands in the line
//! as RON, with its ground. Of everything else only what is new is written: ticks since the action before, groups that
//! did not come before, steps of strokes, fields of doctrines. All reads back to the same bits; of the hashes, one per
//! simulated minute is kept.
//!
//! A line is read by every program with the doctrines of the one that wrote it. Another version may not repeat the run; the hashes
//! tell, if they were made with the same version of the state hash.
//!
//! Cost: 100 orders, 20 brush strokes and 20 slider drags take 2 to 4 kB; groups chosen at random take more.

mod actions;
mod brush;
mod columns;
mod decimals;
mod doctrines;
mod groups;
mod range_coder;
mod recent;
mod strokes;

#[cfg(test)]
mod bad_input_tests;
#[cfg(test)]
mod size_tests;
#[cfg(test)]
mod tests;

use super::recording::FIRST_HASH;
use super::{MapOrigin, Recording, Scenario, ScenarioError, Shipped, load_str, shipped, to_ron};
use actions::{read_actions, write_actions};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use columns::Column::Head;
use columns::{Reader, Result, Writer, damaged};
use std::collections::BTreeMap;
use xxhash_rust::xxh64::xxh64;

/// How a line begins.
const START: &str = "phalanx:";
/// Grows with every change of the format. Lines of format 2 name no version of their hashes.
const FORMAT: u32 = 3;
const FIRST_FORMAT: u32 = 2;
/// What messages call a line.
const NAME: &str = "the pasted text";
/// The scenario is one that comes with the program.
const SHIPPED: u64 = 1;

impl Recording {
    /// Whether a text begins like a run as one line.
    pub fn is_line(text: &str) -> bool {
        letters(text).take(START.len()).eq(START.chars())
    }

    /// The run as one line of text, with one hash per simulated minute.
    pub fn to_line(&self) -> String {
        let mut out = Writer::default();
        out.put_text(&self.program);
        out.put_raw(digest(doctrines::vocabulary()));
        let scenario = Scenario { actions: Vec::new(), ..self.scenario.clone() };
        match shipped().iter().find(|shipped| is_same(shipped, &scenario)) {
            Some(shipped) => {
                out.put(Head, SHIPPED);
                out.put_text(shipped.name);
                out.put_raw(digest(everything(&scenario)));
            }
            None => {
                out.put(Head, 0);
                out.put_text(&inlined(&scenario));
            }
        }
        let (every, hashes) = self.hashes_per_minute();
        out.put(Head, self.ticks);
        out.put(Head, every);
        out.put(Head, hashes.len() as u64);
        out.put(Head, self.hash_version.into());
        for hash in hashes {
            out.put_raw(hash.to_le_bytes());
        }
        write_actions(&mut out, &self.scenario);
        let columns = out.finish();
        let bytes = [&digest(&columns)[..], &columns].concat();
        format!("{START}{FORMAT}:{}", URL_SAFE_NO_PAD.encode(bytes))
    }

    /// Reads a run from one line of text. Blanks and line breaks in it do not matter.
    pub fn from_line(text: &str) -> std::result::Result<Self, ScenarioError> {
        let whole = |message: String| ScenarioError::whole(NAME, message);
        let line: String = letters(text).collect();
        let (format, payload) = payload(&line).map_err(whole)?;
        let mut input = Reader::new(&payload).map_err(whole)?;
        let program = read_program(&mut input).map_err(whole)?;
        let scenario = match input.get(Head).map_err(whole)? {
            SHIPPED => shipped_scenario(&mut input).map_err(whole)?,
            _ => load_str(&input.get_text().map_err(whole)?, NAME, None)?,
        };
        let run = rest(input, scenario, format).map_err(whole)?;
        Ok(Self { program, ..run })
    }

    /// One hash per simulated minute, or as many as there are, and the ticks between them.
    fn hashes_per_minute(&self) -> (u64, Vec<u64>) {
        let minute = 60 * Self::EVERY;
        let Some(every) = lcm(self.every, minute) else { return (minute, Vec::new()) };
        let step = usize::try_from(every / self.every).unwrap_or(usize::MAX);
        (every, self.hashes.iter().skip(step - 1).step_by(step).copied().collect())
    }
}

/// The letters of a text. Chats break lines, and some add marks without width.
fn letters(text: &str) -> impl Iterator<Item = char> {
    let is_blank = |c: &char| c.is_whitespace() || c.is_control();
    text.chars().filter(move |c| !is_blank(c) && !matches!(c, '\u{200b}' | '\u{feff}'))
}

/// The format and the columns of a line, unchanged since they were written.
fn payload(line: &str) -> Result<(u32, Vec<u8>)> {
    let Some((version, base64)) = line.strip_prefix(START).and_then(|rest| rest.split_once(':'))
    else {
        return Err(format!("this is not a run as text; one begins with `{START}{FORMAT}:`"));
    };
    let format =
        version.parse::<u32>().ok().filter(|format| (FIRST_FORMAT..=FORMAT).contains(format));
    let Some(format) = format else {
        return Err(format!(
            "lines of format {version} are not known; this program reads formats {FIRST_FORMAT} to {FORMAT}"
        ));
    };
    let Ok(mut bytes) = URL_SAFE_NO_PAD.decode(base64) else { return damaged() };
    let Some((&checksum, columns)) = bytes.split_first_chunk() else { return damaged() };
    if digest(columns) != checksum {
        return damaged();
    }
    bytes.drain(..checksum.len());
    Ok((format, bytes))
}

/// The version of the program that wrote a line. Refuses that of a program with other doctrines.
fn read_program(input: &mut Reader) -> Result<String> {
    let (program, vocabulary) = (input.get_text()?, input.get_raw()?);
    let this = env!("CARGO_PKG_VERSION");
    if vocabulary != digest(doctrines::vocabulary()) {
        return Err(format!(
            "this run was made by a Phalanx {program} with other doctrines, and only that one repeats it; this is Phalanx {this}"
        ));
    }
    Ok(program)
}

fn shipped_scenario(input: &mut Reader) -> Result<Scenario> {
    let (name, wanted) = (input.get_text()?, input.get_raw()?);
    let Some(shipped) = shipped().iter().find(|shipped| shipped.name == name) else {
        return Err(format!("the scenario {name:?} of this run does not come with this program"));
    };
    let scenario = shipped.load().map_err(|error| error.to_string())?;
    let scenario = Scenario { actions: Vec::new(), ..scenario };
    if digest(everything(&scenario)) != wanted {
        return Err(format!(
            "the scenario {name:?} differs here from that of this run; ask for the run as a recording"
        ));
    }
    Ok(scenario)
}

/// What follows the scenario.
fn rest(mut input: Reader, scenario: Scenario, format: u32) -> Result<Recording> {
    let (ticks, every, count) = (input.get(Head)?, input.get(Head)?, input.get(Head)?);
    if ticks.checked_div(every).is_none_or(|most| count > most) {
        return Err("the line has more hashes than its run has ticks for".into());
    }
    let hash_version = if format == FIRST_FORMAT { FIRST_HASH.into() } else { input.get(Head)? };
    let Ok(hash_version) = hash_version.try_into() else { return damaged() };
    let mut hashes = Vec::new();
    for _ in 0..count {
        input.spend::<u64>(1)?;
        hashes.push(u64::from_le_bytes(input.get_raw()?));
    }
    let actions = read_actions(&mut input, &scenario)?;
    input.finish()?;
    let scenario = Scenario { actions, ..scenario };
    Ok(Recording { hashes, hash_version, ..Recording::new(scenario, ticks, every) })
}

/// Whether a scenario without actions is this one.
fn is_same(shipped: &Shipped, scenario: &Scenario) -> bool {
    let shipped = shipped.load().map(|shipped| Scenario { actions: Vec::new(), ..shipped });
    shipped
        .is_ok_and(|shipped| shipped == *scenario && everything(&shipped) == everything(scenario))
}

/// The scenario as RON that needs no other file.
fn inlined(scenario: &Scenario) -> String {
    let directions = scenario.directions.clone().inlined();
    to_ron(&Scenario { origin: MapOrigin::Inline, directions, ..scenario.clone() })
}

/// What makes a run of a scenario: its text, and the kinds that the text only names.
fn everything(scenario: &Scenario) -> String {
    let kinds = scenario.units.iter().map(|unit| (unit.kind.name, unit.kind));
    let kinds: BTreeMap<_, _> = kinds.collect();
    format!("{}{kinds:?}", inlined(scenario))
}

/// A short number that differs for other bytes.
fn digest(bytes: impl AsRef<[u8]>) -> [u8; 4] {
    (xxh64(bytes.as_ref(), u64::from(FIRST_FORMAT)) as u32).to_le_bytes()
}

/// The least common multiple, if there is one.
fn lcm(a: u64, b: u64) -> Option<u64> {
    let (mut gcd, mut rest) = (a, b);
    while rest > 0 {
        (gcd, rest) = (rest, gcd % rest);
    }
    (a / gcd).checked_mul(b).filter(|&lcm| lcm > 0)
}
