//! What the cluster would lose if one CRD replaced another.

use std::fmt;

use serde_json::Value;

/// Something that the new CRD would make the cluster lose.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Loss {
    /// Objects were stored in a version that the new CRD does not have.
    StoredVersion {
        /// The version.
        version: String,
    },
    /// Clients use a version that the new CRD does not have.
    ServedVersion {
        /// The version.
        version: String,
    },
    /// A webhook converts now, and nothing would.
    Conversion,
    /// A field of a version that objects are stored in is gone from its schema: the server drops it before it converts.
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
                "objects may still be stored at `{version}`, which the CRD no longer has; put the version back (`served = false`), migrate the stored objects and prune `status.storedVersions` first"
            ),
            Self::ServedVersion { version } => write!(
                f,
                "`{version}` is still served, and the CRD no longer has it; set `served = false` for a release first, or allow it in `ApplyOptions::allowed`"
            ),
            Self::Conversion => f.write_str(
                "a webhook converts the versions now, and the CRD has none: every write through another version than the stored one would drop what differs; leave `spec.conversion` in, or allow it in `ApplyOptions::allowed`",
            ),
            Self::Field { version, path } => write!(
                f,
                "`{path}` of `{version}` is in stored objects and no longer in the schema: the server drops it when it reads them; keep the field in this version, or allow it in `ApplyOptions::allowed`"
            ),
        }
    }
}

/// What would be lost if `new` replaced `old`. Both are CRDs as JSON, `old` with its status.
pub fn losses(old: &Value, new: &Value) -> Vec<Loss> {
    let mut losses = Vec::new();
    let (old_versions, new_versions) = (versions(old), versions(new));
    let stored: Vec<&str> = old
        .pointer("/status/storedVersions")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    for old_version in old_versions {
        let name = name(old_version);
        let is_stored = stored.contains(&name);
        let Some(new_version) = new_versions.iter().find(|version| self::name(version) == name) else {
            if is_stored {
                losses.push(Loss::StoredVersion {
                    version: name.to_owned(),
                });
            } else if old_version.get("served") == Some(&Value::Bool(true)) {
                losses.push(Loss::ServedVersion {
                    version: name.to_owned(),
                });
            }
            continue;
        };
        if is_stored {
            let mut paths = Vec::new();
            missing(schema(old_version), schema(new_version), "", &mut paths);
            losses.extend(paths.into_iter().map(|path| Loss::Field {
                version: name.to_owned(),
                path,
            }));
        }
    }
    let converts =
        |crd: &Value| crd.pointer("/spec/conversion/strategy").and_then(Value::as_str) == Some("Webhook");
    if converts(old) && !converts(new) && new_versions.len() > 1 {
        losses.push(Loss::Conversion);
    }
    losses
}

fn versions(crd: &Value) -> &[Value] {
    let versions = crd.pointer("/spec/versions").and_then(Value::as_array);
    versions.map_or(&[], Vec::as_slice)
}

fn name(version: &Value) -> &str {
    version.get("name").and_then(Value::as_str).unwrap_or_default()
}

fn schema(version: &Value) -> &Value {
    version.pointer("/schema/openAPIV3Schema").unwrap_or(&Value::Null)
}

/// The paths that `old` declares and `new` drops. The server bounds the depth of schemas.
fn missing(old: &Value, new: &Value, path: &str, paths: &mut Vec<String>) {
    if new.get("x-kubernetes-preserve-unknown-fields") == Some(&Value::Bool(true)) {
        return;
    }
    for (name, old_property) in old
        .get("properties")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
    {
        let below = if path.is_empty() {
            name.clone()
        } else {
            format!("{path}.{name}")
        };
        let property = new.get("properties").and_then(|properties| properties.get(name));
        match property.or_else(|| {
            new.get("additionalProperties")
                .filter(|schema| schema.is_object())
        }) {
            Some(new_property) => missing(old_property, new_property, &below, paths),
            // What is kept whatever it is loses nothing.
            None if new.get("x-kubernetes-embedded-resource") == Some(&Value::Bool(true))
                && ["apiVersion", "kind", "metadata"].contains(&name.as_str()) => {}
            None => paths.push(below),
        }
    }
    for (member, suffix) in [("items", "[]"), ("additionalProperties", "{}")] {
        if let (Some(old), Some(new)) = (old.get(member), new.get(member))
            && old.is_object()
        {
            missing(old, new, &format!("{path}{suffix}"), paths);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn crd(versions: &[(&str, Value)], strategy: &str, stored: &[&str]) -> Value {
        let versions: Vec<_> = versions
            .iter()
            .map(|(name, spec)| {
                json!({"name": name, "served": true, "schema": {"openAPIV3Schema": {"type": "object",
                    "properties": {"spec": spec}}}})
            })
            .collect();
        json!({"spec": {"versions": versions, "conversion": {"strategy": strategy}},
            "status": {"storedVersions": stored}})
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
        let texts = |old: &Value, new: &Value| -> Vec<String> {
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
            ["objects may still be stored at `v1`"]
        );
        assert_eq!(
            texts(&old, &crd(&[("v1", wide())], "None", &[])),
            ["`v2` is still served"]
        );
        assert_eq!(
            texts(&old, &crd(&[("v1", wide()), ("v2", wide())], "None", &[])),
            ["a webhook converts the versions now"]
        );
        let mut open = narrow();
        open["x-kubernetes-preserve-unknown-fields"] = true.into();
        assert_eq!(
            texts(&old, &crd(&[("v1", open), ("v2", wide())], "Webhook", &[])),
            Vec::<String>::new()
        );
    }
}
