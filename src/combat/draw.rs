//! Random draws for combat: named, seeded, and without a state of their own.
//!
//! Each draw is a function of the seed, its purpose, the unit and a count, so that it does not matter in which
//! order units draw, and nothing has to be kept, recorded or hashed.

/// What a draw is for; each purpose has draws of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// The strength of an attack.
    Damage,
    /// How long a weapon cools down.
    Cooldown,
    /// The wait before the first attack.
    FirstAttack,
    /// Where a unit stands at the start.
    Start,
}

/// A number that is evenly spread over all numbers.
///
/// Four rounds of the finisher of SplitMix64 (Steele, Lea and Flood, Fast Splittable Pseudorandom Number
/// Generators, OOPSLA 2014), one for each word that goes in.
pub fn draw(seed: u64, stream: Stream, unit: u32, count: u64) -> u64 {
    [stream as u64 + 1, u64::from(unit), count]
        .into_iter()
        .fold(mix(seed), |state, word| mix(state ^ word.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
}

/// A real number between two bounds from such a draw.
pub fn draw_between(low: f32, high: f32, draw: u64) -> f32 {
    low + (high - low) * ((draw >> 40) as f32 / (1u64 << 24) as f32)
}

fn mix(state: u64) -> u64 {
    let z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_evenly_spread_and_differ_by_everything_that_goes_in() {
        let mut sum = 0.0;
        for unit in 0..50 {
            for count in 0..200 {
                sum += draw_between(-1.0, 1.0, draw(7, Stream::Damage, unit, count));
            }
        }
        assert!((sum / 10_000.0f32).abs() < 0.02, "{sum}");
        let base = draw(1, Stream::Damage, 2, 3);
        assert_eq!(base, draw(1, Stream::Damage, 2, 3));
        for other in [
            draw(2, Stream::Damage, 2, 3),
            draw(1, Stream::Cooldown, 2, 3),
            draw(1, Stream::Damage, 3, 3),
            draw(1, Stream::Damage, 2, 4),
            draw(1, Stream::Damage, 3, 2),
        ] {
            assert_ne!(base, other);
        }
    }
}
