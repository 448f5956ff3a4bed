//! Saves the numbers of the run, as the plot shows them: as a table, or as a picture of the plot.

use crate::picture::Image;
use crate::view::document::chooser::{Chooser, Choosing};
use crate::view::document::intent::Intent;
use crate::view::document::state::{Document, DocumentSystems};
use crate::view::panels::dialogs::{Dialog, Dialogs};
use crate::view::panels::metric_history::MetricHistory;
use crate::view::panels::notices::Notice;
use crate::view::panels::rasterise::rasterised;
use bevy::prelude::*;
use std::io;
use std::path::{Path, PathBuf};

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, serve.in_set(DocumentSystems::Serve));
}

/// An intent about the numbers of the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NumbersIntent {
    /// Asks where to save them.
    AskSave,
    /// Saves them.
    Save(PathBuf),
    /// Asks where to save the plot of a number, by its index in `metric_history::METRICS`.
    AskSavePlot(usize),
    /// Saves the plot as a PNG or SVG file.
    SavePlot(usize, PathBuf),
}

fn serve(
    mut intents: MessageReader<Intent>,
    mut chooser: ResMut<Chooser>,
    document: Res<Document>,
    history: Res<MetricHistory>,
    mut dialogs: ResMut<Dialogs>,
    mut notices: MessageWriter<Notice>,
) {
    for intent in intents.read() {
        let Intent::Numbers(intent) = intent else { continue };
        let (path, saved) = match intent {
            NumbersIntent::AskSave => {
                chooser.open(Choosing::SaveNumbers, &document);
                continue;
            }
            &NumbersIntent::AskSavePlot(metric) => {
                chooser.open(Choosing::SavePlot(metric), &document);
                continue;
            }
            NumbersIntent::Save(path) => (path, std::fs::write(path, history.to_csv())),
            NumbersIntent::SavePlot(metric, path) => {
                (path, save_plot(&history, *metric, &document.start().title, path))
            }
        };
        match saved {
            Ok(()) => {
                notices.write(Notice::new(format!("Saved {}", path.display())));
            }
            Err(error) => dialogs.open(Dialog::Error {
                title: "The numbers cannot be saved".into(),
                text: format!("{}: {error}", path.display()),
            }),
        }
    }
}

/// Pixels of a PNG for one of the drawing.
const FINE: f32 = 2.0;

/// Saves the plot of a metric.
fn save_plot(history: &MetricHistory, metric: usize, title: &str, path: &Path) -> io::Result<()> {
    let no_plot = || io::Error::other("there is nothing to draw");
    let svg = history.chart(metric, title).ok_or_else(no_plot)?.draw();
    if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("svg")) {
        return std::fs::write(path, svg);
    }
    let image = rasterised(&svg, FINE).ok_or_else(no_plot)?;
    let pixels = image.pixels.iter().map(|pixel| [pixel.r(), pixel.g(), pixel.b()]).collect();
    let [width, height] = image.size.map(|side| side as u32);
    let picture = Image { width, height, pixels };
    picture.write_png(std::io::BufWriter::new(std::fs::File::create(path)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::Numbers;

    #[test]
    fn a_plot_is_saved_as_a_picture_and_as_a_drawing() {
        let folder = tempfile::tempdir().unwrap();
        let mut history = MetricHistory::default();
        let empty = save_plot(&history, 0, "Boulder", &folder.path().join("empty.png"));
        assert!(empty.is_err() && !folder.path().join("empty.png").exists());
        for tick in 0..300 {
            for arena in [0, 1] {
                let spread = f64::from(arena) + tick as f64 / 100.0;
                history.add(arena, tick, &Numbers { spread, ..Numbers::default() });
            }
        }
        let [png, svg] = ["plot.png", "plot.SVG"].map(|name| folder.path().join(name));
        save_plot(&history, 0, "Boulder", &png).unwrap();
        save_plot(&history, 0, "Boulder", &svg).unwrap();
        let text = std::fs::read_to_string(&svg).unwrap();
        assert!(text.contains("spread") && text.contains("Boulder") && text.contains("cells"));
        let bytes = std::fs::read(&png).unwrap();
        assert!(bytes.starts_with(b"\x89PNG") && bytes.len() > 4000, "{} bytes", bytes.len());
    }
}
