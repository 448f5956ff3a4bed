//! Who fights for whom: teams, alliances, and teams that were removed.
//!
//! Teams of one alliance are allies: they do not attack each other, heal each other, give way to each other and win
//! together. All other teams are enemies. A side is an alliance, or a team on its own.

use super::{Scenario, Team, TeamId, Who};

/// Whether a team has this number and was not removed.
pub fn is_team(teams: &[Team], team: TeamId) -> bool {
    teams.get(usize::from(team.0)).is_some_and(|team| !team.removed)
}

/// The number of a team's side: the first team of its alliance, or the team itself.
pub fn side_of(teams: &[Team], team: TeamId) -> u8 {
    let alliance = teams.get(usize::from(team.0)).and_then(|team| team.alliance);
    let first = |number| teams.iter().position(|other| other.alliance == Some(number));
    alliance.and_then(first).map_or(team.0, |first| first as u8)
}

/// Whether two teams fight each other.
pub fn are_enemies(teams: &[Team], a: TeamId, b: TeamId) -> bool {
    a != b && side_of(teams, a) != side_of(teams, b)
}

/// The teams with their numbers, without those that were removed.
pub fn living_teams(teams: &[Team]) -> impl Iterator<Item = (TeamId, &Team)> {
    let numbered = teams.iter().enumerate().map(|(place, team)| (TeamId(place as u8), team));
    numbered.filter(|(_, team)| !team.removed)
}

impl Team {
    /// A new team for a list: the first default name and colour that no team has.
    pub fn next(teams: &[Team]) -> Self {
        let is_new = |new: &Team| {
            let mut others = living_teams(teams);
            others.all(|(_, team)| team.name != new.name && team.colour != new.colour)
        };
        let named = |new: &Team| living_teams(teams).all(|(_, team)| team.name != new.name);
        let fresh = (0..Self::DEFAULTS.len()).map(Self::numbered).find(is_new);
        let fresh = fresh.or_else(|| (0..).map(Self::numbered).find(named));
        fresh.unwrap_or_else(|| Self::numbered(teams.len()))
    }
}

impl Scenario {
    /// Takes removed teams out of the list. Later teams move up, in everything that names them.
    pub(super) fn close_ranks(&mut self) {
        if !self.teams.iter().any(|team| team.removed) {
            return;
        }
        let removed: Vec<bool> = self.teams.iter().map(|team| team.removed).collect();
        // Actions may name teams that do not exist yet.
        let moved = |team: TeamId| {
            let place = usize::from(team.0);
            let before = removed.iter().take(place).filter(|removed| **removed).count();
            if removed.get(place) == Some(&true) {
                TeamId::NONE
            } else {
                TeamId((place - before) as u8)
            }
        };
        self.units.retain(|unit| removed.get(usize::from(unit.team.0)) != Some(&true));
        self.orders.retain(|o| !matches!(o.who, Who::Team(team) if moved(team) == TeamId::NONE));
        self.teams.retain(|team| !team.removed);
        self.units.iter_mut().for_each(|unit| unit.team = moved(unit.team));
        for order in &mut self.orders {
            if let Who::Team(team) = &mut order.who {
                *team = moved(*team);
            }
        }
        for action in self.actions.iter_mut().flat_map(|batch| &mut batch.actions) {
            action.teams().into_iter().for_each(|team| *team = moved(*team));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Bounds;

    fn teams(alliances: &[Option<u8>]) -> Vec<Team> {
        let team = |(place, alliance): (usize, &Option<u8>)| Team {
            alliance: *alliance,
            ..Team::numbered(place)
        };
        alliances.iter().enumerate().map(team).collect()
    }

    #[test]
    fn teams_are_enemies_unless_they_share_an_alliance() {
        let teams = teams(&[None, Some(3), None, Some(3), Some(4)]);
        let enemies = |a, b| are_enemies(&teams, TeamId(a), TeamId(b));
        assert!(enemies(0, 1) && enemies(0, 2) && enemies(1, 4) && enemies(3, 0));
        assert!(!enemies(1, 3) && !enemies(3, 1) && !enemies(2, 2) && !enemies(4, 4));
        assert_eq!((side_of(&teams, TeamId(3)), side_of(&teams, TeamId(2))), (1, 2));
        assert_eq!(side_of(&teams, TeamId(99)), 99);
    }

    #[test]
    fn a_new_team_has_a_name_and_a_colour_of_its_own() {
        let mut all: Vec<Team> = Vec::new();
        for _ in 0..30 {
            all.push(Team::next(&all));
        }
        let names: std::collections::HashSet<_> =
            all.iter().map(|team| team.name.clone()).collect();
        assert_eq!(names.len(), 30);
        let mut three = teams(&[None, None, None]);
        three[0].removed = true;
        assert_eq!(Team::next(&three).name, "blue", "the name of a removed team is free");
    }

    #[test]
    fn removed_teams_leave_the_list_and_later_ones_move_up() {
        let mut scenario =
            Scenario { teams: teams(&[None; 3]), ..Scenario::blank(Bounds::new(4, 4)) };
        scenario.teams[1].removed = true;
        let kind = scenario.catalogue.kinds()[0];
        let unit = |id, team| crate::scenario::UnitSpec {
            id: crate::scenario::UnitId(id),
            team: TeamId(team),
            kind,
            at: crate::grid::Cell::new(id as i32, 0),
        };
        scenario.units = vec![unit(0, 0), unit(1, 1), unit(2, 2)];
        scenario.close_ranks();
        let left: Vec<_> = scenario.units.iter().map(|unit| (unit.id.0, unit.team.0)).collect();
        assert_eq!((scenario.teams.len(), left), (2, vec![(0, 0), (2, 1)]));
    }
}
