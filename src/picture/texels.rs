//! The texels of one cell of ground.
//!
//! Light falls from the upper left. A wall has a top that is lit at its upper edge and a darker front at its lower edge,
//! and casts a shadow below and to the right.

use super::bridge::Deck;
use super::noise::{hash, smooth_noise};
use crate::grid::{Cell, Ground, Terrain};
use bevy::math::{Vec2, Vec3};

/// How light the ground is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// For light text and marks.
    #[default]
    Dark,
    /// For dark text and marks.
    Light,
}

impl Tone {
    /// The plain colour of a kind of ground.
    pub fn plain(self, ground: Ground) -> [u8; 3] {
        let (dark, light) = Self::bases(ground);
        let colour = if self == Self::Dark { dark } else { light };
        colour.map(|part| part as u8)
    }

    /// The plain colours of a kind of ground: dark and light.
    fn bases(ground: Ground) -> ([f32; 3], [f32; 3]) {
        match ground {
            Ground::Floor => ([45.0, 49.0, 56.0], [222.0, 224.0, 227.0]),
            Ground::Swamp => ([56.0, 56.0, 41.0], [196.0, 190.0, 158.0]),
            Ground::Wall => ([101.0, 108.0, 121.0], [124.0, 130.0, 142.0]),
            Ground::Trees => ([52.0, 88.0, 66.0], [104.0, 152.0, 116.0]),
            Ground::Water => ([33.0, 66.0, 92.0], [142.0, 186.0, 216.0]),
        }
    }

    /// A colour of the dark ground in this tone. What differs within a kind of ground differs in the same way.
    fn of(self, ground: Ground, colour: Vec3) -> Vec3 {
        let (dark, light) = Self::bases(ground);
        match self {
            Self::Dark => colour,
            Self::Light => Vec3::from(light) + (colour - Vec3::from(dark)),
        }
    }

    /// The colour of the planks of a bridge in this tone.
    fn of_wood(self, colour: Vec3) -> Vec3 {
        if self == Self::Dark { colour } else { colour + Vec3::new(72.0, 64.0, 52.0) }
    }
}

fn bytes(colour: Vec3) -> [u8; 3] {
    colour.to_array().map(|part| part.clamp(0.0, 255.0) as u8)
}

/// Calls `put` with the column, row and colour of each of the `side` x `side` texels of a cell.
pub fn paint(terrain: &Terrain, cell: Cell, side: u32, put: impl FnMut(u32, u32, [u8; 3])) {
    paint_in(Tone::Dark, terrain, cell, side, put);
}

/// Like [`paint`], in a given tone.
pub fn paint_in(
    tone: Tone,
    terrain: &Terrain,
    cell: Cell,
    side: u32,
    mut put: impl FnMut(u32, u32, [u8; 3]),
) {
    let around = Surroundings::of(terrain, cell);
    let ground = around.at(0, 0);
    let bridge = Deck::at(terrain, cell).filter(|_| ground == Ground::Floor);
    // On light ground shadows of full strength would look like holes.
    let depth = if tone == Tone::Light { 0.5 } else { 1.0 };
    for y in 0..side {
        for x in 0..side {
            let p = (Vec2::new(x as f32, y as f32) + 0.5) / side as f32;
            if let Some(deck) = bridge {
                let wood = tone.of_wood(deck.planks(&around, p, side));
                put(x, y, bytes(wood));
                continue;
            }
            let colour = match ground {
                Ground::Floor => floor(&around, p),
                Ground::Swamp => swamp(&around, p),
                Ground::Wall => wall(&around, p, side),
                Ground::Trees => trees(&around, p, side),
                Ground::Water => water(&around, p, side),
            };
            let colour = tone.of(ground, colour);
            let shaded = matches!(ground, Ground::Floor | Ground::Swamp | Ground::Water);
            let colour = if shaded { colour * (1.0 - depth * around.shadow(p)) } else { colour };
            put(x, y, bytes(colour));
        }
    }
}

/// A cell and its neighbours. Outside the map, the nearest cell of the map is used.
pub(super) struct Surroundings {
    pub(super) cell: Cell,
    ground: [Ground; 9],
}

impl Surroundings {
    fn of(terrain: &Terrain, cell: Cell) -> Self {
        let bounds = terrain.bounds();
        let ground = std::array::from_fn(|i| {
            let (dx, dy) = (i as i32 % 3 - 1, i as i32 / 3 - 1);
            terrain.ground(bounds.clamp(Cell::new(cell.x + dx, cell.y + dy)))
        });
        Self { cell, ground }
    }

    fn at(&self, dx: i32, dy: i32) -> Ground {
        self.ground[((dy + 1) * 3 + dx + 1) as usize]
    }

    pub(super) fn is(&self, dx: i32, dy: i32, ground: Ground) -> bool {
        self.at(dx, dy) == ground
    }

    /// Whether the ground there is high and casts a shadow.
    fn high(&self, dx: i32, dy: i32) -> bool {
        matches!(self.at(dx, dy), Ground::Wall | Ground::Trees)
    }

    /// A position on the whole map, in cells; `p` is the position inside the cell.
    pub(super) fn on_map(&self, p: Vec2) -> Vec2 {
        Vec2::new(self.cell.x as f32, self.cell.y as f32) + p
    }

    /// A random number from 0 to 1 that is always the same for this cell.
    fn random(&self, salt: u32) -> f32 {
        hash(self.cell.x, self.cell.y, salt)
    }

    /// How dark the shadows of the neighbours are, from 0 to 1.
    fn shadow(&self, p: Vec2) -> f32 {
        let fall = |distance: f32, reach: f32| (1.0 - distance / reach).clamp(0.0, 1.0).powi(2);
        let mut shadow: f32 = 0.0;
        let mut cast = |high: bool, distance: f32, reach: f32, strength: f32| {
            if high {
                shadow = shadow.max(strength * fall(distance, reach));
            }
        };
        cast(self.high(0, -1), p.y, 0.75, 0.52);
        cast(self.high(-1, 0), p.x, 0.45, 0.36);
        cast(self.high(-1, -1), p.length(), 0.6, 0.40);
        cast(self.high(1, 0), 1.0 - p.x, 0.16, 0.16);
        cast(self.high(0, 1), 1.0 - p.y, 0.12, 0.14);
        shadow
    }
}

fn floor(around: &Surroundings, p: Vec2) -> Vec3 {
    let checker = if (around.cell.x + around.cell.y) & 1 == 0 { 0.9 } else { -0.9 };
    let position = around.on_map(p);
    let patches = (smooth_noise(position / 7.0, 1) - 0.5) * 5.0;
    let grain = (smooth_noise(position * 5.0, 2) - 0.5) * 2.2;
    Vec3::new(45.0, 49.0, 56.0) + checker + patches + grain + (around.random(3) - 0.5) * 1.6
}

fn swamp(around: &Surroundings, p: Vec2) -> Vec3 {
    let position = around.on_map(p);
    let wet = smooth_noise(position * 1.9, 11);
    let reeds = smooth_noise(position * Vec2::new(11.0, 4.0), 12);
    let mud = Vec3::new(56.0, 56.0, 41.0) + (smooth_noise(position * 4.0, 13) - 0.5) * 8.0;
    if wet > 0.56 {
        Vec3::new(36.0, 48.0, 46.0) + (wet - 0.56) * 26.0
    } else if reeds > 0.80 {
        mud + Vec3::new(20.0, 26.0, 6.0)
    } else {
        mud
    }
}

fn water(around: &Surroundings, p: Vec2, side: u32) -> Vec3 {
    let position = around.on_map(p);
    let deep = Vec3::new(33.0, 66.0, 92.0) + (smooth_noise(position / 3.0, 21) - 0.5) * 10.0;
    let wave =
        libm::sinf(position.y * 7.0 + 2.2 * smooth_noise(position * Vec2::new(1.3, 0.6), 22) * 3.0);
    let ripple =
        if side >= 4 && wave > 0.9 && smooth_noise(position * 1.7, 23) > 0.52 { 16.0 } else { 0.0 };
    let shore = [(0, -1, p.y), (-1, 0, p.x), (1, 0, 1.0 - p.x), (0, 1, 1.0 - p.y)]
        .into_iter()
        .filter(|&(dx, dy, _)| !around.is(dx, dy, Ground::Water))
        .map(|(_, _, distance)| distance)
        .fold(1.0, f32::min);
    let line = 0.10 + 0.05 * smooth_noise(position * 3.0, 24);
    let foam = if side >= 4 && shore < line { 26.0 } else { (1.0 - shore / 0.5).max(0.0) * 10.0 };
    deep + ripple + foam
}

fn wall(around: &Surroundings, p: Vec2, side: u32) -> Vec3 {
    let position = around.on_map(p);
    let grain = (smooth_noise(position * 3.0, 31) - 0.5) * 5.0 + (around.random(32) - 0.5) * 5.0;
    let top =
        Vec3::new(116.0, 122.0, 134.0) + grain + (smooth_noise(position / 5.0, 33) - 0.5) * 8.0;
    let open = |dx, dy| !around.is(dx, dy, Ground::Wall);
    if side == 1 {
        return if open(0, 1) { top * 0.86 } else { top };
    }
    // The front of the wall, in two courses of stones.
    let front = 0.70;
    if open(0, 1) && p.y > front {
        let course = if p.y > 0.85 { 0.5 } else { 0.0 };
        let joint =
            side >= 16 && ((position.x * 2.0 + course).fract() < 0.10 || (p.y - 0.85).abs() < 0.03);
        let depth = 1.0 - (p.y - front) * 0.7;
        return Vec3::new(66.0, 71.0, 82.0) * depth + grain * 0.5 - if joint { 9.0 } else { 0.0 };
    }
    let edge = (1.0 / side as f32).max(0.085);
    let lower = if open(0, 1) { front } else { 1.0 };
    if open(0, -1) && p.y < edge || open(0, 1) && p.y > front - edge * 0.7 {
        top + 22.0
    } else if open(-1, 0) && p.x < edge {
        top + 13.0
    } else if open(1, 0) && p.x > 1.0 - edge {
        top - 15.0
    } else if p.y > lower {
        top - 8.0
    } else {
        top
    }
}

fn trees(around: &Surroundings, p: Vec2, side: u32) -> Vec3 {
    let soil = Vec3::new(38.0, 47.0, 43.0) * 0.9;
    if side < 4 {
        return Vec3::new(50.0, 78.0, 60.0) + (around.random(41) - 0.5) * 16.0 - p.y * 14.0;
    }
    // Crowns reach into neighbouring cells; lower rows lie in front.
    let mut colour = soil;
    for dy in -1..=1 {
        for dx in -1..=1 {
            if !around.is(dx, dy, Ground::Trees) {
                continue;
            }
            let (x, y) = (around.cell.x + dx, around.cell.y + dy);
            let jitter = Vec2::new(hash(x, y, 42) - 0.5, hash(x, y, 43) - 0.5) * 0.24;
            let from = p - (Vec2::new(dx as f32 + 0.5, dy as f32 + 0.5) + jitter);
            let leaves =
                0.05 * libm::sinf(libm::atan2f(from.y, from.x) * 6.0 + hash(x, y, 44) * 6.0);
            let radius = 0.46 + 0.12 * hash(x, y, 45) + leaves;
            let distance = from.length() / radius;
            if distance < 1.0 {
                let light = 1.0
                    - 0.34 * (from.x * 0.5 + from.y) / radius
                    - if distance > 0.84 { 0.22 } else { 0.0 }
                    + if from.distance(Vec2::new(-0.1, -0.13)) < 0.17 { 0.12 } else { 0.0 };
                let hue = (hash(x, y, 46) - 0.5) * 12.0;
                colour = Vec3::new(52.0 + hue, 88.0 + hue * 0.6, 66.0) * light;
            }
        }
    }
    colour
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::CornerRule;

    fn mean(tone: Tone, ground: char, side: u32) -> Vec3 {
        let row: String = std::iter::repeat_n(ground, 3).collect();
        let terrain = Terrain::from_text(CornerRule::Free, &[&row, &row, &row]);
        let mut sum = Vec3::ZERO;
        let at = Cell::new(1, 1);
        paint_in(tone, &terrain, at, side, |_, _, c| sum += Vec3::from(c.map(f32::from)));
        sum / (side * side) as f32
    }

    #[test]
    fn kinds_of_ground_differ_at_every_number_of_texels() {
        let tones = [Tone::Dark, Tone::Light];
        for (tone, side) in tones.iter().flat_map(|t| [1, 2, 4, 8, 16].map(|side| (*t, side))) {
            for (i, a) in Ground::ALL.iter().enumerate() {
                for b in &Ground::ALL[i + 1..] {
                    let (one, two) = (mean(tone, a.letter(), side), mean(tone, b.letter(), side));
                    let apart = one.distance(two);
                    assert!(apart > 9.0, "{a:?} and {b:?} at {side}, {tone:?}: {apart}");
                }
            }
        }
    }

    #[test]
    fn ground_below_a_wall_lies_in_its_shadow() {
        let terrain = Terrain::from_text(CornerRule::Free, &["###", "...", "..."]);
        let brightness = |y| {
            let mut sum = 0;
            paint(&terrain, Cell::new(1, y), 8, |_, _, c| sum += u32::from(c[1]));
            sum
        };
        assert!(brightness(1) < brightness(2));
    }
}
