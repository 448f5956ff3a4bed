//! Doctrines as differences to the doctrine before, or to a preset.
//!
//! A place of a doctrine is one of its parts or layers. Field 0 of a place chooses the algorithm, or switches the layer on
//! or off; the fields after it are parameters. Numbers stand for names, so a line carries a digest of all of them.

use super::columns::Column::{self, Change as Changes, Value as Values};
use super::columns::{Reader, Result, Writer, damaged};
use super::decimals::{from_decimal, to_decimal, units_of};
use crate::parameters::{OutOfRange, Parameters, Value};
use crate::parts::Part;
use crate::planning::{Layers, Search};
use crate::scenario::{Doctrine, Team, TeamId, presets};
use crate::steering::{Engage, Travel};
use crate::traffic::Traffic;
use std::fmt::Write as _;

/// The parts, and after them the layers.
const PLACES: usize = PARTS + Layers::LIST.len();
/// Search, travel, engage and traffic.
const PARTS: usize = 4;

/// A field of a doctrine, and what it becomes.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Change {
    place: usize,
    field: usize,
    value: Value,
}

/// How a doctrine is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As a new value of the field that was changed last, as while a slider moves.
    Again,
    /// As changes of a preset or of the doctrine before.
    Changes,
}

/// A doctrine as changes of another one.
pub struct Difference {
    /// How it is written.
    pub form: Form,
    team: TeamId,
    base: usize,
    changes: Vec<Change>,
    /// The field, if only one of the doctrine before is changed.
    only: Option<(TeamId, usize, usize)>,
}

/// The doctrines of teams after the actions that were read or written so far.
pub struct Doctrines {
    teams: Vec<Doctrine>,
    presets: Vec<Doctrine>,
    /// Team, place and field of the last action, if it changed one field.
    last: Option<(TeamId, usize, usize)>,
}

impl Doctrines {
    /// The doctrines at the start.
    pub fn new(teams: &[Team]) -> Self {
        let presets = presets().into_iter().map(|preset| preset.doctrine).collect();
        Self { teams: teams.iter().map(|team| team.doctrine).collect(), presets, last: None }
    }

    /// Notes a new doctrine of a team.
    pub fn note(&mut self, team: TeamId, doctrine: Doctrine) {
        let place = usize::from(team.0);
        if place >= self.teams.len() {
            self.teams.resize(place + 1, Doctrine::default());
        }
        self.teams[place] = doctrine;
    }

    /// What changes begin from: 0 is the doctrine before, the others are presets.
    fn base(&self, team: TeamId, base: usize) -> Option<Doctrine> {
        match base {
            0 => Some(self.teams.get(usize::from(team.0)).copied().unwrap_or_default()),
            preset => self.presets.get(preset - 1).copied(),
        }
    }

    /// The shortest way to write a doctrine; `None` if no changes lead to it. A slider changes one field, so the doctrine
    /// before is tried first.
    pub fn difference(&self, team: TeamId, doctrine: &Doctrine) -> Option<Difference> {
        let changes = |base| Some((base, changes(&self.base(team, base)?, doctrine)?));
        let from_before = changes(0).filter(|(_, changes)| changes.len() <= 1);
        let (base, changes) = from_before.or_else(|| {
            (0..=self.presets.len()).filter_map(changes).min_by_key(|(_, changes)| changes.len())
        })?;
        let only = match changes[..] {
            [change] if base == 0 => Some((team, change.place, change.field)),
            _ => None,
        };
        let form = if only.is_some() && only == self.last { Form::Again } else { Form::Changes };
        Some(Difference { form, team, base, changes, only })
    }

    /// Writes a doctrine, apart from its form.
    pub fn write(&mut self, out: &mut Writer, difference: Difference) {
        let Difference { form, team, base, changes, only } = difference;
        self.last = only;
        if form == Form::Changes {
            out.put(Changes, u64::from(team.0));
            out.put(Changes, base as u64);
            out.put(Changes, changes.len() as u64);
        }
        let mut now = self.base(team, base).unwrap_or_default();
        for change in changes {
            if form == Form::Changes {
                out.put(Changes, change.place as u64);
                out.put(Changes, change.field as u64);
            }
            if let Some(before) = value(&now, change.place, change.field) {
                write_value(out, before, change.value);
            }
            apply(&mut now, change);
        }
    }

    /// Reads what [`write`](Self::write) wrote.
    pub fn read(&mut self, input: &mut Reader, form: Form) -> Result<(TeamId, Doctrine)> {
        let (team, base, count) = match (form, self.last) {
            (Form::Again, Some((team, ..))) => (team, 0, 1),
            (Form::Again, None) => return damaged(),
            (Form::Changes, _) => {
                (TeamId(input.get_as(Changes)?), input.get_as(Changes)?, input.get(Changes)?)
            }
        };
        let Some(mut doctrine) = self.base(team, base) else { return damaged() };
        for _ in 0..count {
            input.spend::<Change>(1)?;
            let (place, field) = match (form, self.last) {
                (Form::Again, Some((_, place, field))) => (place, field),
                _ => (input.get_as(Changes)?, input.get_as(Changes)?),
            };
            let Some(before) = value(&doctrine, place, field) else { return damaged() };
            let value = read_value(input, before)?;
            apply(&mut doctrine, Change { place, field, value });
            self.last = (base == 0 && count == 1).then_some((team, place, field));
        }
        if count == 0 {
            self.last = None;
        }
        Ok((team, doctrine))
    }
}

/// The first parameter of a doctrine that lies outside its range.
pub fn out_of_range(doctrine: &Doctrine) -> Option<OutOfRange> {
    (0..PLACES).find_map(|place| parameters(doctrine, place)?.out_of_range())
}

/// The names and defaults that the numbers in a line stand for.
pub fn vocabulary() -> String {
    let mut text = String::new();
    for place in 0..PLACES {
        for choice in 0..choices(place) {
            let mut doctrine = Doctrine::default();
            apply(&mut doctrine, Change { place, field: 0, value: Value::Choice(choice) });
            for (i, parameter) in
                parameters(&doctrine, place).into_iter().flat_map(Parameters::list).enumerate()
            {
                let value = value(&doctrine, place, i + 1);
                let _ = write!(text, "{} {:?} {value:?};", parameter.name, parameter.kind);
            }
        }
    }
    for preset in presets() {
        let _ = write!(text, "{:?};", preset.doctrine);
    }
    text
}

fn parameters(doctrine: &Doctrine, place: usize) -> Option<&dyn Parameters> {
    match place {
        0 => Some(doctrine.search.parameters()),
        1 => Some(doctrine.travel.parameters()),
        2 => Some(doctrine.engage.parameters()),
        3 => Some(doctrine.traffic.parameters()),
        layer => doctrine.layers.parameters(layer - PARTS),
    }
}

/// How many algorithms there are for a place; a layer is off or on.
fn choices(place: usize) -> usize {
    match place {
        0 => Search::LIST.len(),
        1 => Travel::LIST.len(),
        2 => Engage::LIST.len(),
        3 => Traffic::LIST.len(),
        _ => 2,
    }
}

/// The value of a field, if it exists.
fn value(doctrine: &Doctrine, place: usize, field: usize) -> Option<Value> {
    let set = parameters(doctrine, place);
    if place >= PLACES {
        return None;
    }
    match (field, set) {
        (0, set) => Some(Value::Choice(match place {
            0 => doctrine.search.index(),
            1 => doctrine.travel.index(),
            2 => doctrine.engage.index(),
            3 => doctrine.traffic.index(),
            _ => usize::from(set.is_some()),
        })),
        (field, Some(set)) if field <= set.list().len() => Some(set.value(field - 1)),
        _ => None,
    }
}

/// Makes a change. A number outside its range is clamped, a choice that does not exist is ignored.
fn apply(doctrine: &mut Doctrine, Change { place, field, value }: Change) {
    if field > 0 {
        let set = match place {
            0 => Some(doctrine.search.parameters_mut()),
            1 => Some(doctrine.travel.parameters_mut()),
            2 => Some(doctrine.engage.parameters_mut()),
            3 => Some(doctrine.traffic.parameters_mut()),
            layer => doctrine.layers.parameters_mut(layer - PARTS),
        };
        if let Some(set) = set {
            set.set(field - 1, value);
        }
        return;
    }
    match value {
        Value::Choice(choice) if choice < choices(place) => match place {
            0 => doctrine.search = Search::at(choice),
            1 => doctrine.travel = Travel::at(choice),
            2 => doctrine.engage = Engage::at(choice),
            3 => doctrine.traffic = Traffic::at(choice),
            layer => doctrine.layers.switch(layer - PARTS, choice == 1),
        },
        _ => {}
    }
}

/// The changes that lead from one doctrine to another, bit for bit; `None` if there are none.
fn changes(from: &Doctrine, to: &Doctrine) -> Option<Vec<Change>> {
    // The debug form of a number is that of its bits.
    let text = |value| format!("{value:?}");
    let (mut now, mut changes) = (*from, Vec::new());
    for place in 0..PLACES {
        let fields = 0..=parameters(to, place).map_or(0, |set| set.list().len());
        for field in fields {
            let wanted = value(to, place, field)?;
            if text(value(&now, place, field)?) != text(wanted) {
                let change = Change { place, field, value: wanted };
                apply(&mut now, change);
                if text(value(&now, place, field)?) != text(wanted) {
                    return None;
                }
                changes.push(change);
            }
        }
    }
    Some(changes)
}

/// Writes a value, as a difference to the one before where that is shorter.
fn write_value(out: &mut Writer, before: Value, value: Value) {
    match value {
        Value::Number(number) => {
            if let Some((units, decimals)) = to_decimal(number) {
                let Value::Number(before) = before else { return };
                out.put(Column::Form, u64::from(decimals) + 1);
                out.put_signed(Values, units.wrapping_sub(units_of(before, decimals)));
            } else {
                out.put(Column::Form, 0);
                out.put_raw(number.to_le_bytes());
            }
        }
        Value::Whole(number) => {
            let Value::Whole(before) = before else { return };
            out.put_signed(Values, number.wrapping_sub(before));
        }
        Value::Switch(on) => out.put(Values, u64::from(on)),
        Value::Choice(choice) => out.put(Values, choice as u64),
    }
}

/// Reads what [`write_value`] wrote. The value before tells the kind.
fn read_value(input: &mut Reader, before: Value) -> Result<Value> {
    Ok(match before {
        Value::Number(before) => match input.get_as::<u32>(Column::Form)? {
            0 => Value::Number(f64::from_le_bytes(input.get_raw()?)),
            form => {
                let difference = input.get_signed(Values)?;
                let units = units_of(before, form - 1).wrapping_add(difference);
                match from_decimal(units, form - 1) {
                    Some(number) => Value::Number(number),
                    None => return damaged(),
                }
            }
        },
        Value::Whole(before) => Value::Whole(before.wrapping_add(input.get_signed(Values)?)),
        Value::Switch(_) => Value::Switch(input.get(Values)? != 0),
        Value::Choice(_) => Value::Choice(input.get_as(Values)?),
    })
}
