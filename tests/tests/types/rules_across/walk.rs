//! The derive's walk over a checked rule.

#[allow(dead_code, reason = "the derive uses all of it")]
#[path = "../../../../crd-derive/src/check/cel/across/mod.rs"]
mod across;
#[path = "../../../../crd-derive/src/check/cel/bits.rs"]
mod bits;

use crd_cel::{Checked, Purpose};

/// Returns the requirements of a rule on other types.
pub fn parts(checked: &Checked<'_>) -> Vec<crate::check::cross_type::RulePart> {
    across::collect(
        checked,
        Purpose::Rule,
        (across::OldSelf::Value, across::Comparisons::Checked),
    )
    .map_or_else(Vec::new, |across| across.parts)
}
