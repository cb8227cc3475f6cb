//! Level 1: what one macro expansion can see (design §3).

pub(crate) mod attrs;
pub(crate) mod cel;
pub(crate) mod enums;
pub(crate) mod fields;
pub(crate) mod input;
pub(crate) mod names;
pub(crate) mod resource;
pub(crate) mod types;
pub(crate) mod union;
pub(crate) mod validation;
