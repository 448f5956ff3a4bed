//! Numbers and texts in columns, one for each meaning. A column learns what its numbers look like, so that usual ones take
//! a fraction of a byte.
//!
//! A number is its length in bits, one bit for each, then its digits without the first one. The length depends on the
//! number before where one leads to the next. Texts are deflated together, before the numbers.

use super::range_coder::{BitCoder, Context, Decoder, Encoder};
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
    /// How painted cells are told.
    Stroke,
    /// Columns that the brush moves by.
    StepX,
    /// Rows that the brush moves by.
    StepY,
    /// Differences of painted cells.
    Paint,
    /// What is changed in doctrines.
    Change,
    /// How values are written.
    Form,
    /// Differences of values.
    Value,
    /// Lengths of texts.
    Text,
}

const COLUMNS: usize = Column::Text as usize + 1;

impl Column {
    /// Whether a number leads to the next.
    fn looks_back(self) -> bool {
        !matches!(self, Self::Head | Self::Unit | Self::PlaceX | Self::PlaceY | Self::Text)
    }
}

/// Numbers from this one on lead to the same next ones.
const MOST_BEFORE: usize = 7;
/// Digits after the first one that a column learns; those after them look random.
const DIGITS: u32 = 4;

/// What a column knows about its numbers.
#[derive(Clone)]
struct Knowledge {
    before: usize,
    lengths: [[Context; 64]; MOST_BEFORE + 1],
    digits: [[Context; 1 << DIGITS]; 65],
    /// By the sign before.
    signs: [Context; 2],
    sign: bool,
}

impl Default for Knowledge {
    fn default() -> Self {
        Self {
            before: 0,
            lengths: [[Context::default(); 64]; MOST_BEFORE + 1],
            digits: [[Context::default(); 1 << DIGITS]; 65],
            signs: Default::default(),
            sign: false,
        }
    }
}

/// The columns of a writer or a reader.
struct Columns<C> {
    coder: C,
    known: Vec<Knowledge>,
}

impl<C: BitCoder> Columns<C> {
    fn new(coder: C) -> Self {
        Self { coder, known: vec![Knowledge::default(); COLUMNS] }
    }

    /// Writes a number and returns it, or reads one whatever was given.
    fn number(&mut self, column: Column, value: u64) -> u64 {
        let Self { coder, known } = self;
        let known = &mut known[column as usize];
        let wanted = u64::BITS - value.leading_zeros();
        let lengths = &mut known.lengths[known.before];
        let mut length = 0;
        while length < 64 && coder.bit(&mut lengths[length as usize], length < wanted) {
            length += 1;
        }
        let mut number = u64::from(length > 0);
        for place in (0..length.saturating_sub(1)).rev() {
            let digit = value >> place & 1 == 1;
            let learned = known.digits[length as usize].get_mut(number as usize);
            let digit = match learned {
                Some(context) => coder.bit(context, digit),
                None => coder.raw_bit(digit),
            };
            number = number << 1 | u64::from(digit);
        }
        if column.looks_back() {
            known.before = usize::try_from(number).unwrap_or(MOST_BEFORE).min(MOST_BEFORE);
        }
        number
    }

    /// The same for a number that may be negative.
    fn signed(&mut self, column: Column, value: i64) -> i64 {
        let size = self.number(column, value.unsigned_abs()) as i64;
        if size == 0 {
            return 0;
        }
        let known = &mut self.known[column as usize];
        let context = &mut known.signs[usize::from(known.sign)];
        known.sign = self.coder.bit(context, value < 0);
        if known.sign { size.wrapping_neg() } else { size }
    }

    /// The same for bytes that look random.
    fn raw<const N: usize>(&mut self, bytes: [u8; N]) -> [u8; N] {
        bytes.map(|byte| {
            (0..8).fold(0, |all, place| {
                all | u8::from(self.coder.raw_bit(byte >> place & 1 == 1)) << place
            })
        })
    }
}

/// The most bytes that the texts of a line may inflate to.
const MOST_BYTES: u64 = 64 << 20;
/// The most memory that the actions of a line may take, in bytes.
const MOST_MEMORY: u64 = 128 << 20;

/// What is wrong with a line, in a sentence.
pub type Result<T> = std::result::Result<T, String>;

/// The sentence about a line that was changed on its way.
pub fn damaged<T>() -> Result<T> {
    Err("the line is incomplete or damaged; copy all of it, from `phalanx:` to its last letter"
        .into())
}

fn too_large<T>() -> Result<T> {
    Err("the run is too large for a line of text; open it as a recording instead".into())
}

/// Collects columns.
pub struct Writer {
    columns: Columns<Encoder>,
    texts: Vec<u8>,
}

impl Default for Writer {
    fn default() -> Self {
        Self { columns: Columns::new(Encoder::default()), texts: Vec::new() }
    }
}

impl Writer {
    /// Adds a number.
    pub fn put(&mut self, column: Column, value: u64) {
        self.columns.number(column, value);
    }

    /// Adds a number that may be negative.
    pub fn put_signed(&mut self, column: Column, value: i64) {
        self.columns.signed(column, value);
    }

    /// Adds a bit that its context predicts.
    pub fn put_bit(&mut self, context: &mut Context, bit: bool) {
        self.columns.coder.bit(context, bit);
    }

    /// Adds bytes that look random.
    pub fn put_raw<const N: usize>(&mut self, bytes: [u8; N]) {
        self.columns.raw(bytes);
    }

    /// Adds a text.
    pub fn put_text(&mut self, text: &str) {
        self.put(Column::Text, text.len() as u64);
        self.texts.extend_from_slice(text.as_bytes());
    }

    /// Texts and numbers, compressed.
    pub fn finish(self) -> Vec<u8> {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        // Writing into memory cannot fail.
        let _ = encoder.write_all(&self.texts);
        let mut bytes = encoder.finish().unwrap_or_default();
        bytes.extend(self.columns.coder.finish());
        bytes
    }
}

/// Takes columns apart. Never takes more memory than a large run needs.
pub struct Reader<'a> {
    columns: Columns<Decoder<'a>>,
    texts: std::vec::IntoIter<u8>,
    memory: u64,
}

impl<'a> Reader<'a> {
    /// Reads what [`Writer::finish`] wrote.
    pub fn new(bytes: &'a [u8]) -> Result<Self> {
        let mut texts = Vec::new();
        let mut decoder = DeflateDecoder::new(bytes).take(MOST_BYTES + 1);
        if decoder.read_to_end(&mut texts).is_err() {
            return damaged();
        }
        if texts.len() as u64 > MOST_BYTES {
            return too_large();
        }
        let Some(numbers) = bytes.get(decoder.get_ref().total_in() as usize..) else {
            return damaged();
        };
        let columns = Columns::new(Decoder::new(numbers));
        Ok(Self { columns, texts: texts.into_iter(), memory: MOST_MEMORY })
    }

    /// A value that was read; an error if the line ended before it.
    fn checked<T>(&self, value: T) -> Result<T> {
        if self.columns.coder.is_over() { damaged() } else { Ok(value) }
    }

    /// The next number of a column.
    pub fn get(&mut self, column: Column) -> Result<u64> {
        let number = self.columns.number(column, 0);
        self.checked(number)
    }

    /// The next number of a column, if it fits into a type.
    pub fn get_as<T: TryFrom<u64>>(&mut self, column: Column) -> Result<T> {
        T::try_from(self.get(column)?).or_else(|_| damaged())
    }

    /// The next number that may be negative.
    pub fn get_signed(&mut self, column: Column) -> Result<i64> {
        let number = self.columns.signed(column, 0);
        self.checked(number)
    }

    /// The next bit that its context predicts.
    pub fn get_bit(&mut self, context: &mut Context) -> Result<bool> {
        let bit = self.columns.coder.bit(context, false);
        self.checked(bit)
    }

    /// The next bytes that look random.
    pub fn get_raw<const N: usize>(&mut self) -> Result<[u8; N]> {
        let bytes = self.columns.raw([0; N]);
        self.checked(bytes)
    }

    /// The next text.
    pub fn get_text(&mut self) -> Result<String> {
        let length = self.get(Column::Text)?;
        if length > self.texts.len() as u64 {
            return damaged();
        }
        let text = self.texts.by_ref().take(length as usize).collect();
        String::from_utf8(text).or_else(|_| damaged())
    }

    /// Counts memory that is about to be taken: so many of a type.
    pub fn spend<T>(&mut self, count: u64) -> Result<()> {
        let memory = count.checked_mul(size_of::<T>() as u64);
        match memory.and_then(|memory| self.memory.checked_sub(memory)) {
            Some(left) => {
                self.memory = left;
                Ok(())
            }
            None => too_large(),
        }
    }

    /// Checks that nothing is left.
    pub fn finish(self) -> Result<()> {
        let is_done = self.texts.len() == 0 && !self.columns.coder.has_more();
        if is_done { Ok(()) } else { damaged() }
    }
}
