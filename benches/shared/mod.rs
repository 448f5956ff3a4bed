//! What the benches of searches share: CPU time, maps, groups drawn on them.

mod growth;
pub mod marks;

use growth::Growth;
use phalanx::grid::{Bounds, Cell, Direction, MapKind, Regions, Terrain, generate, read_map};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::path::Path;
use std::sync::LazyLock;
use std::time::Instant;

/// Seconds that this thread has run, so that other work on the machine does not count. Where the system does not tell,
/// seconds on the wall.
pub fn cpu_seconds() -> f64 {
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    // The count is brought up to date when the thread lets others run.
    std::thread::yield_now();
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|first| first.parse::<f64>().ok());
    match nanoseconds {
        Some(nanoseconds) if nanoseconds > 0.0 => nanoseconds * 1e-9,
        _ => BEGIN.elapsed().as_secs_f64(),
    }
}

/// Seconds that a piece of work takes.
pub fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let begin = cpu_seconds();
    let result = work();
    (cpu_seconds() - begin, result)
}

/// Whether the short form was asked for: `cargo bench --bench NAME -- --quick`.
pub fn quick() -> bool {
    std::env::args().any(|argument| argument == "--quick")
}

/// StarCraft maps, evenly chosen from the folder that `PHALANX_MAPS` names. Without it, generated maps.
pub fn maps(most: usize) -> Vec<(String, Terrain)> {
    let folder = std::env::var_os("PHALANX_MAPS").map(|maps| Path::new(&maps).join("starcraft"));
    let mut files: Vec<_> = folder
        .and_then(|folder| std::fs::read_dir(folder).ok())
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "map"))
        .collect();
    if files.is_empty() {
        let kinds = MapKind::ALL.iter().take(most);
        let map =
            |&kind: &MapKind| (kind.name().to_owned(), generate(kind, Bounds::new(512, 512), 1));
        return kinds.map(map).collect();
    }
    files.sort();
    let step = files.len().div_ceil(most).max(1);
    let read = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).expect("the map can be read");
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        (name, read_map(&text).expect("the map is valid"))
    };
    files.iter().step_by(step).map(read).collect()
}

/// A group that stands together, and its target.
pub struct Group {
    pub starts: Vec<Cell>,
    pub goal: Cell,
}

/// Groups drawn as in the Map Marker paper: a random start and a random target that are connected, and each unit on a free
/// cell beside an earlier one.
pub fn draw(terrain: &Terrain, units: usize, draws: usize, seed: u64) -> Vec<Group> {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let regions = Regions::of(terrain);
    let Bounds { width, height } = terrain.bounds();
    let mut groups = Vec::new();
    while groups.len() < draws {
        let mut cell = || {
            Cell::new(random.random_range(0..width as i32), random.random_range(0..height as i32))
        };
        let (start, goal) = (cell(), cell());
        let room = regions.size(regions.region(terrain, start)) as usize;
        if start == goal || !regions.connected(terrain, start, goal) || room <= units {
            continue;
        }
        let mut starts = vec![start];
        while starts.len() < units {
            let beside = starts.iter().rev().find_map(|&earlier| {
                let free: Vec<Cell> = Direction::ALL
                    .into_iter()
                    .filter(|&d| terrain.allows(earlier, d))
                    .map(|d| earlier.step(d))
                    .filter(|cell| !starts.contains(cell))
                    .collect();
                (!free.is_empty()).then_some(free)
            });
            let Some(free) = beside else { break };
            starts.push(free[random.random_range(0..free.len())]);
        }
        if starts.len() == units {
            groups.push(Group { starts, goal });
        }
    }
    groups
}

/// The mean.
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// The value that this share of all values does not exceed.
pub fn quantile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let place = (share * sorted.len() as f64) as usize;
    sorted.get(place.min(sorted.len().saturating_sub(1))).copied().unwrap_or(f64::NAN)
}

/// Seconds as milliseconds.
pub fn ms(seconds: f64) -> String {
    format!("{:.3} ms", seconds * 1e3)
}

/// The shortest path with the `pathfinding` crate in its best usual form: integer costs and the octile distance. Returns its
/// length.
pub fn peer(terrain: &Terrain, start: Cell, goal: Cell) -> f64 {
    const STRAIGHT: u32 = 13_860;
    const DIAGONAL: u32 = 19_601;
    let successors = |cell: &(i32, i32)| {
        let cell = Cell::from(*cell);
        Direction::ALL.into_iter().filter(move |&d| terrain.allows(cell, d)).map(move |d| {
            (<(i32, i32)>::from(cell.step(d)), if d.is_diagonal() { DIAGONAL } else { STRAIGHT })
        })
    };
    let estimate = |cell: &(i32, i32)| {
        let (dx, dy) = (cell.0.abs_diff(goal.x), cell.1.abs_diff(goal.y));
        STRAIGHT * dx.max(dy) + (DIAGONAL - STRAIGHT) * dx.min(dy)
    };
    let end: (i32, i32) = goal.into();
    let found =
        pathfinding::prelude::astar(&start.into(), successors, estimate, |cell| *cell == end);
    let cells: Vec<Cell> = found.expect("a path").0.into_iter().map(Cell::from).collect();
    phalanx::grid::walk_length(&cells)
}

/// Writes how times grow with a size, one row per size and one number per column, and says where.
pub fn print_growth(name: &str, size: &'static str, columns: &[&str], rows: &[(u32, Vec<f64>)]) {
    let line = |(place, column): (usize, &&str)| {
        let points = rows.iter().map(|(at, numbers)| (f64::from(*at), numbers[place]));
        (column.to_string(), points.collect())
    };
    let lines = columns.iter().enumerate().map(line).collect();
    match (Growth { size, value: "ms", lines }).write(name) {
        Ok(path) => println!("\ngrowth: {}.csv and .svg", path.display()),
        Err(error) => println!("\nthe growth could not be written: {error}"),
    }
}
