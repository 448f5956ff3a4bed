//! How the units around a walker change what it wants: separation, queueing behind units that go first, and side steps.

use super::attention::Zones;
use super::spatial_grid::LANES;
use super::surroundings::Four;
use super::travellers::{Neighbour, Walker};
use glam::{Vec2, Vec4};

/// Gap between two discs below which separation sets in, in cells.
pub(super) const PERSONAL_GAP: f32 = 0.3;
/// Distance over which a unit notices others, in cells.
pub const NOTICE: f32 = 3.5;
/// Distance over which a unit goes round others that stand in its way, in cells.
const GO_ROUND: f32 = 1.6;
/// Room that a unit wants beside units that come towards it, in cells.
pub(super) const PASSING_ROOM: f32 = 0.15;
/// A neighbour whose speed towards the unit is more than this fraction of the unit's own speed comes towards it.
const COMES: f32 = 0.2;
/// A neighbour ahead that walks away more slowly than this stands in the way, as a fraction of the unit's own speed.
const WALKS_ON: f32 = -0.1;
/// Gap behind a unit that goes first below which others slow down to its pace, in cells.
const QUEUE_GAP: f32 = 0.2;
/// Fraction of its speed that a queueing unit keeps.
const QUEUE_CREEP: f32 = 0.1;

/// Effects of the others on a walker, added up one by one.
pub(super) struct Others {
    /// Towards the point that it heads for.
    pub(super) heading: Vec2,
    pub(super) right: Vec2,
    radius: f32,
    /// The speed that it would like to have, in cells per second.
    pub(super) speed: f32,
    /// Turns a velocity along the heading into a fraction of the own speed, towards the walker.
    towards: f32,
    pub(super) separation: Vec2,
    pub(super) side_step: f32,
    pub(super) pace: f32,
    /// Whether it keeps up with units that turn.
    flows: bool,
}

impl Others {
    pub(super) fn new(walker: &Walker, heading: Vec2) -> Self {
        Self::at_speed(walker, heading, walker.speed)
    }

    /// Like [`Self::new`], for a walker whose desired speed, in cells per second, is not its top speed.
    #[inline]
    pub(super) fn at_speed(walker: &Walker, heading: Vec2, speed: f32) -> Self {
        Self {
            heading,
            right: Vec2::new(-heading.y, heading.x),
            radius: walker.radius,
            speed,
            towards: -speed.max(0.1).recip(),
            separation: Vec2::ZERO,
            side_step: 0.0,
            pace: 1.0,
            flows: walker.guidance.flows,
        }
    }

    /// Adds those of four units that matter, in order and in the same numbers as one by one. `neighbour` is asked only about
    /// those that are in the way.
    #[inline(always)]
    pub(super) fn add_four(
        &mut self,
        four: &Four,
        zones: &Zones,
        neighbour: impl Fn(usize) -> Neighbour,
    ) {
        let &Zones { x, y, distance_squared, near, close, .. } = zones;
        let (heading, right) = (self.heading, self.right);
        let closing = (four.velocity_x * heading.x + four.velocity_y * heading.y) * self.towards;
        let walks_on = closing.cmple(Vec4::splat(WALKS_ON));
        // This sorts most units out at once.
        let others = four.present & distance_squared.cmpgt(Vec4::ZERO);
        if !(others & (near | (close & !walks_on))).any() {
            return;
        }
        let touching = four.radius + self.radius;
        let personal = touching + PERSONAL_GAP;
        let beside = x * right.x + y * right.y;
        let in_the_way = (x * heading.x + y * heading.y).cmpgt(Vec4::ZERO)
            & beside.abs().cmplt(touching + PASSING_ROOM)
            & distance_squared.cmple(Vec4::splat(NOTICE * NOTICE));
        let is_near = distance_squared.cmplt(personal * personal);
        let matters = others & (is_near | (in_the_way & !walks_on));
        if !matters.any() {
            return;
        }
        let distance = distance_squared.sqrt();
        let gap = distance - touching;
        let nearness = Vec4::ONE - (gap / PERSONAL_GAP).max(Vec4::ZERO);
        let pushes = matters & gap.cmplt(Vec4::splat(PERSONAL_GAP));
        let push = Vec4::select(pushes, nearness / distance, Vec4::ZERO);
        // One after the other, because the order decides about the last bits. Taking away nothing changes none of them.
        let (push_x, push_y) = ((x * push).to_array(), (y * push).to_array());
        for lane in 0..LANES {
            self.separation -= Vec2::new(push_x[lane], push_y[lane]);
        }
        let may_queue = gap.cmplt(Vec4::splat(QUEUE_GAP));
        let comes = closing.cmpgt(Vec4::splat(COMES));
        let stands = distance.cmplt(Vec4::splat(GO_ROUND)) & !walks_on;
        let mut left = (matters & in_the_way & (may_queue | comes | stands)).bitmask();
        if left == 0 {
            return;
        }
        let [distance, gap, beside, closing] =
            [distance, gap, beside, closing].map(|four| four.to_array());
        let velocities = [four.velocity_x.to_array(), four.velocity_y.to_array()];
        while left != 0 {
            let lane = left.trailing_zeros() as usize % LANES;
            left &= left - 1;
            let velocity = Vec2::from(velocities.map(|all| all[lane]));
            let goes_first = || neighbour(four.first + lane).goes_first;
            self.meet(distance[lane], gap[lane], beside[lane], closing[lane], velocity, goes_first);
        }
    }

    #[inline(always)]
    pub(super) fn add(&mut self, other: &Neighbour) {
        let touching = self.radius + other.radius;
        let distance_squared = other.offset.length_squared();
        let personal = touching + PERSONAL_GAP;
        let is_near = distance_squared < personal * personal;
        let ahead = other.offset.dot(self.heading);
        let beside = other.offset.dot(self.right);
        let in_the_way = (ahead > 0.0)
            & (beside.abs() < touching + PASSING_ROOM)
            & (distance_squared <= NOTICE * NOTICE);
        let closing = other.velocity.dot(self.heading) * self.towards;
        // Most neighbours are neither near nor in the way, or walk on; they are skipped.
        let matters = is_near | (in_the_way & (closing > WALKS_ON));
        if !matters || distance_squared <= 0.0 {
            return;
        }
        let distance = distance_squared.sqrt();
        let gap = distance - touching;
        if gap < PERSONAL_GAP {
            let nearness = 1.0 - (gap / PERSONAL_GAP).max(0.0);
            self.separation -= other.offset * (nearness / distance);
        }
        if in_the_way {
            self.meet(distance, gap, beside, closing, other.velocity, || other.goes_first);
        }
    }

    /// Takes notice of a unit in the way: how far away it is, the gap between the two, how far it is to the right, its speed
    /// towards the walker as a fraction of the walker's own, its velocity, and whether it goes first.
    #[inline(always)]
    fn meet(
        &mut self,
        distance: f32,
        gap: f32,
        beside: f32,
        closing: f32,
        velocity: Vec2,
        goes_first: impl FnOnce() -> bool,
    ) {
        if gap < QUEUE_GAP && goes_first() {
            // Queue behind it instead of pressing: where all press, no unit gets through a door.
            // An ally that turns a corner walks on, though no longer along this heading.
            let turns = self.flows && closing < COMES;
            let onwards = if turns { velocity.length() * -self.towards } else { -closing };
            self.pace = self.pace.min((gap / QUEUE_GAP).max(0.0).max(onwards) + QUEUE_CREEP);
        }
        if closing > COMES {
            // It comes towards this unit: keep to the right, the more the nearer it is.
            self.side_step = self.side_step.max((1.0 - distance / NOTICE) * 2.0);
        } else if closing > WALKS_ON && distance < GO_ROUND && self.side_step == 0.0 {
            // It stands in the way: go round it on the side on which it stands less.
            let side = if beside > 0.05 { -1.0 } else { 1.0 };
            self.side_step = side * (1.0 - distance / GO_ROUND);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::steering::Traveller;
    use crate::steering::follow_path::FollowPath;
    use glam::BVec4A;

    /// Numbers from 0 to 1 without a pattern.
    fn numbers() -> impl FnMut() -> f32 {
        let mut state = 1u32;
        move || {
            state = state.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
            (state >> 8) as f32 / (1 << 24) as f32
        }
    }

    #[test]
    fn four_at_once_mean_the_same_as_one_by_one_to_the_last_bit() {
        let mut number = numbers();
        let (mut pushed, mut stepped, mut queued) = (0, 0, 0);
        for round in 0..4000 {
            let position = Vec2::new(number(), number()) * 300.0;
            let unit = Traveller { position, ..Traveller::default() };
            let walker = Walker::new(&unit, &[]);
            let heading = Vec2::from_angle(number() * 7.0);
            // The last one is the walker itself, or not there.
            let neighbours: [Neighbour; 4] = std::array::from_fn(|i| Neighbour {
                offset: Vec2::new(number() - 0.5, number() - 0.5) * if i == 3 { 0.0 } else { 4.0 },
                velocity: Vec2::new(number() - 0.5, number() - 0.5) * 6.0,
                radius: 0.2 + 0.3 * number(),
                goes_first: number() < 0.5,
            });
            // What is read of a unit is where it is, not how far away.
            let at = neighbours.map(|n| position + n.offset);
            let neighbours: [Neighbour; 4] =
                std::array::from_fn(|i| Neighbour { offset: at[i] - position, ..neighbours[i] });
            let lane = |value: &dyn Fn(usize) -> f32| Vec4::from_array(std::array::from_fn(value));
            let four = Four {
                first: 0,
                present: BVec4A::new(true, true, round % 2 == 0, round % 3 == 0),
                x: lane(&|i| at[i].x),
                y: lane(&|i| at[i].y),
                velocity_x: lane(&|i| neighbours[i].velocity.x),
                velocity_y: lane(&|i| neighbours[i].velocity.y),
                radius: lane(&|i| neighbours[i].radius),
                companions: BVec4A::splat(false),
            };
            let attention = FollowPath::attention(&walker, heading);
            let zones = attention.zones(four.x, four.y);
            let (mut at_once, mut one_by_one) =
                (Others::new(&walker, heading), Others::new(&walker, heading));
            at_once.add_four(&four, &zones, |place| neighbours[place]);
            (0..4).filter(|&i| four.present.test(i)).for_each(|i| one_by_one.add(&neighbours[i]));
            let meant = |others: &Others| {
                let Others { separation, side_step, pace, .. } = others;
                [separation.x, separation.y, *side_step, *pace].map(f32::to_bits)
            };
            assert_eq!(meant(&at_once), meant(&one_by_one));
            pushed += usize::from(one_by_one.separation != Vec2::ZERO);
            stepped += usize::from(one_by_one.side_step != 0.0);
            queued += usize::from(one_by_one.pace < 1.0);
        }
        assert!(pushed > 300 && stepped > 300 && queued > 30, "{pushed} {stepped} {queued}");
    }
}
