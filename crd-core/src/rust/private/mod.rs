//! Items that generated code calls. They are not part of the public API and change with the derive macros.

pub use std::any::type_name;
pub use std::borrow::Cow;
pub use std::clone::Clone;
pub use std::default::Default;
pub use std::option::Option::{self, None, Some};
pub use std::result::Result::{self, Err, Ok};
pub use std::string::String;

#[cfg(feature = "schemars")]
pub use crate::rust::interop::schemars as json;
#[cfg(feature = "schemars")]
pub use ::schemars as schemars_crate;
#[cfg(feature = "registry")]
pub use inventory;
mod circle;
mod constant;
mod custom_resource;
mod flat_root;
mod function;
pub mod next;

pub use circle::{InCircle, NextVersion};
pub use constant::{
    AnyNumber, Bound, Count, StaticText, TextConstant, Unfit, WholeNumber, joined_bytes, number, static_text,
    whole_number,
};

pub use function::ReturnedSchema;
pub use serde;
pub use serde_json;

pub use crate::rust::codes::CODES;
pub use crate::rust::generate::CustomResource;
pub use crate::rust::inverses::ConversionPair;
pub use crate::rust::shape::std::MapKey;
pub use crate::rust::shape::{
    AlsoVersion, Attrs, ByKey, Channel, Column, Content, ConversionWebhook, Descriptions, DiscriminatorIn,
    EnumValue, Field, FieldGroup, GroupBound, IntOrStringSpelling, Kind, Lifecycle, ListType, Literal,
    LostValue, Made, MapType, MappingFunction, MetadataEntry, MetadataKind, Next, NextCase, NextChoice,
    NextFunctions, NextStep, NextVariant, Null, Presence, Resource, Rule, RuleText, RustDefault, Scale,
    Schema, Shape, Tagging, TypeMetaDocs, Unchecked, UnfitPolicy, UnionDeclaration, UnionMember, Validation,
    Variant, When, check,
};

/// The shape of a type that has only schemars' schema.
#[cfg(feature = "schemars")]
#[doc(hidden)]
#[macro_export]
macro_rules! __schemars {
    ($type:ty, $optional:literal) => {
        <$crate::interop::schemars::SchemarsType<$type, $optional> as $crate::Schema>::SHAPE
    };
}

/// The shape of a type that has only schemars' schema.
#[cfg(not(feature = "schemars"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __schemars {
    ($type:ty, $optional:literal) => {
        ::core::compile_error!(
            "`schemars` needs the feature `schemars` of crd-core, which is not enabled: `crd-core = { …, \
             features = [\"schemars\"] }`; without it, provide the schema with `schema_with = path` \
             [CRD0907]"
        )
    };
}

/// Writes `impl JsonSchema` for a type with a `Schema`.
#[cfg(feature = "schemars")]
#[doc(hidden)]
#[macro_export]
macro_rules! __json_schema {
    ($($item:tt)*) => { $($item)* };
}

/// Writes `impl JsonSchema` for a type with a `Schema`.
#[cfg(not(feature = "schemars"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __json_schema {
    ($($item:tt)*) => {
        ::core::compile_error!(
            "`json_schema` needs the feature `schemars` of crd-core, which is not enabled: `crd-core = { …, \
             features = [\"schemars\"] }` [CRD0907]"
        );
    };
}

pub use crate::__joined as joined;
pub use crate::__source as source;
pub use __json_schema as json_schema;
pub use __schemars as schemars;

/// Names the function that returns the JSON Schema of a type, for its descriptions.
#[cfg(feature = "schemars")]
#[doc(hidden)]
#[macro_export]
macro_rules! __descriptions {
    ($type:ty) => {
        $crate::interop::json_schema::<$type>
    };
}

/// Names the function that returns the JSON Schema of a type, for its descriptions.
#[cfg(not(feature = "schemars"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __descriptions {
    ($type:ty) => {
        ::core::compile_error!(
            "`descriptions = keep` reads the `JsonSchema` of the type, so enable the feature `schemars` of \
             crd-core and of the crate of the type, or remove it [CRD0907]"
        )
    };
}

pub use __descriptions as descriptions;

/// Stands for a channel in a crate that declares none.
pub const UNDECLARED_CHANNEL: Channel = Channel {
    name: "",
    of: &crate::rust::shape::Channels {
        names: &[],
        statuses: &[],
        annotation: "",
        bundle_version: ("", ""),
    },
};

/// The shape of a type, if it has one: for a type without a schema, [`ShapeOf::SHAPE`] is that of [`WithoutShape`].
pub struct ShapeOf<T: ?Sized>(std::marker::PhantomData<T>);

impl<T: Schema + ?Sized> ShapeOf<T> {
    /// The shape of the type.
    pub const SHAPE: Option<&'static Shape> = Some(T::REF);
}

/// See [`ShapeOf`].
pub trait WithoutShape {
    /// No shape.
    const SHAPE: Option<&'static Shape> = None;
}

impl<T: ?Sized> WithoutShape for ShapeOf<T> {}

/// The `Default` of a type, if it has one: for other types, [`DefaultOf::value`] is that of [`WithoutDefault`].
pub struct DefaultOf<T>(std::marker::PhantomData<T>);

impl<T: Default> DefaultOf<T> {
    /// Returns the default.
    pub fn value() -> Option<T> {
        Some(T::default())
    }
}

/// See [`DefaultOf`].
pub trait WithoutDefault {
    /// The type.
    type Value;

    /// No default.
    fn value() -> Option<Self::Value> {
        None
    }
}

impl<T> WithoutDefault for DefaultOf<T> {
    type Value = T;
}

use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

/// The shape of a type whose schema is given by an attribute of the field.
pub const OPAQUE: Shape = Shape::new("value", Kind::Any);

/// [`OPAQUE`] for `serde_json::Value`, which may be null.
pub const OPAQUE_VALUE: Shape = Shape {
    nullable: true,
    ..OPAQUE
};

/// [`OPAQUE`] for an `Option`.
pub const OPAQUE_OPTIONAL: Shape = Shape {
    optional: true,
    nullable: true,
    ..OPAQUE
};

/// Serializes a default to JSON.
pub fn made<T: Serialize + ?Sized>(value: &T) -> Made {
    serde_json::to_value(value).map(Some)
}

/// Serializes the `Default` of a type to JSON.
pub fn made_by_default<T: Serialize + Default>() -> Made {
    made(&T::default())
}

/// Returns the `Default` of a type if serde does not write it, but reads an absent field as another default.
pub fn lost_value<T: Serialize + Default>(default: &T, is_skipped: impl Fn(&T) -> bool) -> Option<LostValue> {
    let value = T::default();
    if is_skipped(default) || !is_skipped(&value) {
        return None;
    }
    let json = |value: &T| serde_json::to_string(value).ok();
    Some(LostValue {
        value: json(&value)?,
        default: json(default)?,
    })
}

/// Serializes a custom resource.
pub fn serialize_root<S, M, P, T>(
    serializer: S,
    api_version: &'static str,
    kind: &'static str,
    metadata: &M,
    spec: Option<&P>,
    status: Option<&T>,
) -> Result<S::Ok, S::Error>
where
    S: Serializer,
    M: Serialize,
    P: Written,
    T: Written,
{
    let members = 3 + usize::from(spec.is_some()) + usize::from(status.is_some());
    let mut root = serializer.serialize_struct(kind, members)?;
    root.serialize_field("apiVersion", api_version)?;
    root.serialize_field("kind", kind)?;
    root.serialize_field("metadata", metadata)?;
    if let Some(spec) = spec {
        root.serialize_field("spec", spec)?;
    }
    if let Some(status) = status {
        root.serialize_field("status", status)?;
    }
    root.end()
}

pub use custom_resource::{
    CustomResourceOf, DerivesCustomResource, Read, SpecOrStatus, SpecOrStatusWithoutTraits, TraitsOf,
    WithSchema, WithoutCustomResource, WithoutTraits, Written, deserialize_root,
};
pub use flat_root::{deserialize_flat_root, serialize_flat_root};

/// Returns the CRD of a root as another crate's type, for kube's `CustomResourceExt`.
///
/// # Panics
/// If [`CustomResource::crd`] is an error, since kube's trait returns no `Result`, or if `C` cannot deserialize the CRD.
#[expect(clippy::panic, reason = "kube's trait returns no `Result`")]
pub fn foreign_crd<C: serde::de::DeserializeOwned>(resource: &Resource) -> C {
    let crd = crate::rust::generate::crd(resource, crate::rust::generate::Profile::ApiServer);
    let crd = crd.unwrap_or_else(|problems| panic!("the schema of `{}`: {problems}", resource.rust_path));
    serde_json::to_value(&crd)
        .and_then(serde_json::from_value)
        .unwrap_or_else(|error| panic!("the CRD of `{}` cannot be read: {error}", resource.rust_path))
}

/// Serializes a union: the discriminator, and the member if it has content.
pub fn serialize_union<S: Serializer, T: Serialize>(
    serializer: S,
    name: &'static str,
    (discriminator, value): (&'static str, &'static str),
    field: &'static str,
    content: Option<&T>,
) -> Result<S::Ok, S::Error> {
    let mut union = serializer.serialize_struct(name, 1 + usize::from(content.is_some()))?;
    union.serialize_field(discriminator, value)?;
    if let Some(content) = content {
        union.serialize_field(field, content)?;
    }
    union.end()
}

/// Returns the content of a union's member; an error if it is absent.
pub fn union_member<T, E: serde::de::Error>(
    content: Option<T>,
    value: &'static str,
    field: &'static str,
) -> Result<T, E> {
    content.ok_or_else(|| {
        E::custom(format_args!(
            "`{field}` is missing, but the discriminator is `{value}`"
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::lost_value;

    #[test]
    fn only_values_that_are_not_written_are_lost() {
        let lost = lost_value(&3, |size| *size == 0).unwrap();
        assert_eq!((&*lost.value, &*lost.default), ("0", "3"));
        assert!(lost_value(&3, |size| *size == 3).is_none());
    }
}
