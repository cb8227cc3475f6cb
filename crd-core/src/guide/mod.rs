//! Guides: the first operator, attributes, enums and unions, versions, moving from other tools.

// The guides link to one another by file name, for readers of the repository. In the documentation of a module the
// first definition of a link takes precedence, which is the one given here.

/// [versions]: crate::guide::versions
/// [enums]: crate::guide::enums_and_unions
/// [controller-gen]: crate::guide::from_controller_gen
/// [kube-derive]: crate::guide::from_kube_derive
///
#[doc = include_str!("first_operator.md")]
pub mod first_operator {}

#[doc = include_str!("enums_and_unions.md")]
pub mod enums_and_unions {}

/// [versions]: crate::guide::versions
///
#[doc = include_str!("attributes.md")]
pub mod attributes {}

#[doc = include_str!("compiler_errors.md")]
pub mod compiler_errors {}

#[doc = include_str!("versions.md")]
pub mod versions {}

#[cfg(feature = "compat")]
#[doc = include_str!("compat.md")]
pub mod compat {}

#[cfg(feature = "eval")]
#[doc = include_str!("objects.md")]
pub mod objects {}

#[doc = include_str!("from_kube_derive.md")]
pub mod from_kube_derive {}

/// [versions]: crate::guide::versions
/// [enums]: crate::guide::enums_and_unions
///
#[doc = include_str!("from_controller_gen.md")]
pub mod from_controller_gen {}

#[doc = include_str!("from_crds.md")]
pub mod from_crds {}

/// [versions]: crate::guide::versions
///
#[doc = include_str!("from_go_operator.md")]
pub mod from_go_operator {}

#[doc = include_str!("from_kopium.md")]
pub mod from_kopium {}

/// The README of the repository, so that its examples compile.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
mod readme {}

#[cfg(doctest)]
#[doc = include_str!("yaml.md")]
mod yaml {}
