//! Rules about the old value that never have the effect that their author intends.

use crd_cel::ast::NodeId;
use crd_cel::escape;
use crd_cel::facts::is_false_on_create;

use crate::check::advise::rule_at;
use crate::check::codes;
use crate::check::diagnose::cut;
use crate::check::lints::descriptions::says_deprecated;
use crate::check::lints::run::LintRun;
use crate::check::lints::walk::SchemaNode;
use crate::check::rules::is_accepted;
use crate::model::field::Path;
use crate::model::schema::ValidationRule;

/// Reports a comparison of a key of a list with its old value: elements with different keys are not compared.
pub(super) fn compared_key(
    run: &mut LintRun<'_>,
    node: &SchemaNode<'_>,
    path: &Path<'_>,
    rule: &ValidationRule,
) {
    if !run.has(codes::RULE_CONSTANT) || !rule.rule.contains("oldSelf") {
        return;
    }
    let is_map = |list: &&SchemaNode<'_>| list.schema.x_list_type.as_deref() == Some("map");
    // The rule is about the element, or about the key itself.
    let element = if node.name().is_some() {
        node.above()
    } else {
        Some(node)
    };
    let Some(list) = element.and_then(SchemaNode::above).filter(is_map) else {
        return;
    };
    let Some(ast) = run.tree(&rule.rule) else {
        return;
    };
    let text = |id: NodeId| ast.source_of(id);
    let member = |id: NodeId| -> Option<&str> {
        let Some(("_==_" | "_!=_", &[one, other])) = ast.plain_call(id) else {
            return None;
        };
        let of_old = |id: NodeId| text(id).strip_prefix("oldSelf");
        let (of, old) = match (of_old(one), of_old(other)) {
            (None, Some(old)) => (one, old),
            (Some(old), None) => (other, old),
            _ => return None,
        };
        text(of).strip_prefix("self").filter(|member| *member == old)
    };
    let key = |id: NodeId| {
        let member = member(id)?;
        let name = match node.name() {
            Some(name) => Some(name).filter(|_| member.is_empty()),
            None => member.strip_prefix('.'),
        };
        let mut keys = list.schema.x_list_map_keys.iter().flatten();
        let is_named = |key: &str, name: &str| key == name || escape(key).is_some_and(|key| key == *name);
        Some((id, keys.find(|key| name.is_some_and(|name| is_named(key, name)))?))
    };
    let Some((id, name)) = ast.ids().find_map(key) else {
        return;
    };
    let field = path.child("rule").to_field_path();
    let keys = list.schema.x_list_map_keys.iter().flatten();
    let of_list = still_there(keys.map(|key| &**key)).filter(|rule| {
        // The elements of the list are at `items`, and their properties two segments below.
        let below = if node.name().is_some() { 3 } else { 1 };
        rule_at(run.judged.crd, &field).is_some_and(|(schema, at, _)| {
            is_accepted(schema, &at.ancestor(below), rule, run.judged.options.version)
        })
    });
    let instead = match of_list {
        Some(rule) => format!("write the rule at the list: `{rule}`"),
        None => "remove the rule".to_owned(),
    };
    let help = format!("an element with another `{name}` is a new element; {instead}");
    run.report(
        codes::RULE_CONSTANT,
        &field,
        format!(
            "`{}` is the same for all elements: the server compares elements with equal keys",
            text(id)
        ),
    )
    .label("a key of the list")
    .help(help);
}

/// Returns the rule with which no element of a list with these keys can be removed: `oldSelf.all(x, self.exists(y, y.name == x.name))`.
fn still_there<'k>(keys: impl Iterator<Item = &'k str>) -> Option<String> {
    let equal = |key: &str| escape(key).map(|key| format!("y.{key} == x.{key}"));
    let equal: Option<Vec<String>> = keys.map(equal).collect();
    Some(format!("oldSelf.all(x, self.exists(y, {}))", equal?.join(" && ")))
}

/// Reports `self == oldSelf` on a property that can still be set and removed.
pub(super) fn optional_immutable(
    run: &mut LintRun<'_>,
    node: &SchemaNode<'_>,
    path: &Path<'_>,
    rule: &ValidationRule,
) {
    if !run.has(codes::IMMUTABLE_OPTIONAL)
        || node.section == "status"
        || node.is_meta()
        || node.is_required()
        || node.schema.default.is_some()
    {
        return;
    }
    let Some(name) = node.name().filter(|_| rule.is_immutability()) else {
        return;
    };
    if guarded_above(node, name) {
        return;
    }
    let Some(member) = escape(name) else {
        return;
    };
    // Whoever removes a deprecated field does what its description asks for.
    if says_deprecated(&node.schema.description) {
        return;
    }
    // The message may say that the field can be set later.
    let message = rule.message.to_ascii_lowercase();
    let may_be_set = ["once", "after it is set", "after being set"]
        .iter()
        .any(|words| message.contains(words));
    let still_there = format!("!has(oldSelf.{member}) || has(self.{member})");
    let better = if may_be_set {
        format!("`{still_there}`")
    } else {
        format!(
            "`has(self.{member}) == has(oldSelf.{member})`, or `{still_there}` if it may be set later, such as by a \
             controller"
        )
    };
    let when = if may_be_set {
        "removed"
    } else {
        "set later or removed"
    };
    let field = path.child("rule").to_field_path();
    run.report(
        codes::IMMUTABLE_OPTIONAL,
        &field,
        format!(
            "{} is optional, so this rule does not run when it is {when}",
            node.shown()
        ),
    )
    .label("runs only if both objects have the field")
    .help(format!("add this rule to the object that contains it: {better}"));
}

/// Reports a rule with an optional `oldSelf` that rejects every object that is created.
pub(super) fn never_created(
    run: &mut LintRun<'_>,
    node: &SchemaNode<'_>,
    path: &Path<'_>,
    rule: &ValidationRule,
) {
    if !run.has(codes::RULE_NEVER_TRUE)
        || rule.optional_old_self != Some(true)
        || !is_in_every_object(node)
        || !run.tree(&rule.rule).is_some_and(|ast| is_false_on_create(&ast))
    {
        return;
    }
    let with_it = if node.is_root() {
        String::new()
    } else {
        format!(" with {}", node.shown())
    };
    run.report(
        codes::RULE_NEVER_TRUE,
        &path.child("rule").to_field_path(),
        format!(
            "`{}` is false without an old value, so no object{with_it} can be created",
            cut(&rule.rule, 60)
        ),
    )
    .label("rejects every new object")
    .help("write `!oldSelf.hasValue() || …`, which accepts new objects");
}

/// Whether a node has a value in every object, or in every object that is of use: the spec.
fn is_in_every_object(node: &SchemaNode<'_>) -> bool {
    match node.above() {
        None => true,
        Some(above) => {
            node.section != "status"
                && (node.is_section("spec") || node.is_required() && is_in_every_object(above))
        }
    }
}

/// Whether a rule of an ancestor compares with the old object, and contains the name or that of a node on the path to it.
fn guarded_above(node: &SchemaNode<'_>, name: &str) -> bool {
    let mut below = name;
    let mut above = node.above();
    while let Some(here) = above {
        let mut rules = here.schema.rules().iter();
        if rules.any(|rule| rule.is_transition() && (rule.rule.contains(below) || !rule.rule.contains('.'))) {
            return true;
        }
        below = here.name().unwrap_or(below);
        above = here.above();
    }
    false
}

#[cfg(test)]
mod tests {
    use crate::check::test_manifest::{widgets, with_profile};
    use crate::check::{self, LintProfile, codes};

    #[test]
    fn optional_fields_that_are_immutable() {
        const BOTH: &str = "add this rule to the object that contains it: `has(self.zone) == has(oldSelf.zone)`, or \
            `!has(oldSelf.zone) || has(self.zone)` if it may be set later, such as by a controller";
        const ONCE_SET: &str =
            "add this rule to the object that contains it: `!has(oldSelf.zone) || has(self.zone)`";
        for (message, expected) in [("is immutable", BOTH), ("is immutable once set", ONCE_SET)] {
            let zone = format!(
                "zone: {{type: string, maxLength: 5, x-kubernetes-validations: [{{rule: self == oldSelf, message: {message}}}]}}"
            );
            for text in [
                widgets(&zone),
                widgets(&format!("spec: {{type: object, properties: {{{zone}}}}}")),
            ] {
                let report = check::text(&text, &with_profile(LintProfile::Conventions));
                let mut found = report.findings.iter().map(|finding| &finding.diagnostic);
                let found = found.find(|one| one.code == codes::IMMUTABLE_OPTIONAL);
                assert_eq!(found.map(|one| &*one.help[0]), Some(expected), "{text}");
            }
        }
    }
}
