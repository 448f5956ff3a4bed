//! Scenarios and doctrines that arguments name.

use super::{Failure, MapArgs, Outcome, PatrolArgs};
use phalanx::scenario::{Scenario, Source, doctrine_from};
use std::path::Path;

/// Loads a scenario from a path, or a shipped one by its name.
pub fn load(file: &Path, map: &MapArgs) -> Result<Scenario, Failure> {
    let options = map.options_for(file)?;
    Source::named(file).with_options(options).load().map_err(Failure::Failed)
}

/// A scenario, or a map with the patrols of a problem file, with a number of ticks per action.
pub fn source(
    file: &Path,
    patrols: &PatrolArgs,
    map: &MapArgs,
    ticks: u32,
) -> Result<Source, Failure> {
    let options = map.options_for(file)?;
    Ok(match (patrols.scen.clone(), patrols.patrol) {
        (Some(problems), Some(rounds)) => {
            let (map, rules) = (file.into(), patrols.rules(ticks));
            Source::Patrols { map, problems, rounds, rules, options }
        }
        _ => Source::named(file).with_options(options),
    })
}

/// Sets doctrines, each given as `DOCTRINE` for every team or as `TEAM=DOCTRINE` for one.
pub fn set_doctrines(scenario: &mut Scenario, words: &[String]) -> Outcome {
    for word in words {
        let of_team = word.split_once('=').and_then(|(team, doctrine)| {
            let place = scenario.teams.iter().position(|t| t.name.eq_ignore_ascii_case(team))?;
            Some((place, doctrine))
        });
        let (team, text) = of_team.map_or((None, word.as_str()), |(t, d)| (Some(t), d));
        let doctrine = doctrine_from(text).map_err(Failure::Usage)?;
        for (place, of) in scenario.teams.iter_mut().enumerate() {
            if team.is_none_or(|team| team == place) {
                of.doctrine = doctrine;
            }
        }
    }
    Ok(())
}
