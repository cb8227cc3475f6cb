//! `metadata` of an object, as in `k8s.io/apimachinery/pkg/apis/meta/v1`.

use super::map::Map;

/// The metadata of an object (`metav1.ObjectMeta`).
///
/// Empty strings, lists and maps mean absent, as in Go.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ObjectMeta {
    /// The name, unique among the objects of its kind and namespace.
    pub name: Box<str>,
    /// A prefix: the server makes a name of it when `name` is empty.
    pub generate_name: Box<str>,
    /// The namespace; empty for objects of cluster scope.
    pub namespace: Box<str>,
    /// A former link to the object; servers since 1.20 do not set it.
    pub self_link: Box<str>,
    /// The identity that the server gives to the object.
    pub uid: Box<str>,
    /// The version of the stored object, an opaque text of the server.
    pub resource_version: Box<str>,
    /// How many times the desired state has changed; the server counts.
    pub generation: i64,
    /// When the object was created, in UTC and to the second.
    pub creation_timestamp: Option<Box<str>>,
    /// When the object will be or was deleted, in UTC and to the second.
    pub deletion_timestamp: Option<Box<str>>,
    /// The seconds that the object has to terminate.
    pub deletion_grace_period_seconds: Option<i64>,
    /// Labels, which selectors match.
    pub labels: Map<Box<str>>,
    /// Annotations, at most 256 KiB in all.
    pub annotations: Map<Box<str>>,
    /// The objects that this one depends on.
    pub owner_references: Vec<OwnerReference>,
    /// What must be done before the object is removed.
    pub finalizers: Vec<Box<str>>,
    /// Who manages which fields.
    pub managed_fields: Vec<ManagedFieldsEntry>,
}

/// An entry of `metadata.ownerReferences` (`metav1.OwnerReference`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct OwnerReference {
    /// Group and version of the owner.
    pub api_version: Box<str>,
    /// The kind of the owner.
    pub kind: Box<str>,
    /// The name of the owner.
    pub name: Box<str>,
    /// The identity of the owner.
    pub uid: Box<str>,
    /// Whether the owner is the managing controller; at most one owner is.
    pub controller: Option<bool>,
    /// Whether the owner cannot be deleted in the foreground before this object is.
    pub block_owner_deletion: Option<bool>,
}

/// An entry of `metadata.managedFields` (`metav1.ManagedFieldsEntry`).
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ManagedFieldsEntry {
    /// The workflow that manages the fields.
    pub manager: Box<str>,
    /// The operation that made the entry: `Apply` or `Update`.
    pub operation: Box<str>,
    /// The version of the resource that the fields are of.
    pub api_version: Box<str>,
    /// When the entry was last changed, in UTC and to the second.
    pub time: Option<Box<str>>,
    /// The format of `fields_v1`: `FieldsV1`.
    pub fields_type: Box<str>,
    /// The fields, as a tree of field names.
    pub fields_v1: Option<Box<serde_json::Value>>,
    /// The subresource that the change went to; empty for the main resource.
    pub subresource: Box<str>,
}
