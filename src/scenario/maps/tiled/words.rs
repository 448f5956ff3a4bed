//! What names, classes and properties in a Tiled map say about the ground. `map_files.md` is the manual of this.

use crate::grid::Ground;

/// A property: its name, and its value as a text.
pub type Property = (String, String);

/// Words in the names of layers, in classes, and as values of the properties `ground` and `terrain`; also with an `s`
/// behind them.
const WORDS: &[(Ground, &[&str])] = &[
    (
        Ground::Wall,
        &[
            "wall",
            "block",
            "blocked",
            "blocking",
            "blocker",
            "collision",
            "collider",
            "obstacle",
            "solid",
            "rock",
            "cliff",
            "mountain",
            "building",
            "impassable",
            "unwalkable",
        ],
    ),
    (Ground::Trees, &["tree", "forest", "wood"]),
    (Ground::Water, &["water", "river", "lake", "sea", "ocean"]),
    (Ground::Swamp, &["swamp", "slow", "mud", "marsh", "bog"]),
    (Ground::Floor, &["floor", "bridge", "walkable", "passable"]),
];

/// Properties that are true for a kind of ground.
const TRUE_FOR: &[(&str, Ground)] = &[
    ("water", Ground::Water),
    ("trees", Ground::Trees),
    ("blocked", Ground::Wall),
    ("blocks", Ground::Wall),
    ("blocking", Ground::Wall),
    ("solid", Ground::Wall),
    ("collides", Ground::Wall),
    ("collision", Ground::Wall),
    ("obstacle", Ground::Wall),
    ("impassable", Ground::Wall),
    ("slow", Ground::Swamp),
    ("swamp", Ground::Swamp),
];

/// Properties that are false for a wall.
const FALSE_FOR_WALLS: &[&str] = &["walkable", "passable"];

/// What properties say about the ground, the strongest statement first: a name, then true ones in the order of the list,
/// then that nothing blocks.
pub fn of_properties(properties: &[Property]) -> Option<Ground> {
    let value = |wanted: &str| {
        properties
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case(wanted))
            .map(|(_, v)| v.as_str())
    };
    if let Some(ground) = ["ground", "terrain"].iter().find_map(|name| of_name(value(name)?)) {
        return Some(ground);
    }
    let switch = |name: &str| match value(name)? {
        "true" | "1" => Some(true),
        "false" | "0" => Some(false),
        _ => None,
    };
    let is_wall = FALSE_FOR_WALLS.iter().any(|name| switch(name) == Some(false));
    let said = TRUE_FOR.iter().find(|(name, _)| switch(name) == Some(true)).map(|said| said.1);
    match said {
        Some(Ground::Swamp) if is_wall => Some(Ground::Wall),
        Some(ground) => Some(ground),
        None if is_wall => Some(Ground::Wall),
        None => {
            let walls = TRUE_FOR.iter().filter(|(_, ground)| *ground == Ground::Wall);
            let is_free = walls.into_iter().any(|(name, _)| switch(name) == Some(false))
                || FALSE_FOR_WALLS.iter().any(|name| switch(name) == Some(true));
            is_free.then_some(Ground::Floor)
        }
    }
}

/// What a name says about the ground: the last of its words that is known, because "water bridge" is a bridge.
pub fn of_name(name: &str) -> Option<Ground> {
    split(name).into_iter().rev().find_map(|word| {
        let is_known = |known: &&str| *known == word || word.strip_suffix('s') == Some(*known);
        WORDS.iter().find(|(_, words)| words.iter().any(is_known)).map(|(ground, _)| *ground)
    })
}

/// What an element with properties, a class and perhaps a name says about the ground.
pub fn of_element(properties: &[Property], class: &str, name: &str) -> Option<Ground> {
    of_properties(properties).or_else(|| of_name(class)).or_else(|| of_name(name))
}

/// The words of a name such as `Collision_layer`, `stoneWall` or `walls 2`, in lower case.
fn split(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut after_small = false;
    for letter in name.chars() {
        let begins = !letter.is_alphabetic() || letter.is_uppercase() && after_small;
        if begins {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| letter.is_alphabetic()) {
            word.extend(letter.to_lowercase());
        }
        after_small = letter.is_lowercase();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manual_lists_every_word_and_every_property() {
        let manual = crate::scenario::describe_map_files();
        let listed: Vec<&str> = manual.split(|c: char| !c.is_alphanumeric()).collect();
        let words = WORDS.iter().flat_map(|(_, words)| *words);
        let properties = TRUE_FOR.iter().map(|(name, _)| name).chain(FALSE_FOR_WALLS);
        for word in words.chain(properties) {
            assert!(listed.contains(word), "{word:?} is missing in map_files.md");
        }
    }

    #[test]
    fn names_are_understood_by_their_last_known_word() {
        for (name, ground) in [
            ("Walls", Some(Ground::Wall)),
            ("collision_layer", Some(Ground::Wall)),
            ("stoneWall2", Some(Ground::Wall)),
            ("Water Bridge", Some(Ground::Floor)),
            ("deep-water", Some(Ground::Water)),
            ("FOREST", Some(Ground::Trees)),
            ("mud", Some(Ground::Swamp)),
            ("Ground", None),
            ("Wallpaper", None),
            ("", None),
        ] {
            assert_eq!(of_name(name), ground, "{name}");
        }
    }

    #[test]
    fn the_strongest_property_counts() {
        let said = |properties: &[(&str, &str)]| {
            let properties: Vec<Property> =
                properties.iter().map(|(n, v)| (n.to_string(), v.to_string())).collect();
            of_properties(&properties)
        };
        assert_eq!(said(&[("ground", "Swamp"), ("solid", "true")]), Some(Ground::Swamp));
        assert_eq!(said(&[("Solid", "true"), ("water", "true")]), Some(Ground::Water));
        assert_eq!(said(&[("walkable", "false"), ("slow", "true")]), Some(Ground::Wall));
        assert_eq!(said(&[("walkable", "true"), ("slow", "true")]), Some(Ground::Swamp));
        assert_eq!(said(&[("blocked", "false")]), Some(Ground::Floor));
        assert_eq!(said(&[("collision", "half"), ("price", "3")]), None);
        assert_eq!(said(&[("terrain", "grass")]), None);
    }
}
