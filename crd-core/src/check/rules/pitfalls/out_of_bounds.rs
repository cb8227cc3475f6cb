//! Comparisons that no value within the bounds of its schema satisfies.
//!
//! ```text
//! beds: {type: integer, maximum: 6}
//! rule: "!has(self.suite) || self.beds > 6"          never true
//! ```

use crd_cel::NodeId;
use crd_cel::facts::{ExpressionMistake, size_operand};

use super::AnalyzedRule;
use crate::model::schema::JsonSchemaProps;

/// A comparison of a number, or of the size of a value, with a constant.
pub(super) struct BoundedComparison<'s> {
    /// The comparison.
    pub(super) node: NodeId,
    /// The number or size.
    pub(super) value: NodeId,
    /// The schema of the number, or of the value whose size it is.
    pub(super) schema: &'s JsonSchemaProps,
    pub(super) is_size: bool,
    /// The operator between the value and the constant.
    pub(super) operator: &'static str,
    pub(super) constant: f64,
}

/// A bound: its keyword, its value, and whether the value itself is excluded.
#[derive(Clone, Copy)]
struct Bound(&'static str, f64, bool);

impl Bound {
    fn of_size(keyword: &'static str, size: Option<i64>) -> Option<Bound> {
        #[expect(clippy::cast_precision_loss, reason = "sizes are below 2^53")]
        size.map(|size| Bound(keyword, size as f64, false))
    }
}

impl BoundedComparison<'_> {
    /// Returns the lower and the upper bound of the value.
    fn bounds(&self) -> [Option<Bound>; 2] {
        let schema = self.schema;
        if !self.is_size {
            return [
                schema
                    .minimum
                    .map(|least| Bound("minimum", least, schema.exclusive_minimum)),
                schema
                    .maximum
                    .map(|most| Bound("maximum", most, schema.exclusive_maximum)),
            ];
        }
        match &*schema.type_ {
            "array" => [
                Bound::of_size("minItems", schema.min_items),
                Bound::of_size("maxItems", schema.max_items),
            ],
            "string" => [
                Bound::of_size("minLength", schema.min_length),
                Bound::of_size("maxLength", schema.max_length),
            ],
            _ => [
                Bound::of_size("minProperties", schema.min_properties),
                Bound::of_size("maxProperties", schema.max_properties),
            ],
        }
    }

    /// Returns the bound that makes the comparison false.
    fn broken(&self) -> Option<Bound> {
        let [least, most] = self.bounds();
        let above = most.filter(|Bound(_, most, excluded)| match self.operator {
            ">" => *most <= self.constant,
            ">=" | "==" => *most < self.constant || *excluded && *most <= self.constant,
            _ => false,
        });
        let below = least.filter(|Bound(_, least, excluded)| match self.operator {
            "<" => *least >= self.constant,
            "<=" | "==" => *least > self.constant || *excluded && *least >= self.constant,
            _ => false,
        });
        above.or(below)
    }
}

/// Returns the first comparison that is never true. A rule that is nothing else is reported as such, and authors of Go also test for 0
/// where a value may be absent.
pub(super) fn find(
    of: &AnalyzedRule<'_, '_>,
    comparisons: &[BoundedComparison<'_>],
) -> Option<ExpressionMistake> {
    let mut parts = comparisons
        .iter()
        .filter(|part| of.ast.root() != Some(part.node) && part.constant != 0.0);
    let (part, Bound(keyword, bound, _)) = parts.find_map(|part| Some((part, part.broken()?)))?;
    let span = of.ast.node(part.node).span;
    let value = size_operand(of.ast, part.value).unwrap_or(part.value);
    let value = of.text(of.ast.node(value).span);
    Some(ExpressionMistake {
        span,
        message: format!(
            "`{}` is never true: `{keyword}` of the schema is {bound}",
            of.text(span)
        ),
        label: "never true",
        help: format!("correct the number, or `{keyword}` of `{value}`"),
    })
}
