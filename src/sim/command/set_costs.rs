//! Sets what single cells cost.

use super::action::Act;
use super::refusal::{Refusal, demand};
use super::site::ArenaSite;
use crate::grid::Cell;
use crate::planning::CellCosts;
use crate::scenario::{TeamId, is_team, living_teams};
use crate::sim::arena::Land;
use crate::sim::fields::arena_fields::ArenaFields;
use serde::{Deserialize, Serialize};

/// What steps into cells cost from now on: their length times a factor of 1 to 1000. Cells outside the map are skipped. Groups on
/// their way plan again. Jump points step back to A* while there are costs, units that travel by flow fields follow their
/// paths, and nobody
/// cuts the corners of its path. Flocks and ORCA keep near their paths, but may tread on dear cells beside them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SetCosts {
    /// For which team; `None` for all.
    pub team: Option<TeamId>,
    /// The cells with their factors; 1 is usual.
    pub cells: Vec<(Cell, f32)>,
}

impl Act for SetCosts {
    fn title(&self) -> &'static str {
        "Change costs of cells"
    }

    fn fault(&self) -> Option<String> {
        let wrong = self.cells.iter().find(|(_, factor)| !CellCosts::FACTORS.contains(factor));
        wrong.map(|(cell, factor)| {
            format!("the cost of {cell} is {factor} times the length; it goes from 1 to 1000")
        })
    }

    fn admit(&self, site: &ArenaSite) -> Result<(), Refusal> {
        let unknown = self.team.filter(|team| !is_team(site.teams(), *team));
        unknown.map_or(Ok(()), |team| demand(false, Refusal::NoTeam(team)))
    }

    fn act(&self, site: &mut ArenaSite) {
        let teams: Vec<TeamId> = living_teams(site.teams()).map(|(team, _)| team).collect();
        let teams = teams.into_iter().filter(|team| self.team.is_none_or(|only| only == *team));
        let Some(bounds) = site.world.get::<Land>(site.arena).map(|land| land.terrain.bounds())
        else {
            return;
        };
        if let Some(mut fields) = site.world.get_mut::<ArenaFields>(site.arena) {
            fields.change_costs(|all| {
                for team in teams.map(|team| usize::from(team.0)) {
                    all.resize(all.len().max(team + 1), None);
                    let costs = all[team].get_or_insert_with(|| CellCosts::on(bounds));
                    for &(cell, factor) in &self.cells {
                        // The factors were checked.
                        let _ = costs.set(cell, factor, costs.get(cell).1);
                    }
                }
            });
        }
        site.plan_anew(|group| self.team.is_none_or(|team| team == group.team));
    }

    fn teams(&mut self) -> Vec<&mut TeamId> {
        self.team.iter_mut().collect()
    }
}
