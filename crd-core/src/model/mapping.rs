//! The mapping between the versions of a CRD, if it is declared by Rust types. A manifest does not contain it.

/// The API server's limit for the total size of an object's annotations, in bytes.
#[cfg(any(feature = "check", feature = "convert"))]
pub(crate) const LONGEST_ANNOTATIONS: usize = 262_144;

/// How the versions of a CRD map to each other.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Mapping {
    /// The fields that a version shares with the next.
    pub fields: Vec<MappedField>,
    /// For each version, the data of other versions that annotations of its objects may hold.
    pub kept: Vec<KeptDataLimit>,
}

/// A field that a version shares with the next, possibly under another name or at another place.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct MappedField {
    /// The older version.
    pub older: MappedPlace,
    /// The next version.
    pub newer: MappedPlace,
    /// Whether everything below it is also shared and unchanged.
    pub is_same: bool,
    /// Whether functions compute its value. A field that becomes several fields, or is made of several, has an entry for each of
    /// them.
    #[serde(default)]
    pub is_computed: bool,
}

/// A node of the schema of a version.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct MappedPlace {
    /// The version.
    pub version: String,
    /// The steps from `openAPIV3Schema` to the node.
    pub node: Vec<MappedStep>,
}

/// A step to a node of a schema.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub enum MappedStep {
    /// `properties` and a name.
    Property(String),
    /// `items`.
    Items,
    /// `additionalProperties`.
    Values,
}

/// The maximum data that annotations of objects of a version may hold for fields that this version does not have.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct KeptDataLimit {
    /// The version.
    pub version: String,
    /// Maximum size in bytes of the fields that have a limit.
    pub bytes: u64,
    /// The fields without a limit, each as version and path, such as `v2: spec.notes`.
    pub unbounded: Vec<String>,
}

impl MappedPlace {
    #[cfg(feature = "convert")]
    pub(crate) fn new(version: &str, node: Vec<MappedStep>) -> Self {
        MappedPlace {
            version: version.to_owned(),
            node,
        }
    }
}
