//! The canvas in the window: one mesh for everything on the map that is not a texture, rebuilt every frame.
//!
//! Systems paint marks on the layers of [`picture::Canvas`]. All marks become one mesh with one material, so thousands of
//! units and paths cost one draw call, and the entities of the simulation need no components for drawing. Lines fade over
//! one pixel at their edges, so they are smooth at every zoom without multisampling.

use crate::picture::{self, Glyph, Joint, Mark, Paint, glyphs};
use crate::view::settings::{Settings, Theme};
use bevy::asset::RenderAssetUsages;
use bevy::camera::visibility::NoFrustumCulling;
use bevy::image::{ImageAddressMode, ImageFilterMode, ImageSampler, ImageSamplerDescriptor};
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Canvas>()
        .init_resource::<Settings>()
        .add_systems(Startup, set_up)
        .add_systems(Update, show.in_set(DrawSystems::Show));
}

/// The stages of [`FrameSystems::Draw`](crate::view::frame::FrameSystems::Draw), in order.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum DrawSystems {
    /// The canvas is wiped and gets the view of the camera.
    Clear,
    /// Everything is painted.
    Paint,
    /// The canvas goes to the screen.
    Show,
}

/// What has been painted in this frame.
#[derive(Resource, Default, Deref, DerefMut)]
pub struct Canvas(picture::Canvas);

/// The z coordinate of the canvas in Bevy's world: above the textures.
const HEIGHT: f32 = 50.0;

/// Triangles with their colours and texture coordinates in the sheet of glyphs.
#[derive(Default)]
struct Triangles {
    /// Whether the ground is light, so that light marks must become dark.
    on_light: bool,
    positions: Vec<[f32; 3]>,
    texture_coordinates: Vec<[f32; 2]>,
    colours: Vec<[f32; 4]>,
    indices: Vec<u32>,
}

impl Triangles {
    fn point(&mut self, at: Vec2, texture_at: Vec2, paint: Paint) -> u32 {
        let paint = if self.on_light { darkened(paint) } else { paint };
        self.positions.push([at.x, -at.y, 0.0]);
        self.texture_coordinates.push(texture_at.to_array());
        self.colours.push([paint.red, paint.green, paint.blue, paint.alpha]);
        self.positions.len() as u32 - 1
    }

    /// Two triangles, from the four corners in clockwise order.
    fn quad(&mut self, [a, b, c, d]: [u32; 4]) {
        self.indices.extend([a, b, c, a, c, d]);
    }

    fn add(&mut self, mark: &Mark, joints: &[Joint], pixel: f32) {
        let plain = glyphs::plain();
        match mark {
            &Mark::Glyph { glyph, at, half, turn, tint } => {
                // Bodies keep the colour of their team; white leaves the glyph as it is.
                let keeps = glyph == Glyph::Disc || tint.fade(1.0) == Paint::WHITE;
                let on_light = self.on_light;
                self.on_light = on_light && !keeps;
                self.glyph(glyph, at, half, turn, tint);
                self.on_light = on_light;
            }
            &Mark::Shade { min, max, corners: [a, b, c, d] } => {
                let corners = [
                    (min, a),
                    (Vec2::new(max.x, min.y), b),
                    (max, c),
                    (Vec2::new(min.x, max.y), d),
                ]
                .map(|(at, paint)| self.point(at, plain, paint));
                self.quad(corners);
            }
            &Mark::Triangle { corners, paint } => {
                let corners = corners.map(|at| self.point(at, plain, paint));
                self.indices.extend(corners);
            }
            Mark::Line { joints: range, width, paint } => {
                let inner = (width - 1.0).max(0.0) / 2.0 * pixel;
                let outer = (width + 1.0) / 2.0 * pixel;
                let edge = paint.fade(0.0);
                let mut last: Option<[u32; 4]> = None;
                for &Joint { at, side } in &joints[range.clone()] {
                    let row = [(-outer, edge), (-inner, *paint), (inner, *paint), (outer, edge)]
                        .map(|(reach, paint)| self.point(at + side * reach, plain, paint));
                    if let Some(last) = last {
                        for i in 0..3 {
                            self.quad([last[i], last[i + 1], row[i + 1], row[i]]);
                        }
                    }
                    last = Some(row);
                }
            }
        }
    }

    fn glyph(&mut self, glyph: Glyph, at: Vec2, half: Vec2, turn: Vec2, tint: Paint) {
        let half = half * glyphs::MARGIN;
        let sheet = glyph.area();
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| {
            let corner = Vec2::new(x, y);
            let texture_at = sheet.center() + corner * sheet.half_size();
            self.point(at + turn.rotate(corner * half), texture_at, tint)
        });
        self.quad(corners);
    }
}

/// A colour that stands out from light ground: light greys become dark, light colours lose some light.
fn darkened(paint: Paint) -> Paint {
    let Paint { red, green, blue, .. } = paint;
    let most = red.max(green).max(blue);
    let light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    if most <= 0.0 {
        // Shadows of full strength would look like holes.
        return paint.fade(0.5 * paint.alpha);
    }
    let colourful = 1.0 - red.min(green).min(blue) / most;
    let greatest = 0.03 + 0.27 * colourful;
    if light > greatest { paint.dim(greatest / light) } else { paint }
}

fn mesh(canvas: &picture::Canvas, on_light: bool) -> Mesh {
    let mut all = Triangles { on_light, ..Triangles::default() };
    // One triangle without area, because an empty mesh cannot be uploaded.
    all.add(&Mark::Triangle { corners: [Vec2::ZERO; 3], paint: Paint::BLACK.fade(0.0) }, &[], 1.0);
    for mark in canvas.marks() {
        all.add(mark, canvas.joints(), canvas.pixel());
    }
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, all.positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, all.texture_coordinates)
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, all.colours)
        .with_inserted_indices(Indices::U32(all.indices))
}

/// The sheet of glyphs as a texture.
fn glyph_texture() -> Image {
    let size = Extent3d { width: glyphs::SIDE, height: glyphs::SIDE, depth_or_array_layers: 1 };
    let mut image = Image::new_uninit(
        size,
        TextureDimension::D2,
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::RENDER_WORLD,
    );
    image.data = Some(glyphs::sheet().concat().into_flattened());
    image.texture_descriptor.mip_level_count = glyphs::LEVELS;
    image.sampler = ImageSampler::Descriptor(ImageSamplerDescriptor {
        address_mode_u: ImageAddressMode::ClampToEdge,
        address_mode_v: ImageAddressMode::ClampToEdge,
        mag_filter: ImageFilterMode::Linear,
        min_filter: ImageFilterMode::Linear,
        mipmap_filter: ImageFilterMode::Linear,
        ..default()
    });
    image
}

#[derive(Resource)]
struct CanvasMesh(Handle<Mesh>);

fn set_up(
    mut commands: Commands,
    canvas: Res<Canvas>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
    mut images: ResMut<Assets<Image>>,
) {
    let mesh = meshes.add(mesh(&canvas, false));
    let texture = Some(images.add(glyph_texture()));
    commands.spawn((
        Mesh2d(mesh.clone()),
        MeshMaterial2d(materials.add(ColorMaterial { texture, ..default() })),
        Transform::from_xyz(0.0, 0.0, HEIGHT),
        NoFrustumCulling,
    ));
    commands.insert_resource(CanvasMesh(mesh));
}

fn show(
    canvas: Res<Canvas>,
    shown: Res<CanvasMesh>,
    settings: Res<Settings>,
    mut meshes: ResMut<Assets<Mesh>>,
) -> Result {
    meshes.insert(&shown.0, mesh(&canvas, settings.look.theme == Theme::Light))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Layer;

    #[test]
    fn light_marks_become_dark_on_light_ground() {
        let light =
            |Paint { red, green, blue, .. }: Paint| 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        let selected: Paint = crate::overlay::palette::SELECTED.into();
        assert!(light(darkened(selected)) < 0.1);
        for colour in crate::overlay::palette::DISTINCT.map(Paint::from) {
            assert!(light(darkened(colour)) <= 0.3);
        }
        assert_eq!(darkened(Paint::BLACK), Paint::BLACK.fade(0.5));
        assert_eq!(darkened(selected.fade(0.4)).alpha, 0.4);
    }

    #[test]
    fn marks_become_triangles() {
        let mut canvas = picture::Canvas::default();
        canvas.clear(Rect::new(0.0, 0.0, 10.0, 10.0), 0.1);
        let triangles =
            |canvas: &picture::Canvas| mesh(canvas, false).indices().map_or(0, |i| i.len() / 3);
        let none = triangles(&canvas);
        let mut painter = canvas.on(Layer::Paths, Vec2::ZERO);
        painter.polyline([Vec2::ZERO, Vec2::X, Vec2::ONE].into_iter(), 2.0, Paint::WHITE);
        assert_eq!(triangles(&canvas) - none, 2 * 3 * 2, "two pieces of three strips");
        let mut painter = canvas.on(Layer::Units, Vec2::ZERO);
        painter.glyph(Glyph::Disc, Vec2::ONE, Vec2::ONE, 0.5, Paint::WHITE);
        painter.fill(Vec2::ZERO, Vec2::ONE, Paint::WHITE);
        painter.arrow(Vec2::ZERO, Vec2::new(5.0, 5.0), 1.0, Paint::WHITE);
        assert_eq!(triangles(&canvas) - none, 12 + 2 + 2 + 6 + 1);
    }
}
