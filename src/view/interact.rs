//! Everything that a person does: keys, tools, panels, files.

use super::{
    Options, autosave, chooser, dialogs, document, experiments, files, gallery, intent, keys,
    learned, panels, time_control, tools,
};
use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    let file = app.world().get_resource::<Options>().and_then(|options| options.file.clone());
    app.add_plugins((
        intent::plugin,
        document::plugin,
        files::FilesPlugin(file),
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
