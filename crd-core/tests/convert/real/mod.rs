//! Two APIs with a history, declared as they were in each of their versions: what moved and was renamed in them moved and was
//! renamed by their projects.

#![allow(
    unreachable_pub,
    clippy::needless_pass_by_value,
    clippy::struct_field_names,
    reason = "as a library has it; mappings take values; the names are those of the projects"
)]

pub mod certificate;
pub mod machine;
