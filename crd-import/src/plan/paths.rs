//! Checks paths of printer columns and of the scale subresource. The derive rejects paths without a target, which occur in real CRDs.

use crd_core::crd::Version;
use crd_core::structural::{Additional, Structural, StructuralShape};

use crate::options::ImportOptions;
use crate::place::{SchemaPosition, SchemaStep};

/// What the derive follows the paths of a version through.
pub(super) struct PathTargets<'a> {
    pub(super) schema: &'a Structural,
    pub(super) status: Option<&'a Structural>,
    pub(super) place: &'a SchemaPosition,
    pub(super) options: &'a ImportOptions,
}

impl PathTargets<'_> {
    /// Whether a version has a path that the derive would reject.
    pub(super) fn are_loose(&self, version: &Version) -> bool {
        let columns = version.additional_printer_columns.iter().flatten();
        let mut columns = columns.map(|column| (&*column.json_path, &*column.type_));
        let scale = version
            .subresources
            .as_ref()
            .and_then(|subresources| subresources.scale.as_ref());
        let scale_is_loose = scale.is_some_and(|scale| {
            let replicas = [&*scale.spec_replicas_path, &*scale.status_replicas_path];
            // The server splits these paths at dots.
            let mut paths = replicas.into_iter().chain(scale.label_selector_path.as_deref());
            paths.any(|path| path.contains('['))
                || self.status.is_none()
                || replicas.iter().any(|path| !self.leads(path, "integer"))
                || scale
                    .label_selector_path
                    .as_deref()
                    .is_some_and(|path| !self.leads(path, "text"))
        });
        let mut selectable = version.selectable_fields.iter().flatten();
        scale_is_loose
            || columns.any(|(path, type_)| !self.leads(path, type_))
            || selectable.any(|path| !self.leads(path, "string"))
    }

    /// Whether a path leads to values that a column of the type can show, as far as this is known.
    fn leads(&self, path: &str, type_: &str) -> bool {
        let Some((first, after)) = path.strip_prefix('.').and_then(step) else {
            return false;
        };
        // The node so far, unless its schema is unknown.
        let mut node = match first {
            "metadata" => {
                return matches!(
                    after,
                    ".creationTimestamp" | ".name" | ".namespace" | ".generation"
                );
            }
            "apiVersion" | "kind" => None,
            "status" if self.status.is_none() => return false,
            _ => Some(self.schema),
        };
        let mut place = self.place.clone();
        let mut rest = path;
        while !rest.is_empty() {
            let brackets = rest
                .strip_prefix('[')
                .and_then(|brackets| brackets.split_once(']'));
            let next = if let Some((inside, after)) = brackets {
                rest = after;
                place = place.below(SchemaStep::Element);
                element(node, inside)
            } else {
                let Some((name, after)) = rest.strip_prefix('.').and_then(step) else {
                    return false;
                };
                rest = after;
                if node.is_some() && self.options.leaves_out(&place, name) {
                    return false;
                }
                place = place.member(name);
                member(node, name)
            };
            node = match next {
                Ok(next) => next,
                Err(NoMember) => return false,
            };
        }
        node.is_none_or(|node| shows(node, type_))
    }
}

/// A step of a path that selects nothing, or that is not understood here.
struct NoMember;

/// Splits off a plain name at the start of a path.
fn step(path: &str) -> Option<(&str, &str)> {
    let (name, rest) = path.split_at(path.find(['.', '[']).unwrap_or(path.len()));
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    (!name.is_empty() && name.chars().all(is_plain)).then_some((name, rest))
}

/// Returns the schema of a member; `None` if it is unknown.
fn member<'a>(node: Option<&'a Structural>, name: &str) -> Result<Option<&'a Structural>, NoMember> {
    let Some(node) = node else { return Ok(None) };
    let object = match &node.shape {
        StructuralShape::Object(object) => object,
        StructuralShape::Any => return Ok(None),
        _ => return Err(NoMember),
    };
    match (object.properties.get(name), &object.additional) {
        (Some(member), _) => Ok(Some(member)),
        (None, Some(Additional::Schema(values))) => Ok(Some(values)),
        (None, _) if node.preserve_unknown_fields && object.properties.is_empty() => Ok(None),
        (None, _) => Err(NoMember),
    }
}

/// Returns the schema of the elements that brackets select; `None` if it is unknown.
fn element<'a>(node: Option<&'a Structural>, inside: &str) -> Result<Option<&'a Structural>, NoMember> {
    let items = match node.map(|node| &node.shape) {
        None | Some(StructuralShape::Any) => None,
        Some(StructuralShape::Array(array)) => Some(&*array.items),
        Some(_) => return Err(NoMember),
    };
    if is_index(inside) || is_filter(inside, items) {
        Ok(items)
    } else {
        Err(NoMember)
    }
}

fn is_index(inside: &str) -> bool {
    inside == "*" || (!inside.is_empty() && inside.chars().all(|c| c.is_ascii_digit()))
}

/// Whether the text is a filter, such as `?(@.type=="Ready")`, whose member the elements have, if their schema is known.
fn is_filter(inside: &str, items: Option<&Structural>) -> bool {
    let condition = inside
        .strip_prefix("?(@.")
        .and_then(|rest| rest.strip_suffix(')'));
    let Some((name, value)) = condition.and_then(|condition| condition.split_once("==")) else {
        return false;
    };
    let value = value.trim();
    let is_text = ['"', '\'']
        .iter()
        .any(|quote| value.len() > 1 && value.starts_with(*quote) && value.ends_with(*quote));
    is_text
        && match items.map(|items| &items.shape) {
            None => step(name.trim()).is_some_and(|(_, rest)| rest.is_empty()),
            Some(StructuralShape::Object(object)) => object.properties.contains_key(name.trim()),
            Some(_) => false,
        }
}

fn shows(node: &Structural, type_: &str) -> bool {
    match (type_, &node.shape) {
        ("string", _) | (_, StructuralShape::Any) => true,
        ("boolean", shape) => *shape == StructuralShape::Boolean,
        ("integer" | "number", shape) => matches!(shape, StructuralShape::Integer | StructuralShape::Number),
        ("date" | "text", shape) => *shape == StructuralShape::String,
        _ => false,
    }
}
