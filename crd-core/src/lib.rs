//! Declare Kubernetes APIs in Rust, and check any `CustomResourceDefinition` as the API server would.
//!
//! The crate does two things, which do not depend on each other:
//!
//! * **From Rust types to CRDs.** The derive macros turn types into constants ([`Shape`]s); [`generate`] turns these into
//!   [`Structural`] schemas, into a [`Crd`] and, with [`yaml::to_string`], into a manifest. What the API server would
//!   reject is a compile error at the wrong token wherever the compiler can see it.
//! * **From a manifest to a verdict.** [`check::text`] reads YAML as kubectl does and reports what an API server of version
//!   1.29 to 1.37 would say, each finding with its place, its reason, its way out and the server's own words. No
//!   server is asked.
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
//!     /// The most that an autoscaler may ask for.
//!     max_replicas: u32,
//! }
//!
//! // The CRD as a value, and as the manifest to apply.
//! let crd = Database::crd().unwrap();
//! let manifest = crd_core::yaml::to_string(&crd).unwrap();
//! assert!(manifest.contains("name: databases.db.example.com"));
//!
//! // The server's verdict on this manifest, or on any other.
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
//! | keep a committed manifest fresh in a test | [`assert_crd!`] |
//! | write manifests from `build.rs` | [`build::Manifests`] |
//! | use Kubernetes' own types, and types of other crates | [`types`], [`interop`] |
//! | check a CRD, or an update of one | [`check`] |
//! | judge an object as the server does: decode, prune, default, validate, run rules | [`objects`] |
//! | know what a change of a CRD breaks, with an object that shows it | `compat` (feature `compat`) |
//! | have an object that the server admits, for docs and tests | `samples` (feature `samples`) |
//! | judge a Rust value, in a controller, a webhook or a test | `Validate`, `assert_valid!` (feature `eval`) |
//! | type an expression against a schema, and know its cost | [`cel`] |
//! | come from another tool | [`guide`] |
//!
//! # Features
//!
//! | feature | what it adds |
//! |---|---|
//! | `derive` (default) | the derive macros |
//! | `check` | reading YAML with positions; the server's verdict on CRDs and objects; [`assert_crd!`] and [`build`]. For tests, build scripts and tools |
//! | `compat` | what a change of a CRD breaks, with objects that show it |
//! | `convert` | converting objects between versions, and answering the API server's reviews |
//! | `eval` | judging objects, rules included: `Validate` for every custom resource, `assert_valid!`; examples are judged with their CRD |
//! | `docs` | the pages that explain the codes of diagnostics, and the catalogue of rules |
//! | `reference` | the reference of a CRD as data: fields in words, changes between versions, samples |
//! | `samples` | objects that are admitted: the smallest, a full one, one for each member of a union |
//! | `publish` | the `OpenAPI` documents that the server publishes for CRDs |
//! | `values` | random, smallest and other values that a schema admits |
//! | `registry` | lets `crd-gen generate` find the custom resources of a package; its harness turns it on |
//! | `k8s-openapi` | schemas of k8s-openapi's types; you pick the version of Kubernetes there |
//! | `schemars` | `#[crd(schemars)]` and `#[crd(json_schema)]`: schemars' types here, and ours there |
//! | `bytes` `chrono` `either` `indexmap` `ipnet` `jiff` `secrecy` `semver` `smallvec` `time` `url` `uuid` | schemas of the types of that crate |
//!
//! # What always holds
//!
//! Nothing here reads files, starts threads, reads a clock or the environment, or prints; [`build`] and `registry` are the
//! exceptions, and `assert_round_trip!` starts threads. No input makes the crate panic: the depth of documents is bounded when they are read. Errors accumulate,
//! and their order is deterministic.

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
#[cfg(feature = "eval")]
pub mod judge;
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
#[cfg(feature = "values")]
pub mod values;
pub mod yaml;

#[cfg(feature = "check")]
pub use check::Diagnostic;
pub use crd_cel::nearest;
#[cfg(feature = "eval")]
pub use judge::Validate;
pub use model::changes::Change;
pub use model::crd::Crd;
pub use model::kube_version::{KubeVersion, UnknownKubeVersion};
pub use model::map::Map;
pub use model::schema::JsonSchemaProps;
pub use model::structural::Structural;
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

/// Says which feature `assert_crd!` needs.
#[cfg(not(feature = "check"))]
#[doc(hidden)]
#[macro_export]
macro_rules! assert_crd {
    ($($arguments:tt)*) => {
        compile_error!(
            "`assert_crd!` needs the feature `check`; add `crd-core = { version = \"0.1\", features = [\"check\"] }` to `[dev-dependencies]`"
        )
    };
}

/// The items that features add to each custom resource: an entry in the registry, and [`Validate`].
#[doc(hidden)]
#[macro_export]
macro_rules! __register {
    ($type:ty) => {
        $crate::__enter_in_registry!($type);
        $crate::__judged!($type);
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

/// Implements [`Validate`] where objects can be judged; nothing otherwise.
#[cfg(feature = "eval")]
#[doc(hidden)]
#[macro_export]
macro_rules! __judged {
    ($type:ty) => {
        #[automatically_derived]
        impl $crate::Validate for $type {
            fn judge() -> &'static $crate::judge::Judge {
                static JUDGE: ::std::sync::OnceLock<$crate::judge::Judge> = ::std::sync::OnceLock::new();
                JUDGE.get_or_init($crate::judge::Judge::of::<$type>)
            }
        }
    };
}

/// Implements `Validate` where objects can be judged; nothing otherwise.
#[cfg(not(feature = "eval"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __judged {
    ($type:ty) => {};
}

/// CEL rules in schemas: their costs and limits, what goes wrong with them although the server accepts them, and single
/// expressions, checked or (feature `eval`) evaluated over objects.
#[cfg(feature = "check")]
pub mod cel {
    pub use crate::check::rules::{
        Advice, Bound, Collection, CompiledExpression, ExpressionCost, Pitfall, PitfallKind, RuleReport,
        RuleScope, advice, pitfalls, report, report_of,
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
