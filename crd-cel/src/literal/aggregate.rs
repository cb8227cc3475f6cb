//! Checks that list and map literals contain values of one type.

use std::collections::BTreeSet;

use crate::CompatVersion;
use crate::ast::{Ast, EntryKey, Indices, Kind, NodeId};
use crate::checked::Checked;
use crate::issue::Issue;
use crate::mistake::{IssueKind, MismatchPlace, PanicCause};
use crate::proposal::converted;
use crate::types::{Type, TypeId};

use super::{issue, nodes_in_reading_order, push_children};

/// The last server that skips only the literals of the list that `format` receives, and not those inside
/// other expressions in it.
const LITERALS_OF_FORMAT_UNTIL: u8 = 30;

/// Checks the lists first and then the maps, skipping the arguments of `format`. Returns the issue on which the server panics.
pub(super) fn validate(
    checked: &Checked<'_>,
    compat: CompatVersion,
    issues: &mut Vec<Issue>,
) -> Option<Issue> {
    let ast = checked.ast();
    let nodes = if compat.server() <= LITERALS_OF_FORMAT_UNTIL {
        let exempt = literals_of_format(ast);
        let mut nodes = nodes_in_reading_order(ast, |_, _| false);
        nodes.retain(|node| !exempt.contains(node));
        nodes
    } else {
        nodes_in_reading_order(ast, is_format)
    };
    for &node in &nodes {
        if let Kind::List { elements, optional } = ast.kind(node)
            && let Some(panic) = list(checked, ast.nodes(elements), optional, issues)
        {
            return Some(panic);
        }
    }
    for &node in &nodes {
        if let Kind::Map(entries) = ast.kind(node)
            && let Some(panic) = map(checked, ast.entries(entries), issues)
        {
            return Some(panic);
        }
    }
    None
}

fn is_format(ast: &Ast, kind: Kind) -> bool {
    matches!(kind, Kind::Call { function, .. } if ast.text(function) == "format")
}

/// Returns the operands of calls of `format` that are list and map literals, and the literals directly in those.
fn literals_of_format(ast: &Ast) -> BTreeSet<NodeId> {
    let mut found = BTreeSet::new();
    let mut pending = Vec::new();
    for node in ast.ids() {
        if is_format(ast, ast.kind(node)) {
            push_children(ast, node, &mut pending);
        }
    }
    while let Some(node) = pending.pop() {
        if matches!(ast.kind(node), Kind::List { .. } | Kind::Map(_)) && found.insert(node) {
            push_children(ast, node, &mut pending);
        }
    }
    found
}

/// Reports the first element whose type differs from that of the first one.
fn list(
    checked: &Checked<'_>,
    elements: &[NodeId],
    optional: Indices,
    issues: &mut Vec<Issue>,
) -> Option<Issue> {
    let mut first = None;
    for (at, &element) in elements.iter().enumerate() {
        let found = if checked.ast().is_optional(optional, at) {
            match type_in_optional(checked, element) {
                Ok(found) => found,
                Err(panic) => return Some(panic),
            }
        } else {
            checked.type_id(element)
        };
        let expected = first.unwrap_or(found);
        first = Some(expected);
        if !is_equivalent(checked, expected, found) {
            let place = MismatchPlace::ListElement;
            issues.push(mismatch(checked, element, expected, found, place));
            return None;
        }
    }
    None
}

/// Reports every key and every value whose type differs from that of the first one.
fn map(checked: &Checked<'_>, entries: &[crate::ast::Entry], issues: &mut Vec<Issue>) -> Option<Issue> {
    let mut first = None;
    for entry in entries {
        let EntryKey::Expr(key) = entry.key else { continue };
        let key_type = checked.type_id(key);
        let value_type = if entry.optional {
            match type_in_optional(checked, entry.value) {
                Ok(value_type) => value_type,
                Err(panic) => return Some(panic),
            }
        } else {
            checked.type_id(entry.value)
        };
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
    None
}

/// Returns the value type of an optional entry, written with `?`. The server takes the parameter of the type
/// without checking the type, which may be `dyn` and have none.
#[expect(clippy::result_large_err, reason = "the error is reported, and rare")]
fn type_in_optional(checked: &Checked<'_>, node: NodeId) -> Result<TypeId, Issue> {
    let id = checked.type_id(node);
    match checked.get(id) {
        Type::Optional(inner) => Ok(inner),
        Type::Dyn | Type::Any => Err(issue(
            checked.ast(),
            node,
            IssueKind::ServerPanic(PanicCause::OptionalEntry),
            "runtime error: index out of range [0] with length 0".to_owned(),
        )),
        _ => Ok(id),
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
        help: converted(checked.ast(), node, checked.get(found), checked.get(expected)),
    };
    issue(checked.ast(), node, kind, message)
}

/// Checks whether two types are the same except for the names of type parameters.
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
