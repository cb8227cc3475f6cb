//! Restricts the keys of maps whose keys are an enum, since serde cannot read other keys.
//!
//! ```text
//! BTreeMap<Zone, u16> with enum Zone { A, B }
//!     {type: object, additionalProperties: {…}, maxProperties: 2, x-kubernetes-validations: [{rule: "self.all(key, key in ['A', 'B'])"}]}
//! ```
//!
//! `maxProperties` bounds the cost of the rule. Inside lists and maps without a limit the cost would exceed the
//! server's budget; the keys of maps there are not restricted, since a structural schema has no other keyword for keys.

use super::context::Context;
use super::derived_rules;
use crate::model::structural::Structural;
use crate::rust::shape::{EnumValue, Kind, Shape, Validation};

/// Adds the limit and the rule to the schema of a map.
pub(super) fn restrict(cx: &Context, node: &mut Structural, keys: &Shape) {
    let Kind::StringEnum(values) = keys.kind else {
        return;
    };
    let names: Vec<&str> = values
        .iter()
        .filter(|value| cx.includes(value.when))
        .flat_map(EnumValue::names)
        .collect();
    let limit = Validation {
        max_properties: i64::try_from(names.len()).ok(),
        ..Validation::NONE
    };
    super::restrict::restrict(&mut node.validation, &limit);
    if cx.is_unlimited() {
        return;
    }
    let literals: Vec<String> = names.iter().map(|name| derived_rules::literal(name)).collect();
    node.rules.push(derived_rules::with_message(
        format!("self.all(key, key in [{}])", literals.join(", ")),
        format!("keys must be one of {}", names.join(", ")),
    ));
}
