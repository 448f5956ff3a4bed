//! Travelling as a flock.
//!
//! H. Danielsiek, R. Stüer, A. Thom, N. Beume, B. Naujoks, M. Preuss, Intelligent Moving of Groups in
//! Real-Time Strategy Games, IEEE Symposium on Computational Intelligence and Games, 2008, section II:
//! `v = w_ref v_ref + w_coh v_coh + w_sep v_sep`, where `v_ref` is the direction of the one path that the flock has, `v_coh`
//! leads to the centre of the flock and `v_sep` away from its members that the unit sees; all walk as fast as
//! the slowest. A small view angle makes a snake, because units do not see the units beside them and all draw in
//! on the path; a broad one scatters them.
//!
//! Fixed by the paper: the sum, `v_coh` as the difference of positions, the length of `v_sep` (SeparationDistance, 4),
//! `w_sep` (SeparationWeight, 3) and the view angle (90 degrees).
//!
//! Open in the paper, and chosen here: `w_ref` is 6 and `w_coh` 1; `v_ref` has length 1 and aims at a point ahead on the
//! path; the direction of `v_sep` is that of the sum of unit vectors away from the members in view.
//!
//! Differs: `v_coh` is at most as long as the separation distance, so that a member far from the others still goes forwards. `v` gives
//! only the direction, and the crowd ahead never turns a unit back: in a large flock the pushes of many would hold up
//! all of them. The terms fade out near the goal, where each member takes a slot. A member that lags behind walks alone and as fast
//! as it can, while the others wait a little (`waiting`); one that is far ahead waits too. Strangers are avoided as by
//! [`FollowPath`]. Ours, and off unless set: alignment, pushes that fade (`separation`), and `fights_as_one`. The presets
//! "Flock" and "Flock + influence" fight as one, because the paper's tables appear only then: without it, members that come into
//! range stop and the others walk on alone. "... as printed" do not.
//!
//! Costs one pass over the neighbours within the separation distance per unit, four at a time. What comes before and after
//! the pass is worked out for four units at a time.

use super::attention::{Attention, View, Zones};
use super::flock_terms::Member;
use super::flocks::{Flock, Flocks};
use super::follow_path::FollowPath;
use super::four_vectors::FourVectors;
use super::others::Others;
use super::spatial_grid::LANES;
use super::surroundings::Four;
use super::terms::Terms;
use super::trail::PathPlace;
use super::travel::{Course, Scene, TravelRule};
use super::travellers::{Neighbour, Traveller, Walker, walking};
use crate::grid::Terrain;
use crate::maths::sin_cos;
use glam::{Vec2, Vec4};

crate::choice! {
    /// What the separation distance means.
    pub enum Separation {
        /// The length of `v_sep`, as in the paper: as long as a member is in view, `v_sep` has this length.
        Length,
        /// The radius within which members keep apart: each push fades to nothing there.
        Fading,
    }
}

crate::parameters! {
    /// Parameters of travelling as a flock.
    pub struct Flocking {
        /// Weight of the direction of the flock's path (w_ref).
        reference_weight: f64 = 6.0, in 0.1..=20.0;
        /// Weight of the vector to the centre of the flock (w_coh).
        cohesion_weight: f64 = 1.0, in 0.0..=10.0;
        /// Weight of keeping apart (w_sep).
        separation_weight: f64 = 3.0, in 0.0..=10.0;
        /// What the separation distance means.
        separation: Separation = Separation::Length;
        /// Length of the separation vector, or distance below which members keep apart.
        separation_distance: f64 = 4.0, in 0.5..=8.0, unit "cells";
        /// Weight of walking as the members in view do; not in the paper's sum.
        alignment_weight: f64 = 0.0, in 0.0..=10.0;
        /// Angle within which a unit sees others. A small one makes a snake, a broad one scatters.
        view_angle: f64 = 90.0, in 5.0..=360.0, unit "degrees";
        /// Distance up to which a unit sees others.
        sight_range: f64 = 8.0, in 0.5..=12.0, unit "cells";
        /// How far ahead on the path a unit aims, where nothing stands between.
        look_ahead: f64 = 5.0, in 1.0..=12.0, unit "cells";
        /// Fraction of their speed that members give up to wait for members behind.
        waiting: f64 = 0.3, in 0.0..=1.0;
        /// Whether all members go for the enemy that one of them fights; not in the paper.
        fights_as_one: bool = false;
    }
}

/// The sum of four numbers, added in the same order everywhere.
fn sum(four: Vec4) -> f32 {
    (four.x + four.y) + (four.z + four.w)
}

impl Flock {
    /// Distance behind the centre at which a member lags behind, in cells: more than a loose crowd is wide.
    #[inline]
    fn slack(&self, rule: &Flocking) -> f32 {
        rule.separation_distance as f32 + 2.0 * self.root
    }

    /// Distance to go at which members begin to take their places, in cells.
    #[inline]
    fn settling(&self) -> f32 {
        2.0 + 0.8 * self.root
    }
}

/// What a unit sees of its flock: four sums each, of every fourth member that it sees.
#[derive(Default)]
struct InView {
    separation_x: Vec4,
    separation_y: Vec4,
    velocity_x: Vec4,
    velocity_y: Vec4,
    count: Vec4,
}

impl Flocking {
    /// Whether a member with this distance to go lags behind.
    #[inline]
    pub fn lags(&self, flock: &Flock, to_go: f32) -> bool {
        to_go > flock.to_go + flock.slack(self)
    }

    /// How fast a member walks that does not lag behind, in cells per second: as fast as the slowest. While a member
    /// lags behind all others wait for it; otherwise members wait that are further ahead than a loose crowd is wide.
    #[inline]
    fn speed(&self, flock: &Flock, to_go: f32) -> f32 {
        let width = 1.0 + 0.8 * flock.root;
        let ahead = flock.to_go - to_go;
        let gives_up = if flock.waits { 1.0 } else { (ahead / width - 1.0).clamp(0.0, 1.0) };
        flock.speed * (1.0 - self.waiting as f32 * gives_up)
    }

    /// The place in its path that a unit should head for now. Members abreast of each other are equally
    /// far, however wide the flock is.
    pub fn advance(&self, terrain: &Terrain, walker: &Walker) -> PathPlace {
        let (look_ahead, sight) = (self.look_ahead as f32, self.sight_range as f32);
        FollowPath::advance_while(terrain, walker, sight, |target, following| {
            let along = (following - target).normalize_or_zero();
            let way = following - walker.position;
            way.length_squared() <= sight * sight && way.dot(along) <= look_ahead
        })
    }
}

/// What the members of a team's flocks share.
#[derive(Clone, Debug, Default)]
pub struct FlockMemory {
    flocks: Flocks,
    steering: Option<FlockSteering>,
}

impl TravelRule for Flocking {
    type Shared = FlockMemory;

    fn survey(&self, shared: &mut FlockMemory, units: &[Traveller], team: u8) {
        shared.flocks.rebuild(self, walking(units, team));
        shared.steering = Some(FlockSteering::new(self));
    }

    fn steer(&self, shared: &FlockMemory, scene: &Scene, walker: &Walker) -> Option<Course> {
        let mut courses = [None; LANES];
        self.steer_four(shared, scene, std::slice::from_ref(walker), &mut courses);
        courses[0]
    }

    fn steer_four(
        &self,
        shared: &FlockMemory,
        scene: &Scene,
        walkers: &[Walker],
        courses: &mut [Option<Course>; LANES],
    ) {
        let Some(steering) = &shared.steering else { return };
        let walkers = &walkers[..walkers.len().min(LANES)];
        let mut places = [PathPlace::default(); LANES];
        let (mut ahead, mut velocities) = ([Vec2::ZERO; LANES], [Vec2::ZERO; LANES]);
        for (i, walker) in walkers.iter().enumerate() {
            places[i] = self.advance(scene.terrain(walker.flies), walker);
            ahead[i] = walker.at(places[i]).aim() - walker.position;
            velocities[i] = walker.velocity;
        }
        let headings = FourVectors::each(&ahead, |one| *one).normalize_or_zero();
        let facings = FlockSteering::facings(FourVectors::each(&velocities, |one| *one), headings);
        let (headings, facings) = (headings.to_array(), facings.to_array());
        let mut attentions = [Attention::default(); LANES];
        for (i, walker) in walkers.iter().enumerate() {
            let largest = scene.units.level(walker.flies).largest_radius();
            let attention = steering.attends(walker, headings[i], facings[i]);
            attentions[i] = FollowPath::among(attention, walker, largest);
        }
        let corners = Attention::corners_of_four(&attentions);
        let mut members = [Member::default(); LANES];
        let mut are_members = [false; LANES];
        for (i, walker) in walkers.iter().enumerate() {
            let Some(group) = walker.group else { continue };
            let Some(flock) = shared.flocks.get(group) else { continue };
            let level = scene.units.level(walker.flies);
            let around = level.fours(corners[i], group);
            let neighbour = |place: usize| level.neighbour(walker, place);
            let member = walker.at(places[i]);
            members[i] = steering.look(&member, &attentions[i], flock, around, neighbour);
            are_members[i] = true;
        }
        let terms = steering.terms_of_four(&members);
        for i in (0..LANES).filter(|&i| are_members[i]) {
            courses[i] = Some(Course { place: places[i], terms: terms[i] });
        }
    }

    fn shares_path(&self) -> bool {
        true
    }

    fn fights_as_one(&self) -> bool {
        self.fights_as_one
    }
}

/// A rule with the numbers that follow from it for all members alike, worked out once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlockSteering {
    rule: Flocking,
    /// Cosine and sine of half the view angle.
    cosine: f32,
    sine: f32,
    /// The distance up to which a member that is seen matters, in cells.
    sight: f32,
    /// One divided by the distance at which pushes have faded to nothing; 0 if they do not fade.
    fading: f32,
    /// The length of `v_sep`, if it is fixed.
    pub(super) length: Option<f32>,
    /// Maximum length of `v_coh`, in cells.
    pub(super) longest_cohesion: f32,
    /// The weights of the paper's sum, and that of alignment.
    pub(super) w_ref: f32,
    pub(super) w_coh: f32,
    pub(super) w_sep: f32,
    pub(super) w_ali: f32,
}

impl FlockSteering {
    /// Prepares a rule.
    pub fn new(rule: &Flocking) -> Self {
        let (sine, cosine) = sin_cos((rule.view_angle as f32 / 2.0).to_radians());
        let apart = rule.separation_distance.min(rule.sight_range) as f32;
        let aligns = rule.alignment_weight > 0.0;
        let fixed = rule.separation == Separation::Length;
        Self {
            rule: *rule,
            cosine,
            sine,
            sight: if aligns || fixed { rule.sight_range as f32 } else { apart },
            fading: if fixed { 0.0 } else { (rule.separation_distance as f32).recip() },
            length: fixed.then_some(rule.separation_distance as f32),
            longest_cohesion: rule.separation_distance as f32,
            w_ref: rule.reference_weight as f32,
            w_coh: rule.cohesion_weight as f32,
            w_sep: rule.separation_weight as f32,
            w_ali: rule.alignment_weight as f32,
        }
    }

    /// Where others matter to a member.
    #[inline]
    pub fn attention(&self, member: &Walker) -> Attention {
        let heading = FollowPath::heading(member);
        let [velocity, heading] =
            [member.velocity, heading].map(|one| FourVectors::each(&[one; LANES], |one| *one));
        let facing = Self::facings(velocity, heading);
        self.attends(member, heading.to_array()[0], facing.to_array()[0])
    }

    /// Where four members look: where they go, or would like to go while they hardly move.
    #[inline(always)]
    fn facings(velocities: FourVectors, headings: FourVectors) -> FourVectors {
        let moves = velocities.length_squared().cmpgt(Vec4::splat(0.01));
        let along = velocities * (Vec4::ONE / velocities.length());
        FourVectors::select(moves, along, headings)
    }

    #[inline(always)]
    fn attends(&self, member: &Walker, heading: Vec2, facing: Vec2) -> Attention {
        let &Self { cosine, sine, sight, .. } = self;
        FollowPath::attention(member, heading).with(View { facing, sight, cosine, sine })
    }

    #[inline(always)]
    fn see<const ALIGNS: bool>(&self, view: &mut InView, zones: &Zones, four: &Four) {
        let sees = zones.in_view
            & zones.distance_squared.cmpgt(Vec4::ZERO)
            & four.companions
            & four.present;
        let if_seen = |value: Vec4| Vec4::select(sees, value, Vec4::ZERO);
        // The unit vector away, times (1 - distance / separation distance) where pushes fade.
        let nearness = Vec4::ONE / zones.distance_squared.max(Vec4::splat(1e-12)).sqrt();
        let push = if_seen((nearness - self.fading).max(Vec4::ZERO));
        view.separation_x -= zones.x * push;
        view.separation_y -= zones.y * push;
        if ALIGNS {
            view.velocity_x += if_seen(four.velocity_x);
            view.velocity_y += if_seen(four.velocity_y);
            view.count += if_seen(Vec4::ONE);
        }
    }

    /// The terms of the velocity that a member wants, in cells per second. Of the units around it, `neighbour` is asked
    /// only about those that are in its way, by their places; units that it pays no attention to do not matter.
    pub fn steer(
        &self,
        member: &Walker,
        attention: &Attention,
        flock: &Flock,
        around: impl Iterator<Item = Four>,
        neighbour: impl Fn(usize) -> Neighbour,
    ) -> Terms {
        let mut members = [Member::default(); LANES];
        members[0] = self.look(member, attention, flock, around, neighbour);
        self.terms_of_four(&members)[0]
    }

    /// What a member sees of the units around it, and what these mean to it.
    #[inline(always)]
    fn look(
        &self,
        member: &Walker,
        attention: &Attention,
        flock: &Flock,
        around: impl Iterator<Item = Four>,
        neighbour: impl Fn(usize) -> Neighbour,
    ) -> Member {
        if self.w_ali > 0.0 {
            self.look_and::<true>(member, attention, flock, around, neighbour)
        } else {
            self.look_and::<false>(member, attention, flock, around, neighbour)
        }
    }

    /// Compiled once with alignment and once without.
    fn look_and<const ALIGNS: bool>(
        &self,
        member: &Walker,
        attention: &Attention,
        flock: &Flock,
        around: impl Iterator<Item = Four>,
        neighbour: impl Fn(usize) -> Neighbour,
    ) -> Member {
        let rule = &self.rule;
        let lags = rule.lags(flock, member.to_go);
        let speed = if lags { member.speed } else { rule.speed(flock, member.to_go) };
        let v_ref = attention.heading();
        let mut others = Others::at_speed(member, v_ref, speed);
        let mut view = InView::default();
        around.for_each(|four| {
            let zones = attention.zones(four.x, four.y);
            self.see::<ALIGNS>(&mut view, &zones, &four);
            others.add_four(&four, &zones, &neighbour);
        });
        let mut v_ali = Vec2::ZERO;
        if ALIGNS {
            let velocities = Vec2::new(sum(view.velocity_x), sum(view.velocity_y));
            v_ali = (velocities / sum(view.count).max(1.0)) / flock.speed.max(0.01);
        }
        let (walking, pace) = FollowPath::speed_and_pace(member, &others);
        Member {
            v_ref,
            speed,
            walking,
            pace,
            others: others.separation,
            side_step: others.side_step,
            to_middle: flock.middle - member.position,
            pushes: Vec2::new(sum(view.separation_x), sum(view.separation_y)),
            v_ali,
            to_go: if lags { 0.0 } else { member.to_go },
            settling: flock.settling(),
        }
    }
}

#[cfg(test)]
#[path = "flocking_tests.rs"]
mod tests;
