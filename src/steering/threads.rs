//! The same for each of many, on several threads if it is worth it. Nothing depends on how the work is split.

use rayon::prelude::*;

/// From this many on, the work is shared among threads.
const SHARED_FROM: usize = 512;
/// The fewest that one thread takes at a time.
const LEAST: usize = 64;

/// Does something to each, by its place.
pub(crate) fn for_each<T: Send>(items: &mut [T], work: impl Fn(usize, &mut T) + Sync) {
    if items.len() >= SHARED_FROM {
        let items = items.par_iter_mut().enumerate().with_min_len(LEAST);
        items.for_each(|(i, item)| work(i, item));
    } else {
        items.iter_mut().enumerate().for_each(|(i, item)| work(i, item));
    }
}

/// Does something to each of a few that are a lot of work each.
pub(crate) fn for_each_of_few<T: Send>(items: &mut [T], work: impl Fn(usize, &mut T) + Sync) {
    if items.len() > 1 {
        items.par_iter_mut().enumerate().for_each(|(i, item)| work(i, item));
    } else {
        items.iter_mut().enumerate().for_each(|(i, item)| work(i, item));
    }
}

/// Fills a list with what each gives, in the same order. Its memory is used again.
pub(crate) fn gather<T: Sync, U: Send>(
    items: &[T],
    into: &mut Vec<U>,
    give: impl Fn(&T) -> U + Sync + Send,
) {
    if items.len() >= SHARED_FROM {
        items.par_iter().with_min_len(LEAST).map(give).collect_into_vec(into);
    } else {
        into.clear();
        into.extend(items.iter().map(give));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_and_many_are_treated_alike() {
        for count in [0, 3, SHARED_FROM - 1, SHARED_FROM, 5 * SHARED_FROM + 1] {
            let mut numbers: Vec<usize> = (0..count).collect();
            for_each(&mut numbers, |i, number| *number += i);
            let mut halves = vec![7];
            gather(&numbers, &mut halves, |number| number / 2);
            assert_eq!(halves, (0..count).collect::<Vec<_>>());
        }
    }
}
