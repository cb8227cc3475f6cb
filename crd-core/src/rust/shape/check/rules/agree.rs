//! Types the operators that compare two values: equality, `in`, indexes.

use super::select::elements;
use super::types::{CelShape, Type};
use super::{RuleMistake, bits};
use crate::rust::shape::check::text::same;

/// Maximum depth to which lists and maps are compared.
const DEPTH: usize = 4;
/// Types whose values never equal null.
const NEVER_NULL: u16 =
    bits::BOOL | bits::INT | bits::UINT | bits::DOUBLE | bits::STRING | bits::BYTES | bits::LIST | bits::MAP;

/// Whether two values may be of one type.
#[inline]
pub(super) const fn agree(known: &[Type], left: Type, right: Type) -> bool {
    let (mut left, mut right) = (left, right);
    let mut depth = 0;
    while depth < DEPTH {
        if is_null(left) || is_null(right) {
            let other = if is_null(left) { right } else { left };
            return other.is_unknown() || other.optional > 0 || other.bits() & NEVER_NULL == 0;
        }
        // A value of unknown type may be optional; one that is known to be optional is at least optional.
        if left.is_unknown() || right.is_unknown() {
            return left.optional == right.optional
                || left.is_unknown() && left.optional <= right.optional
                || right.is_unknown() && right.optional <= left.optional;
        }
        if left.optional != right.optional {
            return false;
        }
        (left.optional, right.optional) = (0, 0);
        let (one, other) = (left.bits(), right.bits());
        if one & other == 0 {
            return false;
        }
        if one != other || one & (bits::LIST | bits::MAP) == 0 {
            return true;
        }
        (left, right) = (elements(known, left), elements(known, right));
        depth += 1;
    }
    true
}

/// Types `left in right`.
#[inline]
pub(super) const fn contains(known: &[Type], left: Type, right: Type) -> Result<Type, RuleMistake> {
    let elements = match right.bits() {
        bits::LIST => elements(known, right),
        bits::MAP if !matches!(right.form, CelShape::Known(..)) => Type::STRING,
        both if both & (bits::LIST | bits::MAP) != 0 => Type::UNKNOWN,
        _ => return Err(RuleMistake::NotIn(left, right)),
    };
    if agree(known, left, elements) {
        Ok(Type::BOOL)
    } else {
        Err(RuleMistake::NotIn(left, right))
    }
}

/// Types `of[by]`.
#[inline]
pub(super) const fn index(known: &[Type], of: Type, by: Type) -> Result<Type, RuleMistake> {
    let is_optional = of.optional > 0;
    let inner = Type { optional: 0, ..of };
    let fits = match inner.bits() {
        bits::LIST => by.bits() & bits::INT != 0,
        bits::MAP if !matches!(inner.form, CelShape::Known(..)) => by.bits() & bits::STRING != 0,
        both => both & (bits::LIST | bits::MAP) != 0,
    };
    if of.optional > 1 {
        return Ok(Type::UNKNOWN);
    }
    if !fits {
        return Err(RuleMistake::NotIndexed(of, by));
    }
    let ty = elements(known, inner);
    Ok(if is_optional { ty.in_optional() } else { ty })
}

#[inline]
const fn is_null(ty: Type) -> bool {
    ty.optional == 0 && matches!(ty.form, CelShape::Known(bits::NULL, _))
}

/// Returns the common type of two values that agree.
#[inline]
pub(super) const fn either(known: &[Type], one: Type, other: Type) -> Type {
    if is_empty_literal(other) {
        return one;
    }
    if is_empty_literal(one) {
        return other;
    }
    let (mut left, mut right) = (one, other);
    let mut depth = 0;
    while depth < DEPTH {
        // The common type of a known and an unknown type is unknown.
        if left.is_unknown() || right.is_unknown() || is_null(left) || is_null(right) {
            return Type::UNKNOWN;
        }
        if matches!(left.form, CelShape::Texts(_)) || matches!(right.form, CelShape::Texts(_)) {
            // One is a value of an enum, the other may be any string.
            return if depth == 0 {
                Type {
                    form: Type::STRING.form,
                    ..one
                }
            } else {
                Type::UNKNOWN
            };
        }
        if left.optional > 0 || left.bits() & (bits::LIST | bits::MAP) == 0 {
            return one;
        }
        (left, right) = (elements(known, left), elements(known, right));
        depth += 1;
    }
    Type::UNKNOWN
}

/// Whether the type is that of `[]` or `{}`, which take the type of the value that they are compared with.
#[inline]
const fn is_empty_literal(ty: Type) -> bool {
    match ty.form {
        CelShape::Known(bits::LIST, name) => same(name, "[]"),
        CelShape::Known(bits::MAP, name) => same(name, "{}"),
        _ => false,
    }
}
