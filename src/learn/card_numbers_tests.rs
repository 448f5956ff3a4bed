//! The numbers in the formulas of cards are those of the program.

use crate::learn::{CARD_FILES, LESSON_FILES};
use crate::measure::movement::NEAR_WITHIN;
use crate::measure::separation::SEPARATED;
use crate::planning::{Congestion, Directions, Influence, Markers, Whca};
use crate::scenario::preset_named;
use crate::search::DIAGONAL_LENGTH;
use crate::sim::TICKS_PER_SECOND;
use crate::steering::{Flocking, Orca};

/// Numbers that belong to a formula itself: an exponent, a mean of two, the eight neighbours, a numbered list.
const OF_THE_FORMULA: &[(&str, &[&str])] = &[
    ("coherence", &["2"]),
    ("cohesion", &["8"]),
    ("direction-map", &["0.25", "2", "1", "0.5"]),
    ("hard-stops", &["1"]),
    ("influence", &["100", "1"]),
    ("map-marker", &["1"]),
    ("path-length", &["1"]),
    // `steering::potential_field::SIDE`; its tests fix it.
    ("potential-field", &["11"]),
    ("sectors", &["1", "2", "3"]),
    ("spread", &["2"]),
    ("whca", &["1"]),
];

/// What cards say, with the numbers of the program.
fn statements() -> Vec<(&'static str, String)> {
    let (markers, flock, orca) = (Markers::default(), Flocking::default(), Orca::default());
    let (congestion, influence) = (Congestion::default(), Influence::default());
    let w_max = Directions::default().w_max;
    vec![
        ("map-marker", format!("marker * factor ({:.2})", markers.factor)),
        ("map-marker", format!("(factor + {:.2})", markers.neighbour_increment)),
        ("map-marker", format!("the cap ({:.2})", markers.cap)),
        ("map-marker", format!("a factor of at least {:.2}", markers.neighbour_floor)),
        ("congestion", format!("standing ({:.0})", congestion.standing)),
        ("congestion", format!("oncoming ({:.0})", congestion.oncoming)),
        ("direction-map", format!("`w_max`: {w_max:.0}.")),
        ("influence", format!("/ {:.0},", influence.scale)),
        ("influence", format!("limited to -{0:.0} .. {0:.0}", influence.bound)),
        (
            "flocking",
            format!(
                "weights {:.0}, {:.0}, {:.0}",
                flock.reference_weight, flock.cohesion_weight, flock.separation_weight
            ),
        ),
        ("orca", format!("At most {} neighbours", orca.most_neighbours)),
        ("orca", format!("a time horizon of {} s", orca.time_horizon)),
        ("whca", format!("the window ({} steps)", Whca::default().window)),
        ("path-length", format!("diagonal step {DIAGONAL_LENGTH:.3}")),
        ("standing-still", format!("more than {NEAR_WITHIN:.0} cells")),
        ("separation", format!("D >= {:.0} cells", SEPARATED)),
        ("tick-time", format!("{} ticks in a second", TICKS_PER_SECOND)),
        ("tick-time", format!("{:.0} ms", (1000.0 / f64::from(TICKS_PER_SECOND)).floor())),
    ]
}

fn text_of(card: &str) -> &'static str {
    CARD_FILES.iter().find(|file| file.name == card).expect("a card").text
}

#[test]
fn cards_state_the_numbers_of_the_program() {
    for (card, statement) in statements() {
        assert!(text_of(card).contains(&statement), "{card} does not say \"{statement}\"");
    }
}

#[test]
fn every_number_in_a_formula_is_one_of_the_program_or_of_the_formula() {
    for file in CARD_FILES {
        let (_, formula) = file.text.split_once("## Formula\n").unwrap();
        let (formula, _) = formula.split_once("\n## ").unwrap();
        let mut rest = formula.to_owned();
        for (_, statement) in statements().iter().filter(|(card, _)| *card == file.name) {
            rest = rest.replace(statement.as_str(), "");
        }
        let known = OF_THE_FORMULA.iter().find(|(card, _)| *card == file.name);
        let known = known.map_or(&[][..], |(_, numbers)| numbers);
        let numbers = rest.split(|c: char| !c.is_ascii_digit() && c != '.');
        let numbers = numbers.map(|number| number.trim_matches('.')).filter(|n| !n.is_empty());
        for number in numbers {
            assert!(known.contains(&number), "{}: {number} is checked nowhere", file.name);
        }
    }
}

#[test]
fn cards_and_lessons_state_the_numbers_of_presets() {
    let influence = preset_named("Influence").unwrap().doctrine.layers.influence.unwrap();
    let reach = format!("reach {} times their sight", influence.building_reach);
    assert!(text_of("influence").contains(&reach), "{reach}");
    let lesson = |name: &str| LESSON_FILES.iter().find(|file| file.name == name).unwrap().text;
    let markers = preset_named("Map Marker").unwrap().doctrine.layers.markers.unwrap();
    let by = format!("by {:.2}", markers.factor);
    assert!(lesson("1-boulder").contains(&by), "{by}");
    let most = format!("up to {:.1} times as much", influence.bound.exp());
    assert!(lesson("6-influence").contains(&most), "{most}");
}
