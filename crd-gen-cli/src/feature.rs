//! Parts of an API that are behind channels or gates, or deprecated, as types and CRDs declare them.

use serde::{Deserialize, Serialize};

/// One part of a type that is in a channel, behind a feature gate, or has a lifecycle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Feature {
    pub(crate) group: String,
    pub(crate) kind: String,
    pub(crate) version: String,
    /// The path, such as `.spec.retries`; empty for the kind itself.
    pub(crate) path: String,
    /// The value of an enum, the variant or the rule, if the part is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) value: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) channel: Option<String>,
    #[serde(default, rename = "featureGates", skip_serializing_if = "Vec::is_empty")]
    pub(crate) gates: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) lifecycle: Vec<Marker>,
}

/// A lifecycle in one project (KEP-2558).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Marker {
    pub(crate) project: String,
    pub(crate) min_version: String,
    pub(crate) status: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) feature_gate: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) replacement: String,
}

/// Description of a value of an enum.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct ValueDocs {
    pub(crate) kind: String,
    pub(crate) version: String,
    /// The path, such as `.spec.mode`.
    pub(crate) path: String,
    pub(crate) value: String,
    pub(crate) description: String,
}

/// The channels of a project.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProjectChannels {
    pub(crate) names: Vec<String>,
    /// The annotation of CRDs that names their channel; empty for none.
    pub(crate) annotation: String,
    /// The annotation of CRDs that names the version of the API; empty for none.
    pub(crate) bundle_version: String,
}
