//! Other starts and other places of the towers: what depends on these, and what does not. Plain presets only.

use super::{BLUE, MOVEMENTS, Outcome, as_run, attack, doctrine, percent};
use crate::experiment::battles::{repeat, shipped_scenario};
use crate::experiment::charts::LineChart;
use crate::experiment::{Digits, ExperimentError, Figure, Progress, Report, Row, Settings, Table};
use crate::grid::Cell;
use crate::scenario::{Order, Place, Scenario};

/// Where the group starts on map 1, column and row alike.
const STARTS: [i32; 4] = [4, 16, 28, 36];
/// The two towers in the corner before which it starts there.
const CORNER: [(i32, i32); 2] = [(46, 60), (55, 51)];
/// By how much the two towers are moved, in cells: which of them, to the right, and down.
const MOVED: [(usize, i32, i32); 8] =
    [(0, -2, 0), (0, 2, 0), (0, 0, -2), (0, 0, 2), (1, -2, 0), (1, 2, 0), (1, 0, -2), (1, 0, 2)];
/// Games for each of those places.
const GAMES: u32 = 20;

/// Two towers in the corner, and starts that are nearer and nearer: what a long way does to a group and to a flock.
pub(super) fn curve(
    report: &mut Report,
    settings: &Settings,
    progress: &Progress,
    repetitions: u32,
) -> Result<(), ExperimentError> {
    let repetitions = repetitions.min(200);
    let map = shipped_scenario("27-glest-1")?;
    let middle =
        map.units.iter().find(|u| u.kind.name == "demon").map_or(Cell::default(), |u| u.at);
    let mut games = Vec::new();
    for name in ["A*", "Flock"] {
        for start in STARTS {
            let title =
                format!("Glest: two towers in the corner, start ({start}, {start}), {name}");
            let mut scenario = as_run(&map, doctrine(name, false)?, settings.seed, title);
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
    progress.begin(games.len() * repetitions as usize, "nearer starts");
    let results = repeat(&games, (settings.seed, repetitions), progress, attack)?;
    let won: Vec<f64> = results.iter().map(|r| percent(r, |o| o.won)).collect();
    let (normal, flock) = won.split_at(STARTS.len());
    let columns = ["normal (% won)", "flock (% won)"];
    let title = "Two towers in the corner and nearer starts (ours): a group that has far to go arrives one after the other";
    let mut table = Table::new(title, "start", Digits::Rounded(0), columns);
    for (place, start) in STARTS.iter().enumerate() {
        let figures = [normal[place], flock[place]].map(Figure::new).to_vec();
        let opened = [games[place].clone(), games[place + STARTS.len()].clone()];
        table.rows.push(Row::new(format!("({start}, {start})"), figures).of(opened));
    }
    report.tables.push(table);
    let line = |values: &[f64]| {
        STARTS.iter().zip(values).map(|(s, v)| (f64::from(*s), *v)).collect::<Vec<_>>()
    };
    let chart = LineChart {
        title: "Two towers in the corner: games won by where the group starts".into(),
        across: "start (column and row, cells)".into(),
        up: "% won".into(),
        lines: vec![("normal".into(), line(normal)), ("flock".into(), line(flock))],
    };
    report.picture("starts", chart.draw());
    Ok(())
}

/// One of the two towers stands elsewhere, and so does what was ordered.
fn with_tower(mut scenario: Scenario, (tower, right, down): (usize, i32, i32)) -> Scenario {
    let at = &mut scenario.units[tower].at;
    *at = Cell::new(at.x + right, at.y + down);
    scenario.orders[tower].order = Order::Attack(Place::At(*at));
    scenario
}

/// How the games end when one of the two towers is moved by two cells.
pub(super) fn moved_towers(
    settings: &Settings,
    progress: &Progress,
) -> Result<Table, ExperimentError> {
    let maps = [shipped_scenario("27-glest-1")?, shipped_scenario("28-glest-2")?];
    let mut games = Vec::new();
    for shift in MOVED {
        for map in &maps {
            for (_, name, _) in MOVEMENTS {
                let title = format!("{}: {name}, tower moved by {shift:?}", map.title);
                let game = as_run(map, doctrine(name, false)?, settings.seed, title);
                games.push(with_tower(game, shift));
            }
        }
    }
    progress.begin(games.len() * GAMES as usize, "towers moved");
    let results: Vec<Vec<Outcome>> = repeat(&games, (settings.seed, GAMES), progress, attack)?;
    let columns = (1..=maps.len())
        .flat_map(|map| MOVEMENTS.map(|(name, ..)| format!("map {map}, {name} (% won)")));
    let title = "One of the two towers moved by two cells (ours): what depends on the places";
    let mut table = Table::new(title, "moved", Digits::Rounded(0), columns);
    let rows = results.chunks_exact(maps.len() * MOVEMENTS.len());
    let played = games.chunks_exact(maps.len() * MOVEMENTS.len());
    for (((tower, right, down), row), played) in MOVED.iter().zip(rows).zip(played) {
        let figures = row.iter().map(|r| Figure::new(percent(r, |o| o.won))).collect();
        let which = ["far", "near"][*tower];
        let row = Row::new(format!("{which} tower by ({right}, {down})"), figures);
        table.rows.push(row.of(played.iter().cloned()));
    }
    Ok(table)
}
