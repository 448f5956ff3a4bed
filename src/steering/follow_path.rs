//! Walking along a planned path.

crate::parameters! {
    /// Parameters of following a path.
    pub struct FollowPath {
        /// How far ahead on its path a unit aims, where nothing stands between. 0 walks from cell to cell.
        look_ahead: f64 = 3.0, in 0.0..=12.0, unit "cells";
        /// How strongly a unit keeps away from others that come too near.
        separation: f64 = 0.6, in 0.0..=2.0;
        /// How strongly a unit steps to its right for others that come towards it.
        side_step: f64 = 0.8, in 0.0..=2.0;
    }
}
