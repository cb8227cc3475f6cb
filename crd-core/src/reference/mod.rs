//! The reference of a CRD as data: versions, descriptions of fields, rules, changes between versions, samples (feature `reference`).
//!
//! This module does no rendering: `crd-gen docs` renders the data as Markdown and HTML, and users' templates as any other format.
//!
//! ```text
//! Crd  ->  ReferencePage {kind, versions: [ReferenceVersion {fields: [ReferenceField {path, type, bounds, rules, fields}]}]}
//! ```
//!
//! ```
//! use crd_core::check::OldCrds;
//! use crd_core::KubeVersion;
//! use crd_core::reference::{ReferenceOptions, page};
//!
//! let mut crds = OldCrds::default();
//! crds.add(b"
//! apiVersion: apiextensions.k8s.io/v1
//! kind: CustomResourceDefinition
//! metadata: {name: widgets.example.com}
//! spec:
//!   group: example.com
//!   scope: Namespaced
//!   names: {plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}
//!   versions:
//!   - name: v1
//!     served: true
//!     storage: true
//!     schema:
//!       openAPIV3Schema:
//!         type: object
//!         properties:
//!           spec: {type: object, properties: {size: {type: integer, minimum: 1, maximum: 9}}}
//! ");
//! let crd = crds.named("widgets.example.com", KubeVersion::DEFAULT).unwrap();
//! let page = page(&crd, &ReferenceOptions::default());
//! let size = &page.versions[0].fields[0].fields[0];
//! assert_eq!((&*size.path, &*size.kind, &*size.bounds[0]), ("spec.size", "integer", "1 to 9"));
//! ```

mod changes;
mod fields;
mod known;
mod patterns;

use crate::model::sort::{sort_by, sort_by_key};
use serde::Serialize;
use serde_json::Value;

use crate::KubeVersion;
use crate::model::crd::{Crd, Version, compare_versions};
use crate::samples::Samples;
use changes::between;
use fields::FieldReader;

/// Options for the reference of a CRD.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ReferenceOptions {
    /// The server that admits the samples.
    pub server: KubeVersion,
    /// Fields that are left out, with all their descendants: `spec.internal`.
    pub hidden: Vec<String>,
    /// The samples to generate.
    pub samples: ReferenceSamples,
    /// Information that is not in the CRD, such as the docs of the variants of Rust types.
    pub notes: Vec<FieldNote>,
}

impl Default for ReferenceOptions {
    fn default() -> Self {
        ReferenceOptions {
            server: KubeVersion::DEFAULT,
            hidden: Vec::new(),
            samples: ReferenceSamples::All,
            notes: Vec::new(),
        }
    }
}

/// The samples to generate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReferenceSamples {
    /// None.
    None,
    /// The smallest object.
    Smallest,
    /// The smallest object, and one for each member of each union.
    #[default]
    All,
}

/// Documentation of a field, or of one of its values, that is not in the CRD.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct FieldNote {
    /// The kind.
    pub kind: String,
    /// The version.
    pub version: String,
    /// The path: `spec.mode`.
    pub path: String,
    /// The value of an enum; `None` for the field itself.
    pub value: Option<String>,
    /// Its description.
    pub description: String,
    /// Badges: a channel, a gate, `beta since …`.
    pub badges: Vec<String>,
}

impl FieldNote {
    /// Creates a note about a field of a version of a kind.
    #[must_use]
    pub fn new(kind: &str, version: &str, path: &str) -> Self {
        FieldNote {
            kind: kind.to_owned(),
            version: version.to_owned(),
            path: path.to_owned(),
            ..FieldNote::default()
        }
    }
}

/// The reference of a CRD.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ReferencePage {
    /// The name of the CRD.
    pub crd: String,
    /// The group.
    pub group: String,
    /// The kind.
    pub kind: String,
    /// The plural name.
    pub plural: String,
    /// The singular name.
    pub singular: String,
    /// Short names for kubectl.
    pub short_names: Vec<String>,
    /// Categories for kubectl.
    pub categories: Vec<String>,
    /// `Namespaced` or `Cluster`.
    pub scope: String,
    /// The type of `metadata`.
    pub metadata: KnownType,
    /// The versions, with the recommended one first.
    pub versions: Vec<ReferenceVersion>,
}

/// A version of a CRD.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ReferenceVersion {
    /// The name.
    pub name: String,
    /// Whether it is served.
    pub served: bool,
    /// Whether it is the storage version.
    pub storage: bool,
    /// The server's warning, if it is deprecated.
    pub deprecation: Option<String>,
    /// The description of the kind.
    pub description: String,
    /// The columns of `kubectl get`.
    pub columns: Vec<ReferenceColumn>,
    /// Fields for field selectors.
    pub selectable_fields: Vec<String>,
    /// The subresources: `status`, `scale`.
    pub subresources: Vec<String>,
    /// Rules of the whole object.
    pub rules: Vec<ReferenceRule>,
    /// The fields, without `apiVersion`, `kind` and `metadata`.
    pub fields: Vec<ReferenceField>,
    /// The reason if the fields are not known.
    pub problem: Option<String>,
    /// The deprecated fields.
    pub deprecated_fields: Vec<String>,
    /// The previous version, and the changes since.
    pub changes: Option<ReferenceChanges>,
    /// Objects that the server admits.
    pub samples: Vec<ReferenceSample>,
    /// The reasons why some samples are missing.
    pub sample_problems: Vec<String>,
}

/// A column of `kubectl get`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ReferenceColumn {
    /// The heading.
    pub name: String,
    /// The type.
    pub kind: String,
    /// The path of the value.
    pub path: String,
    /// The description.
    pub description: String,
}

/// A field, and its descendants.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ReferenceField {
    /// The name.
    pub name: String,
    /// The path, which is its anchor: `spec.listeners[].port`.
    pub path: String,
    /// The type in words.
    pub kind: String,
    /// The title, if the schema has one.
    pub title: String,
    /// The description of the field.
    pub description: String,
    /// Whether it is required.
    pub is_required: bool,
    /// Whether it cannot be changed.
    pub is_immutable: bool,
    /// Whether its description or its lifecycle says that it is deprecated.
    pub is_deprecated: bool,
    /// The value that the server sets if the field is absent.
    pub default: Option<Value>,
    /// An example.
    pub example: Option<Value>,
    /// Bounds in words.
    pub bounds: Vec<String>,
    /// The pattern, with texts.
    pub pattern: Option<ReferencePattern>,
    /// The allowed values.
    pub values: Vec<ReferenceValue>,
    /// The way in which server-side apply merges it, in words.
    pub merge: Option<String>,
    /// Rules in CEL.
    pub rules: Vec<ReferenceRule>,
    /// Members of a union, with the number that may be present.
    pub union: Option<ReferenceUnion>,
    /// `allOf`, `anyOf`, `oneOf` and `not` as in the schema, unless the members above express them completely.
    pub conditions: Option<Value>,
    /// A channel, a gate, a lifecycle.
    pub badges: Vec<String>,
    /// Its Kubernetes type, with its documentation.
    pub known_type: Option<KnownType>,
    /// Documentation elsewhere.
    pub link: Option<ReferenceLink>,
    /// The documentation of the elements of the list, or of the values of the map; it has no fields itself.
    pub element: Option<Box<ReferenceField>>,
    /// The fields of the object, or of the objects in the list or map.
    pub fields: Vec<ReferenceField>,
}

/// Members of a union.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ReferenceUnion {
    /// The number of members that a value has, in words: `exactly one of`.
    pub choices: String,
    /// The members.
    pub members: Vec<String>,
}

/// Documentation elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ReferenceLink {
    /// The text of the link.
    pub text: String,
    /// Its address.
    pub url: String,
}

/// A type of Kubernetes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct KnownType {
    /// The name, such as `LabelSelector`.
    pub name: String,
    /// Its documentation.
    pub url: String,
}

/// A pattern.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ReferencePattern {
    /// The pattern, in RE2.
    pub pattern: String,
    /// A text that matches.
    pub fits: Option<String>,
    /// A text that does not match.
    pub fails: Option<String>,
}

/// A value of an enum.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ReferenceValue {
    /// The value.
    pub value: Value,
    /// Its description.
    pub description: String,
    /// A channel, a gate.
    pub badges: Vec<String>,
}

/// A rule in CEL.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ReferenceRule {
    /// The server's message if it is violated; empty if the rule has none.
    pub message: String,
    /// An expression that computes the server's message.
    pub message_expression: String,
    /// The rule.
    pub rule: String,
    /// Whether it compares with the value before an update.
    pub is_transition: bool,
}

/// The changes between two versions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ReferenceChanges {
    /// The previous version.
    pub since: String,
    /// The changes, in the order of the schema.
    pub list: Vec<ReferenceChange>,
}

/// A change of a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ReferenceChange {
    /// The path.
    pub path: String,
    /// The change, in words.
    pub text: String,
    /// Whether the field still exists.
    pub is_here: bool,
}

/// An object that the server admits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ReferenceSample {
    /// A title that describes the sample.
    pub title: String,
    /// The object as YAML.
    pub text: String,
}

/// Returns the reference of a CRD.
#[must_use]
pub fn page(crd: &Crd, options: &ReferenceOptions) -> ReferencePage {
    let names = &crd.spec.names;
    let mut versions: Vec<&Version> = crd.versions().iter().collect();
    sort_by(&mut versions, &|one, other| {
        compare_versions(&one.name, &other.name)
    });
    // Served versions first, in the order of Kubernetes: the newest stable one comes first.
    sort_by_key(&mut versions, &|version| (!version.served, version.deprecated));
    let texts = |list: &[Box<str>]| list.iter().map(ToString::to_string).collect();
    ReferencePage {
        crd: crd.metadata.name.to_string(),
        group: crd.spec.group.to_string(),
        kind: names.kind.to_string(),
        plural: names.plural.to_string(),
        singular: crd.singular().into(),
        short_names: texts(&names.short_names),
        categories: texts(&names.categories),
        scope: crd.spec.scope.to_string(),
        metadata: known::object_meta(),
        versions: versions
            .iter()
            .map(|version| version_of(crd, version, options))
            .collect(),
    }
}

fn version_of(crd: &Crd, version: &Version, options: &ReferenceOptions) -> ReferenceVersion {
    let subresources = version.subresources.as_ref();
    let has = |is_there: bool, name: &str| is_there.then(|| name.to_owned());
    let with_status = subresources.is_some_and(|subresources| subresources.status);
    let with_scale = subresources.is_some_and(|subresources| subresources.scale.is_some());
    let mut made = ReferenceVersion {
        name: version.name.to_string(),
        served: version.served,
        storage: version.storage,
        deprecation: version.deprecated.then(|| {
            let written = version.deprecation_warning.as_deref();
            written.map_or_else(
                || {
                    format!(
                        "{}/{} {} is deprecated",
                        crd.spec.group, version.name, crd.spec.names.kind
                    )
                },
                str::to_owned,
            )
        }),
        description: String::new(),
        columns: version
            .additional_printer_columns
            .iter()
            .flatten()
            .map(column)
            .collect(),
        selectable_fields: version
            .selectable_fields
            .iter()
            .flatten()
            .map(ToString::to_string)
            .collect(),
        subresources: has(with_status, "status")
            .into_iter()
            .chain(has(with_scale, "scale"))
            .collect(),
        rules: Vec::new(),
        fields: Vec::new(),
        problem: None,
        deprecated_fields: Vec::new(),
        changes: between(crd, version),
        samples: Vec::new(),
        sample_problems: Vec::new(),
    };
    let mut samples = match Samples::new(crd, &version.name, options.server) {
        Ok(samples) => samples,
        Err(error) => {
            made.problem = Some(error.to_string());
            return made;
        }
    };
    let root = samples.schema();
    made.description = root.generic.description.to_string();
    made.rules = fields::rules_of(root);
    let mut reader = FieldReader::new(crd, version, options);
    made.fields = reader.below(root, "");
    made.deprecated_fields = reader.deprecated;
    if let Some(mut changes) = made.changes.take() {
        changes.list = made.shown(changes.list, options);
        made.changes = Some(changes);
    }
    add_samples(&mut made, &mut samples, options);
    made
}

impl ReferenceOptions {
    /// Whether a path is that of a hidden field, or below one.
    #[must_use]
    pub fn hides(&self, path: &str) -> bool {
        self.hidden.iter().any(|hidden| {
            path.strip_prefix(&**hidden)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        })
    }
}

fn column(column: &crate::model::crd::PrinterColumn) -> ReferenceColumn {
    ReferenceColumn {
        name: column.name.to_string(),
        kind: column.type_.to_string(),
        path: column.json_path.to_string(),
        description: column.description.to_string(),
    }
}

fn add_samples(made: &mut ReferenceVersion, samples: &mut Samples, options: &ReferenceOptions) {
    if options.samples == ReferenceSamples::None || !made.served {
        return;
    }
    match samples.smallest() {
        Ok(object) => made.samples.push(ReferenceSample {
            title: "The smallest object".to_owned(),
            text: samples.text(&object),
        }),
        Err(none) => made.sample_problems.push(none.to_string()),
    }
    if options.samples == ReferenceSamples::All {
        for found in samples.members() {
            // A missing sample here is only a variant of the one above.
            if let Ok(object) = &found.object {
                made.samples.push(ReferenceSample {
                    title: format!("With `{}` at `{}`", found.member, found.union_path),
                    text: samples.text(object),
                });
            }
        }
    }
}

#[cfg(test)]
mod tests;
