//! The flocks of an arena: what their members know of each other.

use crate::sim::unit::GroupId;
use crate::steering::{Flock, Flocking};
use bevy::math::Vec2;

/// The groups that travel as flocks, in the order of their numbers. Refilled every tick without allocating.
#[derive(Debug, Default)]
pub(crate) struct Flocks {
    groups: Vec<GroupId>,
    list: Vec<Flock>,
    /// Where the last look-up ended: members mostly come one after the other.
    last: usize,
}

impl Flocks {
    /// Forgets all flocks.
    pub(crate) fn clear(&mut self) {
        self.groups.clear();
        self.list.clear();
    }

    /// Adds a member to the flock of its group; `finish` makes means of the sums.
    pub(crate) fn add(&mut self, group: GroupId, position: Vec2, speed: f32, to_go: f32) {
        let at = self.place(group);
        let flock = &mut self.list[at];
        flock.speed = if flock.members == 0 { speed } else { flock.speed.min(speed) };
        flock.members += 1;
        flock.middle += position;
        flock.to_go += to_go;
    }

    fn place(&mut self, group: GroupId) -> usize {
        if self.groups.get(self.last) == Some(&group) {
            return self.last;
        }
        self.last = match self.groups.binary_search(&group) {
            Ok(at) => at,
            Err(at) => {
                self.groups.insert(at, group);
                self.list.insert(at, Flock::default());
                at
            }
        };
        self.last
    }

    /// Makes means of the sums.
    pub(crate) fn finish(&mut self) {
        for flock in &mut self.list {
            flock.middle /= flock.members as f32;
            flock.to_go /= flock.members as f32;
            flock.root = (flock.members as f32).sqrt();
        }
    }

    /// Lets the flock of a member wait if that lags behind. Returns the number of the flock.
    pub(crate) fn wait_for(&mut self, rule: &Flocking, group: GroupId, to_go: f32) -> u32 {
        let at = self.place(group);
        if rule.lags(&self.list[at], to_go) {
            self.list[at].waits = true;
        }
        at as u32
    }

    /// The flock of a group, and its number.
    pub(crate) fn get(&self, group: GroupId) -> Option<(u32, &Flock)> {
        self.groups.binary_search(&group).ok().map(|at| (at as u32, &self.list[at]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flock_has_a_middle_the_speed_of_its_slowest_and_waits_for_stragglers() {
        let mut flocks = Flocks::default();
        flocks.add(GroupId(7), Vec2::new(1.0, 1.0), 3.0, 10.0);
        flocks.add(GroupId(2), Vec2::new(9.0, 9.0), 1.0, 5.0);
        flocks.add(GroupId(7), Vec2::new(3.0, 1.0), 2.0, 30.0);
        flocks.finish();
        let (_, flock) = flocks.get(GroupId(7)).unwrap();
        assert_eq!((flock.members, flock.middle, flock.speed), (2, Vec2::new(2.0, 1.0), 2.0));
        assert_eq!(flock.to_go, 20.0);
        let rule = Flocking::default();
        assert_eq!(flocks.wait_for(&rule, GroupId(7), 10.0), 1);
        assert!(!flocks.get(GroupId(7)).unwrap().1.waits);
        flocks.wait_for(&rule, GroupId(7), 30.0);
        assert!(flocks.get(GroupId(7)).unwrap().1.waits);
        assert!(!flocks.get(GroupId(2)).unwrap().1.waits);
        flocks.clear();
        assert!(flocks.get(GroupId(7)).is_none());
    }
}
