use super::*;
use crate::grid::Ground;
use crate::scenario::{Action, load_str};
use crate::sim::{Journal, SimPlugin, Tick, spawn_arena};
use crate::view::input::View;
use crate::view::input::selection::Selection;
use crate::view::scene::arena_pictures::PictureOf;
use bevy::ecs::system::RunSystemOnce;

/// A window without a screen over an arena with a wall, with one overlay on.
fn window(title: &str) -> (App, Entity) {
    let text = r#"(
        version: 1,
        map: Rows(["....#...", "....#...", "....#..."]),
        teams: [(name: "blue")],
        units: [(team: "blue", at: (0, 0), block: (2, 2))],
        orders: [(who: Everyone, order: Move(At(3, 1)))],
    )"#;
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, SimPlugin::default()))
        .init_resource::<Canvas>()
        .init_resource::<Selection>()
        .init_resource::<View>()
        .init_resource::<Assets<Image>>()
        .init_resource::<Overlays>()
        .add_plugins(plugin);
    app.finish();
    app.cleanup();
    let world = app.world_mut();
    world.resource_mut::<Canvas>().clear(Rect::new(0.0, 0.0, 8.0, 3.0), 0.1);
    for row in &mut world.resource_mut::<Overlays>().rows {
        row.on = row.overlay.title == title;
    }
    let arena = spawn_arena(world, &load_str(text, "test", None).unwrap(), 0);
    world.run_schedule(Tick);
    (app, arena)
}

fn frame(app: &mut App) {
    app.world_mut().run_system_once(show_overlays).unwrap();
}

/// The bytes of the only texture.
fn texels(app: &mut App) -> Vec<u8> {
    let images = app.world().resource::<Assets<Image>>();
    images.iter().next().unwrap().1.data.clone().unwrap()
}

#[test]
fn shapes_are_painted_while_their_overlay_is_on() {
    let (mut app, _) = window("Planned paths");
    frame(&mut app);
    let painted = app.world().resource::<Canvas>().marks().count();
    assert!(painted > 0);
    assert!(
        app.world().resource::<Legends>().of("paths").iter().any(|arena| !arena.legend.is_empty())
    );
    app.world_mut().resource_mut::<Overlays>().set_all(false);
    frame(&mut app);
    assert_eq!(app.world().resource::<Canvas>().marks().count(), painted, "nothing was added");
}

#[test]
fn a_texture_is_uploaded_only_when_its_data_has_changed() {
    let (mut app, arena) = window("Regions");
    frame(&mut app);
    let first = texels(&mut app);
    assert_eq!(first.len(), 8 * 3 * 4);
    assert!(first.iter().any(|&byte| byte > 0), "the part behind the wall has a colour");
    // A mark that only another upload removes.
    let mut images = app.world_mut().resource_mut::<Assets<Image>>();
    let id = images.ids().next().unwrap();
    images.get_mut(id).unwrap().data.as_mut().unwrap()[0] = 77;
    frame(&mut app);
    assert_eq!(texels(&mut app)[0], 77, "the same ground is not drawn again");
    let wall = (0..3).map(|y| ((6, y).into(), Ground::Wall));
    app.world_mut().get_mut::<Journal>(arena).unwrap().send([Action::Paint(wall.collect())]);
    app.world_mut().run_schedule(Tick);
    frame(&mut app);
    let second = texels(&mut app);
    assert_eq!(second[0], 0, "drawn again, without the mark");
    assert_ne!(first, second, "there is a third region now");
}

#[test]
fn pictures_are_hidden_with_their_overlay_and_vanish_with_their_arena() {
    let (mut app, arena) = window("Regions");
    let visible = |app: &mut App| {
        let mut sprites = app.world_mut().query_filtered::<&Visibility, With<PictureOf>>();
        sprites.iter(app.world()).map(|v| *v == Visibility::Visible).collect::<Vec<_>>()
    };
    frame(&mut app);
    assert_eq!(visible(&mut app), [true]);
    app.world_mut().resource_mut::<Overlays>().set_all(false);
    frame(&mut app);
    assert_eq!(visible(&mut app), [false]);
    app.world_mut().despawn(arena);
    frame(&mut app);
    assert_eq!(visible(&mut app), [false; 0]);
    assert!(app.world().resource::<Drawings>().0.is_empty());
}
