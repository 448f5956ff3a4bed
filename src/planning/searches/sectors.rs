//! Sectors: paths planned piece by piece along a path over large squares.
//!
//! M. R. Jansen, N. R. Sturtevant, "Direction Maps for Cooperative Pathfinding", AIIDE 2008, section "Reducing Costs
//! Using Abstraction", after N. R. Sturtevant, "Memory-Efficient Abstractions for Pathfinding", AIIDE 2007. The map is cut
//! into squares, and each square into connected parts. A* over the parts gives the coarse route; a search
//! under the layers that are on leads to any cell of a part further on, so that it is free to follow the directions;
//! then the next piece is planned.
//!
//! The paper describes two rules, both of which can be run ([`Sectors::next_sector_only`], [`Sectors::as_printed`]): a piece leads to any
//! cell of the next sector; or one step further ahead, to any cell of the sector after it, and directly to a goal that lies there
//! (Fig. 4), which gives better paths and costs more.
//!
//! Differs: neither gives the paper's tables. What does is a fit, and the default: one step ahead, straight to the goal only if it
//! lies in the same or the next part, 60 percent of a piece walked (its first cell counted) if that is more than 3 cells, and
//! units seen within 4 cells instead of 5.
//!
//! Open in the paper: how much of a piece is walked before the next plan (as printed: all of it), and how parts are joined (here from
//! centre to centre, by octile distance).
//!
//! The parts cost one look at every cell and its moves, once for each change of the terrain; a plan costs a search over a few
//! dozen parts and one over about two sectors of cells.

use super::a_star::Heuristic;
use super::path_search::{PathSearch, UnitPlan};
use super::sector_map::SectorMap;
use crate::planning::Request;
use crate::planning::scratch::PlanScratch;
use crate::planning::weighted_a_star::{self, Aim};
use crate::search::{Path, SearchStats};

/// Where a search within sectors leads, if not to a part.
const TO_GOAL: Aim = Aim::Goal(Heuristic::Octile);

crate::parameters! {
    /// Parameters of planning by sectors.
    pub struct Sectors {
        /// Side of a sector.
        size: u32 = 8, in 2..=64, unit "cells";
        /// How far ahead each piece is planned, in sectors beyond the next one.
        ahead: u32 = 1, in 0..=8, unit "sectors";
        /// Whether a piece into the goal's own part leads directly to the goal, as in Fig. 4. Off, that is so only if the goal
        /// lies nearer than the part that pieces lead to.
        direct: bool = false;
        /// How much of a piece is walked before the next one is planned.
        keep: f64 = 0.6, in 0.1..=1.0;
        /// Pieces that would come out no longer than this are walked whole.
        least: u32 = 3, in 0..=64, unit "cells";
        /// Units nearer than this when a piece is planned count as walls, where units go from cell to cell.
        visibility: f64 = 4.0, in 0.0..=32.0, unit "cells";
    }
}

impl Sectors {
    /// One step ahead, as the text describes it: directly to a goal in the second sector from here, pieces walked whole, units
    /// seen as far as without sectors.
    pub fn as_printed(size: u32) -> Self {
        Self { size, ahead: 1, direct: true, keep: 1.0, visibility: 5.0, ..Self::default() }
    }

    /// To any cell of the next sector: the rule before the paper's fix.
    pub fn next_sector_only(size: u32) -> Self {
        Self { ahead: 0, direct: false, ..Self::as_printed(size) }
    }
}

impl PathSearch for Sectors {
    fn plan(&self, request: &Request, scratch: &mut PlanScratch) -> UnitPlan {
        if request.others.is_some() {
            let request = request.seeing(self.visibility);
            scratch.see_others(&request);
            return self.plan_piece(&request, scratch);
        }
        self.plan_whole(request, scratch)
    }

    fn ignored_when_steered(&self) -> Option<&'static str> {
        Some("The visibility of Sectors counts on cell steps.")
    }
}

impl Sectors {
    /// Plans the next piece of a path.
    fn plan_piece(&self, request: &Request, scratch: &mut PlanScratch) -> UnitPlan {
        let terrain = request.context.terrain;
        // Taken out for the time of the search, which needs the rest of the scratch.
        let map = match scratch.sectors.take() {
            Some(map) if map.is_current(terrain, self.size) => map,
            _ => SectorMap::of(terrain, self.size),
        };
        let plan = self.piece(&map, request, scratch);
        scratch.sectors = Some(map);
        plan
    }

    fn piece(&self, map: &SectorMap, request: &Request, scratch: &mut PlanScratch) -> UnitPlan {
        let part = |cell| map.part(request.context.terrain, cell);
        let (Some(from), Some(to)) = (part(request.start), part(request.goal)) else {
            return UnitPlan::default();
        };
        // Parts beyond the own one to which the search is exact.
        let near = self.ahead as usize + usize::from(self.direct);
        if from == to || near > 0 && map.touch(from, to) {
            return weighted_a_star::plan_unit(request, TO_GOAL, scratch);
        }
        let (way, expanded) = map.way(from, to);
        let counted = |mut plan: UnitPlan| {
            plan.stats.expanded += expanded;
            plan
        };
        let Some(way) = way else { return counted(UnitPlan::default()) };
        if way.len() <= near + 1 {
            return counted(weighted_a_star::plan_unit(request, TO_GOAL, scratch));
        }
        let part = way[way.len().min(self.ahead as usize + 2) - 1];
        let Some(area) = map.sector(part) else { return counted(UnitPlan::default()) };
        let aim = Aim::Area(map.labels(), part, area);
        let mut plan = counted(weighted_a_star::plan_unit(request, aim, scratch));
        if let Some(path) = &mut plan.path {
            let kept = (self.keep * path.cells().len() as f64).floor() as usize;
            if kept > self.least as usize {
                let mut cells = std::mem::take(path).into_cells();
                // At least one step.
                cells.truncate(kept.max(2));
                *path = Path::new(cells);
            }
        }
        plan
    }

    /// Plans a whole path, piece after piece, for units that do not plan again while they walk.
    fn plan_whole(&self, request: &Request, scratch: &mut PlanScratch) -> UnitPlan {
        let mut cells = vec![request.start];
        let mut stats = SearchStats::default();
        // Under costs a piece may lead back; then the rest is planned exactly.
        let area = request.context.terrain.bounds().area();
        let most = 4 + 4 * area / (self.size * self.size) as usize;
        for _ in 0..most {
            let here = cells[cells.len() - 1];
            let piece = self.plan_piece(&request.from(here), scratch);
            stats += piece.stats;
            let Some(path) = piece.path else { return UnitPlan { path: None, stats } };
            cells.extend(path.cells().iter().skip(1));
            if path.goal() == Some(request.goal) {
                return UnitPlan { path: Some(Path::new(cells)), stats };
            }
        }
        let here = cells[cells.len() - 1];
        let rest = weighted_a_star::plan_unit(&request.from(here), TO_GOAL, scratch);
        stats += rest.stats;
        let path = rest.path.map(|rest| {
            cells.extend(rest.cells().iter().skip(1));
            Path::new(cells)
        });
        UnitPlan { path, stats }
    }
}

#[cfg(test)]
#[path = "sectors_tests.rs"]
mod tests;
