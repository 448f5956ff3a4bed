//! The groups that are on their way: together, about to split, or split; the obstacle between their paths, and how many units go
//! round each side of it.

use super::Overlay;
use super::drawing::{Drawing, Ink, Layer, Word};
use super::legend::{Legend, Swatch};
use super::palette::DISTINCT;
use super::scene::Scene;
use crate::grid::Rectangle;
use crate::measure::{Separation, Sides};
use crate::sim::{GroupId, GroupSeparation, Groups, Separations, Splits};
use crate::words::count;
use bevy::math::Vec2;
use std::collections::BTreeMap;

/// The overlay.
pub const OVERLAY: Overlay = Overlay {
    key: "groups",
    title: "Split groups",
    doc: "Whether the groups that are on their way stay together. Where one does not, the obstacle between its ways is outlined, \
          with the number of units that pass on each side.",
    hotkey: "N",
    on: true,
    opacity: 0.9,
    revision: None,
    draw,
};

/// From this size on an obstacle has room for a label inside, in cells.
const ROOMY: f32 = 8.0;
/// Maximum number of groups in the legend.
const MAX: usize = 5;
/// Up to this many groups have a row each although they are not split.
const FEW: usize = 2;

fn draw(scene: &Scene) -> Drawing {
    let (Some(groups), Some(separations)) = (scene.get::<Groups>(), scene.get::<Separations>())
    else {
        return Drawing::default();
    };
    let judged: Vec<(GroupId, &GroupSeparation)> = separations
        .groups
        .iter()
        .filter(|(id, _)| groups.list.contains_key(id))
        .map(|(id, group)| (*id, group))
        .collect();
    if judged.is_empty() {
        return Drawing::empty("No group with complete paths is moving.");
    }
    let splits = scene.get::<Splits>();
    let is_split = |id| splits.is_some_and(|splits| splits.is_split(id));
    let mut drawing = Drawing::default();
    let mut rows = Vec::new();
    // Many groups that are not split are only counted.
    let mut whole: BTreeMap<&str, u64> = BTreeMap::new();
    for &(id, group) in &judged {
        let apart = group.found.filter(Separation::is_separated);
        if let Some(area) = apart.and_then(|found| found.between) {
            outline(&mut drawing, group, area);
        }
        if apart.is_none() && judged.len() > FEW {
            *whole.entry(group.verdict()).or_default() += 1;
            continue;
        }
        let state = state(group, apart, is_split(id));
        let label = format!("group {}, {} units: {state}", id.0, group.units);
        rows.push(Swatch::new(scene.colour(group.team), label));
    }
    let more = rows.len().saturating_sub(MAX);
    rows.truncate(MAX);
    rows.extend((more > 0).then(|| Swatch::note(format!("and {more} more groups"))));
    let counted =
        |(verdict, groups)| Swatch::note(format!("{}: {verdict}", count(groups, "group")));
    rows.extend(whole.into_iter().map(counted));
    drawing.legend = Legend::Swatches(rows);
    drawing
}

/// How a group stands now.
fn state(group: &GroupSeparation, apart: Option<Separation>, split: bool) -> String {
    match apart {
        Some(_) if split => "split now".into(),
        Some(found) => {
            let at_least = if group.exact { "up to" } else { "at least" };
            format!("its paths part, {at_least} {:.0} cells", found.distance)
        }
        None => group.verdict().into(),
    }
}

/// Outlines an obstacle and writes beside it how many units pass there.
fn outline(drawing: &mut Drawing, group: &GroupSeparation, area: Rectangle) {
    let colour = DISTINCT[6];
    let min = Vec2::new(area.at.x as f32, area.at.y as f32);
    let size = Vec2::new(area.size.0 as f32, area.size.1 as f32);
    let (grown, middle) = (Vec2::splat(0.25), min + size / 2.0);
    let mut pen = drawing.on(Layer::Marks);
    pen.outline(min - grown, min + size + grown, 2.4, Ink::new(colour, 0.95));
    let Some((_, sides)) = group.sides.iter().find(|(other, _)| *other == area) else { return };
    let Sides { left, right, above, below } = *sides;
    // Inside a large obstacle, where no unit and no path is; beside a small one.
    let inside =
        |length: f32| if length >= ROOMY { length / 2.0 - 1.6 } else { length / 2.0 + 2.0 };
    let beside = Vec2::new(inside(size.x), inside(size.y));
    let places = [
        (left, Vec2::new(-beside.x, 0.0)),
        (right, Vec2::new(beside.x, 0.0)),
        (above, Vec2::new(0.0, -beside.y)),
        (below, Vec2::new(0.0, beside.y)),
    ];
    for (count, offset) in places.into_iter().filter(|(count, _)| *count > 0) {
        let text = if count == 1 { "1 unit".into() } else { format!("{count} units") };
        drawing.words.push(Word { at: middle + offset, text, colour });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Motion, preset_named, shipped, shipped_named};
    use crate::sim::{CaptureSearch, Simulation};

    /// What is shown of the boulder under a preset after some ticks.
    fn shown(preset: &str, motion: Motion, ticks: u64) -> Drawing {
        let mut scenario = shipped()[shipped_named("map-marker-boulder").unwrap()].load().unwrap();
        scenario.teams[0].doctrine = preset_named(preset).unwrap().doctrine;
        scenario.motion = motion;
        let mut simulation = Simulation::new(&scenario);
        simulation.watch(CaptureSearch { last_search: false, separation: true });
        simulation.run(ticks);
        draw(&Scene::new(simulation.world(), simulation.arena()).unwrap())
    }

    #[test]
    fn a_group_that_parts_has_its_obstacle_outlined_and_its_sides_counted() {
        for motion in [Motion::Steered, Motion::CellSteps(Default::default())] {
            let parts = shown("A* per unit", motion, 60);
            assert_eq!(parts.figures.len(), 1, "{motion:?}: {parts:?}");
            let counts: Vec<usize> = parts
                .words
                .iter()
                .map(|word| word.text.split(' ').next().unwrap().parse().unwrap())
                .collect();
            assert!(counts.len() == 2 && counts.iter().sum::<usize>() >= 10, "{counts:?}");
        }
        let together = shown("Map Marker", Motion::Steered, 60);
        assert!(together.figures.is_empty() && together.words.is_empty(), "{together:?}");
        let Legend::Swatches(rows) = &together.legend else { panic!("{together:?}") };
        assert!(rows[0].label.ends_with("together"), "{rows:?}");
    }

    #[test]
    fn once_all_have_arrived_it_says_why_there_is_nothing() {
        assert!(shown("Map Marker", Motion::Steered, 1500).legend.is_empty());
    }
}
