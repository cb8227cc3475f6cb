//! Requests about the properties that a CRD declares: references and renames.

mod jsonpath;
mod mentions;
mod names;
mod property;
mod rename;
mod uses;

pub(crate) use names::{PropertyName, names_at};
pub(crate) use rename::{declared_property, prepare_rename, references, rename};
