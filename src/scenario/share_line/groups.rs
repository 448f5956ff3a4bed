//! Groups of units: one that came before, a bit for each id of a range, or a list.

use super::columns::Column::{Group, Unit};
use super::columns::{Reader, Result, Writer, damaged};
use super::range_coder::Context;
use super::recent::Recent;
use crate::scenario::UnitId;

const BITS: u64 = 0;
const LIST: u64 = 1;
/// Groups that came before are numbered from here on, the latest first.
const RECENT: u64 = 2;

/// A range of more ids than this for each unit is no range.
const SPARSEST: u64 = 64;

/// The groups of a line.
#[derive(Default)]
pub struct Groups {
    recent: Recent<Vec<UnitId>>,
}

impl Groups {
    /// Writes a group.
    pub fn write(&mut self, out: &mut Writer, units: &[UnitId]) {
        let units = units.to_vec();
        if let Some(place) = self.recent.place(&units) {
            self.recent.again(place);
            return out.put(Group, RECENT + place as u64);
        }
        match units[..] {
            [first, .., last] if is_range(&units) => {
                out.put(Group, BITS);
                out.put(Unit, u64::from(first.0));
                out.put(Unit, u64::from(last.0 - first.0));
                let mut rest = units.iter().peekable();
                let mut contexts = Contexts::default();
                for id in first.0..=last.0 {
                    let is_in = rest.next_if(|unit| unit.0 == id).is_some();
                    out.put_bit(contexts.next(), is_in);
                    contexts.note(is_in);
                }
            }
            _ => {
                out.put(Group, LIST);
                out.put(Unit, units.len() as u64);
                let mut before = 0;
                for unit in &units {
                    out.put_signed(Unit, i64::from(unit.0) - before);
                    before = i64::from(unit.0);
                }
            }
        }
        self.recent.add(units);
    }

    /// Reads what [`write`](Self::write) wrote.
    pub fn read(&mut self, input: &mut Reader) -> Result<Vec<UnitId>> {
        let mut units = Vec::new();
        match input.get(Group)? {
            BITS => {
                let (first, more) = (input.get_as::<u32>(Unit)?, input.get_as::<u32>(Unit)?);
                let Some(last) = first.checked_add(more) else { return damaged() };
                let mut contexts = Contexts::default();
                input.spend::<UnitId>(u64::from(more))?;
                for id in first..=last {
                    let is_in = input.get_bit(contexts.next())?;
                    contexts.note(is_in);
                    units.extend(is_in.then_some(UnitId(id)));
                }
            }
            LIST => {
                let mut id = 0_i64;
                for _ in 0..input.get(Unit)? {
                    input.spend::<UnitId>(1)?;
                    id = id.wrapping_add(input.get_signed(Unit)?);
                    let Ok(id) = u32::try_from(id) else { return damaged() };
                    units.push(UnitId(id));
                }
            }
            place => {
                let place = usize::try_from(place - RECENT).unwrap_or(usize::MAX);
                let Some(known) = self.recent.again(place) else { return damaged() };
                input.spend::<UnitId>(known.len() as u64)?;
                return Ok(known.clone());
            }
        }
        self.recent.add(units.clone());
        Ok(units)
    }
}

/// Whether ids ascend without large gaps.
fn is_range(units: &[UnitId]) -> bool {
    let (Some(first), Some(last)) = (units.first(), units.last()) else { return false };
    units.windows(2).all(|pair| pair[0] < pair[1])
        && u64::from(last.0 - first.0) <= SPARSEST * units.len() as u64
}

/// The bits of one group, each predicted from the two before it: neighbours are often chosen together.
#[derive(Default)]
struct Contexts {
    contexts: [Context; 4],
    before: usize,
}

impl Contexts {
    fn next(&mut self) -> &mut Context {
        &mut self.contexts[self.before]
    }

    fn note(&mut self, is_in: bool) {
        self.before = (self.before << 1 | usize::from(is_in)) % self.contexts.len();
    }
}
