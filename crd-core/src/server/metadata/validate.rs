//! Validation of metadata (rules M-01 to M-12, UPD-03, UPD-04): `ValidateObjectMeta` and
//! `ValidateObjectMetaUpdate` of `k8s.io/apimachinery/pkg/api/validation`.

use super::managers::{self, too_long};
use super::names::{self, LabelWords};
use super::owners;
use crate::go::unicode::to_lower;
use crate::go::{json_string, quote};
use crate::model::changes::Change;
use crate::model::field::{FieldError, Path};
use crate::model::metadata::ObjectMeta;
use crate::model::rules::{self, RuleId};
use crate::model::sort::sort;
use crate::{KubeVersion, model};

/// Whether the objects of a resource belong to namespaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResourceScope {
    /// Each object belongs to a namespace.
    Namespaced,
    /// The objects belong to the cluster.
    Cluster,
}

/// The kind of object with the metadata, which determines the checks of names, namespaces and the generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MetadataOwner<'a> {
    /// A CRD, which must have the name `required_name`.
    Crd { required_name: &'a str },
    /// A custom resource.
    #[cfg(feature = "eval")]
    CustomResource(ResourceScope),
    /// An object of any kind that replaces another: its name only needs to be valid in a path.
    #[cfg(feature = "eval")]
    Stored(ResourceScope),
    /// A resource inside another one: it needs no name, and may be in any namespace or in none.
    Embedded,
}

impl MetadataOwner<'_> {
    /// Returns the errors of a name.
    fn name_faults(self, name: &str) -> Vec<String> {
        match self {
            MetadataOwner::Crd { .. } => names::dns1123_subdomain(name),
            #[cfg(feature = "eval")]
            MetadataOwner::CustomResource(_) => names::dns1123_subdomain(name),
            #[cfg(feature = "eval")]
            MetadataOwner::Stored(_) => names::path_segment(name),
            MetadataOwner::Embedded => names::path_segment(name),
        }
    }

    /// Returns the errors of a prefix of names.
    fn prefix_faults(self, prefix: &str) -> Vec<String> {
        match self {
            MetadataOwner::Crd { .. } => names::dns1123_subdomain_prefix(prefix),
            #[cfg(feature = "eval")]
            MetadataOwner::CustomResource(_) => names::dns1123_subdomain_prefix(prefix),
            #[cfg(feature = "eval")]
            MetadataOwner::Stored(_) => names::path_segment_prefix(prefix),
            MetadataOwner::Embedded => names::path_segment_prefix(prefix),
        }
    }

    fn scope(self, meta: &ObjectMeta) -> ResourceScope {
        match self {
            MetadataOwner::Crd { .. } => ResourceScope::Cluster,
            #[cfg(feature = "eval")]
            MetadataOwner::CustomResource(scope) | MetadataOwner::Stored(scope) => scope,
            MetadataOwner::Embedded if meta.namespace.is_empty() => ResourceScope::Cluster,
            MetadataOwner::Embedded => ResourceScope::Namespaced,
        }
    }
}

/// Checks the metadata at `path` of a new object.
pub(crate) fn validate_create(
    meta: &ObjectMeta,
    subject: MetadataOwner<'_>,
    path: &Path<'_>,
    version: KubeVersion,
    errors: &mut Vec<FieldError>,
) {
    if !meta.generate_name.is_empty() {
        let path = path.child("generateName");
        let faults = subject.prefix_faults(&meta.generate_name);
        reject_all(rules::M_01, &path, &meta.generate_name, faults, errors);
        required_name(rules::M_01, subject, &meta.generate_name, &path, errors);
    }
    let at_name = path.child("name");
    if !meta.name.is_empty() {
        let faults = subject.name_faults(&meta.name);
        reject_all(rules::M_03, &at_name, &meta.name, faults, errors);
        required_name(rules::M_04, subject, &meta.name, &at_name, errors);
    } else if subject != MetadataOwner::Embedded {
        errors.push(name_is_missing(&at_name));
    }
    namespace(meta, subject, &path.child("namespace"), errors);
    // The server sets the generation of other new objects before it validates them.
    if subject == MetadataOwner::Embedded && meta.generation < 0 {
        errors.push(FieldError::invalid(
            rules::M_05,
            &path.child("generation"),
            meta.generation.to_string(),
            "must be greater than or equal to 0",
        ));
    }
    common(meta, path, version, errors);
    finalizers(&meta.finalizers, &path.child("finalizers"), version, errors);
}

/// Performs the checks of all updates on the metadata at `path` that [`validate_update`] does not include.
pub(crate) fn validate_stored(
    meta: &ObjectMeta,
    path: &Path<'_>,
    version: KubeVersion,
    errors: &mut Vec<FieldError>,
) {
    let at_prefix = path.child("generateName");
    let faults = names::path_segment_prefix(&meta.generate_name);
    reject_all(rules::M_01, &at_prefix, &meta.generate_name, faults, errors);
    if meta.name.is_empty() {
        errors.push(name_is_missing(&path.child("name")));
    }
    finalizers(&meta.finalizers, &path.child("finalizers"), version, errors);
}

fn name_is_missing(path: &Path<'_>) -> FieldError {
    FieldError::required(rules::M_02, path, "name or generateName is required")
}

/// Copies the fields from `old` that a server sets before it validates an update (`rest.BeforeUpdate`).
pub(crate) fn keep_server_fields(new: &mut ObjectMeta, old: &ObjectMeta) {
    if new.uid.is_empty() {
        new.uid.clone_from(&old.uid);
    }
    // An update can neither remove nor change it.
    if old.deletion_timestamp.is_some() {
        new.deletion_timestamp.clone_from(&old.deletion_timestamp);
    }
    if new.deletion_grace_period_seconds.is_none() {
        new.deletion_grace_period_seconds = old.deletion_grace_period_seconds;
    }
}

/// Checks the metadata at `path` of an object that replaces one with the metadata `old`.
///
/// The creation time and the generation are not compared: the server sets both itself.
pub(crate) fn validate_update(
    new: &ObjectMeta,
    old: &ObjectMeta,
    path: &Path<'_>,
    version: KubeVersion,
    errors: &mut Vec<FieldError>,
) {
    if old.deletion_timestamp.is_some() {
        added_finalizers(new, old, &path.child("finalizers"), errors);
    }
    immutable(new, old, path, errors);
    common(new, path, version, errors);
}

/// Reports added finalizers (UPD-04).
fn added_finalizers(new: &ObjectMeta, old: &ObjectMeta, path: &Path<'_>, errors: &mut Vec<FieldError>) {
    let mut added: Vec<&str> = new
        .finalizers
        .iter()
        .filter(|name| !old.finalizers.contains(name))
        .map(|name| &**name)
        .collect();
    sort(&mut added);
    added.dedup();
    if !added.is_empty() {
        let added: Vec<String> = added.into_iter().map(quote).collect();
        let detail = format!(
            "no new finalizers can be added if the object is being deleted, found new finalizers []string{{{}}}",
            added.join(", ")
        );
        errors.push(FieldError::forbidden(rules::UPD_04, path, detail));
    }
}

/// Reports changes of immutable fields (UPD-03).
fn immutable(new: &ObjectMeta, old: &ObjectMeta, path: &Path<'_>, errors: &mut Vec<FieldError>) {
    let mut changed = |name: &str, value: String| {
        let path = path.child(name);
        errors.push(FieldError::invalid(
            rules::UPD_03,
            &path,
            value,
            "field is immutable",
        ));
    };
    if new.name != old.name {
        changed("name", quote(&new.name));
    }
    if new.namespace != old.namespace {
        changed("namespace", quote(&new.namespace));
    }
    if new.uid != old.uid {
        // `types.UID` is not Go's `string`, so field errors print it as JSON.
        changed("uid", json_string(&new.uid));
    }
    if new.deletion_timestamp != old.deletion_timestamp {
        let value = new.deletion_timestamp.as_deref().map(json_string);
        changed("deletionTimestamp", value.unwrap_or_else(|| "null".into()));
    }
    if new.deletion_grace_period_seconds != old.deletion_grace_period_seconds {
        let value = new
            .deletion_grace_period_seconds
            .map(|seconds| seconds.to_string());
        changed(
            "deletionGracePeriodSeconds",
            value.unwrap_or_else(|| "null".into()),
        );
    }
}

/// Checks that a CRD is named after its plural and its group.
fn required_name(
    rule: RuleId,
    subject: MetadataOwner<'_>,
    name: &str,
    path: &Path<'_>,
    errors: &mut Vec<FieldError>,
) {
    let MetadataOwner::Crd { required_name } = subject else {
        return;
    };
    if name != required_name {
        let spec = Path::root("spec");
        let names = spec.child("names");
        let error = FieldError::invalid(
            rule,
            path,
            quote(name),
            r#"must be spec.names.plural+"."+spec.group"#,
        )
        .with_related(names.child("plural").to_field_path(), "part of the name")
        .with_related(spec.child("group").to_field_path(), "part of the name");
        errors.push(error);
    }
}

/// Checks the namespace (M-07).
fn namespace(meta: &ObjectMeta, subject: MetadataOwner<'_>, path: &Path<'_>, errors: &mut Vec<FieldError>) {
    const RULE: RuleId = rules::M_07;
    match (subject.scope(meta), &*meta.namespace) {
        (ResourceScope::Namespaced, "") => errors.push(FieldError::required(RULE, path, "")),
        (ResourceScope::Namespaced, namespace) => {
            reject_all(RULE, path, namespace, names::dns1123_label(namespace), errors);
        }
        (ResourceScope::Cluster, "") => {}
        (ResourceScope::Cluster, _) => {
            errors.push(FieldError::forbidden(RULE, path, "not allowed on this type"));
        }
    }
}

/// Performs the checks that creates and updates share.
fn common(meta: &ObjectMeta, path: &Path<'_>, version: KubeVersion, errors: &mut Vec<FieldError>) {
    let (at_labels, words) = (path.child("labels"), label_words(version));
    for (key, value) in meta.labels.iter() {
        reject_all(rules::M_06, &at_labels, key, key_faults(key, version), errors);
        let faults = names::label_value(value, words);
        reject_all(rules::M_06, &at_labels, value, faults, errors);
    }
    annotations(&meta.annotations, &path.child("annotations"), version, errors);
    let at_owners = path.child("ownerReferences");
    owners::check(&meta.owner_references, &at_owners, version, errors);
    managers::check(
        &meta.managed_fields,
        &path.child("managedFields"),
        version,
        errors,
    );
}

/// Returns the errors of the key of a label or an annotation, or of a finalizer.
fn key_faults(key: &str, version: KubeVersion) -> Vec<String> {
    names::label_key(key, label_words(version))
}

fn label_words(version: KubeVersion) -> LabelWords {
    if version.has(Change::NamesLabelKeys) {
        LabelWords::LabelKeys
    } else {
        LabelWords::QualifiedNames
    }
}

/// Checks annotations (M-08 and M-09).
fn annotations(
    annotations: &model::map::Map<Box<str>>,
    path: &Path<'_>,
    version: KubeVersion,
    errors: &mut Vec<FieldError>,
) {
    const LIMIT: usize = 262_144;
    let mut size = 0;
    for (key, value) in annotations.iter() {
        size += key.len() + value.len();
        for fault in key_faults(&to_lower(key), version) {
            errors.push(
                FieldError::invalid(rules::M_08, path, quote(key), fault)
                    .with_related(path.key(key).to_field_path(), "this annotation"),
            );
        }
    }
    if size > LIMIT {
        errors.push(too_long(rules::M_09, path, LIMIT, version));
    }
}

/// Checks finalizers (M-11).
fn finalizers(finalizers: &[Box<str>], path: &Path<'_>, version: KubeVersion, errors: &mut Vec<FieldError>) {
    for (index, finalizer) in finalizers.iter().enumerate() {
        for fault in key_faults(finalizer, version) {
            errors.push(
                FieldError::invalid(rules::M_11, path, quote(finalizer), fault)
                    .with_related(path.index(index).to_field_path(), "this one"),
            );
        }
    }
    let has = |name: &str| finalizers.iter().any(|finalizer| **finalizer == *name);
    if has("orphan") && has("foregroundDeletion") {
        let mut value = String::new();
        model::schema::texts(&mut value, finalizers);
        let detail = "finalizer orphan and foregroundDeletion cannot be both set";
        errors.push(FieldError::invalid(rules::M_11, path, value, detail));
    }
}

fn reject_all(rule: RuleId, path: &Path<'_>, value: &str, faults: Vec<String>, errors: &mut Vec<FieldError>) {
    errors.extend(
        faults
            .into_iter()
            .map(|fault| FieldError::invalid(rule, path, quote(value), fault)),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    const METADATA: Path<'static> = Path::root("metadata");

    fn texts(errors: &[FieldError]) -> Vec<String> {
        errors.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_words_about_long_annotations_changed_in_1_32() {
        let mut meta = ObjectMeta::default();
        meta.annotations.insert("a", "x".repeat(262_144).into());
        for (minor, expected) in [
            (
                31,
                "metadata.annotations: Too long: must have at most 262144 bytes",
            ),
            (
                32,
                "metadata.annotations: Too long: may not be more than 262144 bytes",
            ),
        ] {
            let version = format!("1.{minor}").parse().unwrap();
            let mut errors = Vec::new();
            validate_update(&meta, &meta, &METADATA, version, &mut errors);
            assert_eq!(texts(&errors), [expected]);
        }
    }

    #[test]
    fn the_words_about_labels_changed_in_1_35() {
        let mut meta = ObjectMeta::default();
        meta.labels.insert("/a/", "x".repeat(64).into());
        meta.annotations
            .insert(format!("b/{}", "x".repeat(64)), "".into());
        for (minor, key, unit) in [
            (34, "a qualified name", "characters"),
            (35, "a valid label key", "bytes"),
        ] {
            let version = format!("1.{minor}").parse().unwrap();
            let mut errors = Vec::new();
            common(&meta, &METADATA, version, &mut errors);
            let [label_key, label_value, annotation_key] = &texts(&errors)[..] else {
                panic!("{errors:?}");
            };
            let starts = format!("metadata.labels: Invalid value: \"/a/\": {key} must consist of");
            assert!(label_key.starts_with(&starts), "{label_key}");
            for length in [label_value, annotation_key] {
                assert!(
                    length.ends_with(&format!("must be no more than 63 {unit}")),
                    "{length}"
                );
            }
        }
    }

    #[test]
    fn an_update_keeps_what_the_server_fills_in() {
        let old = ObjectMeta {
            uid: "x".into(),
            deletion_timestamp: Some("2020-01-01T00:00:00Z".into()),
            ..ObjectMeta::default()
        };
        let mut same = ObjectMeta::default();
        let mut changed = ObjectMeta {
            uid: "y<".into(),
            deletion_grace_period_seconds: Some(5),
            finalizers: vec!["a.b/c".into()],
            ..ObjectMeta::default()
        };
        let check = |new: &mut ObjectMeta| {
            let mut errors = Vec::new();
            keep_server_fields(new, &old);
            validate_update(new, &old, &METADATA, KubeVersion::DEFAULT, &mut errors);
            texts(&errors)
        };
        assert!(check(&mut same).is_empty());
        assert_eq!(
            check(&mut changed),
            [
                "metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, \
                 found new finalizers []string{\"a.b/c\"}",
                "metadata.uid: Invalid value: \"y\\u003c\": field is immutable",
                "metadata.deletionGracePeriodSeconds: Invalid value: 5: field is immutable",
            ]
        );
    }
}
