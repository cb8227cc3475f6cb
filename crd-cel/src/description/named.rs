//! The types that messages name.

use crate::types::{Type, TypeId, TypeName, TypeStore};

pub(super) const NO_TEXT: &str = "an object is no text: join a field of it, `x.field`";

pub(super) fn is_optional(ty: &TypeName) -> bool {
    matches!(ty.ty(), Type::Optional(_))
}

/// Returns the help for an optional in place of a list or map.
pub(super) fn unwrap_range(found: &TypeName) -> &'static str {
    let inner = found.as_str().split_once('(').map_or("", |(_, inner)| inner);
    match inner {
        _ if inner.starts_with("list") => "unwrap the optional first: `.orValue([])`",
        _ if inner.starts_with("map") => "unwrap the optional first: `.orValue({})`",
        _ => "an optional value is no list; for its value, write `optional.optMap(x, x > 1)`",
    }
}

/// Checks whether a type is a list or a map.
pub(super) fn is_collection(ty: &TypeName) -> bool {
    matches!(ty.ty(), Type::List(_) | Type::Map(..))
}

/// Checks whether a type is one of the built-in types.
pub(super) fn is_base(ty: &TypeName, base: TypeId) -> bool {
    TypeStore::base(base) == Some(ty.ty())
}
