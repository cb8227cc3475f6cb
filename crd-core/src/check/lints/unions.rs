//! LNT-40: members that exclude each other.
//!
//! ```text
//! oneOf: [{required: [a]}, {required: [b]}]
//! ```

use super::run::LintRun;
use super::walk::SchemaNode;
use crate::check::codes;
use crate::model::schema::JsonSchemaProps;

pub(super) fn check(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    let schema = node.schema;
    let Some(branches) = schema.one_of.as_deref().filter(|branches| branches.len() > 1) else {
        return;
    };
    overlap(run, node, branches);
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
                format!("`{name}` is required, so `oneOf` refuses every other member beside it"),
            )
            .label("a member of the union")
            .help("take it out of `required`; `oneOf` asks for one of the members already");
        }
    }
    if node.is_imported() || !run.has(codes::UNION_WITHOUT_DISCRIMINATOR) {
        return;
    }
    let mut properties = schema.properties.iter().flat_map(crate::model::map::Map::iter);
    let has_discriminator =
        properties.any(|(_, property)| property.enum_.is_some() && *property.type_ == *"string");
    if !has_discriminator {
        let message = format!(
            "{} is a union without a discriminator: old clients do not see that a new member is set",
            node.shown()
        );
        run.report(codes::UNION_WITHOUT_DISCRIMINATOR, &node.at("oneOf"), message)
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
fn overlap(run: &mut LintRun<'_>, node: &SchemaNode<'_>, branches: &[JsonSchemaProps]) {
    if !run.has(codes::UNION_OVERLAP) {
        return;
    }
    let path = node.path.child("oneOf");
    for (index, branch) in branches.iter().enumerate() {
        let implied = branches.iter().enumerate().find(|(other, wider)| {
            // Of two equal branches, the second is reported.
            *other != index && implies(branch, wider) && (*other < index || !implies(wider, branch))
        });
        if let Some((other, _)) = implied {
            let message = format!(
                "whatever branch {index} of `oneOf` admits, branch {other} admits too, so neither counts then"
            );
            run.report(codes::UNION_OVERLAP, &path.index(index).to_field_path(), message)
                .label("never the only one")
                .help("forbid in each branch what the other requires, or use `anyOf`");
        }
    }
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
