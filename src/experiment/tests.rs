use super::*;

#[test]
fn experiments_have_different_names_and_say_what_they_are() {
    for (place, experiment) in EXPERIMENTS.iter().enumerate() {
        let same = EXPERIMENTS[..place].iter().find(|e| e.name == experiment.name);
        assert!(same.is_none(), "{} twice", experiment.name);
        let word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(experiment.name.chars().all(word), "{}", experiment.name);
        assert!(experiment.about.ends_with('.') && !experiment.paper.is_empty());
    }
}
