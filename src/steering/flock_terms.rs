//! The terms of the velocities that members of flocks want, for four members at once.
//!
//! See [`flocking`](super::flocking) for the paper's sum. Its roots and divisions wait for each other. For four members they
//! take as long as for one.

use super::flocking::FlockSteering;
use super::follow_path::FollowPath;
use super::four_vectors::{FourVectors, each};
use super::spatial_grid::LANES;
use super::terms::Terms;
use glam::{Vec2, Vec4};

const NAMES: &[&str; 6] =
    &["reference", "cohesion", "separation", "alignment", "others", "side step"];

/// Fraction of `w_ref` that always remains forwards: a crowd ahead turns a unit aside, and never back.
const FORWARDS: f32 = 0.5;

/// A member with what it sees.
#[derive(Clone, Copy, Default)]
pub(super) struct Member {
    /// The direction of its path.
    pub(super) v_ref: Vec2,
    /// How fast it would like to walk in the flock, in cells per second.
    pub(super) speed: f32,
    /// That speed if it may have to halt, and the share of it that the units ahead leave.
    pub(super) walking: f32,
    pub(super) pace: f32,
    /// How others push it aside.
    pub(super) others: Vec2,
    pub(super) side_step: f32,
    /// From where it is to the centre of the flock.
    pub(super) to_middle: Vec2,
    /// The sum of unit vectors away from the members in view.
    pub(super) pushes: Vec2,
    /// The mean velocity of the members in view, as a fraction of the flock's speed.
    pub(super) v_ali: Vec2,
    /// Distance to go, or 0 if it lags behind; distance to go at which members take their places. In cells.
    pub(super) to_go: f32,
    pub(super) settling: f32,
}

impl FlockSteering {
    /// The terms of the velocities that four members want, in cells per second.
    #[inline]
    pub(super) fn terms_of_four(&self, all: &[Member; LANES]) -> [Terms; LANES] {
        let following = FollowPath::default();
        let v_ref = FourVectors::each(all, |one| one.v_ref);
        let walking = each(all, |one| one.walking);
        let speed = each(all, |one| one.speed);
        let path = v_ref * walking * each(all, |one| one.pace);
        let others = FourVectors::each(all, |one| one.others).clamp_length_max(1.0)
            * Vec4::splat(following.separation as f32)
            * walking;
        let side_step = v_ref.perp()
            * each(all, |one| one.side_step)
            * Vec4::splat(following.side_step as f32)
            * walking;
        let pace = path.dot(v_ref) / speed.max(Vec4::splat(0.01));
        let held_up = pace.cmple(Vec4::ZERO);
        let fade = (each(all, |one| one.to_go) / each(all, |one| one.settling) - 1.0)
            .max(Vec4::ZERO)
            .min(Vec4::ONE);

        let &Self { w_ref, w_coh, w_sep, w_ali, .. } = self;
        let v_coh =
            FourVectors::each(all, |one| one.to_middle).clamp_length_max(self.longest_cohesion);
        let pushes = FourVectors::each(all, |one| one.pushes);
        let v_sep =
            self.length.map_or(pushes, |length| pushes.normalize_or_zero() * Vec4::splat(length));
        let reference = v_ref * Vec4::splat(w_ref);
        let cohesion = v_coh * (fade * w_coh);
        let alignment = FourVectors::each(all, |one| one.v_ali) * (fade * w_ali);
        let separation = v_sep * (fade * w_sep);
        let forwards = (reference + cohesion + alignment + separation).dot(v_ref);
        let separation =
            separation + v_ref * (Vec4::splat(w_ref * FORWARDS) - forwards).max(Vec4::ZERO);
        let length = (reference + cohesion + alignment + separation).length();
        let scale = speed * pace.min(Vec4::ONE) / length.max(Vec4::splat(0.01));
        let [reference, cohesion, separation, alignment] =
            [reference, cohesion, separation, alignment].map(|term| term * scale);
        let terms = [reference, cohesion, separation, alignment, others, side_step];
        let wanted = terms.into_iter().fold(FourVectors::ZERO, |sum, term| sum + term);
        let shorter = (speed / wanted.length().max(Vec4::splat(0.01))).min(Vec4::ONE);

        // A member that is held up by those ahead only keeps clear of them.
        let zero = FourVectors::ZERO;
        let keeps_clear = [path, zero, zero, zero, others, side_step];
        let terms: [[Vec2; LANES]; 6] = std::array::from_fn(|i| {
            FourVectors::select(held_up, keeps_clear[i], terms[i] * shorter).to_array()
        });
        std::array::from_fn(|member| Terms::new(NAMES, terms.each_ref().map(|term| term[member])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::steering::flocking::{Flocking, Separation};

    /// The sum of the paper for one member, word for word.
    fn terms_of_one(steering: &FlockSteering, rule: &Flocking, one: &Member) -> Terms {
        let following = FollowPath::default();
        let &Member { v_ref, speed, walking, .. } = one;
        let path = v_ref * walking * one.pace;
        let others = one.others.clamp_length_max(1.0) * following.separation as f32 * walking;
        let side_step = v_ref.perp() * one.side_step * following.side_step as f32 * walking;
        let fade = (one.to_go / one.settling - 1.0).clamp(0.0, 1.0);
        let pace = path.dot(v_ref) / speed.max(0.01);
        if pace <= 0.0 {
            let zero = Vec2::ZERO;
            return Terms::new(NAMES, [path, zero, zero, zero, others, side_step]);
        }
        let v_coh = one.to_middle.clamp_length_max(rule.separation_distance as f32);
        let v_sep = match rule.separation {
            Separation::Length => one.pushes.normalize_or_zero() * rule.separation_distance as f32,
            Separation::Fading => one.pushes,
        };
        let reference = v_ref * steering.w_ref;
        let cohesion = v_coh * (steering.w_coh * fade);
        let alignment = one.v_ali * (steering.w_ali * fade);
        let mut separation = v_sep * (steering.w_sep * fade);
        let forwards = (reference + cohesion + alignment + separation).dot(v_ref);
        separation += v_ref * (steering.w_ref * FORWARDS - forwards).max(0.0);
        let length = (reference + cohesion + alignment + separation).length();
        let scale = speed * pace.min(1.0) / length.max(0.01);
        let [reference, cohesion, separation, alignment] =
            [reference, cohesion, separation, alignment].map(|term| term * scale);
        let terms = [reference, cohesion, separation, alignment, others, side_step];
        let wanted: Vec2 = terms.iter().sum();
        Terms::new(NAMES, terms).scaled((speed / wanted.length().max(0.01)).min(1.0))
    }

    #[test]
    fn four_members_at_once_want_the_same_as_one_by_one_to_the_last_bit() {
        let mut state = 1u32;
        let mut number = move || {
            state = state.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
            (state >> 8) as f32 / (1 << 24) as f32
        };
        let separations = [Separation::Length, Separation::Fading];
        let rules = separations.map(|separation| Flocking {
            separation,
            alignment_weight: 0.7,
            ..Flocking::default()
        });
        let (mut held_up, mut settling) = (0, 0);
        for round in 0..2000 {
            let rule = rules[round % 2];
            let steering = FlockSteering::new(&rule);
            let mut vector = |size: f32| Vec2::new(number() - 0.5, number() - 0.5) * size;
            let vectors: [[Vec2; 5]; LANES] = std::array::from_fn(|_| {
                [vector(2.0), vector(4.0), vector(20.0), vector(6.0), vector(2.0)]
            });
            let all = vectors.map(|[heading, others, to_middle, pushes, v_ali]| Member {
                v_ref: heading.normalize_or_zero(),
                speed: number() * 3.0,
                walking: number() * 3.0,
                pace: number() * 1.3 - 0.3,
                others,
                side_step: number() * 2.0 - 1.0,
                to_middle,
                pushes: if number() < 0.1 { Vec2::ZERO } else { pushes },
                v_ali,
                to_go: number() * 20.0,
                settling: 2.0 + number() * 4.0,
            });
            let at_once = steering.terms_of_four(&all);
            for (one, terms) in all.iter().zip(at_once) {
                let expected = terms_of_one(&steering, &rule, one);
                let bits = |terms: &Terms| -> Vec<(&str, [u32; 2])> {
                    let bits = |term: Vec2| term.to_array().map(|number| number.to_bits());
                    terms.iter().map(|(name, term)| (name, bits(term))).collect()
                };
                assert_eq!(bits(&terms), bits(&expected));
                held_up += usize::from(one.pace <= 0.0);
                settling += usize::from(one.to_go < 2.0 * one.settling);
            }
        }
        assert!(held_up > 500 && settling > 500, "{held_up} {settling}");
    }
}
