//! Reports the cost of each rule of a schema, for tools.

use crd_cel::Purpose;
use crd_cel::ast::Span;
use crd_cel::cost::Cost;

use super::node::context_at;
use crate::KubeVersion;
use crate::model::field::{ExpressionError, FieldPath, Path};
use crate::model::schema::{JsonSchemaProps, ValidationRule};
use crate::server::cel::{CelContext, Compiler, EXPRESSION_LIMIT, RuleOptions, occurrences_in_request};

/// One rule, as a server compiles a new rule.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RuleReport {
    /// The path of the node that has the rule, below the root of the schema.
    pub path: FieldPath,
    /// The index among the rules of the node.
    pub index: usize,
    /// The rule.
    pub rule: Box<str>,
    /// The compilation error; displays as the server's message.
    pub error: Option<ExpressionError>,
    /// The cost of one evaluation, if it compiles.
    pub cost: Option<ExpressionCost>,
    /// The compilation error of the `messageExpression`, if there is one and the rule compiles.
    pub message_error: Option<ExpressionError>,
    /// The cost of the `messageExpression`, which counts once per rule, regardless of the occurrences of its node.
    pub message_cost: Option<u64>,
    /// Maximum number of occurrences of the node in an object, by the schema's limits or by the size of a request.
    pub occurrences: u64,
    /// Whether the schema limits the occurrences.
    pub is_limited: bool,
    /// Maximum number of such nodes in a request.
    pub occurrences_in_request: u64,
}

impl RuleReport {
    /// Returns the cost of the rule: one evaluation for each occurrence of its node.
    pub fn total(&self) -> u64 {
        let cost = self.cost.as_ref().map_or(0, |cost| cost.max);
        cost.saturating_mul(self.occurrences)
    }
}

/// The maximum cost of one evaluation of an expression, and its reasons.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ExpressionCost {
    /// The maximum cost.
    pub max: u64,
    /// The most expensive loop or call: its place in the expression, and its cost.
    pub most_expensive: Option<(Span, u64)>,
    /// The values without a size limit, as paths such as `self.listeners[*].name`, with the size that was assumed.
    pub assumed: Vec<(String, u64)>,
}

/// Compiles every rule of a schema for a server of `version`. The schema must be structural. Rules on values without a
/// type do not compile.
pub fn report(schema: &JsonSchemaProps, version: KubeVersion) -> Vec<RuleReport> {
    let mut reports = Vec::new();
    let path = Path::root("openAPIV3Schema");
    visit(&CelContext::root(schema, version), &path, &mut reports);
    reports
}

/// Returns the report of one rule: the `index`th of the node at `path`, as in [`RuleReport`].
pub fn report_of(
    schema: &JsonSchemaProps,
    path: &FieldPath,
    index: usize,
    version: KubeVersion,
) -> Option<RuleReport> {
    let mut reports = Vec::new();
    let root = CelContext::root(schema, version);
    context_at(&root, path.segments.get(1..)?, &mut |context| {
        node(context, path, &mut reports);
    })?;
    reports.into_iter().nth(index)
}

/// Whether the server accepts another rule at a node of a schema.
pub(in crate::check) fn is_accepted(
    schema: &JsonSchemaProps,
    path: &FieldPath,
    rule: &str,
    version: KubeVersion,
) -> bool {
    let mut changed = schema.clone();
    let Some(node) = changed.at_mut(path.segments.get(1..).unwrap_or_default()) else {
        return false;
    };
    node.x_validations = Some(vec![ValidationRule {
        rule: rule.into(),
        ..ValidationRule::default()
    }]);
    report_of(&changed, path, 0, version)
        .is_some_and(|report| report.error.is_none() && report.total() <= EXPRESSION_LIMIT)
}

fn visit(context: &CelContext<'_, '_>, path: &Path<'_>, reports: &mut Vec<RuleReport>) {
    let schema = context.schema();
    if !schema.rules().is_empty() {
        node(context, &path.to_field_path(), reports);
    }
    for (name, property) in schema.properties.iter().flat_map(crate::model::map::Map::iter) {
        visit(
            &context.property(name, property),
            &path.child("properties").key(name),
            reports,
        );
    }
    if let Some(values) = schema.additional_schema() {
        visit(
            &context.additional_properties(values),
            &path.child("additionalProperties"),
            reports,
        );
    }
    if let Some(items) = schema.item_schema() {
        visit(&context.items(items), &path.child("items"), reports);
    }
}

fn node(context: &CelContext<'_, '_>, path: &FieldPath, reports: &mut Vec<RuleReport>) {
    let rules = context.schema().rules();
    let typed = match context.types() {
        Some(Ok(types)) => types.decl.map(|decl| (types, decl)),
        _ => None,
    };
    let Some((types, decl)) = typed else {
        reports.extend(rules.iter().enumerate().map(|(index, rule)| RuleReport {
            path: path.clone(),
            index,
            rule: rule.rule.clone(),
            error: Some(ExpressionError::no_type(Purpose::Rule)),
            cost: None,
            message_error: None,
            message_cost: None,
            occurrences: context.occurrences(1),
            is_limited: context.is_limited(),
            occurrences_in_request: occurrences_in_request(1),
        }));
        return;
    };
    let compiler = Compiler::new(&types.declared, decl, context.version());
    let shortest = types.declared.shortest(decl);
    for (index, rule) in rules.iter().enumerate() {
        let compiled = compiler.compile(rule, &RuleOptions::NEW);
        reports.push(RuleReport {
            path: path.clone(),
            index,
            rule: rule.rule.clone(),
            error: compiled.error,
            cost: compiled.cost.as_ref().map(expression_cost),
            message_error: compiled.message_error,
            message_cost: compiled.message_cost.map(|cost| cost.total.max),
            occurrences: context.occurrences(shortest),
            is_limited: context.is_limited(),
            occurrences_in_request: occurrences_in_request(shortest),
        });
    }
}

pub(super) fn expression_cost(cost: &Cost) -> ExpressionCost {
    ExpressionCost {
        max: cost.total.max,
        most_expensive: cost.most_expensive(),
        assumed: cost
            .assumed
            .iter()
            .map(|assumed| (assumed.to_string(), assumed.size))
            .collect(),
    }
}
