//! The queue before a narrow place: units come to it one after the other instead of all at once.
//!
//! Discs that press through a door together lock into arches, and half of its capacity is lost. So each unit stays behind the
//! one that is next nearer to the door, as if both walked in single file. A unit that is too near stands still until its turn
//! comes, and then goes at full speed. Where two units fit side by side, each stays behind the second one before it, and so on.

/// Gap that units keep behind each other, in cells.
const GAP: f32 = 0.06;
/// A unit that is too near by this much stands still, in cells.
const EASE: f32 = 0.4;

/// A unit before a door or inside it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Queued {
    /// Distance to the door, in cells; negative behind it.
    pub distance: f32,
    /// Its radius, in cells.
    pub radius: f32,
}

/// The part of its speed that each unit may use, for units in the order of their distances. `abreast`: how many fit side by
/// side.
pub fn paces(queue: &[Queued], abreast: usize) -> impl Iterator<Item = f32> {
    let abreast = abreast.max(1);
    queue.iter().enumerate().map(move |(place, unit)| {
        let Some(first) = place.checked_sub(abreast).map(|place| &queue[place]) else { return 1.0 };
        let gap = unit.distance - first.distance - unit.radius - first.radius - GAP;
        // Those inside follow each other anyway.
        if unit.distance < 0.0 { 1.0 } else { (1.0 + gap / EASE).clamp(0.0, 1.0) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(distances: &[f32], abreast: usize) -> Vec<f32> {
        let queue: Vec<Queued> =
            distances.iter().map(|&distance| Queued { distance, radius: 0.4 }).collect();
        paces(&queue, abreast).collect()
    }

    #[test]
    fn the_first_goes_and_those_beside_it_wait() {
        assert_eq!(of(&[1.0, 1.1, 1.2], 1), [1.0, 0.0, 0.0]);
        assert_eq!(of(&[1.0, 1.1, 1.2], 2), [1.0, 1.0, 0.0]);
    }

    #[test]
    fn units_that_keep_their_distance_go_at_full_speed() {
        assert_eq!(of(&[-0.5, 0.5, 1.5, 2.5], 1), [1.0; 4]);
        let close = of(&[1.0, 1.7], 1)[1];
        assert!(close > 0.0 && close < 1.0, "{close}");
    }

    #[test]
    fn those_inside_are_left_alone() {
        assert_eq!(of(&[-1.0, -0.9], 1), [1.0, 1.0]);
    }
}
