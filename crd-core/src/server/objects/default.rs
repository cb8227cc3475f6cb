//! Defaults as the server serves them: pruned, with embedded metadata in its normal form (rule DFT-18).

use serde_json::Value;

use super::at::At;
use super::embedded::{self, OnMalformed};
use super::prune::prune;
use super::view::View;
use crate::model::structural::{Structural, StructuralShape};

/// Returns the default of a node as it is served outside of metadata.
pub(super) fn served(schema: &Structural) -> Option<Value> {
    let given = schema.generic.default.as_ref()?;
    if !given.is_object() && !given.is_array() {
        return Some(given.clone());
    }
    let mut value = coerced(given.clone(), View::of(schema));
    prune(&mut value, View::of(schema));
    Some(value)
}

/// Returns a default inside the metadata of a resource as it is served; `None` if metadata has no such position.
pub(super) fn served_in_metadata(given: &Value, at: &At<'_>) -> Option<Value> {
    let anything = Structural::new(StructuralShape::Any);
    let resource = coerced(at.surround(given.clone()), View::resource(&anything));
    at.find(&resource).cloned()
}

fn coerced(mut value: Value, view: View<'_>) -> Value {
    // Dropping malformed members never fails.
    let _ = embedded::coerce(&mut value, view, None, OnMalformed::Drop);
    value
}
