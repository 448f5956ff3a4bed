//! Groups of units: one that came before, runs of consecutive ids, a bit for each id, or a list.

use super::columns::Column::{Group, Unit};
use super::columns::{Reader, Result, Writer, damaged};
use super::recent::Recent;
use crate::scenario::UnitId;

const RUNS: u64 = 0;
const BITS: u64 = 1;
const LIST: u64 = 2;
/// Groups that came before are numbered from here on, the latest first.
const RECENT: u64 = 3;

/// The groups of a line.
#[derive(Default)]
pub struct Groups {
    recent: Recent<Vec<UnitId>>,
}

impl Groups {
    /// Writes a group, in the shortest form.
    pub fn write(&mut self, out: &mut Writer, units: &[UnitId]) {
        let units = units.to_vec();
        if let Some(place) = self.recent.place(&units) {
            self.recent.again(place);
            return out.put(Group, RECENT + place as u64);
        }
        let runs = runs(&units);
        let is_ascending = units.windows(2).all(|pair| pair[0] < pair[1]);
        let span = match units[..] {
            [first, .., last] if is_ascending => u64::from(last.0 - first.0) + 1,
            _ => u64::MAX,
        };
        // Bytes that each form takes while ids and gaps are below 128.
        let (as_runs, as_bits, as_list) = (2 * runs.len() as u64, span / 8 + 2, units.len() as u64);
        if is_ascending && as_runs <= as_bits.min(as_list) {
            out.put(Group, RUNS);
            out.put(Unit, runs.len() as u64);
            let mut next = 0;
            for (first, count) in runs {
                out.put(Unit, u64::from(first - next));
                out.put(Unit, u64::from(count - 1));
                next = first + (count - 1);
            }
        } else if as_bits < as_list {
            out.put(Group, BITS);
            let mut bits = vec![0_u8; span.div_ceil(8) as usize];
            let first = units.first().map_or(0, |unit| unit.0);
            for place in units.iter().map(|unit| unit.0 - first) {
                bits[place as usize / 8] |= 1 << (place % 8);
            }
            out.put(Unit, u64::from(first));
            out.put(Unit, bits.len() as u64);
            out.put_raw(&bits);
        } else {
            out.put(Group, LIST);
            out.put(Unit, units.len() as u64);
            let mut before = 0;
            for unit in &units {
                out.put_signed(Unit, i64::from(unit.0) - before);
                before = i64::from(unit.0);
            }
        }
        self.recent.add(units);
    }

    /// Reads what [`write`](Self::write) wrote.
    pub fn read(&mut self, input: &mut Reader) -> Result<Vec<UnitId>> {
        let mut units = Vec::new();
        match input.get(Group)? {
            RUNS => {
                let mut next = 0_u32;
                for _ in 0..input.get(Unit)? {
                    let (gap, more) = (input.get_as::<u32>(Unit)?, input.get_as::<u32>(Unit)?);
                    let first = next.checked_add(gap);
                    let last = first.and_then(|first| first.checked_add(more));
                    let (Some(first), Some(last)) = (first, last) else { return damaged() };
                    input.spend((u64::from(more) + 1) * size_of::<UnitId>() as u64)?;
                    units.extend((first..=last).map(UnitId));
                    next = last;
                }
            }
            BITS => {
                let (first, bytes) = (input.get_as::<u32>(Unit)?, input.get_as::<u32>(Unit)?);
                for place in 0..bytes {
                    let [byte] = input.get_raw()?;
                    for bit in (0..8).filter(|bit| byte >> bit & 1 == 1) {
                        let id = u64::from(first) + u64::from(place) * 8 + bit;
                        let Ok(id) = u32::try_from(id) else { return damaged() };
                        units.push(UnitId(id));
                    }
                }
                input.spend((units.len() * size_of::<UnitId>()) as u64)?;
            }
            LIST => {
                let mut id = 0_i64;
                for _ in 0..input.get(Unit)? {
                    id = id.wrapping_add(input.get_signed(Unit)?);
                    let Ok(id) = u32::try_from(id) else { return damaged() };
                    units.push(UnitId(id));
                }
                input.spend((units.len() * size_of::<UnitId>()) as u64)?;
            }
            place => {
                let place = usize::try_from(place - RECENT).unwrap_or(usize::MAX);
                let Some(known) = self.recent.again(place) else { return damaged() };
                input.spend(size_of_val(&known[..]) as u64)?;
                return Ok(known.clone());
            }
        }
        self.recent.add(units.clone());
        Ok(units)
    }
}

/// Runs of consecutive ids: first id and count.
fn runs(units: &[UnitId]) -> Vec<(u32, u32)> {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for unit in units {
        match runs.last_mut() {
            Some((first, count)) if first.checked_add(*count) == Some(unit.0) => *count += 1,
            _ => runs.push((unit.0, 1)),
        }
    }
    runs
}
