//! Which Rust field each path of a resource comes from, for findings about generated CRDs.
//!
//! ```text
//! struct DatabaseSpec { users: Vec<User> }    spec.users         DatabaseSpec::users
//! struct User { name: String }                spec.users[].name  User::name
//! ```

use std::collections::BTreeMap;

use crate::rust::shape::{Content, Field, Kind, Resource, Shape, Tagging};

/// The fields of a resource by their path, as `Type::name` with the name on the wire.
///
/// The whole object, with an empty path, comes from the type of the spec: the attributes of the resource are there.
pub(crate) fn of(resource: &Resource) -> BTreeMap<String, String> {
    let mut owners = BTreeMap::new();
    owners.insert(String::new(), resource.spec.name.to_owned());
    owners.insert("spec".to_owned(), resource.spec.name.to_owned());
    walk(resource.spec, "spec", &mut owners);
    if let Some(status) = resource.status {
        owners.insert("status".to_owned(), status.name.to_owned());
        walk(status, "status", &mut owners);
    }
    owners
}

/// The Rust field of a path of the generator's, such as `spec.users.[].name`, or of the nearest field above.
pub(super) fn of_place(resource: &Resource, place: &str) -> String {
    let owners = of(resource);
    let mut here = place.replace(".[]", "[]");
    loop {
        if let Some(owner) = owners.get(&here) {
            return owner.clone();
        }
        let end = here.strip_suffix("[]").map(str::len).or_else(|| here.rfind('.'));
        here.truncate(end.unwrap_or_default());
    }
}

fn walk(shape: &Shape, path: &str, owners: &mut BTreeMap<String, String>) {
    match &shape.kind {
        Kind::Object(members) => fields(shape.name, members, path, owners),
        Kind::Array(element) | Kind::Set(element) => walk(element, &format!("{path}[]"), owners),
        Kind::Map(value) => walk(value, &format!("{path}.*"), owners),
        Kind::Alias(inner) | Kind::EmbeddedResource(Some(inner)) => walk(inner, path, owners),
        Kind::Variants(tagging, variants) => {
            for variant in *variants {
                let below = match tagging {
                    Tagging::External => format!("{path}.{}", variant.name),
                    Tagging::Adjacent(_, content) => format!("{path}.{content}"),
                    Tagging::Internal(_) | Tagging::Untagged => path.to_owned(),
                };
                if *tagging == Tagging::External {
                    owners.insert(below.clone(), format!("{}::{}", shape.name, variant.name));
                }
                match variant.content {
                    Content::Newtype(inner) => walk(inner, &below, owners),
                    Content::Struct(members) => fields(shape.name, members, &below, owners),
                    Content::Unit | Content::Tuple(_) => {}
                }
            }
        }
        Kind::Union { members, .. } => {
            for member in *members {
                let below = format!("{path}.{}", member.field);
                owners.insert(below.clone(), format!("{}::{}", shape.name, member.value));
                if let Some(inner) = member.shape {
                    walk(inner, &below, owners);
                }
            }
        }
        _ => {}
    }
}

fn fields(owner: &str, members: &[Field], path: &str, owners: &mut BTreeMap<String, String>) {
    for field in members {
        if field.flatten {
            walk(field.shape, path, owners);
            continue;
        }
        let below = format!("{path}.{}", field.name);
        owners.insert(below.clone(), format!("{owner}::{}", field.name));
        walk(field.shape, &below, owners);
    }
}
