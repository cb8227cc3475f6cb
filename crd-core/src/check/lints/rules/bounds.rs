//! Finds rules with a constant result, by the bounds of the schema beside them.
//!
//! ```text
//! minItems: 1   size(self) > 0         true
//! maximum: 10   self > 10              false
//! required: [a] has(self.a)            true
//! ```

use crd_cel::Ast;
use crd_cel::ast::NodeId;
use crd_cel::certain::{KnownValues, ValueRange, certain_result};

use crate::model::schema::JsonSchemaProps;

/// Returns the result of an expression for every value of `self` that the schema admits; `None` if it is not known.
pub(super) fn result(ast: &Ast, id: NodeId, schema: &JsonSchemaProps) -> Option<bool> {
    certain_result(ast, id, &OfSchema(schema))
}

/// The values that a schema admits.
pub(super) struct OfSchema<'s>(pub(super) &'s JsonSchemaProps);

impl<'s> OfSchema<'s> {
    /// Returns the schema of `self`, or of a member of it that is always present.
    fn value(&self, of: &[&str]) -> Option<&'s JsonSchemaProps> {
        let member = |schema: &'s JsonSchemaProps, name: &&str| {
            is_present(schema, name).then(|| schema.property(name)).flatten()
        };
        let found = of.iter().try_fold(self.0, member);
        found.filter(|schema| !schema.nullable && !schema.x_int_or_string)
    }
}

impl KnownValues for OfSchema<'_> {
    fn integers(&self, of: &[&str]) -> Option<ValueRange> {
        numbers(self.value(of)?)
    }

    fn sizes(&self, of: &[&str]) -> Option<ValueRange> {
        sizes(self.value(of)?)
    }

    fn has(&self, member: &[&str]) -> bool {
        let Some((name, above)) = member.split_last() else {
            return true;
        };
        self.value(above).is_some_and(|above| is_present(above, name))
    }

    fn boolean(&self, of: &[&str]) -> Option<bool> {
        let schema = self.value(of).filter(|schema| *schema.type_ == *"boolean")?;
        match schema.enum_.as_deref()? {
            [value] => value.as_bool(),
            _ => None,
        }
    }

    fn texts(&self, of: &[&str]) -> Option<Vec<String>> {
        let schema = self.value(of).filter(|schema| *schema.type_ == *"string")?;
        let members = schema.enum_.as_ref()?.iter();
        members.map(|member| member.as_str().map(str::to_owned)).collect()
    }
}

/// Whether every value has a member.
fn is_present(schema: &JsonSchemaProps, name: &str) -> bool {
    let is_required = schema
        .required
        .iter()
        .flatten()
        .any(|required| **required == *name);
    let member = schema.property(name);
    member.is_some_and(|member| !member.nullable && (is_required || member.default.is_some()))
}

fn numbers(schema: &JsonSchemaProps) -> Option<ValueRange> {
    if *schema.type_ != *"integer" {
        return None;
    }
    let step = |is_exclusive: bool| if is_exclusive { 1.0 } else { 0.0 };
    // The server cuts bounds to integers where it admits fractions at all.
    let range = ValueRange {
        least: schema.minimum.map_or(f64::NEG_INFINITY, f64::trunc),
        most: schema.maximum.map_or(f64::INFINITY, f64::trunc),
    };
    let exclusive = |bound: Option<f64>, is_exclusive: bool| {
        step(is_exclusive && bound.is_some_and(|bound| bound.fract() == 0.0))
    };
    Some(ValueRange {
        least: range.least + exclusive(schema.minimum, schema.exclusive_minimum),
        most: range.most - exclusive(schema.maximum, schema.exclusive_maximum),
    })
}

#[expect(clippy::cast_precision_loss, reason = "bounds this large are never met")]
fn sizes(schema: &JsonSchemaProps) -> Option<ValueRange> {
    let (least, most) = match &*schema.type_ {
        "string" => (schema.min_length, schema.max_length),
        "array" => (schema.min_items, schema.max_items),
        "object" if schema.additional_properties.is_some() => (schema.min_properties, schema.max_properties),
        _ => return None,
    };
    Some(ValueRange {
        least: least.map_or(0.0, |least| (least as f64).max(0.0)),
        most: most.map_or(f64::INFINITY, |most| most as f64),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::KubeVersion;

    #[test]
    fn results_that_the_schema_decides() {
        let size = |least, most| JsonSchemaProps {
            type_: "array".into(),
            min_items: least,
            max_items: most,
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
        for (rule, schema, expected) in [
            ("true", size(None, None), Some(true)),
            ("size(self) >= 0", size(None, None), Some(true)),
            ("self.size() > 0", size(Some(1), None), Some(true)),
            ("self.size() > 0", size(None, Some(5)), None),
            ("self.size() > 5", size(None, Some(5)), Some(false)),
            ("!(self > 10)", number.clone(), Some(true)),
            ("self > 9", number.clone(), None),
            ("self >= 1 && self <= 10", number.clone(), Some(true)),
            ("self == 11 || self < 1", number.clone(), Some(false)),
            ("has(self.a)", object(&["a"]), Some(true)),
            ("has(self.a)", object(&[]), None),
            ("self.a > 0", object(&["a"]), Some(true)),
            ("self.a > 0", object(&[]), None),
        ] {
            let ast = crd_cel::parse(rule, KubeVersion::DEFAULT.compatibility()).unwrap();
            assert_eq!(result(&ast, ast.root().unwrap(), &schema), expected, "{rule}");
        }
    }
}
