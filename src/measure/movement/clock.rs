//! The clock of a run, and the limits that depend on it.

/// The clock of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clock {
    /// Ticks in a second.
    pub ticks_per_second: f64,
    /// How many times as fast as in Warzone 2100 the units are.
    pub time_scale: f64,
}

impl Clock {
    /// A unit that goes less than this in a tick stands still, in cells: 1/64 of a cell in an update of Warzone's, of which ten make
    /// a second. A quarter of the top speed of its medium tank.
    pub fn stall_step(self) -> f32 {
        (10.0 / 64.0 * self.time_scale / self.ticks_per_second) as f32
    }

    /// A unit that has not moved half a cell for this long counts as stuck, in ticks: six of Warzone's seconds.
    pub fn patience(self) -> u64 {
        (6.0 / self.time_scale * self.ticks_per_second) as u64
    }

    /// Ticks in seconds.
    pub fn seconds(self, ticks: u64) -> f64 {
        ticks as f64 / self.ticks_per_second
    }
}
