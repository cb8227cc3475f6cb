//! What the API server does to custom resources: pruning, defaulting and value validation (rules §7), and the
//! same checks on the defaults a schema carries (rules §4).

mod admit;
mod at;
mod default;
mod defaults;
mod embedded;
mod list_types;
mod prune;
mod pruned;
mod scale;
mod value;
mod view;

pub use super::metadata::ResourceScope;
pub use admit::{AdmitOptions, Admitted, admit};
pub use defaults::{DefaultsOptions, validate_defaults};
pub(crate) use pruned::changes_defaults;

use crate::model::rules;
use serde_json::Value;

use crate::KubeVersion;
use crate::model::field::{FieldError, Path};
use crate::model::structural::Structural;
use value::{Patterns, Purpose, Rules};
use view::View;

/// Removes from an object what `schema`, its root, does not know; returns the paths of what was removed, sorted
/// (rules §7.1). `apiVersion`, `kind` and `metadata` stay as they are.
pub fn prune(schema: &Structural, object: &mut Value) -> Vec<String> {
    prune::prune(object, View::resource(schema))
}

/// Removes members that are null though not nullable and have no default (rules §7.2).
pub fn prune_nulls(schema: &Structural, object: &mut Value) {
    prune::prune_nulls(object, Some(schema));
}

/// Fills in the defaults of `schema`, the root of the object (rules §7.3).
pub fn default(schema: &Structural, object: &mut Value) {
    default::default(object, schema);
}

/// Validates a value as the server validates objects (rules §7.6). `prefix` is where the value stands, if it is not
/// a whole object. With `old`, the value it replaces, what is unchanged is not judged (rules §7.9).
pub fn validate_value(
    schema: &Structural,
    value: &Value,
    old: Option<&Value>,
    prefix: Option<&Path<'_>>,
    version: KubeVersion,
) -> Vec<FieldError> {
    let rules = Rules {
        purpose: Purpose::Instance,
        version,
        rule: rules::VAL_01,
        patterns: &Patterns::default(),
    };
    value::validate(schema, value, old, prefix, rules)
}

/// Reports elements that stand twice in lists of type set or map (rules §7.7).
pub fn validate_list_types(schema: &Structural, object: &Value) -> Vec<FieldError> {
    list_types::validate(schema, object)
}
