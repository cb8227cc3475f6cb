//! Two real APIs, declared as in each of their versions: all moved and renamed fields were moved and renamed by the projects
//! themselves.

#![allow(
    unreachable_pub,
    clippy::needless_pass_by_value,
    clippy::struct_field_names,
    reason = "as a library has it; mappings take values; the names are those of the projects"
)]

pub mod certificate;
pub mod machine;
