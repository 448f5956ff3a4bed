//! Sorts the keys of a bucket: a counting sort by parts of its range, then insertion.
//!
//! A bucket has some ten keys, fewer than there are parts. So after counting most keys stand where they belong,
//! and insertion rarely moves one. Unlike a sort by comparison this does not depend on guessing how comparisons end.

use super::real::{PART_PLACES, Real};

const PARTS: usize = 1 << PART_PLACES;
/// With fewer keys insertion alone is faster.
const FEW: usize = 6;
/// With more keys insertion would move many.
const MANY: usize = 256;

/// Sorts keys of one range so that the first one is at the end. `spare` is memory that is used again.
pub(super) fn sort_keys<R: Real>(keys: &mut [R::Key], spare: &mut Vec<R::Key>) {
    let count = keys.len();
    if count > MANY {
        keys.sort_unstable_by(|a, b| b.cmp(a));
        return;
    }
    if count > FEW {
        spare.clear();
        spare.extend_from_slice(keys);
        let mut places = [0u16; PARTS];
        for &key in &*spare {
            places[PARTS - 1 - R::part(key)] += 1;
        }
        let mut sum = 0;
        for place in &mut places {
            sum += std::mem::replace(place, sum);
        }
        for &key in &*spare {
            let place = &mut places[PARTS - 1 - R::part(key)];
            keys[usize::from(*place)] = key;
            *place += 1;
        }
    }
    for place in 1..count {
        let key = keys[place];
        let mut at = place;
        while at > 0 && keys[at - 1] < key {
            keys[at] = keys[at - 1];
            at -= 1;
        }
        keys[at] = key;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check<R: Real>(places: &[u32]) -> Result<(), TestCaseError> {
        // All in the range from 256 to 256.125, some of them equal.
        let priority = |&place: &u32| R::from_f64(256.0 + f64::from(place) / 32_768.0);
        let mut keys: Vec<R::Key> =
            (0..).zip(places).map(|(n, place)| priority(place).key(R::tie(n % 3), n)).collect();
        prop_assert!(places.iter().all(|p| priority(p).range() == priority(&0).range()));
        let mut expected = keys.clone();
        expected.sort_by(|a, b| b.cmp(a));
        sort_keys::<R>(&mut keys, &mut Vec::new());
        prop_assert!(keys == expected);
        Ok(())
    }

    proptest! {
        #[test]
        fn keys_are_sorted(places in proptest::collection::vec(0u32..4096, 0..400)) {
            for count in [places.len(), places.len() / 7, places.len() / 60] {
                check::<f64>(&places[..count])?;
                check::<f32>(&places[..count])?;
            }
        }
    }
}
