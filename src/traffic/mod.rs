//! How units share the ground: rules on top of any search and any movement rule.
//!
//! The papers' systems have none of this, so their presets leave every rule off. Each rule can be switched on separately, and
//! the movement benchmark prints what each of them does.
//!
//! - [`lane()`] decides where beside its path a unit walks: a group uses the whole width, and where units come the other way
//!   each flow keeps to its side.
//! - [`Companions`] finds who walks side by side, so that units take corners in parallel.
//! - [`Claims`] predicts in which direction allies will cross each place within the next seconds.
//! - [`paces`] makes a queue of a crowd before a narrow place.
//! - [`RightOfWay`] lets batches through passages that two units cannot share.
//!
//! Ours. The idea that flows keep to a side, and the list of what a game needs, come from the movement rework of Warzone
//! 2100 (2026); no code of it is used.

mod claims;
mod companions;
mod corner;
mod entry_queue;
mod lane;
mod right_of_way;
mod way;

pub use claims::Claims;
pub use companions::{Companion, Companions};
#[cfg(feature = "cli")]
pub(crate) use corner::corner_at;
pub use entry_queue::{Queued, paces};
pub use lane::{Lane, LaneChoice, Side, lane};
pub use right_of_way::{Entrant, RightOfWay, Signal};

crate::parameters! {
    /// Without rules of traffic there are no parameters.
    pub struct NoRules {}
}

crate::parameters! {
    /// Rules for units that share the ground with allies. Each can be switched off separately.
    pub struct Rules {
        /// A path is the centre of a way, not a rail: a unit stays beside it where there is room, so that a group uses the
        /// whole width and takes corners side by side.
        whole_width: bool = true;
        /// Where allies come the other way, each flow keeps to one side of the way: to the right, or to the left if the
        /// paths of both flows bend that way.
        lanes: bool = true;
        /// How far ahead on its path a unit looks for allies that come the other way.
        lane_look_ahead: f64 = 12.0, in 2.0..=32.0, unit "cells";
        /// Width of the ground on each side of a path that counts as part of the way. Beside a wall the way reaches further to the
        /// other side.
        way_width: f64 = 5.0, in 1.0..=12.0, unit "cells";
        /// In a passage that two units cannot share, one direction goes at a time, in batches.
        right_of_way: bool = true;
        /// Before a narrow place units come one after the other instead of pressing in all at once.
        queues: bool = true;
        /// After this long the units on the other side of a passage get their turn.
        batch: f64 = 16.0, in 1.0..=60.0, unit "seconds";
        /// Small units share cells where they rest, and no unit rests in a passage while there is room elsewhere.
        dense_slots: bool = true;
        /// Units of a group exchange their slots if both get nearer to theirs.
        slot_exchange: bool = true;
        /// Units at rest make room for allies that want to pass, and push on those behind them, so that a whole crowd opens.
        make_room: bool = true;
        /// Units that were pushed away by allies go back to where they rested.
        return_to_rest: bool = true;
    }
}

crate::part! {
    /// How units share the ground with allies.
    pub enum Traffic {
        /// No rules: units that meet avoid each other as their movement rule does.
        Off(NoRules),
        /// Whole width, lanes, right of way, close resting places; each rule can be switched off.
        On(Rules),
    }
}

impl Rules {
    /// Every rule off.
    pub fn none() -> Self {
        Self {
            whole_width: false,
            lanes: false,
            right_of_way: false,
            queues: false,
            dense_slots: false,
            slot_exchange: false,
            make_room: false,
            return_to_rest: false,
            ..Self::default()
        }
    }

    /// Whether some rule steers units.
    pub fn guides(&self) -> bool {
        let walking = self.whole_width || self.lanes || self.right_of_way || self.queues;
        walking || self.return_to_rest
    }
}

impl Traffic {
    /// The rules in force.
    pub fn rules(&self) -> Rules {
        match self {
            Self::Off(_) => Rules::none(),
            Self::On(rules) => *rules,
        }
    }
}
