//! The list of cards, read and checked.

use super::DataFile;
use super::card::{Card, read_card};
use super::subjects::Subject;
use std::sync::LazyLock;

macro_rules! card_files {
    ($($name:literal,)+) => {
        &[$(DataFile {
            name: $name,
            text: include_str!(concat!("../../assets/cards/", $name, ".md")),
        },)+]
    };
}

/// The files of the cards, in the order in which they are listed.
pub const CARD_FILES: &[DataFile] = card_files![
    "a-star",
    "greedy",
    "local-repair",
    "sectors",
    "whca",
    "jump-point",
    "map-marker",
    "direction-map",
    "influence",
    "congestion",
    "follow-path",
    "flocking",
    "orca",
    "flow-field",
    "hold",
    "boids",
    "potential-field",
    "mixed",
    "traffic",
    "planned-paths",
    "why-this-way",
    "split-groups",
    "visited-nodes",
    "occupancy",
    "regions",
    "price-difference",
    "steering-terms",
    "sight-and-range",
    "standing-still",
    "hard-stops",
    "cohesion",
    "separation",
    "coherence",
    "spread",
    "path-length",
    "unit-counts",
    "fights",
    "patrol-cost",
    "planning-work",
    "decision-time",
    "tick-time",
];

/// The cards that come with the program. A file with an error is left out; tests read every file.
pub fn cards() -> &'static [Card] {
    static CARDS: LazyLock<Vec<Card>> = LazyLock::new(|| {
        CARD_FILES.iter().filter_map(|file| read_card(file.text, file.name).ok()).collect()
    });
    &CARDS
}

/// The card with a name, which is that of its file.
pub fn card_named(name: &str) -> Option<&'static Card> {
    cards().iter().find(|card| card.name == name)
}

/// The card about a subject, such as `layer/markers`.
pub fn card_of(subject: &str) -> Option<&'static Card> {
    let (kind, key) = subject.split_once('/')?;
    let is = |known: &Subject| known.kind.word() == kind && known.key == key;
    cards().iter().find(|card| card.subjects.iter().any(is))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::subjects;

    #[test]
    fn every_card_in_the_folder_is_shipped_and_reads_without_error() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/cards");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        files.sort();
        let mut shipped: Vec<String> =
            CARD_FILES.iter().map(|f| format!("{}.md", f.name)).collect();
        shipped.sort();
        assert_eq!(files, shipped);
        for file in CARD_FILES {
            read_card(file.text, file.name).unwrap_or_else(|error| panic!("{error}"));
        }
        assert_eq!(cards().len(), CARD_FILES.len());
    }

    #[test]
    fn every_algorithm_layer_overlay_and_number_has_one_card() {
        let mut missing = Vec::new();
        for subject in subjects() {
            let about = cards().iter().filter(|card| card.subjects.contains(&subject)).count();
            assert!(about <= 1, "{} has {about} cards", subject.name());
            if about == 0 {
                missing.push(subject.name());
            }
        }
        assert!(missing.is_empty(), "without a card: {missing:?}");
    }

    #[test]
    fn ideas_are_short() {
        for card in cards() {
            let sentences: String = format!("{:?}", card.idea);
            let count = sentences.matches(". ").count() + 1;
            assert!(count <= 3 && card.idea.len() == 1, "{}: {count} sentences", card.name);
        }
    }
}
