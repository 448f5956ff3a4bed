//! The reason for a path in plain words.

use super::reason::Why;
use crate::grid::Cell;
use crate::measure::Sides;
use crate::planning::{Layers, PathPrice, WayComparison};
use crate::sim::{GroupSeparation, Status, TICKS_PER_SECOND, WaitReason};

/// Costs that differ by less count as equal, in cells.
const EQUAL: f64 = 0.05;

/// A row of the table of costs, in cells.
#[derive(Clone, Debug, PartialEq)]
pub struct PriceRow {
    /// The term: the length, a layer, or the total.
    pub term: &'static str,
    /// What it means.
    pub doc: &'static str,
    /// On the unit's path.
    pub own: f64,
    /// On the path of plain A*, if it is known and costs something else.
    pub shortest: Option<f64>,
}

const TOTAL: &str = "The sum of all terms. With markers this is an approximation: the search multiplies the priority of a cell, not \
                     the cost of a step.";

impl Why {
    /// The path of plain A*, if it is worth showing: it has another length or another cost.
    pub fn other_path(&self) -> Option<(&[Cell], &PathPrice)> {
        let WayComparison { own, shortest: Some((path, price)) } = self.comparison.as_ref()? else {
            return None;
        };
        let differs = |value: fn(&PathPrice) -> f64| (value(own) - value(price)).abs() >= EQUAL;
        let differs = differs(|price| price.length) || differs(PathPrice::total);
        differs.then_some((path.as_slice(), price))
    }

    /// The costs term by term: the length, each layer that applies, the total.
    pub fn prices(&self) -> Vec<PriceRow> {
        let Some(WayComparison { own, .. }) = &self.comparison else { return Vec::new() };
        let shortest = self.other_path();
        let row = |term, doc, value: &dyn Fn(&PathPrice) -> f64| PriceRow {
            term,
            doc,
            own: value(own),
            shortest: shortest.map(|(_, price)| value(price)),
        };
        let length = row("length", "The length of the path, in cells", &|price| price.length);
        let on: Vec<usize> = self.layers.on().map(|(layer, ..)| layer).collect();
        let mut rows = vec![length];
        rows.extend(on.iter().map(|&layer| {
            let info = &Layers::LIST[layer];
            row(info.name, info.doc, &|price| price.layers[layer])
        }));
        if !on.is_empty() {
            rows.push(row("total", TOTAL, &|price| price.total()));
        }
        rows
    }
}

/// Why a unit without a path has none.
pub(super) fn no_path(status: Status) -> &'static str {
    match status {
        Status::Idle => "It has no order, so it has no path.",
        Status::Planning => "Its path is being planned.",
        Status::Fighting => "It fights: its engage rule moves it, not a path.",
        Status::Arrived => "It has arrived.",
        Status::Walking => {
            "It has no path at this moment; it looks for one again at its next step."
        }
        Status::Waiting(WaitReason::WalledIn) => "It has no path: it is walled in.",
        Status::Waiting(WaitReason::Unreachable) => "It has no path: its goal cannot be reached.",
        Status::Waiting(WaitReason::Blocked) => "It has no path: other units block every one.",
        Status::Waiting(WaitReason::Buried) => "It has no path: it is under a wall.",
        Status::Waiting(WaitReason::NoPath) => "It has no path: its search finds none.",
    }
}

/// Why a unit takes a path, compared with the shortest one.
pub(super) fn reason(path: &[Cell], found: &WayComparison, why: &Why, now: u64) -> String {
    let own = found.own;
    let Some((cells, shortest)) = &found.shortest else {
        return format!(
            "Its path is {:.1} cells long. There is no path of plain A* to compare it with.",
            own.length
        );
    };
    let longer = own.length - shortest.length;
    let cheaper = shortest.total() - own.total();
    let same = path == cells.as_slice();
    let felt = own.layers.iter().chain(&shortest.layers).any(|share| share.abs() >= EQUAL);
    if !felt {
        return only_length(&own, longer, why);
    }
    let mut sentences = Vec::new();
    if same {
        sentences.push(format!("Plain A* would take the same path, {:.1} cells.", own.length));
    } else if cheaper >= EQUAL {
        let terms = terms(&own, shortest);
        sentences.push(match longer < EQUAL {
            true => format!(
                "To plain A* both paths are equally long ({:.1} cells). This one is {cheaper:.1} cheaper: {terms}.",
                own.length
            ),
            false => format!(
                "This path is {longer:.1} cells longer than the shortest, but {cheaper:.1} cheaper: {terms}."
            ),
        });
    } else if cheaper > -EQUAL {
        sentences.push("Both paths cost the same; the order of the search decided.".into());
    } else {
        sentences.push(match why.saw_units && longer >= EQUAL {
            true => format!("{} {ROUND}", longer_by(longer)),
            false => dearer(-cheaper, why, now),
        });
    }
    sentences.extend(markers(why));
    sentences.extend(other_layers(&own, shortest).filter(|_| !same && cheaper >= EQUAL));
    sentences.join(" ")
}

fn only_length(own: &PathPrice, longer: f64, why: &Why) -> String {
    let first = match longer < EQUAL {
        true => format!("It takes a shortest path, {:.1} cells.", own.length),
        false if why.saw_units => format!("{} {ROUND}", longer_by(longer)),
        false => longer_by(longer),
    };
    let second = match why.turn {
        Some((0, units)) if units > 1 => {
            return format!(
                "{first} It planned first of {units}, so no path had marked the ground \
                            yet. {EACH}"
            );
        }
        _ if why.layers == Layers::default() => "No layer is on, so only length counts.",
        _ => "No layer changes a cost on either path, so only length matters.",
    };
    format!("{first} {second}")
}

fn longer_by(cells: f64) -> String {
    format!("Its path is {cells:.1} cells longer than the shortest.")
}

const ROUND: &str = "Units in sight counted as walls when it planned, so it goes round them.";
const EACH: &str = "Each planned path draws the searches of the next units to its cells.";

/// The sentence about markers, if they apply.
fn markers(why: &Why) -> Option<String> {
    why.layers.markers?;
    match why.turn? {
        (0, _) => None,
        (1, units) => Some(format!("1 of {units} units planned before it. {EACH}")),
        (before, units) => Some(format!("{before} of {units} units planned before it. {EACH}")),
    }
}

/// Why the path may cost more than the shortest one.
fn dearer(by: f64, why: &Why, now: u64) -> String {
    let others = Layers { markers: None, ..why.layers } != Layers::default();
    let ago = why.planned.map_or(0, |(tick, _)| now.saturating_sub(tick));
    let seconds = ago as f64 / f64::from(TICKS_PER_SECOND);
    if others && ago > 0 {
        return format!(
            "At current costs the shortest path would be {by:.1} cheaper: they have changed since it planned, \
             {seconds:.1} s ago."
        );
    }
    format!(
        "The shortest path would be {by:.1} cheaper. The search looks first where the ground is marked and does not compare \
         every path: it takes the first path that reaches the goal, and a slightly cheaper one may be left unseen."
    )
}

/// The terms in which two costs differ.
fn terms(own: &PathPrice, shortest: &PathPrice) -> String {
    let layers = Layers::LIST.iter().zip(own.layers.iter().zip(&shortest.layers));
    let differences = layers.map(|(info, (own, other))| (info.name, own - other));
    let all = [("length", own.length - shortest.length)].into_iter().chain(differences);
    let all = all.filter(|(_, difference)| difference.abs() >= EQUAL);
    all.map(|(name, difference)| format!("{name} {difference:+.1}")).collect::<Vec<_>>().join(", ")
}

/// The sentence about the layer, markers aside, that favours the path most.
fn other_layers(own: &PathPrice, shortest: &PathPrice) -> Option<String> {
    let layers = Layers::LIST.iter().zip(own.layers.iter().zip(&shortest.layers));
    let (name, gain) = layers
        .map(|(info, (own, other))| (info.name, other - own))
        .max_by(|a, b| a.1.total_cmp(&b.1))?;
    let sentence = match name {
        "directions" => {
            "Others have walked this way before it, and going along with them costs less."
        }
        "influence" => "It keeps away from enemies that are stronger.",
        "congestion" => "On the shorter path teammates stand still or come towards it.",
        _ => return None,
    };
    (gain >= EQUAL).then(|| sentence.into())
}

/// On which sides the group passes its largest obstacle.
pub(super) fn sides(group: &GroupSeparation, alone: bool) -> Option<String> {
    let (_, sides) = group.sides.first()?;
    let Sides { left, right, above, below } = *sides;
    let counts = [(left, "left"), (right, "right"), (above, "above"), (below, "below")];
    let used: Vec<String> = counts
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, side)| format!("{count} {side}"))
        .collect();
    let how = format!("Its group passes the obstacle {}.", used.join(" and "));
    match (used.len() > 1, alone) {
        (true, true) => Some(format!(
            "{how} Each unit looks only for its own shortest path, and nothing keeps them together."
        )),
        (true, false) => Some(how),
        (false, _) => {
            Some(format!("All of its group pass the obstacle on the same side: {}.", used.join("")))
        }
    }
}
