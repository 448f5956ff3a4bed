//! Keeps the answer to "why this way" for the panel. It is computed only when the selection or its plan has changed.

use crate::overlay::Scene;
use crate::overlay::why::{OVERLAY, Why, why_this_way};
use crate::sim::Arena;
use crate::view::frame::FrameSystems;
use crate::view::input::selection::Selection;
use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ShownWhy>().add_systems(Update, answer_why.in_set(FrameSystems::Draw));
}

/// Why a selected unit takes its path, in the arena where it was selected. `None` if nothing is selected.
#[derive(Resource, Clone, Debug, Default)]
pub struct ShownWhy {
    /// The answer.
    pub why: Option<Why>,
    /// How many units are selected there.
    pub selected: usize,
    revision: (Option<Entity>, u64),
}

fn answer_why(world: &mut World, arenas: &mut QueryState<(Entity, &Arena)>) {
    let index = world.resource::<Selection>().arena;
    let by_choice = |(_, arena): &(Entity, &Arena)| (arena.index != index, arena.index);
    let arena = arenas.iter(world).min_by_key(by_choice).map(|found| found.0);
    let scene = arena.and_then(|arena| Scene::new(world, arena));
    let selection = &world.resource::<Selection>().units;
    let scene = scene.map(|scene| scene.with_selection(selection));
    let revision = scene.zip(OVERLAY.revision).map_or(0, |(scene, revision)| revision(&scene));
    let selected = scene.map_or(0, |scene| scene.selected().count());
    let revision = (arena, revision);
    if revision == world.resource::<ShownWhy>().revision {
        world.resource_mut::<ShownWhy>().selected = selected;
        return;
    }
    let why = scene.as_ref().and_then(why_this_way);
    *world.resource_mut::<ShownWhy>() = ShownWhy { why, selected, revision };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Action, Doctrine, SetDoctrine, TeamId, UnitId, load_str};
    use crate::sim::{Journal, SimPlugin, Tick, spawn_arena};
    use bevy::ecs::system::RunSystemOnce;

    /// Two arenas of one scenario, the second under A*; in the first the ground is marked.
    #[test]
    fn the_answer_is_that_of_the_arena_in_which_the_unit_was_selected() {
        let text = r#"(
            version: 1,
            map: Rows(["............", "............", "............"]),
            teams: [(name: "blue", doctrine: Named("Map Marker"))],
            units: [(team: "blue", at: (0, 0), block: (2, 3))],
            orders: [(who: Everyone, order: Move(At(11, 1)))],
        )"#;
        let scenario = load_str(text, "test", None).unwrap();
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, SimPlugin::default())).init_resource::<Selection>();
        app.init_resource::<ShownWhy>();
        app.finish();
        app.cleanup();
        let world = app.world_mut();
        spawn_arena(world, &scenario, 0);
        let second = spawn_arena(world, &scenario, 1);
        let change =
            Action::SetDoctrine(SetDoctrine { team: TeamId(0), doctrine: Doctrine::default() });
        world.get_mut::<Journal>(second).unwrap().send([change]);
        for _ in 0..8 {
            world.run_schedule(Tick);
        }
        let mut marked = |arena| {
            let units = [UnitId(0), UnitId(3)].into();
            world.insert_resource(Selection::units(units).in_arena(arena));
            world.run_system_once(answer_why).unwrap();
            let shown = world.resource::<ShownWhy>();
            assert_eq!(shown.selected, 2);
            shown.why.as_ref().unwrap().layers.markers.is_some()
        };
        assert!(marked(0));
        assert!(!marked(1), "A* has no markers");
        assert!(marked(0));
    }
}
