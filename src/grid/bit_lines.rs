//! Lines of bits: finds the next bit of a line that is set, 64 at a time.

const BITS: usize = u64::BITS as usize;

/// Bits in lines that each begin with a word of their own.
#[derive(Clone, Debug, Default)]
pub(crate) struct BitLines {
    words: Vec<u64>,
    /// Words of a line.
    length: usize,
}

impl BitLines {
    /// All bits are set, or none.
    pub(crate) fn new(lines: usize, bits: usize, on: bool) -> Self {
        let length = bits.div_ceil(BITS);
        Self { words: vec![if on { u64::MAX } else { 0 }; lines * length], length }
    }

    /// Clears all bits, and takes another size.
    pub(crate) fn reset(&mut self, lines: usize, bits: usize) {
        self.length = bits.div_ceil(BITS);
        self.words.clear();
        self.words.resize(lines * self.length, 0);
    }

    pub(crate) fn set(&mut self, line: usize, at: usize, on: bool) {
        let word = &mut self.words[line * self.length + at / BITS];
        *word = *word & !(1 << (at % BITS)) | u64::from(on) << (at % BITS);
    }

    #[inline]
    pub(crate) fn get(&self, line: usize, at: usize) -> bool {
        self.words[line * self.length + at / BITS] >> (at % BITS) & 1 == 1
    }

    /// The first bit of a line that is set, from this one on.
    #[inline]
    pub(crate) fn next(&self, line: usize, from: usize) -> Option<usize> {
        let words = &self.words[line * self.length..][..self.length];
        let mut at = from / BITS;
        let mut word = words.get(at)? & (u64::MAX << (from % BITS));
        while word == 0 {
            at += 1;
            word = *words.get(at)?;
        }
        Some(at * BITS + word.trailing_zeros() as usize)
    }

    /// The last bit of a line that is set, up to this one.
    #[inline]
    pub(crate) fn previous(&self, line: usize, from: usize) -> Option<usize> {
        let words = &self.words[line * self.length..][..self.length];
        let mut at = from / BITS;
        let mut word = words.get(at)? & (u64::MAX >> (BITS - 1 - from % BITS));
        while word == 0 {
            at = at.checked_sub(1)?;
            word = words[at];
        }
        Some(at * BITS + word.ilog2() as usize)
    }
}
