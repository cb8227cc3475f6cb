//! Shapes: what the derive knows about a type, as constants.
//!
//! [`Schema::SHAPE`] is static data: names, docs, constraints, references to other types' shapes. Nothing
//! is allocated and nothing is built at run time; because shapes are constants, the compiler itself checks what no
//! single macro expansion can see.

mod attrs;
pub mod check;
mod macros;
mod make;
mod resource;
pub mod std;

use serde_json::Value;

pub use attrs::{
    Attrs, Descriptions, FieldGroup, GroupBound, Lifecycle, ListType, MapType, Rule, UnionDeclaration,
    Validation,
};
pub use resource::{Column, Resource, Scale};

/// A type that has a structural schema.
///
/// Derive it with `#[derive(Schema)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no schema [CRD0909]",
    label = "`{Self}` does not implement `crd_core::Schema`",
    note = "derive it with `#[derive(crd_core::Schema)]`; for a type of another crate turn on the feature of crd-core that is named for the crate (`k8s-openapi` …), or use `#[crd(schema_with = path)]` on the field, or `#[crd(preserve_unknown_fields)]` to leave it open"
)]
pub trait Schema {
    /// What values of the type look like.
    const SHAPE: Shape;

    /// The shape at one place in memory. The compiler looks through constants as often as they are mentioned,
    /// so whatever points to a shape points here.
    const REF: &'static Shape = &Self::SHAPE;
}

/// A custom resource: a root type with its CRD.
pub trait CustomResource {
    /// The parts of the CRD that are not in the shapes: names, versions, columns.
    const RESOURCE: Resource;

    /// The CRD with this one version, in the `apiserver` profile.
    ///
    /// # Errors
    /// What the compiler cannot see: errors in schemas made at run time, and conflicts of merges in generic types.
    fn crd() -> Result<crate::Crd, crate::rust::generate::Problems> {
        crate::rust::generate::crd(&Self::RESOURCE, crate::rust::generate::Profile::ApiServer)
    }
}

/// What values of a type look like.
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
}

/// The kind of a value.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Kind {
    /// `true` or `false`.
    Boolean,
    /// A whole number of the closed range; the range is the Rust type's.
    Integer {
        /// Smallest value.
        minimum: i128,
        /// Largest value.
        maximum: i128,
    },
    /// A float: `float` or `double`.
    Number {
        /// The format.
        format: &'static str,
    },
    /// A string, with its format or an empty text.
    String {
        /// The format.
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
    /// Anything, nothing pruned.
    Any,
    /// A Kubernetes object with `apiVersion`, `kind` and `metadata`; its own fields if known.
    EmbeddedResource(Option<&'static Shape>),
    /// Another shape under this one's attributes (newtypes, `Box`, `#[serde(transparent)]`).
    Alias(&'static Shape),
    /// A schema made at run time, for types without constants.
    Foreign(fn() -> Result<crate::Structural, Vec<ForeignError>>),
}

/// Why a schema could not be made at run time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignError {
    /// Where in the foreign schema, as a JSON pointer.
    pub pointer: String,
    /// What is wrong and what to do.
    pub message: String,
}

/// A value of a string enum.
#[derive(Clone, Copy, Debug)]
pub struct EnumValue {
    /// The wire name.
    pub name: &'static str,
    /// Its docs.
    pub description: &'static str,
    /// Other names serde reads.
    pub aliases: &'static [&'static str],
}

/// How serde distinguishes the variants of an enum.
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
    /// Other names serde reads.
    pub aliases: &'static [&'static str],
    /// Docs of the variant.
    pub description: &'static str,
    /// What it holds.
    pub content: Content,
    /// Whether it is read for every unknown tag (`#[serde(other)]`).
    pub other: bool,
}

impl Variant {
    /// A plain variant.
    pub const fn new(name: &'static str, content: Content) -> Self {
        Variant {
            name,
            aliases: &[],
            description: "",
            content,
            other: false,
        }
    }
}

/// What a variant holds.
#[derive(Clone, Copy, Debug)]
pub enum Content {
    /// Nothing.
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
    /// The value of the discriminator.
    pub value: &'static str,
    /// The field that goes with it; empty for a member without content.
    pub field: &'static str,
    /// Docs.
    pub description: &'static str,
    /// The content.
    pub shape: Option<&'static Shape>,
}

/// A field of a struct.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The wire name; the Rust name where `flatten` is set.
    pub name: &'static str,
    /// Other names serde reads.
    pub aliases: &'static [&'static str],
    /// Its docs; those in `attrs` count where this is empty.
    pub description: &'static str,
    /// The shape of its type.
    pub shape: &'static Shape,
    /// Whether the field must be present.
    pub presence: Presence,
    /// Whether it may be null.
    pub null: Null,
    /// The default the server fills in.
    pub default: Option<Literal>,
    /// Whether the members of the value are among the struct's own (`#[serde(flatten)]`).
    pub flatten: bool,
    /// The attributes of the field, which are added to those of its type.
    pub attrs: &'static Attrs,
}

impl Field {
    /// A field without a name, of any value.
    pub const PLAIN: Field = Field::new("", &Shape::new("", Kind::Any));

    /// A plain field.
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
            attrs: &Attrs::NONE,
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
    /// As the type says.
    FromType,
    /// `nullable: true`.
    Allowed,
    /// Never, since serde never writes it (`skip_serializing_if = "Option::is_none"`).
    Refused,
}

/// A JSON value as a constant, or a function that makes one.
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
    /// A value only known at run time; `None` when serde would leave the field out.
    Made(fn() -> Option<Value>),
}
