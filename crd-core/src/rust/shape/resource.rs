//! The root of a custom resource, as constants.

use super::{Rule, Shape};

/// A printer column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// `name`; from the field's name when empty.
    pub name: &'static str,
    /// `type`; from the field's shape when empty.
    pub type_: &'static str,
    /// `format`.
    pub format: &'static str,
    /// `description`.
    pub description: &'static str,
    /// `jsonPath`; from the field's place when empty.
    pub json_path: &'static str,
    /// `priority`.
    pub priority: i32,
}

impl Column {
    /// Everything from the field.
    pub const NONE: Column = Column {
        name: "",
        type_: "",
        format: "",
        description: "",
        json_path: "",
        priority: 0,
    };
}

/// The root of a custom resource.
#[derive(Clone, Copy, Debug)]
pub struct Resource {
    /// `group`.
    pub group: &'static str,
    /// Name of this version.
    pub version: &'static str,
    /// `kind`.
    pub kind: &'static str,
    /// `plural`.
    pub plural: &'static str,
    /// `singular`.
    pub singular: &'static str,
    /// `listKind`.
    pub list_kind: &'static str,
    /// `shortNames`.
    pub short_names: &'static [&'static str],
    /// `categories`.
    pub categories: &'static [&'static str],
    /// Whether objects live in namespaces.
    pub namespaced: bool,
    /// `served`.
    pub served: bool,
    /// `storage`.
    pub storage: bool,
    /// `deprecated`, with its warning if any.
    pub deprecated: Option<Option<&'static str>>,
    /// Annotations of the CRD.
    pub annotations: &'static [(&'static str, &'static str)],
    /// Labels of the CRD.
    pub labels: &'static [(&'static str, &'static str)],
    /// Docs of the root.
    pub description: &'static str,
    /// Shape of `spec`.
    pub spec: &'static Shape,
    /// Shape of `status`; its presence turns the status subresource on.
    pub status: Option<&'static Shape>,
    /// The scale subresource.
    pub scale: Option<Scale>,
    /// Printer columns of the root attribute, in order.
    pub columns: &'static [Column],
    /// Selectable fields of the root attribute.
    pub selectable: &'static [&'static str],
    /// Rules at the root of the object.
    pub rules: &'static [Rule],
    /// `module_path!()::Type`, for messages.
    pub rust_path: &'static str,
}

/// The scale subresource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// `specReplicasPath`.
    pub spec_replicas_path: &'static str,
    /// `statusReplicasPath`.
    pub status_replicas_path: &'static str,
    /// `labelSelectorPath`; empty when there is none.
    pub label_selector_path: &'static str,
}
