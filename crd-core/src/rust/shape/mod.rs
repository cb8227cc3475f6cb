//! Shapes: the types of an API as constants.
//!
//! [`Schema::SHAPE`] is static data: names, docs, constraints and references to the shapes of other types. Nothing is
//! allocated or built at run time. Since shapes are constants, the compiler can check rules that concern several types,
//! which no single macro expansion sees ([`check`]).
//!
//! ```
//! use crd_core::shape::{Kind, Schema, Shape};
//!
//! /// An e-mail address, with a `Deserialize` of its own.
//! struct Address(String);
//!
//! impl Schema for Address {
//!     const SHAPE: Shape = Shape::new("Address", Kind::String { format: "email" });
//! }
//!
//! assert!(matches!(<Vec<Address>>::SHAPE.kind, Kind::Array(element) if element.name == "Address"));
//! ```

mod attrs;
mod channel;
pub mod check;
mod column;
mod macros;
mod make;
mod mapping;
pub(in crate::rust) mod next;
mod resource;
mod source;
pub(crate) mod std;

use serde_json::Value;

pub use attrs::{
    Attrs, Descriptions, FieldGroup, GroupBound, IntOrStringSpelling, Lifecycle, ListType, MapType, Rule,
    Unchecked, UnionDeclaration, Validation,
};
pub use channel::{Channel, Channels, FeatureSet, When};
#[cfg(feature = "convert")]
pub(crate) use check::member_shape;
pub use column::Column;
pub use next::{
    ByKey, DiscriminatorIn, FunctionResult, MappingFunction, MetadataEntry, MetadataKind, Next, NextCase,
    NextChoice, NextFunctions, NextStep, NextVariant, UnfitPolicy,
};
pub use resource::{AlsoVersion, ConversionWebhook, Resource, Scale, TypeMetaDocs};
pub use source::{LostValue, RuleText, RustDefault, RustSource};

/// A type that has a structural schema.
///
/// Derive it with `#[derive(Schema)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no schema [CRD0909]",
    label = "`{Self}` does not implement `crd_core::Schema`",
    note = "for your own types, add `#[derive(crd_core::Schema)]`, or `#[derive(crd_core::Union)]` for a union",
    note = "for a type of bytes, chrono, either, indexmap, ipnet, jiff, k8s-openapi, secrecy, semver, \
        smallvec, time, url or uuid, enable the feature of crd-core with that name",
    note = "for other types, add `#[crd(schema_as = OtherType)]` or `#[crd(schema_with = path)]` to the \
        field or, to accept any value, `#[crd(preserve_unknown_fields)]`"
)]
pub trait Schema {
    /// The shape of the type.
    const SHAPE: Shape;

    /// A reference to the shape. The compiler evaluates a constant at each use, so shapes refer to each other by this
    /// reference.
    const REF: &'static Shape = &Self::SHAPE;

    /// Whether the type is a reference, or an `Option` of one.
    #[doc(hidden)]
    const IS_REFERENCE: bool = false;

    /// Whether an `Option` may be null if serde leaves out `None`.
    #[doc(hidden)]
    const NULL_OF_SKIPPED: Null = Null::Refused;

    /// The path of a type that has a next version; empty for any other type.
    #[doc(hidden)]
    const PATH: &'static str = "";

    /// The paths of the types of the next versions. These are several constants, each of which needs only one of the next
    /// type, so that the compiler can evaluate them even if the versions form a circle.
    #[doc(hidden)]
    const NEXT_PATH: &'static str = "";
    #[doc(hidden)]
    const SECOND_NEXT_PATH: &'static str = "";
    #[doc(hidden)]
    const THIRD_NEXT_PATH: &'static str = "";
    #[doc(hidden)]
    const FOURTH_NEXT_PATH: &'static str = "";
}

/// The values of a type on the wire.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// The Rust name of the type, for messages.
    pub name: &'static str,
    /// The kind of value.
    pub kind: Kind,
    /// Whether serde reads an absent field as a value of this type (`Option`).
    pub optional: bool,
    /// Whether serde may write null for a value of this type.
    pub nullable: bool,
    /// Docs, constraints and extensions that are given on the type.
    pub attrs: &'static Attrs,
    /// Position in the user's code, for a derived type and with the features `check` and `registry`.
    pub source: Option<fn() -> &'static RustSource>,
}

/// The kind of a value.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Kind {
    /// `true` or `false`.
    Boolean,
    /// An integer in the range of the Rust type, both ends included.
    Integer {
        /// Smallest value.
        minimum: i128,
        /// Largest value.
        maximum: i128,
    },
    /// A floating-point number.
    Number {
        /// The format: `float` or `double`.
        format: &'static str,
    },
    /// A string.
    String {
        /// The format, such as `date-time`; empty for none.
        format: &'static str,
    },
    /// One of some strings: an enum of unit variants.
    StringEnum(&'static [EnumValue]),
    /// A list.
    Array(&'static Shape),
    /// A set of scalars: `x-kubernetes-list-type: set`.
    Set(&'static Shape),
    /// A map with string keys.
    Map(&'static Shape),
    /// A struct with named fields.
    Object(&'static [Field]),
    /// An enum with data.
    Variants(Tagging, &'static [Variant]),
    /// A KEP-2335 union: `{type: HostPath, hostPath: {…}}`.
    Union {
        /// The discriminator field.
        discriminator: &'static str,
        /// The members.
        members: &'static [UnionMember],
    },
    /// An integer or a string.
    IntOrString,
    /// Any value; nothing is pruned.
    Any,
    /// A Kubernetes object with `apiVersion`, `kind` and `metadata`, and the shape of its own fields if known.
    EmbeddedResource(Option<&'static Shape>),
    /// Another shape with additional attributes (newtypes, `Box`, `#[serde(transparent)]`).
    Alias(&'static Shape),
    /// A schema computed at run time, for types without constants.
    Foreign(fn() -> Result<crate::Structural, Vec<ForeignError>>),
}

/// Error of converting a schema that is computed at run time to structural form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignError {
    /// The position in the foreign schema, as a JSON pointer.
    pub pointer: String,
    /// The error message, with a suggestion.
    pub message: String,
}

/// A value of a string enum.
#[derive(Clone, Copy, Debug)]
pub struct EnumValue {
    /// The wire name.
    pub name: &'static str,
    /// Its docs.
    pub description: &'static str,
    /// Other names that serde reads.
    pub aliases: &'static [&'static str],
    /// The channels and feature gates with which it exists.
    pub when: &'static When,
}

impl EnumValue {
    /// Returns the names that serde reads.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        ::std::iter::once(self.name).chain(self.aliases.iter().copied())
    }
}

/// How serde represents the variant of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tagging {
    /// `{Variant: content}`.
    External,
    /// `{tag: Variant, …content}`.
    Internal(&'static str),
    /// `{tag: Variant, content: …}`.
    Adjacent(&'static str, &'static str),
    /// Content only.
    Untagged,
}

/// A variant of an enum with data.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// The wire name.
    pub name: &'static str,
    /// Other names that serde reads.
    pub aliases: &'static [&'static str],
    /// Docs of the variant.
    pub description: &'static str,
    /// Its content.
    pub content: Content,
    /// Whether serde reads every unknown tag as this variant (`#[serde(other)]`).
    pub other: bool,
    /// The channels and feature gates with which it exists.
    pub when: &'static When,
}

impl Variant {
    /// Returns the names that serde reads.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        ::std::iter::once(self.name).chain(self.aliases.iter().copied())
    }

    /// Creates a variant without aliases and docs.
    pub const fn new(name: &'static str, content: Content) -> Self {
        Variant {
            name,
            aliases: &[],
            description: "",
            content,
            other: false,
            when: &When::ALWAYS,
        }
    }
}

/// The content of a variant.
#[derive(Clone, Copy, Debug)]
pub enum Content {
    /// No content.
    Unit,
    /// One value.
    Newtype(&'static Shape),
    /// Named fields.
    Struct(&'static [Field]),
    /// Several values of one type, as a list.
    Tuple(&'static [&'static Shape]),
}

/// A member of a union.
#[derive(Clone, Copy, Debug)]
pub struct UnionMember {
    /// The value of the discriminator that selects the member.
    pub value: &'static str,
    /// The wire name of the member's field; empty for a member without content.
    pub field: &'static str,
    /// Docs.
    pub description: &'static str,
    /// The content.
    pub shape: Option<&'static Shape>,
    /// The channels and feature gates with which it exists.
    pub when: &'static When,
}

/// A field of a struct.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The wire name; the Rust name where `flatten` is set.
    pub name: &'static str,
    /// Other names that serde reads.
    pub aliases: &'static [&'static str],
    /// Its docs. If empty, those in `attrs` are used.
    pub description: &'static str,
    /// The shape of its type.
    pub shape: &'static Shape,
    /// Whether the field must be present.
    pub presence: Presence,
    /// Whether it may be null.
    pub null: Null,
    /// The default the server fills in.
    pub default: Option<Literal>,
    /// Whether the members of the value are members of the struct (`#[serde(flatten)]`).
    pub flatten: bool,
    /// Whether serde writes the field and does not read it (`#[serde(skip_deserializing)]`).
    pub written_only: bool,
    /// The field's attributes.
    pub attrs: &'static Attrs,
}

impl Field {
    /// A placeholder for a field that does not exist: its name is empty and its shape is open.
    pub const PLAIN: Field = Field::new("", &Shape::new("", Kind::Any));

    /// Creates a field without attributes.
    pub const fn new(name: &'static str, shape: &'static Shape) -> Self {
        Field {
            name,
            aliases: &[],
            description: "",
            shape,
            presence: Presence::FromType,
            null: Null::FromType,
            default: None,
            flatten: false,
            written_only: false,
            attrs: &Attrs::NONE,
        }
    }

    /// Whether the field may be null.
    pub(crate) const fn is_nullable(&self) -> bool {
        match self.null {
            Null::Allowed => true,
            Null::Refused => false,
            Null::FromType => self.shape.nullable,
        }
    }

    /// Whether the field is in `required`.
    pub const fn is_required(&self) -> bool {
        match self.presence {
            Presence::Required => true,
            Presence::Optional => false,
            Presence::FromType => !self.shape.optional && self.default.is_none(),
        }
    }
}

/// Whether a field must be present.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// Required unless the type is `Option` or there is a default.
    FromType,
    /// In `required`.
    Required,
    /// Not in `required`.
    Optional,
}

/// Whether a field may be null.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Null {
    /// Determined by the type.
    FromType,
    /// `nullable: true`.
    Allowed,
    /// Not nullable, since serde never writes null (`skip_serializing_if = "Option::is_none"`, unless the type in the `Option`
    /// may be null).
    Refused,
}

impl Null {
    /// Returns whether an `Option` of a type may be null if serde leaves out `None`. A null of any type is read as `None`.
    #[must_use]
    const fn of_skipped(inner: &Shape) -> Null {
        if inner.nullable && !matches!(inner.kind, Kind::Any) {
            Null::FromType
        } else {
            Null::Refused
        }
    }
}

/// A JSON value as a constant, or a function that returns one.
#[derive(Clone, Copy, Debug)]
pub enum Literal {
    /// `null`.
    Null,
    /// A boolean.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// Another number.
    Float(f64),
    /// A string.
    Str(&'static str),
    /// A list.
    List(&'static [Literal]),
    /// An object.
    Object(&'static [(&'static str, Literal)]),
    /// A value that is only known at run time.
    Made(fn() -> Made),
}

/// The value of a [`Literal::Made`]; `None` if serde leaves the value out, and an error if it cannot be serialized.
pub type Made = Result<Option<Value>, serde_json::Error>;
