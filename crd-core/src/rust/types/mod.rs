//! Types that Kubernetes defines, with the serde form and the schema that Kubernetes gives them. An API that uses them
//! needs no other crate.
//!
//! ```
//! # #[cfg(feature = "derive")] {
//! use crd_core::Schema;
//! use crd_core::types::{Condition, IntOrString, Quantity};
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Schema, Serialize, Deserialize)]
//! struct WidgetStatus {
//!     #[crd(list_type = map, list_map_keys("type"))]
//!     conditions: Vec<Condition>,
//!     size: Quantity,
//!     port: IntOrString,
//! }
//!
//! let json = serde_json::json!({"conditions": [], "size": "10Gi", "port": "http"});
//! let status: WidgetStatus = serde_json::from_value(json).unwrap();
//! assert_eq!(status.port, IntOrString::String("http".to_owned()));
//! # }
//! ```

mod duration;
mod embedded;
mod int_or_string;
mod meta;
mod nullable;
pub(crate) mod quantity;
mod reference;
mod time;

pub use duration::{Duration, ParseDurationError};
pub use embedded::{EmbeddedResource, RawExtension};
pub use int_or_string::IntOrString;
pub use meta::{
    Condition, EmbeddedObjectMeta, LabelSelector, LabelSelectorRequirement, ObjectMeta, OwnerReference,
};
pub use nullable::Nullable;
pub use quantity::{ParseQuantityError, Quantity};
pub use reference::{ConfigMapKeySelector, LocalObjectReference, SecretKeySelector};
pub use time::{MicroTime, ParseTimeError, Time};

/// Implements serde for a newtype of `String`; text that `FromStr` rejects is an error.
macro_rules! string_type {
    ($type:ident, $expected:literal) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text =
                    <std::borrow::Cow<'de, str> as serde::Deserialize<'de>>::deserialize(deserializer)?;
                text.parse().map_err(|_| {
                    serde::de::Error::invalid_value(serde::de::Unexpected::Str(&text), &$expected)
                })
            }
        }
    };
}

/// The error of `FromStr`, which holds the text.
macro_rules! parse_error {
    ($(#[$doc:meta])* $error:ident: $message:literal) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $error(String);

        impl std::fmt::Display for $error {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!("`{}` ", $message), self.0)
            }
        }

        impl std::error::Error for $error {}
    };
}

pub(crate) use {parse_error, string_type};
