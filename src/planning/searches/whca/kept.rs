//! The cache of reverse searches of WHCA*, by goal, so that they can be resumed.
//!
//! A search uses memory where it has been. If all together use more than [`MAX_BYTES`], the least recently
//! used one is dropped. Finding one by its goal costs a look-up in a sorted list.

use super::Prices;
use crate::grid::Cell;
use crate::search::ReverseSearch;
use serde::{Deserialize, Serialize, Serializer};
use std::collections::BTreeMap;

/// Memory for distances, in bytes of all reverse searches together.
const MAX_BYTES: usize = 192 << 20;
/// Number of reverse searches that are kept on any map.
const MIN_KEPT: usize = 16;

/// The distances to a goal.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Kept {
    pub goal: Cell,
    pub prices: Option<Prices>,
    /// Whether they lead round units that stay where they are.
    pub round_parked: bool,
    pub revision: u64,
    pub begun: u64,
    pub used: u64,
    pub search: ReverseSearch,
}

/// All cached searches.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(from = "Vec<Kept>")]
pub(super) struct KeptSearches {
    list: Vec<Kept>,
    /// By goal: the indices of its searches.
    places: BTreeMap<Cell, Vec<usize>>,
    /// Memory of each search when it was last used, and the sum of these, in bytes.
    sizes: Vec<usize>,
    bytes: usize,
}

impl Serialize for KeptSearches {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.list.serialize(serializer)
    }
}

impl From<Vec<Kept>> for KeptSearches {
    fn from(list: Vec<Kept>) -> Self {
        let mut kept = Self { sizes: vec![0; list.len()], list, ..Self::default() };
        for place in 0..kept.list.len() {
            kept.places.entry(kept.list[place].goal).or_default().push(place);
            kept.weigh(place);
        }
        kept
    }
}

impl KeptSearches {
    /// The search at an index.
    pub fn get(&mut self, place: usize) -> &mut Kept {
        &mut self.list[place]
    }

    /// Index of the cached search for this goal and these costs. The flag is false if the entry is new and must be started.
    pub fn find(
        &mut self,
        goal: Cell,
        prices: Option<Prices>,
        round_parked: bool,
    ) -> (usize, bool) {
        let same = |&&place: &&usize| {
            let kept = &self.list[place];
            kept.prices == prices && kept.round_parked == round_parked
        };
        let known = self.places.get(&goal).and_then(|places| places.iter().find(same));
        if let Some(&place) = known {
            return (place, true);
        }
        let is_full = self.bytes > MAX_BYTES && self.list.len() >= MIN_KEPT;
        let places = 0..self.list.len();
        let oldest = places.min_by_key(|&i| (self.list[i].used, i)).filter(|_| is_full);
        let place = match oldest {
            Some(oldest) => {
                let kept = &mut self.list[oldest];
                if let Some(places) = self.places.get_mut(&kept.goal) {
                    places.retain(|&place| place != oldest);
                }
                (kept.goal, kept.prices, kept.round_parked) = (goal, prices, round_parked);
                oldest
            }
            None => {
                let search = ReverseSearch::default();
                let (revision, begun, used) = (0, 0, 0);
                self.list.push(Kept { goal, prices, round_parked, revision, begun, used, search });
                self.sizes.push(0);
                self.list.len() - 1
            }
        };
        self.places.entry(goal).or_default().push(place);
        (place, false)
    }

    /// Records how much memory a search takes now.
    pub fn weigh(&mut self, place: usize) {
        let size = self.list[place].search.size();
        let before = std::mem::replace(&mut self.sizes[place], size);
        self.bytes = self.bytes + size - before;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Bounds, CornerRule, Terrain};
    use crate::search::Lengths;

    #[test]
    fn searches_are_found_by_goal_also_after_they_were_stored() {
        let terrain = Terrain::open(Bounds::new(20, 20), CornerRule::BothSidesFree);
        let mut kept = KeptSearches::default();
        for x in 0..MIN_KEPT as i32 + 4 {
            let (goal, start) = (Cell::new(x, 0), Cell::new(0, 19));
            let (place, known) = kept.find(goal, None, false);
            assert_eq!((place, known), (x as usize, false));
            kept.get(place).search.begin(&terrain, goal, start);
            kept.get(place).search.distance(&terrain, &Lengths, 1.0, start);
            kept.weigh(place);
        }
        assert_eq!(kept.find(Cell::new(7, 0), None, false), (7, true));
        let mut again = KeptSearches::from(kept.list.clone());
        assert_eq!((again.bytes, &again.sizes), (kept.bytes, &kept.sizes));
        assert_eq!(again.find(Cell::new(9, 0), None, false), (9, true));
        assert_eq!(again.find(Cell::new(9, 0), None, true), (MIN_KEPT + 4, false));
    }

    #[test]
    fn the_search_that_was_not_used_for_longest_makes_room() {
        let mut kept = KeptSearches::default();
        for x in 0..MIN_KEPT as i32 {
            let (place, _) = kept.find(Cell::new(x, 0), None, false);
            kept.get(place).used = if x == 5 { 1 } else { 2 };
        }
        kept.bytes = MAX_BYTES + 1;
        assert_eq!(kept.find(Cell::new(99, 0), None, false), (5, false));
        assert_eq!(kept.find(Cell::new(99, 0), None, false), (5, true));
        kept.get(5).used = 3;
        assert_eq!(kept.find(Cell::new(5, 0), None, false), (0, false), "it was dropped");
    }
}
