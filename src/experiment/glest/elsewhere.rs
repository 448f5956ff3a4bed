//! Other starts and other places of the towers: which results depend on them. Plain presets only.

use super::{ATTACK_MAPS, BLUE, MOVEMENTS, Played, attack, doctrine, led_by, percent};
use crate::experiment::battles::{Seeds, repeat, shipped_scenario};
use crate::experiment::charts::LineChart;
use crate::experiment::{Digits, ExperimentError, Figure, Report, Row, Runs, Table};
use crate::grid::Cell;
use crate::scenario::{Order, Place, Scenario};

/// Where the group starts on map 1, column and row alike.
const STARTS: [i32; 4] = [4, 16, 28, 36];
/// Places of the two towers in the corner.
const CORNER: [(i32, i32); 2] = [(46, 60), (55, 51)];
/// By how much the two towers are moved, in cells: which of them, to the right, and down.
const MOVED: [(usize, i32, i32); 8] =
    [(0, -2, 0), (0, 2, 0), (0, 0, -2), (0, 0, 2), (1, -2, 0), (1, 2, 0), (1, 0, -2), (1, 0, 2)];
/// Games for each of those places.
const GAMES: u32 = 20;
/// Most games for each start.
const MOST_GAMES: u32 = 200;

/// Two towers in the corner, and starts that are nearer and nearer: first A*, then a flock, from each start.
pub(super) fn plan_starts(seeds: Seeds) -> Result<Runs<Vec<Played>>, ExperimentError> {
    let map = shipped_scenario(ATTACK_MAPS[0])?;
    let middle =
        map.units.iter().find(|u| u.kind.name == "demon").map_or(Cell::default(), |u| u.at);
    let mut games = Vec::new();
    for name in ["A*", "Flock"] {
        for start in STARTS {
            let title =
                format!("Glest: two towers in the corner, start ({start}, {start}), {name}");
            let mut scenario = led_by(&map, doctrine(name, false)?, title);
            for (tower, (x, y)) in CORNER.into_iter().enumerate() {
                let at = scenario.units[tower].at;
                scenario = with_tower(scenario, (tower, x - at.x, y - at.y));
            }
            for unit in scenario.units.iter_mut().filter(|u| u.team == BLUE) {
                // The middle of the group is one row below the first demon.
                let (dx, dy) = (unit.at.x - middle.x, unit.at.y - middle.y - 1);
                unit.at = Cell::new(start + dx, start + dy);
            }
            games.push(scenario);
        }
    }
    let seeds = Seeds { count: seeds.count.min(MOST_GAMES), ..seeds };
    Ok(repeat("nearer starts", games, seeds, attack))
}

/// How a long way affects a group and a flock.
pub(super) fn starts(report: &mut Report, played: &[Played]) {
    let (normal, flock) = played.split_at(STARTS.len());
    let columns = ["normal (% won)", "flock (% won)"];
    let title = "Two towers in the corner and nearer starts (ours): a group that has far to go arrives one after the other";
    let mut table = Table::new(title, "start", Digits::Rounded(0), columns);
    let won = |played: &Played| percent(played, |o| o.won);
    for (start, (normal, flock)) in STARTS.iter().zip(normal.iter().zip(flock)) {
        let figures = [normal, flock].map(|played| Figure::new(won(played))).to_vec();
        let row = Row::new(format!("({start}, {start})"), figures);
        table.rows.push(row.of([normal, flock].map(Played::first_run)));
    }
    report.tables.push(table);
    let line = |played: &[Played]| {
        STARTS.iter().zip(played).map(|(s, p)| (f64::from(*s), won(p))).collect::<Vec<_>>()
    };
    let chart = LineChart {
        title: "Two towers in the corner: games won by where the group starts".into(),
        across: "start (column and row, cells)".into(),
        up: "% won".into(),
        lines: vec![("normal".into(), line(normal)), ("flock".into(), line(flock))],
    };
    report.picture("starts", chart.draw());
}

/// Moves one of the two towers, and the order to attack it.
fn with_tower(mut scenario: Scenario, (tower, right, down): (usize, i32, i32)) -> Scenario {
    let at = &mut scenario.units[tower].at;
    *at = Cell::new(at.x + right, at.y + down);
    scenario.orders[tower].order = Order::Attack(Place::At(*at));
    scenario
}

/// Games on maps 1 and 2 with one of the two towers moved by two cells; a list for each of [`MOVED`].
pub(super) fn plan_moved_towers(seed: u64) -> Result<Runs<Vec<Vec<Played>>>, ExperimentError> {
    let seeds = Seeds { first: seed, count: GAMES };
    let mut runs = Vec::new();
    for shift in MOVED {
        let mut games = Vec::new();
        for file in ATTACK_MAPS {
            let map = shipped_scenario(file)?;
            for (_, name, _) in MOVEMENTS {
                let title = format!("{}: {name}, tower moved by {shift:?}", map.title);
                games.push(with_tower(led_by(&map, doctrine(name, false)?, title), shift));
            }
        }
        runs.push(repeat("towers moved", games, seeds, attack));
    }
    Ok(Runs::all(runs))
}

/// How the games end when one of the two towers is moved by two cells.
pub(super) fn moved_towers(played: &[Vec<Played>]) -> Table {
    let columns = (1..=ATTACK_MAPS.len())
        .flat_map(|map| MOVEMENTS.map(|(name, ..)| format!("map {map}, {name} (% won)")));
    let title = "One of the two towers moved by two cells (ours): what depends on the places";
    let mut table = Table::new(title, "moved", Digits::Rounded(0), columns);
    for ((tower, right, down), games) in MOVED.iter().zip(played) {
        let figures = games.iter().map(|p| Figure::new(percent(p, |o| o.won))).collect();
        let which = ["far", "near"][*tower];
        let row = Row::new(format!("{which} tower by ({right}, {down})"), figures);
        table.rows.push(row.of(games.iter().map(Played::first_run)));
    }
    table
}
