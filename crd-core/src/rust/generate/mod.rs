//! From shapes to CRDs: [`Shape`] → [`Structural`] → [`Crd`].
//!
//! Nearly everything that can be wrong has been refused by the compiler before this runs. What is left are
//! schemas made at run time ([`Kind::Foreign`](crate::rust::shape::Kind::Foreign)) and merges that only meet in
//! generic types; those come back as [`Problems`], each with its place.

mod attrs;
mod context;
mod describe;
pub(crate) mod junctor;
mod merge;
pub(crate) mod node;
mod object;
pub(crate) mod parts;
mod resource;
mod settle;
mod sugar;
#[cfg(test)]
mod tests;
mod union;
pub(crate) mod variants;

use std::fmt;

pub use describe::limit_descriptions;
pub use merge::{MergeError, merge};

use crate::model::crd::Crd;
use crate::model::structural::Structural;
use crate::rust::shape::{Resource, Shape};
use context::Context;

/// What the output is for (design §5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Profile {
    /// What a cluster accepts under strict field validation: unions are enforced, lifecycle is a sentence in
    /// the description.
    #[default]
    ApiServer,
    /// The KEP forms stay visible (`x-kubernetes-unions`, `x-kubernetes-api-lifecycle`), for documentation and
    /// other tools.
    Extended,
}

/// The CRD of a resource, with its one version.
pub fn crd(resource: &Resource, profile: Profile) -> Result<Crd, Problems> {
    let mut cx = Context::new(profile, resource.rust_path);
    let crd = resource::crd(&mut cx, resource);
    cx.finish(crd)
}

/// The structural schema of a shape.
pub fn structural(shape: &Shape, profile: Profile) -> Result<Structural, Problems> {
    let mut cx = Context::new(profile, shape.name);
    let mut node = node::build(&mut cx, shape);
    settle::settle(&mut node);
    cx.finish(node)
}

/// Why a part of a type has no structural schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The Rust type the schema was asked of.
    pub rust_path: String,
    /// The place in it, by wire names, such as `spec.storage`.
    pub place: String,
    /// What is wrong and what to do.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.rust_path)?;
        if !self.place.is_empty() {
            write!(f, ", `{}`", self.place)?;
        }
        write!(f, ": {}", self.message)
    }
}

/// Everything that stands in the way of a schema; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problems(pub Vec<Problem>);

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, problem) in self.0.iter().enumerate() {
            if position > 0 {
                f.write_str("\n")?;
            }
            problem.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}
