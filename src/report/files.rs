//! A report as files in a folder.

use super::text::csv;
use super::{ExperimentError, Report};
use crate::scenario::{NewFile, save_file};
use std::io::Write;
use std::path::{Path, PathBuf};

impl Report {
    /// Writes text, JSON, every table as CSV, every picture, and what was run for each row as a scenario. Creates the
    /// folder if needed. Returns the files written.
    pub fn write_to(&self, folder: &Path) -> Result<Vec<PathBuf>, ExperimentError> {
        let json = serde_json::to_string_pretty(self).map_err(|e| {
            ExperimentError::Failed(format!("the report cannot be written as JSON: {e}"))
        })?;
        let name = &self.experiment;
        let mut files =
            vec![(format!("{name}.txt"), self.to_string()), (format!("{name}.json"), json + "\n")];
        for (number, table) in (1..).zip(&self.tables) {
            let file = format!("{name}-{number}-{}.csv", slug(&table.title));
            files.push((file, csv(table)));
        }
        for picture in &self.pictures {
            files.push((format!("{name}-{}", picture.file), picture.svg.clone()));
        }
        for data in &self.data {
            files.push((format!("{name}-{}", data.file), data.csv.clone()));
        }
        let failed = |path: &Path, message: &str| {
            ExperimentError::Failed(format!("{}: {message}", path.display()))
        };
        let cannot = |path: &Path, error: std::io::Error| {
            ExperimentError::Failed(format!("{} cannot be written ({error})", path.display()))
        };
        std::fs::create_dir_all(folder).map_err(|error| cannot(folder, error))?;
        let mut written = Vec::new();
        for (file, text) in files {
            let path = folder.join(file);
            let mut new = NewFile::create(&path).map_err(|message| failed(&path, &message))?;
            new.write_all(text.as_bytes()).map_err(|error| cannot(&path, error))?;
            new.keep().map_err(|message| failed(&path, &message))?;
            written.push(path);
        }
        self.write_runs(folder, &mut written)?;
        Ok(written)
    }

    /// Writes the scenarios of all rows, so that `phalanx run` repeats them and the window opens them.
    fn write_runs(&self, folder: &Path, written: &mut Vec<PathBuf>) -> Result<(), ExperimentError> {
        for (number, table) in (1..).zip(&self.tables) {
            for (place, row) in (1..).zip(&table.rows) {
                for (part, scenario) in (1..).zip(&row.scenarios) {
                    let label = slug(&row.label);
                    let file =
                        format!("{}-run-{number}-{place}-{part}-{label}.ron", self.experiment);
                    let path = folder.join(file);
                    save_file(scenario, &path)
                        .map_err(|error| ExperimentError::Failed(error.to_string()))?;
                    written.push(path);
                }
            }
        }
        Ok(())
    }
}

/// Words in lower case with dashes between them, at most 48 characters, for a file name.
fn slug(title: &str) -> String {
    let words: String = title
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { ' ' })
        .collect();
    let mut slug = String::new();
    for word in words.split_whitespace() {
        if slug.len() + word.len() > 48 {
            break;
        }
        if !slug.is_empty() {
            slug.push('-');
        }
        slug.push_str(word);
    }
    slug
}
