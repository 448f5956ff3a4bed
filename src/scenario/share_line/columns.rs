//! Numbers and texts in columns, one for each meaning, compressed together.
//!
//! Numbers of one meaning are much alike, so that deflate finds more to take away in a column than in a mixture. Numbers
//! are LEB128 (seven bits per byte, the least first); differences are zigzag-coded before.

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use std::io::{Read, Write};

/// What the numbers of a column mean.
#[derive(Clone, Copy, Debug)]
pub enum Column {
    /// About the run as a whole.
    Head,
    /// Ticks from one batch to the next.
    Tick,
    /// Actions in a batch.
    Count,
    /// Kinds of actions.
    Kind,
    /// How the units of a group are told.
    Group,
    /// Numbers of units.
    Unit,
    /// Columns of places.
    PlaceX,
    /// Rows of places.
    PlaceY,
    /// Steps of brush strokes.
    Stroke,
    /// Differences of painted cells.
    Paint,
    /// What is changed in doctrines.
    Change,
    /// How values are written.
    Form,
    /// Differences of values.
    Value,
    /// Bytes that look random.
    Raw,
    /// Texts.
    Text,
}

const COLUMNS: usize = Column::Text as usize + 1;

/// The most bytes that a line may inflate to.
const MOST_BYTES: u64 = 64 << 20;
/// The most memory that the actions of a line may take, in bytes.
const MOST_MEMORY: usize = 256 << 20;

/// What is wrong with a line, in a sentence.
pub type Result<T> = std::result::Result<T, String>;

/// The sentence about a line that was changed on its way.
pub fn damaged<T>() -> Result<T> {
    Err("the line is incomplete or damaged; copy all of it, from `phalanx:` to its last letter"
        .into())
}

fn too_large<T>() -> Result<T> {
    Err(format!(
        "the run is too large for a line, which holds at most {} MB; open its recording instead",
        MOST_BYTES >> 20
    ))
}

/// Collects columns.
#[derive(Default)]
pub struct Writer {
    columns: [Vec<u8>; COLUMNS],
}

impl Writer {
    /// Adds a number.
    pub fn put(&mut self, column: Column, mut value: u64) {
        let bytes = &mut self.columns[column as usize];
        while value > 0x7f {
            bytes.push(value as u8 | 0x80);
            value >>= 7;
        }
        bytes.push(value as u8);
    }

    /// Adds a number that may be negative.
    pub fn put_signed(&mut self, column: Column, value: i64) {
        self.put(column, (value << 1 ^ value >> 63) as u64);
    }

    /// Adds bytes; the reader knows how many.
    pub fn put_raw(&mut self, bytes: &[u8]) {
        self.columns[Column::Raw as usize].extend_from_slice(bytes);
    }

    /// Adds a text.
    pub fn put_text(&mut self, text: &str) {
        self.put(Column::Text, text.len() as u64);
        self.columns[Column::Text as usize].extend_from_slice(text.as_bytes());
    }

    /// All columns, compressed.
    pub fn finish(self) -> Vec<u8> {
        let mut lengths = Self::default();
        for column in &self.columns {
            lengths.put(Column::Head, column.len() as u64);
        }
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        for part in lengths.columns.iter().chain(&self.columns) {
            // Writing into memory cannot fail.
            let _ = encoder.write_all(part);
        }
        encoder.finish().unwrap_or_default()
    }
}

/// Takes columns apart. Never takes more memory than a large run needs.
pub struct Reader {
    columns: [std::vec::IntoIter<u8>; COLUMNS],
    memory: usize,
}

impl Reader {
    /// Reads what [`Writer::finish`] wrote.
    pub fn new(compressed: &[u8]) -> Result<Self> {
        let mut bytes = Vec::new();
        let mut decoder = DeflateDecoder::new(compressed).take(MOST_BYTES + 1);
        if decoder.read_to_end(&mut bytes).is_err() {
            return damaged();
        }
        if bytes.len() as u64 > MOST_BYTES {
            return too_large();
        }
        let mut bytes = bytes.into_iter();
        let mut lengths = [0; COLUMNS];
        for length in &mut lengths {
            *length = number(&mut bytes)?;
        }
        let mut columns: [std::vec::IntoIter<u8>; COLUMNS] = Default::default();
        for (column, length) in columns.iter_mut().zip(lengths) {
            if length > bytes.len() as u64 {
                return damaged();
            }
            *column = bytes.by_ref().take(length as usize).collect::<Vec<u8>>().into_iter();
        }
        if bytes.len() > 0 {
            return damaged();
        }
        Ok(Self { columns, memory: MOST_MEMORY })
    }

    /// The next number of a column.
    pub fn get(&mut self, column: Column) -> Result<u64> {
        number(&mut self.columns[column as usize])
    }

    /// The next number of a column, if it fits into a type.
    pub fn get_as<T: TryFrom<u64>>(&mut self, column: Column) -> Result<T> {
        T::try_from(self.get(column)?).or_else(|_| damaged())
    }

    /// The next number that may be negative.
    pub fn get_signed(&mut self, column: Column) -> Result<i64> {
        let value = self.get(column)?;
        Ok((value >> 1) as i64 ^ -((value & 1) as i64))
    }

    /// The next bytes.
    pub fn get_raw<const N: usize>(&mut self) -> Result<[u8; N]> {
        let mut bytes = [0; N];
        for byte in &mut bytes {
            let Some(next) = self.columns[Column::Raw as usize].next() else { return damaged() };
            *byte = next;
        }
        Ok(bytes)
    }

    /// The next text.
    pub fn get_text(&mut self) -> Result<String> {
        let length = self.get(Column::Text)?;
        let column = &mut self.columns[Column::Text as usize];
        if length > column.len() as u64 {
            return damaged();
        }
        String::from_utf8(column.take(length as usize).collect()).or_else(|_| damaged())
    }

    /// Counts memory that is about to be taken, in bytes.
    pub fn spend(&mut self, memory: u64) -> Result<()> {
        match usize::try_from(memory).ok().and_then(|memory| self.memory.checked_sub(memory)) {
            Some(left) => {
                self.memory = left;
                Ok(())
            }
            None => too_large(),
        }
    }

    /// Checks that nothing is left.
    pub fn finish(self) -> Result<()> {
        if self.columns.iter().all(|column| column.len() == 0) { Ok(()) } else { damaged() }
    }
}

fn number(bytes: &mut impl Iterator<Item = u8>) -> Result<u64> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let Some(byte) = bytes.next() else { return damaged() };
        let bits = u64::from(byte & 0x7f);
        if bits << shift >> shift != bits {
            return damaged();
        }
        value |= bits << shift;
        if byte < 0x80 {
            return Ok(value);
        }
    }
    damaged()
}
