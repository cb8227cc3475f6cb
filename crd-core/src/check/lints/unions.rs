//! LNT-40: members that exclude each other, and LNT-07: unsatisfiable branches.
//!
//! ```text
//! oneOf: [{required: [a]}, {required: [b]}]
//! ```

use super::dead;
use super::descriptions::says_deprecated;
use super::run::{LintRun, LintSet};
use super::satisfiable::{self, Prover, asks_for_members, is_of_names};
use super::walk::SchemaNode;
use crate::check::codes;
use crate::check::diagnose::cut;
use crate::model::map::Map;
use crate::model::schema::JsonSchemaProps;

pub(super) fn check(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    let schema = node.schema;
    undeclared(run, node);
    let Some(branches) = schema.one_of.as_deref().filter(|branches| branches.len() > 1) else {
        by_rule(run, node);
        return;
    };
    let dead = dead_branches(run, node, branches);
    overlap(run, node, branches, &dead);
    // Each branch requires one member and has no other keyword.
    let members: Option<Vec<&str>> = branches.iter().map(only_member).collect();
    let Some(members) = members else { return };
    let required = schema.required.as_deref().unwrap_or_default();
    let path = node.path.child("required");
    for (index, name) in required.iter().enumerate() {
        if members.contains(&&**name) {
            run.report(
                codes::UNION_MEMBER_REQUIRED,
                &path.index(index).to_field_path(),
                format!("`{name}` is required, so `oneOf` rejects every other member"),
            )
            .label("a member of the union")
            .help("remove it from `required`; `oneOf` already requires one of the members");
        }
    }
    discriminator(run, node, "oneOf", &members);
}

/// Reports members that a branch requires or restricts and the schema does not declare.
fn undeclared(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    let schema = node.schema;
    let lists = [
        ("oneOf", schema.one_of.as_deref().unwrap_or_default()),
        ("anyOf", schema.any_of.as_deref().unwrap_or_default()),
        ("allOf", schema.all_of.as_deref().unwrap_or_default()),
        ("not", schema.not.as_deref().map_or(&[][..], std::slice::from_ref)),
    ];
    if lists.iter().all(|(_, branches)| branches.is_empty())
        || !run.has(codes::KEYWORD_DEAD)
        || !dead::is_closed(run, node)
    {
        return;
    }
    for (junctor, branches) in lists {
        for (index, branch) in branches.iter().enumerate() {
            let branches = node.path.child(junctor);
            let path = if junctor == "not" {
                branches
            } else {
                branches.index(index)
            };
            let shown = || match junctor {
                "not" => "the schema in `not`".to_owned(),
                _ => format!("branch {} of `{junctor}`", index + 1),
            };
            let required = branch.required.as_deref().unwrap_or_default();
            let of_required = required.iter().enumerate();
            let of_required = of_required.map(|(position, name)| (&**name, Some(position)));
            let restricted = branch.properties.iter().flat_map(Map::keys);
            let restricted = restricted.filter(|name| !required.iter().any(|other| **other == **name));
            let names = of_required.chain(restricted.map(|name| (name, None)));
            for (name, position) in names.filter(|(name, _)| dead::is_undeclared(node, name)) {
                let name_shown = cut(name, 60);
                let (field, message, otherwise) = match position {
                    Some(position) => (
                        path.child("required").index(position).to_field_path(),
                        format!(
                            "no value satisfies {}: `{name_shown}` is not declared, so the server drops it",
                            shown()
                        ),
                        "remove the branch",
                    ),
                    None => (
                        path.child("properties").key(name).to_field_path(),
                        format!(
                            "`{name_shown}` in {} restricts nothing: it is not declared, so the server drops it",
                            shown()
                        ),
                        "remove it here",
                    ),
                };
                let declared = schema.properties.iter().flat_map(Map::keys);
                run.report(codes::KEYWORD_DEAD, &field, message)
                    .label("declared nowhere")
                    .help(match crd_cel::nearest(name, declared) {
                        Some(meant) => {
                            format!("did you mean `{meant}`? If not, declare it under `properties`")
                        }
                        None => format!("declare it under `properties`, or {otherwise}"),
                    });
            }
        }
    }
}

/// Reports a union without a discriminator that is declared by a rule.
fn by_rule(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    if let Some(members) = node
        .schema
        .rules()
        .iter()
        .find_map(|rule| members_of_rule(&rule.rule))
    {
        discriminator(run, node, "x-kubernetes-validations", &members);
    }
}

/// Returns the members of which a rule requires exactly one, in the form that crd-gen or controller-gen generates.
fn members_of_rule(rule: &str) -> Option<Vec<&str>> {
    fn member(part: &str) -> Option<&str> {
        let name = part.trim().strip_prefix("has(self.")?.strip_suffix(')')?;
        (!name.contains(['(', ')', '.'])).then_some(name)
    }
    if let Some(sum) = rule.strip_suffix(" == 1")
        && sum.contains(" ? 1 : 0) + (")
    {
        let parts = sum.split(" + ");
        return parts
            .map(|part| member(part.strip_prefix('(')?.strip_suffix(" ? 1 : 0)")?))
            .collect();
    }
    let listed = rule
        .strip_prefix('[')?
        .strip_suffix("].filter(x,x==true).size() == 1")?;
    listed
        .contains(',')
        .then(|| listed.split(',').map(member).collect())?
}

/// Reports a union without a discriminator; `keyword` declares that exactly one of the members must be set.
fn discriminator(run: &mut LintRun<'_>, node: &SchemaNode<'_>, keyword: &str, members: &[&str]) {
    if node.is_imported() || !run.has(codes::UNION_WITHOUT_DISCRIMINATOR) {
        return;
    }
    let mut properties = node.schema.properties.iter().flat_map(Map::iter);
    let has_discriminator =
        properties.any(|(_, property)| property.enum_.is_some() && *property.type_ == *"string");
    // A deprecated alias of the only other member is no further case.
    let is_deprecated = |name: &str| {
        let member = node.schema.property(name);
        member.is_some_and(|member| says_deprecated(&member.description))
    };
    let cases = members.iter().filter(|name| !is_deprecated(name));
    if !has_discriminator && cases.count() > 1 {
        let message = format!(
            "{} is a union without a discriminator: old clients cannot detect that a new member is set",
            node.shown()
        );
        run.report(codes::UNION_WITHOUT_DISCRIMINATOR, &node.at(keyword), message)
            .help("add a required `type` whose `enum` has a value for each member");
    }
}

/// Returns the only member that a branch requires.
fn only_member(branch: &JsonSchemaProps) -> Option<&str> {
    let rest = JsonSchemaProps {
        required: None,
        properties: None,
        ..branch.clone()
    };
    match branch.required.as_deref()? {
        [name] if rest == JsonSchemaProps::default() => Some(name),
        _ => None,
    }
}

/// Reports branches of `oneOf` whose values all satisfy another branch too, so that they never match alone.
fn overlap(run: &mut LintRun<'_>, node: &SchemaNode<'_>, branches: &[JsonSchemaProps], dead: &[bool]) {
    if !run.has(codes::UNION_OVERLAP) {
        return;
    }
    let path = node.path.child("oneOf");
    for (index, branch) in branches.iter().enumerate() {
        let mut others = branches.iter().enumerate().filter(|(other, _)| *other != index);
        let is_dead = |branch: usize| dead.get(branch).copied().unwrap_or_default();
        let kept = node.kept_schema();
        let implied = others.find(|(other, wider)| {
            let prover = &mut run.prover;
            // Of two equal branches, the second is reported.
            implies(branch, wider) && (*other < index || !implies(wider, branch))
                || !is_dead(index)
                    && !is_dead(*other)
                    && is_within(prover, &kept, branch, wider)
                    && (*other < index || !is_within(prover, &kept, wider, branch))
        });
        if let Some((other, _)) = implied {
            let number = index + 1;
            let message = format!(
                "branch {} of `oneOf` also accepts every value of branch {number}, so branch {number} is \
                 never the only match",
                other + 1
            );
            run.report(codes::UNION_OVERLAP, &path.index(index).to_field_path(), message)
                .label("never the only match")
                .help("forbid in each branch the fields that the other requires, or use `anyOf`");
        }
    }
}

/// Reports branches that no value of the schema satisfies, and returns them.
fn dead_branches(run: &mut LintRun<'_>, node: &SchemaNode<'_>, branches: &[JsonSchemaProps]) -> Vec<bool> {
    const CODES: LintSet = LintSet::of(&[codes::KEYWORD_DEAD, codes::UNION_OVERLAP]);
    if !run.has_any(CODES) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for branch in branches {
        found.push(
            if asks_for_members(node.schema, branch) && node.schema.max_properties.is_none() {
                None
            } else {
                satisfiable::contradiction_in_branch(&mut run.prover, &node.kept_schema(), &[branch])
            },
        );
    }
    let dead = found.iter().map(Option::is_some).collect();
    if found.iter().all(Option::is_some) {
        // The schema itself is unsatisfiable, and is reported.
        return dead;
    }
    let path = node.path.child("oneOf");
    let is_closed = dead::is_closed(run, node);
    let is_reported = |branch: &JsonSchemaProps| {
        let mut required = branch.required.iter().flatten();
        is_closed && required.any(|name| dead::is_undeclared(node, name))
    };
    for (index, (found, branch)) in found.into_iter().zip(branches).enumerate() {
        if let Some(found) = found.filter(|_| !is_reported(branch)) {
            let message = format!(
                "no value satisfies branch {} of `oneOf`: {}",
                index + 1,
                found.why
            );
            run.report(codes::KEYWORD_DEAD, &path.index(index).to_field_path(), message)
                .label("never valid")
                .help("correct it, or remove it");
        }
    }
    dead
}

/// Whether each value that satisfies one branch satisfies the other, because no value satisfies only the first.
fn is_within(
    prover: &mut Prover,
    schema: &JsonSchemaProps,
    branch: &JsonSchemaProps,
    wider: &JsonSchemaProps,
) -> bool {
    if is_of_names(branch) && is_of_names(wider) {
        // The names have already been compared.
        return false;
    }
    let not_wider = JsonSchemaProps {
        not: Some(Box::new(wider.clone())),
        ..JsonSchemaProps::default()
    };
    satisfiable::contradiction_in_branch(prover, schema, &[branch, &not_wider]).is_some()
}

/// Whether each value that satisfies one schema certainly satisfies the other.
fn implies(one: &JsonSchemaProps, other: &JsonSchemaProps) -> bool {
    if one == other {
        return true;
    }
    // Only `required` is compared; all else must be equal.
    let rest = |schema: &JsonSchemaProps| JsonSchemaProps {
        required: None,
        ..schema.clone()
    };
    let mut asked = other.required.iter().flatten();
    let has = one.required.as_deref().unwrap_or_default();
    rest(one) == rest(other) && asked.all(|name| has.contains(name))
}

#[cfg(test)]
mod tests {
    use crate::check::test_manifest::widgets;
    use crate::check::{self, Options, codes};

    #[test]
    fn members_of_branches_that_are_not_declared() {
        for junctor in ["oneOf", "anyOf"] {
            let schema = format!(
                "a: {{type: object, properties: {{road: {{type: string}}, air: {{type: string}}}}, {junctor}: [{{required: [raod]}}, {{required: [air]}}]}}"
            );
            let text = widgets(&schema);
            let report = check::text(&text, &Options::default());
            let found: Vec<_> = report.findings.iter().map(|one| &one.diagnostic).collect();
            assert_eq!(found.len(), 1, "{found:?}");
            assert_eq!(found[0].code, codes::KEYWORD_DEAD);
            assert_eq!(
                found[0].help,
                ["did you mean `road`? If not, declare it under `properties`"]
            );
            assert_eq!(found[0].span.and_then(|span| span.slice(&text)), Some("raod"));
        }
    }
}
