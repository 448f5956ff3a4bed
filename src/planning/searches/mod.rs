//! The searches: how a path, or the next piece of one, is found.
//!
//! A search joins the program by its file, which implements [`PathSearch`] for its parameters, and by its entry in the
//! list below. Everything else comes from that entry: its name in RON, its sliders, and that plans are made by it.

mod a_star;
mod greedy;
mod jump_point;
mod local_repair;
mod path_search;
mod reverse_paths;
mod sector_map;
mod sectors;
mod whca;

pub use a_star::{AStar, Heuristic};
pub use greedy::Greedy;
pub use jump_point::JumpPoint;
pub use local_repair::LocalRepair;
pub use path_search::{PathSearch, UnitPlan};
pub(super) use reverse_paths::ReversePaths;
pub use sector_map::SectorMap;
pub use sectors::Sectors;
pub use whca::{Cooperation, Cooperator, Standing, Whca};

path_search::searches! {
    /// How a path is found.
    pub enum Search {
        /// Optimal paths by best-first search: one reverse search for the group, or one search per unit.
        AStar(AStar),
        /// No search: units follow the directions that others have left, one step at a time, and search only
        /// where that leads nowhere.
        Greedy(Greedy),
        /// A* that sees only the units right beside it and plans again when it is blocked: the baseline of
        /// cooperative search.
        LocalRepair(LocalRepair),
        /// Piece by piece along a path over large squares: cheaper under layers, and free to follow directions.
        Sectors(Sectors),
        /// Units plan their next steps in space and time, against what others have reserved.
        Whca(Whca),
        /// Optimal paths over jump points: several times as fast as A* for single units on large maps without layers.
        JumpPoint(JumpPoint),
    }
}
