//! `metadata` (rules M-01 to M-11, UPD-01 to UPD-05).

use crate::KubeVersion;
use crate::go::{json_string, quote};
use crate::model::crd::Metadata;
use crate::model::field::{ErrorType, FieldError, OwnedSegment, Path};
use crate::model::rules::{self, RuleId};
use crate::server::metadata::managers::{self, Manager};
use crate::server::metadata::names::{dns1123_subdomain, label_key, label_value};
use crate::server::metadata::owners::{self, Owner};

const ROOT: Path<'static> = Path::root("metadata");

/// The checks of a create; the object must be called `required_name`.
pub(super) fn create(
    metadata: &Metadata,
    required_name: &str,
    version: KubeVersion,
    errors: &mut Vec<FieldError>,
) {
    if !metadata.generate_name.is_empty() {
        // A prefix may end in a dash.
        let checked = mask_trailing_dash(&metadata.generate_name);
        let path = ROOT.child("generateName");
        check_name(
            rules::M_01,
            &metadata.generate_name,
            &checked,
            required_name,
            &path,
            errors,
        );
    }
    let path = ROOT.child("name");
    if metadata.name.is_empty() {
        errors.push(FieldError::required(
            rules::M_02,
            &path,
            "name or generateName is required",
        ));
    } else {
        check_name(
            rules::M_03,
            &metadata.name,
            &metadata.name,
            required_name,
            &path,
            errors,
        );
    }
    if !metadata.namespace.is_empty() {
        errors.push(FieldError::forbidden(
            rules::M_07,
            &ROOT.child("namespace"),
            "not allowed on this type",
        ));
    }
    // The server sets the generation of a new object before it looks.
    common(metadata, version, errors);
    finalizers(&metadata.finalizers, errors);
}

/// The checks of an update.
pub(super) fn update(new: &Metadata, old: &Metadata, version: KubeVersion, errors: &mut Vec<FieldError>) {
    if old.deletion_timestamp.is_some() {
        let mut added: Vec<&str> = new
            .finalizers
            .iter()
            .filter(|name| !old.finalizers.contains(name))
            .map(|name| &**name)
            .collect();
        added.sort_unstable();
        added.dedup();
        if !added.is_empty() {
            let added: Vec<String> = added.into_iter().map(quote).collect();
            let detail = format!(
                "no new finalizers can be added if the object is being deleted, found new finalizers []string{{{}}}",
                added.join(", ")
            );
            errors.push(FieldError::forbidden(
                rules::UPD_04,
                &ROOT.child("finalizers"),
                detail,
            ));
        }
    }
    immutable(new, old, errors);
    common(new, version, errors);
}

/// UPD-03. What a manifest leaves out stays as it was; the server keeps the creation time and the generation
/// itself, so UPD-01 and UPD-02 do not arise.
fn immutable(new: &Metadata, old: &Metadata, errors: &mut Vec<FieldError>) {
    let mut changed = |name: &str, value: String| {
        let path = ROOT.child(name);
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
    if new.uid != old.uid && !new.uid.is_empty() {
        changed("uid", json_string(&new.uid));
    }
    if let (Some(time), None) = (&new.deletion_timestamp, &old.deletion_timestamp) {
        changed("deletionTimestamp", json_string(time));
    }
    if let Some(seconds) = new.deletion_grace_period_seconds
        && old.deletion_grace_period_seconds != Some(seconds)
    {
        changed("deletionGracePeriodSeconds", seconds.to_string());
    }
}

fn check_name(
    rule: RuleId,
    name: &str,
    checked: &str,
    required: &str,
    path: &Path<'_>,
    errors: &mut Vec<FieldError>,
) {
    for message in dns1123_subdomain(checked) {
        errors.push(FieldError::invalid(rule, path, quote(name), message));
    }
    if name != required {
        let rule = if rule == rules::M_03 { rules::M_04 } else { rule };
        let mut error = FieldError::invalid(
            rule,
            path,
            quote(name),
            r#"must be spec.names.plural+"."+spec.group"#,
        );
        for place in ["plural", "group"] {
            let spec = Path::root("spec");
            let names = spec.child("names");
            let parent = if place == "plural" { &names } else { &spec };
            error = error.with_related(parent.child(place).to_field_path(), "part of the name");
        }
        errors.push(error);
    }
}

/// What is checked of a prefix: a dash at its end stands for what follows.
fn mask_trailing_dash(name: &str) -> String {
    match name.len().checked_sub(2).and_then(|end| name.get(..end)) {
        Some(rest) if name.ends_with('-') => format!("{rest}a"),
        _ => name.into(),
    }
}

/// M-06, M-08 to M-10, M-12: labels, annotations, owners and managers.
fn common(metadata: &Metadata, version: KubeVersion, errors: &mut Vec<FieldError>) {
    let path = ROOT.child("labels");
    for (key, value) in metadata.labels.iter() {
        for message in label_key(key) {
            errors.push(FieldError::invalid(rules::M_06, &path, quote(key), message));
        }
        for message in label_value(value) {
            errors.push(FieldError::invalid(rules::M_06, &path, quote(value), message));
        }
    }
    annotations(metadata, errors);
    let owners = metadata.owner_references.iter().map(|owner| Owner {
        api_version: &owner.api_version,
        kind: &owner.kind,
        name: &owner.name,
        uid: &owner.uid,
        controller: owner.controller,
        block_owner_deletion: owner.block_owner_deletion,
    });
    owners::check(owners, &ROOT.child("ownerReferences"), version, errors);
    let entries = metadata.managed_fields.iter().map(|entry| Manager {
        name: &entry.manager,
        operation: &entry.operation,
        fields_type: &entry.fields_type,
        subresource: &entry.subresource,
    });
    managers::check(entries, &ROOT.child("managedFields"), version, errors);
}

fn annotations(metadata: &Metadata, errors: &mut Vec<FieldError>) {
    const LIMIT: usize = 262_144;
    let path = ROOT.child("annotations");
    let mut size = 0;
    for (key, value) in metadata.annotations.iter() {
        size += key.len() + value.len();
        for message in label_key(&key.to_lowercase()) {
            errors.push(
                FieldError::invalid(rules::M_08, &path, quote(key), message)
                    .with_related(path.key(key).to_field_path(), "this annotation"),
            );
        }
    }
    if size > LIMIT {
        errors.push(FieldError::new(
            rules::M_09,
            ErrorType::TooLong,
            &path,
            format!("may not be more than {LIMIT} bytes"),
        ));
    }
}

/// M-11.
fn finalizers(finalizers: &[Box<str>], errors: &mut Vec<FieldError>) {
    let path = ROOT.child("finalizers");
    for (index, finalizer) in finalizers.iter().enumerate() {
        for message in label_key(finalizer) {
            errors.push(
                FieldError::invalid(rules::M_11, &path, quote(finalizer), message)
                    .with_related(path.to_field_path().join(OwnedSegment::Index(index)), "this one"),
            );
        }
    }
    let has = |name: &str| finalizers.iter().any(|finalizer| **finalizer == *name);
    if has("orphan") && has("foregroundDeletion") {
        let mut value = String::new();
        crate::model::schema::texts(&mut value, finalizers);
        let detail = "finalizer orphan and foregroundDeletion cannot be both set";
        errors.push(FieldError::invalid(rules::M_11, &path, value, detail));
    }
}
