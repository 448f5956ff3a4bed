//! Actions with their ticks. Orders, paints and doctrines have a short form; the rest stands as RON.

use super::columns::Column::{Count, Head, Kind, PlaceX, PlaceY, Tick, Unit};
use super::columns::{Reader, Result, Writer, damaged};
use super::doctrines::{self, Doctrines};
use super::groups::Groups;
use super::strokes::Strokes;
use crate::grid::Cell;
use crate::parameters::Parameters;
use crate::scenario::read::options;
use crate::scenario::{Action, Batch, GiveOrder, Motion, Order, Scenario, SetDoctrine, UnitId};

// Kinds of actions.
const AS_TEXT: u64 = 0;
const PAINT: u64 = 1;
const REMOVE_UNITS: u64 = 2;
const DOCTRINE: u64 = 3;
/// A doctrine by a new value of the field that was changed last.
const DOCTRINE_AGAIN: u64 = 4;
/// The first kind of order. Each kind has two numbers: given at once, and queued.
const ORDER: u64 = 5;

/// What the writer and the reader know from the actions so far.
struct Known {
    groups: Groups,
    strokes: Strokes,
    doctrines: Doctrines,
}

impl Known {
    fn new(scenario: &Scenario) -> Self {
        let strokes = Strokes::new(&scenario.terrain);
        let doctrines = Doctrines::new(&scenario.teams);
        Self { groups: Groups::default(), strokes, doctrines }
    }
}

/// Writes the actions of a scenario.
pub fn write_actions(out: &mut Writer, scenario: &Scenario) {
    let mut batches: Vec<&Batch> = scenario.actions.iter().collect();
    batches.sort_by_key(|batch| batch.tick);
    let mut known = Known::new(scenario);
    out.put(Head, batches.len() as u64);
    let mut tick = 0;
    for batch in batches {
        out.put(Tick, batch.tick - tick);
        tick = batch.tick;
        out.put(Count, batch.actions.len() as u64);
        for action in &batch.actions {
            write_action(out, &mut known, action);
        }
    }
}

/// Reads what [`write_actions`] wrote, for the same scenario without its actions.
pub fn read_actions(input: &mut Reader, scenario: &Scenario) -> Result<Vec<Batch>> {
    let mut known = Known::new(scenario);
    let (mut batches, mut tick) = (Vec::new(), 0_u64);
    for _ in 0..input.get(Head)? {
        input.spend::<Batch>(1)?;
        let Some(next) = tick.checked_add(input.get(Tick)?) else { return damaged() };
        tick = next;
        let mut actions = Vec::new();
        for _ in 0..input.get(Count)? {
            input.spend::<Action>(1)?;
            actions.push(read_action(input, &mut known)?);
        }
        batches.push(Batch { tick, actions });
    }
    Ok(batches)
}

fn write_action(out: &mut Writer, known: &mut Known, action: &Action) {
    match action {
        Action::Paint(cells) => {
            out.put(Kind, PAINT);
            known.strokes.write(out, cells);
        }
        Action::RemoveUnits(units) => {
            out.put(Kind, REMOVE_UNITS);
            known.groups.write(out, units);
        }
        Action::Order(GiveOrder { units, order, queued }) => {
            out.put(Kind, ORDER + 2 * u64::from(order.number()) + u64::from(*queued));
            known.groups.write(out, units);
            if let Some(cell) = order.place() {
                // Negative places are possible, but take five bytes.
                out.put(PlaceX, u64::from(cell.x as u32));
                out.put(PlaceY, u64::from(cell.y as u32));
            }
            match order {
                Order::AttackUnit { unit, .. } => out.put(Unit, u64::from(unit.0)),
                Order::Patrol { rounds, .. } => out.put(Unit, u64::from(*rounds)),
                _ => {}
            }
        }
        Action::SetDoctrine(SetDoctrine { team, doctrine }) => {
            match known.doctrines.difference(*team, doctrine) {
                Some(difference) => {
                    out.put(
                        Kind,
                        match difference.form {
                            doctrines::Form::Again => DOCTRINE_AGAIN,
                            doctrines::Form::Changes => DOCTRINE,
                        },
                    );
                    known.doctrines.write(out, difference);
                }
                None => write_as_text(out, action),
            }
            known.doctrines.note(*team, *doctrine);
        }
        _ => write_as_text(out, action),
    }
}

fn write_as_text(out: &mut Writer, action: &Action) {
    out.put(Kind, AS_TEXT);
    out.put_text(&options().to_string(action).unwrap_or_default());
}

fn read_action(input: &mut Reader, known: &mut Known) -> Result<Action> {
    let doctrine = |known: &mut Known, input: &mut Reader, form| {
        let (team, doctrine) = known.doctrines.read(input, form)?;
        known.doctrines.note(team, doctrine);
        Ok(Action::SetDoctrine(SetDoctrine { team, doctrine }))
    };
    match input.get(Kind)? {
        AS_TEXT => {
            let action = read_as_text(input)?;
            if let Action::SetDoctrine(SetDoctrine { team, doctrine }) = &action {
                known.doctrines.note(*team, *doctrine);
            }
            Ok(action)
        }
        PAINT => known.strokes.read(input).map(Action::Paint),
        REMOVE_UNITS => known.groups.read(input).map(Action::RemoveUnits),
        DOCTRINE => doctrine(known, input, doctrines::Form::Changes),
        DOCTRINE_AGAIN => doctrine(known, input, doctrines::Form::Again),
        order => {
            let units = known.groups.read(input)?;
            let (kind, queued) = ((order - ORDER) / 2, (order - ORDER) % 2 == 1);
            Ok(Action::Order(GiveOrder { units, order: read_order(input, kind)?, queued }))
        }
    }
}

fn read_order(input: &mut Reader, kind: u64) -> Result<Order> {
    let mut place = || -> Result<Cell> {
        let (x, y) = (input.get_as::<u32>(PlaceX)?, input.get_as::<u32>(PlaceY)?);
        Ok(Cell::new(x as i32, y as i32))
    };
    Ok(match kind {
        0 => Order::Move(place()?),
        1 => Order::AttackMove(place()?),
        2 => Order::Attack(place()?),
        3 => Order::AttackUnit { at: place()?, unit: UnitId(input.get_as(Unit)?) },
        4 => Order::Patrol { to: place()?, rounds: input.get_as(Unit)? },
        5 => Order::Hold,
        _ => return damaged(),
    })
}

/// An action whose parameters lie in their ranges. Whether it can be done shows when it is due.
fn read_as_text(input: &mut Reader) -> Result<Action> {
    let text = input.get_text()?;
    // Values take more memory than their text.
    input.spend::<f64>(text.len() as u64)?;
    let action: Action = match options().from_str(&text) {
        Ok(action) => action,
        Err(error) => return Err(format!("the line has an action that cannot be read: {error}")),
    };
    if let Action::Kind(_) = &action
        && let Some(fault) = action.fault()
    {
        return Err(fault);
    }
    let fault = match &action {
        Action::SetDoctrine(SetDoctrine { doctrine, .. }) => doctrines::out_of_range(doctrine),
        Action::SetRules(rules) => rules.out_of_range(),
        Action::SetMotion(Motion::CellSteps(rules)) => rules.out_of_range(),
        _ => None,
    };
    match fault {
        Some(fault) => Err(fault.to_string()),
        None => Ok(action),
    }
}
