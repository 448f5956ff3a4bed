use super::*;
use crate::view::settings::values::{OverlaySetting, Theme};

fn some_settings() -> Settings {
    let mut settings = Settings::default();
    settings.look.theme = Theme::Light;
    settings.look.scale = 1.5;
    settings.overlays.insert("markers".into(), OverlaySetting { on: true, opacity: 0.5 });
    settings.files.recent = vec!["/a/b.ron".into(), "c \"quoted\".map".into()];
    settings.files.folder = Some("/a".into());
    settings
}

fn written(folder: &Path, text: &str) {
    fs::write(folder.join(NAME), text).unwrap();
}

#[test]
fn settings_survive_writing_and_reading() {
    let folder = tempfile::tempdir().unwrap();
    let deep = folder.path().join("made").join("on the way");
    let settings = some_settings();
    save(&deep, &Settings::default(), &settings).unwrap();
    assert_eq!(load(&deep), Loaded { settings, problem: None, writable: true });
    let names: Vec<_> = fs::read_dir(&deep).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(names, [NAME], "no temporary file stays");
}

#[test]
fn a_missing_file_gives_the_defaults_without_a_word() {
    let folder = tempfile::tempdir().unwrap();
    let loaded = load(folder.path());
    assert_eq!((loaded.settings, loaded.problem), (Settings::default(), None));
}

#[test]
fn a_broken_file_is_set_aside_with_one_sentence() {
    let wrong =
        ["", "(version: 1, settings: (look: (theme: Pink)))", "nonsense", "\0\0", "(", "[]"];
    for text in wrong {
        let folder = tempfile::tempdir().unwrap();
        written(folder.path(), text);
        let loaded = load(folder.path());
        assert_eq!(loaded.settings, Settings::default(), "{text:?}");
        let problem = loaded.problem.unwrap();
        assert!(problem.contains(BROKEN) && problem.ends_with('.'), "{problem}");
        assert_eq!(fs::read_to_string(folder.path().join(BROKEN)).unwrap(), text);
        assert!(loaded.writable && !folder.path().join(NAME).exists());
        assert_eq!(load(folder.path()).problem, None, "the next start is clean");
    }
}

#[test]
fn a_file_that_is_no_text_or_no_file_is_set_aside_too() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(NAME), [0xff, 0xfe, 0x00]).unwrap();
    assert!(load(folder.path()).problem.unwrap().contains("it is no text"));
    fs::create_dir(folder.path().join(NAME)).unwrap();
    let again = tempfile::tempdir().unwrap();
    fs::create_dir(again.path().join(NAME)).unwrap();
    assert!(load(again.path()).problem.unwrap().contains("it is not a regular file"));
}

#[test]
fn the_settings_of_a_newer_program_are_set_aside() {
    let folder = tempfile::tempdir().unwrap();
    written(folder.path(), "(version: 99, settings: (look: Something(new: 3)), more: [1, 2])");
    let problem = load(folder.path()).problem.unwrap();
    assert!(problem.contains("version 99 is newer"), "{problem}");
}

#[test]
fn settings_that_are_missing_or_unknown_do_no_harm() {
    let settings = parse("(version: 1, settings: (look: (scale: 2.0), unknown: (1, 2)))").unwrap();
    assert_eq!(settings.look.scale, 2.0);
    assert_eq!(settings.files, Settings::default().files);
    assert_eq!(parse("(version: 0)"), Ok(Settings::default()), "an earlier version");
}

#[test]
fn two_programs_do_not_undo_each_others_settings() {
    let folder = tempfile::tempdir().unwrap();
    let start = Settings::default();
    let mut first = start.clone();
    first.look.theme = Theme::Light;
    first.files.recent = vec!["first.ron".into()];
    save(folder.path(), &start, &first).unwrap();
    let mut second = start.clone();
    second.overlays.insert("paths".into(), OverlaySetting { on: false, opacity: 1.0 });
    second.files.recent = vec!["second.ron".into()];
    save(folder.path(), &start, &second).unwrap();
    let both = load(folder.path()).settings;
    assert_eq!(both.look.theme, Theme::Light);
    assert_eq!(both.overlays, second.overlays);
    assert_eq!(both.files.recent, ["second.ron", "first.ron"]);
}

#[test]
fn recent_files_can_be_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let before = some_settings();
    save(folder.path(), &Settings::default(), &before).unwrap();
    let mut now = before.clone();
    now.files.recent.clear();
    save(folder.path(), &before, &now).unwrap();
    assert!(load(folder.path()).settings.files.recent.is_empty());
}

#[test]
fn a_folder_that_cannot_be_made_is_told_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let settings = some_settings();
    assert!(save(&file.join("below"), &Settings::default(), &settings).is_err());
}
