//! Finds the position in a manifest for a path of the server.
//!
//! ```text
//! spec.validation.openAPIV3Schema.type   ->  spec.versions[0].schema.openAPIV3Schema.type, and the same of other versions
//! spec.version                           ->  spec.versions[0].name
//! ```

use crate::model::field::{FieldPath, Segment};
use crate::yaml::tree::{Entry, Node, Span, Value};

/// A position in a manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Place {
    /// The path in the manifest's spelling, even for missing parts.
    pub path: FieldPath,
    /// Span of the name of the member, unless it is a list element or the document itself.
    pub key: Option<Span>,
    /// Span of the value.
    pub value: Span,
    /// Whether the part itself exists; otherwise `key` and `value` are those of its nearest existing ancestor.
    pub exact: bool,
}

/// The positions in a manifest for a path of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Location {
    /// The position; for parts that are equal in all versions, the one in the first version.
    pub place: Place,
    /// The position of the hoisted part in each other version.
    pub others: Vec<Place>,
}

/// Finds the position in a manifest of `field`, a path in the server's internal spelling.
///
/// Parts that the server hoists out of the versions (`spec.validation`, `spec.subresources`, …) are found in
/// each version, unless a `v1beta1` manifest itself has them for all versions.
pub fn locate(document: &Node, field: &FieldPath) -> Location {
    let mut paths = manifest_paths(document, &field.segments).into_iter();
    let first = paths.next().unwrap_or_else(|| field.segments.clone());
    Location {
        place: place(document, first),
        others: paths.map(|path| place(document, path)).collect(),
    }
}

type Steps = Vec<Segment>;

fn field(name: &str) -> Segment {
    Segment::Field(name.into())
}

fn is_named(segment: &Segment, name: &str) -> bool {
    matches!(segment, Segment::Field(found) if **found == *name)
}

/// Returns the name of a struct field; empty for keys and indexes.
fn name(segment: Option<&Segment>) -> &str {
    match segment {
        Some(Segment::Field(name)) => name,
        _ => "",
    }
}

/// Returns the possible paths in the manifest for `steps`.
fn manifest_paths(document: &Node, steps: &[Segment]) -> Vec<Steps> {
    let api = match document.get("apiVersion").and_then(Node::as_str) {
        Some("apiextensions.k8s.io/v1beta1") => Api::V1beta1,
        _ => Api::V1,
    };
    match (name(steps.first()), name(steps.get(1))) {
        ("spec", "conversion") if api == Api::V1 => vec![conversion(steps)],
        ("spec", "version") if !is_top_level(document, "version") => {
            vec![vec![
                field("spec"),
                field("versions"),
                Segment::Index(0),
                field("name"),
            ]]
        }
        (
            "spec",
            member @ ("validation"
            | "schema"
            | "subresources"
            | "additionalPrinterColumns"
            | "selectableFields"),
        ) => {
            let rest = steps.get(2..).unwrap_or_default();
            if is_top_level(document, member) {
                return vec![printer_column(steps.to_vec(), api)];
            }
            let member = if member == "validation" { "schema" } else { member };
            let count = document
                .get("spec")
                .and_then(|spec| spec.get("versions")?.as_sequence())
                .map_or(1, |versions| versions.len().max(1));
            (0..count)
                .map(|index| {
                    let start = [
                        field("spec"),
                        field("versions"),
                        Segment::Index(index),
                        field(member),
                    ];
                    printer_column(start.into_iter().chain(rest.iter().cloned()).collect(), api)
                })
                .collect()
        }
        // The server creates the list of stored versions itself, from `spec.versions`.
        ("status", "storedVersions") => vec![vec![field("spec"), field("versions")]],
        _ => vec![printer_column(steps.to_vec(), api)],
    }
}

/// Checks whether the manifest has `member` for all versions, which only `v1beta1` allows.
fn is_top_level(document: &Node, member: &str) -> bool {
    document.get("spec").and_then(|spec| spec.get(member)).is_some()
}

/// Moves `webhookClientConfig` and `conversionReviewVersions` below `webhook`.
fn conversion(steps: &[Segment]) -> Steps {
    let mut out = Steps::new();
    for (position, step) in steps.iter().enumerate() {
        match name(Some(step)) {
            "webhookClientConfig" if position == 2 => {
                out.extend([field("webhook"), field("clientConfig")]);
            }
            "conversionReviewVersions" if position == 2 => {
                out.extend([field("webhook"), field("conversionReviewVersions")]);
            }
            _ => out.push(step.clone()),
        }
    }
    out
}

/// The API version of a manifest.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Api {
    V1,
    V1beta1,
}

/// Renames `JSONPath` of a printer column, which is `jsonPath` in `v1`.
fn printer_column(mut steps: Steps, api: Api) -> Steps {
    let in_columns = steps.len() > 2
        && steps
            .iter()
            .rev()
            .nth(2)
            .is_some_and(|step| is_named(step, "additionalPrinterColumns"));
    if let Some(last) = steps.last_mut()
        && in_columns
        && api == Api::V1
        && is_named(last, "JSONPath")
    {
        *last = field("jsonPath");
    }
    steps
}

/// Follows the path as far as it exists in the manifest.
fn place(document: &Node, path: Steps) -> Place {
    let mut node = document;
    let mut key = None;
    let mut exact = true;
    for step in &path {
        let next = match (step, &node.value) {
            (Segment::Index(index), Value::Sequence(items)) => items.get(*index).map(|item| (None, item)),
            (Segment::Field(name) | Segment::Key(name), Value::Mapping(mapping)) => mapping
                .get(name)
                .map(|Entry { key_span, value, .. }| (Some(*key_span), value)),
            _ => None,
        };
        let Some((span, next)) = next else {
            exact = false;
            break;
        };
        (key, node) = (span, next);
    }
    Place {
        path: FieldPath { segments: path },
        key,
        value: node.span,
        exact,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::field::Path;
    use crate::yaml::{Options, read};

    const MANIFEST: &str = "
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {annotations: {a.b/c: x}}
spec:
  conversion: {webhook: {clientConfig: {url: u}}}
  versions:
  - name: v1
    schema: {openAPIV3Schema: {type: object}}
    additionalPrinterColumns: [{jsonPath: .a}]
  - name: v2
    schema: {openAPIV3Schema: {type: object}}
    additionalPrinterColumns: [{jsonPath: .a}]
";

    fn check(path: &Path<'_>, expected: &[(&str, &str)]) {
        let read = read(MANIFEST.as_bytes(), Options::default());
        let location = locate(&read.documents[0].root, &path.to_field_path());
        let places = std::iter::once(&location.place).chain(&location.others);
        let found: Vec<_> = places
            .map(|place| {
                let Span { start, end } = place.value;
                let text = &MANIFEST[start as usize..end as usize];
                (place.path.to_string(), text.to_owned())
            })
            .collect();
        let expected: Vec<_> = expected
            .iter()
            .map(|(a, b)| ((*a).to_owned(), (*b).to_owned()))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn hoisted_parts_are_found_in_each_version() {
        let spec = Path::root("spec");
        let validation = spec.child("validation");
        let schema = validation.child("openAPIV3Schema");
        check(
            &schema.child("type"),
            &[
                ("spec.versions[0].schema.openAPIV3Schema.type", "object"),
                ("spec.versions[1].schema.openAPIV3Schema.type", "object"),
            ],
        );
        let columns = spec.child("additionalPrinterColumns");
        let column = columns.index(0);
        check(
            &column.child("JSONPath"),
            &[
                ("spec.versions[0].additionalPrinterColumns[0].jsonPath", ".a"),
                ("spec.versions[1].additionalPrinterColumns[0].jsonPath", ".a"),
            ],
        );
    }

    #[test]
    fn other_spellings() {
        let spec = Path::root("spec");
        check(&spec.child("version"), &[("spec.versions[0].name", "v1")]);
        let conversion = spec.child("conversion");
        let config = conversion.child("webhookClientConfig");
        check(
            &config.child("url"),
            &[("spec.conversion.webhook.clientConfig.url", "u")],
        );
        let metadata = Path::root("metadata");
        let annotations = metadata.child("annotations");
        check(&annotations.key("a.b/c"), &[("metadata.annotations[a.b/c]", "x")]);
        check(
            &metadata.child("name"),
            &[("metadata.name", "{annotations: {a.b/c: x}}")],
        );
    }
}
