//! The cohesion of each group, whether it separates on its last plan, and on which sides it passes what lies between.

use super::widgets::{quiet, wrapped};
use crate::grid::Rectangle;
use crate::measure::Sides;
use crate::measure::separation::SEPARATED;
use crate::scenario::Team;
use crate::sim::{GroupId, GroupNumbers, GroupSeparation, PathNumbers, Separations};
use crate::view::beside::letter;
use bevy_egui::egui::{Color32, RichText, Ui};

/// Groups that are told; the rest is counted.
const MOST: usize = 4;

/// Shows the newest groups, arena by arena.
pub fn show(ui: &mut Ui, arenas: &[(&GroupNumbers, &Separations)], teams: &[Team]) {
    for (index, (numbers, separations)) in arenas.iter().enumerate() {
        // A single unit keeps together with itself.
        let groups: Vec<(GroupId, &PathNumbers)> =
            numbers.iter().filter(|(_, group)| group.units > 1).collect();
        if groups.is_empty() {
            continue;
        }
        ui.add_space(4.0);
        let arena =
            if arenas.len() > 1 { format!(" in {}", letter(index as u32)) } else { "".into() };
        let title = ui.label(RichText::new(format!("Do groups keep together{arena}?")).strong());
        title.on_hover_text(format!(
            "Cohesion of each group's paths (marker-cohesion), and whether it separates (Map Marker, section IV): whether \
             its paths pass obstacles on different sides and that takes units {SEPARATED:.0} or more cells of walking \
             apart. Judged when a group has planned."
        ));
        for &(id, group) in groups.iter().rev().take(MOST) {
            show_group(ui, id, group, separations.groups.get(&id), teams);
        }
        if groups.len() > MOST {
            ui.label(quiet(format!("and {} older groups", groups.len() - MOST)));
        }
    }
}

fn show_group(
    ui: &mut Ui,
    id: GroupId,
    numbers: &PathNumbers,
    judged: Option<&GroupSeparation>,
    teams: &[Team],
) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        if let Some(team) = teams.iter().find(|team| team.name == numbers.team) {
            let (r, g, b) = team.colour;
            ui.label(RichText::new("■").color(Color32::from_rgb(r, g, b)));
        }
        ui.label(quiet(format!("group {} ({} units):", id.0, numbers.units)));
        ui.label(judged.map_or("not judged", GroupSeparation::verdict)).on_hover_text(
            "Groups are not judged whose searches plan only a piece of the way ahead, or whose paths have no common end.",
        );
    });
    if let Some(cohesion) = numbers.cohesion {
        wrapped(ui, quiet(format!("cohesion {cohesion:.2}")));
    }
    judged.map_or_else(Vec::new, lines).into_iter().for_each(|line| wrapped(ui, quiet(line)));
}

/// What there is to tell beside the verdict.
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
        (sides.left, "left"),
        (sides.right, "right"),
        (sides.above, "above"),
        (sides.below, "below"),
    ];
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    let counts: Vec<String> = counts.map(|(count, side)| format!("{count} {side}")).collect();
    let (width, height) = area.size;
    format!("obstacle at {}, {width} x {height}: {}", area.at, counts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Separation;
    use crate::scenario::TeamId;

    #[test]
    fn verdict_distance_and_sides_are_told() {
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
            ["2 ways, up to 43.2 cells apart", "obstacle at (30, 5), 2 x 40: 4 above, 6 below"]
        );
        group.exact = false;
        assert!(lines(&group)[0].contains("at least"));
    }
}
