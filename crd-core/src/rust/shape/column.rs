//! Printer columns of a custom resource, as constants.

use super::macros::const_struct;

const_struct! {
    /// A printer column.
    ///
    /// Columns appear in declaration order: those on the spec's struct, those on fields of the spec, those
    /// on fields of the status. A column with a [`position`](Column::position) is moved to that position.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Column;
    /// A column that takes all members from its field.
    const NONE;

    /// The header of the column. If empty, it is made from the field's name.
    name: plain(&'static str, "");
    /// The type: `integer`, `number`, `string`, `boolean` or `date`. If empty, it is determined by the field's shape.
    type_: plain(&'static str, "");
    /// The format of the type, such as `int32`; empty for none.
    format: plain(&'static str, "");
    /// Description of the column; if empty, the docs of the field are used.
    description: plain(&'static str, "");
    /// The path of the value, such as `.spec.replicas`. If empty, that of the field.
    json_path: plain(&'static str, "");
    /// Columns with a priority above 0 are only shown by `kubectl get -o wide`.
    priority: plain(i32, 0);
    /// The position among all columns of the version, from 1; 0 for declaration order.
    position: plain(u32, 0);
}
