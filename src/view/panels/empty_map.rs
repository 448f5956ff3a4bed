//! Says on an empty map what can be done with it, with the keys in force, until there is something on it.

use super::dialogs::Dialogs;
use super::key_hints::key_of;
use super::layout::{MapArea, PanelSystems};
use super::widgets::quiet;
use crate::grid::Ground;
use crate::sim::{AllFacts, ArenaFacts};
use crate::view::document::{Document, FileIntent, Intent, ShowIntent, TimeIntent, ToolIntent};
use crate::view::input::Tool;
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, show_hint.after(PanelSystems));
}

/// What can be done: an intent, whose key is shown, and words.
const ROWS: &[(Intent, &str)] = &[
    (Intent::Tool(ToolIntent::Take(Tool::Paint)), "paints walls, water and trees"),
    (Intent::Tool(ToolIntent::Take(Tool::Place)), "places obstacles"),
    (Intent::Tool(ToolIntent::Take(Tool::Drop)), "drops units; a right-click sends them"),
    (Intent::Tool(ToolIntent::Take(Tool::Goal)), "places goals"),
    (Intent::Time(TimeIntent::TogglePause), "starts and stops time"),
    (Intent::File(FileIntent::AskNew), "makes a map with something on it"),
    (Intent::Show(ShowIntent::ToggleHelp), "shows all keys"),
];

/// Whether nothing is on a map: no units, obstacles or goals, and only floor.
fn is_empty(facts: &ArenaFacts) -> bool {
    let ground = facts.terrain;
    facts.roster.units.is_empty()
        && facts.obstacles.is_empty()
        && facts.goals.is_empty()
        && ground.bounds().cells().all(|cell| ground.ground(cell) == Ground::Floor)
}

/// What is known of the map: its document, and the revision of its ground.
type Known = ((u64, usize, u64), bool);

fn show_hint(
    mut contexts: EguiContexts,
    document: Res<Document>,
    facts: AllFacts,
    dialogs: Res<Dialogs>,
    area: Res<MapArea>,
    mut known: Local<Option<Known>>,
) -> Result {
    let Some(facts) = facts.first() else { return Ok(()) };
    // Looking at every cell of a large map takes a while.
    let things = facts.roster.units.len() + facts.obstacles.len() + facts.goals.len();
    let of = (document.serial(), things, facts.terrain.revision());
    if known.is_none_or(|(known, _)| known != of) {
        *known = Some((of, is_empty(&facts)));
    }
    if known.is_some_and(|(_, empty)| empty) && !dialogs.start_page {
        show(contexts.ctx_mut()?, area.0);
    }
    Ok(())
}

/// Shows what can be done, in the centre of the map. Clicks go to the map behind.
pub fn show(context: &egui::Context, area: Rect) {
    egui::Area::new(egui::Id::new("empty map"))
        .pivot(egui::Align2::CENTER_CENTER)
        .fixed_pos(egui::pos2(area.center().x, area.center().y))
        .order(egui::Order::Background)
        .interactable(false)
        .show(context, |ui| {
            // What is drawn under it stays in sight.
            let place = context.memory(|memory| memory.area_rect(egui::Id::new("empty map")));
            if context.pointer_latest_pos().is_some_and(|at| place.is_some_and(|p| p.contains(at)))
            {
                ui.set_opacity(0.25);
            }
            egui::Frame::popup(ui.style()).show(ui, |ui| {
                ui.label(egui::RichText::new("This map is empty").strong());
                egui::Grid::new("what to do").num_columns(2).spacing([14.0, 4.0]).show(ui, |ui| {
                    for (intent, what) in ROWS {
                        let Some(key) = key_of(context, intent) else { continue };
                        ui.label(egui::RichText::new(key).monospace().strong());
                        ui.label(quiet(*what));
                        ui.end_row();
                    }
                });
            });
        });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Bounds, Cell};
    use crate::scenario::{
        Action, GoalAction, ObstacleId, ObstacleKind, PlaceObstacle, Scenario, shipped,
    };
    use crate::sim::{Simulation, bake};
    use crate::view::panels::key_hints::keys;

    #[test]
    fn a_map_is_empty_until_anything_is_on_it() {
        let empty = Scenario::blank(Bounds::new(8, 6));
        let of = |scenario: &Scenario| is_empty(&Simulation::new(scenario).facts().unwrap());
        assert!(of(&empty));
        let at = Cell::new(3, 3);
        let area = crate::grid::Rectangle::new(at, 1, 1);
        for action in [
            Action::Paint(vec![(at, Ground::Swamp)]),
            Action::PlaceObstacle(PlaceObstacle {
                id: ObstacleId(0),
                kind: ObstacleKind::Tree,
                area,
            }),
            Action::Goal(GoalAction::Place { name: "flag".into(), at }),
        ] {
            assert!(!of(&bake(&empty, std::slice::from_ref(&action))), "{action:?}");
        }
        assert!(!of(&empty.clone().with_first_units()));
        assert!(shipped().iter().all(|shipped| !of(&shipped.load().unwrap())));
    }

    #[test]
    fn everything_that_is_told_has_a_key() {
        let context = egui::Context::default();
        for (intent, what) in ROWS {
            assert!(keys(&context).key_of(intent).is_some(), "{what}");
        }
    }
}
