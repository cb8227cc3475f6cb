//! Elements of a list literal, keys and values of a map literal must have one type each.

use crate::ast::{EntryKey, Kind, NodeId};
use crate::checked::Checked;
use crate::issue::{Issue, IssueKind, Issues};
use crate::types::{Type, TypeId};
use crate::version::CompatVersion;

/// Reports mixed literals, except those anywhere in the arguments of `format` (from 1.29 on).
pub(super) fn homogeneous(checked: &Checked<'_>, version: CompatVersion, issues: &mut Issues) {
    let ast = checked.ast();
    let mut open: Vec<(NodeId, bool)> = ast.root().map(|root| (root, false)).into_iter().collect();
    while let Some((node, exempt)) = open.pop() {
        let kind = ast.kind(node);
        match kind {
            Kind::List { elements, optional } if !exempt => {
                list(
                    checked,
                    ast.nodes(elements),
                    ast.optional_indices(optional),
                    issues,
                );
            }
            Kind::Map(entries) if !exempt => {
                let mut first: Option<(TypeId, TypeId)> = None;
                for entry in ast.entries(entries) {
                    let EntryKey::Expr(key_node) = entry.key else {
                        continue;
                    };
                    let key = checked.type_id(key_node);
                    let value = element(checked, entry.value, entry.optional);
                    let Some((first_key, first_value)) = first else {
                        first = Some((key, value));
                        continue;
                    };
                    if !same(checked, first_key, key) {
                        mismatch(checked, key_node, first_key, key, issues);
                    }
                    if !same(checked, first_value, value) {
                        mismatch(checked, entry.value, first_value, value, issues);
                    }
                }
            }
            _ => {}
        }
        let exempt = exempt
            || matches!(kind, Kind::Call { function, .. } if version.has(29) && ast.text(function) == "format");
        ast.for_each_part(kind, |part| open.push((part, exempt)));
    }
}

fn list(checked: &Checked<'_>, elements: &[NodeId], optional: &[u32], issues: &mut Issues) {
    let mut first = None;
    for (at, &node) in (0u32..).zip(elements) {
        let ty = element(checked, node, optional.binary_search(&at).is_ok());
        let Some(first) = first else {
            first = Some(ty);
            continue;
        };
        if !same(checked, first, ty) {
            mismatch(checked, node, first, ty, issues);
            return;
        }
    }
}

/// The type an element has in its literal.
fn element(checked: &Checked<'_>, node: NodeId, optional: bool) -> TypeId {
    match checked.type_of(node) {
        Type::Optional(inner) if optional => inner,
        _ => checked.type_id(node),
    }
}

/// Types are the same, a value that may be null counting as one that may not.
fn same(checked: &Checked<'_>, left: TypeId, right: TypeId) -> bool {
    let plain = |id: TypeId| match checked.get(id) {
        Type::Wrapper(inner) => inner,
        _ => id,
    };
    plain(left) == plain(right)
}

fn mismatch(checked: &Checked<'_>, node: NodeId, expected: TypeId, found: TypeId, issues: &mut Issues) {
    let place = checked.ast().node(node);
    let (expected, found) = (checked.display(expected), checked.display(found));
    let message = format!("expected type '{expected}' but found '{found}'");
    let kind = IssueKind::TypeMismatch { expected, found };
    issues.push(Issue {
        kind,
        message,
        span: place.span,
        position: Some(place.position),
    });
}
