//! Types as bits, the same as in `crd_core::shape::check::rules::bits`.

use crd_cel::{Type, TypeId, TypeStore};

pub(super) const LIST: u16 = 1 << 9;
pub(super) const MAP: u16 = 1 << 10;
pub(super) const ANY: u16 = u16::MAX;

/// Returns the bit of a type; all bits for an unknown type.
pub(super) fn of(types: &TypeStore, ty: Type) -> u16 {
    match ty {
        Type::Bool => 1,
        Type::Int => 1 << 1,
        Type::Uint => 1 << 2,
        Type::Double => 1 << 3,
        Type::String => 1 << 4,
        Type::Bytes => 1 << 5,
        Type::Duration => 1 << 6,
        Type::Timestamp => 1 << 7,
        Type::Null => 1 << 8,
        Type::List(_) => LIST,
        Type::Map(..) => MAP,
        Type::Object(_) if is_library(types, ty) => 1 << 13,
        Type::Object(_) => 1 << 11,
        Type::Optional(_) => 1 << 12,
        Type::Type(_) => 1 << 14,
        Type::Dyn | Type::Any | Type::Error | Type::Wrapper(_) | Type::Param(_) | Type::Var(_) => ANY,
    }
}

fn is_library(types: &TypeStore, ty: Type) -> bool {
    let library = [
        TypeId::URL,
        TypeId::QUANTITY,
        TypeId::IP,
        TypeId::CIDR,
        TypeId::SEMVER,
        TypeId::FORMAT,
    ];
    library.into_iter().any(|known| types.get(known) == ty)
}
