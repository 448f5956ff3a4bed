//! Parallel loops over units. The result does not depend on how the work is split among threads.

#[cfg(any(feature = "sim", test))]
use super::spatial_grid::LANES;
use rayon::prelude::*;

/// From this many items on, the work is shared among threads; waking them up for fewer takes longer than it saves.
pub(crate) const SHARED_FROM: usize =
    if cfg!(feature = "parallel") { 2048 } else { isize::MAX as usize };
/// Minimum number of items that one thread takes at a time.
pub(super) const MIN: usize = 128;
/// Numbers that one thread gathers at a time.
const LANE_CHUNK: usize = 1024;

/// Calls `work` with each index and the three items at it.
pub(crate) fn for_each_triple<A: Send, B: Send, C: Send>(
    a: &mut [A],
    b: &mut [B],
    c: &mut [C],
    work: impl Fn(usize, &mut A, &mut B, &mut C) + Sync + Send,
) {
    for_each_triple_with(a, b, c, || (), |(), i, a, b, c| work(i, a, b, c));
}

/// Like `for_each_triple`, with memory that `work` keeps from one item to the next; the result must not depend on it.
pub(crate) fn for_each_triple_with<A: Send, B: Send, C: Send, M>(
    a: &mut [A],
    b: &mut [B],
    c: &mut [C],
    memory: impl Fn() -> M + Sync + Send,
    work: impl Fn(&mut M, usize, &mut A, &mut B, &mut C) + Sync + Send,
) {
    if a.len() >= SHARED_FROM {
        let triples = a.par_iter_mut().zip(b).zip(c).enumerate().with_min_len(MIN);
        triples.for_each_init(memory, |memory, (i, ((a, b), c))| work(memory, i, a, b, c));
    } else {
        let mut memory = memory();
        let triples = a.iter_mut().zip(b).zip(c).enumerate();
        triples.for_each(|(i, ((a, b), c))| work(&mut memory, i, a, b, c));
    }
}

/// Calls `work` with up to four items at a time of each of three lists, and the index of the first one.
#[cfg(any(feature = "sim", test))]
pub(crate) fn for_each_four<A: Send, B: Send, C: Send>(
    a: &mut [A],
    b: &mut [B],
    c: &mut [C],
    work: impl Fn(usize, &mut [A], &mut [B], &mut [C]) + Sync + Send,
) {
    if a.len() >= SHARED_FROM {
        let fours =
            a.par_chunks_mut(LANES).zip(b.par_chunks_mut(LANES)).zip(c.par_chunks_mut(LANES));
        let fours = fours.enumerate().with_min_len(MIN / LANES);
        fours.for_each(|(i, ((a, b), c))| work(i * LANES, a, b, c));
    } else {
        let fours = a.chunks_mut(LANES).zip(b.chunks_mut(LANES)).zip(c.chunks_mut(LANES));
        fours.enumerate().for_each(|(i, ((a, b), c))| work(i * LANES, a, b, c));
    }
}

/// Runs two independent closures, in parallel if `units` is large.
pub(crate) fn side_by_side(units: usize, one: impl FnOnce() + Send, other: impl FnOnce() + Send) {
    if units >= SHARED_FROM {
        rayon::join(one, other);
    } else {
        one();
        other();
    }
}

/// Calls `work` with each of a few expensive items, which together stand for `together` units.
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

/// Calls `work` with each chunk of a list, and one item of another list for each.
pub(crate) fn for_each_chunk<T: Send, U: Send>(
    items: &mut [T],
    chunk: usize,
    beside: &mut [U],
    work: impl Fn(usize, &mut [T], &mut U) + Sync,
) {
    if items.len() > chunk {
        let chunks = items.par_chunks_mut(chunk).zip(beside).enumerate();
        chunks.for_each(|(i, (items, beside))| work(i, items, beside));
    } else {
        let chunks = items.chunks_mut(chunk).zip(beside).enumerate();
        chunks.for_each(|(i, (items, beside))| work(i, items, beside));
    }
}

/// Calls `work` with consecutive parts of a list, each of them expensive. `ends` are where the parts end in the list.
pub(crate) fn for_each_part<T: Send>(
    items: &mut [T],
    ends: &[usize],
    work: &(impl Fn(usize, &mut [T]) + Sync),
) {
    let shared = items.len() >= SHARED_FROM;
    split_parts(items, (0, ends), 0, shared, work);
}

/// Like [`for_each_part`], for the parts from `first` on, in a list that begins at `start`.
fn split_parts<T: Send>(
    items: &mut [T],
    (first, ends): (usize, &[usize]),
    start: usize,
    shared: bool,
    work: &(impl Fn(usize, &mut [T]) + Sync),
) {
    if ends.len() <= 1 {
        if !ends.is_empty() {
            work(first, items);
        }
        return;
    }
    let (left, right) = ends.split_at(ends.len() / 2);
    let middle = left[left.len() - 1];
    let (before, after) = items.split_at_mut(middle - start);
    let next = first + left.len();
    if shared {
        rayon::join(
            || split_parts(before, (first, left), start, true, work),
            || split_parts(after, (next, right), middle, true, work),
        );
    } else {
        split_parts(before, (first, left), start, false, work);
        split_parts(after, (next, right), middle, false, work);
    }
}

/// The sum of what `give` returns for each number below a limit.
#[cfg(any(feature = "sim", test))]
pub(crate) fn add_up(limit: usize, give: impl Fn(usize) -> u64 + Sync + Send) -> u64 {
    if limit >= SHARED_FROM {
        (0..limit).into_par_iter().with_min_len(MIN).map(give).sum()
    } else {
        (0..limit).map(give).sum()
    }
}

/// Fills several lists with the numbers that `give` returns for each item, in the same order, and adds `padding` at their
/// ends. The memory of the lists is used again.
pub(crate) fn gather_lanes<const N: usize>(
    items: &[u32],
    lanes: [&mut Vec<f32>; N],
    padding: (usize, f32),
    give: impl Fn(usize) -> [f32; N] + Sync,
) {
    let lanes = lanes.map(|lane| {
        lane.resize(items.len() + padding.0, padding.1);
        let (lane, end) = lane.split_at_mut(items.len());
        end.fill(padding.1);
        lane
    });
    let most = if items.len() >= SHARED_FROM { LANE_CHUNK } else { usize::MAX };
    fill_lanes(items, lanes, most, &give);
}

fn fill_lanes<const N: usize>(
    items: &[u32],
    mut lanes: [&mut [f32]; N],
    most: usize,
    give: &(impl Fn(usize) -> [f32; N] + Sync),
) {
    if items.len() <= most {
        for (place, &item) in items.iter().enumerate() {
            for (lane, value) in lanes.iter_mut().zip(give(item as usize)) {
                lane[place] = value;
            }
        }
        return;
    }
    let middle = items.len() / 2;
    let (first, second) = items.split_at(middle);
    let mut halves = lanes.map(|lane| lane.split_at_mut(middle));
    let left = halves.each_mut().map(|half| std::mem::take(&mut half.0));
    let right = halves.map(|half| half.1);
    rayon::join(|| fill_lanes(first, left, most, give), || fill_lanes(second, right, most, give));
}

/// Fills a list with what `give` returns for each item, in the same order. The list's memory is used again.
pub(crate) fn gather<T: Sync, U: Send>(
    items: &[T],
    into: &mut Vec<U>,
    give: impl Fn(&T) -> U + Sync + Send,
) {
    if items.len() >= SHARED_FROM {
        items.par_iter().with_min_len(MIN).map(give).collect_into_vec(into);
    } else {
        into.clear();
        into.extend(items.iter().map(give));
    }
}

/// Fills three lists with what `give` returns for each item, in the same order. The memory of the lists is used again.
pub(crate) fn gather_three<T: Sync, A: Send + Default, B: Send + Default, C: Send + Default>(
    items: &[T],
    (a, b, c): (&mut Vec<A>, &mut Vec<B>, &mut Vec<C>),
    give: impl Fn(&T) -> (A, B, C) + Sync + Send,
) {
    a.resize_with(items.len(), A::default);
    b.resize_with(items.len(), B::default);
    c.resize_with(items.len(), C::default);
    for_each_triple(a, b, c, |i, a, b, c| (*a, *b, *c) = give(&items[i]));
}

/// The largest of the numbers that `give` returns for each item, or 0.
pub(crate) fn largest<T: Sync>(items: &[T], give: impl Fn(&T) -> f32 + Sync + Send) -> f32 {
    if items.len() >= SHARED_FROM {
        items.par_iter().with_min_len(MIN).map(give).reduce(|| 0.0, f32::max)
    } else {
        items.iter().map(give).fold(0.0, f32::max)
    }
}

/// Appends what `give` returns for each index below a limit for which `counts` is true, in order.
#[cfg(any(feature = "sim", test))]
pub(crate) fn gather_some<U: Send>(
    limit: usize,
    into: &mut Vec<U>,
    counts: impl Fn(usize) -> bool,
    give: impl Fn(usize) -> U + Sync + Send,
) {
    // Fast path: usually every index is included.
    if limit >= SHARED_FROM && (0..limit).all(&counts) {
        let numbers = (0..limit).into_par_iter().with_min_len(MIN);
        into.par_extend(numbers.map(give));
    } else {
        into.extend((0..limit).filter(|&i| counts(i)).map(give));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without threads there is no number from which they start.
    const SHARED_FROM: usize = 2048;

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
            let mut tens = vec![0; count];
            for_each_four(&mut numbers, &mut doubles, &mut tens, |first, a, b, tens| {
                assert!(a.len() == b.len() && a.len() == LANES.min(count - first));
                (first..).zip(tens).for_each(|(i, ten)| *ten = 10 * i);
            });
            assert!(tens.into_iter().eq((0..count).map(|i| 10 * i)));
            let (mut a, mut b, mut c) = (vec![7], Vec::new(), vec![9; 2 * SHARED_FROM]);
            gather_three(&doubles, (&mut a, &mut b, &mut c), |&d| (d, 2 * d, d + 1));
            assert_eq!((&a, b.len()), (&doubles, count));
            assert!(a.iter().zip(&b).zip(&c).all(|((a, b), c)| 2 * a == *b && a + 1 == *c));
            let mut halves = vec![7];
            gather(&doubles, &mut halves, |double| double / 2);
            assert_eq!(halves, (0..count).collect::<Vec<_>>());
            gather_some(count, &mut halves, |i| i.is_multiple_of(3), |i| i + 1);
            gather_some(count, &mut halves, |_| true, |i| i + 2);
            assert_eq!(add_up(count, |i| i as u64), (0..count as u64).sum::<u64>());
            assert_eq!(largest(&numbers, |&number| number as f32), count as f32);
            let some = (0..count).step_by(3).map(|i| i + 1);
            assert_eq!(halves[count..], some.chain(2..count + 2).collect::<Vec<_>>());
        }
    }

    #[test]
    fn parts_are_worked_on_once_each_and_lanes_hold_their_own_numbers() {
        for count in [0, 5, 3 * SHARED_FROM] {
            let mut items = vec![0; count];
            let ends: Vec<usize> =
                (1..=count).filter(|end| end % 7 == 3 || *end == count).collect();
            for_each_part(&mut items, &ends, &|part, items| {
                items.iter_mut().for_each(|item| *item += 1 + part);
            });
            let part_of = |i: usize| ends.partition_point(|&end| end <= i);
            assert!(items.iter().enumerate().all(|(i, &item)| item == 1 + part_of(i)));
            let order: Vec<u32> = (0..count as u32).rev().collect();
            let (mut doubles, mut halves) = (vec![9.0; 3], Vec::new());
            let give = |i: usize| [i as f32 * 2.0, i as f32 / 2.0];
            gather_lanes(&order, [&mut doubles, &mut halves], (2, -1.0), give);
            let expected = (0..count).rev().map(|i| i as f32 * 2.0).chain([-1.0; 2]);
            assert_eq!(doubles, expected.collect::<Vec<_>>());
            assert!(
                halves[..count].iter().zip(&doubles).all(|(half, double)| half * 4.0 == *double)
            );
        }
    }
}
