//! The CEL types of shapes.

use super::bits;
use crate::rust::shape::check::members::{is_among, reads_value};
use crate::rust::shape::check::paths::Root;
use crate::rust::shape::check::resolve::resolve;
use crate::rust::shape::check::text::same;
use crate::rust::shape::{Attrs, Content, EnumValue, Field, Kind, Shape, Tagging, UnionMember, Variant};

/// The type of a part of an expression.
#[derive(Clone, Copy)]
pub(super) struct Type {
    pub(super) form: CelShape,
    /// Number of optionals around it.
    pub(super) optional: u8,
}

/// The type of a value.
#[derive(Clone, Copy)]
pub(super) enum CelShape {
    /// Any type, or a type that is not known here.
    Unknown,
    /// A type without parts, with its bit and its name.
    Known(u16, &'static str),
    /// A string with a fixed set of values.
    Texts(TextChoices),
    /// A list or a map, with the attributes of its elements.
    Collection(&'static Shape, &'static Attrs),
    /// An object.
    Object(&'static Shape),
    /// An object with these fields, of a variant with this name.
    Fields(&'static str, &'static [Field]),
    /// A list of values of the type of a part.
    ListOf(usize),
    /// A whole custom resource.
    Resource(Root),
    /// `metadata` of a custom resource.
    Metadata,
}

/// The fixed set of strings that a value may have.
#[derive(Clone, Copy)]
pub(super) enum TextChoices {
    /// The values of an enum.
    Enum(&'static str, &'static [EnumValue]),
    /// The tags of an enum with data.
    Tags(&'static str, &'static [Variant]),
    /// The values of the discriminator of a union.
    MemberWalk(&'static str, &'static [UnionMember]),
}

impl Type {
    pub(super) const UNKNOWN: Type = Type::of(CelShape::Unknown);
    pub(super) const BOOL: Type = Type::of(CelShape::Known(bits::BOOL, "bool"));
    pub(super) const INT: Type = Type::of(CelShape::Known(bits::INT, "int"));
    pub(super) const STRING: Type = Type::of(CelShape::Known(bits::STRING, "string"));

    #[inline]
    pub(super) const fn of(form: CelShape) -> Type {
        Type { form, optional: 0 }
    }

    /// Returns the type of one bit; unknown for several bits, and for types with components.
    #[inline]
    pub(super) const fn of_bits(bit: u16) -> Type {
        let name = match bit {
            bits::BOOL => "bool",
            bits::INT => "int",
            bits::UINT => "uint",
            bits::DOUBLE => "double",
            bits::STRING => "string",
            bits::BYTES => "bytes",
            bits::DURATION => "duration",
            bits::TIMESTAMP => "timestamp",
            _ => return Type::UNKNOWN,
        };
        Type::of(CelShape::Known(bit, name))
    }

    /// Returns the optional of the type. The optional of an unknown type may hold any value.
    #[inline]
    pub(super) const fn in_optional(self) -> Type {
        Type {
            optional: self.optional.saturating_add(1),
            ..self
        }
    }

    /// Returns the type inside the optional; unknown for a value that is not optional.
    #[inline]
    pub(super) const fn unwrapped(self) -> Type {
        match self.optional.checked_sub(1) {
            Some(optional) => Type { optional, ..self },
            None => Type::UNKNOWN,
        }
    }

    /// Returns the type without the optionals around it.
    #[inline]
    pub(super) const fn plain(self) -> Type {
        match self.optional {
            0 => self,
            _ => self.unwrapped(),
        }
    }

    #[inline]
    pub(super) const fn is_unknown(self) -> bool {
        matches!(self.form, CelShape::Unknown)
    }

    /// Returns the bits of the type: all if it is unknown, several if it may be one of several types.
    #[inline]
    pub(super) const fn bits(self) -> u16 {
        if self.optional > 0 {
            return bits::OPTIONAL;
        }
        match self.form {
            CelShape::Unknown => bits::ANY,
            CelShape::Known(bit, _) => bit,
            CelShape::Texts(_) => bits::STRING,
            CelShape::Collection(shape, _) => match shape.kind {
                Kind::Map(_) => bits::MAP,
                _ => bits::LIST,
            },
            // The members of a flattened map make the object a map if it has no others.
            CelShape::Object(shape) => match shape.kind {
                Kind::Object(fields) if may_be_a_map(fields) => bits::OBJECT | bits::MAP,
                _ => bits::OBJECT,
            },
            CelShape::Fields(_, fields) if may_be_a_map(fields) => bits::OBJECT | bits::MAP,
            CelShape::Fields(..) | CelShape::Resource(_) | CelShape::Metadata => bits::OBJECT,
            CelShape::ListOf(_) => bits::LIST,
        }
    }
}

/// Returns the type of a part.
#[inline]
pub(super) const fn part(known: &[Type], index: usize) -> Type {
    match known.split_at_checked(index) {
        Some((_, [ty, ..])) => *ty,
        _ => Type::UNKNOWN,
    }
}

/// Whether all members of an object come from flattened values, one of which may be a map.
#[inline]
const fn may_be_a_map(fields: &[Field]) -> bool {
    let mut found = false;
    each!(for field in fields {
        if !field.flatten {
            return false;
        }
        found = found
            || match resolve(field.shape).kind {
                Kind::Object(inner) => may_be_a_map(inner),
                Kind::Variants(..) | Kind::Union { .. } => false,
                _ => true,
            };
    });
    found
}

/// Returns the type of a value under the attributes of the field that holds it.
#[inline]
pub(super) const fn typed(shape: &'static Shape, over: &'static Attrs) -> Type {
    if changes_the_type(over) {
        return Type::UNKNOWN;
    }
    let mut format = over.validation.format;
    let mut nested = over;
    let mut shape = shape;
    loop {
        if changes_the_type(shape.attrs) {
            return Type::UNKNOWN;
        }
        if format.is_none() {
            format = shape.attrs.validation.format;
        }
        if speaks_of_elements(shape.attrs) {
            if speaks_of_elements(nested) {
                return Type::UNKNOWN;
            }
            nested = shape.attrs;
        }
        match shape.kind {
            Kind::Alias(inner) => shape = inner,
            _ => break,
        }
    }
    match shape.kind {
        Kind::Boolean => Type::BOOL,
        Kind::Integer { .. } => Type::INT,
        Kind::Number { .. } => Type::of_bits(bits::DOUBLE),
        Kind::String { format: own } => text(format, own),
        Kind::StringEnum(values) => match format {
            Some(format) => text(Some(format), ""),
            None => Type::of(CelShape::Texts(TextChoices::Enum(shape.name, values))),
        },
        Kind::Array(_) | Kind::Set(_) | Kind::Map(_) => Type::of(CelShape::Collection(shape, nested)),
        Kind::Variants(Tagging::Untagged, variants) if !are_objects(variants) => Type::UNKNOWN,
        Kind::Object(_) | Kind::Variants(..) | Kind::Union { .. } => Type::of(CelShape::Object(shape)),
        Kind::IntOrString | Kind::Any | Kind::EmbeddedResource(_) | Kind::Alias(_) | Kind::Foreign(_) => {
            Type::UNKNOWN
        }
    }
}

/// Whether attributes change the type of a shape.
#[inline]
const fn changes_the_type(attrs: &Attrs) -> bool {
    attrs.foreign.is_some()
        || attrs.declared.is_some()
        || attrs.int_or_string
        || attrs.preserve_unknown_fields
        || attrs.embedded_resource
}

#[inline]
const fn speaks_of_elements(attrs: &Attrs) -> bool {
    attrs.items.is_some() || attrs.values.is_some()
}

/// Returns the type of a string with a format.
#[inline]
const fn text(given: Option<&'static str>, own: &'static str) -> Type {
    let format = match given {
        Some(format) => format,
        None => own,
    };
    if same(format, "byte") {
        Type::of_bits(bits::BYTES)
    } else if same(format, "duration") {
        Type::of_bits(bits::DURATION)
    } else if same(format, "date") || same(format, "date-time") {
        Type::of_bits(bits::TIMESTAMP)
    } else {
        Type::STRING
    }
}

/// Whether every variant of an untagged enum is an object.
#[inline]
const fn are_objects(variants: &'static [Variant]) -> bool {
    each!(for variant in variants {
        let is_object = match variant.content {
            Content::Struct(_) => true,
            Content::Newtype(shape) => matches!(resolve(shape).kind, Kind::Object(_) | Kind::Union { .. }),
            Content::Unit | Content::Tuple(_) => false,
        };
        if !is_object {
            return false;
        }
    });
    true
}

/// Whether rules cannot see a value, since its schema has no type.
#[inline]
pub(super) const fn is_untyped(shape: &'static Shape, over: &'static Attrs) -> bool {
    let (mut shape, mut over) = (shape, over);
    loop {
        if changes_the_type(over) || changes_the_type(shape.attrs) || speaks_of_elements(over) {
            return false;
        }
        match shape.kind {
            Kind::Any => return true,
            Kind::Alias(inner) | Kind::Array(inner) | Kind::Set(inner) | Kind::Map(inner) => {
                over = &Attrs::NONE;
                if speaks_of_elements(shape.attrs) {
                    return false;
                }
                shape = inner;
            }
            _ => return false,
        }
    }
}

/// Whether a value may be this string.
#[inline]
pub(super) const fn may_be(ty: Type, text: &str) -> bool {
    let (CelShape::Texts(texts), 0) = (ty.form, ty.optional) else {
        return true;
    };
    match texts {
        TextChoices::Enum(_, values) => reads_value(values, text),
        TextChoices::Tags(_, variants) => any!(variant in variants => {
            variant.other || same(variant.name, text) || is_among(variant.aliases, text)
        }),
        TextChoices::MemberWalk(_, members) => any!(member in members => same(member.value, text)),
    }
}
