//! What a unit shoots at.

use serde::{Deserialize, Serialize};

/// What a weapon shoots at first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Targeting {
    /// The nearest.
    #[default]
    Nearest,
    /// Of those in range the one with the fewest hit points; else the nearest.
    Weakest,
}

/// An enemy that could be shot at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// Its number.
    pub id: u32,
    /// How far it is, in cells.
    pub distance: f32,
    /// Its hit points.
    pub hit_points: f32,
    /// Whether the weapon reaches it from here.
    pub in_range: bool,
    /// Whether it can fight back; what cannot is shot at last.
    pub armed: bool,
}

impl Targeting {
    /// Whether one candidate is preferred to another. Candidates in range come first, then those that can fight back;
    /// ties go to the lower number.
    fn prefers(self, a: &Candidate, b: &Candidate) -> bool {
        let first = |c: &Candidate| (!c.in_range, !c.armed);
        let weakest = self == Self::Weakest && a.in_range && b.in_range;
        let (by_a, by_b) =
            if weakest { (a.hit_points, b.hit_points) } else { (a.distance, b.distance) };
        first(a).cmp(&first(b)).then(by_a.total_cmp(&by_b)).then(a.id.cmp(&b.id)).is_lt()
    }
}

/// The target among candidates. A unit that keeps its targets keeps the current one while it is in
/// range, or while no other is.
pub fn choose_target(
    targeting: Targeting,
    keep: Option<u32>,
    candidates: impl Iterator<Item = Candidate>,
) -> Option<Candidate> {
    let (mut best, mut kept): (Option<Candidate>, Option<Candidate>) = (None, None);
    for candidate in candidates {
        if Some(candidate.id) == keep {
            kept = Some(candidate);
        }
        if best.as_ref().is_none_or(|b| targeting.prefers(&candidate, b)) {
            best = Some(candidate);
        }
    }
    match (kept, best) {
        (Some(kept), Some(best)) if kept.in_range || !best.in_range => Some(kept),
        (_, best) => best,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(id: u32, distance: f32, hit_points: f32) -> Candidate {
        Candidate { id, distance, hit_points, in_range: distance <= 5.0, armed: true }
    }

    fn choose(targeting: Targeting, keep: Option<u32>, all: &[Candidate]) -> Option<u32> {
        choose_target(targeting, keep, all.iter().copied()).map(|c| c.id)
    }

    #[test]
    fn the_nearest_or_the_weakest_in_range_is_chosen() {
        let all = [candidate(0, 4.0, 10.0), candidate(1, 3.0, 40.0), candidate(2, 7.0, 1.0)];
        assert_eq!(choose(Targeting::Nearest, None, &all), Some(1));
        assert_eq!(choose(Targeting::Weakest, None, &all), Some(0), "2 is out of range");
        assert_eq!(choose(Targeting::Nearest, None, &all[2..]), Some(2));
        assert_eq!(choose(Targeting::Nearest, None, &[]), None);
    }

    #[test]
    fn a_target_is_kept_while_it_is_in_range_or_no_other_is() {
        let all = [candidate(0, 4.0, 10.0), candidate(1, 3.0, 40.0)];
        assert_eq!(choose(Targeting::Nearest, Some(0), &all), Some(0));
        let far = [candidate(0, 9.0, 10.0), candidate(1, 3.0, 40.0)];
        assert_eq!(choose(Targeting::Nearest, Some(0), &far), Some(1), "another came into range");
        let both_far = [candidate(0, 9.0, 10.0), candidate(1, 8.0, 40.0)];
        assert_eq!(choose(Targeting::Nearest, Some(0), &both_far), Some(0));
        assert_eq!(choose(Targeting::Nearest, Some(7), &all), Some(1), "7 is gone");
    }

    #[test]
    fn what_cannot_fight_back_is_shot_at_last() {
        let medic = Candidate { armed: false, ..candidate(0, 1.0, 60.0) };
        assert_eq!(choose(Targeting::Nearest, None, &[medic, candidate(1, 4.0, 40.0)]), Some(1));
        assert_eq!(choose(Targeting::Nearest, None, &[medic, candidate(1, 6.0, 40.0)]), Some(0));
    }
}
