//! How work grows with a size: the measurements as CSV and as a chart.

use std::fmt::Write;
use std::path::PathBuf;

/// Measurements by size, one line for each kind of work.
pub struct Growth {
    /// What the size is.
    pub size: &'static str,
    /// What was measured, with its unit.
    pub value: &'static str,
    /// Names with their sizes and values.
    pub lines: Vec<(String, Vec<(f64, f64)>)>,
}

const SIDE: (f64, f64) = (640.0, 400.0);
const EDGE: f64 = 60.0;
const COLOURS: [&str; 4] = ["#1f77b4", "#d62728", "#2ca02c", "#9467bd"];

impl Growth {
    /// Writes `target/growth/NAME.csv` and `NAME.svg`, and returns where.
    pub fn write(&self, name: &str) -> std::io::Result<PathBuf> {
        let folder = std::env::var_os("CARGO_TARGET_DIR").map_or("target".into(), PathBuf::from);
        let folder = folder.join("growth");
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join(name).with_extension("csv"), self.csv())?;
        std::fs::write(folder.join(name).with_extension("svg"), self.svg())?;
        Ok(folder.join(name))
    }

    fn csv(&self) -> String {
        let mut text = format!("work,{},{}\n", self.size, self.value);
        for (name, points) in &self.lines {
            for (size, value) in points {
                let _ = writeln!(text, "{name},{size},{value:.6}");
            }
        }
        text
    }

    /// Both axes are logarithmic: proportional growth is a line that rises as fast as it goes right.
    fn svg(&self) -> String {
        let points = || self.lines.iter().flat_map(|(_, points)| points.iter().copied());
        let decades = |values: &mut dyn Iterator<Item = f64>| {
            let (low, high) =
                values.filter(|v| *v > 0.0).fold((f64::MAX, f64::MIN), |(l, h), v| {
                    (l.min(v.log10().floor()), h.max(v.log10().ceil()))
                });
            (low, high.max(low + 1.0))
        };
        let xs = decades(&mut points().map(|point| point.0));
        let ys = decades(&mut points().map(|point| point.1));
        let along = |value: f64, (low, high): (f64, f64), length: f64| {
            (value.max(1e-12).log10() - low) / (high - low) * (length - 2.0 * EDGE)
        };
        let x = |value: f64| EDGE + along(value, xs, SIDE.0);
        let y = |value: f64| SIDE.1 - EDGE - along(value, ys, SIDE.1);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" font-family=\"sans-serif\" \
             font-size=\"12\"><rect width=\"100%\" height=\"100%\" fill=\"white\"/>",
            SIDE.0, SIDE.1
        );
        for (range, vertical) in [(xs, true), (ys, false)] {
            for exponent in range.0 as i32..=range.1 as i32 {
                let value = 10f64.powi(exponent);
                let (from, to, at) = if vertical {
                    let label = (x(value) - 10.0, SIDE.1 - EDGE + 18.0);
                    ((x(value), EDGE), (x(value), SIDE.1 - EDGE), label)
                } else {
                    let label = (4.0, y(value) + 4.0);
                    ((EDGE, y(value)), (SIDE.0 - EDGE, y(value)), label)
                };
                let _ = write!(
                    svg,
                    "<path d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"#ddd\"/><text x=\"{:.1}\" y=\"{:.1}\">{value}</text>",
                    from.0, from.1, to.0, to.1, at.0, at.1
                );
            }
        }
        for ((name, points), (number, colour)) in
            self.lines.iter().zip(COLOURS.iter().cycle().enumerate())
        {
            let mut way = String::new();
            for (place, &(size, value)) in points.iter().enumerate() {
                let step = if place == 0 { 'M' } else { 'L' };
                let _ = write!(way, "{step}{:.1} {:.1}", x(size), y(value));
            }
            let _ = write!(
                svg,
                "<path d=\"{way}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\
                 <text x=\"{:.0}\" y=\"{:.0}\" fill=\"{colour}\">{name}</text>",
                EDGE + 8.0,
                EDGE + 16.0 * (number + 1) as f64
            );
        }
        let _ = writeln!(
            svg,
            "<text x=\"{:.0}\" y=\"{:.0}\">{}</text><text x=\"4\" y=\"20\">{}</text></svg>",
            SIDE.0 / 2.0,
            SIDE.1 - 16.0,
            self.size,
            self.value
        );
        svg
    }
}
