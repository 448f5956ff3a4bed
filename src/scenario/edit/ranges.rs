//! Numbers of doctrines and actions that lie outside their range.

use crate::parameters::{OutOfRange, Parameters};
use crate::parts::Part;
use crate::scenario::{Action, Doctrine, Motion};

/// The first parameter of a doctrine that lies outside its range, and the fields that lead to its part.
pub fn out_of_range(doctrine: &Doctrine) -> Option<(Vec<&'static str>, OutOfRange)> {
    let parts: [(_, &dyn Parameters); 4] = [
        ("search", doctrine.search.parameters()),
        ("travel", doctrine.travel.parameters()),
        ("engage", doctrine.engage.parameters()),
        ("traffic", doctrine.traffic.parameters()),
    ];
    let parts = parts.into_iter().map(|(field, parameters)| (vec![field], parameters));
    let layers =
        doctrine.layers.on().map(|(_, name, parameters)| (vec!["layers", name], parameters));
    parts.chain(layers).find_map(|(path, parameters)| Some((path, parameters.out_of_range()?)))
}

impl Action {
    /// What is wrong with its numbers, in a sentence. Such an action is never admissible, and a file with it cannot be read.
    pub fn fault(&self) -> Option<String> {
        match self {
            Self::SetDoctrine { doctrine, .. } => {
                out_of_range(doctrine).map(|(_, fault)| fault.to_string())
            }
            Self::Kind(action) => action.fault(),
            Self::SetRules(rules) => rules.out_of_range().map(|fault| fault.to_string()),
            Self::SetMotion(Motion::CellSteps(rules)) => {
                rules.out_of_range().map(|fault| fault.to_string())
            }
            _ => None,
        }
    }
}
