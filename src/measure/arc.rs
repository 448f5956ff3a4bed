//! How much of a circle a group forms around a place.

use crate::maths::angle_of;
use glam::Vec2;
use std::f32::consts::TAU;

/// The smallest arc around a place that contains all positions, in degrees: 0 for one position or all in one direction,
/// near 360 if they are on every side.
pub fn arc_around(place: Vec2, others: impl IntoIterator<Item = Vec2>) -> f32 {
    let mut bearings: Vec<f32> =
        others.into_iter().map(|at| angle_of(at - place).rem_euclid(TAU)).collect();
    bearings.sort_by(f32::total_cmp);
    let (Some(&first), Some(&last)) = (bearings.first(), bearings.last()) else { return 0.0 };
    let between = bearings.windows(2).map(|pair| pair[1] - pair[0]);
    let widest_gap = between.fold(first + TAU - last, f32::max);
    (TAU - widest_gap).to_degrees()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arc_leaves_out_the_widest_gap() {
        let place = Vec2::new(5.0, 5.0);
        let arc =
            |ways: &[(f32, f32)]| arc_around(place, ways.iter().map(|&w| place + Vec2::from(w)));
        assert_eq!(arc(&[]), 0.0);
        assert!(arc(&[(3.0, 0.0)]).abs() < 1e-3 && arc(&[(1.0, 1.0), (2.0, 2.0)]).abs() < 1e-3);
        assert!((arc(&[(0.0, 2.0), (-3.0, 0.0), (0.0, -1.0)]) - 180.0).abs() < 1e-3);
        assert!((arc(&[(2.0, 1.0), (2.0, -1.0)]) - 53.13).abs() < 0.01, "over the bearing 0");
        assert!((arc(&[(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)]) - 270.0).abs() < 1e-3);
    }
}
