//! How times grow with a size: a CSV file in the target folder, and a chart in the terminal.

use std::fmt::Write;
use std::path::Path;

/// Number of characters of the longest bar.
const WIDTH: f64 = 60.0;

/// Prints a bar for each number (one row per size, one number per column) and writes all of them to a CSV file. Bars are
/// logarithmic from the smallest number on: a straight staircase is a power of the size.
pub fn print_growth(file: &str, size: &str, columns: &[&str], rows: &[(u32, Vec<f64>)]) {
    let mut csv = format!("{size},{}\n", columns.join(","));
    for (at, numbers) in rows {
        let numbers: Vec<String> = numbers.iter().map(|number| format!("{number:.6}")).collect();
        let _ = writeln!(csv, "{at},{}", numbers.join(","));
    }
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(file);
    let written = std::fs::write(&path, &csv);
    match written {
        Ok(()) => println!("\n{csv}written to {}", path.display()),
        Err(error) => println!("\n{csv}not written to {}: {error}", path.display()),
    }
    let all = || rows.iter().flat_map(|(_, numbers)| numbers.iter().copied());
    let (low, high) = (all().fold(f64::INFINITY, f64::min), all().fold(0.0, f64::max));
    let doublings = (high / low).log2().max(1.0);
    for (place, column) in columns.iter().enumerate() {
        println!("\n{column}");
        for (at, numbers) in rows {
            let number = numbers[place];
            let length = 1.0 + (number / low).log2() / doublings * WIDTH;
            println!("{at:>8} {:<62} {number:.4}", "#".repeat(length as usize));
        }
    }
}
