//! How much the results depend on the places: each tower of each map moved by one and by two cells, and other parameters of the
//! flock. Plain presets only.

use super::{
    ATTACK_MAPS, MOVEMENTS, ORANGE, Played, SEW, SPLIT, attack, doctrine, led_by, pass, percent,
    with_sew,
};
use crate::experiment::battles::{paired, repeat, shipped_scenario};
use crate::experiment::seeds::Reported;
use crate::experiment::{Digits, ExperimentError, Figure, Row, Runs, Statement, Table};
use crate::grid::Cell;
use crate::measure::statistics::{Sample, Says, Test};
use crate::scenario::{Doctrine, Order, Place, Scenario};
use crate::steering::{Flocking, Travel};

/// By how much a tower is moved: columns and rows.
const SHIFTS: [(i32, i32); 8] =
    [(-1, 0), (1, 0), (0, -1), (0, 1), (-2, 0), (2, 0), (0, -2), (0, 2)];
/// Games for each place, in a whole run and in a quick one, which takes only some of the places.
const GAMES: [u32; 2] = [10, 1];
const QUICK_EVERY: usize = 5;
/// By how many points the better movement is to win more on average over the places, and in how many of the games the pattern of
/// map 3 is to appear. Ours.
const CLEARLY: f64 = 50.0;

/// A map with every tower moved in every way.
pub(super) struct MovedMap {
    number: usize,
    /// A label, and one list of games for each movement or weight that is compared.
    places: Vec<(String, Vec<Played>)>,
}

/// The movements compared on maps 1 and 2: that which is to win, and that which is to lose.
const COMPARED: [[usize; 2]; 2] = [[1, 0], [3, 1]];

/// Moves one of the towers, and the order to attack it if there is one.
pub(super) fn with_tower(
    mut scenario: Scenario,
    tower: usize,
    (right, down): (i32, i32),
) -> Scenario {
    let at = &mut scenario.units[tower].at;
    let before = *at;
    *at = Cell::new(at.x + right, at.y + down);
    let now = *at;
    for order in &mut scenario.orders {
        if order.order == Order::Attack(Place::At(before)) {
            order.order = Order::Attack(Place::At(now));
        }
    }
    scenario
}

/// Whether a tower covers no cell of another unit.
fn is_free(scenario: &Scenario, tower: usize) -> bool {
    let at = scenario.units[tower].at;
    let covers = |other: Cell| (other.x - at.x).abs() < 2 && (other.y - at.y).abs() < 2;
    scenario.units.iter().enumerate().all(|(n, unit)| n == tower || !covers(unit.at))
}

/// Every place of every tower of a map, with a label.
fn places(map: &Scenario, quick: bool) -> Vec<(String, Scenario)> {
    let towers = map.units.iter().enumerate().filter(|(_, unit)| unit.team == ORANGE);
    let moved = towers.flat_map(|(tower, unit)| {
        SHIFTS.map(|shift| {
            let label = format!("{} {} by {shift:?}", unit.kind.name, tower + 1);
            (label, tower, with_tower(map.clone(), tower, shift))
        })
    });
    let fit = moved.filter(|(_, tower, scenario)| is_free(scenario, *tower));
    fit.step_by(if quick { QUICK_EVERY } else { 1 })
        .map(|(label, _, scenario)| (label, scenario))
        .collect()
}

/// The three maps with every tower moved.
pub(super) fn plan(seed: u64, quick: bool) -> Result<Runs<Vec<MovedMap>>, ExperimentError> {
    let seeds = SPLIT.reported(seed, GAMES[usize::from(quick)]);
    let mut maps = Vec::new();
    for (number, file) in (1..).zip(ATTACK_MAPS.into_iter().chain(["29-glest-3"])) {
        let map = shipped_scenario(file)?;
        let mut runs = Vec::new();
        for (label, scenario) in places(&map, quick) {
            let title = |with: &str| format!("Glest map {number}: {with}, {label}");
            let mut games = Vec::new();
            if number == 3 {
                for (sew, ..) in SEW {
                    let doctrine = with_sew(doctrine("Flock + influence", false)?, sew);
                    games.push(led_by(&scenario, doctrine, title(&format!("SEW {sew}"))));
                }
            } else {
                for movement in COMPARED[number - 1] {
                    let (name, preset, _) = MOVEMENTS[movement];
                    games.push(led_by(&scenario, doctrine(preset, false)?, title(name)));
                }
            }
            let play = if number == 3 { pass } else { attack };
            let played = repeat("towers moved", games, &seeds, play);
            runs.push(played.map(move |played| (label, played)));
        }
        maps.push(Runs::all(runs).map(move |places| MovedMap { number, places }));
    }
    Ok(Runs::all(maps))
}

/// In how many of the games the paper's pattern of map 3 appears, in percent, by weight: SEW 4, 8 and 12.
fn patterns(games: &[Played]) -> Vec<f64> {
    let [four, eight, twelve] = games else { return Vec::new() };
    vec![
        percent(four, |o| o.standing.0 < 3 && o.standing.1),
        percent(eight, |o| o.standing == (3, false)),
        percent(twelve, |o| o.reached == 7 && o.standing == (3, true)),
    ]
}

impl MovedMap {
    /// The shares of each place, in percent: games won by the movements compared, or games with the patterns of map 3.
    fn shares(&self, games: &[Played]) -> Vec<f64> {
        if self.number == 3 {
            patterns(games)
        } else {
            games.iter().map(|played| percent(played, |o| o.won)).collect()
        }
    }

    pub fn table(&self) -> Table {
        let columns: Vec<String> = match self.number {
            3 => vec![
                "SEW 4: the three attacked (%)".into(),
                "SEW 8: only the strong tower falls (%)".into(),
                "SEW 12: all pass (%)".into(),
            ],
            n => COMPARED[n - 1].map(|m| format!("{} (% won)", MOVEMENTS[m].0)).to_vec(),
        };
        let title = format!("Map {}, each tower moved by one or two cells (ours)", self.number);
        let mut table = Table::new(title, "moved", Digits::Rounded(0), columns);
        for (label, games) in &self.places {
            let figures = self.shares(games).into_iter().map(Figure::new).collect();
            let row = Row::new(label.clone(), figures);
            table.rows.push(row.of(games.iter().map(Played::first_run)));
        }
        table
    }

    /// Whether the map's main result survives; one place is one value.
    pub fn claim(&self) -> Statement {
        let shares: Vec<Vec<f64>> =
            self.places.iter().map(|(_, games)| self.shares(games)).collect();
        let kept = |shares: &&Vec<f64>| match shares.as_slice() {
            [better, worse] => better - worse > CLEARLY,
            all => all.iter().all(|share| *share > CLEARLY),
        };
        let told = format!(
            "the result appears clearly at {} of {} places",
            shares.iter().filter(kept).count(),
            shares.len()
        );
        if let Some([better, worse]) = COMPARED.get(self.number - 1) {
            let (better, worse) = (MOVEMENTS[*better].0, MOVEMENTS[*worse].0);
            let pairs = shares.iter().filter_map(|s| Some((*s.first()?, *s.get(1)?))).collect();
            let quantity = format!("games won, {better} less {worse}, one value for each place");
            return Statement::tested(
                format!(
                    "Robustness, map {}: with each tower moved by one or two cells {better} still wins clearly more than {worse}.",
                    self.number
                ),
                [Test::new(quantity, "points", Sample::Means(pairs), Says::Above(CLEARLY))],
                told,
            );
        }
        let of = |weight: usize, what: &str| {
            let values = shares.iter().filter_map(|s| s.get(weight).copied()).collect();
            let quantity = format!("{what}, one value for each place");
            Test::new(quantity, "% of games", Sample::Mean(values), Says::Above(CLEARLY))
        };
        Statement::tested(
            "Robustness, map 3: with each tower moved by one or two cells the three weights still lead to the three, to the strong one, and past all.",
            [
                of(0, "SEW 4: the three are attacked"),
                of(1, "SEW 8: only the strong tower falls"),
                of(2, "SEW 12: all pass"),
            ],
            told,
        )
    }
}

/// Other parameters of the flock: a name, and what it changes.
type Change = (&'static str, fn(&mut Flocking));

const PARAMETERS: [Change; 6] = [
    ("view angle 45", |flock| flock.view_angle = 45.0),
    ("view angle 180", |flock| flock.view_angle = 180.0),
    ("separation weight 1.5", |flock| flock.separation_weight = 1.5),
    ("separation weight 6", |flock| flock.separation_weight = 6.0),
    ("separation distance 2", |flock| flock.separation_distance = 2.0),
    ("separation distance 6", |flock| flock.separation_distance = 6.0),
];
/// Maximum number of games for each of them.
const MAX_GAMES: u32 = 100;
/// Shares within this many points of each other are the same result. Ours.
const SAME: f64 = 15.0;

/// The flock on maps 1 and 2, first with the parameters of the paper, then with others.
pub(super) fn plan_parameters(seeds: &Reported) -> Result<Runs<Vec<Vec<Played>>>, ExperimentError> {
    let mut maps = Vec::new();
    for (number, file) in (1..).zip(ATTACK_MAPS) {
        let map = shipped_scenario(file)?;
        let preset = doctrine("Flock", false)?;
        let usual: Change = ("the paper's parameters", |_| ());
        let games: Vec<Scenario> = std::iter::once(usual)
            .chain(PARAMETERS)
            .map(|(name, change)| {
                let doctrine = changed(preset, change);
                led_by(&map, doctrine, format!("Glest map {number}: flock, {name}"))
            })
            .collect();
        maps.push(repeat("parameters of the flock", games, &seeds.at_most(MAX_GAMES), attack));
    }
    Ok(Runs::all(maps))
}

fn changed(mut doctrine: Doctrine, change: fn(&mut Flocking)) -> Doctrine {
    if let Travel::Flocking(flock) = &mut doctrine.travel {
        change(flock);
    }
    doctrine
}

/// "This scenario is quite robust because different flock parameter settings do not change the result" (Section V.A).
pub(super) fn parameters(maps: &[Vec<Played>]) -> (Table, Statement) {
    let columns = ["map 1 (% won)", "map 2 (% won)"];
    let title = "Section V.A: other parameters of the flock";
    let mut table = Table::new(title, "flock", Digits::Rounded(0), columns);
    let names = std::iter::once("the paper's").chain(PARAMETERS.map(|(name, _)| name));
    for (place, name) in names.enumerate() {
        let played = maps.iter().filter_map(|map| map.get(place));
        let figures = played.clone().map(|p| Figure::new(percent(p, |o| o.won))).collect();
        table.rows.push(Row::new(name, figures).of(played.map(Played::first_run)));
    }
    let tests = (1..).zip(maps).flat_map(|(number, map): (usize, _)| {
        let others = map.iter().skip(1).zip(PARAMETERS);
        others.map(move |(other, (name, _))| {
            let pairs = paired(other, &map[0], |o| o.won);
            let quantity = format!("map {number}, games won, {name} less the paper's");
            Test::new(quantity, "points", Sample::Shares(pairs), Says::Between(-SAME, SAME))
        })
    });
    let claim = Statement::tested(
        "Section V.A: other parameters of the flock do not change the result of maps 1 and 2.",
        tests,
        "",
    );
    (table, claim)
}
