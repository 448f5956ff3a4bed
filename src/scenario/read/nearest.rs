//! Which of several names was probably meant.

use strsim::damerau_levenshtein;

/// The name most like `wrong`, if one is similar enough: by letters to insert, delete, exchange or swap with their
/// neighbour, whatever the case.
pub fn nearest<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Names are short; of a longer text the beginning is enough, and the cost stays small.
    const LONGEST: usize = 64;
    let start = |text: &str| text.to_lowercase().chars().take(LONGEST).collect::<String>();
    let length = |text: &str| text.chars().count();
    let wrong = start(wrong);
    names
        .into_iter()
        .map(|name| (start(name), name))
        .map(|(lower, name)| (damerau_levenshtein(&wrong, &lower), length(&lower), name))
        .filter(|(distance, length_of_name, _)| {
            *distance <= 1.max(*length_of_name.max(&length(&wrong)) / 2)
        })
        .min_by_key(|(distance, ..)| *distance)
        .map(|(.., name)| name)
}

/// The end of a sentence about a name that does not exist: what was probably meant, and what there is.
/// Each name stands between two `quote`s.
pub fn choices(wrong: &str, names: &[&str], quote: char) -> String {
    /// More names than this are cut.
    const MAX: usize = 24;
    let quoted = |name: &str| format!("{quote}{name}{quote}");
    let meant = nearest(wrong, names.iter().copied())
        .map_or(String::new(), |name| format!(" (did you mean {}?)", quoted(name)));
    let mut list: Vec<String> = names.iter().take(MAX).map(|name| quoted(name)).collect();
    if names.len() > MAX {
        list.push("another".into());
    }
    match list.as_slice() {
        [] => format!("{meant}; there is none yet"),
        [one] => format!("{meant}; it can only be {one}"),
        [rest @ .., last] => format!("{meant}; it can be {} or {last}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_finger_are_recognised() {
        let names = ["soldier", "scout", "heavy"];
        assert_eq!(nearest("solider", names), Some("soldier"));
        assert_eq!(nearest("SCOUTS", names), Some("scout"));
        assert_eq!(nearest("dragon", names), None);
        assert_eq!(nearest("", names), None);
    }

    #[test]
    fn choices_read_as_the_end_of_a_sentence() {
        assert_eq!(choices("b", &["a", "c"], '`'), " (did you mean `a`?); it can be `a` or `c`");
        assert_eq!(choices("long", &["a"], '"'), "; it can only be \"a\"");
        assert_eq!(choices("long", &[], '"'), "; there is none yet");
    }
}
