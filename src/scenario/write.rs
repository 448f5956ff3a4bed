//! Writes scenarios as a person would: defaults left out, one thing per line.

use super::origin::MapSource;
use super::read::{USUAL_KIND, VERSION, options};
use super::write_file::write_file;
use super::{
    Batch, Doctrine, Motion, Order, Place, Scenario, ScenarioError, ScriptedOrder, Team, UnitSpec,
    Who, presets,
};
use crate::combat::{KindDefinition, Rules};
use crate::grid::{Bounds, Cell, Ground, Terrain};
use crate::parameters::{Kind, Parameters, Value};
use crate::parts::Part;
use crate::planning::{CellSteps, Layers};
use std::fmt::Write as _;
use std::path::Path;

/// The scenario as a RON text that [`load_str`](super::load_str) reads back to an equal one. Units and
/// obstacles are numbered by their index in the list.
pub fn to_ron(scenario: &Scenario) -> String {
    write(scenario, None)
}

/// Writes the scenario into a file, all of it or nothing: a program killed while saving leaves the
/// old file as it was.
pub fn save_file(scenario: &Scenario, path: &Path) -> Result<(), ScenarioError> {
    write_file(path, |folder| write(scenario, Some(folder)))
}

fn write(scenario: &Scenario, folder: Option<&Path>) -> String {
    let scenario = &scenario.tidied();
    let mut out = format!("(\n    version: {VERSION},\n");
    for (field, text) in [
        ("title", &scenario.title),
        ("description", &scenario.description),
        ("citation", &scenario.citation),
    ] {
        if !text.is_empty() {
            line(&mut out, &format!("{field}: {}", quoted(text)));
        }
    }
    if scenario.seed != 0 {
        line(&mut out, &format!("seed: {}", scenario.seed));
    }
    if let Motion::CellSteps(rules) = &scenario.motion {
        let changed = changed(rules, &CellSteps::default());
        line(&mut out, &format!("motion: CellSteps({changed})"));
    }
    if scenario.terrain.corners() != Default::default() {
        line(&mut out, &format!("corners: {:?}", scenario.terrain.corners()));
    }
    let catalogue: Vec<String> =
        scenario.catalogue.written(folder).iter().map(|file| quoted(file)).collect();
    if !catalogue.is_empty() {
        line(&mut out, &format!("catalogue: [{}]", catalogue.join(", ")));
    }
    let kinds = scenario.catalogue.own().iter().map(|kind| KindDefinition::of(kind));
    list(&mut out, "kinds", kinds.filter_map(|kind| text_of(&kind)));
    if scenario.rules != Rules::default() {
        line(&mut out, &format!("rules: ({})", changed(&scenario.rules, &Rules::default())));
    }
    line(&mut out, &format!("map: {}", map(scenario, folder)));
    if let Some(directions) = scenario.directions.written(folder, quoted) {
        line(&mut out, &format!("directions: {directions}"));
    }
    list(&mut out, "teams", scenario.teams.iter().enumerate().map(team));
    list(
        &mut out,
        "obstacles",
        scenario
            .obstacles
            .iter()
            .map(|o| format!("kind: {:?}, at: {}{}", o.kind, o.area.at, size("size", o.area.size))),
    );
    ids(&mut out, "obstacle_ids", scenario.obstacles.iter().map(|o| o.id.0));
    list(&mut out, "units", units(scenario));
    ids(&mut out, "unit_ids", scenario.units.iter().map(|unit| unit.id.0));
    list(
        &mut out,
        "goals",
        scenario.goals.iter().map(|g| format!("name: {}, at: {}", quoted(&g.name), g.at)),
    );
    ids(&mut out, "goal_ids", scenario.goals.iter().map(|goal| goal.id.0));
    list(&mut out, "orders", scenario.orders.iter().map(|o| order(scenario, o)));
    list(&mut out, "actions", scenario.actions.iter().map(batch));
    out.push_str(")\n");
    out
}

/// A value as an entry of a list, without the brackets around it.
fn text_of(value: &impl serde::Serialize) -> Option<String> {
    let text = options().to_string(value).ok()?;
    Some(text.strip_prefix('(')?.strip_suffix(')')?.to_string())
}

/// Ids as pairs of first id and count, unless they are the indices in the list.
fn ids(out: &mut String, name: &str, ids: impl Iterator<Item = u32> + Clone) {
    if ids.clone().zip(0..).all(|(id, place)| id == place) {
        return;
    }
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for id in ids {
        match runs.last_mut() {
            Some((first, count)) if *first + *count == id => *count += 1,
            _ => runs.push((id, 1)),
        }
    }
    let runs: Vec<String> = runs.iter().map(|(first, n)| format!("({first}, {n})")).collect();
    line(out, &format!("{name}: [{}]", runs.join(", ")));
}

/// Actions are written on one line: they are recorded rather than written by hand.
fn batch(batch: &Batch) -> String {
    let actions: Vec<String> =
        batch.actions.iter().filter_map(|action| options().to_string(action).ok()).collect();
    format!("tick: {}, actions: [{}]", batch.tick, actions.join(", "))
}

fn line(out: &mut String, text: &str) {
    out.push_str("    ");
    out.push_str(text);
    out.push_str(",\n");
}

fn list(out: &mut String, name: &str, entries: impl Iterator<Item = String>) {
    let entries: String = entries.fold(String::new(), |mut all, entry| {
        let _ = writeln!(all, "        ({entry}),");
        all
    });
    if !entries.is_empty() {
        line(out, &format!("{name}: [\n{entries}    ]"));
    }
}

/// A text in quotes. Only what RON must have escaped is, so that other languages stay readable.
fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{{{:X}}}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

fn size(field: &str, size: (u32, u32)) -> String {
    if size == (1, 1) { String::new() } else { format!(", {field}: ({}, {})", size.0, size.1) }
}

fn map(scenario: &Scenario, folder: Option<&Path>) -> String {
    match scenario.origin.source(scenario, folder) {
        MapSource::Rows => rows(&scenario.terrain),
        MapSource::File(name) => format!("File({})", quoted(&name)),
        MapSource::Generated(generator, bounds, seed) => {
            let Bounds { width, height } = bounds;
            let mut with: Vec<String> = generator
                .changed()
                .iter()
                .map(|(name, value)| format!("{}: {value}", quoted(name)))
                .collect();
            if !with.is_empty() {
                with = vec![format!(", parameters: {{{}}}", with.join(", "))];
            }
            let (kind, with) = (generator.kind(), with.concat());
            format!("Generated(kind: {kind:?}, size: ({width}, {height}), seed: {seed}{with})")
        }
    }
}

fn rows(terrain: &Terrain) -> String {
    let bounds = terrain.bounds();
    let mut out = String::from("Rows([\n");
    for y in 0..bounds.height as i32 {
        out.push_str("        \"");
        out.extend((0..bounds.width as i32).map(|x| match terrain.ground(Cell::new(x, y)) {
            Ground::Wall => '#',
            other => other.letter(),
        }));
        out.push_str("\",\n");
    }
    out.push_str("    ])");
    out
}

fn team((place, team): (usize, &Team)) -> String {
    let mut out = format!("name: {}", quoted(&team.name));
    if team.colour != Team::numbered(place).colour {
        let (red, green, blue) = team.colour;
        let _ = write!(out, ", colour: ({red}, {green}, {blue})");
    }
    if let Some(alliance) = team.alliance {
        let _ = write!(out, ", alliance: {alliance}");
    }
    if team.doctrine != Doctrine::default() {
        let _ = write!(out, ", doctrine: {}", doctrine(&team.doctrine));
    }
    out
}

fn doctrine(doctrine: &Doctrine) -> String {
    if let Some(preset) = presets().into_iter().find(|p| p.doctrine == *doctrine) {
        return format!("Named({})", quoted(preset.name));
    }
    let usual = Doctrine::default();
    let parts = [
        ("search", part(&doctrine.search), doctrine.search != usual.search),
        ("layers", layers(&doctrine.layers), doctrine.layers != usual.layers),
        ("travel", part(&doctrine.travel), doctrine.travel != usual.travel),
        ("engage", part(&doctrine.engage), doctrine.engage != usual.engage),
        ("traffic", part(&doctrine.traffic), doctrine.traffic != usual.traffic),
    ];
    let parts: Vec<String> = parts
        .into_iter()
        .filter(|(_, _, differs)| *differs)
        .map(|(name, text, _)| format!("{name}: {text}"))
        .collect();
    format!("Custom({})", parts.join(", "))
}

/// An algorithm with those of its parameters that are not at their default.
fn part<P: Part>(part: &P) -> String {
    let usual = P::at(part.index());
    format!("{}({})", part.name(), changed(part.parameters(), usual.parameters()))
}

/// The layers that are on, each with those of its parameters that are not at their default.
fn layers(layers: &Layers) -> String {
    let all = Layers::all();
    let on: Vec<String> = layers
        .on()
        .filter_map(|(i, name, set)| {
            Some(format!("{name}: ({})", changed(set, all.parameters(i)?)))
        })
        .collect();
    format!("({})", on.join(", "))
}

/// The parameters that are not at their default.
fn changed(set: &dyn Parameters, usual: &dyn Parameters) -> String {
    let changed: Vec<String> = (0..set.list().len())
        .filter(|&i| set.value(i) != usual.value(i))
        .map(|i| format!("{}: {}", set.list()[i].name, value(set, i)))
        .collect();
    changed.join(", ")
}

fn value(parameters: &dyn Parameters, index: usize) -> String {
    match (parameters.value(index), &parameters.list()[index].kind) {
        (Value::Choice(i), Kind::Choice(names)) => names[i].into(),
        // The debug form has the point that makes it a real number, and reads back to the same bits.
        (Value::Number(v), _) => format!("{v:?}"),
        (other, _) => other.to_string(),
    }
}

/// Units, with rectangles of equal ones in row order written as one block.
fn units(scenario: &Scenario) -> impl Iterator<Item = String> {
    let mut rest = scenario.units.as_slice();
    std::iter::from_fn(move || {
        let first = rest.first()?;
        let block = block(rest);
        rest = &rest[block.0 as usize * block.1 as usize..];
        let team = &scenario.teams[usize::from(first.team.0)].name;
        let mut out = format!("team: {}, at: {}{}", quoted(team), first.at, size("block", block));
        if first.kind.name != USUAL_KIND {
            let _ = write!(out, ", kind: {}", quoted(first.kind.name));
        }
        Some(out)
    })
}

/// Columns and rows of the largest block that the list begins with.
fn block(units: &[UnitSpec]) -> (u32, u32) {
    let first = &units[0];
    let fits = |unit: &UnitSpec, dx: u32, dy: u32| {
        unit.team == first.team
            && unit.kind == first.kind
            && unit.at
                == first.kind.cell_in_block(
                    first.at,
                    Cell::new(first.at.x + dx as i32, first.at.y + dy as i32),
                )
    };
    let width = units.iter().zip(0..).take_while(|(u, dx)| fits(u, *dx, 0)).count();
    let is_row = |row: &[UnitSpec], dy: u32| row.iter().zip(0..).all(|(u, dx)| fits(u, dx, dy));
    let rows = units.chunks_exact(width).zip(0..).take_while(|(row, dy)| is_row(row, *dy));
    (width as u32, rows.count() as u32)
}

fn order(scenario: &Scenario, order: &ScriptedOrder) -> String {
    let place = |place: Place| match place {
        Place::At(cell) => format!("At{cell}"),
        Place::Goal(id) => {
            let goal = scenario.goals.iter().find(|goal| goal.id == id);
            format!("Goal({})", quoted(goal.map_or("", |goal| &goal.name)))
        }
    };
    let what = match order.order {
        Order::Move(to) => format!("Move({})", place(to)),
        Order::AttackMove(to) => format!("AttackMove({})", place(to)),
        Order::Attack(to) => format!("Attack({})", place(to)),
        Order::AttackUnit { unit, at } => {
            format!("AttackUnit(unit: {}, at: {})", unit.0, place(at))
        }
        Order::Patrol { to, rounds: 0 } => format!("Patrol(to: {})", place(to)),
        Order::Patrol { to, rounds } => format!("Patrol(to: {}, rounds: {rounds})", place(to)),
        Order::Hold => "Hold".into(),
        Order::Stop => "Stop".into(),
    };
    let mut out = String::new();
    if order.tick != 0 {
        let _ = write!(out, "tick: {}, ", order.tick);
    }
    let _ = write!(out, "who: {}, order: {what}", who(scenario, &order.who));
    if order.queued {
        out.push_str(", queued: true");
    }
    out
}

fn who(scenario: &Scenario, who: &Who) -> String {
    match who {
        Who::Everyone => "Everyone".into(),
        Who::Team(team) => format!("Team({})", quoted(&scenario.teams[usize::from(team.0)].name)),
        Who::Units(units) => {
            let ids: Vec<u32> = units.iter().map(|u| u.0).collect();
            match ids.as_slice() {
                [first, .., last] if ids.len() > 2 && ids.iter().copied().eq(*first..=*last) => {
                    format!("Range({first}, {last})")
                }
                _ => {
                    let ids: Vec<String> = ids.iter().map(u32::to_string).collect();
                    format!("Units([{}])", ids.join(", "))
                }
            }
        }
    }
}
