//! The canvas: one mesh for everything on the map that is not a texture, rebuilt every frame.
//!
//! Systems paint lines, rectangles and glyphs on [`Layer`]s. The layers are joined into one mesh with one material, so
//! thousands of units and paths cost one draw call, and the entities of the simulation need no components for drawing.
//! Lines fade over one pixel at their edges, so they are smooth at every zoom without multisampling.

mod painter;

pub use painter::Painter;

use crate::view::scene::glyphs;
use bevy::asset::RenderAssetUsages;
use bevy::camera::visibility::NoFrustumCulling;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Canvas>()
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

/// The layers of the canvas, lowest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layer {
    /// The edge of the map and the lines between cells.
    Grid,
    /// Occupied cells and slots.
    Cells,
    /// Planned paths.
    Paths,
    /// Shadows, rings and everything else on the ground.
    Floor,
    /// Obstacles and flags.
    Things,
    /// Units.
    Units,
    /// Arrows and marks above units.
    Marks,
    /// What the current tool would do.
    Tools,
}

impl Layer {
    const COUNT: usize = Self::Tools as usize + 1;
}

/// The z coordinate of the canvas in Bevy's world: above the textures.
const HEIGHT: f32 = 50.0;

/// What has been painted in this frame.
#[derive(Resource, Default)]
pub struct Canvas {
    layers: [Shapes; Layer::COUNT],
    /// What the camera shows, in cells of the first arena.
    visible: Rect,
    /// Size of a pixel in cells.
    pixel: f32,
}

impl Canvas {
    /// Wipes the canvas.
    pub fn clear(&mut self, visible: Rect, pixel: f32) {
        self.layers.iter_mut().for_each(Shapes::clear);
        self.visible = visible;
        self.pixel = pixel;
    }

    /// A painter for one layer of the arena whose upper left corner is drawn at `origin`.
    pub fn on(&mut self, layer: Layer, origin: Vec2) -> Painter<'_> {
        let visible = self.visible(origin);
        Painter { shapes: &mut self.layers[layer as usize], origin, visible, pixel: self.pixel }
    }

    /// What the camera shows, in cells of the arena whose upper left corner is drawn at `origin`.
    pub fn visible(&self, origin: Vec2) -> Rect {
        Rect { min: self.visible.min - origin, max: self.visible.max - origin }
    }

    /// Size of a pixel in cells.
    pub fn pixel(&self) -> f32 {
        self.pixel
    }

    /// Number of triangles painted so far.
    #[cfg(test)]
    pub fn triangles(&self) -> usize {
        self.layers.iter().map(|l| l.indices.len() / 3).sum()
    }

    fn mesh(&self) -> Mesh {
        let mut all = Shapes::default();
        let points = self.layers.iter().map(|l| l.positions.len()).sum::<usize>() + 3;
        all.positions.reserve(points);
        all.texture_coordinates.reserve(points);
        all.colours.reserve(points);
        // One triangle without area, because an empty mesh cannot be uploaded.
        all.triangle([Vec2::ZERO; 3], LinearRgba::NONE);
        for layer in &self.layers {
            all.append(layer);
        }
        Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, all.positions)
            .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, all.texture_coordinates)
            .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, all.colours)
            .with_inserted_indices(Indices::U32(all.indices))
    }
}

/// Triangles with their colours and texture coordinates in the sheet of glyphs.
#[derive(Default)]
struct Shapes {
    positions: Vec<[f32; 3]>,
    texture_coordinates: Vec<[f32; 2]>,
    colours: Vec<[f32; 4]>,
    indices: Vec<u32>,
}

impl Shapes {
    fn clear(&mut self) {
        self.positions.clear();
        self.texture_coordinates.clear();
        self.colours.clear();
        self.indices.clear();
    }

    fn append(&mut self, other: &Self) {
        let first = self.positions.len() as u32;
        self.positions.extend_from_slice(&other.positions);
        self.texture_coordinates.extend_from_slice(&other.texture_coordinates);
        self.colours.extend_from_slice(&other.colours);
        self.indices.extend(other.indices.iter().map(|i| i + first));
    }

    fn point(&mut self, at: Vec2, texture_at: Vec2, colour: LinearRgba) -> u32 {
        self.positions.push([at.x, -at.y, 0.0]);
        self.texture_coordinates.push(texture_at.to_array());
        self.colours.push(colour.to_f32_array());
        self.positions.len() as u32 - 1
    }

    fn triangle(&mut self, corners: [Vec2; 3], colour: LinearRgba) {
        let plain = glyphs::plain();
        let corners = corners.map(|c| self.point(c, plain, colour));
        self.indices.extend(corners);
    }

    /// Two triangles, from the four corners in clockwise order.
    fn quad(&mut self, [a, b, c, d]: [u32; 4]) {
        self.indices.extend([a, b, c, a, c, d]);
    }
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
    let mesh = meshes.add(canvas.mesh());
    let texture = Some(images.add(glyphs::sheet()));
    commands.spawn((
        Mesh2d(mesh.clone()),
        MeshMaterial2d(materials.add(ColorMaterial { texture, ..default() })),
        Transform::from_xyz(0.0, 0.0, HEIGHT),
        NoFrustumCulling,
    ));
    commands.insert_resource(CanvasMesh(mesh));
}

fn show(canvas: Res<Canvas>, mesh: Res<CanvasMesh>, mut meshes: ResMut<Assets<Mesh>>) -> Result {
    meshes.insert(&mesh.0, canvas.mesh())?;
    Ok(())
}
