//! The units before and inside passages: who may go on, and how fast.

use super::control::RightsOfWay;
use super::passage_ahead::{PassageAhead, passage_ahead};
use crate::grid::{Cell, Passages};
use crate::scenario::UnitId;
use crate::sim::TICKS_PER_SECOND;
use crate::steering::Trail;
use crate::traffic::{Entrant, Queued, RightOfWay, Rules, Signal, paces};
use bevy::prelude::*;
use std::collections::BTreeMap;

/// A unit on its way through a passage.
pub(super) struct Passing {
    id: UnitId,
    ahead: PassageAhead,
    radius: f32,
    position: Vec2,
}

impl Passing {
    fn entrant(&self) -> Entrant {
        let PassageAhead { exit, distance, .. } = self.ahead;
        Entrant { exit, distance, radius: self.radius }
    }

    /// Distance to the gate in a straight line, in cells; negative inside.
    fn to_gate(&self) -> f32 {
        let far = self.position.distance(self.ahead.gate.center());
        if self.ahead.distance <= 0.0 { -far } else { far }
    }
}

/// Units at passages, by side and by the first cell of the passage.
#[derive(Default)]
pub(super) struct AtPassages(BTreeMap<(u8, Cell), Vec<Passing>>);

impl AtPassages {
    /// Adds a unit if it is in a passage or comes to one.
    pub fn add(
        &mut self,
        passages: &Passages,
        (id, side): (UnitId, u8),
        trail: &Trail,
        position: Vec2,
        radius: f32,
    ) {
        if let Some(ahead) = passage_ahead(passages, trail, position) {
            let passing = Passing { id, ahead, radius, position };
            self.0.entry((side, ahead.passage)).or_default().push(passing);
        }
    }
}

/// The signal of each unit that may not go on, with its passage.
pub(super) type Held = BTreeMap<UnitId, (Signal, PassageAhead)>;

/// Decides who has the right of way, and returns the units that may not go on.
pub(super) fn signals(
    rights: &mut RightsOfWay,
    passages: AtPassages,
    rules: &[Rules],
    tick: u64,
) -> Held {
    let mut told = BTreeMap::new();
    let before = std::mem::take(&mut rights.0);
    let mut signals = Vec::new();
    for ((side, passage), mut units) in passages.0 {
        units.sort_by_key(|unit| unit.id);
        let mut right = before.get(&(side, passage)).copied().unwrap_or_default();
        let entrants: Vec<Entrant> = units.iter().map(Passing::entrant).collect();
        let width = units.first().map_or(1.0, |unit| unit.ahead.width);
        let batch = rules[usize::from(side)].batch * f64::from(TICKS_PER_SECOND);
        right.decide(&entrants, width, tick, batch as u64, &mut signals);
        if right != RightOfWay::default() {
            rights.0.insert((side, passage), right);
        }
        let held = units.iter().zip(&signals).filter(|(_, signal)| **signal != Signal::Go);
        told.extend(held.map(|(unit, &signal)| (unit.id, (signal, unit.ahead))));
    }
    told
}

/// The part of its speed that each unit before a narrow passage may use. Units that wait for their turn are not in the queue.
pub(super) fn queue_paces(passages: AtPassages, held: &Held) -> BTreeMap<UnitId, f32> {
    let mut all = BTreeMap::new();
    for units in passages.0.into_values() {
        let two_ways = units.iter().any(|unit| unit.ahead.exit != units[0].ahead.exit);
        let mut queues: BTreeMap<u8, Vec<(f32, &Passing)>> = BTreeMap::new();
        for unit in units.iter().filter(|unit| !held.contains_key(&unit.id)) {
            queues.entry(unit.ahead.exit).or_default().push((unit.to_gate(), unit));
        }
        for queue in queues.values_mut() {
            queue.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.id.cmp(&b.1.id)));
            let queued: Vec<Queued> = queue
                .iter()
                .map(|&(distance, unit)| Queued { distance, radius: unit.radius })
                .collect();
            let largest = queued.iter().map(|unit| unit.radius).fold(0.1, f32::max);
            let width = units[0].ahead.width * if two_ways { 0.5 } else { 1.0 };
            let abreast = (width / (2.0 * largest)) as usize;
            let paces = paces(&queued, abreast);
            all.extend(queue.iter().map(|(_, unit)| unit.id).zip(paces));
        }
    }
    all
}
