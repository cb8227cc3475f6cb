//! LNT-34, LNT-35 and LNT-37 to LNT-39: rules without good messages, rules that are equivalent to a keyword, and rules with a
//! constant result.

mod as_schema;
mod impossible;
mod keyword;
mod messages;
mod patterns;
mod proof;
#[cfg(test)]
mod tests;
mod transitions;

use std::sync::atomic::Ordering::Relaxed;

use super::cel::below_root;
use super::judged::JudgedVersion;
use super::known_nodes::RuleResult;
use super::patterns::within_slashes;
use super::run::{LintRun, LintSet};
use super::walk::SchemaNode;
use crate::check::diagnose::cut;
use crate::check::joined_lines::JoinedLines;
use crate::check::place::node_at;
use crate::check::rules::report;
use crate::check::{codes, thousands};
use crate::model::field::{FieldPath, Path};
use crate::model::rules;
use crate::model::schema::{JsonSchemaProps, SchemaStep, ValidationRule};
use crate::server::cel::{EXPRESSION_LIMIT, RuleCost};

/// The codes that need the tree of a rule.
const OF_TREES: LintSet = LintSet::of(&[
    codes::RULE_SAYS_KEYWORD,
    codes::RULE_CONSTANT,
    codes::RULE_NEVER_TRUE,
]);

pub(super) fn check(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    let rules = node.schema.rules();
    if rules.is_empty() {
        return;
    }
    let list = node.path.child("x-kubernetes-validations");
    never_run(run, node);
    let version = run.judged.options.version;
    let known = run.has_any(OF_TREES).then(|| node.known(version)).flatten();
    let known = known.as_deref();
    let results = run.has_any(OF_TREES).then(|| proof::results(run, node, known));
    let is_anchored = known.is_some_and(|known| known.has_no_idle_quantifier.load(Relaxed));
    let mut found_none = run.has(codes::KEYWORD_DEAD);
    for (index, rule) in rules.iter().enumerate() {
        let path = list.index(index);
        messages::message(run, &path, rule);
        messages::placeholder(run, &path, rule);
        messages::path_in_quotes(run, &path, rule);
        messages::expression_as_message(run, &path, rule);
        messages::never_a_message(run, node, &path, rule);
        transitions::compared_key(run, node, &path, rule);
        transitions::never_created(run, node, &path, rule);
        joined_lines(run, &path, rule);
        let result = results
            .as_deref()
            .and_then(|results| results.get(index)?.as_ref());
        let is_mistaken = patterns::mistaken(run, &path, rule);
        if let Some(result) = result
            && !(is_mistaken && matches!(result, RuleResult::OfKeyword(_)))
            && !is_invalid(run, &path)
        {
            known_result(run, node, &path, rule, result);
        }
        let is_constant =
            result.is_some_and(|result| !matches!(result, RuleResult::OfKeyword(_) | RuleResult::Needs(_)));
        if !is_constant && !is_anchored {
            found_none &= !patterns::unanchored(run, &path, rule);
        }
        found_none &= !is_constant;
        transitions::optional_immutable(run, node, &path, rule);
        quantity(run, node, &path, rule);
        repeated(run, &path, rules.get(..index).unwrap_or_default(), rule);
    }
    if let Some(known) = known {
        known.has_no_idle_quantifier.store(found_none, Relaxed);
    }
}

/// Whether the server rejects the expression of a rule, which then needs no other finding.
fn is_invalid(run: &LintRun<'_>, rule: &Path<'_>) -> bool {
    let errors = run.judged.verdict.errors.iter().chain(run.judged.later);
    let mut errors = errors.filter(|error| error.rule == rules::CEL_13).peekable();
    if errors.peek().is_none() {
        return false;
    }
    let rule = rule.to_field_path();
    errors.any(|error| below_root(&error.field).starts_with(below_root(&rule)))
}

/// Reports rules about elements and values that never exist.
fn never_run(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    let Some(above) = node.above() else { return };
    let keyword = match node.step() {
        Some(SchemaStep::Items) if above.schema.max_items == Some(0) => "maxItems",
        Some(SchemaStep::AdditionalProperties) if above.schema.max_properties == Some(0) => "maxProperties",
        _ => return,
    };
    let message = format!("the rules of {} never run: `{keyword}` is 0", node.shown());
    run.report(
        codes::RULE_CONSTANT,
        &node.at("x-kubernetes-validations"),
        message,
    )
    .label("never run")
    .help("remove them, or correct the bound");
}

/// Reports a rule that occurs before in the same list, which rejects nothing more.
fn repeated(run: &mut LintRun<'_>, path: &Path<'_>, before: &[ValidationRule], rule: &ValidationRule) {
    let is_same = |other: &ValidationRule| {
        other.rule == rule.rule
            && other.field_path == rule.field_path
            && other.optional_old_self == rule.optional_old_self
    };
    let Some(first) = before.iter().position(is_same) else {
        return;
    };
    let message = format!(
        "`{}` is the same rule as number {} of the list, so it rejects nothing more",
        cut(&rule.rule, 60),
        first + 1
    );
    run.report(codes::RULE_CONSTANT, &path.child("rule").to_field_path(), message)
        .label("occurs twice")
        .help("remove one of the two, or correct it");
}

/// Reports a rule with a comment or a text that does not end with its line.
fn joined_lines(run: &mut LintRun<'_>, path: &Path<'_>, rule: &ValidationRule) {
    if !JoinedLines::may_be_in(&rule.rule) || !run.has(codes::RULE_LINES_JOINED) || is_invalid(run, path) {
        return;
    }
    let field = path.child("rule").to_field_path();
    let source = run.judged.source;
    let node = node_at(source.document, &field);
    if let Some(joined) = node.and_then(|node| JoinedLines::find(source.text, node)) {
        run.report(codes::RULE_LINES_JOINED, &field, joined.message().to_owned())
            .at(joined.span())
            .help(joined.help());
    }
}

/// Reports a rule with a result that is known, or that is equivalent to a keyword.
fn known_result(
    run: &mut LintRun<'_>,
    node: &SchemaNode<'_>,
    path: &Path<'_>,
    rule: &ValidationRule,
    result: &RuleResult,
) {
    let field = || path.child("rule").to_field_path();
    let shown = || cut(&rule.rule, 60);
    // The server runs no rule on null.
    let value = if node.schema.nullable {
        "value except null"
    } else {
        "value"
    };
    match result {
        RuleResult::True => {
            run.report(
                codes::RULE_CONSTANT,
                &field(),
                format!("`{}` is true for every value that the schema accepts", shown()),
            )
            .label("always true")
            .help("remove it, or correct it");
        }
        RuleResult::False => {
            let meant = meant_text(run, node, rule).or_else(|| impossible::help(run, node, rule));
            run.report(
                codes::RULE_NEVER_TRUE,
                &field(),
                format!(
                    "`{}` is false for every {value}, so the server rejects all of them",
                    shown()
                ),
            )
            .label("never true")
            .help(meant.unwrap_or_else(|| "correct the rule or the bounds".to_owned()));
        }
        RuleResult::FalseBeside => {
            run.report(
                codes::RULE_NEVER_TRUE,
                &field(),
                format!(
                    "`{}` is false for every {value} that satisfies the previous rules, so the server rejects all of them",
                    shown()
                ),
            )
            .label("contradicts the previous rules")
            .help("correct one of the rules");
        }
        RuleResult::FalseIfUnchanged { part, others } => {
            let part = part.as_ref().map_or_else(shown, |part| cut(part, 60));
            let others = others.as_ref().map_or_else(String::new, |others| {
                format!(" where `{}` is false", cut(others, 60))
            });
            run.report(
                codes::RULE_CONSTANT,
                &field(),
                format!(
                    "`{part}` is false for every update that does not change the value{others}, also if only labels or the status change"
                ),
            )
            .label("rejects unchanged values")
            .help("write `self == oldSelf || …`, or `==` or `>=` in place of `!=` or `>`");
        }
        RuleResult::Needs(name) => {
            if run.has_room(codes::RULE_SAYS_KEYWORD) {
                run.report(
                    codes::RULE_SAYS_KEYWORD,
                    &field(),
                    format!(
                        "`{}` is false without the optional `{name}`, so it is required",
                        shown()
                    ),
                )
                .help(format!(
                    "write `required: [{name}]`, or {} if it may be absent",
                    if_absent(&rule.rule, name)
                ));
            }
        }
        RuleResult::OfKeyword(better) => {
            if run.has_room(codes::RULE_SAYS_KEYWORD) {
                run.report(
                    codes::RULE_SAYS_KEYWORD,
                    &field(),
                    format!("`{}` is equivalent to `{better}`", shown()),
                )
                .help(format!(
                    "write `{better}`: it costs nothing, and clients and editors understand it"
                ));
            }
        }
    }
}

/// Returns what to write in place of a text that makes a rule false for every value: the kind or the `apiVersion` that objects have, or
/// a pattern without the slashes of JavaScript.
fn meant_text(run: &mut LintRun<'_>, node: &SchemaNode<'_>, rule: &ValidationRule) -> Option<String> {
    let ast = run.tree(&rule.rule)?;
    ast.ids().find_map(|id| {
        let (text, meant, help) = match patterns::literal_pattern(&ast, id) {
            Some(text) => {
                let written = ast.string_literal(text)?;
                let pattern = within_slashes(written)?;
                let help = format!("write the pattern without slashes: `'{pattern}'`");
                (text, pattern, help)
            }
            None => {
                let (_, &[one, other]) = ast.plain_call(id)? else {
                    return None;
                };
                let member = ast.source_of(one).strip_prefix("self.")?;
                let value = proof::of_object(run, node, member)?;
                ast.string_literal(other)?;
                let help = format!(
                    "`{member}` is always `'{value}'` here: correct the text, or remove the comparison"
                );
                (other, value, help)
            }
        };
        let written = ast.source_of(text);
        let rule = rule.rule.replacen(written, &format!("'{meant}'"), 1);
        (!proof::is_never_true(run, node, rule)).then_some(help)
    })
}

/// Returns the condition for a member that a rule needs: with `a && has(self.b)`, `b` is often needed only if `a` is true.
fn if_absent(rule: &str, name: &str) -> String {
    let condition = rule.trim_end().strip_suffix(&format!("&& has(self.{name})"));
    match condition.map(str::trim) {
        Some(condition) if !condition.contains("||") => {
            format!("`!({}) || has(self.{name})`", cut(condition, 60))
        }
        _ => format!("`!has(self.{name}) || …`"),
    }
}

/// Reports a string without a length limit that a rule parses as a quantity.
fn quantity(run: &mut LintRun<'_>, node: &SchemaNode<'_>, path: &Path<'_>, rule: &ValidationRule) {
    let is_open = |schema: &JsonSchemaProps| schema.x_int_or_string && schema.max_length.is_none();
    let mut properties = node
        .schema
        .properties
        .iter()
        .flat_map(crate::model::map::Map::values);
    let has_open = is_open(node.schema) || properties.any(is_open);
    if !has_open || !run.has(codes::QUANTITY_UNBOUNDED) || !rule.rule.contains("uantity(") {
        return;
    }
    let open = if is_open(node.schema) {
        Some(node.shown())
    } else {
        let mut properties = node
            .schema
            .properties
            .iter()
            .flat_map(crate::model::map::Map::iter);
        let open =
            properties.find(|(name, property)| is_open(property) && rule.rule.contains(&format!(".{name}")));
        open.map(|(name, _)| format!("`{name}`"))
    };
    if let Some(open) = open {
        let field = path.child("rule").to_field_path();
        run.report(
            codes::QUANTITY_UNBOUNDED,
            &field,
            format!("the rule reads {open}, a quantity of any length, which makes its estimated cost high"),
        )
        .help("set `maxLength: 64` on it");
    }
}

/// Reports rules with a cost near the limit.
pub(super) fn costs(run: &mut LintRun<'_>, version: &JudgedVersion<'_>) {
    let Some(schema) = version.version.openapi_schema() else {
        return;
    };
    let verdict = run.judged.verdict;
    if !run.has(codes::RULE_EXPENSIVE) || !verdict.errors.is_empty() {
        return;
    }
    let holder = version.path.child("schema").to_field_path();
    if run.judged.old.is_some() {
        // The validation of an update may leave out rules that the update does not change.
        for rule in report(schema, run.judged.options.version) {
            let mut field = holder.clone();
            let cost = rule.total();
            field.segments.extend(rule.path.segments);
            let field = field.child("x-kubernetes-validations").index(rule.index);
            expensive(run, &field.child("rule"), cost);
        }
        return;
    }
    let shared = Path::root("spec").child("validation").to_field_path();
    for RuleCost { field, cost } in &verdict.costly_rules {
        let own = field.segments.strip_prefix(&*holder.segments);
        // The server validates schemas that are equal in all versions once.
        let Some(below) = own.or_else(|| field.segments.strip_prefix(&*shared.segments)) else {
            continue;
        };
        let mut field = holder.clone();
        field.segments.extend_from_slice(below);
        expensive(run, &field, *cost);
    }
}

fn expensive(run: &mut LintRun<'_>, rule: &FieldPath, cost: u64) {
    if cost <= EXPRESSION_LIMIT / 10 || cost > EXPRESSION_LIMIT {
        return;
    }
    let part = cost * 100 / EXPRESSION_LIMIT;
    let message = format!(
        "the rule may cost {}, which is {part} % of the limit of a rule",
        thousands(cost)
    );
    run.report(codes::RULE_EXPENSIVE, rule, message).help(
        "limit the lists, maps and strings that the rule reads, and the lists and maps that contain its place, with \
            `maxItems`, `maxProperties` and `maxLength`; `crd-gen cost` shows the most expensive parts",
    );
}
