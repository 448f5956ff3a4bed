//! Serves [`ToolIntent`]s: tools, stored selections, hold, delete, escape.

use super::hand::{Drag, Hand};
use super::options::{Armed, Tool, ToolOptions};
use super::order;
use crate::scenario::{Action, GoalAction, Order, UnitId};
use crate::sim::AllFacts;
use crate::view::document::history::Edit;
use crate::view::document::intent::{EditIntent, Intent, IntentRelay, ToolIntent};
use crate::view::document::{DocumentSystems, serve_edits};
use crate::view::input::selection::Selection;
use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, serve_tools.in_set(DocumentSystems::Serve).before(serve_edits));
}

fn serve_tools(
    mut intents: IntentRelay,
    mut hand: ResMut<Hand>,
    mut options: ResMut<ToolOptions>,
    mut selection: ResMut<Selection>,
    facts: AllFacts,
) {
    for intent in intents.take() {
        let Intent::Tool(intent) = intent else { continue };
        match intent {
            ToolIntent::Take(tool) => {
                options.tool = tool;
                hand.armed = None;
            }
            ToolIntent::DropFor(team) => {
                (options.tool, options.team) = (Tool::Drop, team);
                hand.armed = None;
            }
            ToolIntent::Larger => options.resize(1),
            ToolIntent::Smaller => options.resize(-1),
            ToolIntent::Arm(armed) => {
                let possible = armed == Armed::Place || !selection.units.is_empty();
                hand.armed = Some(armed).filter(|_| possible);
            }
            ToolIntent::Hold => {
                let edit = order::edit(&selection.units, Order::Hold, false);
                intents.send(edit.map(Intent::perform));
            }
            ToolIntent::SelectAll => {
                let units = facts.first().map(|facts| facts.roster.units.keys().copied().collect());
                let units = units.unwrap_or_default();
                *selection = Selection::units(units).in_arena(selection.arena);
            }
            ToolIntent::Select(new) => *selection = new,
            ToolIntent::Delete => {
                intents.send(delete(&selection).map(Intent::perform));
                *selection = Selection::default();
            }
            ToolIntent::Escape => {
                intents.send(escape(&mut hand, &mut options, &mut selection));
            }
            ToolIntent::StoreGroup(number) => {
                hand.stored.insert(number, selection.units.clone());
            }
            // Served by `drop_units`.
            ToolIntent::Dropped { .. } => {}
            ToolIntent::RecallGroup(number) => {
                if let Some(stored) = hand.stored.get(&number) {
                    let facts = facts.first();
                    let exists =
                        |id: &&UnitId| facts.as_ref().is_some_and(|facts| facts.has_unit(**id));
                    let units = stored.iter().filter(exists).copied().collect();
                    *selection = Selection::units(units).in_arena(selection.arena);
                }
            }
        }
    }
}

/// The edit that deletes the selection; `None` if nothing is selected.
pub(super) fn delete(selection: &Selection) -> Option<Edit> {
    let mut actions = Vec::new();
    if !selection.units.is_empty() {
        actions.push(Action::RemoveUnits(selection.units.iter().copied().collect()));
    }
    actions.extend(selection.obstacle.map(Action::RemoveObstacle));
    if let Some(goal) = &selection.goal {
        actions.push(Action::Goal(GoalAction::Remove(goal.clone())));
        return Some(Edit::new(format!("Remove goal {goal}"), actions));
    }
    let name = match (selection.units.len(), selection.obstacle) {
        (0, None) => return None,
        (0, Some(_)) => "Delete obstacle".into(),
        (1, None) => "Delete unit".into(),
        (count, None) => format!("Delete {count} units"),
        (_, Some(_)) => "Delete selection".into(),
    };
    Some(Edit::new(name, actions))
}

/// Cancels one thing: a drag, an armed order, the tool or the selection, in this order. A stroke of the brush is undone.
fn escape(hand: &mut Hand, options: &mut ToolOptions, selection: &mut Selection) -> Option<Intent> {
    if let Some(drag) = hand.drag.take() {
        let stroke = matches!(drag, Drag::Brush { .. });
        return stroke.then_some(Intent::Edit(EditIntent::Undo));
    }
    if hand.armed.take().is_none() {
        if options.tool != Tool::Select {
            options.tool = Tool::Select;
        } else {
            *selection = Selection::default();
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Ground;
    use crate::scenario::{GiveOrder, ObstacleId};
    use crate::view::document::intent;
    use crate::view::input::tools::paint::Stroke;

    /// What the tools send on when a unit is selected and an intent comes in.
    fn sent(intent: ToolIntent, set_up: impl FnOnce(&mut World)) -> Vec<Intent> {
        let mut app = App::new();
        app.add_plugins((intent::plugin, plugin, super::super::options::plugin))
            .init_resource::<Hand>()
            .insert_resource(Selection::units([UnitId(3)].into()));
        set_up(app.world_mut());
        app.world_mut().write_message(Intent::Tool(intent));
        app.world_mut().run_schedule(Update);
        let mut all = app.world_mut().resource_mut::<Messages<Intent>>();
        all.drain().filter(|intent| !matches!(intent, Intent::Tool(_))).collect()
    }

    #[test]
    fn hold_is_sent_as_an_edit_like_every_other_order() {
        let hold =
            Action::Order(GiveOrder { units: vec![UnitId(3)], order: Order::Hold, queued: false });
        let edit = Edit::new("Hold order", vec![hold]);
        assert_eq!(sent(ToolIntent::Hold, |_| {}), [Intent::perform(edit)]);
        let nothing = |world: &mut World| world.insert_resource(Selection::default());
        assert_eq!(sent(ToolIntent::Hold, nothing), []);
    }

    #[test]
    fn deleting_removes_units_and_obstacle_in_one_edit() {
        let selection =
            Selection { units: [UnitId(1)].into(), obstacle: Some(ObstacleId(4)), ..default() };
        let edit = delete(&selection).unwrap();
        assert_eq!(
            edit.actions,
            [Action::RemoveUnits(vec![UnitId(1)]), Action::RemoveObstacle(ObstacleId(4))]
        );
        assert_eq!(delete(&Selection::default()), None);
        let removed = Edit::new("Delete unit", vec![Action::RemoveUnits(vec![UnitId(3)])]);
        assert_eq!(sent(ToolIntent::Delete, |_| {}), [Intent::perform(removed)]);
    }

    #[test]
    fn escape_undoes_a_stroke_but_not_a_box() {
        let drag = |drag| move |world: &mut World| world.resource_mut::<Hand>().drag = Some(drag);
        let stroke = Drag::Brush { stroke: Stroke::Paint(Ground::Wall), last: Vec2::ZERO };
        assert_eq!(sent(ToolIntent::Escape, drag(stroke)), [Intent::Edit(EditIntent::Undo)]);
        let selecting = Drag::Box { from: Vec2::ZERO, to: Vec2::ONE, screen: Vec2::ZERO };
        assert_eq!(sent(ToolIntent::Escape, drag(selecting)), []);
    }

    #[test]
    fn escape_cancels_one_thing_at_a_time() {
        let (mut hand, mut options) = (Hand::default(), ToolOptions::default());
        let mut selection = Selection::units([UnitId(3)].into());
        hand.armed = Some(super::super::Armed::Patrol);
        options.tool = Tool::Paint;
        escape(&mut hand, &mut options, &mut selection);
        assert_eq!((hand.armed, options.tool), (None, Tool::Paint));
        escape(&mut hand, &mut options, &mut selection);
        assert_eq!((options.tool, selection.units.len()), (Tool::Select, 1));
        escape(&mut hand, &mut options, &mut selection);
        assert_eq!(selection, Selection::default());
    }
}
