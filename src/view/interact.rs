//! Everything that a person does: keys, tools, panels, files.

use super::{
    Options, autosave, chooser, dialogs, document, experiments, files, gallery, intent, keys,
    learned, panels, time_control, tools,
};
use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    let options = app.world().get_resource::<Options>().cloned().unwrap_or_default();
    app.add_plugins((
        intent::plugin,
        document::plugin,
        files::FilesPlugin(options),
        chooser::plugin,
        learned::plugin,
        gallery::plugin,
        autosave::plugin,
        time_control::plugin,
        keys::plugin,
        tools::plugin,
        panels::plugin,
        experiments::plugin,
        dialogs::plugin,
    ));
}
