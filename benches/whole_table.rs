//! All marks in one table. `cargo bench` runs this bench last, because the benches run in the order of their names; it measures
//! nothing and prints what the others have kept in `target/marks`, with the age of each.

#[path = "shared/marks.rs"]
mod marks;

use std::fs;
use std::time::SystemTime;

fn main() {
    let mut files: Vec<_> = fs::read_dir(marks::folder())
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "tsv"))
        .collect();
    files.sort();
    if files.is_empty() {
        println!("no bench has been run yet; `cargo bench` runs all of them");
        return;
    }
    println!("{}", marks::line(marks::HEAD));
    let (mut met, mut missed) = (0, 0);
    for file in files {
        let age = fs::metadata(&file).and_then(|data| data.modified()).ok();
        let minutes = age
            .and_then(|time| SystemTime::now().duration_since(time).ok())
            .map_or(0, |age| age.as_secs() / 60);
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        println!("{name}, measured {minutes} minutes ago");
        for row in fs::read_to_string(&file).unwrap_or_default().lines() {
            let cells: Vec<&str> = row.split('\t').collect();
            let Ok(cells) = <[&str; 7]>::try_from(cells) else { continue };
            match cells[6] {
                "yes" => met += 1,
                "NO" => missed += 1,
                _ => {}
            }
            println!("{}", marks::line(cells));
        }
    }
    println!("\n{met} marks met, {missed} missed");
}
