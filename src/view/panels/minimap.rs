//! A small map in the corner, while only a part of the map is seen: ground, units, and what the camera shows. A click or a
//! drag on it moves the camera.
//!
//! The ground is sampled again only when it changed, and units are placed a few times per second, so it costs little.

use super::dialogs::Dialogs;
use super::layout::{MapArea, PanelSystems};
use crate::grid::{Cell, Ground, Terrain};
use crate::picture::texels::Tone;
use crate::sim::{Arena, Land, Position, Teams, Unit};
use crate::view::document::intent::Intent;
use crate::view::input::camera::{LookAt, View};
use crate::view::input::selection::Selection;
use crate::view::settings::{Settings, SettingsIntent, Theme};
use bevy::asset::RenderAssetUsages;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy_egui::egui::{self, Color32, ColorImage, Stroke};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, EguiTextureHandle};

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Minimap>()
        .add_systems(EguiPrimaryContextPass, show_minimap.after(PanelSystems));
}

/// Longest side, in logical pixels.
const SIDE: f32 = 190.0;
/// Longest side, in texels.
const TEXELS: f32 = 256.0;
/// Space to the edge of the map area, in logical pixels.
const MARGIN: f32 = 12.0;
/// Seconds between two drawings.
const PERIOD: f32 = 0.2;

/// The picture of the small map.
#[derive(Resource, Default)]
struct Minimap {
    ground: Option<SmallGround>,
    /// The picture on the screen. It belongs to Bevy, so that it can be changed in place.
    image: Option<Handle<Image>>,
    /// Seconds until it is drawn again.
    due: f32,
}

/// The ground of all arenas, and what it was made of.
struct SmallGround {
    /// Size of the map in cells, tone, and number and revision of each arena.
    made_of: (Vec2, Tone, Vec<(u32, u64)>),
    image: ColorImage,
    /// Texels per cell.
    scale: f32,
}

impl SmallGround {
    fn new(
        made_of: (Vec2, Tone, Vec<(u32, u64)>),
        arenas: &[(Vec2, &Terrain)],
        backdrop: Color32,
    ) -> Self {
        let (map, tone, _) = made_of;
        let scale = (TEXELS / map.max_element().max(1.0)).min(8.0);
        let size = (map * scale).ceil().max(Vec2::ONE);
        let (columns, rows) = (size.x as usize, size.y as usize);
        let mut image = ColorImage::filled([columns, rows], backdrop);
        for y in 0..rows {
            for x in 0..columns {
                let at = Vec2::new(x as f32, y as f32);
                if let Some(colour) = sample(arenas, at, scale, tone) {
                    image.pixels[y * columns + x] = colour;
                }
            }
        }
        Self { made_of, image, scale }
    }
}

/// The mean colour of four points of a texel; `None` outside of all arenas.
fn sample(arenas: &[(Vec2, &Terrain)], texel: Vec2, scale: f32, tone: Tone) -> Option<Color32> {
    let offsets = [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)];
    let (mut sum, mut count) = ([0_u32; 3], 0);
    for (dx, dy) in offsets {
        let at = (texel + Vec2::new(dx, dy)) / scale;
        if let Some(ground) = ground_at(arenas, at) {
            let colour = tone.plain(ground);
            (0..3).for_each(|i| sum[i] += u32::from(colour[i]));
            count += 1;
        }
    }
    let [red, green, blue] = sum.map(|part| part.checked_div(count).unwrap_or(0) as u8);
    (count > 0).then(|| Color32::from_rgb(red, green, blue))
}

fn ground_at(arenas: &[(Vec2, &Terrain)], at: Vec2) -> Option<Ground> {
    arenas.iter().find_map(|(origin, terrain)| {
        let cell = Cell::containing(at - *origin);
        terrain.bounds().contains(cell).then(|| match terrain.ground(cell) {
            // An obstacle stands on it.
            Ground::Floor | Ground::Swamp if !terrain.is_passable(cell) => Ground::Wall,
            ground => ground,
        })
    })
}

/// Whether only a part of the map is seen.
fn is_cut(visible: Rect, map: Vec2) -> bool {
    // Less than a pixel is not a reason for a minimap.
    let spare = map * 0.02 + 0.5;
    visible.min.cmpgt(spare).any() || visible.max.cmplt(map - spare).any()
}

#[expect(clippy::too_many_arguments, reason = "a system takes each resource that it uses")]
fn show_minimap(
    mut contexts: EguiContexts,
    mut minimap: ResMut<Minimap>,
    settings: Res<Settings>,
    (view, area, dialogs): (Res<View>, Res<MapArea>, Res<Dialogs>),
    time: Res<Time<Real>>,
    selection: Res<Selection>,
    arenas: Query<(&Arena, &Land, &Teams)>,
    units: Query<(&Unit, &Position, &ChildOf)>,
    mut images: ResMut<Assets<Image>>,
    (mut look, mut intents): (MessageWriter<LookAt>, MessageWriter<Intent>),
) -> Result {
    let (map, visible) = (view.map(), view.visible());
    let room = area.0.size() - 2.0 * MARGIN;
    let size = map * (SIDE / map.max_element()).min((room * 0.4 / map).min_element());
    let hidden = !settings.look.minimap || dialogs.start_page;
    if hidden || !is_cut(visible, map) || size.min_element() < 12.0 {
        if let Some(image) = minimap.image.take() {
            contexts.remove_image(&image);
        }
        minimap.ground = None;
        return Ok(());
    }
    let context = contexts.ctx_mut()?.clone();
    minimap.due -= time.delta_secs();
    if minimap.due <= 0.0 || minimap.image.is_none() {
        minimap.due = PERIOD;
        let tone = if settings.look.theme == Theme::Light { Tone::Light } else { Tone::Dark };
        let mut made_of: Vec<_> =
            arenas.iter().map(|(arena, land, _)| (arena.index, land.terrain.revision())).collect();
        made_of.sort_unstable();
        let made_of = (map, tone, made_of);
        if minimap.ground.as_ref().is_none_or(|ground| ground.made_of != made_of) {
            let backdrop = context.global_style().visuals.extreme_bg_color;
            let shown =
                arenas.iter().map(|(arena, land, _)| (view.origin(arena.index), &land.terrain));
            let shown: Vec<_> = shown.collect();
            minimap.ground = Some(SmallGround::new(made_of, &shown, backdrop));
        }
        let Some(ground) = &minimap.ground else { return Ok(()) };
        let mut image = ground.image.clone();
        for (unit, position, child) in &units {
            let Ok((arena, _, teams)) = arenas.get(child.parent()) else { continue };
            let origin = view.origin(arena.index);
            let colour = if selection.units.contains(&unit.id) {
                context.global_style().visuals.strong_text_color()
            } else {
                let team = teams.0.get(usize::from(unit.team.0));
                team.map_or(Color32::GRAY, |team| {
                    Color32::from_rgb(team.colour.0, team.colour.1, team.colour.2)
                })
            };
            let size = (0.8 * ground.scale).clamp(2.0, 6.0);
            dot(&mut image, (origin + position.0) * ground.scale, size as usize, colour);
        }
        let image = to_bevy(&image);
        let shown = minimap.image.get_or_insert_with(|| images.add(Image::default())).clone();
        if let Some(mut shown) = images.get_mut(&shown) {
            *shown = image;
        }
    }
    let Some(image) = minimap.image.clone() else { return Ok(()) };
    let texture = contexts.add_image(EguiTextureHandle::Strong(image));
    let corner = area.0.max - MARGIN;
    let shown = egui::Area::new(egui::Id::new("small map"))
        .pivot(egui::Align2::RIGHT_BOTTOM)
        .fixed_pos(egui::pos2(corner.x, corner.y))
        .constrain(false)
        .show(&context, |ui| show(ui, texture, size, map, visible))
        .inner;
    match shown {
        Some(Click::At(middle)) => {
            look.write(LookAt::Middle(middle));
        }
        Some(Click::Close) => {
            intents.write(Intent::Settings(SettingsIntent::HideMinimap));
        }
        None => {}
    }
    Ok(())
}

fn to_bevy(picture: &ColorImage) -> Image {
    let [width, height] = picture.size.map(|side| side as u32);
    let bytes: Vec<u8> = picture.pixels.iter().flat_map(|pixel| pixel.to_array()).collect();
    let size = Extent3d { width, height, depth_or_array_layers: 1 };
    let format = TextureFormat::Rgba8UnormSrgb;
    Image::new(size, TextureDimension::D2, bytes, format, RenderAssetUsages::default())
}

/// A square of some texels, around a point.
fn dot(image: &mut ColorImage, at: Vec2, size: usize, colour: Color32) {
    let [columns, rows] = image.size;
    let corner = (at - (size - 1) as f32 / 2.0).max(Vec2::ZERO);
    for (dy, dx) in (0..size).flat_map(|dy| (0..size).map(move |dx| (dy, dx))) {
        let (x, y) = (corner.x as usize + dx, corner.y as usize + dy);
        if x < columns && y < rows {
            image.pixels[y * columns + x] = colour;
        }
    }
}

/// What was clicked.
enum Click {
    /// A place, in cells.
    At(Vec2),
    /// The button that hides it.
    Close,
}

fn show(
    ui: &mut egui::Ui,
    texture: egui::TextureId,
    size: Vec2,
    map: Vec2,
    visible: Rect,
) -> Option<Click> {
    let sense = egui::Sense::click_and_drag();
    let (rect, response) = ui.allocate_exact_size(egui::vec2(size.x, size.y), sense);
    let whole = egui::Rect::from_min_max(egui::Pos2::ZERO, egui::pos2(1.0, 1.0));
    ui.painter().image(texture, rect, whole, Color32::WHITE);
    let on_screen = |cells: Vec2| {
        let part = cells / map;
        rect.min + egui::vec2(part.x * rect.width(), part.y * rect.height())
    };
    let seen = egui::Rect::from_min_max(on_screen(visible.min), on_screen(visible.max));
    let visuals = &ui.style().visuals;
    let (strong, line) = (visuals.strong_text_color(), visuals.window_stroke.color);
    let seen = seen.intersect(rect);
    ui.painter().rect_stroke(seen, 0.0, Stroke::new(1.5, strong), egui::StrokeKind::Inside);
    ui.painter().rect_stroke(rect, 2.0, Stroke::new(1.0, line), egui::StrokeKind::Outside);
    let close = egui::Rect::from_min_size(
        rect.right_top() + egui::vec2(-18.0, 2.0),
        egui::vec2(16.0, 16.0),
    );
    let mut clicked = None;
    if let Some(at) = response.interact_pointer_pos().filter(|at| !close.contains(*at)) {
        let part = (at - rect.min) / rect.size();
        clicked = Some(Click::At(Vec2::new(part.x, part.y) * map));
    }
    if response.contains_pointer() {
        let cross = ui.put(close, egui::Button::new("✕").small().frame(false));
        if cross.on_hover_text("Hides the minimap; the settings show it again").clicked() {
            clicked = Some(Click::Close);
        }
    }
    clicked
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::CornerRule;

    #[test]
    fn a_small_map_is_shown_only_if_a_part_of_the_map_is_out_of_view() {
        let map = Vec2::new(100.0, 50.0);
        assert!(!is_cut(Rect::new(-10.0, -10.0, 110.0, 60.0), map));
        assert!(is_cut(Rect::new(20.0, 0.0, 120.0, 60.0), map));
        assert!(is_cut(Rect::new(-10.0, -10.0, 60.0, 60.0), map));
    }

    #[test]
    fn arenas_side_by_side_share_the_small_map() {
        let left = Terrain::from_text(CornerRule::Free, &["..", ".."]);
        let right = Terrain::from_text(CornerRule::Free, &["##", "##"]);
        let arenas = [(Vec2::ZERO, &left), (Vec2::new(4.0, 0.0), &right)];
        let made_of = (Vec2::new(6.0, 2.0), Tone::Dark, Vec::new());
        let small = SmallGround::new(made_of, &arenas, Color32::RED);
        let at = |x: f32, y: f32| {
            let (x, y) = ((x * small.scale) as usize, (y * small.scale) as usize);
            small.image.pixels[y * small.image.size[0] + x]
        };
        let plain = |ground| {
            let [red, green, blue] = Tone::Dark.plain(ground);
            Color32::from_rgb(red, green, blue)
        };
        assert_eq!(at(1.0, 1.0), plain(Ground::Floor));
        assert_eq!(at(3.0, 1.0), Color32::RED, "between the arenas");
        assert_eq!(at(5.0, 1.0), plain(Ground::Wall));
    }

    #[test]
    fn units_at_the_edge_do_not_leave_the_picture() {
        let mut image = ColorImage::filled([4, 4], Color32::BLACK);
        for at in [Vec2::ZERO, Vec2::splat(4.0), Vec2::new(-3.0, 9.0), Vec2::splat(f32::NAN)] {
            dot(&mut image, at, 3, Color32::WHITE);
        }
        assert_eq!(image.pixels[0], Color32::WHITE);
    }
}
