//! The unit kinds that a scenario defines for itself: changed kinds, and copies under a new name.

use super::limits::MAX_KINDS;
use super::read::Fault;
use super::read::Step::{Entry, Field};
use crate::combat::{KindDefinition, UnitKind};

/// The kinds of a scenario file, checked.
pub(super) fn read_own_kinds(entries: &[KindDefinition]) -> Result<Vec<&'static UnitKind>, Fault> {
    let mut kinds: Vec<&'static UnitKind> = Vec::new();
    if entries.len() > MAX_KINDS {
        let message = format!("there are {} kinds; at most {MAX_KINDS}", entries.len());
        return Fault::at([Field("kinds")], message);
    }
    for (i, entry) in entries.iter().enumerate() {
        let path = [Field("kinds"), Entry(i)];
        if kinds.iter().any(|kind| kind.name == entry.name) {
            let name = &entry.name;
            let message = format!("there are two kinds named {name:?}; give each its own name");
            return Fault::at([&path[..], &[Field("name")]].concat(), message);
        }
        match entry.kind() {
            Ok(kind) => kinds.push(kind),
            Err(fault) => {
                let fields = fault.fields.iter().map(|&field| Field(field));
                let path: Vec<_> = path.into_iter().chain(fields).collect();
                return Fault::at(path, fault.message);
            }
        }
    }
    Ok(kinds)
}

#[cfg(test)]
mod tests {
    use crate::scenario::load_str;

    #[test]
    fn a_wrong_kind_in_a_file_is_told_by_line_and_column() {
        let kind = "(name: \"orc\", hit_points: 5, speed: 99, radius: 0.4, sight: 8, influence: 8)";
        let text = format!("(version: 1, map: Rows([\"...\"]),\nkinds: [{kind}])");
        let error = load_str(&text, "k.ron", None).unwrap_err().to_string();
        assert_eq!(error, "k.ron:2:45: `speed` is 99; it goes from 0 to 7.5");
        let text = format!(
            "(version: 1, map: Rows([\"...\"]),\nkinds: [{0}, {0}])",
            kind.replace("99", "2")
        );
        let error = load_str(&text, "k.ron", None).unwrap_err().to_string();
        assert!(error.contains("two kinds named \"orc\""), "{error}");
    }
}
