//! `hybrid`: Tables I to IV and Figs. 2 to 4 of Hybrid Pathfinding in StarCraft.
//!
//! J. Hagelbäck, "Hybrid Pathfinding in StarCraft", IEEE Transactions on Computational Intelligence and AI in Games 8(4), 2016:
//! squads led by A* only, by the hybrid with a potential field and by the hybrid with boids, against a plain opponent on four
//! maps; then the two hybrids against each other; the time per decision over whole games; and how squads surround a building.
//!
//! Differs: the paper plays whole games of StarCraft against the built-in player on four of the game's maps. Here equal squads
//! of mixed Terran units meet on four maps of our own, and the opponent attack-moves along A* paths.

mod claims;
mod conditions;
mod costs;
mod games;
mod notes_from;
mod surround;
mod tables;
mod variants;

use super::battles::{repeat, shipped_scenario};
use super::seeds::{Reported, Split};
use super::{Experiment, ExperimentError, Report, Runs, Settings};
use crate::scenario::Scenario;
use games::{Game, GameEnd, Leader, Tally, first_game};
use variants::{BOIDS, BOIDS_PRINTED, FIELD, FIELD_PRINTED};

/// The entry of the list.
pub const EXPERIMENT: Experiment = Experiment {
    name: "hybrid",
    paper: "J. Hagelbäck, Hybrid Pathfinding in StarCraft, Tables I to IV, Figs. 2 to 4",
    about: "Squads led by A*, hybrid potential field and hybrid boids against a plain opponent and each other.",
    plan,
};

/// Name, scenario, and the wins that the paper prints for the map that this one stands for, in percent.
const MAPS: [(&str, &str, [f64; 3]); 4] = [
    ("open (Fading Realm)", "23-hybrid-open", [96.0, 98.0, 98.0]),
    ("rocks (Destination)", "24-hybrid-rocks", [98.0, 100.0, 100.0]),
    ("chokes (Fortress)", "25-hybrid-chokes", [50.0, 66.0, 68.0]),
    ("maze (Empire of the Sun)", "26-hybrid-maze", [72.0, 86.0, 88.0]),
];
/// What the paper prints below, for all maps.
const TOTALS: [f64; 3] = [79.0, 88.0, 89.0];
/// Games on all maps together behind those percentages.
const PAPER_GAMES: u64 = 200;
/// Wins of the potential field against boids, by map.
const HEAD_TO_HEAD: [f64; 4] = [60.0, 60.0, 50.0, 50.0];
/// Longest game, in seconds. Most end within one minute.
const MAX_SECONDS: u32 = 180;

/// The retreat of the potential field was chosen on these.
const SPLIT: Split = Split { tuned: &[(9001..=9200, "how far the potential field retreats")] };

/// Games between the two hybrids, by map, as the field won them; and the first of each.
struct Duel {
    tallies: Vec<Tally>,
    /// How every game ended, by map and seed.
    ends: Vec<Vec<GameEnd>>,
    games: Vec<Scenario>,
}

impl Duel {
    fn all(&self) -> Tally {
        Tally::sum(self.tallies.iter().copied())
    }
}

fn plan(settings: &Settings) -> Result<Runs<Report>, ExperimentError> {
    let games_each = settings.repetitions_or(50, 10);
    let mut report = Report::new(&EXPERIMENT, settings, games_each);
    notes(&mut report);
    let maps: Vec<Scenario> =
        MAPS.iter().map(|(_, file, _)| shipped_scenario(file)).collect::<Result<_, _>>()?;
    let leaders = variants::leaders()?;
    let times = |count| SPLIT.reported(settings.seed, count);
    let duels_each = times(if settings.quick { games_each } else { games_each.max(10) });
    let conditions_each = times(if settings.quick { games_each.min(2) } else { games_each });
    let runs = variants::play_all(&leaders, &maps, &times(games_each))
        .and(costs::measure(&leaders, &maps, &times(costs::GAMES)))
        .and(play_duel([&leaders[FIELD], &leaders[BOIDS]], &maps, &duels_each))
        .and(play_duel([&leaders[FIELD_PRINTED], &leaders[BOIDS_PRINTED]], &maps, &duels_each))
        .and(surround::measure_all(&leaders, &times(games_each))?)
        .and(conditions::play(&leaders, &maps, &conditions_each));
    Ok(runs.map(|(((((wins, costs), plain), printed), surroundings), conditions)| {
        report.tables.push(tables::wins(&wins));
        report.tables.push(tables::tests(&wins));
        report.tables.push(tables::tests_as_printed(&wins));
        report.tables.push(costs::table(&costs));
        report.tables.push(tables::duels(&plain, &printed));
        report.tables.push(surround::table(&surroundings));
        report.tables.push(variants::table(&wins, &MAPS.map(|(name, ..)| name)));
        let conditions = conditions.with_table_1(&wins);
        report.tables.extend(conditions::tables(&conditions, &wins.leaders));

        notes_from::retreat(&mut report, &wins);
        notes_from::conditions(&mut report, &conditions);
        let mut claims = Vec::new();
        claims::wins(&mut claims, &wins, &conditions);
        claims::gap(&mut claims, &wins);
        claims::standing(&mut claims, &conditions);
        claims::program(&mut claims, &wins);
        claims::duel(&mut claims, &plain, &printed);
        claims::surround(&mut claims, &surroundings);
        claims::costs(&mut claims, &costs);
        report.judge(claims);
        report.picture("wins", tables::chart(&wins));
        report
    }))
}

/// Two hybrids against each other on every map.
fn play_duel([first, second]: [&Leader; 2], maps: &[Scenario], seeds: &Reported) -> Runs<Duel> {
    let games: Vec<Game> = maps.iter().map(|map| Game::new(map, first, second)).collect();
    repeat("potential field against boids", games, seeds, Game::play).map(|played| Duel {
        tallies: played.iter().map(|game| Tally::of(&game.results)).collect(),
        ends: played.iter().map(|game| game.results.clone()).collect(),
        games: played.iter().map(first_game).collect(),
    })
}

fn notes(report: &mut Report) {
    report.note(
        "The maps are ours: two simple ones instead of the paper's two-player maps, two with chokes and several routes instead of \
         its four-player maps. Each side has twelve marines, two medics and two siege tanks. Leaders change sides from game to game: with an odd seed \
         the leader of the row has the eastern side. A row opens its first game on each map.",
    );
    report.note(
        "Against equal squads and a plain opponent A* wins about half of its games; the paper's bot also beat the built-in player by what it \
         built. So the percentages differ, and only the comparison between the leaders can be tested.",
    );
    report.note(
        "Shooting comes before moving: the engage rule moves a unit only while its weapon cools down or no enemy is in range. Squads patrol between the bases, \
         and a unit that is ready to shoot for 2 s and gets no nearer to any enemy follows its path again; both rules are ours and prevent draws. Draws count as not won.",
    );
    report.note(
        "The paper does not say when a unit retreats; it says how far: a little more than the range of the enemy's weapon. \"Hybrid potential field\" retreats during every cooldown and two cells \
         further than that (chosen on the seeds from 9001 and 9101 on, after trying half a cell to three cells; the depth of the field is that of the author's program). \
         \"... as printed\" never retreats because of a cooldown. \"... of the program\" retreats like the author's published program: from 20 frames (0.84 s) of cooldown on and over 80 tiles. \
         \"... 0.2 s\" is what this program did before. Boids as printed keep away from enemies within the range of their own weapon, and so retreat during every cooldown.",
    );
    report.note(
        "The paper's results are not reproduced here. They depend on how long a unit stands after a shot, which the paper does not print, and on the opponent. What of them \
         appears without any standing time, what is left of it with some, and what the constants of the author's published program give, is tested separately: see the claims \
         about standing after each shot and about the program.",
    );
    report.note(
        "Table II: the paper's text counts 175 wins of the potential field and 178 of boids, its Table I adds up to 175 and 177, its totals are 88 and 89 %. Its p of 0.38 belongs to \
         176 and 178 (or 175 and 177); 175 and 178 give 0.32.",
    );
    report.parameter("squad", "12 Marine, 2 Medic, 2 Siege tank");
    report.parameter("seeds that something was tuned on, not reported", SPLIT.told());
}
