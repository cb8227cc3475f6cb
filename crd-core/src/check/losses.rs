//! What a cluster loses if one CRD replaces another.

use std::fmt;

use crate::changes::{
    SchemaChange, SchemaDifference, has_webhook, objects, path_in_objects, stored_versions, version, versions,
};
use crate::model::crd::{Crd, Version};
use crate::model::field::Segment;
use crate::model::schema::JsonSchemaProps;

/// Something that a new CRD makes the cluster lose.
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
    /// A webhook converts now, and nothing would (STO-06).
    Conversion,
    /// A field of a version that objects are stored in is gone from its schema: the server drops it before it converts
    /// (CNV-53).
    Field {
        /// The version.
        version: String,
        /// The field, such as `spec.size`.
        path: String,
    },
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StoredVersion { version } => write!(
                f,
                "objects may still be stored in `{version}`, which the CRD no longer has; put the version back (`served: false`), migrate the stored objects and prune `status.storedVersions` first"
            ),
            Self::ServedVersion { version } => write!(
                f,
                "`{version}` is still served, and the CRD no longer has it; set `served: false` for a release first"
            ),
            Self::Conversion => f.write_str(
                "a webhook converts the versions now, and the CRD has none: every write through another version than the stored one would drop what differs; leave `spec.conversion` in",
            ),
            Self::Field { version, path } => write!(
                f,
                "`{path}` of `{version}` is in stored objects and no longer in the schema: the server drops it when it reads them; keep the field in this version"
            ),
        }
    }
}

/// What is lost if `new` replaces `old`, which has its status.
#[must_use]
pub fn losses(old: &Crd, new: &Crd) -> Vec<Loss> {
    let mut losses = Vec::new();
    let stored = stored_versions(old);
    for old_version in versions(old) {
        let name = &*old_version.name;
        let is_stored = stored.contains(&name);
        if let Some(new_version) = version(new, name) {
            if is_stored {
                let fields = removed_fields(old_version, new_version).into_iter();
                losses.extend(fields.map(|field| Loss::Field {
                    version: name.to_owned(),
                    path: field.path,
                }));
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
    losses
}

/// A field that a version declares and a later form of it does not.
pub(super) struct RemovedField {
    /// Its path in objects, such as `spec.users[].shell`.
    pub(super) path: String,
    /// The node, below `openAPIV3Schema`.
    pub(super) node: Vec<Segment>,
}

/// The fields that a version declares and a later form of it drops.
pub(super) fn removed_fields(old: &Version, new: &Version) -> Vec<RemovedField> {
    let (Some(old), Some(new)) = (schema(old), schema(new)) else {
        return Vec::new();
    };
    let changes = objects(old, new).into_iter();
    let removed = changes.filter(|change| change.difference == SchemaDifference::Removed);
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
                "`spec.a` of `v1` is in stored objects and no longer in the schema",
                "`spec.list[].b` of `v1` is in stored objects and no longer in the schema",
                "`spec.map{}.c` of `v1` is in stored objects and no longer in the schema",
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
            ["a webhook converts the versions now"]
        );
        // Members that are not declared are kept there; what is below declared members is pruned.
        let mut open = narrow();
        open["x-kubernetes-preserve-unknown-fields"] = true.into();
        assert_eq!(
            texts(&old, &crd(&[("v1", open), ("v2", wide())], "Webhook", &[])),
            [
                "`spec.list[].b` of `v1` is in stored objects and no longer in the schema",
                "`spec.map{}.c` of `v1` is in stored objects and no longer in the schema",
            ]
        );
    }
}
