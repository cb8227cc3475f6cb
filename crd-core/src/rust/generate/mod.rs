//! Generates CRDs from shapes: [`Shape`] → [`Structural`] → [`Crd`].
//!
//! The compiler has rejected nearly every mistake before this runs, since the derive macros emit constant checks
//! ([`shape::check`](crate::rust::shape::check)). Mistakes in schemas computed at run time
//! ([`Kind::Foreign`](crate::rust::shape::Kind::Foreign)) and in generic types remain; they are returned as
//! [`Problems`], each with its place.
//!
//! ```
//! # #[cfg(feature = "derive")] {
//! use crd_core::{CustomResource, Schema};
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
//! #[crd(group = "example.com", version = "v1", kind = "Widget")]
//! pub struct WidgetSpec {
//!     #[crd(maximum = 9)]
//!     size: u8,
//! }
//!
//! use crd_core::generate::{Profile, structural};
//!
//! let crd = Widget::crd().unwrap();
//! assert_eq!(crd.metadata.name.as_ref(), "widgets.example.com");
//! // The schema of one type, without a CRD.
//! let schema = structural(&WidgetSpec::SHAPE, Profile::ApiServer).unwrap();
//! assert!(schema.rules.is_empty());
//! # }
//! ```

#[cfg(any(feature = "check", feature = "registry"))]
mod all;
mod attrs;
mod context;
mod conversion;
mod custom_resource;
mod default;
mod derived_rules;
mod describe;
mod edit;
pub(crate) mod junctor;
mod map_keys;
mod merge;
mod merge_checks;
#[cfg(test)]
mod merge_properties;
mod node;
mod nullable_enum;
mod object;
mod opened;
pub(crate) mod owners;
mod presence;
mod resource;
mod restrict;
mod selection;
pub(crate) mod simple;
#[cfg(test)]
mod tests;
mod union;
pub(crate) mod variant_schema;
pub(crate) mod variants;
#[cfg(any(feature = "check", feature = "registry"))]
mod versions;

use std::fmt;

#[cfg(any(feature = "check", feature = "registry"))]
pub(crate) use all::{Merged, all};
pub use conversion::{CaInjection, ConversionOptions, ConversionStanza, set_conversion};
pub use custom_resource::CustomResource;
pub use describe::limit_descriptions;
pub use merge::{MergeError, merge, merge_declared};
#[cfg(any(feature = "check", feature = "registry"))]
pub(crate) use merge::{RustType, merge_types};
pub use selection::Selection;
#[cfg(any(feature = "registry", all(feature = "check", feature = "convert")))]
pub(crate) use versions::first_mapped;
#[cfg(any(feature = "check", feature = "registry"))]
pub(crate) use versions::is_version_of;
#[cfg(all(feature = "registry", feature = "convert"))]
pub(crate) use versions::oldest;
#[cfg(feature = "check")]
pub(crate) use versions::path_in_version;
#[cfg(any(feature = "registry", feature = "check"))]
pub(crate) use versions::unchained;

use crate::model::crd::Crd;
use crate::model::structural::Structural;
use crate::rust::shape::{Resource, Shape};
use context::{Builders, Context};
pub use owners::RustPlace;
#[doc(hidden)]
pub use owners::{RustAllow, RustOwner};

const BUILDERS: Builders = Builders {
    node: node::build,
    fields: object::of_fields,
    flattened: object::flattened,
};

fn context(profile: Profile, rust_path: &'static str) -> Context {
    Context::new(BUILDERS, profile, rust_path)
}

/// The purpose of the generated schemas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Profile {
    /// For a cluster, under strict field validation: unions are enforced by rules or `oneOf`, and the lifecycle is a
    /// sentence in the description.
    #[default]
    ApiServer,
    /// For documentation and other tools: unions and the lifecycle are the extensions `x-kubernetes-unions` and
    /// `x-kubernetes-api-lifecycle`, which no server supports.
    Extended,
}

/// Returns the CRD of a resource, with one version.
///
/// # Errors
/// Every [`Problem`] in its schemas.
pub fn crd(resource: &Resource, profile: Profile) -> Result<Crd, Problems> {
    generated(context(profile, resource.rust_path), resource)
}

fn generated(mut cx: Context, resource: &Resource) -> Result<Crd, Problems> {
    let crd = resource::crd(&mut cx, resource);
    cx.finish(crd).map_err(|mut problems| {
        for problem in &mut problems.0 {
            let owner = owners::of_place(resource, &problem.place);
            problem.rust_field = owner.name;
            problem.rust_place = owner.place;
        }
        problems
    })
}

/// Returns the CRD of a resource, with the parts of its one version that a channel or feature gates include; `None` if
/// they do not include the version.
///
/// # Errors
/// Every [`Problem`] in its schemas.
pub fn crd_of_selection(
    resource: &Resource,
    profile: Profile,
    selection: &Selection,
) -> Result<Option<Crd>, Problems> {
    if !selection.includes(resource.when, &[]) {
        return Ok(None);
    }
    let cx = context(profile, resource.rust_path).selecting(selection);
    let mut crd = generated(cx, resource)?;
    if let Some(channel) = selection.selected_channel() {
        let (bundle, version) = channel.of.bundle_version;
        for (name, value) in [(channel.of.annotation, channel.name), (bundle, version)] {
            if !name.is_empty() {
                crd.metadata.annotations.insert(name, value.into());
            }
        }
    }
    Ok(Some(crd))
}

/// Returns the structural schema of a shape.
///
/// # Errors
/// Every [`Problem`] in the schema.
pub fn structural(shape: &Shape, profile: Profile) -> Result<Structural, Problems> {
    let mut cx = context(profile, shape.name);
    let mut node = cx.node(shape);
    nullable_enum::finish(&mut cx, &mut node, 0);
    cx.finish(node)
}

/// Returns the structural schema of a shape for readers that do not evaluate rules, or that nest it in lists of their
/// own: `oneOf` enforces enums and unions everywhere.
///
/// # Errors
/// Every [`Problem`] in the schema.
#[cfg(feature = "schemars")]
pub(crate) fn structural_by_one_of(shape: &Shape) -> Result<Structural, Problems> {
    let mut cx = context(Profile::ApiServer, shape.name).without_derived_rules();
    let mut node = cx.node(shape);
    nullable_enum::finish(&mut cx, &mut node, 0);
    cx.finish(node)
}

/// Error of generating the structural schema of a part of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// The type whose schema or CRD was generated: `module::Type` for a resource, else the name of the shape.
    pub rust_path: String,
    /// The path in it by wire names, such as `spec.storage`; `[]` stands for elements and `*` for map values. Empty
    /// for the type itself.
    pub place: String,
    /// The Rust type or field of that place, such as `DatabaseSpec::storage`; empty for the schema of a type alone.
    pub rust_field: String,
    /// Source position of that type or field, with the features `check` and `registry`.
    pub rust_place: Option<RustPlace>,
    /// The error message in one line, with a suggestion.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.rust_path)?;
        if !self.place.is_empty() {
            write!(f, ", `{}`", self.place)?;
        }
        if !self.rust_field.is_empty() {
            match &self.rust_place {
                Some(place) => write!(f, " (`{}`, {place})", self.rust_field)?,
                None => write!(f, " (`{}`)", self.rust_field)?,
            }
        }
        write!(f, ": {}", self.message)
    }
}

/// All problems of a schema; never empty.
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
