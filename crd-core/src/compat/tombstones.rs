//! Records removed fields: stored objects may still have values of the old type if a field is added again with another
//! type (CMP-25).
//!
//! ```text
//! release 1   spec.color: string          stored   {spec: {color: "red"}}
//! release 2   (no spec.color)             kept     databases.example.com v1 spec.color: string
//! release 3   spec.color: integer         found    CMP-25, {spec: {color: ""}} is rejected
//! ```

use std::collections::BTreeMap;

use super::CompatOptions;
use super::comparison::{NodeChange, Otherwise, Probe, VersionComparison};
use super::finding::CompatFinding;
use super::schema::schema_of;
use super::{law, report};
use crate::changes::{self, SchemaDifference, ValueType, path_in_objects};
use crate::model::crd::{Crd, Version};
use crate::model::field::{Path, Segment};
use crate::model::schema::{JsonSchemaProps, VisitNext, VisitScope};

/// The names of removed fields, with their former types.
///
/// ```
/// use crd_core::compat::{Tombstone, Tombstones};
///
/// let mut names = Tombstones::default();
/// names.add(Tombstone {
///     name: "databases.example.com".to_owned(),
///     version: "v1".to_owned(),
///     path: "spec.color".to_owned(),
///     type_: "string".to_owned(),
/// });
/// assert_eq!(names.iter().count(), 1);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tombstones {
    /// The types by CRD, version and path.
    types: BTreeMap<[String; 3], String>,
}

/// A removed field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tombstone {
    /// The name of the CRD.
    pub name: String,
    /// The version.
    pub version: String,
    /// The field in objects, such as `spec.users[].name`.
    pub path: String,
    /// Its former type: that of the schema, or `int-or-string`, or `any`.
    pub type_: String,
}

impl Tombstones {
    /// Iterates over the removed fields, in order.
    pub fn iter(&self) -> impl Iterator<Item = Tombstone> {
        self.types.iter().map(|([name, version, path], type_)| Tombstone {
            name: name.clone(),
            version: version.clone(),
            path: path.clone(),
            type_: type_.clone(),
        })
    }

    /// Adds a removed field.
    pub fn add(&mut self, gone: Tombstone) {
        self.types
            .insert([gone.name, gone.version, gone.path], gone.type_);
    }

    /// Adds the fields that `new` no longer has, and forgets those that are back with their former type.
    pub fn record(&mut self, old: &Crd, new: &Crd) {
        for before in old.versions() {
            let Some(after) = new.version(&before.name) else {
                continue;
            };
            let (Some(old_schema), Some(new_schema)) = (schema_of(old, before), schema_of(new, after)) else {
                continue;
            };
            for change in changes::objects(old_schema, new_schema) {
                if change.difference == SchemaDifference::Removed
                    && let Some(gone) = old_schema.at(&change.node)
                {
                    self.add(Tombstone {
                        name: old.metadata.name.to_string(),
                        version: before.name.to_string(),
                        path: path_in_objects(&change.node),
                        type_: type_name(gone).to_owned(),
                    });
                }
            }
        }
        for version in new.versions() {
            for field in self.present(new, version) {
                if field.type_ == field.before {
                    self.types.remove(&field.key);
                }
            }
        }
    }

    /// Returns findings for fields that are back with another type.
    #[must_use]
    pub fn returned(&self, new: &Crd, options: &CompatOptions) -> Vec<CompatFinding> {
        let mut drafts = Vec::new();
        for version in new.versions() {
            for field in self.present(new, version) {
                if field.type_ == field.before {
                    continue;
                }
                let old = as_it_was(new, version, &field);
                let mut comparison = VersionComparison::new(&old, new, version, options.server);
                let mut candidates = comparison.values_of(&field.node, |_| {});
                candidates.extend(sample(&field.before));
                let [_, _, path] = &field.key;
                let (before, now) = (words(&field.before), words(&field.type_));
                comparison.add(
                    &field.node,
                    NodeChange {
                        law: law::RETURNED,
                        message: format!("`{path}` is {now} now, and was {before} in an older release"),
                        help: "choose a name that no release has used: stored objects may still have the \
                            old value",
                        detail: format!("returned {} -> {}", field.before, field.type_),
                        probe: Probe::Refused {
                            candidates,
                            because: Vec::new(),
                            otherwise: Otherwise::Certain,
                        },
                    },
                );
                drafts.extend(comparison.into_drafts());
            }
        }
        report::report(new, new, drafts, options)
    }

    /// Returns the recorded fields that a version has.
    fn present(&self, crd: &Crd, version: &Version) -> Vec<PresentField> {
        let name = &*crd.metadata.name;
        let is_of_version =
            |key: &[String; 3]| matches!(key, [crd, of, _] if *crd == *name && *of == *version.name);
        if !self.types.keys().any(is_of_version) {
            return Vec::new();
        }
        let mut found = Vec::new();
        let Some(schema) = schema_of(crd, version) else {
            return found;
        };
        schema.visit(VisitScope::Structural, &Path::root(""), &mut |path, here| {
            let mut node = path.to_field_path().segments;
            node.remove(0);
            let key = [name.to_owned(), version.name.to_string(), path_in_objects(&node)];
            if let Some(before) = self.types.get(&key) {
                found.push(PresentField {
                    before: before.clone(),
                    type_: type_name(here).to_owned(),
                    key,
                    node,
                });
            }
            VisitNext::Children
        });
        found
    }
}

/// A field that was removed once, and that a version has again.
struct PresentField {
    key: [String; 3],
    node: Vec<Segment>,
    before: String,
    type_: String,
}

/// Returns the new CRD, with the field's former type.
fn as_it_was(new: &Crd, version: &Version, field: &PresentField) -> Crd {
    let mut old = new.clone();
    let schema = old
        .spec
        .versions
        .iter_mut()
        .flatten()
        .find(|other| other.name == version.name)
        .and_then(|version| version.schema.as_mut()?.open_api_v3_schema.as_deref_mut())
        .and_then(|schema| schema.at_mut(&field.node));
    if let Some(schema) = schema {
        *schema = JsonSchemaProps {
            type_: match &*field.before {
                "int-or-string" | "any" => "",
                type_ => type_,
            }
            .into(),
            x_int_or_string: field.before == "int-or-string",
            x_preserve_unknown_fields: matches!(&*field.before, "any" | "object").then_some(true),
            ..JsonSchemaProps::default()
        };
        if field.before == "array" {
            let any = JsonSchemaProps {
                x_preserve_unknown_fields: Some(true),
                ..JsonSchemaProps::default()
            };
            schema.items = Some(crate::model::schema::Items::Schema(Box::new(any)));
        }
    }
    old
}

/// Returns the name of the type of a schema.
fn type_name(schema: &JsonSchemaProps) -> &'static str {
    match ValueType::of(schema) {
        Some(ValueType::Object) => "object",
        Some(ValueType::Array) => "array",
        Some(ValueType::String) => "string",
        Some(ValueType::Integer) => "integer",
        Some(ValueType::Number) => "number",
        Some(ValueType::Boolean) => "boolean",
        Some(ValueType::IntOrString) => "int-or-string",
        None => "any",
    }
}

fn words(type_: &str) -> String {
    match type_ {
        "int-or-string" => "an integer or a string".to_owned(),
        "any" => "any value".to_owned(),
        "array" => "a list".to_owned(),
        "object" | "integer" => format!("an {type_}"),
        type_ => format!("a {type_}"),
    }
}

/// Returns values of a type that few other types accept.
fn sample(type_: &str) -> Vec<serde_json::Value> {
    use serde_json::json;
    match type_ {
        "number" => vec![json!(0.5)],
        "int-or-string" => vec![json!("a"), json!(1)],
        "any" => vec![json!("a"), json!(1), json!({}), json!([]), json!(true)],
        "array" => vec![json!(["a"])],
        _ => Vec::new(),
    }
}
