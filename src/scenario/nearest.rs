//! Which of several names was probably meant.

/// The name most like `wrong`, if one is like it at all.
pub fn nearest<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = wrong.to_lowercase();
    names
        .into_iter()
        .map(|name| (distance(&lower, &name.to_lowercase()), name))
        .filter(|(d, name)| *d <= 1.max(name.chars().count().max(lower.chars().count()) / 2))
        .min_by_key(|(d, _)| *d)
        .map(|(_, name)| name)
}

/// The end of a sentence about a name that does not exist: what was probably meant, and what there is.
/// Each name stands between two `quote`s.
pub fn choices(wrong: &str, names: &[&str], quote: char) -> String {
    /// A longer list helps nobody.
    const MOST: usize = 24;
    let quoted = |name: &str| format!("{quote}{name}{quote}");
    let meant = nearest(wrong, names.iter().copied())
        .map_or(String::new(), |name| format!(" (did you mean {}?)", quoted(name)));
    let mut list: Vec<String> = names.iter().take(MOST).map(|name| quoted(name)).collect();
    if names.len() > MOST {
        list.push("another".into());
    }
    match list.as_slice() {
        [] => format!("{meant}; there is none yet"),
        [one] => format!("{meant}; it can only be {one}"),
        [rest @ .., last] => format!("{meant}; it can be {} or {last}", rest.join(", ")),
    }
}

/// Number of letters to insert, delete, exchange or swap with their neighbour to make `a` into `b`.
fn distance(a: &str, b: &str) -> usize {
    // Names are short; a longer one is not a slip of the finger, and the table would be large.
    const LONGEST: usize = 64;
    let a: Vec<char> = a.chars().take(LONGEST).collect();
    let b: Vec<char> = b.chars().take(LONGEST).collect();
    let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            table[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let change = usize::from(a[i - 1] != b[j - 1]);
                let mut best = (table[i - 1][j] + 1)
                    .min(table[i][j - 1] + 1)
                    .min(table[i - 1][j - 1] + change);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    best = best.min(table[i - 2][j - 2] + 1);
                }
                best
            };
        }
    }
    table[a.len()][b.len()]
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
