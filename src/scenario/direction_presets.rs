//! The presets of direction-maps: those that its tables name, what its text says instead where it differs, and WHCA*.

use super::doctrine::Doctrine;
use super::preset_group::PresetGroup;
use super::presets::Preset;
use crate::planning::{Directions, Greedy, Layers, Learning, Normalise, Search, Sectors, Whca};

/// The presets of M. R. Jansen, N. R. Sturtevant, "Direction Maps for Cooperative Pathfinding", AIIDE 2008.
pub(super) fn direction_presets() -> Vec<Preset> {
    let tables = Directions::default();
    let printed = Directions { learning: Learning::AsPrinted, ..tables };
    let as_in_figure_3 = Directions { normalise: Normalise::OnEntry, ..printed };
    let wide = |rule| Directions { neighbourhood: true, ..rule };
    let sectors = |size| Search::Sectors(Sectors { size, ..Sectors::default() });
    let printed_sectors = |size| Search::Sectors(Sectors::as_printed(size));
    let whca = Search::Whca(Whca::default());
    let aside = Search::Whca(Whca { step_aside: true, rotate: true, ..Whca::default() });
    let round_parked = Search::Whca(Whca { round_parked: true, ..Whca::default() });
    let a_star = Search::default();
    let followers = Search::Greedy(Greedy { one_step: true, ..Greedy::default() });
    let next_sector = Search::Sectors(Sectors::next_sector_only(8));
    let direction_maps = [
        (
            "Direction map",
            "Units learn which way others go, and going against that costs more, so that streams form (Jansen and \
             Sturtevant 2008), with the learning rule that reproduces the paper's tables.",
            a_star,
            Some(tables),
        ),
        (
            "Direction map as printed",
            "A direction map as the text describes it: the cell left and the cell entered learn once each. Coherence rises with w_max as in Fig. 5; \
             the tables need the rule of \"Direction map\".",
            a_star,
            Some(printed),
        ),
        (
            "Direction map as in Fig. 3",
            "A direction map as in the paper's worked example: as printed, and a vector is normalised when a unit enters \
             its cell. The text says otherwise, and so do the nodes of Tables 2 and 3.",
            a_star,
            Some(as_in_figure_3),
        ),
        (
            "Direction map + neighbourhood",
            "A direction map in which the eight cells round a unit learn too, which makes wider streams (Fig. 8). The \
             learning rule of the tables, and a rate for the neighbours that the paper does not print.",
            a_star,
            Some(wide(tables)),
        ),
        (
            "Direction map + neighbourhood as printed",
            "A direction map in which the eight cells round a unit learn too, with the learning rule of the text.",
            a_star,
            Some(wide(printed)),
        ),
        (
            "DM-8",
            "A direction map, planned piece by piece along sectors of 8 x 8 cells; how pieces are cut is fitted to the \
             paper's tables.",
            sectors(8),
            Some(tables),
        ),
        (
            "DM-12",
            "A direction map, planned piece by piece along sectors of 12 x 12 cells; how pieces are cut is fitted to the \
             paper's tables.",
            sectors(12),
            Some(tables),
        ),
        (
            "DM-16",
            "A direction map, planned piece by piece along sectors of 16 x 16 cells; how pieces are cut is fitted to the \
             paper's tables.",
            sectors(16),
            Some(tables),
        ),
        (
            "DM-8 as printed",
            "Sectors of 8 x 8 cells by the text and Fig. 4: each piece is planned one sector ahead and walked to its \
             end; learning rule as in the text. Does not reproduce the tables.",
            printed_sectors(8),
            Some(printed),
        ),
        (
            "DM-12 as printed",
            "Sectors of 12 x 12 cells by the text and Fig. 4. Does not reproduce the tables.",
            printed_sectors(12),
            Some(printed),
        ),
        (
            "DM-16 as printed",
            "Sectors of 16 x 16 cells by the text and Fig. 4. Does not reproduce the tables.",
            printed_sectors(16),
            Some(printed),
        ),
        (
            "DM-8 to the next sector",
            "Sectors of 8 x 8 cells without the step ahead: pieces lead to any cell of the next sector, which the paper \
             describes as cheaper and worse.",
            next_sector,
            Some(printed),
        ),
        (
            "Greedy followers",
            "Units follow a direction map with one step of lookahead, one node per step and no search. They need others, \
             or an earlier run, to learn the map from, and many do not arrive.",
            followers,
            Some(tables),
        ),
    ];
    let cooperative = [
        (
            "WHCA*",
            "Units plan their next steps in space and time, against what others have reserved, with the window of Table \
             1 of direction-maps; the other columns of the table are not reproduced; the paper does not say which \
             variant it used.",
            whca,
            None,
        ),
        (
            "WHCA* with stepping aside",
            "WHCA* in which units that have arrived step aside for others and come back, and take turns in planning \
             first; not part of the tables.",
            aside,
            None,
        ),
        (
            "WHCA* over a direction map",
            "Units plan their next steps together, where going against the stream costs more, and plan around units that \
             have finished: named as future work in direction-maps.",
            round_parked,
            Some(tables),
        ),
    ];
    let doctrine = |search, directions| Doctrine {
        search,
        layers: Layers { directions, ..Layers::default() },
        ..Doctrine::default()
    };
    let preset = |(name, doc, search, directions)| (name, doc, doctrine(search, directions));
    let mut presets = PresetGroup::DirectionMaps.of(direction_maps.map(preset));
    presets.extend(PresetGroup::Cooperative.of(cooperative.map(preset)));
    presets
}

#[cfg(test)]
mod tests {
    use crate::grid::{Cell, CornerRule, Direction, Terrain};
    use crate::planning::{
        DirectionMap, Directions, Others, PlanContext, PlanScratch, Request, Search,
    };
    use crate::scenario::preset_named;
    use glam::DVec2;

    fn rule(preset: &str) -> Directions {
        preset_named(preset).unwrap().doctrine.layers.directions.unwrap()
    }

    /// The walk of Fig. 3 with alpha 0.5: the centre after the first and after the second step.
    fn figure_3(preset: &str) -> [DVec2; 2] {
        let rule = Directions { alpha: 0.5, ..rule(preset) };
        let terrain = Terrain::from_text(CornerRule::BothSidesFree, &["...", "...", "..."]);
        let mut map = DirectionMap::default();
        map.set(&terrain, Cell::new(1, 1), DVec2::Y);
        [0, 1].map(|x| {
            map.learn(&terrain, Cell::new(x, 1), Direction::East, &rule);
            map.at(&terrain, Cell::new(1, 1))
        })
    }

    fn close(a: DVec2, b: (f64, f64)) -> bool {
        (a - DVec2::from(b)).length() < 0.006
    }

    #[test]
    fn the_preset_as_in_figure_3_gives_its_numbers_and_the_others_do_not() {
        let [first, second] = figure_3("Direction map as in Fig. 3");
        assert!(close(first, (0.707, 0.707)) && close(second, (0.85, 0.35)), "{first} {second}");
        let [first, second] = figure_3("Direction map as printed");
        assert!(close(first, (0.5, 0.5)) && close(second, (0.75, 0.25)), "{first} {second}");
        let [first, second] = figure_3("Direction map");
        assert!(close(first, (0.5, 0.0)) && close(second, (0.5, 0.0)), "{first} {second}");
    }

    #[test]
    fn neighbours_learn_only_in_the_presets_that_say_so() {
        let terrain = Terrain::from_text(CornerRule::BothSidesFree, &["...", "...", "..."]);
        let beside = |preset: &str| {
            let mut map = DirectionMap::default();
            map.learn(&terrain, Cell::new(0, 1), Direction::East, &rule(preset));
            map.at(&terrain, Cell::new(2, 0)).x
        };
        assert_eq!(beside("Direction map"), 0.0);
        assert_eq!(beside("Direction map + neighbourhood"), 0.1);
        assert_eq!(beside("Direction map + neighbourhood as printed"), 0.1);
    }

    /// Where the first plan of a preset leads over three sectors of 8 x 8 in a row, as in Fig. 4.
    fn first_piece(preset: &str) -> Cell {
        let doctrine = preset_named(preset).unwrap().doctrine;
        let terrain =
            Terrain::from_text(CornerRule::BothSidesFree, &["........................"; 8]);
        let context = &PlanContext::bare(&terrain).with_layers(doctrine.layers);
        let others = Some(Others { occupied: &|_| false, visibility: 5.0 });
        let (start, goal) = (Cell::new(0, 3), Cell::new(23, 3));
        let request = Request { context, start, goal, others };
        let plan = doctrine.search.plan(&request, &mut PlanScratch::default());
        plan.path.unwrap().goal().unwrap()
    }

    #[test]
    fn one_step_ahead_plans_directly_from_start_to_goal_in_figure_4() {
        assert_eq!(first_piece("DM-8 as printed"), Cell::new(23, 3));
        assert_eq!(first_piece("DM-8 to the next sector").x, 8);
        assert_eq!(first_piece("DM-8").x, 9, "the fit walks 60 per cent of a piece");
        assert_eq!(first_piece("DM-12"), Cell::new(23, 3), "two sectors: no abstraction needed");
        assert_eq!(first_piece("DM-16 as printed"), Cell::new(23, 3));
        assert_eq!(first_piece("Greedy followers").x, 1, "one step");
    }

    #[test]
    fn the_presets_of_the_tables_have_no_additions_of_ours() {
        let Search::Whca(whca) = preset_named("WHCA*").unwrap().doctrine.search else { panic!() };
        assert!(!(whca.step_aside || whca.rotate || whca.strict || whca.round_parked));
        assert_eq!(whca.window, 4);
        for name in ["Direction map", "DM-8", "DM-12", "DM-16"] {
            assert_eq!((rule(name).w_max, rule(name).alpha), (10.0, 0.4), "{name}");
            assert!(rule(name).weighting && !rule(name).neighbourhood, "{name}");
        }
    }
}
