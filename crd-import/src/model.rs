//! The types that an import writes, before they have names.
//!
//! ```text
//! spec: {type: object, required: [size], properties: {size: {type: integer, format: int32, minimum: 1}}}
//!     Struct { fields: [StructField { wire: "size", ty: Integer(I32), presence: Required, attrs: { minimum: 1 } }] }
//! ```

use crd_core::schema::ValidationRule;
use crd_core::structural::{IntOrStringSpelling, ListType, MapType, ValueValidation};
use serde_json::Value;

use crate::known::{Addition, KeptDescriptions, KnownType};

/// The index of a type in the table of types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TypeId(pub(crate) usize);

/// A Rust type.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum RustType {
    Bool,
    Integer(IntegerType),
    F32,
    F64,
    String,
    /// `serde_json::Value`.
    Any,
    /// A type of `crd_core::types`.
    Known(&'static KnownType),
    /// An existing type, named in the configuration.
    Given(String),
    List(Box<RustType>),
    Map(Box<RustType>),
    /// A nullable element or value.
    Nullable(Box<RustType>),
    /// A type that the import generates.
    Own(TypeId),
}

/// A type of integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IntegerType {
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
}

impl IntegerType {
    pub(crate) fn name(self) -> &'static str {
        match self {
            IntegerType::I8 => "i8",
            IntegerType::I16 => "i16",
            IntegerType::I32 => "i32",
            IntegerType::I64 => "i64",
            IntegerType::U8 => "u8",
            IntegerType::U16 => "u16",
            IntegerType::U32 => "u32",
            IntegerType::U64 => "u64",
        }
    }

    /// Returns the minimum and the maximum.
    pub(crate) fn range(self) -> (i128, i128) {
        match self {
            IntegerType::I8 => (i8::MIN.into(), i8::MAX.into()),
            IntegerType::I16 => (i16::MIN.into(), i16::MAX.into()),
            IntegerType::I32 => (i32::MIN.into(), i32::MAX.into()),
            IntegerType::I64 => (i64::MIN.into(), i64::MAX.into()),
            IntegerType::U8 => (u8::MIN.into(), u8::MAX.into()),
            IntegerType::U16 => (u16::MIN.into(), u16::MAX.into()),
            IntegerType::U32 => (u32::MIN.into(), u32::MAX.into()),
            IntegerType::U64 => (u64::MIN.into(), u64::MAX.into()),
        }
    }
}

/// The arguments of `#[crd(…)]` at a place.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Attrs {
    pub(crate) title: String,
    /// The description of an element or a value; a field has its description as doc comment.
    pub(crate) description: String,
    pub(crate) example: Option<Value>,
    /// Set if it does not follow from the type.
    pub(crate) nullable: Option<bool>,
    /// Without `format` and `required`.
    pub(crate) validation: ValueValidation,
    /// Keywords that apply to values of another type.
    pub(crate) unchecked: Unchecked,
    /// A format that differs from that of the type; empty for no format.
    pub(crate) format: Option<String>,
    pub(crate) list_type: Option<ListType>,
    pub(crate) map_type: Option<MapType>,
    pub(crate) rules: Vec<ValidationRule>,
    /// The names of findings that the macros would report: mistakes of the CRD that the API server accepts.
    pub(crate) allows: Vec<&'static str>,
    pub(crate) preserve_unknown_fields: bool,
    pub(crate) embedded_resource: bool,
    /// The descriptions of the fields of a known type.
    pub(crate) descriptions: Option<KeptDescriptions>,
    pub(crate) items: Option<Box<Attrs>>,
    pub(crate) values: Option<Box<Attrs>>,
    /// Attributes of nodes inside of a known type, by path.
    pub(crate) at: Vec<(String, Addition)>,
}

impl Attrs {
    pub(crate) fn is_empty(&self) -> bool {
        *self == Attrs::default()
    }
}

/// The arguments of `unchecked(…)`: keywords that the macros would reject for the type.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Unchecked {
    pub(crate) validation: ValueValidation,
    pub(crate) preserve_unknown_fields: Option<bool>,
    /// `nullable` with an `enum` that does not allow null.
    pub(crate) nullable: bool,
    /// `x-kubernetes-int-or-string` with a type, or without `anyOf`.
    pub(crate) int_or_string: Option<IntOrStringSpelling>,
    /// `items` with any value for a node that is not a list.
    pub(crate) items: bool,
}

/// Whether a member is required.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Presence {
    Required,
    Optional,
}

/// The place of an object's members, and whether they are required.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SpecPresence {
    /// In a required `spec`.
    Required,
    /// In an optional `spec`.
    Optional,
    /// At the root, next to `metadata`, without `spec`.
    AtRoot,
}

/// Whether a member may be null.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nullability {
    Refused,
    Admitted,
}

/// A field of a struct.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct StructField {
    /// The name in JSON.
    pub(crate) wire: String,
    /// The unchanged description of the CRD.
    pub(crate) doc: String,
    pub(crate) ty: RustType,
    pub(crate) presence: Presence,
    pub(crate) null: Nullability,
    pub(crate) default: Option<Value>,
    pub(crate) attrs: Attrs,
    /// The schema, if attributes cannot express it.
    pub(crate) schema: Option<WrittenSchema>,
}

impl StructField {
    /// Whether the type of the field is an `Option`.
    pub(crate) fn is_option(&self) -> bool {
        self.presence == Presence::Optional || self.default.is_some() || self.null == Nullability::Admitted
    }

    /// Whether serde omits the member if it is `None`.
    pub(crate) fn is_skipped_when_none(&self) -> bool {
        self.presence == Presence::Optional || self.default.is_some()
    }
}

/// A schema that is written as JSON, for `schema_with`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WrittenSchema {
    pub(crate) json: String,
    /// The reason why no Rust type has this schema.
    pub(crate) reason: String,
    /// Its place in the CRD.
    pub(crate) place: String,
}

/// A struct.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Struct {
    pub(crate) fields: Vec<StructField>,
    /// Whether unknown members are preserved, with a flattened map of values.
    pub(crate) is_open: bool,
    /// Attributes of the type.
    pub(crate) attrs: Attrs,
    /// The schema of the spec or the status, if attributes cannot express it.
    pub(crate) schema: Option<WrittenSchema>,
}

impl Struct {
    /// Whether the struct derives `Default`.
    pub(crate) fn has_default(&self) -> bool {
        self.fields.iter().all(StructField::is_option)
    }
}

/// The definition of a generated type.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Definition {
    Struct(Box<Struct>),
    /// An enum of strings.
    Enum(Vec<String>),
    /// An enum with data.
    Choice(Box<Choice>),
}

impl Definition {
    /// Returns the fields of a struct, or the contents of an enum's variants.
    pub(crate) fn fields(&self) -> impl Iterator<Item = &StructField> {
        let (fields, alternatives) = match self {
            Definition::Struct(definition) => (definition.fields.as_slice(), &[][..]),
            Definition::Enum(_) => (&[][..], &[][..]),
            Definition::Choice(choice) => (&[][..], choice.alternatives.as_slice()),
        };
        let contents = alternatives.iter().filter_map(|one| one.content.as_ref());
        fields.iter().chain(contents)
    }
}

/// An object with exactly one of several members, as an enum with data.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Choice {
    /// The member whose value names the other one; without it, the enum is externally tagged.
    pub(crate) discriminator: Option<Discriminator>,
    pub(crate) alternatives: Vec<Alternative>,
    pub(crate) enforcement: Enforcement,
    /// Attributes of the type.
    pub(crate) attrs: Attrs,
}

/// The discriminator of a union.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Discriminator {
    pub(crate) wire: String,
    pub(crate) doc: String,
}

/// A variant of an enum with data.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Alternative {
    /// The value of the discriminator, or the name of the member.
    pub(crate) value: String,
    pub(crate) content: Option<StructField>,
}

/// Which part of a schema admits exactly one member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Enforcement {
    /// The rules, `oneOf` or counts that the derive writes for the enum.
    Derived,
    /// Rules and restrictions in other words, which are attributes of the type.
    Attributes,
}
