//! The groups one by one: the length and cohesion of their paths, whether they separate, and on which sides they pass
//! obstacles.

use super::tooltips::Explain;
use super::widgets::{quiet, wrapped};
use crate::grid::Rectangle;
use crate::measure::Sides;
use crate::measure::separation::SEPARATED;
use crate::scenario::Team;
use crate::sim::{GroupId, GroupNumbers, GroupSeparation, PathNumbers, Separations, Splits};
use crate::view::document::comparison::letter;
use crate::words::count;
use bevy_egui::egui::{Color32, RichText, Ui};

/// Maximum number of groups that are shown.
const MAX: usize = 4;

/// Shows every group of more than one unit, arena by arena.
pub fn show(ui: &mut Ui, arenas: &[(&GroupNumbers, &Separations, &Splits)], teams: &[Team]) {
    for (index, (numbers, separations, splits)) in arenas.iter().enumerate() {
        let groups: Vec<(GroupId, &PathNumbers)> =
            numbers.iter().filter(|(_, group)| group.units > 1).collect();
        if groups.is_empty() {
            continue;
        }
        ui.add_space(4.0);
        let arena =
            if arenas.len() > 1 { format!(" in {}", letter(index as u32)) } else { "".into() };
        let title = ui.label(RichText::new(format!("Groups{arena}")).strong());
        title.explain(format!(
            "Average length of the paths of a group. Cohesion (marker-cohesion): the mean number of its paths near a cell of \
             a path. A group separates (Map Marker, section IV) if its paths pass obstacles on different sides and \
             units get {SEPARATED:.0} or more cells of walking distance apart. Measured when a group has planned."
        ));
        // The newest groups first.
        for &(id, group) in groups.iter().rev().take(MAX) {
            let separation = separations.groups.get(&id).map(|found| (found, splits.is_split(id)));
            show_group(ui, id, group, separation, teams);
        }
        if groups.len() > MAX {
            ui.label(quiet(format!("and {} older groups", groups.len() - MAX)));
        }
    }
}

fn show_group(
    ui: &mut Ui,
    id: GroupId,
    group: &PathNumbers,
    separation: Option<(&GroupSeparation, bool)>,
    teams: &[Team],
) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        if let Some(team) = teams.iter().find(|team| team.name == group.team) {
            let (r, g, b) = team.colour;
            ui.label(RichText::new("■").color(Color32::from_rgb(r, g, b)));
        }
        ui.label(quiet(format!("group {} ({}):", id.0, count(group.units as u64, "unit"))));
        let verdict = ui.label(match separation {
            None => "not judged",
            Some((_, true)) => "split now",
            Some((found, false)) => found.verdict(),
        });
        if separation.is_none() {
            verdict.explain(
                "Only groups with complete paths to a common goal are judged, not groups whose search plans a few steps ahead.",
            );
        }
    });
    wrapped(ui, quiet(path_line(group)));
    if let Some((separation, _)) = separation {
        lines(separation).into_iter().for_each(|line| wrapped(ui, quiet(line)));
    }
}

/// Length and cohesion of the paths.
fn path_line(group: &PathNumbers) -> String {
    let cohesion = group.cohesion.map_or("not measured".into(), |c| format!("{c:.2}"));
    format!("paths of {:.1} cells, cohesion {cohesion}", group.average_length)
}

/// The details of a separation.
fn lines(group: &GroupSeparation) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(found) = group.found.filter(|found| found.ways > 1) {
        let at_least = if group.exact { "up to" } else { "at least" };
        let (ways, distance) = (found.ways, found.distance);
        lines.push(format!("{ways} ways, {at_least} {distance:.1} cells apart"));
    }
    lines.extend(group.sides.iter().map(|(area, sides)| side_line(area, sides)));
    lines
}

fn side_line(area: &Rectangle, sides: &Sides) -> String {
    let counts = [
        (sides.left, "left of"),
        (sides.right, "right of"),
        (sides.above, "above"),
        (sides.below, "below"),
    ];
    let counts = counts.into_iter().filter(|(count, _)| *count > 0).enumerate();
    let counts = counts.map(|(place, (count, side))| match (place, count) {
        (0, 1) => format!("1 passes {side}"),
        (0, _) => format!("{count} pass {side}"),
        _ => format!("{count} {side}"),
    });
    let (width, height) = area.size;
    let counts = counts.collect::<Vec<_>>().join(" and ");
    format!("{counts} the obstacle at {}, {width} x {height} cells", area.at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Separation;
    use crate::scenario::TeamId;

    #[test]
    fn verdict_distance_and_sides_are_shown() {
        let area = Rectangle::new((30, 5).into(), 2, 40);
        let found = Separation { ways: 2, distance: 43.25, bounded: 42.0, ..Separation::default() };
        let sides = Sides { above: 4, below: 6, ..Sides::default() };
        let mut group = GroupSeparation {
            team: TeamId(0),
            units: 10,
            found: Some(found),
            exact: true,
            sides: vec![(area, sides)],
        };
        assert_eq!(group.verdict(), "clearly separated");
        assert_eq!(
            lines(&group),
            [
                "2 ways, up to 43.2 cells apart",
                "4 pass above and 6 below the obstacle at (30, 5), 2 x 40 cells"
            ]
        );
        group.sides = vec![(area, Sides { right: 1, ..Sides::default() })];
        assert_eq!(lines(&group)[1], "1 passes right of the obstacle at (30, 5), 2 x 40 cells");
        group.exact = false;
        assert!(lines(&group)[0].contains("at least"));
    }
}
