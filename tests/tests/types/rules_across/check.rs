//! The parts of rules in the derive.

#[allow(dead_code, reason = "the derive uses all of it")]
#[path = "../../../../crd-derive/src/check/cross_type.rs"]
pub mod cross_type;
