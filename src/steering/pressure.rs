//! How a push travels through a crowd at rest.
//!
//! An ally on its way presses the resting units before it. Each of them can make room only if those behind it do. So every
//! resting unit that a chain of close neighbours connects with the pressing one counts the links of that chain: fewer links
//! are stronger, and a whole crowd opens from the inside outwards. Without this the order of unit numbers decides, and a
//! dense crowd stays shut.
//!
//! Costs one look at the contacts of each resting unit near a walking one; nothing if no unit makes room.

use super::contacts::Contacts;
use super::crowd::Disc;

/// Gap up to which a push goes on from one resting unit to the next, in cells.
const CLOSE: f32 = 0.15;
/// Links of units that nobody presses: they are the weakest.
const UNPRESSED: u32 = u32::MAX >> 1;

/// The number of links from each resting disc to the walking one that presses it. Rebuilt every tick without allocating.
#[derive(Debug, Default)]
pub(super) struct Pressure {
    links: Vec<u32>,
    queue: Vec<u32>,
}

impl Pressure {
    /// Counts the links of all discs.
    pub(super) fn rebuild(&mut self, contacts: &Contacts, discs: &[Disc]) {
        self.links.clear();
        self.queue.clear();
        if !discs.iter().any(Disc::passes_push_on) {
            return;
        }
        self.links.extend(discs.iter().map(
            |disc| {
                if disc.passes_push_on() { UNPRESSED } else { 0 }
            },
        ));
        for (i, disc) in discs.iter().enumerate().filter(|(_, disc)| disc.passes_push_on()) {
            let presses = |other: &Disc| {
                let touching = disc.radius + other.radius;
                disc.steps_aside_for(other)
                    && other.wanted.distance_squared(disc.position) < touching * touching
            };
            if contacts.of(i).iter().any(|&j| presses(&discs[j as usize])) {
                self.links[i] = 1;
                self.queue.push(i as u32);
            }
        }
        let mut next = 0;
        while let Some(&i) = self.queue.get(next) {
            next += 1;
            let (disc, links) = (&discs[i as usize], self.links[i as usize]);
            for &j in contacts.of(i as usize) {
                let other = &discs[j as usize];
                let close = disc.radius + other.radius + CLOSE;
                let is_close = disc.position.distance_squared(other.position) < close * close;
                if other.passes_push_on() && self.links[j as usize] == UNPRESSED && is_close {
                    self.links[j as usize] = links + 1;
                    self.queue.push(j);
                }
            }
        }
    }

    /// The links of a disc; 0 for discs that walk or do not take part.
    pub(super) fn links(&self, disc: usize) -> u32 {
        self.links.get(disc).copied().unwrap_or(0)
    }
}
