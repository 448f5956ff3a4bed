//! The ground of arenas: texture tiles that are repainted only where cells changed.
//!
//! A cell has from 1 x 1 texels (on huge maps) to 16 x 16 (on small ones). So walls have lit edges and cast shadows, and a
//! pixel costs one texture sample. Tiles of 512 x 512 texels keep the upload after a brush stroke small, and tiles out of
//! view are not drawn.

use crate::grid::{Bounds, Cell, Ground, Rectangle, Terrain};
use crate::picture::bridge;
use crate::picture::texels::{self, Tone};
use crate::sim::{Arena, Land};
use crate::view::frame::FrameSystems;
use crate::view::scene::arena_pictures::{height, picture};
use crate::view::settings::{Settings, Theme};
use bevy::asset::RenderAssetUsages;
use bevy::image::{ImageFilterMode, ImageSampler, ImageSamplerDescriptor};
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat, TextureUsages};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<GroundTextures>().init_resource::<Settings>().add_systems(
        Update,
        (show_new_arenas, repaint_theme, repaint_changes).chain().in_set(FrameSystems::Draw),
    );
}

/// Maximum number of texels of the ground of one arena.
const TEXEL_BUDGET: usize = 1 << 22;
/// Texels along the side of a tile.
const TILE: u32 = 512;

/// The textures of all arenas, by the index of the arena. They outlive their arena: when it is rebuilt after a restart or
/// a step back, only the cells that differ are painted.
#[derive(Resource, Default)]
struct GroundTextures(BTreeMap<u32, GroundTexture>);

/// The texture tiles of one arena.
struct GroundTexture {
    /// The revision of the terrain that was painted; `None` if the arena is new.
    revision: Option<u64>,
    /// The ground that was painted, row by row, to find the cells that changed.
    painted: Vec<Ground>,
    layout: Layout,
    /// The tiles, row by row.
    tiles: Vec<Handle<Image>>,
}

/// How the cells of a map are divided into tiles.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Layout {
    bounds: Bounds,
    /// Texels along the side of a cell.
    texels_per_cell: u32,
    /// Cells along the side of a tile.
    tile: u32,
    /// How light the ground is.
    tone: Tone,
}

impl Layout {
    fn new(bounds: Bounds) -> Self {
        let fits = |f: &u32| bounds.area() * (f * f) as usize <= TEXEL_BUDGET;
        let texels_per_cell = [16, 8, 4, 2].into_iter().find(fits).unwrap_or(1);
        Self { bounds, texels_per_cell, tile: TILE / texels_per_cell, tone: Tone::Dark }
    }

    /// With a ground of another tone.
    fn in_tone(self, tone: Tone) -> Self {
        Self { tone, ..self }
    }

    fn columns(self) -> u32 {
        self.bounds.width.div_ceil(self.tile)
    }

    fn rows(self) -> u32 {
        self.bounds.height.div_ceil(self.tile)
    }

    /// The cells of a tile.
    fn area(self, tile: usize) -> Rectangle {
        let (column, row) = (tile as u32 % self.columns(), tile as u32 / self.columns());
        let (x, y) = (column * self.tile, row * self.tile);
        let width = self.tile.min(self.bounds.width - x);
        let height = self.tile.min(self.bounds.height - y);
        Rectangle::new(Cell::new(x as i32, y as i32), width, height)
    }

    /// The tile of a cell inside the map.
    fn tile_of(self, cell: Cell) -> usize {
        (cell.y as u32 / self.tile * self.columns() + cell.x as u32 / self.tile) as usize
    }
}

fn show_new_arenas(
    mut commands: Commands,
    mut images: ResMut<Assets<Image>>,
    mut textures: ResMut<GroundTextures>,
    added: Query<(Entity, &Arena, &Land), Added<Arena>>,
    arenas: Query<&Arena>,
    settings: Res<Settings>,
) {
    for (entity, arena, Land { terrain, .. }) in &added {
        let layout = Layout::new(terrain.bounds()).in_tone(tone(&settings));
        let known = textures.0.remove(&arena.index).filter(|known| known.layout == layout);
        let mut ground = known.unwrap_or_else(|| GroundTexture::new(terrain, layout, &mut images));
        ground.revision = None;
        for (tile, image) in ground.tiles.iter().enumerate() {
            let area = layout.area(tile);
            let at = Vec2::new(area.at.x as f32, area.at.y as f32);
            let size = Vec2::new(area.size.0 as f32, area.size.1 as f32);
            commands.spawn(picture(entity, image.clone(), at, size, height::GROUND));
        }
        textures.0.insert(arena.index, ground);
    }
    if !added.is_empty() {
        textures.0.retain(|&index, _| arenas.iter().any(|arena| arena.index == index));
    }
}

fn tone(settings: &Settings) -> Tone {
    match settings.look.theme {
        Theme::Dark => Tone::Dark,
        Theme::Light => Tone::Light,
    }
}

/// Paints everything again when the theme changed.
fn repaint_theme(
    mut images: ResMut<Assets<Image>>,
    mut textures: ResMut<GroundTextures>,
    arenas: Query<(&Arena, &Land)>,
    settings: Res<Settings>,
) {
    let tone = tone(&settings);
    for (arena, land) in &arenas {
        let picture = textures.0.get_mut(&arena.index);
        let Some(picture) = picture.filter(|picture| picture.layout.tone != tone) else { continue };
        let layout = picture.layout.in_tone(tone);
        let fresh = GroundTexture::new(&land.terrain, layout, &mut images);
        for (old, new) in picture.tiles.iter().zip(&fresh.tiles) {
            if let Some(new) = images.remove(new)
                && let Some(mut old) = images.get_mut(old)
            {
                *old = new;
            }
        }
        *picture = GroundTexture { tiles: picture.tiles.clone(), ..fresh };
    }
}

impl GroundTexture {
    fn new(terrain: &Terrain, layout: Layout, images: &mut Assets<Image>) -> Self {
        let tiles: Vec<Image> = (0..(layout.columns() * layout.rows()) as usize)
            .into_par_iter()
            .map(|tile| paint_tile(terrain, layout, layout.area(tile)))
            .collect();
        Self {
            revision: None,
            painted: layout.bounds.cells().map(|c| terrain.ground(c)).collect(),
            layout,
            tiles: tiles.into_iter().map(|tile| images.add(tile)).collect(),
        }
    }
}

fn repaint_changes(
    mut images: ResMut<Assets<Image>>,
    mut textures: ResMut<GroundTextures>,
    arenas: Query<(&Arena, &Land)>,
) {
    for (arena, land) in &arenas {
        let revision = Some(land.terrain.revision());
        let Some(picture) = textures.0.get_mut(&arena.index).filter(|p| p.revision != revision)
        else {
            continue;
        };
        picture.revision = revision;
        let stale = take_changes(&land.terrain, &mut picture.painted);
        let layout = picture.layout;
        let tiles: BTreeSet<usize> = stale.iter().map(|&c| layout.tile_of(c)).collect();
        for tile in tiles {
            let area = layout.area(tile);
            if let Some(mut image) = images.get_mut(&picture.tiles[tile])
                && let Some(data) = &mut image.data
            {
                for &cell in stale.iter().filter(|&&c| area.contains(c)) {
                    paint_cell(data, &land.terrain, layout, area, cell);
                }
                refresh_levels(data, area, layout.texels_per_cell);
            }
        }
    }
}

/// How far the cells of a bridge depend on each other, in cells.
const BRIDGE: i32 = bridge::MAX_WIDTH;

/// Whether there is water so near in the row or column of a cell that a bridge may pass here.
fn near_water(terrain: &Terrain, cell: Cell) -> bool {
    (-BRIDGE..=BRIDGE).any(|by| {
        let near = [Cell::new(cell.x + by, cell.y), Cell::new(cell.x, cell.y + by)];
        near.into_iter().any(|c| terrain.bounds().contains(c) && terrain.ground(c) == Ground::Water)
    })
}

/// The cells to repaint: those that changed and their neighbours, which show edges and shadows. Updates the copy.
fn take_changes(terrain: &Terrain, painted: &mut [Ground]) -> BTreeSet<Cell> {
    let bounds = terrain.bounds();
    let mut stale = BTreeSet::new();
    for (cell, was) in bounds.cells().zip(painted) {
        let is = terrain.ground(cell);
        if is != *was {
            let by_water = *was == Ground::Water || near_water(terrain, cell);
            *was = is;
            let around = Rectangle::new(Cell::new(cell.x - 1, cell.y - 1), 3, 3);
            stale.extend(around.cells().filter(|&c| bounds.contains(c)));
            // A bridge becomes one, or ceases to be one, as a whole.
            let arm = -BRIDGE..=BRIDGE;
            let row = arm.clone().map(|dx| Cell::new(cell.x + dx, cell.y));
            let column = arm.map(|dy| Cell::new(cell.x, cell.y + dy));
            let floor = |c: &Cell| bounds.contains(*c) && terrain.ground(*c) == Ground::Floor;
            if by_water {
                stale.extend(row.chain(column).filter(floor));
            }
        }
    }
    stale
}

fn paint_tile(terrain: &Terrain, layout: Layout, area: Rectangle) -> Image {
    let (width, height) =
        (area.size.0 * layout.texels_per_cell, area.size.1 * layout.texels_per_cell);
    let mut data = vec![0; levels(width, height).map(|(w, h)| (w * h * 4) as usize).sum()];
    for cell in area.cells() {
        paint_cell(&mut data, terrain, layout, area, cell);
    }
    refresh_levels(&mut data, area, layout.texels_per_cell);
    let mut image = Image::new_uninit(
        Extent3d { width, height, depth_or_array_layers: 1 },
        TextureDimension::D2,
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::default(),
    );
    image.data = Some(data);
    // Bevy writes only the finest level into a texture that it may copy to, and the others would keep the old ground: this
    // makes it send all levels.
    image.texture_descriptor.usage = TextureUsages::TEXTURE_BINDING;
    image.texture_descriptor.mip_level_count = levels(width, height).count() as u32;
    image.sampler = ImageSampler::Descriptor(ImageSamplerDescriptor {
        mag_filter: ImageFilterMode::Nearest,
        min_filter: ImageFilterMode::Linear,
        mipmap_filter: ImageFilterMode::Linear,
        ..default()
    });
    image
}

fn paint_cell(data: &mut [u8], terrain: &Terrain, layout: Layout, area: Rectangle, cell: Cell) {
    let side = layout.texels_per_cell;
    let stride = (area.size.0 * side) as usize;
    let left = (cell.x - area.at.x) as usize * side as usize;
    let top = (cell.y - area.at.y) as usize * side as usize;
    texels::paint_in(layout.tone, terrain, cell, side, |x, y, [red, green, blue]| {
        let at = ((top + y as usize) * stride + left + x as usize) * 4;
        data[at..at + 4].copy_from_slice(&[red, green, blue, 255]);
    });
}

/// Sizes of the levels of detail, the finest first, down to one texel.
fn levels(width: u32, height: u32) -> impl Iterator<Item = (u32, u32)> {
    std::iter::successors(Some((width, height)), |&(w, h)| {
        (w > 1 || h > 1).then_some(((w / 2).max(1), (h / 2).max(1)))
    })
}

/// Computes every level of detail from the one before.
fn refresh_levels(data: &mut [u8], area: Rectangle, texels_per_cell: u32) {
    let sizes: Vec<_> =
        levels(area.size.0 * texels_per_cell, area.size.1 * texels_per_cell).collect();
    let mut start = 0;
    for pair in sizes.windows(2) {
        let ((width, height), (half_width, half_height)) = (pair[0], pair[1]);
        let (finer, coarser) = data[start..].split_at_mut((width * height * 4) as usize);
        for y in 0..half_height {
            for x in 0..half_width {
                let (right, below) = ((2 * x + 1).min(width - 1), (2 * y + 1).min(height - 1));
                let corners = [(2 * x, 2 * y), (right, 2 * y), (2 * x, below), (right, below)]
                    .map(|(x, y)| ((y * width + x) * 4) as usize);
                let to = ((y * half_width + x) * 4) as usize;
                for channel in 0..4 {
                    let sum: u32 = corners.iter().map(|&c| u32::from(finer[c + channel])).sum();
                    coarser[to + channel] = (sum / 4) as u8;
                }
            }
        }
        start += (width * height * 4) as usize;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::CornerRule;
    use crate::scenario::Scenario;
    use crate::sim::spawn_arena;
    use crate::view::scene::arena_pictures::PictureOf;

    fn painted(terrain: &Terrain) -> Vec<Ground> {
        terrain.bounds().cells().map(|c| terrain.ground(c)).collect()
    }

    #[test]
    fn tiles_cover_every_cell_once() {
        for (width, height) in [(1, 1), (32, 33), (200, 70), (1024, 1024), (2000, 3)] {
            let layout = Layout::new(Bounds::new(width, height));
            let areas: Vec<_> = (0..(layout.columns() * layout.rows()) as usize)
                .map(|tile| layout.area(tile))
                .collect();
            let cells: usize = areas.iter().map(|a| (a.size.0 * a.size.1) as usize).sum();
            assert_eq!(cells, layout.bounds.area());
            for cell in layout.bounds.cells().step_by(17) {
                assert!(areas[layout.tile_of(cell)].contains(cell));
            }
            let texels =
                layout.bounds.area() * (layout.texels_per_cell * layout.texels_per_cell) as usize;
            assert!(texels <= TEXEL_BUDGET);
        }
    }

    #[test]
    fn a_changed_cell_makes_itself_and_its_neighbours_stale() {
        let mut terrain = Terrain::open(Bounds::new(9, 7), CornerRule::Free);
        let mut copy = painted(&terrain);
        terrain.set_ground(Cell::new(4, 3), Ground::Wall);
        terrain.set_ground(Cell::new(0, 0), Ground::Water);
        let stale = take_changes(&terrain, &mut copy);
        assert_eq!(stale.len(), 9 + 4 + 2 * 3, "and where a bridge may have been beside the water");
        assert_eq!(copy, painted(&terrain));
        assert!(take_changes(&terrain, &mut copy).is_empty());
    }

    #[test]
    fn repainting_changes_gives_the_same_texels_as_painting_everything() {
        let rows = ["..#.....", "..##..W.", "....T.W.", "SS......", "SS.###W."];
        let fresh = Terrain::from_text(CornerRule::Free, &rows);
        let layout = Layout::new(fresh.bounds());
        let area = layout.area(0);
        let mut edited = Terrain::open(fresh.bounds(), CornerRule::Free);
        let mut copy = painted(&edited);
        let mut data = paint_tile(&edited, layout, area).data.unwrap();
        for cell in fresh.bounds().cells() {
            edited.set_ground(cell, fresh.ground(cell));
        }
        for cell in take_changes(&edited, &mut copy) {
            paint_cell(&mut data, &edited, layout, area, cell);
        }
        refresh_levels(&mut data, area, layout.texels_per_cell);
        assert!(Some(data) == paint_tile(&fresh, layout, area).data);
    }

    #[test]
    fn every_level_of_detail_is_sent_again_after_a_stroke() {
        let terrain = Terrain::open(Bounds::new(9, 7), CornerRule::Free);
        let layout = Layout::new(terrain.bounds());
        let tile = paint_tile(&terrain, layout, layout.area(0));
        assert!(tile.texture_descriptor.mip_level_count > 1);
        assert!(!tile.texture_descriptor.usage.contains(TextureUsages::COPY_DST));
    }

    #[test]
    fn a_rebuilt_arena_keeps_its_textures() {
        let mut app = App::new();
        app.init_resource::<Assets<Image>>()
            .init_resource::<GroundTextures>()
            .init_resource::<Settings>()
            .add_systems(Update, (show_new_arenas, repaint_theme, repaint_changes).chain());
        let mut build = |rows: &[&str]| {
            let terrain = Terrain::from_text(CornerRule::Free, rows);
            let arena = spawn_arena(app.world_mut(), &Scenario::plain(terrain.clone()), 0);
            app.update();
            let picture = &app.world().resource::<GroundTextures>().0[&0];
            assert_eq!(picture.painted, painted(&terrain));
            let tiles = picture.tiles.clone();
            let images = app.world().resource::<Assets<Image>>();
            let fresh = paint_tile(&terrain, picture.layout, picture.layout.area(0));
            assert!(images.get(&tiles[0]).is_some_and(|image| image.data == fresh.data));
            app.world_mut().despawn(arena);
            app.update();
            let shown = app.world_mut().query::<&PictureOf>().iter(app.world()).count();
            assert_eq!(shown, 0, "sprites are despawned with their arena");
            tiles
        };
        let first = build(&["..#", "..."]);
        assert_eq!(build(&["...", "#.."]), first);
        assert_ne!(build(&["....", "...."]), first, "a map of another size has other textures");
    }
}
