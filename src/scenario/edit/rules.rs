//! The rule book: whether an action is admissible. The scenario editor and the simulation both ask it.
//!
//! An action is done as a whole or refused with a sentence. Lists are the exception: painted cells outside the map and
//! numbers that no unit has are skipped, and new units are admitted one by one, because each counts for the next.

use super::ranges::out_of_range;
use super::script::{MOST_ORDERS, admit_orders};
use super::teams::{MOST_GOALS, admit_goal, admit_team};
use crate::combat::UnitKind;
use crate::grid::{Bounds, Rectangle};
use crate::parameters::Parameters;
use crate::scenario::sides::is_team;
use crate::scenario::{
    Action, Catalogue, MOST_KINDS, Motion, NewUnit, ObstacleId, ObstacleSpec, TeamId, UnitId,
};
use crate::scenario::{Goal, Team};

/// Most teams in a scenario.
pub const MOST_TEAMS: usize = 255;
/// Most units in a scenario.
pub const MOST_UNITS: usize = 100_000;
/// Most obstacles in a scenario.
pub const MOST_OBSTACLES: usize = 10_000;

/// What the rule book needs to know about a scenario or an arena.
pub trait Facts {
    /// The size of the map.
    fn bounds(&self) -> Bounds;
    /// The teams, with those that were removed.
    fn teams(&self) -> &[Team];
    /// The goals.
    fn goals(&self) -> &[Goal];
    /// The number of units.
    fn unit_count(&self) -> usize;
    /// Whether a unit has this number.
    fn has_unit(&self, id: UnitId) -> bool;
    /// The number of obstacles.
    fn obstacle_count(&self) -> usize;
    /// The obstacle with a number.
    fn obstacle(&self, id: ObstacleId) -> Option<ObstacleSpec>;
    /// The unit kind with a name.
    fn kind(&self, name: &str) -> Option<&'static UnitKind>;
    /// The unit kinds, if they are known.
    fn catalogue(&self) -> Option<&Catalogue>;
    /// Whether a unit is of the kind with this name.
    fn uses_kind(&self, name: &str) -> bool;
    /// Whether there are at least as many passable cells as units that are no buildings.
    fn has_cell_for_each_unit(&self) -> bool;
}

/// Why an action, or a unit of it, is not admissible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Part of an obstacle would lie outside the map, or it has no cells.
    #[error("an obstacle must lie inside the map")]
    ObstacleOutside,
    /// The number of a new obstacle is taken.
    #[error("there is already an obstacle {}", .0.0)]
    ObstacleExists(ObstacleId),
    /// No obstacle has this number.
    #[error("there is no obstacle {}", .0.0)]
    NoObstacle(ObstacleId),
    /// The limit is reached.
    #[error("there are already {MOST_OBSTACLES} obstacles, which is the most")]
    TooManyObstacles,
    /// The number of a new unit is taken.
    #[error("there is already a unit {}", .0.0)]
    UnitExists(UnitId),
    /// The limit is reached.
    #[error("there are already {MOST_UNITS} units, which is the most")]
    TooManyUnits,
    /// No team has this number.
    #[error("there is no team {}", .0.0)]
    NoTeam(TeamId),
    /// The limit is reached.
    #[error("there are already {MOST_TEAMS} teams, which is the most")]
    TooManyTeams,
    /// The last team cannot be removed.
    #[error("a scenario needs a team, so the last one stays")]
    LastTeam,
    /// The name of a team or a goal is blank.
    #[error("a {0} needs a name")]
    NoName(&'static str),
    /// Another team or goal has the name.
    #[error("there is already a {0} named {1:?}")]
    NameTaken(&'static str, String),
    /// No goal has this name.
    #[error("there is no goal named {0:?}")]
    NoGoal(String),
    /// The place of a goal.
    #[error("a goal must lie inside the map")]
    GoalOutside,
    /// The limit is reached.
    #[error("there are already {MOST_GOALS} goals, which is the most")]
    TooManyGoals,
    /// No unit kind has this name.
    #[error("there is no kind of unit named {0:?}")]
    NoKind(String),
    /// The limit is reached.
    #[error("there are already {MOST_KINDS} kinds of units of this scenario, which is the most")]
    TooManyKinds,
    /// Units of a changed kind would have another size, or would land.
    #[error(
        "there are units of the kind {0:?}, so it keeps its size and does not land; remove them first, or copy the kind"
    )]
    OtherBody(String),
    /// A kind cannot be removed.
    #[error("there are units of the kind {0:?}; remove them first")]
    KindInUse(String),
    /// The limit is reached.
    #[error("there are {0} orders; at most {MOST_ORDERS} are possible")]
    TooManyOrders(usize),
    /// An order of a list cannot be given.
    #[error("order {0} of the list is to {1}")]
    WrongOrder(usize, &'static str),
    /// A coordinate is infinite or not a number.
    #[error("a unit cannot be dropped at a place that is not a number")]
    NoPlace,
    /// Every place is blocked or taken.
    #[error("there is no free place for another unit")]
    NoRoom,
    /// Cell steps need a cell for each unit.
    #[error("there are more units than free cells, and each unit needs its own")]
    TooFewCells,
    /// A parameter lies outside its range, in a sentence.
    #[error("{0}")]
    OutOfRange(String),
}

/// Whether an action is admissible. The units of [`Action::Spawn`] are admitted by [`admit_unit`].
pub fn admit(action: &Action, facts: &impl Facts) -> Result<(), Refusal> {
    match action {
        &Action::PlaceObstacle { id, area, .. } => {
            demand(facts.obstacle(id).is_none(), Refusal::ObstacleExists(id))?;
            demand(facts.obstacle_count() < MOST_OBSTACLES, Refusal::TooManyObstacles)?;
            demand(facts.bounds().holds(area), Refusal::ObstacleOutside)
        }
        &Action::MoveObstacle { id, to } => {
            let obstacle = facts.obstacle(id).ok_or(Refusal::NoObstacle(id))?;
            let area = Rectangle { at: to, ..obstacle.area };
            demand(facts.bounds().holds(area), Refusal::ObstacleOutside)
        }
        &Action::ResizeObstacle { id, area } => {
            demand(facts.obstacle(id).is_some(), Refusal::NoObstacle(id))?;
            demand(facts.bounds().holds(area), Refusal::ObstacleOutside)
        }
        &Action::RemoveObstacle(id) => {
            demand(facts.obstacle(id).is_some(), Refusal::NoObstacle(id))
        }
        Action::SetDoctrine { team, doctrine } => {
            demand(is_team(facts.teams(), *team), Refusal::NoTeam(*team))?;
            in_range(out_of_range(doctrine).map(|(_, fault)| fault.to_string()))
        }
        Action::Kind(action) => action.admit(facts),
        Action::SetOrders(orders) => admit_orders(orders, facts),
        Action::SetRules(rules) => in_range(rules.out_of_range().map(|fault| fault.to_string())),
        Action::SetMotion(Motion::CellSteps(rules)) => {
            in_range(rules.out_of_range().map(|fault| fault.to_string()))?;
            demand(facts.has_cell_for_each_unit(), Refusal::TooFewCells)
        }
        Action::Team(action) => admit_team(action, facts),
        Action::Goal(action) => admit_goal(action, facts),
        Action::Fact(_)
        | Action::SetMotion(Motion::Steered)
        | Action::Paint(_)
        | Action::SetCorners(_)
        | Action::Spawn(_)
        | Action::RemoveUnits(_)
        | Action::Order { .. }
        | Action::SetHealth(_)
        | Action::SetDirections(_) => Ok(()),
    }
}

/// Whether a new unit is admissible, apart from the room it needs. Returns its kind.
pub fn admit_unit(unit: &NewUnit, facts: &impl Facts) -> Result<&'static UnitKind, Refusal> {
    demand(!facts.has_unit(unit.id), Refusal::UnitExists(unit.id))?;
    demand(facts.unit_count() < MOST_UNITS, Refusal::TooManyUnits)?;
    demand(is_team(facts.teams(), unit.team), Refusal::NoTeam(unit.team))?;
    demand(unit.at.is_finite(), Refusal::NoPlace)?;
    facts.kind(&unit.kind).ok_or_else(|| Refusal::NoKind(unit.kind.clone()))
}

pub(super) fn demand(holds: bool, refusal: Refusal) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(refusal) }
}

fn in_range(fault: Option<String>) -> Result<(), Refusal> {
    fault.map_or(Ok(()), |fault| Err(Refusal::OutOfRange(fault)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::{Rules, kind_named};
    use crate::grid::Cell;
    use crate::planning::CellSteps;
    use crate::scenario::{Doctrine, ObstacleKind};
    use crate::steering::{FollowPath, Travel};
    use glam::Vec2;
    use std::sync::LazyLock;

    /// A full map of 4 x 3 cells with one team, unit 7 and obstacle 2.
    struct Full;

    impl Facts for Full {
        fn bounds(&self) -> Bounds {
            Bounds::new(4, 3)
        }
        fn teams(&self) -> &[Team] {
            static TEAMS: LazyLock<Vec<Team>> = LazyLock::new(|| vec![Team::numbered(0)]);
            &TEAMS
        }
        fn goals(&self) -> &[Goal] {
            &[]
        }
        fn unit_count(&self) -> usize {
            MOST_UNITS - 1
        }
        fn has_unit(&self, id: UnitId) -> bool {
            id == UnitId(7)
        }
        fn obstacle_count(&self) -> usize {
            1
        }
        fn obstacle(&self, id: ObstacleId) -> Option<ObstacleSpec> {
            let area = Rectangle::new(Cell::new(0, 0), 2, 2);
            (id == ObstacleId(2)).then_some(ObstacleSpec { id, kind: ObstacleKind::Tree, area })
        }
        fn kind(&self, name: &str) -> Option<&'static UnitKind> {
            kind_named(name)
        }
        fn catalogue(&self) -> Option<&Catalogue> {
            None
        }
        fn uses_kind(&self, _: &str) -> bool {
            true
        }
        fn has_cell_for_each_unit(&self) -> bool {
            false
        }
    }

    #[test]
    fn obstacles_are_new_or_known_and_lie_inside_the_map() {
        let place = |id, x, width| {
            let area = Rectangle::new(Cell::new(x, 0), width, 1);
            let kind = ObstacleKind::Wall;
            admit(&Action::PlaceObstacle { id: ObstacleId(id), kind, area }, &Full)
        };
        assert_eq!(place(0, 0, 4), Ok(()));
        assert_eq!(place(0, 0, 5), Err(Refusal::ObstacleOutside));
        assert_eq!(place(0, 0, 0), Err(Refusal::ObstacleOutside));
        assert_eq!(place(2, 0, 1), Err(Refusal::ObstacleExists(ObstacleId(2))));
        let shift =
            |id, x| admit(&Action::MoveObstacle { id: ObstacleId(id), to: Cell::new(x, 1) }, &Full);
        assert_eq!(shift(2, 2), Ok(()));
        assert_eq!(shift(2, 3), Err(Refusal::ObstacleOutside));
        assert_eq!(shift(3, 0), Err(Refusal::NoObstacle(ObstacleId(3))));
        let resize = |id, width| {
            let area = Rectangle::new(Cell::new(1, 1), width, 2);
            admit(&Action::ResizeObstacle { id: ObstacleId(id), area }, &Full)
        };
        assert_eq!(resize(2, 3), Ok(()));
        assert_eq!(resize(2, 4), Err(Refusal::ObstacleOutside));
        assert_eq!(resize(2, 0), Err(Refusal::ObstacleOutside));
        assert_eq!(resize(3, 1), Err(Refusal::NoObstacle(ObstacleId(3))));
        let gone = admit(&Action::RemoveObstacle(ObstacleId(3)), &Full).unwrap_err();
        assert_eq!(gone.to_string(), "there is no obstacle 3");
    }

    #[test]
    fn units_have_a_new_number_a_team_a_kind_and_a_place() {
        let admitted = |id, team, kind: &str, x| {
            let (id, team) = (UnitId(id), TeamId(team));
            let unit = NewUnit { id, team, kind: kind.into(), at: Vec2::new(x, 0.0) };
            admit_unit(&unit, &Full).map(|kind| kind.name)
        };
        assert_eq!(admitted(1, 0, "scout", 1.0), Ok("scout"));
        assert_eq!(admitted(7, 0, "scout", 1.0), Err(Refusal::UnitExists(UnitId(7))));
        assert_eq!(admitted(1, 1, "scout", 1.0), Err(Refusal::NoTeam(TeamId(1))));
        assert_eq!(admitted(1, 0, "dragon", 1.0), Err(Refusal::NoKind("dragon".into())));
        assert_eq!(admitted(1, 0, "scout", f32::NAN), Err(Refusal::NoPlace));
    }

    #[test]
    fn parameters_lie_in_their_ranges() {
        let refusal = |action: &Action| admit(action, &Full).unwrap_err().to_string();
        let rules = Rules { patience: 0.0, ..Rules::default() };
        let expected = "`patience` is 0; it must lie between 0.25 and 60";
        assert_eq!(refusal(&Action::SetRules(rules)), expected);
        let travel = Travel::FollowPath(FollowPath { look_ahead: f64::NAN, ..Default::default() });
        let doctrine = Doctrine { travel, ..Doctrine::default() };
        let told = refusal(&Action::SetDoctrine { team: TeamId(0), doctrine });
        assert!(told.starts_with("`look_ahead` is NaN"), "{told}");
        let motion = |ticks| {
            Action::SetMotion(Motion::CellSteps(CellSteps { ticks, ..CellSteps::default() }))
        };
        assert!(refusal(&motion(0)).starts_with("`ticks` is 0"));
        assert_eq!(admit(&motion(8), &Full), Err(Refusal::TooFewCells));
        assert_eq!(admit(&Action::SetMotion(Motion::Steered), &Full), Ok(()));
    }
}
