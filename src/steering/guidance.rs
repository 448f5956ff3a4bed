//! What the rules of traffic tell a unit in a tick.

use glam::Vec2;

/// What the rules of traffic tell a unit in a tick. The default says nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guidance {
    /// The point to walk to instead of the next cell of the path.
    pub aim: Option<Vec2>,
    /// How far beside its path the unit may be, in cells.
    pub beside: f32,
    /// Whether it comes to a halt at that point, to let others pass.
    pub waits: bool,
    /// Part of its speed that it may use.
    pub pace: f32,
    /// Whether it keeps up with friends ahead that turn, instead of slowing down because they no longer walk its way.
    pub flows: bool,
}

impl Default for Guidance {
    fn default() -> Self {
        Self { aim: None, beside: 0.0, waits: false, pace: 1.0, flows: false }
    }
}
