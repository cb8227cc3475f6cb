//! The CRD of a custom resource besides its schemas, as constants.

use super::{Rule, Shape};

/// A printer column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// The header of the column. If empty, it is made from the field's name.
    pub name: &'static str,
    /// The type: `integer`, `number`, `string`, `boolean` or `date`. If empty, that of the field's shape.
    pub type_: &'static str,
    /// The format of the type, such as `int32`; empty for none.
    pub format: &'static str,
    /// What the column shows; empty for the field's docs.
    pub description: &'static str,
    /// The path of the value, such as `.spec.replicas`. If empty, that of the field.
    pub json_path: &'static str,
    /// Columns with a priority above 0 are only shown by `kubectl get -o wide`.
    pub priority: i32,
}

impl Column {
    /// A column with everything from its field.
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
