//! The search for the true distances that guide or bound the searches of a group, from slice to slice of its plan.
//!
//! Each unit's search continues it as far as needed. How far it has come does not change a path, but it is charged as work. So a
//! search that was lost between two slices is run again up to the same node, which makes the work of the next slice the
//! same as if it had not been lost. On small maps the search is short and is not charged.

use super::bounded_search::SMALL_MAP;
use super::context::GroupRequest;
use crate::search::{GroupSearch, SearchStats};
use serde::{Deserialize, Serialize};

/// How far the search has come.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct DistanceProgress {
    /// Number of cells that it has expanded.
    settled: u64,
    /// The ground that it ran on.
    revision: Option<u64>,
}

impl DistanceProgress {
    /// Repeats a lost search up to where it had stopped. It restarts if the ground has changed.
    pub fn run_again(&mut self, request: &GroupRequest, search: &mut GroupSearch) {
        let &GroupRequest { context, starts, goal } = request;
        let terrain = context.terrain;
        let rules = context.layers.queue_rules();
        let is_small = terrain.bounds().area() <= SMALL_MAP;
        if is_small || !rules.true_distance && !rules.bounded {
            return;
        }
        if self.revision != Some(terrain.revision()) {
            *self = Self { settled: 0, revision: Some(terrain.revision()) };
            search.begin(terrain, goal, starts);
        } else if !search.is_current(terrain, goal) || search.stats().expanded != self.settled {
            search.begin(terrain, goal, starts);
            search.expand_count(terrain, self.settled);
        }
    }

    /// What the search has expanded since, for one unit.
    pub fn note(&mut self, search: &GroupSearch, before: SearchStats) -> SearchStats {
        if self.revision.is_none() {
            return SearchStats::default();
        }
        let after = search.stats();
        self.settled = after.expanded;
        SearchStats {
            expanded: after.expanded.saturating_sub(before.expanded),
            generated: after.generated.saturating_sub(before.generated),
            reopened: 0,
        }
    }
}
