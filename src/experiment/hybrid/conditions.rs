//! The same games with weaker and stronger opponents, and with units that stand for a while after each shot.

use super::{Game, MARINES, Tally, play_game};
use crate::experiment::battles::repeat;
use crate::experiment::{Digits, Figure, Progress, Row, Settings, Table, Trouble};
use crate::scenario::{Doctrine, Scenario};

/// Marines of the opponent.
const STRENGTHS: [usize; 3] = [10, 12, 14];
/// Seconds for which units stand after each shot.
const STOPS: [f64; 4] = [0.0, 0.1, 0.2, 0.3];

type Controllers = [(&'static str, Doctrine)];

/// Games won on all maps together, by row and controller.
fn play_all(
    rows: &[Vec<Game>],
    maps: usize,
    games_each: u32,
    settings: &Settings,
    progress: &Progress,
) -> Result<Vec<Vec<f64>>, Trouble> {
    rows.iter()
        .map(|games| {
            let endings = repeat(games, (settings.seed, games_each), progress, play_game)?;
            let tallies = endings.chunks_exact(maps).map(|controller| {
                Tally::sum(controller.iter().map(|endings| Tally::of(endings))).percent()
            });
            Ok(tallies.collect())
        })
        .collect()
}

fn table(
    title: &str,
    corner: &str,
    controllers: &Controllers,
    rows: impl Iterator<Item = (String, Vec<f64>)>,
) -> Table {
    let columns = controllers.iter().map(|(name, _)| format!("{name} (% won)"));
    let mut table = Table::new(title, corner, Digits::Rounded(0), columns);
    for (name, won) in rows {
        table.rows.push(Row::new(name, won.into_iter().map(Figure::new).collect()));
    }
    table
}

fn games(controllers: &Controllers, maps: &[Scenario], change: impl Fn(&mut Game)) -> Vec<Game> {
    let mut games = Vec::new();
    for (_, doctrine) in controllers {
        for map in maps {
            let mut game = Game::new(map, [*doctrine, Doctrine::default()]);
            change(&mut game);
            games.push(game);
        }
    }
    games
}

/// How many games that is.
fn count(rows: &[Vec<Game>], games_each: u32) -> usize {
    rows.iter().map(Vec::len).sum::<usize>() * games_each as usize
}

/// Twelve marines, two medics and two tanks against a plain opponent with fewer and with more marines.
pub(super) fn strengths_table(
    controllers: &Controllers,
    maps: &[Scenario],
    games_each: u32,
    settings: &Settings,
    progress: &Progress,
) -> Result<Table, Trouble> {
    let rows = STRENGTHS.map(|marines| games(controllers, maps, |game| game.marines = marines));
    progress.begin(count(&rows, games_each), "stronger and weaker opponents");
    let won = play_all(&rows, maps.len(), games_each, settings, progress)?;
    let names = STRENGTHS.iter().map(|marines| format!("{marines} against {MARINES} marines"));
    let title = "Strength of the opponent (ours), all four maps together";
    Ok(table(title, "opponent", controllers, names.zip(won)))
}

/// Both sides stand for a while after each shot, as units in some games do.
pub(super) fn stops_table(
    controllers: &Controllers,
    maps: &[Scenario],
    games_each: u32,
    settings: &Settings,
    progress: &Progress,
) -> Result<Table, Trouble> {
    let stand = |stop| move |game: &mut Game| game.scenario.rules.stop_after_attack = stop;
    let rows = STOPS.map(|stop| games(controllers, maps, stand(stop)));
    progress.begin(count(&rows, games_each), "stops after shots");
    let won = play_all(&rows, maps.len(), games_each, settings, progress)?;
    let names = STOPS.iter().map(|stop| format!("{stop} s"));
    let title = "Standing after each shot (ours), all four maps together";
    Ok(table(title, "stop", controllers, names.zip(won)))
}
