//! Saves a screenshot of the window as a PNG file.

use crate::view::document::DocumentSystems;
use crate::view::document::intent::{Intent, ShowIntent};
use crate::view::panels::notices::Notice;
use crate::view::settings::Settings;
use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Settings>()
        .add_systems(Update, take_screenshot.in_set(DocumentSystems::Serve));
}

fn take_screenshot(mut commands: Commands, mut intents: MessageReader<Intent>) {
    // One is enough, however often it was asked for in a frame.
    if intents.read().filter(|i| **i == Intent::Show(ShowIntent::Screenshot)).count() > 0 {
        commands.spawn(Screenshot::primary_window()).observe(save);
    }
}

fn save(
    captured: On<ScreenshotCaptured>,
    settings: Res<Settings>,
    mut notices: MessageWriter<Notice>,
) {
    let text = match save_image(&captured.image, settings.files.screenshots.as_deref()) {
        Ok(path) => format!("Saved {}", path.display()),
        Err(why) => format!("The screenshot could not be saved: {why}"),
    };
    notices.write(Notice::new(text));
}

/// The user's folder for pictures; their own folder on a system without one.
pub fn pictures_folder() -> Option<PathBuf> {
    let user = directories::UserDirs::new()?;
    let pictures = user.picture_dir().filter(|folder| folder.is_dir());
    Some(pictures.unwrap_or(user.home_dir()).to_owned())
}

/// Saves into the chosen folder or, if that fails, into the user's folder for pictures, or into the working directory.
/// Returns the file.
fn save_image(image: &Image, chosen: Option<&str>) -> Result<PathBuf, String> {
    let picture = image.clone().try_into_dynamic().map_err(|why| why.to_string())?.to_rgb8();
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let folders = [chosen.map(PathBuf::from), pictures_folder(), std::env::current_dir().ok()];
    let mut why = "there is no folder for it".into();
    for folder in folders.into_iter().flatten() {
        let path = free_path(&folder, &stamp(seconds));
        match picture.save(&path) {
            Ok(()) => return Ok(path),
            Err(error) => why = format!("{}: {error}", path.display()),
        }
    }
    Err(why)
}

/// A file name that does not exist yet.
fn free_path(folder: &Path, stamp: &str) -> PathBuf {
    let first = folder.join(format!("phalanx-{stamp}.png"));
    let numbered = (2..).map(|n| folder.join(format!("phalanx-{stamp}-{n}.png")));
    std::iter::once(first).chain(numbered).find(|path| !path.exists()).unwrap_or_default()
}

/// Date and time (UTC) of a moment in seconds since 1970, as `20260131-235959`.
fn stamp(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let (mut year, mut day) = (1970, days);
    let leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    while day >= 365 + u64::from(leap(year)) {
        day -= 365 + u64::from(leap(year));
        year += 1;
    }
    let mut month = 1;
    for length in [31, 28 + u64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if day < length {
            break;
        }
        day -= length;
        month += 1;
    }
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year}{month:02}{:02}-{hour:02}{minute:02}{second:02}", day + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stamps_are_dates() {
        assert_eq!(stamp(0), "19700101-000000");
        assert_eq!(stamp(951_782_400), "20000229-000000");
        assert_eq!(stamp(1_767_225_599), "20251231-235959");
    }

    #[test]
    fn an_earlier_screenshot_is_never_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let first = free_path(folder.path(), "x");
        std::fs::write(&first, "").unwrap();
        assert_ne!(free_path(folder.path(), "x"), first);
    }
}
