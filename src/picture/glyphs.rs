//! Small pictures, computed once: discs, trees, boulders, flags.
//!
//! All are in one sheet with levels of detail, smooth from a few pixels to a hundred. The window has it as a texture, so
//! one draw call shows them all.

use super::noise::smooth_noise;
use bevy::math::{Rect, UVec2, Vec2, Vec3, Vec4};

/// A small picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Glyph {
    /// A square of one colour.
    Plain,
    /// The body of a unit: a disc with a dark rim, lit from above.
    Disc,
    /// The heading of a unit: a wedge that points to the right.
    Wedge,
    /// A thin ring.
    Ring,
    /// A soft round shadow.
    Shadow,
    /// A tree from above.
    Tree,
    /// A boulder from above.
    Boulder,
    /// A flag on a pole; the foot of the pole is in the centre.
    Flag,
    /// Three dots.
    Dots,
    /// A disc of one colour.
    Dot,
}

impl Glyph {
    /// All of them.
    pub const ALL: [Glyph; 10] = [
        Self::Plain,
        Self::Disc,
        Self::Wedge,
        Self::Ring,
        Self::Shadow,
        Self::Tree,
        Self::Boulder,
        Self::Flag,
        Self::Dots,
        Self::Dot,
    ];

    /// Its area in the sheet, from 0 to 1 in both directions.
    pub fn area(self) -> Rect {
        let (column, row) = (self as u32 % COLUMNS, self as u32 / COLUMNS);
        let corner = UVec2::new(column, row).as_vec2();
        Rect::from_corners(corner / COLUMNS as f32, (corner + 1.0) / COLUMNS as f32)
    }

    /// Red, green, blue and opacity at a point. The picture covers -1 to 1, y downwards.
    fn at(self, p: Vec2) -> Vec4 {
        match self {
            Self::Plain => white_if(p.abs().max_element() < 1.0),
            Self::Disc => disc(p),
            Self::Wedge => white_if(p.x > 0.12 && p.x < 0.74 && p.y.abs() < (0.74 - p.x) * 0.86),
            Self::Ring => white_if((0.86..1.0).contains(&p.length())),
            Self::Shadow => Vec3::ZERO.extend(libm::powf((1.0 - p.length()).clamp(0.0, 1.0), 1.2)),
            Self::Tree => tree(p),
            Self::Boulder => boulder(p),
            Self::Flag => flag(p),
            Self::Dots => {
                white_if([-0.62, 0.0, 0.62].iter().any(|&x| p.distance(Vec2::new(x, 0.0)) < 0.24))
            }
            Self::Dot => white_if(p.length() < 1.0),
        }
    }
}

const COLUMNS: u32 = 4;
/// Texels along the side of a tile, at the finest level.
const TILE: u32 = 128;
/// Levels of detail, down to tiles of 8 x 8, where the margin is one texel wide.
pub const LEVELS: u32 = 5;
/// Texels along the side of the sheet, at the finest level.
pub const SIDE: u32 = COLUMNS * TILE;
/// The size of a tile in sizes of its picture: the margin keeps tiles from bleeding into each other.
pub const MARGIN: f32 = 4.0 / 3.0;
/// Samples along the side of a texel.
const SAMPLES: u32 = 3;

/// A point of the sheet that is white.
pub fn plain() -> Vec2 {
    Glyph::Plain.area().center()
}

/// The sheet with all glyphs: the texels of each level of detail, row by row, the finest first. Red, green, blue, opacity.
pub fn sheet() -> Vec<Vec<[u8; 4]>> {
    let mut texels = vec![Vec4::ZERO; (SIDE * SIDE) as usize];
    for glyph in Glyph::ALL {
        let (left, top) = (glyph as u32 % COLUMNS * TILE, glyph as u32 / COLUMNS * TILE);
        for y in 0..TILE {
            for x in 0..TILE {
                texels[((top + y) * SIDE + left + x) as usize] = texel(glyph, x, y);
            }
        }
    }
    let mut levels = Vec::new();
    let mut width = SIDE as usize;
    for _ in 0..LEVELS {
        levels.push(to_bytes(&texels, width));
        texels = half(&texels, width);
        width /= 2;
    }
    levels
}

/// One texel, with colours multiplied by opacity.
fn texel(glyph: Glyph, x: u32, y: u32) -> Vec4 {
    let mut sum = Vec4::ZERO;
    for sample in 0..SAMPLES * SAMPLES {
        let offset = UVec2::new(sample % SAMPLES, sample / SAMPLES).as_vec2() + 0.5;
        let in_tile = (Vec2::new(x as f32, y as f32) + offset / SAMPLES as f32) / TILE as f32;
        let colour = glyph.at((in_tile * 2.0 - 1.0) * MARGIN);
        sum += (colour.truncate() * colour.w).extend(colour.w);
    }
    sum / (SAMPLES * SAMPLES) as f32
}

/// The next mip level.
fn half(texels: &[Vec4], width: usize) -> Vec<Vec4> {
    let at = |x: usize, y: usize| texels[y * width + x];
    let half = width / 2;
    (0..half * half)
        .map(|i| (i % half * 2, i / half * 2))
        .map(|(x, y)| (at(x, y) + at(x + 1, y) + at(x, y + 1) + at(x + 1, y + 1)) / 4.0)
        .collect()
}

/// The texels with colours that are not multiplied by opacity. Those without opacity have the colour of their neighbours,
/// or edges would fade into another colour where texels are interpolated.
fn to_bytes(texels: &[Vec4], width: usize) -> Vec<[u8; 4]> {
    let colour = |place: usize| {
        let seen = texels[place];
        if seen.w > 0.0 {
            return seen.truncate() / seen.w;
        }
        let (x, y) = (place % width, place / width);
        let rows = y.saturating_sub(1)..=(y + 1).min(width - 1);
        let around = rows.flat_map(|y| {
            (x.saturating_sub(1)..=(x + 1).min(width - 1)).map(move |x| texels[y * width + x])
        });
        let sum: Vec4 = around.sum();
        if sum.w > 0.0 { sum.truncate() / sum.w } else { Vec3::ONE }
    };
    (0..texels.len())
        .map(|place| (colour(place).extend(texels[place].w) * 255.0).round().to_array())
        .map(|texel| texel.map(|channel| channel.clamp(0.0, 255.0) as u8))
        .collect()
}

fn white_if(inside: bool) -> Vec4 {
    Vec3::ONE.extend(if inside { 1.0 } else { 0.0 })
}

fn disc(p: Vec2) -> Vec4 {
    let r = p.length();
    if r > 1.0 {
        return Vec4::ZERO;
    }
    let light = 0.94 - 0.1 * (p.x * 0.4 + p.y) - 0.05 * r;
    let shade = if r > 0.85 { 0.34 } else { light };
    Vec3::splat(shade).extend(1.0)
}

fn tree(p: Vec2) -> Vec4 {
    let mut colour = Vec4::ZERO;
    // Crowns from below to above: a wide dark one, then smaller and lighter ones.
    for (crown, (x, y, radius)) in [
        (0.00, 0.04, 0.78),
        (-0.42, 0.34, 0.46),
        (0.44, 0.30, 0.46),
        (0.40, -0.40, 0.46),
        (-0.42, -0.36, 0.48),
        (-0.08, -0.10, 0.56),
        (-0.22, -0.26, 0.32),
    ]
    .into_iter()
    .enumerate()
    {
        let from = p - Vec2::new(x, y);
        let wobble = 0.045 * libm::sinf(libm::atan2f(from.y, from.x) * 7.0 + crown as f32);
        let distance = from.length() / (radius + wobble);
        if distance < 1.0 {
            let height = crown as f32 / 6.0;
            let light = 0.66 + 0.34 * height
                - 0.22 * (from.x * 0.5 + from.y) / radius
                - if distance > 0.86 { 0.14 } else { 0.0 };
            colour = (Vec3::new(0.34, 0.56, 0.39) * light).extend(1.0);
        }
    }
    colour
}

fn boulder(p: Vec2) -> Vec4 {
    let angle = libm::atan2f(p.y, p.x);
    let edge = 0.88 + 0.05 * libm::sinf(angle * 3.0 + 1.0) + 0.04 * libm::sinf(angle * 5.0 + 2.5);
    let r = p.length() / edge;
    if r > 1.0 {
        return Vec4::ZERO;
    }
    // Facets: the nearest of a few fixed points gives the slope.
    let facet = [(-0.4, -0.4), (0.35, -0.45), (0.5, 0.25), (-0.1, 0.1), (-0.55, 0.3), (0.05, 0.62)]
        .into_iter()
        .map(|(x, y)| (p.distance_squared(Vec2::new(x, y)), x + 1.6 * y))
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map_or(0.0, |(_, slope)| slope);
    let grain = 0.05 * (smooth_noise(p * 9.0, 5) - 0.5);
    let rim = if r > 0.91 { 0.55 } else { 1.0 };
    let light = (0.58 - 0.14 * facet - 0.05 * r + grain) * rim;
    (Vec3::new(0.95, 0.98, 1.04) * light).extend(1.0)
}

fn flag(p: Vec2) -> Vec4 {
    // The flag fills the upper half; the foot of the pole is in the centre.
    if p.x.abs() < 0.045 && p.y > -0.98 && p.y < 0.0 {
        return Vec4::new(0.86, 0.88, 0.9, 1.0);
    }
    let wave = 0.04 * libm::sinf(p.x * 9.0);
    let along = p.x / 0.72;
    let inside = (0.0..1.0).contains(&along) && p.y > -0.96 + wave && p.y < -0.46 + wave;
    let notch = along > 0.72 && (p.y + 0.71 - wave).abs() < (along - 0.72) * 0.9;
    if inside && !notch {
        return Vec3::splat(0.88 + 0.12 * libm::cosf(p.x * 9.0)).extend(1.0);
    }
    Vec4::ZERO
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_do_not_reach_into_their_margin() {
        for glyph in Glyph::ALL {
            for i in 0..TILE {
                for (x, y) in [(i, 0), (0, i), (i, TILE - 1), (TILE - 1, i)] {
                    assert_eq!(texel(glyph, x, y).w, 0.0, "{glyph:?} at ({x}, {y})");
                }
            }
        }
    }

    #[test]
    fn every_picture_shows_something() {
        for glyph in Glyph::ALL {
            let seen =
                (0..TILE * TILE).filter(|i| texel(glyph, i % TILE, i / TILE).w > 0.5).count();
            assert!(seen > 300, "{glyph:?} covers {seen} texels");
        }
    }

    #[test]
    fn edges_fade_without_changing_their_colour() {
        let finest = &sheet()[0];
        let light = |texel: [u8; 4]| texel[..3].iter().map(|&c| u32::from(c)).sum::<u32>() / 3;
        let row = (Glyph::Boulder as u32 / COLUMNS * TILE + TILE / 2) * SIDE;
        let left = Glyph::Boulder as u32 % COLUMNS * TILE;
        let row = &finest[(row + left) as usize..][..TILE as usize];
        let edge = row.iter().position(|texel| texel[3] > 0).unwrap();
        assert!(
            light(row[edge - 1]).abs_diff(light(row[edge])) < 30,
            "{:?}",
            &row[edge - 1..][..2]
        );
    }

    #[test]
    fn tiles_lie_inside_the_sheet_and_apart() {
        for (i, a) in Glyph::ALL.iter().enumerate() {
            assert!(a.area().max.max_element() <= 1.0);
            for b in &Glyph::ALL[i + 1..] {
                assert!(a.area().intersect(b.area()).is_empty(), "{a:?} and {b:?}");
            }
        }
    }
}
