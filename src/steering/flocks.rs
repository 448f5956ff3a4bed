//! The flocks of a team: what their members know of each other.

use super::flocking::Flocking;
use super::travellers::Traveller;
use glam::Vec2;

/// A flock as its members know it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Flock {
    /// How many members walk.
    pub members: u32,
    /// The root of that number, to which the width of a crowd is proportional.
    pub root: f32,
    /// Their centre, in cells.
    pub middle: Vec2,
    /// Speed of the slowest, in cells per second.
    pub speed: f32,
    /// Mean distance still to go, in cells.
    pub to_go: f32,
    /// Whether a member lags behind.
    pub waits: bool,
}

/// The groups of a team that walk, by number. Refilled every tick without allocating.
#[derive(Clone, Debug, Default)]
pub struct Flocks {
    groups: Vec<u32>,
    list: Vec<Flock>,
    /// By flock: the longest distance that a member has to go, in cells.
    furthest: Vec<f32>,
    /// Where the last look-up ended: members mostly come one after the other.
    last: usize,
    /// By group number, counted from the first group: the index of its flock plus one, or 0 if it has none. Empty if the numbers lie
    /// too far apart.
    places: Vec<u32>,
}

/// No table is made if it would have more entries than this for each group.
const APART: usize = 8;

impl Flocks {
    /// Adds up the flocks of some units, and lets a flock wait if a member lags behind.
    pub fn rebuild<'a>(&mut self, rule: &Flocking, units: impl Iterator<Item = &'a Traveller>) {
        self.groups.clear();
        self.list.clear();
        self.furthest.clear();
        for (group, unit) in units.filter_map(|unit| Some((unit.group?, unit))) {
            self.add(group, unit);
        }
        for (flock, &furthest) in self.list.iter_mut().zip(&self.furthest) {
            flock.middle /= flock.members as f32;
            flock.to_go /= flock.members as f32;
            flock.root = (flock.members as f32).sqrt();
            // If any member lags behind, the one with the furthest to go does.
            flock.waits = rule.lags(flock, furthest);
        }
        self.places.clear();
        let (Some(first), Some(last)) = (self.groups.first(), self.groups.last()) else { return };
        let numbers = (last - first) as usize + 1;
        if numbers <= APART * self.groups.len() {
            self.places.resize(numbers, 0);
            for (place, group) in (1..).zip(&self.groups) {
                self.places[(group - first) as usize] = place;
            }
        }
    }

    /// The flock of a group.
    #[inline]
    pub fn get(&self, group: u32) -> Option<&Flock> {
        if self.places.is_empty() {
            return self.groups.binary_search(&group).ok().map(|at| &self.list[at]);
        }
        let place = *self.places.get(group.checked_sub(*self.groups.first()?)? as usize)?;
        self.list.get((place as usize).checked_sub(1)?)
    }

    /// Adds a member to the sums of its flock.
    fn add(&mut self, group: u32, unit: &Traveller) {
        let at = self.place(group);
        let flock = &mut self.list[at];
        flock.speed = if flock.members == 0 { unit.speed } else { flock.speed.min(unit.speed) };
        flock.members += 1;
        flock.middle += unit.position;
        flock.to_go += unit.to_go;
        self.furthest[at] = self.furthest[at].max(unit.to_go);
    }

    fn place(&mut self, group: u32) -> usize {
        if self.groups.get(self.last) == Some(&group) {
            return self.last;
        }
        self.last = match self.groups.binary_search(&group) {
            Ok(at) => at,
            Err(at) => {
                self.groups.insert(at, group);
                self.list.insert(at, Flock::default());
                self.furthest.insert(at, f32::NEG_INFINITY);
                at
            }
        };
        self.last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flock_has_a_middle_the_speed_of_its_slowest_and_waits_for_stragglers() {
        let member = |group, at: (f32, f32), speed, to_go| Traveller {
            group: Some(group),
            position: at.into(),
            speed,
            to_go,
            ..Traveller::default()
        };
        let mut units = [
            member(7, (1.0, 1.0), 3.0, 10.0),
            member(2, (9.0, 9.0), 1.0, 5.0),
            member(7, (3.0, 1.0), 2.0, 30.0),
            Traveller::default(),
        ];
        let mut flocks = Flocks::default();
        flocks.rebuild(&Flocking::default(), units.iter());
        let flock = flocks.get(7).unwrap();
        assert_eq!((flock.members, flock.middle, flock.speed), (2, Vec2::new(2.0, 1.0), 2.0));
        assert_eq!(flock.to_go, 20.0);
        assert!(flock.waits, "for the member with 30 cells to go");
        assert!(!flocks.get(2).unwrap().waits);
        units[2].to_go = 12.0;
        flocks.rebuild(&Flocking::default(), units.iter());
        assert!(!flocks.get(7).unwrap().waits);
        assert!(flocks.get(1).is_none());
    }

    #[test]
    fn flocks_are_found_by_the_numbers_of_their_groups_however_far_these_lie_apart() {
        for numbers in [vec![5, 6, 7], vec![3, 9, 20], vec![1, 4_000_000_000], vec![]] {
            let units = numbers.iter().map(|&group| Traveller {
                group: Some(group),
                speed: group as f32,
                ..Traveller::default()
            });
            let units: Vec<Traveller> = units.collect();
            let mut flocks = Flocks::default();
            flocks.rebuild(&Flocking::default(), units.iter());
            for number in (0..30).chain([3_999_999_999, 4_000_000_000, u32::MAX]) {
                let speed = numbers.contains(&number).then_some(number as f32);
                assert_eq!(flocks.get(number).map(|flock| flock.speed), speed, "{number}");
            }
        }
    }
}
