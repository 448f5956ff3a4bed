//! An adaptive binary range coder: likely bits take little room.
//!
//! After G. N. N. Martin, "Range encoding: an algorithm for removing redundancy from a digitised message", 1979, with the
//! carry handling that LZMA made usual. Each context learns how often its bit was set; probabilities have 16 bits.
//! Cost: one multiplication per bit.

/// Below this range another byte is written.
const LEAST_RANGE: u32 = 1 << 24;
/// Bits of a probability.
const BITS: u32 = 16;
/// The least probability of a bit, so that an unlikely bit costs at most ten bits.
const LEAST: i32 = 64;
/// After so many bits a context forgets as fast as it learns.
const SLOWEST: i32 = 60;

/// What is known about a bit from those before it in the same context.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// The probability that the bit is clear.
    clear: u16,
    seen: u8,
}

impl Default for Context {
    fn default() -> Self {
        Self { clear: 1 << (BITS - 1), seen: 0 }
    }
}

impl Context {
    fn bound(self, range: u32) -> u32 {
        (range >> BITS) * u32::from(self.clear)
    }

    fn learn(&mut self, bit: bool) {
        let (clear, seen) = (i32::from(self.clear), i32::from(self.seen));
        let target = if bit { 0 } else { 1 << BITS };
        let clear = clear + (target - clear) * 2 / (2 * seen + 3);
        self.clear = clear.clamp(LEAST, (1 << BITS) - LEAST) as u16;
        self.seen = (seen + 1).min(SLOWEST) as u8;
    }
}

/// Writes or reads bits, so that each form of value is described once for both.
pub trait BitCoder {
    /// Writes a bit and returns it, or reads a bit whatever was given.
    fn bit(&mut self, context: &mut Context, bit: bool) -> bool;

    /// The same for a bit that cannot be predicted.
    fn raw_bit(&mut self, bit: bool) -> bool {
        self.bit(&mut Context::default(), bit)
    }
}

/// Writes bits.
pub struct Encoder {
    low: u64,
    range: u32,
    /// The last byte, which a carry may still change, and how many bytes of 255 follow it.
    last: Option<u8>,
    full: usize,
    bytes: Vec<u8>,
}

impl Default for Encoder {
    fn default() -> Self {
        Self { low: 0, range: u32::MAX, last: None, full: 0, bytes: Vec::new() }
    }
}

impl Encoder {
    fn shift(&mut self) {
        if self.low < 0xff00_0000 || self.low > u64::from(u32::MAX) {
            let carry = (self.low >> 32) as u8;
            self.bytes.extend(self.last.map(|last| last.wrapping_add(carry)));
            let full = std::iter::repeat_n(0xff_u8.wrapping_add(carry), self.full);
            self.bytes.extend(full);
            self.full = 0;
            self.last = Some((self.low >> 24) as u8);
        } else {
            self.full += 1;
        }
        self.low = (self.low & 0x00ff_ffff) << 8;
    }

    /// The bytes of all bits.
    pub fn finish(mut self) -> Vec<u8> {
        // A number in the range that ends with zeros, which the reader adds by itself.
        let mask = u64::from(LEAST_RANGE - 1);
        self.low = (self.low + mask) & !mask;
        for _ in 0..PADDING + 1 {
            self.shift();
        }
        for _ in 0..PADDING {
            if self.bytes.last() == Some(&0) {
                self.bytes.pop();
            }
        }
        self.bytes
    }
}

impl BitCoder for Encoder {
    fn bit(&mut self, context: &mut Context, bit: bool) -> bool {
        let bound = context.bound(self.range);
        if bit {
            self.low += u64::from(bound);
            self.range -= bound;
        } else {
            self.range = bound;
        }
        context.learn(bit);
        while self.range < LEAST_RANGE {
            self.range <<= 8;
            self.shift();
        }
        bit
    }
}

/// Bytes that the reader looks ahead, and zeros that it adds at the end.
const PADDING: usize = 4;

/// Reads bits. After the last one it gives bits without meaning; [`is_over`](Self::is_over) tells.
pub struct Decoder<'a> {
    bytes: &'a [u8],
    added: usize,
    code: u32,
    range: u32,
}

impl<'a> Decoder<'a> {
    /// Reads what [`Encoder::finish`] gave.
    pub fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = Self { bytes, added: 0, code: 0, range: u32::MAX };
        for _ in 0..PADDING {
            decoder.shift();
        }
        decoder
    }

    fn shift(&mut self) {
        let next = match self.bytes.split_first() {
            Some((&next, rest)) => {
                self.bytes = rest;
                next
            }
            None => {
                self.added += 1;
                0
            }
        };
        self.code = self.code << 8 | u32::from(next);
    }

    /// Whether more bits were read than were written.
    pub fn is_over(&self) -> bool {
        self.added > PADDING
    }

    /// Whether bytes are left.
    pub fn has_more(&self) -> bool {
        !self.bytes.is_empty()
    }
}

impl BitCoder for Decoder<'_> {
    fn bit(&mut self, context: &mut Context, _: bool) -> bool {
        let bound = context.bound(self.range);
        let bit = self.code >= bound;
        if bit {
            self.code -= bound;
            self.range -= bound;
        } else {
            self.range = bound;
        }
        context.learn(bit);
        while self.range < LEAST_RANGE {
            self.range <<= 8;
            self.shift();
        }
        bit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bits from a small generator, set about once in `one_in`.
    fn bits(count: usize, one_in: u32) -> Vec<bool> {
        let mut state = 1_u32;
        let next = |_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8).is_multiple_of(one_in)
        };
        (0..count).map(next).collect()
    }

    #[test]
    fn bits_read_back_and_likely_ones_take_less_room() {
        for (count, one_in, most) in
            [(0, 2, 0), (1, 2, 1), (9, 2, 3), (8000, 2, 1010), (8000, 1, 20), (8000, 50, 160)]
        {
            let bits = bits(count, one_in);
            let (mut encoder, mut context) = (Encoder::default(), Context::default());
            for &bit in &bits {
                encoder.bit(&mut context, bit);
            }
            let bytes = encoder.finish();
            assert!(bytes.len() <= most, "{count} bits, one in {one_in}: {} bytes", bytes.len());
            let (mut decoder, mut context) = (Decoder::new(&bytes), Context::default());
            let read: Vec<bool> = bits.iter().map(|_| decoder.bit(&mut context, false)).collect();
            assert_eq!(read, bits);
            assert!(!decoder.is_over() && !decoder.has_more(), "{count} bits, one in {one_in}");
        }
    }

    #[test]
    fn carries_go_through_full_bytes() {
        for length in 0..2000 {
            let bits = bits(length, 3);
            let mut encoder = Encoder::default();
            let contexts = [Context { clear: 65_000, seen: 60 }, Context::default()];
            let mut own = contexts;
            for (i, &bit) in bits.iter().enumerate() {
                encoder.bit(&mut own[i % 2], bit || i < 40);
            }
            let bytes = encoder.finish();
            let mut own = contexts;
            let mut decoder = Decoder::new(&bytes);
            for (i, &bit) in bits.iter().enumerate() {
                assert_eq!(
                    decoder.bit(&mut own[i % 2], false),
                    bit || i < 40,
                    "bit {i} of {length}"
                );
            }
            assert!(!decoder.is_over() && !decoder.has_more());
        }
    }
}
