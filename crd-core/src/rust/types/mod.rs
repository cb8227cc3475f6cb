//! Kubernetes' own types with correct serde and schema, so that an API needs no other crate for them.

mod duration;
mod embedded;
mod int_or_string;
mod meta;
mod quantity;
mod reference;
mod time;

pub use duration::{Duration, ParseDurationError};
pub use embedded::{EmbeddedResource, RawExtension};
pub use int_or_string::IntOrString;
pub use meta::{Condition, LabelSelector, LabelSelectorRequirement, ObjectMeta, OwnerReference};
pub use quantity::{ParseQuantityError, Quantity};
pub use reference::{ConfigMapKeySelector, LocalObjectReference, SecretKeySelector};
pub use time::{MicroTime, ParseTimeError, Time};

/// Writes and reads a newtype of `String` through `FromStr`, refusing what does not parse.
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

pub(crate) use string_type;
