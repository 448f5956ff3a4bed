//! Everything on the map that is not a picture per cell, as one mesh that is rebuilt every frame.
//!
//! Systems paint lines, rectangles and glyphs onto [`Layer`]s; the layers are joined into one mesh with
//! one material, so thousands of units and paths cost one draw call and the simulation's entities carry
//! nothing of the window. Edges of lines fade over one pixel, so they are smooth at every zoom
//! without multisampling.

use crate::view::scene::glyphs::{self, Glyph};
use crate::view::shared::FrameSystems;
use bevy::asset::RenderAssetUsages;
use bevy::camera::visibility::NoFrustumCulling;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    use DrawSystems::*;
    app.init_resource::<Canvas>()
        .configure_sets(Update, (Clear, Paint, Show).chain().in_set(FrameSystems::Draw))
        .add_systems(Startup, set_up)
        .add_systems(Update, show.in_set(Show));
}

/// The stages of drawing, inside [`FrameSystems::Draw`].
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum DrawSystems {
    /// The canvas is wiped and told what the camera sees.
    Clear,
    /// Everything is painted.
    Paint,
    /// The canvas goes to the screen.
    Show,
}

/// What lies above what, lowest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layer {
    /// The edge of the map and the lines between cells.
    Grid,
    /// Occupied cells and places of rest.
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

/// Height of the canvas in Bevy's world: above the pictures per cell.
const HEIGHT: f32 = 50.0;

/// What is painted in this frame.
#[derive(Resource, Default)]
pub struct Canvas {
    layers: [Shapes; Layer::COUNT],
    /// What the camera shows, in cells of arena 0.
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
    pub fn triangles(&self) -> usize {
        self.layers.iter().map(|l| l.indices.len() / 3).sum()
    }

    fn mesh(&self) -> Mesh {
        let mut all = Shapes::default();
        let points = self.layers.iter().map(|l| l.positions.len()).sum::<usize>() + 3;
        all.positions.reserve(points);
        all.places.reserve(points);
        all.colours.reserve(points);
        // One triangle without area, since an empty mesh cannot be uploaded.
        all.triangle([Vec2::ZERO; 3], LinearRgba::NONE);
        for layer in &self.layers {
            all.append(layer);
        }
        Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, all.positions)
            .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, all.places)
            .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, all.colours)
            .with_inserted_indices(Indices::U32(all.indices))
    }
}

/// Triangles with their colours and their places in the sheet of glyphs.
#[derive(Default)]
struct Shapes {
    positions: Vec<[f32; 3]>,
    places: Vec<[f32; 2]>,
    colours: Vec<[f32; 4]>,
    indices: Vec<u32>,
}

impl Shapes {
    fn clear(&mut self) {
        self.positions.clear();
        self.places.clear();
        self.colours.clear();
        self.indices.clear();
    }

    fn append(&mut self, other: &Self) {
        let first = self.positions.len() as u32;
        self.positions.extend_from_slice(&other.positions);
        self.places.extend_from_slice(&other.places);
        self.colours.extend_from_slice(&other.colours);
        self.indices.extend(other.indices.iter().map(|i| i + first));
    }

    fn point(&mut self, at: Vec2, place: Vec2, colour: LinearRgba) -> u32 {
        self.positions.push([at.x, -at.y, 0.0]);
        self.places.push(place.to_array());
        self.colours.push(colour.to_f32_array());
        self.positions.len() as u32 - 1
    }

    fn triangle(&mut self, corners: [Vec2; 3], colour: LinearRgba) {
        let plain = glyphs::plain();
        let corners = corners.map(|c| self.point(c, plain, colour));
        self.indices.extend(corners);
    }

    /// Two triangles; the corners in turn.
    fn quad(&mut self, [a, b, c, d]: [u32; 4]) {
        self.indices.extend([a, b, c, a, c, d]);
    }
}

/// Paints on one layer, in cells of one arena.
pub struct Painter<'a> {
    shapes: &'a mut Shapes,
    origin: Vec2,
    /// What the camera shows, in cells of this arena.
    pub visible: Rect,
    /// Size of a pixel in cells.
    pub pixel: f32,
}

impl Painter<'_> {
    /// Whether something of a size around a place can be seen.
    pub fn sees(&self, at: Vec2, reach: f32) -> bool {
        let Rect { min, max } = self.visible;
        at.x + reach > min.x && at.x - reach < max.x && at.y + reach > min.y && at.y - reach < max.y
    }

    /// A glyph around a place. `half` is half its size in cells, `angle` turns it clockwise on screen.
    pub fn glyph(
        &mut self,
        glyph: Glyph,
        at: Vec2,
        half: Vec2,
        angle: f32,
        tint: impl Into<LinearRgba>,
    ) {
        let tint = tint.into();
        let turn = Vec2::from_angle(angle);
        let half = half * glyphs::MARGIN;
        let sheet = glyph.place();
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| {
            let corner = Vec2::new(x, y);
            let place = sheet.center() + corner * sheet.half_size();
            self.shapes.point(self.origin + at + turn.rotate(corner * half), place, tint)
        });
        self.shapes.quad(corners);
    }

    /// A filled rectangle between two corners.
    pub fn fill(&mut self, min: Vec2, max: Vec2, colour: impl Into<LinearRgba>) {
        self.shade(min, max, [colour.into(); 4]);
    }

    /// A rectangle with a colour for each corner: upper left, upper right, lower right, lower left.
    pub fn shade(&mut self, min: Vec2, max: Vec2, colours: [LinearRgba; 4]) {
        let plain = glyphs::plain();
        let corners = [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)];
        let mut points = [0; 4];
        for (i, (corner, colour)) in corners.into_iter().zip(colours).enumerate() {
            points[i] = self.shapes.point(self.origin + corner, plain, colour);
        }
        self.shapes.quad(points);
    }

    /// The outline of a rectangle, drawn inside of it; `width` in pixels.
    pub fn outline(&mut self, min: Vec2, max: Vec2, width: f32, colour: impl Into<LinearRgba>) {
        let colour = colour.into();
        let inset = Vec2::splat((width * self.pixel).min((max - min).min_element().abs() / 2.0));
        let (inner_min, inner_max) = (min + inset, max - inset);
        self.fill(min, Vec2::new(max.x, inner_min.y), colour);
        self.fill(Vec2::new(min.x, inner_max.y), max, colour);
        self.fill(Vec2::new(min.x, inner_min.y), Vec2::new(inner_min.x, inner_max.y), colour);
        self.fill(Vec2::new(inner_max.x, inner_min.y), Vec2::new(max.x, inner_max.y), colour);
    }

    /// A straight line; `width` in pixels.
    pub fn line(&mut self, from: Vec2, to: Vec2, width: f32, colour: impl Into<LinearRgba>) {
        self.polyline([from, to].into_iter(), width, colour);
    }

    /// A dashed line; `width` and `dash` in pixels.
    pub fn dashes(
        &mut self,
        from: Vec2,
        to: Vec2,
        width: f32,
        dash: f32,
        colour: impl Into<LinearRgba>,
    ) {
        let colour = colour.into();
        let length = from.distance(to);
        // A line much longer than the screen gets longer dashes rather than thousands of them.
        let step = (2.0 * dash * self.pixel).max(length / 400.0);
        if step <= 0.0 || !length.is_finite() {
            return;
        }
        let along = (to - from).normalize_or_zero();
        let mut done = 0.0;
        while done < length {
            let end = (done + step / 2.0).min(length);
            self.line(from + along * done, from + along * end, width, colour);
            done += step;
        }
    }

    /// An arrow; `width` in pixels.
    pub fn arrow(&mut self, from: Vec2, to: Vec2, width: f32, colour: impl Into<LinearRgba>) {
        let colour = colour.into();
        let along = (to - from).normalize_or_zero();
        let head = (3.5 * width * self.pixel).min(from.distance(to));
        let neck = to - along * head;
        self.line(from, neck, width, colour);
        let side = along.perp() * head * 0.55;
        self.shapes.triangle([to, neck + side, neck - side].map(|p| p + self.origin), colour);
    }

    /// A line through points with mitred joints; `width` in pixels.
    pub fn polyline(
        &mut self,
        points: impl Iterator<Item = Vec2>,
        width: f32,
        colour: impl Into<LinearRgba>,
    ) {
        let colour = colour.into();
        let edge = LinearRgba { alpha: 0.0, ..colour };
        let inner = (width - 1.0).max(0.0) / 2.0 * self.pixel;
        let outer = (width + 1.0) / 2.0 * self.pixel;
        let plain = glyphs::plain();
        let mut points = points.filter(|p| p.is_finite()).peekable();
        let Some(mut here) = points.next() else { return };
        let mut before: Option<Vec2> = None;
        let mut last_row: Option<[u32; 4]> = None;
        loop {
            // A repeated point has no direction.
            while points.peek().is_some_and(|p| p.distance_squared(here) < 1e-10) {
                points.next();
            }
            let after = points.peek().map(|&next| (next - here).normalize());
            let Some(side) = mitre(before, after) else { return };
            let row = [(-outer, edge), (-inner, colour), (inner, colour), (outer, edge)]
                .map(|(reach, c)| self.shapes.point(self.origin + here + side * reach, plain, c));
            if let Some(last) = last_row {
                for i in 0..3 {
                    self.shapes.quad([last[i], last[i + 1], row[i + 1], row[i]]);
                }
            }
            last_row = Some(row);
            before = after;
            match points.next() {
                Some(next) => here = next,
                None => return,
            }
        }
    }

    /// A circle line; `width` in pixels.
    pub fn circle(&mut self, at: Vec2, radius: f32, width: f32, colour: impl Into<LinearRgba>) {
        let steps = ((radius / self.pixel).sqrt() * 5.0).clamp(12.0, 96.0) as usize;
        let points = (0..=steps).map(|i| {
            at + radius * Vec2::from_angle(i as f32 / steps as f32 * std::f32::consts::TAU)
        });
        self.polyline(points, width, colour);
    }
}

/// The direction across a line at a point between two pieces of it, long enough that the line keeps its
/// width; `None` if there is no line.
fn mitre(before: Option<Vec2>, after: Option<Vec2>) -> Option<Vec2> {
    match (before, after) {
        (None, None) => None,
        (Some(only), None) | (None, Some(only)) => Some(only.perp()),
        (Some(a), Some(b)) => {
            let middle = (a.perp() + b.perp()).normalize_or(a.perp());
            // At sharp turns the corner is cut instead of reaching far out.
            Some(middle / middle.dot(a.perp()).max(0.5))
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn canvas() -> Canvas {
        let mut canvas = Canvas::default();
        canvas.clear(Rect::new(0.0, 0.0, 10.0, 10.0), 0.1);
        canvas
    }

    #[test]
    fn a_line_keeps_its_width_through_a_right_angle() {
        let corner = mitre(Some(Vec2::X), Some(Vec2::Y)).unwrap();
        assert!((corner.dot(Vec2::X.perp()) - 1.0).abs() < 1e-6);
        assert!((corner.dot(Vec2::Y.perp()) - 1.0).abs() < 1e-6);
    }

    #[test]
    fn a_line_that_turns_back_stays_finite() {
        let corner = mitre(Some(Vec2::X), Some(Vec2::NEG_X)).unwrap();
        assert!(corner.is_finite() && corner.length() <= 2.0);
    }

    #[test]
    fn lines_without_length_paint_nothing() {
        let mut canvas = canvas();
        let mut painter = canvas.on(Layer::Paths, Vec2::ZERO);
        painter.line(Vec2::ONE, Vec2::ONE, 2.0, Color::WHITE);
        painter.polyline(std::iter::empty(), 2.0, Color::WHITE);
        painter.dashes(Vec2::ONE, Vec2::ONE, 2.0, 4.0, Color::WHITE);
        painter.line(Vec2::ONE, Vec2::NAN, 2.0, Color::WHITE);
        assert_eq!(canvas.triangles(), 0);
    }

    #[test]
    fn repeated_points_do_not_break_a_line() {
        let mut canvas = canvas();
        let points = [Vec2::ZERO, Vec2::X, Vec2::X, Vec2::ONE, Vec2::ONE];
        canvas.on(Layer::Paths, Vec2::ZERO).polyline(points.into_iter(), 2.0, Color::WHITE);
        assert_eq!(canvas.triangles(), 2 * 3 * 2, "two pieces of three strips");
        let finite = |p: &[f32; 3]| p.iter().all(|c| c.is_finite());
        assert!(canvas.layers[Layer::Paths as usize].positions.iter().all(finite));
    }

    #[test]
    fn arenas_beside_the_first_see_their_own_cells() {
        let mut canvas = canvas();
        let painter = canvas.on(Layer::Units, Vec2::new(8.0, 0.0));
        assert!(painter.sees(Vec2::new(1.0, 1.0), 0.0));
        assert!(!painter.sees(Vec2::new(5.0, 1.0), 0.0));
    }
}
