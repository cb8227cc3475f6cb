//! `JSONSchemaProps`: everything that the wire format of a CRD schema can express (apiextensions/v1).
//!
//! Nothing here is checked. Arbitrary input is decoded into this type, and the server's checks, CEL and
//! publishing read it. The part that is used for checking defaults and objects becomes a
//! [`Structural`](crate::Structural) schema.
//!
//! The keywords are rows of one table, `keywords.rs`.
//!
//! ```
//! use crd_core::JsonSchemaProps;
//!
//! let port = JsonSchemaProps {
//!     maximum: Some(65535.0),
//!     ..JsonSchemaProps::default()
//! };
//! assert_eq!(serde_json::to_value(&port).unwrap(), serde_json::json!({"maximum": 65535}));
//! ```

#[cfg(feature = "check")]
mod equal;
#[cfg(feature = "check")]
mod go_json;
#[cfg(feature = "check")]
mod key;
mod keywords;
#[cfg(feature = "check")]
mod lookup;
#[cfg(feature = "check")]
pub(crate) mod rule;
mod serialize;
mod step;
mod visit;

#[cfg(feature = "check")]
pub(crate) use equal::same;
#[cfg(feature = "check")]
pub(crate) use go_json::{GoStruct, list, text, texts, write_items, write_schema};
#[cfg(feature = "check")]
pub(crate) use key::{KeyPart, LONGEST_KEY};

#[cfg(feature = "check")]
pub(crate) use keywords::SchemaKeyword;
pub(crate) use keywords::{
    for_keywords, for_rule_members, for_value_validation, keywords, select_all, select_value_validation,
};
#[cfg(feature = "check")]
pub use lookup::{FoundNode, NotFound};
pub(crate) use serialize::{Written, entry, written_as_it_is};
pub use step::SchemaStep;
pub use visit::{VisitNext, VisitScope};

use serde_json::Value;

use crate::model::map::Map;
use crate::model::text::InternedText;

macro_rules! schema_struct {
    ($(
        $(#[$doc:meta])* $name:ident: $type:ty = $wire:literal, $go:ident $position:literal, written $rank:literal,
            as [$($go_type:literal)?];
    )*) => {
        /// A schema node as written in a manifest: apiextensions/v1's `JSONSchemaProps`.
        ///
        /// `Option` distinguishes an absent member from an empty one where the server does; empty strings
        /// and `false` mean absent, as in Go. Build one with `..JsonSchemaProps::default()`: new versions of Kubernetes
        /// add keywords.
        #[derive(Clone, Debug, Default)]
        pub struct JsonSchemaProps {
            $( $(#[$doc])* pub $name: $type, )*
            /// Extensions outside `apiextensions/v1`, written in the extended profile only; no server reads them.
            pub extended: Option<Box<KepExtensions>>,
        }

        impl PartialEq for JsonSchemaProps {
            fn eq(&self, other: &Self) -> bool {
                $( self.$name.is_equal(&other.$name) && )* self.extended == other.extended
            }
        }
    };
}

for_keywords!(schema_struct);

/// Equality of the values of keywords, of which most are absent: empty texts are compared without a call.
trait KeywordEq {
    fn is_equal(&self, other: &Self) -> bool;
}

impl KeywordEq for InternedText {
    fn is_equal(&self, other: &Self) -> bool {
        self == other
    }
}

impl KeywordEq for bool {
    fn is_equal(&self, other: &Self) -> bool {
        self == other
    }
}

impl<T: PartialEq> KeywordEq for Option<T> {
    fn is_equal(&self, other: &Self) -> bool {
        self == other
    }
}

/// Extensions that only the extended profile writes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KepExtensions {
    /// `x-kubernetes-unions`: groups of properties that exclude each other (KEP-2335).
    pub unions: Vec<Union>,
    /// `x-kubernetes-api-lifecycle`: the version that introduced the field and its status, by project (KEP-2558).
    pub lifecycle: Map<FieldLifecycle>,
}

/// One entry of `x-kubernetes-unions`: fields that exclude each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Union {
    /// `discriminator`: the property whose value names the member that is set, if there is one.
    pub discriminator: Option<Box<str>>,
    /// `fields`: each member property with its value of the discriminator.
    pub fields: Map<Box<str>>,
}

impl Eq for Map<Box<str>> {}

/// One project's entry of `x-kubernetes-api-lifecycle` (KEP-2558).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldLifecycle {
    /// `minVersion`: the first version of the project, `vX.Y`, with the field in this status.
    pub min_version: Box<str>,
    /// `status`: `alpha`, `beta` or `deprecated`.
    pub status: Box<str>,
    /// `featureGate`: the feature gate of the project that controls the field, if there is one.
    pub feature_gate: Option<Box<str>>,
}

/// `items`: one schema, or a list of schemas, which the server rejects in CRDs.
#[derive(Clone, Debug, PartialEq)]
pub enum Items {
    /// One schema for every element.
    Schema(Box<JsonSchemaProps>),
    /// One schema for each position.
    List(Vec<JsonSchemaProps>),
    /// Present, but neither (DEC-03).
    Neither,
}

/// `additionalProperties` and `additionalItems`.
#[derive(Clone, Debug, PartialEq)]
pub enum SchemaOrBool {
    /// `true` or `false`.
    Bool(bool),
    /// A schema.
    Schema(Box<JsonSchemaProps>),
}

/// A value of `dependencies`.
#[derive(Clone, Debug, PartialEq)]
pub enum SchemaOrStrings {
    /// A schema.
    Schema(Box<JsonSchemaProps>),
    /// Names of properties.
    Strings(Vec<Box<str>>),
    /// Present, but neither (DEC-05).
    Neither,
}

/// `externalDocs`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExternalDocs {
    /// `description` of the documentation; empty when absent.
    pub description: Box<str>,
    /// `url` of the documentation; empty when absent. The server does not check it.
    pub url: Box<str>,
}

macro_rules! rule_struct {
    ($(
        $(#[$doc:meta])* $name:ident: $type:ty = $wire:literal, $go:ident $(, as $go_type:literal)?,
            attribute $form:ident $arguments:tt;
    )*) => {
        /// One rule of `x-kubernetes-validations`.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct ValidationRule {
            /// `rule`: the CEL expression that must be true; `self` is the value.
            pub rule: Box<str>,
            $( $(#[$doc])* pub $name: $type, )*
        }
    };
}

for_rule_members!(rule_struct);
