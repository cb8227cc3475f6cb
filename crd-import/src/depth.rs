//! Computes whether the compiler needs a larger recursion limit for deeply nested types.

use std::collections::BTreeMap;

use crate::model::{RustType, StructField, TypeId};
use crate::table::TypeTable;

/// The limit of rustc without an attribute.
const DEFAULT_LIMIT: usize = 128;

/// The depth of rustc's queries for a type without own types in its fields, and the increase with each member; measured with rustc 1.95:
/// types nested 31 times as `Option<T>` or 21 times as `Option<Vec<T>>` compile, and one more level does not.
const INNERMOST: usize = 8;
const MEMBER: usize = 3;
const OPTION: usize = 1;
const COLLECTION: usize = 2;

/// Returns the `recursion_limit` that a crate with these types needs, unless rustc's default is enough.
pub(crate) fn recursion_limit(types: &TypeTable) -> Option<usize> {
    let mut depths = BTreeMap::new();
    let deepest = types.iter().map(|(id, _)| depth(id, types, &mut depths)).max()?;
    (INNERMOST + deepest > DEFAULT_LIMIT).then(|| (INNERMOST + deepest).next_power_of_two())
}

/// Returns the depth below a type. The recursion depth is that of the schema.
fn depth(id: TypeId, types: &TypeTable, depths: &mut BTreeMap<TypeId, usize>) -> usize {
    if let Some(depth) = depths.get(&id) {
        return *depth;
    }
    let fields = types
        .get(id)
        .into_iter()
        .flat_map(|entry| entry.definition.fields());
    let of_fields = fields.filter_map(|field| {
        let (own, between) = own(&field.ty)?;
        Some(between + of_member(field) + depth(own, types, depths))
    });
    let depth = of_fields.max().unwrap_or_default();
    depths.insert(id, depth);
    depth
}

fn of_member(field: &StructField) -> usize {
    if field.is_option() {
        MEMBER + OPTION
    } else {
        MEMBER
    }
}

/// Returns the type of this import that a type contains, and the depth between the two.
fn own(ty: &RustType) -> Option<(TypeId, usize)> {
    match ty {
        RustType::Own(id) => Some((*id, 0)),
        RustType::List(inner) | RustType::Map(inner) => {
            own(inner).map(|(id, depth)| (id, depth + COLLECTION))
        }
        RustType::Nullable(inner) => own(inner).map(|(id, depth)| (id, depth + OPTION)),
        _ => None,
    }
}
