//! Finds bounds that bring an expensive rule within its budget: each is set in a copy of the schema, and the cost is
//! estimated again.
//!
//! ```text
//! list: {type: array, items: {type: string}}, rule: self.list.all(x, self.list.exists(y, x == y))
//! ->  `maxItems: 64` at `spec.list`
//! ```

use crd_cel::Purpose;
use crd_cel::ast::{Ast, Kind};
use crd_cel::cost::{self, Cost};

use super::node::context_at;
use super::report::{RuleReport, report_of};
use crate::KubeVersion;
use crate::model::field::{FieldPath, Segment};
use crate::model::schema::{JsonSchemaProps, ValidationRule};
use crate::model::sort::{sort, sort_by};
use crate::server::cel::{CelContext, Compiler, EXPRESSION_LIMIT, RuleOptions};
use crd_cel::escape;

/// The candidate values: round numbers, as people write them.
const LADDER: [i64; 45] = [
    1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 25, 32, 40, 50, 64, 80, 100, 128, 160, 200, 256, 320, 400, 512, 640,
    800, 1000, 1280, 1600, 2048, 2560, 3200, 4096, 5000, 6400, 8192, 10_000, 16_384, 32_768, 65_536, 100_000,
    200_000, 400_000, 800_000,
];
/// A single bound of at least this size is preferred to two bounds.
const COMFORTABLE: i64 = 16;
/// The same for bounds of strings: names, addresses and domains are at least as long.
const COMFORTABLE_LENGTH: i64 = 64;
/// The value whose effect is reported if no single bound is enough.
const TYPICAL: i64 = 64;
/// Maximum number of nodes that are tried.
const MAX_CANDIDATES: usize = 32;

/// Bounds to write into a schema, and the cost of the rule with them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Advice {
    /// The bounds, all of them to be set.
    pub bounds: Vec<Bound>,
    /// The estimated cost of the rule with these bounds, for all occurrences of its node.
    pub total: u64,
}

impl Advice {
    /// Whether the rule is then within the limit for one rule, [`EXPRESSION_LIMIT`].
    pub fn suffices(&self) -> bool {
        self.total <= EXPRESSION_LIMIT
    }

    /// Whether no bound is so low that real values may exceed it.
    fn is_comfortable(&self) -> bool {
        self.bounds.iter().all(|bound| match bound.keyword {
            "maxLength" => bound.value >= COMFORTABLE_LENGTH,
            _ => bound.value >= COMFORTABLE,
        })
    }

    /// Describes the bounds: `` `maxItems: 64` at `spec.listeners` and `maxLength: 64` at `spec.listeners[].name` ``.
    pub fn bounds_in_words(&self) -> String {
        let words = self.bounds.iter().map(|bound| {
            let place = bound.path.short_node();
            format!("`{}: {}` at `{place}`", bound.keyword, bound.value)
        });
        words.collect::<Vec<_>>().join(" and ")
    }
}

/// A bound of one node.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Bound {
    /// The path of the node below the root of the schema.
    pub path: FieldPath,
    /// `maxItems`, `maxLength` or `maxProperties`.
    pub keyword: &'static str,
    /// The largest round number that is enough.
    pub value: i64,
}

/// Returns the best bounds for a rule: those that bring it within the budget with the largest possible values. For a rule
/// within the budget, the bound that lowers its cost most. `None` if there are none.
pub fn advice(schema: &JsonSchemaProps, rule: &RuleReport, version: KubeVersion) -> Option<Advice> {
    let expression = CostlyExpression {
        schema,
        rule,
        purpose: Purpose::Rule,
        version,
    };
    expression.bounds()
}

/// Returns a message expression for a rule, or another form of it that is within the budget; `None` if the server rejects it.
pub(in crate::check) fn accepted_message(
    schema: &JsonSchemaProps,
    path: &FieldPath,
    index: usize,
    source: &str,
    version: KubeVersion,
) -> Option<String> {
    let mut changed = schema.clone();
    let node = changed.at_mut(path.segments.get(1..)?)?;
    let validation = node.x_validations.as_mut()?.get_mut(index)?;
    validation.message_expression = source.into();
    let report = report_of(&changed, path, index, version)?;
    if report.message_error.is_some() {
        return None;
    }
    if report.message_cost.is_none_or(|cost| cost <= EXPRESSION_LIMIT) {
        return Some(source.to_owned());
    }
    let expression = CostlyExpression {
        schema: &changed,
        rule: &report,
        purpose: Purpose::MessageExpression,
        version,
    };
    expression.cheaper().map(|(written, _)| written)
}

/// A rule or message expression that costs more than the budget.
#[derive(Clone, Copy)]
pub(in crate::check) struct CostlyExpression<'a> {
    pub(in crate::check) schema: &'a JsonSchemaProps,
    pub(in crate::check) rule: &'a RuleReport,
    pub(in crate::check) purpose: Purpose,
    pub(in crate::check) version: KubeVersion,
}

impl<'a> CostlyExpression<'a> {
    /// Returns the best bounds for it, as [`advice`] does.
    pub(in crate::check) fn bounds(self) -> Option<Advice> {
        let path = self.rule.path.segments.get(1..)?;
        let mut trial = Trial {
            schema: self.schema.clone(),
            path,
            rule: self.schema.at(path)?.rules().get(self.rule.index)?,
            purpose: self.purpose,
            version: self.version,
        };
        let (before, cost) = trial.estimate()?;
        let mut candidates = Vec::new();
        for candidate in around(self.schema, path).chain(assumed(self.schema, path, &cost)) {
            add(&mut candidates, candidate);
        }
        if before <= EXPRESSION_LIMIT {
            return trial.lowest(&candidates, before);
        }
        // Within a list that has a bound, the estimate depends on the size of the elements too.
        for candidate in trial.assumed_within(&candidates) {
            add(&mut candidates, candidate);
        }
        let found = trial.within_budget(&candidates, before);
        if found.is_some() {
            return found;
        }
        // Existing bounds may be too high.
        bounded(self.schema, &mut path.to_vec(), &mut candidates);
        trial.within_budget(&candidates, before)
    }

    /// Returns it in a form that is within the budget, and the reason why that is cheaper.
    pub(in crate::check) fn cheaper(self) -> Option<(String, &'static str)> {
        let tree = self.tree()?;
        let forms = [
            (
                tree.with_formats(&["string"]),
                "the result of `string(…)` counts as being of any length, that of `format` does not",
            ),
            (
                tree.with_formats(&["string", "join"]),
                "the result of `join(…)` is as long as all of its elements may be, that of `format` counts as short",
            ),
            (tree.with_sums(), "lengths are cheaper to add than texts to join"),
            (
                tree.with_equality(),
                "`!=` counts values of this type as being of any length, `==` does not",
            ),
            (
                self.indexed(&tree),
                "a value of a map that is selected with a dot counts as being of any length",
            ),
        ];
        forms.into_iter().find_map(|(written, reason)| {
            let written = written?;
            (self.cost_of(&written)? <= EXPRESSION_LIMIT).then_some((written, reason))
        })
    }

    /// Returns it with `map['key']` for `map.key`.
    fn indexed(self, tree: &Ast) -> Option<String> {
        let mut selections: Vec<_> = tree
            .ids()
            .filter_map(|id| match tree.kind(id) {
                Kind::Select {
                    operand,
                    field,
                    test_only: false,
                } => Some((
                    tree.node(operand).span.end,
                    tree.node(id).span.end,
                    tree.text(field),
                )),
                _ => None,
            })
            .collect();
        sort_by(&mut selections, &|left, right| right.0.cmp(&left.0));
        selections.truncate(MAX_CANDIDATES);
        let source = self.source()?;
        let mut written = source.to_owned();
        for (start, end, key) in selections {
            let mut changed = written.clone();
            changed.replace_range(start as usize..end as usize, &format!("['{key}']"));
            // Fields of objects cannot be selected like this.
            if self.cost_of(&changed).is_some() {
                written = changed;
            }
        }
        (written != source).then_some(written)
    }

    fn tree(self) -> Option<Ast> {
        crd_cel::parse(self.source()?, self.version.compatibility()).ok()
    }

    fn source(self) -> Option<&'a str> {
        let node = self.schema.at(self.rule.path.segments.get(1..)?)?;
        let validation = node.rules().get(self.rule.index)?;
        Some(match self.purpose {
            Purpose::MessageExpression => &validation.message_expression,
            _ => &validation.rule,
        })
    }

    /// Returns the cost of an expression in its place; `None` if it does not compile.
    fn cost_of(self, written: &str) -> Option<u64> {
        let rule = self.rule;
        let mut changed = self.schema.clone();
        let node = changed.at_mut(rule.path.segments.get(1..)?)?;
        let validation = node.x_validations.as_mut()?.get_mut(rule.index)?;
        let is_message = self.purpose == Purpose::MessageExpression;
        if is_message {
            validation.message_expression = written.into();
        } else {
            validation.rule = written.into();
        }
        let report = report_of(&changed, &rule.path, rule.index, self.version)?;
        if is_message {
            report.message_cost
        } else {
            report.cost.as_ref().map(|_| report.total())
        }
    }
}

/// A node whose size a bound may limit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    path: Vec<Segment>,
    keyword: &'static str,
}

impl Candidate {
    fn of(schema: &JsonSchemaProps, path: &[Segment]) -> Option<Self> {
        let here = schema.at(path)?;
        let keyword = match &*here.type_ {
            "array" if here.item_schema().is_some() => "maxItems",
            "object" if here.additional_schema().is_some() => "maxProperties",
            "string" => "maxLength",
            _ if here.x_int_or_string => "maxLength",
            _ => return None,
        };
        Some(Candidate {
            path: path.to_vec(),
            keyword,
        })
    }

    fn bound(&self, value: i64) -> Bound {
        let root = Segment::Field("openAPIV3Schema".into());
        Bound {
            path: FieldPath {
                segments: std::iter::once(root).chain(self.path.iter().cloned()).collect(),
            },
            keyword: self.keyword,
            value,
        }
    }
}

fn slot<'s>(here: &'s mut JsonSchemaProps, keyword: &str) -> &'s mut Option<i64> {
    match keyword {
        "maxItems" => &mut here.max_items,
        "maxProperties" => &mut here.max_properties,
        _ => &mut here.max_length,
    }
}

/// Returns the lists and maps around the node.
fn around(schema: &JsonSchemaProps, path: &[Segment]) -> impl Iterator<Item = Candidate> {
    (0..path.len()).filter_map(|length| Candidate::of(schema, path.get(..length)?))
}

/// Returns the nodes without a bound for which the estimate assumed the maximum size.
fn assumed(schema: &JsonSchemaProps, path: &[Segment], cost: &Cost) -> Vec<Candidate> {
    let candidate = |below: &[cost::OwnedPathSegment]| {
        let mut path = path.to_vec();
        for segment in below {
            let here = schema.at(&path)?;
            match segment {
                cost::OwnedPathSegment::Field(escaped) => {
                    let mut names = here.properties.as_ref()?.keys();
                    let name = names.find(|name| escape(name).as_deref() == Some(escaped))?;
                    path.extend([Segment::Field("properties".into()), Segment::Key(name.into())]);
                }
                cost::OwnedPathSegment::Items | cost::OwnedPathSegment::Values => path.push(elements(here)?),
                cost::OwnedPathSegment::Keys => return None,
            }
        }
        Candidate::of(schema, &path)
    };
    cost.assumed
        .iter()
        .filter_map(|assumed| candidate(&assumed.path))
        .collect()
}

fn elements(here: &JsonSchemaProps) -> Option<Segment> {
    let name = if here.item_schema().is_some() {
        "items"
    } else {
        here.additional_schema()?;
        "additionalProperties"
    };
    Some(Segment::Field(name.into()))
}

/// Inserts a candidate in order, if it is not there yet.
fn add(candidates: &mut Vec<Candidate>, candidate: Candidate) {
    if let Err(place) = candidates.binary_search(&candidate) {
        candidates.insert(place, candidate);
    }
}

/// Finds every node at or below `path` that has a bound.
fn bounded(schema: &JsonSchemaProps, path: &mut Vec<Segment>, found: &mut Vec<Candidate>) {
    if found.len() >= MAX_CANDIDATES {
        return;
    }
    let Some(here) = schema.at(path) else { return };
    let is_bounded = here.max_items.is_some() || here.max_properties.is_some() || here.max_length.is_some();
    if is_bounded && let Some(candidate) = Candidate::of(schema, path) {
        add(found, candidate);
    }
    for name in here.properties.iter().flat_map(crate::model::map::Map::keys) {
        path.extend([Segment::Field("properties".into()), Segment::Key(name.into())]);
        bounded(schema, path, found);
        path.truncate(path.len() - 2);
    }
    if let Some(step) = elements(here) {
        path.push(step);
        bounded(schema, path, found);
        path.pop();
    }
}

/// A schema in which bounds are tried.
struct Trial<'a> {
    schema: JsonSchemaProps,
    path: &'a [Segment],
    rule: &'a ValidationRule,
    purpose: Purpose,
    version: KubeVersion,
}

impl Trial<'_> {
    /// Estimates the current cost of the rule, for all occurrences of its node, or that of its message expression.
    fn estimate(&self) -> Option<(u64, Cost)> {
        let root = CelContext::root(&self.schema, self.version);
        context_at(&root, self.path, &mut |context| {
            let types = context.types()?.ok()?;
            let decl = types.decl?;
            let compiled =
                Compiler::new(&types.declared, decl, context.version()).compile(self.rule, &RuleOptions::NEW);
            if self.purpose == Purpose::MessageExpression {
                let cost = compiled.message_cost?;
                return Some((cost.total.max, cost));
            }
            let cost = compiled.cost?;
            let occurrences = context.occurrences(types.declared.shortest(decl));
            Some((cost.total.max.saturating_mul(occurrences), cost))
        })?
    }

    /// Estimates the cost of the rule with a bound on each of these nodes; lower existing bounds are kept.
    fn with(&mut self, candidates: &[&Candidate], value: i64) -> Option<u64> {
        let mut before = Vec::new();
        for candidate in candidates {
            let slot = slot(self.schema.at_mut(&candidate.path)?, candidate.keyword);
            before.push(*slot);
            *slot = Some(slot.map_or(value, |present| present.min(value)));
        }
        let total = self.estimate().map(|(total, _)| total);
        for (candidate, before) in candidates.iter().zip(before) {
            *slot(self.schema.at_mut(&candidate.path)?, candidate.keyword) = before;
        }
        total
    }

    /// Returns the nodes for which the estimate assumes the maximum size once these nodes have a bound.
    fn assumed_within(&mut self, candidates: &[Candidate]) -> Vec<Candidate> {
        let before = self.schema.clone();
        for candidate in candidates {
            if let Some(here) = self.schema.at_mut(&candidate.path) {
                slot(here, candidate.keyword).get_or_insert(TYPICAL);
            }
        }
        let estimate = self.estimate();
        self.schema = before;
        estimate.map_or_else(Vec::new, |(_, cost)| assumed(&self.schema, self.path, &cost))
    }

    /// Finds the largest bound on all of these nodes that brings the rule within the budget.
    fn largest(&mut self, candidates: &[&Candidate]) -> Option<(i64, u64)> {
        let (mut low, mut high) = (0, LADDER.len());
        let mut found = None;
        while low < high {
            let middle = usize::midpoint(low, high);
            let value = *LADDER.get(middle)?;
            match self.with(candidates, value)? {
                total if total <= EXPRESSION_LIMIT => {
                    found = Some((value, total));
                    low = middle + 1;
                }
                _ => high = middle,
            }
        }
        found
    }

    /// Finds one bound that is enough, or else as few as possible.
    fn within_budget(&mut self, candidates: &[Candidate], before: u64) -> Option<Advice> {
        let mut best: Option<(i64, Advice)> = None;
        for candidate in candidates {
            if let Some((value, total)) = self.largest(&[candidate])
                && best.as_ref().is_none_or(|(known, _)| value > *known)
            {
                let bounds = vec![candidate.bound(value)];
                best = Some((value, Advice { bounds, total }));
            }
        }
        if best.as_ref().is_some_and(|(_, advice)| advice.is_comfortable()) {
            return best.map(|(_, advice)| advice);
        }
        let mut by_effect: Vec<(u64, &Candidate)> = candidates
            .iter()
            .map(|candidate| (self.with(&[candidate], TYPICAL).unwrap_or(before), candidate))
            .collect();
        sort(&mut by_effect);
        let ordered: Vec<&Candidate> = by_effect.into_iter().map(|(_, candidate)| candidate).collect();
        for count in 2..=ordered.len() {
            let together = ordered.get(..count)?;
            let Some((value, total)) = self.largest(together) else {
                continue;
            };
            if best.as_ref().is_none_or(|(known, _)| value > *known) {
                best = Some((value, self.needed(together, value, total)));
            }
            if best.as_ref().is_some_and(|(_, advice)| advice.is_comfortable()) {
                break;
            }
        }
        best.map(|(_, advice)| advice)
    }

    /// Drops the bounds that are not needed to bring the rule within the budget; `total` is the cost with all of them.
    fn needed(&mut self, together: &[&Candidate], value: i64, mut total: u64) -> Advice {
        let mut kept = together.to_vec();
        for candidate in together {
            let without: Vec<&Candidate> = kept.iter().copied().filter(|other| other != candidate).collect();
            if let Some(cost) = self.with(&without, value)
                && cost <= EXPRESSION_LIMIT
            {
                kept = without;
                total = cost;
            }
        }
        Advice {
            bounds: kept.iter().map(|candidate| candidate.bound(value)).collect(),
            total,
        }
    }

    /// Finds the bound of the typical size that lowers the cost most.
    fn lowest(&mut self, candidates: &[Candidate], before: u64) -> Option<Advice> {
        let tried = candidates
            .iter()
            .filter_map(|candidate| Some((self.with(&[candidate], TYPICAL)?, candidate)));
        let (total, candidate) = tried.min()?;
        (total < before).then(|| Advice {
            bounds: vec![candidate.bound(TYPICAL)],
            total,
        })
    }
}
