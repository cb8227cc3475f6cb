//! Printer columns of a custom resource, as constants.

use super::macros::const_struct;

const_struct! {
    /// A printer column.
    ///
    /// Columns appear in the order in which they are written: those on the spec's struct, those on fields of the spec, those
    /// on fields of the status. A column with a [`position`](Column::position) is put at that place among them.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Column;
    /// A column with everything from its field.
    const NONE;

    /// The header of the column. If empty, it is made from the field's name.
    name: plain(&'static str, "");
    /// The type: `integer`, `number`, `string`, `boolean` or `date`. If empty, that of the field's shape.
    type_: plain(&'static str, "");
    /// The format of the type, such as `int32`; empty for none.
    format: plain(&'static str, "");
    /// What the column shows; empty for the field's docs.
    description: plain(&'static str, "");
    /// The path of the value, such as `.spec.replicas`. If empty, that of the field.
    json_path: plain(&'static str, "");
    /// Columns with a priority above 0 are only shown by `kubectl get -o wide`.
    priority: plain(i32, 0);
    /// The place among all columns of the version, from 1; 0 for the order in which columns are written.
    position: plain(u32, 0);
}
