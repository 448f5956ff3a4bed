//! Arenas on the screen: everything of them that is painted on the canvas, apart from overlays.

use crate::overlay::Scene;
use crate::overlay::palette::{self, Scale};
use crate::picture::{Headings, Layer, Paint, corners, draw_arena, goal_label};
use crate::sim::{Arena, Goals, Land, Obstacle, Pace};
use crate::view::frame::FrameSystems;
use crate::view::input::camera::View;
use crate::view::input::selection::Selection;
use crate::view::scene::canvas::{Canvas, DrawSystems};
use crate::view::scene::map_text::MapText;
use crate::view::settings::{Settings, Theme};
use bevy::ecs::entity::EntityHashMap;
use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            write_goal_labels.in_set(FrameSystems::Draw),
            (draw_arenas, outline_selected_obstacle).in_set(DrawSystems::Paint),
        ),
    );
}

/// An arena on the screen.
#[derive(Clone, Copy)]
pub struct ShownArena {
    /// The arena.
    pub entity: Entity,
    /// Its number.
    pub index: u32,
    /// Its upper left corner, in cells of the first arena.
    pub origin: Vec2,
}

/// The arenas on the screen, in the order of their numbers.
pub fn shown_arenas(world: &World, arenas: &mut QueryState<(Entity, &Arena)>) -> Vec<ShownArena> {
    let view = world.resource::<View>();
    let mut shown: Vec<ShownArena> = arenas
        .iter(world)
        .map(|(entity, &Arena { index })| ShownArena { entity, index, origin: view.origin(index) })
        .collect();
    shown.sort_by_key(|arena| arena.index);
    shown
}

impl ShownArena {
    /// The arena as it is on the screen, among several.
    pub fn scene<'a>(&self, world: &'a World, arenas: usize) -> Option<Scene<'a>> {
        let canvas = world.resource::<Canvas>();
        let running = world.resource::<Pace>().running;
        // While the simulation is paused, units are drawn where it has them.
        let between =
            if running { world.resource::<Time<Fixed>>().overstep_fraction() } else { 1.0 };
        let scene = Scene::new(world, self.entity)?
            .with_selection(&world.resource::<Selection>().units)
            .seen_through(canvas.visible(self.origin), canvas.pixel())
            .between_ticks(between)
            .with_scale(world.get_resource::<Settings>().map_or_else(Scale::default, scale))
            .among(arenas);
        Some(scene)
    }
}

/// The colours of numbers that the user chose, on the ground of the theme.
fn scale(settings: &Settings) -> Scale {
    Scale { ramp: settings.look.ramp, on_light: settings.look.theme == Theme::Light }
}

fn draw_arenas(
    world: &mut World,
    arenas: &mut QueryState<(Entity, &Arena)>,
    mut headings: Local<EntityHashMap<Headings>>,
) {
    let shown = shown_arenas(world, arenas);
    headings.retain(|entity, _| shown.iter().any(|arena| arena.entity == *entity));
    // The canvas is taken out while the rest of the world is read.
    let mut canvas = std::mem::take(&mut **world.resource_mut::<Canvas>());
    let (visible, pixel) = (canvas.visible(Vec2::ZERO), canvas.pixel());
    world.resource_mut::<Canvas>().clear(visible, pixel);
    for arena in &shown {
        let Some(scene) = arena.scene(world, shown.len()) else { continue };
        let headings = headings.entry(arena.entity).or_default();
        headings.turn(&scene);
        let goals = world.get::<Goals>(arena.entity).map_or(&[][..], |goals| &goals.0);
        draw_arena(&mut canvas, &scene, goals, headings, arena.origin);
    }
    **world.resource_mut::<Canvas>() = canvas;
}

fn outline_selected_obstacle(
    mut canvas: ResMut<Canvas>,
    selection: Res<Selection>,
    view: Res<View>,
    arenas: Query<&Arena>,
    obstacles: Query<(&Obstacle, &ChildOf)>,
) {
    for (Obstacle(obstacle), child) in &obstacles {
        let Ok(arena) = arenas.get(child.parent()) else { continue };
        if selection.obstacle == Some(obstacle.id) {
            let (min, max) = corners(obstacle.area);
            let mut painter = canvas.on(Layer::Marks, view.origin(arena.index));
            let grow = 2.0 * painter.pixel;
            painter.fill(min, max, Paint::new(palette::SELECTED, 0.08));
            painter.outline(min - grow, max + grow, 2.0, palette::SELECTED);
        }
    }
}

fn write_goal_labels(
    view: Res<View>,
    arenas: Query<(&Arena, &Land, &Goals)>,
    mut text: ResMut<MapText>,
) {
    text.goals.clear();
    for (arena, land, goals) in &arenas {
        let (bounds, origin) = (land.terrain.bounds(), view.origin(arena.index));
        let labels = goals.0.iter().map(|goal| goal_label(goal, bounds, origin, view.pixel()));
        text.goals.extend(labels);
    }
}
