//! Painting a stroke on a large map: 1024 x 1024 cells, 200 walking units, five overlays.
//!
//! `cargo bench --bench painting` opens the map, lets the units walk, paints a wall across their ways and takes it away again,
//! a few cells in each frame, and prints the processor time of the frames: of the tick, and of drawing again the overlays
//! whose data changed. Showing the result on a screen is not measured. `-- --quick` paints a shorter stroke.
//!
//! A further table paints before the first tick through the document of the window: each part of a stroke is an entry of its run,
//! and undo takes whole strokes back.
//!
//! The last tables compare bringing the regions and a distance field up to date by what changed with finding them anew, on the
//! same strokes.

#[allow(dead_code, reason = "shared with the benches of searches")]
mod shared;

use phalanx::combat::kind_named;
use phalanx::grid::{Bounds, Cell, Ground, MapKind, Regions, Terrain, disc, generate};
use phalanx::overlay::{OVERLAYS, Overlay, Scene, overlay_named};
use phalanx::scenario::{
    Action, GiveOrder, Order, Scenario, TeamId, UnitId, UnitSpec, preset_named,
};
use phalanx::search::DistanceField;
use phalanx::sim::Simulation;
use shared::marks::{Mark, Marks};
use shared::{mean, quantile, quick, timed};
use std::collections::BTreeMap;

const SIDE: u32 = 1024;
const UNITS: u32 = 200;
/// Units of a group.
const GROUP: u32 = 20;
/// The overlays that are on.
const ON: [&str; 5] = ["paths", "regions", "influence", "sectors", "traffic"];
/// How far the brush goes in a frame and its diameter, in cells.
const STEP: i32 = 6;
const DIAMETER: u32 = 7;
/// The longest that a frame may take, in milliseconds; that opening may take, in seconds; the most memory, in megabytes.
const MARK: f64 = 16.0;
const OPENED: f64 = 2.0;
const MEMORY: f64 = 1000.0;
/// The longest that undo of a stroke may take, in milliseconds, and what 500 strokes may add to memory, in megabytes.
#[cfg(feature = "gui")]
const UNDO: f64 = 250.0;
#[cfg(feature = "gui")]
const GROWN: f64 = 200.0;

/// Presets with the kinds of units: with the second, the overlays of influence and of traffic have something to show.
const CASES: [(&str, &str); 2] = [("A*", "soldier"), ("A* with traffic", "Marine")];

/// Groups of a kind of unit that walk across the map.
fn scenario(preset: &str, kind: &str) -> Scenario {
    let terrain = generate(MapKind::Scatter, Bounds::new(SIDE, SIDE), 3);
    let mut scenario = Scenario { seed: 1, ..Scenario::plain(terrain) };
    let mut free: Vec<Cell> = Vec::new();
    for group in 0..(UNITS / GROUP) as i32 {
        let near = |cell: &Cell| (cell.x - 60).abs() < 8 && (cell.y - 60 - 90 * group).abs() < 8;
        let open = |cell: &Cell| scenario.terrain.is_passable(*cell);
        let cells = scenario.terrain.bounds().cells().filter(near).filter(open);
        free.extend(cells.take(GROUP as usize));
    }
    scenario.teams[0].doctrine = preset_named(preset).expect("a preset").doctrine;
    let kind = kind_named(kind).expect("a kind");
    let unit = |(id, &at)| UnitSpec { id: UnitId(id), team: TeamId(0), kind, at };
    scenario.units = (0..).zip(&free).map(unit).collect();
    scenario
}

/// The cells that the brush paints in each frame: a line down the centre of the map.
fn strokes() -> Vec<Vec<Cell>> {
    let frames = if quick() { 40 } else { 150 };
    (0..frames).map(|frame| disc(Cell::new(400, 40 + frame * STEP), DIAMETER).collect()).collect()
}

/// Draws again the overlays whose data changed. Returns the seconds for each.
fn draw(
    simulation: &Simulation,
    on: &[&'static Overlay],
    drawn: &mut BTreeMap<&'static str, u64>,
) -> Vec<f64> {
    let scene = Scene::new(simulation.world(), simulation.arena()).expect("an arena");
    let draw = |overlay: &&'static Overlay| {
        let (seconds, revision) = timed(|| {
            let revision = overlay.revision.map(|revision| revision(&scene));
            if revision.is_none() || revision != drawn.get(overlay.key).copied() {
                std::hint::black_box((overlay.draw)(&scene));
            }
            revision
        });
        (overlay.key, seconds, revision)
    };
    let all: Vec<_> = on.iter().map(draw).collect();
    drawn.extend(all.iter().filter_map(|&(key, _, revision)| Some((key, revision?))));
    all.into_iter().map(|(_, seconds, _)| seconds).collect()
}

fn row(name: &str, times: &[f64]) {
    let times: Vec<f64> = times.iter().map(|seconds| seconds * 1e3).collect();
    let (worst, met) = (quantile(&times, 1.0), |worst| if worst <= MARK { "yes" } else { "no" });
    println!(
        "| {name} | {:.2} | {:.2} | {worst:.2} | {} |",
        mean(&times),
        quantile(&times, 0.95),
        met(worst)
    );
}

/// The most memory that the program has taken, in megabytes.
fn memory() -> Option<f64> {
    status("VmHWM")
}

/// A figure of the memory of the program, in megabytes.
fn status(name: &str) -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    Some(line.split_whitespace().nth(1)?.parse::<f64>().ok()? / 1024.0)
}

fn paint(preset: &str, kind: &str) -> Painted {
    let mut painted = Painted { name: format!("{preset}, {kind}"), ..Painted::default() };
    let on: Vec<&'static Overlay> = ON.iter().filter_map(|key| overlay_named(key)).collect();
    assert_eq!(on.len(), ON.len(), "{:?}", OVERLAYS.iter().map(|o| o.key).collect::<Vec<_>>());
    let scenario = scenario(preset, kind);
    let mut drawn = BTreeMap::new();
    let (opened, mut simulation) = timed(|| {
        let mut simulation = Simulation::new(&scenario);
        simulation.run(1);
        draw(&simulation, &on, &mut drawn);
        simulation
    });
    let units: Vec<UnitId> = scenario.units.iter().map(|unit| unit.id).collect();
    simulation.send(units.chunks(GROUP as usize).enumerate().map(|(group, units)| {
        Action::Order(GiveOrder {
            units: units.to_vec(),
            order: Order::Move(Cell::new(960, 60 + 90 * group as i32)),
            queued: false,
        })
    }));
    simulation.run(96);
    println!(
        "\n{preset}: {} units ({kind}) walk over {SIDE} x {SIDE} cells; opened in {:.2} s of processor time\n",
        simulation.numbers().units,
        opened
    );
    println!("| frames | mean ms | 95 % | worst | at most {MARK} |");
    println!("|---|---|---|---|---|");
    painted.opened = opened;
    for (name, ground) in [("a wall", Ground::Wall), ("open ground again", Ground::Floor)] {
        let (mut ticks, mut overlays) = (Vec::new(), vec![Vec::new(); on.len()]);
        let mut frames = Vec::new();
        for cells in strokes() {
            simulation
                .send([Action::Paint(cells.into_iter().map(|cell| (cell, ground)).collect())]);
            let (tick, ()) = timed(|| simulation.run(1));
            let drawing = draw(&simulation, &on, &mut drawn);
            frames.push(tick + drawing.iter().sum::<f64>());
            ticks.push(tick);
            overlays.iter_mut().zip(drawing).for_each(|(all, one)| all.push(one));
        }
        painted.worst = painted.worst.max(quantile(&frames, 1.0) * 1e3);
        row(&format!("{name}: whole frame"), &frames);
        row(&format!("{name}: tick"), &ticks);
        for (overlay, times) in on.iter().zip(&overlays) {
            row(&format!("{name}: overlay {}", overlay.key), times);
        }
    }
    if let Some(memory) = memory() {
        println!("\nmost memory: {memory:.0} MB");
    }
    painted
}

/// Strokes that a user paints before the first tick, through the document of the window. Each frame serves one part of a stroke
/// and shows it.
#[cfg(feature = "gui")]
fn document() -> Document {
    use phalanx::view::document::{Edit, EditIntent, Intent, alone};

    let scenario = scenario("A*", "soldier");
    let mut app = alone(&scenario);
    (0..3).for_each(|_| app.update());
    // Not the most so far: other cases have taken more.
    let resident = || status("VmRSS");
    let before = resident();
    let count = if quick() { 40 } else { 500 };
    let mut frames = Vec::new();
    for number in 0..count {
        for cells in strokes().into_iter().take(30) {
            let ground = if number % 2 == 0 { Ground::Wall } else { Ground::Floor };
            let cells = cells.into_iter().map(|at| (Cell::new(at.x + number % 300, at.y), ground));
            let part = Edit::part_of("stroke", "Paint", vec![Action::Paint(cells.collect())]);
            app.world_mut().write_message(Intent::perform(part));
            frames.push(timed(|| app.update()).0);
        }
        app.world_mut().write_message(Intent::Edit(EditIntent::Seal));
        app.update();
    }
    let mut undo = Vec::new();
    for _ in 0..10 {
        app.world_mut().write_message(Intent::Edit(EditIntent::Undo));
        undo.push(timed(|| app.update()).0);
    }
    println!(
        "\n| {count} strokes before the first tick | mean ms | 95 % | worst | at most {MARK} |"
    );
    println!("|---|---|---|---|---|");
    row("a part of a stroke", &frames);
    row("undo of a stroke", &undo);
    let grown = resident().zip(before).map(|(now, before)| now - before);
    Document { frame: quantile(&frames, 0.95) * 1e3, undo: quantile(&undo, 1.0) * 1e3, grown }
}

/// What painting through the document took: milliseconds of a frame (95 %) and of an undo, and memory in megabytes.
#[cfg(feature = "gui")]
struct Document {
    frame: f64,
    undo: f64,
    grown: Option<f64>,
}

/// What painting took with one preset: seconds until it was open, and milliseconds of the worst frame.
#[derive(Default)]
struct Painted {
    name: String,
    opened: f64,
    worst: f64,
}

/// Regions by what changed, and found anew.
fn regions() {
    println!(
        "\n| regions after each part of the stroke | mean ms | 95 % | worst | at most {MARK} |"
    );
    println!("|---|---|---|---|---|");
    let mut terrain: Terrain = generate(MapKind::Scatter, Bounds::new(SIDE, SIDE), 3);
    let mut known = Regions::of(&terrain);
    for (name, ground) in [("a wall", Ground::Wall), ("open ground again", Ground::Floor)] {
        let (mut repaired, mut anew) = (Vec::new(), Vec::new());
        for cells in strokes() {
            cells.into_iter().for_each(|cell| {
                terrain.set_ground(cell, ground);
            });
            repaired.push(timed(|| known.refresh(&terrain)).0);
            let (seconds, fresh) = timed(|| Regions::of(&terrain));
            anew.push(seconds);
            assert_eq!(known.count(), fresh.count());
        }
        row(&format!("{name}: repaired"), &repaired);
        row(&format!("{name}: anew"), &anew);
    }
}

/// Distance fields by what changed, and computed anew, of goals on the right of the stroke and beyond its end.
fn distance_fields() {
    println!(
        "\n| distance field after each part of the stroke | mean ms | 95 % | worst | at most {MARK} |"
    );
    println!("|---|---|---|---|---|");
    for (x, y) in [(960, 500), (420, 1000)] {
        let mut terrain: Terrain = generate(MapKind::Scatter, Bounds::new(SIDE, SIDE), 3);
        let near = |cell: &Cell| (cell.x - x).abs() + (cell.y - y).abs();
        let open = terrain.bounds().cells().filter(|&cell| terrain.is_passable(cell));
        let goal = open.min_by_key(near).expect("open ground");
        let (mut known, mut fresh) = (DistanceField::default(), DistanceField::default());
        known.begin(&terrain, goal);
        known.settle_all(&terrain);
        for (name, ground) in [("a wall", Ground::Wall), ("open ground again", Ground::Floor)] {
            let (mut repaired, mut anew, mut given_up) = (Vec::new(), Vec::new(), 0);
            for cells in strokes() {
                cells.into_iter().for_each(|cell| {
                    terrain.set_ground(cell, ground);
                });
                let repair = || {
                    let is_repaired = known.repair(&terrain);
                    if !is_repaired {
                        known.begin(&terrain, goal);
                    }
                    known.settle_all(&terrain);
                    is_repaired
                };
                let (seconds, is_repaired) = timed(repair);
                given_up += usize::from(!is_repaired);
                repaired.push(seconds);
                let make = || {
                    fresh.begin(&terrain, goal);
                    fresh.settle_all(&terrain);
                };
                anew.push(timed(make).0);
                let cells = terrain.bounds().cells().step_by(37);
                let same = |cell| known.distance(&terrain, cell) == fresh.distance(&terrain, cell);
                assert!(cells.into_iter().all(same));
            }
            let name = format!("goal {goal}, {name}");
            row(&format!("{name}: repaired ({given_up} of {} anew)", repaired.len()), &repaired);
            row(&format!("{name}: anew"), &anew);
        }
    }
}

fn main() {
    let all: Vec<Painted> = CASES.into_iter().map(|(preset, kind)| paint(preset, kind)).collect();
    #[cfg(feature = "gui")]
    let document = document();
    regions();
    distance_fields();
    let mut table = Marks::new("painting");
    let mut limit = |work: &str, ours: f64, most: f64, unit: &str| {
        let number = |value: f64| format!("{value:.2} {unit}");
        table.row(work, number(ours), "limit", number(most), ours / most, Mark::AtMost(1.0));
    };
    for Painted { name, opened, worst } in &all {
        limit(&format!("worst painted frame, {name}"), *worst, MARK, "ms");
        limit(&format!("opening 1024 x 1024, {name}"), *opened, OPENED, "s");
    }
    #[cfg(feature = "gui")]
    {
        limit("95 % of frames of strokes before the first tick", document.frame, MARK, "ms");
        limit("worst undo of a stroke before the first tick", document.undo, UNDO, "ms");
        if let Some(grown) = document.grown {
            limit("memory of 500 strokes and their undo", grown, GROWN, "MB");
        }
    }
    if let Some(memory) = memory() {
        limit("most memory", memory, MEMORY, "MB");
    }
    table.keep();
}
