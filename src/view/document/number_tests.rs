//! Numbers during a pause.

use super::*;
use crate::scenario::{Motion, UnitId, shipped, shipped_named};
use crate::sim::{self, Numbers, Simulation};

fn units(app: &mut App) -> usize {
    app.world_mut().query::<&Numbers>().single(app.world()).unwrap().units
}

#[test]
fn numbers_are_never_stale_during_a_pause() {
    for motion in [Motion::Steered, Motion::CellSteps(Default::default())] {
        let mut scenario = shipped()[shipped_named("map-marker-boulder").unwrap()].load().unwrap();
        scenario.motion = motion;
        let mut app = alone(&scenario);
        frames(&mut app);
        let count = scenario.units.len();
        assert_eq!(units(&mut app), count, "{motion:?}: opened in a pause");
        run(&mut app, 40);
        let edit = Edit::new("Remove", vec![Action::RemoveUnits(vec![UnitId(0), UnitId(1)])]);
        app.world_mut().write_message(Intent::Edit(EditIntent::Perform(edit)));
        frames(&mut app);
        assert_eq!(units(&mut app), count - 2, "{motion:?}: after two were removed");
        app.world_mut().write_message(Intent::Edit(EditIntent::Undo));
        frames(&mut app);
        assert_eq!(units(&mut app), count, "{motion:?}: after undo");
        run(&mut app, 40);
        let arena = super::arena(&mut app);
        let mut plain = Simulation::new(&scenario);
        plain.run(80);
        assert_eq!(sim::state_hash(app.world(), arena), plain.hash(), "{motion:?}");
    }
}
