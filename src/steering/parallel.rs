//! Parallel loops over units. The result does not depend on how the work is split among threads.

use rayon::prelude::*;

/// From this many items on, the work is shared among threads; waking them up for fewer takes longer than it saves.
const SHARED_FROM: usize = 2048;
/// The fewest items that one thread takes at a time.
const LEAST: usize = 128;

/// Calls `work` with each index and the three items at it.
pub(crate) fn for_each_triple<A: Send, B: Send, C: Send>(
    a: &mut [A],
    b: &mut [B],
    c: &mut [C],
    work: impl Fn(usize, &mut A, &mut B, &mut C) + Sync,
) {
    if a.len() >= SHARED_FROM {
        let triples = a.par_iter_mut().zip(b).zip(c).enumerate().with_min_len(LEAST);
        triples.for_each(|(i, ((a, b), c))| work(i, a, b, c));
    } else {
        a.iter_mut().zip(b).zip(c).enumerate().for_each(|(i, ((a, b), c))| work(i, a, b, c));
    }
}

/// Calls `work` with each of a few items that are a lot of work each: together they stand for `together` units.
pub(crate) fn for_each_of_few<T: Send>(
    items: &mut [T],
    together: usize,
    work: impl Fn(usize, &mut T) + Sync,
) {
    if items.len() > 1 && together >= SHARED_FROM {
        items.par_iter_mut().enumerate().for_each(|(i, item)| work(i, item));
    } else {
        items.iter_mut().enumerate().for_each(|(i, item)| work(i, item));
    }
}

/// Fills a list with what `give` returns for each item, in the same order. The list's memory is used again.
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

/// Adds to a list what `give` returns for each number below a limit that `counts`, in order.
#[cfg(any(feature = "sim", test))]
pub(crate) fn gather_some<U: Send>(
    limit: usize,
    into: &mut Vec<U>,
    counts: impl Fn(usize) -> bool,
    give: impl Fn(usize) -> U + Sync + Send,
) {
    // Mostly all of them count.
    if limit >= SHARED_FROM && (0..limit).all(&counts) {
        into.par_extend((0..limit).into_par_iter().with_min_len(LEAST).map(give));
    } else {
        into.extend((0..limit).filter(|&i| counts(i)).map(give));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_and_many_are_treated_alike() {
        for count in [0, 3, SHARED_FROM - 1, SHARED_FROM, 5 * SHARED_FROM + 1] {
            let mut numbers: Vec<usize> = (0..count).collect();
            let (mut doubles, mut squares) = (numbers.clone(), vec![0; count]);
            for_each_triple(
                &mut numbers,
                &mut doubles,
                &mut squares,
                |i, number, double, square| {
                    *square = *double * i;
                    *double += i;
                    *number += 1;
                },
            );
            assert_eq!(numbers, (1..count + 1).collect::<Vec<_>>());
            assert_eq!(squares, (0..count).map(|i| i * i).collect::<Vec<_>>());
            let mut halves = vec![7];
            gather(&doubles, &mut halves, |double| double / 2);
            assert_eq!(halves, (0..count).collect::<Vec<_>>());
            gather_some(count, &mut halves, |i| i.is_multiple_of(3), |i| i + 1);
            gather_some(count, &mut halves, |_| true, |i| i + 2);
            let some = (0..count).step_by(3).map(|i| i + 1);
            assert_eq!(halves[count..], some.chain(2..count + 2).collect::<Vec<_>>());
        }
    }
}
