//! Names, owners and managed fields, as apimachinery checks them.

pub(crate) mod managers;
pub(crate) mod names;
pub(crate) mod owners;
