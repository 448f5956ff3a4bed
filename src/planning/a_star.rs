//! A*: optimal paths.

crate::choice! {
    /// The estimate of the distance still to go.
    pub enum Heuristic {
        /// Shortest walk on an empty grid; never overestimates and expands the fewest cells.
        Octile,
        /// Straight line, as in the Map Marker papers.
        Euclidean,
    }
}

crate::parameters! {
    /// Parameters of plain A*.
    pub struct AStar {
        /// One search per unit, as in the papers, instead of one reverse search for the whole group.
        /// The paths have the same lengths; where several are shortest, another may be chosen.
        per_unit: bool = false;
        /// The estimate that guides a search per unit.
        heuristic: Heuristic = Heuristic::Octile;
    }
}
