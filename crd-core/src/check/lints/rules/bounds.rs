//! Finds rules with a constant result, by the bounds of the schema beside them.
//!
//! ```text
//! minItems: 1   size(self) > 0         true
//! maximum: 10   self > 10              false
//! required: [a] has(self.a)            true
//! ```
//!
//! Values that may be absent or null are not considered, since these cause an error and not a result.

use crd_cel::Ast;
use crd_cel::ast::{Kind, Literal, NodeId};

use super::{is_self, size_operand};
use crate::model::schema::JsonSchemaProps;

/// Returns the result of an expression for every value of `self` that the schema admits; `None` if it is not known.
pub(super) fn result(ast: &Ast, id: NodeId, schema: &JsonSchemaProps) -> Option<bool> {
    match ast.kind(id) {
        Kind::Literal(Literal::Bool(value)) => Some(value),
        Kind::Select {
            operand,
            field,
            test_only: true,
        } if is_self(ast, operand) => is_present(schema, ast.text(field)).then_some(true),
        Kind::Call {
            function,
            target,
            args,
        } => call(ast, schema, ast.text(function), target, ast.nodes(args)),
        _ => None,
    }
}

fn call(
    ast: &Ast,
    schema: &JsonSchemaProps,
    function: &str,
    target: Option<NodeId>,
    args: &[NodeId],
) -> Option<bool> {
    match (function, target, args) {
        ("!_", None, [one]) => result(ast, *one, schema).map(|value| !value),
        ("_&&_", None, [one, other]) => match (result(ast, *one, schema), result(ast, *other, schema)) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        },
        ("_||_", None, [one, other]) => match (result(ast, *one, schema), result(ast, *other, schema)) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (Some(false), Some(false)) => Some(false),
            _ => None,
        },
        (operator, None, [one, other]) => {
            let one = range(ast, *one, schema)?;
            let other = range(ast, *other, schema)?;
            compare(operator, one, other)
        }
        _ => None,
    }
}

/// The minimum and the maximum value of an expression.
#[derive(Clone, Copy, Debug)]
struct ValueRange {
    least: f64,
    most: f64,
}

impl ValueRange {
    /// Whether it contains only this number.
    fn is_at(self, number: f64) -> bool {
        self.least >= number && self.most <= number
    }
}

fn compare(operator: &str, one: ValueRange, other: ValueRange) -> Option<bool> {
    let certain = |always: bool, never: bool| match (always, never) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    };
    match operator {
        "_<_" => certain(one.most < other.least, one.least >= other.most),
        "_<=_" => certain(one.most <= other.least, one.least > other.most),
        "_>_" => certain(one.least > other.most, one.most <= other.least),
        "_>=_" => certain(one.least >= other.most, one.most < other.least),
        "_==_" => certain(
            one.is_at(other.least) && other.is_at(one.least),
            one.most < other.least || one.least > other.most,
        ),
        "_!=_" => compare("_==_", one, other).map(|equal| !equal),
        _ => None,
    }
}

/// Returns the range of numbers of an expression: a literal, a bounded number, or a size.
fn range(ast: &Ast, id: NodeId, schema: &JsonSchemaProps) -> Option<ValueRange> {
    if let Some(of) = size_operand(ast, id) {
        return sizes(value(ast, of, schema)?);
    }
    match ast.kind(id) {
        #[expect(
            clippy::cast_precision_loss,
            reason = "numbers that a float does not hold are passed over"
        )]
        Kind::Literal(Literal::Int(value)) if value.unsigned_abs() < 1 << 53 => Some(ValueRange {
            least: value as f64,
            most: value as f64,
        }),
        _ => numbers(value(ast, id, schema)?),
    }
}

/// Returns the schema of `self`, or of a member of it that is always present.
fn value<'s>(ast: &Ast, id: NodeId, schema: &'s JsonSchemaProps) -> Option<&'s JsonSchemaProps> {
    let found = match ast.kind(id) {
        _ if is_self(ast, id) => Some(schema),
        Kind::Select {
            operand,
            field,
            test_only: false,
        } if is_self(ast, operand) && is_present(schema, ast.text(field)) => schema.property(ast.text(field)),
        _ => None,
    };
    found.filter(|schema| !schema.nullable && !schema.x_int_or_string)
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
