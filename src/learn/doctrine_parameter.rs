//! A parameter of a doctrine by the names of its algorithm and of itself.

use crate::parameters::{Kind, Parameters, Value};
use crate::parts::Part;
use crate::planning::Layers;
use crate::scenario::Doctrine;

/// The value of a parameter, if the doctrine uses that algorithm.
pub(super) fn parameter(doctrine: &Doctrine, of: &str, name: &str) -> Option<Value> {
    let parts: [(&str, &dyn Parameters); 4] = [
        (doctrine.search.name(), doctrine.search.parameters()),
        (doctrine.travel.name(), doctrine.travel.parameters()),
        (doctrine.engage.name(), doctrine.engage.parameters()),
        (doctrine.traffic.name(), doctrine.traffic.parameters()),
    ];
    let layers = doctrine.layers.on().map(|(_, layer, parameters)| (layer, parameters));
    let mut all = parts.into_iter().chain(layers);
    let (_, parameters) = all.find(|(algorithm, _)| *algorithm == of)?;
    Some(parameters.value(index(parameters, name)?))
}

/// Changes a parameter. Returns whether the doctrine has it.
pub fn set_parameter(doctrine: &mut Doctrine, of: &str, name: &str, value: f64) -> bool {
    if let Some(layer) = Layers::LIST.iter().position(|info| info.name == of) {
        return doctrine.layers.parameters_mut(layer).is_some_and(|p| set(p, name, value));
    }
    let names = [
        doctrine.search.name(),
        doctrine.travel.name(),
        doctrine.engage.name(),
        doctrine.traffic.name(),
    ];
    match names.iter().position(|algorithm| *algorithm == of) {
        Some(0) => set(doctrine.search.parameters_mut(), name, value),
        Some(1) => set(doctrine.travel.parameters_mut(), name, value),
        Some(2) => set(doctrine.engage.parameters_mut(), name, value),
        Some(_) => set(doctrine.traffic.parameters_mut(), name, value),
        None => false,
    }
}

fn index(parameters: &dyn Parameters, name: &str) -> Option<usize> {
    parameters.list().iter().position(|parameter| parameter.name == name)
}

fn set(parameters: &mut dyn Parameters, name: &str, value: f64) -> bool {
    let Some(index) = index(parameters, name) else { return false };
    let value = match parameters.list()[index].kind {
        Kind::Number(..) => Value::Number(value),
        Kind::Whole(..) => Value::Whole(value as i64),
        Kind::Switch => Value::Switch(value != 0.0),
        Kind::Choice(_) => Value::Choice(value as usize),
    };
    parameters.set(index, value);
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::preset_named;

    #[test]
    fn parameters_of_layers_and_parts_are_found_by_name() {
        let mut doctrine = preset_named("Map Marker").unwrap().doctrine;
        assert_eq!(parameter(&doctrine, "markers", "factor"), Some(Value::Number(0.9)));
        assert!(set_parameter(&mut doctrine, "markers", "factor", 0.99));
        assert_eq!(parameter(&doctrine, "markers", "factor"), Some(Value::Number(0.99)));
        assert!(set_parameter(&mut doctrine, "AStar", "per_unit", 0.0));
        assert_eq!(parameter(&doctrine, "AStar", "per_unit"), Some(Value::Switch(false)));
        assert!(!set_parameter(&mut doctrine, "influence", "weight", 1.0), "this layer is off");
        assert_eq!(parameter(&doctrine, "markers", "nothing"), None);
    }
}
