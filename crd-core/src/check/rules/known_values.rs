//! What a schema says about the values that its rules see.

use crd_cel::facts::{ELEMENT, KnownValues, LIST_ELEMENT, MAP_VALUE, MemberPresence, ValueRange};

use crate::KubeVersion;
use crate::model::schema::{JsonSchemaProps, SchemaOrBool};

/// The values that a schema admits, on a server of a version.
pub(in crate::check) struct OfSchema<'s> {
    schema: &'s JsonSchemaProps,
    version: KubeVersion,
}

/// The first server on which objects with a null equal themselves.
const NULLS_ARE_EQUAL: u16 = 34;

impl<'s> OfSchema<'s> {
    pub(in crate::check) fn new(schema: &'s JsonSchemaProps, version: KubeVersion) -> Self {
        OfSchema { schema, version }
    }

    /// Returns the schema of `self`, or of a member of it, unless its values may be null or have different types.
    fn value(&self, of: &[&str]) -> Option<&'s JsonSchemaProps> {
        let found = self.declared(of)?;
        (!self.may_be_null(of) && !found.x_int_or_string).then_some(found)
    }

    fn declared(&self, of: &[&str]) -> Option<&'s JsonSchemaProps> {
        let member = |schema: &'s JsonSchemaProps, name: &&str| match (*name, map_values(schema)) {
            (LIST_ELEMENT, _) => schema.item_schema(),
            (ELEMENT, values) => schema.item_schema().or(values),
            (_, Some(values)) => Some(values),
            (MAP_VALUE, None) => None,
            (name, None) => schema.property(name),
        };
        of.iter().try_fold(self.schema, member)
    }

    /// Whether rules may see null in the place of a value: only in a list or a map. The server runs no rules on null, and a declared member that is
    /// null is absent for rules.
    fn may_be_null(&self, of: &[&str]) -> bool {
        let above = of.split_last().and_then(|(_, above)| self.declared(above));
        let element = above.and_then(|above| above.item_schema().or_else(|| map_values(above)));
        element.is_some_and(|values| values.nullable)
    }
}

/// Returns the schema of the values of a map.
fn map_values(schema: &JsonSchemaProps) -> Option<&JsonSchemaProps> {
    match &schema.additional_properties {
        Some(SchemaOrBool::Schema(values)) if schema.properties.is_none() => Some(values),
        _ => None,
    }
}

/// Whether rules never see null inside of a value.
fn has_no_null(schema: &JsonSchemaProps) -> bool {
    let has_none = |inner: &JsonSchemaProps| !inner.nullable && has_no_null(inner);
    let mut properties = schema.properties.iter().flat_map(crate::model::map::Map::values);
    let is_open = schema.x_preserve_unknown_fields == Some(true) || schema.x_embedded_resource;
    !is_open
        && !matches!(schema.additional_properties, Some(SchemaOrBool::Bool(true)))
        && properties.all(has_none)
        && schema.item_schema().is_none_or(has_none)
        && schema.additional_schema().is_none_or(has_none)
}

impl KnownValues for OfSchema<'_> {
    fn numbers(&self, of: &[&str]) -> Option<ValueRange> {
        numbers(self.value(of)?)
    }

    fn sizes(&self, of: &[&str]) -> Option<ValueRange> {
        sizes(self.value(of)?)
    }

    fn presence(&self, member: &[&str]) -> MemberPresence {
        let Some((name, above)) = member.split_last() else {
            return MemberPresence::Always;
        };
        let (Some(above), Some(schema)) = (self.declared(above), self.declared(member)) else {
            return MemberPresence::Unknown;
        };
        let mut required = above.required.iter().flatten();
        if self.may_be_null(member) {
            MemberPresence::Unknown
        } else if schema.nullable {
            MemberPresence::Sometimes
        } else if [LIST_ELEMENT, MAP_VALUE, ELEMENT].contains(name)
            || required.any(|required| **required == **name)
            // The default of the values of a map adds no keys.
            || schema.default.is_some() && map_values(above).is_none()
        {
            MemberPresence::Always
        } else {
            MemberPresence::Sometimes
        }
    }

    fn type_name(&self, of: &[&str]) -> Option<&'static str> {
        let schema = self.value(of)?;
        match &*schema.type_ {
            "integer" => Some("int"),
            "number" => Some("double"),
            "boolean" => Some("bool"),
            "array" => Some("list"),
            // Strings with some formats have types of their own.
            "string" if schema.format.is_empty() => Some("string"),
            _ => None,
        }
    }

    fn equals_itself(&self, of: &[&str]) -> bool {
        self.value(of)
            .is_some_and(|schema| self.version.minor() >= NULLS_ARE_EQUAL || has_no_null(schema))
    }

    fn boolean(&self, of: &[&str]) -> Option<bool> {
        let schema = self.value(of).filter(|schema| *schema.type_ == *"boolean")?;
        match schema.enum_.as_deref()? {
            [value] => value.as_bool(),
            _ => None,
        }
    }

    fn texts(&self, of: &[&str]) -> Option<Vec<String>> {
        let is_text = |schema: &&JsonSchemaProps| *schema.type_ == *"string" && schema.format.is_empty();
        let members = self.value(of).filter(is_text)?.enum_.as_ref()?.iter();
        members.map(|member| member.as_str().map(str::to_owned)).collect()
    }
}

/// Returns the range of the numbers that a schema admits.
pub(super) fn numbers(schema: &JsonSchemaProps) -> Option<ValueRange> {
    if *schema.type_ == *"number" {
        // The server cuts some bounds to integers.
        return Some(ValueRange::reals(
            schema.minimum.map_or(f64::NEG_INFINITY, f64::floor),
            schema.maximum.map_or(f64::INFINITY, f64::ceil),
        ));
    }
    if *schema.type_ != *"integer" {
        return None;
    }
    let step = |bound: Option<f64>, is_exclusive: bool| {
        let is_reached = is_exclusive && bound.is_some_and(|bound| bound.fract() == 0.0);
        if is_reached { 1.0 } else { 0.0 }
    };
    // The server cuts bounds to integers where it admits fractions at all.
    Some(ValueRange::integers(
        schema.minimum.map_or(f64::NEG_INFINITY, f64::trunc) + step(schema.minimum, schema.exclusive_minimum),
        schema.maximum.map_or(f64::INFINITY, f64::trunc) - step(schema.maximum, schema.exclusive_maximum),
    ))
}

/// Returns the range of the sizes of the strings, lists or maps that a schema admits.
#[expect(clippy::cast_precision_loss, reason = "bounds this large are never met")]
pub(super) fn sizes(schema: &JsonSchemaProps) -> Option<ValueRange> {
    let (least, most) = match &*schema.type_ {
        "string" => match schema.enum_.as_deref() {
            Some(texts) => lengths(texts),
            None => (schema.min_length, schema.max_length),
        },
        "array" => (schema.min_items, schema.max_items),
        "object" if schema.additional_properties.is_some() => (schema.min_properties, schema.max_properties),
        _ => return None,
    };
    Some(ValueRange::integers(
        least.map_or(0.0, |least| (least as f64).max(0.0)),
        most.map_or(f64::INFINITY, |most| most as f64),
    ))
}

/// Returns the lengths of the shortest and of the longest text among values.
fn lengths(values: &[serde_json::Value]) -> (Option<i64>, Option<i64>) {
    let texts = values.iter().filter_map(serde_json::Value::as_str);
    let lengths = texts.filter_map(|text| i64::try_from(text.chars().count()).ok());
    (lengths.clone().min(), lengths.max())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crd_cel::facts::{OldValue, RuleFacts, is_always_true};

    use super::*;

    #[test]
    fn results_that_the_schema_decides() {
        let size = |least, most| JsonSchemaProps {
            type_: "array".into(),
            min_items: least,
            max_items: most,
            ..JsonSchemaProps::default()
        };
        let text = JsonSchemaProps {
            type_: "string".into(),
            enum_: Some(vec!["a".into(), "de".into()]),
            ..JsonSchemaProps::default()
        };
        let number = JsonSchemaProps {
            type_: "integer".into(),
            minimum: Some(1.0),
            maximum: Some(10.0),
            ..JsonSchemaProps::default()
        };
        let object = |required: &[&str]| JsonSchemaProps {
            type_: "object".into(),
            properties: Some([("a", number.clone())].into_iter().collect()),
            required: Some(required.iter().map(|name| (*name).into()).collect()),
            ..JsonSchemaProps::default()
        };
        let nullable = JsonSchemaProps {
            nullable: true,
            ..number.clone()
        };
        let with_null = JsonSchemaProps {
            properties: Some([("a", nullable.clone())].into_iter().collect()),
            ..object(&["a"])
        };
        let map_with_null = JsonSchemaProps {
            type_: "object".into(),
            additional_properties: Some(SchemaOrBool::Schema(Box::new(nullable))),
            ..JsonSchemaProps::default()
        };
        let map_with_default = JsonSchemaProps {
            type_: "object".into(),
            additional_properties: Some(SchemaOrBool::Schema(Box::new(JsonSchemaProps {
                default: Some(5.into()),
                ..number.clone()
            }))),
            ..JsonSchemaProps::default()
        };
        for (rule, schema, expected) in vec![
            ("self.a <= 10", map_with_default.clone(), None),
            ("self.all(k, self[k] <= 10)", map_with_default, Some(true)),
            ("true", size(None, None), Some(true)),
            ("size(self) >= 0", size(None, None), Some(true)),
            (
                "self.filter(x, x > 1).size() < 0",
                size(Some(1), None),
                Some(false),
            ),
            (
                "self.filter(x, x > 1).size() > 5",
                size(None, Some(5)),
                Some(false),
            ),
            ("self.map(x, x + 1).size() < 1", size(Some(1), None), Some(false)),
            ("[1, 2].filter(x, x > 1).size() > 2", number.clone(), Some(false)),
            ("self.?a.orValue(5) > 10", object(&[]), Some(false)),
            ("self.?a.orValue(11) > 10", object(&[]), None),
            ("self.size() > 0", size(Some(1), None), Some(true)),
            ("self.size() > 0", size(None, Some(5)), None),
            ("self.size() > 5", size(None, Some(5)), Some(false)),
            ("self.size() > 2", text.clone(), Some(false)),
            ("self.size() == 1", text, None),
            ("!(self > 10)", number.clone(), Some(true)),
            ("self > 9", number.clone(), None),
            ("self >= 1 && self <= 10", number.clone(), Some(true)),
            ("self == 11 || self < 1", number.clone(), Some(false)),
            ("has(self.a)", object(&["a"]), Some(true)),
            ("has(self.a)", object(&[]), None),
            ("self.a > 0", object(&["a"]), Some(true)),
            ("self.a > 0", object(&[]), None),
            ("has(self.a)", with_null.clone(), None),
            ("!has(self.a)", with_null.clone(), None),
            ("self.a > 0", with_null.clone(), None),
            ("has(self.a) && self.a > 10", with_null.clone(), Some(false)),
            ("!has(self.a) && self.a > 0", with_null.clone(), Some(false)),
            ("!has(self.a) || self.a > 10", with_null, None),
            ("self.a > 10", map_with_null.clone(), None),
            ("self.a != 5 || self.a == 5", map_with_null, None),
        ] {
            let ast = Arc::new(crd_cel::parse(rule, KubeVersion::DEFAULT.compatibility()).unwrap());
            let values = OfSchema::new(&schema, KubeVersion::DEFAULT);
            let result = match RuleFacts::default().add(&ast, OldValue::Required, &values) {
                Some(_) => Some(false),
                None => is_always_true(&ast, &values).then_some(true),
            };
            assert_eq!(result, expected, "{rule}");
        }
    }
}
