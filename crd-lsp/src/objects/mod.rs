//! Requests about objects of kinds that CRDs declare, and about CRDs themselves, whose schema is a file in this folder.

mod actions;
mod complete;
mod define;
mod deprecated;
mod explain;
mod fields;
mod hints;
mod missing;
mod outline;
mod skeleton;
mod subject;
mod values;

pub(crate) use actions::actions;
pub(crate) use complete::complete;
pub(crate) use define::define;
pub(crate) use deprecated::deprecated_tokens;
pub(crate) use explain::hover;
pub(crate) use hints::hints;
pub(crate) use outline::{folds, selections, symbols};
