//! What `#[crd(…)]` says.

pub(crate) mod attrs;
pub(crate) mod keys;
pub(crate) mod kube;
pub(crate) mod lifecycle;
pub(crate) mod literal;
pub(crate) mod meta;
pub(crate) mod read;
pub(crate) mod resource;
pub(crate) mod rule;
pub(crate) mod validation;
