//! Keyframes: snapshots of a run at earlier ticks, from which any tick is reached by running on.
//!
//! The nearer to the newest tick, the closer together they are kept. Together they take at most [`Keyframes::MAX_BYTES`].
//! Several runs may share one store: each keyframe belongs to a line of history, given by a number that is the same for all
//! runs with the same past (see [`Keyframes::nearest`]).
//!
//! A state is captured on the calling thread, which costs a copy, and packed on another one.

use crate::sim::state::Snapshot;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Snapshots of a run at earlier ticks, one for each of its arenas.
#[derive(Debug, Default)]
pub struct Keyframes {
    /// By tick and line.
    frames: BTreeMap<(u64, u64), Arc<Mutex<Content>>>,
}

#[derive(Debug)]
enum Content {
    Fresh(Arc<Vec<Snapshot>>),
    Packed(Vec<Vec<u8>>),
}

impl Keyframes {
    /// Maximum memory of packed keyframes, in bytes.
    pub const MAX_BYTES: usize = 512 << 20;
    /// Ticks between the newest keyframes.
    pub const EVERY: u64 = 128;

    /// Distances between keyframes by age, in ticks: up to an age, and how far apart.
    const SPACING: [(u64, u64); 4] =
        [(12_000, Self::EVERY), (120_000, 2048), (1_200_000, 16_384), (u64::MAX, 131_072)];

    /// Whether a keyframe should be added at a tick of a run; `is_past` as for [`nearest`](Self::nearest).
    pub fn wants(&self, tick: u64, is_past: impl Fn(u64, u64) -> bool) -> bool {
        let since = tick.saturating_sub(Self::EVERY - 1);
        let mut near = self.frames.range((since, 0)..=(tick, u64::MAX));
        tick > 0 && !near.any(|((at, line), _)| is_past(*at, *line))
    }

    /// Adds the states of all arenas at one tick of a run, and removes what is not needed any more.
    pub fn add(
        &mut self,
        (tick, line): (u64, u64),
        arenas: Vec<Snapshot>,
        is_past: impl Fn(u64, u64) -> bool,
    ) {
        let fresh = Arc::new(arenas);
        let content = Arc::new(Mutex::new(Content::Fresh(fresh.clone())));
        self.frames.insert((tick, line), content.clone());
        rayon::spawn(move || {
            let packed = fresh.iter().map(Snapshot::to_bytes).collect();
            *content.lock().unwrap_or_else(PoisonError::into_inner) = Content::Packed(packed);
        });
        self.thin(tick, is_past);
    }

    /// The latest keyframe up to a tick that belongs to a run. `is_past` says whether a line is the past of the run at a
    /// tick.
    pub fn nearest(
        &self,
        tick: u64,
        is_past: impl Fn(u64, u64) -> bool,
    ) -> Option<(u64, Arc<Vec<Snapshot>>)> {
        let earlier = self.frames.range(..=(tick, u64::MAX)).rev();
        let mut found = earlier.filter(|((at, line), _)| is_past(*at, *line));
        found.find_map(|((at, _), content)| {
            let content = content.lock().unwrap_or_else(PoisonError::into_inner);
            let arenas = match &*content {
                Content::Fresh(arenas) => arenas.clone(),
                Content::Packed(arenas) => {
                    let arenas = arenas.iter().map(|bytes| Snapshot::from_bytes(bytes));
                    Arc::new(arenas.collect::<Result<_, _>>().ok()?)
                }
            };
            Some((*at, arenas))
        })
    }

    /// The ticks of all keyframes, with their lines.
    pub fn ticks(&self) -> impl Iterator<Item = (u64, u64)> {
        self.frames.keys().copied()
    }

    /// The bytes of all packed keyframes.
    pub fn bytes(&self) -> usize {
        self.frames.values().map(bytes).sum()
    }

    /// Removes keyframes that are closer together than their age asks for, then more until the rest fits.
    fn thin(&mut self, now: u64, is_past: impl Fn(u64, u64) -> bool) {
        // For the present run and for each abandoned line: how far apart, and in which slot, the last one that stays is.
        let mut last: BTreeMap<Option<u64>, (u64, u64)> = BTreeMap::new();
        self.frames.retain(|&(tick, line), _| {
            let line = (!is_past(tick, line)).then_some(line);
            let age = now.saturating_sub(tick);
            let apart = Self::SPACING.iter().find(|(most, _)| age <= *most).map_or(1, |s| s.1);
            let slot = (apart, tick / apart);
            last.insert(line, slot) != Some(slot) || tick == now
        });
        let mut total = self.bytes();
        while total > Self::MAX_BYTES && self.frames.len() > 1 {
            let Some(key) = self.least_useful(now) else { break };
            total -= self.frames.remove(&key).as_ref().map_or(0, bytes);
        }
    }

    /// The keyframe whose loss costs least: the gap that it would leave, measured by its age.
    fn least_useful(&self, now: u64) -> Option<(u64, u64)> {
        let keys: Vec<(u64, u64)> = self.frames.keys().copied().collect();
        let cost = |place: usize| {
            let (tick, line) = keys[place];
            let of_line = |key: &&(u64, u64)| key.1 == line;
            let before = keys[..place].iter().rev().find(of_line).map_or(0, |key| key.0);
            let after = keys[place + 1..].iter().find(of_line).map_or(now, |key| key.0);
            (after.saturating_sub(before) as f64) / (now.saturating_sub(tick) + 1) as f64
        };
        let all = (0..keys.len()).filter(|&place| keys[place].0 < now);
        all.min_by(|&a, &b| cost(a).total_cmp(&cost(b))).map(|place| keys[place])
    }
}

fn bytes(content: &Arc<Mutex<Content>>) -> usize {
    match &*content.lock().unwrap_or_else(PoisonError::into_inner) {
        Content::Fresh(_) => 0,
        Content::Packed(arenas) => arenas.iter().map(Vec::len).sum(),
    }
}
