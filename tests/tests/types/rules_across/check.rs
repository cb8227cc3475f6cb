//! The parts of rules as the derive has them.

#[allow(dead_code, reason = "the derive uses all of it")]
#[path = "../../../../crd-derive/src/check/cross_type.rs"]
pub mod cross_type;
