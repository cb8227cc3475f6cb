//! Printer columns of a custom resource, as constants.

/// A printer column.
///
/// Columns appear in the order in which they are written: those on the spec's struct, those on fields of the spec, those
/// on fields of the status. A column with a [`position`](Column::position) is put at that place among them.
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
    /// The place among all columns of the version, from 1; 0 for the order in which columns are written.
    pub position: u32,
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
        position: 0,
    };
}
