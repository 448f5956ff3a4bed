//! The keys in force, for menus and tooltips. They travel with the egui context, so that every widget can name its key.

use crate::view::document::intent::Intent;
use crate::view::input::key_map::KeyMap;
use bevy_egui::egui;
use std::sync::{Arc, LazyLock};

static FIRST: LazyLock<Arc<KeyMap>> = LazyLock::new(Arc::default);

fn place() -> egui::Id {
    egui::Id::new("keys in force")
}

/// Passes the keys in force to the widgets.
pub fn publish(context: &egui::Context, map: &KeyMap) {
    let map = Arc::new(map.clone());
    context.data_mut(|data| data.insert_temp(place(), map));
}

/// The keys in force; those of the first start unless set.
pub fn keys(context: &egui::Context) -> Arc<KeyMap> {
    context.data(|data| data.get_temp(place())).unwrap_or_else(|| FIRST.clone())
}

/// The key of an intent.
pub fn key_of(context: &egui::Context, intent: &Intent) -> Option<String> {
    keys(context).key_of(intent)
}

/// A tooltip with the key of an intent.
pub fn with_key(context: &egui::Context, doc: &str, intent: &Intent) -> String {
    key_of(context, intent).map_or_else(|| doc.into(), |key| format!("{doc} ({key})"))
}

/// A sentence in which keys of the first start stand in backquotes, with the keys in force instead.
pub fn told(context: &egui::Context, text: &str) -> String {
    keys(context).tell(text)
}
