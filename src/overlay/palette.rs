//! Colours for data.
//!
//! Two well-known rules serve readers who confuse red and green: ramps grow steadily in lightness, and colours that
//! tell things apart differ in lightness as well as in hue.

use crate::scenario::Team;
use serde::{Deserialize, Serialize};

/// An opaque colour as sRGB bytes: red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// White.
    pub const WHITE: Self = Self(255, 255, 255);

    /// The colour as a texel with an opacity from 0 to 255.
    pub const fn texel(self, alpha: u8) -> [u8; 4] {
        [self.0, self.1, self.2, alpha]
    }

    /// The colour as `#rrggbb`.
    pub fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }

    /// The colour between two others, at a position from 0 to 1.
    pub fn mix(self, other: Self, place: f32) -> Self {
        let between = |a: u8, b: u8| {
            let (a, b) = (f32::from(a), f32::from(b));
            (a + (b - a) * place).round() as u8
        };
        Self(between(self.0, other.0), between(self.1, other.1), between(self.2, other.2))
    }
}

impl From<(u8, u8, u8)> for Rgb {
    fn from((red, green, blue): (u8, u8, u8)) -> Self {
        Self(red, green, blue)
    }
}

/// Around the map.
pub const BACKDROP: Rgb = Rgb(17, 19, 23);
/// The edge of the map.
pub const BORDER: Rgb = Rgb(96, 104, 118);
/// Lines between cells.
pub const GRID: Rgb = Rgb(150, 162, 182);
/// What is selected.
pub const SELECTED: Rgb = Rgb(245, 240, 222);
/// A permitted action; a unit with all its hit points.
pub const ALLOWED: Rgb = Rgb(86, 196, 166);
/// A forbidden action; a target; a unit that is nearly dead.
pub const REFUSED: Rgb = Rgb(226, 106, 84);
/// A unit that waits for others.
pub const WAITING: Rgb = Rgb(240, 196, 92);
/// A unit that cannot move at all; a place where one died.
pub const STUCK: Rgb = REFUSED;
/// Goals, and paths to them.
pub const GOAL: Rgb = Rgb(240, 206, 120);
/// Shots, and how far weapons reach.
pub const SHOT: Rgb = Rgb(250, 214, 130);
/// Words and thin lines over colours.
pub const LABEL: Rgb = Rgb(224, 228, 236);

/// Background of text beside the map.
pub const PANEL: Rgb = Rgb(24, 27, 32);
/// Lines between panels.
pub const PANEL_LINE: Rgb = Rgb(52, 58, 69);
/// Words on panels.
pub const TEXT: Rgb = Rgb(206, 212, 222);
/// Words on panels that explain others.
pub const QUIET_TEXT: Rgb = Rgb(139, 144, 152);
/// Words on panels that stand out.
pub const STRONG_TEXT: Rgb = Rgb(255, 255, 255);

/// Seven colours that colour-blind people tell apart, in the order of [`Team::DEFAULTS`] (Okabe and Ito, Color
/// Universal Design, 2008): blue, orange, green, purple, sky, vermilion, yellow.
pub const OKABE_ITO: [Rgb; 7] = okabe_ito();

const fn okabe_ito() -> [Rgb; 7] {
    let mut colours = [Rgb::WHITE; 7];
    let mut place = 0;
    while place < colours.len() {
        let (_, (red, green, blue)) = Team::DEFAULTS[place];
        colours[place] = Rgb(red, green, blue);
        place += 1;
    }
    colours
}

/// [`OKABE_ITO`] for charts on a white ground, where its yellow cannot be seen: a darker one stands in for it.
pub const ON_WHITE: [Rgb; 7] = {
    let mut colours = OKABE_ITO;
    colours[6] = Rgb(160, 138, 0);
    colours
};

/// Colours of that kind for the dark map, each light enough to stand out: blue, orange, green, pink, violet, yellow,
/// vermilion.
pub const DISTINCT: [Rgb; 7] = [
    Rgb(86, 180, 233),
    Rgb(230, 159, 0),
    Rgb(0, 178, 135),
    Rgb(212, 134, 180),
    Rgb(120, 140, 235),
    Rgb(240, 228, 110),
    Rgb(224, 104, 50),
];

/// The colour at an index of [`DISTINCT`]; the list repeats.
pub const fn distinct(place: usize) -> Rgb {
    DISTINCT[place % DISTINCT.len()]
}

/// The colours of numbers from low to high. All of them grow steadily in lightness.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ramp {
    /// Dark violet over blue and green to yellow.
    #[default]
    Violet,
    /// Dark blue over grey to yellow; looks the same to nearly everybody.
    Blue,
    /// Dark violet over red and orange to pale yellow.
    Fire,
    /// Dark grey to white.
    Grey,
}

impl Ramp {
    /// All of them, with their names and what they look like.
    pub const ALL: [(Self, &'static str, &'static str); 4] = [
        (Self::Violet, "Violet to yellow", "Over blue and green; safe for colour-blind people"),
        (Self::Blue, "Blue to yellow", "Over grey; looks the same to nearly everybody"),
        (Self::Fire, "Fire", "Dark violet over red and orange to pale yellow"),
        (Self::Grey, "Grey", "For prints in black and white"),
    ];

    /// Equally spaced stops.
    pub const fn stops(self) -> [Rgb; 6] {
        match self {
            Self::Violet => RAMP,
            Self::Blue => [
                Rgb(18, 42, 92),
                Rgb(62, 74, 108),
                Rgb(104, 108, 118),
                Rgb(148, 143, 118),
                Rgb(200, 184, 98),
                Rgb(252, 230, 76),
            ],
            Self::Fire => [
                Rgb(54, 18, 92),
                Rgb(118, 32, 108),
                Rgb(178, 50, 86),
                Rgb(224, 90, 52),
                Rgb(248, 156, 40),
                Rgb(252, 240, 158),
            ],
            Self::Grey => [
                Rgb(56, 56, 60),
                Rgb(92, 92, 96),
                Rgb(130, 130, 134),
                Rgb(170, 170, 172),
                Rgb(212, 212, 213),
                Rgb(252, 252, 252),
            ],
        }
    }

    /// The colour at a position from 0 to 1.
    pub fn at(self, place: f32) -> Rgb {
        let stops = self.stops();
        let place = if place.is_finite() { place.clamp(0.0, 1.0) } else { 0.0 };
        let scaled = place * (stops.len() - 1) as f32;
        let stop = (scaled as usize).min(stops.len() - 2);
        stops[stop].mix(stops[stop + 1], scaled - stop as f32)
    }
}

/// The colours of numbers on the ground of a theme. Large numbers stand out: they are light on dark ground and dark on light
/// ground.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scale {
    /// The colours.
    pub ramp: Ramp,
    /// Whether the ground is light.
    pub on_light: bool,
}

impl Scale {
    /// Equally spaced colours from low to high.
    pub fn stops(self) -> Vec<Rgb> {
        let mut stops = self.ramp.stops().to_vec();
        if self.on_light {
            stops.reverse();
        }
        stops
    }

    /// The colour at a position from 0 to 1.
    pub fn at(self, place: f32) -> Rgb {
        let place = if place.is_finite() { place.clamp(0.0, 1.0) } else { 0.0 };
        self.ramp.at(if self.on_light { 1.0 - place } else { place })
    }

    /// The colour of a number on a scale from `low` to `high`.
    pub fn between(self, value: f32, low: f32, high: f32) -> Rgb {
        self.at(if high > low { (value - low) / (high - low) } else { 0.0 })
    }

    /// Equally spaced colours from far below zero over the colour of the ground at zero to far above.
    pub fn diverging_stops(self) -> [Rgb; 5] {
        if self.on_light { DIVERGING_ON_LIGHT } else { DIVERGING }
    }

    /// The texel of a number from -1 to 1 in the diverging palette. Zero is transparent.
    pub fn diverging(self, value: f32) -> [u8; 4] {
        let value = if value.is_finite() { value.clamp(-1.0, 1.0) } else { 0.0 };
        let stops = self.diverging_stops();
        let colour = if value < 0.0 { stops[0] } else { stops[4] };
        // Even the smallest value can be seen, and the opacity grows evenly from there.
        let opacity = if value == 0.0 { 0.0 } else { 0.15 + 0.85 * value.abs() };
        colour.texel((opacity * 255.0) as u8)
    }
}

/// The stops of the usual [`Ramp`].
pub const RAMP: [Rgb; 6] = [
    Rgb(70, 32, 116),
    Rgb(62, 74, 137),
    Rgb(42, 120, 142),
    Rgb(36, 162, 132),
    Rgb(122, 204, 84),
    Rgb(250, 228, 80),
];

/// The colour at a position of the usual [`Ramp`], from 0 to 1.
pub fn ramp(place: f32) -> Rgb {
    Ramp::Violet.at(place)
}

/// A diverging palette: blue below zero, the colour of the ground at zero, orange above; equally spaced stops.
pub const DIVERGING: [Rgb; 5] =
    [Rgb(88, 166, 255), Rgb(46, 96, 168), Rgb(34, 38, 46), Rgb(176, 96, 30), Rgb(255, 158, 62)];

/// The diverging palette for light ground.
pub const DIVERGING_ON_LIGHT: [Rgb; 5] =
    [Rgb(14, 76, 164), Rgb(116, 160, 216), Rgb(236, 238, 241), Rgb(224, 160, 104), Rgb(168, 74, 0)];

/// The colour of a share of hit points: green at 1, red near 0.
pub fn health(share: f32) -> Rgb {
    let place = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
    REFUSED.mix(ALLOWED, place)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance as the sRGB standard defines it.
    fn luminance(Rgb(red, green, blue): Rgb) -> f64 {
        let linear = |byte: u8| {
            let part = f64::from(byte) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    #[test]
    fn every_ramp_grows_steadily_in_lightness() {
        for (ramp, name, _) in Ramp::ALL {
            let lightness: Vec<f64> =
                (0..=20).map(|i| luminance(ramp.at(i as f32 / 20.0))).collect();
            assert!(lightness.is_sorted_by(|a, b| a < b), "{name}: {lightness:?}");
        }
    }

    const GROUNDS: [bool; 2] = [false, true];

    #[test]
    fn on_every_ground_the_largest_number_stands_out_most() {
        for (ramp, name, _) in Ramp::ALL {
            let dark = Scale { ramp, on_light: false };
            assert!(luminance(dark.at(1.0)) > 3.0 * luminance(dark.at(0.0)), "{name}");
            let light = Scale { ramp, on_light: true };
            assert!(luminance(light.at(0.0)) > 3.0 * luminance(light.at(1.0)), "{name}");
        }
        for ends in [0, 4] {
            let [dark, light] = GROUNDS.map(|on_light| {
                let stops = Scale { on_light, ..Scale::default() }.diverging_stops();
                luminance(stops[ends]) - luminance(stops[2])
            });
            assert!(dark > 0.15 && light < -0.5, "{dark} {light}");
        }
    }

    #[test]
    fn numbers_lie_on_the_scale_where_they_belong() {
        for on_light in GROUNDS {
            let scale = Scale { on_light, ..Scale::default() };
            let stops = scale.stops();
            assert_eq!(scale.between(5.0, 0.0, 10.0), scale.at(0.5));
            assert_eq!(scale.between(-5.0, 0.0, 10.0), stops[0]);
            assert_eq!(scale.between(99.0, 0.0, 10.0), stops[5]);
            let same = scale.between(3.0, 3.0, 3.0);
            assert_eq!(same, stops[0], "a range without length has one colour");
            assert_eq!(scale.at(f32::NAN), stops[0]);
        }
    }

    #[test]
    fn the_ramp_takes_any_number() {
        assert_eq!(ramp(-3.0), RAMP[0]);
        assert_eq!(ramp(f32::NAN), RAMP[0]);
        assert_eq!(ramp(7.0), RAMP[5]);
    }

    #[test]
    fn zero_is_transparent_and_the_sign_decides_the_colour() {
        for on_light in GROUNDS {
            let scale = Scale { on_light, ..Scale::default() };
            let stops = scale.diverging_stops();
            assert_eq!(scale.diverging(0.0)[3], 0);
            assert_eq!(scale.diverging(-1.0), stops[0].texel(255));
            assert_eq!(scale.diverging(1.0), stops[4].texel(255));
            assert!(scale.diverging(0.001)[3] > 30, "even a little can be seen");
        }
    }

    #[test]
    fn colours_are_written_as_charts_need_them() {
        assert_eq!(OKABE_ITO[0].hex(), "#0072b2");
        assert_eq!(ON_WHITE[6].hex(), "#a08a00");
    }
}
