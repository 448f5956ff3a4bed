//! The 255 colours that stand best for many: greedy splits of the colour space by variance (Wu, "Color quantization by
//! dynamic programming and principal analysis", ACM Transactions on Graphics 1992, with the axes of the colour space
//! instead of principal axes), followed by a few rounds of k-means (Lloyd, "Least squares quantization in PCM", 1982).
//!
//! A colour is weighted by the root of its number of pixels, so that a few units are not lost before a large ground. Costs
//! about 50 ms for 50,000 different colours.

use std::collections::HashMap;

/// Maximum number of colours of a palette; one more index stays free for transparent pixels.
pub const MAX: usize = 255;
/// Rounds of k-means.
const ROUNDS: usize = 3;
/// Weights of differences in red, green and blue, squared; the eye sees green best.
const WEIGHTS: [f32; 3] = [2.0, 4.0, 3.0];

/// Pixels by colour.
pub type Histogram = HashMap<[u8; 3], u32>;

/// A few colours, and which of them stands for each other one.
#[derive(Debug, PartialEq)]
pub struct Palette {
    /// At most [`MAX`].
    pub colours: Vec<[u8; 3]>,
    places: HashMap<[u8; 3], u8>,
}

impl Palette {
    /// The palette for pixels. Depends only on the histogram.
    pub fn new(histogram: &Histogram) -> Self {
        let mut entries: Vec<Entry> = histogram.iter().map(Entry::new).collect();
        // The order of a hash map differs from run to run.
        entries.sort_unstable_by_key(|entry| entry.bytes);
        let mut means = split(&mut entries);
        entries.sort_unstable_by_key(|entry| entry.bytes);
        for _ in 0..ROUNDS {
            means = improve(&entries, &means);
        }
        let mut colours: Vec<[u8; 3]> =
            means.iter().map(|mean| mean.map(|channel| channel.round() as u8)).collect();
        colours.sort_unstable();
        colours.dedup();
        let exact: Vec<[f32; 3]> = colours.iter().map(|c| c.map(f32::from)).collect();
        let places = entries
            .iter()
            .map(|entry| (entry.bytes, nearest(&exact, entry.colour) as u8))
            .collect();
        Self { colours, places }
    }

    /// The index of the colour that stands for another one.
    pub fn place(&self, colour: [u8; 3]) -> u8 {
        self.places.get(&colour).copied().unwrap_or_default()
    }
}

/// A colour and its weight.
#[derive(Clone, Copy)]
struct Entry {
    bytes: [u8; 3],
    colour: [f32; 3],
    weight: f32,
}

impl Entry {
    fn new((&bytes, &count): (&[u8; 3], &u32)) -> Self {
        Self { bytes, colour: bytes.map(f32::from), weight: (count as f32).sqrt() }
    }
}

/// Splits entries into at most [`MAX`] boxes of little variance; returns their means.
fn split(entries: &mut [Entry]) -> Vec<[f32; 3]> {
    let mut boxes = vec![Box::of(0..entries.len(), entries)];
    while boxes.len() < MAX {
        let worst = (0..boxes.len()).max_by(|&a, &b| boxes[a].error.total_cmp(&boxes[b].error));
        let Some(worst) = worst.filter(|&worst| boxes[worst].error > 0.0) else { break };
        let Box { range, axis, mean, .. } = boxes[worst].clone();
        let part = &mut entries[range.clone()];
        part.sort_unstable_by(|a, b| {
            a.colour[axis].total_cmp(&b.colour[axis]).then(a.bytes.cmp(&b.bytes))
        });
        let below = part.partition_point(|entry| entry.colour[axis] <= mean[axis]);
        let middle = range.start + below.clamp(1, part.len() - 1);
        boxes[worst] = Box::of(range.start..middle, entries);
        boxes.push(Box::of(middle..range.end, entries));
    }
    boxes.iter().filter(|b| !b.range.is_empty()).map(|b| b.mean).collect()
}

/// Entries that one colour stands for.
#[derive(Clone)]
struct Box {
    range: std::ops::Range<usize>,
    mean: [f32; 3],
    /// The axis of the largest variance.
    axis: usize,
    /// The variance along it, times the weight of the entries.
    error: f32,
}

impl Box {
    fn of(range: std::ops::Range<usize>, entries: &[Entry]) -> Self {
        let part = &entries[range.clone()];
        let weight: f32 = part.iter().map(|entry| entry.weight).sum();
        let mean: [f32; 3] = std::array::from_fn(|axis| {
            part.iter().map(|e| e.weight * e.colour[axis]).sum::<f32>() / weight.max(f32::EPSILON)
        });
        let errors: [f32; 3] = std::array::from_fn(|axis| {
            let square = |e: &Entry| e.weight * (e.colour[axis] - mean[axis]).powi(2);
            WEIGHTS[axis] * part.iter().map(square).sum::<f32>()
        });
        let axis = (0..3).max_by(|&a, &b| errors[a].total_cmp(&errors[b])).unwrap_or(0);
        let error = if part.len() > 1 { errors[axis] } else { 0.0 };
        Self { range, mean, axis, error }
    }
}

/// One round of k-means. Means that no colour is nearest to stay as they are.
fn improve(entries: &[Entry], means: &[[f32; 3]]) -> Vec<[f32; 3]> {
    let mut sums = vec![([0.0_f32; 3], 0.0_f32); means.len()];
    for entry in entries {
        let (sum, weight) = &mut sums[nearest(means, entry.colour)];
        for (sum, channel) in sum.iter_mut().zip(entry.colour) {
            *sum += entry.weight * channel;
        }
        *weight += entry.weight;
    }
    let mean = |((sum, weight), old): (([f32; 3], f32), &[f32; 3])| {
        if weight > 0.0 { sum.map(|sum| sum / weight) } else { *old }
    };
    sums.into_iter().zip(means).map(mean).collect()
}

/// The index of the nearest colour; the first of equals.
fn nearest(colours: &[[f32; 3]], to: [f32; 3]) -> usize {
    let mut best = (f32::INFINITY, 0);
    for (place, colour) in colours.iter().enumerate() {
        let [red, green, blue]: [f32; 3] =
            std::array::from_fn(|axis| WEIGHTS[axis] * (colour[axis] - to[axis]).powi(2));
        let distance = red + green + blue;
        if distance < best.0 {
            best = (distance, place);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn histogram(colours: impl IntoIterator<Item = ([u8; 3], u32)>) -> Histogram {
        colours.into_iter().collect()
    }

    #[test]
    fn few_colours_are_kept_exactly() {
        let colours = (0..=100).map(|i| ([i, 2 * i, 255 - i], 1 + u32::from(i)));
        let palette = Palette::new(&histogram(colours.clone()));
        for (colour, _) in colours {
            assert_eq!(palette.colours[usize::from(palette.place(colour))], colour);
        }
        assert!(Palette::new(&Histogram::new()).colours.is_empty());
    }

    #[test]
    fn many_colours_are_replaced_by_near_ones() {
        let ground = (0..4000_u32).map(|i| {
            let shade = 40 + (i % 20) as u8;
            ([shade, shade + 2 + (i / 20 % 9) as u8, shade + 6 + (i / 180) as u8], 100)
        });
        let unit = [([230, 159, 0], 30), ([0, 114, 178], 30)];
        let all = histogram(ground.chain(unit));
        let palette = Palette::new(&all);
        assert!(palette.colours.len() <= MAX);
        for &colour in all.keys() {
            let stands_for = palette.colours[usize::from(palette.place(colour))];
            let off = colour.iter().zip(stands_for).map(|(&a, b)| a.abs_diff(b)).max();
            assert!(off <= Some(3), "{colour:?} became {stands_for:?}");
        }
        assert_eq!(palette, Palette::new(&all.clone()), "independent of the order in the map");
    }
}
