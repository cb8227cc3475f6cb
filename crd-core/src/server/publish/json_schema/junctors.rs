//! Writes the keywords that restrict values, and `allOf`, `anyOf`, `oneOf` and `not`.

use serde_json::{Map, Value, json};

use super::options::{SchemaMembers, Writer};
use crate::model::structural::{NestedValidation, Structural, ValueValidation};

impl Writer {
    /// Adds the keywords of scalars and lists.
    pub(super) fn add_scalars(validation: &ValueValidation, schema: &mut SchemaMembers) {
        for (key, exclusive_key, bound, exclusive) in [
            (
                "minimum",
                "exclusiveMinimum",
                validation.minimum,
                validation.exclusive_minimum,
            ),
            (
                "maximum",
                "exclusiveMaximum",
                validation.maximum,
                validation.exclusive_maximum,
            ),
        ] {
            if let Some(bound) = bound.map(number) {
                schema.insert(if exclusive { exclusive_key } else { key }.into(), bound);
            }
        }
        let whole = validation.multiple_of.filter(|of| of.fract() == 0.0 && *of > 0.0);
        if let Some(of) = whole {
            schema.insert("multipleOf".into(), number(of));
        }
        insert(schema, "minLength", validation.min_length);
        insert(schema, "maxLength", validation.max_length);
        insert(schema, "minItems", validation.min_items);
        insert(schema, "maxItems", validation.max_items);
        if let Some(pattern) =
            crd_cel::regex::for_json_schema(&validation.pattern).filter(|text| !text.is_empty())
        {
            schema.insert("pattern".into(), pattern.into());
        }
        if let Some(values) = &validation.enum_ {
            schema.insert("enum".into(), values.clone().into());
        }
    }

    /// Returns the combinations of a node, each as a schema that must hold. Those that the server could
    /// evaluate differently, because it has set defaults before, are left out.
    pub(super) fn junctors(
        &self,
        validation: &ValueValidation,
        node: Option<&Structural>,
    ) -> Option<Vec<Value>> {
        let mut all = Vec::new();
        for nested in &validation.all_of {
            all.extend(self.exact(nested, node).map(Value::Object));
        }
        for (key, list) in [("anyOf", &validation.any_of), ("oneOf", &validation.one_of)] {
            if list.is_empty() {
                continue;
            }
            let branches: Option<Vec<Value>> = list
                .iter()
                .map(|nested| self.exact(nested, node).map(Value::Object))
                .collect();
            if let Some(branches) = branches {
                all.push(json!({key: branches}));
            }
        }
        if let Some(refused) = validation
            .not
            .as_deref()
            .and_then(|nested| self.exact(nested, node))
        {
            all.push(json!({"not": refused}));
        }
        (!all.is_empty()).then_some(all)
    }

    /// Returns a restriction that accepts exactly the same values as the server's; `None` if there is none.
    fn exact(&self, nested: &NestedValidation, node: Option<&Structural>) -> Option<SchemaMembers> {
        let validation = &nested.validation;
        let unclear = !validation.format.is_empty()
            || validation.multiple_of.is_some_and(|of| of.fract() != 0.0)
            || validation.unique_items
            || nested.closed
            || validation.min_properties.is_some()
            || validation.max_properties.is_some()
            || (!validation.pattern.is_empty()
                && crd_cel::regex::for_json_schema(&validation.pattern).is_none());
        if unclear {
            return None;
        }
        let mut schema = Map::new();
        Self::add_scalars(validation, &mut schema);
        let member = |name: &str| node.and_then(|node| node.member(name));
        let mut properties = Map::new();
        let mut all_of = Vec::new();
        for name in validation.required.iter().flatten() {
            let of = member(name);
            if of.is_some_and(|of| of.generic.default.is_some()) {
                return None;
            }
            // A null member is dropped before the server's check, unless it is nullable.
            if of.is_none_or(|of| !of.generic.nullable) {
                all_of.push(json!({"properties": {&**name: {"not": {"type": "null"}}}}));
            }
        }
        if let Some(required) = validation
            .required
            .as_ref()
            .filter(|required| !required.is_empty())
        {
            let names: Vec<Value> = required.iter().map(|name| Value::from(&**name)).collect();
            schema.insert("required".into(), names.into());
        }
        for (name, inner) in nested.properties.iter() {
            let of = member(name);
            if of.is_some_and(|of| of.generic.default.is_some() || has_defaults(of)) {
                return None;
            }
            let inner = self.exact(inner, of)?;
            // Null is dropped before the server's check, so it satisfies every restriction.
            let inner = if of.is_some_and(|of| of.generic.nullable) {
                Value::Object(inner)
            } else {
                json!({"anyOf": [{"type": "null"}, inner]})
            };
            properties.insert(name.to_owned(), inner);
        }
        if !properties.is_empty() {
            schema.insert("properties".into(), properties.into());
        }
        if let Some(items) = &nested.items {
            let of = node.and_then(Structural::items);
            if of.is_some_and(has_defaults) {
                return None;
            }
            schema.insert("items".into(), self.exact(items, of)?.into());
        }
        let wants_junctors = !validation.all_of.is_empty()
            || !validation.any_of.is_empty()
            || !validation.one_of.is_empty()
            || validation.not.is_some();
        if wants_junctors {
            let inner = self.junctors(validation, node).unwrap_or_default();
            let wanted = validation.all_of.len()
                + usize::from(!validation.any_of.is_empty())
                + usize::from(!validation.one_of.is_empty())
                + usize::from(validation.not.is_some());
            if inner.len() != wanted {
                return None;
            }
            all_of.extend(inner);
        }
        if !all_of.is_empty() {
            schema.insert("allOf".into(), all_of.into());
        }
        Some(schema)
    }
}

/// Checks whether the server sets a default at a node or below it.
fn has_defaults(node: &Structural) -> bool {
    node.any(&mut |inner| inner.generic.default.is_some())
}

pub(super) fn insert(schema: &mut SchemaMembers, key: &str, value: Option<i64>) {
    if let Some(value) = value {
        schema.insert(key.into(), value.into());
    }
}

/// Returns a number, without a fraction if it is whole, as readers expect it.
fn number(value: f64) -> Value {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the value is whole and within bounds"
    )]
    if value.fract() == 0.0 && value.abs() < 9e15 {
        Value::from(value as i64)
    } else {
        Value::from(value)
    }
}
