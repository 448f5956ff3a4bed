//! A report as files in a folder. Each begins with what was run and the command that repeats it.

use super::claim::{samples_csv, tests_csv};
use super::text::csv;
use super::{ExperimentError, Report, correction};
use crate::scenario::{NewFile, save_file};
use std::io::Write;
use std::path::{Path, PathBuf};

impl Report {
    /// Writes text, JSON, every table as CSV, the tests of the claims and the runs behind them, every picture, and what was run
    /// for each row as a scenario. Creates the folder if needed. Returns the files written.
    pub fn write_to(&self, folder: &Path) -> Result<Vec<PathBuf>, ExperimentError> {
        let json = serde_json::to_string_pretty(self).map_err(|e| {
            ExperimentError::Failed(format!("the report cannot be written as JSON: {e}"))
        })?;
        let name = &self.experiment;
        let mut files =
            vec![(format!("{name}.txt"), self.to_string()), (format!("{name}.json"), json + "\n")];
        for (number, table) in (1..).zip(&self.tables) {
            let file = format!("{name}-{number}-{}.csv", slug(&table.title));
            files.push((file, self.with_head(&csv(table))));
        }
        if !self.claims.is_empty() {
            let head = format!("# {}\n", correction(self.family));
            let tests = self.with_head(&(head + &tests_csv(&self.claims)));
            files.push((format!("{name}-claims.csv"), tests));
            let samples = self.with_head(&samples_csv(&self.claims));
            files.push((format!("{name}-samples.csv"), samples));
        }
        for picture in &self.pictures {
            files.push((format!("{name}-{}", picture.file), self.described(&picture.svg)));
        }
        for data in &self.data {
            files.push((format!("{name}-{}", data.file), self.with_head(&data.csv)));
        }
        let failed = |path: &Path, message: &str| {
            ExperimentError::Failed(format!("{}: {message}", path.display()))
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

    /// What was run and how to repeat it, in lines.
    pub fn provenance(&self) -> Vec<String> {
        let quick = if self.quick { ", a quick sample" } else { "" };
        let parameters: Vec<String> =
            self.parameters.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        vec![
            format!("{}, phalanx {}", self.experiment, self.version),
            format!("seed {}, repetitions {}{quick}", self.seed, self.repetitions),
            format!("parameters: {}", parameters.join("; ")),
            format!("repeat with: {}", self.command),
        ]
    }

    /// A CSV with these lines before it, each behind a `#`.
    fn with_head(&self, csv: &str) -> String {
        let lines: String = self.provenance().iter().map(|line| format!("# {line}\n")).collect();
        lines + csv
    }

    /// A picture with these lines as its description.
    fn described(&self, svg: &str) -> String {
        let text = self.provenance().join("\n");
        let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        match svg.find('>') {
            Some(end) if !svg[..end].ends_with('/') => {
                format!("{}\n<desc>{text}</desc>{}", &svg[..=end], &svg[end + 1..])
            }
            _ => svg.into(),
        }
    }

    /// Writes the scenarios of all rows, so that `phalanx run` repeats them and the window opens them.
    fn write_runs(&self, folder: &Path, written: &mut Vec<PathBuf>) -> Result<(), ExperimentError> {
        let lines: String = self.provenance().iter().map(|line| format!("// {line}\n")).collect();
        for (number, table) in (1..).zip(&self.tables) {
            for (place, row) in (1..).zip(&table.rows) {
                for (part, scenario) in (1..).zip(&row.scenarios) {
                    let label = slug(&row.label);
                    let file =
                        format!("{}-run-{number}-{place}-{part}-{label}.ron", self.experiment);
                    let path = folder.join(file);
                    save_file(scenario, &path)
                        .map_err(|error| ExperimentError::Failed(error.to_string()))?;
                    head_of_file(&path, &lines).map_err(|error| cannot(&path, error))?;
                    written.push(path);
                }
            }
        }
        Ok(())
    }
}

fn cannot(path: &Path, error: std::io::Error) -> ExperimentError {
    ExperimentError::Failed(format!("{} cannot be written ({error})", path.display()))
}

/// Puts comments before the text of a scenario.
fn head_of_file(path: &Path, lines: &str) -> std::io::Result<()> {
    let text = std::fs::read_to_string(path)?;
    std::fs::write(path, format!("{lines}{text}"))
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
