//! Names as people write them, made from the names in files.
//!
//! A file says `AStar`, `PlanAnew` or `look_ahead`; panels, tooltips and legends say "A*", "Plan again" and "look ahead".

/// Names whose words cannot be made from their letters.
const KNOWN: &[(&str, &str)] = &[
    ("AStar", "A*"),
    ("Whca", "WHCA*"),
    ("LocalRepair", "Local repair A*"),
    ("JumpPoint", "Jump point search"),
    ("Orca", "ORCA"),
    ("Hold", "No positioning"),
    ("PlanAnew", "Plan again"),
    ("Paper", "As in the paper"),
    ("DistanceToTarget", "Nearest to target first"),
    ("DistanceToCentre", "Nearest to centre first"),
    ("EnemyWeapon", "Range of the enemy"),
    ("map-marker-parameters", "Map Marker: parameters"),
    ("marker-cohesion", "Marker cohesion"),
    ("starcraft-maps", "StarCraft maps"),
    ("direction-maps", "Direction maps"),
    ("ambush", "Ambush"),
    ("hybrid", "Hybrid fields and boids"),
    ("glest", "Glest: influence"),
    ("movement", "Movement benchmark"),
    ("sew", "SEW"),
    ("w_max", "cost against (w max)"),
    ("alpha", "learning (alpha)"),
    ("beta", "neighbours (beta)"),
];

/// The words for a name in a file: `FollowPath` is "Follow path", `look_ahead` is "look ahead".
///
/// ```
/// assert_eq!(phalanx::words::in_words("AStar"), "A*");
/// assert_eq!(phalanx::words::in_words("FollowPath"), "Follow path");
/// assert_eq!(phalanx::words::in_words("look_ahead"), "look ahead");
/// ```
pub fn in_words(name: &str) -> String {
    if let Some((_, words)) = KNOWN.iter().find(|(known, _)| *known == name) {
        return (*words).into();
    }
    let mut words = String::with_capacity(name.len() + 4);
    for letter in name.chars() {
        match letter {
            '_' | '-' => words.push(' '),
            _ if letter.is_uppercase() && !words.is_empty() => {
                words.push(' ');
                words.extend(letter.to_lowercase());
            }
            _ => words.push(letter),
        }
    }
    words
}

/// The text with a capital letter at its beginning.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// A large number with thin spaces between thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push('\u{2009}');
        }
        text.push(digit);
    }
    text
}

/// A number of things: "1 path", "2 paths". `thing` is the word for one of them; it gets an "s" for others.
pub fn count(number: impl Into<u64>, thing: &str) -> String {
    match number.into() {
        1 => format!("1 {thing}"),
        number => format!("{} {thing}s", grouped(number)),
    }
}

/// How many cells a unit of length of the papers has, if it is one: pixels and walk tiles of StarCraft. Panels write all
/// lengths in cells.
pub fn cells_per(unit: &str) -> Option<f64> {
    match unit {
        "pixels" => Some(1.0 / 32.0),
        "tiles" => Some(1.0 / 4.0),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_words() {
        for (name, words) in [
            ("Whca", "WHCA*"),
            ("PotentialField", "Potential field"),
            ("PlanAnew", "Plan again"),
            ("Hold", "No positioning"),
            ("only_attack_move", "only attack move"),
            ("", ""),
        ] {
            assert_eq!(in_words(name), words);
        }
    }

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(1234), "1\u{2009}234");
        assert_eq!(grouped(1_048_576), "1\u{2009}048\u{2009}576");
    }

    #[test]
    fn one_thing_is_not_plural() {
        assert_eq!([0u64, 1, 2].map(|n| count(n, "path")), ["0 paths", "1 path", "2 paths"]);
    }
}
