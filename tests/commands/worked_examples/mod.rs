//! The worked examples in the chapters about algorithms: small maps whose numbers the program computes.

mod plans;
mod runs;

use phalanx::combat::{KindDefinition, kind_named};
use phalanx::grid::{Bounds, Cell, CornerRule, Ground, Terrain};
use std::fmt::Write;

/// The worked example of an algorithm, by the name of its card.
pub fn worked(name: &str) -> String {
    match name {
        "a-star" => plans::a_star(),
        "jump-point" => plans::jump_point(),
        "sectors" => plans::sectors(),
        "greedy" => plans::greedy(),
        "map-marker" => plans::map_marker(),
        "direction-map" => plans::direction_map(),
        "flow-field" => plans::flow_field(),
        "whca" => runs::reservations("WHCA*"),
        "local-repair" => runs::reservations("Local repair A*"),
        "influence" => runs::influence(),
        "congestion" => runs::congestion(),
        "follow-path" => runs::follow_path(),
        "flocking" => runs::flocking(),
        "orca" => runs::orca(),
        "hold" => runs::duel("A*"),
        "boids" => runs::duel("Hybrid boids"),
        "potential-field" => runs::duel("Hybrid potential field"),
        "mixed" => runs::duel("Hybrid mixed"),
        "traffic" => runs::traffic(),
        _ => panic!("there is no worked example `{name}`"),
    }
}

fn terrain(rows: &[&str]) -> Terrain {
    Terrain::from_text(CornerRule::BothSidesFree, rows)
}

/// A map as a block of text, with what `show` puts on each cell, padded to the widest.
fn drawn(terrain: &Terrain, show: impl Fn(Cell) -> String) -> String {
    let bounds = terrain.bounds();
    let texts: Vec<String> = bounds.cells().map(show).collect();
    let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(1);
    let mut block = String::from("```text\n");
    for row in texts.chunks(bounds.width as usize) {
        let cells: Vec<String> = row.iter().map(|text| format!("{text:>width$}")).collect();
        writeln!(block, "{}", cells.join(" ").trim_end()).unwrap();
    }
    block + "```\n"
}

/// `#` on blocked cells, what `show` says or `.` on others.
fn on_ground(terrain: &Terrain, cell: Cell, text: Option<String>) -> String {
    if terrain.is_passable(cell) { text.unwrap_or_else(|| ".".into()) } else { "#".into() }
}

#[test]
fn a_kind_of_ones_own_is_made_from_another() {
    // begin own_kind
    let soldier = kind_named("soldier").expect("a kind that comes with the crate");
    let mut orc = KindDefinition::of(soldier);
    orc.name = "orc".into();
    orc.speed = 2.5; // cells per second
    orc.radius = 0.4; // cells
    let orc = orc.kind().expect("within the limits");
    // end
    assert_eq!((orc.name, orc.speed, orc.radius), ("orc", 2.5, 0.4));
}

#[test]
fn a_map_of_ones_own_is_made_from_solid_tiles() {
    let (width, height, solid) = (3, 2, [false, true, false, false, true, false]);
    // begin own_map
    let ground = |&wall: &bool| if wall { Ground::Wall } else { Ground::Floor };
    let rows = solid.iter().map(ground).collect(); // row by row, from the upper left
    let bounds = Bounds::new(width, height);
    let terrain = Terrain::from_ground(bounds, CornerRule::BothSidesFree, rows);
    // end
    assert!(!terrain.is_passable(Cell::new(1, 1)) && terrain.is_passable(Cell::new(2, 1)));
}
