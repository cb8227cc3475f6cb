//! Serialization of custom resources whose members are beside `metadata`: `flatten` on the root.

use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::custom_resource::{Read, Written};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct WrittenRoot<'a, M, P, T> {
    api_version: &'static str,
    kind: &'static str,
    metadata: &'a M,
    #[serde(flatten)]
    members: &'a P,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'a T>,
}

/// Serializes a custom resource whose members are beside `metadata`.
pub fn serialize_flat_root<S, M, P, T>(
    serializer: S,
    api_version: &'static str,
    kind: &'static str,
    metadata: &M,
    members: &P,
    status: Option<&T>,
) -> Result<S::Ok, S::Error>
where
    S: Serializer,
    M: Serialize,
    P: Written,
    T: Written,
{
    let root = WrittenRoot {
        api_version,
        kind,
        metadata,
        members,
        status,
    };
    root.serialize(serializer)
}

/// `apiVersion` and `kind` are read here, so that they do not become members.
#[derive(Deserialize)]
#[serde(
    rename_all = "camelCase",
    bound = "M: Deserialize<'de> + Default, P: Deserialize<'de>, T: Deserialize<'de>"
)]
struct ReadRoot<M, P, T> {
    #[serde(default, rename = "apiVersion")]
    _api_version: IgnoredAny,
    #[serde(default, rename = "kind")]
    _kind: IgnoredAny,
    #[serde(default)]
    metadata: M,
    #[serde(flatten)]
    members: P,
    #[serde(default = "none")]
    status: Option<T>,
}

fn none<T>() -> Option<T> {
    None
}

/// Deserializes the metadata, the members and the status of a custom resource whose members are beside `metadata`.
pub fn deserialize_flat_root<'de, D, M, P, T>(deserializer: D) -> Result<(M, P, Option<T>), D::Error>
where
    D: Deserializer<'de>,
    M: Deserialize<'de> + Default,
    P: Read<'de>,
    T: Read<'de>,
{
    let root = ReadRoot::deserialize(deserializer)?;
    Ok((root.metadata, root.members, root.status))
}
