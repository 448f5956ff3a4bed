//! The tables and charts of `glest`.

use super::{MOVEMENTS, Outcome, SEW, percent};
use crate::experiment::charts::{BarChart, BarSeries, mean_bar, share_bar};
use crate::experiment::{Digits, Figure, Row, Table};
use crate::measure::statistics::mean;
use crate::scenario::Scenario;

pub(super) fn wins_table(maps: &[&[Vec<Outcome>]; 2], games: &[Scenario]) -> Table {
    let columns = ["map 1 (% won)", "map 2 (% won)"];
    let title = "Fig. 5: games won (the paper's are read off its bars)";
    let mut table = Table::new(title, "movement", Digits::Rounded(0), columns);
    for (m, (name, _, paper)) in MOVEMENTS.iter().enumerate() {
        let figures = maps.iter().zip(paper).map(|(map, paper)| {
            Figure::new(percent(&map[m], |o| o.won)).paper(*paper).within(10.0)
        });
        let opened = [games[m].clone(), games[m + MOVEMENTS.len()].clone()];
        table.rows.push(Row::new(*name, figures.collect()).of(opened));
    }
    table
}

pub(super) fn survivors_table(maps: &[&[Vec<Outcome>]; 2]) -> Table {
    let columns = (0..=7).rev().map(|n| n.to_string());
    let title = "Fig. 6: games by number of survivors (%)";
    let mut table = Table::new(title, "map and movement", Digits::Rounded(1), columns);
    for (n, map) in maps.iter().enumerate() {
        for ((name, ..), results) in MOVEMENTS.iter().zip(*map) {
            let figures =
                (0..=7).rev().map(|s| Figure::new(percent(results, |o| o.survivors == s)));
            table.rows.push(Row::new(format!("map {}, {name}", n + 1), figures.collect()));
        }
    }
    table
}

pub(super) fn points_table(maps: &[&[Vec<Outcome>]; 2]) -> Table {
    let columns = [
        "group, mean HP left",
        "group, most HP left",
        "two towers, mean HP left",
        "two towers, most HP left",
        "HP lost on the way",
    ];
    let title = "Fig. 7: hit points left, and lost before the two towers are first hurt";
    let mut table = Table::new(title, "map and movement", Digits::Rounded(0), columns);
    for (n, map) in maps.iter().enumerate() {
        for ((name, ..), results) in MOVEMENTS.iter().zip(*map) {
            let part = |part: fn(&Outcome) -> f64| results.iter().map(part).collect::<Vec<f64>>();
            let most = |values: &[f64]| values.iter().copied().fold(0.0, f64::max);
            let (group, towers) = (part(|o| o.hit_points), part(|o| o.towers));
            let lost = part(|o| o.lost_on_the_way);
            let figures = [mean(&group), most(&group), mean(&towers), most(&towers), mean(&lost)];
            let figures = figures.map(Figure::new).to_vec();
            table.rows.push(Row::new(format!("map {}, {name}", n + 1), figures));
        }
    }
    table
}

pub(super) fn sew_survivors(results: &[Vec<Outcome>], opened: &[Scenario]) -> Table {
    let columns = (0..=7).rev().map(|n| format!("{n} (%)"));
    let title = "Table I: games by number of survivors, map 3, flock + influence";
    let mut table = Table::new(title, "SEW", Digits::Rounded(1), columns);
    for ((sew, survivors, _), (results, opened)) in SEW.iter().zip(results.iter().zip(opened)) {
        let figures = (0..=7).rev().zip(survivors).map(|(s, paper)| {
            Figure::new(percent(results, |o| o.survivors == s)).paper(*paper).within(5.0)
        });
        let row = Row::new(format!("{sew}"), figures.collect()).of([opened.clone()]);
        table.rows.push(row);
    }
    table
}

pub(super) fn sew_towers(results: &[Vec<Outcome>]) -> Table {
    let columns = ["3 stand", "2 stand", "1 stands", "0 stand", "strong stands", "strong fell"];
    let title = "Table II: games by standing towers (%), map 3";
    let mut table = Table::new(title, "SEW", Digits::Rounded(1), columns);
    for ((sew, _, paper), results) in SEW.iter().zip(results) {
        let ours = [
            percent(results, |o| o.standing.0 == 3),
            percent(results, |o| o.standing.0 == 2),
            percent(results, |o| o.standing.0 == 1),
            percent(results, |o| o.standing.0 == 0),
            percent(results, |o| o.standing.1),
            percent(results, |o| !o.standing.1),
        ];
        let figures = ours
            .iter()
            .zip(paper)
            .map(|(ours, paper)| Figure::new(*ours).paper(*paper).within(5.0));
        table.rows.push(Row::new(format!("{sew}"), figures.collect()));
    }
    table
}

pub(super) fn wins_chart(maps: &[&[Vec<Outcome>]; 2]) -> String {
    let series = maps.iter().enumerate().map(|(n, map)| BarSeries {
        name: format!("map {}", n + 1),
        bars: map
            .iter()
            .map(|results| {
                let won = results.iter().filter(|o| o.won).count() as u64;
                share_bar(won, results.len() as u64)
            })
            .collect(),
    });
    BarChart {
        title: "Games won".into(),
        axis: "%".into(),
        groups: MOVEMENTS.iter().map(|(name, ..)| name.to_string()).collect(),
        series: series.collect(),
    }
    .draw()
}

pub(super) fn points_chart(maps: &[&[Vec<Outcome>]; 2]) -> String {
    let series = maps.iter().enumerate().flat_map(|(n, map)| {
        let bars = |part: fn(&Outcome) -> f64| {
            map.iter()
                .map(|results| mean_bar(&results.iter().map(part).collect::<Vec<_>>()))
                .collect::<Vec<_>>()
        };
        [
            BarSeries { name: format!("group, map {}", n + 1), bars: bars(|o| o.hit_points) },
            BarSeries { name: format!("towers, map {}", n + 1), bars: bars(|o| o.towers) },
        ]
    });
    BarChart {
        title: "Mean hit points left".into(),
        axis: "hit points".into(),
        groups: MOVEMENTS.iter().map(|(name, ..)| name.to_string()).collect(),
        series: series.collect(),
    }
    .draw()
}
