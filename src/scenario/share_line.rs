//! Runs as one line of text, for a chat: `phalanx:3:` and letters that no chat changes.
//!
//! A line is the text of the recording, without the beginning that it has in common with a shipped scenario: of that, only
//! the name and a digest are written. The rest is cut into [`Columns`], deflated, and written as URL-safe base64 after a
//! checksum. It reads back to the same text, so the line knows nothing of scenarios and actions; of the hashes, one per
//! simulated minute is kept.
//!
//! A line is read by the version of the program that wrote it, because only that one repeats the run.
//!
//! Size: 100 orders, 20 brush strokes and 20 slider drags take 6 to 10 kB.

mod columns;

#[cfg(test)]
mod size_tests;
#[cfg(test)]
mod tests;

use super::recording::self_contained;
use super::{Recording, Scenario, ScenarioError, Shipped, shipped};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use columns::Columns;
use flate2::Compression;
use flate2::read::{DeflateDecoder, DeflateEncoder};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::Read;
use xxhash_rust::xxh64::xxh64;

/// How a line begins.
const START: &str = "phalanx:";
/// Grows with every change of the format.
const FORMAT: u32 = 3;
/// Earlier formats, and what reads them.
const EARLIER: [(&str, &str); 2] = [("1", "Phalanx 0.1"), ("2", "early builds of Phalanx 0.2")];
/// The name of a line in messages.
const NAME: &str = "the pasted text";
/// Stands for the beginning of a shipped scenario. RON writes control characters as escapes.
const OPENING: char = '\0';
/// Largest size of the columns, and of the text, in bytes. A value that was read takes up to 50 times its text.
const MAX_BYTES: usize = 8 << 20;

/// What is wrong with a line, in a sentence.
type Result<T> = std::result::Result<T, String>;

/// The content of a line.
#[derive(Serialize, Deserialize)]
struct Line {
    /// The version of the program that wrote it.
    program: String,
    /// The shipped scenario that [`OPENING`] stands for, and the digest of its beginning.
    shipped: Option<(String, [u8; 4])>,
    text: Columns,
}

impl Recording {
    /// Whether a text is meant to be a run as one line.
    pub fn is_line(text: &str) -> bool {
        let word = START.trim_end_matches(':');
        let first: String = letters(text).take(word.len()).collect();
        first.eq_ignore_ascii_case(word)
    }

    /// The run as one line of text, with one hash per simulated minute.
    pub fn to_line(&self) -> String {
        let (every, hashes) = self.hashes_per_minute();
        let mut text = Self { every, hashes, ..self.clone() }.to_ron();
        let named = shipped().iter().find_map(|shipped| {
            let (opening, digest) = opening(shipped).ok()?;
            let at = text.find(&opening)?;
            text.replace_range(at..at + opening.len(), &OPENING.to_string());
            Some((shipped.name.to_string(), digest))
        });
        let line =
            Line { program: self.program.clone(), shipped: named, text: Columns::new(&text) };
        format!("{START}{FORMAT}:{}", URL_SAFE_NO_PAD.encode(packed(&line)))
    }

    /// Reads a run from one line of text. Blanks and line breaks in it do not matter.
    pub fn from_line(text: &str) -> std::result::Result<Self, ScenarioError> {
        read(text).map_err(|message| ScenarioError::whole(NAME, message))
    }

    /// One hash per simulated minute, or as many as there are, and the ticks between them.
    fn hashes_per_minute(&self) -> (u64, Vec<u64>) {
        let minute = 60 * Self::EVERY;
        let Some(every) = lcm(self.every, minute) else { return (minute, Vec::new()) };
        let step = usize::try_from(every / self.every).unwrap_or(usize::MAX);
        (every, self.hashes.iter().skip(step - 1).step_by(step).copied().collect())
    }
}

fn read(text: &str) -> Result<Recording> {
    let line = unpacked(&payload(&letters(text).collect::<String>())?)?;
    let this = env!("CARGO_PKG_VERSION");
    if line.program != this {
        return Err(format!(
            "this run was made by Phalanx {}, and only that version repeats it; this is Phalanx {this}",
            line.program
        ));
    }
    let mut text = line.text.text(MAX_BYTES)?;
    if let Some((name, wanted)) = line.shipped {
        let Some(shipped) = shipped().iter().find(|shipped| shipped.name == name) else {
            return Err(format!(
                "the scenario {name:?} of this run does not come with this program"
            ));
        };
        let (opening, digest) = opening(shipped).map_err(|error| error.to_string())?;
        if digest != wanted {
            return Err(format!(
                "the scenario {name:?} differs here from that of this run; ask for the run as a recording"
            ));
        }
        text = text.replacen(OPENING, &opening, 1);
    }
    // Nobody sees the lines and columns of this text.
    Recording::from_ron(&text, NAME).map_err(|error| error.message)
}

/// The letters of a text. Chats break lines, and some add marks without width.
fn letters(text: &str) -> impl Iterator<Item = char> {
    let is_blank = |c: &char| c.is_whitespace() || c.is_control();
    text.chars().filter(move |c| !is_blank(c) && !matches!(c, '\u{200b}' | '\u{feff}'))
}

/// The bytes of a line, unchanged since they were written.
fn payload(line: &str) -> Result<Vec<u8>> {
    let Some((version, base64)) = line.strip_prefix(START).and_then(|rest| rest.split_once(':'))
    else {
        return Err(format!("this is not a run as text; one begins with `{START}{FORMAT}:`"));
    };
    if version != FORMAT.to_string() {
        let reader = EARLIER.iter().find(|(earlier, _)| *earlier == version);
        let by = reader.map_or("are not known".into(), |(_, by)| format!("are read by {by}"));
        return Err(format!("lines of format {version} {by}; this program reads format {FORMAT}"));
    }
    let Ok(mut bytes) = URL_SAFE_NO_PAD.decode(base64) else { return damaged() };
    let Some((&checksum, rest)) = bytes.split_first_chunk() else { return damaged() };
    if digest(rest) != checksum {
        return damaged();
    }
    bytes.drain(..checksum.len());
    Ok(bytes)
}

/// A line as a checksum and deflated bytes.
fn packed(line: &Line) -> Vec<u8> {
    // Neither can fail in memory; a line without bytes is refused when it is read.
    let bytes = postcard::to_allocvec(line).unwrap_or_default();
    let mut deflated = Vec::new();
    let _ = DeflateEncoder::new(&*bytes, Compression::best()).read_to_end(&mut deflated);
    [&digest(&deflated)[..], &deflated].concat()
}

/// The bytes that [`packed`] deflated.
fn unpacked(deflated: &[u8]) -> Result<Line> {
    let mut bytes = Vec::new();
    let mut decoder = DeflateDecoder::new(deflated).take(MAX_BYTES as u64 + 1);
    if decoder.read_to_end(&mut bytes).is_err() {
        return damaged();
    }
    if bytes.len() > MAX_BYTES {
        return too_large();
    }
    postcard::from_bytes(&bytes).or_else(|_| damaged())
}

/// The text of a shipped scenario up to its actions, and a digest of all that decides its runs: the text, and the kinds that
/// it only names.
fn opening(shipped: &Shipped) -> std::result::Result<(String, [u8; 4]), ScenarioError> {
    let scenario = Scenario { actions: Vec::new(), ..shipped.load()? };
    let text = self_contained(&scenario);
    let text = text.trim_end().trim_end_matches(')');
    let kinds: BTreeMap<_, _> =
        scenario.units.iter().map(|unit| (unit.kind.name, unit.kind)).collect();
    Ok((text.into(), digest(format!("{text}{kinds:?}"))))
}

/// The sentence about a line that was changed in transit.
fn damaged<T>() -> Result<T> {
    Err("the line is incomplete or damaged; copy all of it, from `phalanx:` to its last letter"
        .into())
}

fn too_large<T>() -> Result<T> {
    Err("the run is too large for a line of text; open it as a recording instead".into())
}

/// A short checksum of bytes.
fn digest(bytes: impl AsRef<[u8]>) -> [u8; 4] {
    (xxh64(bytes.as_ref(), u64::from(FORMAT)) as u32).to_le_bytes()
}

/// The least common multiple, if there is one.
fn lcm(a: u64, b: u64) -> Option<u64> {
    let (mut gcd, mut rest) = (a, b);
    while rest > 0 {
        (gcd, rest) = (rest, gcd % rest);
    }
    (a / gcd).checked_mul(b).filter(|&lcm| lcm > 0)
}
