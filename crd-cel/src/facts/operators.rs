//! The operators of comparisons, as the signs of a difference that they allow.

/// The bit of `a < b`.
pub(super) const BELOW: u8 = 1;
/// The bit of `a == b`.
pub(super) const EQUAL: u8 = 2;
/// The bit of `a > b`.
pub(super) const ABOVE: u8 = 4;

/// Returns the bits that a comparison allows.
pub(super) fn signs_of(operator: &str) -> Option<u8> {
    Some(match operator {
        "_<_" => BELOW,
        "_<=_" => BELOW | EQUAL,
        "_>_" => ABOVE,
        "_>=_" => ABOVE | EQUAL,
        "_==_" => EQUAL,
        "_!=_" => BELOW | ABOVE,
        _ => return None,
    })
}

/// Returns the bits of the comparison with its operands exchanged.
pub(super) fn mirrored(signs: u8) -> u8 {
    signs & EQUAL | (signs & BELOW) << 2 | (signs & ABOVE) >> 2
}

/// Returns the operator with its operands exchanged.
pub fn mirror(operator: &str) -> &str {
    match operator {
        "_<_" => "_>_",
        "_<=_" => "_>=_",
        "_>_" => "_<_",
        "_>=_" => "_<=_",
        _ => operator,
    }
}

/// Returns the operator that is true where another is false.
pub(super) fn inverse(operator: &str) -> Option<&'static str> {
    Some(match operator {
        "_<_" => "_>=_",
        "_<=_" => "_>_",
        "_>_" => "_<=_",
        "_>=_" => "_<_",
        "_==_" => "_!=_",
        "_!=_" => "_==_",
        _ => return None,
    })
}
