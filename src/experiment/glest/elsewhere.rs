//! Nearer starts, how far the influence of enemies reaches, and a unit that is sacrificed. Plain presets only.

use super::moved::with_tower;
use super::{ATTACK_MAPS, BLUE, Played, attack, doctrine, led_by, percent};
use crate::experiment::battles::{repeat, shipped_scenario};
use crate::experiment::charts::LineChart;
use crate::experiment::seeds::Reported;
use crate::experiment::{Digits, ExperimentError, Figure, Report, Row, Runs, Table};
use crate::grid::Cell;
use crate::measure::statistics::mean;
use crate::scenario::{Scenario, ScriptedOrder, Team, TeamId, Who};

/// Where the group starts on map 1, column and row alike.
const STARTS: [i32; 4] = [4, 16, 28, 36];
/// Places of the two towers in the corner.
const CORNER: [(i32, i32); 2] = [(46, 60), (55, 51)];
/// Maximum number of games for each start.
const MAX_GAMES: u32 = 200;

/// Two towers in the corner, and starts that are nearer and nearer: first A*, then a flock, from each start.
pub(super) fn plan_starts(seeds: &Reported) -> Result<Runs<Vec<Played>>, ExperimentError> {
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
                scenario = with_tower(scenario, tower, (x - at.x, y - at.y));
            }
            for unit in scenario.units.iter_mut().filter(|u| u.team == BLUE) {
                // The centre of the group is one row below the first demon.
                let (dx, dy) = (unit.at.x - middle.x, unit.at.y - middle.y - 1);
                unit.at = Cell::new(start + dx, start + dy);
            }
            games.push(scenario);
        }
    }
    Ok(repeat("nearer starts", games, &seeds.at_most(MAX_GAMES), attack))
}

/// How a long distance affects a group and a flock.
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

/// How far the influence of buildings reaches: the sight of a building times these.
const REACHES: [f64; 5] = [1.0, 1.25, 1.5, 1.75, 2.0];

/// Map 2 with flocks that keep more and more distance from enemy territory: the buffer of the paper's outlook.
pub(super) fn plan_buffer(seeds: &Reported) -> Result<Runs<Vec<Played>>, ExperimentError> {
    let map = shipped_scenario(ATTACK_MAPS[1])?;
    let mut games = Vec::new();
    for reach in REACHES {
        let mut doctrine = doctrine("Flock + influence", false)?;
        if let Some(influence) = &mut doctrine.layers.influence {
            influence.building_reach = reach;
        }
        games.push(led_by(
            &map,
            doctrine,
            format!("Glest map 2: influence of buildings times {reach}"),
        ));
    }
    Ok(repeat("buffer", games, &seeds.at_most(MAX_GAMES), attack))
}

/// The results of the buffer.
pub(super) fn buffer(played: &[Played]) -> Table {
    let columns = ["won (%)", "HP lost on the way", "length of the paths (cells)"];
    let title = "The outlook's buffer to the enemy territory, as the parameter building reach: flock + influence on map 2 (ours)";
    let mut table = Table::new(title, "building reach", Digits::Rounded(0), columns);
    for (reach, played) in REACHES.iter().zip(played) {
        let figures = vec![
            Figure::new(percent(played, |o| o.won)),
            Figure::new(mean(&played.values(|o| o.lost_on_the_way))),
            Figure::new(mean(&played.values(|o| o.path_length))),
        ];
        table.rows.push(Row::new(format!("{reach}"), figures).of([played.first_run()]));
    }
    table
}

/// Who leads the others, and who is sacrificed.
const DECOYS: [(&str, Option<&str>); 6] = [
    ("Flock", None),
    ("Flock", Some("drake rider")),
    ("Flock", Some("demon")),
    ("Flock + influence", None),
    ("Flock + influence", Some("drake rider")),
    ("Flock + influence", Some("demon")),
];

/// Map 2 with one unit that goes straight for the towers, by itself: the decoy of the paper's outlook.
pub(super) fn plan_decoys(seeds: &Reported) -> Result<Runs<Vec<Played>>, ExperimentError> {
    let map = shipped_scenario(ATTACK_MAPS[1])?;
    let mut games = Vec::new();
    for (leader, decoy) in DECOYS {
        let title = format!("Glest map 2: {}", decoy_label(leader, decoy));
        let scenario = led_by(&map, doctrine(leader, false)?, title);
        games.push(match decoy {
            Some(kind) => with_decoy(scenario, kind)?,
            None => scenario,
        });
    }
    Ok(repeat("decoys", games, &seeds.at_most(MAX_GAMES), attack))
}

fn decoy_label(leader: &str, decoy: Option<&str>) -> String {
    let decoy = decoy.map_or("nobody".into(), |kind| format!("a {kind}"));
    format!("{}, {decoy} sacrificed", leader.to_lowercase())
}

/// The same with a unit of the group as an allied team of its own that finds its path by A*.
fn with_decoy(mut scenario: Scenario, kind: &str) -> Result<Scenario, ExperimentError> {
    const ALLIANCE: Option<u8> = Some(1);
    let team = TeamId(scenario.teams.len() as u8);
    scenario.teams[usize::from(BLUE.0)].alliance = ALLIANCE;
    let doctrine = doctrine("A*", false)?;
    scenario.teams.push(Team {
        name: "decoy".into(),
        doctrine,
        alliance: ALLIANCE,
        ..Team::numbered(usize::from(team.0))
    });
    let mut group = scenario.units.iter_mut().filter(|unit| unit.team == BLUE);
    if let Some(decoy) = group.find(|unit| unit.kind.name == kind) {
        decoy.team = team;
    }
    let own = |order: &ScriptedOrder| ScriptedOrder { who: Who::Team(team), ..order.clone() };
    scenario.orders.extend(scenario.orders.iter().map(own).collect::<Vec<_>>());
    Ok(scenario)
}

/// What the others gain by it.
pub(super) fn decoys(played: &[Played]) -> Table {
    let columns = ["won (%)", "survivors", "HP lost on the way"];
    let title =
        "The outlook's decoy, as an allied team with A*: map 2, numbers of the others (ours)";
    let mut table = Table::new(title, "flock", Digits::Rounded(1), columns);
    for ((leader, decoy), played) in DECOYS.iter().zip(played) {
        let figures = vec![
            Figure::new(percent(played, |o| o.won)),
            Figure::new(mean(&played.values(|o| o.survivors as f64))),
            Figure::new(mean(&played.values(|o| o.lost_on_the_way))),
        ];
        table.rows.push(Row::new(decoy_label(leader, *decoy), figures).of([played.first_run()]));
    }
    table
}
