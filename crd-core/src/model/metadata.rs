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
    /// A prefix, from which the server generates a name if `name` is empty.
    pub generate_name: Box<str>,
    /// The namespace; empty for objects of cluster scope.
    pub namespace: Box<str>,
    /// A link to the object; servers since 1.20 do not set it.
    pub self_link: Box<str>,
    /// The unique ID that the server assigns to the object.
    pub uid: Box<str>,
    /// The version of the stored object, an opaque string of the server.
    pub resource_version: Box<str>,
    /// The number of changes of the desired state, which the server counts.
    pub generation: i64,
    /// The time when the object was created, in UTC and to the second.
    pub creation_timestamp: Option<Box<str>>,
    /// The time when the object will be or was deleted, in UTC and to the second.
    pub deletion_timestamp: Option<Box<str>>,
    /// The number of seconds in which the object must terminate.
    pub deletion_grace_period_seconds: Option<i64>,
    /// Labels, which selectors match.
    pub labels: Map<Box<str>>,
    /// Annotations, at most 256 KiB in all.
    pub annotations: Map<Box<str>>,
    /// The objects that this one depends on.
    pub owner_references: Vec<OwnerReference>,
    /// The tasks to complete before the object is removed.
    pub finalizers: Vec<Box<str>>,
    /// The managers of fields.
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
    /// The unique ID of the owner.
    pub uid: Box<str>,
    /// Whether the owner is the managing controller; at most one owner is.
    pub controller: Option<bool>,
    /// Whether foreground deletion of the owner waits for the deletion of this object.
    pub block_owner_deletion: Option<bool>,
}

/// An entry of `metadata.managedFields` (`metav1.ManagedFieldsEntry`).
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ManagedFieldsEntry {
    /// The workflow that manages the fields.
    pub manager: Box<str>,
    /// The operation that created the entry: `Apply` or `Update`.
    pub operation: Box<str>,
    /// The version of the resource that contains the fields.
    pub api_version: Box<str>,
    /// The time of the last change of the entry, in UTC and to the second.
    pub time: Option<Box<str>>,
    /// The format of `fields_v1`: `FieldsV1`.
    pub fields_type: Box<str>,
    /// The fields, as a tree of field names.
    pub fields_v1: Option<Box<serde_json::Value>>,
    /// The subresource through which the change was made; empty for the main resource.
    pub subresource: Box<str>,
}
