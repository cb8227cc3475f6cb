//! Defaulting (rules §7.3).

use serde_json::Value;

use super::embedded::{self, OnMalformed};
use super::prune::prune;
use super::view::View;
use crate::structural::Structural;

/// Fills in defaults wherever their parents are present, and puts defaults in the place of nulls that are not
/// nullable. Unknown fields in defaults are pruned, as a server does that serves a CRD (DFT-18).
pub(crate) fn default(value: &mut Value, schema: &Structural) {
    fill(value, View::resource(schema), Within::Object);
}

/// Whether defaults are pruned: those inside metadata are not.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    Object,
    Metadata,
}

fn fill(value: &mut Value, view: View<'_>, within: Within) {
    let schema = view.schema;
    match value {
        Value::Array(items) => {
            let Some(schema) = schema.items() else {
                return;
            };
            for item in items {
                if is_wrong_null(item, schema) {
                    *item = served(schema, within);
                }
                fill(item, View::of(schema), within);
            }
        }
        Value::Object(members) => {
            for (name, property) in schema.properties() {
                let wanting = property.generic.default.is_some()
                    && members
                        .get(name)
                        .is_none_or(|present| is_wrong_null(present, property));
                if wanting {
                    members.insert(name.to_owned(), served(property, inside(view, name, within)));
                }
            }
            for (name, member) in members.iter_mut() {
                let within = inside(view, name, within);
                if let Some(property) = schema.property(name) {
                    fill(member, View::of(property), within);
                } else if let Some(schema) = schema.additional_schema() {
                    if is_wrong_null(member, schema) {
                        *member = served(schema, within);
                    }
                    fill(member, View::of(schema), within);
                }
            }
        }
        _ => {}
    }
}

fn inside(view: View<'_>, name: &str, within: Within) -> Within {
    if view.is_meta(name) {
        Within::Metadata
    } else {
        within
    }
}

fn is_wrong_null(value: &Value, schema: &Structural) -> bool {
    value.is_null() && !schema.generic.nullable
}

/// The node's default as it is served; null if it has none.
fn served(schema: &Structural, within: Within) -> Value {
    let mut value = schema.generic.default.clone().unwrap_or(Value::Null);
    if within == Within::Object && (value.is_object() || value.is_array()) {
        let view = View::of(schema);
        // Dropping what is malformed never fails.
        let _ = embedded::coerce(&mut value, view, None, OnMalformed::Drop);
        prune(&mut value, view);
    }
    value
}
