//! What is selected.

use crate::scenario::{ObstacleId, UnitId};
use crate::sim::{Goals, Roster};
use crate::view::document::{Document, DocumentSystems};
use bevy::prelude::*;
use std::collections::BTreeSet;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Selection>()
        .add_systems(Update, forget_what_is_gone.in_set(DocumentSystems::Read));
}

/// The selected units, the selected obstacle, or the selected goal.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Selection {
    /// Units.
    pub units: BTreeSet<UnitId>,
    /// The obstacle.
    pub obstacle: Option<ObstacleId>,
    /// The name of the goal.
    pub goal: Option<String>,
    /// The arena in which it was selected. Panels speak of its units.
    pub arena: u32,
}

impl Selection {
    /// A selection of units.
    pub fn units(units: BTreeSet<UnitId>) -> Self {
        Self { units, ..Self::default() }
    }

    /// This selection, made in an arena.
    pub fn in_arena(self, arena: u32) -> Self {
        Self { arena, ..self }
    }

    /// A selected obstacle.
    pub fn obstacle(obstacle: ObstacleId) -> Self {
        Self { obstacle: Some(obstacle), ..Self::default() }
    }

    /// A selected goal.
    pub fn goal(name: impl Into<String>) -> Self {
        Self { goal: Some(name.into()), ..Self::default() }
    }
}

/// Units, obstacles and goals that exist in no arena, because they died or an edit was undone, are not selected any more. While
/// the arenas seek another tick, nobody knows.
fn forget_what_is_gone(
    mut selection: ResMut<Selection>,
    document: Option<Res<Document>>,
    rosters: Query<&Roster>,
    goals: Query<&Goals>,
) {
    let seeks = document.as_ref().is_some_and(|document| document.seek_target().is_some());
    if seeks || rosters.is_empty() || *selection == Selection::default() {
        return;
    }
    let exists = |unit: &UnitId| rosters.iter().any(|roster| roster.units.contains_key(unit));
    let stands = |id: &ObstacleId| rosters.iter().any(|roster| roster.obstacles.contains_key(id));
    let is_named =
        |name: &String| goals.iter().any(|goals| goals.0.iter().any(|goal| goal.name == *name));
    let left = Selection {
        units: selection.units.iter().copied().filter(exists).collect(),
        obstacle: selection.obstacle.filter(stands),
        goal: selection.goal.clone().filter(is_named),
        arena: selection.arena,
    };
    selection.set_if_neq(left);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_gone_is_not_selected_any_more() {
        let mut app = App::new();
        app.add_plugins(plugin);
        let units = [UnitId(1), UnitId(2)].into();
        let both = Selection { units, obstacle: Some(ObstacleId(4)), ..default() };
        app.insert_resource(both.clone());
        app.update();
        assert_eq!(*app.world().resource::<Selection>(), both, "no arena: nobody knows");
        let unit = app.world_mut().spawn_empty().id();
        let roster = Roster { units: [(UnitId(2), unit)].into(), ..Roster::default() };
        app.world_mut().spawn(roster);
        app.update();
        let left = Selection::units([UnitId(2)].into());
        assert_eq!(*app.world().resource::<Selection>(), left);
    }
}
