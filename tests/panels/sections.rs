//! The panels without a window: what they show, and which intents they return when something is clicked.

use bevy_egui::egui;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use phalanx::combat::Rules;
use phalanx::grid::{Bounds, Cell};
use phalanx::planning::CellSteps;
use phalanx::scenario::{
    Action, Motion, Scenario, SetDoctrine, Team, UnitId, load_file, preset_named,
};
use phalanx::sim::{Simulation, To};
use phalanx::view::document::{
    EditIntent, FileIntent, GalleryEntry, Intent, ShowIntent, TimeIntent, ToolIntent,
};
use phalanx::view::input::{Selection, Speed, Tool, ToolOptions};
use phalanx::view::lessons::Course;
use phalanx::view::overlays::{Legends, Overlays};
use phalanx::view::panels::doctrine::DoctrinePanel;
use phalanx::view::panels::event_kinds::{EventIntent, EventSettings, Happening};
use phalanx::view::panels::event_log::LoggedEvent;
use phalanx::view::panels::motion::{self as motion_panel, MotionPanel};
use phalanx::view::panels::places::{Places, Side};
use phalanx::view::panels::rules as rules_panel;
use phalanx::view::panels::{doctrine, event_list, overlay_rows, palette, time_line, top_bar};

/// Shows a panel and collects its intents.
fn shown<'a>(mut panel: impl FnMut(&mut egui::Ui) -> Vec<Intent> + 'a) -> Harness<'a, Vec<Intent>> {
    let size = egui::vec2(420.0, 900.0);
    Harness::builder()
        .with_size(size)
        .build_ui_state(move |ui, wanted: &mut Vec<Intent>| wanted.extend(panel(ui)), Vec::new())
}

fn teams() -> Vec<Team> {
    vec![Team::numbered(0), Team::numbered(1)]
}

fn doctrine_edits(wanted: &[Intent]) -> Vec<(u8, f64, Option<&'static str>)> {
    wanted
        .iter()
        .filter_map(|intent| match intent {
            Intent::Edit(EditIntent::Perform(edit)) => Some(edit),
            _ => None,
        })
        .flat_map(|edit| edit.actions.iter().map(|a| (a, edit.drag)))
        .map(|(action, drag)| match action {
            Action::SetDoctrine(SetDoctrine { team, doctrine }) => {
                let phalanx::steering::Travel::FollowPath(travel) = doctrine.travel else {
                    panic!("{doctrine:?}")
                };
                (team.0, travel.look_ahead, drag)
            }
            other => panic!("{other:?}"),
        })
        .collect()
}

#[test]
fn dragging_a_slider_changes_the_doctrine_in_one_entry_and_releasing_it_ends_the_entry() {
    let (teams, mut panel) = (teams(), DoctrinePanel::default());
    let mut harness = shown(|ui| doctrine::show(ui, &mut panel, &[&teams]));
    harness.run();
    let slider = first_slider(&harness);
    let y = slider.center().y;
    harness.drag_at(egui::pos2(slider.left() + 10.0, y));
    harness.run_steps(2);
    harness.hover_at(egui::pos2(slider.left() + 40.0, y));
    harness.run_steps(2);
    harness.drop_at(egui::pos2(slider.left() + 40.0, y));
    harness.run_steps(2);
    let edits = doctrine_edits(harness.state());
    assert!(!edits.is_empty(), "the slider returns no edit: {:?}", harness.state());
    assert!(edits.iter().all(|(team, _, drag)| *team == 0 && drag.is_some()), "{edits:?}");
    assert_eq!(harness.state().last(), Some(&Intent::Edit(EditIntent::Seal)));
}

/// The first slider that is shown.
fn first_slider<T>(harness: &Harness<T>) -> egui::Rect {
    let slider = harness.get_all_by_role(egui::accesskit::Role::Slider).next();
    slider.expect("there are sliders").rect()
}

/// Drags with a button along a slider, to each pixel of it.
fn drag_along<T>(harness: &mut Harness<T>, slider: egui::Rect, button: egui::PointerButton) {
    let at = |x: f32| egui::pos2(x, slider.center().y);
    let turn = |pos, pressed| {
        let modifiers = egui::Modifiers::default();
        egui::Event::PointerButton { pos, button, pressed, modifiers }
    };
    harness.hover_at(at(slider.left() + 1.0));
    harness.run_steps(2);
    harness.event(turn(at(slider.left() + 1.0), true));
    harness.run_steps(1);
    for pixel in 1..slider.width() as u32 {
        harness.hover_at(at(slider.left() + pixel as f32));
        harness.run_steps(1);
    }
    harness.event(turn(at(slider.right() - 1.0), false));
    harness.run_steps(2);
}

#[test]
fn other_buttons_move_no_slider() {
    use egui::PointerButton::{Middle, Primary, Secondary};
    let legends = Legends::default();
    for (button, moves) in [(Secondary, false), (Middle, false), (Primary, true)] {
        let (teams, mut panel) = (teams(), DoctrinePanel::default());
        let mut harness = shown(|ui| doctrine::show(ui, &mut panel, &[&teams]));
        harness.run();
        let slider = first_slider(&harness);
        drag_along(&mut harness, slider, button);
        assert_eq!(!doctrine_edits(harness.state()).is_empty(), moves, "{button:?}");

        let mut harness = Harness::builder().with_size(egui::vec2(300.0, 2400.0)).build_ui_state(
            |ui, overlays: &mut Overlays| drop(overlay_rows::show(ui, overlays, &legends)),
            Overlays::default(),
        );
        harness.run();
        let slider = first_slider(&harness);
        drag_along(&mut harness, slider, button);
        assert_eq!(*harness.state() != Overlays::default(), moves, "{button:?}");
    }
}

#[test]
fn a_slider_from_0_to_1_can_be_dragged_to_0_99() {
    let doctrine = preset_named("Map Marker").unwrap().doctrine;
    let teams = [Team { doctrine, ..Team::numbered(0) }];
    let mut panel = DoctrinePanel::default();
    let mut harness = shown(|ui| doctrine::show(ui, &mut panel, &[&teams]));
    harness.run();
    let slider = first_slider(&harness);
    drag_along(&mut harness, slider, egui::PointerButton::Primary);
    let edits = harness.state().iter().filter_map(|intent| match intent {
        Intent::Edit(EditIntent::Perform(edit)) => Some(&edit.actions),
        _ => None,
    });
    let factors = edits.flatten().filter_map(|action| match action {
        Action::SetDoctrine(set) => Some(set.doctrine.layers.markers?.factor),
        _ => None,
    });
    let factors: Vec<f64> = factors.collect();
    assert!(factors.iter().any(|factor| (factor - 0.99).abs() < 1e-9), "{factors:?}");
}

#[test]
fn the_second_team_has_its_own_doctrine() {
    let (teams, mut panel) = (teams(), DoctrinePanel::default());
    let mut harness = shown(|ui| doctrine::show(ui, &mut panel, &[&teams]));
    harness.get_by_label_contains("orange").click();
    harness.run();
    let switch = harness.get_all_by_role(egui::accesskit::Role::CheckBox).next();
    switch.expect("the doctrine has switches").click();
    harness.run();
    let edits = doctrine_edits(harness.state());
    assert!(!edits.is_empty() && edits.iter().all(|(team, ..)| *team == 1), "{edits:?}");
}

#[test]
fn a_panel_returns_no_intents_while_nothing_is_clicked() {
    let (teams, mut panel) = (teams(), DoctrinePanel::default());
    let mut harness = shown(|ui| doctrine::show(ui, &mut panel, &[&teams]));
    harness.run_steps(5);
    assert!(harness.state().is_empty(), "{:?}", harness.state());
}

#[test]
fn overlays_are_switched_one_by_one_and_all_at_once() {
    let legends = Legends::default();
    let mut harness = Harness::builder().with_size(egui::vec2(300.0, 900.0)).build_ui_state(
        |ui, overlays: &mut Overlays| drop(overlay_rows::show(ui, overlays, &legends)),
        Overlays::default(),
    );
    harness.run();
    let before = harness.state().rows[1].on;
    let title = harness.state().rows[1].overlay.title;
    harness.get_by_label(title).click();
    harness.run();
    assert_eq!(harness.state().rows[1].on, !before);
    harness.get_by_label("None").click();
    harness.run();
    assert!(harness.state().rows.iter().all(|row| !row.on));
    harness.get_by_label("All").click();
    harness.run();
    assert!(harness.state().rows.iter().all(|row| row.on));
    harness.get_by_label("Reset").click();
    harness.run();
    assert_eq!(*harness.state(), Overlays::default());
}

static PLACES: Places = Places::START;
static COURSE: Course = Course::START;

fn bar(gallery: &[GalleryEntry]) -> top_bar::TopBar<'_> {
    top_bar::TopBar {
        name: "bridge.ron",
        description: "A bridge.",
        citation: "",
        dirty: true,
        undo: None,
        redo: None,
        gallery,
        current: None,
        recent: &[],
        places: &PLACES,
        course: &COURSE,
    }
}

#[test]
fn the_bar_closes_a_panel() {
    let mut harness = shown(|ui| top_bar::show(ui, &bar(&[])));
    harness.run();
    harness.get_by_label("View").click();
    harness.run();
    harness.get_by_label("Timeline").click();
    harness.run();
    assert_eq!(*harness.state(), [Intent::Show(ShowIntent::ToggleSide(Side::Time))]);
}

#[test]
fn the_bar_opens_the_gallery() {
    let gallery: Vec<GalleryEntry> = ["Bridge", "Bottleneck"]
        .map(|title| GalleryEntry {
            title: title.into(),
            description: "A sentence.".into(),
            citation: String::new(),
        })
        .into();
    let size = egui::vec2(1000.0, 700.0);
    let mut harness = Harness::builder().with_size(size).build_ui_state(
        |ui, wanted: &mut Vec<Intent>| wanted.extend(top_bar::show(ui, &bar(&gallery))),
        Vec::new(),
    );
    harness.run();
    harness.get_by_label("Scenarios").click();
    harness.run();
    harness.get_by_label_contains("Bottleneck").click();
    harness.run();
    assert_eq!(*harness.state(), [Intent::File(FileIntent::OpenShipped(1))]);
}

#[test]
fn the_timeline_controls_time_and_goes_where_it_is_clicked() {
    let events = [(96, "18 units arrived".to_string())];
    let line = |running| time_line::TimeLine {
        running,
        speed: Speed::default(),
        tick: 64,
        seek_target: None,
        reached: 320,
        edits: &[],
        events: &events,
    };
    for (running, label) in [(true, "⏸"), (false, "▶")] {
        let size = egui::vec2(1000.0, 60.0);
        let mut harness = Harness::builder().with_size(size).build_ui_state(
            |ui, wanted: &mut Vec<Intent>| wanted.extend(time_line::show(ui, &line(running))),
            Vec::new(),
        );
        harness.run();
        harness.get_by_label(label).click();
        harness.run();
        harness.get_by_label("◀").click();
        harness.run();
        let time = |intent| Intent::Time(intent);
        let expected = [time(TimeIntent::TogglePause), time(TimeIntent::StepBack)];
        assert_eq!(*harness.state(), expected);
        // The right end of the bar, left of its legend, is at 30 s, the shortest run that fills it.
        let at = egui::pos2(harness.get_by_label("order").rect().left() - 24.0, 20.0);
        harness.drag_at(at);
        harness.run();
        harness.drop_at(at);
        harness.run();
        let last = harness.state().last().cloned();
        let Some(Intent::Time(TimeIntent::GoTo(tick))) = last else { panic!("{last:?}") };
        assert!((900..=960).contains(&tick), "{tick}");
    }
}

#[test]
fn the_palette_takes_tools() {
    let simulation = Simulation::new(&Scenario::blank(Bounds::new(8, 8)));
    let (facts, mut options) = (simulation.facts().unwrap(), ToolOptions::default());
    let selection = Selection::default();
    let mut harness = shown(|ui| palette::show(ui, &mut options, &facts, &selection));
    harness.run();
    harness.get_by_label_contains("Brush").click();
    harness.run();
    assert_eq!(harness.state()[0], Intent::Tool(ToolIntent::Take(Tool::Paint)));
}

#[test]
fn orders_and_deletion_need_a_selection() {
    let simulation = Simulation::new(&Scenario::blank(Bounds::new(8, 8)));
    let (facts, mut options) = (simulation.facts().unwrap(), ToolOptions::default());
    let nothing = Selection::default();
    let unit = Selection::units([UnitId(0)].into());
    for (selection, expected) in [(nothing, 0), (unit, 1)] {
        let mut harness = shown(|ui| palette::show(ui, &mut options, &facts, &selection));
        harness.run();
        harness.get_by_label_contains("Delete").click();
        harness.run();
        let wanted = harness.state();
        assert_eq!(wanted.len(), expected, "{wanted:?}");
        assert!(wanted.iter().all(|w| *w == Intent::Tool(ToolIntent::Delete)));
    }
}

#[test]
fn the_palette_offers_the_kinds_of_the_scenarios_own_files() {
    let folder = tempfile::tempdir().unwrap();
    let orcs = "(version: 1, set: \"Mordor\", kinds: [(name: \"orc\", hit_points: 50, speed: 2, weapon: \
                (damage: 3, range: 1, cooldown: 2))])";
    std::fs::write(folder.path().join("orcs.ron"), orcs).unwrap();
    let text = "(version: 1, catalogue: [\"orcs.ron\"], map: Rows([\"....\"]))";
    std::fs::write(folder.path().join("a.ron"), text).unwrap();
    let scenario = load_file(&folder.path().join("a.ron")).unwrap();
    let orc = scenario.catalogue.kind("orc").unwrap();
    assert!(palette::figures(orc).contains("damage 3 every 2 s, range 1 cells"));
    let simulation = Simulation::new(&scenario);
    let facts = simulation.facts().unwrap();
    let mut harness = Harness::builder().with_size(egui::vec2(300.0, 900.0)).build_ui_state(
        |ui, options: &mut ToolOptions| {
            palette::show(ui, options, &facts, &Selection::default());
        },
        ToolOptions { tool: Tool::Drop, ..ToolOptions::default() },
    );
    harness.run();
    assert!(
        harness.query_by_label("Mordor").is_some() && harness.query_by_label("Glest").is_some()
    );
    harness.get_by_label("orc").click();
    harness.run();
    assert_eq!(harness.state().unit_kind(&facts).name, "orc");
    let elsewhere = Simulation::new(&Scenario::blank(Bounds::new(8, 8)));
    assert_eq!(
        harness.state().unit_kind(&elsewhere.facts().unwrap()).name,
        "soldier",
        "that scenario has no orcs"
    );
}

fn logged(tick: u64, kind: Happening, sentence: &str, times: usize) -> LoggedEvent {
    LoggedEvent { tick, at: Cell::new(4, 7), kind, sentence: sentence.into(), times }
}

#[test]
fn a_click_on_an_event_goes_to_its_tick_and_its_place() {
    let events = [logged(32, Happening::Arrived, "3 units arrived", 1)];
    let settings = EventSettings::default();
    let mut harness = shown(|ui| event_list::show(ui, &events, &settings, 100));
    harness.run();
    harness.get_by_label_contains("3 units arrived").click();
    harness.run();
    let expected = [
        Intent::Time(TimeIntent::GoTo(33)),
        Intent::Show(ShowIntent::CentreOn(Cell::new(4, 7).center())),
    ];
    assert_eq!(*harness.state(), expected);
}

#[test]
fn equal_events_share_a_row_and_hidden_kinds_are_left_out() {
    let events =
        [logged(0, Happening::Order, "1 unit set off", 3), logged(9, Happening::Death, "died", 1)];
    let mut settings = EventSettings::default();
    settings.serve(EventIntent::Show(Happening::Death, false));
    let mut harness = shown(|ui| event_list::show(ui, &events, &settings, 100));
    harness.run();
    assert!(harness.query_by_label_contains("(3 times)").is_some());
    assert!(harness.query_by_label_contains("died").is_none());
    assert!(harness.query_by_label_contains("1 hidden").is_some());
}

#[test]
fn each_kind_of_event_can_be_hidden_and_paused_at() {
    let settings = EventSettings::default();
    let mut harness = shown(|ui| event_list::show(ui, &[], &settings, 0));
    harness.run();
    harness.get_by_label_contains("Kinds").click();
    harness.run_steps(20);
    harness.get_by_label("pause at split").click();
    harness.run_steps(3);
    harness.get_by_label("list death").click();
    harness.run_steps(3);
    let expected = [
        Intent::Event(EventIntent::PauseAt(Happening::Split, true)),
        Intent::Event(EventIntent::Show(Happening::Death, false)),
    ];
    assert_eq!(*harness.state(), expected);
}

#[test]
fn a_list_of_many_thousand_events_draws_only_the_rows_in_sight() {
    let events: Vec<LoggedEvent> = (0..20_000)
        .map(|tick| logged(tick, Happening::Death, &format!("unit {tick} died"), 1))
        .collect();
    let settings = EventSettings::default();
    let mut harness = shown(|ui| event_list::show(ui, &events, &settings, 30_000));
    harness.run();
    let rows = harness.get_all_by_label_contains("died").count();
    assert!((3..40).contains(&rows), "{rows} rows");
    assert!(harness.query_by_label_contains("unit 19999 died").is_some(), "the newest is on top");
}

#[test]
fn the_combat_rules_are_changed_by_one_edit() {
    let rules = Rules::default();
    let mut harness = shown(|ui| rules_panel::show(ui, &rules));
    harness.run();
    let slider = harness.get_all_by_role(egui::accesskit::Role::Slider).next().unwrap().rect();
    let y = slider.center().y;
    harness.drag_at(egui::pos2(slider.left() + 10.0, y));
    harness.run_steps(2);
    harness.drop_at(egui::pos2(slider.left() + 10.0, y));
    harness.run_steps(2);
    let wanted = harness.state();
    let Intent::Edit(EditIntent::Perform(edit)) = &wanted[0] else { panic!("{wanted:?}") };
    assert!(matches!(&edit.actions[..], [Action::SetRules(new)] if *new != rules), "{edit:?}");
    assert!(edit.drag.is_some());
    assert_eq!(wanted.last(), Some(&Intent::Edit(EditIntent::Seal)));
}

#[test]
fn a_change_in_a_second_arena_is_for_that_arena_only() {
    let arenas = [teams(), teams()];
    let mut panel = DoctrinePanel::default();
    panel.arena = 1;
    let mut harness = shown(|ui| doctrine::show(ui, &mut panel, &[&arenas[0], &arenas[1]]));
    harness.run();
    let switch = harness.get_all_by_role(egui::accesskit::Role::CheckBox).next();
    switch.expect("the doctrine has switches").click();
    harness.run();
    let wanted = harness.state();
    let Intent::Edit(EditIntent::Perform(edit)) = &wanted[0] else { panic!("{wanted:?}") };
    assert_eq!(edit.to, To::One(1));
}

fn motions(wanted: &[Intent]) -> Vec<(Motion, To)> {
    let edit = |intent: &Intent| match intent {
        Intent::Edit(EditIntent::Perform(edit)) => Some(edit.clone()),
        _ => None,
    };
    let motion = |action: &Action| match action {
        Action::SetMotion(motion) => *motion,
        other => panic!("{other:?}"),
    };
    let edits = wanted.iter().filter_map(edit);
    edits.flat_map(|e| e.actions.iter().map(|a| (motion(a), e.to)).collect::<Vec<_>>()).collect()
}

#[test]
fn the_motion_is_chosen_for_the_arena_that_is_shown() {
    let (teams, mut panel) = (teams(), MotionPanel::default());
    let mut harness = shown(|ui| motion_panel::show(ui, &mut panel, 1, &Motion::Steered, &teams));
    harness.run();
    harness.get_by_label("Cell steps").click();
    harness.run();
    let steps = Motion::CellSteps(CellSteps::default());
    assert_eq!(motions(harness.state()), [(steps, To::One(1))]);
}

#[test]
fn the_published_rules_of_cell_steps_are_one_choice() {
    let (teams, mut panel) = (teams(), MotionPanel::default());
    let rules = CellSteps { ticks: 4, visibility: 7.0, ..CellSteps::default() };
    let motion = Motion::CellSteps(rules);
    let mut harness = shown(|ui| motion_panel::show(ui, &mut panel, 0, &motion, &teams));
    harness.run();
    harness.get_by_label("As published").click();
    harness.run();
    let published = Motion::CellSteps(CellSteps { ticks: 4, ..CellSteps::published() });
    assert_eq!(motions(harness.state()), [(published, To::One(0))]);
}

#[test]
fn every_rule_of_cell_steps_has_a_row_and_parts_without_effect_are_named() {
    let mut teams = teams();
    teams[1].doctrine = preset_named("Hybrid boids").unwrap().doctrine;
    let motion = Motion::CellSteps(CellSteps::default());
    let mut panel = MotionPanel::default();
    let mut harness = shown(|ui| motion_panel::show(ui, &mut panel, 0, &motion, &teams));
    harness.run();
    for label in ["clock", "ticks", "visibility", "nodes per pass", "action time"] {
        harness.get_by_label(label);
    }
    harness.get_by_label_contains("Boids has no effect");
    harness.get_by_label("Steered").click();
    harness.run();
    assert_eq!(motions(harness.state()), [(Motion::Steered, To::One(0))]);
}
