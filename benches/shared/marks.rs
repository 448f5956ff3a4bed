//! The table of marks. Each bench prints its rows and keeps them in `target/marks`; the bench `whole_table`, which runs
//! last, prints those of all benches as one table.

#![allow(dead_code, reason = "no bench needs all of it")]

use std::path::PathBuf;

/// A mark: the ratio is to be at least or at most this.
#[derive(Clone, Copy)]
pub enum Mark {
    AtLeast(f64),
    AtMost(f64),
    /// Only shown.
    None,
}

/// The rows of one bench.
pub struct Marks {
    bench: &'static str,
    rows: Vec<[String; 7]>,
}

impl Marks {
    /// Prints the head.
    pub fn new(bench: &'static str) -> Self {
        println!("\n{}", line(HEAD));
        Self { bench, rows: Vec::new() }
    }

    /// Prints a row: the work and its result, what it is compared with, their ratio and whether it meets the mark.
    pub fn row(
        &mut self,
        work: &str,
        ours: String,
        other: &str,
        theirs: String,
        ratio: f64,
        mark: Mark,
    ) {
        let yes = |met| if met { "yes" } else { "NO" };
        let (mark, met) = match mark {
            Mark::AtLeast(least) => (format!(">= {least}"), yes(ratio >= least)),
            Mark::AtMost(most) => (format!("<= {most}"), yes(ratio <= most)),
            Mark::None => (String::new(), ""),
        };
        let ratio = format!("{ratio:.2}");
        let row = [work.into(), ours, other.into(), theirs, ratio, mark, met.into()];
        println!("{}", line(row.each_ref().map(String::as_str)));
        self.rows.push(row);
    }

    /// Keeps the rows for the table of all benches.
    pub fn keep(self) {
        let rows: Vec<String> = self.rows.iter().map(|row| row.join("\t")).collect();
        let folder = folder();
        let file = folder.join(self.bench).with_extension("tsv");
        let kept = std::fs::create_dir_all(&folder)
            .and_then(|()| std::fs::write(file, rows.join("\n") + "\n"));
        if let Err(error) = kept {
            println!("the rows could not be kept: {error}");
        }
    }
}

/// The names of the columns.
pub const HEAD: [&str; 7] = ["work", "Phalanx", "compared with", "", "ratio", "mark", "met"];

/// Where the rows are kept.
pub fn folder() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or("target".into(), PathBuf::from).join("marks")
}

/// A row as text.
pub fn line([work, ours, other, theirs, ratio, mark, met]: [&str; 7]) -> String {
    format!("{work:46} {ours:>12} {other:38} {theirs:>12} {ratio:>7} {mark:>8} {met:>4}")
}
