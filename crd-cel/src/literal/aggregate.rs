//! List and map literals hold values of one type.

use crate::ast::{EntryKey, Indices, Kind, NodeId};
use crate::checked::Checked;
use crate::issue::Issue;
use crate::mistake::{IssueKind, MismatchPlace};
use crate::types::{Type, TypeId};

use super::{issue, nodes_in_reading_order};

/// Looks at the lists first and then at the maps, leaving out the arguments of `format`.
pub(super) fn validate(checked: &Checked<'_>, issues: &mut Vec<Issue>) {
    let ast = checked.ast();
    let nodes = nodes_in_reading_order(ast, |ast, kind| match kind {
        Kind::Call { function, .. } => ast.text(function) == "format",
        _ => false,
    });
    for &node in &nodes {
        if let Kind::List { elements, optional } = ast.kind(node) {
            list(checked, ast.nodes(elements), optional, issues);
        }
    }
    for &node in &nodes {
        if let Kind::Map(entries) = ast.kind(node) {
            map(checked, ast.entries(entries), issues);
        }
    }
}

/// Reports the first element of another type than the first one.
fn list(checked: &Checked<'_>, elements: &[NodeId], optional: Indices, issues: &mut Vec<Issue>) {
    let mut first = None;
    for (at, &element) in elements.iter().enumerate() {
        let found = element_type(checked, element, checked.ast().is_optional(optional, at));
        let expected = first.unwrap_or(found);
        first = Some(expected);
        if !is_equivalent(checked, expected, found) {
            return issues.push(mismatch(
                checked,
                element,
                expected,
                found,
                MismatchPlace::ListElement,
            ));
        }
    }
}

/// Reports every key and every value of another type than the first one.
fn map(checked: &Checked<'_>, entries: &[crate::ast::Entry], issues: &mut Vec<Issue>) {
    let mut first = None;
    for entry in entries {
        let EntryKey::Expr(key) = entry.key else { continue };
        let key_type = checked.type_id(key);
        let value_type = element_type(checked, entry.value, entry.optional);
        let (expected_key, expected_value) = first.unwrap_or((key_type, value_type));
        first = Some((expected_key, expected_value));
        if !is_equivalent(checked, expected_key, key_type) {
            issues.push(mismatch(
                checked,
                key,
                expected_key,
                key_type,
                MismatchPlace::MapKey,
            ));
        }
        if !is_equivalent(checked, expected_value, value_type) {
            issues.push(mismatch(
                checked,
                entry.value,
                expected_value,
                value_type,
                MismatchPlace::MapValue,
            ));
        }
    }
}

fn element_type(checked: &Checked<'_>, node: NodeId, optional: bool) -> TypeId {
    let id = checked.type_id(node);
    match checked.get(id) {
        Type::Optional(inner) if optional => inner,
        _ => id,
    }
}

fn mismatch(
    checked: &Checked<'_>,
    node: NodeId,
    expected: TypeId,
    found: TypeId,
    place: MismatchPlace,
) -> Issue {
    let message = format!(
        "expected type '{}' but found '{}'",
        checked.display(expected),
        checked.display(found)
    );
    let kind = IssueKind::TypeMismatch {
        expected: checked.describe(expected),
        found: checked.describe(found),
        place,
    };
    issue(checked.ast(), node, kind, message)
}

/// Whether two types are the same but for the names of type parameters.
fn is_equivalent(checked: &Checked<'_>, left: TypeId, right: TypeId) -> bool {
    let mut pending = vec![(left, right)];
    while let Some((left, right)) = pending.pop() {
        if left == right {
            continue;
        }
        match (checked.get(left), checked.get(right)) {
            (Type::List(left), Type::List(right))
            | (Type::Optional(left), Type::Optional(right))
            | (Type::Wrapper(left), Type::Wrapper(right))
            | (Type::Type(Some(left)), Type::Type(Some(right))) => pending.push((left, right)),
            (Type::Map(left_key, left_value), Type::Map(right_key, right_value)) => {
                pending.push((left_key, right_key));
                pending.push((left_value, right_value));
            }
            (Type::Param(_) | Type::Var(_), Type::Param(_) | Type::Var(_)) => {}
            (left, right) if left == right => {}
            _ => return false,
        }
    }
    true
}
