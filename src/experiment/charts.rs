//! Bar charts with error bars, and line charts.
//!
//! Drawn by hand with [`Svg`] instead of with plotters 0.3 (its SVG backend), after drawing the same two charts with both: five
//! series of four bars with error bars, and five lines of 70 points. With plotters the files have 23.9 and 43.3 kB instead of
//! 13.5 and 29.5. It has no grouped bars, so bars and error bars were placed by hand there, too. It rounds every coordinate to
//! a whole pixel (0.3 % of an axis; here 0.01 pixels). It puts the legend over the data instead of beside it, labels of groups
//! left of their bars, and one decimal on every tick; its axes end at the last value instead of a round number.

use super::svg::{Anchor, Svg, colour};
use crate::measure::statistics::{mean, standard_deviation, wilson_interval};

/// Bars in groups, one bar of each series per group.
#[derive(Clone, Debug, PartialEq)]
pub struct BarChart {
    /// What it shows.
    pub title: String,
    /// What the bars measure, with the unit.
    pub axis: String,
    /// The groups along the bottom.
    pub groups: Vec<String>,
    /// The series; each has one bar per group.
    pub series: Vec<BarSeries>,
    /// What error bars are, in words: [`OF_SHARES`] or [`OF_MEANS`].
    pub errors: &'static str,
}

/// What the error bars of [`share_bar`] are.
pub const OF_SHARES: &str = "Error bars: Wilson's 95 % intervals";
/// What the error bars of [`mean_bar`] are.
pub const OF_MEANS: &str = "Error bars: one standard deviation to each side";

/// Bars of one colour.
#[derive(Clone, Debug, PartialEq)]
pub struct BarSeries {
    /// Its name in the legend.
    pub name: String,
    /// Height of each bar, and the ends of its error bar.
    pub bars: Vec<(f64, Option<(f64, f64)>)>,
}

/// A bar as high as the mean, with an error bar of one standard deviation to each side.
pub fn mean_bar(values: &[f64]) -> (f64, Option<(f64, f64)>) {
    let (mean, deviation) = (mean(values), standard_deviation(values));
    (mean, Some((mean - deviation, mean + deviation)))
}

/// A bar as high as a share in percent, with Wilson's 95 % interval, which stays within 0 to 100.
pub fn share_bar(hits: u64, trials: u64) -> (f64, Option<(f64, f64)>) {
    let (low, high) = wilson_interval(hits, trials);
    (100.0 * hits as f64 / trials.max(1) as f64, Some((100.0 * low, 100.0 * high)))
}

/// Lines through points.
#[derive(Clone, Debug, PartialEq)]
pub struct LineChart {
    /// What it shows.
    pub title: String,
    /// Name of the horizontal axis, with the unit.
    pub across: String,
    /// Name of the vertical axis, with the unit.
    pub up: String,
    /// Each line with its name in the legend.
    pub lines: Vec<(String, Vec<(f64, f64)>)>,
}

/// Size of a chart with one row of legend, in pixels.
const SIZE: (f64, f64) = (720.0, 420.0);
/// The frame of the data, in pixels: left, right, and the top below one row of legend.
const LEFT: f64 = 72.0;
const RIGHT: f64 = 704.0;
const TOP: f64 = 64.0;
/// Height of the frame, and of a row of the legend, in pixels.
const HEIGHT: f64 = 292.0;
const LEGEND_ROW: f64 = 18.0;
/// A line through more points has no discs at them.
const MAX_DISCS: usize = 200;
const GREY: &str = "#dddddd";
const DARK: &str = "#444444";

impl BarChart {
    /// Draws it.
    pub fn draw(&self) -> String {
        let bars = self.series.iter().flat_map(|s| &s.bars);
        let tops = bars.map(|(v, error)| error.map_or(*v, |(_, high)| high.max(*v)));
        let names: Vec<&str> = self.series.iter().map(|s| s.name.as_str()).collect();
        let (mut svg, bottom) = begin(&self.title, &names);
        let up = Scale::new(0.0, tops.fold(0.0, f64::max), (bottom, bottom - HEIGHT));
        draw_up_axis(&mut svg, &up, &self.axis);
        svg.text(((LEFT + RIGHT) / 2.0, bottom + 42.0), Anchor::Middle, 12.0, self.errors);
        let step = (RIGHT - LEFT) / self.groups.len().max(1) as f64;
        let bar = step * 0.8 / self.series.len().max(1) as f64;
        for (number, name) in self.groups.iter().enumerate() {
            let left = LEFT + step * (number as f64 + 0.1);
            svg.text((left + step * 0.4, bottom + 18.0), Anchor::Middle, 12.0, name);
            for (place, series) in self.series.iter().enumerate() {
                let Some(&(value, error)) = series.bars.get(number) else { continue };
                let x = left + bar * place as f64;
                let top = up.at(value);
                svg.rectangle((x, top), (bar * 0.92, bottom - top), colour(place));
                if let Some((low, high)) = error {
                    let middle = x + bar * 0.46;
                    let (high, low) = (up.at(high), up.at(low.max(0.0)));
                    svg.line(&[(middle, high), (middle, low)], DARK, 1.2);
                    for y in [high, low] {
                        svg.line(&[(middle - 4.0, y), (middle + 4.0, y)], DARK, 1.2);
                    }
                }
            }
        }
        svg.finish()
    }
}

impl LineChart {
    /// Draws it.
    pub fn draw(&self) -> String {
        let points = || self.lines.iter().flat_map(|(_, points)| points);
        let span = |part: fn(&(f64, f64)) -> f64| {
            points().map(part).filter(|v| v.is_finite()).fold(
                None,
                |span: Option<(f64, f64)>, v| {
                    Some(span.map_or((v, v), |(low, high)| (low.min(v), high.max(v))))
                },
            )
        };
        let (left, right) = span(|p| p.0).unwrap_or((0.0, 1.0));
        let (low, high) = span(|p| p.1).unwrap_or((0.0, 1.0));
        let names: Vec<&str> = self.lines.iter().map(|(name, _)| name.as_str()).collect();
        let (mut svg, bottom) = begin(&self.title, &names);
        let across = Scale::new(left, right, (LEFT, RIGHT));
        let up = Scale::new(low, high, (bottom, bottom - HEIGHT));
        draw_up_axis(&mut svg, &up, &self.up);
        for (value, label) in across.marks() {
            let x = across.at(value);
            svg.line(&[(x, bottom), (x, bottom + 5.0)], DARK, 1.0);
            svg.text((x, bottom + 18.0), Anchor::Middle, 12.0, &label);
        }
        let middle = (LEFT + RIGHT) / 2.0;
        svg.text((middle, bottom + 42.0), Anchor::Middle, 13.0, &self.across);
        for (place, (_, points)) in self.lines.iter().enumerate() {
            let points: Vec<(f64, f64)> =
                points.iter().map(|&(x, y)| (across.at(x), up.at(y))).collect();
            svg.line(&points, colour(place), 2.0);
            for &point in points.iter().filter(|_| points.len() <= MAX_DISCS) {
                svg.disc(point, 2.5, colour(place));
            }
        }
        svg.finish()
    }
}

/// Draws title and legend, the legend in as many rows as it needs. Also returns the bottom of the frame.
fn begin(title: &str, names: &[&str]) -> (Svg, f64) {
    let mut entries = Vec::new();
    let (mut x, mut row) = (LEFT, 0.0);
    for name in names {
        let end = x + 17.0 + 6.8 * name.chars().count() as f64;
        if end > RIGHT && x > LEFT {
            (x, row) = (LEFT, row + 1.0);
        }
        entries.push((x, LEGEND_ROW * row));
        x += 40.0 + 6.8 * name.chars().count() as f64;
    }
    let mut svg = Svg::new(SIZE.0, SIZE.1 + LEGEND_ROW * row);
    svg.text((LEFT, 24.0), Anchor::Start, 16.0, title);
    for (place, (name, (x, y))) in names.iter().zip(entries).enumerate() {
        svg.rectangle((x, 36.0 + y), (12.0, 12.0), colour(place));
        svg.text((x + 17.0, 46.0 + y), Anchor::Start, 12.0, name);
    }
    (svg, TOP + LEGEND_ROW * row + HEIGHT)
}

fn draw_up_axis(svg: &mut Svg, up: &Scale, name: &str) {
    let (bottom, top) = up.pixels;
    for (value, label) in up.marks() {
        let y = up.at(value);
        svg.line(&[(LEFT, y), (RIGHT, y)], GREY, 1.0);
        svg.text((LEFT - 8.0, y + 4.0), Anchor::End, 12.0, &label);
    }
    svg.line(&[(LEFT, top), (LEFT, bottom), (RIGHT, bottom)], DARK, 1.2);
    svg.rotated_text((18.0, (top + bottom) / 2.0), Anchor::Middle, 13.0, -90.0, name);
}

/// Maps values to pixels, with round tick marks.
struct Scale {
    low: f64,
    high: f64,
    step: f64,
    pixels: (f64, f64),
}

impl Scale {
    /// A scale that contains both values, widened to round numbers.
    fn new(low: f64, high: f64, pixels: (f64, f64)) -> Self {
        let span = if high > low { high - low } else { high.abs().max(1.0) };
        let rough = span / 6.0;
        let magnitude = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .into_iter()
            .map(|factor| factor * magnitude)
            .find(|&step| step >= rough)
            .unwrap_or(rough);
        let low = (low / step).floor() * step;
        let high = (low + span.max(step) / step * step).max(high);
        Self { low, high: (high / step).ceil() * step, step, pixels }
    }

    fn at(&self, value: f64) -> f64 {
        let part = (value - self.low) / (self.high - self.low);
        self.pixels.0 + part * (self.pixels.1 - self.pixels.0)
    }

    fn marks(&self) -> impl Iterator<Item = (f64, String)> {
        let decimals = (-self.step.log10().floor()).max(0.0) as usize;
        let count = ((self.high - self.low) / self.step).round() as usize;
        (0..=count).map(move |i| {
            let value = self.low + self.step * i as f64;
            (value, format!("{value:.decimals$}"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_end_at_round_numbers() {
        let scale = Scale::new(0.0, 4.6, (100.0, 0.0));
        let marks: Vec<String> = scale.marks().map(|(_, label)| label).collect();
        assert_eq!(marks, ["0", "1", "2", "3", "4", "5"]);
        assert_eq!((scale.at(0.0), scale.at(5.0), scale.at(2.5)), (100.0, 0.0, 50.0));
        let small = Scale::new(0.57, 0.81, (0.0, 1.0));
        assert_eq!(small.marks().next().unwrap().1, "0.55");
        assert!(Scale::new(3.0, 3.0, (0.0, 1.0)).at(3.0).is_finite(), "all values equal");
        assert!(Scale::new(0.0, 0.0, (0.0, 1.0)).at(0.0).is_finite(), "nothing but zeros");
    }

    #[test]
    fn error_bars_of_shares_stay_between_nothing_and_everything() {
        let (all, ends) = share_bar(10, 10);
        let (low, high) = ends.unwrap();
        assert!(all == 100.0 && high <= 100.0 && high > 99.999, "{all}, {high}");
        assert!((low - 72.2).abs() < 0.1, "Wilson: {low}");
        assert_eq!(mean_bar(&[1.0, 3.0]).0, 2.0);
    }

    #[test]
    fn a_long_legend_takes_another_row_and_the_frame_moves_down() {
        let field = "Hybrid potential field";
        let names = ["A*", field, "Hybrid potential field as printed", "Hybrid boids as printed"];
        let (svg, bottom) = begin("Games won", &names);
        let svg = svg.finish();
        assert_eq!(bottom, TOP + HEIGHT + LEGEND_ROW);
        assert!(svg.contains(r#"height="438""#), "{svg}");
        assert!(
            svg.contains(r#"<rect x="72" y="54""#),
            "the last name starts the second row: {svg}"
        );
        assert_eq!(begin("Casualties", &["A*", "Map Marker"]).1, TOP + HEIGHT);
    }

    #[test]
    fn every_bar_and_every_line_is_drawn() {
        let bars = BarChart {
            title: "Casualties".into(),
            axis: "units".into(),
            groups: vec!["Tree".into(), "Wall".into()],
            series: vec![
                BarSeries { name: "A*".into(), bars: vec![(2.1, Some((1.7, 2.5))), (3.9, None)] },
                BarSeries { name: "Map Marker".into(), bars: vec![(1.6, None), (2.9, None)] },
            ],
            errors: OF_MEANS,
        };
        let svg = bars.draw();
        assert_eq!(svg.matches(r##"fill="#e69f00""##).count(), 3, "two bars and the legend: {svg}");
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        let lines = LineChart {
            title: "Coherence".into(),
            across: "time".into(),
            up: "coherence".into(),
            lines: vec![("DM".into(), vec![(0.0, 0.6), (100.0, 0.74)]), ("A*".into(), vec![])],
        };
        let svg = lines.draw();
        assert_eq!(svg.matches("<circle").count(), 2, "{svg}");
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }
}
