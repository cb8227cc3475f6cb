//! Pitfalls: parts of a rule that the server accepts but that are certain to fail.
//!
//! ```text
//! properties: {limit: {type: integer}}            `limit` is not required and has no default
//! rule: self.limit > 0                            fails for each object without `limit`: no such key
//! rule: !has(self.limit) || self.limit > 0        fine
//! ```
//!
//! Each int-or-string that a rule reads is assumed to be of one type and then of the other. Each field or element that a rule reads is assumed to be absent: the rule is evaluated with sets of outcomes (true,
//! false, error) in place of values, and if no outcome is true but an error is possible, the rule rejects each such
//! object. Unknown values may have any outcome, so findings are certain. Calls with constant arguments are evaluated.

mod absent;
#[cfg(feature = "eval")]
mod constants;
mod operations;
mod outcomes;
mod reader;
#[cfg(test)]
mod tests;
mod text_order;
mod types;

use crd_cel::Ast;
use crd_cel::ast::Span;
use crd_cel::facts::{ExpressionMistake, OldValue, mistaken_comparison, optional_mistake};
use serde_json::Value;

#[cfg(feature = "eval")]
pub(in crate::check) use self::constants::failing_call;
use self::outcomes::Assumption;
use self::reader::{NullComparison, RuleNode, RuleReader};
pub(in crate::check) use self::text_order::BY_CHARACTER;
use crate::KubeVersion;
use crate::model::field::{FieldPath, Path};
use crate::model::schema::{JsonSchemaProps, ValidationRule};
use crate::server::cel::SelfKind;
use crate::server::cel::tree;

/// A part of a rule that fails.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Pitfall {
    /// The path of the node that has the rule, below the root of the schema.
    pub path: FieldPath,
    /// The index among the rules of the node.
    pub index: usize,
    /// The place in the rule.
    pub span: Span,
    /// The kind of error.
    pub kind: PitfallKind,
}

impl Pitfall {
    /// Returns the pitfall of a node at a path, from that of an equal node with an empty path.
    pub(in crate::check) fn below(&self, path: &FieldPath) -> Pitfall {
        let mut pitfall = self.clone();
        let place = |below: &mut FieldPath| {
            below.segments.splice(..0, path.segments.iter().cloned());
        };
        place(&mut pitfall.path);
        match &mut pitfall.kind {
            PitfallKind::AbsentField { declared, .. }
            | PitfallKind::AbsentElement { declared, .. }
            | PitfallKind::IntOrString { declared, .. } => place(declared),
            PitfallKind::NegativeIndex { .. }
            | PitfallKind::DivisionByZero { .. }
            | PitfallKind::ConstantError { .. }
            | PitfallKind::TextOrder(_)
            | PitfallKind::NeverEqual { .. }
            | PitfallKind::Optional(_)
            | PitfallKind::Comparison(_)
            | PitfallKind::AmountOrder(_)
            | PitfallKind::Failing(_)
            | PitfallKind::FailingMessage(_) => {}
        }
        pitfall
    }
}

/// The kind of error with a part of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PitfallKind {
    /// A field that may be absent is read, and the rule fails if it is absent.
    AbsentField {
        /// The expression that reads it, such as `self.limit`.
        read: String,
        /// The name of the field.
        field: String,
        /// The path of the field's declaration, below the root of the schema.
        declared: FieldPath,
    },
    /// An element of a list, or the value of a key of a map, may be absent and is read, and the rule fails if it is absent.
    AbsentElement {
        /// The expression that reads it, such as `self.ports[0]`.
        read: String,
        /// The index or key, as the rule writes it.
        index: String,
        /// The list or map.
        collection: Collection,
        /// The path of the declaration of the list or map, below the root of the schema.
        declared: FieldPath,
    },
    /// An int-or-string is used as if it were of one type, and the rule fails if it has the other.
    IntOrString {
        /// The expression that fails, such as `self.port > 0`.
        operation: String,
        /// The value, such as `self.port`.
        value: String,
        /// The type with which it fails: `int` or `string`; `None` if it fails with both.
        fails_with: Option<&'static str>,
        /// The path of the value's declaration, below the root of the schema.
        declared: FieldPath,
    },
    /// An element of a list is read by a negative index, which no element has.
    NegativeIndex {
        /// The expression that reads it, such as `self.ports[-1]`.
        read: String,
    },
    /// A number is divided by the literal 0.
    DivisionByZero {
        /// The division, such as `self.a / 0`.
        division: String,
        /// The operator: `/` or `%`.
        operator: char,
    },
    /// A call fails because of its constant arguments, whatever the object is.
    ConstantError {
        /// The call, such as `quantity('5 GB')`.
        call: String,
        /// The function, such as `quantity`.
        function: String,
        /// The server's error.
        error: String,
    },
    /// The order of a text and a number, duration or version is compared, although texts are compared by their characters.
    TextOrder(TextOrder),
    /// A value is compared with a string or an integer that is not in its `enum`.
    NeverEqual {
        /// The string, or the integer in decimal digits.
        text: String,
        /// The string of the `enum` that is probably meant.
        near: Option<String>,
        /// The values of the `enum`.
        values: Vec<String>,
    },
    /// An optional is used as if it had a value.
    Optional(ExpressionMistake),
    /// A comparison is the same for every value, or compares other values than meant.
    Comparison(ExpressionMistake),
    /// The order of two amounts, such as quantities, is that of their characters.
    AmountOrder(ExpressionMistake),
    /// A part fails for a value that everything else admits.
    Failing(Failure),
    /// A part of the message expression fails for a value for which the rule is false, so that users see no message.
    FailingMessage(Failure),
}

/// The failure of a part of a rule for one value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Failure {
    /// The kind of the error.
    pub kind: FailureKind,
    /// The part, such as `self.limit`.
    pub part: String,
    /// The server's error.
    pub error: String,
    /// The value.
    pub value: Value,
    /// The value that it replaces, if the rule fails for an update.
    pub old: Option<Value>,
    /// The keys of the maps in these values.
    pub map_keys: Vec<String>,
}

/// The kind of the error of a part of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FailureKind {
    /// A field or the key of a map is absent.
    NoSuchKey,
    /// A list or a text has fewer elements.
    OutOfBounds,
    /// A number is divided by zero.
    DivisionByZero,
    /// A value has another type.
    NoSuchOverload,
    /// An optional has no value.
    NoValue,
}

/// The collection that an element is read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Collection {
    /// A list, with the minimum number of elements for the one that is read to exist.
    List(i64),
    /// A map.
    Map,
}

/// A comparison of the order of texts that are numbers, durations or versions.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TextOrder {
    /// The comparison, such as `self.window > '9m'`.
    pub comparison: String,
    /// The value, such as `self.window`.
    pub value: String,
    /// The operator between the value and the constant: `>`.
    pub operator: &'static str,
    /// The constant, such as `9m`.
    pub constant: String,
    /// A text that the schema admits, and for which the order of texts is the opposite of that of the numbers.
    pub example: String,
    /// What the constant is.
    pub kind: TextKind,
}

/// What a text is whose order is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextKind {
    /// A duration, such as `5s`.
    Duration,
    /// A duration or a quantity: minutes or thousandths, such as `5m`.
    Minutes,
    /// An integer, such as `9`.
    Integer,
    /// A quantity or another number, such as `500Mi`.
    Quantity,
    /// A version, such as `1.10`.
    Version,
    /// An IP address of version 4, such as `10.0.0.9`.
    Address,
}

/// Finds the pitfalls of all rules of a schema. The schema must be structural, and its rules must compile.
pub fn pitfalls(schema: &JsonSchemaProps, version: KubeVersion) -> Vec<Pitfall> {
    let mut found = Vec::new();
    let path = Path::root("openAPIV3Schema");
    visit(schema, version, &path, &mut Vec::new(), &mut found);
    found
}

/// The pitfalls of the rules of a node.
pub(in crate::check) struct NodePitfalls {
    pub(in crate::check) certain: Vec<Pitfall>,
    /// Other expressions that may fail for some values.
    #[cfg_attr(
        not(feature = "samples"),
        expect(dead_code, reason = "values are generated with this feature")
    )]
    pub(in crate::check) may_fail: Vec<FallibleExpression>,
}

/// An expression of a node that may fail for some values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::check) enum FallibleExpression {
    /// The rule with this index.
    Rule(usize),
    /// The message expression of the rule with this index.
    Message(usize),
}

#[cfg(feature = "samples")]
impl FallibleExpression {
    /// Returns the index of the rule.
    pub(in crate::check) fn index(self) -> usize {
        match self {
            FallibleExpression::Rule(index) | FallibleExpression::Message(index) => index,
        }
    }
}

/// Finds the pitfalls of the rules of a node. `above` are its ancestors, from the
/// root, and `path` is its path below the root.
pub(in crate::check) fn of_node(
    schema: &JsonSchemaProps,
    above: &[&JsonSchemaProps],
    path: &FieldPath,
    version: KubeVersion,
) -> NodePitfalls {
    let kind = match above {
        [] => SelfKind::Resource,
        _ => SelfKind::declared_by(schema),
    };
    let mut found = Vec::new();
    let mut may_fail = Vec::new();
    let rules = schema.rules();
    for (index, rule) in rules.iter().enumerate() {
        if let Some(ast) = tree(&rule.rule, version) {
            let of = AnalyzedRule {
                ast: &ast,
                node: RuleNode { schema, kind },
                above,
                rules,
                index,
                path,
            };
            let before = found.len();
            if check(&of, rule, version, &mut found) && found.len() == before {
                may_fail.push(FallibleExpression::Rule(index));
            }
        }
        if let Some(ast) = rule.only_message().and_then(|message| tree(message, version))
            && absent::may_fail(&ast, RuleNode { schema, kind })
        {
            may_fail.push(FallibleExpression::Message(index));
        }
    }
    NodePitfalls {
        certain: found,
        may_fail,
    }
}

/// Visits a node and those below it. The parser limits the depth of schemas.
fn visit<'s>(
    schema: &'s JsonSchemaProps,
    version: KubeVersion,
    path: &Path<'_>,
    above: &mut Vec<&'s JsonSchemaProps>,
    found: &mut Vec<Pitfall>,
) {
    if !schema.rules().is_empty() {
        found.extend(of_node(schema, above, &path.to_field_path(), version).certain);
    }
    above.push(schema);
    for (name, property) in schema.properties.iter().flat_map(crate::model::map::Map::iter) {
        let path = path.child("properties");
        visit(property, version, &path.key(name), above, found);
    }
    if let Some(values) = schema.additional_schema() {
        visit(values, version, &path.child("additionalProperties"), above, found);
    }
    if let Some(items) = schema.item_schema() {
        visit(items, version, &path.child("items"), above, found);
    }
    above.pop();
}

/// A rule that is analyzed.
struct AnalyzedRule<'a, 's> {
    ast: &'a Ast,
    node: RuleNode<'s>,
    /// The ancestors of its node, from the root.
    above: &'a [&'s JsonSchemaProps],
    rules: &'s [ValidationRule],
    /// Its index among the rules of the node.
    index: usize,
    /// The path of the node below the root of the schema.
    path: &'a FieldPath,
}

impl AnalyzedRule<'_, '_> {
    fn pitfall(&self, span: Span, kind: PitfallKind) -> Pitfall {
        Pitfall {
            path: self.path.clone(),
            index: self.index,
            span,
            kind,
        }
    }

    /// Returns the text of a part of the rule.
    fn text(&self, span: Span) -> String {
        self.ast.source().get(span.range()).unwrap_or_default().to_owned()
    }
}

/// Finds the pitfalls of a rule. Returns whether it may fail for some values.
fn check(
    of: &AnalyzedRule<'_, '_>,
    rule: &ValidationRule,
    version: KubeVersion,
    found: &mut Vec<Pitfall>,
) -> bool {
    let mut reader = RuleReader::new(of.ast, of.node, rule, Assumption::None);
    reader.rule();
    for never in reader.never_equal {
        let (text, near, values) = (never.text, never.near, never.values);
        found.push(of.pitfall(never.span, PitfallKind::NeverEqual { text, near, values }));
    }
    for mistake in reader.mistakes {
        found.push(of.pitfall(mistake.span, PitfallKind::Comparison(mistake)));
    }
    for mistake in reader.misordered {
        found.push(of.pitfall(mistake.span, PitfallKind::AmountOrder(mistake)));
    }
    for division in reader.divisions {
        let span = of.ast.node(division.node).span;
        let (division, operator) = (of.text(span), division.operator);
        found.push(of.pitfall(span, PitfallKind::DivisionByZero { division, operator }));
    }
    let of_null = reader
        .null_comparisons
        .iter()
        .find_map(|null| never_null(of, null));
    let compared = of_null.or_else(|| mistaken_comparison(of.ast, &reader.declared));
    if let Some(mistake) = compared {
        found.push(of.pitfall(mistake.span, PitfallKind::Comparison(mistake)));
    }
    for node in reader.negative_indices {
        let span = of.ast.node(node).span;
        found.push(of.pitfall(span, PitfallKind::NegativeIndex { read: of.text(span) }));
    }
    #[cfg(feature = "eval")]
    constants::check(of, version, found);
    let old = OldValue::of_flag(rule.optional_old_self);
    if let Some(mistake) = optional_mistake(of.ast, old) {
        found.push(of.pitfall(mistake.span, PitfallKind::Optional(mistake)));
    }
    text_order::check(of, &reader.ordered, found);
    let by_absence = absent::check(of, &reader.reads, version, found);
    let by_type = types::check(of, &reader.int_or_strings, version, found);
    // The evaluation with an absent field assumes that all of the elements lack it.
    let by_elements = reader.compares_elements && !reader.reads.is_empty();
    by_absence || by_type || by_elements || operations::may_fail(of.ast)
}

/// Returns that a value of an object is never null, unless the rule tests whether it is there.
fn never_null(of: &AnalyzedRule<'_, '_>, null: &NullComparison) -> Option<ExpressionMistake> {
    let span = of.ast.node(null.node).span;
    let value = of.text(of.ast.node(null.value).span);
    let test = format!("has({value})");
    if value == "oldSelf" {
        return Some(ExpressionMistake {
            span,
            message: format!(
                "`{}` is never true: a rule with `oldSelf` does not run when an object is created",
                of.text(span)
            ),
            label: "never true",
            help: "remove it; with `optionalOldSelf: true` the rule runs then, and `!oldSelf.hasValue()` is the test"
                .to_owned(),
        });
    }
    (!of.ast.source().contains(&test)).then(|| ExpressionMistake {
        span,
        message: format!("`{}` is never true: the server drops null", of.text(span)),
        label: "never true",
        help: if null.is_always_present {
            format!("remove it: `{value}` is never absent")
        } else {
            format!("write `!{test}`")
        },
    })
}

/// Whether a schema may require what a rule of a node below it reads.
pub(in crate::check) fn may_require(schema: &JsonSchemaProps) -> bool {
    junctors(schema).next().is_some()
}

pub(in crate::check::rules) fn junctors(schema: &JsonSchemaProps) -> impl Iterator<Item = &JsonSchemaProps> {
    let lists = [&schema.all_of, &schema.any_of, &schema.one_of];
    lists
        .into_iter()
        .flat_map(|list| list.iter().flatten())
        .chain(schema.not.as_deref())
}

fn children(schema: &JsonSchemaProps) -> impl Iterator<Item = &JsonSchemaProps> {
    let properties = schema.properties.iter().flat_map(crate::model::map::Map::iter);
    properties
        .map(|(_, property)| property)
        .chain(schema.item_schema())
        .chain(schema.additional_schema())
}
