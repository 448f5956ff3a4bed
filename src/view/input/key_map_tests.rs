use super::*;
use crate::view::document::intent::FileIntent;

fn place(id: &str) -> usize {
    commands().iter().position(|command| command.id == id).unwrap()
}

fn chord(name: &str) -> Chord {
    Chord::parse(name).unwrap()
}

/// No key means two things.
fn is_sound(map: &KeyMap) -> bool {
    (0..commands().len()).all(|at| map.of(at).iter().all(|&chord| map.owner(chord, at).is_none()))
}

#[test]
fn the_keys_of_the_first_start_mean_one_thing_each() {
    assert!(is_sound(&KeyMap::default()));
    assert!(KeyMap::default().changed().is_empty());
}

#[test]
fn a_new_key_replaces_the_old_one() {
    let mut map = KeyMap::default();
    assert!(map.bind(place("File(Save)"), 0, chord("Ctrl+Alt+W")));
    assert_eq!(map.intent(chord("Ctrl+Alt+W")), Some(Intent::File(FileIntent::Save)));
    assert_eq!(map.intent(chord("Ctrl+S")), None);
    assert_eq!(map.key_of(&Intent::File(FileIntent::Save)).as_deref(), Some("Ctrl+Alt+W"));
    assert!(is_sound(&map));
}

#[test]
fn a_key_that_is_taken_is_swapped() {
    let (save, open) = (place("File(Save)"), place("File(AskOpen)"));
    let mut map = KeyMap::default();
    assert_eq!(map.owner(chord("Ctrl+O"), save), Some(open));
    assert!(map.bind(save, 0, chord("Ctrl+O")));
    assert_eq!((map.names(save), map.names(open)), ("Ctrl+O".into(), "Ctrl+S".into()));
    assert!(is_sound(&map));
}

#[test]
fn a_further_key_takes_and_gives_nothing_back() {
    let (save, open) = (place("File(Save)"), place("File(AskOpen)"));
    let mut map = KeyMap::default();
    assert!(map.bind(save, 1, chord("Ctrl+O")));
    assert_eq!((map.names(save), map.names(open)), ("Ctrl+S, Ctrl+O".into(), "no key".into()));
    assert!(is_sound(&map));
}

#[test]
fn esc_and_digits_stay_what_they_are() {
    let save = place("File(Save)");
    let mut map = KeyMap::default();
    for fixed in ["Esc", "1", "Ctrl+9"] {
        assert!(!map.bind(save, 0, chord(fixed)), "{fixed}");
    }
    assert!(!map.bind(place("Tool(Escape)"), 0, chord("Ctrl+Alt+W")));
    map.clear(place("Tool(Escape)"), 0);
    assert!(map == KeyMap::default());
}

#[test]
fn the_key_of_attack_may_pan() {
    let attack = place("Tool(Arm(Attack))");
    let mut map = KeyMap::default();
    assert_eq!(map.owner(chord("W"), attack), None);
    assert!(map.bind(attack, 0, chord("W")));
    assert_eq!(map.pans().filter(|(c, _)| *c == chord("W")).count(), 1, "W still pans");
}

#[test]
fn keys_come_back_from_the_settings() {
    let mut map = KeyMap::default();
    map.bind(place("File(Save)"), 0, chord("Ctrl+O"));
    map.bind(place("Pan(-1, 0)"), 0, chord("J"));
    map.clear(place("Show(Screenshot)"), 0);
    assert!(is_sound(&map), "the overlay that had J does not get A, which attacks");
    assert!(KeyMap::new(&map.changed()) == map);
    map.reset(place("File(Save)"));
    assert!(KeyMap::new(&map.changed()) == map);
    assert!(is_sound(&map));
}

#[test]
fn wrong_settings_do_no_harm() {
    let wrong = [
        ("File(Save)", vec!["Hyper+X", "Ctrl+O", "Ctrl+O", "1"]),
        ("File(AskNew)", vec!["Ctrl+O"]),
        ("Tool(Escape)", vec!["Q"]),
        ("No such thing", vec!["Q"]),
    ];
    let wrong =
        wrong.map(|(id, names)| (id.to_owned(), names.into_iter().map(String::from).collect()));
    let map = KeyMap::new(&wrong.into());
    assert!(is_sound(&map));
    assert_eq!(map.names(place("Tool(Escape)")), "Esc");
    assert_eq!(map.names(place("File(Save)")), "Ctrl+O", "the last one has it");
    assert_eq!(map.names(place("File(AskNew)")), "no key");
}

#[test]
fn the_help_shows_the_keys_in_force() {
    let row = BINDINGS.iter().position(|b| b.keys == "Up  Down").unwrap();
    let mut map = KeyMap::default();
    assert_eq!(map.row(row), "Up  Down");
    map.bind(place("Time(Faster)"), 0, chord("Page up"));
    assert_eq!(map.row(row), "Page up  Down");
}

#[test]
fn sentences_name_the_keys_in_force() {
    let mut map = KeyMap::default();
    let told = "`Shift+R` moves them; `[` and `]` resize; `Space` runs; `WHCA*` is no key";
    let usual = "Shift+R moves them; [ and ] resize; Space runs; `WHCA*` is no key";
    assert_eq!(map.tell(told), usual);
    let place = |id: &str| commands().iter().position(|command| command.id == id).unwrap();
    let restart = place("Time(RestartWithAllEdits)");
    map.bind(restart, 0, Chord::parse("Insert").unwrap());
    assert_eq!(map.tell("Press `Shift+R`."), "Press Insert.");
    map.clear(restart, 0);
    assert_eq!(map.tell("Press `Shift+R`."), "Press no key.");
}
