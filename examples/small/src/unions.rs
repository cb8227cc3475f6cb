//! Unions (KEP-2335): as a type, and as fields of a struct.

use crd_core::{CustomResource, Schema, Union};
use serde::{Deserialize, Serialize};

/// A volume.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "small.example.com", version = "v1", kind = "SmallVolume")]
pub struct SmallVolumeSpec {
    /// `{type: HostPath, hostPath: {…}}`.
    pub source: Source,
    /// The same in a list without a limit, where a rule might cost too much: enforced by `oneOf`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub more: Vec<Source>,
    /// The members stand beside other fields.
    pub strategy: Strategy,
}

/// Where a volume comes from.
#[derive(Union, Clone, Debug)]
#[crd(discriminator = "type")]
pub enum Source {
    /// Nothing yet.
    None,
    /// A directory of the node.
    HostPath(HostPath),
    /// A share.
    Nfs(Nfs),
}

/// A directory of the node.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct HostPath {
    /// The directory.
    pub path: String,
}

/// A share.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Nfs {
    /// The server.
    pub server: String,
    /// The directory.
    pub path: String,
}

/// How changes are made.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Strategy {
    /// Which member is set.
    #[crd(discriminator)]
    pub kind: String,
    /// All at once.
    #[crd(union)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recreate: Option<Recreate>,
    /// One after the other.
    #[crd(union)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rolling_update: Option<RollingUpdate>,
}

/// All at once.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Recreate {}

/// One after the other.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct RollingUpdate {
    /// How many at once.
    pub step: u8,
}
