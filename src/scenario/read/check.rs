//! Turns the content of a file into a scenario in which everything refers to something that exists.

use super::check_orders::orders;
use super::file::{DoctrineEntry, ScenarioFile, TeamEntry};
use super::ground::{Found, ground};
use super::locate::Step::{self, Entry, Field};
use super::nearest::choices;
use crate::grid::{Bounds, Cell, Ground, Rectangle};
use crate::parameters::Parameters;
use crate::scenario::learned::check_directions;
use crate::scenario::own_kinds::read_own_kinds;
use crate::scenario::{
    Batch, Catalogue, Doctrine, Goal, GoalId, MAX_OBSTACLES, MAX_TEAMS, MAX_UNITS, Motion,
    ObstacleId, ObstacleSpec, Scenario, StartDirections, Team, TeamId, UnitId, UnitSpec,
    preset_named, presets,
};
use std::collections::{HashMap, HashSet};

/// What is wrong with a value, and the path to it.
#[derive(Debug)]
pub struct Fault {
    /// The path to the value.
    pub path: Vec<Step>,
    /// For a text: which of its characters.
    pub character: Option<usize>,
    /// A sentence.
    pub message: String,
}

impl Fault {
    pub fn at<T>(path: impl Into<Vec<Step>>, message: impl Into<String>) -> Result<T, Self> {
        Err(Self { path: path.into(), character: None, message: message.into() })
    }
}

/// Checks everything. `found` reads the map file that the scenario names, `read` its learned directions.
pub fn check(
    file: ScenarioFile,
    mut catalogue: Catalogue,
    found: impl FnOnce(&str) -> Result<Found, String>,
    read: impl FnOnce(&str, Bounds) -> Result<StartDirections, String>,
) -> Result<Scenario, Fault> {
    let (terrain, origin) = ground(&file.map, file.corners, found)?;
    let directions = check_directions(file.directions.as_ref(), &terrain, read)?;
    if let Motion::CellSteps(rules) = &file.motion {
        in_range(rules, "motion")?;
    }
    in_range(&file.rules, "rules")?;
    catalogue.set_own(read_own_kinds(&file.kinds)?);
    let teams = teams(&file.teams)?;
    let mut scenario = Scenario {
        title: file.title.clone(),
        description: file.description.clone(),
        citation: file.citation.clone(),
        seed: file.seed,
        motion: file.motion,
        rules: file.rules,
        catalogue,
        origin,
        directions,
        teams,
        ..Scenario::plain(terrain)
    };
    scenario.obstacles = obstacles(&file, scenario.terrain.bounds())?;
    scenario.units = units(&file, &scenario)?;
    scenario.goals = goals(&file, scenario.terrain.bounds())?;
    let obstacle_ids = ids(&file.obstacle_ids, "obstacle_ids", scenario.obstacles.len())?;
    for (obstacle, id) in scenario.obstacles.iter_mut().zip(obstacle_ids) {
        obstacle.id = ObstacleId(id);
    }
    let unit_ids = ids(&file.unit_ids, "unit_ids", scenario.units.len())?;
    for (unit, id) in scenario.units.iter_mut().zip(unit_ids) {
        unit.id = UnitId(id);
    }
    let goal_ids = ids(&file.goal_ids, "goal_ids", scenario.goals.len())?;
    for (goal, id) in scenario.goals.iter_mut().zip(goal_ids) {
        goal.id = GoalId(id);
    }
    scenario.orders = orders(&file, &scenario)?;
    scenario.actions = actions(file.actions)?;
    Ok(scenario)
}

/// The ids of a list: given as runs of consecutive ids, or none.
fn ids(runs: &[(u32, u32)], field: &'static str, count: usize) -> Result<Vec<u32>, Fault> {
    let mut ids = Vec::new();
    let mut seen = HashSet::new();
    for (i, &(first, length)) in runs.iter().enumerate() {
        let left = count - ids.len();
        if length as usize > left || first.checked_add(length).is_none() {
            let message = format!(
                "({first}, {length}) goes beyond the end of the list, which has {count} entries"
            );
            return Fault::at([Field(field), Entry(i)], message);
        }
        ids.extend(first..first + length);
        if let Some(twin) = (first..first + length).find(|&id| !seen.insert(id)) {
            return Fault::at([Field(field), Entry(i)], format!("the id {twin} comes twice"));
        }
    }
    if !runs.is_empty() && ids.len() < count {
        let message = format!("there are {} ids for {count} entries; give each its own", ids.len());
        return Fault::at([Field(field)], message);
    }
    Ok(ids)
}

/// Actions with doctrines, rules and motions in their ranges. Whether they can be done shows when they are due.
fn actions(mut batches: Vec<Batch>) -> Result<Vec<Batch>, Fault> {
    for (i, batch) in batches.iter().enumerate() {
        for (k, action) in batch.actions.iter().enumerate() {
            if let Some(message) = action.fault() {
                let path = [Field("actions"), Entry(i), Field("actions"), Entry(k)];
                return Fault::at(path, message);
            }
        }
    }
    batches.sort_by_key(|batch| batch.tick);
    Ok(batches)
}

fn teams(entries: &[TeamEntry]) -> Result<Vec<Team>, Fault> {
    if entries.is_empty() {
        return Ok(vec![Team::numbered(0)]);
    }
    if entries.len() > MAX_TEAMS {
        let message =
            format!("there are {} teams; at most {MAX_TEAMS} are possible", entries.len());
        return Fault::at([Field("teams")], message);
    }
    let mut names = HashSet::new();
    let team = |(i, entry): (usize, &TeamEntry)| {
        let path = |field| [Field("teams"), Entry(i), Field(field)];
        unique_name(&mut names, &entry.name, "team", path("name"))?;
        let doctrine = entry.doctrine.as_ref().map(|d| doctrine(d, &path("doctrine")));
        let doctrine = doctrine.transpose()?.unwrap_or_default();
        let colour = entry.colour.unwrap_or(Team::numbered(i).colour);
        let (name, alliance) = (entry.name.clone(), entry.alliance);
        Ok(Team { name, colour, doctrine, alliance, removed: false })
    };
    entries.iter().enumerate().map(team).collect()
}

/// The doctrine that an entry means. `path` leads to the entry.
pub fn doctrine(entry: &DoctrineEntry, path: &[Step]) -> Result<Doctrine, Fault> {
    match entry {
        DoctrineEntry::Named(name) => match preset_named(name) {
            Some(preset) => Ok(preset.doctrine),
            None => {
                let names: Vec<_> = presets().iter().map(|p| p.name).collect();
                Fault::at(path, unknown("doctrine", name, &names))
            }
        },
        DoctrineEntry::Custom(doctrine) => match doctrine.out_of_range() {
            None => Ok(*doctrine),
            Some((part, fault)) => {
                let fields = part.into_iter().chain([fault.name]).map(Field);
                let path: Vec<Step> = path.iter().copied().chain(fields).collect();
                Fault::at(path, fault.to_string())
            }
        },
    }
}

/// Whether every parameter of a field lies in its range.
fn in_range(parameters: &dyn Parameters, field: &'static str) -> Result<(), Fault> {
    match parameters.out_of_range() {
        None => Ok(()),
        Some(fault) => Fault::at([Field(field), Field(fault.name)], fault.to_string()),
    }
}

fn obstacles(file: &ScenarioFile, bounds: Bounds) -> Result<Vec<ObstacleSpec>, Fault> {
    if file.obstacles.len() > MAX_OBSTACLES {
        let count = file.obstacles.len();
        let message = format!("there are {count} obstacles; at most {MAX_OBSTACLES} are possible");
        return Fault::at([Field("obstacles")], message);
    }
    let mut obstacles = Vec::new();
    for (i, entry) in file.obstacles.iter().enumerate() {
        let path = |field| [Field("obstacles"), Entry(i), Field(field)];
        let area = area(entry.at, entry.size, bounds, "obstacle", path("at"), path("size"))?;
        obstacles.push(ObstacleSpec { id: ObstacleId(i as u32), kind: entry.kind, area });
    }
    Ok(obstacles)
}

fn units(file: &ScenarioFile, scenario: &Scenario) -> Result<Vec<UnitSpec>, Fault> {
    let bounds = scenario.terrain.bounds();
    let team_names: Vec<&str> = scenario.teams.iter().map(|t| t.name.as_str()).collect();
    let stamped = scenario.stamped_terrain();
    let mut standing: HashMap<Cell, usize> = HashMap::new();
    let mut units = Vec::new();
    for (i, entry) in file.units.iter().enumerate() {
        let path = |field| [Field("units"), Entry(i), Field(field)];
        let Some(team) = team_names.iter().position(|name| *name == entry.team) else {
            return Fault::at(path("team"), unknown("team", &entry.team, &team_names));
        };
        let Some(kind) = scenario.catalogue.kind(&entry.kind) else {
            let names: Vec<_> = scenario.catalogue.kinds().iter().map(|k| k.name).collect();
            let mut message = unknown("unit kind", &entry.kind, &names);
            if let [wrong, ..] = scenario.catalogue.unusable_files() {
                message = format!("{message}; a file of unit kinds is wrong: {wrong}");
            }
            return Fault::at(path("kind"), message);
        };
        let (columns, rows) = entry.block;
        let size = (columns.saturating_mul(kind.size), rows.saturating_mul(kind.size));
        let block = area(entry.at, size, bounds, "block of units", path("at"), path("block"))?;
        if units.len() as u64 + u64::from(columns) * u64::from(rows) > MAX_UNITS as u64 {
            let message = format!("with this the limit of {MAX_UNITS} units is exceeded");
            return Fault::at(path("at"), message);
        }
        for at in (Rectangle { at: block.at, size: entry.block }).cells() {
            let at = kind.cell_in_block(block.at, at);
            for covered in Rectangle::new(at, kind.size, kind.size).cells() {
                if !stamped.is_passable(covered) {
                    let what = blocked_by(scenario, covered);
                    let message =
                        format!("a unit stands on {what} at {covered}; it needs a free cell");
                    return Fault::at(path("at"), message);
                }
                if let Some(other) = standing.insert(covered, units.len()) {
                    let message = format!(
                        "unit {} stands on {covered}, where unit {other} stands already; give each its own cell",
                        units.len()
                    );
                    return Fault::at(path("at"), message);
                }
            }
            let id = UnitId(units.len() as u32);
            units.push(UnitSpec { id, team: TeamId(team as u8), kind, at });
        }
    }
    Ok(units)
}

/// What a unit cannot stand on, in words.
fn blocked_by(scenario: &Scenario, cell: Cell) -> String {
    match scenario.terrain.ground(cell) {
        Ground::Wall => return "a wall".into(),
        Ground::Trees => return "trees".into(),
        Ground::Water => return "water".into(),
        Ground::Floor | Ground::Swamp => {}
    }
    match scenario.obstacles.iter().find(|o| o.area.contains(cell)) {
        Some(obstacle) => format!("obstacle {} ({:?})", obstacle.id.0, obstacle.kind),
        None => "something".into(),
    }
}

fn goals(file: &ScenarioFile, bounds: Bounds) -> Result<Vec<Goal>, Fault> {
    let mut names = HashSet::new();
    let mut goals = Vec::new();
    for (i, entry) in file.goals.iter().enumerate() {
        let path = |field| [Field("goals"), Entry(i), Field(field)];
        unique_name(&mut names, &entry.name, "goal", path("name"))?;
        let at = inside(entry.at.into(), bounds, "goal", &path("at"))?;
        goals.push(Goal { id: GoalId(i as u32), name: entry.name.clone(), at });
    }
    Ok(goals)
}

/// A name that is not empty and not used yet.
fn unique_name(
    names: &mut HashSet<String>,
    name: &str,
    what: &str,
    path: [Step; 3],
) -> Result<(), Fault> {
    if name.trim().is_empty() {
        return Fault::at(path, format!("the name {name:?} of this {what} is empty; give it one"));
    }
    if !names.insert(name.into()) {
        return Fault::at(
            path,
            format!("there are two {what}s named {name:?}; give each its own name"),
        );
    }
    Ok(())
}

pub fn unknown(what: &str, name: &str, names: &[&str]) -> String {
    format!("there is no {what} {name:?}{}", choices(name, names, '"'))
}

fn size_in_words(bounds: Bounds) -> String {
    format!(
        "the map goes from (0, 0) to ({}, {})",
        i64::from(bounds.width) - 1,
        i64::from(bounds.height) - 1
    )
}

/// A cell on the map.
pub fn inside(cell: Cell, bounds: Bounds, what: &str, path: &[Step]) -> Result<Cell, Fault> {
    if bounds.contains(cell) {
        return Ok(cell);
    }
    Fault::at(path, format!("this {what} is at {cell}, outside the map; {}", size_in_words(bounds)))
}

/// A rectangle with at least one cell, all of it on the map.
pub fn area(
    at: (i32, i32),
    size: (u32, u32),
    bounds: Bounds,
    what: &str,
    at_path: impl Into<Vec<Step>>,
    size_path: impl Into<Vec<Step>>,
) -> Result<Rectangle, Fault> {
    let (width, height) = size;
    if width == 0 || height == 0 {
        let message = format!("this {what} is {width} x {height} cells; both must be at least 1");
        return Fault::at(size_path, message);
    }
    let fits = |start: i32, length: u32, end: u32| {
        start >= 0 && i64::from(start) + i64::from(length) <= i64::from(end)
    };
    if fits(at.0, width, bounds.width) && fits(at.1, height, bounds.height) {
        return Ok(Rectangle::new(at.into(), width, height));
    }
    let last = (i64::from(at.0) + i64::from(width) - 1, i64::from(at.1) + i64::from(height) - 1);
    let what = if size == (1, 1) {
        what.trim_start_matches("block of ").trim_end_matches("s")
    } else {
        what
    };
    let reach = if size == (1, 1) {
        format!("is at ({}, {})", at.0, at.1)
    } else {
        format!("goes from ({}, {}) to ({}, {})", at.0, at.1, last.0, last.1)
    };
    let message = format!("this {what} {reach}, outside the map; {}", size_in_words(bounds));
    Fault::at(at_path, message)
}
