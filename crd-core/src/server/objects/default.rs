//! Defaulting (rules PRN-03): `defaulting.Default` of the server.

use serde_json::Value;

use super::at::At;
use super::embedded::{self, OnMalformed};
use super::prune::prune;
use super::view::View;
use crate::model::structural::{Structural, StructuralShape};

/// Fills in defaults wherever their parents are present, and puts defaults in the place of nulls that are not
/// nullable. Defaults are pruned first, as a server does that serves a CRD (DFT-18).
pub(crate) fn default(value: &mut Value, schema: &Structural) {
    fill(value, View::resource(schema), None);
}

/// `in_metadata` is the place below the nearest resource, where it lies inside of its metadata.
fn fill(value: &mut Value, view: View<'_>, in_metadata: Option<&At<'_>>) {
    let schema = view.schema;
    match value {
        Value::Array(items) => {
            let Some(schema) = schema.items() else {
                return;
            };
            let at = in_metadata.map(|at| at.index(0));
            for item in items {
                if is_wrong_null(item, schema) {
                    *item = served(schema, at.as_ref()).unwrap_or(Value::Null);
                }
                fill(item, View::of(schema), at.as_ref());
            }
        }
        Value::Object(members) => {
            for (name, property) in schema.properties() {
                let wanting = property.generic.default.is_some()
                    && members
                        .get(name)
                        .is_none_or(|present| is_wrong_null(present, property));
                if wanting && let Some(default) = served(property, below(view, in_metadata, name).as_ref()) {
                    members.insert(name.to_owned(), default);
                }
            }
            for (name, member) in members.iter_mut() {
                let at = below(view, in_metadata, name);
                if let Some(property) = schema.property(name) {
                    fill(member, View::of(property), at.as_ref());
                } else if let Some(schema) = schema.additional_schema() {
                    if is_wrong_null(member, schema) {
                        *member = served(schema, at.as_ref()).unwrap_or(Value::Null);
                    }
                    fill(member, View::of(schema), at.as_ref());
                }
            }
        }
        _ => {}
    }
}

/// The place of a member, where it is inside of metadata.
fn below<'a>(view: View<'_>, in_metadata: Option<&'a At<'a>>, name: &'a str) -> Option<At<'a>> {
    const RESOURCE: &At<'static> = &At::ROOT;
    match in_metadata {
        _ if view.is_meta(name) => Some(RESOURCE.property(name)),
        _ if view.is_resource => None,
        Some(at) => Some(at.property(name)),
        None => None,
    }
}

fn is_wrong_null(value: &Value, schema: &Structural) -> bool {
    value.is_null() && !schema.generic.nullable
}

/// A node's default as it is served outside of metadata.
#[cfg(feature = "eval")]
pub(super) fn served_by(schema: &Structural) -> Option<Value> {
    served(schema, None)
}

/// The node's default as it is served: pruned, and inside of metadata as far as metadata has a place for it.
fn served(schema: &Structural, in_metadata: Option<&At<'_>>) -> Option<Value> {
    let given = schema.generic.default.as_ref()?;
    if let Some(at) = in_metadata {
        let anything = Structural::new(StructuralShape::Any);
        let resource = coerced(at.surround(given.clone()), View::resource(&anything));
        return at.find(&resource).cloned();
    }
    if !given.is_object() && !given.is_array() {
        return Some(given.clone());
    }
    let mut value = coerced(given.clone(), View::of(schema));
    prune(&mut value, View::of(schema));
    Some(value)
}

fn coerced(mut value: Value, view: View<'_>) -> Value {
    // Dropping what is malformed never fails.
    let _ = embedded::coerce(&mut value, view, None, OnMalformed::Drop);
    value
}
