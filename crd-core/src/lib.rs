//! Declares Kubernetes APIs in Rust, and checks any `CustomResourceDefinition` like the API server.
//!
//! The crate has two independent parts:
//!
//! * **From Rust types to CRDs.** The derive macros turn types into constants ([`Shape`]s); [`generate`] turns these into
//!   [`Structural`] schemas, into a [`Crd`] and, with [`yaml::to_string`], into a manifest. Mistakes that the API server would
//!   reject are compile errors at the wrong token, if the compiler can detect them.
//! * **From a manifest to a verdict.** [`check::text`] reads YAML like kubectl and reports the errors and warnings of an API server
//!   of version 1.29 to 1.37, each finding with its place, its reason, a suggestion and the server's text. No server is needed.
//!
//! # Example
//!
//! ```
//! # #[cfg(all(feature = "derive", feature = "check"))] {
//! use crd_core::{CustomResource, Schema};
//! use serde::{Deserialize, Serialize};
//!
//! /// A managed database.
//! #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
//! #[crd(group = "db.example.com", version = "v1", kind = "Database", namespaced)]
//! #[crd(rule("self.replicas <= self.maxReplicas", message = "replicas must not exceed maxReplicas"))]
//! #[serde(rename_all = "camelCase")]
//! pub struct DatabaseSpec {
//!     /// Number of instances.
//!     #[crd(minimum = 1, maximum = 50, default = 1)]
//!     replicas: u32,
//!     /// Maximum number of instances for an autoscaler.
//!     max_replicas: u32,
//! }
//!
//! // The CRD as a value, and as the manifest to apply.
//! let crd = Database::crd().unwrap();
//! let manifest = crd_core::yaml::to_string(&crd).unwrap();
//! assert!(manifest.contains("name: databases.db.example.com"));
//!
//! // The server's verdict on this or any other manifest.
//! let report = crd_core::check::text(&manifest, &crd_core::check::Options::default());
//! assert!(report.is_accepted());
//!
//! let broken = manifest.replace("maxReplicas\n", "maxReplica\n");
//! let report = crd_core::check::text(&broken, &crd_core::check::Options::default());
//! let codes: Vec<String> = report.findings.iter().map(|finding| finding.diagnostic.code.to_string()).collect();
//! assert!(codes.contains(&"CRD0412".to_owned()));
//! # }
//! ```
//!
//! # Where to go next
//!
//! | to … | see |
//! |---|---|
//! | declare a type: every attribute | the derive macros [`Schema`](macro@Schema), [`CustomResource`](macro@CustomResource), [`Union`](macro@Union) |
//! | check in a test that a committed manifest is up to date | [`assert_crd!`] |
//! | write manifests from `build.rs` | [`build::Manifests`] |
//! | use Kubernetes' own types, and types of other crates | [`types`], [`interop`] |
//! | check a CRD, or an update of one | [`check`] |
//! | process an object like the server: decode, prune, default, validate, evaluate rules | [`objects`] |
//! | find the breaking changes of a CRD, each with an object that demonstrates it | `compat` (feature `compat`) |
//! | generate a valid object for docs and tests | `samples` (feature `samples`) |
//! | validate a Rust value, in a controller, a webhook or a test | `Validate`, `assert_valid!` (feature `eval`) |
//! | check the types of an expression with a schema, and estimate its cost | [`cel`] |
//! | migrate from another tool | [`guide`] |
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | `derive` (default) | the derive macros |
//! | `check` | reading YAML with positions; the server's verdict on CRDs and objects; [`assert_crd!`] and [`build`]. For tests, build scripts and tools |
//! | `compat` | the breaking changes of a CRD, with objects that demonstrate them |
//! | `convert` | the conversion of objects between versions, and responses to the API server's reviews |
//! | `eval` | validation of objects with their rules: `Validate` for every custom resource, `assert_valid!`; examples are validated with their CRD |
//! | `docs` | the pages that explain the codes of diagnostics, and the catalogue of rules |
//! | `reference` | the reference of a CRD as data: fields in words, changes between versions, samples |
//! | `samples` | valid objects: the smallest one, a full one, one for each member of a union |
//! | `publish` | the `OpenAPI` documents that the server publishes for CRDs |
//! | `values` | random, smallest and other valid values of a schema |
//! | `registry` | lets `crd-gen generate` find the custom resources of a package; its harness enables the feature |
//! | `k8s-openapi` | schemas of k8s-openapi's types; the version of Kubernetes is selected there |
//! | `schemars` | `#[crd(schemars)]` and `#[crd(json_schema)]`: types of schemars in crd-gen's types, and vice versa |
//! | `bytes` `chrono` `either` `indexmap` `ipnet` `jiff` `secrecy` `semver` `smallvec` `time` `url` `uuid` | schemas of the types of that crate |
//!
//! # Guarantees
//!
//! The crate does not read files, start threads, read a clock or the environment, or print; [`build`] and `registry` are the
//! exceptions, and `assert_round_trip!` starts threads. No input makes the crate panic: the depth of documents is bounded when they
//! are read. Errors accumulate, and their order is deterministic.

// docs.rs labels each item with the feature that it needs.
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "check")]
pub mod build;
#[cfg(feature = "check")]
mod changes;
#[cfg(feature = "check")]
pub mod check;
#[cfg(feature = "compat")]
pub mod compat;
#[cfg(feature = "convert")]
pub mod convert;
#[cfg(feature = "samples")]
pub mod describe;
mod go;
#[cfg(all(any(doc, doctest), feature = "derive", feature = "check"))]
pub mod guide;
#[cfg(feature = "compat")]
pub mod migration;
mod model;
#[cfg(feature = "reference")]
pub mod reference;
mod rust;
#[cfg(feature = "samples")]
pub mod samples;
#[cfg(feature = "check")]
mod server;
#[cfg(feature = "eval")]
pub mod validator;
#[cfg(feature = "values")]
pub mod values;
pub mod yaml;

#[cfg(feature = "check")]
pub use check::Diagnostic;
pub use crd_cel::nearest;
pub use model::changes::Change;
pub use model::crd::Crd;
pub use model::kube_version::{KubeVersion, UnknownKubeVersion};
pub use model::map::Map;
pub use model::schema::JsonSchemaProps;
#[doc(hidden)]
pub use model::sort;
pub use model::structural::Structural;
pub use model::text::InternedText;
pub use model::{crd, field, rules, schema, structural};
pub use rust::generate::{self, CustomResource};
pub use rust::interop;
pub use rust::inverses;
#[doc(hidden)]
pub use rust::private as __private;
#[cfg(feature = "registry")]
pub use rust::registry;
pub use rust::shape::{Schema, Shape};
pub use rust::{shape, types};
#[cfg(feature = "check")]
pub use server::validation as validate;
#[cfg(feature = "check")]
pub use server::{decode, formats, objects, publish};
#[cfg(feature = "eval")]
pub use validator::Validate;

/// Says which feature `assert_crd!` needs.
#[cfg(not(feature = "check"))]
#[doc(hidden)]
#[macro_export]
macro_rules! assert_crd {
    ($($arguments:tt)*) => {
        compile_error!("`assert_crd!` needs the feature `check`: `cargo add crd-core --dev --features check`")
    };
}

/// Says which feature `assert_valid!` needs.
#[cfg(not(feature = "eval"))]
#[doc(hidden)]
#[macro_export]
macro_rules! assert_valid {
    ($($arguments:tt)*) => {
        compile_error!("`assert_valid!` needs the feature `eval`: `cargo add crd-core --dev --features eval`")
    };
}

/// Says which feature `assert_invalid!` needs.
#[cfg(not(feature = "eval"))]
#[doc(hidden)]
#[macro_export]
macro_rules! assert_invalid {
    ($($arguments:tt)*) => {
        compile_error!(
            "`assert_invalid!` needs the feature `eval`: `cargo add crd-core --dev --features eval`"
        )
    };
}

/// Says which feature `assert_round_trip!` needs.
#[cfg(not(feature = "convert"))]
#[doc(hidden)]
#[macro_export]
macro_rules! assert_round_trip {
    ($($arguments:tt)*) => {
        compile_error!(
            "`assert_round_trip!` needs the feature `convert`: `cargo add crd-core --dev --features convert`"
        )
    };
}

/// Says which feature `impl_try_from!` needs. The conversions exist, so that nothing else is reported.
#[cfg(not(feature = "convert"))]
#[doc(hidden)]
#[macro_export]
macro_rules! impl_try_from {
    ($older:ty, $newer:ty $(,)?) => {
        compile_error!("`impl_try_from!` needs the feature `convert`: `cargo add crd-core --features convert`");
        $crate::impl_try_from!(@ $older => $newer);
        $crate::impl_try_from!(@ $newer => $older);
    };
    (@ $one:ty => $other:ty) => {
        impl ::core::convert::TryFrom<$one> for $other {
            type Error = ::std::string::String;

            fn try_from(_: $one) -> ::core::result::Result<Self, Self::Error> {
                ::core::result::Result::Err(::std::string::String::new())
            }
        }
    };
}

/// Says which feature `assert_compatible!` needs.
#[cfg(not(feature = "compat"))]
#[doc(hidden)]
#[macro_export]
macro_rules! assert_compatible {
    ($($arguments:tt)*) => {
        compile_error!(
            "`assert_compatible!` needs the feature `compat`: `cargo add crd-core --dev --features compat`"
        )
    };
}

/// The items that features add to each custom resource: an entry in the registry, and [`Validate`].
#[doc(hidden)]
#[macro_export]
macro_rules! __register {
    ($type:ty) => {
        $crate::__enter_in_registry!($type);
        $crate::__validate!($type);
    };
}

/// Enters a custom resource in the registry where there is one; nothing otherwise.
#[cfg(feature = "registry")]
#[doc(hidden)]
#[macro_export]
macro_rules! __enter_in_registry {
    ($type:ty) => {
        $crate::__private::inventory::submit! {
            $crate::registry::ResourceEntry(&<$type as $crate::CustomResource>::RESOURCE)
        }
    };
}

/// Enters a custom resource in the registry where there is one; nothing otherwise.
#[cfg(not(feature = "registry"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __enter_in_registry {
    ($type:ty) => {};
}

/// Enters the channels of a project in the registry where there is one; nothing otherwise.
#[cfg(feature = "registry")]
#[doc(hidden)]
#[macro_export]
macro_rules! __enter_channels_in_registry {
    ($channels:expr) => {
        $crate::__private::inventory::submit! { $crate::registry::ChannelsEntry($channels) }
    };
}

/// Enters the channels of a project in the registry where there is one; nothing otherwise.
#[cfg(not(feature = "registry"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __enter_channels_in_registry {
    ($channels:expr) => {};
}

/// Enters the feature sets of a project in the registry where there is one; nothing otherwise.
#[cfg(feature = "registry")]
#[doc(hidden)]
#[macro_export]
macro_rules! __enter_feature_sets_in_registry {
    ($sets:expr) => {
        $crate::__private::inventory::submit! { $crate::registry::FeatureSetsEntry($sets) }
    };
}

/// Enters the feature sets of a project in the registry where there is one; nothing otherwise.
#[cfg(not(feature = "registry"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __enter_feature_sets_in_registry {
    ($sets:expr) => {};
}

/// Implements [`Validate`] if objects can be validated; otherwise does nothing.
#[cfg(feature = "eval")]
#[doc(hidden)]
#[macro_export]
macro_rules! __validate {
    ($type:ty) => {
        #[automatically_derived]
        impl $crate::Validate for $type {
            fn validator() -> &'static $crate::validator::ObjectValidator {
                static VALIDATOR: ::std::sync::OnceLock<$crate::validator::ObjectValidator> =
                    ::std::sync::OnceLock::new();
                VALIDATOR.get_or_init($crate::validator::ObjectValidator::of::<$type>)
            }
        }
    };
}

/// Implements `Validate` if objects can be validated; otherwise does nothing.
#[cfg(not(feature = "eval"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __validate {
    ($type:ty) => {};
}

/// CEL rules in schemas: their costs and limits, what goes wrong with them although the server accepts them, and single
/// expressions, checked or (feature `eval`) evaluated over objects.
#[cfg(feature = "check")]
pub mod cel {
    pub use crate::check::rules::{
        Advice, Bound, Collection, CompiledExpression, ExpressionCost, Failure, FailureKind, Pitfall,
        PitfallKind, RuleReport, RuleScope, TextKind, TextOrder, advice, pitfalls, report, report_of,
    };
    #[cfg(feature = "eval")]
    pub use crate::check::rules::{EvaluatedValue, Evaluation, Expression, values_at};
    pub use crate::server::cel::{EXPRESSION_LIMIT, OldSelf, RuleEnvironment, SCHEMA_LIMIT, SelfKind};
    pub use crd_cel::escape;
    #[cfg(feature = "eval")]
    pub use crd_cel::eval::{EXPRESSION_COST_LIMIT, ExplainedPart, Explanation};
}

#[cfg(feature = "derive")]
pub use crd_derive::{CustomResource, Schema, Union};
