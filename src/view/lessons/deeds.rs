//! "Show me": what a step asks for, as the intents that clicks and keys would send.

use super::LearnIntent;
use crate::grid::Cell;
use crate::learn::{Condition, Deed, Step, set_parameter};
use crate::scenario::{
    Action, Doctrine, GiveOrder, Order, SetDoctrine, TeamId, UnitId, preset_named,
};
use crate::sim::ArenaFacts;
use crate::view::document::ComparisonIntent;
use crate::view::document::history::Edit;
use crate::view::document::intent::{Intent, ShowIntent, TimeIntent, ToolIntent};
use crate::view::input::selection::Selection;
use crate::view::overlays::Overlays;
use crate::view::panels::experiment_runs::ExperimentIntent;

/// What the deeds depend on.
pub struct Stage<'a> {
    /// What the arenas are made of.
    pub arenas: Vec<ArenaFacts<'a>>,
    /// Whether time passes.
    pub running: bool,
    /// The overlays.
    pub overlays: &'a Overlays,
    /// Whether the window with the experiments is open.
    pub experiments: bool,
}

/// The intents that do what a step asks for.
pub fn intents(step: &Step, stage: &Stage) -> Vec<Intent> {
    step.show.iter().flat_map(|deed| one(deed, step, stage)).collect()
}

fn one(deed: &Deed, step: &Step, stage: &Stage) -> Vec<Intent> {
    let time = |intent| vec![Intent::Time(intent)];
    match deed {
        Deed::Run if stage.running => Vec::new(),
        Deed::Pause if !stage.running => Vec::new(),
        Deed::Run | Deed::Pause => time(TimeIntent::TogglePause),
        Deed::Restart => time(TimeIntent::Restart),
        Deed::Faster(steps) => {
            let faster = std::iter::repeat_n(TimeIntent::Faster, usize::from(*steps));
            std::iter::once(TimeIntent::NormalSpeed).chain(faster).map(Intent::Time).collect()
        }
        Deed::Overlay(key) => {
            let rows = stage.overlays.rows.iter();
            let off = rows.enumerate().find(|(_, row)| row.overlay.key == key && !row.on);
            off.map(|(index, _)| Intent::Show(ShowIntent::ToggleOverlay(index)))
                .into_iter()
                .collect()
        }
        Deed::Compare { team, doctrine } => {
            let both = team_of(stage, team).zip(preset_named(doctrine));
            let add = |(team, preset): (TeamId, crate::scenario::Preset)| {
                Intent::Comparison(ComparisonIntent::Add { team, doctrine: preset.doctrine })
            };
            both.map(add).into_iter().collect()
        }
        Deed::Doctrine { arena, team, name } => {
            let preset = preset_named(name).map(|preset| preset.doctrine);
            preset
                .and_then(|doctrine| set_doctrine(stage, *arena, team, doctrine))
                .into_iter()
                .collect()
        }
        Deed::Parameter { arena, team, of, name, value } => {
            let teams = stage.arenas.get(*arena).map_or(&[][..], |facts| facts.teams);
            let known = teams.iter().find(|known| known.name == *team);
            let changed = known.map(|known| known.doctrine).and_then(|mut doctrine| {
                set_parameter(&mut doctrine, of, name, *value).then_some(doctrine)
            });
            changed.and_then(|new| set_doctrine(stage, *arena, team, new)).into_iter().collect()
        }
        Deed::Select { team, units } => {
            let units = members(stage, team).into_iter().take(*units).collect();
            vec![Intent::Tool(ToolIntent::Select(Selection::units(units)))]
        }
        Deed::Order { team, to } => {
            let units = members(stage, team);
            let order = Action::Order(GiveOrder { units, order: Order::Move(*to), queued: false });
            vec![Intent::perform(Edit::new("Move order", vec![order]))]
        }
        Deed::Paint { at, size, ground } => {
            let rows = (0..size.1).flat_map(|y| (0..size.0).map(move |x| (x, y)));
            let cells = rows.map(|(x, y)| (Cell::new(at.x + x, at.y + y), *ground)).collect();
            vec![Intent::perform(Edit::new("Paint", vec![Action::Paint(cells)]))]
        }
        Deed::Experiments if stage.experiments => Vec::new(),
        Deed::Experiments => vec![Intent::Experiment(ExperimentIntent::Toggle)],
        Deed::Card(name) => vec![Intent::Learn(LearnIntent::About(name.clone()))],
        Deed::Answer => match &step.until {
            Condition::Answer { right, .. } => vec![Intent::Learn(LearnIntent::Answer(*right))],
            Condition::Predict(_) => vec![Intent::Learn(LearnIntent::Answer(0))],
            _ => Vec::new(),
        },
    }
}

fn team_of(stage: &Stage, name: &str) -> Option<TeamId> {
    let place = stage.arenas.first()?.teams.iter().position(|team| team.name == name)?;
    Some(TeamId(place as u8))
}

/// The units of a team.
fn members(stage: &Stage, team: &str) -> Vec<UnitId> {
    let team = team_of(stage, team);
    let units = stage.arenas.first().into_iter().flat_map(ArenaFacts::units);
    units.filter(|unit| Some(unit.team) == team).map(|unit| unit.id).collect()
}

fn set_doctrine(stage: &Stage, arena: usize, team: &str, doctrine: Doctrine) -> Option<Intent> {
    let action = Action::SetDoctrine(SetDoctrine { team: team_of(stage, team)?, doctrine });
    let edit = Edit::new(format!("Change doctrine of {team}"), vec![action]);
    Some(Intent::perform(edit.in_arena(arena as u32)))
}
