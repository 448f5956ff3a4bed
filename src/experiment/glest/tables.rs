//! The tables and charts of `glest`.

use super::{FIGURE_POINTS, GameResult, MOVEMENTS, Played, SEW, TABLE_POINTS, Trial, percent};
use crate::experiment::charts::{BarChart, BarSeries, OF_MEANS, OF_SHARES, mean_bar, share_bar};
use crate::experiment::{Digits, Figure, Row, Table};
use crate::measure::statistics::mean;

pub(super) fn wins_table(trial: &Trial) -> Table {
    let columns = ["map 1 (% won)", "map 2 (% won)"];
    let title = format!("Fig. 5, {}: games won (the paper's are read off its bars)", trial.rules);
    let mut table = Table::new(title, "movement", Digits::Rounded(0), columns);
    for (m, (name, _, paper)) in MOVEMENTS.iter().enumerate() {
        let figures = trial.maps.iter().zip(paper).map(|(map, paper)| {
            Figure::new(percent(&map[m], |o| o.won)).paper(*paper).within(FIGURE_POINTS)
        });
        let run = trial.maps.iter().map(|map| map[m].first_run());
        table.rows.push(Row::new(*name, figures.collect()).of(run));
    }
    table
}

/// Every movement on every map, as a row that opens its first game, and its results.
fn games(trial: &Trial) -> impl Iterator<Item = (Row, &Played)> {
    (0..2).flat_map(move |n| {
        MOVEMENTS.iter().enumerate().map(move |(m, (name, ..))| {
            let row = Row::new(format!("map {}, {name}", n + 1), Vec::new());
            (row.of([trial.maps[n][m].first_run()]), &trial.maps[n][m])
        })
    })
}

pub(super) fn survivors_table(trial: &Trial) -> Table {
    let columns = (0..=7).rev().map(|n| n.to_string());
    let title = format!("Fig. 6, {}: games by number of survivors (%)", trial.rules);
    let mut table = Table::new(title, "map and movement", Digits::Rounded(1), columns);
    for (mut row, played) in games(trial) {
        let share = |s| Figure::new(percent(played, |o| o.survivors == s));
        row.figures = (0..=7).rev().map(share).collect();
        table.rows.push(row);
    }
    table
}

fn most(values: &[f64]) -> f64 {
    values.iter().copied().fold(0.0, f64::max)
}

pub(super) fn points_table(trial: &Trial) -> Table {
    let columns = [
        "group, mean HP left",
        "group, most HP left",
        "two towers, mean HP left",
        "two towers, most HP left",
        "HP lost on the way",
    ];
    let title =
        format!("Fig. 7, {}: hit points left, and lost on the way to the two towers", trial.rules);
    let mut table = Table::new(title, "map and movement", Digits::Rounded(0), columns);
    for (mut row, played) in games(trial) {
        let (group, towers) = (played.values(|o| o.hit_points), played.values(|o| o.towers));
        let lost = played.values(|o| o.lost_on_the_way);
        let figures = [mean(&group), most(&group), mean(&towers), most(&towers), mean(&lost)];
        row.figures = figures.map(Figure::new).to_vec();
        table.rows.push(row);
    }
    table
}

pub(super) fn sew_survivors(trial: &Trial) -> Table {
    let columns = (0..=7).rev().map(|n| format!("{n} (%)"));
    let title = format!(
        "Table I, {}: games by number of units that reached the target, map 3, flock + influence",
        trial.rules
    );
    let mut table = Table::new(title, "SEW", Digits::Rounded(1), columns);
    for (n, (sew, survivors, _)) in SEW.iter().enumerate() {
        let played = &trial.weighed[n];
        let figures = (0..=7).rev().zip(survivors).map(|(s, paper)| {
            Figure::new(percent(played, |o| o.reached == s)).paper(*paper).within(TABLE_POINTS)
        });
        let row = Row::new(format!("{sew}"), figures.collect());
        table.rows.push(row.of([played.first_run()]));
    }
    table
}

pub(super) fn sew_towers(trial: &Trial) -> Table {
    let columns = ["3 stand", "2 stand", "1 stands", "0 stand", "strong stands", "strong fell"];
    let title = format!("Table II, {}: games by standing towers (%), map 3", trial.rules);
    let mut table = Table::new(title, "SEW", Digits::Rounded(1), columns);
    for (n, (sew, _, paper)) in SEW.iter().enumerate() {
        let played = &trial.weighed[n];
        let ours = [
            percent(played, |o| o.standing.0 == 3),
            percent(played, |o| o.standing.0 == 2),
            percent(played, |o| o.standing.0 == 1),
            percent(played, |o| o.standing.0 == 0),
            percent(played, |o| o.standing.1),
            percent(played, |o| !o.standing.1),
        ];
        let figures = ours
            .iter()
            .zip(paper)
            .map(|(ours, paper)| Figure::new(*ours).paper(*paper).within(TABLE_POINTS));
        let row = Row::new(format!("{sew}"), figures.collect());
        table.rows.push(row.of([played.first_run()]));
    }
    table
}

fn movements() -> Vec<String> {
    MOVEMENTS.iter().map(|(name, ..)| name.to_string()).collect()
}

/// Fig. 5.
pub(super) fn wins_chart(trial: &Trial) -> String {
    let series = trial.maps.iter().enumerate().map(|(n, map)| BarSeries {
        name: format!("map {}", n + 1),
        bars: map
            .iter()
            .map(|Played { results, .. }| {
                let won = results.iter().filter(|o| o.won).count() as u64;
                share_bar(won, results.len() as u64)
            })
            .collect(),
    });
    BarChart {
        title: "Fig. 5: games won".into(),
        axis: "%".into(),
        groups: movements(),
        series: series.collect(),
        errors: OF_SHARES,
    }
    .draw()
}

/// Fig. 6, one chart per map.
pub(super) fn survivors_charts(trial: &Trial) -> [String; 2] {
    [0, 1].map(|n| {
        let series =
            MOVEMENTS.iter().zip(&trial.maps[n]).map(|((name, ..), Played { results, .. })| {
                let bar = |s| {
                    let games = results.iter().filter(|o| o.survivors == s).count();
                    share_bar(games as u64, results.len() as u64)
                };
                BarSeries { name: name.to_string(), bars: (0..=7).map(bar).collect() }
            });
        BarChart {
            title: format!("Fig. 6: games by number of survivors, map {}", n + 1),
            axis: "%".into(),
            groups: (0..=7).map(|s: u32| s.to_string()).collect(),
            series: series.collect(),
            errors: OF_SHARES,
        }
        .draw()
    })
}

/// Fig. 7, one chart per map: means and maxima.
pub(super) fn points_charts(trial: &Trial) -> [String; 2] {
    [0, 1].map(|n| {
        let map = &trial.maps[n];
        let means =
            |of: fn(&GameResult) -> f64| map.iter().map(|p| mean_bar(&p.values(of))).collect();
        let maxima =
            |of: fn(&GameResult) -> f64| map.iter().map(|p| (most(&p.values(of)), None)).collect();
        let series = vec![
            BarSeries { name: "group, mean".into(), bars: means(|o| o.hit_points) },
            BarSeries { name: "group, maximum".into(), bars: maxima(|o| o.hit_points) },
            BarSeries { name: "towers, mean".into(), bars: means(|o| o.towers) },
            BarSeries { name: "towers, maximum".into(), bars: maxima(|o| o.towers) },
        ];
        BarChart {
            title: format!("Fig. 7: hit points left, map {}", n + 1),
            axis: "hit points".into(),
            groups: movements(),
            series,
            errors: OF_MEANS,
        }
        .draw()
    })
}
