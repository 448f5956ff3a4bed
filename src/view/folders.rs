//! Where the program keeps its own files.

use bevy::prelude::*;
use directories::ProjectDirs;
use std::path::{Path, PathBuf};

/// The environment variable that names another folder for all of them.
const VARIABLE: &str = "PHALANX_DATA";

/// The folders of the program's own files. Without this resource, as in tests, nothing is read or written there.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct Folders {
    /// Unsaved work.
    pub data: Option<PathBuf>,
    /// Settings.
    pub settings: Option<PathBuf>,
}

impl Folders {
    /// `PHALANX_DATA`, or the folders that the platform has for this user.
    pub fn of_this_user() -> Self {
        let named = std::env::var_os(VARIABLE).filter(|name| !name.is_empty()).map(PathBuf::from);
        let dirs = ProjectDirs::from("", "", "phalanx");
        let or = |folder: fn(&ProjectDirs) -> &Path| {
            named.clone().or_else(|| dirs.as_ref().map(|dirs| folder(dirs).to_owned()))
        };
        Self { data: or(ProjectDirs::data_local_dir), settings: or(ProjectDirs::config_dir) }
    }
}
