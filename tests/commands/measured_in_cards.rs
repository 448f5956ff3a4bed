//! Numbers that cards report from shipped scenarios are measured again.

use phalanx::learn::CARD_FILES;
use phalanx::scenario::{preset_named, shipped, shipped_named};
use phalanx::sim::{Numbers, Simulation, TICKS_PER_SECOND};

fn card(name: &str) -> &'static str {
    CARD_FILES.iter().find(|file| file.name == name).expect("a card").text
}

fn run(scenario: &str, preset: &str, ticks: u64) -> Numbers {
    let mut scenario = shipped()[shipped_named(scenario).unwrap()].load().unwrap();
    let doctrine = preset_named(preset).unwrap().doctrine;
    scenario.teams.iter_mut().for_each(|team| team.doctrine = doctrine);
    let mut simulation = Simulation::new(&scenario);
    simulation.run_until_arrived(ticks);
    simulation.numbers()
}

fn says(name: &str, statement: &str) {
    assert!(card(name).contains(statement), "{name} does not say \"{statement}\"");
}

#[test]
fn the_boulder_has_the_lengths_and_cohesions_that_cards_name() {
    let [plain, marked] =
        ["A*", "Map Marker"].map(|preset| run("12-map-marker-boulder", preset, 1));
    let lengths = [&plain, &marked].map(|numbers| format!("{:.2} cells", numbers.average_length));
    let [plain_length, marked_length] = lengths;
    says("path-length", &format!("Boulder, {plain_length} with A*, {} with", &marked_length[..5]));
    let statement = format!("Boulder: {:.1} with A*, {:.1} with", plain.cohesion, marked.cohesion);
    says("cohesion", &statement);
}

#[test]
fn the_bottleneck_and_the_corridor_have_the_numbers_that_cards_name() {
    let [plain, traffic] =
        ["A*", "A* with traffic"].map(|preset| run("02-bottleneck", preset, 4000));
    let statement =
        format!("{} with A*, {} with the rules of traffic", plain.hard_stops, traffic.hard_stops);
    says("hard-stops", &statement);
    let seconds =
        |numbers: Numbers| numbers.all_arrived_at.unwrap() as f64 / f64::from(TICKS_PER_SECOND);
    let later = seconds(traffic) - seconds(plain);
    assert!((0.3..0.75).contains(&later), "\"half a second later\": {later}");
    let [without, with] =
        ["A*", "A* with traffic"].map(|preset| seconds(run("03-corridor-1", preset, 6000)));
    says("traffic", &format!("without the rules {without:.0} s, with them {with:.0} s"));
}
