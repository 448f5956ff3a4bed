//! Scenarios and doctrines that arguments name.

use super::names::{missing, unknown};
use super::{Failure, MapArgs, Outcome, PatrolArgs};
use phalanx::scenario::{
    Recording, Scenario, Source, Team, doctrine_from, is_read_once, shipped_named,
};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Loads a scenario from a path or a line of text, or a shipped one by its name.
pub fn load(file: &Path, map: &MapArgs) -> Result<Scenario, Failure> {
    source(file, &PatrolArgs::default(), map, 1)?.load().map_err(Failure::Failed)
}

/// A scenario, or a map with the patrols of a problem file, with a number of ticks per action.
pub fn source(
    file: &Path,
    patrols: &PatrolArgs,
    map: &MapArgs,
    ticks: u32,
) -> Result<Source, Failure> {
    if let Some(run) = line_of(file) {
        if map.are_given() || patrols.scen.is_some() {
            let message = "a run as a line of text takes no options of maps";
            return Err(Failure::Usage(message.into()));
        }
        let scenario = run.map_err(Failure::Failed)?.scenario;
        return Ok(Source::Given(Arc::new(scenario)));
    }
    let options = map.options_for(file)?;
    let named = Source::named(file);
    if let Source::File(path) = &named
        && !path.exists()
        && !is_read_once(path)
    {
        return Err(Failure::Failed(missing(path)));
    }
    let (Some(problems), Some(rounds)) = (patrols.scen.clone(), patrols.patrol) else {
        return Ok(named.with_options(options));
    };
    if matches!(named, Source::Shipped(_)) {
        let name = file.display();
        let message = format!(
            "{name}: --scen is for maps, and this is a shipped scenario; `phalanx convert {name} {name}.map` gives its map"
        );
        return Err(Failure::Usage(message));
    }
    let (map, rules) = (file.into(), patrols.rules(ticks));
    Ok(Source::Patrols { map, problems, rounds, rules, options })
}

/// The run that stands in an argument itself, as a line of text.
fn line_of(argument: &Path) -> Option<Result<Recording, String>> {
    let text = argument.to_str().filter(|text| Recording::is_line(text))?;
    Some(Recording::from_line(text).map_err(|error| error.to_string()))
}

/// The recording that a file or an argument is, if it is one.
pub fn recording(file: &Path) -> Result<Option<Recording>, Failure> {
    if let Some(run) = line_of(file) {
        return run.map(Some).map_err(Failure::Failed);
    }
    let is_file = matches!(Source::named(file), Source::File(_));
    Ok(if is_file { Recording::load(file).transpose()? } else { None })
}

/// The files that a scenario was read from, so that none of them is overwritten.
pub fn files_of(file: &Path, scenario: &Scenario, doctrines: &[String]) -> Vec<PathBuf> {
    let source = match shipped_named(&file.to_string_lossy()) {
        Some(place) if !file.exists() => Source::Shipped(place),
        _ => Source::File(file.into()),
    };
    let mut files = source.files(scenario);
    files.extend(scenario.catalogue.files().map(PathBuf::from));
    files.extend(scenario.directions.file().map(PathBuf::from));
    let texts = doctrines.iter().map(|word| word.rsplit('=').next().unwrap_or(word));
    files.extend(texts.map(PathBuf::from).filter(|file| file.is_file()));
    files
}

/// Sets doctrines, each given as `DOCTRINE` for every team or as `TEAM=DOCTRINE` for one, which takes precedence whatever the
/// order.
pub fn set_doctrines(scenario: &mut Scenario, words: &[String]) -> Outcome {
    let mut given: Vec<Option<&str>> = vec![None; scenario.teams.len()];
    let mut everyone = None;
    for word in words {
        let (team, text) = match team_and_doctrine(word) {
            Some((team, text)) => (Some(place_of(&scenario.teams, team, word)?), text),
            None => (None, word.as_str()),
        };
        let (before, whose) = match team {
            Some(place) => (&mut given[place], format!("{:?} has", scenario.teams[place].name)),
            None => (&mut everyone, "all teams have".to_string()),
        };
        if let Some(before) = before.replace(text) {
            let message =
                format!("{whose} two doctrines, {before:?} and {text:?}; give one of them");
            return Err(Failure::Usage(message));
        }
    }
    for (team, own) in scenario.teams.iter_mut().zip(given) {
        if let Some(text) = own.or(everyone) {
            team.doctrine = doctrine_from(text).map_err(Failure::Usage)?;
        }
    }
    // A doctrine that no team takes is still read, so that a mistake in it is reported.
    everyone.map_or(Ok(()), |text| doctrine_from(text).map(drop).map_err(Failure::Usage))
}

/// The parts of `TEAM=DOCTRINE`. A doctrine as RON and the name of a file may hold a `=`, too.
fn team_and_doctrine(word: &str) -> Option<(&str, &str)> {
    let (team, doctrine) = word.split_once('=')?;
    (!team.contains(['(', '/'])).then_some((team.trim(), doctrine.trim()))
}

fn place_of(teams: &[Team], name: &str, word: &str) -> Result<usize, Failure> {
    let place = teams.iter().position(|team| team.name.eq_ignore_ascii_case(name));
    place.ok_or_else(|| {
        let names: Vec<&str> = teams.iter().map(|team| team.name.as_str()).collect();
        Failure::Usage(format!("--doctrine {word:?}: {}", unknown("team", name, &names)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use phalanx::scenario::shipped;

    fn set(words: &[&str]) -> Result<Vec<String>, String> {
        let mut scenario = shipped()[shipped_named("four-way").unwrap()].load().unwrap();
        let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
        match set_doctrines(&mut scenario, &words) {
            Ok(()) => Ok(scenario.teams.iter().map(|team| team.doctrine.name()).collect()),
            Err(Failure::Usage(message)) => Err(message),
            Err(other) => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_doctrine_of_one_team_counts_more_than_that_of_all() {
        let team =
            shipped()[shipped_named("four-way").unwrap()].load().unwrap().teams[0].name.clone();
        let own = format!("{}=Map Marker", team.to_uppercase());
        for words in [[own.as_str(), "A* per unit"], ["A* per unit", own.as_str()]] {
            let names = set(&words).unwrap();
            assert_eq!((names[0].as_str(), names[1].as_str()), ("Map Marker", "A* per unit"));
        }
        assert!(set(&["A*", "Flock"]).unwrap_err().contains("two doctrines"));
        assert!(set(&[&own, &own]).unwrap_err().contains("two doctrines"));
    }

    #[test]
    fn teams_and_doctrines_that_do_not_exist_are_told_with_those_that_do() {
        let team = set(&["nobody=A*"]).unwrap_err();
        assert!(team.contains("there is no team \"nobody\""), "{team}");
        let doctrine = set(&["Map Maker"]).unwrap_err();
        assert!(doctrine.contains("did you mean \"Map Marker\"?"), "{doctrine}");
    }
}
