//! Lists the data, fields and versions that a cluster loses if one CRD replaces another.

use std::fmt;

use crate::changes::{
    Openness, SchemaChange, SchemaDifference, Side, ValueType, has_webhook, objects, path_in_objects,
    storage_version, stored_versions, version, versions,
};
use crate::model::crd::{Crd, Version};
use crate::model::field::Segment;
use crate::model::schema::JsonSchemaProps;

/// A loss that a new CRD causes in a cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Loss {
    /// Objects were stored in a version that the new CRD does not have (STO-02).
    StoredVersion {
        /// The version.
        version: String,
    },
    /// Clients use a version that the new CRD does not have.
    ServedVersion {
        /// The version.
        version: String,
    },
    /// A webhook converts now, and would no longer (STO-06).
    Conversion,
    /// A field was removed from the schema of a version that objects are stored in: the server drops it before
    /// conversion (CNV-53).
    Field {
        /// The version.
        version: String,
        /// The field, such as `spec.size`.
        path: String,
    },
    /// A version that objects are stored in no longer keeps undeclared members of a field.
    Members {
        /// The version.
        version: String,
        /// The field; empty for the whole object.
        path: String,
    },
    /// Objects are stored in another version from now on, which does not have a field, or has it without members or
    /// elements, and conversion is `None`: the field is lost as soon as an object is written.
    Rewritten {
        /// The version in which objects are stored before they are rewritten.
        from: String,
        /// The version in which they are stored afterwards.
        to: String,
        /// The field.
        path: String,
    },
}

impl Loss {
    /// Whether data of stored objects is lost. Other losses concern versions, which can be served again.
    #[must_use]
    pub fn is_of_data(&self) -> bool {
        !matches!(self, Self::StoredVersion { .. } | Self::ServedVersion { .. })
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StoredVersion { version } => write!(
                f,
                "objects may still be stored in `{version}`, which the CRD no longer has; add the version \
                 again (`served: false`), migrate the stored objects and prune `status.storedVersions` first"
            ),
            Self::ServedVersion { version } => write!(
                f,
                "`{version}` is still served, but the CRD no longer has it; set `served: false` for a \
                 release first"
            ),
            Self::Conversion => f.write_str(
                "a webhook currently converts the versions, but the CRD has none: every write through a \
                 version other than the stored one would drop the fields that differ; keep `spec.conversion`",
            ),
            Self::Field { version, path } => write!(
                f,
                "`{path}` of `{version}` is in stored objects, but no longer in the schema: the server \
                 drops it when it reads them; keep the field in this version"
            ),
            Self::Members { version, path } => write!(
                f,
                "stored objects may have fields in {} of `{version}` that the schema does not declare, and \
                 the server now drops them when it reads the objects; declare them, or keep \
                 `x-kubernetes-preserve-unknown-fields: true`",
                if path.is_empty() {
                    "the object".to_owned()
                } else {
                    format!("`{path}`")
                }
            ),
            Self::Rewritten { from, to, path } => write!(
                f,
                "`{path}` of objects stored in `{from}` is lost at the next write, because they are then \
                 stored in `{to}`, which does not declare it as `{from}` does, and conversion is `None`; \
                 convert with a webhook, or declare it in `{to}` too"
            ),
        }
    }
}

/// Returns the losses if `new` replaces `old`, which includes its status.
#[must_use]
pub fn losses(old: &Crd, new: &Crd) -> Vec<Loss> {
    let mut losses = Vec::new();
    let stored = stored_versions(old);
    for old_version in versions(old) {
        let name = &*old_version.name;
        let is_stored = stored.contains(&name);
        if let Some(new_version) = version(new, name) {
            if is_stored {
                losses.extend(dropped(old, old_version, new, new_version));
            }
        } else if is_stored {
            losses.push(Loss::StoredVersion {
                version: name.to_owned(),
            });
        } else if old_version.served {
            losses.push(Loss::ServedVersion {
                version: name.to_owned(),
            });
        }
    }
    if has_webhook(old) && !has_webhook(new) && versions(new).count() > 1 {
        losses.push(Loss::Conversion);
    }
    for from in &stored {
        losses.extend(rewritten(new, from, version(old, from)));
    }
    losses
}

/// Returns the fields that the server drops from objects that are stored in a version, as soon as it has the new schema.
fn dropped<'c>(
    old: &Crd,
    before: &'c Version,
    new: &Crd,
    after: &'c Version,
) -> impl Iterator<Item = Loss> + 'c {
    let name = &before.name;
    let prunes_now = old.spec.preserve_unknown_fields && !new.spec.preserve_unknown_fields;
    let whole = prunes_now.then(|| Loss::Members {
        version: name.to_string(),
        path: String::new(),
    });
    let fields = removed_fields(before, after)
        .into_iter()
        .map(|field| Loss::Field {
            version: name.to_string(),
            path: field.path,
        });
    let members = changes(before, after)
        .into_iter()
        .filter(|change| !change.follows && drops_members(&change.difference))
        .map(|change| Loss::Members {
            version: name.to_string(),
            path: path_in_objects(&change.node),
        });
    whole.into_iter().chain(fields).chain(members)
}

/// Returns the losses of objects that are stored in a version, once they are written to the storage version without
/// conversion. `before` is the version as it was when the objects were written.
pub(crate) fn rewritten(crd: &Crd, from: &str, before: Option<&Version>) -> Vec<Loss> {
    let storage = storage_version(crd).and_then(|storage| version(crd, storage));
    let (Some(storage), Some(before)) = (storage, before) else {
        return Vec::new();
    };
    if has_webhook(crd) || *storage.name == *from || crd.spec.preserve_unknown_fields {
        return Vec::new();
    }
    let is_lost = |change: &SchemaChange| {
        !change.follows
            && (change.difference == SchemaDifference::Removed || drops_members(&change.difference))
    };
    let lost = changes(before, storage).into_iter().filter(is_lost);
    lost.map(|change| Loss::Rewritten {
        from: from.to_owned(),
        to: storage.name.to_string(),
        path: path_in_objects(&change.node),
    })
    .collect()
}

/// Whether members that were kept are dropped: those of a map, or of an object with unknown members, that becomes a
/// different type.
fn drops_members(difference: &SchemaDifference) -> bool {
    match difference {
        SchemaDifference::Openness(openness) => {
            matches!(openness, Openness::Drops(Side::New) | Openness::MapAndFields)
        }
        SchemaDifference::Type(before, _) => matches!(before, ValueType::Object | ValueType::Array),
        _ => false,
    }
}

fn changes(old: &Version, new: &Version) -> Vec<SchemaChange> {
    match (schema(old), schema(new)) {
        (Some(old), Some(new)) => objects(old, new),
        _ => Vec::new(),
    }
}

/// A field that a version declares, and a later revision of it does not.
pub(super) struct RemovedField {
    /// Its path in objects, such as `spec.users[].shell`.
    pub(super) path: String,
    /// The path of the node below `openAPIV3Schema`.
    pub(super) node: Vec<Segment>,
}

/// Returns the fields that a version declares, and a later revision of it drops.
pub(super) fn removed_fields(old: &Version, new: &Version) -> Vec<RemovedField> {
    let removed = changes(old, new)
        .into_iter()
        .filter(|change| change.difference == SchemaDifference::Removed);
    let field = |change: SchemaChange| RemovedField {
        path: path_in_objects(&change.node),
        node: change.node,
    };
    removed.map(field).collect()
}

fn schema(version: &Version) -> Option<&JsonSchemaProps> {
    version.schema.as_ref()?.open_api_v3_schema.as_deref()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::OldCrds;
    use crate::model::kube_version::KubeVersion;
    use serde_json::{Value, json};

    fn crd(versions: &[(&str, Value)], strategy: &str, stored: &[&str]) -> Crd {
        let versions: Vec<_> = versions
            .iter()
            .map(|(name, spec)| {
                json!({"name": name, "served": true, "schema": {"openAPIV3Schema": {"type": "object",
                    "properties": {"spec": spec}}}})
            })
            .collect();
        let crd = json!({"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "metadata": {"name": "a"}, "spec": {"versions": versions, "conversion": {"strategy": strategy}},
            "status": {"storedVersions": stored}});
        let mut all = OldCrds::default();
        assert_eq!(all.add(crd.to_string().as_bytes()), 0);
        all.named("a", KubeVersion::DEFAULT).unwrap()
    }

    fn object(properties: &Value) -> Value {
        json!({"type": "object", "properties": properties})
    }

    #[test]
    fn a_scalar_of_another_type_stays() {
        let version = |ty: &str| object(&json!({"a": {"type": ty}}));
        let of = |older: &str, newer: &str| {
            let old = crd(&[("v1", version(older))], "None", &["v1"]);
            let mut new = crd(&[("v1", version(older)), ("v2", version(newer))], "None", &[]);
            for version in new.spec.versions.iter_mut().flatten() {
                version.storage = &*version.name == "v2";
            }
            losses(&old, &new).len()
        };
        assert_eq!((of("integer", "string"), of("object", "string")), (0, 1));
    }

    #[test]
    fn what_goes_is_named() {
        let wide = || {
            object(
                &json!({"a": {"type": "string"}, "list": {"type": "array", "items": object(&json!({"b": {}}))},
                "map": {"type": "object", "additionalProperties": object(&json!({"c": {}}))}}),
            )
        };
        let narrow = || {
            object(&json!({"list": {"type": "array", "items": object(&json!({}))},
                "map": {"type": "object", "additionalProperties": object(&json!({}))}}))
        };
        let texts = |old: &Crd, new: &Crd| -> Vec<String> {
            losses(old, new)
                .iter()
                .map(|loss| {
                    loss.to_string()
                        .split([';', ',', ':'])
                        .next()
                        .unwrap_or_default()
                        .to_owned()
                })
                .collect()
        };
        let old = crd(&[("v1", wide()), ("v2", wide())], "Webhook", &["v1"]);
        assert_eq!(losses(&old, &old), []);
        assert_eq!(
            texts(&old, &crd(&[("v1", narrow()), ("v2", narrow())], "Webhook", &[])),
            [
                "`spec.a` of `v1` is in stored objects",
                "`spec.list[].b` of `v1` is in stored objects",
                "`spec.map{}.c` of `v1` is in stored objects",
            ]
        );
        assert_eq!(
            texts(&old, &crd(&[("v2", wide())], "None", &[])),
            ["objects may still be stored in `v1`"]
        );
        assert_eq!(
            texts(&old, &crd(&[("v1", wide())], "None", &[])),
            ["`v2` is still served"]
        );
        assert_eq!(
            texts(&old, &crd(&[("v1", wide()), ("v2", wide())], "None", &[])),
            ["a webhook currently converts the versions"]
        );
        // Undeclared members are kept there; values below declared members are pruned.
        let mut open = narrow();
        open["x-kubernetes-preserve-unknown-fields"] = true.into();
        assert_eq!(
            texts(&old, &crd(&[("v1", open), ("v2", wide())], "Webhook", &[])),
            [
                "`spec.list[].b` of `v1` is in stored objects",
                "`spec.map{}.c` of `v1` is in stored objects",
            ]
        );
    }
}
