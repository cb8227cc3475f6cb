//! What to correct in a rule that is never true.
//!
//! ```text
//! self.size > 100                        `maximum` of `size` is 60
//! size(self.list) > 20                   `maxItems` of `list` is 20
//! self.mode == 'A' && self.mode == 'B'   write `self.mode == 'A' || self.mode == 'B'`
//! ```

use crd_cel::ast::{Ast, Kind, Literal, NodeId};
use crd_cel::facts::{mirror, size_operand};

use crate::check::lints::run::LintRun;
use crate::check::lints::walk::SchemaNode;
use crate::model::schema::{JsonSchemaProps, ValidationRule};

/// Returns the bound in the schema that a comparison contradicts, or the operator that was meant.
pub(super) fn help(run: &mut LintRun<'_>, node: &SchemaNode<'_>, rule: &ValidationRule) -> Option<String> {
    let ast = run.tree(&rule.rule)?;
    match ast.plain_call(ast.root()?)? {
        ("_&&_", &[left, right]) => alternatives(&ast, left, right),
        (sign, &[left, right]) => contradicted(&ast, node.schema, sign, left, right)
            .or_else(|| contradicted(&ast, node.schema, mirror(sign), right, left)),
        _ => None,
    }
}

/// Returns `a == 'x' || a == 'y'` for two comparisons of a value with different literals.
fn alternatives(ast: &Ast, left: NodeId, right: NodeId) -> Option<String> {
    let compared = |node| match ast.plain_call(node) {
        Some(("_==_", &[value, other])) if matches!(ast.kind(other), Kind::Literal(_)) => {
            Some(ast.source_of(value))
        }
        _ => None,
    };
    (compared(left)? == compared(right)?)
        .then(|| format!("write `{} || {}`", ast.source_of(left), ast.source_of(right)))
}

/// Returns the bound of a field that makes a comparison with a number false for every value.
fn contradicted(
    ast: &Ast,
    schema: &JsonSchemaProps,
    sign: &str,
    value: NodeId,
    number: NodeId,
) -> Option<String> {
    let number = match ast.kind(number) {
        Kind::Literal(Literal::Int(_) | Literal::Double(_)) => ast.source_of(number).parse::<f64>().ok()?,
        _ => return None,
    };
    let counted = size_operand(ast, value);
    let path = ast.source_of(counted.unwrap_or(value)).strip_prefix("self.")?;
    let mut field = schema;
    for name in path.split('.') {
        field = field.property(name)?;
    }
    let name = path.rsplit('.').next()?;
    let (least, most) = match counted {
        Some(_) => of_size(field),
        None => (
            field.minimum.map(|bound| ("minimum", bound)),
            field.maximum.map(|bound| ("maximum", bound)),
        ),
    };
    let is_contradicted = |bound: f64, is_least: bool| match sign {
        "_>_" => !is_least && bound <= number,
        "_>=_" => !is_least && bound < number,
        "_<_" => is_least && bound >= number,
        "_<=_" => is_least && bound > number,
        "_==_" => {
            if is_least {
                bound > number
            } else {
                bound < number
            }
        }
        _ => false,
    };
    let (keyword, bound) = [(least, true), (most, false)]
        .into_iter()
        .find_map(|(bound, is_least)| bound.filter(|(_, bound)| is_contradicted(*bound, is_least)))?;
    Some(format!(
        "`{keyword}` of `{name}` is {bound}: correct the rule or the bound"
    ))
}

/// A keyword and its number.
type Bound = Option<(&'static str, f64)>;

/// Returns the bounds of the size of a text, list or map.
fn of_size(field: &JsonSchemaProps) -> (Bound, Bound) {
    let first = |bounds: [(&'static str, Option<i64>); 3]| {
        bounds
            .into_iter()
            .find_map(|(keyword, bound)| Some((keyword, f64::from(i32::try_from(bound?).ok()?))))
    };
    let least = first([
        ("minLength", field.min_length),
        ("minItems", field.min_items),
        ("minProperties", field.min_properties),
    ]);
    let most = first([
        ("maxLength", field.max_length),
        ("maxItems", field.max_items),
        ("maxProperties", field.max_properties),
    ]);
    (least, most)
}
