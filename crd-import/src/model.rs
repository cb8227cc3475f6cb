//! The types that an import writes, before they have names.
//!
//! ```text
//! spec: {type: object, required: [size], properties: {size: {type: integer, format: int32, minimum: 1}}}
//!     Struct { fields: [StructField { wire: "size", ty: Integer(I32), presence: Required, attrs: { minimum: 1 } }] }
//! ```

use crd_core::schema::ValidationRule;
use crd_core::structural::{ListType, MapType, ValueValidation};
use serde_json::Value;

use crate::known::{KeptDescriptions, KnownType};

/// The place of a type in the table of types.
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
    /// A type of the author's own, named in the configuration.
    Given(String),
    List(Box<RustType>),
    Map(Box<RustType>),
    /// An element or a value that may be null.
    Nullable(Box<RustType>),
    /// A type that the import writes.
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

    /// The least and the greatest value.
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

/// What `#[crd(…)]` says at a place beside the type that stands there.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Attrs {
    pub(crate) title: String,
    /// The description of an element or a value; that of a field is its doc comment.
    pub(crate) description: String,
    pub(crate) example: Option<Value>,
    /// Where the type does not say it.
    pub(crate) nullable: Option<bool>,
    /// Without `format` and `required`.
    pub(crate) validation: ValueValidation,
    /// Keywords for values of another type.
    pub(crate) unchecked: Unchecked,
    /// A format other than that of the type; empty for none.
    pub(crate) format: Option<String>,
    pub(crate) list_type: Option<ListType>,
    pub(crate) map_type: Option<MapType>,
    pub(crate) rules: Vec<ValidationRule>,
    pub(crate) preserve_unknown_fields: bool,
    pub(crate) embedded_resource: bool,
    /// The descriptions below a known type: the number of their table.
    pub(crate) descriptions: Option<KeptDescriptions>,
    pub(crate) items: Option<Box<Attrs>>,
    pub(crate) values: Option<Box<Attrs>>,
}

impl Attrs {
    pub(crate) fn is_empty(&self) -> bool {
        *self == Attrs::default()
    }
}

/// What `unchecked(…)` says: keywords that the macros would refuse for the type.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Unchecked {
    pub(crate) validation: ValueValidation,
    pub(crate) preserve_unknown_fields: Option<bool>,
    /// `nullable` beside an `enum` that refuses null.
    pub(crate) nullable: bool,
    /// `x-kubernetes-int-or-string` beside a type, or without `anyOf`.
    pub(crate) int_or_string: bool,
    /// `items` of any value where there is no list.
    pub(crate) items: bool,
}

/// Whether a member must be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Presence {
    Required,
    Optional,
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
    /// The description, as it is in the CRD.
    pub(crate) doc: String,
    pub(crate) ty: RustType,
    pub(crate) presence: Presence,
    pub(crate) null: Nullability,
    pub(crate) default: Option<Value>,
    pub(crate) attrs: Attrs,
    /// The schema where no attribute says it.
    pub(crate) schema: Option<WrittenSchema>,
}

impl StructField {
    /// Whether the type of the field is an `Option`.
    pub(crate) fn is_option(&self) -> bool {
        self.presence == Presence::Optional || self.default.is_some() || self.null == Nullability::Admitted
    }

    /// Whether serde leaves the member out when it is `None`.
    pub(crate) fn is_skipped_when_none(&self) -> bool {
        self.presence == Presence::Optional || self.default.is_some()
    }
}

/// A schema that stands in the text as JSON, for `schema_with`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WrittenSchema {
    pub(crate) json: String,
    /// Why no Rust type has it.
    pub(crate) reason: String,
    /// Its place in the CRD.
    pub(crate) place: String,
}

/// A struct.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Struct {
    pub(crate) fields: Vec<StructField>,
    /// Whether unknown members are kept: a flattened map of values.
    pub(crate) is_open: bool,
    /// Attributes of the type.
    pub(crate) attrs: Attrs,
    /// The schema where no attribute says it: of the spec or the status.
    pub(crate) schema: Option<WrittenSchema>,
}

impl Struct {
    /// Whether the struct derives `Default`.
    pub(crate) fn has_default(&self) -> bool {
        self.fields.iter().all(StructField::is_option)
    }
}

/// What an own type is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Definition {
    Struct(Box<Struct>),
    /// Strings, of which a value is one.
    Enum(Vec<String>),
}
