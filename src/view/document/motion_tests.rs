//! Changes of the kind of motion in the document.

use super::*;
use crate::planning::CellSteps;
use crate::scenario::{Motion, TeamId, UnitId};
use crate::sim::Pace;

#[test]
fn a_change_of_motion_is_undone_and_redone_and_kept_by_a_restart() {
    let mut app = app(&["........"]);
    let steps = Motion::CellSteps(CellSteps::default());
    let in_arena = |app: &mut App| {
        let arena = arena(app);
        app.world().get::<crate::sim::Board>(arena).map(|board| Motion::CellSteps(board.rules))
    };
    perform(&mut app, "Change motion", Action::SetMotion(steps));
    assert_eq!(in_arena(&mut app), Some(steps));
    app.world_mut().resource_mut::<Document>().undo();
    frames(&mut app);
    assert_eq!(in_arena(&mut app), None);
    assert_eq!(shown(&mut app).motion, Motion::Steered);
    app.world_mut().resource_mut::<Document>().redo();
    frames(&mut app);
    assert_eq!(in_arena(&mut app), Some(steps));
    app.world_mut().resource_mut::<Document>().restart();
    frames(&mut app);
    assert_eq!(in_arena(&mut app), Some(steps), "made before the first tick");
}

#[test]
fn a_new_motion_stays_while_frames_come_faster_than_ticks() {
    let mut app = app(&["........"]);
    for (ticks, running) in [(0, false), (0, true), (1, false), (1, true)] {
        app.world_mut().resource_mut::<Document>().restart();
        frames(&mut app);
        run(&mut app, ticks);
        let now = shown(&mut app).motion;
        let other = match now {
            Motion::Steered => Motion::CellSteps(CellSteps::default()),
            Motion::CellSteps(_) => Motion::Steered,
        };
        app.insert_resource(Pace { running, steps: 0 });
        let edit = Edit::new("Change motion", vec![Action::SetMotion(other)]);
        app.world_mut().resource_mut::<Document>().perform(edit);
        app.world_mut().run_schedule(Update);
        // A pause shows it at once, a run from its next tick on.
        for passes in if running { [1, 0, 0, 1, 1] } else { [0, 0, 0, 1, 1] } {
            (0..passes).for_each(|_| app.world_mut().run_schedule(crate::sim::Tick));
            app.world_mut().run_schedule(Update);
            assert_eq!(shown(&mut app).motion, other, "{ticks} ticks, running: {running}");
        }
        app.insert_resource(Pace { running: false, steps: 0 });
    }
}

#[test]
fn units_stay_steered_if_there_are_too_few_cells_for_its_units() {
    let mut app = app(&["..."]);
    let unit = |id: u32| NewUnit {
        id: UnitId(id),
        team: TeamId(0),
        kind: "Marine".into(),
        at: Vec2::new(0.3 + 0.6 * id as f32, 0.5),
    };
    run(&mut app, 1);
    perform(&mut app, "Drop units", Action::Spawn((0..4).map(unit).collect()));
    let steps = Motion::CellSteps(CellSteps::default());
    perform(&mut app, "Change motion", Action::SetMotion(steps));
    assert_eq!(shown(&mut app).motion, Motion::Steered);
}
