//! SVG text: the few shapes of charts and path pictures.

use std::fmt::Write;

/// A picture under construction. Coordinates are pixels from the upper left corner.
#[derive(Clone, Debug)]
pub struct Svg {
    width: f64,
    height: f64,
    body: String,
}

/// Colours that colour-blind people can tell apart (Okabe and Ito, Color Universal Design, 2008), without black, and with a
/// darker yellow for white paper. The overlays have the same palette for the map in `overlay/palette.rs`.
pub const COLOURS: [&str; 7] =
    ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#a08a00"];

/// The colour at an index of [`COLOURS`]; the list repeats.
pub fn colour(place: usize) -> &'static str {
    COLOURS[place % COLOURS.len()]
}

/// Which part of a text stands at its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its centre.
    Middle,
    /// Its end.
    End,
}

impl Svg {
    /// A white picture.
    pub fn new(width: f64, height: f64) -> Self {
        let mut svg = Self { width, height, body: String::new() };
        svg.rectangle((0.0, 0.0), (width, height), "#ffffff");
        svg
    }

    /// A filled rectangle by its upper left corner and its size.
    pub fn rectangle(&mut self, at: (f64, f64), size: (f64, f64), fill: &str) {
        let _ = writeln!(
            self.body,
            r#"<rect x="{}" y="{}" width="{}" height="{}" fill="{fill}"/>"#,
            short(at.0),
            short(at.1),
            short(size.0),
            short(size.1)
        );
    }

    /// A line through points.
    pub fn line(&mut self, points: &[(f64, f64)], colour: &str, width: f64) {
        let points: Vec<String> =
            points.iter().map(|p| format!("{},{}", short(p.0), short(p.1))).collect();
        let _ = writeln!(
            self.body,
            r#"<polyline points="{}" fill="none" stroke="{colour}" stroke-width="{}" stroke-linejoin="round" stroke-linecap="round"/>"#,
            points.join(" "),
            short(width)
        );
    }

    /// A filled disc.
    pub fn disc(&mut self, centre: (f64, f64), radius: f64, fill: &str) {
        let _ = writeln!(
            self.body,
            r#"<circle cx="{}" cy="{}" r="{}" fill="{fill}"/>"#,
            short(centre.0),
            short(centre.1),
            short(radius)
        );
    }

    /// A text with the start, middle or end of its base line at a point.
    pub fn text(&mut self, at: (f64, f64), anchor: Anchor, size: f64, text: &str) {
        self.rotated_text(at, anchor, size, 0.0, text);
    }

    /// A text turned clockwise around its point, in degrees.
    pub fn rotated_text(
        &mut self,
        at: (f64, f64),
        anchor: Anchor,
        size: f64,
        degrees: f64,
        text: &str,
    ) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let (x, y) = (short(at.0), short(at.1));
        let turn = if degrees == 0.0 {
            String::new()
        } else {
            format!(r#" transform="rotate({} {x} {y})""#, short(degrees))
        };
        let _ = writeln!(
            self.body,
            r##"<text x="{x}" y="{y}" text-anchor="{anchor}" font-family="sans-serif" font-size="{}" fill="#222222"{turn}>{}</text>"##,
            short(size),
            escaped(text)
        );
    }

    /// The finished SVG text. The address in it is the namespace of SVG; nothing is fetched from there.
    pub fn finish(self) -> String {
        let (width, height) = (short(self.width), short(self.height));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">\n{}</svg>\n",
            self.body
        )
    }
}

/// A number with at most two decimals.
fn short(number: f64) -> String {
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text.is_empty() || text == "-0" { "0".into() } else { text.into() }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_made_of_its_shapes() {
        let mut svg = Svg::new(20.0, 10.0);
        svg.line(&[(0.0, 0.126), (10.5, -0.001)], colour(7), 1.5);
        svg.disc((1.0, 2.0), 3.0, "red");
        svg.text((4.0, 5.0), Anchor::Middle, 12.0, "a < b & c");
        let text = svg.finish();
        assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"), "{text}");
        assert!(
            text.contains(r##"points="0,0.13 10.5,0" fill="none" stroke="#0072b2""##),
            "{text}"
        );
        assert!(text.contains("a &lt; b &amp; c"), "{text}");
        assert!(text.contains(r#"viewBox="0 0 20 10""#), "{text}");
    }
}
