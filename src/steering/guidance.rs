//! Guidance of a unit by the rules of traffic, for one tick.

use glam::Vec2;

/// Guidance of a unit by the rules of traffic, for one tick. The default changes nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guidance {
    /// The point to walk to instead of the next cell of the path.
    pub aim: Option<Vec2>,
    /// How far beside its path the unit may be, in cells.
    pub beside: f32,
    /// Whether it comes to a halt at that point, to let others pass.
    pub waits: bool,
    /// Fraction of its speed that it may use.
    pub pace: f32,
    /// Whether it keeps up with allies ahead that turn, instead of slowing down because they no longer walk in its direction.
    pub flows: bool,
}

impl Default for Guidance {
    fn default() -> Self {
        Self { aim: None, beside: 0.0, waits: false, pace: 1.0, flows: false }
    }
}
