//! Compares a schema with that of a known type.

use crd_core::structural::{Additional, Structural, StructuralShape};

use super::{Addition, KeptDescriptions, TemplateMetadata, properties};

/// Returns the merge keywords that a schema has in addition to a type; `None` if they differ in more than these and descriptions.
///
/// At the node itself, keywords that a field can set may also differ: rules, a default, an example.
pub(super) fn additions(node: &Structural, own: &Structural) -> Option<Vec<(String, Addition)>> {
    let StructuralShape::Object(object) = &node.shape else {
        return None;
    };
    if object.embedded_resource || node.misplaced.is_some() || node.validation != own.validation {
        return None;
    }
    let mut found = Vec::new();
    compare_children(node, own, "", &mut found).then_some(found)
}

/// Compares two descendants of the first nodes.
fn compare(node: &Structural, own: &Structural, path: &str, found: &mut Vec<(String, Addition)>) -> bool {
    if let Some(metadata) = template_metadata(node, own) {
        found.push((path.to_owned(), Addition::Metadata(metadata)));
        return true;
    }
    let (a, b) = (&node.generic, &own.generic);
    match (&a.default, &b.default) {
        (a, b) if a == b => {}
        (None, Some(_)) => found.push((path.to_owned(), Addition::NoDefault)),
        _ => return false,
    }
    (a.nullable, &a.title, &a.example, &a.external_docs)
        == (b.nullable, &b.title, &b.example, &b.external_docs)
        && node.validation == own.validation
        && node.rules == own.rules
        && node.misplaced == own.misplaced
        && compare_children(node, own, path, found)
}

/// Returns the metadata of a template, if the type has `ObjectMeta`.
fn template_metadata(node: &Structural, own: &Structural) -> Option<TemplateMetadata> {
    let (wanted, declared) = (properties(node), properties(own)?);
    if !declared.properties.contains_key("managedFields")
        || !declared.properties.contains_key("generateName")
        || wanted.is_some_and(|wanted| wanted.properties.len() == declared.properties.len())
    {
        return None;
    }
    let mut node = node.clone();
    node.generic.description = "".into();
    TemplateMetadata::ALL.into_iter().find(|metadata| {
        metadata.schema()().is_ok_and(|schema| match metadata {
            TemplateMetadata::Pruned => node == schema,
            TemplateMetadata::Embedded => additions(&node, &schema).is_some_and(|added| added.is_empty()),
        })
    })
}

fn compare_children(
    node: &Structural,
    own: &Structural,
    path: &str,
    found: &mut Vec<(String, Addition)>,
) -> bool {
    if node.preserve_unknown_fields != own.preserve_unknown_fields {
        return false;
    }
    match (&node.shape, &own.shape) {
        (StructuralShape::Object(a), StructuralShape::Object(b)) => {
            if a.embedded_resource != b.embedded_resource || a.properties.len() != b.properties.len() {
                return false;
            }
            match (a.map_type, b.map_type) {
                (a, b) if a == b => {}
                (Some(added), None) => found.push((path.to_owned(), Addition::MapType(added))),
                _ => return false,
            }
            let have_same_values = match (&a.additional, &b.additional) {
                (Some(Additional::Schema(a)), Some(Additional::Schema(b))) => {
                    compare(a, b, &below(path, "*"), found)
                }
                (a, b) => a == b,
            };
            have_same_values
                && a.properties.iter().all(|(name, member)| {
                    b.properties
                        .get(name)
                        .is_some_and(|own| compare(member, own, &below(path, name), found))
                })
        }
        (StructuralShape::Array(a), StructuralShape::Array(b)) => {
            match (&a.list_type, &b.list_type) {
                (a, b) if a == b => {}
                (Some(added), None) => found.push((path.to_owned(), Addition::ListType(added.clone()))),
                _ => return false,
            }
            compare(&a.items, &b.items, &format!("{path}[]"), found)
        }
        (a, b) => a == b,
    }
}

/// Returns the path of a member, or of the values of a map.
fn below(path: &str, name: &str) -> String {
    if path.is_empty() {
        name.to_owned()
    } else {
        format!("{path}.{name}")
    }
}

/// Returns the descriptions below a node, if they differ from those of the type.
pub(super) fn descriptions(node: &Structural, own: &Structural) -> Option<KeptDescriptions> {
    let (mut found, mut declared) = (Vec::new(), Vec::new());
    collect(node, "", &mut found);
    collect(own, "", &mut declared);
    if found == declared {
        None
    } else if found.is_empty() {
        Some(KeptDescriptions::Drop)
    } else {
        Some(KeptDescriptions::Table(found))
    }
}

fn collect(node: &Structural, path: &str, found: &mut Vec<(String, String)>) {
    let mut add = |child: &Structural, path: String| {
        if !child.generic.description.is_empty() {
            found.push((path.clone(), child.generic.description.to_string()));
        }
        collect(child, &path, found);
    };
    match &node.shape {
        StructuralShape::Object(object) => {
            for (name, member) in object.properties.iter() {
                add(member, below(path, name));
            }
            if let Some(Additional::Schema(values)) = &object.additional {
                add(values, below(path, "*"));
            }
        }
        StructuralShape::Array(array) => add(&array.items, format!("{path}[]")),
        _ => {}
    }
}
